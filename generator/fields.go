package generator

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"

	"github.com/opwright/opwright/generator/spec"
)

// specFields reads which fields the Spec of each API has in the owner's types file, so that what is
// rendered later uses none that its owner took out. An API without the file is not in the result.
func (s *session) specFields(p *spec.Project) map[spec.GVK][]string {
	found := map[spec.GVK][]string{}
	for _, api := range p.APIs {
		if file := s.parse(path.Join(api.PackageDir(), api.Stem()+"_types.go")); file != nil {
			found[api.GVK] = fieldsOf(file, api.Kind+"Spec")
		}
	}
	return found
}

// reconcilerFields reads which fields the reconciler of each controller has in the owner's file, by the
// controller's name. A reconciler that is not in that file is not in the result.
func (s *session) reconcilerFields(p *spec.Project) map[string][]string {
	found := map[string][]string{}
	for _, c := range p.Controllers {
		if file := s.parse(controllerFile(p, c)); file != nil {
			if fields := fieldsOf(file, c.Reconciler()); len(fields) > 0 {
				found[c.Name] = fields
			}
		}
	}
	return found
}

// controllerFile is the owner's file of a controller.
func controllerFile(p *spec.Project, c spec.Controller) string {
	api, _ := p.API(c.For)
	return path.Join(api.ControllerDir(), c.Stem()+"_controller.go")
}

// parse reads one of the owner's Go files; nil if it is not there, or no Go.
func (s *session) parse(name string) *ast.File {
	data, err := s.dir.ReadFile(name)
	if err != nil {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution)
	if err != nil {
		return nil // the compiler will say so
	}
	return file
}

// fieldsOf lists the named fields of a struct; an empty list for one that is not there.
func fieldsOf(file *ast.File, name string) []string {
	fields := []string{}
	ast.Inspect(file, func(n ast.Node) bool {
		typ, ok := n.(*ast.TypeSpec)
		if !ok || typ.Name.Name != name {
			return true
		}
		if structure, ok := typ.Type.(*ast.StructType); ok {
			for _, field := range structure.Fields.List {
				for _, ident := range field.Names {
					fields = append(fields, ident.Name)
				}
			}
		}
		return false
	})
	return fields
}
