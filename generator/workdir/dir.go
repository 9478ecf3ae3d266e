package workdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/state"
)

// Dir is a project's folder, which may not exist yet.
type Dir struct {
	path string
	disk disk
	made []string // folders made for the project, outermost first
}

// Open opens a project's folder. One that does not exist is empty until Lock
// makes it. The folder itself may be a link.
func Open(path string) (*Dir, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open project: %w", err)
	}
	root, err := os.OpenRoot(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Dir{path: path}, nil
	case err != nil:
		return nil, fmt.Errorf("open project: %w", err)
	}
	return &Dir{path: path, disk: disk{root: root}}, nil
}

// Path is the absolute native path of the folder.
func (d *Dir) Path() string { return d.path }

// OnStep has step asked before each step on the disk, which fails with its error: for tests of faults. Nil is for none.
func (d *Dir) OnStep(step func(op, path string) error) { d.disk.step = step }

// Close lets go of the folder.
func (d *Dir) Close() error {
	if d.disk.root == nil {
		return nil
	}
	return d.disk.root.Close()
}

// Exists tells whether a slash path is there, whatever it is.
func (d *Dir) Exists(path string) bool {
	if d.disk.root == nil {
		return false
	}
	_, err := d.disk.root.Lstat(path)
	return err == nil
}

// ReadFile reads a slash path; the error is fs.ErrNotExist where nothing is.
func (d *Dir) ReadFile(path string) ([]byte, error) {
	if d.disk.root == nil {
		return nil, fmt.Errorf("read %s: %w", path, fs.ErrNotExist)
	}
	return d.disk.root.ReadFile(path)
}

// State is what opwright remembers of the project.
type State struct {
	Lock    state.Lock
	Records map[string]merge.Record
	// Lost lists paths whose base text is missing or damaged.
	Lost []string
	// New is set if there is no ledger: nothing was ever rendered here.
	New bool
}

// LoadState reads the ledger and the base texts. Supported is the newest
// templates' revision that this binary knows.
func (d *Dir) LoadState(supported int) (State, error) {
	data, err := d.ReadFile(state.LockPath)
	if errors.Is(err, fs.ErrNotExist) {
		return State{New: true, Records: map[string]merge.Record{}}, nil
	}
	if err != nil {
		return State{}, fmt.Errorf("read ledger: %w", err)
	}
	lock, err := state.Decode(data, supported)
	if err != nil {
		return State{}, err
	}
	texts := map[string][]byte{}
	for _, digest := range lock.Digests() {
		if text, err := d.BaseText(digest); err == nil {
			texts[digest] = text
		}
	}
	records, lost := lock.Records(texts)
	return State{Lock: lock, Records: records, Lost: lost}, nil
}

// BaseText reads one text of the base store.
func (d *Dir) BaseText(digest string) ([]byte, error) {
	packed, err := d.ReadFile(state.BasePath(digest))
	if err != nil {
		return nil, fmt.Errorf("read base: %w", err)
	}
	return state.Unpack(digest, packed)
}

// ensure makes the project's folder and those above it that are missing.
func (d *Dir) ensure() error {
	if d.disk.root != nil {
		return nil
	}
	for up := d.path; !exists(up); up = filepath.Dir(up) {
		d.made = append([]string{up}, d.made...)
	}
	if err := os.MkdirAll(d.path, 0o777); err != nil {
		d.unmake()
		return fmt.Errorf("make project: %w", err)
	}
	root, err := os.OpenRoot(d.path)
	if err != nil {
		return fmt.Errorf("open project: %w", err)
	}
	d.disk.root = root
	return nil
}

// unmake removes the folders that ensure made, as far as they are empty.
func (d *Dir) unmake() {
	for _, path := range slices.Backward(d.made) {
		_ = os.Remove(path) // refused by the system while something is in it
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
