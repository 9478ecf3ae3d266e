// Package v1beta1 has a webhook.
package v1beta1

// +kubebuilder:webhook:path=/mutate-shop,mutating=true,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=storefronts,verbs=create;update,versions=v1beta1,name=same.example.com,admissionReviewVersions=v1

// Defaulter does nothing.
type Defaulter struct{}
