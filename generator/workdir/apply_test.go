package workdir

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/opwright/opwright/generator/merge"
)

func TestApply(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder", "with ünicode")
	d, unlock := open(t, dir)
	defer unlock()
	first := map[string]string{"Makefile": "all:\n", "config/crd/a b.yaml": "a: 1\n", "hack/run.sh": "echo\n"}
	must(t, render(t, d, files(t, first), merge.Init))
	before := snapshot(t, dir)
	if info, err := os.Stat(filepath.Join(dir, "hack/run.sh")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o100 == 0 {
		t.Errorf("run.sh is not executable: %v", err)
	}
	if strings.Contains(before, "journal") {
		t.Errorf("the journal is left:\n%s", before)
	}
	stamp := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(filepath.Join(dir, ".opwright/lock.yaml"), stamp, stamp))
	must(t, render(t, d, files(t, first), merge.Init))
	if after := snapshot(t, dir); after != before {
		t.Errorf("a second run changes\n%sto\n%s", before, after)
	}
	if info, err := os.Stat(filepath.Join(dir, ".opwright/lock.yaml")); err != nil || info.ModTime().After(stamp.Add(time.Minute)) {
		t.Errorf("a second run wrote the ledger: %v", err)
	}
	must(t, render(t, d, files(t, map[string]string{"Makefile": "all: x\n"}), merge.Later))
	if d.Exists("hack/run.sh") || !d.Exists("hack") {
		t.Error("the file should be gone, the folder should not")
	}
}

func TestApplyKeepsModeAndStyle(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	dir := t.TempDir()
	d, unlock := open(t, dir)
	defer unlock()
	must(t, render(t, d, files(t, map[string]string{"f": "a\n", "g.sh": "a\n"}), merge.Init))
	must(t, os.WriteFile(filepath.Join(dir, "f"), []byte("a\r\n"), 0o644))
	must(t, os.Chmod(filepath.Join(dir, "f"), 0o440))
	must(t, os.Chmod(filepath.Join(dir, "g.sh"), 0o775))
	must(t, render(t, d, files(t, map[string]string{"f": "b\n", "g.sh": "b\n"}), merge.Later))
	if data, err := os.ReadFile(filepath.Join(dir, "f")); err != nil || string(data) != "b\r\n" {
		t.Errorf("f is %q, %v", data, err)
	}
	for name, want := range map[string]os.FileMode{"f": 0o440, "g.sh": 0o775} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v (%v)", name, info.Mode().Perm(), want, err)
		}
	}
}

func TestPreflight(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, map[string]string{"file": "x\n", "dir/": "", "Case": "x\n", "marked": "<<<<<<< yours\na\n=======\nb\n>>>>>>> new\n", "real/f": "x\n", "stale": "x\n"})
	must(t, os.Symlink("real", filepath.Join(dir, "linked")))
	must(t, os.Symlink("file", filepath.Join(dir, "link")))
	d, unlock := open(t, dir)
	before := snapshot(t, dir)
	stale := change(d, "stale", merge.Update, "y\n")
	stale.Before = strings.Repeat("0", 64)
	err := d.Apply([]merge.Change{
		change(d, "../out", merge.Create, "x"),
		change(d, "case", merge.Create, "x"),
		change(d, "dir", merge.Create, "x"),
		change(d, "file/below", merge.Create, "x"),
		change(d, "fine", merge.Create, "x"),
		change(d, "FINE", merge.Create, "x"),
		change(d, "link", merge.Update, "x"),
		change(d, "linked/f", merge.Create, "x"),
		change(d, "marked", merge.Update, "x"),
		stale,
	}, emptyLock, nil)
	want := `write ../out: not a relative slash path
write case: Case is in its place
write dir: a folder is in its place
write file/below: file is in its place
write FINE: differs from fine in case only, or not at all
write link: a link is in its place, and links are left alone
write linked/f: linked is a link, and links are left alone
write marked: it holds conflict markers; settle them first
write stale: it changed since the plan was made`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if after := snapshot(t, dir); after != before {
		t.Errorf("something was written:\n%s\nbefore\n%s", after, before)
	}
	unlock()
	if after := snapshot(t, dir); strings.Contains(after, ".opwright") {
		t.Errorf("state is left behind:\n%s", after)
	}
}

func TestApplyRefuses(t *testing.T) {
	d, unlock := open(t, t.TempDir())
	defer unlock()
	err := d.Apply([]merge.Change{
		{Path: "Makefile", Action: merge.Refuse, Reason: "it is here already"},
		{Path: ".opwright/lock.yaml", Action: merge.Create},
	}, emptyLock, nil)
	if want := "write Makefile: it is here already\nwrite .opwright/lock.yaml: opwright's own state"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("this user may write everywhere")
	}
	dir := t.TempDir()
	fill(t, dir, map[string]string{"shut/": ""})
	must(t, os.Chmod(filepath.Join(dir, "shut"), 0o555))
	d, unlock := open(t, dir)
	defer unlock()
	err := d.Apply([]merge.Change{change(d, "shut/f", merge.Create, "x")}, emptyLock, nil)
	if err == nil || err.Error() != "write shut/f: folder shut is not writable" {
		t.Errorf("got %v", err)
	}
}

func TestObserve(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, map[string]string{"a/file": "x\n", "Readme.md": "x\n", "plain": "x\n"})
	must(t, os.Symlink("a", filepath.Join(dir, "link")))
	project := filepath.Join(t.TempDir(), "project") // the project's folder may be a link
	must(t, os.Symlink(dir, project))
	d, err := Open(project)
	must(t, err)
	defer d.Close()
	seen := d.Observe([]string{"a", "a/file", "none", "link", "link/file", "README.md", "plain/x"})
	want := map[string]merge.Version{
		"a":         {Exists: true, Kind: merge.Dir},
		"a/file":    {Exists: true, Data: []byte("x\n")},
		"link":      {Exists: true, Kind: merge.Link},
		"link/file": {Exists: true, Kind: merge.Link, Via: "link"},
		"README.md": {Exists: true, Kind: merge.Other, Via: "Readme.md"},
		"plain/x":   {Exists: true, Kind: merge.Other, Via: "plain"},
	}
	for path, w := range want {
		if got := seen[path]; got.Kind != w.Kind || got.Via != w.Via || string(got.Data) != string(w.Data) || !got.Exists {
			t.Errorf("%s: got %+v, want %+v", path, got, w)
		}
	}
	if len(seen) != len(want) {
		t.Errorf("saw %v", seen)
	}
}

func TestLostBase(t *testing.T) {
	dir := t.TempDir()
	d, unlock := open(t, dir)
	defer unlock()
	must(t, render(t, d, files(t, map[string]string{"f": "a\n", "g": "b\n"}), merge.Init))
	s, err := d.LoadState(1)
	must(t, err)
	must(t, os.Remove(filepath.Join(dir, ".opwright/base", s.Lock.Files[0].SHA256+".gz")))
	s, err = d.LoadState(1)
	if err != nil || len(s.Lost) != 1 || s.Lost[0] != "f" || s.New {
		t.Errorf("got %+v, %v", s, err)
	}
	must(t, render(t, d, files(t, map[string]string{"f": "a\n", "g": "b\n"}), merge.Later))
	if s, err = d.LoadState(1); err != nil || len(s.Lost) != 0 {
		t.Errorf("the base is not repaired: %+v, %v", s.Lost, err)
	}
}

func TestWriteDerived(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, map[string]string{"crd/a.yaml": "a\n", "crd/b.yaml": "b\r\n", "crd/old.yaml": "old\n", "crd/own.yaml": "own\n"})
	d, unlock := open(t, dir)
	defer unlock()
	want := files(t, map[string]string{"crd/a.yaml": "new\n", "crd/b.yaml": "b\n", "rbac/role.yaml": "role\n"})
	stale := []string{"crd/old.yaml", "crd/none.yaml"}
	stamp := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(filepath.Join(dir, "crd/b.yaml"), stamp, stamp))
	const list = "crd/a.yaml crd/old.yaml rbac/role.yaml"
	if got := strings.Join(d.CheckDerived(want, stale), " "); got != list {
		t.Errorf("would change %s, want %s", got, list)
	}
	got, err := d.WriteDerived(want, stale)
	if err != nil || strings.Join(got, " ") != list {
		t.Errorf("changed %v (%v), want %s", got, err, list)
	}
	if d.Exists("crd/old.yaml") || !d.Exists("crd/own.yaml") {
		t.Error("only the stale file should be gone")
	}
	if info, err := os.Stat(filepath.Join(dir, "crd/b.yaml")); err != nil || info.ModTime().After(stamp.Add(time.Minute)) {
		t.Errorf("an unchanged file was written: %v", err)
	}
	if again, err := d.WriteDerived(want, stale); err != nil || len(again) != 0 {
		t.Errorf("a second run changes %v, %v", again, err)
	}
}
