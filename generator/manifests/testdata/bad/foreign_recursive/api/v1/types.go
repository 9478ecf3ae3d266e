// Package v1 is an API.
// +kubebuilder:object:generate=true
// +groupName=bad.example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// WidgetSpec is what the user wants.
type WidgetSpec struct {
	Schema apiextensionsv1.JSONSchemaProps `json:"schema"`
}

// Widget is a kind.
// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WidgetSpec `json:"spec,omitempty"`
}
