package generator

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/render"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/generator/workdir"
	"github.com/opwright/opwright/templates"
)

// ProjectFile is where the desired state of a project stands.
const ProjectFile = "opwright.yaml"

// lockWait is how long a command waits for another opwright at work on the same project.
const lockWait = 10 * time.Second

// Revision is the templates' revision of this binary.
func Revision() (int, error) {
	data, err := fs.ReadFile(templates.FS, "revision")
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(data)))
}

// session is a project's folder with what opwright remembers of it.
type session struct {
	dir      *workdir.Dir
	unlock   func()
	state    workdir.State
	revision int
	report   *Report
	// derived are the derived files that were as they should be before a unit is removed.
	derived []string
	// newest takes the newest versions of presets, not those in the ledger.
	newest bool
	opened map[string]*os.Root // an organisation's folders
}

// open opens a project with what is remembered of it.
func open(path string, dry bool) (*session, error) {
	s, err := openFolder(path, dry)
	if err != nil {
		return nil, err
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
	if s.revision, err = Revision(); err != nil {
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
	return render.Tree(render.Input{
		Project: p, Presets: found, Templates: templates.FS, Extras: from.extras,
		SpecFields: s.specFields(p), ReconcilerFields: s.reconcilerFields(p),
	})
}

// apply brings a plan and the project file to disk, with a ledger that remembers both.
func (s *session) apply(p *spec.Project, text []byte, plan merge.Plan) error {
	from, err := s.sources(p.PresetDirs)
	if err != nil {
		return err
	}
	found, err := s.presetsFrom(p, from)
	if err != nil {
		return err
	}
	lock, texts := s.state.Lock.Next(plan.Changes)
	if s.state.New || s.newest {
		lock.Revision = s.revision
	}
	lock.Layers = s.layerPins(from.layers)
	lock.Applied = tree.Digest(text)
	texts[lock.Applied] = text
	lock.Presets = pins(p, found)
	return s.dir.Apply(append(plan.Changes, s.projectFile(text)), lock, texts)
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
