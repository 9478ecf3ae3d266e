package e2e

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// suite is set once, before the first test.
var suite *harness.Suite

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	ctrl.SetLogger(logr.Discard()) // without one, envtest complains
	var err error
	if suite, err = harness.NewSuite(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "prepare the tests:", err)
		return 1
	}
	defer func() {
		if err := suite.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "clean up:", err)
		}
	}()
	return m.Run()
}

// within is the test's context with a deadline.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// project is a variant's shared project; nobody may change its files.
func project(t *testing.T, v harness.Variant) *harness.Project {
	t.Helper()
	return must[*harness.Project](t)(suite.Project(context.WithoutCancel(t.Context()), v))
}

func startCluster(t *testing.T) *harness.Cluster {
	t.Helper()
	c := must[*harness.Cluster](t)(suite.StartCluster())
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// startManager starts a project's manager in a cluster where it is installed,
// and shows the end of its log if the test fails.
func startManager(t *testing.T, c *harness.Cluster, p *harness.Project) *harness.Manager {
	t.Helper()
	ctx := within(t, 5*time.Minute)
	binary := must[string](t)(p.Build(ctx))
	m := must[*harness.Manager](t)(c.StartManager(ctx, p, binary))
	t.Cleanup(func() {
		_, _ = m.Stop()
		if t.Failed() {
			t.Logf("the end of the manager's log:\n%s", harness.Tail(m.Log.String(), 40))
		}
	})
	return m
}

// startKubelet lets the Pods of a namespace run, as far as anyone can see.
func startKubelet(t *testing.T, c *harness.Cluster, namespace string) *harness.Process {
	t.Helper()
	k := must[*harness.Process](t)(c.StartKubelet(namespace))
	t.Cleanup(func() {
		if _, err := k.Stop(); err != nil {
			t.Error(err)
		}
	})
	check(t, k.Log.Wait(within(t, time.Minute), "reports Pods as running"))
	t.Log(k.Log.String())
	return k
}

// rendered is what a folder of a project asks for.
func rendered(t *testing.T, p *harness.Project, folder string) []*unstructured.Unstructured {
	t.Helper()
	return must[[]*unstructured.Unstructured](t)(p.Kustomize(folder))
}
