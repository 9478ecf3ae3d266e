//go:build mutate

package mutate

import (
	"path/filepath"
	"testing"

	"github.com/opwright/opwright/e2e/internal/harness"
)

func TestMutateSettings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	if _, err := newSuite(t).Generate(t.Context(), dir, harness.Variant{Name: "shop", Args: []string{"--api", "shop/v1alpha1/Storefront"}}); err != nil {
		t.Fatal(err)
	}
	breakEach(t, dir, []string{"./internal/tuning"}, settingsRules())
}

// settingsRules are those of the values that are given at the start.
func settingsRules() []rule {
	return []rule{
		{tuning + "config.go", "range append(entries, s.flags...) {", "range append(s.flags, entries...) {"},
		{tuning + "config.go", "faults = append(faults, t.contradictions())", "_ = t.contradictions()"},
		{tuning + "config.go", "return t.Controller\n", "return c\n"},
		{tuning + "config.go", `case before != "" && e.at != byFlag:`, `case before != "" && e.at != byFlag && false:`},
		{tuning + "config.go", `case before != "" && e.at != byFlag:`, `case before != "":`},
		{tuning + "config.go", "case !k.set(e.text):", "case !k.set(e.text) && false:"},
		{tuning + "config.go", `case setting == "" && e.text == "":`, `case setting == "":`},
		{tuning + "config.go", "case slices.Contains(t.Changed, setting):", "case slices.Contains(t.Changed, setting) && false:"},
		{tuning + "configfile.go", "case !errors.Is(decoder.Decode(new(yaml.Node)), io.EOF):", "case !errors.Is(decoder.Decode(new(yaml.Node)), io.EOF) && false:"},
		{tuning + "configfile.go", "case node.Kind == yaml.MappingNode && len(node.Content) > 0:", "case node.Kind == yaml.MappingNode:"},
		{tuning + "configfile.go", "case node.Kind == yaml.ScalarNode, node.Kind == yaml.MappingNode:", "case node.Kind != yaml.SequenceNode:"},
		{tuning + "configfile.go", `(node.Kind == yaml.MappingNode || node.Tag == "!!null"):`, "node.Kind == yaml.MappingNode:"},
		{tuning + "knobs.go", "inRange := least <= to && to <= most", "inRange := to <= most"},
		{tuning + "knobs.go", "inRange := least <= to && to <= most", "inRange := least <= to"},
		{tuning + "knobs.go", "inRange := least <= to && to <= most", "inRange := !(to < least || to > most)"},
		{tuning + "knobs.go", "c.Limiter, each = &limiter, &limiter", "each = &limiter"},
		{tuning + "knobs.go", "low.size() > high.size()", "low.size() >= high.size()"},
		{tuning + "knobs.go", "if c.Sync.Interval > 0 {", "if true {"},
	}
}
