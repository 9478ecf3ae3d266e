package harness

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// Variant is a project to make: its name, and what init is told besides.
type Variant struct {
	Name string
	Args []string
}

// InitArgs is the command line, after the program's name, that makes the project in dir.
func (v Variant) InitArgs(dir string) []string {
	return append([]string{"init", dir, "--name", v.Name, "--domain", "example.com", "--module", "example.com/" + v.Name}, v.Args...)
}

// Project is a generated operator on disk.
type Project struct {
	Name string
	Dir  string
	// Output is what init printed.
	Output string

	suite *Suite
}

// Project makes a variant's project, once a run; all tests share its files, and
// none may change them. A test that does takes Generate.
func (s *Suite) Project(ctx context.Context, v Variant) (*Project, error) {
	s.mu.Lock()
	made, found := s.projects[v.Name]
	if !found {
		made = sync.OnceValues(func() (*Project, error) {
			return s.Generate(ctx, filepath.Join(s.Dir, v.Name), v)
		})
		s.projects[v.Name] = made
	}
	s.mu.Unlock()
	return made()
}

// Generate makes a variant's project in dir, where nothing else may be.
func (s *Suite) Generate(ctx context.Context, dir string, v Variant) (*Project, error) {
	if err := os.RemoveAll(dir); err != nil {
		return nil, fmt.Errorf("clear %s: %w", dir, err)
	}
	out, err := Run(ctx, s.Dir, s.Env(), s.Opwright, v.InitArgs(dir)...)
	return &Project{Name: v.Name, Dir: dir, Output: out, suite: s}, err
}

// Run runs a command in the project's folder.
func (p *Project) Run(ctx context.Context, name string, args ...string) (string, error) {
	return Run(ctx, p.Dir, p.suite.Env(), name, args...)
}

// Build builds the manager and returns its path.
func (p *Project) Build(ctx context.Context) (string, error) {
	bin := filepath.Join(p.Dir, "bin", "manager")
	_, err := p.Run(ctx, "go", "build", "-o", bin, "./cmd")
	return bin, err
}

// Namespace is where config/default puts the operator.
func (p *Project) Namespace() string { return p.Name + "-system" }

// Account is the operator's own ServiceAccount.
func (p *Project) Account() string { return p.Name + "-controller-manager" }

// Kustomize renders a folder of the project in the order that "kustomize build"
// prints: namespaces and CRDs come first.
func (p *Project) Kustomize(folder string) ([]*unstructured.Unstructured, error) {
	options := krusty.MakeDefaultOptions()
	options.Reorder = krusty.ReorderOptionLegacy
	rendered, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), filepath.Join(p.Dir, folder))
	if err != nil {
		return nil, fmt.Errorf("kustomize %s: %w", folder, err)
	}
	var objects []*unstructured.Unstructured
	for _, resource := range rendered.Resources() {
		data, err := resource.MarshalJSON()
		if err != nil {
			return nil, fmt.Errorf("kustomize %s: %w", folder, err)
		}
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(data); err != nil {
			return nil, fmt.Errorf("kustomize %s: %w", folder, err)
		}
		objects = append(objects, object)
	}
	return objects, nil
}

// Thaw unpacks an archived project into a folder of its own.
func (s *Suite) Thaw(ctx context.Context, archive, name, dir string) (*Project, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	out, err := Run(ctx, dir, s.Env(), "tar", "-xzf", archive, "--strip-components=1")
	return &Project{Name: name, Dir: dir, Output: out, suite: s}, err
}
