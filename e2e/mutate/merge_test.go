//go:build mutate

package mutate

// mergeRules are the rows of the decision table.
func mergeRules() []rule {
	return []rule{
		{"decide.go", "case in.Known.Kept:", "case false:"},
		{"decide.go", "case !in.Theirs.Exists:\n\t\treturn in.dropped()", "case false:\n\t\treturn in.dropped()"},
		{"decide.go", "case !in.Base.Exists:\n\t\treturn in.arrived()", "case false:\n\t\treturn in.arrived()"},
		{"decide.go", "case !in.Ours.Exists:\n\t\treturn in.deleted()", "case false:\n\t\treturn in.deleted()"},
		{"decide.go", "case in.Ours.Kind != Regular:\n\t\treturn in.offer(", "case false:\n\t\treturn in.offer("},
		{"decide.go", "case in.Ownership == tree.Once:\n\t\treturn in.once()", "case in.Ownership == tree.Once && false:\n\t\treturn in.once()"},
		{"decide.go", "case !in.untouched():", "case false:"},
		{"decide.go", "case !in.Prune:", "case false:"},
		{"decide.go", `return in.write(Create, "new", in.Theirs.Data, in.Theirs.Executable)`, `return in.change(Keep, "new")`},
		{"decide.go", "case in.Mode == Init:", "case false:"},
		{"decide.go", "if ownersAtInit(in.Path) {", "if false {"},
		{"decide.go", `return in.change(Refuse, "it is here already, and it is not what would be written")`, `return in.write(Update, "", in.Theirs.Data, false)`},
		{"decide.go", "c.Known.Deleted = true", "c.Known.Deleted = false"},
		{"decide.go", `return in.write(Update, "you did not edit it", theirs, executable)`, `return in.change(Keep, "you did not edit it")`},
		{"decide.go", `return in.settle(Keep, "you edited it, the template did not change")`, `return in.write(Update, "", theirs, executable)`},
		{"decide.go", `return in.conflict(BothChanged, "you and the templates changed it: yours stays")`, `return in.write(Update, "", in.Theirs.Data, executable)`},
		{"decide.go", "if ours == base {", "if ours != base {"},
		{"decide.go", "return in.Ours.Kind == Regular && SameText(in.Base.Data, in.Ours.Data)", "return true"},
		{"edit.go", "case differ && had:", "case had:"},
		{"edit.go", "case has && one.Known.Conflict != \"\":", "case false:"},
		{"edit.go", "case !in.Base.Exists:", "case false:"},
		{"edit.go", "in.Ownership == tree.Once && in.Ours.Exists:", "in.Ownership == tree.Once && in.Ours.Exists && false:"},
		{"decide.go", "if in.dealtWith() {", "if false {"},
		{"edit.go", "in.Known.Conflict == InTheWay, in.Known.Conflict == BothChanged:", "in.Known.Conflict == InTheWay:"},
		{"edit.go", "c.Base.Data = base", "_ = base"},
		{"owner.go", `strings.HasPrefix(name, ".github/")`, "false"},
		{"change.go", "c.Quiet = in.Known.Offered == digest", "c.Quiet = false"},
		{"change.go", "data = restyle(in.Base.Data, in.Ours.Data, data)", "_ = data"},
	}
}
