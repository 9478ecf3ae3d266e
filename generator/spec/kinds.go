package spec

import (
	"cmp"
	"slices"
	"strings"
)

// Kind describes a built-in kind that a controller can own.
type Kind struct {
	GVK
	// Plural is the resource name: "deployments".
	Plural string
	// ImportPath and Alias are the Go package of the type, k8s.io/api/apps/v1 as appsv1.
	ImportPath, Alias string
	// ApplyImportPath and ApplyAlias are the package of its apply configuration,
	// k8s.io/client-go/applyconfigurations/apps/v1 as appsv1ac.
	ApplyImportPath, ApplyAlias string
	// HasGeneration says whether every supported API server counts changes of
	// the spec in metadata.generation. HorizontalPodAutoscaler began to in
	// Kubernetes 1.37, behind a feature gate: too late to rely on.
	HasGeneration bool
	// Status are the fields that a change can be watched on.
	Status []StatusField
}

// StatusField is a field of a kind's status.
type StatusField struct {
	// JSON is its name in a manifest: "availableReplicas".
	JSON string
	// Go is its path from the object: "Status.AvailableReplicas".
	Go string
	// GoType is its type, with the alias of its package: "int32".
	GoType string
}

// StatusField finds a field by its JSON name.
func (k Kind) StatusField(json string) (StatusField, bool) {
	for _, f := range k.Status {
		if f.JSON == json {
			return f, true
		}
	}
	return StatusField{}, false
}

// StatusNames lists the JSON names of all status fields.
func (k Kind) StatusNames() []string {
	var names []string
	for _, f := range k.Status {
		names = append(names, f.JSON)
	}
	return names
}

// LookupKind finds a kind of the table.
func LookupKind(g GVK) (Kind, bool) {
	for _, row := range kindTable() {
		if row.gvk == g {
			return row.kind(), true
		}
	}
	return Kind{}, false
}

// Kinds lists all kinds that can be owned, sorted by group, version and kind.
func Kinds() []Kind {
	var kinds []Kind
	for _, row := range kindTable() {
		kinds = append(kinds, row.kind())
	}
	slices.SortFunc(kinds, func(a, b Kind) int { return cmp.Compare(a.String(), b.String()) })
	return kinds
}

// ownedFault says why a kind cannot be owned, if so.
func ownedFault(g GVK) *Fault {
	if _, ok := LookupKind(g); ok {
		return nil
	}
	var all []string
	for _, k := range Kinds() {
		if all = append(all, k.String()); strings.EqualFold(k.Kind, g.Kind) {
			return faultf("%s cannot be owned", g).hint("write %s", k)
		}
	}
	return faultf("%s cannot be owned", g).hint("kinds that can be: %s", strings.Join(all, ", "))
}

// statusFault says what is wrong with a status field of an owned kind, if anything.
func statusFault(g GVK, name string) *Fault {
	kind, ok := LookupKind(g)
	if _, known := kind.StatusField(name); known || !ok {
		return nil
	}
	if len(kind.Status) == 0 {
		return faultf("%s has no status field that can be watched", g).hint("write just: - %s", g)
	}
	return faultf("unknown status field %q of %s", name, g).hint("%s", didYouMean(name, kind.StatusNames()))
}
