// Package common has a copy method of its own.
package common

// Ref is copied by hand.
type Ref struct {
	Name string `json:"name"`
}

// DeepCopyInto copies.
func (in *Ref) DeepCopyInto(out *Ref) { *out = *in }
