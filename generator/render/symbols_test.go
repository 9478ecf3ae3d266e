package render_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/tree"
)

// Every name that a file uses is declared in its package, and every package of the project that it imports
// is rendered: a layer that is off leaves no other one hanging. e2e compiles the projects; this tells at once.
func TestNamesAreDeclared(t *testing.T) {
	each(t, func(t *testing.T, v variant, out tree.Tree) {
		for _, fault := range undeclared(t, v.project.Module, out) {
			t.Error(fault)
		}
	})
}

// The test above can fail.
func TestUndeclaredNamesAreFound(t *testing.T) {
	var out tree.Tree
	for name, text := range map[string]string{
		"a/a.go":      "package a\n\nimport \"example.com/shop/b\"\n\nfunc A() { b.B(); here(); gone() }\n",
		"a/here.go":   "package a\n\nfunc here() { onlyInTests() }\n",
		"a/a_test.go": "package a\n\nfunc onlyInTests() {}\n",
	} {
		must(t, out.Add(name, tree.File{Data: []byte(text)}))
	}
	want := []string{
		"a/a.go: example.com/shop/b is imported, and not rendered", "a/a.go: gone is not declared", "a/here.go: onlyInTests is not declared",
	}
	if got := undeclared(t, "example.com/shop", out); !slices.Equal(got, want) {
		t.Errorf("faults %q, want %q", got, want)
	}
}

func undeclared(t *testing.T, module string, out tree.Tree) (faults []string) {
	t.Helper()
	parsed := map[string]*ast.File{}
	declared := map[string][]string{} // by folder and package, tests apart
	for name, f := range goFiles(out) {
		file, err := parser.ParseFile(token.NewFileSet(), name, f.Data, 0)
		must(t, err)
		parsed[name] = file
		key := scope(name, file)
		declared[key] = append(declared[key], topLevel(file)...)
	}
	for name, file := range parsed {
		for _, folder := range importedFolders(module, file) {
			if _, rendered := declared[folder+" "]; !rendered {
				faults = append(faults, name+": "+module+"/"+folder+" is imported, and not rendered")
			}
		}
		known := append(importNames(file), declared[scope(name, file)]...)
		if strings.HasSuffix(name, "_test.go") {
			known = append(known, declared[path.Dir(name)+" "]...)
		}
		for _, ident := range file.Unresolved {
			if !slices.Contains(known, ident.Name) && types.Universe.Lookup(ident.Name) == nil && !fromDotImport(file, ident.Name) {
				faults = append(faults, name+": "+ident.Name+" is not declared")
			}
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}

// scope tells the files of a package from its tests.
func scope(name string, file *ast.File) string {
	if strings.HasSuffix(name, "_test.go") {
		return path.Dir(name) + " test of " + file.Name.Name
	}
	return path.Dir(name) + " "
}

// importNames are the names by which a file knows packages; one without a name is called like its path,
// a major version and a leading go- left out.
func importNames(file *ast.File) (names []string) {
	for _, s := range file.Imports {
		if s.Name != nil {
			names = append(names, s.Name.Name)
			continue
		}
		importPath := strings.Trim(s.Path.Value, `"`)
		base := path.Base(importPath)
		if len(base) > 1 && base[0] == 'v' && base[1] >= '0' && base[1] <= '9' {
			base = path.Base(path.Dir(importPath))
		}
		names = append(names, strings.TrimPrefix(base, "go-"))
	}
	return names
}

func fromDotImport(file *ast.File, name string) bool {
	return ast.IsExported(name) && slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Name != nil && s.Name.Name == "." })
}
