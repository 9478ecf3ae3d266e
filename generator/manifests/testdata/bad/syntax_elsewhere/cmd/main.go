// Command main does not parse, which is no reason to leave the CRD out. Its role may be incomplete.
package main

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get

func main() { if }
