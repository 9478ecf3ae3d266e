package state

import (
	"fmt"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/tree"
)

// The places in a project, as slash paths.
const (
	Dir      = ".opwright"
	LockPath = Dir + "/lock.yaml"
	BaseDir  = Dir + "/base"
)

// Lock is the ledger of a project.
type Lock struct {
	// Revision is the templates' revision that the project was rendered from.
	Revision int `yaml:"revision"`
	// Applied is the digest of the opwright.yaml that was applied last; its text is in base/.
	Applied string `yaml:"applied,omitempty"`
	// Presets are sorted by name.
	Presets []PresetPin `yaml:"presets"`
	// Layers are the folders with template layers of an organisation, in the order of opwright.yaml.
	Layers []LayerPin `yaml:"layers,omitempty"`
	// Moved are files that their owner moved, by where they are rendered to, sorted.
	Moved []Move `yaml:"moved,omitempty"`
	// Files are sorted by path.
	Files []Entry `yaml:"files"`
}

// PresetPin is the preset version that a name stood for.
type PresetPin struct {
	Name    string `yaml:"name"`
	Version int    `yaml:"version"`
	Digest  string `yaml:"digest"`
	// Source is the folder that it came from, empty for one that opwright comes with.
	Source string `yaml:"source,omitempty"`
}

// Move is a file that is somewhere else than it was.
type Move struct {
	From string `yaml:"from"`
	To   string `yaml:"to"`
}

// LayerPin is the state of an organisation's templates.
type LayerPin struct {
	Dir    string `yaml:"dir"`
	Digest string `yaml:"digest"`
}

// Entry is the ledger line of a file.
type Entry struct {
	Path string `yaml:"path"`
	// SHA256 is the digest of the base text; empty if nothing of ours was ever written there.
	SHA256     string         `yaml:"sha256,omitempty"`
	Executable bool           `yaml:"executable,omitempty"`
	Ownership  tree.Ownership `yaml:"ownership"`
	Unit       string         `yaml:"unit"`
	// Kept, Deleted, Conflict, Offered and Seen are merge.Known.
	Kept     bool           `yaml:"kept,omitempty"`
	Deleted  bool           `yaml:"deleted,omitempty"`
	Conflict merge.Conflict `yaml:"conflict,omitempty"`
	Offered  string         `yaml:"offered,omitempty"`
	Seen     string         `yaml:"seen,omitempty"`
}

func (e Entry) known() merge.Known {
	return merge.Known{Kept: e.Kept, Deleted: e.Deleted, Conflict: e.Conflict, Offered: e.Offered, Seen: e.Seen}
}

// TooNewError says that a newer opwright has worked on the project.
type TooNewError struct{ Lock, Binary int }

func (e *TooNewError) Error() string {
	return fmt.Sprintf("%s: made by a newer opwright: templates revision %d, this one has %d\nhint: install that version, or undo its upgrade with git revert",
		LockPath, e.Lock, e.Binary)
}

// Digests lists the base texts that the lock needs, sorted.
func (l Lock) Digests() []string {
	var list []string
	if l.Applied != "" {
		list = append(list, l.Applied)
	}
	for _, e := range l.Files {
		if e.SHA256 != "" {
			list = append(list, e.SHA256)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Records joins the ledger with the base texts, by digest. A line whose text is
// lost has no base, so that the file is compared with the new render alone; lost
// lists the paths of those lines.
func (l Lock) Records(texts map[string][]byte) (records map[string]merge.Record, lost []string) {
	records = map[string]merge.Record{}
	for _, e := range l.Files {
		r := merge.Record{Known: e.known(), Ownership: e.Ownership, Unit: e.Unit}
		text, found := texts[e.SHA256]
		switch {
		case found:
			r.Base = merge.Version{Data: text, Executable: e.Executable, Exists: true}
		case e.SHA256 != "":
			lost = append(lost, e.Path)
		}
		records[e.Path] = r
	}
	return records, lost
}

// Next is the ledger after the changes, and the base texts that they bring, by
// digest. Lines of paths that are not among the changes stay as they are.
func (l Lock) Next(changes []merge.Change) (Lock, map[string][]byte) {
	lines := map[string]Entry{}
	for _, e := range l.Files {
		lines[e.Path] = e
	}
	texts := map[string][]byte{}
	for _, c := range changes {
		delete(lines, c.Path)
		if c.Base.Exists || c.Known != (merge.Known{}) {
			lines[c.Path] = entryOf(c, texts)
		}
	}
	l.Files = nil
	for _, e := range lines {
		l.Files = append(l.Files, e)
	}
	slices.SortFunc(l.Files, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return l, texts
}

// entryOf is the ledger line of a change; its base text goes into texts.
func entryOf(c merge.Change, texts map[string][]byte) Entry {
	e := Entry{
		Path: c.Path, Executable: c.Base.Executable, Ownership: c.Ownership, Unit: c.Unit,
		Kept: c.Known.Kept, Deleted: c.Known.Deleted, Conflict: c.Known.Conflict, Offered: c.Known.Offered, Seen: c.Known.Seen,
	}
	if c.Base.Exists {
		e.SHA256 = tree.Digest(c.Base.Data)
		texts[e.SHA256] = c.Base.Data
	}
	return e
}
