package manifests

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"go/token"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
)

const (
	toolsModule = "sigs.k8s.io/controller-tools"
	// toolsVersion is used where the binary does not know its own dependencies, as in tests. A test compares it
	// with go.mod.
	toolsVersion = "v0.23.0"
)

// controllerTools is the version that generated CRDs name. In process, controller-tools would name the version of
// our main module instead.
func controllerTools() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return toolsVersion
	}
	for _, dep := range info.Deps {
		if dep.Path == toolsModule {
			return dep.Version
		}
	}
	return toolsVersion
}

// toolchain is what the go command says about a project.
type toolchain struct {
	module   *modfile.File
	env      []string // of the go command, for loading packages
	flags    []string // build flags for loading packages
	warnings []string

	Version   string `json:"GOVERSION"`
	Workspace string `json:"GOWORK"`
	Flags     string `json:"GOFLAGS"`
	ModCache  string `json:"GOMODCACHE"`
	OS        string `json:"GOOS"`
	Arch      string `json:"GOARCH"`
}

// probe reads go.mod and asks the go command about its environment. It refuses a module that this binary's own Go
// cannot read, because the parser and type checker in it are that Go's.
func probe(ctx context.Context, dir string) (*toolchain, error) {
	module, err := readModule(dir)
	if err != nil {
		return nil, err
	}
	if err := supported(module, runtime.Version()); err != nil {
		return nil, err
	}
	t := &toolchain{module: module, env: os.Environ()}
	if err := t.ask(ctx, dir); err != nil {
		return nil, err
	}
	if newer(t.Version, runtime.Version()) {
		t.warnings = append(t.warnings, fmt.Sprintf("the go command is %s and opwright was built with %s: "+
			"build opwright with the newer one if loading fails", t.Version, runtime.Version()))
	}
	t.leaveForeignWorkspace(dir)
	if strings.Contains(t.Flags, "-mod=mod") {
		t.flags = append(t.flags, "-mod=readonly") // listing packages must never edit go.mod
	}
	return t, nil
}

func readModule(dir string) (*modfile.File, error) {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return nil, fmt.Errorf("generate in %s: %w", dir, err)
	}
	module, err := modfile.ParseLax("go.mod", data, nil)
	if err != nil {
		return nil, fmt.Errorf("go.mod: %w", err)
	}
	if module.Module == nil {
		return nil, &Fault{File: "go.mod", Message: "there is no module line"}
	}
	return module, nil
}

// supported compares the go line with the Go that built this binary.
func supported(module *modfile.File, own string) error {
	if module.Go == nil || !newer("go"+module.Go.Version, own) {
		return nil
	}
	return &Fault{
		File: "go.mod",
		Line: module.Go.Syntax.Start.Line,
		Message: fmt.Sprintf("the module needs Go %s and opwright was built with %s: build opwright with Go %s or newer",
			module.Go.Version, own, module.Go.Version),
	}
}

// newer compares language versions; a development version counts as the newest.
func newer(a, b string) bool {
	return version.IsValid(a) && version.IsValid(b) && version.Compare(version.Lang(a), version.Lang(b)) > 0
}

func (t *toolchain) ask(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOVERSION", "GOWORK", "GOFLAGS", "GOMODCACHE", "GOOS", "GOARCH")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("generate: the go command is not in PATH")
	}
	if err != nil {
		return fmt.Errorf("go env: %s", cmp.Or(firstLine(stderr.String()), err.Error()))
	}
	if err := json.Unmarshal(out, t); err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	return nil
}

// leaveForeignWorkspace turns the workspace off when it does not list the module: the go command would find no
// package of it. The owner's go.work is not touched.
func (t *toolchain) leaveForeignWorkspace(dir string) {
	if t.Workspace == "" || t.Workspace == "off" || listed(t.Workspace, dir) {
		return
	}
	t.warnings = append(t.warnings, fmt.Sprintf("%s does not list this module: loading with GOWORK=off", t.Workspace))
	t.env = append(t.env, "GOWORK=off")
	t.Workspace = "off"
}

func listed(workspace, dir string) bool {
	data, err := os.ReadFile(workspace)
	if err != nil {
		return false
	}
	work, err := modfile.ParseWork(workspace, data, nil)
	if err != nil {
		return false
	}
	for _, use := range work.Use {
		path := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(workspace), path)
		}
		if resolved, err := filepath.EvalSymlinks(path); err == nil && resolved == dir {
			return true
		}
	}
	return false
}

// buildContext chooses files as the go command does when controller-tools calls it.
func (t *toolchain) buildContext() *build.Context {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH = t.OS, t.Arch
	ctx.BuildTags = []string{"ignore_autogenerated"}
	ctx.ReleaseTags = releaseTags(t.Version, build.Default.ReleaseTags)
	return &ctx
}

func releaseTags(goVersion string, fallback []string) []string {
	_, minor, found := strings.Cut(version.Lang(goVersion), "go1.")
	last, err := strconv.Atoi(minor)
	if !found || err != nil {
		return fallback
	}
	tags := make([]string, last)
	for i := range tags {
		tags[i] = fmt.Sprintf("go1.%d", i+1)
	}
	return tags
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// at is a position without a line, for faults that concern a whole folder.
func at(path string) token.Position { return token.Position{Filename: path} }
