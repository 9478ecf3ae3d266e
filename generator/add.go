package generator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
)

// Edit says in which project a command edits opwright.yaml, and how.
type Edit struct {
	// Dir is the project's folder.
	Dir string
	// DryRun stops before anything is written.
	DryRun bool
	Derive
}

// Start says what a new controller begins with. Empty values are left to the preset.
type Start struct {
	Preset string
	// Owns is a list such as apps/v1/Deployment,v1/Service, or "none".
	Owns string
}

// AddAPIRequest says which kind to add.
type AddAPIRequest struct {
	Edit
	Start
	// Kind is a word such as shop/v1alpha1/Storefront.
	Kind string
	// Plural and Scope are derived if empty.
	Plural, Scope string
	// NoController leaves the kind without a controller.
	NoController bool
	// Adopt takes files that are there already for the owner's.
	Adopt bool
}

// AddControllerRequest says which controller to add.
type AddControllerRequest struct {
	Edit
	Start
	// Kind is the kind that it is for.
	Kind string
	// Name is derived if empty, for the first controller of a kind.
	Name string
}

// AddOwnedRequest says what a controller is to own, too.
type AddOwnedRequest struct {
	Edit
	// Controller is its name.
	Controller string
	// Kind is a word such as apps/v1/Deployment.
	Kind string
	// Status lists the status fields that Reconcile reads; nil leaves that open.
	Status []string
}

// AddAPI adds a kind with a controller to a project, or finds that both are there.
func AddAPI(ctx context.Context, req AddAPIRequest) (*Report, error) {
	report, err := req.run(ctx, applyOptions{adopt: req.Adopt}, func(g *growth) error { return g.addAPI(req) })
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(report.Conflicts(), func(c merge.Change) bool { return c.Known.Conflict == merge.InTheWay }) {
		report.note("if the files in the way are what you want, keep them: opwright add api %s --adopt", req.Kind)
	}
	return report, nil
}

// AddVersion adds a further version of a kind to a project, or finds that it is there.
func AddVersion(ctx context.Context, e Edit, word string) (*Report, error) {
	return e.run(ctx, applyOptions{}, func(g *growth) error { return g.addVersion(word) })
}

// AddController adds a controller for one of the project's own kinds, or finds that it is there.
func AddController(ctx context.Context, req AddControllerRequest) (*Report, error) {
	return req.run(ctx, applyOptions{}, func(g *growth) error { return g.addController(req) })
}

// AddOwned lets a controller own a kind, or finds that it does.
func AddOwned(ctx context.Context, req AddOwnedRequest) (*Report, error) {
	return req.run(ctx, applyOptions{}, func(g *growth) error { return g.addOwned(req) })
}

// growth is an edit of opwright.yaml under way.
type growth struct {
	*session
	p     *spec.Project
	text  []byte
	asked []string // units that the user named
}

// run edits opwright.yaml, and brings the difference into the project.
func (e Edit) run(ctx context.Context, o applyOptions, change func(*growth) error) (*Report, error) {
	s, err := openProject(e.Dir, e.DryRun)
	if err != nil {
		return nil, err
	}
	defer s.close()
	p, text, err := s.readProject()
	if err != nil {
		return nil, err
	}
	if o.drop && !e.DryRun {
		s.rememberDerived(ctx, e.Derive)
	}
	g := &growth{session: s, p: p, text: text}
	if err := change(g); err != nil {
		return nil, wrongUse(err)
	}
	o.dry, o.derive, o.asked = e.DryRun, e.Derive, g.asked
	report, err := s.edit(ctx, g.p, g.text, o)
	if err != nil {
		return nil, err
	}
	report.reasoned(ProjectFile, "edited as you asked")
	return report, nil
}

// wrongUse tells faults of what was typed from those of files.
func wrongUse(err error) error {
	if fault, ok := errors.AsType[*spec.Fault](err); ok && fault.File == "" {
		return &UsageError{err}
	}
	if unknown, ok := errors.AsType[*preset.NotFoundError](err); ok {
		return &UsageError{unknown}
	}
	return err
}

// usage is a fault of what was typed, with what to do about it.
func usage(hint, format string, args ...any) error {
	return &UsageError{fmt.Errorf("%s\nhint: %s", fmt.Sprintf(format, args...), hint)}
}

// take goes on with an edited text.
func (g *growth) take(text []byte, err error) error {
	if err != nil {
		return err
	}
	p, err := spec.Parse(ProjectFile, text)
	if err == nil {
		g.p, g.text = p, text
	}
	return err
}

func (g *growth) addAPI(req AddAPIRequest) error {
	typed, err := spec.ParseAPI(req.Kind, g.p.Domain)
	if err != nil {
		return withCommand(err, "opwright add api ")
	}
	typed.Plural, typed.Scope = cmp.Or(req.Plural, typed.Plural), cmp.Or(req.Scope, typed.Scope)
	g.asked = append(g.asked, "api "+typed.GroupVersion())
	if _, there := g.p.API(typed.GVK); there {
		if err := g.sameAPI(typed); err != nil {
			return err
		}
	} else if err := g.newAPI(typed, req); err != nil {
		return err
	}
	if req.NoController || req.Adopt && g.ownController(typed.GVK) {
		return nil
	}
	return g.addController(AddControllerRequest{Kind: typed.GVK.String(), Start: req.Start})
}

func (g *growth) newAPI(typed spec.API, req AddAPIRequest) error {
	if hasKind(g.p.APIs, typed) {
		return usage("opwright add version "+req.Kind, "%s has a version in this project already", typed.Kind)
	}
	work, err := g.workOf(g.p.PresetDirs, req.Preset)
	if err != nil {
		return err
	}
	typed.Scope = cmp.Or(typed.Scope, spec.DefaultScope(work))
	if err := g.take(spec.AddAPI(ProjectFile, g.text, typed)); err != nil {
		return err
	}
	added, _ := g.p.API(typed.GVK)
	g.report.note("%s has the plural %s", added.Kind, added.Plural)
	return nil
}

// sameAPI refuses to make another thing of a kind that is there.
func (g *growth) sameAPI(typed spec.API) error {
	found, _ := g.p.API(typed.GVK)
	switch {
	case typed.Plural != "" && typed.Plural != found.Plural:
		return changed("the plural of %s is %s, not %s", typed.GVK, found.Plural, typed.Plural)
	case typed.Scope != "" && typed.Scope != found.Scope:
		return changed("the scope of %s is %s, not %s", typed.GVK, found.Scope, typed.Scope)
	}
	return nil
}

// changed refuses to change what only an edit by hand should.
func changed(format string, args ...any) error {
	return usage("edit "+ProjectFile+", then run opwright apply", "%s", fmt.Sprintf(format, args...))
}

func (g *growth) addVersion(word string) error {
	typed, err := spec.ParseAPI(word, g.p.Domain)
	if err != nil {
		return withCommand(err, "opwright add version ")
	}
	g.asked = append(g.asked, "api "+typed.GroupVersion())
	if _, there := g.p.API(typed.GVK); there {
		return g.sameAPI(typed)
	}
	if !hasKind(g.p.APIs, typed) {
		return usage("opwright add api "+word, "%s is no kind of this project, so there is no version to add to", typed.Kind)
	}
	stored := g.stored(typed.GVK)
	if err := g.take(spec.AddAPI(ProjectFile, g.text, typed)); err != nil {
		return err
	}
	g.report.note("%s is a further version of %s, and objects stay stored in %s: there is no conversion, so give both the same fields",
		typed.GVK, typed.Kind, stored.Version)
	return nil
}

func (g *growth) addOwned(req AddOwnedRequest) error {
	c, err := g.controller(req.Controller)
	if err != nil {
		return err
	}
	owns, err := spec.ParseOwns(req.Kind)
	if err == nil && len(owns) == 0 {
		err = usage("opwright add watch "+c.Name+" v1/Secret", "%q is not a kind", req.Kind)
	}
	if err != nil {
		return err
	}
	for _, o := range owns {
		o.Status = req.Status
		i := slices.IndexFunc(c.Owns, func(have spec.Owned) bool { return have.Kind == o.Kind })
		switch {
		case i < 0:
			if err := g.take(spec.AddOwned(ProjectFile, g.text, c.Name, o)); err != nil {
				return err
			}
		case req.Status != nil && !slices.Equal(req.Status, c.Owns[i].Status):
			return changed("controller %s reads the status fields %s of %s, not %s",
				c.Name, orNone(strings.Join(c.Owns[i].Status, ",")), o.Kind, orNone(strings.Join(req.Status, ",")))
		}
	}
	return nil
}

// controller finds a controller by its name.
func (g *growth) controller(name string) (spec.Controller, error) {
	var names []string
	for _, c := range g.p.Controllers {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	if len(names) == 0 {
		return spec.Controller{}, usage("opwright add api shop/v1alpha1/Storefront", "there is no controller %q, nor any other", name)
	}
	return spec.Controller{}, usage(spec.DidYouMean(name, names), "there is no controller %q", name)
}

// withCommand makes a hint of the form "write shop/v1/Cart" one that names the command.
func withCommand(err error, command string) error {
	if fault, ok := errors.AsType[*spec.Fault](err); ok {
		if word, found := strings.CutPrefix(fault.Hint, "write "); found {
			word, _, _ = strings.Cut(strings.TrimPrefix(word, "for example "), ",")
			fault.Hint = command + word
		}
	}
	return err
}
