package generator

import (
	"cmp"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/spec"
)

func (g *growth) addController(req AddControllerRequest) error {
	kind, err := g.ownKind(req.Kind)
	if err != nil {
		return err
	}
	name, err := g.nameFor(kind, req)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(g.p.Controllers, func(c spec.Controller) bool { return c.Name == name && name != "" }); i >= 0 {
		g.asked = append(g.asked, "controller "+name)
		return g.sameController(g.p.Controllers[i], kind, req.Start)
	}
	c, err := g.newController(kind, name, req.Start)
	if err != nil {
		return err
	}
	if err := g.take(spec.AddController(ProjectFile, g.text, c)); err != nil {
		return withCommand(err, "--name ")
	}
	added := g.p.Controllers[len(g.p.Controllers)-1]
	g.asked = append(g.asked, "controller "+added.Name)
	g.noteSiblings(added)
	return nil
}

// ownKind reads the kind that a controller is for.
func (g *growth) ownKind(word string) (spec.GVK, error) {
	kind, err := spec.ParseGVK(word, g.p.Domain)
	if err != nil {
		return kind, withCommand(err, "opwright add controller ")
	}
	if _, own := g.p.API(kind); own {
		return kind, nil
	}
	var kinds []string
	for _, a := range g.p.APIs {
		kinds = append(kinds, a.GVK.String())
	}
	hint := "opwright add api " + word
	foreign := kind.BuiltIn() || kind.Group != g.p.Domain && !strings.HasSuffix(kind.Group, "."+g.p.Domain)
	switch {
	case foreign && len(kinds) > 0:
		hint = "known here: " + strings.Join(kinds, ", ")
	case foreign:
		hint = "opwright add api shop/v1alpha1/Storefront"
	case hasKind(g.p.APIs, spec.API{GVK: kind}):
		hint = "opwright add version " + word
	}
	return kind, usage(hint, "%s is not one of the project's apis; controllers of other kinds are not supported yet", kind)
}

// nameFor is the name that was typed, or that of the controller which the kind has. Empty leaves it to spec.
func (g *growth) nameFor(kind spec.GVK, req AddControllerRequest) (string, error) {
	if req.Name != "" {
		return req.Name, nil
	}
	switch siblings := g.siblings(kind); len(siblings) {
	case 0:
		return "", nil
	case 1:
		return siblings[0].Name, nil
	default:
		return "", usage("name it: --name "+siblings[0].Name, "%s has %d controllers", kind.Kind, len(siblings))
	}
}

// siblings are the controllers of a kind, whatever version they are for.
func (g *growth) siblings(kind spec.GVK) (list []spec.Controller) {
	for _, c := range g.p.Controllers {
		if c.For.Group == kind.Group && c.For.Kind == kind.Kind {
			list = append(list, c)
		}
	}
	return list
}

// sameController refuses to make another thing of a controller that is there.
func (g *growth) sameController(c spec.Controller, kind spec.GVK, start Start) error {
	switch {
	case c.For.Group != kind.Group || c.For.Kind != kind.Kind:
		return usage("choose another --name", "controller %s is there already, for %s", c.Name, c.For)
	case start.Preset != "" && start.Preset != c.Preset:
		return usage("for a further one of this kind choose another --name", "controller %s is there already, with the preset %s", c.Name, c.Preset)
	case start.Owns == "":
		return nil
	}
	owns, err := spec.ParseOwns(start.Owns)
	if err != nil {
		return err
	}
	if found, typed := kindsOf(c.Owns), kindsOf(owns); found != typed {
		return usage("opwright add watch "+c.Name+" KIND, or choose another --name", "controller %s is there already, and owns %s", c.Name, orNone(found))
	}
	return nil
}

// newController is a controller that starts as its preset says, or as the types of its kind allow.
func (g *growth) newController(kind spec.GVK, name string, start Start) (c spec.Controller, err error) {
	c = spec.Controller{Name: name, For: kind, Preset: cmp.Or(start.Preset, spec.DefaultPreset)}
	work, err := g.workOf(g.p.PresetDirs, start.Preset)
	if err != nil {
		return c, err
	}
	made, err := g.madeFor(kind)
	if err != nil {
		return c, err
	}
	if made != "" && made != work {
		g.report.note("the types of %s are those of the work %q, so its controller starts from that, with the values of %s", kind.Kind, made, c.Preset)
		c.Work, work = made, made
	}
	if start.Owns == "" {
		c.Owns = g.freeOf(spec.DefaultOwns(work), kind)
		return c, nil
	}
	if c.Owns, err = spec.ParseOwns(start.Owns); err != nil {
		return c, err
	}
	return c, g.ownedOnce(c)
}

// madeFor is the kind of work that the types of a kind were made for, empty where they are yet to be made.
func (g *growth) madeFor(kind spec.GVK) (string, error) {
	api, _ := g.p.API(kind)
	if siblings := g.siblings(kind); len(siblings) > 0 {
		first := siblings[0]
		if first.Work != "" {
			return first.Work, nil
		}
		return g.workOf(g.p.PresetDirs, first.Preset)
	}
	if !g.dir.Exists(typesFile(api)) {
		return "", nil
	}
	return spec.WorkChildren, nil
}

// freeOf leaves out the kinds that another controller of kind makes: the objects would have the same names.
func (g *growth) freeOf(owns []spec.Owned, kind spec.GVK) []spec.Owned {
	return slices.DeleteFunc(owns, func(o spec.Owned) bool { return g.ownerOf(o.Kind, kind) != "" })
}

// ownerOf is the controller of a kind that owns another one.
func (g *growth) ownerOf(owned, kind spec.GVK) string {
	for _, c := range g.siblings(kind) {
		if owns(c, owned) {
			return c.Name
		}
	}
	return ""
}

func (g *growth) ownedOnce(c spec.Controller) error {
	for _, o := range c.Owns {
		if other := g.ownerOf(o.Kind, c.For); other != "" {
			return usage("--owns none, or kinds that it does not own", "controller %s makes a %s of each %s already, and another one would have the same name",
				other, o.Kind, c.For.Kind)
		}
	}
	return nil
}

// noteSiblings says how controllers of one kind get along.
func (g *growth) noteSiblings(c spec.Controller) {
	for _, other := range g.siblings(c.For) {
		if other.Name != c.Name {
			g.report.note("Ready of each %s is what %s says; the conditions of %s are %sReady and the like", c.For.Kind, other.Name, c.Name, c.GoName())
			return
		}
	}
}
