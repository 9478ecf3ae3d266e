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

// What a generated project promises about its own code, whatever its variant.
func TestProjectsAreSound(t *testing.T) {
	for _, v := range append(variants(), presets()...) {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			p := project(t, v)
			for _, command := range []struct {
				args   []string
				silent bool // its output is a list of faults
			}{
				{args: []string{"go", "build", "./..."}},
				{args: []string{"go", "vet", "./..."}},
				{args: []string{"gofmt", "-l", "."}, silent: true},
				{args: []string{"go", "mod", "tidy", "-diff"}},
				{args: []string{"go", "mod", "verify"}},
				{args: []string{suite.Opwright, "generate", "--check"}},
			} {
				out, err := p.Run(within(t, 10*time.Minute), command.args[0], command.args[1:]...)
				if err != nil || command.silent && out != "" {
					t.Errorf("%v: %v\n%s", command.args, err, out)
				}
			}
		})
	}
}

// A second identical init says so and writes nothing.
func TestSecondInitChangesNothing(t *testing.T) {
	ctx := within(t, time.Minute)
	for _, v := range variants() {
		p := project(t, v)
		before := snapshot(t, p.Dir)
		if _, err := p.Run(ctx, suite.Opwright, v.InitArgs(p.Dir)...); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
		if after := snapshot(t, p.Dir); !slices.Equal(before, after) {
			t.Errorf("%s: the second init changed files", v.Name)
		}
	}
}

// The behaviour tests are where a project shows that its operator converges,
// rests and repairs. They must be there, and run.
func TestProjectsOwnTests(t *testing.T) {
	ctx := within(t, 15*time.Minute)
	p := project(t, standard())
	began := time.Now()
	results, err := p.Test(ctx, "-count=1", "./...")
	check(t, err)
	t.Logf("%d tests of %s passed in %s", len(results.Passed), p.Name, time.Since(began).Round(time.Second))
	if len(results.Skipped) > 0 {
		t.Errorf("skipped: %q", results.Skipped)
	}
	for _, want := range behaviours() {
		if !slices.Contains(results.Passed, want) {
			t.Errorf("%s did not run; these did: %q", want, results.Passed)
		}
	}
}

func behaviours() []string {
	names := []string{"TestManagerStartsWithEveryController"}
	for _, promise := range []string{
		"converges", "is not ready while no Pod runs", "writes nothing at rest", "writes nothing after a restart",
		"repairs drift", "brings back what was deleted", "leaves the objects of others alone",
		"failing objects do not delay a healthy one", "deletion completes",
	} {
		names = append(names, "TestBehaviour/storefront/"+strings.ReplaceAll(promise, " ", "_"))
	}
	return names
}

// The other variants differ in names and kinds: that their managers start and
// their objects come and go is what they could get wrong. The rest of their
// behaviour is the standard one's.
func TestVariantsOwnTests(t *testing.T) {
	for _, v := range variants()[1:] {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			p := project(t, v)
			results, err := p.Test(within(t, 15*time.Minute), "-count=1", "-run", "^Test/.*/^(converges|deletion_completes)$", "./...")
			check(t, err)
			if !slices.Contains(results.Passed, "TestManagerStartsWithEveryController") {
				t.Errorf("no test started the manager; these ran: %q", results.Passed)
			}
			for _, behaviour := range []string{"/converges", "/deletion_completes"} {
				passed := slices.DeleteFunc(slices.Clone(results.Passed), func(test string) bool { return !strings.HasSuffix(test, behaviour) })
				if len(passed) != kinds(v) {
					t.Errorf("%d of %d kinds passed %s: %q", len(passed), kinds(v), behaviour, passed)
				}
			}
		})
	}
}

// A name that generated code declares itself is refused with both declarations
// named, and nothing on disk.
func TestClashingKindsAreRefused(t *testing.T) {
	for _, kind := range []string{"GroupVersion", "SchemeBuilder", "AddToScheme"} {
		dir := filepath.Join(t.TempDir(), "refused")
		p, err := suite.Generate(within(t, time.Minute), dir, harness.Variant{Name: "refused", Args: []string{"--api", "clash/v1/" + kind}})
		if err == nil || !strings.Contains(p.Output, kind) || !strings.Contains(p.Output, "groupversion_info.go") {
			t.Errorf("kind %s: want it refused with both declarations named, got %v\n%s", kind, err, p.Output)
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("kind %s: %s exists after the refusal", kind, dir)
		}
	}
}

// snapshot is every file below dir with its time of change and size, sorted.
func snapshot(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	check(t, filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			files = append(files, path+" "+info.ModTime().String()+" "+info.Mode().String())
		}
		return err
	}))
	return files
}
