//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package workdir

import (
	"errors"
	"io/fs"
	"os"
)

// openLock takes the lock by making its file. One that a killed process left is
// removed when no process of that number lives.
func (d *Dir) openLock() (*os.File, error) {
	f, err := d.disk.root.OpenFile(lockPath, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case err == nil:
		return f, nil
	case !errors.Is(err, fs.ErrExist):
		return nil, err
	}
	if pid := d.holder(); pid > 0 {
		if _, err := os.FindProcess(pid); err != nil {
			_ = d.disk.root.Remove(lockPath)
		}
	}
	return nil, nil
}
