package merge

import (
	"strings"
	"testing"
)

func TestIgnore(t *testing.T) {
	tests := []struct{ name, base, ours, theirs, want string }{
		{"union", "", "bin/\n", "# made\nbin/\ndist/\n", "bin/\n\n# made\ndist/\n"},
		{"nothing missing", "", "bin/\ndist/\n", "# made\nbin/\n", "bin/\ndist/\n"},
		{"comment without news stays away", "", "bin/\n", "# made\nbin/\n\n# tests\n*.out\n", "bin/\n\n# tests\n*.out\n"},
		{"negations: the owner's word is the last", "", "!assets/\n", "**\n!*.go\n", "**\n!*.go\n\n!assets/\n"},
		{"owner took a line out", "bin/\n", "", "bin/\ndist/\n", "dist/\n"},
		{"templates took a line out", "# made\nbin/\n\ndist/\n", "# made\nbin/\n\ndist/\nown/\n", "dist/\n", "dist/\nown/\n"},
		{"templates gave a line another name", "a\n\nbin/\n\nc\n", "a\n\nbin/\n\nc\nown/\n", "a\n\nout/\n\nc\n", "a\n\nc\nown/\n\nout/\n"},
		{"owner's file is empty", "", "", "bin/\n", "bin/\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, how, err := structured(".gitignore", []byte(tt.base), []byte(tt.ours), []byte(tt.theirs))
			if err != nil || how == "" || string(got) != tt.want {
				t.Errorf("got %q, %q, %v, want %q", got, how, err, tt.want)
			}
		})
	}
}

func TestGoSum(t *testing.T) {
	got, _, err := structured("go.sum", nil, []byte("b v1 h1:x\na v1 h1:x\n"), []byte("c v1 h1:x\na v1 h1:x\n"))
	if want := "a v1 h1:x\nb v1 h1:x\nc v1 h1:x\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

const ownersGoMod = `// ours
module example.com/op/v2

go 1.24

toolchain go1.24.1

require example.com/a v1.5.0 // pinned

replace example.com/a => ../a
`

const renderedGoMod = `module example.com/other

go 1.26.0

require (
	example.com/a v1.2.0
	example.com/b v1.0.0
)

require example.com/c v1.0.0 // indirect
`

func TestGoMod(t *testing.T) {
	want := `// ours
module example.com/op/v2

go 1.26.0

require example.com/a v1.5.0 // pinned

require example.com/b v1.0.0

require example.com/c v1.0.0 // indirect

replace example.com/a => ../a
`
	got, _, err := structured("go.mod", nil, []byte(ownersGoMod), []byte(renderedGoMod))
	if err != nil || string(got) != want {
		t.Errorf("got\n%s%v\nwant\n%s", got, err, want)
	}
}

func TestGoModLater(t *testing.T) {
	base := "module m\n\ngo 1.26.0\n\nrequire (\n\ta.b/a v1.0.0\n\ta.b/b v1.0.0\n\ta.b/c v1.0.0\n)\n"
	ours := "module m\n\ngo 1.26.0\n\nrequire (\n\ta.b/a v0.9.0\n\ta.b/c v1.0.0\n\ta.b/own v1.0.0\n)\n"
	theirs := "module m\n\ngo 1.26.0\n\nrequire (\n\ta.b/a v1.0.0\n\ta.b/b v1.0.0\n\ta.b/c v1.1.0\n)\n"
	want := "module m\n\ngo 1.26.0\n\nrequire (\n\ta.b/a v0.9.0\n\ta.b/c v1.1.0\n\ta.b/own v1.0.0\n)\n"
	got, _, err := structured("go.mod", []byte(base), []byte(ours), []byte(theirs))
	if err != nil || string(got) != want {
		t.Errorf("got\n%s%v\nwant\n%s", got, err, want)
	}
}

func TestStructuredAtInit(t *testing.T) {
	version := func(s string) Version { return Version{Data: []byte(s), Exists: true} }
	in := Input{Mode: Init, Path: "go.mod", Ours: version(strings.ReplaceAll(ownersGoMod, "\n", "\r\n")), Theirs: version(renderedGoMod)}
	got := Decide(in)
	if got.Action != Merged || !strings.Contains(string(got.Data), "module example.com/op/v2\r\n") {
		t.Errorf("got %s %q", got.Action, got.Data)
	}
	in.Ours = version("module \"\n")
	if got := Decide(in); got.Action != Refuse || !strings.Contains(got.Reason, "go.mod:1:") {
		t.Errorf("got %s %q", got.Action, got.Reason)
	}
	in.Path, in.Ours, in.Theirs = ".gitignore", version("bin/\nown/\n"), version("bin/\n")
	if got := Decide(in); got.Action != Adopt {
		t.Errorf("got %s %q", got.Action, got.Reason)
	}
}
