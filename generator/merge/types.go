package merge

import "github.com/opwright/opwright/generator/tree"

// FileKind is what a directory entry is.
type FileKind string

const (
	// Regular is a plain file; the zero value.
	Regular FileKind = ""
	// Link is a symbolic link. It is the owner's content and never followed.
	Link FileKind = "link"
	// Dir is a folder where a file is wanted.
	Dir FileKind = "dir"
	// Other is a device, a pipe, a socket or a file that cannot be read.
	Other FileKind = "other"
)

// Version is a file as one side sees it. Its zero value is "not there".
type Version struct {
	Data       []byte
	Executable bool
	Exists     bool
	Kind       FileKind
	// Via names the entry that Kind speaks of when it is not the path itself:
	// a parent that is a link or a file, or a name that differs in case only.
	Via string
}

// Conflict says why a path is in conflict; empty if it is not.
type Conflict string

const (
	// BothChanged means the owner and the templates changed the file.
	BothChanged Conflict = "both-changed"
	// InTheWay means a file of the owner is where a new one belongs.
	InTheWay Conflict = "in-the-way"
	// Outdated means an edit of opwright.yaml met a file rendered from older
	// templates; an upgrade settles it.
	Outdated Conflict = "outdated"
)

// Known is what the ledger remembers of a path beyond its base.
type Known struct {
	// Kept is set for a file that was there before opwright: the owner's, not managed.
	Kept bool
	// Deleted is set once the owner's deletion was reported.
	Deleted bool
	// Conflict is the conflict that is still open.
	Conflict Conflict
	// Offered is the digest of the newest text that was reported but not taken.
	Offered string
	// Seen is the digest of the owner's file when the conflict was found. Once it
	// is another one, the owner has dealt with what was offered.
	Seen string
}

// Record is a ledger line with the text it stands for.
type Record struct {
	Base      Version
	Known     Known
	Ownership tree.Ownership
	Unit      string
}

// Mode tells the first render of a project from later ones.
type Mode int

const (
	// Later is every run after the first; the zero value.
	Later Mode = iota
	// Init is the run that makes a project.
	Init
)

// Input is all that a decision depends on.
type Input struct {
	Path               string
	Base, Ours, Theirs Version
	Known              Known
	Ownership          tree.Ownership
	Unit               string
	Mode               Mode
	// Prune allows to delete untouched files that are no longer rendered.
	Prune bool
	// Labels name the sides where a conflict is marked.
	Labels Labels
}

// Action is what happens to a path.
type Action string

// The actions. Create, Update and Merged write the file, Delete removes it; the
// others leave the disk alone, but for a conflict that is marked.
const (
	Create     Action = "create"
	Adopt      Action = "adopt"
	Update     Action = "update"
	Keep       Action = "keep"
	Merged     Action = "merged"
	InConflict Action = "conflict"
	Gone       Action = "gone"
	Delete     Action = "delete"
	Unmanaged  Action = "unmanaged"
	Refuse     Action = "refuse"
)

// Change is the decision about a path.
type Change struct {
	Path   string
	Action Action
	// Reason is a half sentence for a person.
	Reason string
	// Data and Executable are what Create, Update and Merged write; of a
	// conflict, Data is the new text that was not taken.
	Data       []byte
	Executable bool
	Ownership  tree.Ownership
	Unit       string
	// Marked is the file of the owner with the conflicts marked in it, and Line the line of the first marker there.
	// Nil where conflicts cannot be marked: a file in the way, or one that is no text.
	Marked []byte
	Line   int
	// Marks says that Data is Marked and to be written: see Mark.
	Marks bool
	// Before is the digest of the file the decision was made on, empty if there was none.
	Before string
	// Base and Known are what the ledger holds after the change. A path with
	// neither leaves the ledger.
	Base  Version
	Known Known
	// Quiet marks what needs no line in a report: nothing happened, or it was told before.
	Quiet bool
}

// Writes tells whether the change alters the disk.
func (c Change) Writes() bool {
	switch c.Action {
	case Create, Update, Merged, Delete:
		return true
	}
	return c.Marks
}

// Mark makes a conflict one that is written into the file, with markers, and that is settled once its owner has
// edited them away. A conflict that cannot be marked stays as it is.
func (c Change) Mark() Change {
	if c.Action == InConflict && c.Marked != nil {
		c.Data, c.Marks, c.Known.Seen = c.Marked, true, tree.Digest(c.Marked)
	}
	return c
}
