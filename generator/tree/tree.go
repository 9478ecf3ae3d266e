package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Ownership says who a file belongs to after it was written.
type Ownership string

const (
	// Merged files follow the templates: an upgrade merges into them.
	Merged Ownership = "merged"
	// Once files are made once and are the project owner's from then on.
	Once Ownership = "once"
)

// File is one file of a tree.
type File struct {
	// Data is the content, byte for byte.
	Data []byte
	// Executable is the only part of a file mode that a tree knows.
	Executable bool
	// Ownership says who the file belongs to once it is on disk.
	Ownership Ownership
	// Unit is what brought the file: "project",
	// "api shop.example.com/v1alpha1/Storefront", "controller storefront".
	Unit string
}

// Tree is a set of files by slash path. Its zero value is ready to use.
type Tree struct {
	files map[string]File
	// names maps the folded form of each file and folder to how it was first
	// spelled, so that Makefile and makefile never share a folder.
	names map[string]entry
}

// entry is a name in use: a file, or a folder on the way to one.
type entry struct {
	path, unit string
	folder     bool
}

// Add puts f at name, a path that fs.ValidPath accepts. It fails, and leaves
// the tree as it was, if the name is taken, differs from a taken one in case
// only, or would make one path both a file and a folder.
func (t *Tree) Add(name string, f File) error {
	if !fs.ValidPath(name) || name == "." || strings.Contains(name, `\`) {
		return fmt.Errorf("add %q (%s): not a relative slash path", name, f.Unit)
	}
	added := claims(name, f.Unit)
	for _, e := range added {
		if err := t.check(e, name); err != nil {
			return err
		}
	}
	t.put(name, f, added)
	return nil
}

// claims lists what a file takes: its folders, outermost first, then itself.
func claims(name, unit string) []entry {
	list := []entry{{path: name, unit: unit}}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		list = append(list, entry{path: dir, unit: unit, folder: true})
	}
	slices.Reverse(list)
	return list
}

// check compares a claim, made for the file called name, with the tree.
func (t *Tree) check(e entry, name string) error {
	old, taken := t.names[strings.ToLower(e.path)]
	switch {
	case !taken || (old == entry{e.path, old.unit, true} && e.folder):
		return nil
	case old.path != e.path:
		return fmt.Errorf("add %s (%s): differs from %s (%s) in case only", name, e.unit, old.path, old.unit)
	case old.folder != e.folder:
		return fmt.Errorf("add %s (%s): %s (%s) would be a file and a folder", name, e.unit, old.path, old.unit)
	default:
		return fmt.Errorf("add %s (%s): already there (%s)", name, e.unit, old.unit)
	}
}

func (t *Tree) put(name string, f File, added []entry) {
	if t.files == nil {
		t.files, t.names = map[string]File{}, map[string]entry{}
	}
	t.files[name] = f
	for _, e := range added {
		if key := strings.ToLower(e.path); t.names[key].path == "" {
			t.names[key] = e
		}
	}
}

// Get returns the file at name.
func (t Tree) Get(name string) (File, bool) {
	f, ok := t.files[name]
	return f, ok
}

// Paths lists all files, sorted.
func (t Tree) Paths() []string { return slices.Sorted(maps.Keys(t.files)) }

// Len is the number of files.
func (t Tree) Len() int { return len(t.files) }

// Digest is the lower-case hexadecimal SHA-256 of data.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
