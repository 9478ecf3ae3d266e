package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// frozen is a project of an older release, edited by its owner.
type frozen struct {
	archive string
	// conflicts are the files in which both sides changed the same lines; settle edits them as the owner would.
	conflicts []string
	settle    func(t *testing.T, p *harness.Project)
	// kept are lines of the owner's, by file, that no upgrade may lose.
	kept map[string]string
	// deleted are files that the owner deleted.
	deleted []string
}

func frozenProjects() []frozen {
	return []frozen{{
		archive:   "r1",
		conflicts: []string{"cmd/main.go"},
		settle: func(t *testing.T, p *harness.Project) {
			// The metrics options are in cmd/metrics.go since the team split main.go; what is new comes before them.
			edit(t, p, "cmd/main.go", `(?s)<<<<<<< yours\n(.*?)\|\|\|\|\|\|\| .*?=======\n(.*?)\tmetrics := .*?>>>>>>> [^\n]*\n`, "$2$1")
		},
		kept: map[string]string{
			"cmd/metrics.go":                        "func instance() string { return uuid.NewString() }",
			"cmd/main.go":                           `setupLog.Info("Starting the manager", "instance", instance())`,
			"Makefile":                              "smoke: build ## Ours: the binary starts and prints its flags.",
			"Dockerfile":                            "LABEL team=storefront",
			"README.md":                             "# shop, the operator of our shops",
			"go.mod":                                "github.com/google/uuid v1.6.0\n",
			"config/default/kustomization.yaml":     "  - path: team_patch.yaml",
			"config/default/team_patch.yaml":        "priorityClassName: system-cluster-critical",
			"api/shop/v1alpha1/storefront_types.go": "Closed bool `json:\"closed,omitempty\"`",
			"internal/controller/shop/storefront_controller.go":  "the shop is closed for the season",
			"internal/controller/shop/storefront_deployment.go":  "spec.WithReplicas(0)",
			"config/crd/bases/shop.example.com_storefronts.yaml": "closed:",
		},
		deleted: []string{".github/workflows/ci.yml"},
	}}
}

// A project of each older release is upgraded, with its owner's edits, and then builds, runs and is current.
func TestFrozenProjects(t *testing.T) {
	for _, f := range frozenProjects() {
		t.Run(f.archive, func(t *testing.T) {
			t.Parallel()
			p := must[*harness.Project](t)(suite.Thaw(within(t, time.Minute), filepath.Join(suite.Root, "e2e", "testdata", "frozen", f.archive+".tgz"), "shop", filepath.Join(t.TempDir(), "shop")))
			before := must[string](t)(p.Run(within(t, time.Minute), suite.Opwright, "diff"))
			if !strings.Contains(before, "+LABEL team=storefront") {
				t.Errorf("opwright diff does not show the owner's edits:\n%s", before)
			}
			out, err := p.Run(within(t, 5*time.Minute), suite.Opwright, "upgrade")
			if len(f.conflicts) > 0 {
				if err == nil || !strings.Contains(out, "opwright upgrade --continue") {
					t.Fatalf("upgrade: %v\n%s", err, out)
				}
				if got := conflictsOf(out); !slices.Equal(got, f.conflicts) {
					t.Errorf("conflicts in %q, want %q", got, f.conflicts)
				}
				f.settle(t, p)
				out = must[string](t)(p.Run(within(t, 5*time.Minute), suite.Opwright, "upgrade", "--continue"))
			} else if err != nil {
				t.Fatalf("upgrade: %v\n%s", err, out)
			}
			t.Log(out)
			f.check(t, p)
			must[string](t)(p.Run(within(t, 5*time.Minute), suite.Opwright, "status", "--exit-code"))
			if again := must[string](t)(p.Run(within(t, 5*time.Minute), suite.Opwright, "upgrade")); !strings.Contains(again, "Nothing to do") {
				t.Errorf("a second upgrade has something to do:\n%s", again)
			}
			must[string](t)(p.Run(within(t, 5*time.Minute), "go", "mod", "tidy", "-diff"))
			results, err := p.Test(within(t, 15*time.Minute), "-count=1", "-run",
				"^Test(ManagerStartsWithEveryController|Behaviour)$/.*/^(converges|writes_nothing_after_a_restart|deletion_completes)$", "./internal/controller/...")
			check(t, err)
			if !slices.Contains(results.Passed, "TestBehaviour/storefront/converges") {
				t.Errorf("these tests ran: %q", results.Passed)
			}
		})
	}
}

func (f frozen) check(t *testing.T, p *harness.Project) {
	t.Helper()
	for file, line := range f.kept {
		if !strings.Contains(string(must[[]byte](t)(os.ReadFile(filepath.Join(p.Dir, file)))), line) {
			t.Errorf("%s lost %q", file, line)
		}
	}
	for _, file := range f.deleted {
		if _, err := os.Stat(filepath.Join(p.Dir, file)); err == nil {
			t.Errorf("%s is back", file)
		}
	}
}

// conflictsOf lists the files that a report says are in conflict.
func conflictsOf(report string) (files []string) {
	for _, match := range regexp.MustCompile(`(?m)^conflict +(\S+?):\d+ `).FindAllStringSubmatch(report, -1) {
		files = append(files, match[1])
	}
	return files
}

// edit replaces what a pattern matches, once.
func edit(t *testing.T, p *harness.Project, file, pattern, with string) {
	t.Helper()
	path := filepath.Join(p.Dir, file)
	text := must[[]byte](t)(os.ReadFile(path))
	re := regexp.MustCompile(pattern)
	if len(re.FindAllIndex(text, -1)) != 1 {
		t.Fatalf("%s: %q does not match once:\n%s", file, pattern, text)
	}
	check(t, os.WriteFile(path, re.ReplaceAll(text, []byte(with)), 0o644))
}
