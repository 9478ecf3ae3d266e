package spec

import (
	"strings"
	"testing"
)

const projectHead = "apiVersion: opwright.dev/v1alpha1\nkind: Project\nname: shop\nmodule: example.com/shop\ndomain: example.com\n"

func TestRecord(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"nothing to do",
			"apis: [{group: a.b, version: v1, kind: C, plural: cs, dir: a}] # fine\n",
			"apis: [{group: a.b, version: v1, kind: C, plural: cs, dir: a}] # fine\n"},
		{"flow",
			"apis:\n  - { group: a.b, version: v1, kind: C }   # mine\n",
			"apis:\n  - { group: a.b, version: v1, kind: C, plural: cs, dir: a }   # mine\n"},
		{"flow with a last comma, and more than ASCII before it",
			"owner: é\napis: [{group: \"a.b\", version: v1, kind: C, dir: a, }, {group: a.b, version: v2, kind: C}]\n",
			"owner: é\napis: [{group: \"a.b\", version: v1, kind: C, dir: a, plural: cs, }, {group: a.b, version: v2, kind: C, plural: cs, dir: a}]\n"},
		{"flow over lines",
			"apis:\n  - {group: a.b,\n     version: v1, kind: C\n    }\n",
			"apis:\n  - {group: a.b,\n     version: v1, kind: C, plural: cs, dir: a\n    }\n"},
		{"block",
			"# top\napis:\n    # one\n    -   group: a.b   # g\n        kind: C # k\n        version: v1\n# end\n",
			"# top\napis:\n    # one\n    -   group: a.b   # g\n        kind: C # k\n        plural: cs\n        dir: a\n        version: v1\n# end\n"},
		{"block without a last line end",
			"apis:\n- group: a.b\n  version: v1\n  kind: C",
			"apis:\n- group: a.b\n  version: v1\n  kind: C\n  plural: cs\n  dir: a"},
		{"there but empty",
			"apis:\n- group: a.b\n  version: v1\n  plural: # later\n  kind: C\n  dir: x\n",
			"apis:\n- group: a.b\n  version: v1\n  plural: cs # later\n  kind: C\n  dir: x\n"},
		{"controllers and a second group",
			"controllers:\n- for: a.c/v1/C\n- {for: a.b/v1/C}\napis:\n- {group: a.c, version: v1, kind: C}\n- {group: a.b, version: v1, kind: C, dir: a}\n",
			"controllers:\n- for: a.c/v1/C\n  name: c\n- {for: a.b/v1/C, name: a-c}\napis:\n- {group: a.c, version: v1, kind: C, plural: cs, dir: ac}\n- {group: a.b, version: v1, kind: C, dir: a, plural: cs}\n"},
		{"a word that YAML would take for something else",
			"apis: [{group: a.b, version: v1, kind: \"No\", plural: noes}]\ncontrollers: [{for: a.b/v1/No}]\n",
			"apis: [{group: a.b, version: v1, kind: \"No\", plural: noes, dir: a}]\ncontrollers: [{for: a.b/v1/No, name: \"no\"}]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, style := range []func(string) string{asIs, crlf, withMark} {
				got, err := Record("opwright.yaml", []byte(style(projectHead+tt.before)))
				if want := style(projectHead + tt.after); err != nil || string(got) != want {
					t.Errorf("%v\n got %q\nwant %q", err, got, want)
				}
			}
		})
	}
}

func asIs(s string) string     { return s }
func crlf(s string) string     { return strings.ReplaceAll(s, "\n", "\r\n") }
func withMark(s string) string { return "\ufeff" + s }

func TestRecordInOneLine(t *testing.T) {
	before := "{apiVersion: opwright.dev/v1alpha1, kind: Project, name: s, module: s, domain: s, apis: [{group: a.b, version: v1, kind: C}]}"
	want := strings.Replace(before, "kind: C}", "kind: C, plural: cs, dir: a}", 1)
	for _, style := range []func(string) string{asIs, withMark} {
		if got, err := Record("opwright.yaml", []byte(style(before))); err != nil || string(got) != style(want) {
			t.Errorf("%v\n got %q", err, got)
		}
	}
}

// What cannot be edited safely is left to its owner, who is told what to write.
func TestRecordFaults(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"comment before the brace", "apis: [{group: a.b, version: v1, kind: C # c\n}]\n",
			"opwright.yaml: the names chosen for it could not be written into it\nhint: add them by hand: plural: cs, dir: a"},
		{"refused by Parse", "apis: [{group: a.b, version: v1}]\n", "opwright.yaml:6:8: kind is missing"},
	}
	for _, tt := range tests {
		if _, err := Record("opwright.yaml", []byte(projectHead+tt.body)); message(err) != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, message(err), tt.want)
		}
	}
}
