// Package v1 is an API.
// +kubebuilder:object:generate=true
// +groupName=bad.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// WidgetSpec is what the user wants.
type WidgetSpec struct {
	// +kubebuilder:validation:XValidation:rule="self > 3"
	Name string `json:"name"`
}

// Widget is a kind.
// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WidgetSpec `json:"spec,omitempty"`
}
