// Package v1alpha1 is the first version of the shop group.
// +kubebuilder:object:generate=true
// +groupName=shop.example.com
package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	// SchemeGroupVersion is the group and version of this package.
	SchemeGroupVersion = schema.GroupVersion{Group: "shop.example.com", Version: "v1alpha1"}
	// SchemeBuilder collects what AddToScheme adds.
	SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)
	// AddToScheme adds this package's types to a scheme.
	AddToScheme = SchemeBuilder.AddToScheme
)

var _ runtime.Object = &Storefront{}

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &Storefront{}, &StorefrontList{})
	metav1.AddToGroupVersion(scheme, SchemeGroupVersion)
	return nil
}
