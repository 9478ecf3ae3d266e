package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/opwright/opwright/generator"
)

// width is what a terminal shows without breaking lines.
const width = 120

// printPresets prints a line a preset: what a person chooses by.
func printPresets(out io.Writer, list []*generator.Preset) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PRESET\tFOR\tWORKERS\tRETRIES\tSYNC")
	for _, p := range list {
		fmt.Fprintf(w, "%s v%d\t%s\t%d\t%s\t%s\n", p.Name, p.Version, p.Summary, p.Workers.Value, p.RetryWords(), p.SyncWords())
	}
	_ = w.Flush()
	fmt.Fprintln(out, "\nopwright preset show NAME explains one, opwright preset choose leads to one.")
}

func printPreset(out io.Writer, p *generator.Preset) {
	fmt.Fprintf(out, "%s v%d: %s\n", p.Name, p.Version, p.Summary)
	if p.Extends != "" {
		fmt.Fprintf(out, "extends %s\n", p.Extends)
	}
	if p.Source != "" {
		fmt.Fprintf(out, "from %s\n", p.Source)
	}
	printSentences(out, "Use it when", p.When)
	printSentences(out, "Do not use it when", p.WhenNot)
	printSentences(out, "What it costs", p.Costs)
	group := ""
	for _, s := range p.Settings() {
		if s.Group() != group {
			group = s.Group()
			fmt.Fprintln(out)
			fmt.Fprint(out, wrap(group+": "+s.Why+from(p, s.From), "", "    "))
		}
		if !s.Idle {
			fmt.Fprint(out, wrap(s.Meaning(), fmt.Sprintf("  %-24s%-13s", s.Path, s.Text), strings.Repeat(" ", 39)))
		}
	}
}

// from names the preset that a value is inherited from.
func from(p *generator.Preset, source string) string {
	if source == fmt.Sprintf("%s@%d", p.Name, p.Version) {
		return ""
	}
	return " [" + source + "]"
}

func printSentences(out io.Writer, title string, sentences []string) {
	if len(sentences) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s\n", title)
	for _, s := range sentences {
		fmt.Fprint(out, wrap(s, "  - ", "    "))
	}
}

func printDiff(out io.Writer, change *generator.PresetChange) {
	fmt.Fprintf(out, "%s v%d instead of %s v%d\n", change.To.Name, change.To.Version, change.From.Name, change.From.Version)
	if len(change.Differences) == 0 {
		fmt.Fprintln(out, "Nothing behaves differently.")
	}
	printDifferences(out, change.Differences)
}

// printDifferences prints what behaves differently, a paragraph a reason.
func printDifferences(out io.Writer, list []generator.Difference) {
	for _, d := range list {
		why := d.Why
		if d.From == generator.ProjectFile {
			why = "your own value in " + d.From + "; before: " + d.Was
		}
		fmt.Fprint(out, "\n"+wrap(d.Group+": "+why, "", "    "))
		for _, sentence := range d.Says {
			fmt.Fprint(out, wrap(sentence, "  - ", "    "))
		}
	}
}

func printLint(out io.Writer, file string, p *generator.Preset) {
	own := map[string]bool{}
	groups := map[string]bool{}
	for _, s := range p.Settings() {
		groups[s.Group()] = true
		if s.From == fmt.Sprintf("%s@%d", p.Name, p.Version) {
			own[s.Group()] = true
		}
	}
	fmt.Fprintf(out, "%s is right: %s v%d, %d of %d groups of values are its own", file, p.Name, p.Version, len(own), len(groups))
	if p.Extends != "" {
		fmt.Fprintf(out, ", the others are those of %s", p.Extends)
	}
	fmt.Fprintln(out)
}

// wrap breaks a text into lines: the first after a lead, the others after an indent.
func wrap(text, lead, indent string) string {
	var b strings.Builder
	line := lead
	for i, word := range strings.Fields(text) {
		if i > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent + word
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}

// jsonPreset is a preset for scripts.
type jsonPreset struct {
	Name    string      `json:"name"`
	Version int         `json:"version"`
	Summary string      `json:"summary"`
	Work    string      `json:"work,omitempty"`
	Extends string      `json:"extends,omitempty"`
	Source  string      `json:"source,omitempty"`
	Digest  string      `json:"digest"`
	When    []string    `json:"when,omitempty"`
	WhenNot []string    `json:"whenNot,omitempty"`
	Costs   []string    `json:"costs,omitempty"`
	Values  []jsonValue `json:"values"`
}

type jsonValue struct {
	Path      string `json:"path"`
	Value     string `json:"value"`
	Says      string `json:"says"`
	Why       string `json:"why"`
	Benchmark string `json:"benchmark,omitempty"`
	From      string `json:"from"`
}

func jsonPresets(list []*generator.Preset) []jsonPreset {
	out := []jsonPreset{}
	for _, p := range list {
		out = append(out, jsonPresetOf(p))
	}
	return out
}

func jsonPresetOf(p *generator.Preset) jsonPreset {
	j := jsonPreset{
		Name: p.Name, Version: p.Version, Summary: p.Summary, Work: p.Work, Extends: p.Extends, Source: p.Source, Digest: p.Digest,
		When: p.When, WhenNot: p.WhenNot, Costs: p.Costs, Values: []jsonValue{},
	}
	for _, s := range p.Settings() {
		j.Values = append(j.Values, jsonValue{s.Path, s.Text, s.Label + " " + s.Words, s.Why, s.Benchmark, s.From})
	}
	return j
}

// jsonDiff is a comparison for scripts.
type jsonDiff struct {
	From        string           `json:"from"`
	To          string           `json:"to"`
	Differences []jsonDifference `json:"differences"`
}

type jsonDifference struct {
	Group  string        `json:"group"`
	Why    string        `json:"why"`
	Says   []string      `json:"says"`
	Values []jsonSetting `json:"values"`
}

type jsonSetting struct {
	Path string `json:"path"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

func jsonDiffOf(change *generator.PresetChange) jsonDiff {
	name := func(p *generator.Preset) string { return fmt.Sprintf("%s@%d", p.Name, p.Version) }
	return jsonDiff{name(change.From), name(change.To), jsonDifferences(change.Differences)}
}

func jsonDifferences(list []generator.Difference) []jsonDifference {
	out := []jsonDifference{}
	for _, d := range list {
		j := jsonDifference{Group: d.Group, Why: d.Why, Says: d.Says}
		for _, v := range d.Values {
			j.Values = append(j.Values, jsonSetting{v.Path, v.Old, v.New})
		}
		out = append(out, j)
	}
	return out
}

func writeJSON(out io.Writer, v any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
