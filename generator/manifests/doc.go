// Package manifests makes what follows from the owner's own Go sources: deepcopy code, CRDs, the RBAC role and
// the webhook configuration. The work is done by controller-tools, in this process and in memory; the result is
// byte for byte what its command controller-gen would have written.
//
// Generate reads as the story:
//
//  1. ask the toolchain what it is, and refuse what it cannot read (toolchain.go)
//  2. stop when nothing has changed since the last run (digest.go)
//  3. parse the main module's packages and check their markers (scan.go, markers.go)
//  4. RBAC and webhooks, from the parsed files alone (config.go)
//  5. load the API packages, and those only, with their types (load.go)
//  6. the owner's compile errors come before any generator sees the package (check.go)
//  7. deepcopy code, type-checked before anybody writes it (deepcopy.go, check.go)
//  8. CRDs, one kind at a time, each validated as the API server would (crd.go, validate.go)
//
// A fault of the owner's sources is a Fault: one line, position first. What a fault concerns is left out of the
// result, everything else is in it, so that one bad type does not stop the others.
package manifests
