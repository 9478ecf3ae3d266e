package manifests

import (
	"errors"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSupported(t *testing.T) {
	tests := []struct{ line, own, want string }{
		{"go 1.26.0", "go1.26.8", ""},
		{"go 1.26.9", "go1.26.8", ""}, // a patch changes no syntax
		{"go 1.20", "go1.26.8", ""},
		{"", "go1.26.8", ""},
		{"go 1.99", "devel go1.27-abcdef", ""},
		{"go 1.99", "go1.26.8", "go.mod:3: the module needs Go 1.99 and opwright was built with go1.26.8: build opwright with Go 1.99 or newer"},
	}
	for _, test := range tests {
		got := ""
		if err := supported(parsedModule(t, "module x\n\n"+test.line+"\n"), test.own); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s with %s: got %q, want %q", test.line, test.own, got, test.want)
		}
	}
}

func TestReleaseTags(t *testing.T) {
	if got := releaseTags("go1.3.2", nil); !slices.Equal(got, []string{"go1.1", "go1.2", "go1.3"}) {
		t.Errorf("go1.3.2: got %v", got)
	}
	if got := releaseTags("devel", []string{"x"}); !slices.Equal(got, []string{"x"}) {
		t.Errorf("a development version: got %v", got)
	}
}

func TestNearest(t *testing.T) {
	names := (&run{registry: everyMarker()}).markerNames()
	tests := map[string]string{
		"+kubebuilder:validation:Minlength": "+kubebuilder:validation:MinLength",
		"+kubebuilder:validation:MinLenght": "+kubebuilder:validation:MinLength",
		"+kubebuilder:path":                 "+kubebuilder:resource:path",
		"+kubebuilder:object:rot":           "+kubebuilder:object:root",
		"+kubebuilder:printcolum:name":      "+kubebuilder:printcolumn:name",
		"+kubebuilder:somethingelse":        "",
	}
	for name, want := range tests {
		if got := nearest(name, names); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestShortPath(t *testing.T) {
	tests := map[string]string{
		"spec.names.plural": "spec.names.plural",
		"spec.validation.openAPIV3Schema.properties[spec].properties[items].items.properties[x].default": "spec.items[].x.default",
		"spec.versions[1].schema.openAPIV3Schema.properties[m].additionalProperties.maximum":             "m[*].maximum",
	}
	for path, want := range tests {
		if got := shortPath(path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestRecovered(t *testing.T) {
	crash, err := recovered(func() error { panic("boom") })
	if err != nil || !strings.HasPrefix(crash, "boom in "+toolsModule) {
		t.Errorf("a panic: got %v, %q", err, crash)
	}
	crash, err = recovered(func() error { return os.ErrClosed })
	if !errors.Is(err, os.ErrClosed) || crash != "" {
		t.Errorf("an error: got %v, %q", err, crash)
	}
}

func TestFaults(t *testing.T) {
	position := func(file string, line int) token.Position {
		return token.Position{Filename: file, Line: line, Column: 2}
	}
	var f faults
	f.addVague(position("a/b.go", 3), "hidden by the one on its line")
	f.addVague(position("a/b.go", 4), "seen")
	f.addVague(at("a"), "hidden by one in its folder")
	f.addVague(at("c"), "seen without a line")
	f.add(position("a/b.go", 30), "last\n of its file")
	f.add(position("a/b.go", 3), "first")
	f.add(position("a/b.go", 3), "first")
	want := "a/b.go:3:2: first\na/b.go:4:2: seen\na/b.go:30:2: last of its file\nc: seen without a line"
	if got := f.err().Error(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if err := new(faults).err(); err != nil {
		t.Errorf("no faults: got %v", err)
	}
}

func TestOrder(t *testing.T) {
	dir := good(t)
	write(t, dir, "a/a.go", "package a\n\nimport _ \"example.com/awkward/z\"\n")
	write(t, dir, "a-b/b.go", "package b\n")
	write(t, dir, "a/c/c.go", "package c\n")
	write(t, dir, "z/z.go", "package z\n\nimport _ \"example.com/awkward/a/c\"\n")
	if err := os.RemoveAll(filepath.Join(dir, "api")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-e", "-deps", "-f", "{{if not .DepOnly}}{{.ImportPath}}{{end}}", "./...")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(out))
	s, err := scan(dir, &toolchain{module: parsedModule(t, "module example.com/awkward\n"), OS: "linux", Arch: "amd64"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range s.packages {
		got = append(got, p.path)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, the go command says %v", got, want)
	}
}

// TestVendored works from a vendor folder alone.
func TestVendored(t *testing.T) {
	dir := good(t)
	write(t, dir, "api/v1/use.go", "package v1\n\nimport _ \"k8s.io/apimachinery/pkg/runtime\"\n")
	cmd := exec.Command("go", "mod", "vendor")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go mod vendor: %v\n%s", err, out)
	}
	t.Setenv("GOFLAGS", "-mod=vendor")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOMODCACHE", t.TempDir())
	if got := generate(t, Options{Dir: dir}).Outputs; !slices.Equal(got, goodOutputs) {
		t.Errorf("outputs: got %v, want %v", got, goodOutputs)
	}
}

func TestMissing(t *testing.T) {
	if _, err := Generate(t.Context(), Options{Dir: filepath.Join(t.TempDir(), "nowhere")}); err == nil {
		t.Error("a folder that is not there: no error")
	}
	_, err := Generate(t.Context(), Options{Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "go.mod") {
		t.Errorf("a folder without go.mod: got %v", err)
	}
	dir := good(t)
	t.Setenv("PATH", t.TempDir())
	_, err = Generate(t.Context(), Options{Dir: dir})
	if err == nil || err.Error() != "generate: the go command is not in PATH" {
		t.Errorf("no go command: got %v", err)
	}
}

// TestNoAPI is a project of controllers alone, and one of nothing.
func TestNoAPI(t *testing.T) {
	dir := good(t)
	if err := os.RemoveAll(filepath.Join(dir, "api")); err != nil {
		t.Fatal(err)
	}
	if got := generate(t, Options{Dir: dir}).Outputs; len(got) != 0 {
		t.Errorf("nothing: outputs are %v", got)
	}
	write(t, dir, "internal/c.go", "package c\n\n// +kubebuilder:rbac:groups=core,resources=pods,verbs=get\n\nfunc f() {}\n")
	result := generate(t, Options{Dir: dir})
	if !slices.Equal(result.Outputs, []string{"config/rbac/role.yaml"}) {
		t.Errorf("a rule: outputs are %v", result.Outputs)
	}
	if role := string(result.Files["config/rbac/role.yaml"]); !strings.Contains(role, "- apiGroups:\n  - \"\"\n  resources:\n  - pods\n") {
		t.Errorf("the group core is not the empty one:\n%s", role)
	}
}
