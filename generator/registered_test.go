package generator

import (
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/workdir"
)

const registeredProject = `apiVersion: opwright.dev/v1alpha1
kind: Project
name: shop
module: example.com/shop
domain: example.com
apis:
  - {group: shop.example.com, version: v1, kind: Cart}
controllers:
  - {for: shop.example.com/v1/Cart}
`

// A registration is found by the package and the type, whatever the words around them.
func TestRegistrationsAreFound(t *testing.T) {
	p, err := spec.Parse(ProjectFile, []byte(registeredProject))
	must(t, err)
	const api, control = "api shop.example.com/v1", "controller cart"
	for _, c := range []struct{ name, file, source, found string }{
		{"as rendered", "cmd/main.go", `import shopv1 "example.com/shop/api/shop/v1"
func init() { utilruntime.Must(shopv1.AddToScheme(scheme)) }`, api},
		{"another alias", "cmd/main.go", `import carts "example.com/shop/api/shop/v1"
var all = runtime.SchemeBuilder{carts.AddToScheme}`, api},
		{"no alias", "pkg/scheme/scheme.go", `import "example.com/shop/api/shop/v1"
func Add(s *runtime.Scheme) error { return v1.SchemeBuilder.AddToScheme(s) }`, api},
		{"another package of that name", "cmd/main.go", `import v1 "k8s.io/api/core/v1"
func init() { v1.AddToScheme(scheme) }`, ""},
		{"imported for its types", "cmd/main.go", `import shopv1 "example.com/shop/api/shop/v1"
var cart shopv1.Cart`, ""},
		{"in a comment", "cmd/main.go", `import shopv1 "example.com/shop/api/shop/v1"
// shopv1.AddToScheme(scheme)
var cart shopv1.Cart`, ""},
		{"the package itself", "api/shop/v1/groupversion_info.go", `var AddToScheme = SchemeBuilder.AddToScheme`, ""},
		{"a controller, as rendered", "internal/controller/setup.go", `import shopcontroller "example.com/shop/internal/controller/shop"
func Setup() error { return (&shopcontroller.CartReconciler{}).SetupWithManager(mgr) }`, control},
		{"with more fields, in two steps", "cmd/app/app.go", `import "example.com/shop/internal/controller/shop"
func Setup() error { r := shop.CartReconciler{Extra: true}; return r.SetupWithManager(mgr) }`, control},
		{"new", "cmd/app/app.go", `import "example.com/shop/internal/controller/shop"
func Setup() error { return new(shop.CartReconciler).SetupWithManager(mgr) }`, control},
		{"in its own package", "internal/controller/shop/all.go", `func Setup() error { return (&CartReconciler{}).SetupWithManager(mgr) }`, control},
		{"new in its own package", "internal/controller/shop/all.go", `func Setup() error { return new(CartReconciler).SetupWithManager(mgr) }`, control},
		{"its methods", "internal/controller/shop/cart_controller.go", `type CartReconciler struct{}
func (r *CartReconciler) Reconcile() {}`, ""},
		{"its values alone", "internal/controller/setup.go", `import shopcontroller "example.com/shop/internal/controller/shop"
var tuning = shopcontroller.CartTuning()`, ""},
		{"another reconciler", "internal/controller/setup.go", `import shopcontroller "example.com/shop/internal/controller/billing"
func Setup() error { return (&shopcontroller.CartReconciler{}).SetupWithManager(mgr) }`, ""},
		{"no Go", "cmd/main.go", `import (`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := parseAll(map[string][]byte{c.file: []byte("package x\n" + c.source)})
			for _, r := range registrationsOf(p) {
				found := files[c.file] != nil && r.uses(c.file, files[c.file]) > 0
				if want := r.unit == c.found; found != want {
					t.Errorf("%s: found is %v, want %v", r.unit, found, want)
				}
			}
		})
	}
}

// A snippet is the code as it is rendered, in the words that the owner's file has for the package.
func TestSnippets(t *testing.T) {
	s := &session{}
	var err error
	s.newest, err = embedded()
	must(t, err)
	s.dir, err = workdir.Open(t.TempDir())
	must(t, err)
	p, err := spec.Parse(ProjectFile, []byte(registeredProject))
	must(t, err)
	rendered, err := s.render(p)
	must(t, err)
	for _, c := range []struct {
		name, file, source string
		want               []string
	}{
		{"the file is gone", "", "", []string{
			"api shop.example.com/v1|cmd/main.go|shopv1 \"example.com/shop/api/shop/v1\"|utilruntime.Must(shopv1.AddToScheme(scheme))",
			"controller cart|internal/controller/setup.go|shopcontroller \"example.com/shop/internal/controller/shop\"|",
		}},
		{"another alias", mainFile, "package main\nimport carts \"example.com/shop/api/shop/v1\"\n", []string{
			"api shop.example.com/v1|cmd/main.go||utilruntime.Must(carts.AddToScheme(scheme))",
			"controller cart|internal/controller/setup.go|shopcontroller \"example.com/shop/internal/controller/shop\"|",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string][]byte{c.file: []byte(c.source)}
			got := missingIn(registrationsOf(p), rendered, files)
			if len(got) != len(c.want) {
				t.Fatalf("%d snippets: %+v", len(got), got)
			}
			for i, snippet := range got {
				text := strings.Join([]string{snippet.Unit, snippet.File, snippet.Import, snippet.Code}, "|")
				if !strings.HasPrefix(text, c.want[i]) {
					t.Errorf("got  %s\nwant %s", text, c.want[i])
				}
			}
			if code := got[1].Code; !strings.Contains(code, "(&shopcontroller.CartReconciler{\n\tClient:") || !strings.HasSuffix(code, "}).SetupWithManager(mgr)") {
				t.Errorf("the controller's snippet:\n%s", code)
			}
		})
	}
}

// Only a difference in registrations lets a rewritten file be left to its owner without a conflict.
func TestOnlyRegistrations(t *testing.T) {
	const head = "package controller\n\nimport (\n\t\"errors\"\n\n\tctrl \"sigs.k8s.io/controller-runtime\"\n\n"
	none := "package controller\n\nimport (\n\tctrl \"sigs.k8s.io/controller-runtime\"\n)\n\nfunc SetupWithManager(mgr ctrl.Manager) error {\n\treturn nil\n}\n"
	one := head + "\tshopcontroller \"example.com/shop/internal/controller/shop\"\n)\n\nfunc SetupWithManager(mgr ctrl.Manager) error {\n\treturn errors.Join(\n" +
		"\t\t(&shopcontroller.CartReconciler{\n\t\t\tClient: mgr.GetClient(),\n\t\t}).SetupWithManager(mgr),\n\t)\n}\n"
	other := strings.ReplaceAll(one, "Cart", "Coupon")
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"nothing and one", none, one, true},
		{"one and another", one, other, true},
		{"the same", one, one, true},
		{"another signature", one, strings.Replace(one, "mgr ctrl.Manager", "mgr ctrl.Manager, extra bool", 1), false},
		{"another call", none, strings.Replace(none, "return nil", "prepare()\n\treturn nil", 1), false},
		{"no Go", one, "package", false},
	} {
		if got := onlyRegistrations("example.com/shop", []byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// status asks for what is missing at any time.
func TestMissingRegistrations(t *testing.T) {
	dir := made(t, "shop/v1/Cart")
	s, err := open(dir, true)
	must(t, err)
	defer s.close()
	p, _, err := s.readProject()
	must(t, err)
	if missing := s.missingRegistrations(p); len(missing) > 0 {
		t.Errorf("missing: %+v", missing)
	}
	edit(t, s.dir.Path()+"/"+setupFile, "shopcontroller.CartReconciler", "shopcontroller.OtherReconciler")
	edit(t, s.dir.Path()+"/"+mainFile, "shopv1.AddToScheme", "shopv1.NoScheme")
	var units []string
	for _, snippet := range s.missingRegistrations(p) {
		units = append(units, snippet.Unit)
	}
	if got, want := strings.Join(units, ", "), "api shop.example.com/v1, controller cart"; got != want {
		t.Errorf("missing %s, want %s", got, want)
	}
}

// A merge that would register a second time what the owner registers elsewhere in the file is left out.
func TestDoubledRegistration(t *testing.T) {
	p, err := spec.Parse(ProjectFile, []byte(registeredProject))
	must(t, err)
	const ours = "package main\nimport carts \"example.com/shop/api/shop/v1\"\nvar add = carts.AddToScheme\n"
	for merged, want := range map[string]bool{
		ours + "func init() { carts.AddToScheme(scheme) }\n": true,
		ours + "func init() {}\n":                            false,
	} {
		if got := (&session{}).doubles(p, []byte(ours), merge.Change{Path: mainFile, Data: []byte(merged)}); got != want {
			t.Errorf("%s: doubles is %v", merged, got)
		}
	}
}
