// Package spec knows what a project is: opwright.yaml, and every name that
// follows from it.
//
// Parse reads the file in three steps. The decoder (decode.go, fields.go)
// walks the YAML tree, takes what it knows and notes where each value stood.
// Resolve (resolve.go) fills what the owner left open: plurals, group folders,
// controller names. check (validate.go) then holds the result against the
// rules. Faults of all three are collected, sorted by position and returned
// together, each as one line with an optional hint.
//
// A project that was put together from flags takes the last two steps alone,
// with Resolve and Validate, and is written with Encode. Record adds to a file
// that somebody wrote by hand what Resolve chose for it, so that the choice
// never changes later; comments and layout stay.
//
// All naming lives here: naming.go for Go identifiers, folders and files,
// names.go for what a cluster or the go command must accept. The group of a
// kind is never altered; identifiers are derived from it.
package spec
