package state

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/goccy/go-yaml"
)

// UndoPath is where an upgrade with open conflicts remembers what it found. All texts are in base/.
const UndoPath = Dir + "/upgrade.yaml"

// Undo is what an upgrade found, so that it can be undone while its conflicts are open.
type Undo struct {
	// Lock is the digest of the ledger as it was.
	Lock string `yaml:"lock"`
	// Verify says that the result is to be built and vetted once the conflicts are settled.
	Verify bool `yaml:"verify,omitempty"`
	// Files are those that the upgrade wrote, sorted by path.
	Files []UndoFile `yaml:"files"`
}

// UndoFile is a file before and after an upgrade, by the digests of its texts; empty where it was not there.
type UndoFile struct {
	Path       string `yaml:"path"`
	Before     string `yaml:"before,omitempty"`
	After      string `yaml:"after,omitempty"`
	Executable bool   `yaml:"executable,omitempty"` // before
	Conflict   bool   `yaml:"conflict,omitempty"`   // written with markers in it
}

// Encode writes it, a line a file.
func (u Undo) Encode() []byte {
	var b strings.Builder
	b.WriteString("# An upgrade with conflicts is open: opwright upgrade --continue, or --abort.\n")
	fmt.Fprintf(&b, "lock: %s\n", quote(u.Lock))
	if u.Verify {
		b.WriteString("verify: true\n")
	}
	b.WriteString("files:\n")
	for _, f := range u.Files {
		fields := []string{"path: " + quote(f.Path)}
		for _, pair := range [][2]string{{"before", f.Before}, {"after", f.After}} {
			if pair[1] != "" {
				fields = append(fields, pair[0]+": "+quote(pair[1]))
			}
		}
		if f.Executable {
			fields = append(fields, "executable: true")
		}
		if f.Conflict {
			fields = append(fields, "conflict: true")
		}
		fmt.Fprintf(&b, "  - {%s}\n", strings.Join(fields, ", "))
	}
	return []byte(b.String())
}

// DecodeUndo reads it strictly: what it says is written to disk.
func DecodeUndo(data []byte) (Undo, error) {
	var u Undo
	if err := yaml.UnmarshalWithOptions(data, &u, yaml.Strict()); err != nil {
		return u, fmt.Errorf("%s: %s", UndoPath, yaml.FormatError(err, false, false))
	}
	var faults []error
	if !isDigest(u.Lock) {
		faults = append(faults, fmt.Errorf("%s: lock: not a sha256", UndoPath))
	}
	for _, f := range u.Files {
		inside := fs.ValidPath(f.Path) && f.Path != "." && !strings.HasPrefix(f.Path, Dir+"/")
		if !inside || f.Before != "" && !isDigest(f.Before) || f.After != "" && !isDigest(f.After) {
			faults = append(faults, fmt.Errorf("%s: file %q: not a path of the project, or not a sha256", UndoPath, f.Path))
		}
	}
	return u, errors.Join(faults...)
}
