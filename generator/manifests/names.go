package manifests

import (
	"cmp"
	"reflect"
	"slices"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
)

// settleNames applies the markers that concern a CRD as a whole again, those of the storage version last.
// controller-gen (v0.23.0) takes its versions in the order of a Go map, so that names, scope and labels change from run
// to run where the versions disagree.
func (l *loaded) settleNames(parser *crd.Parser, kind schema.GroupKind, definition *apiextensionsv1.CustomResourceDefinition) error {
	versions := slices.Clone(definition.Spec.Versions)
	slices.SortStableFunc(versions, func(a, b apiextensionsv1.CustomResourceDefinitionVersion) int {
		return cmp.Or(compareBools(a.Storage, b.Storage), cmp.Compare(a.Name, b.Name))
	})
	var seen []crdmarkers.Resource
	for _, version := range versions {
		info := typeInfo(parser, kind, version.Name)
		if info == nil {
			continue
		}
		for _, value := range info["kubebuilder:metadata"] {
			if marker, ok := value.(crdmarkers.Metadata); ok {
				if err := marker.ApplyToCRD(definition, version.Name); err != nil {
					return err
				}
			}
		}
		for _, value := range info["kubebuilder:resource"] {
			if marker, ok := value.(crdmarkers.Resource); ok {
				seen = append(seen, marker)
				if err := marker.ApplyToCRD(&definition.Spec, version.Name); err != nil {
					return err
				}
			}
		}
	}
	definition.Name = definition.Spec.Names.Plural + "." + kind.Group
	if different := func(m crdmarkers.Resource) bool { return !reflect.DeepEqual(m, seen[0]) }; slices.ContainsFunc(seen, different) {
		l.warn("the versions of %s.%s disagree in +kubebuilder:resource: %s counts, it is the storage version",
			kind.Kind, kind.Group, versions[len(versions)-1].Name)
	}
	return nil
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// typeInfo finds the markers of a version's type; nil where it has none.
func typeInfo(parser *crd.Parser, kind schema.GroupKind, version string) map[string][]any {
	for pkg, groupVersion := range parser.GroupVersions {
		if groupVersion.Group != kind.Group || groupVersion.Version != version {
			continue
		}
		if info := parser.Types[crd.TypeIdent{Package: pkg, Name: kind.Kind}]; info != nil {
			return info.Markers
		}
	}
	return nil
}
