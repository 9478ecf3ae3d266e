// Package v1 is not concerned.
// +kubebuilder:object:generate=true
// +groupName=other.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Other is a kind.
// +kubebuilder:object:root=true
type Other struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
