package workdir

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestMain plays a second opwright where a test asks for one.
func TestMain(m *testing.M) {
	if dir := os.Getenv("WORKDIR_TEST_HOLD"); dir != "" {
		d, err := Open(dir)
		if err == nil {
			_, err = d.Lock(time.Second)
		}
		fmt.Println("locked", err)
		time.Sleep(time.Minute)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestLockOfAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "WORKDIR_TEST_HOLD="+dir)
	out, err := other.StdoutPipe()
	must(t, err)
	must(t, other.Start())
	defer other.Wait()
	defer other.Process.Kill()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "locked <nil>\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	d, err := Open(dir)
	must(t, err)
	defer d.Close()
	_, err = d.Lock(50 * time.Millisecond)
	var held *HeldError
	if !errors.As(err, &held) || held.PID != other.Process.Pid {
		t.Fatalf("got %v, want it held by %d", err, other.Process.Pid)
	}
	must(t, other.Process.Kill())
	unlock, err := d.Lock(5 * time.Second)
	must(t, err)
	unlock()
	if exists(filepath.Join(dir, ".opwright")) {
		t.Error("the lock leaves its folder behind")
	}
}

func TestLockIsExclusive(t *testing.T) {
	dir := t.TempDir()
	var inside atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			d, err := Open(dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer d.Close()
			for range 5 {
				unlock, err := d.Lock(30 * time.Second)
				if err != nil {
					t.Error(err)
					return
				}
				if inside.Add(1) != 1 {
					t.Error("two at once")
				}
				time.Sleep(time.Millisecond)
				inside.Add(-1)
				unlock()
			}
		})
	}
	wg.Wait()
}

func TestLinkedStateFolderIsRefused(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	must(t, os.Symlink(elsewhere, filepath.Join(dir, ".opwright")))
	d, err := Open(dir)
	must(t, err)
	defer d.Close()
	if _, err := d.Lock(0); err == nil || err.Error() != "make .opwright: it is no folder" {
		t.Errorf("got %v", err)
	}
}
