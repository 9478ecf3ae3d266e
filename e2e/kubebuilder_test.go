package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/opwright/opwright/e2e/internal/harness"
)

const kubebuilderVersion = "v4.16.0"

// way is how a project's Makefile does the work of controller-gen.
type way struct {
	name string
	env  []string
}

func ways() []way {
	return []way{
		{"with controller-gen", []string{"OPWRIGHT="}},
		{"with opwright", []string{"OPWRIGHT=" + suite.Opwright}},
	}
}

// kind is one that kubebuilder adds, and what must be there afterwards.
type kind struct{ group, version, kind, plural string }

func (k kind) crd() string { return k.plural + "." + k.group + ".example.com" }

func (k kind) createAPI(t *testing.T, p *harness.Project, env []string) {
	t.Helper()
	kubebuilder := must[string](t)(suite.Tool(t.Context(), "sigs.k8s.io/kubebuilder/v4@"+kubebuilderVersion))
	must[string](t)(p.RunWith(within(t, 5*time.Minute), env, kubebuilder, "create", "api",
		"--group", k.group, "--version", k.version, "--kind", k.kind, "--resource", "--controller"))
}

// Whoever comes from kubebuilder goes on with its commands: in a package that
// opwright made, in a new version of a group, and in a new group.
func TestKubebuilderCreatesAPIs(t *testing.T) {
	added := []kind{{"shop", "v1alpha1", "Cart", "carts"}, {"shop", "v1", "Basket", "baskets"}, {"billing", "v1", "Invoice", "invoices"}}
	for _, way := range ways() {
		t.Run(way.name, func(t *testing.T) {
			p := must[*harness.Project](t)(suite.Generate(within(t, time.Minute), filepath.Join(t.TempDir(), "shop"), standard()))
			for _, k := range added {
				k.createAPI(t, p, way.env)
			}
			makes(t, p, way.env, "manifests")
			kustomizesWith(t, p, added)
			compiles(t, p)
			ranTests(t, p, "TestManagerStartsWithEveryController", "TestBehaviour/storefront/converges", "TestControllers")
			opwrightGoesOn(t, p)
			adopts(t, p, added)
		})
	}
}

// The first kind of a project may be kubebuilder's too.
func TestKubebuilderCreatesTheFirstAPI(t *testing.T) {
	p := must[*harness.Project](t)(suite.Generate(within(t, time.Minute), filepath.Join(t.TempDir(), "empty"), harness.Variant{Name: "empty"}))
	first := kind{"shop", "v1", "Cart", "carts"}
	env := []string{"OPWRIGHT=" + suite.Opwright}
	first.createAPI(t, p, env)
	makes(t, p, env, "manifests")
	kustomizesWith(t, p, []kind{first})
	compiles(t, p)
	ranTests(t, p, "TestManagerStartsWithEveryController")
	opwrightGoesOn(t, p)
}

func makes(t *testing.T, p *harness.Project, env []string, targets ...string) {
	t.Helper()
	must[string](t)(p.RunWith(within(t, 5*time.Minute), env, "make", targets...))
}

func compiles(t *testing.T, p *harness.Project) {
	t.Helper()
	must[string](t)(p.Run(within(t, 5*time.Minute), "go", "build", "./..."))
	must[string](t)(p.Run(within(t, 5*time.Minute), "go", "vet", "./..."))
}

// kustomizesWith wants the CRDs and samples of kinds to be installed.
func kustomizesWith(t *testing.T, p *harness.Project, kinds []kind) {
	t.Helper()
	var crds, samples []string
	for _, o := range rendered(t, p, "config/default") {
		if o.GetKind() == "CustomResourceDefinition" {
			crds = append(crds, o.GetName())
		}
	}
	for _, o := range rendered(t, p, "config/samples") {
		samples = append(samples, o.GetKind())
	}
	for _, k := range kinds {
		if !slices.Contains(crds, k.crd()) {
			t.Errorf("config/default lacks CRD %s, it has %q", k.crd(), crds)
		}
		if !slices.Contains(samples, k.kind) {
			t.Errorf("config/samples lacks a %s, it has %q", k.kind, samples)
		}
	}
}

// ranTests runs tests of the project by their full names; all must be there.
func ranTests(t *testing.T, p *harness.Project, names ...string) {
	t.Helper()
	var patterns []string
	for _, name := range names {
		patterns = append(patterns, "^"+strings.ReplaceAll(name, "/", "$/^")+"$")
	}
	results := must[harness.TestResults](t)(p.Test(within(t, 10*time.Minute), "-count=1", "-run", strings.Join(patterns, "|"), "./internal/..."))
	for _, name := range names {
		if !slices.Contains(results.Passed, name) {
			t.Errorf("%s did not run; these did: %q", name, results.Passed)
		}
	}
}

// adopts takes kubebuilder's kinds into opwright.yaml: none of its files changes, nothing is registered twice, and the
// project is what it was to the compiler and to kustomize.
func adopts(t *testing.T, p *harness.Project, kinds []kind) {
	t.Helper()
	main := filepath.Join(p.Dir, "cmd", "main.go")
	before := must[[]byte](t)(os.ReadFile(main))
	for _, k := range kinds {
		word := k.group + "/" + k.version + "/" + k.kind
		must[string](t)(p.Run(within(t, time.Minute), suite.Opwright, "add", "api", word, "--adopt"))
	}
	if after := must[[]byte](t)(os.ReadFile(main)); string(after) != string(before) {
		t.Errorf("cmd/main.go changed, though kubebuilder has registered everything there:\n%s", after)
	}
	kustomizesWith(t, p, kinds)
	compiles(t, p)
	opwrightGoesOn(t, p)
}

// opwrightGoesOn shows that kubebuilder's edits bother no command of opwright.
func opwrightGoesOn(t *testing.T, p *harness.Project) {
	t.Helper()
	ctx := within(t, time.Minute)
	must[string](t)(p.Run(ctx, suite.Opwright, "generate", "--check"))
	main := filepath.Join(p.Dir, "cmd", "main.go")
	before := must[[]byte](t)(os.ReadFile(main))
	must[string](t)(p.Run(ctx, suite.Opwright, "apply"))
	if after := must[[]byte](t)(os.ReadFile(main)); string(after) != string(before) {
		t.Errorf("apply took back what kubebuilder wrote to cmd/main.go")
	}
}
