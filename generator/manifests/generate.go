package manifests

import (
	"context"
	"fmt"
	"go/token"
	"path/filepath"

	"sigs.k8s.io/controller-tools/pkg/markers"
)

// Where the derived files go, below the project's root. These are the defaults of controller-gen but for the CRDs,
// whose folder a kubebuilder project's Makefile names.
const (
	crdDir      = "config/crd/bases"
	rbacDir     = "config/rbac"
	webhookDir  = "config/webhook"
	roleName    = "manager-role"
	boilerplate = "hack/boilerplate.go.txt"
)

// Options says what to generate from.
type Options struct {
	// Dir is the folder that holds the project's go.mod.
	Dir string
	// CacheDir is where the digest of the last good run is kept. Empty: each run is a full one.
	CacheDir string
	// Check makes a full run whatever the cache says.
	Check bool
	// ToolVersion is opwright's own version: another one invalidates the cache.
	ToolVersion string
}

// Result is what a run has made. It is complete when Generate returned no error.
type Result struct {
	// Files maps slash paths below Dir to contents. It is nil when Unchanged.
	Files map[string][]byte
	// Outputs names every file that the sources call for, sorted: a derived file that is not here is stale. That holds
	// only for a run without faults, as what a fault concerns is not here either.
	Outputs []string
	// Unchanged says that the files on disk are already what a run would make.
	Unchanged bool
	// Warnings are single lines for the user, in order.
	Warnings []string
}

// Generate derives files from the Go sources of the project in opts.Dir and writes nothing but its own cache.
// The error joins all faults of the sources; the result then holds what they do not concern.
func Generate(ctx context.Context, opts Options) (*Result, error) {
	dir, err := absolute(opts.Dir)
	if err != nil {
		return nil, fmt.Errorf("generate in %s: %w", opts.Dir, err)
	}
	opts.Dir = dir

	// 1. The toolchain.
	tools, err := probe(ctx, dir)
	if err != nil {
		return nil, err
	}

	// 2. Nothing to do?
	cache, err := openCache(opts, tools)
	if err != nil {
		return nil, err
	}
	if last := cache.lookup(); last != nil {
		return last, nil
	}

	run := &run{dir: dir, tools: tools, files: map[string][]byte{}, warnings: tools.warnings}
	if err := run.all(ctx); err != nil {
		return nil, err
	}
	result := &Result{
		Files:    run.files,
		Outputs:  sortedKeys(run.files),
		Warnings: run.warnings,
	}
	if err := run.faults.err(); err != nil {
		return result, err
	}
	cache.store(result)
	return result, nil
}

// run is the state of one full run.
type run struct {
	dir      string
	tools    *toolchain
	files    map[string][]byte
	warnings []string
	faults   faults
	fset     *token.FileSet
	registry *markers.Registry
}

// all does steps 3 to 8. The error it returns is not the sources' fault.
func (r *run) all(ctx context.Context) error {
	// 3. Parse.
	sources, err := scan(r.dir, r.tools)
	if err != nil {
		return fmt.Errorf("generate in %s: %w", r.dir, err)
	}
	r.fset = sources.fset
	r.registry = everyMarker()
	for _, p := range sources.packages {
		r.lint(p)
	}

	// 4. RBAC and webhooks.
	r.config(sources)

	// 5. Load.
	api := sources.api()
	if len(api) == 0 {
		return nil
	}
	loaded, err := r.load(ctx, sources, api)
	if err != nil {
		return err
	}

	// 6. Compile errors.
	loaded.excludeBroken()

	// 7. Deepcopy.
	loaded.deepcopy()

	// 8. CRDs.
	loaded.crds(ctx)
	return nil
}

// add keeps a derived file.
func (r *run) add(path string, data []byte) { r.files[path] = data }

// warn keeps a line for the user.
func (r *run) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

// absolute resolves links too, because the go command reports resolved paths and positions are made relative to it.
func absolute(dir string) (string, error) {
	if dir == "" {
		dir = "."
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}
