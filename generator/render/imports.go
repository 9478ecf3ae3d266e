package render

import (
	"slices"
	"strings"
)

// importLine is one import as Go code; the alias is left out where it is the package's name.
func importLine(alias, path string) string {
	if strings.HasSuffix(path, "/"+alias) {
		return `"` + path + `"`
	}
	return alias + ` "` + path + `"`
}

// sorted sorts import lines by path and drops what stands twice.
func sorted(lines []string) []string {
	slices.SortFunc(lines, func(a, b string) int {
		_, pathA, _ := strings.Cut(a, `"`)
		_, pathB, _ := strings.Cut(b, `"`)
		return strings.Compare(pathA, pathB)
	})
	return slices.Compact(lines)
}

func kindImports(kinds []*Owned) []string {
	var lines []string
	for _, o := range kinds {
		lines = append(lines, importLine(o.Alias, o.ImportPath))
	}
	return sorted(lines)
}

// KindImports imports the packages of the owned kinds, and what the watches need.
func (c *Controller) KindImports() []string {
	lines := append(kindImports(c.Owns), workOf(c.Work).imports...)
	if c.Gathers() {
		lines = append(lines, importLine("handler", "sigs.k8s.io/controller-runtime/pkg/handler"))
	}
	return sorted(lines)
}

// KindImports imports the packages of all owned kinds.
func (p *Project) KindImports() []string { return kindImports(p.OwnedKinds()) }

// StatusTypeImports imports the types of the kinds that say whether they are ready.
func (p *Project) StatusTypeImports() []string {
	var lines []string
	if p.Owns("Deployment") || p.Owns("StatefulSet") || p.Owns("DaemonSet") {
		lines = append(lines, importLine("appsv1", "k8s.io/api/apps/v1"))
	}
	if p.Owns("Job") {
		lines = append(lines, importLine("batchv1", "k8s.io/api/batch/v1"))
	}
	if p.Owns("Job") || p.Owns("PersistentVolumeClaim") {
		lines = append(lines, importLine("corev1", "k8s.io/api/core/v1"))
	}
	return sorted(lines)
}

// StatusImports imports what the stand-in for the kubelet needs to set their status.
func (p *Project) StatusImports() []string {
	lines := p.StatusTypeImports()
	if p.Owns("Job") {
		lines = append(lines, importLine("metav1", "k8s.io/apimachinery/pkg/apis/meta/v1"))
	}
	return sorted(lines)
}

// ReadyTestImports imports what the tests of readiness need.
func (p *Project) ReadyTestImports() []string {
	return sorted(append(p.StatusTypeImports(), importLine("corev1", "k8s.io/api/core/v1")))
}

// ControllerPackages imports the folders of the controllers.
func (p *Project) ControllerPackages() []string {
	var lines []string
	for _, c := range p.Controllers {
		lines = append(lines, importLine(c.PackageAlias, p.Module+"/"+c.Dir))
	}
	return sorted(lines)
}

// AnyTakesChildren says whether some reconciler is handed what brings its children about.
func (p *Project) AnyTakesChildren() bool {
	return slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return c.TakesChildren })
}

// AnyOwns says whether some controller owns something.
func (p *Project) AnyOwns() bool { return len(p.OwnedKinds()) > 0 }

// NeedsKubelet says whether the tests must play the part of the kubelet and its like.
func (p *Project) NeedsKubelet() bool { return len(p.StatusImports()) > 0 }

// AnyWorkload says whether some controller's Ready depends on Pods.
func (p *Project) AnyWorkload() bool {
	return slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return c.Workload() != "" })
}

// AnySettings says whether some controller hands settings to its Pods.
func (p *Project) AnySettings() bool {
	return slices.ContainsFunc(p.Controllers, (*Controller).SettingsDigest)
}

// Drift is a JSON patch by which somebody else spoils an object of the kind; it must be undone.
func (o *Owned) Drift() string {
	path, value := driftOf(o.Kind.Kind)
	return `[{"op": "replace", "path": "` + path + `", "value": ` + value + `}]`
}

func driftOf(kind string) (path, value string) {
	switch kind {
	case "Deployment", "StatefulSet", "DaemonSet":
		return "/spec/template/spec/containers/0/image", `"drifted:v1"`
	case "CronJob":
		return "/spec/schedule", `"1 1 1 1 *"`
	case "Job":
		return "/spec/backoffLimit", "9"
	case "Service":
		return "/spec/ports/0/port", "9999"
	case "Ingress":
		return "/spec/rules/0/host", `"drifted.example.com"`
	case "NetworkPolicy":
		return "/spec/policyTypes", `["Egress"]`
	case "PodDisruptionBudget":
		return "/spec/maxUnavailable", "9"
	case "HorizontalPodAutoscaler":
		return "/spec/maxReplicas", "99"
	case "PersistentVolumeClaim", "ServiceAccount":
		return "/metadata/labels/app.kubernetes.io~1managed-by", `"somebody-else"`
	case "Role":
		return "/rules/0/verbs", `["get"]`
	case "RoleBinding":
		return "/subjects/0/name", `"somebody-else"`
	default: // ConfigMap, Secret
		return "/data/{key}", `"ZHJpZnRlZA=="`
	}
}
