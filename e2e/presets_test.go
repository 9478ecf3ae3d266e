package e2e

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// presets are projects with one controller each, one a preset that opwright comes with. The standard one is tested as
// the standard variant.
func presets() []harness.Variant {
	var list []harness.Variant
	for _, name := range []string{"aggregator", "cluster-policy", "edge", "external-api", "high-churn", "long-running", "time-driven"} {
		list = append(list, harness.Variant{Name: name, Args: []string{
			"--preset", name, "--api", "shop/v1alpha1/Storefront", "--feature", "monitoring",
		}})
	}
	return list
}

func TestEveryPresetIsTested(t *testing.T) {
	out := must[string](t)(harness.Run(within(t, time.Minute), t.TempDir(), suite.Env(), suite.Opwright, "preset", "list", "-o", "json"))
	var found []struct {
		Name string `json:"name"`
	}
	check(t, json.Unmarshal([]byte(out), &found))
	tested := []string{"standard"}
	for _, v := range presets() {
		tested = append(tested, v.Name)
	}
	for _, p := range found {
		if !slices.Contains(tested, p.Name) {
			t.Errorf("preset %s has no project here", p.Name)
		}
	}
	if len(found) != len(tested) {
		t.Errorf("%d presets, %d tested", len(found), len(tested))
	}
}

// The own tests of each preset's project: its truth tables, its kind of work and the behaviour suite.
func TestPresetsOwnTests(t *testing.T) {
	for _, v := range presets() {
		t.Run(v.Name, func(t *testing.T) {
			p := project(t, v)
			began := time.Now()
			results, err := p.Test(within(t, 15*time.Minute), "-count=1", "./...")
			check(t, err)
			t.Logf("%d tests of %s passed in %s", len(results.Passed), v.Name, time.Since(began).Round(time.Second))
			if len(results.Skipped) > 0 {
				t.Errorf("skipped: %q", results.Skipped)
			}
			for _, want := range []string{
				"TestManagerStartsWithEveryController", "TestBehaviour/storefront/converges", "TestBehaviour/storefront/writes_nothing_at_rest",
				"TestBehaviour/storefront/writes_nothing_after_a_restart", "TestBehaviour/storefront/failing_objects_do_not_delay_a_healthy_one",
				"TestBehaviour/storefront/deletion_completes",
			} {
				if !slices.Contains(results.Passed, want) {
					t.Errorf("%s did not run; these did: %q", want, results.Passed)
				}
			}
		})
	}
}
