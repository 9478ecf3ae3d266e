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
		name := path.Join(api.PackageDir(), api.Stem()+"_types.go")
		data, err := s.dir.ReadFile(name)
		if err != nil {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution)
		if err != nil {
			continue // the compiler will say so
		}
		found[api.GVK] = fieldsOf(file, api.Kind+"Spec")
	}
	return found
}

// fieldsOf lists the exported fields of a struct; an empty list for one that is not there.
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
