package manifests

import (
	"context"
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"slices"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/loader"
)

// A client-side "kubectl apply" stores the whole object in an annotation, whose limit is this many bytes.
const annotationLimit = 256 << 10

// crds makes a CRD for each kind of the API packages. A group with a package that could not be read is left out: its
// CRDs could lack a version.
func (l *loaded) crds(ctx context.Context) {
	var pkgs []*loader.Package
	skip := map[string]bool{}
	for _, r := range l.roots {
		if l.faulty[r.pkg] {
			skip[r.group] = true
		} else {
			pkgs = append(pkgs, r.pkg)
		}
	}
	metav1 := crd.FindMetav1(pkgs)
	if metav1 == nil {
		return // nothing here embeds its ObjectMeta
	}
	shared := l.parser(pkgs)
	kinds := slices.DeleteFunc(crd.FindKubeKinds(shared, metav1), func(kind schema.GroupKind) bool { return skip[kind.Group] })
	found, crash := l.guard(func() error { needAll(shared, kinds); return nil })
	if len(found) == 0 && crash == "" {
		for _, kind := range kinds {
			l.finish(ctx, shared, kind)
		}
		return
	}
	// Something is wrong somewhere. A parser for each kind shows which ones it concerns.
	for _, kind := range kinds {
		own := l.parser(pkgs)
		found, crash := l.guard(func() error { needAll(own, []schema.GroupKind{kind}); return nil })
		if l.report(own, kind, found, crash) {
			l.finish(ctx, own, kind)
		}
	}
}

func needAll(parser *crd.Parser, kinds []schema.GroupKind) {
	for _, kind := range kinds {
		parser.NeedCRDFor(kind, nil)
	}
}

func (l *loaded) parser(pkgs []*loader.Package) *crd.Parser {
	parser := &crd.Parser{Collector: l.markers, Checker: l.checker, GenerateEmbeddedObjectMeta: true}
	crd.AddKnownTypes(parser)
	for _, pkg := range pkgs {
		parser.NeedPackage(pkg)
	}
	return parser
}

// finish does to a CRD what controller-gen does before it writes it, and keeps it if the API server would.
func (l *loaded) finish(ctx context.Context, parser *crd.Parser, kind schema.GroupKind) {
	raw, exists := parser.CustomResourceDefinitions[kind]
	if !exists {
		return
	}
	if raw.Annotations == nil {
		raw.Annotations = map[string]string{}
	}
	raw.Annotations["controller-gen.kubebuilder.io/version"] = controllerTools()
	crd.FixTopLevelMetadata(raw)

	types := l.typesOf(parser, kind)
	if err := l.settleNames(parser, kind, &raw); err != nil {
		l.faults.add(types.position, "name the CRD of %s: %s", kind, err)
		return
	}
	definition, err := canonical(raw)
	if err != nil {
		l.faults.add(types.position, "convert the CRD of %s: %s", kind, err)
		return
	}
	if l.reportRecursion(types) || l.reportInvalid(ctx, types, definition) {
		return
	}
	l.measure(kind, definition)
	if err := l.write(definition); err != nil {
		l.faults.add(types.position, "write the CRD of %s: %s", kind, err)
	}
}

// canonical sends a CRD through the API's internal version and back, as controller-gen does.
func canonical(raw apiextensionsv1.CustomResourceDefinition) (*apiextensionsv1.CustomResourceDefinition, error) {
	object, err := crd.AsVersion(raw, apiextensionsv1.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	definition, ok := object.(*apiextensionsv1.CustomResourceDefinition)
	if !ok {
		return nil, fmt.Errorf("it became a %T", object)
	}
	dropMetadataDescriptions(definition)
	return definition, nil
}

func (l *loaded) write(definition *apiextensionsv1.CustomResourceDefinition) error {
	out := newMemory(crdDir)
	file := fmt.Sprintf("%s_%s.yaml", definition.Spec.Group, definition.Spec.Names.Plural)
	withoutStatus := func(object map[string]any) error { delete(object, "status"); return nil }
	err := l.generation(out).WriteYAML(file, "", []any{definition},
		genall.WithTransform(withoutStatus), genall.WithTransform(genall.TransformRemoveCreationTimestamp))
	for _, path := range slices.Sorted(maps.Keys(out.files)) {
		l.add(path, out.files[path])
	}
	return err
}

func dropMetadataDescriptions(definition *apiextensionsv1.CustomResourceDefinition) {
	for _, version := range definition.Spec.Versions {
		if version.Schema == nil {
			continue
		}
		properties := version.Schema.OpenAPIV3Schema.Properties
		if metadata, exists := properties["metadata"]; exists && metadata.Description != "" {
			metadata.Description = ""
			properties["metadata"] = metadata
		}
	}
}

// measure warns early: a CRD seldom shrinks again.
func (l *loaded) measure(kind schema.GroupKind, definition *apiextensionsv1.CustomResourceDefinition) {
	data, err := json.Marshal(definition)
	if err != nil || len(data) < annotationLimit*9/10 {
		return
	}
	l.warn("the CRD of %s has %d KiB: kubectl apply without --server-side ends at %d KiB",
		kind, len(data)>>10, annotationLimit>>10)
}

// report says what is wrong with a kind, and returns whether nothing is.
func (l *loaded) report(parser *crd.Parser, kind schema.GroupKind, found []packagesError, crash string) bool {
	types := l.typesOf(parser, kind)
	if crash != "" {
		l.faults.add(types.position, "the CRD generator gave up on kind %s at %s: %s", kind.Kind, unfinished(parser), crash)
	}
	for _, err := range found {
		position := l.errorPosition(err)
		switch {
		case position.Line == 0:
			l.faults.add(types.position, "%s", explain(err.Msg))
		case l.outside(position):
			l.reportForeign(types, position, explain(err.Msg))
		default:
			l.faults.add(position, "%s", explain(err.Msg))
		}
	}
	return len(found) == 0 && crash == ""
}

// unfinished names the types that were being described when the generator crashed.
func unfinished(parser *crd.Parser) string {
	var names []string
	for ident, schema := range parser.Schemata {
		if schema.Type == "" && schema.Ref == nil && ident.Package != nil && !schema.XIntOrString {
			names = append(names, "type "+ident.Name)
		}
	}
	if len(names) == 0 {
		return "its own type"
	}
	slices.Sort(names)
	return names[len(names)-1]
}

// outside says whether a position is in somebody else's sources.
func (l *loaded) outside(position token.Position) bool { return isAbsolute(position.Filename) }
