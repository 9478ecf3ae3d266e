package generator

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
)

// made is a project with a Storefront and its controller. Deriving is left out: there is no go command on PATH.
func made(t testing.TB, apis ...string) string {
	t.Helper()
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	if len(apis) == 0 {
		apis = []string{"shop/v1/Storefront"}
	}
	_, err := Init(context.Background(), InitRequest{Dir: dir, Name: "shop", Module: "example.com/shop", Domain: "example.com", APIs: apis})
	must(t, err)
	return dir
}

// grown are the commands of this package, each on a project with a Storefront of version v1.
func grown(dir string) map[string]func() (*Report, error) {
	ctx, e := context.Background(), Edit{Dir: dir}
	return map[string]func() (*Report, error){
		"add api": func() (*Report, error) { return AddAPI(ctx, AddAPIRequest{Edit: e, Kind: "shop/v1/Cart"}) },
		"add api alone": func() (*Report, error) {
			return AddAPI(ctx, AddAPIRequest{Edit: e, Kind: "shop/v1/Cart", NoController: true})
		},
		"add version": func() (*Report, error) { return AddVersion(ctx, e, "shop/v2/Storefront") },
		"add controller": func() (*Report, error) {
			return AddController(ctx, AddControllerRequest{Edit: e, Kind: "shop/v1/Storefront", Name: "backup", Start: Start{Owns: "v1/Secret"}})
		},
		"add watch": func() (*Report, error) {
			return AddOwned(ctx, AddOwnedRequest{Edit: e, Controller: "storefront", Kind: "apps/v1/StatefulSet", Status: []string{"replicas"}})
		},
		"remove api": func() (*Report, error) {
			return RemoveAPI(ctx, RemoveAPIRequest{Edit: e, Kind: "shop/v1/Storefront", Controllers: true})
		},
		"remove version":    func() (*Report, error) { return RemoveVersion(ctx, e, "shop/v9/Storefront") },
		"remove controller": func() (*Report, error) { return RemoveController(ctx, e, "storefront") },
		"remove watch":      func() (*Report, error) { return RemoveOwned(ctx, e, "storefront", "v1/ConfigMap") },
	}
}

// A project that a newer opwright worked on is refused, with both revisions, by each command.
func TestEditsOfANewerProject(t *testing.T) {
	dir := made(t)
	setRevision(t, dir, 9999)
	before := contents(t, dir)
	for name, command := range grown(dir) {
		_, err := command()
		if newer, ok := errors.AsType[*state.TooNewError](err); !ok || newer.Lock != 9999 || newer.Binary == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	same(t, contents(t, dir), before)
}

// In a project of older templates each command does what it should, and no other file or ledger line changes.
func TestEditsOfAnOlderProject(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(grown(""))) {
		t.Run(name, func(t *testing.T) {
			dir := made(t)
			// Older templates: what no edit here concerns is rendered differently today.
			const untouched = "internal/tuning/queue.go"
			edit(t, filepath.Join(dir, untouched), "package tuning\n", "package tuning\n\n// As it was once.\n")
			rebase(t, dir, untouched)
			setRevision(t, dir, 0)
			files, lines := contents(t, dir), ledger(t, dir)

			report, err := grown(dir)[name]()
			must(t, err)
			if conflicts := report.Conflicts(); len(conflicts) > 0 {
				t.Errorf("conflicts: %+v", conflicts)
			}
			concerned := map[string]bool{}
			for _, c := range report.Changes {
				concerned[c.Path] = true
			}
			after := contents(t, dir)
			for path, text := range files {
				if !concerned[path] && after[path] != text {
					t.Errorf("%s changed", path)
				}
			}
			linesAfter := ledger(t, dir)
			for path, line := range lines {
				if !concerned[path] && linesAfter[path] != line {
					t.Errorf("the ledger line of %s changed: %+v, was %+v", path, linesAfter[path], line)
				}
			}
			if concerned[untouched] || after[untouched] != files[untouched] {
				t.Errorf("%s was upgraded", untouched)
			}
			if now := revisionOf(t, dir); now != 0 {
				t.Errorf("the ledger says revision %d", now)
			}
		})
	}
}

// What is added and removed again leaves the project as it was, and each command a second time does nothing.
func TestAddAndRemove(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		add    string
		remove func(Edit) (*Report, error)
	}{
		{"add api", func(e Edit) (*Report, error) {
			return RemoveAPI(ctx, RemoveAPIRequest{Edit: e, Kind: "shop/v1/Cart", Controllers: true})
		}},
		{"add api alone", func(e Edit) (*Report, error) { return RemoveAPI(ctx, RemoveAPIRequest{Edit: e, Kind: "shop/v1/Cart"}) }},
		{"add version", func(e Edit) (*Report, error) { return RemoveVersion(ctx, e, "shop/v2/Storefront") }},
		{"add controller", func(e Edit) (*Report, error) { return RemoveController(ctx, e, "backup") }},
		{"add watch", func(e Edit) (*Report, error) { return RemoveOwned(ctx, e, "storefront", "apps/v1/StatefulSet") }},
	} {
		t.Run(c.add, func(t *testing.T) {
			dir := made(t)
			before := contents(t, dir)
			twice(t, dir, grown(dir)[c.add])
			if len(contents(t, dir)) <= len(before) {
				t.Error("nothing was added")
			}
			twice(t, dir, func() (*Report, error) { return c.remove(Edit{Dir: dir}) })
			same(t, contents(t, dir), before)
		})
	}
}

func twice(t *testing.T, dir string, command func() (*Report, error)) {
	t.Helper()
	report, err := command()
	must(t, err)
	if !report.Changed() || len(report.Conflicts()) > 0 || len(report.Snippets) > 0 {
		t.Errorf("the first time: %+v", report)
	}
	before := contents(t, dir)
	report, err = command()
	must(t, err)
	if report.Changed() {
		t.Errorf("the second time changes %+v", report.Changes)
	}
	same(t, contents(t, dir), before)
}

// Files that the owner edited stay when their unit goes; what they need stays, too. All others go.
func TestRemoveLeavesWhatIsEdited(t *testing.T) {
	dir := made(t, "shop/v1/Storefront", "shop/v1/Cart")
	reconcile := "internal/controller/shop/cart_controller.go"
	edit(t, filepath.Join(dir, reconcile), "package shop\n", "package shop\n\n// Ours.\n")
	report, err := RemoveAPI(context.Background(), RemoveAPIRequest{Edit: Edit{Dir: dir}, Kind: "shop/v1/Cart", Controllers: true})
	must(t, err)
	for path, want := range map[string]merge.Action{
		reconcile: merge.Unmanaged,
		"internal/controller/shop/cart_deployment.go": merge.Keep, // called there
		"internal/controller/shop/cart_setup.go":      merge.Delete,
		"config/rbac/shop_cart_admin_role.yaml":       merge.Delete,
		"api/shop/v1/groupversion_info.go":            merge.Update,
		"internal/controller/setup.go":                merge.Update,
	} {
		if got := actionOf(report, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// Types that the owner edited keep the file that names their group: without it nothing could be generated.
func TestRemoveLeavesTheGroupOfEditedTypes(t *testing.T) {
	dir := made(t, "shop/v1/Storefront", "billing/v1/Invoice")
	const types = "api/billing/v1/invoice_types.go"
	edit(t, filepath.Join(dir, types), "package v1\n", "package v1\n\n// Ours.\n")
	report, err := RemoveAPI(context.Background(), RemoveAPIRequest{Edit: Edit{Dir: dir}, Kind: "billing/v1/Invoice", Controllers: true})
	must(t, err)
	for path, want := range map[string]merge.Action{types: merge.Unmanaged, "api/billing/v1/groupversion_info.go": merge.Keep, mainFile: merge.Update} {
		if got := actionOf(report, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// A kind of the same name in another package is another kind.
func TestRemoveOneOfTwoOfAName(t *testing.T) {
	dir := made(t, "shop/v1/Storefront", "shop/v2/Storefront", "billing/v1/Storefront")
	for path, run := range map[string]func() (*Report, error){
		"api/shop/v2/storefront_types.go": func() (*Report, error) {
			return RemoveVersion(context.Background(), Edit{Dir: dir}, "shop/v2/Storefront")
		},
		"api/billing/v1/storefront_types.go": func() (*Report, error) {
			return RemoveAPI(context.Background(), RemoveAPIRequest{Edit: Edit{Dir: dir}, Kind: "billing/v1/Storefront", Controllers: true})
		},
	} {
		report, err := run()
		must(t, err)
		if got := actionOf(report, path); got != merge.Delete {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// What is stored, or has a controller, is not removed unasked; the hint says what to do.
func TestRemoveRefused(t *testing.T) {
	for _, c := range []struct {
		name, want, hint string
		run              func(Edit) (*Report, error)
	}{
		{"the stored version", "objects of Storefront are stored in v1, and could not be read without it", "move +kubebuilder:storageversion",
			func(e Edit) (*Report, error) { return RemoveVersion(context.Background(), e, "shop/v1/Storefront") }},
		{"one of two versions", "Storefront has the version v2, too", "opwright remove version shop.example.com/v2/Storefront",
			func(e Edit) (*Report, error) {
				return RemoveAPI(context.Background(), RemoveAPIRequest{Edit: e, Kind: "shop/v1/Storefront"})
			}},
		{"the only version", "v1 is the only version of Cart", "opwright remove api shop/v1/Cart",
			func(e Edit) (*Report, error) { return RemoveVersion(context.Background(), e, "shop/v1/Cart") }},
		{"with a controller", "controller cart is for shop.example.com/v1/Cart", "opwright remove controller cart",
			func(e Edit) (*Report, error) {
				return RemoveAPI(context.Background(), RemoveAPIRequest{Edit: e, Kind: "shop/v1/Cart"})
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := made(t, "shop/v1/Storefront", "shop/v2/Storefront", "shop/v1/Cart")
			before := contents(t, dir)
			_, err := c.run(Edit{Dir: dir})
			if err == nil || !strings.HasPrefix(err.Error(), c.want+"\nhint: "+c.hint) {
				t.Errorf("got %v", err)
			}
			same(t, contents(t, dir), before)
		})
	}
}

// Once the owner has moved the storage marker, the version that was there first can go.
func TestRemoveTheFirstVersion(t *testing.T) {
	dir := made(t, "shop/v1/Storefront", "shop/v2/Storefront")
	const marker = "// +kubebuilder:storageversion\n"
	edit(t, filepath.Join(dir, "api/shop/v1/storefront_types.go"), marker, "")
	edit(t, filepath.Join(dir, "api/shop/v2/storefront_types.go"), "// +kubebuilder:subresource:status\n", "// +kubebuilder:subresource:status\n"+marker)
	edit(t, filepath.Join(dir, ProjectFile), "for: shop.example.com/v1/Storefront", "for: shop.example.com/v2/Storefront")
	apply(t, dir)
	report, err := RemoveVersion(context.Background(), Edit{Dir: dir}, "shop/v1/Storefront")
	must(t, err)
	if got := actionOf(report, "config/samples/shop_v1_storefront.yaml"); got != merge.Delete {
		t.Errorf("the sample: %s", got)
	}
}

func actionOf(report *Report, path string) merge.Action {
	for _, c := range report.Changes {
		if c.Path == path {
			return c.Action
		}
	}
	return ""
}

func readLock(t *testing.T, dir string) state.Lock {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(state.LockPath)))
	must(t, err)
	lock, err := state.Decode(data, 9999)
	must(t, err)
	return lock
}

func writeLock(t *testing.T, dir string, lock state.Lock) {
	t.Helper()
	must(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(state.LockPath)), lock.Encode(), 0o666))
}

// rebase makes the text of a file the one that was rendered last.
func rebase(t *testing.T, dir, name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	must(t, err)
	lock, digest := readLock(t, dir), tree.Digest(data)
	for i := range lock.Files {
		if lock.Files[i].Path == name {
			lock.Files[i].SHA256 = digest
		}
	}
	must(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(state.BasePath(digest))), state.Pack(data), 0o666))
	writeLock(t, dir, lock)
}

func setRevision(t *testing.T, dir string, revision int) {
	t.Helper()
	lock := readLock(t, dir)
	lock.Revision = revision
	writeLock(t, dir, lock)
}

func revisionOf(t *testing.T, dir string) int {
	t.Helper()
	return readLock(t, dir).Revision
}

func ledger(t *testing.T, dir string) map[string]state.Entry {
	t.Helper()
	lines := map[string]state.Entry{}
	for _, e := range readLock(t, dir).Files {
		lines[e.Path] = e
	}
	return lines
}
