package manifests

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/loader"
)

// memory is an output rule of controller-tools that keeps what is written to it, below one folder.
type memory struct {
	dir   string
	files map[string][]byte
}

func newMemory(dir string) *memory { return &memory{dir: dir, files: map[string][]byte{}} }

// Open implements genall.OutputRule.
func (m *memory) Open(_ *loader.Package, name string) (io.WriteCloser, error) {
	return &memoryFile{owner: m, path: path.Join(m.dir, name)}, nil
}

// memoryFile becomes visible when it is closed.
type memoryFile struct {
	bytes.Buffer
	owner *memory
	path  string
}

func (f *memoryFile) Close() error {
	f.owner.files[f.path] = f.Bytes()
	return nil
}

// project is an input rule of controller-tools that reads below the project's root.
type project string

// OpenForRead implements genall.InputRule.
func (p project) OpenForRead(name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(string(p), filepath.FromSlash(name)))
}

// header is the path of the boilerplate file, or nothing where the project has none.
func (r *run) header() string {
	if _, err := os.Stat(filepath.Join(r.dir, filepath.FromSlash(boilerplate))); err != nil {
		return ""
	}
	return boilerplate
}

// generation is the context that a generator runs in.
func (r *run) generation(out *memory, roots ...*loader.Package) *genall.GenerationContext {
	return &genall.GenerationContext{Roots: roots, OutputRule: out, InputRule: project(r.dir)}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
