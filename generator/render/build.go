package render

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/opwright/opwright/generator/spec"
)

// Versions are the versions in templates/versions.yaml.
type Versions struct {
	Go                string `yaml:"go"`
	GoImage           string `yaml:"goImage"`
	ControllerRuntime string `yaml:"controllerRuntime"`
	Kubernetes        string `yaml:"kubernetes"`
	Gomega            string `yaml:"gomega"`
	Prometheus        string `yaml:"prometheus"`
	ControllerTools   string `yaml:"controllerTools"`
	SetupEnvtest      string `yaml:"setupEnvtest"`
	EnvtestKubernetes string `yaml:"envtestKubernetes"`
	GolangciLint      string `yaml:"golangciLint"`
	Kustomize         string `yaml:"kustomize"`
}

// ReadVersions reads versions.yaml.
func ReadVersions(templates fs.FS) (Versions, error) {
	var v Versions
	data, err := fs.ReadFile(templates, "versions.yaml")
	if err != nil {
		return v, err
	}
	if err := yaml.UnmarshalWithOptions(data, &v, yaml.Strict()); err != nil {
		return v, fmt.Errorf("versions.yaml: %s", yaml.FormatError(err, false, false))
	}
	return v, nil
}

// newProject builds what the templates see from the resolved project.
func newProject(in Input) (*Project, error) {
	versions, err := ReadVersions(in.Templates)
	if err != nil {
		return nil, err
	}
	p := &Project{
		Name: in.Project.Name, Module: in.Project.Module, Domain: in.Project.Domain, Owner: in.Project.Owner,
		Header:   in.Project.License == spec.LicenseApache2,
		Versions: versions,
		features: in.Project.Features,
	}
	for _, a := range in.Project.APIs {
		p.addAPI(in, a)
	}
	for _, c := range in.Project.Controllers {
		if err := p.addController(in, c); err != nil {
			return nil, err
		}
	}
	for _, a := range p.APIs {
		a.fields = specFields(a, in.SpecFields)
	}
	return p, nil
}

func (p *Project) addAPI(in Input, a spec.API) {
	gv := p.groupVersion(in, a)
	singular := strings.ToLower(a.Kind)
	api := &API{
		GroupVersion: gv, Kind: a.Kind, Singular: singular, Plural: a.Plural,
		ClusterScoped: a.Scope == spec.Cluster,
		Stem:          a.Stem(),
		SampleFile:    a.Dir + "_" + a.Version + "_" + singular,
		RoleFile:      a.Dir + "_" + singular,
		RoleName:      a.Dir + "-" + singular,
		spec:          a,
	}
	gv.APIs = append(gv.APIs, api)
	p.APIs = append(p.APIs, api)
}

func (p *Project) groupVersion(in Input, a spec.API) *GroupVersion {
	for _, gv := range p.GroupVersions {
		if gv.Group == a.Group && gv.Version == a.Version {
			return gv
		}
	}
	gv := &GroupVersion{
		Project: p, Group: a.Group, Version: a.Version,
		Dir: a.PackageDir(), Package: a.Package(), ImportPath: in.Project.ImportPath(a), Alias: in.Project.ImportAlias(a),
	}
	p.GroupVersions = append(p.GroupVersions, gv)
	return gv
}

func (p *Project) addController(in Input, c spec.Controller) error {
	api := p.api(c.For)
	base := in.Presets[c.Preset]
	if api == nil || base == nil {
		return fmt.Errorf("render controller %s: kind %s or preset %s is not resolved", c.Name, c.For, c.Preset)
	}
	if err := in.oneWork(c); err != nil {
		return err
	}
	values := base.With(c.Tuning)
	if err := values.Check(); err != nil {
		return fmt.Errorf("controller %s: %w", c.Name, err)
	}
	dir := api.spec.ControllerDir()
	out := &Controller{
		Project: p, API: api, Name: c.Name,
		Dir: dir, Package: path.Base(dir), PackageAlias: api.spec.ControllerAlias(), File: c.Stem(),
		Reconciler: c.Reconciler(), TuningFunc: c.GoName() + "Tuning", GoName: c.GoName(), FuncPrefix: c.FuncPrefix(), Var: api.spec.Var(),
		FieldOwner: p.Name + "-" + c.Name,
		Work:       in.workOf(c),
		Finalizer:  c.Finalizer,
		Preset:     &values,
		Changed:    changes(base, &values),
	}
	for _, o := range c.Owns {
		out.addOwned(o)
	}
	out.settleWork()
	fields, known := in.ReconcilerFields[c.Name]
	out.TakesChildren = len(out.Owns) > 0 && (!known || slices.Contains(fields, "Children"))
	api.controllers = append(api.controllers, out)
	p.Controllers = append(p.Controllers, out)
	return nil
}

func (c *Controller) addOwned(o spec.Owned) {
	kind, _ := spec.LookupKind(o.Kind)
	owned := &Owned{Kind: kind, Controller: c, Builder: c.FuncPrefix + kind.Kind}
	if o.Status != nil {
		owned.Reads, owned.fields = c.FuncPrefix+"Reads"+kind.Kind, o.StatusFields()
	}
	c.Owns = append(c.Owns, owned)
}

func (p *Project) api(g spec.GVK) *API {
	for _, a := range p.APIs {
		if a.spec.GVK == g {
			return a
		}
	}
	return nil
}

// specFields are the fields of the API's Spec: those of the owner's file, or those that a first render
// gives it, which are what its controllers need for the kinds that they own.
func specFields(a *API, known map[spec.GVK][]string) []string {
	if fields, ok := known[a.spec.GVK]; ok {
		return fields
	}
	controllers := a.kindControllers()
	own := workOf(a.Work()).fields
	owns := func(kinds ...string) bool {
		return slices.ContainsFunc(controllers, func(c *Controller) bool {
			return slices.ContainsFunc(kinds, c.OwnsKind)
		})
	}
	var fields []string
	for _, field := range []struct {
		name string
		want bool
	}{
		{"TargetNamespace", a.ClusterScoped && len(controllers) > 0 && len(controllers[0].Owns) > 0},
		{"Image", own == nil && owns(workloads()...)},
		{"Replicas", own == nil && owns("Deployment", "StatefulSet") && !owns("HorizontalPodAutoscaler")},
		{"Port", own == nil && owns("Deployment", "StatefulSet", "DaemonSet", "Service")},
		{"Settings", own == nil && carries(controllers)},
	} {
		if field.want {
			fields = append(fields, field.name)
		}
	}
	fields = append(fields, own...)
	if len(fields) == 0 {
		fields = []string{"Note"}
	}
	return fields
}

// carries says whether some owned object carries the settings of the Spec.
func carries(controllers []*Controller) bool {
	return slices.ContainsFunc(controllers, func(c *Controller) bool { return c.Carries("ConfigMap") || c.Carries("Secret") })
}
