package manifests

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/loader"
)

// excludeBroken reports the compile errors of the API packages and of what they import from the main module, and
// marks them and what depends on them. Function bodies are not looked at: nothing is derived from them.
func (l *loaded) excludeBroken() {
	done := map[*loader.Package]bool{}
	var visit func(pkg *loader.Package)
	visit = func(pkg *loader.Package) {
		if done[pkg] || l.local[pkg.PkgPath] == nil {
			return
		}
		done[pkg] = true
		for _, imported := range sortedImports(pkg) {
			visit(imported)
			l.faulty[pkg] = l.faulty[pkg] || l.faulty[imported]
		}
		if !l.faulty[pkg] && pkg.TypesInfo != nil {
			l.faulty[pkg] = l.reportTypeErrors(pkg)
		}
	}
	for _, r := range l.roots {
		if !l.faulty[r.pkg] {
			l.prepare(r.pkg)
		}
		visit(r.pkg)
	}
}

// prepare makes controller-tools check the types that the package refers to.
func (l *loaded) prepare(pkg *loader.Package) {
	_, crash := l.guard(func() error { l.checker.Check(pkg); return nil })
	if crash != "" {
		l.faulty[pkg] = true
		l.faults.add(at(l.local[pkg.PkgPath].dir), "the type checker gave up: %s", crash)
	}
}

func (l *loaded) reportTypeErrors(pkg *loader.Package) bool {
	broken := false
	for _, err := range l.typeErrors(pkg, pkg.Syntax, true) {
		if generatedLater(err.Msg) {
			continue
		}
		broken = true
		l.faults.add(l.position(err.Pos), "%s", err.Msg)
	}
	return broken
}

// copyMethod is what an owner's file may use before it is generated.
var copyMethod = regexp.MustCompile(`\bDeepCopy(Into|Object)?\b`)

func generatedLater(message string) bool { return copyMethod.MatchString(message) }

// typeErrors checks files against the imports that controller-tools has checked. Other imports count as unknown, and
// what comes from an unknown package raises no error.
func (l *loaded) typeErrors(pkg *loader.Package, files []*ast.File, ignoreBodies bool) []types.Error {
	var found []types.Error
	config := &types.Config{
		Importer:         knownImports{pkg},
		IgnoreFuncBodies: ignoreBodies,
		Sizes:            pkg.TypesSizes,
		Error: func(err error) {
			var typed types.Error
			if errors.As(err, &typed) && !typed.Soft && !strings.HasPrefix(typed.Msg, "\t") &&
				!strings.HasPrefix(typed.Msg, "could not import ") {
				found = append(found, typed)
			}
		},
	}
	if l.tools.module.Go != nil {
		config.GoVersion = "go" + l.tools.module.Go.Version
	}
	_, _ = config.Check(pkg.PkgPath, l.fset, files, nil)
	return found
}

// knownImports serves the packages that controller-tools has checked already.
type knownImports struct{ pkg *loader.Package }

func (k knownImports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imported := find(k.pkg, path, map[*loader.Package]bool{})
	if imported == nil || imported.Types == nil || !imported.Types.Complete() {
		return nil, errors.New("not loaded")
	}
	return imported.Types, nil
}

// find looks for an import, first among the package's own: generated code may import what its owner does not.
func find(pkg *loader.Package, path string, seen map[*loader.Package]bool) *loader.Package {
	if imported := pkg.Imports()[path]; imported != nil {
		return imported
	}
	seen[pkg] = true
	for _, imported := range sortedImports(pkg) {
		if seen[imported] || imported.Types == nil {
			continue
		}
		if found := find(imported, path, seen); found != nil {
			return found
		}
	}
	return nil
}

// compiles type-checks deepcopy code together with the package that it is for. controller-tools may write code that
// does not compile, for aliases above all.
func (l *loaded) compiles(r *root) bool {
	name := filepath.Join(l.dir, filepath.FromSlash(r.dir), deepcopyFile)
	generated, err := parser.ParseFile(l.fset, name, r.generated, parser.SkipObjectResolution)
	if err != nil {
		l.faults.add(at(r.dir), "the generated deepcopy code is no Go: %s", err)
		return false
	}
	files := []*ast.File{generated}
	for _, file := range r.pkg.Syntax {
		files = append(files, withoutBodies(file))
	}
	blamed := map[token.Position]bool{}
	for _, err := range l.typeErrors(r.pkg, files, false) {
		position := l.copied(r, generated, err.Pos)
		if err.Pos < generated.FileStart || generated.FileEnd < err.Pos || blamed[position] {
			continue
		}
		blamed[position] = true // one reason a type will do
		l.faults.add(position, "the deepcopy code for this type would not compile: %s: "+
			"write its DeepCopyInto and DeepCopy by hand, or change the type", err.Msg)
	}
	return len(blamed) == 0
}

// copied finds the owner's type that a position in generated code is about.
func (l *loaded) copied(r *root, generated *ast.File, pos token.Pos) token.Position {
	for _, declaration := range generated.Decls {
		method, ok := declaration.(*ast.FuncDecl)
		if !ok || method.Recv == nil || pos < method.Pos() || method.End() < pos {
			continue
		}
		if object := r.pkg.Types.Scope().Lookup(receiver(method)); object != nil {
			return l.position(object.Pos())
		}
	}
	return at(r.dir)
}

// receiver names the type that a method belongs to.
func receiver(method *ast.FuncDecl) string {
	expr := method.Recv.List[0].Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	if ident, ok := expr.(*ast.Ident); ok {
		return ident.Name
	}
	return ""
}

// withoutBodies is a copy of the file with declarations alone.
func withoutBodies(file *ast.File) *ast.File {
	bare := *file
	bare.Decls = nil
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok {
			bare.Decls = append(bare.Decls, declaration)
			continue
		}
		if function.Recv == nil {
			continue // no type depends on it, and init may not lack a body
		}
		head := *function
		head.Body = nil
		bare.Decls = append(bare.Decls, &head)
	}
	return &bare
}
