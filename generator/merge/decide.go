package merge

import (
	"fmt"

	"github.com/opwright/opwright/generator/tree"
)

// Decide is the decision table. It looks at what is rendered, then at what was
// rendered before, then at what is on disk.
func Decide(in Input) Change {
	switch {
	case in.Known.Kept:
		return in.ownersFile()
	case !in.Theirs.Exists:
		return in.dropped()
	case !in.Base.Exists:
		return in.arrived()
	case !in.Ours.Exists:
		return in.deleted()
	case in.Ours.Kind != Regular:
		return in.offer("yours: " + in.Ours.Describe(in.Path))
	case in.Ownership == tree.Once:
		return in.once()
	}
	return in.merged()
}

// ownersFile: it was there before opwright.
func (in Input) ownersFile() Change {
	switch {
	case !in.Theirs.Exists:
		return in.forget(Keep, "yours, and no longer rendered").quiet()
	case in.sameAsTheirs():
		return in.settle(Adopt, "equal to what is rendered")
	}
	return in.change(Keep, "yours: it was here before opwright").quiet()
}

// dropped: no longer rendered.
func (in Input) dropped() Change {
	switch {
	case !in.Ours.Exists:
		return in.forget(Gone, "no longer rendered, and already deleted").quiet()
	case !in.Base.Exists:
		return in.forget(Keep, "yours").quiet()
	case !in.untouched():
		return in.forget(Unmanaged, "no longer rendered; you edited it, so it stays and is yours")
	case !in.Prune:
		return in.change(Keep, "no longer rendered; opwright apply --prune deletes it")
	}
	return in.forget(Delete, "no longer rendered, and you did not edit it")
}

// arrived: rendered for the first time.
func (in Input) arrived() Change {
	switch {
	case !in.Ours.Exists:
		return in.write(Create, "new", in.Theirs.Data, in.Theirs.Executable)
	case in.sameAsTheirs():
		return in.settle(Adopt, "equal to what is rendered")
	case in.Mode == Init:
		return in.arrivedAtInit()
	}
	reason := "not made by opwright: yours stays, the new one is not written"
	if in.Ours.Kind != Regular {
		reason = in.Ours.Describe(in.Path) + ": it stays, the new file is not written"
	}
	return in.conflict(InTheWay, reason)
}

// arrivedAtInit: the owner has had the file before there was a project.
func (in Input) arrivedAtInit() Change {
	if ownersAtInit(in.Path) {
		c := in.change(Keep, "yours: it was here before opwright")
		c.Known = Known{Kept: true}
		return c
	}
	if in.Ours.Kind != Regular {
		return in.change(Refuse, in.Ours.Describe(in.Path))
	}
	data, how, err := structured(in.Path, nil, in.Ours.Data, in.Theirs.Data)
	switch {
	case err != nil:
		return in.change(Refuse, err.Error())
	case how == "":
		return in.change(Refuse, "it is here already, and it is not what would be written")
	case SameText(data, in.Ours.Data):
		return in.settle(Adopt, "has all that is needed")
	}
	return in.write(Merged, how, data, in.Ours.Executable)
}

// deleted: the owner's decision, which a newer text does not undo.
func (in Input) deleted() Change {
	c := in.offer("you deleted it: stays deleted")
	c.Action, c.Quiet = Gone, c.Quiet && in.Known.Deleted
	c.Known.Deleted = true
	return c
}

// once: made once, then the owner's. A newer template is told of, not taken.
func (in Input) once() Change {
	if in.sameAsTheirs() {
		return in.settle(Keep, "unchanged").quiet()
	}
	return in.offer("yours since it was made")
}

// merged: a file that follows the templates.
func (in Input) merged() Change {
	executable := threeWay(in.Base.Executable, in.Ours.Executable, in.Theirs.Executable)
	switch base, ours, theirs := in.Base.Data, in.Ours.Data, in.Theirs.Data; {
	case SameText(base, ours) && !SameText(base, theirs):
		return in.write(Update, "you did not edit it", theirs, executable)
	case executable != in.Ours.Executable && (SameText(ours, theirs) || SameText(base, theirs)):
		return in.write(Update, "its mode changed", ours, executable)
	case SameText(ours, theirs) && SameText(base, theirs):
		return in.settle(Keep, "unchanged").quiet()
	case SameText(ours, theirs):
		return in.settle(Keep, "it says so already")
	case SameText(base, theirs):
		return in.settle(Keep, "you edited it, the template did not change")
	}
	return in.bothChanged(executable)
}

func (in Input) bothChanged(executable bool) Change {
	if line := firstMarker(in.Ours.Data); line > 0 {
		c := in.conflict(BothChanged, "it has conflict markers: yours stays until they are gone")
		c.Line = line
		return c
	}
	if in.dealtWith() {
		return in.settle(Keep, "you settled the conflict")
	}
	merged, err := mergeTexts(in.Path, in.Base.Data, in.Ours.Data, in.Theirs.Data, in.Labels)
	switch {
	case err != nil:
		return in.conflict(BothChanged, err.Error())
	case !merged.clean():
		c := in.conflict(BothChanged, merged.how)
		c.Marked, c.Line, c.Executable = restyle(in.Base.Data, in.Ours.Data, merged.text), merged.line, executable
		return c
	case SameText(merged.text, in.Ours.Data) && executable == in.Ours.Executable:
		return in.settle(Keep, "it has all that is needed")
	}
	return in.write(Merged, merged.how, merged.text, executable)
}

// threeWay merges a value of which at most two differ.
func threeWay[T comparable](base, ours, theirs T) T {
	if ours == base {
		return theirs
	}
	return ours
}

// sameAsTheirs tells whether the file on disk says what is rendered.
func (in Input) sameAsTheirs() bool {
	return in.Ours.Exists && in.Ours.Kind == Regular && SameText(in.Ours.Data, in.Theirs.Data)
}

// untouched tells whether the file on disk is as it was rendered last.
func (in Input) untouched() bool {
	return in.Ours.Kind == Regular && SameText(in.Base.Data, in.Ours.Data)
}

// Describe says what is there instead of a file at name that could be written.
func (v Version) Describe(name string) string {
	if v.Via == "" || v.Via == name {
		return map[FileKind]string{
			Regular: "a file is in its place",
			Link:    "a link is in its place, and links are left alone",
			Dir:     "a folder is in its place",
			Other:   "something that is no readable file is in its place",
		}[v.Kind]
	}
	if v.Kind == Link {
		return fmt.Sprintf("%s is a link, and links are left alone", v.Via)
	}
	return fmt.Sprintf("%s is in its place", v.Via)
}
