package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// demo is what the steps hand on.
type demo struct {
	out   io.Writer
	since time.Time // when the present step began

	suite   *harness.Suite
	project *harness.Project
	binary  string
	cluster *harness.Cluster
	manager *harness.Manager
	kubelet *harness.Process
	sample  *unstructured.Unstructured
	shown   string // the Ready condition that was printed last
}

type step struct {
	title    string
	deadline time.Duration
	run      func(context.Context) error
}

func (d *demo) steps() []step {
	const compile, wait = 20 * time.Minute, 2 * time.Minute
	return []step{
		{"Make a project", compile, d.scaffold},
		{"Build its manager", compile, d.build},
		{"Start a control plane: kube-apiserver and etcd, with RBAC", wait, d.startCluster},
		{"Install CRDs, RBAC and the rest of config/default", wait, d.install},
		{"Run the manager, with the permissions of its own ServiceAccount", wait, d.startManager},
		{"Apply a Storefront", wait, d.applySample},
		{"Let its Pods run", wait, d.runPods},
		{"Edit the Deployment behind the operator's back", wait, d.drift},
		{"Stop", wait, d.stop},
	}
}

func (d *demo) scaffold(ctx context.Context) (err error) {
	if d.suite, err = harness.NewSuite(ctx); err != nil {
		return err
	}
	variant := harness.Variant{Name: "shop", Args: []string{"--api", "shop/v1alpha1/Storefront"}}
	d.say("$ opwright %s", strings.Join(variant.InitArgs("shop"), " "))
	d.since = time.Now() // without the build of opwright
	d.project, err = d.suite.Project(ctx, variant)
	return err
}

func (d *demo) build(ctx context.Context) (err error) {
	d.say("$ go build -o bin/manager ./cmd     (the first time Kubernetes' libraries are compiled, too)")
	d.binary, err = d.project.Build(ctx)
	return err
}

func (d *demo) startCluster(context.Context) (err error) {
	d.cluster, err = d.suite.StartCluster()
	return err
}

func (d *demo) install(ctx context.Context) error {
	objects, err := d.project.Kustomize("config/default")
	if err != nil {
		return err
	}
	if err := d.cluster.Apply(ctx, objects...); err != nil {
		return err
	}
	d.say("%d objects applied, the operator's namespace is %s", len(objects), d.project.Namespace())
	return nil
}

func (d *demo) startManager(ctx context.Context) (err error) {
	d.say("as system:serviceaccount:%s:%s", d.project.Namespace(), d.project.Account())
	if d.manager, err = d.cluster.StartManager(ctx, d.project, d.binary); err != nil {
		return err
	}
	if err := d.manager.AwaitReady(ctx); err != nil {
		return err
	}
	d.say("/readyz says ok: its caches have synced")
	return nil
}

func (d *demo) applySample(ctx context.Context) error {
	samples, err := d.project.Kustomize("config/samples")
	if err != nil {
		return err
	}
	d.sample = samples[0]
	if err := d.cluster.Apply(ctx, d.sample); err != nil {
		return err
	}
	d.event("applied  %s %s", d.sample.GetKind(), d.sample.GetName())
	for _, child := range d.children() {
		if _, err := d.cluster.Wait(ctx, child, "made by the operator", func(*unstructured.Unstructured) bool { return true }); err != nil {
			return err
		}
		d.event("created  %s %s", child.GetKind(), child.GetName())
	}
	return d.awaitReady(ctx, "False")
}

// children are what a Storefront becomes.
func (d *demo) children() []*unstructured.Unstructured {
	namespace, name := d.sample.GetNamespace(), d.sample.GetName()
	return []*unstructured.Unstructured{
		harness.Object("apps/v1", "Deployment", namespace, name),
		harness.Object("v1", "Service", namespace, name),
		harness.Object("v1", "ConfigMap", namespace, name),
	}
}

func (d *demo) runPods(ctx context.Context) (err error) {
	if d.kubelet, err = d.cluster.StartKubelet(d.sample.GetNamespace()); err != nil {
		return err
	}
	if err := d.kubelet.Log.Wait(ctx, "\n"); err != nil {
		return err
	}
	d.say("%s", strings.SplitN(d.kubelet.Log.String(), "\n", 2)[0])
	d.since = time.Now() // without the build of the stand-in
	return d.awaitReady(ctx, "True")
}

// awaitReady prints the Ready condition as it changes, until it has a status.
func (d *demo) awaitReady(ctx context.Context, status string) error {
	_, err := d.cluster.Wait(ctx, d.sample, "Ready="+status, func(now *unstructured.Unstructured) bool {
		ready := harness.Condition(now, "Ready")
		line := fmt.Sprintf("Ready=%v  %v  %v", ready["status"], ready["reason"], ready["message"])
		if len(ready) > 0 && line != d.shown {
			d.shown = line
			d.event("%s", line)
		}
		return ready["status"] == status
	})
	return err
}

func (d *demo) drift(ctx context.Context) error {
	deployment := d.children()[0]
	wanted, _, _ := unstructured.NestedInt64(d.sample.Object, "spec", "replicas")
	patch := client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"replicas":7}}`))
	if err := d.cluster.Client.Patch(ctx, deployment.DeepCopy(), patch); err != nil {
		return err
	}
	d.event("edited   Deployment %s: replicas 7", deployment.GetName())
	_, err := d.cluster.Wait(ctx, deployment, "repaired", func(now *unstructured.Unstructured) bool {
		replicas, _, _ := unstructured.NestedInt64(now.Object, "spec", "replicas")
		return replicas == wanted
	})
	if err == nil {
		d.event("repaired Deployment %s: replicas %d", deployment.GetName(), wanted)
	}
	return err
}

func (d *demo) stop(context.Context) error {
	took, err := d.manager.Stop()
	d.manager = nil
	if err != nil {
		return err
	}
	d.say("the manager ended %s after SIGTERM with exit code 0", seconds(took))
	return d.cleanUp()
}

// cleanUp stops what runs and removes what was written. It can be called twice.
func (d *demo) cleanUp() error {
	var errs []error
	if d.manager != nil {
		_, err := d.manager.Stop()
		errs = append(errs, err)
	}
	if d.kubelet != nil {
		_, err := d.kubelet.Stop()
		errs = append(errs, err)
	}
	if d.cluster != nil {
		errs = append(errs, d.cluster.Stop())
	}
	if d.suite != nil {
		errs = append(errs, d.suite.Close())
	}
	d.manager, d.kubelet, d.cluster, d.suite = nil, nil, nil, nil
	return errors.Join(errs...)
}

func (d *demo) printf(format string, args ...any) { _, _ = fmt.Fprintf(d.out, format, args...) }

func (d *demo) say(format string, args ...any) { d.printf("   "+format+"\n", args...) }

// event is something that happened, with its time since the step began.
func (d *demo) event(format string, args ...any) {
	d.printf("   +%s  %s\n", seconds(time.Since(d.since)), strings.TrimSpace(fmt.Sprintf(format, args...)))
}
