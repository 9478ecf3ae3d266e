package harness

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// Tool installs a Go program, such as sigs.k8s.io/kubebuilder/v4@v4.16.0, and
// returns its path. It stays in the user's cache folder for later runs.
func (s *Suite) Tool(ctx context.Context, program string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("install %s: %w", program, err)
	}
	dir := filepath.Join(cache, "opwright-e2e")
	name, version := toolName(program)
	bin := filepath.Join(dir, name+"-"+version)
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	return bin, s.install(ctx, program, dir, name, bin)
}

// install builds aside and renames, so that an interrupted build is not taken
// for a tool.
func (s *Suite) install(ctx context.Context, program, dir, name, bin string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("install %s: %w", program, err)
	}
	aside, err := os.MkdirTemp(dir, "install-")
	if err != nil {
		return fmt.Errorf("install %s: %w", program, err)
	}
	defer func() { _ = os.RemoveAll(aside) }()
	if _, err := Run(ctx, s.Dir, s.Env("GOBIN="+aside, "CGO_ENABLED=0"), "go", "install", program); err != nil {
		return fmt.Errorf("install %s: %w", program, err)
	}
	return os.Rename(filepath.Join(aside, name), bin)
}

// toolName is what "go install" calls the program, and its version.
func toolName(program string) (name, version string) {
	pkg, version, _ := strings.Cut(program, "@")
	if majorVersion.MatchString(path.Base(pkg)) {
		pkg = path.Dir(pkg)
	}
	return path.Base(pkg), version
}

// RunWith is Run with further variables in the environment.
func (p *Project) RunWith(ctx context.Context, env []string, name string, args ...string) (string, error) {
	return Run(ctx, p.Dir, p.suite.Env(env...), name, args...)
}
