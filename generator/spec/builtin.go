package spec

import (
	"slices"
	"strings"
)

// builtIns lists, a line a group and version, the kinds that Kubernetes serves
// itself, core without a group. It decides whether apps/v1/X means the
// built-in group or one of the project's own. A test compares it with client-go's scheme.
const builtIns = `
v1 Binding ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate RangeAllocation ReplicationController ResourceQuota Secret Service ServiceAccount
admissionregistration.k8s.io/v1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
apps/v1 ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
apps/v1beta1 ControllerRevision Deployment Scale StatefulSet
apps/v1beta2 ControllerRevision DaemonSet Deployment ReplicaSet Scale StatefulSet
authentication.k8s.io/v1 SelfSubjectReview TokenRequest TokenReview
authentication.k8s.io/v1alpha1 SelfSubjectReview
authentication.k8s.io/v1beta1 SelfSubjectReview TokenReview
authorization.k8s.io/v1 LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
authorization.k8s.io/v1beta1 LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
autoscaling/v1 HorizontalPodAutoscaler Scale
autoscaling/v2 HorizontalPodAutoscaler
batch/v1 CronJob Job
batch/v1beta1 CronJob
certificates.k8s.io/v1 CertificateSigningRequest ClusterTrustBundle PodCertificateRequest
certificates.k8s.io/v1alpha1 ClusterTrustBundle
certificates.k8s.io/v1beta1 CertificateSigningRequest ClusterTrustBundle PodCertificateRequest
coordination.k8s.io/v1 Lease
coordination.k8s.io/v1alpha2 LeaseCandidate
coordination.k8s.io/v1beta1 Lease LeaseCandidate
discovery.k8s.io/v1 EndpointSlice
discovery.k8s.io/v1beta1 EndpointSlice
events.k8s.io/v1 Event
events.k8s.io/v1beta1 Event
extensions/v1beta1 DaemonSet Deployment Ingress NetworkPolicy ReplicaSet Scale
flowcontrol.apiserver.k8s.io/v1 FlowSchema PriorityLevelConfiguration
flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema PriorityLevelConfiguration
flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema PriorityLevelConfiguration
flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema PriorityLevelConfiguration
internal.apiserver.k8s.io/v1alpha1 StorageVersion
lifecycle.k8s.io/v1alpha1 Eviction EvictionRequest
networking.k8s.io/v1 IPAddress Ingress IngressClass NetworkPolicy ServiceCIDR
networking.k8s.io/v1beta1 IPAddress Ingress IngressClass ServiceCIDR
node.k8s.io/v1 RuntimeClass
node.k8s.io/v1alpha1 RuntimeClass
node.k8s.io/v1beta1 RuntimeClass
policy/v1 Eviction PodDisruptionBudget
policy/v1beta1 Eviction PodDisruptionBudget
rbac.authorization.k8s.io/v1 ClusterRole ClusterRoleBinding Role RoleBinding
rbac.authorization.k8s.io/v1alpha1 ClusterRole ClusterRoleBinding Role RoleBinding
rbac.authorization.k8s.io/v1beta1 ClusterRole ClusterRoleBinding Role RoleBinding
resource.k8s.io/v1 DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1alpha3 DeviceTaintRule ResourcePoolStatusRequest
resource.k8s.io/v1beta1 DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1beta2 DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice
scheduling.k8s.io/v1 PriorityClass
scheduling.k8s.io/v1alpha3 CompositePodGroup PodGroup Workload
scheduling.k8s.io/v1beta1 PodGroup PriorityClass Workload
storage.k8s.io/v1 CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass
storage.k8s.io/v1alpha1 CSIStorageCapacity VolumeAttachment VolumeAttributesClass
storage.k8s.io/v1beta1 CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass
storagemigration.k8s.io/v1 StorageVersionMigration
storagemigration.k8s.io/v1beta1 StorageVersionMigration
`

// BuiltIn says whether Kubernetes itself serves exactly this kind.
func (g GVK) BuiltIn() bool {
	_, line, found := strings.Cut(builtIns, "\n"+g.GroupVersion()+" ")
	kinds, _, _ := strings.Cut(line, "\n")
	return found && slices.Contains(strings.Fields(kinds), g.Kind)
}

// aliasTaken says whether an import alias is the customary one of a
// Kubernetes package, which any file of a project may import.
func aliasTaken(alias string) bool {
	switch alias {
	case "corev1", "metav1", "metav1beta1", "rbacv1", "admissionv1", "apiextensionsv1":
		return true
	}
	for line := range strings.Lines(builtIns) {
		groupVersion, _, _ := strings.Cut(line, " ")
		group, version, _ := strings.Cut(groupVersion, "/")
		label, _, _ := strings.Cut(group, ".")
		if version != "" && alias == label+version {
			return true
		}
	}
	return false
}
