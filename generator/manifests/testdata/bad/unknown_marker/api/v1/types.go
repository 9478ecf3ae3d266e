// Package v1 is an API.
// +kubebuilder:object:generate=true
// +groupName=bad.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// WidgetSpec is what the user wants.
type WidgetSpec struct {
	// +kubebuilder:validation:Minlength=1
	Name string `json:"name"`
	// +kubebuilder:validation:Nonsense
	Other string `json:"other"`
	// +kubebuilder:validation:MinLength=one
	Third string `json:"third"`
}

// Part has a path that controller-gen would ignore.
// +kubebuilder:path=parts
type Part struct{}

// Widget is a kind.
// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WidgetSpec `json:"spec,omitempty"`
}
