package preset_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/presets"
)

func equal(a, b preset.Preset) bool { return reflect.DeepEqual(a, b) }

func withFile(files fs.FS, name, text string) fs.FS {
	out := maps.Clone(files.(fstest.MapFS))
	out[name] = &fstest.MapFile{Data: []byte(text)}
	return out
}

// Each fault is told with its place; all of them at once.
func TestLoadRefuses(t *testing.T) {
	text := whole(t, "swift", 1)
	for _, tt := range []struct{ from, to, want string }{
		{"workers:", "wrkers:", "unknown field \"wrkers\"\nhint: did you mean \"workers\"?"},
		{"workers:", "wrkers:", "missing: workers\nhint: write extends: standard@1 to take from there what is not said"},
		{"value: 4", "value: four", "workers must be a whole number from 1 to 256"},
		{"value: 4", "value: 0", "workers must be a whole number from 1 to 256"},
		{"value: 4", "value: [4]", "workers must be a whole number from 1 to 256"},
		{"value: 4", "vlue: 4", "workers has no value"},
		{"value: 4", "value: 4\n  value: 5", "\"value\" is there twice, first in line"},
		{"baseDelay: 50ms", "baseDelay: soon", "limiter.baseDelay must be a duration from 1ms to 1m"},
		{"baseDelay: 50ms, ", "", "limiter.baseDelay must be a duration from 1ms to 1m"},
		{"baseDelay: 50ms", "baseDelay: 20s", "the limiter's maxDelay 10s is shorter than its baseDelay 20s"},
		{"jitter: 0.2", "jitter: 20", "limiter.jitter must be a number from 0 to 0.5"},
		{"qps: -1", "qps: -2", "client.qps must be a number from 0.1 to 10000, or -1 for as many as the server lets through"},
		{"kind: exponential", "kind: exponentail", "limiter.kind must be one of bucket, exponential\nhint: did you mean \"exponential\"?"},
		{"primary: changed", "primary: generation", "predicates.primary must be changed"},
		{"copy: true", "copy: 1", "cache.copy must be true or false"},
		{"error: -50", "error: 50", "priorities.error must be a whole number from -1000 to 0"},
		{"event: 0", "event: 1", "priorities.event must be 0"},
		{"renew: 10s", "renew: 20s", "retry 2s must be shorter than renew 20s, and that shorter than lease 15s"},
		{"name: swift", "name: slow", "names itself slow v1"},
		{"version: 1", "version: 2", "names itself swift v2"},
		{"version: 1", "version: one", "version must be a whole number from 1 up"},
		{"name: swift\n", "", "a preset says its name and its version"},
		{"summary:", "# summary:", "a preset has a summary"},
		{"work: children", "work: childrn", "unknown work \"childrn\"\nhint: did you mean \"children\"?"},
		{"work: children", "layers: [../x]", "layer \"../x\" is not the name of a folder below templates/"},
		{"why: one slow object does not hold up the others", "why: ''", "workers has no reason (why)"},
		{"why: one slow object does not hold up the others", "why: |\n    a\n    b", "why must be a single line"},
		{"why: repairs what no event told", "why: true", "why must be text"},
		{"when:\n", "when: yes\nwhenNoot:\n", "when must be a list"},
		{"timeout:\n  value: 60s\n", "timeout: 60s\ntomeout:\n", "timeout must be a mapping"},
		{"name: swift", "name: [", "not YAML"},
		{"name: swift", "name: swift\x00", "not text in UTF-8"},
	} {
		changed := strings.Replace(text, tt.from, tt.to, 1)
		if changed == text {
			t.Errorf("%s is not in the text", tt.from)
		}
		_, err := preset.Load(fstest.MapFS{"swift/v1.yaml": {Data: []byte(changed)}}, "swift", 0)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v\nwant %q", tt.to, err, tt.want)
		}
		for line := range strings.SplitSeq(fmt.Sprint(err), "\n") {
			if !strings.HasPrefix(line, "presets/swift/v1.yaml:") && !strings.HasPrefix(line, "hint: ") {
				t.Errorf("%s: not a place and not a hint: %s", tt.to, line)
			}
		}
	}
}

func TestLoadTellsAllFaultsInOrder(t *testing.T) {
	_, err := preset.Load(fstest.MapFS{"swift/v1.yaml": {Data: []byte(
		"name: swift\nversion: 1\nextends: slow@1\nsummary: s\nlimiter: {value: {kind: bukket}, why: w}\nworkers: {value: 0}\nnonsense: 1\n")},
		"slow/v1.yaml": {Data: []byte(whole(t, "slow", 1))}}, "swift", 0)
	want := `presets/swift/v1.yaml:5:25: limiter.kind must be one of bucket, exponential
hint: did you mean "bucket"?
presets/swift/v1.yaml:6:10: workers has no reason (why)
hint: add why: with one line that a reader of the generated code understands
presets/swift/v1.yaml:6:18: workers must be a whole number from 1 to 256
presets/swift/v1.yaml:7:1: unknown field "nonsense"
hint: known here: ` + "name, version"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v\nwant %s", err, want)
	}
}

func TestParserIsGuarded(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "a\n---\nb\n", "- a\n", "text", strings.Repeat("[", 100000), strings.Repeat("- ", 40000),
		strings.Repeat("a: b\n", 20000), "name: &a\n  b: *a\n", "? [a]\n: b\n", "{{ .Name }}: 1\n", "name: !!binary x\n"} {
		_, err := preset.Set{}.Lint("x.yaml", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), "x.yaml:") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// Every published version stays, and is right as a whole.
func TestPublished(t *testing.T) {
	found, err := fs.Glob(presets.FS, "*/v*.yaml")
	if err != nil || len(found) < 8 {
		t.Fatal("presets are missing", found, err)
	}
	scenarios := scenarios(t)
	for _, file := range found {
		var version int
		if _, err := fmt.Sscanf(path.Base(file), "v%d.yaml", &version); err != nil {
			t.Fatal(file, err)
		}
		p, err := preset.Load(presets.FS, path.Dir(file), version)
		if err != nil {
			t.Error(err)
			continue
		}
		if p.Work == "" || len(p.When) == 0 || len(p.WhenNot) == 0 || len(p.Costs) == 0 {
			t.Errorf("%s does not say for what it is, for what not, or at what cost", file)
		}
		for _, s := range p.Settings() {
			if s.Why == "" || strings.HasSuffix(s.Why, ".") || len(s.Why) > 110 {
				t.Errorf("%s: %s: reason %q is empty, too long, or ends in a full stop", file, s.Path, s.Why)
			}
			if s.Benchmark != "" && !strings.Contains(scenarios, s.Benchmark) {
				t.Errorf("%s: %s: docs/benchmarks.md has no scenario %s", file, s.Path, s.Benchmark)
			}
			if !s.Allows(s.Value) {
				t.Errorf("%s: %s: %v is out of range", file, s.Path, s.Value)
			}
		}
	}
}

func scenarios(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
