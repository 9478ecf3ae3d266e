// Package v1 has two webhooks; one has the name of another package's.
package v1

// +kubebuilder:webhook:path=/validate-parcel,mutating=false,failurePolicy=fail,sideEffects=None,groups=ship-it.example.com,resources=parcels,verbs=create,versions=v1,name=vparcel.example.com,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/mutate-parcel,mutating=true,failurePolicy=ignore,sideEffects=None,groups=ship-it.example.com,resources=parcels,verbs=create,versions=v1,name=same.example.com,admissionReviewVersions=v1

// Setup does nothing.
func Setup() {}
