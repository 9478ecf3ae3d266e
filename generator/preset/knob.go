package preset

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Knob describes one setting of a preset: what it is, and what values it takes.
type Knob struct {
	// Path is where it stands in a preset file, without "value": limiter.maxDelay.
	Path string
	// Label says in a few words what it is, so that a value can follow: "longest wait between retries".
	Label string
	// Unit follows a number in a sentence, such as "retries a second".
	Unit string
	// Form is the form of its values.
	Form Form
	// Min and Max bound a number; a duration is in seconds.
	Min, Max float64
	// Off says what a value below Min that is allowed nonetheless means; empty where none is.
	Off string
	// off is that value: 0 nearly always.
	off float64
	// Meanings says what each value of a choice or a flag means.
	Meanings []Word
}

// Word is a value of a choice, and what it means.
type Word struct{ Value, Meaning string }

// Form is the form of a value.
type Form string

// The forms of values.
const (
	FormDuration Form = "duration"
	FormWhole    Form = "whole"
	FormNumber   Form = "number"
	FormFlag     Form = "flag"
	FormChoice   Form = "choice"
)

// Group is the part of the path that has a reason of its own.
func (k Knob) Group() string {
	group, _, _ := strings.Cut(k.Path, ".")
	return group
}

// Range says what values are allowed, to follow "must be".
func (k Knob) Range() string {
	var text string
	switch k.Form {
	case FormDuration:
		text = fmt.Sprintf("a duration from %s to %s", short(seconds(k.Min)), short(seconds(k.Max)))
	case FormWhole:
		text = fmt.Sprintf("a whole number from %v to %v", k.Min, k.Max)
	case FormNumber:
		text = fmt.Sprintf("a number from %v to %v", k.Min, k.Max)
	case FormFlag:
		return "true or false"
	default:
		return k.choices()
	}
	if k.Min == k.Max {
		text = fmt.Sprint(k.Min)
	}
	if k.Off != "" && k.off < k.Min {
		text += fmt.Sprintf(", or %v for %s", k.off, k.Off)
	}
	return text
}

func (k Knob) choices() string {
	list := slices.DeleteFunc(k.values(), func(v string) bool { return v == "" })
	if len(list) == 1 {
		return list[0]
	}
	return "one of " + strings.Join(list, ", ")
}

func (k Knob) values() []string {
	var list []string
	for _, w := range k.Meanings {
		list = append(list, w.Value)
	}
	return list
}

// parse reads a value as it is written in YAML; false is one that the knob does not take.
func (k Knob) parse(text string) (any, bool) {
	switch k.Form {
	case FormDuration:
		d, err := time.ParseDuration(text)
		return d, err == nil && k.takes(d.Seconds())
	case FormWhole:
		n, err := strconv.Atoi(text)
		return n, err == nil && k.takes(float64(n))
	case FormNumber:
		v, err := strconv.ParseFloat(text, 64)
		return v, err == nil && !math.IsNaN(v) && k.takes(v)
	case FormFlag:
		return text == "true", text == "true" || text == "false"
	default:
		return text, slices.Contains(k.values(), text)
	}
}

// Takes says whether a value, as it is written in YAML, is one that the knob takes.
func (k Knob) Takes(text string) bool {
	_, ok := k.parse(text)
	return ok
}

func (k Knob) takes(v float64) bool { return v >= k.Min && v <= k.Max || k.Off != "" && v == k.off }

// Allows says whether a value of the knob's Go type is one that it takes.
func (k Knob) Allows(v any) bool { return k.Takes(written(v)) }

// Text is a value as it stands in YAML.
func Text(v any) string { return written(v) }

// say writes a value so that a person reads it: "10 s", "5 retries a second", "none".
func (k Knob) say(v any) string {
	if k.Off != "" && isOff(v, k.off) {
		return k.Off
	}
	switch v := v.(type) {
	case time.Duration:
		return spoken(v)
	case float64:
		if k.Unit == "share" {
			return strconv.FormatFloat(v*100, 'f', -1, 64) + " %"
		}
	}
	text := written(v)
	for _, w := range k.Meanings {
		if w.Value == text {
			return w.Meaning
		}
	}
	return strings.TrimSpace(text + " " + k.Unit)
}

func isOff(v any, off float64) bool {
	switch v := v.(type) {
	case time.Duration:
		return v.Seconds() == off
	case int:
		return float64(v) == off
	case float64:
		return v == off
	}
	return false
}

// written is a value as it stands in YAML.
func written(v any) string {
	switch v := v.(type) {
	case time.Duration:
		return short(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// short writes a duration without the zeros that Go's form ends in.
func short(d time.Duration) string {
	text := d.String()
	for _, zeros := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zeros) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// spoken writes a duration as a whole number of a unit that people compare: 60 s and 120 s, 5 min, 12 h.
func spoken(d time.Duration) string {
	for _, unit := range []struct {
		length, least time.Duration
		name          string
	}{{time.Hour, time.Hour, "h"}, {time.Minute, 3 * time.Minute, "min"}, {time.Second, time.Second, "s"}, {time.Millisecond, time.Millisecond, "ms"}} {
		if d%unit.length == 0 && d >= unit.least {
			return fmt.Sprintf("%d %s", d/unit.length, unit.name)
		}
	}
	return short(d)
}

func seconds(v float64) time.Duration { return time.Duration(math.Round(v * float64(time.Second))) }

// leaf is the value at a path of a preset, settable.
func (p *Preset) leaf(path string) reflect.Value {
	group, name, nested := strings.Cut(path, ".")
	v := p.group(group).FieldByName("Value")
	if nested {
		v = byTag(v, name)
	}
	return v
}

// group is the Value of a knob or of several.
func (p *Preset) group(name string) reflect.Value { return byTag(reflect.ValueOf(p).Elem(), name) }

// byTag finds a field by its name in YAML.
func byTag(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ","); tag == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// KnobAt finds a knob by its path.
func KnobAt(path string) (Knob, bool) {
	all := Knobs()
	i := slices.IndexFunc(all, func(k Knob) bool { return k.Path == path })
	if i < 0 {
		return Knob{}, false
	}
	return all[i], true
}

// Example is a value that the knob takes, as it is written in YAML.
func (k Knob) Example() string {
	switch k.Form {
	case FormDuration:
		return short(min(seconds(k.Max), max(seconds(k.Min), 30*time.Second)))
	case FormFlag:
		return "true"
	case FormChoice:
		return k.Meanings[len(k.Meanings)-1].Value
	}
	return written(min(k.Max, max(k.Min, 8)))
}
