package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Suite is what all tests of one run share. Make it with NewSuite.
type Suite struct {
	// Root is the folder of opwright's own sources.
	Root string
	// Opwright is the binary under test.
	Opwright string
	// Assets is the folder with kube-apiserver and etcd.
	Assets string
	// Dir is the working folder.
	Dir string

	keep     bool
	mu       sync.Mutex
	projects map[string]func() (*Project, error)
	kubelet  func() (string, error)
}

// NewSuite finds or builds what a run needs. OPWRIGHT_BIN names a binary to use
// instead of a fresh build, KUBEBUILDER_ASSETS a control plane, and
// OPWRIGHT_E2E_DIR a working folder that is kept for a look afterwards.
func NewSuite(ctx context.Context) (*Suite, error) {
	s := &Suite{projects: map[string]func() (*Project, error){}}
	s.kubelet = sync.OnceValues(func() (string, error) { return s.buildKubelet(context.WithoutCancel(ctx)) })
	for _, step := range []func(context.Context) error{s.findRoot, s.makeDir, s.findOpwright, s.findAssets} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// Close removes the working folder.
func (s *Suite) Close() error {
	if s.keep || s.Dir == "" {
		return nil
	}
	return os.RemoveAll(s.Dir)
}

// Env is the environment of everything that a suite starts.
func (s *Suite) Env(extra ...string) []string {
	return append(append(os.Environ(), "KUBEBUILDER_ASSETS="+s.Assets), extra...)
}

func (s *Suite) findRoot(context.Context) error {
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("find the sources: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "cmd", "opwright", "main.go")); err == nil {
			s.Root = dir
			return nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return errors.New("find the sources: no folder above this one holds cmd/opwright")
		}
		dir = parent
	}
}

func (s *Suite) makeDir(context.Context) error {
	if dir := os.Getenv("OPWRIGHT_E2E_DIR"); dir != "" {
		s.Dir, s.keep = dir, true
		return os.MkdirAll(dir, 0o755)
	}
	dir, err := os.MkdirTemp("", "opwright-e2e-")
	s.Dir = dir
	return err
}

func (s *Suite) findOpwright(ctx context.Context) error {
	if bin := os.Getenv("OPWRIGHT_BIN"); bin != "" {
		s.Opwright = bin
		return nil
	}
	s.Opwright = filepath.Join(s.Dir, "bin", "opwright")
	_, err := Run(ctx, s.Root, append(os.Environ(), "CGO_ENABLED=0"),
		"go", "build", "-trimpath", "-o", s.Opwright, "./cmd/opwright")
	return err
}

func (s *Suite) findAssets(ctx context.Context) error {
	if s.Assets = os.Getenv("KUBEBUILDER_ASSETS"); s.Assets != "" {
		return nil
	}
	out, err := Run(ctx, s.Dir, os.Environ(), s.Opwright, "envtest")
	// Progress is printed before it: the path is the last line.
	lines := strings.Split(strings.TrimSpace(out), "\n")
	s.Assets = lines[len(lines)-1]
	return err
}

func (s *Suite) buildKubelet(ctx context.Context) (string, error) {
	bin := filepath.Join(s.Dir, "bin", "kubelet-stand-in")
	_, err := Run(ctx, filepath.Join(s.Root, "e2e"), os.Environ(), "go", "build", "-o", bin, "./cmd/kubelet-stand-in")
	return bin, err
}
