package manifests

import (
	"context"
	"fmt"
	"go/token"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/deepcopy"
	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// loaded are the API packages with everything that they import, as controller-tools sees them.
type loaded struct {
	*run
	roots   []*root
	checker *loader.TypeChecker
	markers *markers.Collector
	local   map[string]*source // the main module's packages by import path
	faulty  map[*loader.Package]bool
}

// root is an API package.
type root struct {
	*source
	pkg       *loader.Package
	generated []byte // its deepcopy code, once made
}

// load asks the go command for the API packages in one go. Import paths are used, as controller-tools would run the
// go command once for each folder.
func (r *run) load(ctx context.Context, s *sources, api []*source) (*loaded, error) {
	paths := make([]string, len(api))
	for i, p := range api {
		paths[i] = p.path
	}
	config := &packages.Config{Context: ctx, Dir: r.dir, Env: r.tools.env, Fset: s.fset, BuildFlags: r.tools.flags}
	pkgs, err := loader.LoadRootsWithConfig(config, paths...)
	if err != nil {
		return nil, fmt.Errorf("load packages: %w", err)
	}
	l := &loaded{
		run:     r,
		checker: &loader.TypeChecker{NodeFilters: typeFilters()},
		markers: collector(r.registry),
		local:   map[string]*source{},
		faulty:  map[*loader.Package]bool{},
	}
	for _, p := range s.packages {
		l.local[p.path] = p
	}
	l.match(api, pkgs)
	l.loadErrors()
	return l, nil
}

// typeFilters are those of a run with both generators, as which types are looked at decides what is generated.
func typeFilters() []loader.NodeFilter {
	return []loader.NodeFilter{deepcopy.Generator{}.CheckFilter(), crd.Generator{}.CheckFilter()}
}

func (l *loaded) match(api []*source, pkgs []*loader.Package) {
	byPath := map[string]*loader.Package{}
	for _, pkg := range pkgs {
		byPath[pkg.PkgPath] = pkg
	}
	for _, p := range api {
		if pkg := byPath[p.path]; pkg != nil {
			l.roots = append(l.roots, &root{source: p, pkg: pkg})
			l.faulty[pkg] = p.broken
		}
	}
}

// loadErrors reports what the go command could not find or read, and marks what imports it.
func (l *loaded) loadErrors() {
	var failed []*packages.Package
	packages.Visit(l.raw(), nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			position := l.errorPosition(err)
			if position.Line == 0 {
				position = l.packagePosition(p)
			}
			l.faults.add(position, "%s", err.Msg)
			failed = append(failed, p)
		}
	})
	for _, r := range l.roots {
		for _, p := range failed {
			if r.pkg.Package == p || imports(r.pkg.Package, p, map[*packages.Package]bool{}) {
				l.faulty[r.pkg] = true
			}
		}
	}
}

// imports says whether p needs target, directly or not.
func imports(p, target *packages.Package, seen map[*packages.Package]bool) bool {
	for _, imported := range p.Imports {
		if imported == target {
			return true
		}
		if !seen[imported] {
			seen[imported] = true
			if imports(imported, target, seen) {
				return true
			}
		}
	}
	return false
}

func (l *loaded) raw() []*packages.Package {
	raw := make([]*packages.Package, len(l.roots))
	for i, r := range l.roots {
		raw[i] = r.pkg.Package
	}
	return raw
}

// context is what a generator with types runs in.
func (l *loaded) context(out *memory, roots ...*loader.Package) *genall.GenerationContext {
	ctx := l.generation(out, roots...)
	ctx.Collector, ctx.Checker = l.markers, l.checker
	return ctx
}

// guard runs a part of controller-tools and returns what it added to the packages' errors. Type errors are left out:
// controller-tools checks only what it needs and trips over the rest; the real ones were found before. A panic is
// returned too, as the line in which it happened.
func (l *loaded) guard(work func() error) (found []packages.Error, crash string) {
	before := map[*packages.Package]int{}
	l.visit(func(p *packages.Package) { before[p] = len(p.Errors) })
	crash, err := recovered(work)
	if err != nil {
		found = append(found, packages.Error{Msg: err.Error()})
	}
	l.visit(func(p *packages.Package) {
		for _, err := range p.Errors[before[p]:] {
			if err.Kind != packages.TypeError {
				found = append(found, err)
			}
		}
	})
	return found, crash
}

// recovered runs work; crash is what it panicked with, and where.
func recovered(work func() error) (crash string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			crash = fmt.Sprintf("%v in %s", cause, panicSite(string(debug.Stack())))
		}
	}()
	return "", work()
}

// panicSite finds the first frame of controller-tools in a stack.
func panicSite(stack string) string {
	for line := range strings.SplitSeq(stack, "\n") {
		if _, site, found := strings.Cut(line, toolsModule); found && strings.HasPrefix(line, "\t") {
			site, _, _ = strings.Cut(site, " ")
			return toolsModule + site
		}
	}
	return toolsModule
}

func (l *loaded) visit(each func(p *packages.Package)) {
	packages.Visit(l.raw(), nil, each)
}

// errorPosition reads the position of a package error; without one it is the zero position.
func (l *loaded) errorPosition(err packages.Error) token.Position {
	rest, column := cutNumber(err.Pos)
	file, line := cutNumber(rest)
	if line == 0 { // "file:line" has no column
		file, line, column = rest, column, 0
	}
	if line == 0 {
		return token.Position{}
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(l.dir, file)
	}
	return relative(l.dir, token.Position{Filename: file, Line: line, Column: column})
}

// packagePosition is the folder of one of our packages, or somebody else's import path.
func (l *loaded) packagePosition(p *packages.Package) token.Position {
	if own := l.local[p.PkgPath]; own != nil {
		return at(own.dir)
	}
	return at(p.PkgPath)
}

// cutNumber takes ":12" off the end.
func cutNumber(s string) (rest string, number int) {
	colon := strings.LastIndex(s, ":")
	if colon < 0 {
		return s, 0
	}
	number, err := strconv.Atoi(s[colon+1:])
	if err != nil {
		return s, 0
	}
	return s[:colon], number
}
