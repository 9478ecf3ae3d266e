package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// newProject compares the way to a project with one API, its CRD, RBAC and deep copies.
func (b *bench) newProject(ctx context.Context) error {
	return b.compare(ctx,
		command{name: "`opwright init` with one API, derived files included", run: func(ctx context.Context, dir string) error {
			return b.exec(ctx, b.dir, b.opwright, "init", dir, "--domain", "example.com", "--module", "example.com/bench", "--api", "shop/v1/Cart")
		}},
		command{name: "kubebuilder `init`, `create api`, `make manifests`, its tools installed", before: func(_ context.Context, dir string) error {
			return b.copyTool(dir)
		}, run: b.kubebuilderProject},
		command{name: "the same with the installation of its tools", before: func(_ context.Context, dir string) error {
			return os.MkdirAll(dir, 0o755)
		}, run: b.kubebuilderProject},
	)
}

func (b *bench) kubebuilderProject(ctx context.Context, dir string) error {
	for _, args := range [][]string{
		{b.kubebuilder, "init", "--domain", "example.com", "--repo", "example.com/bench"},
		{b.kubebuilder, "create", "api", "--group", "shop", "--version", "v1", "--kind", "Cart", "--resource", "--controller"},
		{"make", "manifests"},
	} {
		if err := b.exec(ctx, dir, args...); err != nil {
			return err
		}
	}
	return nil
}

// copyTool puts controller-gen where kubebuilder's Makefile would install it.
func (b *bench) copyTool(dir string) error {
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	if err := os.Symlink(b.controllergen, filepath.Join(bin, "controller-gen-v0.23.0")); err != nil {
		return err
	}
	return os.Symlink("controller-gen-v0.23.0", filepath.Join(bin, "controller-gen"))
}

// generate compares derived files in a project with 20 APIs.
func (b *bench) generate(ctx context.Context) error {
	dir := filepath.Join(b.dir, "twenty")
	args := []string{b.opwright, "init", dir, "--domain", "example.com", "--module", "example.com/twenty"}
	for i := range 20 {
		args = append(args, "--api", fmt.Sprintf("shop/v1/Kind%d", i))
	}
	if err := b.exec(ctx, b.dir, args...); err != nil {
		return err
	}
	change := func(context.Context, string) error { return b.changeType(dir) }
	changed := command{name: "`opwright generate`, 20 APIs, one type changed", before: change, run: func(ctx context.Context, _ string) error {
		return b.exec(ctx, dir, b.opwright, "generate")
	}}
	theirs := command{name: "`make manifests generate` by controller-gen, the same project and change", before: change, run: func(ctx context.Context, _ string) error {
		return b.exec(ctx, dir, "make", "manifests", "generate", "OPWRIGHT=", "CONTROLLER_GEN="+b.controllergen)
	}}
	unchanged := command{name: "`opwright generate`, 20 APIs, nothing changed", run: changed.run}
	if err := b.compare(ctx, changed, theirs); err != nil {
		return err
	}
	if err := changed.run(ctx, ""); err != nil { // remembers what is there
		return err
	}
	return b.compare(ctx, unchanged)
}

// changeType adds a field to a type, another one each time.
func (b *bench) changeType(dir string) error {
	name := filepath.Join(dir, "api", "shop", "v1", "kind0_types.go")
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	field := fmt.Sprintf("type Kind0Spec struct {\n\tExtra%d string `json:\"extra%d,omitempty\"`\n", b.serial, b.serial)
	return os.WriteFile(name, []byte(strings.Replace(string(data), "type Kind0Spec struct {\n", field, 1)), 0o644)
}

func (b *bench) exec(ctx context.Context, dir string, args ...string) error {
	_, err := harness.Run(ctx, dir, os.Environ(), args[0], args[1:]...)
	return err
}
