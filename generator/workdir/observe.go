package workdir

import (
	"io/fs"
	"path"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/tree"
)

// Observe reads what is on disk at the given slash paths. Paths with nothing
// there are left out. Links are seen, never followed, on the way too.
func (d *Dir) Observe(paths []string) map[string]merge.Version {
	o := observer{disk: d.disk, folders: map[string]map[string]fs.DirEntry{}}
	seen := map[string]merge.Version{}
	for _, p := range paths {
		if v := o.version(p); v.Exists {
			seen[p] = v
		}
	}
	return seen
}

// observer reads each folder once.
type observer struct {
	disk    disk
	folders map[string]map[string]fs.DirEntry
}

// version walks to a path, so that it finds what is in the way.
func (o observer) version(name string) merge.Version {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		here := path.Join(parts[:i+1]...)
		entries := o.folder(path.Dir(here))
		entry, found := entries[part]
		if !found {
			return twin(path.Dir(here), part, entries)
		}
		last := i == len(parts)-1
		switch kind := kindOf(entry.Type()); {
		case last && kind == merge.Regular:
			return o.read(name)
		case last:
			return merge.Version{Exists: true, Kind: kind}
		case kind != merge.Dir:
			return merge.Version{Exists: true, Kind: blocking(kind), Via: here}
		}
	}
	return merge.Version{}
}

// blocking is the kind of a parent that is no folder; a plain file in the way
// must not look like the file that was asked for.
func blocking(kind merge.FileKind) merge.FileKind {
	if kind == merge.Regular {
		return merge.Other
	}
	return kind
}

// twin looks for a name that differs in case only: the same name for some disks.
func twin(dir, name string, entries map[string]fs.DirEntry) merge.Version {
	for other := range entries {
		if strings.EqualFold(other, name) {
			return merge.Version{Exists: true, Kind: merge.Other, Via: path.Join(dir, other)}
		}
	}
	return merge.Version{}
}

func (o observer) folder(dir string) map[string]fs.DirEntry {
	if entries, known := o.folders[dir]; known {
		return entries
	}
	entries := map[string]fs.DirEntry{}
	if o.disk.root != nil {
		list, _ := fs.ReadDir(o.disk.root.FS(), dir) // what cannot be read is found by preflight
		for _, entry := range list {
			entries[entry.Name()] = entry
		}
	}
	o.folders[dir] = entries
	return entries
}

func (o observer) read(name string) merge.Version {
	info, err := o.disk.root.Lstat(name)
	if err != nil {
		return merge.Version{Exists: true, Kind: merge.Other}
	}
	data, err := o.disk.root.ReadFile(name)
	if err != nil {
		return merge.Version{Exists: true, Kind: merge.Other}
	}
	return merge.Version{Data: data, Executable: executable(info.Mode()), Exists: true}
}

func kindOf(mode fs.FileMode) merge.FileKind {
	switch {
	case mode.IsRegular():
		return merge.Regular
	case mode.IsDir():
		return merge.Dir
	case mode&fs.ModeSymlink != 0:
		return merge.Link
	}
	return merge.Other
}

// executable tells whether the owner of a file may run it. Windows has no such
// bit: there no file is executable, and no mode is ever seen as edited.
func executable(mode fs.FileMode) bool { return mode&0o100 != 0 }

// condition is a short word for what is at a path: empty if nothing, or the
// digest and mode of a file, or what is in the way. Two conditions are equal if
// nothing happened in between.
func (d *Dir) condition(name string) string {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := d.disk.root.Lstat(dir); err == nil && !info.IsDir() {
			return "blocked"
		}
	}
	info, err := d.disk.root.Lstat(name)
	switch {
	case err != nil:
		return ""
	case !info.Mode().IsRegular():
		return "no file"
	}
	data, err := d.disk.root.ReadFile(name)
	if err != nil {
		return "unreadable"
	}
	return conditionOf(data, executable(info.Mode()))
}

func conditionOf(data []byte, executable bool) string {
	if executable {
		return tree.Digest(data) + "+x"
	}
	return tree.Digest(data)
}
