package state

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/tree"
)

func line(path, digest string) Entry {
	return Entry{Path: path, SHA256: digest, Ownership: tree.Merged, Unit: "project"}
}

var (
	one = strings.Repeat("1", 64)
	two = strings.Repeat("2", 64)
)

// mergeByGit merges two ledgers that grew from a third, as git does when branches meet.
func mergeByGit(t *testing.T, style string, ours, base, theirs Lock) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, l := range map[string]Lock{"ours": ours, "base": base, "theirs": theirs} {
		if err := os.WriteFile(filepath.Join(dir, name), l.Encode(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("git", "merge-file", "-p", style, "ours", "base", "theirs")
	cmd.Dir = dir
	out, err := cmd.Output()
	if _, conflicts := err.(*exec.ExitError); err != nil && !conflicts { //nolint:errorlint // nothing wraps it
		t.Fatal(err)
	}
	return out
}

func TestUnion(t *testing.T) {
	base := Lock{Revision: 1, Applied: one, Presets: []PresetPin{{"standard", 1, one, ""}}, Files: []Entry{line("a", one), line("m", one), line("z", one)}}
	ours := Lock{Revision: 1, Applied: two, Presets: base.Presets, Files: []Entry{line("a", one), line("b", one), line("m", two), line("z", one)}}
	theirs := Lock{Revision: 2, Applied: one, Presets: []PresetPin{{"edge", 1, one, ""}, {"standard", 2, two, ""}}, Files: []Entry{line("a", two), line("c", two), line("m", one), line("z", one)}}
	for _, style := range []string{"--diff3", "--zdiff3", "-q"} {
		merged := mergeByGit(t, style, ours, base, theirs)
		if !strings.Contains(string(merged), "<<<<<<< ") {
			t.Fatalf("%s: git found no conflict", style)
		}
		got, notes, err := Union(merged, 2)
		if err != nil {
			t.Fatal(style, err)
		}
		if got.Revision != 2 || !reflect.DeepEqual(got.Presets, theirs.Presets) {
			t.Errorf("%s: revision %d, presets %v", style, got.Revision, got.Presets)
		}
		var paths []string
		for _, e := range got.Files {
			paths = append(paths, e.Path)
		}
		if want := []string{"a", "b", "c", "m", "z"}; !slices.Equal(paths, want) {
			t.Errorf("%s: files %q, want %q", style, paths, want)
		}
		if got.Files[0] != line("a", two) {
			t.Errorf("%s: a is %v, want the line of revision 2", style, got.Files[0])
		}
		if len(notes) == 0 {
			t.Errorf("%s: no notes of the lines that differ", style)
		}
		if _, err := Decode(got.Encode(), 2); err != nil {
			t.Errorf("%s: the union cannot be read: %v", style, err)
		}
	}
}

func TestUnionWithoutConflict(t *testing.T) {
	got, notes, err := Union(example().Encode(), 3)
	if err != nil || len(notes) > 0 || !reflect.DeepEqual(got, example()) {
		t.Errorf("got %+v, %q, %v", got, notes, err)
	}
}

func TestUnionFaults(t *testing.T) {
	for name, text := range map[string]string{
		"no end":  "revision: 1\n<<<<<<< HEAD\npresets: []\n=======\npresets: []\nfiles: []\n",
		"damaged": "<<<<<<< HEAD\nrevision: x\n=======\nrevision: 1\n>>>>>>> b\npresets: []\nfiles: []\n",
		"too new": "<<<<<<< HEAD\nrevision: 1\n=======\nrevision: 9\n>>>>>>> b\npresets: []\nfiles: []\n",
	} {
		if got, _, err := Union([]byte(text), 3); err == nil {
			t.Errorf("%s: no error, but %+v", name, got)
		}
	}
}

func TestUndo(t *testing.T) {
	want := Undo{Lock: one, Verify: true, Files: []UndoFile{
		{Path: "Dockerfile", Before: one, After: two, Executable: true, Conflict: true}, {Path: "new, {odd}", After: two}, {Path: "old", Before: digits},
	}}
	got, err := DecodeUndo(want.Encode())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []string{
		"lock: x\nfiles: []\n",
		"lock: " + one + "\nfiles: [{path: ../x}]\n",
		"lock: " + one + "\nfiles: [{path: .opwright/lock.yaml}]\n",
		"lock: " + one + "\nfiles: [{path: x, before: ../y}]\n",
		"lock: " + one + "\nfile: []\n",
	} {
		if _, err := DecodeUndo([]byte(bad)); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}
