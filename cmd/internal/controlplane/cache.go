package controlplane

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// cache is the folder of one version and platform within opwright's cache, and
// the names that stand beside it: <name>.lock and <name>.tmp-<random>.
type cache struct {
	dir    string
	timing timing
}

func newCache(o Options) cache {
	name := fmt.Sprintf("%s-%s-%s", o.Version, runtime.GOOS, runtime.GOARCH)
	return cache{dir: filepath.Join(o.CacheDir, name), timing: o.timing}
}

func (c cache) ready(ctx context.Context) bool {
	return check(ctx, c.dir, c.timing.probe) == nil
}

// lock waits for the lock file, calling busy once if it has to wait. The file
// stays for good: removing one that another process has open would split the
// lock in two. The kernel drops the lock of a process that dies.
func (c cache) lock(ctx context.Context, busy func()) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(c.dir), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(c.dir+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := acquire(ctx, f, c.timing.poll, busy); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil // closing is what unlocks
}

func acquire(ctx context.Context, f *os.File, poll time.Duration, busy func()) error {
	for waited := false; ; waited = true {
		held, err := tryLock(f)
		if err != nil {
			return fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		if held {
			return nil
		}
		if !waited {
			busy()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for %s: %w", f.Name(), context.Cause(ctx))
		case <-time.After(poll):
		}
	}
}

// sweep removes what a killed run left. Only the holder of the lock may call it.
func (c cache) sweep() error {
	entries, err := os.ReadDir(filepath.Dir(c.dir))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(c.dir)+".tmp-") {
			err = errors.Join(err, os.RemoveAll(filepath.Join(filepath.Dir(c.dir), e.Name())))
		}
	}
	return err
}

// install fills a staging folder from s, tries the result and moves it into
// place. Whatever happens before the rename, the cached folder stays as it was.
func (c cache) install(ctx context.Context, s source) (err error) {
	tmp, err := os.MkdirTemp(filepath.Dir(c.dir), filepath.Base(c.dir)+".tmp-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	stage, scratch, old := filepath.Join(tmp, "stage"), filepath.Join(tmp, "scratch"), filepath.Join(tmp, "old")
	if err := errors.Join(os.Mkdir(stage, 0o755), os.Mkdir(scratch, 0o755)); err != nil {
		return err
	}
	if err := s.fill(ctx, stage, scratch); err != nil {
		return err
	}
	if err := check(ctx, stage, c.timing.probe); err != nil {
		return err
	}
	// A broken folder from before goes out of the way, and with tmp.
	if err := os.Rename(c.dir, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(stage, c.dir)
}
