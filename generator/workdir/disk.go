package workdir

import (
	"errors"
	"io/fs"
	"os"
)

// disk is the seam for everything that changes a project: each step asks step
// first, which tests use to fail or to stop in the middle. Paths are slash paths
// below root.
type disk struct {
	root *os.Root
	step func(op, path string) error
}

func (d disk) try(op, path string) error {
	if d.step == nil {
		return nil
	}
	return d.step(op, path)
}

// mkdir makes one folder; that it is there already is no fault.
func (d disk) mkdir(path string) error {
	if err := d.try("mkdir", path); err != nil {
		return err
	}
	if err := d.root.Mkdir(path, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// content is a file to be written. Perm goes through the umask unless exact;
// durable content has reached the disk when write returns.
type content struct {
	data           []byte
	perm           fs.FileMode
	exact, durable bool
}

// write makes a file that is not there yet.
func (d disk) write(path string, c content) (err error) {
	if err := d.try("create", path); err != nil {
		return err
	}
	f, err := d.root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, c.perm)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := d.try("write", path); err != nil {
		return err
	}
	if _, err := f.Write(c.data); err != nil {
		return err
	}
	if c.exact {
		if err := f.Chmod(c.perm); err != nil {
			return err
		}
	}
	if c.durable {
		return f.Sync()
	}
	return nil
}

func (d disk) rename(from, to string) error {
	if err := d.try("rename", to); err != nil {
		return err
	}
	return d.root.Rename(from, to)
}

// remove removes a file or an empty folder; that it is gone already is no fault.
func (d disk) remove(path string) error {
	if err := d.try("remove", path); err != nil {
		return err
	}
	if err := d.root.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// removeAll is for the journal alone.
func (d disk) removeAll(path string) error {
	if err := d.try("removeAll", path); err != nil {
		return err
	}
	return d.root.RemoveAll(path)
}

// sync makes the names in a folder durable, where the system can do that.
func (d disk) sync(path string) error {
	f, err := d.root.Open(path)
	if err != nil {
		return err
	}
	_ = f.Sync() // Windows cannot; the renames are ordered there all the same
	return f.Close()
}
