package preset_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/presets"
)

// text is a preset file that is right.
const text = `name: swift
version: 1
summary: for tests
workers: {value: 2, why: w}
limiter:
  value: {kind: exponential, baseDelay: 100ms, maxDelay: 30s, jitter: 0.1}
  why: l
sync: {value: {interval: 1h, jitter: 0.1}, why: s}
timeout: {value: 30s, why: t}
minInterval: {value: 2s, why: m}
startupSpread: {value: 5m, why: u}
`

// files are preset files, by name and version.
func files(versions ...string) fstest.MapFS {
	out := fstest.MapFS{}
	for _, v := range versions {
		number := strings.TrimPrefix(path.Base(v), "v")
		data := strings.Replace(text, "version: 1", "version: "+number, 1)
		out[v+".yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(data, "swift", path.Dir(v), 1))}
	}
	return out
}

func TestLoadTakesTheNewest(t *testing.T) {
	all := files("swift/v1", "swift/v2", "swift/v10", "swifter/v11")
	for _, tt := range []struct{ ask, want int }{{0, 10}, {1, 1}, {2, 2}, {10, 10}} {
		p, err := preset.Load(all, "swift", tt.ask)
		if err != nil || p.Version != tt.want || p.Name != "swift" || len(p.Digest) != 64 {
			t.Errorf("version %d: %+v, %v, want version %d", tt.ask, p, err, tt.want)
		}
	}
	names, err := preset.Names(all)
	if want := []string{"swift", "swifter"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("names %q, %v, want %q", names, err, want)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{"workers:", "wrkers:", "unknown field"},
		{"value: 2", "value: two", "cannot unmarshal"},
		{"baseDelay: 100ms", "baseDelay: soon", "duration"},
		{"name: swift", "name: slow", "swift/v1.yaml: names itself slow v1"},
		{"version: 1", "version: 2", "swift/v1.yaml: names itself swift v2"},
		{"why: w", "why: ''", "workers has no reason"},
		{"why: l", "why: ''", "limiter has no reason"},
		{"why: s", "why: ''", "sync has no reason"},
		{"why: t", "why: ''", "timeout has no reason"},
		{"why: m", "why: ''", "minInterval has no reason"},
		{"why: u", "why: ''", "startupSpread has no reason"},
	} {
		changed := strings.Replace(text, tt.from, tt.to, 1)
		_, err := preset.Load(fstest.MapFS{"swift/v1.yaml": {Data: []byte(changed)}}, "swift", 0)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.to, err, tt.want)
		}
	}
}

func TestLoadNamesWhatThereIs(t *testing.T) {
	_, err := preset.Load(files("swift/v1", "slow/v1"), "fast", 0)
	var missing *preset.NotFoundError
	if !errors.As(err, &missing) || err.Error() != "preset \"fast\" does not exist\nhint: presets are: slow, swift" {
		t.Errorf("%v", err)
	}
	_, err = preset.Load(files("swift/v1", "swift/v2"), "swift", 3)
	if want := "preset swift v3 is not in this opwright, whose newest is v2\nhint: install the opwright that the project was made with"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Every published version stays, names itself right, has its reasons, and could be written into opwright.yaml.
func TestPublished(t *testing.T) {
	found, err := fs.Glob(presets.FS, "*/v*.yaml")
	if err != nil || len(found) == 0 {
		t.Fatal("no presets", err)
	}
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
		if p.Summary == "" {
			t.Errorf("%s has no summary", file)
		}
		if _, err := spec.Parse(file, asProject(p)); err != nil {
			t.Error(err)
		}
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// Values that opwright.yaml would not take are found.
func TestRangesAreThoseOfTheProjectFile(t *testing.T) {
	p, err := preset.Load(files("swift/v1"), "swift", 0)
	if err != nil {
		t.Fatal(err)
	}
	p.Workers.Value, p.Limiter.Value.Jitter, p.Timeout.Value = 0, 0.9, 2*time.Hour
	_, err = spec.Parse("swift", asProject(p))
	for _, want := range []string{"workers", "jitter", "timeout"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want a fault of %s", err, want)
		}
	}
}

// asProject writes the values of a preset as those of a controller.
func asProject(p *preset.Preset) []byte {
	l := p.Limiter.Value
	bucket, interval := "", p.Sync.Value.Interval
	if interval == 0 { // a deadline has none
		interval = time.Hour
	}
	if l.Kind == spec.LimiterBucket {
		bucket = fmt.Sprintf(", qps: %v, burst: %d", l.QPS, l.Burst)
	}
	return fmt.Appendf(nil, `apiVersion: opwright.dev/v1alpha1
kind: Project
name: shop
module: example.com/shop
domain: example.com
apis: [{group: shop.example.com, version: v1, kind: Shop}]
controllers:
  - for: shop.example.com/v1/Shop
    tuning:
      workers: %d
      timeout: %s
      minInterval: %s
      sync: {interval: %s, jitter: %v}
      limiter: {kind: %s, baseDelay: %s, maxDelay: %s, jitter: %v%s}
`, p.Workers.Value, p.Timeout.Value, p.MinInterval.Value, interval, p.Sync.Value.Jitter,
		l.Kind, l.BaseDelay, l.MaxDelay, l.Jitter, bucket)
}

// What opwright.yaml sets replaces the value and its reason; all else stays the preset's.
func TestWith(t *testing.T) {
	base, err := preset.Load(files("swift/v1"), "swift", 0)
	if err != nil {
		t.Fatal(err)
	}
	zero, none, half := time.Duration(0), 0.0, 0.5
	tests := []struct {
		name   string
		tuning spec.Tuning
		want   func(p *preset.Preset)
	}{
		{"nothing", spec.Tuning{}, func(*preset.Preset) {}},
		{"workers", spec.Tuning{Workers: 8}, func(p *preset.Preset) { p.Workers = of(8) }},
		{"the same value", spec.Tuning{Workers: 2}, func(*preset.Preset) {}},
		{"timeout", spec.Tuning{Timeout: time.Minute}, func(p *preset.Preset) { p.Timeout = of(time.Minute) }},
		{"zero interval", spec.Tuning{MinInterval: &zero}, func(p *preset.Preset) { p.MinInterval = of(zero) }},
		{"sync interval", spec.Tuning{Sync: spec.SyncTuning{Interval: time.Minute}}, func(p *preset.Preset) {
			p.Sync = of(preset.Sync{Interval: time.Minute, Jitter: 0.1})
		}},
		{"no jitter", spec.Tuning{Sync: spec.SyncTuning{Jitter: &none}}, func(p *preset.Preset) {
			p.Sync = of(preset.Sync{Interval: time.Hour})
		}},
		{"limiter", spec.Tuning{Limiter: spec.LimiterTuning{Kind: "bucket", BaseDelay: time.Second, MaxDelay: time.Minute, Jitter: &half, QPS: 5, Burst: 7}}, func(p *preset.Preset) {
			p.Limiter = of(preset.Limiter{Kind: "bucket", BaseDelay: time.Second, MaxDelay: time.Minute, Jitter: 0.5, QPS: 5, Burst: 7})
		}},
		{"longest wait", spec.Tuning{Limiter: spec.LimiterTuning{MaxDelay: time.Minute}}, func(p *preset.Preset) {
			p.Limiter = of(preset.Limiter{Kind: "exponential", BaseDelay: 100 * time.Millisecond, MaxDelay: time.Minute, Jitter: 0.1})
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

// Values that are right by themselves, and wrong together.
func TestCheck(t *testing.T) {
	base, err := preset.Load(files("swift/v1"), "swift", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		limiter spec.LimiterTuning
		want    string
	}{
		{spec.LimiterTuning{}, ""},
		{spec.LimiterTuning{Kind: "bucket", QPS: 1, Burst: 1}, ""},
		{spec.LimiterTuning{Kind: "bucket", QPS: 1}, "needs qps and burst"},
		{spec.LimiterTuning{Kind: "bucket", Burst: 1}, "needs qps and burst"},
		{spec.LimiterTuning{QPS: 1}, "qps and burst belong to a bucket, and the limiter of preset swift is exponential"},
		{spec.LimiterTuning{Burst: 1}, "belong to a bucket"},
		{spec.LimiterTuning{BaseDelay: time.Minute}, "maxDelay 30s is shorter than its baseDelay 1m0s"},
		{spec.LimiterTuning{MaxDelay: 50 * time.Millisecond}, "maxDelay 50ms is shorter than its baseDelay 100ms"},
	} {
		err := base.With(spec.Tuning{Limiter: tt.limiter}).Check()
		if got := fmt.Sprint(err); (err == nil) != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%+v: %s, want %q", tt.limiter, got, tt.want)
		}
	}
}

// of is a value that the project file sets.
func of[T comparable](v T) preset.Value[T] {
	return preset.Value[T]{Value: v, Why: preset.FromProject}
}
