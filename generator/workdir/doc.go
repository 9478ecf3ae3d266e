// Package workdir is the only one that touches the disk of a project, and does
// so through os.Root, so that nothing outside is ever reached.
//
// Open a Dir, take its Lock, Recover what a killed run left, LoadState and
// Observe what is there, and hand a plan to Apply. Apply checks all of it before
// the first byte, stages new contents and copies of old ones in
// .opwright/journal, and only then moves files into place, the ledger last. If a
// move fails, all moves are undone. If the process dies, the next Recover finds
// the journal and completes it; or undoes it, if anything was touched since. A
// path is moved only if it is as the journal left it or found it, so what the
// owner does in between is never overwritten.
//
// WriteDerived does the same for files that are generated from the owner's own
// sources and have no ledger line.
package workdir
