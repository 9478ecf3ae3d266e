package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Purpose ends the sentence "<Reconciler> …".
func (c *Controller) Purpose() string {
	if len(c.Owns) == 0 {
		return "acts on each " + c.API.Kind
	}
	return "gives each " + c.API.Kind + " " + c.ownedWords()
}

func (c *Controller) ownedWords() string {
	var kinds []string
	for _, o := range c.Owns {
		kinds = append(kinds, article(o.Kind.Kind)+" "+o.Kind.Kind)
	}
	return words(kinds)
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "AEIO") {
		return "an"
	}
	return "a"
}

// OwnsKind says whether the controller owns the built-in kind.
func (c *Controller) OwnsKind(kind string) bool { return c.owned(kind) != nil }

func (c *Controller) owned(kind string) *Owned {
	for _, o := range c.Owns {
		if o.Kind.Kind == kind {
			return o
		}
	}
	return nil
}

// Builder names the function that builds an owned kind.
func (c *Controller) Builder(kind string) string { return c.FuncPrefix + kind }

// workloads are the kinds that run Pods.
func workloads() []string {
	return []string{"Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob"}
}

// Workload is the first owned kind that says whether it is ready, for comments.
func (c *Controller) Workload() string {
	for _, o := range c.Owns {
		if slices.Contains([]string{"Deployment", "StatefulSet", "DaemonSet", "Job"}, o.Kind.Kind) {
			return o.Kind.Kind
		}
	}
	return ""
}

// ScaleTarget is the kind that a HorizontalPodAutoscaler scales: the first owned one that can be scaled.
func (c *Controller) ScaleTarget() string {
	for _, o := range c.Owns {
		if o.Kind.Kind == "Deployment" || o.Kind.Kind == "StatefulSet" {
			return o.Kind.Kind
		}
	}
	return "Deployment"
}

// AppName is the name label of the Pods of a kind, or of those that a kind without Pods points to.
// The first workload has the API's name; another one gets a name of its own, so that their Pods differ.
func (c *Controller) AppName(kind string) string {
	for _, o := range c.Owns {
		if slices.Contains(workloads(), o.Kind.Kind) {
			if o.Kind.Kind == kind || !slices.Contains(workloads(), kind) {
				return c.API.Singular
			}
			return c.API.Singular + "-" + strings.ToLower(kind)
		}
	}
	return c.API.Singular
}

// Namespace is the expression for where the owned objects live.
func (c *Controller) Namespace() string {
	switch {
	case c.API.Has("TargetNamespace"):
		return c.Var + ".Spec.TargetNamespace"
	case c.API.ClusterScoped:
		return `"default"`
	default:
		return c.Var + ".Namespace"
	}
}

// Image, Port and Settings are expressions for what a builder needs: the field of the Spec, or
// an example where the Spec has no such field.

// Image is the container image.
func (c *Controller) Image() string { return c.field("Image", `"registry.k8s.io/pause:3.10.1"`) }

// Port is a container's port, an int32.
func (c *Controller) Port() string { return c.field("Port", "8080") }

// Settings is a map of strings.
func (c *Controller) Settings() string {
	return c.field("Settings", `map[string]string{"EXAMPLE": "value"}`)
}

func (c *Controller) field(name, example string) string {
	if c.API.Has(name) {
		return c.Var + ".Spec." + name
	}
	return example
}

// SettingsDigest says that Pods must be replaced when the settings change.
func (c *Controller) SettingsDigest() bool {
	return c.API.Has("Settings") && (c.Carries("ConfigMap") || c.Carries("Secret"))
}

// FinalizerName is the finalizer of the controller.
func (c *Controller) FinalizerName() string { return c.API.Group + "/" + c.Name }

// FinalizerConst is the Go constant with the name.
func (c *Controller) FinalizerConst() string { return c.FuncPrefix + "Finalizer" }

// SyncWords is the interval of the periodic sync for a comment that says "every": "30 minutes".
func (c *Controller) SyncWords() string {
	return strings.TrimPrefix(spoken(c.Preset.Sync.Value.Interval), "1 ")
}

// spoken is a time in words: "30 minutes".
func spoken(d time.Duration) string {
	for _, unit := range []struct {
		length time.Duration
		word   string
	}{{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if n := d / unit.length; n > 0 && d%unit.length == 0 {
			if n == 1 {
				return "1 " + unit.word
			}
			return fmt.Sprintf("%d %ss", n, unit.word)
		}
	}
	return d.String()
}

// Predicate is the expression that filters the events of an owned kind.
func (o *Owned) Predicate() string {
	if o.MetadataOnly() { // which does not tell what was changed
		return "predicate.ResourceVersionChangedPredicate{}"
	}
	var counts []string
	if !o.HasGeneration {
		counts = append(counts, "tuning.ContentChanged()")
	}
	if o.HasGeneration || o.Kind.Kind == "PersistentVolumeClaim" {
		counts = append(counts, "tuning.OwnedChanged(children.Readiness)")
	}
	if o.Reads != "" {
		counts = append(counts, "tuning.OwnedChanged("+o.Reads+")")
	}
	if len(counts) == 1 {
		return counts[0]
	}
	return "predicate.Or(" + strings.Join(counts, ", ") + ")"
}

// WatchOptions are the options of the watch on an owned kind.
func (o *Owned) WatchOptions() string {
	options := "builder.WithPredicates(" + o.Predicate() + ")"
	if o.MetadataOnly() {
		return "builder.OnlyMetadata, " + options
	}
	return options
}

// AnyOr says that the set-up uses or combines predicates of controller-runtime.
func (c *Controller) AnyOr() bool {
	return slices.ContainsFunc(c.Owns, func(o *Owned) bool { return strings.HasPrefix(o.Predicate(), "predicate.") })
}

// AnyReadiness says that the set-up looks at the readiness of some kind.
func (c *Controller) AnyReadiness() bool {
	return slices.ContainsFunc(c.Owns, func(o *Owned) bool { return strings.Contains(o.Predicate(), "children.") })
}

// Type is the Go type of the owned kind.
func (o *Owned) Type() string { return o.Alias + "." + o.Kind.Kind }

// DigestType is the type that Reads returns.
func (o *Owned) DigestType() string {
	if len(o.fields) == 1 {
		return o.fields[0].GoType
	}
	return "[" + strconv.Itoa(len(o.fields)) + "]any"
}

// Digest is what Reads returns for the object called object.
func (o *Owned) Digest() string {
	var parts []string
	for _, f := range o.fields {
		parts = append(parts, "object."+f.Go)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return o.DigestType() + "{" + strings.Join(parts, ", ") + "}"
}

// Rule is an RBAC rule.
type Rule struct{ Group, Resources, Verbs string }

// Rules lists what the controller may do with the kinds that it owns, one rule a group.
func (c *Controller) Rules() []Rule {
	byGroup := map[string][]string{}
	var groups []string
	for _, o := range c.Owns {
		if _, seen := byGroup[o.Group]; !seen {
			groups = append(groups, o.Group)
		}
		byGroup[o.Group] = append(byGroup[o.Group], o.Plural)
	}
	var rules []Rule
	for _, group := range groups {
		rules = append(rules, Rule{markerGroup(group), strings.Join(byGroup[group], ";"), "get;list;watch;create;patch"})
	}
	rules = append(rules, workOf(c.Work).rules...)
	if c.OwnsKind("Role") {
		// An operator may hand out only what it holds: see the builder of the Role.
		rules = append(rules, Rule{markerGroup(""), "configmaps", "get;list;watch"})
	}
	if c.OwnsKind("RoleBinding") && !c.OwnsKind("Role") {
		rules = append(rules, Rule{"rbac.authorization.k8s.io", "clusterroles,resourceNames=view", "bind"})
	}
	return rules
}

func markerGroup(group string) string {
	if group == "" {
		return `""`
	}
	return group
}
