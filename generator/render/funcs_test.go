package render

import (
	"slices"
	"testing"
	"testing/fstest"
)

// The functions of templates give the same output for the same input, whatever the clock, the machine and
// the dice say. A new one is added here with that in mind.
func TestFuncs(t *testing.T) {
	want := []string{
		"contains", "dict", "first", "has", "hasPrefix", "hasSuffix", "indent", "join", "last", "list",
		"lower", "nindent", "quote", "replace", "rest", "sortAlpha", "splitList", "squote", "title",
		"trimPrefix", "trimSuffix", "uniq", "upper",
	}
	var got []string
	for name, f := range funcs() {
		if got = append(got, name); f == nil {
			t.Errorf("sprig has no function %q", name)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("functions %q, want %q", got, want)
	}
}

// What sprig has beside, a template cannot use; and a value that is not there is an error, not "<no value>".
func TestExecuteRefuses(t *testing.T) {
	shared, err := partials(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"{{ now }}", "{{ ago .Name }}", "{{ randInt 1 2 }}", `{{ genPrivateKey "rsa" }}`, `{{ env "HOME" }}`, "{{ uuidv4 }}",
		"{{ .Missing }}", `{{ (dict "a" 1).b }}`, "{{ if }}", "{{ range .Name }}",
	} {
		if out, err := execute("test.tmpl", text, &Project{Name: "shop"}, shared); err == nil {
			t.Errorf("%s gives %q, not an error", text, out)
		}
	}
}
