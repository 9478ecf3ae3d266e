package merge

import (
	"maps"
	"slices"

	"github.com/opwright/opwright/generator/tree"
)

// Plan is a decision for each path of a project, sorted by path.
type Plan struct{ Changes []Change }

// Refused lists the changes that forbid to apply the plan.
func (p Plan) Refused() []Change { return p.with(func(c Change) bool { return c.Action == Refuse }) }

// Conflicts lists the changes that the owner has to settle.
func (p Plan) Conflicts() []Change {
	return p.with(func(c Change) bool { return c.Action == InConflict })
}

// Writes lists the changes that alter the disk.
func (p Plan) Writes() []Change { return p.with(Change.Writes) }

func (p Plan) with(is func(Change) bool) []Change {
	var list []Change
	for _, c := range p.Changes {
		if is(c) {
			list = append(list, c)
		}
	}
	return list
}

// TreeInput is what DecideTree depends on. Ours needs the paths of Records and
// of Theirs only.
type TreeInput struct {
	Records map[string]Record
	Ours    map[string]Version
	Theirs  tree.Tree
	Mode    Mode
	Prune   bool
	Labels  Labels
}

// DecideTree decides for each path that is rendered or in the ledger.
func DecideTree(in TreeInput) Plan {
	var plan Plan
	for _, path := range paths(in.Records, in.Theirs) {
		plan.Changes = append(plan.Changes, Decide(in.at(path)))
	}
	return plan
}

// at is the input for one path.
func (in TreeInput) at(path string) Input {
	record := in.Records[path]
	one := Input{
		Path: path, Base: record.Base, Ours: in.Ours[path], Known: record.Known,
		Ownership: record.Ownership, Unit: record.Unit, Mode: in.Mode, Prune: in.Prune, Labels: in.Labels,
	}
	if f, ok := in.Theirs.Get(path); ok {
		one.Theirs, one.Ownership, one.Unit = versionOf(f), f.Ownership, f.Unit
	}
	return one
}

func versionOf(f tree.File) Version {
	return Version{Data: f.Data, Executable: f.Executable, Exists: true}
}

// paths lists all paths of the records and the trees, sorted.
func paths(records map[string]Record, trees ...tree.Tree) []string {
	set := map[string]bool{}
	for path := range records {
		set[path] = true
	}
	for _, t := range trees {
		for _, path := range t.Paths() {
			set[path] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}
