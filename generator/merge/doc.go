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
// disk has. Where both sides changed a file, only kinds of file with a structure
// are merged (go.mod, go.sum, ignore files); any other is a conflict, in which
// the owner's file stays as it is.
package merge
