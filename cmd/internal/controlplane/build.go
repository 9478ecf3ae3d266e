package controlplane

import (
	"context"
	"fmt"
)

// fromModules builds both programs from their Go modules, in the embedded
// module that pins every version. The go command's build cache keeps what an
// interrupted run has compiled, so the next one goes on where it stopped.
func (o Options) fromModules(ctx context.Context, stage, scratch string) error {
	if known, err := DefaultVersion(); err != nil || known != o.Version {
		return fmt.Errorf("Kubernetes %s asked for, only %s can be built", o.Version, known) //nolint:staticcheck // ST1005: a proper name begins with a capital
	}
	if err := writeModule(scratch); err != nil {
		return err
	}
	o.note("building Kubernetes %s's control plane from Go modules: once a machine, about 15 minutes on two cores", o.Version)
	for _, name := range programs() { // etcd first: it is done in a minute
		if err := o.build(ctx, scratch, name, program(stage, name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (o Options) build(ctx context.Context, dir, name, target string) error {
	// Without the version, the API server would call itself v0.0.0-master.
	flags := "-s -w -X k8s.io/component-base/version.gitVersion=v" + o.Version
	cmd, err := goCommand(ctx, dir, "build", "-v", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", target, packageOf(name))
	if err != nil {
		return err
	}
	m := &meter{}
	cmd.Stderr = m
	stop := o.show(func() string { return "building " + name + ": " + m.String() })
	defer stop()
	if err := cmd.Run(); err != nil {
		return explain(ctx, err, m.complaint())
	}
	return nil
}

func packageOf(name string) string {
	if name == etcd {
		return "go.etcd.io/etcd/server/v3"
	}
	return kubernetesModule + "/cmd/" + name
}
