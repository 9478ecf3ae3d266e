package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/opwright/opwright/generator/preset"
)

// Setting is a line of the values in a setup file.
type Setting struct{ Field, Code, Why string }

// Values lists the tuning values as Go code.
func (c *Controller) Values() []Setting {
	p := c.Preset
	list := []Setting{
		{"Workers", strconv.Itoa(p.Workers.Value), p.Workers.Why},
		{"Coalesce", only(c.Uses("coalesce"), duration(p.Coalesce.Value)), p.Coalesce.Why},
		{"Calls", only(c.Uses("calls"), callsCode(p.Calls.Value)), p.Calls.Why},
		{"Breaker", only(c.Uses("breaker"), breakerCode(p.Breaker.Value)), p.Breaker.Why},
		{"Limiter", limiterCode(p.Limiter.Value), p.Limiter.Why},
		{"Sync", only(p.Sync.Value.Interval > 0 || p.Sync.Value.Busy > 0, syncCode(p.Sync.Value)), p.Sync.Why},
		{"Rest", only(c.Uses("rest"), "true"), p.Rest.Why},
		{"Deadline", only(c.Uses("deadline"), deadlineCode(p.Sync.Value)), deadlineWhy(p.Sync)},
		{"Priorities", only(c.Uses("priorities"), prioritiesCode(p.Priorities.Value)), p.Priorities.Why},
		{"Timeout", duration(p.Timeout.Value), p.Timeout.Why},
		{"MinInterval", duration(p.MinInterval.Value), p.MinInterval.Why},
		{"StartupSpread", duration(p.StartupSpread.Value), p.StartupSpread.Why},
		{"Warmup", strconv.FormatBool(p.Warmup.Value), p.Warmup.Why},
	}
	list = slices.DeleteFunc(list, func(s Setting) bool { return s.Code == "" })
	for i := range list {
		list[i].Why = sentence(list[i].Why)
	}
	return list
}

// only is code that a controller does without unless it is wanted.
func only(wanted bool, code string) string {
	if wanted {
		return code
	}
	return ""
}

// PresetWords names the preset for a person.
func (c *Controller) PresetWords() string {
	return fmt.Sprintf("%s v%d", c.Preset.Name, c.Preset.Version)
}

// Bounds are the least and the greatest value of a setting, as Go code.
func (p *Project) Bounds(path string) string {
	knob, found := preset.KnobAt(path)
	if !found {
		panic("render: unknown setting " + path) // a template's mistake, found by any test
	}
	if knob.Form != preset.FormDuration {
		return fmt.Sprintf("%v, %v", knob.Min, knob.Max)
	}
	seconds := func(v float64) string { return duration(time.Duration(v * float64(time.Second))) }
	return seconds(knob.Min) + ", " + seconds(knob.Max)
}

// ChangedCode is Changed as Go code.
func (c *Controller) ChangedCode() string { return fmt.Sprintf("%#v", c.Changed) }

// changes names the values in which tuned differs from the preset, as they stand in opwright.yaml.
func changes(base, tuned *preset.Preset) []string {
	var names []string
	before := base.Settings()
	for i, s := range tuned.Settings() {
		if s.Text != before[i].Text {
			names = append(names, s.Path)
		}
	}
	slices.Sort(names)
	return names
}

// sentence makes a comment of a reason.
func sentence(why string) string {
	if why == preset.FromProject {
		return "From opwright.yaml."
	}
	return strings.ToUpper(why[:1]) + why[1:] + "."
}

func limiterCode(l preset.Limiter) string {
	exponential := fmt.Sprintf("tuning.Exponential{Base: %s, Max: %s, Jitter: %v}", duration(l.BaseDelay), duration(l.MaxDelay), l.Jitter)
	if l.Kind != "bucket" {
		return exponential
	}
	return fmt.Sprintf("tuning.Bucket{QPS: %v, Burst: %d, PerItem: %s}", l.QPS, l.Burst, exponential)
}

func syncCode(s preset.Sync) string {
	code := fmt.Sprintf("tuning.Every{Interval: %s, Jitter: %v", duration(s.Interval), s.Jitter)
	if s.MaxInterval > 0 {
		code += ", Max: " + duration(s.MaxInterval)
	}
	if s.Busy > 0 {
		code += ", Busy: " + duration(s.Busy)
	}
	return code + "}"
}

// deadlineCode has bounds for a preset without any, too: the example of work that is due at a time needs them.
func deadlineCode(s preset.Sync) string {
	if !s.Deadline {
		s = preset.Sync{Early: 0.1, Min: time.Second, Max: 12 * time.Hour}
	}
	return fmt.Sprintf("tuning.Deadline{Early: %v, Min: %s, Max: %s}", s.Early, duration(s.Min), duration(s.Max))
}

func deadlineWhy(s preset.Value[preset.Sync]) string {
	if s.Value.Deadline {
		return s.Why
	}
	return "the object says when it is due; somewhat early, so that all do not come at once"
}

func callsCode(c preset.Calls) string {
	return fmt.Sprintf("tuning.Calls{QPS: %v, Burst: %d}", c.QPS, c.Burst)
}

func breakerCode(b preset.Breaker) string {
	return fmt.Sprintf("tuning.Breaker{Failures: %d, Pause: %s}", b.Failures, duration(b.Pause))
}

// duration prints d as Go code, in the largest unit that fits.
func duration(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}} {
		if d >= unit.length && d%unit.length == 0 {
			if d == unit.length {
				return "time." + unit.name
			}
			return fmt.Sprintf("%d * time.%s", d/unit.length, unit.name)
		}
	}
	return fmt.Sprintf("%d * time.Millisecond", d.Milliseconds())
}
