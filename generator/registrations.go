package generator

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
)

// settleRegistrations looks at the files in which units are registered by what they say, not by their text:
// where nothing but registrations was to change, a rewritten file that has them all is no conflict, and one
// that lacks some is left to its owner, who is told what is missing by registrationSteps.
func (s *session) settleRegistrations(p *spec.Project, before, after tree.Tree, plan *merge.Plan) {
	for i, c := range plan.Changes {
		next, rendered := after.Get(c.Path)
		if c.Path != mainFile && c.Path != setupFile || !rendered || c.Action != merge.InConflict && c.Action != merge.Merged {
			continue
		}
		ours, err := s.dir.ReadFile(c.Path)
		record := s.state.Records[c.Path]
		last := record.Base.Data
		if old, had := before.Get(c.Path); had && c.Known.Conflict == merge.Outdated {
			last = old.Data
		}
		if err != nil || !onlyRegistrations(p.Module, last, next.Data) {
			continue
		}
		if c.Action == merge.Merged && !s.doubles(p, ours, c) {
			continue
		}
		if c.Action, c.Reason = merge.Keep, "yours: you rewrote it, so nothing was added to it"; c.Known.Conflict == merge.Outdated {
			c.Base = record.Base
		} else {
			c.Base = merge.Version{Data: next.Data, Executable: next.Executable, Exists: true}
		}
		c.Known, c.Data = merge.Known{}, nil
		plan.Changes[i] = c
	}
}

// doubles says whether a merge registers something again that the owner's file registers by other words.
func (s *session) doubles(p *spec.Project, ours []byte, c merge.Change) bool {
	parsed := parseAll(map[string][]byte{"ours": ours, "merged": c.Data})
	for _, r := range registrationsOf(p) {
		if parsed["ours"] == nil || parsed["merged"] == nil {
			return false
		}
		had, has := r.uses(c.Path, parsed["ours"]), r.uses(c.Path, parsed["merged"])
		if had > 0 && has > had {
			return true
		}
	}
	return false
}

// onlyRegistrations says whether two renders of a file differ in what they register and in nothing else.
func onlyRegistrations(module string, a, b []byte) bool {
	textA, okA := withoutRegistrations(module, a)
	textB, okB := withoutRegistrations(module, b)
	return okA && okB && slices.Equal(textA, textB)
}

// withoutRegistrations gives the lines of a file that concern no unit.
func withoutRegistrations(module string, data []byte) ([]string, bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", data, parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	lines := strings.Split(string(data), "\n")
	for _, span := range registrationSpans(module, file) {
		from, to := fset.Position(span.Pos()).Line-1, fset.Position(span.End()).Line-1
		for i := from; i <= to; i++ {
			lines[i] = ""
		}
	}
	return slices.DeleteFunc(lines, func(line string) bool { return slices.Contains(frame(), strings.TrimSpace(line)) }), true
}

// frame are the lines around registrations: there is a list only where there is something to list.
func frame() []string {
	return []string{"", "import (", "return errors.Join(", "return []tuning.Controller{", "return nil", ")", "}", `"errors"`}
}

// registrationSpans are the imports of units, and the calls that use them.
func registrationSpans(module string, file *ast.File) (spans []ast.Node) {
	aliases := map[string]bool{}
	for _, i := range file.Imports {
		found, err := strconv.Unquote(i.Path.Value)
		below := func(dir string) bool { return strings.HasPrefix(found, module+dir) }
		if err == nil && (below("/api/") || below("/internal/controller/") || found == module+"/internal/children") {
			spans = append(spans, i)
			aliases[aliasIn(file, found)] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || isJoin(call) || !usesPackage(call, aliases) {
			return true
		}
		spans = append(spans, call)
		return false
	})
	return spans
}

func usesPackage(n ast.Node, aliases map[string]bool) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			x, ok := s.X.(*ast.Ident)
			found = found || ok && aliases[x.Name]
		}
		return !found
	})
	return found
}

// registrationSteps names what is registered nowhere though it is new, or was asked for by name, and what is
// registered still though it is gone.
func (s *session) registrationSteps(old, p *spec.Project, asked []string, after tree.Tree, plan merge.Plan) {
	files := s.rest(plan)
	was, is := registrationsOf(old), registrationsOf(p)
	var fresh []registration
	for _, r := range is {
		known := slices.ContainsFunc(was, func(o registration) bool { return o.unit == r.unit })
		if !known || slices.Contains(asked, r.unit) {
			fresh = append(fresh, r)
		}
	}
	for _, snippet := range missingIn(fresh, after, files) {
		s.report.Snippets = append(s.report.Snippets, snippet)
		s.report.open("register %s in %s", snippet.Unit, snippet.File)
	}
	for _, r := range was {
		if !slices.ContainsFunc(is, func(o registration) bool { return o.unit == r.unit }) {
			s.stillRegistered(r, files)
		}
	}
}

// stillRegistered names the files that register a unit which is gone.
func (s *session) stillRegistered(r registration, files map[string][]byte) {
	parsed := parseAll(files)
	for _, name := range slices.Sorted(maps.Keys(parsed)) {
		if path.Dir(name) != r.dir && r.uses(name, parsed[name]) > 0 {
			s.report.open("%s still registers %s: take %s.%s out of it, then run opwright apply --prune",
				name, r.unit, cmp.Or(aliasIn(parsed[name], r.path), path.Base(r.path)), r.names[0])
		}
	}
}
