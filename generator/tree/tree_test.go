package tree

import (
	"slices"
	"strings"
	"testing"
)

func TestAdd(t *testing.T) {
	tests := []struct {
		name  string
		there []string
		add   string
		fault string // empty: accepted
	}{
		{"first", nil, "Makefile", ""},
		{"same folder", []string{"a/b"}, "a/c", ""},
		{"name with spaces", nil, "docs/read me.md", ""},
		{"dot", nil, ".", `add "." (new): not a relative slash path`},
		{"empty", nil, "", `add "" (new): not a relative slash path`},
		{"absolute", nil, "/etc/passwd", `add "/etc/passwd" (new): not a relative slash path`},
		{"upwards", nil, "a/../../b", `add "a/../../b" (new): not a relative slash path`},
		{"backslash", nil, `a\b`, `add "a\\b" (new): not a relative slash path`},
		{"twice", []string{"a/b"}, "a/b", "add a/b (new): already there (old)"},
		{"case", []string{"Makefile"}, "makefile", "add makefile (new): differs from Makefile (old) in case only"},
		{"case of a folder", []string{"Docs/a"}, "docs/b", "add docs/b (new): differs from Docs (old) in case only"},
		{"file over folder", []string{"a/b"}, "a", "add a (new): a (old) would be a file and a folder"},
		{"folder over file", []string{"a"}, "a/b/c", "add a/b/c (new): a (old) would be a file and a folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var tr Tree
			for _, p := range tt.there {
				if err := tr.Add(p, File{Unit: "old"}); err != nil {
					t.Fatal(err)
				}
			}
			err := tr.Add(tt.add, File{Unit: "new"})
			if got := text(err); got != tt.fault {
				t.Fatalf("got %q, want %q", got, tt.fault)
			}
			if want := len(tt.there); err != nil && tr.Len() != want {
				t.Errorf("a refused file changed the tree: %v", tr.Paths())
			}
		})
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestRefusedFileClaimsNoFolder(t *testing.T) {
	var tr Tree
	must(t, tr.Add("b/c", File{}))
	if err := tr.Add("b/c/d", File{}); err == nil {
		t.Fatal("b/c is a file")
	}
	must(t, tr.Add("B2/x", File{}))
	must(t, tr.Add("b/C2", File{}))
}

func TestZeroValue(t *testing.T) {
	var tr Tree
	if _, ok := tr.Get("a"); ok || tr.Len() != 0 || len(tr.Paths()) != 0 {
		t.Error("the zero tree is not empty")
	}
}

func TestListing(t *testing.T) {
	var tr Tree
	want := []string{"a-b", "a/z", "b", "z"}
	for _, p := range []string{"z", "b", "a/z", "a-b"} {
		must(t, tr.Add(p, File{Data: []byte(p), Executable: p == "b", Ownership: Once, Unit: "project"}))
	}
	if got := tr.Paths(); !slices.Equal(got, want) {
		t.Errorf("Paths() = %v, want %v", got, want)
	}
	if f, ok := tr.Get("b"); !ok || string(f.Data) != "b" || !f.Executable || f.Ownership != Once {
		t.Errorf("Get(b) = %+v, %v", f, ok)
	}
	if tr.Len() != len(want) {
		t.Errorf("Len() = %d", tr.Len())
	}
}

func TestDigest(t *testing.T) {
	const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if got := Digest(nil); got != empty || got != strings.ToLower(got) {
		t.Errorf("Digest(nil) = %s", got)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
