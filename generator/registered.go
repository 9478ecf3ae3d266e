package generator

import (
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

// The files in which units are registered when a project is made.
const (
	mainFile  = "cmd/main.go"
	setupFile = "internal/controller/setup.go"
)

// Snippet is code that the owner's sources lack: nothing starts a unit that nothing registers.
type Snippet struct {
	// Unit is what is not registered: "api shop.example.com/v1", "controller storefront".
	Unit string
	// File is where the code belongs, as a slash path.
	File string
	// Import is the import that the code needs, empty where File has it.
	Import string
	// Code is the registration.
	Code string
	// Command shows it again.
	Command string
}

// registration is how a unit is known to the manager: some file uses names of a package.
type registration struct {
	unit, file string
	command    string
	dir, path  string // of the package: its folder, and what it is imported by
	names      []string
	// also are names that go with it, and prove nothing.
	also []string
}

// registrationsOf lists what has to be registered in a project.
func registrationsOf(p *spec.Project) []registration {
	var list []registration
	for _, a := range p.APIs {
		unit := "api " + a.GroupVersion()
		if !slices.ContainsFunc(list, func(r registration) bool { return r.unit == unit }) {
			list = append(list, registration{unit: unit, file: mainFile, command: "opwright add api " + a.GVK.String() + " --controller=false", dir: a.PackageDir(), path: p.ImportPath(a),
				names: []string{"AddToScheme", "SchemeBuilder"}})
		}
	}
	for _, c := range p.Controllers {
		api, _ := p.API(c.For)
		dir := api.ControllerDir()
		list = append(list, registration{unit: "controller " + c.Name, file: setupFile,
			command: "opwright add controller " + c.For.String() + " --name " + c.Name, dir: dir, path: p.Module + "/" + dir,
			names: []string{c.Reconciler()}, also: []string{c.GoName() + "Tuning"}})
	}
	return list
}

// missingRegistrations lists what is in opwright.yaml, and registered nowhere in the project's code.
func (s *session) missingRegistrations(p *spec.Project) []Snippet {
	rendered, err := s.render(p)
	if err != nil {
		return nil // whoever goes on to write it will hear of it
	}
	return missingIn(registrationsOf(p), rendered, s.rest(merge.Plan{}))
}

// missingIn is missingRegistrations for a list of registrations and the Go files of a project.
func missingIn(list []registration, rendered tree.Tree, files map[string][]byte) []Snippet {
	var missing []Snippet
	parsed := parseAll(files)
	for _, r := range list {
		if !slices.ContainsFunc(slices.Sorted(maps.Keys(parsed)), func(name string) bool { return r.uses(name, parsed[name]) > 0 }) {
			missing = append(missing, r.snippet(rendered, parsed[r.file]))
		}
	}
	return missing
}

// parseAll leaves out what is no Go: the compiler will say so.
func parseAll(files map[string][]byte) map[string]*ast.File {
	parsed := map[string]*ast.File{}
	for name, data := range files {
		if file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution); err == nil {
			parsed[name] = file
		}
	}
	return parsed
}

// uses counts the places where a file registers the unit, whatever it calls the package. In the package
// itself that is where a value is made; elsewhere any use of the names counts.
func (r registration) uses(name string, file *ast.File) (count int) {
	own := path.Dir(name) == r.dir
	alias := aliasIn(file, r.path)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && !own && alias != "" && x.Name == alias && slices.Contains(r.names, n.Sel.Name) {
				count++
			}
		case *ast.CompositeLit:
			if typ, ok := n.Type.(*ast.Ident); ok && (own || alias == ".") && slices.Contains(r.names, typ.Name) {
				count++
			}
		case *ast.CallExpr:
			if made, ok := n.Fun.(*ast.Ident); ok && own && made.Name == "new" && len(n.Args) == 1 {
				if typ, ok := n.Args[0].(*ast.Ident); ok && slices.Contains(r.names, typ.Name) {
					count++
				}
			}
		}
		return true
	})
	return count
}

// aliasIn is what a file calls a package, empty if it does not import it.
func aliasIn(file *ast.File, importPath string) string {
	if file == nil {
		return ""
	}
	for _, i := range file.Imports {
		if found, err := strconv.Unquote(i.Path.Value); err == nil && found == importPath {
			if i.Name != nil {
				return i.Name.Name
			}
			return path.Base(importPath)
		}
	}
	return ""
}

// snippet takes the registration from the file as it is rendered, in the words of the owner's file.
func (r registration) snippet(rendered tree.Tree, owners *ast.File) Snippet {
	out := Snippet{Unit: r.unit, File: r.file, Command: r.command}
	f, _ := rendered.Get(r.file)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, r.file, f.Data, parser.SkipObjectResolution)
	if err != nil {
		return out
	}
	alias := aliasIn(file, r.path)
	out.Code = r.code(file, func(n ast.Node) string { return outdented(f.Data, fset.Position(n.Pos()), fset.Position(n.End())) })
	if theirs := aliasIn(owners, r.path); theirs != "" {
		out.Code = strings.ReplaceAll(out.Code, alias+".", theirs+".")
		return out
	}
	out.Import = strconv.Quote(r.path)
	if alias != path.Base(r.path) {
		out.Import = alias + " " + out.Import
	}
	return out
}

// code joins the calls that concern the unit; where there are several, it says in which function each is.
func (r registration) code(file *ast.File, text func(ast.Node) string) string {
	var parts []string
	for _, decl := range file.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		for _, call := range r.calls(function, aliasIn(file, r.path)) {
			parts = append(parts, "// in "+function.Name.Name+":\n"+text(call))
		}
	}
	if len(parts) == 1 {
		_, only, _ := strings.Cut(parts[0], "\n")
		return only
	}
	return strings.Join(parts, "\n")
}

// calls are the largest calls of a function that concern the unit.
func (r registration) calls(function *ast.FuncDecl, alias string) (found []*ast.CallExpr) {
	names := append(slices.Clone(r.names), r.also...)
	ast.Inspect(function, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || isJoin(call) || !mentionsOf(call, alias, names) {
			return true
		}
		found = append(found, call)
		return false
	})
	return found
}

// isJoin recognises errors.Join, which holds the registrations of all controllers.
func isJoin(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "Join" {
		return false
	}
	x, ok := f.X.(*ast.Ident)
	return ok && x.Name == "errors"
}

func mentionsOf(n ast.Node, alias string, names []string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains(names, s.Sel.Name) {
			x, ok := s.X.(*ast.Ident)
			found = found || ok && x.Name == alias
		}
		return !found
	})
	return found
}

// outdented cuts a piece out of a source, less the tabs before its first line.
func outdented(data []byte, from, to token.Position) string {
	piece := string(data[from.Offset:to.Offset])
	return strings.ReplaceAll(piece, "\n"+strings.Repeat("\t", from.Column-1), "\n")
}
