package merge

import (
	"bytes"
	"errors"
	"path"
)

// outcome is a merged text, and how it was made: a reason for the report.
type outcome struct {
	lineMerge
	how string
}

func (m lineMerge) clean() bool { return m.line == 0 }

// mergeTexts merges what the templates changed from base to theirs into ours: by the structure of a file where it
// has one that can be told apart, else by lines. An error says why neither can be done.
func mergeTexts(name string, base, ours, theirs []byte, labels Labels) (outcome, error) {
	data, how, err := structured(name, base, ours, theirs)
	if err != nil || how != "" {
		return outcome{lineMerge{text: data}, how}, err
	}
	if !isText(base) || !isText(ours) || !isText(theirs) {
		return outcome{}, errors.New("you and the templates changed it, and it is no text that could be merged: yours stays")
	}
	unended := styleOf(theirs).unended
	base, ours, theirs = plain(base), plain(ours), plain(theirs)
	lines, valid := mergeKind(name, base, ours, theirs, labels)
	switch {
	case !lines.clean():
		return outcome{lines, "you and the templates changed it: yours stays"}, nil
	case !valid(lines.text) && valid(ours) && valid(theirs):
		// Each line is right, the whole is not: say, both sides added the same key or function.
		return outcome{wholeConflict(base, ours, theirs, labels), "you and the templates changed it, and one does not fit the other: yours stays"}, nil
	}
	if unended {
		lines.text = bytes.TrimSuffix(lines.text, []byte("\n"))
	}
	return outcome{lines, "yours, with what changed in the templates"}, nil
}

// mergeKind merges by what is known of a kind of file, else by lines, and says how to tell a file that is whole.
func mergeKind(name string, base, ours, theirs []byte, labels Labels) (lineMerge, func([]byte) bool) {
	valid := func([]byte) bool { return true }
	switch path.Ext(name) {
	case ".go":
		valid = validGo
		if m, ok := mergeGo(base, ours, theirs, labels); ok && (!m.clean() || valid(m.text)) {
			return m, valid
		}
	case ".yaml", ".yml":
		valid = validYAML
		if data, ok := mergeYAML(name, base, ours, theirs); ok && valid(data) {
			return lineMerge{text: data}, valid
		}
	}
	return mergeLines(base, ours, theirs, labels), valid
}
