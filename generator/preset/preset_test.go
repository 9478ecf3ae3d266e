package preset_test

import (
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/presets"
)

// whole is the text of a preset that says everything itself.
func whole(t *testing.T, name string, version int) string {
	t.Helper()
	data, err := fs.ReadFile(presets.FS, "standard/v1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "name: standard", "name: "+name, 1)
	return strings.Replace(text, "version: 1", fmt.Sprintf("version: %d", version), 1)
}

// extending is the text of a preset that says one thing differently.
func extending(name, parent string, lines ...string) string {
	return fmt.Sprintf("name: %s\nversion: 1\nextends: %s\nsummary: for tests\n%s\n", name, parent, strings.Join(lines, "\n"))
}

// ours are embedded presets: texts by name and version, such as swift/v1.
func ours(texts map[string]string) preset.Source {
	files := fstest.MapFS{}
	for name, text := range texts {
		files[name+".yaml"] = &fstest.MapFile{Data: []byte(text)}
	}
	return preset.Source{FS: files}
}

// theirs are presets of an organisation in a folder.
func theirs(dir string, texts map[string]string) preset.Source {
	files := fstest.MapFS{}
	for name, text := range texts {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return preset.Source{Dir: dir, FS: files}
}

func standard(t *testing.T) *preset.Preset {
	t.Helper()
	p, err := preset.Load(presets.FS, "standard", 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What opwright.yaml sets replaces the value and its reason; all else stays the preset's.
func TestWith(t *testing.T) {
	base := standard(t)
	zero, none, half, minute := time.Duration(0), 0.0, 0.5, time.Minute
	sync, limiter := base.Sync.Value, base.Limiter.Value
	tests := []struct {
		name   string
		tuning spec.Tuning
		want   func(p *preset.Preset)
	}{
		{"nothing", spec.Tuning{}, func(*preset.Preset) {}},
		{"workers", spec.Tuning{Workers: 8}, func(p *preset.Preset) { p.Workers = of(8) }},
		{"the same value", spec.Tuning{Workers: 4}, func(*preset.Preset) {}},
		{"timeout", spec.Tuning{Timeout: 2 * minute}, func(p *preset.Preset) { p.Timeout = of(2 * minute) }},
		{"zero interval", spec.Tuning{MinInterval: &zero}, func(p *preset.Preset) { p.MinInterval = of(zero) }},
		{"start-up", spec.Tuning{StartupSpread: &minute}, func(p *preset.Preset) { p.StartupSpread = of(minute) }},
		{"coalesce", spec.Tuning{Coalesce: &minute}, func(p *preset.Preset) { p.Coalesce = of(minute) }},
		{"calls", spec.Tuning{Calls: spec.CallsTuning{QPS: 5, Burst: 6}}, func(p *preset.Preset) { p.Calls = of(preset.Calls{QPS: 5, Burst: 6}) }},
		{"breaker", spec.Tuning{Breaker: spec.BreakerTuning{Failures: 5, Pause: minute}}, func(p *preset.Preset) {
			p.Breaker = of(preset.Breaker{Failures: 5, Pause: minute})
		}},
		{"sync interval", spec.Tuning{Sync: spec.SyncTuning{Interval: minute}}, func(p *preset.Preset) {
			sync.Interval = minute
			p.Sync = of(sync)
		}},
		{"sync back-off", spec.Tuning{Sync: spec.SyncTuning{Interval: minute, Jitter: &none, MaxInterval: time.Hour}}, func(p *preset.Preset) {
			p.Sync = of(preset.Sync{Interval: minute, MaxInterval: time.Hour})
		}},
		{"limiter", spec.Tuning{Limiter: spec.LimiterTuning{Kind: "bucket", BaseDelay: time.Second, MaxDelay: minute, Jitter: &half, QPS: 5, Burst: 7}}, func(p *preset.Preset) {
			p.Limiter = of(preset.Limiter{Kind: "bucket", BaseDelay: time.Second, MaxDelay: minute, Jitter: 0.5, QPS: 5, Burst: 7})
		}},
		{"longest wait", spec.Tuning{Limiter: spec.LimiterTuning{MaxDelay: minute}}, func(p *preset.Preset) {
			limiter.MaxDelay = minute
			p.Limiter = of(limiter)
		}},
	}
	for _, tt := range tests {
		want := *base
		tt.want(&want)
		before := *base
		if got := base.With(tt.tuning); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, want)
		}
		if !reflect.DeepEqual(*base, before) {
			t.Errorf("%s: the preset itself was changed", tt.name)
		}
	}
}

// of is a value that the project file sets.
func of[T comparable](v T) preset.Value[T] {
	return preset.Value[T]{Value: v, Why: preset.FromProject, From: preset.FromProject}
}

// Values that are right by themselves, and wrong together.
func TestCheck(t *testing.T) {
	base := standard(t)
	for _, tt := range []struct {
		tuning spec.Tuning
		want   string
	}{
		{spec.Tuning{}, ""},
		{spec.Tuning{Limiter: spec.LimiterTuning{Kind: "bucket", QPS: 1, Burst: 1}}, ""},
		{spec.Tuning{Limiter: spec.LimiterTuning{Kind: "bucket", QPS: 1}}, "needs qps and burst"},
		{spec.Tuning{Limiter: spec.LimiterTuning{Kind: "bucket", Burst: 1}}, "needs qps and burst"},
		{spec.Tuning{Limiter: spec.LimiterTuning{QPS: 1}}, "qps and burst belong to a bucket, and the limiter of preset standard is exponential"},
		{spec.Tuning{Limiter: spec.LimiterTuning{Burst: 1}}, "belong to a bucket"},
		{spec.Tuning{Limiter: spec.LimiterTuning{BaseDelay: time.Minute}}, "maxDelay 10s is shorter than its baseDelay 1m0s"},
		{spec.Tuning{Limiter: spec.LimiterTuning{MaxDelay: time.Millisecond}}, "maxDelay 1ms is shorter than its baseDelay 50ms"},
		{spec.Tuning{Calls: spec.CallsTuning{QPS: 1}}, "calls need both qps and burst"},
		{spec.Tuning{Calls: spec.CallsTuning{Burst: 1}}, "calls need both qps and burst"},
		{spec.Tuning{Calls: spec.CallsTuning{QPS: 1, Burst: 1}}, ""},
		{spec.Tuning{Sync: spec.SyncTuning{MaxInterval: time.Minute}}, "the maxInterval 1m of the sync is shorter than its interval 30m"},
		{spec.Tuning{Sync: spec.SyncTuning{MaxInterval: time.Hour}}, ""},
	} {
		err := base.With(tt.tuning).Check()
		if got := fmt.Sprint(err); (err == nil) != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%+v: %s, want %q", tt.tuning, got, tt.want)
		}
	}
}
