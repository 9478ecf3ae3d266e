package render_test

import (
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/render"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/presets"
	"github.com/opwright/opwright/templates"
)

var update = flag.Bool("update", false, "rewrite the golden trees")

// variant is a project file in testdata/variants: between them they have to use every template.
type variant struct {
	name    string
	project *spec.Project
}

func variants(t *testing.T) []variant {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "variants", "*.yaml"))
	must(t, err)
	var list []variant
	for _, file := range files {
		data, err := os.ReadFile(file)
		must(t, err)
		project, err := spec.Parse(file, data)
		must(t, err)
		list = append(list, variant{strings.TrimSuffix(filepath.Base(file), ".yaml"), project})
	}
	if len(list) == 0 {
		t.Fatal("no variants")
	}
	return list
}

func (v variant) render(t *testing.T, files fs.FS) tree.Tree {
	t.Helper()
	found := map[string]*preset.Preset{}
	for _, c := range v.project.Controllers {
		loaded, err := preset.Load(presets.FS, c.Preset, 0)
		must(t, err)
		found[c.Preset] = loaded
	}
	out, err := render.Tree(render.Input{Project: v.project, Presets: found, Templates: files})
	if err != nil {
		t.Fatalf("%s: %v", v.name, err)
	}
	return out
}

// each runs a test for every variant, with its tree.
func each(t *testing.T, test func(t *testing.T, v variant, out tree.Tree)) {
	t.Helper()
	for _, v := range variants(t) {
		t.Run(v.name, func(t *testing.T) { test(t, v, v.render(t, templates.FS)) })
	}
}

// goFiles lists the Go files of a tree with their texts, by path.
func goFiles(out tree.Tree) map[string]tree.File {
	files := map[string]tree.File{}
	for _, name := range out.Paths() {
		if f, _ := out.Get(name); path.Ext(name) == ".go" {
			files[name] = f
		}
	}
	return files
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// owns-all must grow with the kind table.
func TestVariantOwnsAll(t *testing.T) {
	for _, v := range variants(t) {
		if v.name != "owns-all" {
			continue
		}
		owned := map[spec.GVK]bool{}
		for _, o := range v.project.Controllers[0].Owns {
			owned[o.Kind] = true
		}
		for _, kind := range spec.Kinds() {
			if !owned[kind.GVK] {
				t.Errorf("testdata/variants/owns-all.yaml does not list %s", kind.GVK)
			}
		}
		return
	}
	t.Error("testdata/variants/owns-all.yaml is missing")
}
