// Package v1 is an API.
// +kubebuilder:object:generate=true
// +groupName=bad.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// WidgetSpec is what the user wants.
type WidgetSpec struct {
	// +kubebuilder:validation:Pattern=^[a-z]{2,}$
	Unquoted string `json:"unquoted"`
	// +kubebuilder:validation:Pattern='^[a-z]{2,}$'
	Single string `json:"single"`
	// +kubebuilder:validation:Pattern="^[a-z]{2,}$"
	Double string `json:"double"`
	// +kubebuilder:validation:Pattern=`^[a-z]{2,}$`
	Back string `json:"back"`
}

// Widget is a kind.
// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WidgetSpec `json:"spec,omitempty"`
}
