package preset

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/opwright/opwright/generator/spec"
)

// decoder walks the tree of a preset file, strictly, and collects what is wrong with it.
type decoder struct {
	file   file
	name   string // of the file in messages
	loose  bool   // the file may have any name
	root   ast.Node
	head   head
	faults []*spec.Fault
	places map[string]place // by the path of a knob, or a field's name
}

// head is what a preset file says beside its values.
type head struct {
	name, extends, summary, work string
	version                      int
	when, whenNot, costs, layers []string
}

// newDecoder reads a file as far as to know what it extends.
func newDecoder(f file, data []byte) (*decoder, error) {
	d := &decoder{file: f, name: f.shown(), places: map[string]place{}}
	if f.version == 0 {
		d.name = f.name
	}
	root, fault := parse(data)
	if fault != nil {
		fault.File = d.name
		return nil, fault
	}
	d.root = root
	if m, ok := root.(*ast.MappingNode); ok {
		for _, entry := range m.Values {
			if key := entry.Key.GetToken().Value; key == "extends" {
				d.places[key] = start(entry.Value)
				d.text(entry.Value, key, &d.head.extends)
			}
		}
	}
	d.faults = nil // those of a second look are the same
	return d, nil
}

// decode lays what the file says over the values of its parent, nil for none.
func (d *decoder) decode(parent *Preset) (*Preset, error) {
	p := &Preset{}
	if parent != nil {
		*p = *parent
	}
	if d.document(p); len(d.places) == 0 {
		return nil, d.err() // no mapping at all: that says enough
	}
	d.checkHead(parent)
	d.missing(p, parent)
	d.adopt(p)
	if len(d.faults) == 0 {
		for _, c := range p.contradictions() {
			d.fault(d.at(c.path), strings.ReplaceAll(c.hint, "tuning.", ""), "%s", c.text)
		}
	}
	return p, d.err()
}

// adopt fills in what is said beside the values; only work and layers are inherited.
func (d *decoder) adopt(p *Preset) {
	h := d.head
	p.Name, p.Version, p.Extends, p.Summary = h.name, h.version, h.extends, h.summary
	p.When, p.WhenNot, p.Costs = h.when, h.whenNot, h.costs
	p.Source = d.file.source.Dir
	if h.work != "" {
		p.Work = h.work
	}
	for _, layer := range h.layers {
		if !slices.Contains(p.Layers, layer) {
			p.Layers = append(slices.Clone(p.Layers), layer)
		}
	}
}

func (d *decoder) document(p *Preset) {
	fields := map[string]func(ast.Node){
		"name":    func(n ast.Node) { d.text(n, "name", &d.head.name) },
		"version": func(n ast.Node) { d.version(n) },
		"extends": func(n ast.Node) { d.text(n, "extends", &d.head.extends) },
		"summary": func(n ast.Node) { d.text(n, "summary", &d.head.summary) },
		"work":    func(n ast.Node) { d.text(n, "work", &d.head.work) },
		"when":    func(n ast.Node) { d.texts(n, "when", &d.head.when) },
		"whenNot": func(n ast.Node) { d.texts(n, "whenNot", &d.head.whenNot) },
		"costs":   func(n ast.Node) { d.texts(n, "costs", &d.head.costs) },
		"layers":  func(n ast.Node) { d.texts(n, "layers", &d.head.layers) },
	}
	for _, group := range groups() {
		fields[group] = func(n ast.Node) { d.group(n, group, p) }
	}
	d.mapping(d.root, "a preset", append(metaFields(), groups()...), func(key string, n ast.Node) {
		d.places[key] = start(n)
		fields[key](n)
	})
}

// group reads a value or several with their common reason.
func (d *decoder) group(n ast.Node, name string, p *Preset) {
	given := map[string]bool{}
	to := p.group(name)
	why, benchmark := "", ""
	d.mapping(n, name, []string{"value", "why", "benchmark"}, func(key string, n ast.Node) {
		given[key] = true
		switch key {
		case "value":
			d.value(n, name, p)
		case "why":
			d.text(n, "why", &why)
		case "benchmark":
			d.text(n, "benchmark", &benchmark)
		}
	})
	if len(given) == 0 {
		return
	}
	if !given["value"] {
		d.fault(start(n), "", "%s has no value", name)
	}
	if why == "" {
		d.fault(start(n), "add why: with one line that a reader of the generated code understands", "%s has no reason (why)", name)
	}
	to.FieldByName("Why").SetString(why)
	to.FieldByName("Benchmark").SetString(benchmark)
	to.FieldByName("From").SetString(fmt.Sprintf("%s@%d", d.file.name, d.file.version))
}

// value reads a scalar, or those of a mapping.
func (d *decoder) value(n ast.Node, group string, p *Preset) {
	d.places[group] = start(n)
	if k, single := KnobAt(group); single {
		d.leaf(n, k, p)
		return
	}
	var names []string
	for _, k := range Knobs() {
		if k.Group() == group {
			names = append(names, strings.TrimPrefix(k.Path, group+"."))
		}
	}
	d.mapping(n, group, names, func(key string, n ast.Node) {
		k, _ := KnobAt(group + "." + key)
		d.places[k.Path] = start(n)
		d.leaf(n, k, p)
	})
}

func (d *decoder) leaf(n ast.Node, k Knob, p *Preset) {
	v, ok := any(nil), false
	if scalar(n) {
		v, ok = k.parse(n.GetToken().Value)
	}
	if !ok {
		hint := ""
		if k.Form == FormChoice && scalar(n) {
			hint = spec.DidYouMean(n.GetToken().Value, k.values())
		}
		d.fault(start(n), hint, "%s must be %s", k.Path, k.Range())
		return
	}
	p.leaf(k.Path).Set(reflect.ValueOf(v))
}

func (d *decoder) checkHead(parent *Preset) {
	h := d.head
	if _, given := d.places["version"]; h.name == "" || h.version == 0 && !given {
		d.fault(d.at(""), "begin with name: and version:", "a preset says its name and its version")
	} else if h.version > 0 && !d.loose && (h.name != d.file.name || h.version != d.file.version) {
		d.fault(d.at("name"), "", "names itself %s v%d", h.name, h.version)
	} else if !labelForm.MatchString(h.name) {
		d.fault(d.at("name"), "", "name %q must be lower-case letters, digits and dashes", h.name)
	}
	if h.summary == "" && !d.faulty("summary") {
		d.fault(d.at("summary"), "add summary: with a few words on what kind of controller it is for", "a preset has a summary")
	}
	if h.work != "" && !slices.Contains(spec.Works(), h.work) {
		d.fault(d.at("work"), spec.DidYouMean(h.work, spec.Works()), "unknown work %q", h.work)
	}
	for _, layer := range h.layers {
		if !labelForm.MatchString(layer) {
			d.fault(d.at("layers"), "", "layer %q is not the name of a folder below templates/", layer)
		} else if !d.loose && !d.file.source.hasLayer(layer) {
			d.fault(d.at("layers"), "", "layer %s has no folder %s/templates/%s", layer, d.file.source.Dir, layer)
		}
	}
	if parent != nil && len(parent.Layers) > 0 && parent.Source != d.file.source.Dir {
		d.fault(d.at("extends"), "put both presets into one folder", "%s has template layers, which are in %s", parent.Name, parent.Source)
	}
}

// labelForm is what a preset and a layer may be called.
var labelForm = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`)

// missing finds values that neither the file nor a parent has.
func (d *decoder) missing(p, parent *Preset) {
	if parent != nil {
		return
	}
	var unsaid []string
	for _, group := range groups() {
		if p.group(group).FieldByName("From").String() == "" && d.places[group] == (place{}) {
			unsaid = append(unsaid, group)
		}
	}
	if len(unsaid) > 0 {
		d.fault(d.at(""), "write extends: "+spec.DefaultPreset+"@1 to take from there what is not said", "missing: %s", strings.Join(unsaid, ", "))
	}
	for _, k := range Knobs() {
		place, given := d.places[k.Group()]
		if _, said := d.places[k.Path]; given && !said && !k.Allows(p.leaf(k.Path).Interface()) {
			d.fault(place, "", "%s must be %s", k.Path, k.Range())
		}
	}
}

// at finds where a value stood, or what it is part of.
func (d *decoder) at(path string) place {
	if at, ok := d.places[path]; ok {
		return at
	}
	if group, _, nested := strings.Cut(path, "."); nested {
		return d.at(group)
	}
	return start(d.root)
}

// faulty says whether a field has a fault already.
func (d *decoder) faulty(field string) bool {
	at, given := d.places[field]
	return given && slices.ContainsFunc(d.faults, func(f *spec.Fault) bool { return f.Line == at.line && f.Column == at.column })
}

func (d *decoder) fault(at place, hint, format string, args ...any) {
	d.faults = append(d.faults, &spec.Fault{File: d.name, Line: at.line, Column: at.column, Text: fmt.Sprintf(format, args...), Hint: hint})
}

// refuse is a single fault at what the file extends, with which nothing more can be read.
func (d *decoder) refuse(format string, args ...any) error {
	text, hint, _ := strings.Cut(fmt.Sprintf(format, args...), "\nhint: ")
	d.fault(d.at("extends"), hint, "%s", text)
	return d.err()
}

func (d *decoder) err() error {
	slices.SortStableFunc(d.faults, func(a, b *spec.Fault) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	list := make([]error, len(d.faults))
	for i, f := range d.faults {
		list[i] = f
	}
	return errors.Join(list...)
}

// metaFields are what a preset says beside its values.
func metaFields() []string {
	return []string{"name", "version", "extends", "summary", "work", "when", "whenNot", "costs", "layers"}
}

// groups are the values that have a reason of their own, in the order of Knobs.
func groups() []string {
	var list []string
	for _, k := range Knobs() {
		if !slices.Contains(list, k.Group()) {
			list = append(list, k.Group())
		}
	}
	return list
}
