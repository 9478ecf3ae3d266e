package spec

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/words"
)

// Fault is one thing wrong with a project file or with a word on the command
// line. Its text is a single line; a hint follows on a line of its own.
type Fault struct {
	File         string // as the caller named it; empty without a file
	Line, Column int    // 1-based, in characters; 0 where the file as a whole is meant
	Text         string // what is wrong
	Hint         string // what to do instead, or empty
}

// Error gives position, text and hint.
func (f *Fault) Error() string {
	var b strings.Builder
	switch {
	case f.Line > 0:
		fmt.Fprintf(&b, "%s:%d:%d: ", f.File, f.Line, f.Column)
	case f.File != "":
		fmt.Fprintf(&b, "%s: ", f.File)
	}
	b.WriteString(f.Text)
	if f.Hint != "" {
		b.WriteString("\nhint: " + f.Hint)
	}
	return b.String()
}

// faultf is a fault without a position or a hint.
func faultf(format string, args ...any) *Fault {
	return &Fault{Text: fmt.Sprintf(format, args...)}
}

// hint sets what to do instead.
func (f *Fault) hint(format string, args ...any) *Fault {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}

// join sorts faults by position and makes them one error, nil if there are none.
func join(faults []*Fault) error {
	slices.SortStableFunc(faults, func(a, b *Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	list := make([]error, len(faults))
	for i, f := range faults {
		list[i] = f
	}
	return errors.Join(list...)
}

// closest is the known word that was probably meant, or "".
func closest(word string, known []string) string {
	best, bestCost := "", 1+max(1, len(word)/3)
	for _, k := range known {
		if len(word) > 2 && strings.HasPrefix(strings.ToLower(k), strings.ToLower(word)) {
			return k
		}
		if cost := words.Distance(strings.ToLower(word), strings.ToLower(k)); cost < bestCost {
			best, bestCost = k, cost
		}
	}
	return best
}

// didYouMean is the hint for an unknown word: the closest known one, else all.
func didYouMean(word string, known []string) string {
	if best := closest(word, known); best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return "known here: " + strings.Join(known, ", ")
}
