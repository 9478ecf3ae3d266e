// Package harness is what the end-to-end tests and the demo share: it treats
// the opwright binary, the projects that it makes and their managers as black
// boxes, and never imports the product.
//
// The flow: a Suite holds the binary, a control plane's binaries and a working
// folder, and makes each Variant of a project once. A Project builds, tests and
// renders itself with the tools that its owner would use. A Cluster is an API
// server with RBAC and an audit log; a Manager is a project's own process in
// it, under its own ServiceAccount; a KubeletStandIn reports Pods as running.
//
// Nothing here knows of testing.T: functions return errors, and wait by a watch
// or on a process's log until their context ends.
package harness
