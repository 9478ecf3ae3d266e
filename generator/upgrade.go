package generator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/generator/workdir"
)

// What an upgrade moves to the newest of this binary.
const (
	ToAll       = "all"
	ToPresets   = "presets"
	ToTemplates = "templates"
)

// UpgradeRequest says how to bring a project to the newest presets and templates.
type UpgradeRequest struct {
	// Dir is the project's folder.
	Dir string
	// To is ToAll, ToPresets or ToTemplates; empty is ToAll.
	To string
	// Take are slash paths of files made once, whose newest version replaces what is there.
	Take []string
	// DryRun stops before anything is written.
	DryRun bool
	// NoVerify leaves the result neither built nor vetted.
	NoVerify bool
	// Progress is told of each step; nil is told of none.
	Progress func(step string)
	Derive

	newest *newest // of a test
}

// Upgrade brings a project to the newest presets and templates, all or nothing. Conflicts stand in the files, between
// markers, until Continue or Abort.
func Upgrade(ctx context.Context, req UpgradeRequest) (*Report, error) {
	s, err := openProjectWith(req.Dir, req.DryRun, req.newest)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.noUpgradeOpen(); err != nil {
		return nil, err
	}
	// 1 resolve
	req.step("reading the project")
	p, text, err := s.readProject()
	if err != nil {
		return nil, err
	}
	// 2 render, 3 observe, 4 decide
	req.step("rendering the newest version")
	plan, err := s.planUpgrade(p, req)
	if err != nil {
		return nil, err
	}
	if err := s.refuseDirty(ctx, plan); err != nil {
		return nil, err
	}
	s.report.Changes, s.report.DryRun = append(slices.Clone(plan.Changes), s.projectFile(text)), req.DryRun
	if req.DryRun {
		return s.report, nil
	}
	// 5 apply
	req.step("writing")
	if err := s.applyUpgrade(p, text, plan, req); err != nil {
		return nil, err
	}
	if conflicts := len(plan.Conflicts()); conflicts > 0 {
		s.report.open("settle the conflicts in the files, then: opwright upgrade --continue (undo all: --abort)")
		return s.report, nil
	}
	// 6 derive, and see that it builds
	return s.report, s.conclude(ctx, req)
}

func (r UpgradeRequest) step(name string) {
	if r.Progress != nil {
		r.Progress(name)
	}
}

// conclude derives what follows from the owner's sources, and builds and vets the result.
func (s *session) conclude(ctx context.Context, req UpgradeRequest) error {
	req.step("generating")
	if err := s.derive(ctx, req.Derive); err != nil || len(s.report.Open) > 0 || req.NoVerify {
		return err
	}
	req.step("building and vetting")
	s.verify(ctx)
	return nil
}

// planUpgrade decides for each file of the newest render. It leaves in the session what the ledger has to hold after it.
func (s *session) planUpgrade(p *spec.Project, req UpgradeRequest) (merge.Plan, error) {
	if err := s.noteBehaviour(p, req.To); err != nil {
		return merge.Plan{}, err
	}
	if req.To == ToPresets {
		return s.planPresets(p)
	}
	s.newestPresets, s.newestTemplates = req.To != ToTemplates, true
	s.followOwner()
	theirs, err := s.render(p)
	if err != nil {
		return merge.Plan{}, err
	}
	plan, err := s.planTree(theirs, req.Take)
	if err != nil {
		return plan, err
	}
	s.keepNeeded(p, theirs, &plan)
	return plan, nil
}

// planTree decides for each file of a tree, and for each one that was rendered before.
func (s *session) planTree(theirs tree.Tree, wanted []string) (merge.Plan, error) {
	if err := s.followTemplates(theirs); err != nil {
		return merge.Plan{}, err
	}
	ours := s.observe(theirs)
	plan := merge.DecideTree(merge.TreeInput{
		Records: s.state.Records, Ours: ours, Theirs: theirs, Prune: true, Labels: s.labels(),
	})
	if err := take(&plan, wanted, theirs, ours); err != nil {
		return plan, err
	}
	return s.completed(plan, ours), nil
}

// planPresets moves to the newest presets alone: the difference between two renders by this binary.
func (s *session) planPresets(p *spec.Project) (merge.Plan, error) {
	old, err := s.applied()
	if err != nil {
		return merge.Plan{}, err
	}
	s.followOwner()
	before, err := s.render(old)
	if err != nil {
		return merge.Plan{}, err
	}
	s.newestPresets = true
	after, err := s.render(p)
	if err != nil {
		return merge.Plan{}, err
	}
	ours := s.dir.Observe(paths(before, after, s.state.Records))
	plan := merge.DecideEdit(merge.EditInput{
		Records: s.state.Records, Ours: ours, Old: before, New: after, SameTemplates: s.sameTemplates(old), Prune: true,
		Labels: s.labels(),
	})
	plan = s.completed(plan, ours)
	s.keepNeeded(p, after, &plan)
	return plan, nil
}

// completed adds to a plan what the decisions of single files do not know: renames. Conflicts are to be marked in the
// files.
func (s *session) completed(plan merge.Plan, ours map[string]merge.Version) merge.Plan {
	s.moveRenamed(&plan, ours)
	for i, c := range plan.Changes {
		if c.Action == merge.InConflict && c.Marked != nil {
			s.offered = append(s.offered, c.Data)
			plan.Changes[i] = c.Mark()
			plan.Changes[i].Reason = "both changed the same lines: settle it in the file"
		}
	}
	return plan
}

// labels name the sides of a conflict.
func (s *session) labels() merge.Labels {
	return merge.Labels{
		Ours: "yours", Base: fmt.Sprintf("base revision %d", s.state.Lock.Revision), Theirs: fmt.Sprintf("new revision %d", s.revision),
	}
}

// take replaces files that were made once by their newest version.
func take(plan *merge.Plan, wanted []string, theirs tree.Tree, ours map[string]merge.Version) error {
	var faults []error
	for _, path := range wanted {
		i := slices.IndexFunc(plan.Changes, func(c merge.Change) bool { return c.Path == path })
		f, rendered := theirs.Get(path)
		if i < 0 || !rendered {
			faults = append(faults, fmt.Errorf("%s: opwright does not make it\nhint: opwright status lists files with a newer version", path))
			continue
		}
		c := &plan.Changes[i]
		c.Action, c.Reason = merge.Update, "taken as it is made now, in place of yours"
		c.Data, c.Executable = f.Data, f.Executable
		c.Base, c.Known, c.Quiet = merge.Version{Data: f.Data, Executable: f.Executable, Exists: true}, merge.Known{}, false
		if !ours[path].Exists {
			c.Action = merge.Create
		}
	}
	return errors.Join(faults...)
}

// noteBehaviour says what the newest presets do differently.
func (s *session) noteBehaviour(p *spec.Project, to string) error {
	if to == ToTemplates {
		return nil
	}
	from, err := s.sources(p.PresetDirs)
	if err != nil {
		return err
	}
	for _, pin := range s.state.Lock.Presets {
		newest, err := from.set.Load(pin.Name, 0)
		if err != nil || newest.Version == pin.Version {
			continue // the render says what is wrong, if anything is
		}
		old, err := from.set.Load(pin.Name, pin.Version)
		if err != nil {
			return err
		}
		s.report.Behaviour = append(s.report.Behaviour, Behaviour{
			Preset: pin.Name, From: pin.Version, To: newest.Version, Differences: preset.Diff(old, newest),
		})
	}
	return nil
}

// noUpgradeOpen refuses to go on while conflicts of an upgrade are open.
func (s *session) noUpgradeOpen() error {
	if _, err := s.dir.ReadFile(state.UndoPath); err == nil {
		return errors.New("an upgrade is open\nhint: settle its conflicts, then opwright upgrade --continue, or undo it: opwright upgrade --abort")
	}
	return nil
}

// applyUpgrade writes the plan and the ledger; with conflicts also what --abort needs.
func (s *session) applyUpgrade(p *spec.Project, text []byte, plan merge.Plan, req UpgradeRequest) error {
	beside := workdir.Beside{Own: map[string][]byte{}}
	texts := map[string][]byte{}
	for _, text := range s.offered {
		texts[tree.Digest(text)] = text
	}
	if len(s.offered) > 0 {
		beside.Own[state.UndoPath] = s.undoOf(plan, !req.NoVerify, texts).Encode()
	}
	return s.applyWith(p, text, plan, texts, beside)
}

// undoOf remembers each file that a plan writes as it is now; the texts go into base/.
func (s *session) undoOf(plan merge.Plan, verify bool, texts map[string][]byte) state.Undo {
	lock := s.state.Lock.Encode()
	undo := state.Undo{Lock: tree.Digest(lock), Verify: verify}
	texts[undo.Lock] = lock
	var list []string
	for _, c := range plan.Writes() {
		list = append(list, c.Path)
	}
	ours := s.dir.Observe(list)
	for _, c := range plan.Writes() {
		f := state.UndoFile{Path: c.Path, Conflict: c.Action == merge.InConflict}
		if before := ours[c.Path]; before.Exists {
			f.Before, f.Executable = tree.Digest(before.Data), before.Executable
			texts[f.Before] = before.Data
		}
		if c.Action != merge.Delete {
			f.After = tree.Digest(c.Data)
			texts[f.After] = c.Data
		}
		undo.Files = append(undo.Files, f)
	}
	return undo
}

// Continue ends an upgrade whose conflicts its owner has settled.
func Continue(ctx context.Context, req UpgradeRequest) (*Report, error) {
	s, undo, err := openUpgrade(req)
	if err != nil {
		return nil, err
	}
	defer s.close()
	lock := s.state.Lock
	lock.Files = slices.Clone(lock.Files)
	var faults []error
	for i, e := range lock.Files {
		if e.Conflict != merge.BothChanged {
			continue
		}
		data, err := s.dir.ReadFile(e.Path)
		if line := merge.MarkerLine(data); err == nil && line > 0 {
			faults = append(faults, fmt.Errorf("%s:%d: a conflict is open", e.Path, line))
		}
		// The newest text is what the next upgrade compares with.
		lock.Files[i].SHA256, lock.Files[i].Conflict, lock.Files[i].Offered, lock.Files[i].Seen = e.Offered, "", "", ""
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("%w\nhint: settle it in the file, then opwright upgrade --continue (undo all: --abort)", errors.Join(faults...))
	}
	if err := s.dir.ApplyWith(nil, lock, nil, workdir.Beside{Own: leftovers(undo, s.state.Lock, lock)}); err != nil {
		return nil, err
	}
	s.report.note("the upgrade is complete: no conflict is left")
	req.NoVerify = req.NoVerify || !undo.Verify
	return s.report, s.conclude(ctx, req)
}

// Abort undoes an upgrade whose conflicts are open. A file that its owner edited since is merged back where that is
// clean; else it is left alone and named.
func Abort(req UpgradeRequest) (*Report, error) {
	s, undo, err := openUpgrade(req)
	if err != nil {
		return nil, err
	}
	defer s.close()
	text, err := s.dir.BaseText(undo.Lock)
	if err != nil {
		return nil, fmt.Errorf("undo the upgrade: %w\nhint: restore .opwright from version control", err)
	}
	lock, err := state.Decode(text, s.revision)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, f := range undo.Files {
		list = append(list, f.Path)
	}
	ours := s.dir.Observe(list)
	for _, f := range undo.Files {
		change, err := s.backTo(f, ours[f.Path])
		if err != nil {
			return nil, err
		}
		s.report.Changes = append(s.report.Changes, change)
	}
	if err := s.dir.ApplyWith(s.report.Changes, lock, nil, workdir.Beside{Own: leftovers(undo, s.state.Lock, lock), OverMarkers: true}); err != nil {
		return nil, err
	}
	return s.report, nil
}

// leftovers are what an upgrade that ends does not need any more: its memory, and the texts that only it needed.
func leftovers(undo state.Undo, before, after state.Lock) map[string][]byte {
	texts := append(before.Digests(), undo.Lock)
	for _, f := range undo.Files {
		texts = append(texts, f.Before, f.After)
	}
	for _, e := range before.Files {
		texts = append(texts, e.Offered)
	}
	own := map[string][]byte{state.UndoPath: nil}
	needed := after.Digests()
	for _, digest := range texts {
		if digest != "" && !slices.Contains(needed, digest) {
			own[state.BasePath(digest)] = nil
		}
	}
	return own
}

// openUpgrade opens a project with an upgrade that is open.
func openUpgrade(req UpgradeRequest) (*session, state.Undo, error) {
	s, err := openProjectWith(req.Dir, false, req.newest)
	if err != nil {
		return nil, state.Undo{}, err
	}
	data, err := s.dir.ReadFile(state.UndoPath)
	if err != nil {
		s.close()
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("no upgrade is open\nhint: opwright status")
		}
		return nil, state.Undo{}, err
	}
	undo, err := state.DecodeUndo(data)
	if err != nil {
		s.close()
		return nil, state.Undo{}, err
	}
	return s, undo, nil
}

// backTo is the change that undoes what an upgrade did to a file.
func (s *session) backTo(f state.UndoFile, now merge.Version) (merge.Change, error) {
	c := merge.Change{Path: f.Path, Action: merge.Update, Reason: "as it was before the upgrade", Executable: f.Executable}
	var err error
	if f.Before != "" {
		if c.Data, err = s.dir.BaseText(f.Before); err != nil {
			return c, err
		}
	}
	if now.Exists && now.Kind == merge.Regular {
		c.Before = tree.Digest(now.Data)
	}
	untouched := c.Before == f.After && (now.Exists == (f.After != ""))
	switch {
	case !untouched && now.Exists && bytes.Equal(now.Data, c.Data) && f.Before != "":
		c.Action, c.Reason, c.Quiet = merge.Keep, "it is as it was before the upgrade", true
	case !untouched:
		s.report.open("%s was changed since the upgrade: look at it, it was left alone", f.Path)
		c.Action, c.Reason = merge.Keep, "you changed it since the upgrade"
	case f.Before == "":
		c.Action, c.Reason = merge.Delete, "the upgrade made it"
	case f.After == "":
		c.Action = merge.Create
	}
	return c, nil
}

// diffUpgrade lists what an upgrade would write.
func (s *session) diffUpgrade(p *spec.Project) ([]FileDiff, error) {
	plan, err := s.planUpgrade(p, UpgradeRequest{})
	if err != nil {
		return nil, err
	}
	ours := s.dir.Observe(planned(plan))
	var list []FileDiff
	for _, c := range plan.Writes() {
		d := FileDiff{Path: c.Path, Reason: string(c.Action) + ": " + c.Reason}
		if now := ours[c.Path]; now.Exists {
			d.From = now.Data
		}
		if c.Action != merge.Delete {
			d.To = c.Data
		}
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b FileDiff) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

func planned(plan merge.Plan) []string {
	var list []string
	for _, c := range plan.Changes {
		list = append(list, c.Path)
	}
	return list
}
