package merge

import (
	"strings"
	"testing"
)

func TestMergeGo(t *testing.T) {
	for _, tt := range mergeCases(t, "go.txtar") {
		t.Run(tt.what, func(t *testing.T) {
			got, ok := mergeGo(tt.base, tt.ours, tt.theirs, Labels{})
			if ok != tt.ok || string(got.text) != tt.want || !got.clean() {
				t.Errorf("got (%v, line %d)\n%s\nwant (%v)\n%s", ok, got.line, got.text, tt.ok, tt.want)
			}
		})
	}
}

// The imports of a Go file are merged even where the rest of it is a conflict.
func TestMergeGoConflict(t *testing.T) {
	file := func(imports, value string) []byte {
		return []byte("package a\n\nimport (\n" + imports + ")\n\nvar a = " + value + "\n")
	}
	got, ok := mergeGo(file("\t\"a\"\n", "1"), file("\t\"a\"\n\t\"b\"\n", "2"), file("\t\"a\"\n\t\"c\"\n", "3"), Labels{})
	want := string(file("\t\"a\"\n\t\"b\"\n\t\"c\"\n", "2"))
	want = strings.Replace(want, "var a = 2\n", "<<<<<<< yours\nvar a = 2\n=======\nvar a = 3\n>>>>>>> new\n", 1)
	if !ok || string(got.text) != want || got.line != 9 {
		t.Errorf("got (%v, line %d)\n%s\nwant\n%s", ok, got.line, got.text, want)
	}
}

func TestImportNames(t *testing.T) {
	for _, tt := range []struct{ name, path, want string }{
		{"", "fmt", "fmt"}, {"x", "fmt", "x"}, {"_", "fmt", ""}, {".", "fmt", ""},
		{"", "k8s.io/api/core/v1", "v1"}, {"", "k8s.io/api/autoscaling/v2", "v2"},
		{"", "example.com/x/v2", "x"}, {"", "gopkg.in/yaml.v3", "yaml"}, {"", "example.com/go-yaml", "yaml"},
	} {
		if got := (goImport{name: tt.name, path: tt.path}).as(); got != tt.want {
			t.Errorf("%s %s: got %q, want %q", tt.name, tt.path, got, tt.want)
		}
	}
}
