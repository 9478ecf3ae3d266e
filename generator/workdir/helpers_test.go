package workdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
)

// fill writes files into a folder; a name that ends in a slash is a folder.
func fill(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, data := range files {
		native := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(native, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(native), 0o755))
		must(t, os.WriteFile(native, []byte(data), 0o644))
	}
}

// snapshot writes a folder as one line an entry, so that two compare as text.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		fmt.Fprintf(&b, "%s %v", filepath.ToSlash(rel), info.Mode())
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			fmt.Fprintf(&b, " %s", tree.Digest(data)[:8])
			if err != nil {
				return err
			}
		}
		b.WriteString("\n")
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "nothing"
	}
	must(t, err)
	return b.String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open opens and locks a project for the length of a test or until unlock.
func open(t *testing.T, path string) (d *Dir, unlock func()) {
	t.Helper()
	d, err := Open(path)
	must(t, err)
	release, err := d.Lock(time.Second)
	must(t, err)
	return d, func() {
		release()
		_ = d.Close()
	}
}

// files makes a tree of merged files.
func files(t *testing.T, list map[string]string) (made tree.Tree) {
	t.Helper()
	for name, data := range list {
		must(t, made.Add(name, tree.File{
			Data: []byte(data), Executable: strings.HasSuffix(name, ".sh"), Ownership: tree.Merged, Unit: "project",
		}))
	}
	return made
}

// render plans and applies a whole render, the way upgrade does.
func render(t *testing.T, d *Dir, theirs tree.Tree, mode merge.Mode) error {
	t.Helper()
	s, err := d.LoadState(1)
	must(t, err)
	paths := theirs.Paths()
	for path := range s.Records {
		paths = append(paths, path)
	}
	plan := merge.DecideTree(merge.TreeInput{Records: s.Records, Ours: d.Observe(paths), Theirs: theirs, Mode: mode, Prune: true})
	next, texts := s.Lock.Next(plan.Changes)
	next.Revision = 1
	return d.Apply(plan.Changes, next, texts)
}

// change is one change of a plan, decided on what is on disk.
func change(d *Dir, path string, action merge.Action, data string) merge.Change {
	c := merge.Change{Path: path, Action: action, Data: []byte(data), Ownership: tree.Merged}
	if v := d.Observe([]string{path})[path]; v.Exists && v.Kind == merge.Regular {
		c.Before = tree.Digest(v.Data)
	}
	return c
}

var emptyLock = state.Lock{Revision: 1}
