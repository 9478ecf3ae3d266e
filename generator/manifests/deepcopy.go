package manifests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/deepcopy"
	"sigs.k8s.io/controller-tools/pkg/loader"
)

const deepcopyFile = "zz_generated.deepcopy.go"

// deepcopy makes the copy code of each API package, and keeps it if it compiles.
func (l *loaded) deepcopy() {
	header := l.header()
	for _, r := range l.roots {
		if !l.faulty[r.pkg] {
			l.deepcopyOf(r, header)
		}
	}
	// Only now may the methods be added to the checked types: the generator asks a type whether it has them already.
	l.addMethods()
	for _, r := range l.roots {
		if r.generated != nil && l.compiles(r) {
			l.add(path.Join(r.dir, deepcopyFile), r.generated)
		}
	}
}

func (l *loaded) deepcopyOf(r *root, header string) {
	out := newMemory("")
	found, crash := l.guard(func() error {
		return deepcopy.Generator{HeaderFile: header}.Generate(l.context(out, r.pkg))
	})
	if crash != "" {
		l.faults.add(at(r.dir), "the deepcopy generator gave up on this package: %s", crash)
		return
	}
	for _, err := range found {
		position := l.errorPosition(err)
		if position.Line == 0 {
			position = l.vaguePosition(r)
		}
		l.faults.addVague(position, "%s", explain(err.Msg))
	}
	if len(found) == 0 {
		r.generated = out.files[deepcopyFile]
	}
}

// vaguePosition looks for the usual reason of a deepcopy error without a position, a map whose values are an alias,
// and falls back to the package's folder.
func (l *loaded) vaguePosition(r *root) token.Position {
	position := at(r.dir)
	for _, file := range r.pkg.Syntax {
		ast.Inspect(file, func(node ast.Node) bool {
			if expr, ok := node.(*ast.MapType); ok && position.Line == 0 {
				if _, alias := r.pkg.TypesInfo.TypeOf(expr.Value).(*types.Alias); alias {
					position = l.position(expr.Pos())
				}
			}
			return true
		})
	}
	return position
}

// addMethods gives the checked types the copy methods that stand in generated files. Those were left out when the
// packages were loaded, by the build tag that controller-tools sets.
func (l *loaded) addMethods() {
	seen := map[*loader.Package]bool{}
	var visit func(pkg *loader.Package)
	visit = func(pkg *loader.Package) {
		if seen[pkg] || pkg.Types == nil {
			return
		}
		seen[pkg] = true
		for _, name := range pkg.IgnoredFiles {
			if strings.HasPrefix(filepath.Base(name), "zz_generated") {
				addMethods(pkg.Types, name, nil)
			}
		}
		for _, imported := range sortedImports(pkg) {
			visit(imported)
		}
	}
	for _, r := range l.roots {
		seen[r.pkg] = true
		if r.generated != nil {
			addMethods(r.pkg.Types, deepcopyFile, r.generated)
		}
	}
	for _, r := range l.roots {
		for _, imported := range sortedImports(r.pkg) {
			visit(imported)
		}
	}
}

// addMethods reads DeepCopyInto and DeepCopy methods from a file, or from src where it is not nil.
func addMethods(pkg *types.Package, name string, src []byte) {
	var source any
	if src != nil {
		source = src
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	for _, declaration := range file.Decls {
		method, ok := declaration.(*ast.FuncDecl)
		if !ok || method.Recv == nil {
			continue
		}
		object := pkg.Scope().Lookup(receiver(method))
		if object == nil {
			continue
		}
		if named, ok := object.Type().(*types.Named); ok {
			addMethod(named, method)
		}
	}
}

func addMethod(named *types.Named, method *ast.FuncDecl) {
	pkg := named.Obj().Pkg()
	var self types.Type = named
	if _, pointer := method.Recv.List[0].Type.(*ast.StarExpr); pointer {
		self = types.NewPointer(named)
	}
	variable := func(t types.Type) *types.Var { return types.NewVar(token.NoPos, pkg, "", t) }
	var parameters, results *types.Tuple
	switch method.Name.Name {
	case "DeepCopyInto":
		parameters = types.NewTuple(variable(types.NewPointer(named)))
	case "DeepCopy":
		results = types.NewTuple(variable(self))
	default:
		return
	}
	signature := types.NewSignatureType(variable(self), nil, nil, parameters, results, false)
	named.AddMethod(types.NewFunc(token.NoPos, pkg, method.Name.Name, signature))
}

func sortedImports(pkg *loader.Package) []*loader.Package {
	imported := pkg.Imports()
	list := make([]*loader.Package, 0, len(imported))
	for _, name := range slices.Sorted(maps.Keys(imported)) {
		list = append(list, imported[name])
	}
	return list
}
