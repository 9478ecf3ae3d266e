package merge

import (
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/tree"
)

// text makes a version of a short test word; "-" is no file.
func text(word string) Version {
	if word == "-" {
		return Version{}
	}
	return Version{Data: []byte(word + "\n"), Exists: true}
}

func link() Version   { return Version{Exists: true, Kind: Link} }
func folder() Version { return Version{Exists: true, Kind: Dir} }

func TestDecide(t *testing.T) {
	x := tree.Digest([]byte("X\n"))
	once := Input{Ownership: tree.Once}
	atInit := Input{Mode: Init}
	readme := Input{Mode: Init, Path: "README.md"}
	kept := Input{Known: Known{Kept: true}}
	tests := []struct {
		name               string
		in                 Input
		base, ours, theirs string
		action             Action
		base2              string // base afterwards
		known              Known
		quiet              bool
		reason             string
	}{
		{"new", Input{}, "-", "-", "X", Create, "X", Known{}, false, "new"},
		{"equal already", Input{}, "-", "X", "X", Adopt, "X", Known{}, false, "equal"},
		{"in the way", Input{}, "-", "Y", "X", InConflict, "-", Known{Conflict: InTheWay}, false, "not made by opwright"},
		{"in the way at init", atInit, "-", "Y", "X", Refuse, "-", Known{}, false, "it is here already"},
		{"owner's at init", readme, "-", "Y", "X", Keep, "-", Known{Kept: true}, false, "before opwright"},
		{"owner's workflow at init", Input{Mode: Init, Path: ".github/workflows/x.yml"}, "-", "Y", "X", Keep, "-", Known{Kept: true}, false, "before opwright"},
		{"owner's README is at the root", Input{Mode: Init, Path: "config/README.md"}, "-", "Y", "X", Refuse, "-", Known{}, false, "it is here already"},
		{"owner's later", kept, "-", "Y", "X", Keep, "-", Known{Kept: true}, true, "before opwright"},
		{"owner's, deleted", kept, "-", "-", "X", Keep, "-", Known{Kept: true}, true, "before opwright"},
		{"owner's, become equal", kept, "-", "X", "X", Adopt, "X", Known{}, false, "equal"},
		{"owner's, no longer rendered", kept, "-", "Y", "-", Keep, "-", Known{}, true, "no longer rendered"},

		{"update", Input{}, "B", "B", "X", Update, "X", Known{}, false, "you did not edit it"},
		{"nothing", Input{}, "B", "B", "B", Keep, "B", Known{}, true, "unchanged"},
		{"edited", Input{}, "B", "Y", "B", Keep, "B", Known{}, false, "the template did not change"},
		{"already there", Input{}, "B", "X", "X", Keep, "X", Known{}, false, "already"},
		{"both changed", Input{}, "B", "Y", "X", InConflict, "B", Known{Conflict: BothChanged}, false, "yours stays"},

		{"deleted", Input{}, "B", "-", "B", Gone, "B", Known{Deleted: true}, false, "stays deleted"},
		{"deleted, told", Input{Known: Known{Deleted: true}}, "B", "-", "B", Gone, "B", Known{Deleted: true}, true, "stays deleted"},
		{"deleted, newer", Input{Known: Known{Deleted: true}}, "B", "-", "X", Gone, "B", Known{Deleted: true, Offered: x}, false, "a newer version exists"},
		{"deleted, newer, told", Input{Known: Known{Deleted: true, Offered: x}}, "B", "-", "X", Gone, "B", Known{Deleted: true, Offered: x}, true, "stays deleted"},
		{"deleted and brought back", Input{Known: Known{Deleted: true}}, "B", "B", "B", Keep, "B", Known{}, true, "unchanged"},

		{"dropped, kept without prune", Input{}, "B", "B", "-", Keep, "B", Known{}, false, "apply --prune"},
		{"dropped", Input{Prune: true}, "B", "B", "-", Delete, "-", Known{}, false, "did not edit"},
		{"dropped, edited", Input{Prune: true}, "B", "Y", "-", Unmanaged, "-", Known{}, false, "you edited it"},
		{"dropped, deleted", Input{Prune: true}, "B", "-", "-", Gone, "-", Known{}, true, "already deleted"},
		{"dropped, was in the way", Input{Prune: true}, "-", "Y", "-", Keep, "-", Known{}, true, "yours"},

		{"once, new", once, "-", "-", "X", Create, "X", Known{}, false, "new"},
		{"once, nothing", once, "B", "Y", "B", Keep, "B", Known{}, true, "since it was made"},
		{"once, newer", once, "B", "Y", "X", Keep, "B", Known{Offered: x}, false, "a newer version exists"},
		{"once, newer, untouched", once, "B", "B", "X", Keep, "B", Known{Offered: x}, false, "a newer version exists"},
		{"once, told", Input{Ownership: tree.Once, Known: Known{Offered: x}}, "B", "Y", "X", Keep, "B", Known{Offered: x}, true, "a newer"},
		{"once, taken by hand", once, "B", "X", "X", Keep, "X", Known{}, true, "unchanged"},
		{"once, deleted", once, "B", "-", "B", Gone, "B", Known{Deleted: true}, false, "stays deleted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := tt.in
			if in.Path == "" {
				in.Path = "main.go"
			}
			in.Base, in.Ours, in.Theirs = text(tt.base), text(tt.ours), text(tt.theirs)
			got := Decide(in)
			if got.Action != tt.action || undated(got.Known) != tt.known || got.Quiet != tt.quiet {
				t.Errorf("got %s %+v quiet=%v, want %s %+v quiet=%v", got.Action, got.Known, got.Quiet, tt.action, tt.known, tt.quiet)
			}
			if want := text(tt.base2); string(got.Base.Data) != string(want.Data) || got.Base.Exists != want.Exists {
				t.Errorf("base afterwards %q (%v), want %q", got.Base.Data, got.Base.Exists, want.Data)
			}
			if !strings.Contains(got.Reason, tt.reason) {
				t.Errorf("reason %q, want it to say %q", got.Reason, tt.reason)
			}
		})
	}
}

func TestDecideKinds(t *testing.T) {
	parent := Version{Exists: true, Kind: Link, Via: "config"}
	twin := Version{Exists: true, Kind: Other, Via: "makefile"}
	tests := []struct {
		name         string
		in           Input
		ours         Version
		base, theirs string
		action       Action
		reason       string
	}{
		{"link at init", Input{Mode: Init}, link(), "-", "X", Refuse, "a link is in its place"},
		{"link at init, owner's file", Input{Mode: Init, Path: "LICENSE"}, link(), "-", "X", Keep, "yours"},
		{"link at init, structured file", Input{Mode: Init, Path: "go.mod"}, link(), "-", "X", Refuse, "a link"},
		{"folder at init", Input{Mode: Init}, folder(), "-", "X", Refuse, "a folder is in its place"},
		{"linked parent at init", Input{Mode: Init}, parent, "-", "X", Refuse, "config is a link"},
		{"other case at init", Input{Mode: Init}, twin, "-", "X", Refuse, "makefile is in its place"},
		{"link later", Input{}, link(), "-", "X", InConflict, "a link is in its place"},
		{"became a link", Input{}, link(), "B", "B", Keep, "a link is in its place"},
		{"became a link, newer", Input{}, link(), "B", "X", Keep, "a newer version exists"},
		{"became a folder, dropped", Input{Prune: true}, folder(), "B", "-", Unmanaged, "stays"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := tt.in
			if in.Path == "" {
				in.Path = "Makefile"
			}
			in.Base, in.Ours, in.Theirs = text(tt.base), tt.ours, text(tt.theirs)
			got := Decide(in)
			if got.Action != tt.action || !strings.Contains(got.Reason, tt.reason) {
				t.Errorf("got %s %q, want %s %q", got.Action, got.Reason, tt.action, tt.reason)
			}
			if got.Writes() || got.Before != "" {
				t.Errorf("it writes (%v) over %q", got.Writes(), got.Before)
			}
		})
	}
}

func TestDecideMode(t *testing.T) {
	tests := []struct {
		name               string
		base, ours, theirs bool
		theirText          string
		action             Action
		executable         bool
	}{
		{"template makes it executable", false, false, true, "B", Update, true},
		{"template takes it away", true, true, false, "B", Update, false},
		{"owner made it executable", false, true, false, "B", Keep, false},
		{"owner's mode survives an update", false, true, false, "X", Update, true},
		{"both at once", false, false, true, "X", Update, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := Input{Path: "run.sh", Base: text("B"), Ours: text("B"), Theirs: text(tt.theirText)}
			in.Base.Executable, in.Ours.Executable, in.Theirs.Executable = tt.base, tt.ours, tt.theirs
			got := Decide(in)
			if got.Action != tt.action || got.Executable != tt.executable {
				t.Errorf("got %s executable=%v, want %s %v", got.Action, got.Executable, tt.action, tt.executable)
			}
		})
	}
}

func TestDecideStyle(t *testing.T) {
	tests := []struct {
		name, base, ours, theirs string
		action                   Action
		data                     string
	}{
		{"CRLF on disk is no edit", "a\nb\n", "a\r\nb\r\n", "a\nb\n", Keep, ""},
		{"CRLF is written back", "a\nb\n", "a\r\nb\r\n", "a\nc\n", Update, "a\r\nc\r\n"},
		{"BOM is written back", "a\n", "\xef\xbb\xbfa\n", "c\n", Update, "\xef\xbb\xbfc\n"},
		{"missing final newline is kept", "a\n", "a", "c\n", Update, "c"},
		{"template drops its final newline", "a\n", "a\n", "c", Update, "c"},
		{"binary is compared by bytes", "\x00a\n", "\x00a\r\n", "\x00c\n", InConflict, "\x00c\n"},
		{"adopted whatever the ending", "-", "a\r\n", "a\n", Adopt, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			raw := func(s string) Version { return Version{Data: []byte(s), Exists: s != "-"} }
			got := Decide(Input{Path: "f", Base: raw(tt.base), Ours: raw(tt.ours), Theirs: raw(tt.theirs)})
			if got.Action != tt.action || string(got.Data) != tt.data {
				t.Errorf("got %s %q, want %s %q", got.Action, got.Data, tt.action, tt.data)
			}
		})
	}
}

// TestInvariants holds whatever the input: a second run changes nothing, and what
// the owner wrote is overwritten only where it equals what was rendered.
func TestInvariants(t *testing.T) {
	words := []string{"-", "B", "X", "Y"}
	for n := range 4 * 4 * 4 * 8 {
		in := Input{Path: []string{"main.go", "README.md"}[n>>6&1], Base: text(words[n&3]), Ours: text(words[n>>2&3]), Theirs: text(words[n>>4&3])}
		in.Mode, in.Prune, in.Ownership = Mode(n>>7&1), n>>8&1 == 1, tree.Merged
		first := Decide(in)
		if first.Writes() && in.Ours.Exists && string(in.Ours.Data) != string(in.Base.Data) {
			t.Errorf("%+v: %s over the owner's text", in, first.Action)
		}
		again := in
		again.Base, again.Known, again.Mode = first.Base, first.Known, Later
		switch first.Action {
		case Create, Update, Merged:
			again.Ours = Version{Data: first.Data, Exists: true}
		case Delete:
			again.Ours = Version{}
		case Refuse:
			continue
		}
		if !first.Base.Exists && first.Known == (Known{}) && !in.Theirs.Exists {
			continue // left the ledger: nobody asks again
		}
		if second := Decide(again); second.Writes() || second.Base.Exists != first.Base.Exists || second.Known != first.Known {
			t.Errorf("%+v: first %s, second %s %+v", in, first.Action, second.Action, second.Known)
		}
	}
}
