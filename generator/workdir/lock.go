package workdir

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/opwright/opwright/generator/state"
)

const lockPath = state.Dir + "/running"

// HeldError says that another opwright works on the project.
type HeldError struct{ PID int }

func (e *HeldError) Error() string {
	who := "another opwright"
	if e.PID > 0 {
		who = fmt.Sprintf("another opwright (process %d)", e.PID)
	}
	return "lock project: " + who + " is at work here\nhint: run it again when that one is done"
}

// Lock makes sure that this process is the only one at work on the project, and
// makes the project's folder if there is none. It waits for another one as long
// as told, then fails with *HeldError. Unlock removes what Lock made and nothing
// filled. A process that dies holds no lock.
func (d *Dir) Lock(wait time.Duration) (unlock func(), err error) {
	if err := d.ensure(); err != nil {
		return nil, err
	}
	if err := d.makeStateDir(); err != nil {
		d.unmake()
		return nil, err
	}
	for deadline := time.Now().Add(wait); ; time.Sleep(20 * time.Millisecond) {
		f, err := d.acquire()
		if err != nil {
			d.tidy()
			return nil, fmt.Errorf("lock project: %w", err)
		}
		if f != nil {
			return func() { d.release(f) }, nil
		}
		if time.Now().After(deadline) {
			return nil, &HeldError{PID: d.holder()}
		}
	}
}

// makeStateDir makes .opwright, which must be a folder of the project's own.
func (d *Dir) makeStateDir() error {
	if err := d.disk.mkdir(state.Dir); err != nil {
		return fmt.Errorf("make %s: %w", state.Dir, err)
	}
	info, err := d.disk.root.Lstat(state.Dir)
	if err != nil {
		return fmt.Errorf("make %s: %w", state.Dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("make %s: it is no folder", state.Dir)
	}
	return nil
}

// acquire returns nil without an error if another process holds the lock.
func (d *Dir) acquire() (*os.File, error) {
	if err := d.makeStateDir(); err != nil { // the one before may have removed it just now
		return nil, err
	}
	f, err := d.openLock()
	if f == nil || err != nil {
		return nil, err
	}
	if err := f.Truncate(0); err == nil {
		_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0) // told to those who wait, no more
	}
	return f, nil
}

func (d *Dir) release(f *os.File) {
	_ = d.disk.root.Remove(lockPath)
	_ = f.Close()
	d.tidy()
}

// tidy removes .opwright and the project's folder where nothing came into them.
func (d *Dir) tidy() {
	_ = d.disk.root.Remove(state.Dir) // refused by the system while something is in it
	d.unmake()
}

// holder is the process that holds the lock, 0 if it did not say so yet.
func (d *Dir) holder() int {
	f, err := d.disk.root.Open(lockPath)
	if err != nil {
		return 0
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 32))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}
