package generator

import (
	"fmt"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/preset"
)

// Report is what a command did, or would do.
type Report struct {
	// Dir is the project's absolute path.
	Dir string
	// Changes are the decisions, one a path, sorted.
	Changes []merge.Change
	// Behaviour is what newer presets do differently.
	Behaviour []Behaviour
	// Derived are the slash paths of derived files that were written, sorted.
	Derived []string
	// Notes are lines for the user about what was chosen or found.
	Notes []string
	// Open are steps that the user has to finish; with any, the exit code is 3.
	Open []string
	// Snippets are what the user has to add by hand, each with a step in Open.
	Snippets []Snippet
	// Faults are those of the user's sources that kept a step open.
	Faults error
	// Check lists the derived files that a check found to be out of date.
	Check []string
	// DryRun says that nothing was written.
	DryRun bool
	// Preset names the preset and version of the first controller, for the summary.
	Preset string
}

// Behaviour is what the newest version of a preset does differently from the one in use.
type Behaviour struct {
	Preset      string
	From, To    int
	Differences []preset.Difference
}

func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

func (r *Report) open(format string, args ...any) {
	r.Open = append(r.Open, fmt.Sprintf(format, args...))
}

// Changed says whether anything on disk is, or would be, different.
func (r *Report) Changed() bool {
	if len(r.Derived) > 0 {
		return true
	}
	for _, c := range r.Changes {
		if c.Writes() {
			return true
		}
	}
	return false
}

// Conflicts lists the changes that the owner has to settle.
func (r *Report) Conflicts() []merge.Change { return merge.Plan{Changes: r.Changes}.Conflicts() }
