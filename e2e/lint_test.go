package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// The linters that a generated project runs find nothing in it. One run looks at
// all projects, as members of a workspace: loading Kubernetes takes longest. Their
// settings differ in the module's name alone.
func TestLintersFindNothing(t *testing.T) {
	projects := []*harness.Project{project(t, ownsAll(t)), tuned(t)}
	for _, v := range append(variants(), presets()...) {
		if v.Name != "awkward" { // its 40 controllers are all like the one of dns
			projects = append(projects, project(t, v))
		}
	}
	work, patterns := []string{"go 1.26.0"}, []string{}
	for _, p := range projects {
		work = append(work, "use "+p.Dir)
		patterns = append(patterns, p.Dir+"/...")
	}
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, "go.work"), []byte(strings.Join(work, "\n")+"\n"), 0o644))
	settings := string(must[[]byte](t)(os.ReadFile(filepath.Join(projects[0].Dir, ".golangci.yml"))))
	check(t, os.WriteFile(filepath.Join(dir, ".golangci.yml"), []byte(strings.ReplaceAll(settings, "example.com/"+projects[0].Name, "example.com")), 0o644))

	linter := golangci(t, projects[0])
	out, err := harness.Run(within(t, 10*time.Minute), dir, suite.Env("GOWORK="+filepath.Join(dir, "go.work")), linter,
		append([]string{"run", "--allow-parallel-runners", "--config", filepath.Join(dir, ".golangci.yml")}, patterns...)...)
	if err != nil || !strings.Contains(out, "0 issues.") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, p := range projects {
		if out, err := p.Run(within(t, time.Minute), linter, "fmt", "--diff"); err != nil || out != "" {
			t.Errorf("%s is not formatted as its own settings say: %v\n%s", p.Name, err, out)
		}
	}
}

// tuned is a project with what its opwright.yaml can ask for.
func tuned(t *testing.T) *harness.Project {
	t.Helper()
	p := must[*harness.Project](t)(suite.Generate(within(t, time.Minute), filepath.Join(t.TempDir(), "tuned"),
		harness.Variant{Name: "tuned", Args: []string{"--api", "shop/v1/Cart"}}))
	file := filepath.Join(p.Dir, "opwright.yaml")
	text := string(must[[]byte](t)(os.ReadFile(file))) +
		"    finalizer: true\n    tuning:\n      workers: 8\n      limiter: {kind: bucket, qps: 10, burst: 100}\n"
	check(t, os.WriteFile(file, []byte(text), 0o644))
	must[string](t)(p.Run(within(t, time.Minute), suite.Opwright, "apply"))
	return p
}

// golangci is golangci-lint of the version in a project's Makefile. It is the one
// that lints opwright, so it is there already, or is built once.
func golangci(t *testing.T, p *harness.Project) string {
	t.Helper()
	makefile := must[[]byte](t)(os.ReadFile(filepath.Join(p.Dir, "Makefile")))
	version := regexp.MustCompile(`golangci-lint@(v\S+)`).FindSubmatch(makefile)
	if version == nil {
		t.Fatal("the Makefile names no golangci-lint")
	}
	bin := "bin/golangci-lint-" + string(version[1])
	must[string](t)(harness.Run(within(t, 15*time.Minute), suite.Root, suite.Env(), "make", bin))
	return filepath.Join(suite.Root, bin)
}
