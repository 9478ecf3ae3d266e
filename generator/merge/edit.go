package merge

import (
	"bytes"

	"github.com/opwright/opwright/generator/tree"
)

// EditInput is what DecideEdit depends on: the project as it was and as it is
// wanted, rendered by the same binary.
type EditInput struct {
	Records  map[string]Record
	Ours     map[string]Version
	Old, New tree.Tree
	// SameTemplates says that what is in base was rendered from these very
	// templates. Where Old differs from it all the same, the owner's own code,
	// which a render looks at too, has changed since.
	SameTemplates bool
	Prune         bool
	Labels        Labels
}

// upgradeFirst is the reason of an Outdated conflict.
const upgradeFirst = "it was rendered from older templates: run opwright upgrade first"

// DecideEdit decides for the paths in which the two renders differ, and for
// those whose conflict is still open. All others stay out of the plan, and so
// keep their ledger line, even if this binary's templates are newer.
func DecideEdit(in EditInput) Plan {
	var plan Plan
	whole := TreeInput{Records: in.Records, Ours: in.Ours, Theirs: in.New, Prune: in.Prune, Labels: in.Labels}
	for _, path := range paths(in.Records, in.Old, in.New) {
		old, had := in.Old.Get(path)
		next, has := in.New.Get(path)
		one := whole.at(path)
		switch differ := had != has || !bytes.Equal(old.Data, next.Data) || old.Executable != next.Executable; {
		case differ && had:
			plan.Changes = append(plan.Changes, one.edited(versionOf(old), in.SameTemplates))
		case differ:
			plan.Changes = append(plan.Changes, Decide(one))
		case has && one.Known.Conflict != "":
			plan.Changes = append(plan.Changes, one.open())
		case !has && in.Prune && one.Base.Exists:
			plan.Changes = append(plan.Changes, Decide(one))
		}
	}
	return plan
}

// edited decides where the edit changes or drops a file that it had before.
func (in Input) edited(old Version, sameTemplates bool) Change {
	switch moved := !sameTemplates && !bytes.Equal(in.Base.Data, old.Data); {
	case in.Theirs.Exists && in.Ownership == tree.Once && in.Ours.Exists:
		// What it was made from has changed, not its template: nothing new to take.
		return in.change(Keep, "yours since it was made").quiet()
	case !moved, !in.Theirs.Exists, in.Known.Kept, in.Known.Conflict == InTheWay, in.Known.Conflict == BothChanged:
		return Decide(in)
	case in.sameAsTheirs():
		return in.settle(Adopt, "equal to what is rendered")
	case !in.Base.Exists:
		// These templates have a file that the project's own templates had not.
		return in.conflict(Outdated, "it comes with newer templates: run opwright upgrade first")
	case !in.Ours.Exists, in.Ours.Kind != Regular:
		return Decide(in)
	}
	return in.editedOutdated(old)
}

// editedOutdated merges the edit into a file of older templates: into ours to be written, and into base to be
// remembered.
func (in Input) editedOutdated(old Version) Change {
	ours, err := mergeTexts(in.Path, old.Data, in.Ours.Data, in.Theirs.Data, in.Labels)
	if err != nil || !ours.clean() {
		return in.conflict(Outdated, upgradeFirst)
	}
	base, err := mergeTexts(in.Path, old.Data, in.Base.Data, in.Theirs.Data, in.Labels)
	if err != nil || !base.clean() {
		return in.conflict(Outdated, upgradeFirst)
	}
	executable := threeWay(in.Base.Executable, in.Ours.Executable, in.Theirs.Executable)
	c := in.write(Merged, ours.how, ours.text, executable)
	if SameText(ours.text, in.Ours.Data) && executable == in.Ours.Executable {
		c = in.settle(Keep, "it has all that is needed")
	}
	c.Base.Data = base.text
	return c
}

// open looks again at a conflict that an earlier run left, because the owner may
// have settled it by hand.
func (in Input) open() Change {
	if in.Known.Conflict == Outdated && !in.sameAsTheirs() && !in.dealtWith() {
		return in.conflict(Outdated, upgradeFirst)
	}
	return Decide(in)
}
