// Package webhook has a bad webhook.
package webhook

// +kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail,groups=shop.example.com,resources=storefronts,verbs=create,versions=v1,name=a.example.com,admissionReviewVersions=v1

// Setup does nothing.
func Setup() {}
