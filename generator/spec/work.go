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
