package merge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/tree"
)

func treeOf(t *testing.T, files map[string]string) tree.Tree {
	t.Helper()
	var made tree.Tree
	for path, data := range files {
		if err := made.Add(path, tree.File{Data: []byte(data), Ownership: tree.Merged, Unit: "new"}); err != nil {
			t.Fatal(err)
		}
	}
	return made
}

func versions(files map[string]string) map[string]Version {
	all := map[string]Version{}
	for path, data := range files {
		all[path] = Version{Data: []byte(data), Exists: true}
	}
	return all
}

func records(files map[string]string) map[string]Record {
	all := map[string]Record{}
	for path, v := range versions(files) {
		all[path] = Record{Base: v, Ownership: tree.Merged, Unit: "old"}
	}
	return all
}

// show writes a plan as one line a change.
func show(p Plan) string {
	var b strings.Builder
	for _, c := range p.Changes {
		fmt.Fprintf(&b, "%s %s %s\n", c.Action, c.Path, c.Unit)
	}
	return b.String()
}

func TestDecideTree(t *testing.T) {
	plan := DecideTree(TreeInput{
		Records: records(map[string]string{"b": "B\n", "old": "B\n"}),
		Ours:    versions(map[string]string{"b": "B\n", "c": "Y\n", "old": "B\n"}),
		Theirs:  treeOf(t, map[string]string{"a": "X\n", "b": "X\n", "c": "X\n"}),
		Prune:   true,
	})
	if got, want := show(plan), "create a new\nupdate b new\nconflict c new\ndelete old old\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if len(plan.Writes()) != 3 || len(plan.Conflicts()) != 1 || len(plan.Refused()) != 0 {
		t.Errorf("writes %v, conflicts %v, refused %v", plan.Writes(), plan.Conflicts(), plan.Refused())
	}
}

func TestRefusalsAreAllListed(t *testing.T) {
	files := map[string]string{"Makefile": "X\n", "README.md": "X\n", "cmd/main.go": "X\n", "z": "X\n"}
	ours := versions(map[string]string{"Makefile": "Y\n", "README.md": "Y\n", "cmd/main.go": "Y\n"})
	plan := DecideTree(TreeInput{Ours: ours, Theirs: treeOf(t, files), Mode: Init})
	if got, want := show(Plan{plan.Refused()}), "refuse Makefile new\nrefuse cmd/main.go new\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestDecideEdit(t *testing.T) {
	const none = "-"
	tests := []struct {
		name                  string
		base, ours, old, next string
		known                 Known
		once, prune           bool
		want                  Action // empty: not in the plan
		known2                Known
	}{
		{"not concerned", "B", "Y", "B", "B", Known{}, false, false, "", Known{}},
		{"not concerned, newer templates", "A", "A", "B", "B", Known{}, false, false, "", Known{}},
		{"not concerned, only in newer templates", none, none, "B", "B", Known{}, false, false, "", Known{}},
		{"plain update", "B", "B", "B", "X", Known{}, false, false, Update, Known{}},
		{"owner edited", "B", "Y", "B", "X", Known{}, false, false, InConflict, Known{Conflict: BothChanged}},
		{"templates moved on", "A", "A", "B", "X", Known{}, false, false, InConflict, Known{Conflict: Outdated}},
		{"templates moved on, owner edited", "A", "Y", "B", "X", Known{}, false, false, InConflict, Known{Conflict: Outdated}},
		{"templates moved on, already so", "A", "X", "B", "X", Known{}, false, false, Adopt, Known{}},
		{"templates moved on, once", "A", "Y", "B", "A", Known{}, true, false, Keep, Known{}},
		{"once, made from another desired state", "B", "Y", "B", "X", Known{}, true, false, Keep, Known{}},
		{"templates moved on, deleted", "A", none, "B", "A", Known{}, false, false, Gone, Known{Deleted: true}},
		{"changes a file of newer templates", none, none, "B", "X", Known{}, false, false, InConflict, Known{Conflict: Outdated}},
		{"owner's", none, "Y", "B", "X", Known{Kept: true}, false, false, Keep, Known{Kept: true}},
		{"added", none, none, none, "X", Known{}, false, false, Create, Known{}},
		{"added in the way", none, "Y", none, "X", Known{}, false, false, InConflict, Known{Conflict: InTheWay}},
		{"removed", "B", "B", "B", none, Known{}, false, true, Delete, Known{}},
		{"removed, older templates", "A", "A", "B", none, Known{}, false, true, Delete, Known{}},
		{"removed, no prune", "B", "B", "B", none, Known{}, false, false, Keep, Known{}},
		{"removed earlier, pruned now", "B", "B", none, none, Known{}, false, true, Delete, Known{}},
		{"still in conflict", "B", "Y", "X", "X", Known{Conflict: BothChanged}, false, false, InConflict, Known{Conflict: BothChanged}},
		{"in conflict, edited again", "B", "Y", "X", "Z", Known{Conflict: BothChanged}, false, false, InConflict, Known{Conflict: BothChanged}},
		{"in conflict, edit taken back", "B", "Y", "X", "B", Known{Conflict: BothChanged}, false, false, Keep, Known{}},
		{"conflict settled as new", "B", "X", "X", "X", Known{Conflict: BothChanged}, false, false, Keep, Known{}},
		{"conflict settled as base", "B", "B", "X", "X", Known{Conflict: BothChanged}, false, false, Update, Known{}},
		{"way is free", none, none, "X", "X", Known{Conflict: InTheWay}, false, false, Create, Known{}},
		{"still outdated", "A", "A", "X", "X", Known{Conflict: Outdated}, false, false, InConflict, Known{Conflict: Outdated}},
		{"no longer outdated", "A", "X", "X", "X", Known{Conflict: Outdated}, false, false, Keep, Known{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ownership := tree.Merged
			if tt.once {
				ownership = tree.Once
			}
			one := func(word string) (made tree.Tree) {
				if v := text(word); v.Exists {
					_ = made.Add("f", tree.File{Data: v.Data, Ownership: ownership})
				}
				return made
			}
			in := EditInput{Ours: map[string]Version{"f": text(tt.ours)}, Old: one(tt.old), New: one(tt.next), Prune: tt.prune}
			if base := text(tt.base); base.Exists || tt.known != (Known{}) {
				in.Records = map[string]Record{"f": {Base: base, Known: tt.known, Ownership: ownership}}
			}
			got := DecideEdit(in).Changes
			if tt.want == "" {
				if len(got) != 0 {
					t.Fatalf("got %+v, want nothing", got)
				}
				return
			}
			if len(got) != 1 || got[0].Action != tt.want || undated(got[0].Known) != tt.known2 {
				t.Fatalf("got %+v, want %s %+v", got, tt.want, tt.known2)
			}
			if tt.known2.Conflict == Outdated && !strings.Contains(got[0].Reason, "opwright upgrade") {
				t.Errorf("reason %q names no way out", got[0].Reason)
			}
		})
	}
}

// TestDecideEditOutdatedStructured: an edit reaches go.mod across newer templates,
// and base takes the edit alone.
// Where the templates are the same, a render differs from base because the owner's types do, and a file
// that its owner never touched is simply written anew.
func TestDecideEditSameTemplates(t *testing.T) {
	for _, tt := range []struct {
		name, ours string
		want       Action
	}{
		{"untouched", "A", Update},
		{"already so", "X", Keep},
		{"owner edited", "Y", InConflict},
		{"owner deleted", "", Gone},
	} {
		ours := map[string]string{"f": tt.ours}
		if tt.ours == "" {
			ours = nil
		}
		in := EditInput{
			Records: records(map[string]string{"f": "A"}), Ours: versions(ours),
			Old: treeOf(t, map[string]string{"f": "B"}), New: treeOf(t, map[string]string{"f": "X"}), SameTemplates: true,
		}
		c := DecideEdit(in).Changes[0]
		if c.Action != tt.want || c.Action == InConflict && c.Known.Conflict != BothChanged {
			t.Errorf("%s: got %s (%s), %+v", tt.name, c.Action, c.Reason, c.Known)
		}
	}
}

func TestDecideEditOutdatedStructured(t *testing.T) {
	mod := func(require string) string { return "module m\n\ngo 1.26.0\n" + require }
	const a1, a2, b = "\nrequire x.y/a v1.0.0\n", "\nrequire x.y/a v2.0.0+incompatible\n", "\nrequire x.y/b v1.0.0\n"
	plan := DecideEdit(EditInput{
		Records: records(map[string]string{"go.mod": mod(a1)}),
		Ours:    versions(map[string]string{"go.mod": mod(a1)}),
		Old:     treeOf(t, map[string]string{"go.mod": mod(a2)}),
		New:     treeOf(t, map[string]string{"go.mod": mod(a2 + b)}),
	})
	want := mod("\nrequire (\n\tx.y/a v1.0.0\n\tx.y/b v1.0.0\n)\n")
	if c := plan.Changes[0]; c.Action != Merged || string(c.Data) != want || string(c.Base.Data) != want {
		t.Errorf("got %s\n%s\nbase\n%s", c.Action, c.Data, c.Base.Data)
	}
}

// undated is what is known without the digests that belong to a conflict.
func undated(k Known) Known {
	if k.Conflict != "" {
		k.Offered, k.Seen = "", ""
	}
	return k
}

// An owner settles a conflict by editing the file after it was reported.
func TestConflictIsSettledByHand(t *testing.T) {
	for name, find := range map[string]func(Input) Change{"decide": Decide, "edit": func(in Input) Change { return in.open() }} {
		in := Input{Path: "main.go", Base: text("B"), Ours: text("Y"), Theirs: text("X")}
		in.Known = Decide(in).Known
		if c := find(in); c.Action != InConflict {
			t.Errorf("%s: untouched: got %s", name, c.Action)
		}
		in.Ours = text("Z")
		if c := find(in); c.Action != Keep || c.Known != (Known{}) || string(c.Base.Data) != string(in.Theirs.Data) {
			t.Errorf("%s: edited: got %s %+v base %q", name, c.Action, c.Known, c.Base.Data)
		}
		in.Theirs = text("W")
		if c := find(in); c.Action != InConflict {
			t.Errorf("%s: another text was offered meanwhile: got %s", name, c.Action)
		}
	}
}
