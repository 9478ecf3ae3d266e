package manifests

import (
	"errors"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/deepcopy"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
	"sigs.k8s.io/controller-tools/pkg/rbac"
	"sigs.k8s.io/controller-tools/pkg/webhook"
)

// targets are the places where a marker can stand.
var targets = [...]markers.TargetType{markers.DescribesPackage, markers.DescribesType, markers.DescribesField}

// registrar is what each generator of controller-tools offers.
type registrar interface {
	RegisterMarkers(into *markers.Registry) error
}

// registry knows the markers of the given generators. Registering fails only for a bug in controller-tools itself.
func registry(generators ...registrar) *markers.Registry {
	reg := &markers.Registry{}
	for _, generator := range generators {
		if err := generator.RegisterMarkers(reg); err != nil {
			panic(err)
		}
	}
	return reg
}

// everyMarker is the registry of controller-gen with all of our generators.
func everyMarker() *markers.Registry {
	return registry(deepcopy.Generator{}, crd.Generator{}, rbac.Generator{}, webhook.Generator{})
}

// markerComments are the comments that controller-tools looks at: lines that begin with "// +".
func markerComments(file *ast.File) []*ast.Comment {
	var found []*ast.Comment
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if strings.HasPrefix(comment.Text, "//") && strings.HasPrefix(markerText(comment), "+") {
				found = append(found, comment)
			}
		}
	}
	return found
}

func markerText(comment *ast.Comment) string { return strings.TrimSpace(comment.Text[2:]) }

// markerName is the part of a marker before its value.
func markerName(text string) string {
	name, _, _ := strings.Cut(text, "=")
	return name
}

// lint reports syntax errors and markers that controller-tools would ignore or misread.
func (r *run) lint(p *source) {
	for _, err := range p.syntax {
		p.broken = true
		r.faults.add(relative(r.dir, err.Pos), "%s", err.Msg)
	}
	for _, file := range p.files {
		r.lintFile(p, file)
	}
}

func (r *run) lintFile(p *source, file *ast.File) {
	for _, comment := range markerComments(file) {
		if found := r.judge(markerText(comment), p.api); found != nil {
			p.broken = true
			r.addMarkerFault(comment, found)
		}
	}
	for _, comment := range attachedConfig(file) {
		position := r.position(comment.Slash)
		r.warn("%s:%d: this marker is ignored, because it belongs to the declaration below it: put an empty line after it",
			position.Filename, position.Line)
	}
}

// markerFault is what is wrong with a marker, and where: column counts from its plus sign, 0 is the whole marker.
type markerFault struct {
	message string
	column  int
}

func (r *run) addMarkerFault(comment *ast.Comment, fault *markerFault) {
	position := r.position(comment.Slash)
	if fault.column > 0 {
		position.Column += strings.Index(comment.Text, "+") + fault.column
	}
	r.faults.add(position, "%s", fault.message)
}

// judge says what is wrong with a marker, or nothing. Values are judged in API packages only: in others, most
// markers describe nothing, and those of config.go have their own check.
func (r *run) judge(text string, api bool) *markerFault {
	if !strings.HasPrefix(text, "+kubebuilder:") {
		return nil
	}
	if strings.ContainsAny(text, "“”") {
		return &markerFault{message: "a curly quote in a marker (gofmt makes one of two single quotes): " +
			"write the rule in back-ticks, with \"\" in it"}
	}
	definitions := lookup(r.registry, text)
	if len(definitions) == 0 {
		return r.unknown(text)
	}
	if !api {
		return nil
	}
	var found *markerFault
	for _, definition := range definitions {
		if _, err := definition.Parse(text); err == nil {
			return nil
		} else if definition.Name != "kubebuilder:rbac" && definition.Name != "kubebuilder:webhook" {
			found = explainValue(text, definition, err)
		}
	}
	return found
}

// lookup finds the marker's definitions for all places where it can stand.
func lookup(reg *markers.Registry, text string) []*markers.Definition {
	var found []*markers.Definition
	for _, target := range targets {
		if definition := reg.Lookup(text, target); definition != nil {
			found = append(found, definition)
		}
	}
	return found
}

// foreign are markers of other tools that share the prefix. The apply configuration generator is among them: it
// reads from the working directory and writes to the disk itself, so it cannot run in this process.
func foreign(text string) bool {
	return strings.HasPrefix(text, "+kubebuilder:scaffold:") || strings.HasPrefix(text, "+kubebuilder:docs-gen:") ||
		strings.HasPrefix(text, "+kubebuilder:ac:")
}

func (r *run) unknown(text string) *markerFault {
	if foreign(text) {
		return nil
	}
	name := markerName(text)
	if near := nearest(name, r.markerNames()); near != "" {
		return &markerFault{message: "unknown marker " + name + ", did you mean " + near + "?"}
	}
	return &markerFault{message: "unknown marker " + name + " (controller-tools " + controllerTools() + " has none of that name)"}
}

// markerNames are the names as they are typed: a marker with named arguments is known by its first one too.
func (r *run) markerNames() []string {
	var names []string
	for _, definition := range r.registry.AllDefinitions() {
		names = append(names, "+"+definition.Name)
		for field := range definition.Fields {
			if field != "" {
				names = append(names, "+"+definition.Name+":"+field)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// explainValue turns a value's parse error into a message with a form that works, and finds the column.
func explainValue(text string, definition *markers.Definition, err error) *markerFault {
	name := "+" + definition.Name
	fault := &markerFault{message: name + ": " + err.Error()}
	var list loader.ErrList
	if errors.As(err, &list) && len(list) > 0 {
		err = list[0]
	}
	if scan, ok := errors.AsType[*markers.ScannerError](err); ok {
		fault.message = name + ": " + scan.Msg
		fault.column = len(name) + scan.Pos.Column
	}
	value := strings.TrimPrefix(text, name+"=")
	if strings.HasSuffix(name, ":Pattern") && !strings.Contains(value, "`") {
		fault.message += ": write it in back-ticks, " + name + "=`" + strings.Trim(value, `'"`) + "`"
	}
	return fault
}

// attachedConfig finds RBAC and webhook markers in a declaration's own comment, where controller-tools ignores them.
func attachedConfig(file *ast.File) []*ast.Comment {
	var found []*ast.Comment
	for _, declaration := range file.Decls {
		var doc *ast.CommentGroup
		switch typed := declaration.(type) {
		case *ast.FuncDecl:
			doc = typed.Doc
		case *ast.GenDecl:
			doc = typed.Doc
		}
		if doc == nil {
			continue
		}
		for _, comment := range doc.List {
			text := strings.TrimSpace(strings.TrimPrefix(comment.Text, "//"))
			if strings.HasPrefix(text, "+kubebuilder:rbac:") || strings.HasPrefix(text, "+kubebuilder:webhook:") {
				found = append(found, comment)
			}
		}
	}
	return found
}

// position is a file position of the scan, relative to the project.
func (r *run) position(pos token.Pos) token.Position { return relative(r.dir, r.fset.Position(pos)) }

// collector of controller-tools over a registry.
func collector(reg *markers.Registry) *markers.Collector { return &markers.Collector{Registry: reg} }
