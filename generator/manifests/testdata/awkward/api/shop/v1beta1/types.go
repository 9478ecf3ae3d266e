// +kubebuilder:object:generate=true
// +groupName=shop.example.com

// Package v1beta1 is the second version of the shop group.
package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	shipv1 "example.com/awkward/api/ship/v1"
)

// StorefrontSpec refers to a type of the other group.
type StorefrontSpec struct {
	Carrier shipv1.Carrier `json:"carrier"`
	// +optional
	Carriers map[string]*shipv1.Carrier `json:"carriers,omitempty"`
}

// Storefront is a shop.
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=storefronts,shortName=sf;store,categories=all
type Storefront struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StorefrontSpec `json:"spec,omitempty"`
}

// StorefrontList is a list of Storefronts.
// +kubebuilder:object:root=true
type StorefrontList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Storefront `json:"items"`
}
