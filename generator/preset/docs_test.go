package preset_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/presets"
)

var update = flag.Bool("update", false, "rewrite docs/presets")

const made = "Made from the preset files by `make golden`; do not edit.\n"

// docs/presets has a page for each preset, and one that compares them.
func TestPages(t *testing.T) {
	names, err := preset.Names(presets.FS)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("..", "..", "docs", "presets")
	pages := map[string]string{}
	var list []*preset.Preset
	for _, name := range names {
		p := load(t, name)
		list = append(list, p)
		pages[name+".md"] = page(p)
	}
	pages["README.md"] = comparison(list)
	for name, text := range pages {
		file := filepath.Join(dir, name)
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("%s is not up to date (make golden): %v", file, err)
		}
	}
	found, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range found {
		if pages[entry.Name()] == "" {
			t.Errorf("docs/presets/%s is of no preset", entry.Name())
		}
	}
}

// page explains one preset.
func page(p *preset.Preset) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\nFor %s. This is version %d, [presets/%s/v%d.yaml](../../presets/%s/v%d.yaml)", p.Name, made, p.Summary, p.Version, p.Name, p.Version, p.Name, p.Version)
	if p.Extends != "" {
		parent, _, _ := strings.Cut(p.Extends, "@")
		fmt.Fprintf(&b, ", which extends [%s](%s.md)", p.Extends, parent)
	}
	b.WriteString(". All presets side by side are on [one page](README.md); what each lever does is explained in [the reconcile loop](../reconcile-loop.md).\n")
	sentences(&b, "When to use it", p.When)
	sentences(&b, "When not to use it", p.WhenNot)
	sentences(&b, "What it costs", p.Costs)
	b.WriteString("\n## Values\n\nA value that stands in `tuning` of opwright.yaml, too, can be set there for one controller.\n")
	group := ""
	for _, s := range p.Settings() {
		if s.Group() != group {
			group = s.Group()
			fmt.Fprintf(&b, "\n### %s\n\n%s.%s\n\n| Setting | Value | Meaning |\n|---|---|---|\n", group, capital(s.Why), origin(p, s))
		}
		if !s.Idle {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Path, code(s.Text), s.Meaning())
		}
	}
	return b.String()
}

// origin says where a value comes from, and what backs it.
func origin(p *preset.Preset, s preset.Setting) string {
	text := ""
	if name, _, _ := strings.Cut(s.From, "@"); name != p.Name {
		text = fmt.Sprintf(" From [%s](%s.md#%s).", s.From, name, strings.ToLower(s.Group()))
	}
	if s.Benchmark != "" {
		text += fmt.Sprintf(" Measured by the scenario %s in [the benchmarks](../benchmarks.md).", s.Benchmark)
	}
	return text
}

func sentences(b *strings.Builder, title string, list []string) {
	fmt.Fprintf(b, "\n## %s\n\n", title)
	for _, s := range list {
		fmt.Fprintf(b, "- %s\n", pointer.ReplaceAllStringFunc(s, linked))
	}
}

var pointer = regexp.MustCompile(`\b[Ss]ee [a-z-]+( or [a-z-]+)?`)

// linked makes links of the presets that a sentence points to.
func linked(words string) string {
	list := strings.Split(words, " ")
	for i, word := range list {
		if i > 0 && word != "or" {
			list[i] = "[" + word + "](" + word + ".md)"
		}
	}
	return strings.Join(list, " ")
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func code(text string) string {
	if text == "" {
		return "none"
	}
	return "`" + text + "`"
}

// comparison has a column a preset and a row for each value that they do not share.
func comparison(list []*preset.Preset) string {
	var b strings.Builder
	b.WriteString("# Presets\n\n" + made + `
A preset is a named, versioned set of tuning values, each with its reason. A controller names one in opwright.yaml
(` + "`preset:`" + `), and [tuning](../project-file.md#tuning) there says what is different for it. ` + "`opwright preset choose`" + ` leads to
one by a few questions, ` + "`opwright preset diff standard edge`" + ` says how two differ, and ` + "`opwright tune`" + ` changes a
controller's. What each lever does is explained in [the reconcile loop](../reconcile-loop.md).

| Preset | For | Work of the example |
|---|---|---|
`)
	for _, p := range list {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", p.Name, p.Name, p.Summary, p.Work)
	}
	b.WriteString("\n## Values that differ\n\n| Setting |")
	for _, p := range list {
		fmt.Fprintf(&b, " [%s](%s.md) |", p.Name, p.Name)
	}
	b.WriteString("\n|---" + strings.Repeat("|---", len(list)) + "|\n")
	var shared []string
	for i, k := range preset.Knobs() {
		var row []string
		for _, p := range list {
			s := p.Settings()[i]
			if s.Idle || s.Text == "" {
				s.Text = "–"
			}
			row = append(row, s.Text)
		}
		if len(slices.Compact(slices.Sorted(slices.Values(row)))) == 1 {
			shared = append(shared, fmt.Sprintf("| %#q | %s | %s |", k.Path, code(row[0]), k.Label))
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", k.Path, strings.Join(row, " | "))
	}
	b.WriteString("\n## Values that all share\n\n| Setting | Value | What it is |\n|---|---|---|\n" + strings.Join(shared, "\n") + "\n")
	return b.String()
}

// docs/project-file.md has a row for each setting, with the range and the value of the preset standard.
func TestProjectFilePage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "project-file.md"))
	if err != nil {
		t.Fatal(err)
	}
	settings := standard(t).Settings()
	for _, path := range spec.TuningPaths() {
		s := settings[slices.IndexFunc(settings, func(s preset.Setting) bool { return s.Path == path })]
		s.Off = "" // what a preset may say beside the range, opwright.yaml leaves out
		_, bounds, _ := strings.Cut(s.Range(), " from ")
		value := s.Text
		if s.Form == preset.FormChoice {
			bounds = "`exponential`, `bucket`"
		}
		if !s.Takes(s.Text) {
			value = ""
		}
		if row := strings.ReplaceAll(fmt.Sprintf("| %#q | %s | %s |", path, bounds, value), "|  |", "| |"); !strings.Contains(string(data), row) {
			t.Errorf("docs/project-file.md lacks the row %s", row)
		}
	}
}
