package e2e

import (
	"slices"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// Proves that these tests would notice a permission that the project forgot:
// without one verb the sample does not become Ready, the log says forbidden and
// the audit log names what is missing. With it back the operator recovers.
func TestMissingPermissionShows(t *testing.T) {
	ctx := within(t, 5*time.Minute)
	p := project(t, standard())
	c := startCluster(t)
	install(t, c, p)
	role := roleOf(t, p)
	check(t, c.Apply(ctx, without(t, role, "deployments", "patch")))

	m := startManager(t, c, p)
	startKubelet(t, c, "default")
	sample := sampleOf(t, p)
	check(t, c.Apply(ctx, sample))
	check(t, m.Log.Wait(within(t, time.Minute), "forbidden"))

	if denied := must[[]string](t)(c.Denied(p.Namespace(), p.Account())); !slices.Contains(denied, "patch deployments.apps") {
		t.Errorf("the audit log does not name the missing permission: %q", denied)
	}
	check(t, c.Client.Get(ctx, client.ObjectKeyFromObject(sample), sample))
	if harness.Ready(sample) {
		t.Error("the sample is Ready, though its Deployment could not be made")
	}

	check(t, c.Apply(ctx, role))
	must[*unstructured.Unstructured](t)(c.Wait(within(t, time.Minute), sample, "Ready with the permission back", harness.Ready))
}

// roleOf is the operator's own ClusterRole.
func roleOf(t *testing.T, p *harness.Project) *unstructured.Unstructured {
	t.Helper()
	for _, o := range rendered(t, p, "config/default") {
		if o.GetKind() == "ClusterRole" && o.GetName() == p.Name+"-manager-role" {
			return o
		}
	}
	t.Fatal("config/default has no manager role")
	return nil
}

// without is a role that lacks one verb of one resource.
func without(t *testing.T, role *unstructured.Unstructured, resource, verb string) *unstructured.Unstructured {
	t.Helper()
	less := role.DeepCopy()
	rules, _, _ := unstructured.NestedSlice(less.Object, "rules")
	removed := false
	for _, r := range rules {
		rule := r.(map[string]any)
		resources, verbs := rule["resources"].([]any), rule["verbs"].([]any)
		if slices.Contains(resources, any(resource)) && slices.Contains(verbs, any(verb)) {
			rule["verbs"] = slices.DeleteFunc(slices.Clone(verbs), func(v any) bool { return v == verb })
			removed = true
		}
	}
	if !removed {
		t.Fatalf("the manager role does not allow %s %s", verb, resource)
	}
	check(t, unstructured.SetNestedSlice(less.Object, rules, "rules"))
	return less
}
