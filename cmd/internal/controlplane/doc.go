// Package controlplane finds or makes the two programs of a local Kubernetes
// control plane, kube-apiserver and etcd, for tests and the demo.
//
// [Assets] takes the first way that works:
//
//  1. the folder that KUBEBUILDER_ASSETS names;
//  2. opwright's own cache folder;
//  3. setup-envtest, which downloads prebuilt programs. A closed network makes
//     it fail at once, and the next way is tried;
//  4. a build from Go modules, which needs nothing but Go and a module proxy.
//     It takes about a quarter of an hour on two cores, once a machine.
//
// The ways 3 and 4 fill a staging folder beside the cached one and rename it at
// the end, under a lock file: a run that is interrupted leaves nothing that a
// later one could take for a control plane, and two at once do the work once.
//
// The versions stand in module/go.mod.txt alone (a folder with a real go.mod
// would be dropped by go:embed). To move to another Kubernetes: in a copy of the
// pair, change both versions, take the staging modules of k8s.io/kubernetes' own
// go.mod into the replace block, and run `go mod tidy` beside a Go file that
// imports both programs.
package controlplane
