package generator

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/manifests"
	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
)

// RemoveAPIRequest says which kind goes.
type RemoveAPIRequest struct {
	Edit
	// Kind is a word such as shop/v1alpha1/Storefront.
	Kind string
	// Controllers takes its controllers out, too.
	Controllers bool
}

// RemoveAPI takes a kind out of a project. What was made for it goes, but for what its owner edited.
func RemoveAPI(ctx context.Context, req RemoveAPIRequest) (*Report, error) {
	return req.run(ctx, applyOptions{drop: true}, func(g *growth) error { return g.removeAPI(req) })
}

// RemoveVersion takes one of several versions of a kind out of a project.
func RemoveVersion(ctx context.Context, e Edit, word string) (*Report, error) {
	return e.run(ctx, applyOptions{drop: true}, func(g *growth) error { return g.removeVersion(word) })
}

// RemoveController takes a controller out of a project.
func RemoveController(ctx context.Context, e Edit, name string) (*Report, error) {
	return e.run(ctx, applyOptions{drop: true}, func(g *growth) error { return g.removeController(name) })
}

// RemoveOwned takes a kind out of what a controller owns.
func RemoveOwned(ctx context.Context, e Edit, controller, kind string) (*Report, error) {
	return e.run(ctx, applyOptions{drop: true}, func(g *growth) error { return g.removeOwned(controller, kind) })
}

func (g *growth) removeAPI(req RemoveAPIRequest) error {
	kind, there, err := g.find(req.Kind, "opwright remove api ")
	if err != nil || !there {
		return err
	}
	if others := g.versions(kind, false); len(others) > 0 {
		return usage("opwright remove version "+others[0].GVK.String(), "%s has the version %s, too", kind.Kind, others[0].Version)
	}
	for _, c := range g.siblings(kind) {
		if !req.Controllers {
			return usage("opwright remove controller "+c.Name+", or add --controllers", "controller %s is for %s", c.Name, kind)
		}
		if err := g.take(spec.RemoveController(ProjectFile, g.text, c.Name)); err != nil {
			return err
		}
	}
	g.report.note("objects of %s go with its CRD: delete them first, while their controller runs", kind)
	return g.take(spec.RemoveAPI(ProjectFile, g.text, kind))
}

func (g *growth) removeVersion(word string) error {
	kind, there, err := g.find(word, "opwright remove version ")
	if err != nil || !there {
		return err
	}
	others := g.versions(kind, false)
	if len(others) == 0 {
		return usage("opwright remove api "+word, "%s is the only version of %s", kind.Version, kind.Kind)
	}
	if g.stored(kind) == kind {
		return usage("move +kubebuilder:storageversion to the types of "+others[0].Version+", and migrate the objects",
			"objects of %s are stored in %s, and could not be read without it", kind.Kind, kind.Version)
	}
	for _, c := range g.p.Controllers {
		if c.For == kind {
			return usage("opwright remove controller "+c.Name+", or let it be for "+others[0].GVK.String(), "controller %s is for %s", c.Name, kind)
		}
	}
	g.report.note("no object may be stored in %s any more: see status.storedVersions of the CRD before you install the new one", kind.Version)
	return g.take(spec.RemoveAPI(ProjectFile, g.text, kind))
}

func (g *growth) removeController(name string) error {
	i := slices.IndexFunc(g.p.Controllers, func(c spec.Controller) bool { return c.Name == name })
	if i < 0 {
		var names []string
		for _, c := range g.p.Controllers {
			names = append(names, c.Name)
		}
		g.report.note("%s lists no controller %s; it has: %s", ProjectFile, name, orNone(strings.Join(names, ", ")))
		return nil
	}
	if c := g.p.Controllers[i]; c.Finalizer {
		g.report.note("take %s/%s off the objects that carry it, or they cannot be deleted", c.For.Group, c.Name)
	}
	return g.take(spec.RemoveController(ProjectFile, g.text, name))
}

func (g *growth) removeOwned(name, word string) error {
	c, err := g.controller(name)
	if err != nil {
		return err
	}
	list, err := spec.ParseOwns(word)
	if err != nil {
		return err
	}
	for _, o := range list {
		if !owns(c, o.Kind) {
			g.report.note("controller %s does not own %s; it owns: %s", name, o.Kind, orNone(kindsOf(c.Owns)))
			continue
		}
		if err := g.take(spec.RemoveOwned(ProjectFile, g.text, name, o.Kind)); err != nil {
			return err
		}
	}
	return nil
}

// find reads a kind, and notes it if the project has none of that name: it may have been removed before.
func (g *growth) find(word, command string) (spec.GVK, bool, error) {
	kind, err := spec.ParseGVK(word, g.p.Domain)
	if err != nil {
		return kind, false, withCommand(err, command)
	}
	_, there := g.p.API(kind)
	if !there {
		var kinds []string
		for _, a := range g.p.APIs {
			kinds = append(kinds, a.GVK.String())
		}
		g.report.note("%s lists no %s; it has: %s", ProjectFile, kind, orNone(strings.Join(kinds, ", ")))
	}
	return kind, there, nil
}

// versions are the versions of a kind, with or without itself.
func (g *growth) versions(kind spec.GVK, itself bool) (list []spec.API) {
	for _, a := range g.p.APIs {
		if a.Group == kind.Group && a.Kind == kind.Kind && (itself || a.GVK != kind) {
			list = append(list, a)
		}
	}
	return list
}

// stored is the version in which objects of a kind are stored: the one whose types say so, else the first.
func (g *growth) stored(kind spec.GVK) spec.GVK {
	all := g.versions(kind, true)
	for _, a := range all {
		if data, err := g.dir.ReadFile(typesFile(a)); err == nil && bytes.Contains(data, []byte("\n// +kubebuilder:storageversion")) {
			return a.GVK
		}
	}
	return all[0].GVK
}

// onlyDropped takes deletions out of a plan that are not due to the difference of the two renders.
func onlyDropped(before, after tree.Tree, plan *merge.Plan) {
	plan.Changes = slices.DeleteFunc(plan.Changes, func(c merge.Change) bool {
		_, was := before.Get(c.Path)
		_, is := after.Get(c.Path)
		return !was && !is
	})
}

// rememberDerived notes which derived files follow from the code as it is. Those that follow from nothing once
// a unit is gone can then be deleted: nobody else's text is lost.
func (s *session) rememberDerived(ctx context.Context, d Derive) {
	result, err := manifests.Generate(ctx, manifests.Options{Dir: s.dir.Path(), CacheDir: d.CacheDir, ToolVersion: d.ToolVersion})
	if err != nil {
		return // the last step will say so
	}
	for _, name := range result.Outputs {
		data, err := s.dir.ReadFile(name)
		if want, known := result.Files[name]; err == nil && (result.Unchanged || known && merge.SameText(data, want)) {
			s.derived = append(s.derived, name)
		}
	}
}

// orphans are the remembered derived files that are not derived any more.
func (s *session) orphans(files tree.Tree) (list []string) {
	for _, name := range s.derived {
		if _, wanted := files.Get(name); !wanted {
			list = append(list, name)
		}
	}
	return list
}

// reportOrphans tells derived files that were deleted from those that were made.
func (s *session) reportOrphans(deleted []string) {
	if len(deleted) == 0 {
		return
	}
	s.report.Derived = slices.DeleteFunc(s.report.Derived, func(name string) bool { return slices.Contains(deleted, name) })
	for _, name := range deleted {
		s.report.Changes = append(s.report.Changes, merge.Change{Path: name, Action: merge.Delete, Reason: "nothing in the code gives it any more"})
	}
	slices.SortFunc(s.report.Changes, func(a, b merge.Change) int { return strings.Compare(a.Path, b.Path) })
}
