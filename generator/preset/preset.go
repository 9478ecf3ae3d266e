package preset

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
)

// NotFoundError says that no preset has this name; Known lists those there are.
type NotFoundError struct {
	Name  string
	Known []string
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("preset %q does not exist\nhint: presets are: %s", e.Name, strings.Join(e.Known, ", "))
}

// Names lists the presets in files, sorted.
func Names(files fs.FS) ([]string, error) {
	found, err := fs.Glob(files, "*/v*.yaml")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, file := range found {
		names = append(names, path.Dir(file))
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// Load reads a version of the preset called name; version 0 is the newest.
func Load(files fs.FS, name string, version int) (*Preset, error) {
	versions, err := versionsOf(files, name)
	if err != nil {
		return nil, err
	}
	if len(versions) == 0 {
		known, err := Names(files)
		if err != nil {
			return nil, err
		}
		return nil, &NotFoundError{Name: name, Known: known}
	}
	switch newest := slices.Max(versions); {
	case version == 0:
		version = newest
	case !slices.Contains(versions, version):
		return nil, fmt.Errorf("preset %s v%d is not in this opwright, whose newest is v%d\nhint: install the opwright that the project was made with", name, version, newest)
	}
	return read(files, name, version)
}

var versionFile = regexp.MustCompile(`/v([0-9]+)\.yaml$`)

func versionsOf(files fs.FS, name string) ([]int, error) {
	found, err := fs.Glob(files, "*/v*.yaml")
	if err != nil {
		return nil, err
	}
	var versions []int
	for _, file := range found {
		match := versionFile.FindStringSubmatch(file)
		if path.Dir(file) != name || match == nil {
			continue
		}
		n, err := strconv.Atoi(match[1])
		if err != nil {
			return nil, err
		}
		versions = append(versions, n)
	}
	return versions, nil
}

func read(files fs.FS, name string, version int) (*Preset, error) {
	file := fmt.Sprintf("%s/v%d.yaml", name, version)
	data, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	p, err := parentOf(files, data)
	if err != nil {
		return nil, fmt.Errorf("preset %s: %w", file, err)
	}
	inherited := p.Digest
	if err := yaml.UnmarshalWithOptions(data, p, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("preset %s: %s", file, yaml.FormatError(err, false, false))
	}
	p.Digest = tree.Digest(append(data, inherited...))
	if p.Name != name || p.Version != version {
		return nil, fmt.Errorf("preset %s: names itself %s v%d", file, p.Name, p.Version)
	}
	return p, p.check(file)
}

// parentOf is the preset that data extends, with its values alone, or an empty one.
func parentOf(files fs.FS, data []byte) (*Preset, error) {
	var head struct {
		Extends string `yaml:"extends"`
	}
	if err := yaml.Unmarshal(data, &head); err != nil || head.Extends == "" {
		return &Preset{}, nil //nolint:nilerr // the strict pass says what is wrong
	}
	name, number, _ := strings.Cut(head.Extends, "@")
	version, err := strconv.Atoi(number)
	if err != nil {
		return nil, fmt.Errorf("extends %q names no version, such as standard@1", head.Extends)
	}
	parent, err := Load(files, name, version)
	if err != nil {
		return nil, err
	}
	parent.When, parent.WhenNot, parent.Costs = nil, nil, nil
	return parent, nil
}

// check demands a reason for each value; the ranges are those of opwright.yaml.
func (p *Preset) check(file string) error {
	for _, v := range []struct{ field, why string }{
		{"workers", p.Workers.Why},
		{"limiter", p.Limiter.Why},
		{"sync", p.Sync.Why},
		{"timeout", p.Timeout.Why},
		{"minInterval", p.MinInterval.Why},
		{"startupSpread", p.StartupSpread.Why},
	} {
		if v.why == "" {
			return fmt.Errorf("preset %s: %s has no reason (why)", file, v.field)
		}
	}
	return nil
}

// FromProject is the reason of a value that the project file sets.
const FromProject = "opwright.yaml"

// Check says what is wrong with the values together: opwright.yaml may set one that does not go with
// another of the preset.
func (p Preset) Check() error {
	switch l := p.Limiter.Value; {
	case l.Kind == spec.LimiterBucket && (l.QPS == 0 || l.Burst == 0):
		return errors.New("a limiter of kind bucket needs qps and burst\nhint: write both below tuning.limiter")
	case l.Kind != spec.LimiterBucket && (l.QPS != 0 || l.Burst != 0):
		return fmt.Errorf("qps and burst belong to a bucket, and the limiter of preset %s is %s\nhint: write kind: bucket below tuning.limiter", p.Name, l.Kind)
	case l.MaxDelay < l.BaseDelay:
		return fmt.Errorf("the limiter's maxDelay %s is shorter than its baseDelay %s\nhint: write both below tuning.limiter", l.MaxDelay, l.BaseDelay)
	}
	return nil
}

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
		v.Why = FromProject
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
