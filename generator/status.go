package generator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/manifests"
	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
	"github.com/opwright/opwright/generator/workdir"
)

// StatusRequest says what project to look at.
type StatusRequest struct {
	// Dir is the project's folder.
	Dir string
	Derive
}

// Status is how far a project is from what it should be. Nothing is written to find out.
type Status struct {
	// Dir is the project's absolute path.
	Dir string
	// Todo are the things that are not as they should be, each with the command that mends it.
	Todo []Todo
	// Edited are managed files that their owner changed; Deleted those that the owner deleted; Yours those that were
	// made once, or were there before opwright, and are the owner's. All are fine as they are.
	Edited, Deleted, Yours []string
	// Files is the number of files that opwright knows.
	Files int
	// Revision is the templates' revision of the project.
	Revision int
	// Presets are the presets in use, such as "standard v1".
	Presets []string
}

// Todo is one thing that is not as it should be.
type Todo struct {
	// What is the half sentence for a person; Path the file that it is about, if it is about one.
	What, Path string
	// Command mends it.
	Command string
}

// Current says whether nothing is to be done.
func (s *Status) Current() bool { return len(s.Todo) == 0 }

func (s *Status) todo(command, path, format string, args ...any) {
	s.Todo = append(s.Todo, Todo{What: fmt.Sprintf(format, args...), Path: path, Command: command})
}

// GetStatus looks at a project.
func GetStatus(ctx context.Context, req StatusRequest) (*Status, error) {
	if err := mustHold(ProjectFile, "opwright init makes a project", req.Dir); err != nil {
		return nil, err
	}
	s, err := look(req.Dir)
	if err != nil {
		return nil, err
	}
	defer s.close()
	out := &Status{Dir: s.dir.Path(), Revision: s.state.Lock.Revision, Files: len(s.state.Lock.Files)}
	if s.dir.Interrupted() {
		out.todo("opwright apply", "", "an earlier run was interrupted")
		return out, nil
	}
	p, text, err := s.readProject()
	if err != nil {
		return nil, err
	}
	if err := s.statusOfVersions(out, p, text); err != nil {
		return nil, err
	}
	s.statusOfFiles(out)
	for _, missing := range s.missingRegistrations(p) {
		out.todo(missing.Command, missing.File, "nothing registers %s", missing.Unit)
	}
	return out, s.statusOfDerived(ctx, out, req.Derive)
}

// look opens a project to read it, also while an interrupted run waits to be recovered.
func look(path string) (*session, error) {
	s := &session{unlock: func() {}, report: &Report{}}
	var err error
	if s.newest, err = embedded(); err != nil {
		return nil, err
	}
	if s.dir, err = workdir.Open(path); err != nil {
		return nil, err
	}
	if s.state, err = s.dir.LoadState(s.revision); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// statusOfVersions compares what the project was made with and what this binary has.
func (s *session) statusOfVersions(out *Status, p *spec.Project, text []byte) error {
	if _, err := s.dir.ReadFile(state.UndoPath); err == nil {
		out.todo("opwright upgrade --continue", "", "an upgrade is open, its conflicts are to be settled")
	}
	if tree.Digest(text) != s.state.Lock.Applied && !s.sameProject(p) {
		out.todo("opwright apply", ProjectFile, "edited since it was applied")
	}
	if s.state.Lock.Revision < s.revision {
		out.todo("opwright upgrade", "", "rendered from templates revision %d, this opwright has %d", s.state.Lock.Revision, s.revision)
	}
	from, err := s.sources(p.PresetDirs)
	if err != nil {
		return err
	}
	if !slices.Equal(from.layers, s.state.Lock.Layers) {
		out.todo("opwright upgrade", "", "template layers of %s changed", strings.Join(p.PresetDirs, ", "))
	}
	for _, pin := range s.state.Lock.Presets {
		out.Presets = append(out.Presets, fmt.Sprintf("%s v%d", pin.Name, pin.Version))
		if newest, err := from.set.Load(pin.Name, 0); err == nil && newest.Version > pin.Version {
			out.todo("opwright upgrade", "", "preset %s v%d is in use, v%d is there", pin.Name, pin.Version, newest.Version)
		}
	}
	return nil
}

// sameProject says whether the file means what was applied: comments may differ.
func (s *session) sameProject(p *spec.Project) bool {
	old, err := s.applied()
	return err == nil && bytes.Equal(old.Encode(), p.Encode())
}

// statusOfFiles compares the files with what was rendered last.
func (s *session) statusOfFiles(out *Status) {
	for _, path := range s.state.Lost {
		out.todo("opwright repair", path, "its base text is lost")
	}
	ours := s.dir.Observe(paths(tree.Tree{}, tree.Tree{}, s.state.Records))
	for _, e := range s.state.Lock.Files {
		record, file := s.state.Records[e.Path], ours[e.Path]
		switch {
		case record.Known.Conflict == merge.Outdated:
			out.todo("opwright upgrade", e.Path, "an edit of %s could not be merged into it", ProjectFile)
		case record.Known.Conflict != "" && !resolved(record, file):
			out.todo("opwright diff "+e.Path, e.Path, "in conflict: %s", conflictWords(record.Known.Conflict))
		}
		switch {
		case record.Known.Kept:
			out.Yours = append(out.Yours, e.Path)
		case !record.Base.Exists:
		case !file.Exists:
			out.Deleted = append(out.Deleted, e.Path)
		case e.Ownership == tree.Once:
			out.Yours = append(out.Yours, e.Path)
		case !merge.SameText(record.Base.Data, file.Data):
			out.Edited = append(out.Edited, e.Path)
		}
	}
}

// resolved says whether the owner has dealt with a conflict since it was reported.
func resolved(r merge.Record, file merge.Version) bool {
	return r.Known.Seen != "" && file.Exists && tree.Digest(file.Data) != r.Known.Seen && merge.MarkerLine(file.Data) == 0
}

func conflictWords(c merge.Conflict) string {
	if c == merge.InTheWay {
		return "a file of yours is where a new one belongs"
	}
	return "you and the templates changed the same lines"
}

// statusOfDerived asks whether what follows from the owner's sources is up to date. It is quick where nothing changed
// since the last run.
func (s *session) statusOfDerived(ctx context.Context, out *Status, d Derive) error {
	if !s.dir.Exists("go.mod") {
		return nil
	}
	result, faults := manifests.Generate(ctx, manifests.Options{Dir: s.dir.Path(), CacheDir: d.CacheDir, ToolVersion: d.ToolVersion})
	if faults != nil {
		out.todo("opwright generate", "", "derived files cannot be made: the sources have faults")
	}
	if result == nil || result.Unchanged {
		return nil
	}
	var files tree.Tree
	for name, data := range result.Files {
		if err := files.Add(name, tree.File{Data: data}); err != nil {
			return err
		}
	}
	for _, path := range s.dir.CheckDerived(files, nil) {
		out.todo("opwright generate", path, "does not follow from the sources any more")
	}
	return nil
}

// DiffRequest says what to compare.
type DiffRequest struct {
	// Dir is the project's folder.
	Dir string
	// Paths are slash paths of the project, files or folders; none are all.
	Paths []string
	// Upgrade shows what an upgrade would do, rather than the owner's edits.
	Upgrade bool
}

// FileDiff is a file in two versions, nil where it is not there.
type FileDiff struct {
	Path     string
	From, To []byte
	// Reason says why they differ, for an upgrade.
	Reason string
}

// Diff lists the owner's edits since the last render, or what an upgrade would do.
func Diff(req DiffRequest) ([]FileDiff, error) {
	s, err := openProject(req.Dir, true)
	if err != nil {
		return nil, err
	}
	defer s.close()
	p, _, err := s.readProject()
	if err != nil {
		return nil, err
	}
	var list []FileDiff
	if req.Upgrade {
		list, err = s.diffUpgrade(p)
	} else {
		list = s.diffEdits()
	}
	if err != nil {
		return nil, err
	}
	return chosen(list, req.Paths, s.state.Records)
}

// diffEdits compares managed files with what was rendered last.
func (s *session) diffEdits() (list []FileDiff) {
	ours := s.dir.Observe(paths(tree.Tree{}, tree.Tree{}, s.state.Records))
	for _, e := range s.state.Lock.Files {
		record, file := s.state.Records[e.Path], ours[e.Path]
		if !record.Base.Exists || file.Exists && (file.Kind != merge.Regular || merge.SameText(record.Base.Data, file.Data)) {
			continue
		}
		d := FileDiff{Path: e.Path, From: record.Base.Data}
		if file.Exists {
			d.To = file.Data
		}
		list = append(list, d)
	}
	return list
}

// chosen keeps what is at or below one of the paths, and refuses a path that opwright does not know.
func chosen(list []FileDiff, wanted []string, records map[string]merge.Record) ([]FileDiff, error) {
	if len(wanted) == 0 {
		return list, nil
	}
	below := func(path string) bool {
		return slices.ContainsFunc(wanted, func(w string) bool { return w == "." || path == w || within(w, path) })
	}
	var faults []error
	for _, w := range wanted {
		known := w == "." || slices.ContainsFunc(list, func(d FileDiff) bool { return d.Path == w || within(w, d.Path) })
		for path := range records {
			known = known || path == w || within(w, path)
		}
		if !known || !fs.ValidPath(w) {
			faults = append(faults, fmt.Errorf("%s: opwright did not make it\nhint: opwright diff shows all", w))
		}
	}
	return slices.DeleteFunc(list, func(d FileDiff) bool { return !below(d.Path) }), errors.Join(faults...)
}

func within(folder, path string) bool {
	return len(path) > len(folder) && path[:len(folder)] == folder && path[len(folder)] == '/'
}
