package render

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/opwright/opwright/generator/spec"
)

// work is what a kind of work brings beside its templates in templates/work/<name>.
type work struct {
	// needs are the owned kinds that the example cannot do without: a controller that owns them not starts from
	// the one for children.
	needs []string
	// cluster says the same of a kind in a namespace.
	cluster bool
	// builds are the owned kinds whose builders are among those templates; anew are those of them whose objects
	// are made anew where somebody spoilt them.
	builds, anew []string
	// fields are those of the Spec in the types of this work; nil are those that the owned kinds ask for.
	fields []string
	// timed says that work comes due without any change: a pass must not end early for that reason.
	timed bool
	// finalizes says that Finalize is among those templates.
	finalizes bool
	// prepare says that the owner's file has a method prepare(manager), called first in SetupWithManager, for
	// field indexes and clients.
	prepare bool
	// watches are further sources, as calls of the controller's builder; imports is what they need.
	watches func(c *Controller) []string
	imports []string
	// byReference are kinds that those sources watch whoever owns them, as an object names them.
	byReference []string
	// rules are permissions beside those for owned kinds.
	rules []Rule
	// testPreparation is the owner's test function that brings what an object needs before it is made.
	testPreparation string
}

// workOf describes each kind of work; the zero value does for children.
func workOf(name string) work {
	switch name {
	case spec.WorkDeadline:
		secret := []string{"Secret"}
		return work{needs: secret, builds: secret, anew: secret, timed: true, fields: []string{"DNSNames", "Duration", "RenewBefore"}}
	case spec.WorkExternal:
		return externalWork()
	case spec.WorkPolicy:
		return policyWork()
	case spec.WorkSteps:
		return work{builds: []string{"ConfigMap"}, timed: true}
	case spec.WorkSummary:
		return summaryWork()
	}
	return work{}
}

// workOf names the work that a controller asks for, by itself or by its preset.
func (in Input) workOf(c spec.Controller) string {
	return cmp.Or(c.Work, in.Presets[c.Preset].Work, spec.WorkChildren)
}

// oneWork refuses a controller whose work is not that of the first one for its kind: there is one Spec, made for one work.
func (in Input) oneWork(c spec.Controller) error {
	first := slices.IndexFunc(in.Project.Controllers, func(other spec.Controller) bool { return other.For == c.For })
	leader := in.Project.Controllers[first]
	if has, asks := in.workOf(leader), in.workOf(c); has != asks {
		return fmt.Errorf("controller %s: its work is %q, but the types of %s are made for %q, the work of controller %s\nhint: give it \"work: %s\", or another kind",
			c.Name, asks, c.For.Kind, has, leader.Name, has)
	}
	return nil
}

// builds says whether the builder of an owned kind comes with the controller's work.
func (c *Controller) builds(kind string) bool { return slices.Contains(workOf(c.Work).builds, kind) }

// Carries says whether the objects of an owned kind carry the settings of the Spec.
func (c *Controller) Carries(kind string) bool { return c.OwnsKind(kind) && !c.builds(kind) }

// Anew says whether an object that somebody spoilt is made anew, instead of put back as it was.
func (o *Owned) Anew() bool { return slices.Contains(workOf(o.Controller.Work).anew, o.Kind.Kind) }

// AnyAnew says whether some owned kind is of that sort.
func (p *Project) AnyAnew() bool {
	return slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return slices.ContainsFunc(c.Owns, (*Owned).Anew) })
}

// settleWork falls back to the example for children where the kinds are not owned that another one is about.
func (c *Controller) settleWork() {
	asks := workOf(c.Work)
	missing := slices.ContainsFunc(asks.needs, func(kind string) bool { return !c.OwnsKind(kind) })
	if missing || asks.cluster && !c.API.ClusterScoped {
		c.Work = spec.WorkChildren
	}
}

// Prepare says that SetupWithManager calls the owner's prepare first.
func (c *Controller) Prepare() bool { return workOf(c.Work).prepare }

// Watches are the sources beside the primary and owned kinds, as calls of the builder.
func (c *Controller) Watches() []string {
	if w := workOf(c.Work); w.watches != nil {
		return w.watches(c)
	}
	return nil
}

// TestPreparation is the function that the generated tests call before they make an object, empty for none.
func (c *Controller) TestPreparation() string { return workOf(c.Work).testPreparation }

// AnyTestPreparation says whether some controller has such a function.
func (p *Project) AnyTestPreparation() bool {
	return slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return c.TestPreparation() != "" })
}

// Does says whether some controller of the project does a kind of work.
func (p *Project) Does(name string) bool { return len(p.Doing(name)) > 0 }

// Doing lists the controllers that do a kind of work.
func (p *Project) Doing(name string) (list []*Controller) {
	for _, c := range p.Controllers {
		if c.Work == name {
			list = append(list, c)
		}
	}
	return list
}

// features are the parts of the tuning package that only some controllers need, each a layer templates/tuning/<name>.
func features() []string {
	return []string{"backoff", "batch", "breaker", "busy", "calls", "coalesce", "deadline", "edits", "priorities", "rest", "shared", "watched"}
}

// Uses says whether some controller has a feature of the tuning package switched on.
func (p *Project) Uses(feature string) bool {
	return slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return c.Uses(feature) })
}

// Uses says whether the controller has the feature switched on.
func (c *Controller) Uses(feature string) bool {
	p := c.Preset
	switch feature {
	case "calls":
		return p.Calls.Value.QPS > 0 || c.Work == spec.WorkExternal
	case "batch":
		return c.Work == spec.WorkSummary
	case "watched":
		return c.Work == spec.WorkPolicy || c.Work == spec.WorkSummary
	case "breaker":
		return p.Breaker.Value.Failures > 0 || c.Work == spec.WorkExternal
	case "shared":
		return c.ConditionPrefix() != ""
	case "coalesce":
		return p.Coalesce.Value > 0
	case "backoff":
		return p.Sync.Value.MaxInterval > 0
	case "busy":
		return p.Sync.Value.Busy > 0
	case "deadline":
		return p.Sync.Value.Deadline || c.Work == spec.WorkDeadline
	case "rest":
		return p.Rest.Value && len(c.Owns) > 0 && !workOf(c.Work).timed
	case "edits":
		return p.EditsFirst.Value
	case "priorities":
		return p.Priorities.Value != usualPriorities()
	}
	panic("render: unknown feature " + feature) // a template's mistake, found by any test
}
