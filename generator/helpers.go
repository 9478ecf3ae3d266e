package generator

import (
	"path"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/tree"
)

// helpers are the packages of which opwright renders as many files as a project needs.
func helpers() []string {
	return []string{"internal/children", "internal/controller", "internal/status", "internal/tuning"}
}

// dropHelpers deletes what an edit makes superfluous in a package of helpers, even where nothing is to be pruned:
// such files lean on each other, so that one which is left over would not compile. A file that its owner edited
// stays, and so does a package that is no longer rendered at all.
func dropHelpers(in merge.EditInput, plan *merge.Plan) {
	in.Prune = true
	for _, c := range merge.DecideEdit(in).Changes {
		file, was := in.Old.Get(c.Path)
		if c.Action != merge.Delete || !was || file.Ownership != tree.Merged || !stays(in.New, path.Dir(c.Path)) {
			continue
		}
		i := slices.IndexFunc(plan.Changes, func(o merge.Change) bool { return o.Path == c.Path })
		if i >= 0 {
			plan.Changes[i] = c
		}
	}
}

// stays says whether a folder is that of a package of helpers of which something is still rendered.
func stays(files tree.Tree, dir string) bool {
	return slices.Contains(helpers(), dir) && slices.ContainsFunc(files.Paths(), func(name string) bool { return strings.HasPrefix(name, dir+"/") })
}
