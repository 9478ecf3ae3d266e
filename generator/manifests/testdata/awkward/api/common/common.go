// Package common holds types that both groups use. It is no API package of its own.
package common

import "k8s.io/apimachinery/pkg/util/intstr"

// Ref points at an object.
type Ref struct {
	// Name of the object.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// +optional
	Port *intstr.IntOrString `json:"port,omitempty"`
}

// Limits is embedded inline.
type Limits struct {
	// +kubebuilder:default=3
	// +kubebuilder:validation:Minimum=0
	Retries int32 `json:"retries,omitempty"`
}

// DeepCopyInto is written by hand, because nothing generates code for this package.
func (in *Ref) DeepCopyInto(out *Ref) {
	*out = *in
	if in.Port != nil {
		port := *in.Port
		out.Port = &port
	}
}

// DeepCopy is written by hand.
func (in *Ref) DeepCopy() *Ref {
	if in == nil {
		return nil
	}
	out := new(Ref)
	in.DeepCopyInto(out)
	return out
}
