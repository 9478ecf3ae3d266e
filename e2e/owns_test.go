package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// ownable are the kinds that a controller can own, as opwright itself lists
// them to somebody who asks for one that it cannot.
func ownable(t *testing.T) []string {
	t.Helper()
	p, err := suite.Generate(within(t, time.Minute), filepath.Join(t.TempDir(), "pods"),
		harness.Variant{Name: "pods", Args: []string{"--api", "shop/v1/Cart", "--owns", "v1/Pod"}})
	_, list, found := strings.Cut(p.Output, "kinds that can be: ")
	kinds := strings.Split(strings.TrimSpace(list), ", ")
	if err == nil || !found || len(kinds) < 16 {
		t.Fatalf("want the list of kinds, got %v\n%s", err, p.Output)
	}
	return kinds
}

// ownsAll owns every kind at once.
func ownsAll(t *testing.T) harness.Variant {
	t.Helper()
	return harness.Variant{Name: "kinds", Args: []string{"--api", "shop/v1/Cart", "--owns", strings.Join(ownable(t), ",")}}
}

// An owner has rewritten Reconcile, the Spec, the builder and the sample. Any
// kind can still be added to opwright.yaml: what is rendered needs none of what
// they took away, and neither does what init wrote.
func TestOwnsAreAddedToRewrittenCode(t *testing.T) {
	for _, start := range []struct{ owns, fields string }{
		{"v1/ConfigMap", "\tChildren children.Applier\n"},
		{"none", ""}, // such a reconciler never had children
	} {
		t.Run("was "+strings.ReplaceAll(start.owns, "/", "."), func(t *testing.T) {
			p := rewritten(t, start.owns, start.fields)
			original := must[[]byte](t)(os.ReadFile(filepath.Join(p.Dir, "opwright.yaml")))
			all := ownable(t)
			for i := range all {
				ownsNow(t, p, original, all[:i+1]...)
				grants(t, p, all[:i+1]...)
			}
			compiles(t, p)
			must[string](t)(p.Run(within(t, time.Minute), "go", "mod", "tidy", "-diff"))
			ranTests(t, p, "TestManagerStartsWithEveryController")
		})
	}
}

// rewritten is a project whose owner has made it theirs.
func rewritten(t *testing.T, owns, fields string) *harness.Project {
	t.Helper()
	p := must[*harness.Project](t)(suite.Generate(within(t, time.Minute), filepath.Join(t.TempDir(), "shop"),
		harness.Variant{Name: "shop", Args: []string{"--api", "shop/v1/Cart", "--owns", owns}}))
	var imports string
	if fields != "" {
		imports = "\t\"example.com/shop/internal/children\"\n"
		check(t, os.Remove(filepath.Join(p.Dir, "internal/controller/shop/cart_configmap.go")))
	}
	check(t, os.WriteFile(filepath.Join(p.Dir, "internal/controller/shop/cart_controller.go"), fmt.Appendf(nil, `package shop

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	shopv1 "example.com/shop/api/shop/v1"
%s	"example.com/shop/internal/tuning"
)

// CartReconciler is all ours.
type CartReconciler struct {
	client.Client
%s	Tuning tuning.Controller
}

// Reconcile does nothing that opwright knows of.
func (r *CartReconciler) Reconcile(context.Context, *shopv1.Cart) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}
`, imports, fields), 0o644))
	types := filepath.Join(p.Dir, "api/shop/v1/cart_types.go")
	spec := regexp.MustCompile(`(?s)type CartSpec struct \{.*?\n\}`)
	text := spec.ReplaceAll(must[[]byte](t)(os.ReadFile(types)), []byte("type CartSpec struct {\n\t// +optional\n\tWheels int64 `json:\"wheels,omitempty\"`\n}"))
	check(t, os.WriteFile(types, text, 0o644))
	sample := "apiVersion: shop.example.com/v1\nkind: Cart\nmetadata:\n  name: cart-sample\nspec:\n  wheels: 4\n"
	check(t, os.WriteFile(filepath.Join(p.Dir, "config/samples/shop_v1_cart.yaml"), []byte(sample), 0o644))
	return p
}

// ownsNow writes owns: into opwright.yaml as it was at first, and applies it.
func ownsNow(t *testing.T, p *harness.Project, original []byte, kinds ...string) {
	t.Helper()
	list := regexp.MustCompile(`\n    owns:(\n      - .*)+`).ReplaceAllString(string(original), "")
	text := strings.Replace(list, "\n    preset:", "\n    owns: ["+strings.Join(kinds, ", ")+"]\n    preset:", 1)
	check(t, os.WriteFile(filepath.Join(p.Dir, "opwright.yaml"), []byte(text), 0o644))
	must[string](t)(p.Run(within(t, time.Minute), suite.Opwright, "apply"))
}

// grants wants the operator's role to allow what owning kinds takes.
func grants(t *testing.T, p *harness.Project, kinds ...string) {
	t.Helper()
	role := &rbacv1.ClusterRole{}
	check(t, yaml.UnmarshalStrict(must[[]byte](t)(os.ReadFile(filepath.Join(p.Dir, "config/rbac/role.yaml"))), role))
	for _, kind := range kinds {
		group, resource := resourceOf(kind)
		for _, verb := range []string{"get", "list", "watch", "create", "patch"} {
			if !slices.ContainsFunc(role.Rules, func(rule rbacv1.PolicyRule) bool {
				return slices.Contains(rule.APIGroups, group) && slices.Contains(rule.Resources, resource) && slices.Contains(rule.Verbs, verb)
			}) {
				t.Errorf("owns %s, but the role does not allow to %s %s of %q", kind, verb, resource, group)
			}
		}
	}
}

// resourceOf is a built-in kind's group and plural.
func resourceOf(kind string) (group, resource string) {
	words := strings.Split(kind, "/")
	if len(words) == 3 {
		group = words[0]
	}
	name := strings.ToLower(words[len(words)-1])
	switch {
	case strings.HasSuffix(name, "y"):
		return group, strings.TrimSuffix(name, "y") + "ies"
	case strings.HasSuffix(name, "s"):
		return group, name + "es"
	default:
		return group, name + "s"
	}
}

// A controller that owns every kind keeps all that the standard one promises.
func TestEveryKindBehaves(t *testing.T) {
	p := project(t, ownsAll(t))
	results, err := p.Test(within(t, 10*time.Minute), "-count=1", "./internal/...")
	check(t, err)
	for _, want := range behaviours() {
		want = strings.Replace(want, "/storefront/", "/cart/", 1)
		if !slices.Contains(results.Passed, want) {
			t.Errorf("%s did not run; these did: %q", want, results.Passed)
		}
	}
}

// Each kind alone compiles, tests included.
func TestEveryKindAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "alone") // the same for all, so that what they share is compiled once
	for _, kind := range ownable(t) {
		p := must[*harness.Project](t)(suite.Generate(within(t, time.Minute), dir,
			harness.Variant{Name: "alone", Args: []string{"--api", "shop/v1/Cart", "--owns", kind}}))
		if _, err := p.Run(within(t, 5*time.Minute), "go", "vet", "./..."); err != nil {
			t.Errorf("owns %s: %v", kind, err)
		}
		grants(t, p, kind)
	}
}

// The operator's own ServiceAccount may make an object of every kind. What may
// be bound depends on whether the role is the operator's too.
func TestEveryKindIsPermitted(t *testing.T) {
	c := startCluster(t)
	// Nobody fills the aggregated roles here, and whoever binds an empty one gives nothing away.
	view := &rbacv1.ClusterRole{}
	check(t, c.Client.Get(t.Context(), client.ObjectKey{Name: "view"}, view))
	view.Rules = []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: []string{"get"}}}
	check(t, c.Client.Update(t.Context(), view))
	for _, v := range []harness.Variant{
		ownsAll(t),
		{Name: "binding", Args: []string{"--api", "grants/v1/Grant", "--owns", "rbac.authorization.k8s.io/v1/RoleBinding"}},
	} {
		t.Run(v.Name, func(t *testing.T) {
			p := project(t, v)
			install(t, c, p)
			m := startManager(t, c, p)
			check(t, m.AwaitReady(within(t, 2*time.Minute)))
			check(t, c.Apply(within(t, time.Minute), sampleOf(t, p)))
			for kind := range strings.SplitSeq(v.Args[len(v.Args)-1], ",") {
				check(t, made(within(t, time.Minute), c, p, kind))
			}
			nothingDenied(t, c, p, m)
		})
	}
}

// made waits until the operator has made an object of a kind.
func made(ctx context.Context, c *harness.Cluster, p *harness.Project, kind string) error {
	list := &unstructured.UnstructuredList{}
	i := strings.LastIndex(kind, "/")
	list.SetAPIVersion(kind[:i])
	list.SetKind(kind[i+1:] + "List")
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		err := c.Client.List(ctx, list, client.InNamespace("default"), client.MatchingLabels{"app.kubernetes.io/managed-by": p.Name})
		if err == nil && len(list.Items) > 0 {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("wait for a %s: %w (%w)", kind, context.Cause(ctx), err)
		}
	}
}
