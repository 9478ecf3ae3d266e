package generator

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
)

// RepairRequest says what project's memory to mend.
type RepairRequest struct {
	// Dir is the project's folder.
	Dir string
	// DryRun stops before anything is written.
	DryRun bool
}

// Repair mends what opwright remembers of a project, and touches no file beside: it joins a ledger that branches left
// in conflict, and renders base texts anew that are lost.
func Repair(req RepairRequest) (*Report, error) {
	if err := mustHold(ProjectFile, "opwright init makes a project", req.Dir); err != nil {
		return nil, err
	}
	s, err := openFolder(req.Dir, req.DryRun)
	if err != nil {
		return nil, err
	}
	defer s.close()
	s.report.DryRun = req.DryRun
	// 1 join the ledger
	lock, err := s.joinedLock()
	if err != nil {
		return nil, err
	}
	// 2 find the texts that are lost, and what would be in their place
	if err := s.adopt(lock); err != nil {
		return nil, err
	}
	lock, texts, err := s.renderLost()
	if err != nil {
		return nil, err
	}
	// 3 write the ledger and the texts
	if req.DryRun || len(s.report.Notes) == 0 {
		return s.report, nil
	}
	return s.report, s.dir.Apply(nil, lock, texts)
}

// joinedLock reads the ledger, both sides of it where branches left it in conflict.
func (s *session) joinedLock() (state.Lock, error) {
	data, err := s.dir.ReadFile(state.LockPath)
	if errors.Is(err, fs.ErrNotExist) {
		return state.Lock{}, fmt.Errorf("%s is not there: nothing is left to repair\nhint: restore .opwright from version control", state.LockPath)
	}
	if err != nil {
		return state.Lock{}, err
	}
	if lock, err := state.Decode(data, s.revision); err == nil {
		return lock, nil
	}
	lock, notes, err := state.Union(data, s.revision)
	if err != nil {
		return lock, err
	}
	s.report.note("%s: joined the ledgers of both branches, %d files", state.LockPath, len(lock.Files))
	s.report.Notes = append(s.report.Notes, notes...)
	return lock, nil
}

// adopt makes a ledger the session's.
func (s *session) adopt(lock state.Lock) error {
	texts := map[string][]byte{}
	for _, digest := range lock.Digests() {
		if text, err := s.dir.BaseText(digest); err == nil {
			texts[digest] = text
		}
	}
	s.state.Lock = lock
	s.state.Records, s.state.Lost = lock.Records(texts)
	if _, known := texts[lock.Applied]; !known {
		return s.applyAnew()
	}
	return nil
}

// applyAnew takes opwright.yaml as applied where the text of the last one is lost.
func (s *session) applyAnew() error {
	text, err := s.dir.ReadFile(ProjectFile)
	if err != nil {
		return err
	}
	s.state.Lock.Applied = tree.Digest(text)
	s.report.note("the text of the last applied %s is lost: it is taken as it is now", ProjectFile)
	return nil
}

// renderLost renders the base texts that are lost. It can do so truly only with the templates that they came from.
func (s *session) renderLost() (state.Lock, map[string][]byte, error) {
	lock := s.state.Lock
	texts := map[string][]byte{}
	p, text, err := s.readProject()
	if err != nil {
		return lock, nil, err
	}
	if lock.Applied == tree.Digest(text) {
		texts[lock.Applied] = text
	}
	if len(s.state.Lost) == 0 {
		return lock, texts, nil
	}
	rendered, err := s.render(p)
	if err != nil {
		return lock, nil, err
	}
	lock.Files = slices.Clone(lock.Files)
	for i, e := range lock.Files {
		if !slices.Contains(s.state.Lost, e.Path) {
			continue
		}
		f, ok := rendered.Get(e.Path)
		if !ok {
			s.report.note("%s: its base text is lost, and it is not rendered any more: it is yours now", e.Path)
			lock.Files[i].SHA256 = ""
			lock.Files[i].Kept = true
			continue
		}
		digest := tree.Digest(f.Data)
		if digest == e.SHA256 {
			s.report.note("%s: its base text was lost, and rendered again", e.Path)
		} else {
			s.report.note("%s: its base text is lost; what is rendered now takes its place (opwright diff %s shows how your file differs)", e.Path, e.Path)
		}
		lock.Files[i].SHA256, lock.Files[i].Executable = digest, f.Executable
		texts[digest] = f.Data
	}
	return lock, texts, nil
}

// RestoreRequest says which files to bring back.
type RestoreRequest struct {
	// Dir is the project's folder.
	Dir string
	// Paths are slash paths of the project.
	Paths []string
	// DryRun stops before anything is written.
	DryRun bool
}

// Restore brings files back that their owner deleted, as they were rendered last.
func Restore(req RestoreRequest) (*Report, error) {
	s, err := openProject(req.Dir, req.DryRun)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if s.state.New {
		_, _, err := s.readProject()
		return nil, err
	}
	s.report.DryRun = req.DryRun
	ours := s.dir.Observe(req.Paths)
	var faults []error
	for _, path := range req.Paths {
		change, err := s.restored(path, ours[path])
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s.report.Changes = append(s.report.Changes, change)
	}
	if err := errors.Join(faults...); err != nil || req.DryRun {
		return s.report, err
	}
	lock, texts := s.state.Lock.Next(s.report.Changes)
	return s.report, s.dir.Apply(s.report.Changes, lock, texts)
}

// restored is the change that brings a file back.
func (s *session) restored(path string, ours merge.Version) (merge.Change, error) {
	record, known := s.state.Records[path]
	switch {
	case !known:
		return merge.Change{}, fmt.Errorf("%s: opwright did not make it\nhint: opwright status lists what was deleted", path)
	case record.Known.Kept:
		return merge.Change{}, fmt.Errorf("%s: yours: it was here before opwright, which has no text of it\nhint: restore it from version control", path)
	case !record.Base.Exists:
		return merge.Change{}, fmt.Errorf("%s: its base text is lost\nhint: opwright repair", path)
	}
	c := merge.Change{Path: path, Action: merge.Create, Reason: "back as it was rendered last", Data: record.Base.Data, Executable: record.Base.Executable,
		Ownership: record.Ownership, Unit: record.Unit, Base: record.Base}
	if !ours.Exists {
		return c, nil
	}
	if ours.Kind == merge.Regular && merge.SameText(ours.Data, record.Base.Data) {
		c.Action, c.Reason, c.Quiet = merge.Keep, "it is there as it was rendered", true
		return c, nil
	}
	if ours.Kind != merge.Regular {
		return c, fmt.Errorf("%s: %s\nhint: move it away, then opwright restore %s", path, ours.Describe(path), path)
	}
	return c, fmt.Errorf("%s: it is there, with your edits\nhint: opwright diff %s shows them; to give them up, delete the file first", path, path)
}
