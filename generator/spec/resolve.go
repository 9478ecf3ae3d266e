package spec

import (
	"slices"
	"strconv"
	"strings"
)

// Resolve fills what was left open: scopes, plurals, group folders, controller
// names, presets, the license. The result depends on the project alone, and
// what is filled already stays. It reports whether it chose a value that
// opwright.yaml has to record (plural, dir, controller name), lest a later
// choice, with other neighbours, be a different one.
func (p *Project) Resolve() bool {
	p.APIVersion, p.Kind = APIVersion, ProjectKind
	if p.License == "" {
		p.License = LicenseNone
	}
	slices.Sort(p.Features)
	p.Features = slices.Compact(p.Features)
	apis := p.resolveAPIs()
	controllers := p.resolveControllers()
	return apis || controllers
}

func (p *Project) resolveAPIs() (chose bool) {
	dirs := p.recordedDirs()
	for i := range p.APIs {
		a := &p.APIs[i]
		if a.Scope == "" {
			a.Scope = p.siblingScope(*a)
		}
		if a.Plural == "" {
			a.Plural, chose = p.choosePlural(*a), true
		}
		if a.Dir == "" {
			a.Dir, chose = chooseDir(a.Group, dirs), true
		}
		if dirs[a.Group] == "" {
			dirs[a.Group] = a.Dir
		}
	}
	return chose
}

// recordedDirs maps each group to the folder that the project gives for it.
func (p *Project) recordedDirs() map[string]string {
	dirs := map[string]string{}
	for _, a := range p.APIs {
		if a.Dir != "" && dirs[a.Group] == "" {
			dirs[a.Group] = a.Dir
		}
	}
	return dirs
}

// chooseDir takes the folder that the group has, else the first free one of
// shop, shopacme (with the second label), shop2, shop3 and so on.
func chooseDir(group string, dirs map[string]string) string {
	if dir := dirs[group]; dir != "" {
		return dir
	}
	taken := map[string]bool{}
	for _, dir := range dirs {
		taken[dir] = true
	}
	base := baseDir(group)
	label, _, _ := strings.Cut(GVK{Group: group}.GroupDomain(), ".")
	for i, dir := 1, base; ; i++ {
		if !taken[dir] {
			return dir
		}
		if dir = legalDir(base + label); i > 1 {
			dir = legalDir(base + strconv.Itoa(i))
		}
	}
}

// choosePlural follows another version of the kind, else the inflector.
func (p *Project) choosePlural(a API) string {
	for _, other := range p.APIs {
		if other.Group == a.Group && other.Kind == a.Kind && other.Plural != "" {
			return other.Plural
		}
	}
	return Plural(a.Kind)
}

func (p *Project) siblingScope(a API) string {
	for _, other := range p.APIs {
		if other.Group == a.Group && other.Kind == a.Kind && other.Scope != "" {
			return other.Scope
		}
	}
	return Namespaced
}

func (p *Project) resolveControllers() (chose bool) {
	taken := map[string]bool{}
	for _, c := range p.Controllers {
		taken[c.Name] = true
	}
	for i := range p.Controllers {
		c := &p.Controllers[i]
		if c.Preset == "" {
			c.Preset = DefaultPreset
		}
		if c.Name == "" && c.For.Kind != "" {
			c.Name, chose = p.chooseName(*c, taken), true
			taken[c.Name] = true
		}
	}
	return chose
}

// chooseName takes the kind in lower case; where that is taken, as for the
// same kind of a second group, the folder of the group goes before it.
func (p *Project) chooseName(c Controller, taken map[string]bool) string {
	name := strings.ToLower(c.For.Kind)
	if !taken[name] {
		return name
	}
	a, _ := p.API(c.For)
	base := strings.Trim(a.Dir+"-"+name, "-")
	for i, name := 2, base; ; i++ {
		if !taken[name] {
			return name
		}
		name = base + "-" + strconv.Itoa(i)
	}
}
