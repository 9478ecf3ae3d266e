package preset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/opwright/opwright/generator/spec"
)

// Set is where presets come from: an organisation's folders, and at the end those that are embedded.
type Set struct{ Sources []Source }

// Source is a folder with presets.
type Source struct {
	// Dir names the folder in messages; empty is the embedded presets.
	Dir string
	// FS holds <name>/v<N>.yaml where Dir is empty. An organisation's has them below presets/, and may have
	// template layers below templates/.
	FS fs.FS
}

// NotFoundError says that no preset has this name; Known lists those there are.
type NotFoundError struct {
	Name  string
	Known []string
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("preset %q does not exist\nhint: presets are: %s", e.Name, strings.Join(e.Known, ", "))
}

// file is a version of a preset.
type file struct {
	source  Source
	name    string
	version int
}

// path is the file's place in the source, shown the one that a message names.
func (f file) path() string {
	path := fmt.Sprintf("%s/v%d.yaml", f.name, f.version)
	if f.source.Dir != "" {
		path = "presets/" + path
	}
	return path
}

func (f file) shown() string {
	if f.source.Dir == "" {
		return "presets/" + f.path()
	}
	return path.Join(f.source.Dir, f.path())
}

var versionFile = regexp.MustCompile(`^(?:.+/)?([^/]+)/v([1-9][0-9]{0,5})\.yaml$`)

// files lists what a source holds, by name and version.
func (s Source) files() ([]file, error) {
	pattern := "*/v*.yaml"
	if s.Dir != "" {
		pattern = "presets/" + pattern
	}
	found, err := fs.Glob(s.FS, pattern)
	if err != nil {
		return nil, err
	}
	var list []file
	for _, name := range found {
		if match := versionFile.FindStringSubmatch(name); match != nil {
			version, err := strconv.Atoi(match[2])
			if err != nil {
				return nil, err
			}
			list = append(list, file{s, match[1], version})
		}
	}
	slices.SortFunc(list, func(a, b file) int {
		if a.name != b.name {
			return strings.Compare(a.name, b.name)
		}
		return a.version - b.version
	})
	return list, nil
}

// hasLayer says whether an organisation's folder has a template layer.
func (s Source) hasLayer(name string) bool {
	info, err := fs.Stat(s.FS, path.Join("templates", name))
	return s.Dir != "" && err == nil && info.IsDir()
}

// Names lists the presets, sorted.
func (s Set) Names() ([]string, error) {
	var names []string
	for _, source := range s.Sources {
		found, err := source.files()
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), s.clash()
}

// Versions lists the published versions of a preset in ascending order, none if there is no such preset.
func (s Set) Versions(name string) ([]int, error) {
	found, err := s.find(name)
	var list []int
	for _, f := range found {
		list = append(list, f.version)
	}
	return list, err
}

// Load reads a version of the preset called name with all that it inherits; version 0 is the newest.
func (s Set) Load(name string, version int) (*Preset, error) {
	if err := s.clash(); err != nil {
		return nil, err
	}
	found, err := s.find(name)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		known, err := s.Names()
		if err != nil {
			return nil, err
		}
		return nil, &NotFoundError{Name: name, Known: known}
	}
	newest := found[len(found)-1]
	if version == 0 {
		return s.load(newest, nil)
	}
	i := slices.IndexFunc(found, func(f file) bool { return f.version == version })
	switch {
	case i >= 0:
		return s.load(found[i], nil)
	case newest.source.Dir != "":
		return nil, fmt.Errorf("preset %s v%d is not in %s, whose newest is v%d\nhint: opwright preset show %s", name, version, newest.source.Dir, newest.version, name)
	}
	return nil, fmt.Errorf("preset %s v%d is not in this opwright, whose newest is v%d\nhint: install the opwright that the project was made with", name, version, newest.version)
}

// find lists the versions of a preset in the first source that has it.
func (s Set) find(name string) ([]file, error) {
	for _, source := range s.Sources {
		all, err := source.files()
		if err != nil {
			return nil, err
		}
		found := slices.DeleteFunc(all, func(f file) bool { return f.name != name })
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// clash refuses a preset of an organisation that has the name of an embedded one: what "standard" means is
// the same in every project.
func (s Set) clash() error {
	ours := map[string]bool{}
	var theirs []file
	for _, source := range s.Sources {
		found, err := source.files()
		if err != nil {
			return err
		}
		for _, f := range found {
			if source.Dir == "" {
				ours[f.name] = true
			} else {
				theirs = append(theirs, f)
			}
		}
	}
	for _, f := range theirs {
		if ours[f.name] {
			return &spec.Fault{File: f.shown(), Line: 1, Column: 1, Text: fmt.Sprintf("the name %s is that of a preset of opwright", f.name),
				Hint: fmt.Sprintf("rename the folder, and extend it: extends: %s@1", f.name)}
		}
	}
	return nil
}

// load reads a file and what it extends; from are the files that led to it.
func (s Set) load(f file, from []file) (*Preset, error) {
	data, err := fs.ReadFile(f.source.FS, f.path())
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("%s: %w", f.shown(), cause.Err)
	}
	if err != nil {
		return nil, err
	}
	d, err := newDecoder(f, data)
	if err != nil {
		return nil, err
	}
	parent, err := s.parent(d, append(from, f))
	if err != nil {
		return nil, err
	}
	p, err := d.decode(parent)
	if err != nil {
		return nil, err
	}
	p.Digest, err = digest(f.source, data, p.Layers, parent)
	return p, err
}

// parent loads what a file extends, nil where it says nothing.
func (s Set) parent(d *decoder, from []file) (*Preset, error) {
	word := d.head.extends
	if word == "" {
		return nil, nil
	}
	name, number, _ := strings.Cut(word, "@")
	version, err := strconv.Atoi(number)
	if err != nil {
		return nil, d.refuse("extends %q names no version\nhint: write for example extends: %s@1", word, spec.DefaultPreset)
	}
	found, err := s.find(name)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(found, func(f file) bool { return f.version == version })
	if i < 0 {
		return nil, d.refuse("extends %s, which does not exist\nhint: %s", word, s.nearest(name, found))
	}
	for _, f := range from {
		if f.name == name && f.version == version {
			return nil, d.refuse("extends %s, which extends it in turn", word)
		}
	}
	return s.load(found[i], from)
}

// nearest says what could have been meant by a preset that is not there.
func (s Set) nearest(name string, versions []file) string {
	if len(versions) > 0 {
		return fmt.Sprintf("the newest is %s@%d", name, versions[len(versions)-1].version)
	}
	known, _ := s.Names()
	return spec.DidYouMean(name, known)
}

// Lint reads a preset file that need not be in a source, and says all that is wrong with it.
func (s Set) Lint(name string, data []byte) (*Preset, error) {
	d, err := newDecoder(file{source: Source{Dir: "."}, name: name}, data)
	if err != nil {
		return nil, err
	}
	d.loose = true
	parent, err := s.parent(d, nil)
	if err != nil {
		return nil, err
	}
	return d.decode(parent)
}

// digest covers a preset's file, its template layers and all that it inherits from.
func digest(source Source, data []byte, layers []string, parent *Preset) (string, error) {
	sum := sha256.New()
	sum.Write(data)
	for _, layer := range layers {
		err := fs.WalkDir(source.FS, path.Join("templates", layer), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(source.FS, name)
			fmt.Fprintf(sum, "\n%s %d\n", name, len(text))
			sum.Write(text)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	if parent != nil {
		sum.Write([]byte(parent.Digest))
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
