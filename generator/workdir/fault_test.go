package workdir

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/state"
)

var errStop = errors.New("stopped by the test")

// stopAt makes the n-th step fail, and all after it too if dead: then the
// process might as well have been killed.
func stopAt(n int, dead bool) (step func(op, path string) error, reached *bool) {
	reached = new(bool)
	return func(string, string) error {
		n--
		if n == 0 || n < 0 && dead {
			*reached = true
			return errStop
		}
		return nil
	}, reached
}

// project is a rendered project with files of the owner in and around it, and
// a render that updates, creates, deletes and changes a mode.
func project(t *testing.T) (dir string, upgrade map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "project")
	d, unlock := open(t, dir)
	must(t, render(t, d, files(t, map[string]string{"Makefile": "1\n", "b/edited": "1\n", "b/old": "1\n", "b/run.sh": "1\n", "same": "1\n"}), merge.Init))
	unlock()
	fill(t, dir, map[string]string{"canary": "mine\n", "b/canary": "mine\n", "b/edited": "mine\n", "../canary": "mine\n"})
	return dir, map[string]string{"Makefile": "2\n", "b/edited": "1\n", "b/run.sh": "2\n", "c/d/new": "2\n", "new.sh": "2\n", "same": "1\n"}
}

// outcome applies the upgrade to a project of its own and shows it.
func outcome(t *testing.T) (before, after string) {
	dir, upgrade := project(t)
	before = snapshot(t, filepath.Dir(dir))
	d, unlock := open(t, dir)
	must(t, render(t, d, files(t, upgrade), merge.Later))
	unlock()
	return before, snapshot(t, filepath.Dir(dir))
}

func TestFailureAnywhereUndoes(t *testing.T) {
	before, done := outcome(t)
	for n := 1; ; n++ {
		dir, upgrade := project(t)
		d, unlock := open(t, dir)
		step, reached := stopAt(n, false)
		d.disk.step = step
		err := render(t, d, files(t, upgrade), merge.Later)
		d.disk.step = nil
		_, recoverErr := d.Recover()
		must(t, recoverErr)
		unlock()
		if !*reached {
			must(t, err)
			if n < 30 {
				t.Errorf("only %d steps", n)
			}
			return
		}
		after := snapshot(t, filepath.Dir(dir))
		if err != nil && after != before || err == nil && after != done {
			t.Errorf("step %d: %v\n%s\nbefore\n%s", n, err, after, before)
		}
	}
}

func TestDeathAnywhereIsRecovered(t *testing.T) {
	before, after := outcome(t)
	seen := map[string]int{}
	for n := 1; ; n++ {
		dir, upgrade := project(t)
		d, unlock := open(t, dir)
		step, reached := stopAt(n, true)
		d.disk.step = step
		_ = render(t, d, files(t, upgrade), merge.Later)
		unlock()
		if !*reached {
			break
		}
		recoverThrough(t, dir)
		got := snapshot(t, filepath.Dir(dir))
		if got != before && got != after {
			t.Fatalf("step %d: neither before nor after:\n%s", n, got)
		}
		seen[got]++
	}
	if seen[before] < 5 || seen[after] < 5 {
		t.Errorf("%d times before, %d times after", seen[before], seen[after])
	}
}

// recoverThrough recovers, dying at each step once on the way.
func recoverThrough(t *testing.T, dir string) {
	t.Helper()
	for n := 1; ; n++ {
		d, unlock := open(t, dir)
		step, reached := stopAt(n, true)
		d.disk.step = step
		_, err := d.Recover()
		unlock()
		if !*reached {
			must(t, err)
			return
		}
	}
}

// TestOwnerEditsAfterDeath: the owner's edit survives, and the next run still
// knows what it wanted to change.
func TestOwnerEditsAfterDeath(t *testing.T) {
	for n := 1; ; n++ {
		dir, upgrade := project(t)
		before := snapshot(t, filepath.Dir(dir))
		d, unlock := open(t, dir)
		step, reached := stopAt(n, true)
		d.disk.step = step
		_ = render(t, d, files(t, upgrade), merge.Later)
		unlock()
		if !*reached {
			return
		}
		interrupted := d.path != "" && exists(filepath.Join(dir, ".opwright/journal/todo.json"))
		fill(t, dir, map[string]string{"Makefile": "edited\n"})
		d, unlock = open(t, dir)
		got, err := d.Recover()
		unlock()
		must(t, err)
		if data, _ := os.ReadFile(filepath.Join(dir, "Makefile")); string(data) != "edited\n" {
			t.Fatalf("step %d: the edit is lost: %q", n, data)
		}
		if !interrupted {
			continue
		}
		if got.Outcome != Undone || strings.Join(got.Left, " ") != "Makefile" {
			t.Errorf("step %d: got %+v", n, got)
		}
		fill(t, dir, map[string]string{"Makefile": "1\n"})
		if after := snapshot(t, filepath.Dir(dir)); after != before {
			t.Errorf("step %d: the rest is not as before:\n%s", n, after)
		}
	}
}

// TestFailedInitLeavesNothing: not even the folder that it made.
func TestFailedInitLeavesNothing(t *testing.T) {
	for n := 1; ; n++ {
		root := t.TempDir()
		before := snapshot(t, root)
		d, unlock := open(t, filepath.Join(root, "deep", "shop"))
		step, reached := stopAt(n, false)
		d.disk.step = step
		err := render(t, d, files(t, map[string]string{"a/b": "1\n", "c": "1\n"}), merge.Init)
		unlock()
		if !*reached {
			must(t, err)
			return
		}
		if after := snapshot(t, root); err != nil && after != before {
			t.Errorf("step %d: %v\n%s", n, err, after)
		}
	}
}

func TestDamagedStageIsUndone(t *testing.T) {
	before, _ := outcome(t)
	dir, upgrade := project(t)
	d, unlock := open(t, dir)
	d.disk.step = func(_, path string) error {
		if path == "b/run.sh" {
			return errStop
		}
		if path == undoPath {
			return errStop // and dead
		}
		return nil
	}
	if err := render(t, d, files(t, upgrade), merge.Later); err == nil {
		t.Fatal("no error")
	}
	unlock()
	staged, err := filepath.Glob(filepath.Join(dir, ".opwright/journal/new/*"))
	must(t, err)
	for _, path := range staged {
		must(t, os.WriteFile(path, []byte("torn"), 0o644))
	}
	d, unlock = open(t, dir)
	if err := render(t, d, files(t, upgrade), merge.Later); err == nil || !strings.Contains(err.Error(), "recovered first") {
		t.Errorf("got %v", err)
	}
	got, err := d.Recover()
	unlock()
	if err != nil || got.Outcome != Undone || len(got.Left) != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
	if after := snapshot(t, filepath.Dir(dir)); after != before {
		t.Errorf("got\n%s\nwant\n%s", after, before)
	}
}

// TestOwnerEditsMeanwhile: between the check and the move, in the same run.
func TestOwnerEditsMeanwhile(t *testing.T) {
	dir, upgrade := project(t)
	d, unlock := open(t, dir)
	d.disk.step = func(op, path string) error {
		if path == todoPath && op == "rename" {
			fill(t, dir, map[string]string{"b/run.sh": "edited\n"})
		}
		return nil
	}
	err := render(t, d, files(t, upgrade), merge.Later)
	unlock()
	want := "write b/run.sh: it changed meanwhile\nundo b/run.sh: changed meanwhile, left alone"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for path, want := range map[string]string{"b/run.sh": "edited\n", "Makefile": "1\n", "b/old": "1\n"} {
		if data, _ := os.ReadFile(filepath.Join(dir, path)); string(data) != want {
			t.Errorf("%s is %q, want %q", path, data, want)
		}
	}
}

// TestDamagedCopyIsNotPutBack: a file that cannot be restored stays, and so does
// the journal.
func TestDamagedCopyIsNotPutBack(t *testing.T) {
	dir, upgrade := project(t)
	d, unlock := open(t, dir)
	d.disk.step = func(_, path string) error {
		if path == state.LockPath || path == undoPath {
			return errStop
		}
		return nil
	}
	_ = render(t, d, files(t, upgrade), merge.Later)
	unlock()
	fill(t, dir, map[string]string{"same": "edited\n", "b/run.sh": "edited\n", ".opwright/journal/old/0": "torn"})
	d, unlock = open(t, dir)
	defer unlock()
	_, err := d.Recover()
	if err == nil || !strings.Contains(err.Error(), "undo Makefile: the copy of the old text is damaged") {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "Makefile")); string(data) != "2\n" || !d.Interrupted() {
		t.Errorf("Makefile is %q, interrupted %v", data, d.Interrupted())
	}
}
