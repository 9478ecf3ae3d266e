//go:build mutate

package mutate

// mergeRules are the rows of the decision table, and how texts are merged.
func mergeRules() []rule {
	return append(decideRules(), textRules()...)
}

func decideRules() []rule {
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
		{"decide.go", "case !merged.clean():", "case false:"},
		{"decide.go", "line := firstMarker(in.Ours.Data); line > 0", "line := firstMarker(in.Ours.Data); line < 0"},
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

func textRules() []rule {
	return []rule{
		{"lines.go", "if n > 0 && !chance {", "if n > 0 || chance {"},
		{"lines.go", "return 4*frequent < frequent+alone", "return false"},
		{"lines.go", "if other[g.k] > 0 {", "if false {"},
		{"lines.go", "slide(b, gapsB, gapsA)", "_ = slide"},
		{"diff3.go", "ours[0].a1 < theirs[0].a0:", "ours[0].a0 < theirs[0].a0:"},
		{"diff3.go", "theirs[0].a1 < ours[0].a0:", "theirs[0].a0 < ours[0].a0:"},
		{"diff3.go", "if r.o0 > last.o1 && r.t0 > last.t1 {", "if true {"},
		{"diff3.go", "const few = 3", "const few = 2"},
		{"diff3.go", "slices.ContainsFunc(m.ours[joined[last].o1:r.o0], hasWord)", "true"},
		{"diff3.go", "return r.from == both && slices.Equal(", "return false && slices.Equal("},
		{"diff3.go", "return m.join(m.refine(list))", "return m.refine(list)"},
		{"texts.go", "!isText(base) || !isText(ours) || !isText(theirs)", "false"},
		{"texts.go", "case !valid(lines.text) && valid(ours) && valid(theirs):", "case false && valid(ours):"},
		{"texts.go", "if unended {", "if unended && false {"},
		{"structured.go", "case before[word] && !after[word]:", "case false:"},
		{"parts.go", "|| replacedByBoth(base, ours, theirs)", ""},
		{"parts.go", "|| reordered(base, theirs)", ""},
		{"parts.go", "case our != was:", "case false && our != was:"},
		{"parts.go", "case their != was:", "case false && their != was:"},
		{"parts.go", "return at + 1", "return at"},
		{"yaml.go", `if strings.Contains(base+ours+theirs, "{{") {`, "if false {"},
		{"yaml.go", "if len(ast.FilterFile(ast.AnchorType, file))+len(ast.FilterFile(ast.AliasType, file)) > 0 {", "if false {"},
		{"yaml.go", "return reflect.DeepEqual(merged, ours)", "return true"},
		{"yaml.go", "return reflect.DeepEqual(merged, theirs)", "return true"},
		{"yaml.go", "for end > start+1 && above(", "for false && above("},
		{"yaml.go", "isMap && isBlock && line == start.Line", "false && isMap && isBlock && line == start.Line"},
		{"yaml.go", "isBlock && line > start.Position.Line", "false && isBlock && line > start.Position.Line"},
		{"yamlsets.go", `if at == "rules" {`, `if at == "" {`},
		{"yamlsets.go", `return nil, at == "rules[].verbs"`, `return nil, false`},
		{"yamlsets.go", `case "volumeMounts":`, `case "":`},
		{"goimports.go", "case has || !had || used[our.as()]:", "case has || !had:"},
		{"goimports.go", "|| used[their.as()] && !merged.has(their.as())", ""},
		{"goimports.go", "return merged, merged.distinct()", "return merged, true"},
		{"goimports.go", `&& found[2] != "C":`, ":"},
		{"types.go", "c.Data, c.Marks, c.Known.Seen = c.Marked, true, tree.Digest(c.Marked)", "c.Data, c.Marks = c.Marked, true"},
		{"types.go", "return c.Marks", "return false"},
	}
}
