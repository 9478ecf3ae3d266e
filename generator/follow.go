package generator

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
)

// Files move: by their owner, who is followed, and by the templates, which say so in templates/renames.yaml.

// moved renames what is rendered to where its owner moved it.
func moved(t tree.Tree, moves []state.Move) (tree.Tree, error) {
	if len(moves) == 0 {
		return t, nil
	}
	var out tree.Tree
	for _, name := range t.Paths() {
		f, _ := t.Get(name)
		if i := slices.IndexFunc(moves, func(m state.Move) bool { return m.From == name }); i >= 0 {
			name = moves[i].To
		}
		if err := out.Add(name, f); err != nil {
			return t, err
		}
	}
	return out, nil
}

// similar is the share of lines that two texts have in common which says that one was made of the other.
const similar = 0.5

// findMoves looks for files that are gone from where they were rendered, and whose text is found somewhere else in the
// project. Two copies, or a file that its owner deleted before, are no move.
func (s *session) findMoves() []state.Move {
	var gone []string
	ours := s.dir.Observe(paths(tree.Tree{}, tree.Tree{}, s.state.Records))
	for name, r := range s.state.Records {
		if r.Base.Exists && !r.Known.Deleted && !ours[name].Exists && bytes.Count(r.Base.Data, []byte("\n")) >= 5 {
			gone = append(gone, name)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	slices.Sort(gone)
	strangers := s.strangers()
	var moves []state.Move
	for _, name := range gone {
		if to := twinOf(name, s.state.Records[name].Base.Data, strangers); to != "" {
			moves = append(moves, state.Move{From: name, To: to})
			delete(strangers, to)
		}
	}
	return moves
}

// strangers are the project's files that opwright did not make.
func (s *session) strangers() map[string][]byte {
	files := map[string][]byte{}
	for _, name := range s.dir.Files() {
		if _, known := s.state.Records[name]; known || name == ProjectFile {
			continue
		}
		if data, err := s.dir.ReadFile(name); err == nil && len(data) < 1<<20 {
			files[name] = data
		}
	}
	return files
}

// twinOf finds the one file that was made of a text: of the same kind by its name, and similar.
func twinOf(name string, text []byte, files map[string][]byte) (found string) {
	best := similar
	for _, other := range sortedNames(files) {
		if path.Ext(other) != path.Ext(name) && path.Base(other) != path.Base(name) {
			continue
		}
		share := merge.Similarity(text, files[other])
		switch {
		case share > best:
			best, found = share, other
		case share == best && found != "":
			return "" // a copy: nobody can tell which one is meant
		}
	}
	return found
}

func sortedNames(files map[string][]byte) []string {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// followOwner takes the moves of the owner into the ledger: the line of a file goes where the file went.
func (s *session) followOwner() {
	for _, m := range s.findMoves() {
		s.report.note("%s: you moved it to %s, and it is kept current there", m.From, m.To)
		s.state.Lock.Moved = append(s.state.Lock.Moved, m)
		s.relocate(m.From, m.To)
	}
	slices.SortFunc(s.state.Lock.Moved, func(a, b state.Move) int { return strings.Compare(a.From, b.From) })
}

// relocate gives a ledger line another path.
func (s *session) relocate(from, to string) {
	record := s.state.Records[from]
	delete(s.state.Records, from)
	s.state.Records[to] = record
	s.state.Lock.Files = slices.Clone(s.state.Lock.Files)
	for i, e := range s.state.Lock.Files {
		if e.Path == from {
			s.state.Lock.Files[i].Path = to
		}
	}
	slices.SortFunc(s.state.Lock.Files, func(a, b state.Entry) int { return strings.Compare(a.Path, b.Path) })
}

// rename is a file that the templates moved. Both paths may hold tokens, such as {controllerDir}.
type rename struct {
	// Revision is the first one with the new path.
	Revision int    `yaml:"revision"`
	From     string `yaml:"from"`
	To       string `yaml:"to"`
}

const renamesFile = "renames.yaml"

// renames reads what the templates have moved.
func (s *session) renames() ([]rename, error) {
	data, err := fs.ReadFile(s.templates, renamesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []rename
	if err := yaml.UnmarshalWithOptions(data, &list, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("templates/%s: %s", renamesFile, yaml.FormatError(err, false, false))
	}
	return list, nil
}

var pathToken = regexp.MustCompile(`\\\{(\w+)\\\}`)

// target is the new path of a file, empty where the rename is not about it.
func (r rename) target(name string) string {
	pattern, err := regexp.Compile("^" + pathToken.ReplaceAllString(regexp.QuoteMeta(r.From), "(?P<$1>.+)") + "$")
	if err != nil {
		return ""
	}
	match := pattern.FindStringSubmatch(name)
	if match == nil {
		return ""
	}
	to := r.To
	for i, token := range pattern.SubexpNames() {
		if token != "" {
			to = strings.ReplaceAll(to, "{"+token+"}", match[i])
		}
	}
	return to
}

// followTemplates takes the renames of newer templates into the ledger, so that an edit follows its file.
func (s *session) followTemplates(theirs tree.Tree) error {
	list, err := s.renames()
	if err != nil {
		return err
	}
	for _, r := range list {
		if r.Revision <= s.state.Lock.Revision {
			continue
		}
		for _, name := range sortedRecords(s.state.Records) {
			to := r.target(name)
			_, still := theirs.Get(name)
			_, there := theirs.Get(to)
			_, known := s.state.Records[to]
			if to == "" || still || !there || known || s.dir.Exists(to) {
				continue
			}
			s.relocate(name, to)
			s.renamed = append(s.renamed, state.Move{From: name, To: to})
		}
	}
	return nil
}

func sortedRecords(records map[string]merge.Record) []string {
	names := make([]string, 0, len(records))
	for name := range records {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// observe reads what is on disk, a renamed file where it still is.
func (s *session) observe(theirs tree.Tree) map[string]merge.Version {
	list := paths(theirs, tree.Tree{}, s.state.Records)
	for _, m := range s.renamed {
		list = append(list, m.From)
	}
	ours := s.dir.Observe(list)
	for _, m := range s.renamed {
		if old, there := ours[m.From]; there {
			ours[m.To] = old
		}
	}
	return ours
}

// moveRenamed makes the plan write a renamed file at its new path, with its owner's edits, and delete the old one.
func (s *session) moveRenamed(plan *merge.Plan, ours map[string]merge.Version) {
	for _, m := range s.renamed {
		old := ours[m.From]
		i := slices.IndexFunc(plan.Changes, func(c merge.Change) bool { return c.Path == m.To })
		if i < 0 || !old.Exists || old.Kind != merge.Regular {
			continue
		}
		c := &plan.Changes[i]
		if !c.Writes() && c.Marked == nil {
			c.Action, c.Data, c.Executable = merge.Update, old.Data, old.Executable
		}
		c.Before, c.Quiet = "", false
		c.Reason = "was " + m.From + "; " + c.Reason
		plan.Changes = append(plan.Changes, merge.Change{
			Path: m.From, Action: merge.Delete, Reason: "moved to " + m.To, Before: tree.Digest(old.Data),
		})
	}
	slices.SortFunc(plan.Changes, func(a, b merge.Change) int { return strings.Compare(a.Path, b.Path) })
}
