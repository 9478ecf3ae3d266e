package generator

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/manifests"
	"github.com/opwright/opwright/generator/tree"
)

// Derive says how derived files are made.
type Derive struct {
	// CacheDir remembers what the last run saw; empty remembers nothing.
	CacheDir string
	// ToolVersion is opwright's own version.
	ToolVersion string
}

// GenerateRequest says what to derive.
type GenerateRequest struct {
	// Dir is the project's folder.
	Dir string
	// Check writes nothing and lists what is out of date.
	Check bool
	Derive
}

// Generate derives files from the owner's Go sources. It needs no opwright.yaml.
func Generate(ctx context.Context, req GenerateRequest) (*Report, error) {
	if err := mustHold("go.mod", "name the folder of a Go module with --dir", req.Dir); err != nil {
		return nil, err
	}
	s, err := openFolder(req.Dir, req.Check)
	if err != nil {
		return nil, err
	}
	defer s.close()
	result, faults := manifests.Generate(ctx, manifests.Options{
		Dir: req.Dir, CacheDir: req.CacheDir, Check: req.Check, ToolVersion: req.ToolVersion,
	})
	if result == nil {
		return nil, faults
	}
	if err := s.take(result, faults == nil, req.Check); err != nil {
		return nil, err
	}
	return s.report, faults
}

// derive is the last step of a command that wrote the project. Its failure leaves the step open.
func (s *session) derive(ctx context.Context, d Derive) error {
	result, faults := manifests.Generate(ctx, manifests.Options{Dir: s.dir.Path(), CacheDir: d.CacheDir, ToolVersion: d.ToolVersion})
	if faults != nil {
		s.report.Faults = faults
		s.report.open("opwright generate")
	}
	if result == nil {
		return nil
	}
	return s.take(result, faults == nil, false)
}

// take writes what was derived, or compares it. Only a whole result tells what is stale.
func (s *session) take(result *manifests.Result, whole, check bool) (err error) {
	s.report.Notes = append(s.report.Notes, result.Warnings...)
	if result.Unchanged {
		return nil
	}
	var files tree.Tree
	for name, data := range result.Files {
		if err := files.Add(name, tree.File{Data: data}); err != nil {
			return err
		}
	}
	var stale []string
	if whole {
		stale = s.orphans(files)
		s.noteStale(files, stale)
	}
	if check {
		s.report.Check = s.dir.CheckDerived(files, nil)
		return nil
	}
	if s.report.Derived, err = s.dir.WriteDerived(files, stale); err != nil {
		return err
	}
	s.reportOrphans(stale)
	return nil
}

const crdFolder = "config/crd/bases"

// noteStale names the CRDs that no type gives any more.
func (s *session) noteStale(files tree.Tree, deleted []string) {
	for _, name := range s.dir.List(crdFolder) {
		file := path.Join(crdFolder, name)
		if _, wanted := files.Get(file); !wanted && strings.HasSuffix(name, ".yaml") && !slices.Contains(deleted, file) {
			s.report.note("%s: no type in the code gives it any more; delete it if it is not yours", file)
		}
	}
}
