package preset

import (
	"fmt"
	"time"
)

// Difference is a group of values that two presets have differently, with the reason of the second one.
type Difference struct {
	// Group is the name of the group in a preset file, such as limiter.
	Group string
	// Says are sentences on what behaves differently, one a value, and consequences that can be worked out.
	Says []string
	// Values are the values as they stand in YAML.
	Values []ValueChange
	// Why is the new reason, From the preset that gives it or opwright.yaml. Was is the reason before.
	Why, From, Was string
}

// ValueChange is one value before and after.
type ValueChange struct{ Path, Old, New string }

// Diff says what behaves differently with the values of b instead of those of a.
func Diff(a, b *Preset) []Difference {
	var list []Difference
	old := a.Settings()
	for i, s := range b.Settings() {
		if s.Value == old[i].Value || s.Idle && old[i].Idle {
			continue
		}
		if len(list) == 0 || list[len(list)-1].Group != s.Group() {
			list = append(list, Difference{Group: s.Group(), Why: s.Why, From: s.From, Was: old[i].Why})
		}
		d := &list[len(list)-1]
		d.Says = append(d.Says, fmt.Sprintf("%s %s instead of %s", s.Label, s.Words, old[i].Words))
		d.Values = append(d.Values, ValueChange{s.Path, old[i].Text, s.Text})
	}
	for i := range list {
		list[i].Says = append(list[i].Says, consequences(list[i].Group, a, b)...)
	}
	return list
}

// consequences are what a person would work out from values, where that is easier to picture.
func consequences(group string, a, b *Preset) []string {
	switch group {
	case "limiter":
		if old, now := a.Limiter.Value.attempts(time.Hour), b.Limiter.Value.attempts(time.Hour); old != now {
			return []string{fmt.Sprintf("an object that goes on failing is tried %d times in an hour instead of %d", now, old)}
		}
	case "sync":
		old, now := a.Sync.Value.passes(1000), b.Sync.Value.passes(1000)
		if old != now && old > 0 && now > 0 {
			return []string{fmt.Sprintf("1000 objects at rest cost %.3g passes a minute instead of %.3g", now, old)}
		}
	}
	return nil
}

// attempts is how often an object that goes on failing is tried within a time, jitter left aside.
func (l Limiter) attempts(within time.Duration) int {
	count, at, wait := 1, time.Duration(0), l.BaseDelay
	for wait > 0 && at+wait <= within {
		at += wait
		wait = min(2*wait, l.MaxDelay)
		count++
	}
	return count
}

// passes is how many passes a minute the periodic sync asks for over objects at rest, 0 if deadlines do.
func (s Sync) passes(objects int) float64 {
	interval := max(s.Interval, s.MaxInterval)
	if interval == 0 {
		return 0
	}
	return float64(objects) / interval.Minutes()
}
