package generator

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A builder that the owner's Reconcile still calls is not pruned, and apply says so until the call is gone.
func TestPruneLeavesWhatIsStillNeeded(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	_, err := Init(context.Background(), InitRequest{
		Dir: dir, Name: "shop", Module: "example.com/shop", Domain: "example.com", APIs: []string{"shop/v1/Cart"},
	})
	must(t, err)
	folder := filepath.Join(dir, "internal", "controller", "shop")
	builder, reconcile := filepath.Join(folder, "cart_configmap.go"), filepath.Join(folder, "cart_controller.go")
	edit(t, filepath.Join(dir, ProjectFile), "      - v1/ConfigMap\n", "")

	for range 2 {
		report := apply(t, dir)
		if !strings.Contains(strings.Join(report.Open, "\n"), "cart no longer owns v1/ConfigMap: take cartConfigMap(…)") {
			t.Errorf("open steps: %q", report.Open)
		}
		if _, err := os.Stat(builder); err != nil {
			t.Errorf("the builder is called and gone: %v", err)
		}
	}

	edit(t, reconcile, "\t\tcartConfigMap(cart),\n", "")
	report := apply(t, dir)
	if strings.Contains(strings.Join(report.Open, "\n"), "no longer owns") {
		t.Errorf("open steps: %q", report.Open)
	}
	if _, err := os.Stat(builder); err == nil {
		t.Error("the builder is there and nobody calls it")
	}
}

// The package of the children stays as long as the owner's code imports it.
func TestPruneLeavesImportedPackages(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	_, err := Init(context.Background(), InitRequest{
		Dir: dir, Name: "shop", Module: "example.com/shop", Domain: "example.com", APIs: []string{"shop/v1/Cart"}, Owns: "v1/ConfigMap",
	})
	must(t, err)
	edit(t, filepath.Join(dir, ProjectFile), "    owns:\n      - v1/ConfigMap\n", "")
	apply(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "internal", "children", "apply.go")); err != nil {
		t.Errorf("the controller imports the package, and it is gone: %v", err)
	}
}

func edit(t *testing.T, file, old, with string) {
	t.Helper()
	data, err := os.ReadFile(file)
	must(t, err)
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s does not hold %q", file, old)
	}
	must(t, os.WriteFile(file, []byte(strings.Replace(string(data), old, with, 1)), 0o666))
}
