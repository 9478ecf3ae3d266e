// Package controller has a rule that belongs to a function.
package controller

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get

// Reconcile has a rule in its own comment.
// +kubebuilder:rbac:groups=apps,resources=daemonsets,verbs=get
func Reconcile() {}
