package render_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/templates"
)

// The tree of each variant is testdata/golden/<variant>.txtar. Its comment lists every file; a file that
// reads as it does in the default variant, but for a licence header, is not printed again, nor is go.sum.
func TestGolden(t *testing.T) {
	first := defaultTree(t)
	each(t, func(t *testing.T, v variant, out tree.Tree) {
		file := filepath.Join("testdata", "golden", v.name+".txtar")
		base := first
		if v.name == "default" {
			base = tree.Tree{}
		}
		got := archive(t, out, base)
		if *update {
			must(t, os.WriteFile(file, got, 0o666))
			return
		}
		want, err := os.ReadFile(file)
		must(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not up to date (make golden); first difference:\n%s", file, firstDifference(string(want), string(got)))
		}
	})
}

// A golden file without its variant, or the other way round, tests nothing.
func TestGoldenFiles(t *testing.T) {
	known := map[string]bool{}
	for _, v := range variants(t) {
		known[v.name+".txtar"] = true
	}
	files, err := filepath.Glob(filepath.Join("testdata", "golden", "*.txtar"))
	must(t, err)
	for _, file := range files {
		if !known[filepath.Base(file)] {
			t.Errorf("%s belongs to no variant", file)
		}
	}
	if len(files) != len(known) {
		t.Errorf("%d golden files, %d variants (make golden)", len(files), len(known))
	}
}

func defaultTree(t *testing.T) tree.Tree {
	t.Helper()
	for _, v := range variants(t) {
		if v.name == "default" {
			return v.render(t, templates.FS)
		}
	}
	t.Fatal("no default variant")
	return tree.Tree{}
}

func archive(t *testing.T, out, base tree.Tree) []byte {
	t.Helper()
	a := &txtar.Archive{}
	var list strings.Builder
	for _, name := range out.Paths() {
		f, _ := out.Get(name)
		note := ""
		switch old, ok := base.Get(name); {
		case ok && bytes.Equal(old.Data, f.Data):
			note = "  as in default"
		case ok && len(old.Data) > 0 && bytes.HasSuffix(f.Data, old.Data) && bytes.HasPrefix(f.Data, []byte("/*")):
			note = "  as in default, below a header"
		case name == "go.sum":
			note = "  sha256 " + tree.Digest(f.Data)
		default:
			a.Files = append(a.Files, txtar.File{Name: name, Data: f.Data})
		}
		mode := ""
		if f.Executable {
			mode = "  executable"
		}
		fmt.Fprintf(&list, "%s  %s  %s%s%s\n", name, f.Ownership, f.Unit, mode, note)
	}
	a.Comment = []byte(list.String() + "\n")
	return txtar.Format(a)
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, now %d", len(a), len(b))
}

// The same input gives the same bytes.
func TestDeterminism(t *testing.T) {
	each(t, func(t *testing.T, v variant, first tree.Tree) {
		want := archive(t, first, tree.Tree{})
		for range 5 {
			if got := archive(t, v.render(t, templates.FS), tree.Tree{}); !bytes.Equal(got, want) {
				t.Fatal("two renders differ:\n" + firstDifference(string(want), string(got)))
			}
		}
	})
}

// Projects tell older templates from newer ones by templates/revision: it goes up whenever a golden tree
// changes. -update never raises it, it only records what revision the trees are of.
func TestRevision(t *testing.T) {
	file := filepath.Join("testdata", "golden", "revision.txt")
	now, err := templates.FS.ReadFile("revision")
	must(t, err)
	revision, err := strconv.Atoi(strings.TrimSpace(string(now)))
	must(t, err)
	digest := goldenDigest(t)
	recorded, _ := os.ReadFile(file) // none before the first -update
	var oldRevision int
	var oldDigest string
	if len(recorded) > 0 {
		_, err = fmt.Sscanf(string(recorded), "revision %d\nsha256 %s\n", &oldRevision, &oldDigest)
		must(t, err)
	}
	switch {
	case oldRevision == revision && oldDigest == digest:
	case oldRevision == revision:
		t.Errorf("the golden trees are not those of revision %d: write %d into templates/revision, then make golden", revision, revision+1)
	case oldRevision > revision:
		t.Errorf("templates/revision went back from %d to %d", oldRevision, revision)
	case *update:
		must(t, os.WriteFile(file, fmt.Appendf(nil, "revision %d\nsha256 %s\n", revision, digest), 0o666))
	default:
		t.Errorf("revision %d is not recorded in %s (make golden)", revision, file)
	}
}

// goldenDigest covers the trees as they are rendered, go.sum and all.
func goldenDigest(t *testing.T) string {
	t.Helper()
	h := sha256.New()
	for _, v := range variants(t) {
		out := v.render(t, templates.FS)
		for _, name := range out.Paths() {
			f, _ := out.Get(name)
			fmt.Fprintf(h, "%s %s %s %v %s\n", v.name, name, f.Ownership, f.Executable, tree.Digest(f.Data))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
