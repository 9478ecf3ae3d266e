package spec

import "strings"

// kindRow is a line of the kind table; the rest of a Kind follows from it.
type kindRow struct {
	gvk        GVK
	folder     string // below k8s.io/api/
	plural     string
	generation bool
	status     string // "json:type json:type"
}

// kindTable is written by hand: which kinds make sense as children, no schema
// tells. Everything that can be read from the Go types is held against them by
// a test.
func kindTable() []kindRow {
	return []kindRow{
		{GVK{"apps", "v1", "DaemonSet"}, "apps", "daemonsets", true,
			"observedGeneration:int64 currentNumberScheduled:int32 desiredNumberScheduled:int32 numberAvailable:int32 numberMisscheduled:int32 numberReady:int32 numberUnavailable:int32 updatedNumberScheduled:int32"},
		{GVK{"apps", "v1", "Deployment"}, "apps", "deployments", true,
			"observedGeneration:int64 availableReplicas:int32 readyReplicas:int32 replicas:int32 unavailableReplicas:int32 updatedReplicas:int32"},
		{GVK{"apps", "v1", "StatefulSet"}, "apps", "statefulsets", true,
			"observedGeneration:int64 availableReplicas:int32 currentReplicas:int32 currentRevision:string readyReplicas:int32 replicas:int32 updateRevision:string updatedReplicas:int32"},
		{GVK{"autoscaling", "v2", "HorizontalPodAutoscaler"}, "autoscaling", "horizontalpodautoscalers", false,
			"currentReplicas:int32 desiredReplicas:int32"},
		{GVK{"batch", "v1", "CronJob"}, "batch", "cronjobs", true, ""},
		{GVK{"batch", "v1", "Job"}, "batch", "jobs", true,
			"active:int32 completedIndexes:string failed:int32 succeeded:int32"},
		{GVK{"", "v1", "ConfigMap"}, "core", "configmaps", false, ""},
		{GVK{"", "v1", "PersistentVolumeClaim"}, "core", "persistentvolumeclaims", false,
			"phase:corev1.PersistentVolumeClaimPhase"},
		{GVK{"", "v1", "Secret"}, "core", "secrets", false, ""},
		{GVK{"", "v1", "Service"}, "core", "services", false, ""},
		{GVK{"", "v1", "ServiceAccount"}, "core", "serviceaccounts", false, ""},
		{GVK{"networking.k8s.io", "v1", "Ingress"}, "networking", "ingresses", true, ""},
		{GVK{"networking.k8s.io", "v1", "NetworkPolicy"}, "networking", "networkpolicies", true, ""},
		{GVK{"policy", "v1", "PodDisruptionBudget"}, "policy", "poddisruptionbudgets", true,
			"observedGeneration:int64 currentHealthy:int32 desiredHealthy:int32 disruptionsAllowed:int32 expectedPods:int32"},
		{GVK{"rbac.authorization.k8s.io", "v1", "Role"}, "rbac", "roles", false, ""},
		{GVK{"rbac.authorization.k8s.io", "v1", "RoleBinding"}, "rbac", "rolebindings", false, ""},
	}
}

func (r kindRow) kind() Kind {
	folder := r.folder + "/" + r.gvk.Version
	alias := r.folder + r.gvk.Version
	return Kind{
		GVK: r.gvk, Plural: r.plural, HasGeneration: r.generation,
		ImportPath: "k8s.io/api/" + folder, Alias: alias,
		ApplyImportPath: "k8s.io/client-go/applyconfigurations/" + folder, ApplyAlias: alias + "ac",
		Status: r.fields(),
	}
}

func (r kindRow) fields() []StatusField {
	var fields []StatusField
	for word := range strings.FieldsSeq(r.status) {
		json, goType, _ := strings.Cut(word, ":")
		field := StatusField{JSON: json, Go: "Status." + strings.ToUpper(json[:1]) + json[1:], GoType: goType}
		fields = append(fields, field)
	}
	return fields
}
