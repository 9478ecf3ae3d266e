package generator

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
)

// keepNeeded takes back the deletion of Go files that the owner's code still needs, and of those that such
// files need in turn. Files as they are rendered now need none that is not.
func (s *session) keepNeeded(p *spec.Project, now tree.Tree, plan *merge.Plan) {
	rest := s.rest(*plan)
	maps.DeleteFunc(rest, func(name string, data []byte) bool {
		file, rendered := now.Get(name)
		return rendered && file.Ownership == tree.Merged && merge.SameText(data, file.Data)
	})
	for again := true; again; {
		again = false
		for i, c := range plan.Changes {
			if c.Action != merge.Delete || path.Ext(c.Path) != ".go" || strings.HasSuffix(c.Path, "_test.go") {
				continue
			}
			data, err := s.dir.ReadFile(c.Path)
			user := userOf(p.Module, c.Path, data, rest)
			if err != nil || user == "" {
				continue
			}
			record := s.state.Records[c.Path]
			c.Action, c.Base, c.Known = merge.Keep, record.Base, record.Known
			c.Reason = "no longer rendered, but " + user + " still needs it"
			plan.Changes[i], rest[c.Path], again = c, data, true
		}
	}
}

// rest are the Go files that are there after the plan, but for tests and for what is derived from the others.
func (s *session) rest(plan merge.Plan) map[string][]byte {
	files := map[string][]byte{}
	for _, name := range s.dir.GoFiles() {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(path.Base(name), "zz_generated.") {
			continue
		}
		if data, err := s.dir.ReadFile(name); err == nil {
			files[name] = data
		}
	}
	for _, c := range plan.Changes {
		switch c.Action {
		case merge.Delete:
			delete(files, c.Path)
		case merge.Create, merge.Update, merge.Merged:
			if path.Ext(c.Path) == ".go" && !strings.HasSuffix(c.Path, "_test.go") {
				files[c.Path] = c.Data
			}
		}
	}
	return files
}

// userOf finds a file of the same package, or one that imports it, which uses what a file declares.
func userOf(module, name string, data []byte, rest map[string][]byte) string {
	dir := path.Dir(name)
	declared := declaredBy(name, data)
	for _, other := range slices.Sorted(maps.Keys(rest)) {
		if path.Dir(other) == dir && path.Base(name) == groupFile {
			return other // whose kinds are of the group that this file names
		}
		if mentions(other, rest[other], module+"/"+dir, path.Dir(other) == dir, declared) {
			return other
		}
	}
	return ""
}

// groupFile names the API group of a package.
const groupFile = "groupversion_info.go"

// declaredBy lists the functions and types that a file declares, each with an empty text, and its methods on
// types of other files with the type: only who knows the type can call them.
func declaredBy(name string, data []byte) map[string]string {
	names := map[string]string{}
	file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution)
	if err != nil {
		return names
	}
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok {
			for _, one := range d.Specs {
				if t, ok := one.(*ast.TypeSpec); ok {
					names[t.Name.Name] = ""
				}
			}
		}
	}
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		typ := receiver(d)
		if _, own := names[typ]; !own || typ == "" {
			names[d.Name.Name] = typ
		}
	}
	return names
}

// receiver is the type that a method belongs to, empty for a function.
func receiver(d *ast.FuncDecl) (name string) {
	if d.Recv == nil {
		return ""
	}
	ast.Inspect(d.Recv, func(n ast.Node) bool {
		if typ, ok := n.(*ast.Ident); ok && (len(d.Recv.List[0].Names) == 0 || typ != d.Recv.List[0].Names[0]) && name == "" {
			name = typ.Name
		}
		return name == ""
	})
	return name
}

// mentions tells whether the code of a file, comments left aside, has one of the names of a package. Of a
// method it is enough that file knows the type.
func mentions(name string, data []byte, importPath string, own bool, names map[string]string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution)
	if err != nil {
		return true // who can tell
	}
	alias := aliasIn(file, importPath)
	if !own && alias == "" {
		return false
	}
	said, ofPackage := map[string]bool{}, map[string]bool{"": true}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			said[n.Name] = true
			ofPackage[n.Name] = ofPackage[n.Name] || own || alias == "."
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == alias {
				ofPackage[n.Sel.Name] = true
			}
		}
		return true
	})
	for known, typ := range names {
		if typ == "" && ofPackage[known] || typ != "" && said[known] && ofPackage[typ] {
			return true
		}
	}
	return false
}

// openRemoved names the builders that an owner's Reconcile still calls for kinds that its controller does not
// own any more: without watch, cache and permission each pass would fail.
func (s *session) openRemoved(p *spec.Project) {
	for _, c := range p.Controllers {
		api, _ := p.API(c.For)
		file := path.Join(api.ControllerDir(), c.Stem()+"_controller.go")
		data, err := s.dir.ReadFile(file)
		if err != nil {
			continue
		}
		for _, kind := range spec.Kinds() {
			call := c.FuncPrefix() + kind.Kind + "("
			if !owns(c, kind.GVK) && bytes.Contains(data, []byte(call)) {
				s.report.open("%s no longer owns %s: take %s…) out of %s, then run opwright apply --prune", c.Name, kind.GVK, call, file)
			}
		}
	}
}

func owns(c spec.Controller, kind spec.GVK) bool {
	for _, o := range c.Owns {
		if o.Kind == kind {
			return true
		}
	}
	return false
}
