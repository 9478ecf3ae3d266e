package e2e

import (
	"os"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// install applies all that config/default asks for.
func install(t *testing.T, c *harness.Cluster, p *harness.Project) {
	t.Helper()
	ctx := within(t, 2*time.Minute)
	check(t, c.Apply(ctx, monitoringCRDs(t)...))
	check(t, c.Apply(ctx, rendered(t, p, "config/default")...))
}

func monitoringCRDs(t *testing.T) []*unstructured.Unstructured {
	t.Helper()
	var crds []*unstructured.Unstructured
	for _, file := range []string{"testdata/servicemonitor_crd.yaml", "testdata/prometheusrule_crd.yaml"} {
		crd := &unstructured.Unstructured{}
		check(t, yaml.Unmarshal(must[[]byte](t)(os.ReadFile(file)), &crd.Object))
		crds = append(crds, crd)
	}
	return crds
}

// Every variant can be installed by kustomize and starts under its own
// ServiceAccount; each of its kinds is served and reconciled.
func TestVariantsRun(t *testing.T) {
	c := startCluster(t)
	for _, v := range variants() {
		t.Run(v.Name, func(t *testing.T) {
			ctx := within(t, 10*time.Minute)
			p := project(t, v)
			install(t, c, p)
			podsAreAdmitted(t, c, p)

			m := startManager(t, c, p)
			check(t, m.AwaitReady(within(t, 2*time.Minute)))
			if kinds(v) == 0 {
				return // nothing to reconcile, and no sample
			}
			samples := rendered(t, p, "config/samples")
			check(t, c.Apply(ctx, samples...))
			for _, sample := range samples {
				if sample.GetKind() == "Status" {
					continue // client-go's dynamic client cannot watch it: it reads each event as an answer of the API server
				}
				must[*unstructured.Unstructured](t)(c.Wait(within(t, time.Minute), sample, "reconciled", func(o *unstructured.Unstructured) bool {
					return harness.Condition(o, "Ready")["status"] != nil
				}))
			}
			t.Logf("%d kinds reconciled", len(samples))
			nothingDenied(t, c, p, m)
		})
	}
}

// podsAreAdmitted makes no Pod, but asks whether the API server would take one
// from the operator's Deployment into its namespace, which is a restricted one.
func podsAreAdmitted(t *testing.T, c *harness.Cluster, p *harness.Project) {
	t.Helper()
	for _, o := range rendered(t, p, "config/default") {
		if o.GetKind() != "Deployment" {
			continue
		}
		template, _, _ := unstructured.NestedMap(o.Object, "spec", "template")
		pod := &corev1.Pod{}
		check(t, runtime.DefaultUnstructuredConverter.FromUnstructured(template, pod))
		pod.Namespace, pod.Name = o.GetNamespace(), "would-this-run"
		if err := c.Client.Create(t.Context(), pod, client.DryRunAll); err != nil {
			t.Errorf("a Pod of Deployment %s: %v", o.GetName(), err)
		}
	}
}

// nothingDenied fails if the operator lacked a permission, whether it said so
// or not.
func nothingDenied(t *testing.T, c *harness.Cluster, p *harness.Project, m *harness.Manager) {
	t.Helper()
	if denied := must[[]string](t)(c.Denied(p.Namespace(), p.Account())); len(denied) > 0 {
		t.Errorf("the API server refused for want of a permission: %q", denied)
	}
	if lines := m.Log.Lines("forbidden"); len(lines) > 0 {
		t.Errorf("the manager's log says forbidden: %q", lines)
	}
}

// The folders that are installed on their own render too.
func TestEveryKustomizationRenders(t *testing.T) {
	for _, v := range variants() {
		p := project(t, v)
		if kinds(v) == 0 {
			continue // neither CRDs nor samples
		}
		for _, folder := range []string{"config/crd", "config/samples"} {
			if len(rendered(t, p, folder)) == 0 {
				t.Errorf("%s: %s renders nothing", v.Name, folder)
			}
		}
	}
}
