package preset

import "github.com/opwright/opwright/generator/spec"

// Setting is a knob with its value in a preset.
type Setting struct {
	Knob
	// Value is of the Go type that types.go gives it: time.Duration, int, float64, bool or string.
	Value any
	// Text is the value as it stands in YAML, Words the same for a sentence.
	Text, Words string
	// Idle says that the value means nothing beside the others, such as a rate without a bucket.
	Idle bool
	// Why and Benchmark are the value's, and From is where it is said: standard@1, or opwright.yaml.
	Why, Benchmark, From string
}

// Settings lists all values of a preset, in the order of Knobs.
func (p *Preset) Settings() []Setting {
	var list []Setting
	for _, k := range Knobs() {
		v, group := p.leaf(k.Path).Interface(), p.group(k.Group())
		list = append(list, Setting{
			Knob: k, Value: v, Text: written(v), Words: k.say(v), Idle: p.idle(k.Path),
			Why: group.FieldByName("Why").String(), Benchmark: group.FieldByName("Benchmark").String(), From: group.FieldByName("From").String(),
		})
	}
	return list
}

// Meaning says what the setting is and, where the value alone does not tell, what that means.
func (s Setting) Meaning() string {
	switch {
	case s.Form == FormFlag:
		return s.Label + " " + s.Words
	case len(s.Meanings) > 0 || s.Words == s.Off:
		return s.Label + ": " + s.Words
	}
	return s.Label
}

// idle says whether other values leave one without a meaning.
func (p *Preset) idle(path string) bool {
	switch path {
	case "limiter.qps", "limiter.burst":
		return p.Limiter.Value.Kind != spec.LimiterBucket
	case "calls.burst":
		return p.Calls.Value.QPS == 0
	case "breaker.pause":
		return p.Breaker.Value.Failures == 0
	case "sync.interval", "sync.jitter", "sync.maxInterval", "sync.busy":
		return p.Sync.Value.Deadline
	case "sync.early", "sync.min", "sync.max":
		return !p.Sync.Value.Deadline
	case "client.burst":
		return p.Client.Value.QPS < 0
	}
	return false
}

// RetryWords says how retries are spaced, for a table.
func (p *Preset) RetryWords() string {
	l := p.Limiter.Value
	return spoken(l.BaseDelay) + " to " + spoken(l.MaxDelay)
}

// SyncWords says what the periodic sync does, for a table.
func (p *Preset) SyncWords() string {
	s := p.Sync.Value
	switch {
	case s.Deadline:
		return "by deadline"
	case s.MaxInterval > 0:
		return spoken(s.Interval) + " to " + spoken(s.MaxInterval)
	case s.Busy > 0:
		return spoken(s.Busy) + " or " + spoken(s.Interval)
	}
	return spoken(s.Interval)
}
