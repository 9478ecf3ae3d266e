package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/tree"
)

const header = `# Written by opwright: what it rendered last, a line a file. Commit it, do not edit it.
# With base/ beside it, an upgrade tells your edits from its own, without git or network.
`

// Encode writes the lock, a line a file, so that git merges two branches well.
func (l Lock) Encode() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%srevision: %d\n", header, l.Revision)
	if l.Applied != "" {
		fmt.Fprintf(&b, "applied: %s\n", quote(l.Applied))
	}
	list(&b, "presets", len(l.Presets))
	for _, p := range l.Presets {
		source := ""
		if p.Source != "" {
			source = ", source: " + quote(p.Source)
		}
		fmt.Fprintf(&b, "  - {name: %s, version: %d, digest: %s%s}\n", quote(p.Name), p.Version, quote(p.Digest), source)
	}
	if len(l.Layers) > 0 {
		list(&b, "layers", len(l.Layers))
	}
	for _, p := range l.Layers {
		fmt.Fprintf(&b, "  - {dir: %s, digest: %s}\n", quote(p.Dir), quote(p.Digest))
	}
	if len(l.Moved) > 0 {
		list(&b, "moved", len(l.Moved))
	}
	for _, m := range l.Moved {
		fmt.Fprintf(&b, "  - {from: %s, to: %s}\n", quote(m.From), quote(m.To))
	}
	list(&b, "files", len(l.Files))
	for _, e := range l.Files {
		fmt.Fprintf(&b, "  - {%s}\n", strings.Join(e.fields(), ", "))
	}
	return b.Bytes()
}

func list(b *bytes.Buffer, name string, length int) {
	if length == 0 {
		name += ": []\n"
	} else {
		name += ":\n"
	}
	b.WriteString(name)
}

// fields are the key-value pairs of a line; those with zero values are left out.
func (e Entry) fields() []string {
	var list []string
	text := func(key, value string) {
		if value != "" {
			list = append(list, key+": "+quote(value))
		}
	}
	truth := func(key string, value bool) {
		if value {
			list = append(list, key+": true")
		}
	}
	text("path", e.Path)
	text("sha256", e.SHA256)
	truth("executable", e.Executable)
	text("ownership", string(e.Ownership))
	text("unit", e.Unit)
	truth("kept", e.Kept)
	truth("deleted", e.Deleted)
	text("conflict", string(e.Conflict))
	text("offered", e.Offered)
	text("seen", e.Seen)
	return list
}

// quote writes a JSON string, which is a YAML string too: a digest of digits
// alone must not turn into a number.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string and a buffer cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}

// Decode reads a lock strictly. Supported is the newest templates' revision that
// this binary knows; a newer lock is a *TooNewError, whatever else it holds.
func Decode(data []byte, supported int) (Lock, error) {
	var l Lock
	if bytes.Contains(data, []byte("\n<<<<<<< ")) {
		return l, fmt.Errorf("%s: holds conflict markers\nhint: opwright repair joins both sides", LockPath)
	}
	var peek struct {
		Revision int `yaml:"revision"`
	}
	if err := yaml.Unmarshal(data, &peek); err != nil {
		return l, fault(err)
	}
	if peek.Revision > supported {
		return l, &TooNewError{Lock: peek.Revision, Binary: supported}
	}
	if err := yaml.UnmarshalWithOptions(data, &l, yaml.Strict()); err != nil {
		return l, fault(err)
	}
	return l, l.check()
}

// fault puts the position first.
func fault(err error) error {
	var positioned yaml.Error
	if errors.As(err, &positioned) && positioned.GetToken() != nil {
		p := positioned.GetToken().Position
		return fmt.Errorf("%s:%d:%d: %s", LockPath, p.Line, p.Column, positioned.GetMessage())
	}
	return fmt.Errorf("%s: %w", LockPath, err)
}

// check finds what the type system does not, all of it.
func (l Lock) check() error {
	var faults []error
	add := func(path, what string) { faults = append(faults, fmt.Errorf("%s: file %q: %s", LockPath, path, what)) }
	last := ""
	for _, e := range l.Files {
		switch {
		case !fs.ValidPath(e.Path) || e.Path == "." || strings.HasPrefix(e.Path, Dir+"/"):
			add(e.Path, "not a path of the project")
		case e.Path <= last:
			add(e.Path, "out of order or twice")
		case e.SHA256 != "" && !isDigest(e.SHA256), e.Offered != "" && !isDigest(e.Offered), e.Seen != "" && !isDigest(e.Seen):
			add(e.Path, "not a sha256")
		case e.Ownership != tree.Merged && e.Ownership != tree.Once:
			add(e.Path, fmt.Sprintf("unknown ownership %q", e.Ownership))
		case !slices.Contains([]merge.Conflict{"", merge.BothChanged, merge.InTheWay, merge.Outdated}, e.Conflict):
			add(e.Path, fmt.Sprintf("unknown conflict %q", e.Conflict))
		}
		last = e.Path
	}
	for _, m := range l.Moved {
		if !fs.ValidPath(m.From) || !fs.ValidPath(m.To) || strings.HasPrefix(m.To, Dir+"/") {
			add(m.To, "moved: not a path of the project")
		}
	}
	if l.Applied != "" && !isDigest(l.Applied) {
		faults = append(faults, fmt.Errorf("%s: applied: not a sha256", LockPath))
	}
	return errors.Join(faults...)
}

func isDigest(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}
