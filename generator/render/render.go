package render

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"text/template"

	"golang.org/x/tools/imports"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
)

// Input is all that a render depends on: the same input gives the same bytes.
type Input struct {
	Project   *spec.Project             // resolved
	Presets   map[string]*preset.Preset // by name, one for each controller's preset
	Templates fs.FS
	// SpecFields lists the fields of each API's Spec as they are in the owner's types file, by GVK.
	// An API that is not in it has the fields that its types template gives it.
	SpecFields map[spec.GVK][]string
}

// Tree renders every layer that the project asks for.
func Tree(in Input) (tree.Tree, error) {
	var out tree.Tree
	project, err := newProject(in)
	if err != nil {
		return out, err
	}
	header, err := project.header(in.Templates)
	if err != nil {
		return out, err
	}
	r := renderer{templates: in.Templates, header: header, out: &out}
	for _, l := range project.layers() {
		for _, s := range l.subjects {
			if err := r.layer(l.folder, s); err != nil {
				return tree.Tree{}, err
			}
		}
	}
	return out, nil
}

// subject is what a layer is rendered for.
type subject struct {
	data   any               // *Project, *GroupVersion, *API or *Controller
	tokens map[string]string // what {token} in a path stands for
	unit   string            // recorded in the ledger
}

type renderer struct {
	templates fs.FS
	header    []byte // comment on top of Go files, empty for none
	out       *tree.Tree
}

func (r renderer) layer(folder string, s subject) error {
	return fs.WalkDir(r.templates, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		target, ownership := target(strings.TrimPrefix(name, folder+"/"), s.tokens)
		data, err := fs.ReadFile(r.templates, name)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, suffix) {
			if data, err = execute(name, string(data), s.data); err != nil {
				return err
			}
		}
		if strings.HasSuffix(target, ".go") {
			if data, err = r.format(name, target, data); err != nil {
				return err
			}
		}
		return r.out.Add(target, tree.File{Data: data, Ownership: ownership, Unit: s.unit})
	})
}

const (
	suffix     = ".tmpl"
	onceSuffix = ".once"
)

// target turns a template's path into the path of its output.
func target(name string, tokens map[string]string) (string, tree.Ownership) {
	ownership := tree.Merged
	name = strings.TrimSuffix(name, suffix)
	if strings.HasSuffix(name, onceSuffix) {
		name, ownership = strings.TrimSuffix(name, onceSuffix), tree.Once
	}
	for token, value := range tokens {
		name = strings.ReplaceAll(name, "{"+token+"}", value)
	}
	return path.Clean(name), ownership
}

func execute(name, text string, data any) ([]byte, error) {
	t, err := template.New(name).Option("missingkey=error").Funcs(funcs()).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("parse template: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return nil, fmt.Errorf("render template: %w", err)
	}
	return out.Bytes(), nil
}

func (r renderer) format(name, target string, data []byte) ([]byte, error) {
	if len(r.header) > 0 {
		data = slices.Concat(r.header, []byte("\n\n"), data)
	}
	formatted, err := imports.Process(target, data, &imports.Options{
		FormatOnly: true, Comments: true, TabIndent: true, TabWidth: 8,
	})
	if err != nil {
		return nil, fmt.Errorf("format what %s rendered: %w", name, err)
	}
	return formatted, nil
}
