package generator

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/merge"
)

// What a preset does not need goes with it, as the rest of the package has changed under it; and comes back.
func TestTuneLeavesNoHelperBehind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	_, err := Init(context.Background(), InitRequest{Dir: dir, Name: "shop", Module: "example.com/shop", Domain: "example.com", APIs: []string{"shop/v1/Cart"}})
	must(t, err)
	folder := filepath.Join(dir, "internal", "tuning")
	rest, calls := filepath.Join(folder, "rest.go"), filepath.Join(folder, "calls.go")
	for _, step := range []struct {
		preset, there, gone string
	}{{"external-api", calls, rest}, {"standard", rest, calls}} {
		tuned, err := Tune(context.Background(), TuneRequest{Dir: dir, Controller: "cart", Preset: step.preset})
		must(t, err)
		if _, err := os.Stat(step.there); err != nil {
			t.Errorf("%s: %v", step.preset, err)
		}
		if _, err := os.Stat(step.gone); err == nil {
			t.Errorf("%s: %s is left over", step.preset, step.gone)
		}
		for _, c := range tuned.Report.Changes {
			if strings.HasPrefix(c.Path, "internal/tuning/") && c.Action == merge.Keep && !c.Quiet {
				t.Errorf("%s: %s is kept: %s", step.preset, c.Path, c.Reason)
			}
		}
	}
}

// The work of a controller is that of its code, which no preset changes.
func TestTuneKeepsTheWork(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	_, err := Init(context.Background(), InitRequest{Dir: dir, Name: "shop", Module: "example.com/shop", Domain: "example.com", APIs: []string{"shop/v1/Cart"}})
	must(t, err)
	controller := filepath.Join(dir, "internal", "controller", "shop", "cart_controller.go")
	before, err := os.ReadFile(controller)
	must(t, err)
	for _, step := range []struct{ preset, keeps, line string }{
		{"high-churn", "", ""}, {"aggregator", "children", "work: children"}, {"long-running", "children", "work: children"}, {"edge", "", ""},
	} {
		tuned, err := Tune(context.Background(), TuneRequest{Dir: dir, Controller: "cart", Preset: step.preset})
		must(t, err)
		text, err := os.ReadFile(filepath.Join(dir, ProjectFile))
		must(t, err)
		if tuned.Keeps != step.keeps || strings.Contains(string(text), "work:") != (step.line != "") || !strings.Contains(string(text), step.line) {
			t.Errorf("%s: keeps %q\n%s", step.preset, tuned.Keeps, text)
		}
		after, err := os.ReadFile(controller)
		must(t, err)
		if string(after) != string(before) {
			t.Errorf("%s: the owner's code was changed", step.preset)
		}
	}
}
