// Package state is what opwright remembers of a project, in .opwright/ beside
// opwright.yaml: the ledger lock.yaml, a line a file, and base/, the text of each
// file as it was rendered last. It works on bytes; package workdir reads and
// writes them.
//
// Decode reads the ledger, Lock.Records joins it with the base texts into what
// package merge decides on, and Lock.Next takes the decisions into the next
// ledger and lists the texts that base needs for it. A base text is stored
// compressed under its own digest and never rewritten, so that two branches of a
// project cannot disagree about it.
package state
