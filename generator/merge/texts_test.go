package merge

import (
	"bytes"
	"strings"
	"testing"

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
