package render_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/render"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/presets"
	"github.com/opwright/opwright/templates"
)

// withExtras renders the default project, whose preset comes from the folder platform and names its layer golden.
func withExtras(t *testing.T, extras ...render.Extra) (tree.Tree, error) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "variants", "default.yaml"))
	must(t, err)
	project, err := spec.Parse("opwright.yaml", data)
	must(t, err)
	p, err := preset.Load(presets.FS, "standard", 0)
	must(t, err)
	p.Source, p.Layers = "platform", []string{"golden"}
	return render.Tree(render.Input{
		Project: project, Presets: map[string]*preset.Preset{"standard": p}, Templates: templates.FS, Extras: extras,
	})
}

func platform(files map[string]string) render.Extra {
	list := fstest.MapFS{"golden/docs/platform.md.tmpl": {Data: []byte("# {{ .Name }}\n")}}
	for name, text := range files {
		list[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return render.Extra{Dir: "platform", Files: list, Named: []string{"golden"}}
}

func TestExtraAddsAndOverrides(t *testing.T) {
	out, err := withExtras(t, platform(map[string]string{
		"base/Dockerfile.tmpl":                               "FROM golden/{{ .Name }}\n",
		"base/CODEOWNERS.once":                               "* @team\n",
		"monitoring/config/components/monitoring/extra.yaml": "off: true\n",
		"golden/{controllerDir}/{controller}_slo.go.tmpl":    "package {{ .Package }}\n{{ template \"team\" . }}\nconst  slo = 1\n",
		"golden/{apiDir}/{kind}.md.tmpl":                     "{{ .Kind }}\n",
		"partials/team.tmpl":                                 "{{ define \"team\" }}// {{ .Name }}{{ end }}",
	}))
	must(t, err)
	for name, want := range map[string]string{
		"Dockerfile":       "FROM golden/shop\n",
		"CODEOWNERS":       "* @team\n",
		"docs/platform.md": "# shop\n",
		"internal/controller/shop/storefront_slo.go": "package shop\n\n// storefront\nconst slo = 1\n",
		"api/shop/v1alpha1/storefront.md":            "Storefront\n",
	} {
		f, _ := out.Get(name)
		if string(f.Data) != want {
			t.Errorf("%s is %q, want %q", name, f.Data, want)
		}
	}
	if f, _ := out.Get("CODEOWNERS"); f.Ownership != tree.Once {
		t.Errorf("CODEOWNERS is %s, want once", f.Ownership)
	}
	if slices.Contains(out.Paths(), "config/components/monitoring/extra.yaml") {
		t.Error("a file of a layer that is off was rendered")
	}
}

func TestExtraIsRefused(t *testing.T) {
	second := render.Extra{Dir: "team", Files: fstest.MapFS{"base/docs/platform.md": {Data: []byte("x\n")}}}
	for _, tt := range []struct {
		name   string
		files  map[string]string
		extras []render.Extra
		want   string
	}{
		{"syntax", map[string]string{"base/a.md.tmpl": "a\n{{ if }}\n"}, nil, "platform/templates/base/a.md.tmpl:2: missing value for if"},
		{"no such value", map[string]string{"golden/a.md.tmpl": "a\n{{ .Nope }}\n"}, nil, `platform/templates/golden/a.md.tmpl:2:3: executing "golden/a.md.tmpl" at <.Nope>: can't evaluate field Nope`},
		{"partial", map[string]string{"partials/a.tmpl": "{{ nope }}"}, nil, `platform/templates/partials/a.tmpl:1: function "nope" not defined`},
		{"no Go", map[string]string{"base/internal/tuning/x.go.tmpl": "package tuning\n\nfunc {\n"}, nil, "platform/templates/base/internal/tuning/x.go.tmpl"},
		{"token", map[string]string{"base/{controller}.md": "x\n"}, nil, "platform/templates/base/{controller}.md: nothing fills {controller} here\nhint: tokens of this layer are: none"},
		{"unnamed layer", map[string]string{"silver/a.md": "x\n"}, nil, "platform/templates/silver/a.md: no preset of platform names the layer silver"},
		{"no layer", map[string]string{"a.md": "x\n"}, nil, "platform/templates/a.md: a template belongs into the folder of a layer"},
		{"ledger", map[string]string{"base/.opwright/lock.yaml": "x\n"}, nil, "platform/templates/base/.opwright/lock.yaml: may not make .opwright/lock.yaml"},
		{"git", map[string]string{"base/.git/config": "x\n"}, nil, "platform/templates/base/.git/config: may not make .git/config"},
		{"project file", map[string]string{"base/opwright.yaml": "x\n"}, nil, "platform/templates/base/opwright.yaml: may not make opwright.yaml"},
		{"twice", map[string]string{"base/docs/platform.md": "x\n"}, nil, "platform/templates/golden/docs/platform.md.tmpl: makes docs/platform.md, and so does platform/templates/base/docs/platform.md"},
		{"two folders", nil, []render.Extra{second}, "team/templates/base/docs/platform.md: makes docs/platform.md, and so does platform/templates/golden/docs/platform.md.tmpl"},
	} {
		_, err := withExtras(t, append([]render.Extra{platform(tt.files)}, tt.extras...)...)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) && !strings.Contains(err.Error(), "format what "+tt.want) {
			t.Errorf("%s:\n got %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

// A link could lead out of the folder, on this machine or on another.
func TestExtraFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "golden"), 0o755))
	must(t, os.Symlink("/etc/hosts", filepath.Join(dir, "golden", "hosts")))
	_, err := withExtras(t, render.Extra{Dir: "platform", Files: os.DirFS(dir), Named: []string{"golden"}})
	if err == nil || err.Error() != "platform/templates/golden/hosts: is no regular file; links are not followed" {
		t.Errorf("got %v", err)
	}
}

func TestExtraWithoutTheLayerOfItsPreset(t *testing.T) {
	_, err := withExtras(t, render.Extra{Dir: "platform", Files: fstest.MapFS{}, Named: []string{"golden"}})
	if err == nil || err.Error() != "preset standard v1: platform/templates/golden is no folder with templates" {
		t.Errorf("got %v", err)
	}
}
