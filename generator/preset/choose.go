package preset

import (
	"fmt"
	"slices"
)

// Answers are what a person says about a controller.
type Answers struct {
	// Changes is what changes most often; see WhatChanges. Empty is unknown.
	Changes string
	// CallsOutside says that Reconcile calls something outside the cluster.
	CallsOutside bool
	// Small says that the cluster is small and its machines are weak.
	Small bool
	// Objects is about how many there are, 0 for unknown.
	Objects int
}

// Choice is a preset with the reasons for it.
type Choice struct {
	Preset string
	// Why are the reasons, Notes what else the answers ask for.
	Why, Notes []string
}

// WhatChanges lists the answers to what changes most, with words for a question.
func WhatChanges() []Word {
	return []Word{
		{"spec", "what users write into the resource"},
		{"children", "the objects that the controller makes, or their Pods"},
		{"outside", "something outside the cluster"},
		{"time", "nothing: a time comes, such as an expiry"},
		{"builtin", "objects that others made, such as Namespaces"},
		{"many", "many objects that are summed up in one"},
		{"steps", "the resource itself, through steps that take minutes or more"},
	}
}

// fewObjects is below what sixteen workers and a tuned cache are for.
const fewObjects = 200

// Choose leads from answers to a preset.
func Choose(a Answers) Choice {
	c := a.byChange()
	if a.CallsOutside && c.Preset != "external-api" {
		c.Notes = append(c.Notes, "calls outside: bound them as external-api does: opwright tune CONTROLLER --set calls.qps=8 --set calls.burst=8")
	}
	if a.Small && c.Preset != "edge" {
		c.Notes = append(c.Notes, "a small cluster: lower workers, and see opwright preset diff standard edge for what else saves memory")
	}
	if a.Objects > 1000 {
		c.Notes = append(c.Notes, fmt.Sprintf("%d objects: opwright tune CONTROLLER --objects %d --service-time 350ms works out the workers", a.Objects, a.Objects))
	}
	return c
}

func (a Answers) byChange() Choice {
	inside := slices.Contains([]string{"", "spec", "children"}, a.Changes)
	switch {
	case a.Changes == "outside" || a.CallsOutside && inside:
		return because("external-api", "something outside the cluster has a quota, fails for everybody at once, and sends no events",
			"calls are bounded, a dependency that is down is left in peace, and polls back off while nothing changes")
	case a.Small && inside:
		return because("edge", "memory and the API server are what is short", "the least is kept in memory, and everything is gentler and slower")
	case a.Changes == "children" && (a.Objects == 0 || a.Objects >= fewObjects):
		return because("high-churn", "events of children come all the time", "sixteen workers, a cache without what nobody reads, and a bound on requests")
	case a.Changes == "children":
		return because("standard", fmt.Sprintf("children change often, but those of fewer than %d objects are no load", fewObjects),
			"its predicates drop the changes that mean nothing")
	case a.Changes == "time":
		return because("time-driven", "no event says that a time has come", "the next pass is worked out from the deadline, and is never in the past")
	case a.Changes == "builtin":
		return because("cluster-policy", "the objects are not the controller's own, and there are many", "their metadata is enough, and they are visited in chunks")
	case a.Changes == "many":
		return because("aggregator", "a thousand changes need one new sum, not a thousand", "events are gathered for a second before a pass")
	case a.Changes == "steps":
		return because("long-running", "no pass may take as long as the work does", "each step is short, its state is in the status, and what is under way is looked at often")
	}
	return because("standard", "users edit a resource, and the controller makes objects of it", "edits are fast, failures are over soon, and nothing is written at rest")
}

func because(preset string, why ...string) Choice { return Choice{Preset: preset, Why: why} }
