package controlplane

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// command is a program that ends politely when ctx does: an interrupt lets the
// go command remove its work folder, and only one that does not listen is killed.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// goCommand is the go command, shielded from the folder and the settings that
// opwright was started with: a go.work above, GOFLAGS=-mod=vendor, a GOOS for
// cross compiling.
func goCommand(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, errors.New("the go command is not in PATH")
	}
	cmd := command(ctx, path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(),
		"GOWORK=off", "GO111MODULE=on",
		"GOFLAGS=-mod=readonly", // never empty: that would let `go env -w GOFLAGS` through
		"GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH, "CGO_ENABLED=0",
		"GOTMPDIR="+dir, // within the staging folder, so that a killed build is swept with it
	)
	return cmd, nil
}

// output runs cmd within a limit and returns what it printed; the error holds
// the last line that it complained with.
func output(ctx context.Context, limit time.Duration, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := command(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", explain(ctx, err, lastLine(stderr.String()))
	}
	return strings.TrimSpace(stdout.String()), nil
}

// explain prefers what the program said over its exit status, and says it when
// the time was up.
func explain(ctx context.Context, err error, said string) error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errors.New("no answer in time")
	case said != "":
		return errors.New(said)
	default:
		return err
	}
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// copyFile is for a target on another file system; a hard link is tried first,
// since the pair is 150 MB.
func copyFile(from, to string) (err error) {
	if os.Link(from, to) == nil {
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // read only
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err := io.Copy(out, in); err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	return nil
}
