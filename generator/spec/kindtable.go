package spec

import "strings"

// kindRow is a line of the kind table; the rest of a Kind follows from it.
type kindRow struct {
	gvk        GVK
	folder     string // below k8s.io/api/
	plural     string
	generation bool
	status     string // "json:type json:type", type "conditions" for the list
	watched    string // DefaultStatus
}

// kindTable is written by hand: which kinds make sense as children, and which
// of their fields say whether they are ready, no schema tells. Everything that
// can be read from the Go types is held against them by a test. Deployments
// list their conditions because a rollout that is stuck changes nothing else.
// A Job's end is a condition, set after the last change of its counts.
func kindTable() []kindRow {
	return []kindRow{
		{GVK{"apps", "v1", "DaemonSet"}, "apps", "daemonsets", true,
			"observedGeneration:int64 currentNumberScheduled:int32 desiredNumberScheduled:int32 numberAvailable:int32 numberMisscheduled:int32 numberReady:int32 numberUnavailable:int32 updatedNumberScheduled:int32 conditions:conditions",
			"observedGeneration desiredNumberScheduled updatedNumberScheduled numberAvailable"},
		{GVK{"apps", "v1", "Deployment"}, "apps", "deployments", true,
			"observedGeneration:int64 availableReplicas:int32 readyReplicas:int32 replicas:int32 unavailableReplicas:int32 updatedReplicas:int32 conditions:conditions",
			"observedGeneration replicas updatedReplicas availableReplicas conditions"},
		{GVK{"apps", "v1", "StatefulSet"}, "apps", "statefulsets", true,
			"observedGeneration:int64 availableReplicas:int32 currentReplicas:int32 currentRevision:string readyReplicas:int32 replicas:int32 updateRevision:string updatedReplicas:int32 conditions:conditions",
			"observedGeneration replicas updatedReplicas availableReplicas currentRevision updateRevision"},
		{GVK{"autoscaling", "v2", "HorizontalPodAutoscaler"}, "autoscaling", "horizontalpodautoscalers", false,
			"currentReplicas:int32 desiredReplicas:int32 conditions:conditions", ""},
		{GVK{"batch", "v1", "CronJob"}, "batch", "cronjobs", true, "", ""},
		{GVK{"batch", "v1", "Job"}, "batch", "jobs", true,
			"active:int32 completedIndexes:string failed:int32 succeeded:int32 conditions:conditions", "succeeded failed conditions"},
		{GVK{"", "v1", "ConfigMap"}, "core", "configmaps", false, "", ""},
		{GVK{"", "v1", "PersistentVolumeClaim"}, "core", "persistentvolumeclaims", false,
			"phase:corev1.PersistentVolumeClaimPhase conditions:conditions", "phase"},
		{GVK{"", "v1", "Secret"}, "core", "secrets", false, "", ""},
		{GVK{"", "v1", "Service"}, "core", "services", false, "conditions:conditions", ""},
		{GVK{"", "v1", "ServiceAccount"}, "core", "serviceaccounts", false, "", ""},
		{GVK{"networking.k8s.io", "v1", "Ingress"}, "networking", "ingresses", true, "", ""},
		{GVK{"networking.k8s.io", "v1", "NetworkPolicy"}, "networking", "networkpolicies", true, "", ""},
		{GVK{"policy", "v1", "PodDisruptionBudget"}, "policy", "poddisruptionbudgets", true,
			"observedGeneration:int64 currentHealthy:int32 desiredHealthy:int32 disruptionsAllowed:int32 expectedPods:int32 conditions:conditions", ""},
		{GVK{"rbac.authorization.k8s.io", "v1", "Role"}, "rbac", "roles", false, "", ""},
		{GVK{"rbac.authorization.k8s.io", "v1", "RoleBinding"}, "rbac", "rolebindings", false, "", ""},
	}
}

func (r kindRow) kind() Kind {
	folder := r.folder + "/" + r.gvk.Version
	alias := r.folder + r.gvk.Version
	return Kind{
		GVK: r.gvk, Plural: r.plural, HasGeneration: r.generation,
		ImportPath: "k8s.io/api/" + folder, Alias: alias,
		ApplyImportPath: "k8s.io/client-go/applyconfigurations/" + folder, ApplyAlias: alias + "ac",
		Status: r.fields(), DefaultStatus: strings.Fields(r.watched),
	}
}

func (r kindRow) fields() []StatusField {
	var fields []StatusField
	for word := range strings.FieldsSeq(r.status) {
		json, goType, _ := strings.Cut(word, ":")
		field := StatusField{JSON: json, Go: "Status." + strings.ToUpper(json[:1]) + json[1:], GoType: goType}
		if goType == "conditions" {
			field.GoType, field.Conditions = "string", true
		}
		fields = append(fields, field)
	}
	return fields
}
