//go:build unix

package generator

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkUpgrade upgrades a project with 100 APIs and their controllers to newer templates: resolve, render,
// observe, decide and apply. What follows, derived files and the build, is the go command's time.
func BenchmarkUpgrade(b *testing.B) {
	var apis []string
	for i := range 100 {
		apis = append(apis, fmt.Sprintf("shop/v1/Storefront%d", i))
	}
	project, n := made(b, apis...), 0
	later := newer(b, nil)
	for b.Loop() {
		b.StopTimer()
		n++
		dir := filepath.Join(b.TempDir(), fmt.Sprint(n))
		must(b, os.CopyFS(dir, os.DirFS(project)))
		b.StartTimer()
		if _, err := Upgrade(context.Background(), UpgradeRequest{Dir: dir, NoVerify: true, newest: later}); err != nil {
			b.Fatal(err)
		}
	}
}
