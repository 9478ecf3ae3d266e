//go:build unix

package generator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/templates"
)

// victimStep is set for a process that has to kill itself before a step of an upgrade: "12 /tmp/shop".
const victimStep = "OPWRIGHT_TEST_VICTIM"

// newer is a later release: one file updated, one merged, one in conflict, one dropped and one that arrives.
func newer(t testing.TB, onStep func(op, path string) error) *newest {
	t.Helper()
	files := fstest.MapFS{}
	must(t, fs.WalkDir(templates.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(templates.FS, name)
		files[name] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	}))
	for name, line := range map[string]string{"base/AGENTS.md.tmpl": "newer\n", "base/Makefile.tmpl": "# newer\n", "base/Dockerfile.tmpl": "# newer\n"} {
		files[name].Data = append(files[name].Data, line...)
	}
	files["base/docs/arrives.md"] = &fstest.MapFile{Data: []byte("newer\n"), Mode: 0o644}
	delete(files, "base/.ko.yaml.tmpl")
	this, err := embedded()
	must(t, err)
	return &newest{templates: files, presets: this.presets, revision: this.revision + 1, onStep: onStep}
}

// edited is a project of this release with its owner's edits, and with strangers' files in and around it.
func edited(t *testing.T) *model {
	t.Helper()
	m := &model{T: t, dir: made(t)}
	for name, edit := range map[string]func(string) string{
		"Makefile":   func(text string) string { return "# ours\n" + text },
		"Dockerfile": func(text string) string { return text + "# ours\n" },
	} {
		data, err := os.ReadFile(filepath.Join(m.dir, name))
		m.check(err)
		m.write(name, []byte(edit(string(data))))
	}
	m.check(os.Symlink("../beside.txt", filepath.Join(m.dir, "link")))
	m.plantCanaries()
	return m
}

// again is the same project in another folder.
func (m *model) again() *model {
	m.Helper()
	dir := filepath.Join(m.TempDir(), "project")
	m.check(os.CopyFS(dir, os.DirFS(m.dir)))
	return &model{T: m.T, dir: dir}
}

// upgraded runs the upgrade as a whole. It ends with a conflict, which is no error.
func (m *model) upgraded(onStep func(op, path string) error) error {
	_, err := Upgrade(context.Background(), UpgradeRequest{Dir: m.dir, NoVerify: true, newest: newer(m.T, onStep)})
	return err
}

// between opens the project, as the next command does, and demands that it is before or after the upgrade; one that
// is before can still be upgraded.
func (m *model) between(what string, before, after map[string]string) (done bool) {
	m.Helper()
	s, err := openWith(m.dir, false, newer(m.T, nil))
	m.check(err)
	s.close()
	m.canariesLive(what)
	now := m.withState()
	if done = now["Makefile"] == after["Makefile"]; !done {
		m.same(what+": undone", before, now)
		m.check(m.upgraded(nil))
		now = m.withState()
	}
	m.same(what+": done", after, now)
	return done
}

// withState is a snapshot with modes and with the ledger, which has to agree with the files, and without any journal.
func (m *model) withState() map[string]string {
	m.Helper()
	found := m.snapshot()
	for name := range found {
		info, err := os.Lstat(filepath.Join(m.dir, name))
		m.check(err)
		found[name] = info.Mode().String() + "\n" + found[name]
	}
	ledger, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(state.LockPath)))
	m.check(err)
	found[state.LockPath] = string(ledger)
	if _, err := os.Stat(filepath.Join(m.dir, ".opwright", "journal")); !errors.Is(err, fs.ErrNotExist) {
		m.Errorf("the journal is still there: %v", err)
	}
	return found
}

// upgradeOutcome is what the files are before and after an upgrade that nothing disturbs.
func (m *model) upgradeOutcome() (before, after map[string]string) {
	undisturbed := m.again()
	undisturbed.plantCanaries()
	before = undisturbed.withState()
	m.check(undisturbed.upgraded(nil))
	after = undisturbed.withState()
	if !strings.Contains(after["Dockerfile"], "<<<<<<< yours") || after["docs/arrives.md"] == "" || after[".ko.yaml"] != "" ||
		!strings.Contains(after["Makefile"], "\n# ours\n") || !strings.HasSuffix(after["Makefile"], "# newer\n") {
		m.Fatalf("the upgrade is not what this test is about: %q", sortedKeys(after))
	}
	return before, after
}

// Whatever step of an upgrade fails, and why, the project is as before, or as after.
func TestUpgradeFailsAnywhere(t *testing.T) {
	project := edited(t)
	before, after := project.upgradeOutcome()
	reasons := []error{syscall.ENOSPC, syscall.EROFS, syscall.EINTR}
	for n := 1; ; n++ {
		m, left, cause := project.again(), n, reasons[n%len(reasons)]
		m.plantCanaries()
		err := m.upgraded(func(string, string) error {
			if left--; left == 0 {
				return cause
			}
			return nil
		})
		if left > 0 {
			m.check(err)
			t.Logf("%d steps", n-1)
			return
		}
		if done := m.between(fmt.Sprintf("step %d, %v", n, cause), before, after); done != (err == nil) {
			t.Errorf("step %d: the upgrade says %v, and done is %v", n, err, done)
		}
	}
}

// A process that is killed before any step leaves a project that the next command finds, or makes, as before or as after.
func TestUpgradeIsKilledAnywhere(t *testing.T) {
	if step, dir, child := strings.Cut(os.Getenv(victimStep), " "); child {
		dieAt(t, dir, step)
		return
	}
	project := edited(t)
	before, after := project.upgradeOutcome()
	self, err := os.Executable()
	must(t, err)
	seen := map[bool]int{}
	for n := 1; ; n++ {
		m := project.again()
		m.plantCanaries()
		child := exec.CommandContext(t.Context(), self, "-test.run=^TestUpgradeIsKilledAnywhere$")
		child.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", victimStep, n, m.dir))
		out, err := child.CombinedOutput()
		var exit *exec.ExitError
		switch {
		case err == nil:
			if seen[false] < 5 || seen[true] < 1 {
				t.Errorf("killed %d times before the commit, %d times after it", seen[false], seen[true])
			}
			return
		case !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL:
			t.Fatalf("step %d: %v\n%s", n, err, out)
		}
		seen[m.between(fmt.Sprintf("killed at step %d", n), before, after)]++
	}
}

// dieAt upgrades a project, and ends this process without notice before a step.
func dieAt(t *testing.T, dir, step string) {
	t.Helper()
	left, err := strconv.Atoi(step)
	must(t, err)
	must(t, (&model{T: t, dir: dir}).upgraded(func(string, string) error {
		if left--; left == 0 {
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		return nil
	}))
}
