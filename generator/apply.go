package generator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/generator/workdir"
)

// ApplyRequest says how to bring a project in line with its opwright.yaml.
type ApplyRequest struct {
	// Dir is the project's folder.
	Dir string
	// Prune deletes files that are no longer rendered, if their owner did not edit them.
	Prune bool
	// DryRun stops before anything is written.
	DryRun bool
	Derive
}

// Apply merges what an edit of opwright.yaml changes into the project.
func Apply(ctx context.Context, req ApplyRequest) (*Report, error) {
	s, err := openProject(req.Dir, req.DryRun)
	if err != nil {
		return nil, err
	}
	defer s.close()
	p, text, err := s.readProject()
	if err != nil {
		return nil, err
	}
	return s.edit(ctx, p, text, applyOptions{prune: req.Prune, dry: req.DryRun, derive: req.Derive})
}

// openProject opens a folder that must hold a project.
func openProject(path string, dry bool) (*session, error) { return openProjectWith(path, dry, nil) }

func openProjectWith(path string, dry bool, other *newest) (*session, error) {
	if err := mustHold(ProjectFile, "opwright init makes a project", path); err != nil {
		return nil, err
	}
	return openWith(path, dry, other)
}

// mustHold refuses a folder without a file, before anything is made in it.
func mustHold(file, hint, path string) error {
	dir, err := workdir.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }()
	if !dir.Exists(file) {
		return fmt.Errorf("%s: not found in %s\nhint: %s", file, dir.Path(), hint)
	}
	return nil
}

// readProject reads opwright.yaml, completed with what is to be recorded in it. Without the ledger beside it
// nothing can tell the owner's edits from what was rendered.
func (s *session) readProject() (*spec.Project, []byte, error) {
	if s.state.New {
		return nil, nil, fmt.Errorf("%s is here, but %s is not: this is no whole project\nhint: restore .opwright from version control, or move %s away and run opwright init again",
			ProjectFile, state.LockPath, ProjectFile)
	}
	found := s.dir.Observe([]string{ProjectFile})[ProjectFile]
	if found.Kind != merge.Regular {
		return nil, nil, fmt.Errorf("%s: %s", ProjectFile, found.Describe(ProjectFile))
	}
	text, err := spec.Record(ProjectFile, found.Data)
	if err != nil {
		return nil, nil, err
	}
	p, err := spec.Parse(ProjectFile, text)
	return p, text, err
}

type applyOptions struct {
	prune, dry bool
	// drop deletes what this edit makes superfluous, and no file that was so before.
	drop bool
	// asked are the units that the user named, as in registration.
	asked []string
	// adopt takes files that are in the way for the owner's.
	adopt  bool
	derive Derive
}

// edit merges the difference between the project as it was applied last and as it is wanted now.
func (s *session) edit(ctx context.Context, p *spec.Project, text []byte, o applyOptions) (*Report, error) {
	if err := s.noUpgradeOpen(); err != nil {
		return nil, err
	}
	s.followOwner()
	// 1 resolve, as it was
	old, err := s.applied()
	if err != nil {
		return nil, err
	}
	// 2 render both with this binary
	after, err := s.render(p)
	if err != nil {
		return nil, err
	}
	before, err := s.render(old)
	if err != nil {
		return nil, fmt.Errorf("render the project as it was: %w", err)
	}
	// 3 observe
	ours := s.dir.Observe(paths(before, after, s.state.Records))
	// 4 decide
	in := merge.EditInput{Records: s.state.Records, Ours: ours, Old: before, New: after, Prune: o.prune || o.drop,
		SameTemplates: s.sameTemplates(old),
	}
	plan := merge.DecideEdit(in)
	dropHelpers(in, &plan)
	if o.drop && !o.prune {
		onlyDropped(before, after, &plan)
	}
	if o.adopt {
		s.adopted(p, after, &plan)
	}
	s.settleRegistrations(p, before, after, &plan)
	s.keepNeeded(p, after, &plan)
	s.noteBuilders(old, p)
	s.openRemoved(p)
	s.registrationSteps(old, p, o.asked, after, plan)
	// 5 apply, 6 derive
	return s.finish(ctx, p, text, plan, o.dry, o.derive)
}

// sameTemplates says whether the project was rendered from the very templates that are there now.
func (s *session) sameTemplates(old *spec.Project) bool {
	from, err := s.sources(old.PresetDirs)
	return err == nil && s.state.Lock.Revision == s.revision && slices.Equal(s.state.Lock.Layers, from.layers)
}

// applied is the project as the ledger remembers it.
func (s *session) applied() (*spec.Project, error) {
	text, err := s.dir.BaseText(s.state.Lock.Applied)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New(".opwright/base: the text of the last applied opwright.yaml is missing\nhint: restore .opwright from version control")
	}
	if err != nil {
		return nil, err
	}
	return spec.Parse(ProjectFile+" as applied last", text)
}

// noteBuilders says which function waits to be called by the owner's Reconcile.
func (s *session) noteBuilders(old, p *spec.Project) {
	for _, c := range p.Controllers {
		i := slices.IndexFunc(old.Controllers, func(o spec.Controller) bool { return o.Name == c.Name })
		if i < 0 {
			continue
		}
		if old.Controllers[i].Finalizer && !c.Finalizer {
			s.report.note("%s has no finalizer any more: take %s/%s off the objects that carry it, or they cannot be deleted", c.Name, c.For.Group, c.Name)
		}
		for _, owned := range c.Owns {
			known := slices.ContainsFunc(old.Controllers[i].Owns, func(o spec.Owned) bool { return o.Kind == owned.Kind })
			if api, ok := p.API(c.For); ok && !known {
				s.report.note("%s now owns %s: add %s(%s) to what %s wants",
					c.Name, owned.Kind, c.FuncPrefix()+owned.Kind.Kind, api.Var(), controllerFile(p, c))
			}
		}
		s.noteField(old.Controllers[i], p, c)
	}
}

// noteField says what a reconciler lacks that had no children until now.
func (s *session) noteField(old spec.Controller, p *spec.Project, c spec.Controller) {
	fields, known := s.reconcilerFields(p)[c.Name]
	if known && len(old.Owns) == 0 && len(c.Owns) > 0 && !slices.Contains(fields, "Children") {
		s.report.note("%s has no field for them: add \"Children children.Applier\" to it in %s, and in internal/controller/setup.go set Children: children.NewApplier(mgr, %q)",
			c.Reconciler(), controllerFile(p, c), p.Name+"-"+c.Name)
	}
}

func paths(before, after tree.Tree, records map[string]merge.Record) []string {
	list := append(before.Paths(), after.Paths()...)
	for path := range records {
		list = append(list, path)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
