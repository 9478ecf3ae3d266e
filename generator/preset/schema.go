package preset

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"

	"github.com/opwright/opwright/generator/spec"
)

// object is a JSON object; its keys are written in alphabetical order.
type object = map[string]any

// Schema is the JSON schema of a preset file, for editors. Its shape comes from the Go types, its ranges from Knobs.
func Schema() ([]byte, error) {
	properties := meta()
	for field := range reflect.TypeFor[Preset]().Fields() {
		if v, found := valueOf(field.Type); found {
			properties[tagOf(field)] = group(tagOf(field), v)
		}
	}
	data, err := json.MarshalIndent(object{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"title":                "opwright preset",
		"description":          "A named, versioned set of tuning values, each with its reason: presets/<name>/v<N>.yaml.",
		"type":                 "object",
		"required":             []string{"name", "version", "summary"},
		"additionalProperties": false,
		"properties":           properties,
	}, "", "  ")
	return append(data, '\n'), err
}

// meta are the fields beside the values.
func meta() object {
	label := object{"type": "string", "pattern": labelForm.String()}
	sentences := func(about string) object {
		return object{"description": about, "type": "array", "items": object{"type": "string"}}
	}
	return object{
		"name":    described(label, "The name, which is that of the folder."),
		"version": object{"description": "The version, which is in the name of the file.", "type": "integer", "minimum": 1},
		"extends": object{"description": "The preset whose values hold where this one says nothing: standard@1.", "type": "string", "pattern": `^[a-z0-9][-a-z0-9]*@[1-9][0-9]*$`},
		"summary": object{"description": "A few words on what kind of controller it is for.", "type": "string", "minLength": 1},
		"work":    object{"description": "The kind of example that a new controller starts from.", "enum": spec.Works()},
		"when":    sentences("When to use it."),
		"whenNot": sentences("When not to use it, and what instead."),
		"costs":   sentences("What it costs."),
		"layers":  object{"description": "Template layers, folders below templates/, that are rendered for it.", "type": "array", "items": label},
	}
}

func described(o object, text string) object {
	out := object{"description": text}
	maps.Copy(out, o)
	return out
}

// group is the schema of a value, or of several, with their reason.
func group(name string, t reflect.Type) object {
	return object{
		"type": "object", "required": []string{"value", "why"}, "additionalProperties": false,
		"properties": object{
			"value":     value(name, t),
			"why":       object{"description": "The reason, in one line; it becomes a comment in the generated code.", "type": "string", "minLength": 1},
			"benchmark": object{"description": "The scenario of docs/benchmarks.md that backs the value.", "type": "string"},
		},
	}
}

// value is the schema of what a group holds: a scalar, or a mapping.
func value(name string, t reflect.Type) object {
	if k, single := KnobAt(name); single {
		return k.schema()
	}
	fields := object{}
	for field := range t.Fields() {
		if k, found := KnobAt(name + "." + tagOf(field)); found {
			fields[tagOf(field)] = k.schema()
		}
	}
	return object{"type": "object", "additionalProperties": false, "properties": fields}
}

// valueOf is the type of the value in a Value, false for any other type.
func valueOf(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	v, found := t.FieldByName("Value")
	return v.Type, found
}

func tagOf(f reflect.StructField) string {
	tag, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return tag
}

func (k Knob) schema() object {
	about := strings.ToUpper(k.Label[:1]) + k.Label[1:] + ": " + k.Range() + "."
	switch k.Form {
	case FormDuration:
		return object{"description": about, "type": "string", "pattern": `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$|^0$`, "examples": []string{k.Example()}}
	case FormFlag:
		return object{"description": about, "type": "boolean"}
	case FormChoice:
		return object{"description": about, "enum": k.values()}
	}
	kind := "number"
	if k.Form == FormWhole {
		kind = "integer"
	}
	bounds := object{"type": kind, "minimum": k.Min, "maximum": k.Max}
	if k.Off == "" || k.off >= k.Min {
		return described(bounds, about)
	}
	return object{"description": about, "anyOf": []object{bounds, {"const": k.off}}}
}
