package generator

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/render"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/generator/workdir"
	"github.com/opwright/opwright/presets"
	"github.com/opwright/opwright/templates"
)

// ProjectFile is where the desired state of a project stands.
const ProjectFile = "opwright.yaml"

// lockWait is how long a command waits for another opwright at work on the same project.
const lockWait = 10 * time.Second

// newest is what a binary has: its templates with their revision, and its presets. Tests have later ones.
type newest struct {
	templates, presets fs.FS
	revision           int
	onStep             func(op, path string) error // of fault tests: asked before each step on the disk
}

// embedded is what is linked into this binary.
func embedded() (newest, error) {
	n := newest{templates: templates.FS, presets: presets.FS}
	data, err := fs.ReadFile(n.templates, "revision")
	if err != nil {
		return n, err
	}
	n.revision, err = strconv.Atoi(strings.TrimSpace(string(data)))
	return n, err
}

// upgrading is what an upgrade knows beside the project.
type upgrading struct {
	// newestPresets and newestTemplates say that the ledger's versions are left behind.
	newestPresets, newestTemplates bool
	// renamed are files that the templates moved; offered the new texts of files in conflict.
	renamed []state.Move
	offered [][]byte
}

// session is a project's folder with what opwright remembers of it.
type session struct {
	dir    *workdir.Dir
	unlock func()
	state  workdir.State
	report *Report
	// derived are the derived files that were as they should be before a unit is removed.
	derived []string
	opened  map[string]*os.Root // an organisation's folders
	newest                      // what this binary has
	upgrading
}

// open opens a project with what is remembered of it.
func open(path string, dry bool) (*session, error) { return openWith(path, dry, nil) }

// openWith is open with other templates and presets than those of this binary, for tests of upgrades.
func openWith(path string, dry bool, other *newest) (*session, error) {
	s, err := openFolder(path, dry)
	if err != nil {
		return nil, err
	}
	if other != nil {
		s.newest = *other
		s.dir.OnStep(other.onStep)
	}
	if s.state, err = s.dir.LoadState(s.revision); err != nil {
		s.close()
		return nil, err
	}
	for _, path := range s.state.Lost {
		s.report.note("%s: its base text is lost, so it is compared with the new text alone", path)
	}
	return s, nil
}

// openFolder opens a folder, to be changed unless dry. An interrupted run is carried through first.
func openFolder(path string, dry bool) (_ *session, err error) {
	s := &session{unlock: func() {}, report: &Report{}}
	if s.newest, err = embedded(); err != nil {
		return nil, err
	}
	if s.dir, err = workdir.Open(path); err != nil {
		return nil, err
	}
	s.report.Dir = s.dir.Path()
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	return s, s.settle(dry)
}

// settle makes sure that no other run is under way or left half-done.
func (s *session) settle(dry bool) error {
	if dry {
		if s.dir.Interrupted() {
			return errors.New("an earlier run was interrupted\nhint: run opwright apply, which finishes or undoes it first")
		}
		return nil
	}
	unlock, err := s.dir.Lock(lockWait)
	if err != nil {
		return err
	}
	s.unlock = unlock
	if !s.dir.Interrupted() {
		return nil
	}
	recovery, err := s.dir.Recover()
	if err != nil {
		return err
	}
	s.report.note("an earlier run was interrupted: %s", recovery.Outcome)
	for _, path := range recovery.Left {
		s.report.open("%s was changed after an interrupted run: look at it, it was left alone", path)
	}
	return nil
}

func (s *session) close() {
	s.unlock()
	for _, root := range s.opened {
		_ = root.Close()
	}
	_ = s.dir.Close()
}

// render turns a project into its tree.
func (s *session) render(p *spec.Project) (tree.Tree, error) {
	from, err := s.sources(p.PresetDirs)
	if err != nil {
		return tree.Tree{}, err
	}
	found, err := s.presetsFrom(p, from)
	if err != nil {
		return tree.Tree{}, err
	}
	out, err := render.Tree(render.Input{
		Project: p, Presets: found, Templates: s.templates, Extras: from.extras,
		SpecFields: s.specFields(p), ReconcilerFields: s.reconcilerFields(p),
	})
	if err != nil {
		return out, err
	}
	return moved(out, s.state.Lock.Moved)
}

// apply brings a plan and the project file to disk, with a ledger that remembers both.
func (s *session) apply(p *spec.Project, text []byte, plan merge.Plan) error {
	return s.applyWith(p, text, plan, nil, workdir.Beside{})
}

// applyWith is apply with more base texts and more of opwright's own state.
func (s *session) applyWith(p *spec.Project, text []byte, plan merge.Plan, more map[string][]byte, beside workdir.Beside) error {
	from, err := s.sources(p.PresetDirs)
	if err != nil {
		return err
	}
	found, err := s.presetsFrom(p, from)
	if err != nil {
		return err
	}
	lock, texts := s.state.Lock.Next(plan.Changes)
	if s.state.New || s.newestTemplates {
		lock.Revision = s.revision
	}
	maps.Copy(texts, more)
	lock.Layers = s.layerPins(from.layers)
	lock.Applied = tree.Digest(text)
	texts[lock.Applied] = text
	lock.Presets = pins(p, found)
	return s.dir.ApplyWith(append(plan.Changes, s.projectFile(text)), lock, texts, beside)
}

// projectFile is the change that writes opwright.yaml. The file is its owner's and has no ledger line.
func (s *session) projectFile(text []byte) merge.Change {
	c := merge.Change{Path: ProjectFile, Action: merge.Create, Reason: "yours: edit it, then run opwright apply", Data: text, Unit: "project"}
	if old, err := s.dir.ReadFile(ProjectFile); err == nil {
		c.Action, c.Before, c.Reason = merge.Update, tree.Digest(old), "names chosen now are recorded"
		if string(old) == string(text) {
			c.Action, c.Reason, c.Quiet = merge.Keep, "unchanged", true
		}
	}
	return c
}
