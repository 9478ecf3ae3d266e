package workdir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// Outcome is what Recover did with a journal.
type Outcome string

const (
	// Nothing was left behind by an earlier run, or it had changed nothing yet.
	Nothing Outcome = ""
	// Completed means that an interrupted run was carried through.
	Completed Outcome = "completed"
	// Undone means that an interrupted run was taken back.
	Undone Outcome = "undone"
)

// Recovery tells what Recover did.
type Recovery struct {
	Outcome Outcome
	// Left lists the paths that the owner touched since; they are as the owner left them.
	Left []string
}

// Interrupted tells whether an earlier run was killed on its way: Recover has
// something to do. It changes nothing.
func (d *Dir) Interrupted() bool { return d.Exists(journalDir) }

// Recover carries an interrupted run through. Where that cannot be done exactly
// as planned, because a path was touched since or a staged text is damaged, it
// takes the run back instead: then the next run sees the owner's edit against
// the old base, and nothing of it is lost. It needs the Lock.
func (d *Dir) Recover() (Recovery, error) {
	if !d.Interrupted() {
		return Recovery{}, nil
	}
	j, undoing, err := d.readJournal()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Recovery{}, d.discard()
	case err != nil:
		return Recovery{}, fmt.Errorf("recover: %w", err)
	}
	if !undoing && d.completable(j) {
		if err := d.complete(j); err == nil {
			return Recovery{Outcome: Completed}, d.discard()
		}
	}
	left, err := d.undo(j)
	if err != nil {
		return Recovery{}, fmt.Errorf("recover: %w", err)
	}
	return Recovery{Outcome: Undone, Left: left}, nil
}

// readJournal reads the list of an interrupted run, and whether it was on its way back.
func (d *Dir) readJournal() (j journal, undoing bool, err error) {
	if info, err := d.disk.root.Lstat(journalDir); err != nil || !info.IsDir() {
		return j, false, fmt.Errorf("%s: it is no folder", journalDir)
	}
	undoing = d.Exists(undoPath)
	list := todoPath
	if undoing {
		list = undoPath
	}
	data, err := d.ReadFile(list)
	if err != nil {
		return j, undoing, err
	}
	if err := json.Unmarshal(data, &j); err != nil {
		return j, undoing, fmt.Errorf("%s: %w", list, err)
	}
	return j, undoing, j.check(list)
}

// check refuses a list that opwright cannot have written.
func (j journal) check(list string) error {
	for _, m := range j.Moves {
		if !fs.ValidPath(m.Path) || m.Path == "." || m.Path == journalDir || within(journalDir, m.Path) {
			return fmt.Errorf("%s: %q is no path of the project", list, m.Path)
		}
	}
	return nil
}

// completable tells whether each path is as the journal found it or made it, and
// each text still to be moved is whole.
func (d *Dir) completable(j journal) bool {
	for i, m := range j.Moves {
		switch d.condition(m.Path) {
		case m.After:
		case m.Before:
			if m.After != "" && d.condition(newPath(i)) != m.After {
				return false
			}
		default:
			return false
		}
	}
	return true
}
