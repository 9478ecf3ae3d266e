package preset

import (
	"errors"
	"io/fs"
	"time"

	"github.com/opwright/opwright/generator/spec"
)

// Names lists the presets in files, sorted.
func Names(files fs.FS) ([]string, error) { return embedded(files).Names() }

// Load reads a version of the preset called name; version 0 is the newest.
func Load(files fs.FS, name string, version int) (*Preset, error) {
	return embedded(files).Load(name, version)
}

func embedded(files fs.FS) Set { return Set{[]Source{{FS: files}}} }

// FromProject is the reason of a value that the project file sets.
const FromProject = "opwright.yaml"

// With lays the settings of a controller over the preset.
func (p Preset) With(t spec.Tuning) Preset {
	p.Workers = p.Workers.with(func(v *int) { setIf(v, t.Workers) })
	p.Timeout = p.Timeout.with(func(v *time.Duration) { setIf(v, t.Timeout) })
	p.MinInterval = p.MinInterval.with(func(v *time.Duration) { setTo(v, t.MinInterval) })
	p.StartupSpread = p.StartupSpread.with(func(v *time.Duration) { setTo(v, t.StartupSpread) })
	p.Coalesce = p.Coalesce.with(func(v *time.Duration) { setTo(v, t.Coalesce) })
	p.Sync = p.Sync.with(func(v *Sync) {
		setIf(&v.Interval, t.Sync.Interval)
		setTo(&v.Jitter, t.Sync.Jitter)
		setIf(&v.MaxInterval, t.Sync.MaxInterval)
	})
	p.Calls = p.Calls.with(func(v *Calls) {
		setIf(&v.QPS, t.Calls.QPS)
		setIf(&v.Burst, t.Calls.Burst)
	})
	p.Breaker = p.Breaker.with(func(v *Breaker) {
		setIf(&v.Failures, t.Breaker.Failures)
		setIf(&v.Pause, t.Breaker.Pause)
	})
	p.Limiter = p.Limiter.with(func(v *Limiter) {
		setIf(&v.Kind, t.Limiter.Kind)
		setIf(&v.BaseDelay, t.Limiter.BaseDelay)
		setIf(&v.MaxDelay, t.Limiter.MaxDelay)
		setTo(&v.Jitter, t.Limiter.Jitter)
		setIf(&v.QPS, t.Limiter.QPS)
		setIf(&v.Burst, t.Limiter.Burst)
	})
	return p
}

// with applies an edit; a value that it changes has its reason in the project file.
func (v Value[T]) with(edit func(*T)) Value[T] {
	before := v.Value
	if edit(&v.Value); v.Value != before {
		v.Why, v.Benchmark, v.From = FromProject, "", FromProject
	}
	return v
}

func setIf[T comparable](v *T, to T) {
	var unset T
	if to != unset {
		*v = to
	}
}

func setTo[T any](v, to *T) {
	if to != nil {
		*v = *to
	}
}

// Check says what is wrong with the values together: opwright.yaml may set one that does not go with
// another of the preset.
func (p Preset) Check() error {
	var list []error
	for _, c := range p.contradictions() {
		list = append(list, errors.New(c.text+"\nhint: "+c.hint))
	}
	return errors.Join(list...)
}
