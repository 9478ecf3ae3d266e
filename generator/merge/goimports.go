package merge

import (
	"bytes"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
)

// importsHere stands for the imports while the rest of a Go file is merged by lines.
const importsHere = "//opwright:imports\n"

// mergeGo merges the imports of a Go file as a set of paths, and the rest by lines. The owner's names for packages
// stay; an import that a side dropped stays too if code of the other still uses it. It gives up (not ok) where
// the imports are no plain list.
func mergeGo(base, ours, theirs []byte, labels Labels) (lineMerge, bool) {
	b, okB := splitGo(base)
	o, okO := splitGo(ours)
	t, okT := splitGo(theirs)
	if !okB || !okO || !okT {
		return lineMerge{}, false
	}
	merged := mergeLines(b.rest, o.rest, t.rest, labels)
	before, after, found := bytes.Cut(merged.text, []byte(importsHere))
	if !found || bytes.Contains(after, []byte(importsHere)) || bytes.Count(before, []byte(openMark)) != bytes.Count(before, []byte(closeMark)) {
		return lineMerge{}, false // a conflict runs across the imports
	}
	imports, ok := mergeImports(b, o, t, usedNames(merged.text))
	if !ok {
		return lineMerge{}, false
	}
	declaration := imports.text()
	if declaration == nil {
		after = bytes.TrimPrefix(after, []byte("\n"))
	}
	merged.text = slices.Concat(before, declaration, after)
	merged.line = firstMarker(merged.text)
	return merged, true
}

// goFile is a Go file in two parts.
type goFile struct {
	rest []byte // with importsHere for the imports
	goImports
}

// goImports are the imports of a file in the groups that they stand in.
type goImports struct {
	groups [][]goImport
	single bool // an import without parentheses
}

type goImport struct {
	name, path string
	text       string // the lines of it, with the comment above
}

// splitGo takes the imports out of a file.
func splitGo(src []byte) (f goFile, ok bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return f, false
	}
	lines := linesOf(src)
	start := fset.Position(file.Name.End()).Line
	end := start
	for i, decl := range file.Decls {
		if i == 0 {
			start = fset.Position(decl.Pos()).Line - 1
		}
		end = fset.Position(decl.End()).Line
	}
	f.groups, f.single, ok = readImports(lines[start:end])
	if !ok || len(f.all()) != len(file.Imports) || len(file.Decls) > 1 {
		return f, false
	}
	before, after := strings.TrimRight(strings.Join(lines[:start], ""), "\n"), strings.TrimLeft(strings.Join(lines[end:], ""), "\n")
	if after != "" {
		after = "\n" + after
	}
	f.rest = []byte(before + "\n\n" + importsHere + after)
	return f, true
}

// readImports reads the lines of an import declaration.
func readImports(lines []string) (groups [][]goImport, single, ok bool) {
	spec := regexp.MustCompile(`^(?:([\w.]+)\s+)?"([^"]+)"\s*(?://.*)?$`)
	single = len(lines) == 1
	groups = [][]goImport{{}}
	comment := ""
	for _, line := range lines {
		text := strings.TrimSpace(line)
		if single {
			text = strings.TrimSpace(strings.TrimPrefix(text, "import"))
			line = "\t" + text + "\n"
		}
		last := len(groups) - 1
		switch found := spec.FindStringSubmatch(text); {
		case text == "import (" || text == ")":
		case text == "" && comment == "":
			groups = append(groups, nil)
		case strings.HasPrefix(text, "//"):
			comment += line
		case len(found) == 3 && found[2] != "C":
			groups[last] = append(groups[last], goImport{found[1], found[2], comment + line})
			comment = ""
		default:
			return nil, false, false
		}
	}
	groups = slices.DeleteFunc(groups, func(g []goImport) bool { return len(g) == 0 })
	return groups, single, comment == ""
}

func (g goImports) all() []goImport { return slices.Concat(g.groups...) }

func (g goImports) find(path string) (goImport, bool) {
	all := g.all()
	i := slices.IndexFunc(all, func(one goImport) bool { return one.path == path })
	if i < 0 {
		return goImport{}, false
	}
	return all[i], true
}

// text is the declaration, with an empty line below.
func (g goImports) text() []byte {
	all := g.all()
	switch {
	case len(all) == 0:
		return nil
	case len(all) == 1 && g.single && strings.Count(all[0].text, "\n") == 1:
		return []byte("import " + strings.TrimSpace(all[0].text) + "\n")
	}
	var groups []string
	for _, group := range g.groups {
		var text strings.Builder
		for _, one := range group {
			text.WriteString(one.text)
		}
		if len(group) > 0 {
			groups = append(groups, text.String())
		}
	}
	return []byte("import (\n" + strings.Join(groups, "\n") + ")\n")
}

// mergeImports starts from ours, drops what theirs dropped and adds what theirs added. What the code still uses
// by a name that would be gone stays or comes back.
func mergeImports(base, ours, theirs goFile, used map[string]bool) (goImports, bool) {
	merged := goImports{single: ours.single || len(ours.groups) == 0 && theirs.single}
	for _, group := range ours.groups {
		var left []goImport
		for _, our := range group {
			was, had := base.find(our.path)
			their, has := theirs.find(our.path)
			untouched := had && was.text == our.text
			switch {
			case has && untouched:
				left = append(left, their)
			case has || !had || used[our.as()]:
				left = append(left, our)
			case !untouched:
				return merged, false // dropped there, edited here
			}
		}
		merged.groups = append(merged.groups, left)
	}
	for _, their := range theirs.all() {
		_, had := base.find(their.path)
		_, has := merged.find(their.path)
		if !has && !had || used[their.as()] && !merged.has(their.as()) {
			merged.add(their, theirs.goImports)
		}
	}
	for _, our := range ours.all() {
		if used[our.as()] && !merged.has(our.as()) {
			merged.add(our, ours.goImports)
		}
	}
	return merged, merged.distinct()
}

// has tells whether a package goes by a name.
func (g goImports) has(name string) bool {
	return slices.ContainsFunc(g.all(), func(one goImport) bool { return one.as() == name })
}

// distinct tells whether no two packages go by one name.
func (g goImports) distinct() bool {
	names := map[string]bool{}
	for _, one := range g.all() {
		if name := one.as(); name != "" {
			if names[name] {
				return false
			}
			names[name] = true
		}
	}
	return true
}

// add puts an import into the group that it belongs to, by its path.
func (g *goImports) add(one goImport, from goImports) {
	i := g.groupFor(one, from)
	if i < 0 {
		i = len(g.groups)
		if isStandard(one.path) {
			i = 0
		}
		g.groups = slices.Insert(g.groups, i, []goImport{one})
		return
	}
	at := slices.IndexFunc(g.groups[i], func(other goImport) bool {
		return other.path > one.path || other.path == one.path && other.name > one.name
	})
	if at < 0 {
		at = len(g.groups[i])
	}
	g.groups[i] = slices.Insert(g.groups[i], at, one)
}

// groupFor finds the group with an import that is in one's group where it comes from, else the one with packages of
// the same origin; below 0 if there is none.
func (g goImports) groupFor(one goImport, from goImports) int {
	holds := func(group []goImport, path string) bool {
		return slices.ContainsFunc(group, func(i goImport) bool { return i.path == path })
	}
	k := slices.IndexFunc(from.groups, func(group []goImport) bool { return holds(group, one.path) })
	for i, group := range g.groups {
		if slices.ContainsFunc(group, func(other goImport) bool { return k >= 0 && holds(from.groups[k], other.path) }) {
			return i
		}
	}
	return slices.IndexFunc(g.groups, func(group []goImport) bool {
		return slices.ContainsFunc(group, func(other goImport) bool { return origin(other.path) == origin(one.path) })
	})
}

// origin is the host of a package, and empty for the standard library.
func origin(path string) string {
	host, _, _ := strings.Cut(path, "/")
	if !strings.Contains(host, ".") {
		return ""
	}
	return host
}

func isStandard(path string) bool { return origin(path) == "" }

// as is the name that code uses for the package; where the import names none, what the path suggests. It is empty
// where there is no such name.
func (one goImport) as() string {
	switch one.name {
	case "_", ".":
		return ""
	case "":
	default:
		return one.name
	}
	dir, name := path.Split(one.path)
	if regexp.MustCompile(`^v[2-9]\d*$`).MatchString(name) && !strings.HasSuffix(origin(dir), "k8s.io") {
		name = path.Base(dir) // the version of a module
	}
	name, _, _ = strings.Cut(name, ".v")
	return strings.TrimPrefix(name, "go-")
}

// usedNames lists what code uses as the name of a package: each x of x.Y, whatever else it may be.
func usedNames(src []byte) map[string]bool {
	used := map[string]bool{}
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, func(token.Position, string) {}, 0)
	before, name := token.ILLEGAL, ""
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			return used
		}
		if tok == token.PERIOD && name != "" {
			used[name] = true
		}
		name = ""
		if tok == token.IDENT && before != token.PERIOD {
			name = text
		}
		before = tok
	}
}

// validGo tells whether a file can be read, and declares nothing twice.
func validGo(src []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.DeclarationErrors)
	if err != nil {
		return false
	}
	seen := map[string]bool{}
	for _, one := range file.Imports {
		name := ""
		if one.Name != nil {
			name = one.Name.Name
		}
		if seen[name+one.Path.Value] {
			return false
		}
		seen[name+one.Path.Value] = true
	}
	return true
}
