package render_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/imports"

	"github.com/opwright/opwright/generator/tree"
)

// A full goimports, with nothing left out, finds nothing to add, to drop or to move: the imports of every
// template are complete and used.
func TestImportsAreComplete(t *testing.T) {
	each(t, func(t *testing.T, _ variant, out tree.Tree) {
		dir := t.TempDir()
		for _, name := range out.Paths() {
			f, _ := out.Get(name)
			path := filepath.Join(dir, filepath.FromSlash(name))
			must(t, os.MkdirAll(filepath.Dir(path), 0o777))
			must(t, os.WriteFile(path, f.Data, 0o666))
		}
		for name, f := range goFiles(out) {
			path := filepath.Join(dir, filepath.FromSlash(name))
			got, err := imports.Process(path, f.Data, &imports.Options{Comments: true, TabIndent: true, TabWidth: 8})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if !bytes.Equal(got, f.Data) {
				t.Errorf("%s: goimports would change it:\n%s", name, firstDifference(string(f.Data), string(got)))
			}
		}
	})
}
