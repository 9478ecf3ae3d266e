// Package generator is the façade: what the commands do, as one pipeline.
//
//	1 resolve  opwright.yaml and presets give a complete spec.Project   (spec, preset)
//	2 render   the project gives the tree that should be there          (render)
//	3 observe  the ledger's base and the files on disk                  (state, workdir)
//	4 decide   a pure three-way merge gives one change a path           (merge)
//	5 apply    everything or nothing, the ledger last                   (workdir)
//	6 derive   what follows from the owner's own Go sources             (manifests)
//
// Init takes the whole render. Apply renders the desired state as it was and as it is now, with this same
// binary, and merges only the difference: an edit is not an upgrade. Steps 1 to 5 stand when step 6 fails;
// the report then names it as open.
package generator
