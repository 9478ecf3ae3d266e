package preset_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/presets"
)

func load(t *testing.T, name string) *preset.Preset {
	t.Helper()
	p, err := preset.Load(presets.FS, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDiffSaysBehaviour(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want []string
	}{
		{"standard", "external-api", []string{
			"longest wait between retries 5 min instead of 10 s",
			"an object that goes on failing is tried 20 times in an hour instead of 367",
			"calls to the outside 8 a second instead of no bound",
			"failures in a row that pause all calls 5 instead of never",
			"longest such time while nothing changes 30 min instead of the same",
			"an object of which nothing changed is built and compared instead of left alone before its desired state is built",
		}},
		{"standard", "edge", []string{
			"retries are spaced for each object on its own, and for all of them together instead of for each object on its own",
			"requests to the API server 10 a second instead of as many as the server lets through",
			"1000 objects at rest cost 8.33 passes a minute instead of 33.3",
			"spread of that wait, both ways 25 % instead of 20 %",
		}},
		{"standard", "time-driven", []string{"next pass is due when a computed time comes instead of after the interval", "longest wait for a deadline 12 h instead of none"}},
		{"standard", "standard", nil},
	} {
		var said []string
		for _, d := range preset.Diff(load(t, tt.a), load(t, tt.b)) {
			said = append(said, d.Says...)
			if d.Why == "" || d.From != tt.b+"@1" || len(d.Values) == 0 {
				t.Errorf("%s: %+v", d.Group, d)
			}
		}
		for _, want := range tt.want {
			if !slices.Contains(said, want) {
				t.Errorf("%s %s: %q is not said in\n%s", tt.a, tt.b, want, strings.Join(said, "\n"))
			}
		}
		if (len(tt.want) == 0) != (len(said) == 0) {
			t.Errorf("%s %s: %q", tt.a, tt.b, said)
		}
	}
}

// The tries of an object that fails for an hour, worked out by hand.
func TestAttempts(t *testing.T) {
	base := standard(t)
	for _, tt := range []struct {
		base, max time.Duration
		want      int
	}{{5 * time.Millisecond, 1000 * time.Second, 21}, {time.Second, time.Minute, 65}} {
		b := base.With(spec.Tuning{Limiter: spec.LimiterTuning{BaseDelay: tt.base, MaxDelay: tt.max}})
		said := fmt.Sprint(preset.Diff(base, &b))
		if want := fmt.Sprintf("is tried %d times in an hour instead of 367", tt.want); !strings.Contains(said, want) {
			t.Errorf("%s to %s: %s, want %s", tt.base, tt.max, said, want)
		}
	}
}

// The ranges are those of opwright.yaml, at both ends of each.
func TestRangesAreThoseOfTheProjectFile(t *testing.T) {
	checked := 0
	for _, k := range preset.Knobs() {
		if !slices.Contains(spec.TuningPaths(), k.Path) {
			continue
		}
		checked++
		for _, v := range ends(k) {
			err := parsed(k.Path, v.text)
			if (err == nil) != v.allowed {
				t.Errorf("%s: %s: %v, want allowed %v", k.Path, v.text, err, v.allowed)
			}
			if err != nil && k.Form != preset.FormChoice && k.Off == "" && !strings.Contains(err.Error(), k.Range()) {
				t.Errorf("%s: %v, want %s", k.Path, err, k.Range())
			}
		}
	}
	if checked != len(spec.TuningPaths()) {
		t.Errorf("%d of %d paths of opwright.yaml are knobs", checked, len(spec.TuningPaths()))
	}
}

type end struct {
	text    string
	allowed bool
}

// ends are values at and beyond the ends of a range.
func ends(k preset.Knob) []end {
	switch k.Form {
	case preset.FormChoice:
		list := []end{{"nonsense", false}}
		for _, w := range k.Meanings {
			list = append(list, end{w.Value, true})
		}
		return list
	case preset.FormDuration:
		write := func(v float64) string { return time.Duration(math.Round(v * 1e9)).String() }
		return []end{{write(k.Min), true}, {write(k.Max), true}, {write(k.Min - 1e-6), false}, {write(k.Max + 1e-6), false}}
	}
	return []end{{fmt.Sprint(k.Min), true}, {fmt.Sprint(k.Max), true}, {fmt.Sprint(k.Min - 1), false}, {fmt.Sprint(k.Max + 1), false}}
}

// parsed is what the project file says to a setting. One that only goes with another is given that.
func parsed(path, text string) error {
	group, name, nested := strings.Cut(path, ".")
	entry := path + ": " + text
	if nested {
		entry = group + ": {" + name + ": " + text + "}"
	}
	_, err := spec.Parse("opwright.yaml", fmt.Appendf(nil, `apiVersion: opwright.dev/v1alpha1
kind: Project
name: shop
module: example.com/shop
domain: example.com
apis: [{group: shop.example.com, version: v1, kind: Shop}]
controllers: [{for: shop.example.com/v1/Shop, tuning: {%s}}]
`, entry))
	return err
}

// Little's law, on figures that were worked out by hand.
func TestSize(t *testing.T) {
	ms := time.Millisecond
	for _, tt := range []struct {
		load     preset.Demand
		workers  int
		interval time.Duration
		depth    int
		says     string
	}{
		{preset.Demand{Objects: 6000, ServiceTime: 350 * ms, Interval: time.Minute, Workers: 4}, 54, time.Minute, 155, "the shortest that the 4 workers of now keep up with = 13m28s"},
		{preset.Demand{Objects: 6000, ServiceTime: 350 * ms, Interval: 5 * time.Minute, Workers: 4}, 11, 5 * time.Minute, 32, "20 a second × 350ms (Little's law) = 7"},
		{preset.Demand{Objects: 10, ServiceTime: 100 * ms, Interval: time.Hour, Workers: 4}, 2, time.Hour, 20, "10 objects ÷ 1h"},
		{preset.Demand{Objects: 10, ServiceTime: 100 * ms, Rate: 20, Workers: 4}, 4, 0, 40, "events alone + 20 a second of events"},
		{preset.Demand{Objects: 600, ServiceTime: 350 * ms, Interval: time.Minute, Rate: 20, Workers: 4}, 17, time.Minute, 49, "600 objects ÷ 1m + 20 a second of events = 30 a second"},
		{preset.Demand{Objects: 1000000, ServiceTime: 350 * ms, Interval: time.Minute, Workers: 4}, 256, 2104 * time.Second, 732, "at the most 256 workers are possible"},
	} {
		got, err := preset.Size(tt.load)
		var said []string
		for _, s := range got.Steps {
			said = append(said, s.Sum+" = "+s.Result)
		}
		if err != nil || got.Workers != tt.workers || got.Interval != tt.interval || got.Depth != tt.depth || !strings.Contains(strings.Join(said, "\n"), tt.says) {
			t.Errorf("%+v: %+v, %v", tt.load, got, err)
		}
	}
	if _, err := preset.Size(preset.Demand{Objects: 1, ServiceTime: time.Second, Interval: time.Minute, Rate: 200}); err == nil {
		t.Error("more events than any number of workers can take are not refused")
	}
}

// Every preset can be chosen, and nothing else; each answer is one that Choose knows.
func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		answers preset.Answers
		want    string
	}{
		{preset.Answers{}, "standard"},
		{preset.Answers{Changes: "spec", Objects: 100000}, "standard"},
		{preset.Answers{Changes: "children"}, "high-churn"},
		{preset.Answers{Changes: "children", Objects: 199}, "standard"},
		{preset.Answers{Changes: "children", Objects: 200}, "high-churn"},
		{preset.Answers{Changes: "outside"}, "external-api"},
		{preset.Answers{Changes: "spec", CallsOutside: true, Small: true}, "external-api"},
		{preset.Answers{CallsOutside: true}, "external-api"},
		{preset.Answers{Changes: "time", CallsOutside: true}, "time-driven"},
		{preset.Answers{Changes: "builtin"}, "cluster-policy"},
		{preset.Answers{Changes: "many"}, "aggregator"},
		{preset.Answers{Changes: "steps", CallsOutside: true}, "long-running"},
		{preset.Answers{Changes: "children", Small: true}, "edge"},
	} {
		got := preset.Choose(tt.answers)
		if got.Preset != tt.want || len(got.Why) == 0 {
			t.Errorf("%+v: %+v, want %s", tt.answers, got, tt.want)
		}
	}
	chosen := map[string]bool{}
	for _, w := range preset.WhatChanges() {
		chosen[preset.Choose(preset.Answers{Changes: w.Value}).Preset] = true
		chosen[preset.Choose(preset.Answers{Changes: w.Value, Small: true}).Preset] = true
	}
	names, err := preset.Names(presets.FS)
	if got := slices.Sorted(maps.Keys(chosen)); err != nil || !slices.Equal(got, names) {
		t.Errorf("%q can be chosen, there are %q, %v", got, names, err)
	}
}

// The schema takes every published preset, and refuses what the decoder refuses.
func TestSchema(t *testing.T) {
	data, err := preset.Schema()
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(data, &schema); err != nil || schema["$schema"] != "https://json-schema.org/draft/2020-12/schema" {
		t.Fatal(err, schema["$schema"])
	}
	found, err := fs.Glob(presets.FS, "*/v*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		text, err := fs.ReadFile(presets.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		if fault := against(t, schema, string(text)); fault != "" {
			t.Errorf("%s: %s", path.Dir(file), fault)
		}
	}
	for _, tt := range [][2]string{
		{"value: 4", "value: 0"}, {"value: 4", "value: 4.5"}, {"qps: -1", "qps: -2"}, {"kind: exponential", "kind: linear"}, {"  why: repairs what no event told\n", ""},
		{"baseDelay: 50ms", "baseDelay: soon"}, {"workers:", "wrkers:"}, {"summary:", "smmary:"}, {"version: 1", "version: 0"}, {"copy: true", "copy: 1"},
	} {
		if text := strings.Replace(whole(t, "swift", 1), tt[0], tt[1], 1); against(t, schema, text) == "" {
			t.Errorf("%s is taken", tt[1])
		}
	}
}

func against(t *testing.T, schema map[string]any, text string) string {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return invalid(schema, v, "")
}

// invalid is as much of a JSON schema validator as the schema of presets needs.
func invalid(schema map[string]any, v any, at string) string {
	if options, ok := schema["anyOf"].([]any); ok {
		if !slices.ContainsFunc(options, func(o any) bool { return invalid(o.(map[string]any), v, at) == "" }) {
			return at + ": fits none"
		}
		return ""
	}
	if c, ok := schema["const"]; ok && c != v {
		return at + ": not the value"
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, v) {
		return at + ": not one of the values"
	}
	switch schema["type"] {
	case "object":
		return invalidObject(schema, v, at)
	case "array":
		if _, ok := v.([]any); !ok {
			return at + ": no array"
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return at + ": no boolean"
		}
	case "string":
		text, ok := v.(string)
		if pattern, has := schema["pattern"].(string); !ok || has && !regexp.MustCompile(pattern).MatchString(text) {
			return at + ": no such string"
		}
	case "number", "integer":
		n, ok := v.(float64)
		most, bounded := schema["maximum"].(float64)
		if !ok || schema["type"] == "integer" && n != math.Trunc(n) || n < schema["minimum"].(float64) || bounded && n > most {
			return at + ": no such number"
		}
	}
	return ""
}

func invalidObject(schema map[string]any, v any, at string) string {
	fields, ok := v.(map[string]any)
	if !ok {
		return at + ": no object"
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, has := fields[name.(string)]; !has {
			return at + ": lacks " + name.(string)
		}
	}
	properties := schema["properties"].(map[string]any)
	for name, value := range fields {
		sub, known := properties[name].(map[string]any)
		if !known {
			return at + "." + name + ": unknown"
		}
		if fault := invalid(sub, value, at+"."+name); fault != "" {
			return fault
		}
	}
	return ""
}
