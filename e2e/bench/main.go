package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/opwright/opwright/e2e/internal/harness"
)

func main() {
	runs := flag.Int("runs", 10, "how often each step is measured")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *runs)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, runs int) error {
	dir, err := os.MkdirTemp("", "opwright-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	b := &bench{dir: dir, runs: runs, opwright: os.Getenv("OPWRIGHT_BIN")}
	for _, step := range []func(context.Context) error{b.install, b.newProject, b.generate} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	fmt.Printf("%d cores, %s, medians of %d runs\n\n| What | Seconds | Against opwright |\n|---|---|---|\n%s", runtime.NumCPU(), runtime.Version(), runs, b.table.String())
	return nil
}

type bench struct {
	dir, opwright              string
	kubebuilder, controllergen string
	runs, serial               int
	table                      strings.Builder
}

// install builds the tools that opwright is compared with.
func (b *bench) install(ctx context.Context) error {
	bin := filepath.Join(b.dir, "bin")
	env := append(os.Environ(), "GOBIN="+bin)
	for _, tool := range []string{"sigs.k8s.io/kubebuilder/v4@v4.16.0", "sigs.k8s.io/controller-tools/cmd/controller-gen@v0.23.0"} {
		if _, err := harness.Run(ctx, b.dir, env, "go", "install", tool); err != nil {
			return err
		}
	}
	b.kubebuilder, b.controllergen = filepath.Join(bin, "kubebuilder"), filepath.Join(bin, "controller-gen")
	return nil
}

// command is what is measured; before prepares each run and is not measured.
type command struct {
	name   string
	before func(ctx context.Context, dir string) error
	run    func(ctx context.Context, dir string) error
}

// compare measures commands in turn, so that a slow moment of the machine hits all of them.
func (b *bench) compare(ctx context.Context, commands ...command) error {
	times := make([][]time.Duration, len(commands))
	for range b.runs {
		for i, c := range commands {
			elapsed, err := b.once(ctx, c)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			times[i] = append(times[i], elapsed)
		}
	}
	first := median(times[0])
	for i, c := range commands {
		m := median(times[i])
		fmt.Fprintf(&b.table, "| %s | %.2f | %.1f× |\n", c.name, m.Seconds(), float64(m)/float64(first))
	}
	return nil
}

func (b *bench) once(ctx context.Context, c command) (time.Duration, error) {
	b.serial++
	dir := filepath.Join(b.dir, fmt.Sprintf("run%d", b.serial))
	if c.before != nil {
		if err := c.before(ctx, dir); err != nil {
			return 0, err
		}
	}
	start := time.Now()
	err := c.run(ctx, dir)
	return time.Since(start), err
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return (times[(len(times)-1)/2] + times[len(times)/2]) / 2
}
