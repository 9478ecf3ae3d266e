package workdir

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/tree"
)

// BenchmarkInit writes a project of 70 files into a new folder.
func BenchmarkInit(b *testing.B) {
	var made tree.Tree
	for i := range 70 {
		text := strings.Repeat(fmt.Sprintln("line of file", i), 80)
		if err := made.Add(fmt.Sprintf("d%d/f%d", i/6, i), tree.File{Data: []byte(text), Ownership: tree.Merged}); err != nil {
			b.Fatal(err)
		}
	}
	root := b.TempDir()
	for n := 0; b.Loop(); n++ {
		d, err := Open(filepath.Join(root, fmt.Sprint(n)))
		if err != nil {
			b.Fatal(err)
		}
		unlock, err := d.Lock(time.Second)
		if err != nil {
			b.Fatal(err)
		}
		plan := merge.DecideTree(merge.TreeInput{Ours: d.Observe(made.Paths()), Theirs: made, Mode: merge.Init})
		next, texts := emptyLock.Next(plan.Changes)
		if err := d.Apply(plan.Changes, next, texts); err != nil {
			b.Fatal(err)
		}
		unlock()
		_ = d.Close()
	}
}
