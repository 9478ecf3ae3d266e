package preset_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/preset"
)

func TestLoadTakesTheNewest(t *testing.T) {
	texts := map[string]string{"swifter/v11": whole(t, "swifter", 11), "swift/vx": "no version", "swift/v01": "neither"}
	for name, version := range map[string]int{"swift/v1": 1, "swift/v2": 2, "swift/v10": 10} {
		texts[name] = whole(t, "swift", version)
	}
	set := preset.Set{Sources: []preset.Source{ours(texts)}}
	for _, tt := range []struct{ ask, want int }{{0, 10}, {1, 1}, {2, 2}, {10, 10}} {
		p, err := set.Load("swift", tt.ask)
		if err != nil || p.Version != tt.want || p.Name != "swift" || len(p.Digest) != 64 {
			t.Errorf("version %d: %+v, %v, want version %d", tt.ask, p, err, tt.want)
		}
	}
	names, err := set.Names()
	if want := []string{"swift", "swifter"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("names %q, %v, want %q", names, err, want)
	}
	versions, err := set.Versions("swift")
	if want := []int{1, 2, 10}; err != nil || !slices.Equal(versions, want) {
		t.Errorf("versions %v, %v, want %v", versions, err, want)
	}
}

func TestLoadNamesWhatThereIs(t *testing.T) {
	set := preset.Set{Sources: []preset.Source{
		theirs("acme", map[string]string{"presets/web/v2.yaml": extending("web", "swift@1")}),
		ours(map[string]string{"swift/v1": whole(t, "swift", 1), "swift/v2": whole(t, "swift", 2), "slow/v1": whole(t, "slow", 1)}),
	}}
	_, err := set.Load("fast", 0)
	var missing *preset.NotFoundError
	if !errors.As(err, &missing) || err.Error() != "preset \"fast\" does not exist\nhint: presets are: slow, swift, web" {
		t.Errorf("%v", err)
	}
	_, err = set.Load("swift", 3)
	if want := "preset swift v3 is not in this opwright, whose newest is v2\nhint: install the opwright that the project was made with"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = set.Load("web", 3)
	if want := "preset web v3 is not in acme, whose newest is v2\nhint: opwright preset show web"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A preset has what it says and, for the rest, what it extends; a mapping is taken field by field.
func TestExtends(t *testing.T) {
	set := preset.Set{Sources: []preset.Source{
		theirs("acme", map[string]string{
			"presets/web/v1.yaml": extending("web", "swift@1", "limiter: {value: {maxDelay: 2m}, why: patience}", "layers: [web]", "work: steps"),
			"presets/api/v1.yaml": extending("api", "web@1", "workers: {value: 9, why: many, benchmark: error-storm}", "when: [Now.]", "layers: [api]"),
		}),
		ours(map[string]string{"swift/v1": whole(t, "swift", 1)}),
	}}
	for _, layer := range []string{"web", "api"} {
		set.Sources[0].FS = withFile(set.Sources[0].FS, "templates/"+layer+"/note.txt", layer)
	}
	p, err := set.Load("api", 0)
	if err != nil {
		t.Fatal(err)
	}
	swift, _ := set.Load("swift", 1)
	want := *swift
	want.Name, want.Extends, want.Summary, want.Work, want.Source, want.Digest = "api", "web@1", "for tests", "steps", "acme", p.Digest
	want.When, want.WhenNot, want.Costs, want.Layers = []string{"Now."}, nil, nil, []string{"web", "api"}
	want.Limiter.Value.MaxDelay, want.Limiter.Why, want.Limiter.From = 120e9, "patience", "web@1"
	want.Workers = preset.Value[int]{Value: 9, Why: "many", Benchmark: "error-storm", From: "api@1"}
	if got := *p; !equal(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if web, err := set.Load("web", 1); err != nil || !slices.Equal(web.Layers, []string{"web"}) || web.Workers.From != "swift@1" {
		t.Errorf("%+v, %v: the parent was changed", web, err)
	}
}

// The digest changes with the preset, with each that it inherits from and with its template layers.
func TestDigest(t *testing.T) {
	load := func(note string, edit ...string) string {
		texts := map[string]string{
			"presets/web/v1.yaml": extending("web", "swift@1", "layers: [web]"),
			"presets/api/v1.yaml": extending("api", "web@1"), "templates/web/cmd/note.txt": note, "templates/other/note.txt": note + "?",
		}
		base := whole(t, "swift", 1)
		for _, name := range edit {
			if name == "swift" {
				base += "# edited\n"
			} else {
				texts[name] += "# edited\n"
			}
		}
		p, err := preset.Set{Sources: []preset.Source{theirs("acme", texts), ours(map[string]string{"swift/v1": base})}}.Load("api", 1)
		if err != nil {
			t.Fatal(err)
		}
		return p.Digest
	}
	seen := map[string]string{load("a"): "nothing"}
	for name, digest := range map[string]string{
		"layer": load("b"), "itself": load("a", "presets/api/v1.yaml"), "parent": load("a", "presets/web/v1.yaml"), "root": load("a", "swift"),
	} {
		if other, same := seen[digest]; same {
			t.Errorf("a change of %s has the digest of a change of %s", name, other)
		}
		seen[digest] = name
	}
	if again := load("a"); seen[again] != "nothing" || load("a", "templates/other/note.txt") != again {
		t.Error("the digest changes without a change")
	}
}

func TestSetRefuses(t *testing.T) {
	swift := map[string]string{"swift/v1": whole(t, "swift", 1), "slow/v1": whole(t, "slow", 1)}
	for _, tt := range []struct {
		name, want string
		texts      map[string]string
	}{
		{"an embedded preset's name", "acme/presets/swift/v3.yaml:1:1: the name swift is that of a preset of opwright\nhint: rename the folder, and extend it: extends: swift@1",
			map[string]string{"presets/swift/v3.yaml": extending("swift", "slow@1"), "presets/web/v1.yaml": extending("web", "swift@1")}},
		{"a cycle", "acme/presets/api/v1.yaml:3:10: extends web@1, which extends it in turn",
			map[string]string{"presets/web/v1.yaml": extending("web", "api@1"), "presets/api/v1.yaml": extending("api", "web@1")}},
		{"itself", "acme/presets/web/v1.yaml:3:10: extends web@1, which extends it in turn",
			map[string]string{"presets/web/v1.yaml": extending("web", "web@1")}},
		{"an unknown version", "acme/presets/web/v1.yaml:3:10: extends swift@2, which does not exist\nhint: the newest is swift@1",
			map[string]string{"presets/web/v1.yaml": extending("web", "swift@2")}},
		{"an unknown preset", "acme/presets/web/v1.yaml:3:10: extends swirft@1, which does not exist\nhint: did you mean \"swift\"?",
			map[string]string{"presets/web/v1.yaml": extending("web", "swirft@1")}},
		{"no version", "acme/presets/web/v1.yaml:3:10: extends \"swift\" names no version\nhint: write for example extends: standard@1",
			map[string]string{"presets/web/v1.yaml": extending("web", "swift")}},
		{"a fault in a parent", "acme/presets/api/v1.yaml:5:18: workers must be a whole number from 1 to 256",
			map[string]string{"presets/web/v1.yaml": extending("web", "api@1"), "presets/api/v1.yaml": extending("api", "swift@1", "workers: {value: 0, why: none}")}},
		{"another name than its folder", "acme/presets/web/v1.yaml:1:7: names itself api v1",
			map[string]string{"presets/web/v1.yaml": extending("api", "swift@1")}},
		{"a layer that is not there", "acme/presets/web/v1.yaml:5:9: layer web has no folder acme/templates/web",
			map[string]string{"presets/web/v1.yaml": extending("web", "swift@1", "layers: [web]")}},
	} {
		set := preset.Set{Sources: []preset.Source{theirs("acme", tt.texts), ours(swift)}}
		_, err := set.Load("web", 1)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

// Layers are looked for in one folder, that of the preset.
func TestLayersOfAnotherFolder(t *testing.T) {
	set := preset.Set{Sources: []preset.Source{
		theirs("team", map[string]string{"presets/api/v1.yaml": extending("api", "web@1")}),
		theirs("acme", map[string]string{"presets/web/v1.yaml": extending("web", "swift@1", "layers: [web]"), "templates/web/note.txt": "a"}),
		ours(map[string]string{"swift/v1": whole(t, "swift", 1)}),
	}}
	_, err := set.Load("api", 0)
	if err == nil || !strings.HasPrefix(err.Error(), "team/presets/api/v1.yaml:3:10: web has template layers, which are in acme\nhint: ") {
		t.Error(err)
	}
}

// Of two folders that have a preset of one name, the first counts.
func TestFirstSourceWins(t *testing.T) {
	set := preset.Set{Sources: []preset.Source{
		theirs("team", map[string]string{"presets/web/v1.yaml": extending("web", "swift@1")}),
		theirs("acme", map[string]string{"presets/web/v1.yaml": "broken: ["}),
		ours(map[string]string{"swift/v1": whole(t, "swift", 1)}),
	}}
	if p, err := set.Load("web", 0); err != nil || p.Source != "team" {
		t.Errorf("%+v, %v", p, err)
	}
}
