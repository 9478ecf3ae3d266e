// Package merge decides what happens to each file of a project. It is pure: it
// reads no disk and writes none.
//
// A path is known from three sides: base (what was rendered last), ours (what
// is on disk) and theirs (what is rendered now). Decide turns the three into one
// Change with a reason that a person can read; it is the decision table of
// docs/architecture.md, a row a case. DecideTree does so for a whole render,
// which is what init and upgrade want. DecideEdit does so for the difference of
// two renders by the same binary, which is what an edit of opwright.yaml wants:
// a path that the edit does not concern stays out of the plan.
//
// Text is compared without regard to its style (line ending, byte order mark,
// missing final newline), and new text is written in the style that the file on
// disk has. Where both sides changed a file, mergeTexts merges the two: by what is
// in it where lines are the wrong unit (go.mod, go.sum, ignore files, the imports
// of Go, YAML), else by lines, with the outcome that git merge-file has. Edits that
// touch are a conflict. The owner's file stays as it is then, unless the caller
// asks for it to be marked: see Change.Mark.
package merge
