// Command awkward does nothing.
package main

import (
	"example.com/awkward/internal/controller"
	// +kubebuilder:scaffold:imports
)

func main() {
	controller.Reconcile()
	// +kubebuilder:scaffold:builder
}
