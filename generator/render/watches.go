package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/preset"
)

// Watch is the watch on an owned kind, as a call of the controller's builder.
func (o *Owned) Watch() string {
	if o.Controller.Gathers() {
		return "Watches(&" + o.Type() + "{}, gathered, " + o.WatchOptions() + ")"
	}
	return "Owns(&" + o.Type() + "{}, " + o.WatchOptions() + ")"
}

// Gathers says that events of owned kinds are gathered, which Owns cannot do.
func (c *Controller) Gathers() bool { return c.Uses("coalesce") && len(c.Owns) > 0 }

// MetadataImports imports the kinds of which the cache has metadata alone.
func (p *Project) MetadataImports() []string { return kindImports(p.MetadataKinds()) }

// byReference says that objects of the kind are watched whoever owns them. A label would hide those of others.
func (o *Owned) byReference() bool {
	return slices.ContainsFunc(o.Controller.Project.Controllers, func(c *Controller) bool {
		return slices.Contains(workOf(c.Work).byReference, o.Kind.Kind)
	})
}

// LabelledKinds lists the owned kinds of which the cache has our own objects alone.
func (p *Project) LabelledKinds() []*Owned {
	return slices.DeleteFunc(p.OwnedKinds(), (*Owned).byReference)
}

// CacheOptions is how the cache treats the kind, as an entry of Go code; empty for as it treats any.
func (o *Owned) CacheOptions() string {
	var options []string
	if !o.byReference() {
		options = append(options, "Label: children.Managed()")
	}
	if o.SharedReads() {
		options = append(options, "UnsafeDisableDeepCopy: new(true)")
	}
	return only(len(options) > 0, "&"+o.Type()+"{}: {"+strings.Join(options, ", ")+"}")
}

// usualPriorities are those that the tuning package gives by itself.
func usualPriorities() preset.Priorities {
	return preset.Priorities{Event: 0, Error: -50, List: -100, Sync: -150}
}

func prioritiesCode(p preset.Priorities) string {
	return fmt.Sprintf("&tuning.Priorities{Error: %d, Sync: %d}", p.Error, p.Sync)
}

// RestsOnMetadata says that children which are cached as metadata are compared to tell whether an object is at rest.
func (p *Project) RestsOnMetadata() bool { return p.Uses("rest") && len(p.MetadataKinds()) > 0 }
