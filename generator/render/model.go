package render

import (
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
)

// Project is what templates of project layers see.
type Project struct {
	Name, Module, Domain, Owner string
	// Header says that Go files carry a licence header.
	Header        bool
	Versions      Versions
	GroupVersions []*GroupVersion
	APIs          []*API
	Controllers   []*Controller

	features []string
}

// GroupVersion is one version of an API group: a Go package.
type GroupVersion struct {
	Project        *Project
	Group, Version string
	// Dir is the package's folder, Package its name, Alias what other files import it as.
	Dir, Package, ImportPath, Alias string
	APIs                            []*API
}

// API is one kind of one version.
type API struct {
	*GroupVersion
	Kind, Singular, Plural string
	ClusterScoped          bool
	// Stem begins the names of the kind's Go files.
	Stem string
	// SampleFile and RoleFile are file names without their endings; RoleName is a cluster role's name.
	SampleFile, RoleFile, RoleName string

	fields      []string // of the Spec
	controllers []*Controller
	spec        spec.API
}

// Controller is one controller of one API.
type Controller struct {
	Project *Project
	API     *API
	Name    string
	// Dir is the folder, Package its name, PackageAlias what setup.go imports it as, File the stem of its files.
	Dir, Package, PackageAlias, File string
	// GoName is the controller's name as an exported Go identifier, FuncPrefix the same unexported;
	// Reconciler and TuningFunc are made of it. Var names an object of the API in code.
	GoName, FuncPrefix, Reconciler, TuningFunc, Var string
	FieldOwner                                      string
	// Work is the kind of work that the controller started from.
	Work      string
	Finalizer bool
	Owns      []*Owned
	// TakesChildren says that the reconciler has a field for what brings its children about.
	TakesChildren bool
	Preset        *preset.Preset // with the controller's own settings laid over it
	Changed       []string       // the values that these settings change
}

// Owned is a kind that a controller owns.
type Owned struct {
	spec.Kind
	Controller *Controller
	// Builder is the function that builds the desired object.
	Builder string
	// Reads is the function with the status fields that opwright.yaml lists, empty where it lists none.
	Reads  string
	fields []spec.StatusField
}

// Has says whether the Spec of the API has a field.
func (a *API) Has(field string) bool { return slices.Contains(a.fields, field) }

// Work is the kind of work of the API's controllers.
func (a *API) Work() string {
	for _, c := range a.kindControllers() {
		return c.Work
	}
	return spec.WorkChildren
}

// Controlled says whether this project has a controller for the API.
func (a *API) Controlled() bool { return len(a.controllers) > 0 }

// versions are all versions of the kind, this one included, in the order of opwright.yaml.
func (a *API) versions() []*API {
	var list []*API
	for _, other := range a.Project.APIs {
		if other.Group == a.Group && other.Kind == a.Kind {
			list = append(list, other)
		}
	}
	return list
}

// kindControllers are the controllers of the kind, whatever version they are for.
func (a *API) kindControllers() []*Controller {
	var list []*Controller
	for _, version := range a.versions() {
		list = append(list, version.controllers...)
	}
	return list
}

// GroupLabel is the first label of the group, which kubebuilder calls the group.
func (a *API) GroupLabel() string {
	label, _, _ := strings.Cut(a.Group, ".")
	return label
}

// GroupDomain is the rest of the group, which kubebuilder calls its domain.
func (a *API) GroupDomain() string {
	_, domain, _ := strings.Cut(a.Group, ".")
	return domain
}

// Purpose ends the sentence "A <Kind> is …".
func (a *API) Purpose() string {
	for _, c := range a.controllers {
		if len(c.Owns) > 0 {
			return "what its user asks for; the operator makes " + c.ownedWords() + " of it"
		}
	}
	return "what its user asks for"
}

// Kinds lists the kinds of a version, in the order of opwright.yaml.
func (g *GroupVersion) Kinds() []string {
	var kinds []string
	for _, a := range g.APIs {
		kinds = append(kinds, a.Kind)
	}
	return kinds
}

// Controlled says whether a controller watches a kind of this version.
func (g *GroupVersion) Controlled() bool {
	return slices.ContainsFunc(g.APIs, (*API).Controlled)
}

// LeaderElectionID names the lease.
func (p *Project) LeaderElectionID() string { return p.Name + "." + p.Domain }

// KindWords lists the kinds for prose.
func (p *Project) KindWords() string {
	var kinds []string
	for _, a := range p.APIs {
		kinds = append(kinds, a.Kind)
	}
	return words(kinds)
}

// Resources lists one version of each kind, the first in opwright.yaml: a CRD and its roles are of all of them.
func (p *Project) Resources() []*API {
	var list []*API
	for _, a := range p.APIs {
		if a.Storage() {
			list = append(list, a)
		}
	}
	return list
}

// Storage says whether objects are stored in this version. It is the one that was there first, as a type that
// its owner has edited cannot be told of another one.
func (a *API) Storage() bool {
	for _, other := range a.Project.APIs {
		if other.Group == a.Group && other.Kind == a.Kind {
			return other == a
		}
	}
	return false
}

// CRDs lists the files that "opwright generate" makes, in the order of opwright.yaml.
func (p *Project) CRDs() []string {
	var files []string
	for _, a := range p.Resources() {
		files = append(files, a.Group+"_"+a.Plural+".yaml")
	}
	return files
}

// Components lists the optional parts of config/components that are on.
func (p *Project) Components() []string {
	folders := map[string]string{"monitoring": "monitoring", "networkPolicy": "network-policy"}
	var on []string
	for _, feature := range p.features {
		on = append(on, folders[feature])
	}
	return on
}

// OwnedKinds lists each kind that some controller owns, once, sorted.
func (p *Project) OwnedKinds() []*Owned {
	var out []*Owned
	for _, c := range p.Controllers {
		for _, o := range c.Owns {
			if !slices.ContainsFunc(out, func(seen *Owned) bool { return seen.GVK == o.GVK }) {
				out = append(out, o)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Owned) int { return strings.Compare(a.Alias+a.Kind.Kind, b.Alias+b.Kind.Kind) })
	return out
}

// Owns says whether some controller owns the built-in kind.
func (p *Project) Owns(kind string) bool {
	return slices.ContainsFunc(p.OwnedKinds(), func(o *Owned) bool { return o.Kind.Kind == kind })
}

// Primaries lists one controller for each API that has one.
func (p *Project) Primaries() []*Controller {
	var out []*Controller
	for _, a := range p.APIs {
		if a.Controlled() {
			out = append(out, a.controllers[0])
		}
	}
	return out
}

// words joins with commas and a last "and".
func words(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " and " + items[last]
}
