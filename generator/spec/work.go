package spec

// The kinds of work that an example does.
const (
	WorkChildren = "children" // a custom resource becomes a few owned objects
	WorkExternal = "external" // it becomes something outside the cluster, behind an API with a quota
	WorkDeadline = "deadline" // it has to be renewed before a time
	WorkPolicy   = "policy"   // a rule over objects that others made
	WorkSummary  = "summary"  // many objects become one
	WorkSteps    = "steps"    // it goes through steps that take long
)

// Works lists the kinds of work, sorted.
func Works() []string {
	return []string{WorkChildren, WorkDeadline, WorkExternal, WorkPolicy, WorkSteps, WorkSummary}
}

// DefaultOwns is what a new controller owns unless told otherwise.
func DefaultOwns(work string) []Owned {
	deployment, service, configMap := GVK{"apps", "v1", "Deployment"}, GVK{"", "v1", "Service"}, GVK{"", "v1", "ConfigMap"}
	var kinds []GVK
	switch work {
	case WorkChildren:
		kinds = []GVK{deployment, service, configMap}
	case WorkDeadline:
		kinds = []GVK{{"", "v1", "Secret"}}
	case WorkPolicy:
		kinds = []GVK{{"networking.k8s.io", "v1", "NetworkPolicy"}}
	case WorkSteps:
		kinds = []GVK{deployment, configMap}
	case WorkSummary:
		kinds = []GVK{configMap}
	}
	var owns []Owned
	for _, kind := range kinds {
		owns = append(owns, Owned{Kind: kind})
	}
	return owns
}

// DefaultFinalizer says whether a new controller cleans up before an object is gone: it leaves something where owner
// references do not reach.
func DefaultFinalizer(work string) bool { return work == WorkExternal || work == WorkPolicy }

// DefaultScope is the scope of the API of a new controller unless told otherwise.
func DefaultScope(work string) string {
	if work == WorkPolicy {
		return Cluster
	}
	return Namespaced
}
