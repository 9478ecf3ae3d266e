package merge

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// structured merges kinds of file whose parts are independent of each other. It
// returns the merged text in plain style and how it was made, a reason for the
// report; how is empty for files of any other kind. Base is nil if ours was not
// rendered by opwright.
func structured(name string, base, ours, theirs []byte) (data []byte, how string, err error) {
	base, ours, theirs = plain(base), plain(ours), plain(theirs)
	switch path.Base(name) {
	case "go.mod":
		data, err = mergeGoMod(name, base, ours, theirs)
		return data, "yours, with the requirements that were missing or too old", err
	case "go.sum":
		return mergeGoSum(ours, theirs), "yours, with the sums that were missing", nil
	case ".gitignore", ".dockerignore":
		return mergeIgnore(base, ours, theirs), "yours, with the lines that changed in the templates", nil
	}
	return nil, "", nil
}

// mergeGoSum is the sorted union: a sum that nothing needs does no harm.
func mergeGoSum(ours, theirs []byte) []byte {
	lines := lineSet(ours)
	maps.Copy(lines, lineSet(theirs))
	if len(lines) == 0 {
		return nil
	}
	return []byte(strings.Join(slices.Sorted(maps.Keys(lines)), "\n") + "\n")
}

// mergeIgnore takes out the lines that theirs dropped, and adds those that ours lacks, with the comments above
// them. A line that base has already is one that the owner took out. The last matching line of an ignore file
// wins, so where negations are in play the new lines go to the top and the owner's word stays the last.
func mergeIgnore(base, ours, theirs []byte) []byte {
	ours = without(ours, lineSet(base), lineSet(theirs))
	have := lineSet(ours)
	maps.Copy(have, lineSet(base))
	missing := missingLines(have, string(theirs))
	switch {
	case missing == "":
		return ours
	case len(ours) == 0:
		return []byte(missing)
	case negates(ours) || negates([]byte(missing)):
		return []byte(missing + "\n" + string(ours))
	}
	return []byte(string(ours) + "\n" + missing)
}

// without is a text less the lines that were dropped: those before has and after has not.
func without(text []byte, before, after map[string]bool) []byte {
	var kept []string
	behindDropped := false
	for _, line := range linesOf(text) {
		word := strings.TrimSpace(line)
		switch last := len(kept) - 1; {
		case before[word] && !after[word]:
			behindDropped = true
			continue
		case word == "" && behindDropped && (last < 0 || strings.TrimSpace(kept[last]) == ""):
			continue // it parted the dropped lines from the next
		}
		kept, behindDropped = append(kept, line), false
	}
	return []byte(strings.Join(kept, ""))
}

// missingLines picks the paragraphs of text that hold a line not in have, less
// the lines that are.
func missingLines(have map[string]bool, text string) string {
	var paragraphs []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		var lines []string
		news := false
		for line := range strings.SplitSeq(strings.Trim(paragraph, "\n"), "\n") {
			comment := strings.HasPrefix(line, "#")
			if comment || !have[strings.TrimSpace(line)] {
				lines = append(lines, line)
				news = news || !comment && line != ""
			}
		}
		if news {
			paragraphs = append(paragraphs, strings.Join(lines, "\n")+"\n")
		}
	}
	return strings.Join(paragraphs, "\n")
}

func negates(text []byte) bool {
	for line := range lineSet(text) {
		if strings.HasPrefix(line, "!") {
			return true
		}
	}
	return false
}

// lineSet is the lines of a text, trimmed, without empty ones.
func lineSet(text []byte) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			set[line] = true
		}
	}
	return set
}
