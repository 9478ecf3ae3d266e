package harness

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Run runs a command to its end and returns what it printed on both streams.
// The error of a failed one holds the last lines of that.
func Run(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, 5*time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		line := strings.Join(append([]string{filepath.Base(name)}, args...), " ")
		return string(out), fmt.Errorf("%s: %w\n%s", line, err, Tail(string(out), 60))
	}
	return string(out), nil
}

// Tail is the last n lines of text.
func Tail(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
