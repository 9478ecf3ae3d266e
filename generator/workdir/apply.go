package workdir

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
)

// write is one file to be changed.
type write struct {
	path       string
	data       []byte
	executable bool
	remove     bool
	// before is the digest that the file must have, empty if it must not be
	// there. It is not looked at where whatever is there gives way.
	before   string
	givesWay bool
	// overMarkers allows the file to hold conflict markers.
	overMarkers bool
}

// Beside is what goes to disk in one step with changes and ledger.
type Beside struct {
	// Own are files in .opwright, by path; nil removes one.
	Own map[string][]byte
	// OverMarkers lets changes write to files that hold conflict markers: those of an upgrade that is undone.
	OverMarkers bool
}

// Apply brings the changes, the base texts and the ledger to disk: all of it or
// nothing. Faults that can be known before are found before the first byte, all
// at once. It needs the Lock and does nothing where nothing would change.
func (d *Dir) Apply(changes []merge.Change, ledger state.Lock, texts map[string][]byte) error {
	return d.ApplyWith(changes, ledger, texts, Beside{})
}

// ApplyWith is Apply with more of opwright's own state.
func (d *Dir) ApplyWith(changes []merge.Change, ledger state.Lock, texts map[string][]byte, beside Beside) error {
	writes, err := changed(changes)
	if err != nil {
		return err
	}
	for i := range writes {
		writes[i].overMarkers = beside.OverMarkers
	}
	writes = append(writes, d.missingTexts(texts)...)
	for _, path := range slices.Sorted(maps.Keys(beside.Own)) {
		data := beside.Own[path]
		if data != nil || d.Exists(path) {
			writes = append(writes, write{path: path, data: data, remove: data == nil, givesWay: true})
		}
	}
	lock := ledger.Encode()
	if old, err := d.ReadFile(state.LockPath); err != nil || string(old) != string(lock) {
		writes = append(writes, write{path: state.LockPath, data: lock, givesWay: true})
	}
	return d.commit(writes)
}

// changed turns the changes that alter the disk into writes, and refuses a plan
// that must not be applied.
func changed(changes []merge.Change) ([]write, error) {
	var writes []write
	var faults []error
	for _, c := range changes {
		switch {
		case c.Action == merge.Refuse:
			faults = append(faults, fmt.Errorf("write %s: %s", c.Path, c.Reason))
		case c.Path == state.Dir || within(state.Dir, c.Path):
			faults = append(faults, fmt.Errorf("write %s: opwright's own state", c.Path))
		case c.Writes():
			writes = append(writes, write{
				path: c.Path, data: c.Data, executable: c.Executable,
				remove: c.Action == merge.Delete, before: c.Before,
			})
		}
	}
	return writes, errors.Join(faults...)
}

// missingTexts lists the base texts that are not stored yet. One that is there
// and whole is never written again.
func (d *Dir) missingTexts(texts map[string][]byte) []write {
	var writes []write
	for _, digest := range slices.Sorted(maps.Keys(texts)) {
		if _, err := d.BaseText(digest); err != nil {
			writes = append(writes, write{path: state.BasePath(digest), data: state.Pack(texts[digest]), givesWay: true})
		}
	}
	return writes
}

// WriteDerived brings generated files to disk, all or nothing, over whatever
// text is there, and removes the stale ones. A file that says what it should is
// not written. It returns the paths that changed, and needs the Lock.
func (d *Dir) WriteDerived(files tree.Tree, stale []string) ([]string, error) {
	writes := d.derived(files, stale)
	if err := d.commit(writes); err != nil {
		return nil, err
	}
	return pathsOf(writes), nil
}

// CheckDerived lists the paths that WriteDerived would change.
func (d *Dir) CheckDerived(files tree.Tree, stale []string) []string {
	return pathsOf(d.derived(files, stale))
}

func (d *Dir) derived(files tree.Tree, stale []string) []write {
	var writes []write
	seen := d.Observe(append(files.Paths(), stale...))
	for _, path := range files.Paths() {
		f, _ := files.Get(path)
		old := seen[path]
		if !old.Exists || old.Kind != merge.Regular || !merge.SameText(old.Data, f.Data) {
			writes = append(writes, write{path: path, data: f.Data, executable: f.Executable || old.Executable, givesWay: true})
		}
	}
	for _, path := range slices.Sorted(slices.Values(stale)) {
		if _, wanted := files.Get(path); seen[path].Exists && !wanted {
			writes = append(writes, write{path: path, remove: true, givesWay: true})
		}
	}
	return writes
}

func pathsOf(writes []write) []string {
	var paths []string
	for _, w := range writes {
		paths = append(paths, w.path)
	}
	slices.Sort(paths)
	return paths
}

// commit makes all writes, in their order, or none.
func (d *Dir) commit(writes []write) error {
	// 1 preflight: nothing is written before all of it can be
	if len(writes) == 0 {
		return nil
	}
	switch {
	case d.disk.root == nil:
		return fmt.Errorf("write to %s: %w", d.path, fs.ErrNotExist)
	case d.Interrupted():
		return errors.New("write: an interrupted run has to be recovered first")
	}
	if err := d.preflight(writes); err != nil {
		return err
	}
	// 2 stage: new contents and copies of the old ones
	j, err := d.stage(writes)
	if err != nil {
		return errors.Join(fmt.Errorf("prepare to write: %w", err), d.discard())
	}
	// 3 move into place, and let the journal's list go: done; or back
	err = d.complete(j)
	if err == nil {
		err = d.forget()
	}
	if err != nil {
		left, undoErr := d.undo(j)
		return errors.Join(err, undoErr, leftAlone(left))
	}
	// 4 clean up; what cannot be removed now, the next Recover removes
	_ = d.disk.removeAll(journalDir)
	return nil
}

// leftAlone is the error for paths that were touched while opwright was at work.
func leftAlone(left []string) error {
	var faults []error
	for _, path := range left {
		faults = append(faults, fmt.Errorf("undo %s: changed meanwhile, left alone", path))
	}
	return errors.Join(faults...)
}
