//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package workdir

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// openLock takes the lock if nobody has it. The system drops it with the
// process, so a file that a killed one left stands in nobody's way.
func (d *Dir) openLock() (*os.File, error) {
	f, err := d.disk.root.OpenFile(lockPath, os.O_RDWR|os.O_CREATE, 0o666)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // the one before has just removed the folder
	}
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, nil
		}
		return nil, err
	}
	// The one before may have removed the file after it was opened here: then
	// this lock is on a file that nobody else will find.
	held, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	named, err := d.disk.root.Lstat(lockPath)
	if err == nil && os.SameFile(held, named) {
		return f, nil
	}
	return nil, f.Close() // to be opened anew
}
