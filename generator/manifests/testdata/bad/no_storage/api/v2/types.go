// Package v2 is the next version.
// +kubebuilder:object:generate=true
// +groupName=bad.example.com
package v2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Widget is a kind.
// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
