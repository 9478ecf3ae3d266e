//go:build mutate

package mutate

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/opwright/opwright/e2e/internal/harness"
)

var every = flag.Int("every", 1, "break one rule in `N`; that each of them is still there is checked all the same")

// rule is a line of code that says something, and the same line saying something else.
type rule struct {
	file, old, broken string
}

func TestMutateGeneratedProject(t *testing.T) {
	suite := newSuite(t)
	dir := filepath.Join(t.TempDir(), "shop")
	project, err := suite.Generate(t.Context(), dir, harness.Variant{Name: "shop", Args: []string{
		"--api", "shop/v1alpha1/Storefront",
		"--owns", "apps/v1/Deployment,apps/v1/StatefulSet,apps/v1/DaemonSet,batch/v1/Job,v1/Service,v1/ConfigMap,v1/PersistentVolumeClaim",
	}})
	if err != nil {
		t.Fatal(err)
	}
	enableAll(t, suite, project)
	breakEach(t, dir, []string{"./internal/tuning", "./internal/status", "./internal/children"}, generatedRules())
}

// enableAll turns on what is rendered on demand: the finalizer and the bucket.
func enableAll(t *testing.T, suite *harness.Suite, project *harness.Project) {
	t.Helper()
	name := filepath.Join(project.Dir, "opwright.yaml")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimRight(string(data), "\n") +
		"\n    finalizer: true\n    tuning:\n      limiter: {kind: bucket, qps: 5, burst: 10}\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := project.Run(t.Context(), suite.Opwright, "apply"); err != nil {
		t.Fatal(err)
	}
}

func TestMutateMerge(t *testing.T) {
	suite := newSuite(t)
	breakEach(t, filepath.Join(suite.Root, "generator", "merge"), []string{"."}, mergeRules())
}

func newSuite(t *testing.T) *harness.Suite {
	t.Helper()
	suite, err := harness.NewSuite(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = suite.Close() })
	return suite
}

// breakEach checks that the tests are green, and red with each rule broken.
func breakEach(t *testing.T, dir string, packages []string, rules []rule) {
	t.Helper()
	if out, err := test(t.Context(), dir, "", packages); err != nil {
		t.Fatalf("the tests are red before anything is broken:\n%s", out)
	}
	for i, r := range rules {
		changed := overlay(t, dir, r)
		if i%*every != 0 {
			continue
		}
		t.Run(filepath.Base(r.file)+"/"+strings.TrimSpace(r.old), func(t *testing.T) {
			out, err := test(t.Context(), dir, changed, packages)
			switch {
			case strings.Contains(out, "[build failed]"):
				t.Errorf("the broken rule does not compile:\n%s", harness.Tail(out, 10))
			case err == nil:
				t.Errorf("survived: %q can be %q, and no test minds", r.old, r.broken)
			}
		})
	}
}

// overlay is a file for go test -overlay in which the rule is broken.
func overlay(t *testing.T, dir string, r rule) string {
	t.Helper()
	name := filepath.Join(dir, filepath.FromSlash(r.file))
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), r.old); n != 1 {
		t.Fatalf("%s has %q %d times: say which one is meant", r.file, r.old, n)
	}
	broken := filepath.Join(t.TempDir(), filepath.Base(r.file))
	if err := os.WriteFile(broken, []byte(strings.Replace(string(data), r.old, r.broken, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {name: broken}})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(list, replace, 0o600); err != nil {
		t.Fatal(err)
	}
	return list
}

func test(ctx context.Context, dir, overlay string, packages []string) (string, error) {
	args := []string{"test", "-vet=off", "-failfast", "-timeout=90s"}
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	return harness.Run(ctx, dir, os.Environ(), "go", append(args, packages...)...)
}
