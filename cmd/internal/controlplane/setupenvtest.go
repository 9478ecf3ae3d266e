package controlplane

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// setupEnvtest is built at this version where none is in PATH. Its releases
// follow controller-runtime's.
const setupEnvtest = "sigs.k8s.io/controller-runtime/tools/setup-envtest@v0.25.1"

// fromSetupEnvtest takes what setup-envtest has on disk, or lets it download.
// It has no timeouts of its own, so each step gets one; reading the index first
// tells a closed network from a slow download.
func (o Options) fromSetupEnvtest(ctx context.Context, stage, scratch string) error {
	tool, err := o.findSetupEnvtest(ctx, scratch)
	if err != nil {
		return err
	}
	version := minor(o.Version) + ".x" // not every patch release is published there, and any will do
	use := []string{"use", "--use-env=false", "-p", "path", version}
	dir, err := output(ctx, o.timing.list, tool, append(use, "-i")...)
	if err != nil {
		if dir, err = o.download(ctx, tool, version, use); err != nil {
			return err
		}
	}
	for _, name := range programs() {
		if err := copyFile(program(dir, name), program(stage, name)); err != nil {
			return err
		}
	}
	return nil
}

func (o Options) download(ctx context.Context, tool, version string, use []string) (string, error) {
	list, err := output(ctx, o.timing.list, tool, "list", version)
	if err != nil {
		return "", err
	}
	if list == "" {
		return "", fmt.Errorf("no %s in its index", version)
	}
	stop := o.show(func() string { return "downloading the control plane with setup-envtest" })
	defer stop()
	return output(ctx, o.timing.download, tool, use...)
}

// findSetupEnvtest looks in PATH, then builds the tool, which takes some
// seconds and needs no more than the module proxy.
func (o Options) findSetupEnvtest(ctx context.Context, scratch string) (string, error) {
	if path, err := exec.LookPath("setup-envtest"); err == nil {
		return path, nil
	}
	ctx, cancel := context.WithTimeout(ctx, o.timing.install)
	defer cancel()
	cmd, err := goCommand(ctx, scratch, "install", setupEnvtest)
	if err != nil {
		return "", err
	}
	cmd.Env = append(cmd.Env, "GOBIN="+scratch)
	said, err := cmd.CombinedOutput()
	if err != nil {
		return "", explain(ctx, err, lastLine(string(said)))
	}
	return program(scratch, "setup-envtest"), nil
}

func minor(version string) string {
	parts := strings.SplitN(version, ".", 3)
	return strings.Join(parts[:min(len(parts), 2)], ".")
}
