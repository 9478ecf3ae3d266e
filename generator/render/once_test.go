package render_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/tree"
)

// What a merged file uses of its owner's files is little: the types of an API, the reconciler's type, and
// functions that only the owner can write, which have a once file of their own. So opwright.yaml can be
// edited after the owner has rewritten their code, and the project still compiles.
func TestMergedFilesUseNothingOfTheOwners(t *testing.T) {
	each(t, func(t *testing.T, v variant, out tree.Tree) {
		declared := onceDeclarations(t, out)
		for name, f := range goFiles(out) {
			if f.Ownership != tree.Merged {
				continue
			}
			for _, use := range uses(t, v, name, f.Data, declared) {
				t.Errorf("%s, which is merged, uses %s, which is its owner's", name, use)
			}
		}
	})
}

// The test above can fail.
func TestUsesOfTheOwnersAreFound(t *testing.T) {
	declared := map[string][]string{"api/v1": {"Helper", "Shop"}, "internal/controller/shop": {"deploymentFor"}}
	const text = `package shop

import v1 "example.com/shop/api/v1"

var a, b = v1.Helper, v1.Shop{Helper: 1}

func f(x T) { x.deploymentFor(); g(deploymentFor) }
`
	v := variant{name: "test", project: variants(t)[0].project}
	v.project.Module = "example.com/shop"
	got := uses(t, v, "internal/controller/shop/shop_setup.go", []byte(text), declared)
	if want := []string{"v1.Helper", "deploymentFor"}; !slices.Equal(got[:1], want[:1]) || !slices.Contains(got, "deploymentFor") {
		t.Errorf("uses %q, want among them %q", got, want)
	}
}

// onceDeclarations lists, by folder, what once files declare at their top level, but for what may be used.
func onceDeclarations(t *testing.T, out tree.Tree) map[string][]string {
	t.Helper()
	declared := map[string][]string{}
	for name, f := range goFiles(out) {
		if f.Ownership != tree.Once {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, f.Data, 0)
		must(t, err)
		for _, symbol := range topLevel(file) {
			if !mayBeUsed(name, symbol) {
				declared[path.Dir(name)] = append(declared[path.Dir(name)], symbol)
			}
		}
	}
	return declared
}

// mayBeUsed: the exported types of an API, the reconciler, and what an own once file is there for.
func mayBeUsed(file, symbol string) bool {
	switch {
	case strings.HasSuffix(file, "_types.go"):
		return ast.IsExported(symbol)
	case strings.HasSuffix(file, "_controller.go"):
		return strings.HasSuffix(symbol, "Reconciler")
	case strings.HasSuffix(file, "_test.go"):
		return strings.HasPrefix(symbol, "prepare")
	}
	return false
}

func topLevel(file *ast.File) (names []string) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, ident := range s.Names {
						names = append(names, ident.Name)
					}
				}
			}
		}
	}
	return names
}

// uses lists the declared symbols that a file uses, of its own package and of imported ones.
func uses(t *testing.T, v variant, name string, data []byte, declared map[string][]string) (found []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, data, 0)
	must(t, err)
	imported := importedFolders(v.project.Module, file)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && slices.Contains(declared[imported[x.Name]], n.Sel.Name) {
				found = append(found, x.Name+"."+n.Sel.Name)
			}
		case *ast.Ident:
			if n.Obj == nil && slices.Contains(declared[path.Dir(name)], n.Name) {
				found = append(found, n.Name)
			}
		}
		return true
	})
	return found
}

// importedFolders maps the names by which a file knows other packages of the project to their folders.
func importedFolders(module string, file *ast.File) map[string]string {
	folders := map[string]string{}
	for _, s := range file.Imports {
		folder, own := strings.CutPrefix(strings.Trim(s.Path.Value, `"`), module+"/")
		if !own {
			continue
		}
		alias := path.Base(folder)
		if s.Name != nil {
			alias = s.Name.Name
		}
		folders[alias] = folder
	}
	return folders
}
