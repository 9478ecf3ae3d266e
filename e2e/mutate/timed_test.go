//go:build mutate

package mutate

import (
	"path/filepath"
	"testing"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// TestMutateDeadline and TestMutateSteps break the examples of work that is due at a time, and that takes long.
func TestMutateDeadline(t *testing.T) {
	dir := generatePreset(t, "time-driven")
	breakEach(t, dir, []string{"./internal/tuning"}, deadlineRules())
	breakEach(t, dir, []string{"./internal/controller/shop"}, certificateRules())
}

func TestMutateSteps(t *testing.T) {
	breakEach(t, generatePreset(t, "long-running"), []string{"./internal/steps"}, stepRules())
}

func generatePreset(t *testing.T, preset string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "shop")
	args := []string{"--api", "shop/v1alpha1/Storefront", "--preset", preset}
	if _, err := newSuite(t).Generate(t.Context(), dir, harness.Variant{Name: "shop", Args: args}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func deadlineRules() []rule {
	return []rule{
		{tuning + "deadline.go", "/ math.MaxUint64 * d.Early", "/ math.MaxUint64"},
		{tuning + "deadline.go", "digest := sha256.Sum256(seed)", "digest := sha256.Sum256(append(seed, byte(rand.IntN(256))))"},
		{tuning + "deadline.go", "if d.Max > 0 && wait > d.Max {", "if d.Max > 0 && wait > 2*d.Max {"},
		{tuning + "deadline.go", "(1-d.Early*rand.Float64())", "(1-0*rand.Float64())"},
		{tuning + "deadline.go", "max(wait, d.Min, time.Second)", "max(wait, d.Min)"},
		{tuning + "deadline.go", "max(wait, d.Min, time.Second)", "max(wait, time.Second)"},
		{tuning + "deadline.go", ", Priority: new(0)}", "}"},
		{tuning + "deadline.go", "if late.IsZero() || !object.GetDeletionTimestamp().IsZero() {", "if late.IsZero() {"},
		{tuning + "deadline.go", "if late.IsZero() || !object.GetDeletionTimestamp().IsZero() {", "if !object.GetDeletionTimestamp().IsZero() {"},
		{tuning + "deadline.go", "until := time.Until(w.late)", "until := time.Until(w.due)"},
		{tuning + "deadline.go", "left = min(left, until.Seconds())", "left = max(left, until.Seconds())"},
		{tuning + "deadline.go", "max(w.late.Sub(w.due), time.Second)", "time.Hour"},
		{tuning + "reconciler.go", "allDeadlines.forget(r.tuning.Name, req.NamespacedName)", "_ = allDeadlines"},
		{tuning + "reconciler.go", "defer allDeadlines.note(r.tuning.Name, obj)", "_ = allDeadlines"},
		{tuning + "reconciler.go", "defer allDeadlines.note(r.tuning.Name, obj)", "allDeadlines.note(r.tuning.Name, obj)"},
	}
}

func certificateRules() []rule {
	const file = "internal/controller/shop/storefront_certificate.go"
	return []rule{
		{file, "case !slices.Equal(", "case false && !slices.Equal("},
		{file, "slices.Sorted(slices.Values(pair.Leaf.DNSNames))", "pair.Leaf.DNSNames"},
		{file, "!= storefrontLifetime(storefront):", "< 0:"},
		{file, "2160*time.Hour).Truncate(time.Second)", "2160*time.Hour)"},
		{file, "case !now.Before(r.renewal(storefront, pair)):", "case !now.Before(pair.Leaf.NotAfter):"},
		{file, "pair.Leaf.SerialNumber.Bytes()", "[]byte(time.Now().String())"},
		{file, "pair.Leaf.SerialNumber.Bytes()", "nil"},
		{file, "pair.Leaf.NotAfter.Add(-before)", "pair.Leaf.NotAfter.Add(-before / 2)"},
	}
}

func stepRules() []rule {
	const file = "internal/steps/steps.go"
	return []rule{
		{file, "if *at.Step == step.Name && i+1 < len(table) {", "if *at.Step == step.Name && i+1 < len(table) && false {"},
		{file, "if *at.Step == step.Name && i+1 < len(table) {", "if i+1 < len(table) {"},
		{file, "return ctrl.Result{RequeueAfter: time.Second}, nil", "return ctrl.Result{}, nil"},
		{file, "*at.Generation != generation || ", ""},
		{file, " || *at.Step != Ready && !slices.Contains(names, *at.Step)", " || *at.Step == \"\" && !slices.Contains(names, *at.Step)"},
		{file, " || *at.Step != Ready && !slices.Contains(names, *at.Step)", " || !slices.Contains(names, *at.Step)"},
		{file, `*at.Generation, *at.Step = generation, ""`, "*at.Generation = generation"},
		{file, "if *at.Step != name {", "if *at.Step != \"\" {"},
		{file, "if time.Since(at.Since.Time) > within {", "if time.Since(at.Since.Time) > 1000*within {"},
		{file, "if time.Since(at.Since.Time) > within {", "if within > 0 {"},
		{file, "at.enter(Ready)", "_ = 0"},
		{file, "status.Set(obj, status.Progressing, true, reason, waitsFor)", "_ = 0"},
	}
}
