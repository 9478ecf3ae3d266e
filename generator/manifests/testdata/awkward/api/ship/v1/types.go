// Package v1 is the ship group.
// +kubebuilder:object:generate=true
// +groupName=ship-it.example.com
// +versionName=v1
// +kubebuilder:validation:Optional
package v1

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Opt is generic and used by no API type.
//
// +kubebuilder:object:generate=false
type Opt[T any] struct {
	Value T `json:"value"`
}

// Carrier is used by two groups.
type Carrier struct {
	Name string   `json:"name"`
	Tags []string `json:"tags,omitempty"`
	// +required
	Code Code  `json:"code"`
	When Stamp `json:"when,omitempty"`
}

// Code is text with a form of its own.
type Code struct {
	letters string
}

// MarshalText makes a string of it.
func (c Code) MarshalText() ([]byte, error) { return []byte(c.letters), nil }

// Stamp has a JSON form of its own.
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:Format=date-time
type Stamp struct {
	metav1.Time `json:"-"`
}

// MarshalJSON makes a string of it.
func (s Stamp) MarshalJSON() ([]byte, error) { return json.Marshal(s.Time) }

// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,path=parcels
// +kubebuilder:metadata:annotations="example.com/a=b"

// Parcel has no spec.
type Parcel struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Carrier Carrier `json:"carrier,omitempty"`
}

// +kubebuilder:object:root=true

// ParcelList is a list of Parcels.
type ParcelList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Parcel `json:"items"`
}
