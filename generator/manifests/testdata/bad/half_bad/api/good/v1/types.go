// Package v1 is good.
// +kubebuilder:object:generate=true
// +groupName=good.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Good is a kind.
// +kubebuilder:object:root=true
type Good struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
