package generator_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/opwright/opwright"

// mayImport is the direction of imports: for each folder, the folders of this
// module that its packages may use. A name ending in /... stands for the folder
// and everything below. The first match counts; a package without one fails, so
// that a new package is given its place here. .golangci.yml says the same
// to an editor, in coarser words.
func mayImport() []struct {
	of   string
	only []string
} {
	return []struct {
		of   string
		only []string
	}{
		{"templates", nil},
		{"presets", nil},
		{"generator/tree", nil},
		{"generator/words", nil},
		{"generator/spec", []string{"generator/tree", "generator/words"}},
		{"generator/preset", []string{"generator/spec", "generator/tree", "presets"}},
		{"generator/render", []string{"generator/preset", "generator/spec", "generator/tree", "templates"}},
		{"generator/merge", []string{"generator/tree"}},
		{"generator/manifests", []string{"generator/tree", "generator/words"}},
		// merge has the words for a change: state records them, workdir carries them out.
		{"generator/state", []string{"generator/merge", "generator/tree"}},
		{"generator/workdir", []string{"generator/merge", "generator/state", "generator/tree"}},
		{"generator", []string{"generator/...", "templates", "presets"}},
		// The facade's report is made of merge's changes, which the command prints.
		{"cmd/...", []string{"generator", "generator/merge", "generator/spec", "cmd/..."}},
	}
}

// onlyIn names the one place of each library that must not spread.
func onlyIn() map[string]string {
	return map[string]string{
		"github.com/spf13/...":                "cmd/...",
		"charm.land/...":                      "cmd/...",
		"golang.org/x/term":                   "cmd/...",
		"sigs.k8s.io/controller-tools/...":    "generator/manifests",
		"github.com/Masterminds/sprig/v3/...": "generator/render",
		"golang.org/x/tools/imports":          "generator/render",
	}
}

func standardLibraryOnly() []string {
	return []string{"generator/tree", "generator/words", "templates", "presets"}
}

type pkg struct {
	ImportPath string
	Imports    []string // of the files that are built, tests left out
}

func TestImportDirection(t *testing.T) {
	packages := listPackages(t)
	for _, p := range packages {
		for _, fault := range faults(p) {
			t.Error(fault)
		}
	}
	if len(packages) == 0 {
		t.Error("go list found no package")
	}
}

// faults must find what it is there for: each row breaks one rule.
func TestImportFaultsAreFound(t *testing.T) {
	tests := []struct {
		of, imports, want string
	}{
		{"generator/render", module + "/generator/spec", ""},
		{"generator/manifests", "sigs.k8s.io/controller-tools/pkg/crd", ""},
		{"cmd/internal/cli", "github.com/spf13/cobra", ""},
		{"generator", module + "/generator/workdir", ""},
		{"cmd/opwright", module + "/cmd/internal/cli", ""},
		{"generator/tree", module + "/generator/spec", "generator/tree imports generator/spec"},
		{"generator/render", module + "/generator/workdir", "generator/render imports generator/workdir"},
		{"generator/merge", module + "/generator", "generator/merge imports generator"},
		{"generator", module + "/cmd/internal/cli", "generator imports cmd/internal/cli"},
		{"cmd/internal/cli", module + "/generator/workdir", "cmd/internal/cli imports generator/workdir"},
		{"generator/elsewhere", "fmt", "generator/elsewhere has no place"},
		{"generator", "github.com/spf13/cobra", "generator imports github.com/spf13/cobra, which belongs in cmd/..."},
		{"generator/spec", "sigs.k8s.io/controller-tools/pkg/crd", "which belongs in generator/manifests"},
		{"generator/spec", "golang.org/x/tools/imports", "which belongs in generator/render"},
		{"generator/tree", "golang.org/x/mod/module", "generator/tree imports golang.org/x/mod/module, but may use the standard library alone"},
	}
	for _, tt := range tests {
		got := strings.Join(faults(pkg{ImportPath: module + "/" + tt.of, Imports: []string{tt.imports}}), "\n")
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s importing %s: %q, want %q", tt.of, tt.imports, got, tt.want)
		}
	}
}

func listPackages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Imports", module+"/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []pkg
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

func faults(p pkg) (found []string) {
	name := own(p.ImportPath)
	allowed, known := allowedOf(name)
	if !known {
		return []string{fmt.Sprintf("%s has no place in the import direction: add it to mayImport", name)}
	}
	for _, path := range p.Imports {
		if fault := fault(name, path, allowed); fault != "" {
			found = append(found, fault)
		}
	}
	return found
}

func fault(name, path string, allowed []string) string {
	if strings.HasPrefix(path, module) {
		if !matchesAny(allowed, own(path)) {
			return fmt.Sprintf("%s imports %s, but may only import %q", name, own(path), allowed)
		}
		return ""
	}
	third := strings.Contains(strings.SplitN(path, "/", 2)[0], ".")
	if third && slices.Contains(standardLibraryOnly(), name) {
		return fmt.Sprintf("%s imports %s, but may use the standard library alone", name, path)
	}
	for library, place := range onlyIn() {
		if matches(library, path) && !matches(place, name) {
			return fmt.Sprintf("%s imports %s, which belongs in %s", name, path, place)
		}
	}
	return ""
}

func allowedOf(name string) (only []string, known bool) {
	for _, rule := range mayImport() {
		if matches(rule.of, name) {
			return rule.only, true
		}
	}
	return nil, false
}

func own(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
}

func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, path) })
}

func matches(pattern, path string) bool {
	folder, below := strings.CutSuffix(pattern, "/...")
	return path == folder || below && strings.HasPrefix(path, folder+"/")
}
