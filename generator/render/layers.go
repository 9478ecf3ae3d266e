package render

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
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
		{"bucket", p.anyBucket()},
		{"children", p.AnyOwns()},
		{"finalizer", p.anyFinalizer()},
		{"kubelet", p.NeedsKubelet()},
		{"license", p.Header},
		{"monitoring", slices.Contains(p.features, "monitoring")},
		{"networkpolicy", slices.Contains(p.features, "networkPolicy")},
		{"tests", len(p.Controllers) > 0},
	} {
		if optional.on {
			list = append(list, layer{optional.folder, whole})
		}
	}
	list = append(list, layer{"groupversion", p.groupVersionSubjects()}, layer{"api", p.apiSubjects(p.APIs)}, layer{"resource", p.apiSubjects(p.Resources())})
	return append(list, p.controllerLayers()...)
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
	for _, c := range p.Controllers {
		s := subject{c, map[string]string{"controllerDir": c.Dir, "controller": c.File}, "controller " + c.Name}
		list[0].subjects = append(list[0].subjects, s)
		if c.Finalizer {
			list[1].subjects = append(list[1].subjects, s)
		}
		for _, o := range c.Owns {
			list = append(list, layer{path.Join("owned", strings.ToLower(o.Kind.Kind)), []subject{s}})
		}
	}
	return list
}

func (p *Project) anyBucket() bool {
	return slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return c.Preset.Limiter.Value.Kind == "bucket" })
}

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
	rendered, err := execute(name, string(text), p, funcs())
	return bytes.TrimSpace(rendered), err
}
