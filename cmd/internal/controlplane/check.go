package controlplane

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

const (
	apiserver = "kube-apiserver"
	etcd      = "etcd"
)

func programs() []string { return []string{etcd, apiserver} }

// check runs both programs for their version: a file that is there may still
// be of another architecture, cut off, or on a file system without exec.
func check(ctx context.Context, dir string, limit time.Duration) error {
	for _, name := range programs() {
		ctx, cancel := context.WithTimeout(ctx, limit)
		err := exec.CommandContext(ctx, program(dir, name), "--version").Run()
		cancel()
		if err != nil {
			return fmt.Errorf("run %s --version: %w", name, err)
		}
	}
	return nil
}

func program(dir, name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(dir, name)
}
