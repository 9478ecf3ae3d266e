package merge

import (
	"bytes"

	"github.com/opwright/opwright/generator/tree"
)

// The ways a decision ends. They differ in what the ledger holds afterwards.

// change starts a Change that leaves the disk and the ledger as they are.
func (in Input) change(a Action, reason string) Change {
	c := Change{
		Path: in.Path, Action: a, Reason: reason,
		Ownership: in.Ownership, Unit: in.Unit,
		Base: in.Base, Known: in.Known,
	}
	if in.Ours.Exists && in.Ours.Kind == Regular {
		c.Before = tree.Digest(in.Ours.Data)
	}
	return c
}

// settle makes theirs the base without writing: the file needs nothing of it.
func (in Input) settle(a Action, reason string) Change {
	c := in.change(a, reason)
	c.Base, c.Known = in.Theirs, Known{}
	return c
}

// write puts data on disk, in the style of the file that is there, and makes
// theirs the base.
func (in Input) write(a Action, reason string, data []byte, executable bool) Change {
	c := in.settle(a, reason)
	if in.Ours.Exists && !bytes.Equal(data, in.Ours.Data) {
		data = restyle(in.Base.Data, in.Ours.Data, data)
	}
	c.Data, c.Executable = data, executable
	return c
}

// forget takes the path out of the ledger.
func (in Input) forget(a Action, reason string) Change {
	c := in.change(a, reason)
	c.Base, c.Known = Version{}, Known{}
	return c
}

// conflict leaves the owner's file and the base, and remembers both.
func (in Input) conflict(why Conflict, reason string) Change {
	c := in.change(InConflict, reason)
	c.Data, c.Executable = in.Theirs.Data, in.Theirs.Executable
	c.Known = Known{Conflict: why, Offered: tree.Digest(in.Theirs.Data), Seen: c.Before}
	return c
}

// dealtWith tells whether the owner edited the file after this same text was
// offered in a conflict: that is how a conflict is settled by hand.
func (in Input) dealtWith() bool {
	return in.Known.Conflict != "" && in.Known.Conflict != InTheWay &&
		in.Known.Offered == tree.Digest(in.Theirs.Data) &&
		in.Known.Seen != "" && in.Known.Seen != tree.Digest(in.Ours.Data)
}

// offer leaves the owner's file and tells once that a newer text exists.
func (in Input) offer(reason string) Change {
	c := in.change(Keep, reason).quiet()
	c.Known.Conflict, c.Known.Deleted = "", false
	if SameText(in.Base.Data, in.Theirs.Data) {
		return c
	}
	digest := tree.Digest(in.Theirs.Data)
	c.Quiet = in.Known.Offered == digest
	c.Known.Offered = digest
	c.Reason += "; a newer version exists"
	return c
}

func (c Change) quiet() Change {
	c.Quiet = true
	return c
}
