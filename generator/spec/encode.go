package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Encode writes a fresh project file: short, commented, in the order in which
// a reader asks, and only with what differs from the defaults or is recorded.
func (p *Project) Encode() []byte {
	w := &writer{}
	w.line(0, "# What this operator is. Edit it, then run: opwright apply")
	w.line(0, "apiVersion: %s", APIVersion)
	w.line(0, "kind: %s", ProjectKind)
	w.pair(0, "name", p.Name)
	w.pair(0, "module", p.Module)
	w.pair(0, "domain", p.Domain)
	w.pair(0, "owner", p.Owner)
	if p.License != LicenseNone {
		w.pair(0, "license", p.License)
	}
	if len(p.Features) > 0 {
		w.line(0, "features: [%s]", quoteAll(slices.Sorted(slices.Values(p.Features))))
	}
	if len(p.PresetDirs) > 0 {
		w.line(0, "presetDirs: [%s]", quoteAll(p.PresetDirs))
	}
	w.apis(p.APIs)
	w.controllers(p.Controllers)
	return []byte(w.String())
}

// writer writes YAML by the line.
type writer struct{ strings.Builder }

func (w *writer) line(indent int, format string, args ...any) {
	w.WriteString(strings.Repeat(" ", indent))
	fmt.Fprintf(w, format+"\n", args...)
}

// pair writes a key and its text, nothing for an empty one.
func (w *writer) pair(indent int, key, text string) { w.plain(indent, key, quote(text)) }

// plain writes a key and a value that needs no quotes, nothing for an empty one.
func (w *writer) plain(indent int, key, value string) {
	if value != "" {
		w.line(indent, "%s: %s", key, value)
	}
}

func (w *writer) apis(apis []API) {
	if len(apis) > 0 {
		w.line(0, "\napis:")
	}
	for _, a := range apis {
		scope := ""
		if a.Scope == Cluster {
			scope = Cluster
		}
		w.line(2, "- {%s}", pairs("group", quote(a.Group), "version", a.Version, "kind", quote(a.Kind),
			"plural", quote(a.Plural), "dir", quote(a.Dir), "scope", scope))
	}
}

func (w *writer) controllers(controllers []Controller) {
	if len(controllers) > 0 {
		w.line(0, "\ncontrollers:")
	}
	for _, c := range controllers {
		w.line(2, "- name: %s", quote(c.Name))
		w.pair(4, "for", c.For.String())
		if len(c.Owns) > 0 {
			w.line(4, "owns:")
		}
		for _, o := range c.Owns {
			w.owned(o)
		}
		w.pair(4, "preset", c.Preset)
		w.pair(4, "work", c.Work)
		if c.Finalizer {
			w.line(4, "finalizer: true")
		}
		w.tuning(c.Tuning)
	}
}

func (w *writer) owned(o Owned) {
	if o.Status == nil {
		w.line(6, "- %s", quote(o.Kind.String()))
		return
	}
	w.line(6, "- kind: %s", quote(o.Kind.String()))
	w.line(8, "status: [%s]", quoteAll(o.Status))
}

func (w *writer) tuning(t Tuning) {
	if t == (Tuning{}) {
		return
	}
	w.line(4, "tuning:")
	w.plain(6, "workers", number(float64(t.Workers)))
	w.plain(6, "timeout", duration(t.Timeout))
	w.plain(6, "minInterval", anyDuration(t.MinInterval))
	w.plain(6, "startupSpread", anyDuration(t.StartupSpread))
	w.plain(6, "coalesce", anyDuration(t.Coalesce))
	l := t.Limiter
	w.flow("sync", "interval", duration(t.Sync.Interval), "jitter", share(t.Sync.Jitter), "maxInterval", duration(t.Sync.MaxInterval))
	w.flow("limiter", "kind", l.Kind, "baseDelay", duration(l.BaseDelay), "maxDelay", duration(l.MaxDelay),
		"jitter", share(l.Jitter), "qps", number(l.QPS), "burst", number(float64(l.Burst)))
	w.flow("calls", "qps", number(t.Calls.QPS), "burst", number(float64(t.Calls.Burst)))
	w.flow("breaker", "failures", number(float64(t.Breaker.Failures)), "pause", duration(t.Breaker.Pause))
}

// flow writes a mapping on one line, if it has a value at all.
func (w *writer) flow(key string, keysAndValues ...string) {
	if inside := pairs(keysAndValues...); inside != "" {
		w.line(6, "%s: {%s}", key, inside)
	}
}

func anyDuration(v *time.Duration) string {
	if v == nil {
		return ""
	}
	return shortDuration(*v)
}

func duration(v time.Duration) string {
	if v == 0 {
		return ""
	}
	return shortDuration(v)
}

func number(v float64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func share(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'f', -1, 64)
}

// pairs writes the inside of a flow mapping, leaving out empty values.
func pairs(keysAndValues ...string) string {
	var list []string
	for pair := range slices.Chunk(keysAndValues, 2) {
		if pair[1] != "" {
			list = append(list, pair[0]+": "+pair[1])
		}
	}
	return strings.Join(list, ", ")
}

func quoteAll(words []string) string {
	var list []string
	for _, word := range words {
		list = append(list, quote(word))
	}
	return strings.Join(list, ", ")
}

var (
	plainForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9./-]*( [A-Za-z0-9./-]+)*$`)
	// spokenFor are words that some YAML parser takes for something else than text.
	spokenFor = regexp.MustCompile(`(?i)^(true|false|null|yes|no|on|off|y|n|nan|inf)$`)
)

// quote puts a text in quotes where YAML would take it for something else.
func quote(value string) string {
	if value == "" || plainForm.MatchString(value) && !spokenFor.MatchString(value) {
		return value
	}
	return strconv.Quote(value)
}
