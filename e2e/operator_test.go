package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	authorizationv1 "k8s.io/api/authorization/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// operator is one that runs as its own process, under its own ServiceAccount.
type operator struct {
	*harness.Cluster
	project *harness.Project
	manager *harness.Manager
	sample  *unstructured.Unstructured
}

func TestOperatorRuns(t *testing.T) {
	p := project(t, standard())
	c := startCluster(t)
	install(t, c, p)
	o := operator{Cluster: c, project: p, manager: startManager(t, c, p), sample: sampleOf(t, p)}
	for _, step := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"components are installed", o.componentsAreInstalled},
		{"says that it is ready", o.saysReady},
		{"the sample is not Ready while no Pod runs", o.notReadyWithoutPods},
		{"the sample becomes Ready", o.becomesReady},
		{"metrics are for those who may read them", o.guardsMetrics},
		{"people have roles", o.peopleHaveRoles},
		{"no permission was missing", func(t *testing.T) { nothingDenied(t, c, p, o.manager) }},
		{"stops cleanly", o.stopsCleanly},
	} {
		if !t.Run(step.name, step.run) {
			return
		}
	}
}

func sampleOf(t *testing.T, p *harness.Project) *unstructured.Unstructured {
	t.Helper()
	sample := rendered(t, p, "config/samples")[0]
	sample.SetNamespace("default")
	return sample
}

func (o operator) componentsAreInstalled(t *testing.T) {
	ctx := within(t, time.Minute)
	for _, want := range []struct{ apiVersion, kind string }{
		{"monitoring.coreos.com/v1", "PrometheusRuleList"},
		{"monitoring.coreos.com/v1", "ServiceMonitorList"},
		{"networking.k8s.io/v1", "NetworkPolicyList"},
	} {
		list := &unstructured.UnstructuredList{}
		list.SetAPIVersion(want.apiVersion)
		list.SetKind(want.kind)
		check(t, o.Client.List(ctx, list, client.InNamespace(o.project.Namespace())))
		if len(list.Items) == 0 {
			t.Errorf("config/default has no %s, though the feature is on", want.kind)
		}
	}
}

func (o operator) saysReady(t *testing.T) {
	began := time.Now()
	check(t, o.manager.AwaitReady(within(t, time.Minute)))
	t.Logf("/readyz after %s", time.Since(began).Round(time.Millisecond))
}

func (o operator) notReadyWithoutPods(t *testing.T) {
	ctx := within(t, time.Minute)
	check(t, o.Apply(ctx, o.sample))
	seen := must[*unstructured.Unstructured](t)(o.Wait(ctx, o.sample, "Ready=False", func(now *unstructured.Unstructured) bool {
		return harness.Condition(now, "Ready")["status"] == "False"
	}))
	t.Logf("Ready=False: %s: %s", harness.Condition(seen, "Ready")["reason"], harness.Condition(seen, "Ready")["message"])
}

func (o operator) becomesReady(t *testing.T) {
	startKubelet(t, o.Cluster, "default")
	began := time.Now()
	must[*unstructured.Unstructured](t)(o.Wait(within(t, time.Minute), o.sample, "Ready=True", harness.Ready))
	t.Logf("Ready=True %s after its Pods run", time.Since(began).Round(time.Millisecond))
}

func (o operator) guardsMetrics(t *testing.T) {
	ctx := within(t, time.Minute)
	stranger := o.account(t, "stranger")
	reader := o.account(t, "reader")
	check(t, o.Client.Create(ctx, &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "reader"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: o.project.Name + "-metrics-reader"},
		Subjects:   []rbacv1.Subject{{Kind: "ServiceAccount", Namespace: "default", Name: "reader"}},
	}))
	// The manager remembers a refusal for a while, so it is asked once the binding works.
	o.await(t, "the reader may read", authorizationv1.SubjectAccessReviewSpec{
		User:                  "system:serviceaccount:default:reader",
		NonResourceAttributes: &authorizationv1.NonResourceAttributes{Path: "/metrics", Verb: "get"},
	})
	for _, caller := range []struct {
		who, token string
		want       int
	}{
		{"nobody", "", http.StatusUnauthorized},
		{"a forged token", "forged", http.StatusInternalServerError}, // controller-runtime takes it for a fault of its own
		{"an account without the role", stranger, http.StatusForbidden},
		{"an account with the role", reader, http.StatusOK},
	} {
		code, body, err := o.manager.Metrics(ctx, caller.token)
		check(t, err)
		if code != caller.want {
			t.Errorf("%s gets %d, want %d", caller.who, code, caller.want)
		}
		if shown := strings.Contains(body, "controller_runtime_reconcile_total"); shown != (caller.want == http.StatusOK) {
			t.Errorf("%s sees metrics: %t", caller.who, shown)
		}
	}
}

// account makes a ServiceAccount and returns a token of it.
func (o operator) account(t *testing.T, name string) string {
	t.Helper()
	ctx := t.Context()
	check(t, o.Client.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}))
	return must[string](t)(o.Token(ctx, "default", name))
}

// await asks until the API server's authorizer has seen a new binding. That
// cannot be watched.
func (o operator) await(t *testing.T, what string, spec authorizationv1.SubjectAccessReviewSpec) {
	t.Helper()
	ctx := within(t, time.Minute)
	for !must[bool](t)(o.Allowed(ctx, spec)) {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("%s: not in time", what)
		}
	}
}

func (o operator) peopleHaveRoles(t *testing.T) {
	ctx := within(t, time.Minute)
	group := o.sample.GroupVersionKind().Group
	for _, person := range []struct {
		role        string
		read, write bool
		status      bool // nobody but the operator
	}{
		{role: "viewer", read: true},
		{role: "editor", read: true, write: true},
		{role: "admin", read: true, write: true},
	} {
		check(t, o.Client.Create(ctx, &rbacv1.ClusterRoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: person.role},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: o.project.Name + "-shop-storefront-" + person.role},
			Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: "User", Name: person.role}},
		}))
		may := func(verb, subresource string) authorizationv1.SubjectAccessReviewSpec {
			return authorizationv1.SubjectAccessReviewSpec{User: person.role, ResourceAttributes: &authorizationv1.ResourceAttributes{
				Namespace: "default", Verb: verb, Group: group, Resource: "storefronts", Subresource: subresource,
			}}
		}
		o.await(t, person.role+" may get", may("get", ""))
		for _, c := range []struct {
			verb, subresource string
			want              bool
		}{
			{"list", "", person.read}, {"watch", "", person.read}, {"get", "status", person.read},
			{"create", "", person.write}, {"patch", "", person.write}, {"delete", "", person.write},
			{"patch", "status", person.status},
		} {
			if got := must[bool](t)(o.Allowed(ctx, may(c.verb, c.subresource))); got != c.want {
				t.Errorf("%s may %s storefronts/%s: %t, want %t", person.role, c.verb, c.subresource, got, c.want)
			}
		}
		someone := must[client.Client](t)(o.As(person.role))
		err := someone.Patch(ctx, o.sample.DeepCopy(), client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"labels":{"by":"someone"}}}`)))
		if (err == nil) != person.write {
			t.Errorf("%s patches a sample: %v", person.role, err)
		}
	}
}

func (o operator) stopsCleanly(t *testing.T) {
	if holder := o.holder(t); holder == "" {
		t.Fatal("nobody holds the lease while the manager runs")
	}
	took, err := o.manager.Stop()
	check(t, err)
	t.Logf("stopped %s after SIGTERM", took.Round(time.Millisecond))
	if took > 5*time.Second {
		t.Errorf("took %s to stop", took)
	}
	if holder := o.holder(t); holder != "" {
		t.Errorf("the lease is still held by %s", holder)
	}
}

// holder is who holds the only lease of the operator's namespace.
func (o operator) holder(t *testing.T) string {
	t.Helper()
	var leases coordinationv1.LeaseList
	check(t, o.Client.List(t.Context(), &leases, client.InNamespace(o.project.Namespace())))
	if len(leases.Items) != 1 {
		t.Fatalf("%d leases in %s, want one", len(leases.Items), o.project.Namespace())
	}
	if holder := leases.Items[0].Spec.HolderIdentity; holder != nil {
		return *holder
	}
	return ""
}
