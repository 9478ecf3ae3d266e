package workdir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"github.com/opwright/opwright/generator/state"
)

// The journal's places. A journal without either list was never begun: nothing
// has been moved.
const (
	journalDir = state.Dir + "/journal"
	newDir     = journalDir + "/new"
	oldDir     = journalDir + "/old"
	todoPath   = journalDir + "/todo.json"
	undoPath   = journalDir + "/undo.json"
)

// journal is what a commit is going to do.
type journal struct {
	// Folders are to be made, outermost first.
	Folders []string `json:"folders"`
	Moves   []move   `json:"moves"`
}

// move puts one path from one condition into another.
type move struct {
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
}

func newPath(i int) string { return newDir + "/" + strconv.Itoa(i) }
func oldPath(i int) string { return oldDir + "/" + strconv.Itoa(i) }

// stage writes the journal. From the moment that its list has its name, the
// commit can be completed or undone, whatever happens.
func (d *Dir) stage(writes []write) (journal, error) {
	var j journal
	for _, dir := range []string{state.Dir, journalDir, newDir, oldDir} {
		if err := d.disk.mkdir(dir); err != nil {
			return j, err
		}
	}
	for i, w := range writes {
		m, err := d.stageOne(i, w)
		if err != nil {
			return j, err
		}
		j.Moves = append(j.Moves, m)
		if !w.remove {
			j.Folders = append(j.Folders, d.missingFolders(w.path)...)
		}
	}
	slices.Sort(j.Folders) // a folder sorts before what is in it
	j.Folders = slices.Compact(j.Folders)
	return j, d.writeList(j)
}

// stageOne stages a new content and a copy of the old one. What replaces a file
// must be on disk before it does; a new file has nothing to lose.
func (d *Dir) stageOne(i int, w write) (move, error) {
	m := move{Path: w.path, Before: d.condition(w.path)}
	perm, replaces := fs.FileMode(0o666), m.Before != ""
	if replaces {
		info, err := d.disk.root.Lstat(w.path)
		if err != nil {
			return m, err
		}
		data, err := d.disk.root.ReadFile(w.path)
		if err != nil {
			return m, err
		}
		perm = info.Mode().Perm()
		if err := d.disk.write(oldPath(i), content{data, perm, true, true}); err != nil {
			return m, err
		}
	}
	if w.remove {
		return m, nil
	}
	perm = withExecutable(perm, w.executable)
	durable := replaces || w.path == state.LockPath
	if err := d.disk.write(newPath(i), content{w.data, perm, replaces, durable}); err != nil {
		return m, err
	}
	m.After = d.condition(newPath(i))
	return m, nil
}

// withExecutable lets those run a file who may read it, or nobody.
func withExecutable(perm fs.FileMode, executable bool) fs.FileMode {
	if !executable {
		return perm &^ 0o111
	}
	return perm | perm&0o444>>2
}

// missingFolders lists the folders above a path that are not there.
func (d *Dir) missingFolders(name string) []string {
	var list []string
	for dir := path.Dir(name); dir != "." && !d.Exists(dir); dir = path.Dir(dir) {
		list = append(list, dir)
	}
	return list
}

func (d *Dir) writeList(j journal) error {
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	temp := todoPath + ".tmp"
	if err := d.disk.write(temp, content{data, 0o666, false, true}); err != nil {
		return err
	}
	if err := d.disk.rename(temp, todoPath); err != nil {
		return err
	}
	return d.disk.sync(journalDir)
}

// complete makes the moves that are not made yet.
func (d *Dir) complete(j journal) error {
	for _, dir := range j.Folders {
		if err := d.disk.mkdir(dir); err != nil {
			return fmt.Errorf("make folder %s: %w", dir, err)
		}
	}
	for i, m := range j.Moves {
		if err := d.move(i, m); err != nil {
			return fmt.Errorf("write %s: %w", m.Path, err)
		}
	}
	return nil
}

func (d *Dir) move(i int, m move) error {
	switch now := d.condition(m.Path); {
	case now == m.After:
		return nil
	case now != m.Before:
		return errors.New("it changed meanwhile")
	case m.After == "":
		return d.disk.remove(m.Path)
	}
	return d.disk.rename(newPath(i), m.Path)
}

// undo takes the moves back, last first, and discards the journal. A path that
// is neither as before nor as after the move was touched by the owner: it is
// left alone and listed. After any other failure the journal stays, and the next
// run goes on.
func (d *Dir) undo(j journal) (left []string, err error) {
	// From here on there is only the way back: the staged contents are used up.
	if d.Exists(todoPath) {
		if err := d.disk.rename(todoPath, undoPath); err != nil {
			return nil, fmt.Errorf("undo: %w", err)
		}
	}
	for i, m := range slices.Backward(j.Moves) {
		touched, err := d.moveBack(i, m)
		if err != nil {
			return nil, fmt.Errorf("undo %s: %w\nhint: free the path, then run opwright again", m.Path, err)
		}
		if touched {
			left = append(left, m.Path)
		}
	}
	for _, dir := range slices.Backward(j.Folders) {
		_ = d.disk.remove(dir) // refused by the system while something is in it
	}
	slices.Sort(left)
	return left, d.discard()
}

func (d *Dir) moveBack(i int, m move) (touched bool, err error) {
	switch now := d.condition(m.Path); {
	case now == m.Before:
		return false, nil
	case now != m.After:
		return true, nil
	case m.Before == "":
		return false, d.disk.remove(m.Path)
	case d.condition(oldPath(i)) != m.Before:
		return false, errors.New("the copy of the old text is damaged")
	}
	return false, d.disk.rename(oldPath(i), m.Path)
}

// forget removes the journal's lists: without them it means nothing.
func (d *Dir) forget() error {
	for _, list := range []string{todoPath, undoPath} {
		if d.Exists(list) {
			if err := d.disk.remove(list); err != nil {
				return fmt.Errorf("discard journal: %w", err)
			}
		}
	}
	return nil
}

// discard removes the journal.
func (d *Dir) discard() error {
	if err := d.forget(); err != nil || !d.Exists(journalDir) {
		return err
	}
	if err := d.disk.removeAll(journalDir); err != nil {
		return fmt.Errorf("discard journal: %w", err)
	}
	return nil
}
