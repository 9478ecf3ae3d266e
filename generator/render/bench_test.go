package render

import (
	"fmt"
	"testing"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/presets"
	"github.com/opwright/opwright/templates"
)

// BenchmarkTree renders projects of growing size; the time should grow with the number of APIs.
func BenchmarkTree(b *testing.B) {
	standard, err := preset.Load(presets.FS, spec.DefaultPreset, 0)
	if err != nil {
		b.Fatal(err)
	}
	for _, apis := range []int{1, 10, 100} {
		b.Run(fmt.Sprintf("apis=%d", apis), func(b *testing.B) {
			in := Input{Project: projectOf(b, apis), Templates: templates.FS, Presets: map[string]*preset.Preset{"standard": standard}}
			for b.Loop() {
				if _, err := Tree(in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func projectOf(b *testing.B, apis int) *spec.Project {
	b.Helper()
	p := &spec.Project{Name: "bench", Module: "example.com/bench", Domain: "example.com"}
	for i := range apis {
		gvk := spec.GVK{Group: "bench.example.com", Version: "v1", Kind: fmt.Sprintf("Kind%d", i)}
		p.APIs = append(p.APIs, spec.API{GVK: gvk})
		p.Controllers = append(p.Controllers, spec.Controller{For: gvk, Owns: spec.DefaultOwns(spec.WorkChildren)})
	}
	p.Resolve()
	if err := p.Validate(); err != nil {
		b.Fatal(err)
	}
	return p
}
