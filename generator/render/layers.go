package render

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/spec"
)

// layer is a folder of templates and what it is rendered for.
type layer struct {
	folder   string
	subjects []subject
}

// layers lists what is rendered, in a fixed order.
func (p *Project) layers() []layer {
	whole := []subject{{data: p, unit: "project"}}
	list := []layer{{"base", whole}}
	for _, optional := range []struct {
		folder string
		on     bool
	}{
		{"alerts", p.Alerts()},
		{"bucket", p.AnyBucket()},
		{"children", p.AnyOwns()},
		{"finalizer", p.anyFinalizer()},
		{"kubelet", p.NeedsKubelet()},
		{"license", p.Header},
		{"metadata", p.HeavyKind() != ""},
		{"metadatarest", p.RestsOnMetadata()},
		{"monitoring", slices.Contains(p.features, "monitoring")},
		{"networkpolicy", slices.Contains(p.features, "networkPolicy")},
		{"podfields", p.UsedPodFields()},
		{"sharedreads", len(p.SharedKinds()) > 0},
		{"tests", len(p.Controllers) > 0},
	} {
		if optional.on {
			list = append(list, layer{optional.folder, whole})
		}
	}
	for _, feature := range features() {
		if p.Uses(feature) {
			list = append(list, layer{path.Join("tuning", feature), whole})
		}
	}
	list = append(list, layer{"groupversion", p.groupVersionSubjects()}, layer{"resource", p.apiSubjects(p.Resources())})
	for _, name := range spec.Works() {
		list = append(list, p.workLayers(name)...)
	}
	return append(list, p.controllerLayers()...)
}

// workLayers are what a kind of work starts from. An API that no controller is for has the types of WorkChildren.
func (p *Project) workLayers(name string) []layer {
	folder := path.Join("work", name)
	var apis []*API
	for _, a := range p.APIs {
		if a.Work() == name {
			apis = append(apis, a)
		}
	}
	list := []layer{{path.Join(folder, "api"), p.apiSubjects(apis)}}
	var doers []*Controller
	for _, c := range p.Controllers {
		if c.Work == name {
			doers = append(doers, c)
		}
	}
	if len(doers) > 0 {
		list = append(list, layer{path.Join(folder, "controller"), p.controllerSubjects(doers)})
		list = append(list, layer{path.Join(folder, "project"), []subject{{data: p, unit: "project"}}})
	}
	return list
}

// controllerSubjects are what layers are rendered for that concern a controller.
func (p *Project) controllerSubjects(controllers []*Controller) (list []subject) {
	for _, c := range controllers {
		list = append(list, subject{c, map[string]string{"controllerDir": c.Dir, "controller": c.File}, "controller " + c.Name})
	}
	return list
}

func (p *Project) groupVersionSubjects() (list []subject) {
	for _, gv := range p.GroupVersions {
		list = append(list, subject{gv, map[string]string{"apiDir": gv.Dir}, "api " + gv.Group + "/" + gv.Version})
	}
	return list
}

func (p *Project) apiSubjects(apis []*API) (list []subject) {
	for _, a := range apis {
		tokens := map[string]string{"apiDir": a.Dir, "kind": a.Stem, "sample": a.SampleFile, "roleFile": a.RoleFile}
		list = append(list, subject{a, tokens, "api " + a.spec.String()})
	}
	return list
}

func (p *Project) controllerLayers() []layer {
	list := []layer{{folder: "controller"}, {folder: "finalizing"}}
	for i, s := range p.controllerSubjects(p.Controllers) {
		c := p.Controllers[i]
		list[0].subjects = append(list[0].subjects, s)
		if c.Finalizer && !workOf(c.Work).finalizes {
			list[1].subjects = append(list[1].subjects, s)
		}
		for _, o := range c.Owns {
			if !c.builds(o.Kind.Kind) {
				list = append(list, layer{path.Join("owned", strings.ToLower(o.Kind.Kind)), []subject{s}})
			}
		}
	}
	return list
}

// AnyBucket says whether some controller's limiter is a bucket.
func (p *Project) AnyBucket() bool {
	return slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return c.Preset.Limiter.Value.Kind == "bucket" })
}

// NeedsRate says that the tuning package imports golang.org/x/time, which other modules need anyway.
func (p *Project) NeedsRate() bool { return p.AnyBucket() || p.Uses("calls") }

func (p *Project) anyFinalizer() bool {
	return slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return c.Finalizer })
}

// header is the comment on top of Go files: the project's own boilerplate.
func (p *Project) header(templates fs.FS) ([]byte, error) {
	if !p.Header {
		return nil, nil
	}
	const name = "license/hack/boilerplate.go.txt.tmpl"
	text, err := fs.ReadFile(templates, name)
	if err != nil {
		return nil, err
	}
	shared, err := partials(templates)
	if err != nil {
		return nil, err
	}
	rendered, err := execute(name, string(text), p, shared)
	return bytes.TrimSpace(rendered), err
}
