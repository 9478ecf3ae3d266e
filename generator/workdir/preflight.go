package workdir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/tree"
)

// preflight finds what would stop a write, for all of them.
func (d *Dir) preflight(writes []write) error {
	var faults []error
	o := observer{disk: d.disk, folders: map[string]map[string]fs.DirEntry{}}
	names := map[string]string{}
	refused := map[string]bool{}
	for _, w := range writes {
		if why := w.fault(o); why != "" {
			faults = append(faults, fmt.Errorf("write %s: %s", w.path, why))
			continue
		}
		key := strings.ToLower(w.path)
		if other, taken := names[key]; taken {
			faults = append(faults, fmt.Errorf("write %s: differs from %s in case only, or not at all", w.path, other))
		}
		names[key] = w.path
		if dir := d.nearestFolder(w.path); !refused[dir] && !writable(filepath.Join(d.path, filepath.FromSlash(dir))) {
			refused[dir] = true
			faults = append(faults, fmt.Errorf("write %s: folder %s is not writable", w.path, dir))
		}
	}
	return errors.Join(faults...)
}

// fault says why a path cannot be written, empty if it can.
func (w write) fault(o observer) string {
	if !fs.ValidPath(w.path) || w.path == "." {
		return "not a relative slash path"
	}
	v := o.version(w.path)
	digest := ""
	if v.Exists && v.Kind == merge.Regular {
		digest = tree.Digest(v.Data)
	}
	switch {
	case v.Exists && v.Kind != merge.Regular:
		return v.Describe(w.path)
	case w.givesWay:
		return ""
	case digest != w.before:
		return "it changed since the plan was made"
	case hasMarkers(v.Data) && !w.overMarkers:
		return "it holds conflict markers; settle them first"
	}
	return ""
}

// hasMarkers tells whether a merge by git or opwright was left half done.
func hasMarkers(data []byte) bool {
	opened, closed := false, false
	for line := range bytes.Lines(data) {
		opened = opened || bytes.HasPrefix(line, []byte("<<<<<<< "))
		closed = closed || opened && bytes.HasPrefix(line, []byte(">>>>>>> "))
	}
	return closed
}

// nearestFolder is the innermost folder above a path that is there.
func (d *Dir) nearestFolder(name string) string {
	dir := path.Dir(name)
	for dir != "." && !d.Exists(dir) {
		dir = path.Dir(dir)
	}
	return dir
}

// within tells whether name is below dir.
func within(dir, name string) bool { return strings.HasPrefix(name, dir+"/") }
