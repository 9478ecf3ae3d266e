package merge

import (
	"strings"
	"testing"
)

// A module that the new templates use directly loses its comment, at the same version and beside the owner's own ones.
func TestGoModBecomesDirect(t *testing.T) {
	const head = "module example.com/shop\n\ngo 1.26.0\n\n"
	base := head + "require example.com/a v1.0.0\n\nrequire example.com/b v1.2.0 // indirect\n"
	ours := head + "require (\n\texample.com/a v1.0.0\n\texample.com/own v1.0.0\n)\n\nrequire example.com/b v1.2.0 // indirect\n"
	theirs := head + "require (\n\texample.com/a v1.0.0\n\texample.com/b v1.2.0\n)\n"
	merged, err := mergeTexts("go.mod", []byte(base), []byte(ours), []byte(theirs), Labels{})
	if err != nil || !merged.clean() {
		t.Fatalf("%v\n%s", err, merged.text)
	}
	text := string(merged.text)
	if strings.Contains(text, "// indirect") || !strings.Contains(text, "example.com/b v1.2.0") || !strings.Contains(text, "example.com/own v1.0.0") {
		t.Errorf("got\n%s", text)
	}
}
