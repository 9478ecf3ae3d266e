package generator

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/merge"
)

// Files that another tool made are the owner's: they stay, and what they lack is made around them.
func TestAdopt(t *testing.T) {
	for _, c := range []struct {
		name, methods string
		files         map[string]string
		controllers   int
		note          string
	}{
		{"types and a controller with a set-up", "", map[string]string{
			"internal/controller/billing/invoice_controller.go": "package billing\n\ntype InvoiceReconciler struct{}\n\nfunc (r *InvoiceReconciler) SetupWithManager(mgr any) error { return nil }\n",
		}, 0, "invoice_controller.go sets itself up"},
		{"types alone", "", nil, 0, "has no method Conditions()"},
		{"types that fit", "func (in *Invoice) Conditions() *[]int { return nil }\n\nfunc (in *Invoice) ObservedGeneration() *int64 { return nil }\n", nil, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := made(t)
			files := map[string]string{
				"api/billing/v1/groupversion_info.go":         "// +groupName=billing.example.com\npackage v1\n\nvar AddToScheme = 0\n",
				"api/billing/v1/invoice_types.go":             "package v1\n\ntype Invoice struct{}\n\n" + c.methods,
				"config/rbac/billing_invoice_admin_role.yaml": "# ours\n",
			}
			maps.Copy(files, c.files)
			for name, text := range files {
				must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
				must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
			}
			edit(t, filepath.Join(dir, mainFile), "\tutilruntime.Must(shopv1.AddToScheme(scheme))\n",
				"\tutilruntime.Must(shopv1.AddToScheme(scheme))\n\n\tutilruntime.Must(invoices.AddToScheme(scheme)) // theirs\n")
			edit(t, filepath.Join(dir, mainFile), "\tshopv1 \"", "\tinvoices \"example.com/shop/api/billing/v1\"\n\tshopv1 \"")

			edit(t, filepath.Join(dir, "PROJECT"), "resources:\n", "resources:\n- api:\n    crdVersion: v1beta1\n  domain: example.com\n  group: billing\n  kind: Invoice\n  version: v1\n")

			add := func() (*Report, error) {
				return AddAPI(context.Background(), AddAPIRequest{Edit: Edit{Dir: dir}, Kind: "billing/v1/Invoice", Adopt: true})
			}
			report, err := add()
			must(t, err)
			if conflicts := report.Conflicts(); len(conflicts) > 0 || len(report.Snippets) > 0 {
				t.Errorf("conflicts %+v, snippets %+v", conflicts, report.Snippets)
			}
			if notes := strings.Join(report.Notes, "\n"); !strings.Contains(notes, c.note) {
				t.Errorf("notes: %s", notes)
			}
			after := contents(t, dir)
			for name, text := range files {
				if action := actionOf(report, name); after[name] != text || action != merge.Keep && action != "" {
					t.Errorf("%s: %s, now %s", name, actionOf(report, name), after[name])
				}
			}
			for name, want := range map[string]string{
				"config/crd/kustomization.yaml":                "bases/billing.example.com_invoices.yaml",
				"config/rbac/billing_invoice_editor_role.yaml": "billing.example.com",
				"config/samples/billing_v1_invoice.yaml":       "kind: Invoice",
			} {
				if !strings.Contains(after[name], want) {
					t.Errorf("%s lacks %s", name, want)
				}
			}
			if n := strings.Count(after[mainFile], "nvoices.AddToScheme") + strings.Count(after[mainFile], "billingv1"); n != 1 {
				t.Errorf("cmd/main.go registers the kind %d times:\n%s", n, after[mainFile])
			}
			if n := strings.Count(after[ProjectFile], "for: billing"); n != c.controllers {
				t.Errorf("%d controllers:\n%s", n, after[ProjectFile])
			}
			again, err := add()
			must(t, err)
			if again.Changed() {
				t.Errorf("a second time changes %+v", again.Changes)
			}
		})
	}
}

// Without --adopt the files are in the way, and stay.
func TestWithoutAdopt(t *testing.T) {
	dir := made(t)
	const types = "api/shop/v1/cart_types.go"
	must(t, os.WriteFile(filepath.Join(dir, types), []byte("package v1\n\ntype Cart struct{}\n"), 0o666))
	report, err := AddAPI(context.Background(), AddAPIRequest{Edit: Edit{Dir: dir}, Kind: "shop/v1/Cart"})
	must(t, err)
	if got := actionOf(report, types); got != merge.InConflict {
		t.Errorf("%s: %s", types, got)
	}
	if notes := strings.Join(report.Notes, "\n"); !strings.Contains(notes, "opwright add api shop/v1/Cart --adopt") {
		t.Errorf("notes: %s", notes)
	}
	report, err = AddAPI(context.Background(), AddAPIRequest{Edit: Edit{Dir: dir}, Kind: "shop/v1/Cart", Adopt: true})
	must(t, err)
	if got := actionOf(report, types); got != merge.Keep {
		t.Errorf("%s with --adopt: %s", types, got)
	}
}
