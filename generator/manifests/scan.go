package manifests

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
)

// sources are the parsed packages of the main module, in the order in which "go list -deps ./..." would name them:
// controller-gen's output depends on that order where two webhooks have one name.
type sources struct {
	fset     *token.FileSet
	packages []*source
}

// source is one package, parsed and not type-checked.
type source struct {
	dir    string // slash path below the project, "." for the root
	path   string // import path
	name   string
	files  []*ast.File
	group  string // of the marker +groupName
	syntax scanner.ErrorList
	api    bool // has markers that CRDs or deepcopy code follow from
	broken bool // a fault that controller-tools must not see
}

// scan parses the packages of the main module alone: a nested module, a vendor or cache folder, node_modules and
// what the go command skips are somebody else's sources.
func scan(dir string, tools *toolchain) (*sources, error) {
	s := &sources{fset: token.NewFileSet()}
	build := tools.buildContext()
	err := walk(dir, tools, func(rel string, entries []fs.DirEntry) error {
		p := &source{dir: rel, path: path.Join(tools.module.Module.Mod.Path, rel)}
		for _, entry := range entries {
			if !goFile(entry) {
				continue
			}
			if ok, err := build.MatchFile(filepath.Join(dir, filepath.FromSlash(rel)), entry.Name()); err == nil && !ok {
				continue
			}
			if err := s.parse(dir, p, entry.Name()); err != nil {
				return err
			}
		}
		if len(p.files) > 0 {
			s.packages = append(s.packages, p)
		}
		return nil
	})
	s.packages = dependenciesFirst(s.packages)
	return s, err
}

// goFile says whether the entry may belong to a package without its tests.
func goFile(entry fs.DirEntry) bool {
	name := entry.Name()
	return !entry.IsDir() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") &&
		!strings.HasPrefix(name, "_") && !strings.HasPrefix(name, ".")
}

// parse adds a file to the package, the part before a syntax error too.
func (s *sources) parse(dir string, p *source, name string) error {
	full := filepath.Join(dir, filepath.FromSlash(p.dir), name)
	data, err := os.ReadFile(full)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(s.fset, full, data, parser.ParseComments|parser.AllErrors|parser.SkipObjectResolution)
	if list, ok := errors.AsType[scanner.ErrorList](err); ok {
		list.RemoveMultiples() // one a line: the others follow from it
		p.syntax = append(p.syntax, list...)
	}
	p.files = append(p.files, file)
	p.name = file.Name.Name
	for _, comment := range markerComments(file) {
		text := markerText(comment)
		if group, ok := strings.CutPrefix(text, "+groupName="); ok {
			p.group = group
		}
		p.api = p.api || isAPI(text)
	}
	return nil
}

func isAPI(marker string) bool {
	return slices.ContainsFunc([]string{"+groupName=", "+kubebuilder:object:", "+k8s:deepcopy-gen"},
		func(prefix string) bool { return strings.HasPrefix(marker, prefix) })
}

// api are the packages that have to be loaded with their types.
func (s *sources) api() []*source {
	var api []*source
	for _, p := range s.packages {
		if p.api {
			api = append(api, p)
		}
	}
	return api
}

// walk calls visit for each folder of the main module that the pattern ./... would match, in lexical order.
func walk(dir string, tools *toolchain, visit func(rel string, entries []fs.DirEntry) error) error {
	return filepath.WalkDir(dir, func(full string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, full)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if rel != "." && skipped(full, rel, tools) {
			return fs.SkipDir
		}
		entries, err := os.ReadDir(full)
		if err != nil {
			return err
		}
		if rel != "." && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "go.mod" }) {
			return fs.SkipDir
		}
		return visit(rel, entries)
	})
}

func skipped(full, rel string, tools *toolchain) bool {
	base := path.Base(rel)
	return strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "vendor" ||
		base == "node_modules" || full == tools.ModCache || ignored(tools.module, rel)
}

// ignored follows the ignore lines of go.mod: "./x" is below the root, "x" anywhere.
func ignored(module *modfile.File, rel string) bool {
	return slices.ContainsFunc(module.Ignore, func(ignore *modfile.Ignore) bool {
		pattern := path.Clean(ignore.Path)
		if strings.HasPrefix(ignore.Path, "./") {
			return rel == pattern
		}
		return rel == pattern || strings.HasSuffix(rel, "/"+pattern)
	})
}

// dependenciesFirst orders packages as "go list -deps" does: each after what it imports, else as they came.
func dependenciesFirst(packages []*source) []*source {
	byPath := make(map[string]*source, len(packages))
	for _, p := range packages {
		byPath[p.path] = p
	}
	var ordered []*source
	seen := map[*source]bool{}
	var visit func(p *source)
	visit = func(p *source) {
		if p == nil || seen[p] {
			return
		}
		seen[p] = true
		for _, imported := range p.imports() {
			visit(byPath[imported])
		}
		ordered = append(ordered, p)
	}
	for _, p := range packages {
		visit(p)
	}
	return ordered
}

// imports are the package's import paths, sorted.
func (p *source) imports() []string {
	var paths []string
	for _, file := range p.files {
		for _, spec := range file.Imports {
			if imported, err := strconv.Unquote(spec.Path.Value); err == nil {
				paths = append(paths, imported)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
