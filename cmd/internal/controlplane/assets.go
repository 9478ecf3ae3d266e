package controlplane

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// AssetsVariable is the environment variable that envtest reads the folder from.
const AssetsVariable = "KUBEBUILDER_ASSETS"

const hint = "\nhint: install Go, or set " + AssetsVariable + " to a folder with kube-apiserver and etcd"

// Options says where to look. The zero value is what the command line wants.
type Options struct {
	Env      func(string) string // reads KUBEBUILDER_ASSETS; os.Getenv by default
	CacheDir string              // <user cache>/opwright/controlplane by default
	Out      io.Writer           // notes and progress; io.Discard by default
	Version  string              // of Kubernetes, without "v"; DefaultVersion() by default

	timing timing // tests make it short
}

// timing limits what could hang on a half-open network, and paces the progress.
type timing struct {
	probe    time.Duration // asking a program for its version
	install  time.Duration // go install setup-envtest
	list     time.Duration // setup-envtest reading its index: fails fast on a closed network
	download time.Duration // setup-envtest fetching the programs
	poll     time.Duration // between two looks at a held lock
	repaint  time.Duration // progress on a terminal
	log      time.Duration // progress anywhere else
}

// source is a way to get the programs. fill puts them into the folder stage;
// scratch is a folder for whatever it needs beside them, removed afterwards.
type source struct {
	name string
	fill func(ctx context.Context, stage, scratch string) error
}

// Assets returns the path of a folder with a kube-apiserver and an etcd that
// run on this machine, making it where there is none. Why a way was passed over
// is said on o.Out; the error tells what the last one failed of.
func Assets(ctx context.Context, o Options) (string, error) {
	o, err := o.withDefaults()
	if err != nil {
		return "", fmt.Errorf("find a control plane: %w", err)
	}
	if dir, ok := o.fromVariable(ctx); ok {
		return dir, nil
	}
	c := newCache(o)
	if c.ready(ctx) {
		return c.dir, nil
	}
	if err := o.prepare(ctx, c); err != nil {
		return "", fmt.Errorf("prepare a control plane: %w", err)
	}
	return c.dir, nil
}

func (o Options) withDefaults() (Options, error) {
	if o.Env == nil {
		o.Env = os.Getenv
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.timing == (timing{}) {
		o.timing = timing{
			probe: 30 * time.Second, install: 3 * time.Minute, list: 20 * time.Second, download: 10 * time.Minute,
			poll: 250 * time.Millisecond, repaint: time.Second, log: time.Minute,
		}
	}
	var err error
	if o.Version == "" {
		if o.Version, err = DefaultVersion(); err != nil {
			return o, err
		}
	}
	if o.CacheDir == "" {
		o.CacheDir, err = defaultCacheDir()
	}
	return o, err
}

func defaultCacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder: %w\nhint: set %s to a folder with kube-apiserver and etcd", err, AssetsVariable)
	}
	return filepath.Join(dir, "opwright", "controlplane"), nil
}

// fromVariable takes the folder that the variable names. A broken one is passed
// over, since a stale export in a shell profile is common, but never silently.
func (o Options) fromVariable(ctx context.Context) (string, bool) {
	dir := o.Env(AssetsVariable)
	if dir == "" {
		return "", false
	}
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = check(ctx, dir, o.timing.probe)
	}
	if err != nil {
		o.note("%s is passed over: %v", AssetsVariable, err)
		return "", false
	}
	return dir, true
}

// prepare fills the cache from the first source that works. The lock makes a
// second opwright wait, and then take what the first one made.
func (o Options) prepare(ctx context.Context, c cache) error {
	unlock, err := c.lock(ctx, func() { o.note("another opwright prepares the control plane, waiting for it") })
	if err != nil {
		return err
	}
	defer unlock()
	if c.ready(ctx) {
		return nil
	}
	if err := c.sweep(); err != nil {
		return err
	}
	for _, s := range o.sources() {
		if err = c.install(ctx, s); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s: %w", s.name, context.Cause(ctx))
		}
		err = fmt.Errorf("%s: %w", s.name, err)
		o.note("%v", err)
	}
	return fmt.Errorf("%w%s", err, hint)
}

func (o Options) sources() []source {
	return []source{
		{"setup-envtest", o.fromSetupEnvtest},
		{"build from Go modules", o.fromModules},
	}
}

func (o Options) note(format string, args ...any) {
	_, _ = fmt.Fprintf(o.Out, "opwright: "+format+"\n", args...) // progress that cannot be shown is no fault
}
