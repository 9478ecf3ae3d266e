package generator

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/render"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/state"
	"github.com/opwright/opwright/generator/tree"
)

// sources are where a project's presets and layers come from.
type sources struct {
	set    preset.Set
	extras []render.Extra
	layers []state.LayerPin
}

// sources opens the folders of an organisation that the project names, ours last. They stay open as long as the
// session.
func (s *session) sources(dirs []string) (sources, error) {
	var out sources
	var faults []error
	for _, dir := range dirs {
		files, err := s.openSource(dir)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		out.set.Sources = append(out.set.Sources, preset.Source{Dir: dir, FS: files})
	}
	if err := errors.Join(faults...); err != nil {
		return out, err
	}
	own := slices.Clone(out.set.Sources)
	out.set.Sources = append(out.set.Sources, preset.Source{FS: s.newest.presets})
	for _, source := range own {
		extra, pin, err := layersOf(source, out.set)
		if err != nil {
			return out, err
		}
		if extra.Files != nil {
			out.extras, out.layers = append(out.extras, extra), append(out.layers, pin)
		}
	}
	return out, nil
}

// openSource opens a folder that is named in opwright.yaml, relative to that file.
func (s *session) openSource(dir string) (fs.FS, error) {
	if opened := s.opened[dir]; opened != nil {
		return opened.FS(), nil
	}
	path := filepath.FromSlash(dir)
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.dir.Path(), path)
	}
	root, err := os.OpenRoot(path) // whose files cannot lead out of it
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("it is not there")
		}
		return nil, fmt.Errorf("preset folder %s: %w\nhint: correct presetDirs in %s, or check the folder out", dir, err, ProjectFile)
	}
	if info, err := root.Stat("."); err != nil || !info.IsDir() {
		_ = root.Close()
		return nil, fmt.Errorf("preset folder %s: it is no folder\nhint: correct presetDirs in %s", dir, ProjectFile)
	}
	if s.opened == nil {
		s.opened = map[string]*os.Root{}
	}
	s.opened[dir] = root
	return root.FS(), nil
}

// layersOf finds the template layers of a folder; without a folder templates it has none.
func layersOf(source preset.Source, set preset.Set) (render.Extra, state.LayerPin, error) {
	pin := state.LayerPin{Dir: source.Dir}
	switch info, err := fs.Stat(source.FS, "templates"); {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.IsDir():
		return render.Extra{}, pin, nil
	case err != nil:
		return render.Extra{}, pin, err
	}
	files, err := fs.Sub(source.FS, "templates")
	if err != nil {
		return render.Extra{}, pin, err
	}
	named, err := namedLayers(source, set)
	if err != nil {
		return render.Extra{}, pin, err
	}
	pin.Digest, err = digestOf(files)
	return render.Extra{Dir: source.Dir, Files: files, Named: named}, pin, err
}

// namedLayers are the layers that some version of some preset of the folder names.
func namedLayers(source preset.Source, set preset.Set) ([]string, error) {
	names, err := preset.Set{Sources: []preset.Source{source}}.Names()
	if err != nil {
		return nil, err
	}
	var layers []string
	for _, name := range names {
		versions, err := set.Versions(name)
		if err != nil {
			return nil, err
		}
		for _, version := range versions {
			one, err := set.Load(name, version)
			if err != nil {
				return nil, err
			}
			if one.Source == source.Dir {
				layers = append(layers, one.Layers...)
			}
		}
	}
	slices.Sort(layers)
	return slices.Compact(layers), nil
}

// digestOf covers the names and contents of all files.
func digestOf(files fs.FS) (string, error) {
	var b strings.Builder
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		fmt.Fprintf(&b, "%s %s\n", name, tree.Digest(data))
		return err
	})
	return tree.Digest([]byte(b.String())), err
}

// presets loads what the controllers name: the version in the ledger, else the newest.
func (s *session) presets(p *spec.Project) (map[string]*preset.Preset, error) {
	from, err := s.sources(p.PresetDirs)
	if err != nil {
		return nil, err
	}
	return s.presetsFrom(p, from)
}

func (s *session) presetsFrom(p *spec.Project, from sources) (map[string]*preset.Preset, error) {
	pinned := map[string]state.PresetPin{}
	if !s.newestPresets {
		for _, pin := range s.state.Lock.Presets {
			pinned[pin.Name] = pin
		}
	}
	found := map[string]*preset.Preset{}
	for _, c := range p.Controllers {
		if found[c.Preset] != nil {
			continue
		}
		pin := pinned[c.Preset]
		loaded, err := from.set.Load(c.Preset, pin.Version)
		if err != nil && c.Name == "" { // one that is not in opwright.yaml yet
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("controller %s: %w", c.Name, err)
		}
		if pin.Source != "" && pin.Source == loaded.Source && pin.Digest != loaded.Digest {
			return nil, fmt.Errorf("preset %s v%d: %s is not as it was when this project was rendered\nhint: undo the change there, and publish it as presets/%s/v%d.yaml",
				pin.Name, pin.Version, pin.Source, pin.Name, pin.Version+1)
		}
		found[c.Preset] = loaded
	}
	return found, nil
}

// layerPins is what the ledger holds of the organisation's templates: an edit does not move to newer ones.
func (s *session) layerPins(now []state.LayerPin) []state.LayerPin {
	if s.newestTemplates {
		return now
	}
	var list []state.LayerPin
	for _, pin := range now {
		i := slices.IndexFunc(s.state.Lock.Layers, func(old state.LayerPin) bool { return old.Dir == pin.Dir })
		if i >= 0 {
			pin = s.state.Lock.Layers[i]
		}
		list = append(list, pin)
	}
	return list
}

func pins(p *spec.Project, found map[string]*preset.Preset) []state.PresetPin {
	var list []state.PresetPin
	seen := map[string]bool{}
	for _, c := range p.Controllers {
		if one := found[c.Preset]; !seen[one.Name] {
			seen[one.Name] = true
			list = append(list, state.PresetPin{Name: one.Name, Version: one.Version, Digest: one.Digest, Source: one.Source})
		}
	}
	slices.SortFunc(list, func(a, b state.PresetPin) int { return strings.Compare(a.Name, b.Name) })
	return list
}
