package state

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/tree"
)

var (
	digits = strings.Repeat("1234567890123456", 4)
	floaty = "1" + "e" + strings.Repeat("0", 62)
)

func example() Lock {
	return Lock{
		Revision: 3,
		Applied:  digits,
		Presets: []PresetPin{
			{Name: "golden", Version: 2, Digest: digits, Source: "../platform"}, {Name: "standard", Version: 1, Digest: floaty},
		},
		Moved:  []Move{{From: "cmd/main.go", To: "cmd/manager/main.go"}},
		Layers: []LayerPin{{Dir: "../platform", Digest: floaty}},
		Files: []Entry{
			{Path: "Makefile", SHA256: digits, Ownership: tree.Merged, Unit: "project"},
			{Path: "README.md", Ownership: tree.Merged, Unit: "project", Kept: true},
			{Path: "a, {odd}: \"näme\" #1", SHA256: floaty, Ownership: tree.Once, Unit: "api shop.example.com/v1/Storefront", Offered: digits, Seen: digits},
			{Path: "null", SHA256: floaty, Executable: true, Ownership: tree.Merged, Unit: "true", Deleted: true},
			{Path: "true", Ownership: tree.Merged, Unit: "project", Conflict: merge.InTheWay},
		},
	}
}

func TestEncodeDecode(t *testing.T) {
	for name, l := range map[string]Lock{"full": example(), "empty": {Revision: 1, Presets: []PresetPin{}, Files: []Entry{}}} {
		got, err := Decode(l.Encode(), 3)
		if err != nil || !reflect.DeepEqual(got, l) {
			t.Errorf("%s: got %+v, %v\nof\n%s", name, got, err, l.Encode())
		}
		if again := got.Encode(); !bytes.Equal(again, l.Encode()) {
			t.Errorf("%s: encoded differently:\n%s", name, again)
		}
	}
	if lines := strings.Count(string(example().Encode()), "\n"); lines != 2+2+3+2+2+6 {
		t.Errorf("%d lines, want a line a file:\n%s", lines, example().Encode())
	}
}

func TestDecodeFaults(t *testing.T) {
	good := string(example().Encode())
	swap := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("nothing to break: %s", old)
		}
		return strings.Replace(good, old, with, 1)
	}
	tests := []struct{ name, data, want string }{
		{"unknown field", swap("applied:", "wanted:"), `.opwright/lock.yaml:4:1: unknown field "wanted"`},
		{"no YAML", "revision: [", ".opwright/lock.yaml:1:"},
		{"wrong type", swap("revision: 3", "revision: x"), ".opwright/lock.yaml:3:11: "},
		{"outside", swap(`"Makefile"`, `"../Makefile"`), `.opwright/lock.yaml: file "../Makefile": not a path of the project`},
		{"own state", swap(`"Makefile"`, `".opwright/lock.yaml"`), "not a path of the project"},
		{"twice", swap(`"README.md"`, `"Makefile"`), `file "Makefile": out of order or twice`},
		{"digest", swap(digits+`", ownership`, `../../x", ownership`), "not a sha256"},
		{"ownership", swap(`"once"`, `"mine"`), `unknown ownership "mine"`},
		{"conflict", swap(`"in-the-way"`, `"odd"`), `unknown conflict "odd"`},
		{"markers", swap("files:", "<<<<<<< HEAD\nfiles:"), "hint: opwright repair"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Decode([]byte(tt.data), 3); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestDecodeTooNew(t *testing.T) {
	_, err := Decode([]byte("revision: 4\nfuture: {}\n"), 3)
	var tooNew *TooNewError
	if !errors.As(err, &tooNew) || tooNew.Lock != 4 || tooNew.Binary != 3 {
		t.Errorf("got %v", err)
	}
}

func TestPack(t *testing.T) {
	text := []byte("package main\n")
	if !bytes.Equal(Pack(text), Pack(text)) {
		t.Error("two packs differ")
	}
	if got, err := Unpack(tree.Digest(text), Pack(text)); err != nil || !bytes.Equal(got, text) {
		t.Errorf("got %q, %v", got, err)
	}
	for name, packed := range map[string][]byte{"other text": Pack([]byte("x")), "no gzip": text, "torn": Pack(text)[:12]} {
		if _, err := Unpack(tree.Digest(text), packed); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestNextAndRecords(t *testing.T) {
	base := func(s string) merge.Version { return merge.Version{Data: []byte(s), Exists: true} }
	old := Lock{Revision: 1, Files: []Entry{
		{Path: "gone", SHA256: digits, Ownership: tree.Merged},
		{Path: "other", SHA256: floaty, Ownership: tree.Merged, Unit: "old"},
	}}
	next, texts := old.Next([]merge.Change{
		{Path: "z", Base: base("Z"), Ownership: tree.Once, Unit: "project"},
		{Path: "README.md", Known: merge.Known{Kept: true}, Ownership: tree.Merged},
		{Path: "gone"},
	})
	want := []Entry{
		{Path: "README.md", Ownership: tree.Merged, Kept: true},
		{Path: "other", SHA256: floaty, Ownership: tree.Merged, Unit: "old"},
		{Path: "z", SHA256: tree.Digest([]byte("Z")), Ownership: tree.Once, Unit: "project"},
	}
	if !reflect.DeepEqual(next.Files, want) || len(texts) != 1 || string(texts[want[2].SHA256]) != "Z" {
		t.Errorf("got %+v, texts %q", next.Files, texts)
	}
	if got := next.Digests(); len(got) != 2 {
		t.Errorf("digests %q", got)
	}
	records, lost := next.Records(texts)
	if len(lost) != 1 || lost[0] != "other" || string(records["z"].Base.Data) != "Z" || !records["README.md"].Known.Kept || records["other"].Base.Exists {
		t.Errorf("records %+v, lost %q", records, lost)
	}
}
