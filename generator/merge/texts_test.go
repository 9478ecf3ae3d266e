package merge

import (
	"bytes"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/opwright/opwright/generator/tree"
)

// three lines, of which each side changes one of its own.
const (
	linesBase, linesOurs, linesTheirs = "a\nb\nc\n", "X\nb\nc\n", "a\nb\nY\n"
	linesMerged                       = "X\nb\nY\n"
)

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

func TestDecideMerges(t *testing.T) {
	unended := func(text string) string { return strings.TrimSuffix(text, "\n") }
	tests := []struct {
		name, path, base, ours, theirs string
		action                         Action
		want, reason                   string
	}{
		{"lines", "Makefile", linesBase, linesOurs, linesTheirs, Merged, linesMerged, "with what changed in the templates"},
		{"CRLF", "Makefile", linesBase, crlf(linesOurs), linesTheirs, Merged, crlf(linesMerged), ""},
		{"mixed endings: the greater number", "Makefile", linesBase, "X\r\nb\r\nc\n", linesTheirs, Merged, crlf(linesMerged), ""},
		{"byte order mark", "Makefile", linesBase, "\ufeff" + linesOurs, linesTheirs, Merged, "\ufeff" + linesMerged, ""},
		{"no final newline", "Makefile", linesBase, unended(linesOurs), linesTheirs, Merged, unended(linesMerged), ""},
		{"no final newline from the templates", "Makefile", linesBase, linesOurs, unended(linesTheirs), Merged, unended(linesMerged), ""},
		{"only the endings differ", "Makefile", linesBase, crlf(linesBase), linesTheirs, Update, crlf(linesTheirs), ""},
		{"Unicode name", "docs/überblick.md", linesBase, linesOurs, linesTheirs, Merged, linesMerged, ""},
		{"YAML by keys", "config/x.yaml", "a: 1\n", "a: 1\nb: 1\n", "a: 1\nc: 1\n", Merged, "a: 1\nc: 1\nb: 1\n", ""},
		{"Go by imports", "x.go", "package a\n\nimport \"fmt\"\n\nvar _ = fmt.Sprint\n", "package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar _ = fmt.Sprint\nvar _ = os.Args\n",
			"package a\n\nimport (\n\t\"fmt\"\n\t\"io\"\n)\n\nvar _ = io.EOF\nvar _ = fmt.Sprint\n", Merged,
			"package a\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"os\"\n)\n\nvar _ = io.EOF\nvar _ = fmt.Sprint\nvar _ = os.Args\n", ""},
		{"nothing is missing", "Makefile", linesBase, "X\nb\nY\n", linesTheirs, Keep, "", "all that is needed"},
		{"one key twice", "x.yaml", "a: {}\nb:\n  c: 1\n\nd: 1\n", "new: 1\na: {}\nb:\n  c: 1\n\nd: 1\n", "a: {}\nb:\n  c: 1\n\nd: 1\nnew: 2\n", InConflict, "", "does not fit"},
		{"one function twice", "x.go", "package a\n\nvar a = 1\n\nvar b = 1\n", "package a\n\nfunc f() {}\n\nvar a = 1\n\nvar b = 1\n",
			"package a\n\nvar a = 1\n\nvar b = 1\n\nfunc f() {}\n", InConflict, "", "does not fit"},
		{"no text", "x.png", "a\x00b\n", "a\x00c\n", "a\x00d\n", InConflict, "", "no text"},
		{"became no text", "x.png", "a\nb\n", "a\x00\nb\n", "a\nc\n", InConflict, "", "no text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			version := func(s string) Version { return Version{Data: []byte(s), Exists: true} }
			in := Input{Path: tt.path, Base: version(tt.base), Ours: version(tt.ours), Theirs: version(tt.theirs)}
			got := Decide(in)
			if got.Action != tt.action || !strings.Contains(got.Reason, tt.reason) {
				t.Fatalf("got %s (%s), want %s (%s)", got.Action, got.Reason, tt.action, tt.reason)
			}
			if got.Writes() && string(got.Data) != tt.want {
				t.Errorf("got %q, want %q", got.Data, tt.want)
			}
			if isBinary := strings.Contains(tt.reason, "no text"); (got.Marked == nil) != (tt.action != InConflict || isBinary) {
				t.Errorf("marked %q", got.Marked)
			}
		})
	}
}

// A conflict leaves the owner's file, unless the caller marks it; then it is open until the markers are gone.
func TestConflictIsMarked(t *testing.T) {
	version := func(s string) Version { return Version{Data: []byte(s), Exists: true} }
	in := Input{
		Path: "Dockerfile", Base: version("a\nb\nc\n"), Ours: version("a\r\nX\r\nc\r\n"), Theirs: version("a\nY\nc\n"),
		Labels: Labels{Ours: "yours", Base: "base revision 12", Theirs: "new revision 13"},
	}
	in.Ours.Executable = true
	open := Decide(in)
	marked := crlf("a\n<<<<<<< yours\nX\n||||||| base revision 12\nb\n=======\nY\n>>>>>>> new revision 13\nc\n")
	if open.Action != InConflict || open.Writes() || string(open.Marked) != marked || open.Line != 2 || string(open.Data) != "a\nY\nc\n" {
		t.Fatalf("got %s, line %d, %q", open.Action, open.Line, open.Marked)
	}
	written := open.Mark()
	if !written.Writes() || string(written.Data) != marked || !written.Executable || written.Known.Seen != tree.Digest([]byte(marked)) {
		t.Fatalf("marked: got %+v", written)
	}
	in.Known, in.Ours.Data = written.Known, written.Data
	if got := Decide(in); got.Action != InConflict || got.Marked != nil || got.Line != 2 {
		t.Errorf("not edited yet: got %s, line %d, %q", got.Action, got.Line, got.Marked)
	}
	in.Ours.Data = append([]byte("more\r\n"), in.Ours.Data...)
	again := Decide(in)
	if again.Action != InConflict || again.Line != 3 || again.Mark().Writes() {
		t.Errorf("edited, markers left: got %s, line %d", again.Action, again.Line)
	}
	in.Known, in.Ours.Data = again.Known, []byte("a\r\nX Y\r\nc\r\n")
	if got := Decide(in); got.Action != Keep || got.Known != (Known{}) || !bytes.Equal(got.Base.Data, in.Theirs.Data) {
		t.Errorf("markers gone: got %s (%s)", got.Action, got.Reason)
	}
}

// An edit of opwright.yaml reaches a file that was rendered from older templates: base takes the edit alone.
func TestDecideEditOutdatedLines(t *testing.T) {
	const old, older = "a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n"
	in := EditInput{
		Records: records(map[string]string{"f": older}), Ours: versions(map[string]string{"f": "A\nb\nX\nd\ne\n"}),
		Old: treeOf(t, map[string]string{"f": old}), New: treeOf(t, map[string]string{"f": old + "f\n"}),
	}
	c := DecideEdit(in).Changes[0]
	if c.Action != Merged || string(c.Data) != "A\nb\nX\nd\ne\nf\n" || string(c.Base.Data) != older+"f\n" {
		t.Errorf("got %s %q, base %q", c.Action, c.Data, c.Base.Data)
	}
	in.Ours = versions(map[string]string{"f": "A\nb\nc\nd\nX\n"})
	if c := DecideEdit(in).Changes[0]; c.Action != InConflict || c.Known.Conflict != Outdated || string(c.Base.Data) != older {
		t.Errorf("touching: got %s %+v, base %q", c.Action, c.Known, c.Base.Data)
	}
}

// No merge loses a line, or makes of two files that can be read one that cannot.
func TestMergeTextsLosesNothing(t *testing.T) {
	archives, err := filepath.Glob("../render/testdata/golden/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var files []txtar.File // those of YAML as often as all others
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, archive.Files...)
		for _, f := range archive.Files {
			if path.Ext(f.Name) == ".yaml" {
				files = append(files, f, f, f, f)
			}
		}
	}
	files = slices.DeleteFunc(files, func(f txtar.File) bool { return len(f.Data) == 0 })
	words := map[string][]string{
		".yaml": {"# A comment.\n", "new: 1\n", "  - new.yaml\n", "  more: {a: 1}\n", "\n", "---\n", "  - name: new\n"},
		".go":   {"// A comment.\n", "\t\"example.com/new\"\n", "\t\"fmt\"\n", "var x = fmt.Sprint()\n", "\n", "\treturn nil\n"},
		"":      {"# A comment.\n", "x: y\n", "\n"},
	}
	structures := map[string]int{}
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 3))
		f := files[r.IntN(len(files))]
		list, known := words[path.Ext(f.Name)]
		if !known {
			list = words[""]
		}
		base := linesOf(f.Data)
		edits := editor{r: r, words: list, most: 2, place: r.IntN(len(base) + 1)}
		c := triple{"", f.Data, join(edits.edit(base, "# o")), join(edits.edit(base, "# t"))}
		got, err := mergeTexts(f.Name, c.base, c.ours, c.theirs, Labels{})
		if err != nil {
			continue // a go.mod that cannot be read
		}
		if lines := mergeLines(c.base, c.ours, c.theirs, Labels{}); string(lines.text) != string(got.text) {
			structures[path.Ext(f.Name)]++
		}
		if _, how, _ := structured(f.Name, c.base, c.ours, c.theirs); how == "" {
			c.base, c.ours, c.theirs = unindented(c.base), unindented(c.ours), unindented(c.theirs)
			c.checkLines(t, int(seed), unindented(got.text))
		}
		if t.Failed() {
			t.Fatalf("%s\nbase\n%s\nours\n%s\ntheirs\n%s\ngot\n%s", f.Name, c.base, c.ours, c.theirs, got.text)
		}
	}
	t.Logf("not as lines: %v", structures)
}

// unindented is a text whose lines are compared without their indentation.
func unindented(text []byte) []byte {
	var out []byte
	for _, line := range linesOf(text) {
		out = append(out, strings.TrimLeft(line, " \t")...)
	}
	return out
}
