package generator

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/opwright/opwright/generator/spec"
)

// A project that is edited into a variant is the same, file by file, as the variant rendered at once; and
// edited back and pruned it is what it was. Deriving is left out: there is no go command on PATH.
func TestEditThereAndBack(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	variants, err := filepath.Glob(filepath.Join("render", "testdata", "variants", "*.yaml"))
	must(t, err)
	if len(variants) == 0 {
		t.Fatal("no variants")
	}
	for _, file := range variants {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			dir := t.TempDir()
			_, err := Init(context.Background(), InitRequest{Dir: dir, Name: "shop", Module: "example.com/shop", Domain: "example.com"})
			must(t, err)
			before := contents(t, dir)

			variant, err := os.ReadFile(file)
			must(t, err)
			project := filepath.Join(dir, ProjectFile)
			must(t, os.WriteFile(project, variant, 0o666))
			apply(t, dir)
			same(t, contents(t, dir), rendered(t, dir, file))
			if again := apply(t, dir); again.Changed() {
				t.Errorf("a second apply changes %+v", again.Changes)
			}

			must(t, os.WriteFile(project, []byte(before[ProjectFile]), 0o666))
			apply(t, dir)
			same(t, contents(t, dir), before)
		})
	}
}

// rendered is the variant as it would be made at once, and its project file as apply completes it.
func rendered(t *testing.T, dir, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	must(t, err)
	text, err := spec.Record(file, data)
	must(t, err)
	p, err := spec.Parse(file, text)
	must(t, err)
	s, err := open(dir, true)
	must(t, err)
	defer s.close()
	out, err := s.render(p)
	must(t, err)
	want := map[string]string{ProjectFile: string(text)}
	for _, name := range out.Paths() {
		f, _ := out.Get(name)
		want[name] = string(f.Data)
	}
	return want
}

func apply(t *testing.T, dir string) *Report {
	t.Helper()
	report, err := Apply(context.Background(), ApplyRequest{Dir: dir, Prune: true})
	must(t, err)
	if conflicts := report.Conflicts(); len(conflicts) > 0 {
		t.Fatalf("conflicts: %+v", conflicts)
	}
	return report
}

// contents are the files of a project, without opwright's own state.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if name = filepath.ToSlash(name); !strings.HasPrefix(name, ".opwright/") {
			files[name] = string(data)
		}
		return err
	}))
	return files
}

func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, text := range want {
		switch on, ok := got[name]; {
		case !ok:
			t.Errorf("%s is missing", name)
		case on != text:
			t.Errorf("%s differs:\n%s\nwant:\n%s", name, on, text)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is left over", name)
		}
	}
}

// Several at once make one project, and none of them fails.
func TestInitAtOnce(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := filepath.Join(t.TempDir(), "new", "shop")
	req := InitRequest{Dir: dir, Module: "example.com/shop", Domain: "example.com", APIs: []string{"shop/v1/Shop"}}
	var wait sync.WaitGroup
	changed, errs := make([]bool, 4), make([]error, 4)
	for i := range changed {
		wait.Go(func() {
			report, err := Init(context.Background(), req)
			errs[i], changed[i] = err, err == nil && report.Changed()
		})
	}
	wait.Wait()
	for _, err := range errs {
		must(t, err)
	}
	if countTrue(changed) != 1 {
		t.Errorf("%d of 4 changed something, want 1", countTrue(changed))
	}
}

func countTrue(list []bool) (n int) {
	for _, v := range list {
		if v {
			n++
		}
	}
	return n
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
