package render

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

// Extra is an organisation's folder with template layers of its own. A layer with the name of one of ours adds files
// to it or overrides them. Any other one is rendered where a preset of the same folder names it under layers.
type Extra struct {
	// Dir names the folder in messages.
	Dir string
	// Files are the templates: <layer>/<path of the output>.tmpl.
	Files fs.FS
	// Named are the layers that presets of the folder name, those in use or not.
	Named []string
}

// extras renders the layers of every extra over those of ours.
func (r *renderer) extras(p *Project, extras []Extra, ours []layer) error {
	for i, e := range extras {
		if err := p.namedLayersExist(e); err != nil {
			return err
		}
		own, err := r.with(e, i+1)
		if err != nil {
			return err
		}
		files, err := templatesOf(e)
		if err != nil {
			return err
		}
		for _, name := range files {
			subjects, below, err := p.subjectsOf(e, r.templates, name, ours)
			if err != nil {
				return err
			}
			for _, s := range subjects {
				if err := own.file(name, below, s); err != nil {
					return e.located(err)
				}
			}
		}
		r.files = own.files
	}
	return nil
}

// with is the renderer for an extra, whose partials join ours.
func (r *renderer) with(e Extra, source int) (*renderer, error) {
	own := *r
	own.templates, own.source, own.dir = e.Files, source, e.Dir
	shared, err := r.shared.Clone()
	if err != nil {
		return nil, err
	}
	if found, err := fs.Glob(e.Files, "partials/*.tmpl"); err == nil && len(found) > 0 {
		if shared, err = shared.ParseFS(e.Files, "partials/*.tmpl"); err != nil {
			return nil, e.located(err)
		}
	}
	own.shared = shared
	return &own, nil
}

// templatesOf lists the templates of an extra, sorted. A link could lead out of the folder and is refused.
func templatesOf(e Extra) (names []string, err error) {
	err = fs.WalkDir(e.Files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case name == "." && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case err != nil:
			return err
		case d.IsDir() || strings.HasPrefix(name, "partials/"):
			return nil
		case !d.Type().IsRegular():
			return fmt.Errorf("%s: is no regular file; links are not followed", e.path(name))
		case !strings.Contains(name, "/"):
			return fmt.Errorf("%s: a template belongs into the folder of a layer, such as base/%s", e.path(name), name)
		}
		names = append(names, name)
		return nil
	})
	return names, err
}

var token = regexp.MustCompile(`\{[^{}]*\}`)

// subjectsOf says what a template of an extra is rendered for, and what of its name is below its layer.
func (p *Project) subjectsOf(e Extra, templates fs.FS, name string, ours []layer) ([]subject, string, error) {
	if folder := ourLayer(templates, name); folder != "" {
		var subjects []subject
		for _, l := range ours { // none where the layer is off
			if l.folder == folder {
				subjects = append(subjects, l.subjects...)
			}
		}
		return subjects, strings.TrimPrefix(name, folder+"/"), knownTokens(e, name, subjects)
	}
	layer, below, _ := strings.Cut(name, "/")
	users := p.usersOf(e, layer)
	if users == nil {
		return nil, "", fmt.Errorf("%s: no preset of %s names the layer %s, and opwright has none of this name\nhint: write layers: [%s] into a preset", e.path(name), e.Dir, layer, layer)
	}
	subjects := p.fanOut(below, users)
	return subjects, below, knownTokens(e, name, subjects)
}

// ourLayer is the layer of ours that a template belongs to by its name, or nothing.
func ourLayer(templates fs.FS, name string) string {
	parts := strings.Split(name, "/")
	depth := map[string]int{"owned": 2, "tuning": 2, "work": 3}[parts[0]]
	folder := path.Join(parts[:min(max(depth, 1), len(parts)-1)]...)
	if info, err := fs.Stat(templates, folder); err != nil || !info.IsDir() {
		return ""
	}
	return folder
}

// usersOf are the controllers with a preset that names the layer: an empty list where such a preset is there and in no
// use, nil where no preset names it.
func (p *Project) usersOf(e Extra, layer string) []*Controller {
	var users []*Controller
	if slices.Contains(e.Named, layer) {
		users = []*Controller{}
	}
	for _, c := range p.Controllers {
		if c.Preset.Source == e.Dir && slices.Contains(c.Preset.Layers, layer) {
			users = append(users, c)
		}
	}
	return users
}

// fanOut renders once a controller, an API, a version of a group or the project, by the tokens of a path.
func (p *Project) fanOut(name string, users []*Controller) []subject {
	if len(users) == 0 {
		return nil
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.Contains(name, "{"+n+"}") })
	}
	var apis []*API
	for _, c := range users {
		if !slices.Contains(apis, c.API) {
			apis = append(apis, c.API)
		}
	}
	switch {
	case has("controller", "controllerDir"):
		return p.controllerSubjects(users)
	case has("kind", "sample", "roleFile"):
		return p.apiSubjects(apis)
	case has("apiDir"):
		return p.groupVersionSubjects()
	}
	return []subject{{data: p, unit: "project"}}
}

// knownTokens refuses a path with a token that nothing fills.
func knownTokens(e Extra, name string, subjects []subject) error {
	for _, s := range subjects {
		for _, found := range token.FindAllString(name, -1) {
			if _, known := s.tokens[strings.Trim(found, "{}")]; !known {
				list := "none"
				if len(s.tokens) > 0 {
					list = "{" + strings.Join(slices.Sorted(maps.Keys(s.tokens)), "} {") + "}"
				}
				return fmt.Errorf("%s: nothing fills %s here\nhint: tokens of this layer are: %s", e.path(name), found, list)
			}
		}
	}
	return nil
}

// namedLayersExist refuses a preset that names a layer which is not there.
func (p *Project) namedLayersExist(e Extra) error {
	for _, c := range p.Controllers {
		if c.Preset.Source != e.Dir {
			continue
		}
		for _, layer := range c.Preset.Layers {
			if info, err := fs.Stat(e.Files, layer); err != nil || !info.IsDir() {
				return fmt.Errorf("preset %s v%d: %s is no folder with templates", c.Preset.Name, c.Preset.Version, e.path(layer))
			}
		}
	}
	return nil
}

// path names a template in messages.
func (e Extra) path(name string) string { return path.Join(e.Dir, "templates", name) }

// inTemplate finds the position in what text/template says: "template: base/x.tmpl:3:4: …" or "template: x.tmpl:3: …".
var inTemplate = regexp.MustCompile(`template: ([^:]+):([0-9]+(?::[0-9]+)?): (?s:(.*))`)

// located puts the position first in an error of one of the extra's templates.
func (e Extra) located(err error) error {
	match := inTemplate.FindStringSubmatch(err.Error())
	if match == nil {
		return err
	}
	name := match[1]
	if found, globErr := fs.Glob(e.Files, "partials/"+name); globErr == nil && len(found) == 1 {
		name = found[0]
	}
	message, _, _ := strings.Cut(match[3], "\n")
	return fmt.Errorf("%s:%s: %s", e.path(name), match[2], message)
}

// reserved are outputs that no layer may make.
func reserved(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return first == ".opwright" || first == ".git" || name == "opwright.yaml"
}

// place puts a rendered file into the list: an extra's replaces one of ours, and two of extras clash.
func (r *renderer) place(f file) error {
	if r.source > 0 && (!fs.ValidPath(f.path) || reserved(f.path)) {
		return fmt.Errorf("%s: may not make %s, which is outside of what a template can own", f.template, f.path)
	}
	for i, other := range r.files {
		if other.path != f.path || r.source == 0 {
			continue
		}
		if other.source > 0 {
			return fmt.Errorf("%s: makes %s, and so does %s", f.template, f.path, other.template)
		}
		r.files[i] = f
		return nil
	}
	r.files = append(r.files, f)
	return nil
}

// Check renders nothing, and finds templates that do not parse.
func (e Extra) Check() error {
	names, err := templatesOf(e)
	if err != nil {
		return err
	}
	var faults []error
	for _, name := range names {
		text, err := fs.ReadFile(e.Files, name)
		if err == nil && strings.HasSuffix(name, suffix) {
			_, err = template.New(name).Funcs(funcs()).Parse(string(text))
		}
		if err != nil {
			faults = append(faults, e.located(err))
		}
	}
	return errors.Join(faults...)
}
