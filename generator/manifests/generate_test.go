package manifests

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/modfile"
)

var update = flag.Bool("update", false, "rewrite the expected files of testdata/bad")

// newProject copies a folder of testdata to a module of its own. It has our own requirements, so that no version stands
// in testdata and nothing has to be downloaded for it.
func newProject(t testing.TB, folder string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", folder))); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	module := regexp.MustCompile(`(?m)^module .*$`).ReplaceAll(data, []byte("module example.com/awkward"))
	write(t, dir, "go.mod", string(module))
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.sum", string(sums))
	return dir
}

func write(t testing.TB, dir, name, content string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writeAll(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	for name, data := range files {
		write(t, dir, name, string(data))
	}
}

func generate(t *testing.T, opts Options) *Result {
	t.Helper()
	result, err := Generate(context.Background(), opts)
	if err != nil {
		t.Fatalf("Generate: %v", err)
	}
	return result
}

// TestSameAsControllerGen is the promise of this package, on types that were chosen to be awkward.
func TestSameAsControllerGen(t *testing.T) {
	if testing.Short() {
		t.Skip("builds controller-gen")
	}
	tool := controllerGen(t)
	dir := newProject(t, "awkward")
	// Somebody else's packages, which controller-gen would have entered or tripped over.
	ours := generate(t, Options{Dir: dir})
	again := generate(t, Options{Dir: dir})
	if !sameFiles(ours.Files, again.Files) {
		t.Error("a second run made other bytes")
	}
	cmd := exec.Command(tool, "object:headerFile=hack/boilerplate.go.txt", "crd:generateEmbeddedObjectMeta=true",
		"rbac:roleName=manager-role", "webhook", "paths=./...", "output:crd:artifacts:config=config/crd/bases")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("controller-gen: %v\n%s", err, out)
	}
	theirs := derived(t, dir)
	if want, got := sortedKeys(theirs), ours.Outputs; !slices.Equal(want, got) {
		t.Errorf("files:\n got %v\nwant %v", got, want)
	}
	for name, want := range theirs {
		if !bytes.Equal(ours.Files[name], want) {
			t.Errorf("%s differs from controller-gen's: %s", name, firstDifference(ours.Files[name], want))
		}
	}
	if len(ours.Warnings) != 1 || !strings.Contains(ours.Warnings[0], "the CRD of Storefront.shop.example.com has ") {
		t.Errorf("warnings: got %q, want one about the size of the Storefront's CRD", ours.Warnings)
	}
}

// controllerGen builds the command at the version that we link. Its build is cached like any other.
func controllerGen(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	cmd := exec.Command("go", "install", toolsModule+"/cmd/controller-gen@"+controllerTools())
	cmd.Env = append(os.Environ(), "GOBIN="+bin, "GOFLAGS=", "GOWORK=off")
	cmd.Dir = bin
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("install controller-gen: %v\n%s", err, out)
	}
	return filepath.Join(bin, "controller-gen")
}

func derived(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{"config/*/*.yaml", "config/crd/bases/*.yaml", "api/*/*/zz_generated*", "api/*/zz_generated*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, _ := filepath.Rel(dir, name)
			files[filepath.ToSlash(rel)] = data
		}
	}
	return files
}

func sameFiles(a, b map[string][]byte) bool {
	for name, data := range a {
		if !bytes.Equal(data, b[name]) {
			return false
		}
	}
	return len(a) == len(b)
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "line " + g[i] + " should be " + w[i]
		}
	}
	return "one is longer"
}

// TestBad is the corpus of faults: each folder of testdata/bad is a project, its expected.txt what Generate says and
// what it makes all the same.
func TestBad(t *testing.T) {
	folders, err := filepath.Glob("testdata/bad/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("testdata/bad: %v, %d folders", err, len(folders))
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			dir := newProject(t, "bad/"+filepath.Base(folder))
			result, err := Generate(context.Background(), Options{Dir: dir})
			if err == nil {
				t.Error("no error")
			}
			checkExpected(t, filepath.Join(folder, "expected.txt"), transcript(result, err))
		})
	}
}

func transcript(result *Result, err error) string {
	var b strings.Builder
	if err != nil {
		b.WriteString(err.Error() + "\n")
	}
	if result != nil {
		for _, warning := range result.Warnings {
			b.WriteString("warning: " + warning + "\n")
		}
		for _, output := range result.Outputs {
			b.WriteString("made: " + output + "\n")
		}
	}
	return b.String()
}

func checkExpected(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s\n got:\n%s\nwant:\n%s", file, got, want)
	}
}

const goodAPI = `// Package v1 is an API.
// +kubebuilder:object:generate=true
// +groupName=good.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Good is a kind.
// +kubebuilder:object:root=true
type Good struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `

	Name string ` + "`json:\"name,omitempty\"`" + `
}
`

var goodOutputs = []string{"api/v1/zz_generated.deepcopy.go", "config/crd/bases/good.example.com_goods.yaml"}

// good is a small project without a fault.
func good(t testing.TB) string {
	t.Helper()
	dir := newProject(t, "bad/half_bad")
	if err := os.RemoveAll(filepath.Join(dir, "api")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "api/v1/types.go", goodAPI)
	return dir
}

// TestVersionsDisagree generates a kind whose versions name it differently, more often than chance would let pass.
func TestVersionsDisagree(t *testing.T) {
	dir := good(t)
	v2 := strings.Replace(goodAPI, "package v1\n", "package v2\n", 1)
	v2 = strings.Replace(v2, "// +kubebuilder:object:root=true\n", "// +kubebuilder:object:root=true\n// +kubebuilder:storageversion\n"+
		"// +kubebuilder:resource:scope=Cluster,shortName=gd\n// +kubebuilder:metadata:labels={tier=gold}\n", 1)
	v1 := strings.Replace(goodAPI, "// +kubebuilder:object:root=true\n", "// +kubebuilder:object:root=true\n"+
		"// +kubebuilder:resource:categories=all\n// +kubebuilder:metadata:labels={tier=tin,team=a}\n", 1)
	write(t, dir, "api/v1/types.go", v1)
	write(t, dir, "api/v2/types.go", v2)
	for range 8 {
		result := generate(t, Options{Dir: dir})
		text := string(result.Files["config/crd/bases/good.example.com_goods.yaml"])
		for _, want := range []string{"\n    team: a\n    tier: gold\n", "\n    shortNames:\n    - gd\n", "\n  scope: Cluster\n"} {
			if !strings.Contains(text, want) {
				t.Fatalf("the CRD lacks %q:\n%.900s", want, text)
			}
		}
		if strings.Contains(text, "categories:") {
			t.Fatalf("the CRD has categories of a version that is not stored:\n%.900s", text)
		}
		if want := "the versions of Good.good.example.com disagree in +kubebuilder:resource: v2 counts, it is the storage version"; !slices.Equal(result.Warnings, []string{want}) {
			t.Fatalf("warnings: got %q, want %q", result.Warnings, want)
		}
	}
}

// TestForeignSources puts sources around the project's own that a walk over all files would trip over.
func TestForeignSources(t *testing.T) {
	dir := good(t)
	broken := "package broken\n\n// +kubebuilder:nonsense\nfunc {"
	for _, name := range []string{"vendor/x/x.go", "testdata/x.go", ".cache/x.go", "_old/x.go", "node_modules/x/x.go"} {
		write(t, dir, name, broken)
	}
	write(t, dir, "api/v1/types_test.go", "package v1\n\n// +kubebuilder:nonsense\nvar x = Missing{}\n")
	write(t, dir, "tools/go.mod", "module example.com/tools\n\ngo 1.99\n")
	write(t, dir, "tools/x.go", broken)
	write(t, dir, "modcache/x.go", broken)
	t.Setenv("GOFLAGS", "-mod=mod") // there is a vendor folder without a list, and go.mod must not be edited
	before, _ := os.ReadFile(filepath.Join(dir, "go.mod"))
	sources, err := scan(dir, &toolchain{module: parsedModule(t, "module example.com/awkward\nignore ./modcache\n"), OS: "linux", Arch: "amd64"})
	if err != nil || len(sources.packages) != 1 {
		t.Errorf("scan: %v, %d packages, want 1", err, len(sources.packages))
	}
	write(t, dir, "modcache/go.mod", "module example.com/cache\n")
	if got := generate(t, Options{Dir: dir}).Outputs; !slices.Equal(got, goodOutputs) {
		t.Errorf("outputs: got %v, want %v", got, goodOutputs)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "go.mod")); !bytes.Equal(before, after) {
		t.Error("go.mod was edited")
	}
}

// TestStaleGenerated has deepcopy code on the disk that no longer compiles, and an owner's file that needs the new one.
func TestStaleGenerated(t *testing.T) {
	dir := good(t)
	write(t, dir, goodOutputs[0], "//go:build !ignore_autogenerated\n\npackage v1\n\nfunc (in *Gone) DeepCopy() *Gone { return nope }\n")
	write(t, dir, "api/v1/use.go", "package v1\n\nimport \"k8s.io/apimachinery/pkg/runtime\"\n\nvar _ runtime.Object = &Good{}\n\nvar twin = new(Good).DeepCopy()\n")
	if got := generate(t, Options{Dir: dir}).Outputs; !slices.Equal(got, goodOutputs) {
		t.Errorf("outputs: got %v, want %v", got, goodOutputs)
	}
}

// TestForeignWorkspace has a go.work above the project that does not list it.
func TestForeignWorkspace(t *testing.T) {
	dir := good(t)
	inner := filepath.Join(dir, "inner")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", "api"} {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(inner, name)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, dir, "other/go.mod", "module example.com/other\n\ngo 1.26\n")
	write(t, dir, "go.work", "go 1.26.0\n\nuse ./other\n")
	result := generate(t, Options{Dir: inner})
	if !slices.Equal(result.Outputs, goodOutputs) {
		t.Errorf("outputs: got %v, want %v", result.Outputs, goodOutputs)
	}
	if len(result.Warnings) != 1 || !strings.HasSuffix(result.Warnings[0], "go.work does not list this module: loading with GOWORK=off") {
		t.Errorf("warnings: got %q", result.Warnings)
	}
	write(t, dir, "go.work", "go 1.26.0\n\nuse ./inner\n")
	if warnings := generate(t, Options{Dir: inner}).Warnings; len(warnings) != 0 {
		t.Errorf("warnings of a workspace that lists the module: %q", warnings)
	}
}

// TestUnchanged follows the cache through the life of a project.
func TestUnchanged(t *testing.T) {
	dir := good(t)
	opts := Options{Dir: dir, CacheDir: t.TempDir(), ToolVersion: "v1"}
	run := func(what string, opts Options, want bool) {
		t.Helper()
		start := time.Now()
		result := generate(t, opts)
		if result.Unchanged != want {
			t.Errorf("%s: unchanged is %v, want %v (%v)", what, result.Unchanged, want, time.Since(start))
		}
		if !slices.Equal(result.Outputs, goodOutputs) {
			t.Errorf("%s: outputs are %v", what, result.Outputs)
		}
		writeAll(t, dir, result.Files)
	}
	run("first run", opts, false)
	run("second run", opts, true)
	checked := opts
	checked.Check = true
	run("check", checked, false)
	other := opts
	other.ToolVersion = "v2"
	run("another opwright", other, false)
	run("back again", opts, false)
	write(t, dir, "api/v1/types_test.go", "package v1\n")
	run("a test added", opts, true)
	write(t, dir, "api/v1/types.go", goodAPI+"\n// A change.\n")
	run("a source changed", opts, false)
	write(t, dir, goodOutputs[1], "edited")
	run("an output changed", opts, false)
	if err := os.Remove(filepath.Join(dir, goodOutputs[0])); err != nil {
		t.Fatal(err)
	}
	run("an output deleted", opts, false)
	run("quiet", opts, true)
}

func TestToolsVersion(t *testing.T) {
	data, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, require := range parsedModule(t, string(data)).Require {
		if require.Mod.Path == toolsModule && require.Mod.Version != toolsVersion {
			t.Errorf("toolsVersion is %s, go.mod requires %s", toolsVersion, require.Mod.Version)
		}
	}
}

func parsedModule(t *testing.T, text string) *modfile.File {
	t.Helper()
	module, err := modfile.ParseLax("go.mod", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return module
}
