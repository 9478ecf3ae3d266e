package generator

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/opwright/opwright/generator/spec"
)

// What is rendered later uses only the fields that the owner has left in the Spec.
func TestSpecFields(t *testing.T) {
	tests := []struct {
		name, file string
		want       []string // nil if the file says nothing
	}{
		{"as made", "package v1\n\ntype ShopSpec struct {\n\tImage string\n\tPort int32 `json:\"port\"`\n}\n", []string{"Image", "Port"}},
		{"several on a line, none exported", "package v1\n\ntype ShopSpec struct{ Image, size string }\n", []string{"Image", "size"}},
		{"embedded", "package v1\n\ntype ShopSpec struct{ Common }\n", []string{}},
		{"empty", "package v1\n\ntype ShopSpec struct{}\n", []string{}},
		{"an alias", "package v1\n\ntype ShopSpec = Other\n", []string{}},
		{"moved away", "package v1\n", []string{}},
		{"below another type", "package v1\n\ntype Other struct{ Image string }\n", []string{}},
		{"does not parse", "package v1\n\ntype ShopSpec struct {\n", nil},
		{"not there", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			p := &spec.Project{Name: "shop", Module: "example.com/shop", Domain: "example.com",
				APIs: []spec.API{{GVK: spec.GVK{Group: "shop.example.com", Version: "v1", Kind: "Shop"}}}}
			p.Resolve()
			api := p.APIs[0]
			if tt.file != "" {
				must(t, os.MkdirAll(filepath.Join(dir, api.PackageDir()), 0o777))
				must(t, os.WriteFile(filepath.Join(dir, api.PackageDir(), api.Stem()+"_types.go"), []byte(tt.file), 0o666))
			}
			s, err := open(dir, true)
			must(t, err)
			defer s.close()
			got, known := s.specFields(p)[api.GVK]
			if known != (tt.want != nil) || !slices.Equal(got, tt.want) {
				t.Errorf("fields %q, known %v, want %q", got, known, tt.want)
			}
		})
	}
}

// A reconciler is handed only what it has a field for.
func TestReconcilerFields(t *testing.T) {
	tests := []struct {
		name, file string
		want       []string // nil if the file says nothing
	}{
		{"as made", "package shop\n\ntype ShopReconciler struct {\n\tclient.Client\n\tChildren children.Applier\n\tTuning tuning.Controller\n}\n", []string{"Children", "Tuning"}},
		{"without children", "package shop\n\ntype ShopReconciler struct {\n\tclient.Client\n\tTuning tuning.Controller\n}\n", []string{"Tuning"}},
		{"moved away", "package shop\n", nil},
		{"does not parse", "package shop\n\ntype ShopReconciler struct {\n", nil},
		{"not there", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			shop := spec.GVK{Group: "shop.example.com", Version: "v1", Kind: "Shop"}
			p := &spec.Project{Name: "shop", Module: "example.com/shop", Domain: "example.com",
				APIs: []spec.API{{GVK: shop}}, Controllers: []spec.Controller{{For: shop}}}
			p.Resolve()
			if tt.file != "" {
				file := filepath.Join(dir, controllerFile(p, p.Controllers[0]))
				must(t, os.MkdirAll(filepath.Dir(file), 0o777))
				must(t, os.WriteFile(file, []byte(tt.file), 0o666))
			}
			s, err := open(dir, true)
			must(t, err)
			defer s.close()
			if got := s.reconcilerFields(p)["shop"]; !slices.Equal(got, tt.want) {
				t.Errorf("fields %q, want %q", got, tt.want)
			}
		})
	}
}
