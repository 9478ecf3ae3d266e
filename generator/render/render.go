package render

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
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
	// Extras are an organisation's own layers; of two that make one file, neither counts: that is an error.
	Extras []Extra
	// SpecFields lists the fields of each API's Spec as they are in the owner's types file, by GVK.
	// An API that is not in it has the fields that its types template gives it.
	SpecFields map[spec.GVK][]string
	// ReconcilerFields lists the fields of each reconciler as they are in the owner's file, by the
	// controller's name. One that is not in it has the fields that its template gives it.
	ReconcilerFields map[string][]string
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
	shared, err := partials(in.Templates)
	if err != nil {
		return out, err
	}
	r := renderer{templates: in.Templates, header: header, shared: shared}
	ours := project.layers()
	for _, l := range ours {
		for _, s := range l.subjects {
			if err := r.layer(l.folder, s); err != nil {
				return out, err
			}
		}
	}
	if err := r.extras(project, in.Extras, ours); err != nil {
		return out, err
	}
	return r.finish()
}

// subject is what a layer is rendered for.
type subject struct {
	data   any               // *Project, *GroupVersion, *API or *Controller
	tokens map[string]string // what {token} in a path stands for
	unit   string            // recorded in the ledger
}

type renderer struct {
	templates fs.FS
	header    []byte             // comment on top of Go files, empty for none
	shared    *template.Template // functions and partials
	files     []file
	source    int    // 0 is ours, else the number of an extra
	dir       string // of the extra
}

// file is an output before it is formatted.
type file struct {
	template, path string
	source         int
	tree.File
}

// layer renders the templates of a folder for a subject.
func (r *renderer) layer(folder string, s subject) error {
	return fs.WalkDir(r.templates, folder, func(name string, d fs.DirEntry, err error) error {
		if name == folder && errors.Is(err, fs.ErrNotExist) {
			return nil // a kind of work need not have every part
		}
		if err != nil || d.IsDir() {
			return err
		}
		return r.file(name, strings.TrimPrefix(name, folder+"/"), s)
	})
}

// file renders a template for a subject; below is its name without the folder of its layer.
func (r *renderer) file(name, below string, s subject) error {
	data, err := fs.ReadFile(r.templates, name)
	if err != nil {
		return err
	}
	if strings.HasSuffix(name, suffix) {
		if data, err = execute(name, string(data), s.data, r.shared); err != nil {
			return err
		}
	}
	output, ownership := target(below, s.tokens)
	shown := name
	if r.source > 0 {
		shown = Extra{Dir: r.dir}.path(name)
	}
	return r.place(file{shown, output, r.source, tree.File{Data: data, Ownership: ownership, Unit: s.unit}})
}

// finish formats the Go files, which takes most of a render's time, on all cores, and makes the tree.
func (r *renderer) finish() (tree.Tree, error) {
	var wait sync.WaitGroup
	faults := make([]error, len(r.files))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range r.files {
		if path.Ext(r.files[i].path) != ".go" {
			continue
		}
		slots <- struct{}{}
		wait.Go(func() {
			faults[i] = r.format(&r.files[i])
			<-slots
		})
	}
	wait.Wait()
	if err := errors.Join(faults...); err != nil {
		return tree.Tree{}, err
	}
	var out tree.Tree
	for _, f := range r.files {
		if err := out.Add(f.path, f.File); err != nil {
			return tree.Tree{}, err
		}
	}
	return out, nil
}

const (
	suffix     = ".tmpl"
	onceSuffix = ".once"
)

// target turns a template's path into the path of its output.
func target(name string, tokens map[string]string) (string, tree.Ownership) {
	ownership := tree.Merged
	name = strings.TrimSuffix(name, suffix)
	if before, ok := strings.CutSuffix(name, onceSuffix); ok {
		name, ownership = before, tree.Once
	}
	for token, value := range tokens {
		name = strings.ReplaceAll(name, "{"+token+"}", value)
	}
	return path.Clean(name), ownership
}

// partials parses templates/partials, whose definitions every template can use.
func partials(templates fs.FS) (*template.Template, error) {
	shared := template.New("").Option("missingkey=error").Funcs(funcs())
	if found, err := fs.Glob(templates, "partials/*.tmpl"); err != nil || len(found) == 0 {
		return shared, err
	}
	return shared.ParseFS(templates, "partials/*.tmpl")
}

func execute(name, text string, data any, shared *template.Template) ([]byte, error) {
	t, err := shared.Clone()
	if err == nil {
		t, err = t.New(name).Parse(text)
	}
	if err != nil {
		return nil, fmt.Errorf("parse template: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return nil, fmt.Errorf("render template: %w", err)
	}
	return out.Bytes(), nil
}

func (r *renderer) format(f *file) error {
	data := f.Data
	if len(r.header) > 0 {
		data = slices.Concat(r.header, []byte("\n\n"), data)
	}
	formatted, err := imports.Process(f.path, data, &imports.Options{
		FormatOnly: true, Comments: true, TabIndent: true, TabWidth: 8,
	})
	if err != nil {
		return fmt.Errorf("format what %s rendered: %w", f.template, err)
	}
	f.Data = formatted
	return nil
}
