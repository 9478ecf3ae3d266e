package render_test

import (
	"bytes"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/templates"
)

// recorder remembers which files of a file system were opened.
type recorder struct {
	fs.FS
	opened map[string]bool
}

func (r recorder) Open(name string) (fs.File, error) {
	r.opened[name] = true
	return r.FS.Open(name)
}

// Every template is used by some variant: one that is not is tested by nothing.
func TestNoOrphanTemplate(t *testing.T) {
	used := recorder{templates.FS, map[string]bool{"templates.go": true, "revision": true}}
	for _, v := range variants(t) {
		v.render(t, used)
	}
	must(t, fs.WalkDir(templates.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !used.opened[name] {
			t.Errorf("templates/%s is used by no variant", name)
		}
		return err
	}))
}

// An embedding drops a folder with a real go.mod, and the go command would build real Go files.
func TestTemplateNames(t *testing.T) {
	must(t, fs.WalkDir(templates.FS, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		if err == nil && !d.IsDir() && name != "templates.go" && (base == "go.mod" || path.Ext(base) == ".go") {
			t.Errorf("templates/%s needs the suffix .tmpl", name)
		}
		return err
	}))
}

var (
	safePath = regexp.MustCompile(`^[A-Za-z0-9._/-]+$`)
	// onWindows are names that Windows keeps for itself, whatever the extension.
	onWindows = regexp.MustCompile(`(?i)(^|/)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.[^/]*)?(/|$)`)
)

// Paths work everywhere, and hold no token that nothing filled.
func TestPaths(t *testing.T) {
	each(t, func(t *testing.T, _ variant, out tree.Tree) {
		for _, name := range out.Paths() {
			if !safePath.MatchString(name) || onWindows.MatchString(name) || strings.HasSuffix(name, ".tmpl") {
				t.Errorf("%s is no good name for a file", name)
			}
		}
	})
}

// Text files end in a line end and have no blanks before one; goldens and editors rely on it.
func TestText(t *testing.T) {
	each(t, func(t *testing.T, _ variant, out tree.Tree) {
		for _, name := range out.Paths() {
			f, _ := out.Get(name)
			switch {
			case !bytes.HasSuffix(f.Data, []byte("\n")) || bytes.HasSuffix(f.Data, []byte("\n\n")):
				t.Errorf("%s does not end in one line end", name)
			case bytes.ContainsRune(f.Data, '\r') || bytes.Contains(f.Data, []byte(" \n")) || bytes.Contains(f.Data, []byte("\n-- ")):
				t.Errorf("%s has blanks at the end of a line, a carriage return or a line that begins an archive member", name)
			case bytes.Contains(f.Data, []byte("<no value>")) || bytes.Contains(f.Data, []byte("%!")):
				t.Errorf("%s has a value that was not there", name)
			}
		}
	})
}

// No kind, group or name makes the go command leave a file out: node_windows.go, load_test.go, testdata.
func TestEveryGoFileIsBuilt(t *testing.T) {
	each(t, func(t *testing.T, _ variant, out tree.Tree) {
		files := goFiles(out)
		platform := build.Default
		platform.OpenFile = func(name string) (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(files[strings.TrimPrefix(name, "/")].Data)), nil
		}
		for _, platform.GOOS = range []string{"linux", "windows", "darwin"} {
			for name := range files {
				if ok, err := platform.MatchFile("/"+path.Dir(name), path.Base(name)); !ok || err != nil {
					t.Errorf("%s is not built for %s: %v", name, platform.GOOS, err)
				}
			}
		}
		for name := range files {
			for part := range strings.SplitSeq(path.Dir(name), "/") {
				if part == "testdata" || part == "vendor" || strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") {
					t.Errorf("%s is in a folder that the go command skips", name)
				}
			}
			if _, below, inside := strings.Cut(name, "internal/"); strings.HasPrefix(name, "api/") && inside {
				t.Errorf("%s cannot be imported from outside of internal/%s", name, below)
			}
		}
	})
}

// Package names are identifiers that shadow nothing, and each folder has one.
func TestPackageNames(t *testing.T) {
	each(t, func(t *testing.T, _ variant, out tree.Tree) {
		packages := map[string]string{}
		for name, f := range goFiles(out) {
			parsed, err := parser.ParseFile(token.NewFileSet(), name, f.Data, parser.PackageClauseOnly)
			must(t, err)
			pkg := strings.TrimSuffix(parsed.Name.Name, "_test")
			if types.Universe.Lookup(pkg) != nil || token.IsKeyword(pkg) || pkg != strings.ToLower(pkg) {
				t.Errorf("%s: package %s", name, pkg)
			}
			if other, seen := packages[path.Dir(name)]; seen && other != pkg {
				t.Errorf("%s: packages %s and %s", path.Dir(name), other, pkg)
			}
			packages[path.Dir(name)] = pkg
		}
	})
}
