package manifests

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// Fault is one thing that is wrong in the owner's sources.
type Fault struct {
	// File is a slash path below the project, or an absolute one outside of it.
	File string
	// Line and Column count from 1; 0 means unknown.
	Line, Column int
	// Message is one line.
	Message string
}

// Error puts the position first, so that an editor can jump to it.
func (f *Fault) Error() string {
	position := f.File
	if f.Line > 0 {
		position += fmt.Sprintf(":%d", f.Line)
	}
	if f.Line > 0 && f.Column > 0 {
		position += fmt.Sprintf(":%d", f.Column)
	}
	return position + ": " + f.Message
}

// faults collects the faults of a run. A vague fault says less than the others on its line and gives way to them.
type faults struct {
	sharp, vague []*Fault
}

func (f *faults) add(at token.Position, format string, args ...any) {
	f.sharp = append(f.sharp, newFault(at, fmt.Sprintf(format, args...)))
}

func (f *faults) addVague(at token.Position, format string, args ...any) {
	f.vague = append(f.vague, newFault(at, fmt.Sprintf(format, args...)))
}

func newFault(at token.Position, message string) *Fault {
	return &Fault{
		File:    at.Filename,
		Line:    at.Line,
		Column:  at.Column,
		Message: strings.Join(strings.Fields(message), " "), // compilers like to draw carets on lines of their own
	}
}

// err joins the faults in the order of their positions, each once.
func (f *faults) err() error {
	all := slices.Clone(f.sharp)
	for _, fault := range f.vague {
		if !f.covered(fault) {
			all = append(all, fault)
		}
	}
	slices.SortStableFunc(all, compareFaults)
	all = slices.CompactFunc(all, func(a, b *Fault) bool { return compareFaults(a, b) == 0 })
	errs := make([]error, len(all))
	for i, fault := range all {
		errs[i] = fault
	}
	return errors.Join(errs...)
}

// covered says whether a sharp fault stands on the same line, or, for a fault without a line, in the same folder.
func (f *faults) covered(vague *Fault) bool {
	return slices.ContainsFunc(f.sharp, func(s *Fault) bool {
		if vague.Line == 0 {
			return filepath.ToSlash(filepath.Dir(s.File)) == vague.File
		}
		return s.File == vague.File && s.Line == vague.Line
	})
}

func compareFaults(a, b *Fault) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Message, b.Message),
	)
}

// relative makes a position's file a slash path below dir, where it is below dir.
func relative(dir string, at token.Position) token.Position {
	if rel, err := filepath.Rel(dir, at.Filename); err == nil && filepath.IsLocal(rel) {
		at.Filename = filepath.ToSlash(rel)
	}
	return at
}
