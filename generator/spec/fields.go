package spec

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

func (d *decoder) project(n ast.Node, p *Project) {
	d.mapping(n, "", []field{
		d.text("apiVersion", &p.APIVersion),
		d.text("kind", &p.Kind),
		d.text("name", &p.Name),
		d.text("module", &p.Module),
		d.text("domain", &p.Domain),
		d.text("owner", &p.Owner),
		d.text("license", &p.License),
		{"features", func(n ast.Node, path string) { d.features(n, path, &p.Features) }},
		d.texts("presetDirs", &p.PresetDirs),
		{"apis", func(n ast.Node, path string) { each(d, n, path, &p.APIs, d.api) }},
		{"controllers", func(n ast.Node, path string) { each(d, n, path, &p.Controllers, d.controller) }},
	})
}

// features keeps each one's place by its name, as the list gets sorted.
func (d *decoder) features(n ast.Node, path string, to *[]string) {
	d.list(n, path, func(n ast.Node, path string) {
		var name string
		d.scalar(n, path, &name)
		*to = append(*to, name)
		d.places["features."+name] = start(n)
	})
}

// each reads a list of structs.
func each[T any](d *decoder, n ast.Node, path string, list *[]T, read func(n ast.Node, path string, to *T)) {
	d.list(n, path, func(n ast.Node, path string) {
		var element T
		read(n, path, &element)
		*list = append(*list, element)
	})
}

func (d *decoder) api(n ast.Node, path string, a *API) {
	d.mapping(n, path, []field{
		d.text("group", &a.Group),
		d.text("version", &a.Version),
		d.text("kind", &a.Kind),
		d.text("plural", &a.Plural),
		d.text("scope", &a.Scope),
		d.text("dir", &a.Dir),
	})
}

func (d *decoder) controller(n ast.Node, path string, c *Controller) {
	d.mapping(n, path, []field{
		d.text("name", &c.Name),
		{"for", func(n ast.Node, path string) { d.gvk(n, path, &c.For) }},
		{"owns", func(n ast.Node, path string) { each(d, n, path, &c.Owns, d.owned) }},
		d.text("preset", &c.Preset),
		d.text("work", &c.Work),
		{"finalizer", func(n ast.Node, path string) { d.flag(n, path, &c.Finalizer) }},
		{"tuning", func(n ast.Node, path string) { d.tuning(n, path, &c.Tuning) }},
	})
}

// owned reads "v1/Service" as well as {kind: v1/Service, status: [...]}.
func (d *decoder) owned(n ast.Node, path string, o *Owned) {
	if n.Type() != ast.MappingType {
		d.gvk(n, path, &o.Kind)
		return
	}
	d.mapping(n, path, []field{
		{"kind", func(n ast.Node, path string) { d.gvk(n, path, &o.Kind) }},
		{"status", func(n ast.Node, path string) {
			if n.Type() == ast.SequenceType {
				o.Status = []string{}
			}
			d.texts("status", &o.Status).read(n, path)
		}},
	})
	if _, given := d.places[path+".kind"]; !given {
		d.reject(n, path+".kind", faultf("an owned kind needs its kind").hint("write for example {kind: apps/v1/Deployment, status: [availableReplicas]}"))
	}
}

func (d *decoder) gvk(n ast.Node, path string, g *GVK) {
	var word string
	d.scalar(n, path, &word)
	if word == "" {
		return
	}
	parsed, f := parseFullGVK(word)
	if f != nil {
		d.reject(n, path, f)
		return
	}
	*g = parsed
}

func (d *decoder) tuning(n ast.Node, path string, t *Tuning) {
	d.mapping(n, path, []field{
		d.integer("workers", &t.Workers, 256),
		d.duration("timeout", &t.Timeout, time.Second, time.Hour),
		d.anyDuration("minInterval", &t.MinInterval, 10*time.Minute),
		d.anyDuration("startupSpread", &t.StartupSpread, time.Hour),
		d.anyDuration("coalesce", &t.Coalesce, time.Minute),
		{"sync", func(n ast.Node, path string) {
			d.mapping(n, path, []field{
				d.duration("interval", &t.Sync.Interval, time.Second, 24*time.Hour),
				d.jitter(&t.Sync.Jitter),
				d.duration("maxInterval", &t.Sync.MaxInterval, time.Second, 24*time.Hour),
			})
		}},
		{"calls", func(n ast.Node, path string) {
			d.mapping(n, path, []field{
				d.number("qps", &t.Calls.QPS, 0.1, 10000),
				d.integer("burst", &t.Calls.Burst, 10000),
			})
		}},
		{"breaker", func(n ast.Node, path string) {
			d.mapping(n, path, []field{
				d.integer("failures", &t.Breaker.Failures, 1000),
				d.duration("pause", &t.Breaker.Pause, time.Second, time.Hour),
			})
		}},
		{"limiter", func(n ast.Node, path string) { d.limiter(n, path, &t.Limiter) }},
	})
}

// anyDuration is a duration of which zero is a value of its own.
func (d *decoder) anyDuration(name string, to **time.Duration, most time.Duration) field {
	return field{name, func(n ast.Node, path string) {
		var v time.Duration
		if d.duration(name, &v, 0, most).read(n, path); n.Type() != ast.NullType {
			*to = &v
		}
	}}
}

func (d *decoder) limiter(n ast.Node, path string, l *LimiterTuning) {
	d.mapping(n, path, []field{
		d.text("kind", &l.Kind),
		d.duration("baseDelay", &l.BaseDelay, time.Millisecond, time.Minute),
		d.duration("maxDelay", &l.MaxDelay, time.Second, time.Hour),
		d.jitter(&l.Jitter),
		d.number("qps", &l.QPS, 0.1, 1000),
		d.integer("burst", &l.Burst, 10000),
	})
}

// text is a field that holds a string.
func (d *decoder) text(name string, to *string) field {
	return field{name, func(n ast.Node, path string) { d.scalar(n, path, to) }}
}

func (d *decoder) scalar(n ast.Node, path string, to *string) {
	switch v := n.(type) {
	case *ast.NullNode:
	case *ast.StringNode:
		*to = v.Value
	case *ast.LiteralNode:
		*to = strings.TrimSuffix(v.Value.Value, "\n")
	default:
		f := faultf("%s must be text, not %s", described(path), shape(n))
		switch n.(type) {
		case *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
			f = f.hint("put it in quotes: %q", n.GetToken().Value)
		}
		d.reject(n, path, f)
	}
}

// texts is a field that holds a list of strings.
func (d *decoder) texts(name string, to *[]string) field {
	return field{name, func(n ast.Node, path string) {
		d.list(n, path, func(n ast.Node, path string) {
			var v string
			d.scalar(n, path, &v)
			*to = append(*to, v)
		})
	}}
}

func (d *decoder) flag(n ast.Node, path string, to *bool) {
	switch v := n.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		*to = v.Value
	default:
		d.reject(n, path, faultf("%s must be true or false, not %s", described(path), shape(n)))
	}
}

// integer is a field that holds a whole number from lowest to highest.
func (d *decoder) integer(name string, to *int, highest int) field {
	return field{name, func(n ast.Node, path string) {
		if n.Type() == ast.NullType {
			return
		}
		v, err := strconv.Atoi(n.GetToken().Value)
		if n.Type() != ast.IntegerType || err != nil || v < 1 || v > highest {
			d.reject(n, path, faultf("%s must be a whole number from 1 to %d", name, highest))
			return
		}
		*to = v
	}}
}

// number is a field that holds a number from lowest to highest.
func (d *decoder) number(name string, to *float64, lowest, highest float64) field {
	return field{name, func(n ast.Node, path string) {
		if n.Type() == ast.NullType {
			return
		}
		v, err := strconv.ParseFloat(n.GetToken().Value, 64)
		isNumber := n.Type() == ast.IntegerType || n.Type() == ast.FloatType
		if !isNumber || err != nil || v < lowest || v > highest {
			d.reject(n, path, faultf("%s must be a number from %v to %v", name, lowest, highest))
			return
		}
		*to = v
	}}
}

// jitter is the field of that name: a share, not per cent.
func (d *decoder) jitter(to **float64) field {
	var v float64
	read := d.number("jitter", &v, 0, 0.5).read
	return field{"jitter", func(n ast.Node, path string) {
		if read(n, path); n.Type() != ast.NullType {
			*to = &v
		}
	}}
}

// duration is a field that holds a Go duration from lowest to highest.
func (d *decoder) duration(name string, to *time.Duration, lowest, highest time.Duration) field {
	return field{name, func(n ast.Node, path string) {
		if n.Type() == ast.NullType {
			return
		}
		v, err := time.ParseDuration(n.GetToken().Value)
		if _, scalar := n.(ast.ScalarNode); !scalar || err != nil || v < lowest || v > highest {
			d.reject(n, path, faultf("%s must be a duration from %s to %s, such as %s",
				name, shortDuration(lowest), shortDuration(highest), shortDuration(min(highest, 30*time.Second))))
			return
		}
		*to = v
	}}
}

// shortDuration writes a duration without the zeros that Go's form ends in.
func shortDuration(v time.Duration) string {
	text := fmt.Sprint(v)
	for _, zeros := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zeros) {
			text = text[:len(text)-2]
		}
	}
	return text
}
