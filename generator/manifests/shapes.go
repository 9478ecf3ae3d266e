package manifests

import (
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
)

type packagesError = packages.Error

func isAbsolute(file string) bool { return filepath.IsAbs(file) }

// kindTypes are the Go types of a kind, one a version, with a way to their fields.
type kindTypes struct {
	loaded   *loaded
	parser   *crd.Parser
	kind     schema.GroupKind
	versions []*types.Named // sorted by version
	position token.Position // of the newest one
}

// field is a struct field that reaches the CRD.
type field struct {
	name   string // in JSON, empty when it is inlined
	goName string
	typ    types.Type
	pos    token.Pos
	local  bool // in the main module
}

func (l *loaded) typesOf(parser *crd.Parser, kind schema.GroupKind) *kindTypes {
	k := &kindTypes{loaded: l, parser: parser, kind: kind}
	byVersion := map[string]*types.Named{}
	for pkg, groupVersion := range parser.GroupVersions {
		if groupVersion.Group != kind.Group || pkg.Types == nil {
			continue
		}
		if object := pkg.Types.Scope().Lookup(kind.Kind); object != nil {
			if named, ok := object.Type().(*types.Named); ok {
				byVersion[groupVersion.Version] = named
			}
		}
	}
	for _, version := range slices.Sorted(maps.Keys(byVersion)) {
		named := byVersion[version]
		k.versions = append(k.versions, named)
		k.position = l.position(named.Obj().Pos())
	}
	return k
}

// fields are those of a struct type, without the ones that the generator does not follow.
func (k *kindTypes) fields(named *types.Named) []field {
	structure, ok := named.Underlying().(*types.Struct)
	if !ok || opaque(named) {
		return nil
	}
	local := named.Obj().Pkg() != nil && k.loaded.local[named.Obj().Pkg().Path()] != nil
	schemaless := k.schemaless(named)
	var fields []field
	for i := range structure.NumFields() {
		tag, tagged := reflect.StructTag(structure.Tag(i)).Lookup("json")
		variable := structure.Field(i)
		if !tagged || tag == "-" || schemaless[variable.Name()] {
			continue
		}
		name, _, _ := strings.Cut(tag, ",")
		fields = append(fields, field{name, variable.Name(), variable.Type(), variable.Pos(), local})
	}
	return fields
}

// schemaless are the Go names of fields that the owner describes by markers.
func (k *kindTypes) schemaless(named *types.Named) map[string]bool {
	found := map[string]bool{}
	for ident, info := range k.parser.Types {
		if ident.Name != named.Obj().Name() || ident.Package.Types != named.Obj().Pkg() {
			continue
		}
		for _, f := range info.Fields {
			if f.Markers.Get(crdmarkers.SchemalessName) != nil {
				found[f.Name] = true
			}
		}
	}
	return found
}

// opaque are types with a schema of their own, whose fields do not matter.
func opaque(named *types.Named) bool {
	object := named.Obj()
	if object.Pkg() == nil {
		return true
	}
	switch loader.NonVendorPath(object.Pkg().Path()) {
	case "k8s.io/apimachinery/pkg/api/resource", "k8s.io/apimachinery/pkg/util/intstr":
		return true
	case "k8s.io/apimachinery/pkg/apis/meta/v1":
		return slices.Contains([]string{"ObjectMeta", "Time", "MicroTime", "Duration", "Fields", "FieldsV1"}, object.Name())
	case "k8s.io/apimachinery/pkg/runtime":
		return object.Name() == "RawExtension"
	case "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured":
		return object.Name() == "Unstructured"
	case "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1", "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1":
		return object.Name() == "JSON"
	}
	return false
}

// element strips what holds a type: pointers, lists and maps.
func element(t types.Type) *types.Named {
	switch typed := types.Unalias(t).(type) {
	case *types.Named:
		switch typed.Underlying().(type) {
		case *types.Slice, *types.Map, *types.Array:
			return element(typed.Underlying())
		}
		return typed
	case *types.Pointer:
		return element(typed.Elem())
	case *types.Slice:
		return element(typed.Elem())
	case *types.Array:
		return element(typed.Elem())
	case *types.Map:
		return element(typed.Elem())
	}
	return nil
}

// reportRecursion finds types that hold themselves, for which a CRD has no words: controller-tools ends such a schema
// after a step or two.
func (l *loaded) reportRecursion(k *kindTypes) bool {
	found := false
	done := map[*types.Named]bool{}
	var path []*types.Named
	var visit func(named *types.Named, blame field)
	visit = func(named *types.Named, blame field) {
		if named == nil || done[named] {
			return
		}
		if slices.Contains(path, named) {
			found = true
			l.faults.add(l.position(blame.pos), "field %s makes type %s hold itself, which a CRD cannot describe: mark the field "+
				"+kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields", blame.goName, named.Obj().Name())
			return
		}
		path = append(path, named)
		for _, f := range k.fields(named) {
			if !f.local {
				f.pos, f.goName = blame.pos, blame.goName
			}
			visit(element(f.typ), f)
		}
		path = path[:len(path)-1]
		done[named] = true
	}
	for _, version := range k.versions {
		visit(version, field{pos: version.Obj().Pos(), goName: version.Obj().Name()})
	}
	return found
}

// reportForeign reports a fault in somebody else's type at each field of the owner's that needs it.
func (l *loaded) reportForeign(k *kindTypes, position token.Position, reason string) {
	target := k.enclosing(position)
	if target == nil {
		l.faults.add(position, "%s", reason)
		return
	}
	for _, f := range k.ownFields() {
		named := element(f.typ)
		if named == nil || !k.needs(named, target, map[*types.Named]bool{}) {
			continue
		}
		l.foreignFields(f, named)
	}
}

// foreignFields adds one fault a field, however much is wrong with its type.
func (l *loaded) foreignFields(f field, named *types.Named) {
	l.faults.add(l.position(f.pos), "field %s uses %s, which a CRD cannot describe: mark the field "+
		"+kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields, or declare a type of your own",
		f.goName, types.TypeString(named, nil))
}

// ownFields are the fields in the main module that the kind consists of.
func (k *kindTypes) ownFields() []field {
	var own []field
	seen := map[*types.Named]bool{}
	var visit func(named *types.Named)
	visit = func(named *types.Named) {
		if named == nil || seen[named] {
			return
		}
		seen[named] = true
		for _, f := range k.fields(named) {
			if f.local {
				own = append(own, f)
				visit(element(f.typ))
			}
		}
	}
	for _, version := range k.versions {
		visit(version)
	}
	return own
}

// needs says whether a foreign type is the target or holds it.
func (k *kindTypes) needs(named, target *types.Named, seen map[*types.Named]bool) bool {
	if named == nil || seen[named] {
		return false
	}
	seen[named] = true
	if named == target {
		return true
	}
	if pkg := named.Obj().Pkg(); pkg != nil && k.loaded.local[pkg.Path()] != nil {
		return false // it has fields of its own to blame
	}
	return slices.ContainsFunc(k.fields(named), func(f field) bool { return k.needs(element(f.typ), target, seen) })
}

// enclosing finds the type whose declaration holds a position.
func (k *kindTypes) enclosing(position token.Position) *types.Named {
	for ident, info := range k.parser.Types {
		if info.RawSpec == nil || ident.Package.Types == nil {
			continue
		}
		from, to := k.loaded.fset.Position(info.RawSpec.Pos()), k.loaded.fset.Position(info.RawSpec.End())
		if from.Filename != position.Filename || position.Line < from.Line || to.Line < position.Line {
			continue
		}
		if object := ident.Package.Types.Scope().Lookup(ident.Name); object != nil {
			named, _ := object.Type().(*types.Named)
			return named
		}
	}
	return nil
}
