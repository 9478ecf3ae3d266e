package controlplane

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const childVariable = "OPWRIGHT_TEST_CACHE" // set in the process that is to be killed

// TestKilledBuild kills a process in the middle of its build, so hard that it
// can neither clean up nor stop its children. The lock must go with it, even
// though the go command that it started lives on.
func TestKilledBuild(t *testing.T) {
	if dir := os.Getenv(childVariable); dir != "" {
		_, err := Assets(t.Context(), Options{Env: func(string) string { return "" }, CacheDir: dir})
		t.Fatalf("not killed: %v", err)
	}
	m := newMachine(t, map[string]string{"go": strings.Replace(goHangs, "echo started", "echo $$", 1)})
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledBuild$")
	child.Env = append(os.Environ(), childVariable+"="+m.options.CacheDir)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return strings.HasSuffix(m.calls(), "\n") })
	t.Cleanup(func() { endOrphan(t, m.calls()) })
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed, and says so

	if left, err := filepath.Glob(m.cached() + ".tmp-*"); len(left) != 1 {
		t.Fatalf("the killed run left %q, %v, want its staging folder", left, err)
	}
	m.write(filepath.Join(m.bin, "go"), goBuilds)
	if _, err := Assets(t.Context(), m.options); err != nil {
		t.Fatal(err)
	}
	m.wantOnly(filepath.Base(m.cached()))
	if strings.Contains(m.out.String(), "waiting") {
		t.Errorf("waited for a dead process: %s", m.out.String())
	}
}

// endOrphan ends the go command that the killed process started.
func endOrphan(t *testing.T, logged string) {
	pid, err := strconv.Atoi(strings.Fields(logged)[0])
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(pid)
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		t.Error(err)
	}
}
