package generator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
)

// InitRequest says what project to make. Empty values are derived, or asked for.
type InitRequest struct {
	// Dir is the project's folder; it is made if it does not exist.
	Dir                  string
	Name, Module, Domain string
	Preset               string
	// PresetDirs are native paths of an organisation's folders with presets and layers.
	PresetDirs     []string
	Owner, License string
	Features       []string
	// APIs are words such as shop/v1alpha1/Storefront,plural=storefronts,scope=Cluster.
	APIs []string
	// Owns is a list such as apps/v1/Deployment,v1/Service, or "none"; empty is the default list.
	Owns string
	// DryRun stops before anything is written.
	DryRun bool
	// Ask asks the person at the terminal; nil where there is none.
	Ask func(question, suggestion string) (string, error)
	Derive
}

// UsageError is a fault of what was typed, not of a file.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// Init makes a project, or finds that it is there already.
func Init(ctx context.Context, req InitRequest) (*Report, error) {
	s, err := open(req.Dir, req.DryRun)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if s.dir.Exists(ProjectFile) {
		return s.initAgain(ctx, req)
	}

	// 1 resolve
	p, err := s.newProject(req)
	if err != nil {
		return nil, &UsageError{err}
	}
	// 2 render
	theirs, err := s.render(p)
	var unknown *preset.NotFoundError
	switch {
	case errors.As(err, &unknown):
		return nil, &UsageError{unknown}
	case err != nil:
		return nil, err
	}
	// 3 observe
	ours := s.dir.Observe(theirs.Paths())
	// 4 decide
	plan := merge.DecideTree(merge.TreeInput{Records: s.state.Records, Ours: ours, Theirs: theirs, Mode: merge.Init})
	if err := refused(plan); err != nil {
		return nil, err
	}
	// 5 apply, 6 derive
	return s.finish(ctx, p, p.Encode(), plan, req.DryRun, req.Derive)
}

// finish does the last two steps and fills the report.
func (s *session) finish(ctx context.Context, p *spec.Project, text []byte, plan merge.Plan, dry bool, d Derive) (*Report, error) {
	s.report.Changes = append(slices.Clone(plan.Changes), s.projectFile(text))
	s.report.DryRun = dry
	s.describe(p)
	if dry {
		return s.report, nil
	}
	if err := s.apply(p, text, plan); err != nil {
		return nil, err
	}
	if len(plan.Conflicts()) > 0 {
		s.report.open("settle the conflicts, then: opwright apply")
		return s.report, nil
	}
	return s.report, s.derive(ctx, d)
}

func (s *session) describe(p *spec.Project) {
	if len(p.Controllers) == 0 {
		return
	}
	if found, err := s.presets(p); err == nil {
		first := found[p.Controllers[0].Preset]
		s.report.Preset = fmt.Sprintf("%s v%d", first.Name, first.Version)
	}
}

// refused lists everything that is in the way, at once.
func refused(plan merge.Plan) error {
	var faults []error
	for _, c := range plan.Refused() {
		faults = append(faults, fmt.Errorf("%s: %s", c.Path, c.Reason))
	}
	if len(faults) == 0 {
		return nil
	}
	return fmt.Errorf("%w\nhint: move these files away, or run opwright init in an empty folder", errors.Join(faults...))
}

// newProject completes what was typed.
func (s *session) newProject(req InitRequest) (*spec.Project, error) {
	p := &spec.Project{Name: req.Name, Module: req.Module, Domain: req.Domain, Owner: req.Owner, License: req.License, Features: req.Features}
	if err := s.missing(req); err != nil {
		return nil, err
	}
	for _, step := range []func(*spec.Project, InitRequest) error{s.choosePresetDirs, s.chooseModule, s.chooseDomain, s.chooseName, s.addUnits} {
		if err := step(p, req); err != nil {
			return nil, err
		}
	}
	p.Resolve()
	for i, a := range p.APIs {
		if !hasKind(p.APIs[:i], a) {
			s.report.note("%s has the plural %s", a.Kind, a.Plural)
		} else {
			s.report.note("%s is a further version of %s: there is no conversion, so give both the same fields", a.GVK, a.Kind)
		}
	}
	return p, p.Validate()
}

// missing names the flags that nobody can be asked for, all at once.
func (s *session) missing(req InitRequest) error {
	var flags, examples []string
	if req.Module == "" && !s.dir.Exists("go.mod") {
		flags, examples = append(flags, "--module"), append(examples, "--module example.com/shop")
	}
	if req.Domain == "" {
		flags, examples = append(flags, "--domain"), append(examples, "--domain example.com")
	}
	if req.Ask != nil || len(flags) == 0 {
		return nil
	}
	verb := "is"
	if len(flags) > 1 {
		verb = "are"
	}
	return fmt.Errorf("%s %s needed\nhint: opwright init %s", strings.Join(flags, " and "), verb, strings.Join(examples, " "))
}

// chooseModule prefers the go.mod that is there.
func (s *session) chooseModule(p *spec.Project, req InitRequest) error {
	data, err := s.dir.ReadFile("go.mod")
	if err == nil {
		found := modfile.ModulePath(data)
		switch {
		case found == "":
			return errors.New("go.mod: has no module line")
		case p.Module != "" && p.Module != found:
			return fmt.Errorf("module %q is not that of go.mod, %q\nhint: leave --module out, or write --module %s", p.Module, found, found)
		}
		p.Module = found
	}
	if p.Module, err = ask(req, p.Module, "Go module path of the project", ""); err != nil {
		return err
	}
	return spec.CheckModule(p.Module)
}

func (s *session) chooseDomain(p *spec.Project, req InitRequest) (err error) {
	host, _, _ := strings.Cut(p.Module, "/")
	if p.Domain, err = ask(req, p.Domain, "Domain that your API groups end in", host); err != nil {
		return err
	}
	return spec.CheckDomain(p.Domain)
}

// choosePresetDirs records folders relative to the project, so that they mean the same in every checkout. One that is
// typed as an absolute path stays so.
func (s *session) choosePresetDirs(p *spec.Project, req InitRequest) error {
	for _, dir := range req.PresetDirs {
		if !filepath.IsAbs(dir) {
			here, err := filepath.Abs(dir)
			if err != nil {
				return err
			}
			if dir, err = filepath.Rel(s.dir.Path(), here); err != nil {
				return err
			}
		}
		p.PresetDirs = append(p.PresetDirs, filepath.ToSlash(dir))
	}
	_, err := s.sources(p.PresetDirs)
	return err
}

func (s *session) chooseName(p *spec.Project, _ InitRequest) error {
	if p.Name == "" {
		folder := filepath.Base(s.dir.Path())
		p.Name = spec.DeriveName(folder)
		s.report.note("the project is called %s, after its folder", p.Name)
	}
	return spec.CheckName(p.Name)
}

// ask takes what was typed, else asks.
func ask(req InitRequest, typed, question, suggestion string) (string, error) {
	if typed != "" {
		return typed, nil
	}
	return req.Ask(question, suggestion)
}

// addUnits adds an API and its controller for each kind that was typed.
func (s *session) addUnits(p *spec.Project, req InitRequest) error {
	work, err := s.workOf(p.PresetDirs, req.Preset)
	if err != nil {
		return err
	}
	owns := spec.DefaultOwns(work)
	if req.Owns != "" {
		if owns, err = spec.ParseOwns(req.Owns); err != nil {
			return err
		}
	}
	var faults []error
	for _, word := range req.APIs {
		api, err := spec.ParseAPI(word, p.Domain)
		if err != nil {
			faults = append(faults, asCommand(err))
			continue
		}
		if api.Scope == "" {
			api.Scope = spec.DefaultScope(work)
		}
		if !hasKind(p.APIs, api) { // one controller a kind, whatever its versions
			p.Controllers = append(p.Controllers, spec.Controller{For: api.GVK, Owns: owns, Preset: req.Preset, Finalizer: spec.DefaultFinalizer(work)})
		}
		p.APIs = append(p.APIs, api)
	}
	return errors.Join(faults...)
}

// workOf is the work that a new controller with the preset starts from.
func (s *session) workOf(dirs []string, name string) (string, error) {
	p := &spec.Project{PresetDirs: dirs, Controllers: []spec.Controller{{Preset: cmp.Or(name, spec.DefaultPreset)}}}
	found, err := s.presets(p)
	if err != nil {
		return "", err
	}
	return cmp.Or(found[p.Controllers[0].Preset].Work, spec.WorkChildren), nil
}

// asCommand makes a hint of the kind "write shop/v1/Cart" one that names the command.
func asCommand(err error) error {
	if fault, ok := errors.AsType[*spec.Fault](err); ok {
		if word, found := strings.CutPrefix(fault.Hint, "write "); found {
			word, _, _ = strings.Cut(strings.TrimPrefix(word, "for example "), ",")
			fault.Hint = "opwright init --api " + word
		}
	}
	return err
}

func hasKind(apis []spec.API, api spec.API) bool {
	return slices.ContainsFunc(apis, func(a spec.API) bool { return a.Group == api.Group && a.Kind == api.Kind })
}

// initAgain finds that the project is what was asked for, and changes nothing, or says what differs.
func (s *session) initAgain(ctx context.Context, req InitRequest) (*Report, error) {
	p, text, err := s.readProject()
	if err != nil {
		return nil, err
	}
	if err := differs(p, req); err != nil {
		return nil, &UsageError{err}
	}
	return s.edit(ctx, p, text, applyOptions{dry: req.DryRun, derive: req.Derive})
}
