// Package common has an error of its own.
package common

// Ref needs a type that nobody has.
type Ref struct {
	Name Missing `json:"name"`
}

// Body is not looked at.
func Body() { undefined() }
