package manifests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// many is a project with n API packages of one kind each.
func many(t testing.TB, n int) string {
	t.Helper()
	dir := good(t)
	if err := os.RemoveAll(filepath.Join(dir, "api")); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		source := strings.ReplaceAll(goodAPI, "good.example.com", fmt.Sprintf("g%02d.example.com", i))
		write(t, dir, fmt.Sprintf("api/g%02d/v1/types.go", i), source)
	}
	return dir
}

// BenchmarkGenerate is a full run.
func BenchmarkGenerate(b *testing.B) {
	for _, n := range []int{1, 20} {
		b.Run(fmt.Sprintf("apis=%d", n), func(b *testing.B) {
			dir := many(b, n)
			for b.Loop() {
				if _, err := Generate(context.Background(), Options{Dir: dir}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkUnchanged is a run that has nothing to do.
func BenchmarkUnchanged(b *testing.B) {
	dir := many(b, 20)
	opts := Options{Dir: dir, CacheDir: b.TempDir()}
	result, err := Generate(context.Background(), opts)
	if err != nil {
		b.Fatal(err)
	}
	for name, data := range result.Files {
		write(b, dir, name, string(data))
	}
	for b.Loop() {
		if result, err := Generate(context.Background(), opts); err != nil || !result.Unchanged {
			b.Fatal(err, result)
		}
	}
}
