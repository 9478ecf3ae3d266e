package generator

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/presets"
)

// PresetRequest says where presets are looked for, beside those of opwright.
type PresetRequest struct {
	// Dir is the folder of a project, whose presetDirs count. It need not hold one.
	Dir string
	// PresetDirs are native paths of an organisation's folders; with any, the project's do not count.
	PresetDirs []string
}

// PresetChange is how the behaviour of one preset differs from that of another.
type PresetChange struct {
	From, To    *preset.Preset
	Differences []preset.Difference
}

// ListPresets gives the newest version of each preset, sorted by name.
func ListPresets(req PresetRequest) ([]*preset.Preset, error) {
	set, done, err := req.open()
	if err != nil {
		return nil, err
	}
	defer done()
	names, err := set.Names()
	if err != nil {
		return nil, err
	}
	var list []*preset.Preset
	var faults []error
	for _, name := range names {
		p, err := set.Load(name, 0)
		list, faults = append(list, p), append(faults, err)
	}
	return list, errors.Join(faults...)
}

// ShowPreset gives the preset that a word names: standard, or a version of it: standard@1.
func ShowPreset(req PresetRequest, word string) (*preset.Preset, error) {
	set, done, err := req.open()
	if err != nil {
		return nil, err
	}
	defer done()
	return named(set, word)
}

// DiffPresets says how the second preset behaves differently from the first.
func DiffPresets(req PresetRequest, from, to string) (*PresetChange, error) {
	set, done, err := req.open()
	if err != nil {
		return nil, err
	}
	defer done()
	a, err := named(set, from)
	if err != nil {
		return nil, err
	}
	b, err := named(set, to)
	if err != nil {
		return nil, err
	}
	return &PresetChange{a, b, preset.Diff(a, b)}, nil
}

// PresetSchema is the JSON schema of preset files.
func PresetSchema() ([]byte, error) { return preset.Schema() }

// ChoosePreset leads from answers to a preset.
func ChoosePreset(a preset.Answers) (preset.Choice, error) {
	var known []string
	for _, w := range preset.WhatChanges() {
		known = append(known, w.Value)
	}
	switch {
	case a.Changes != "" && !slices.Contains(known, a.Changes):
		return preset.Choice{}, &UsageError{fmt.Errorf("unknown answer %q to what changes\nhint: %s", a.Changes, spec.DidYouMean(a.Changes, known))}
	case a.Objects < 0:
		return preset.Choice{}, &UsageError{errors.New("there cannot be fewer than no objects\nhint: opwright preset choose --objects 500")}
	}
	return preset.Choose(a), nil
}

// WhatChanges lists the answers to what changes most, each with its meaning.
func WhatChanges() []preset.Word { return preset.WhatChanges() }

// inFolder matches the place of a published preset: <dir>/presets/<name>/v<N>.yaml.
var inFolder = regexp.MustCompile(`^(?:(.*)/)?presets/([^/]+)/v([1-9][0-9]{0,5})\.yaml$`)

// LintPreset says all that is wrong with a preset file. One in the place of a published preset is held against
// its folder, too: its name, its layers and what it extends there.
func LintPreset(req PresetRequest, file string) (*preset.Preset, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	match := inFolder.FindStringSubmatch(filepath.ToSlash(file))
	if match == nil {
		set, done, err := req.open()
		if err != nil {
			return nil, err
		}
		defer done()
		return set.Lint(filepath.ToSlash(file), data)
	}
	dir := match[1]
	if dir == "" {
		dir = "."
	}
	req.PresetDirs = slices.Insert(slices.Clone(req.PresetDirs), 0, dir)
	set, done, err := req.open()
	if err != nil {
		return nil, err
	}
	defer done()
	version, err := strconv.Atoi(match[3])
	if err != nil {
		return nil, err
	}
	return set.Load(match[2], version)
}

func unreadable(file string, err error) error {
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = cause.Err
	}
	return fmt.Errorf("%s: %w\nhint: opwright preset lint FILE reads a preset file", file, err)
}

// named loads a preset by a word such as standard or standard@1. A word that names none is wrong use.
func named(set preset.Set, word string) (*preset.Preset, error) {
	name, number, pinned := strings.Cut(word, "@")
	version, err := strconv.Atoi(number)
	if pinned && (err != nil || version < 1) {
		return nil, &UsageError{fmt.Errorf("%q names no version of a preset\nhint: write for example %s@1", word, name)}
	}
	versions, err := set.Versions(name)
	if err != nil {
		return nil, err
	}
	if pinned && len(versions) > 0 && !slices.Contains(versions, version) {
		return nil, &UsageError{fmt.Errorf("preset %s has no version %d\nhint: opwright preset show %s@%d", name, version, name, versions[len(versions)-1])}
	}
	p, err := set.Load(name, version)
	if _, ok := errors.AsType[*preset.NotFoundError](err); ok {
		return nil, &UsageError{err}
	}
	return p, err
}

// open opens the folders with presets; done closes them.
func (req PresetRequest) open() (set preset.Set, done func(), err error) {
	var roots []*os.Root
	done = func() {
		for _, root := range roots {
			_ = root.Close()
		}
	}
	dirs, err := req.dirs()
	for _, dir := range dirs {
		root, fault := os.OpenRoot(dir.native) // whose files cannot lead out of it
		if fault != nil {
			err = errors.Join(err, fmt.Errorf("preset folder %s: it is not a folder that can be read\nhint: name a folder that holds presets/<name>/v1.yaml", dir.shown))
			continue
		}
		roots = append(roots, root)
		set.Sources = append(set.Sources, preset.Source{Dir: dir.shown, FS: root.FS()})
	}
	if err != nil {
		done()
		return set, nil, err
	}
	set.Sources = append(set.Sources, preset.Source{FS: presets.FS})
	return set, done, nil
}

// folder is a folder with its name in messages.
type folder struct{ native, shown string }

func (req PresetRequest) dirs() ([]folder, error) {
	var list []folder
	for _, dir := range req.PresetDirs {
		list = append(list, folder{dir, path.Clean(filepath.ToSlash(dir))})
	}
	if len(list) > 0 {
		return list, nil
	}
	file := filepath.Join(req.Dir, ProjectFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := spec.Parse(filepath.ToSlash(file), data)
	if err != nil {
		return nil, err
	}
	for _, dir := range p.PresetDirs {
		native := filepath.FromSlash(dir)
		if !filepath.IsAbs(native) {
			native = filepath.Join(req.Dir, native)
		}
		list = append(list, folder{native, dir})
	}
	return list, nil
}

// What the commands print of presets.
type (
	// Preset is a preset with all that it inherits.
	Preset = preset.Preset
	// Difference is what behaves differently, with the reason.
	Difference = preset.Difference
	// Answers are what a person says about a controller.
	Answers = preset.Answers
	// Choice is the preset that they lead to.
	Choice = preset.Choice
)
