// Package controller has the RBAC markers.
package controller

import shipwebhook "example.com/awkward/internal/webhook/ship/v1"

// +kubebuilder:rbac:groups=shop.example.com,resources=storefronts,verbs=get;list;watch
// +kubebuilder:rbac:groups=shop.example.com,resources=storefronts/status,verbs=get;patch
// +kubebuilder:rbac:groups=core,resources=configmaps;secrets,verbs=get;list;watch
// +kubebuilder:rbac:groups="",resources=secrets,verbs=patch
// +kubebuilder:rbac:groups=apps;batch,resources=deployments;jobs,verbs=*
// +kubebuilder:rbac:urls=/metrics,verbs=get
// +kubebuilder:rbac:groups=apps,namespace=elsewhere,resources=deployments,verbs=get

// Reconcile does nothing.
func Reconcile() { shipwebhook.Setup() }
