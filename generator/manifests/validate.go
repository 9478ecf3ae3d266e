package manifests

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	fielderr "k8s.io/apimachinery/pkg/util/validation/field"
)

// reportInvalid asks the API server's own validation, which compiles CEL rules and estimates what they cost, and
// returns whether it found something.
func (l *loaded) reportInvalid(ctx context.Context, k *kindTypes, definition *apiextensionsv1.CustomResourceDefinition) bool {
	faults, err := validate(ctx, definition)
	if err != nil {
		l.faults.add(k.position, "read the CRD of %s: %s", k.kind, err)
		return true
	}
	for _, fault := range faults {
		if !echo(fault, faults) {
			l.faults.add(k.locate(fault.Field), "the API server would refuse %s: %s", shortPath(fault.Field), body(fault))
		}
	}
	return len(faults) > 0
}

// echo says whether a fault only repeats what another one says with more detail: costs are reported for the rule,
// and again as part of the sum.
func echo(fault *fielderr.Error, all fielderr.ErrorList) bool {
	if !strings.Contains(fault.Detail, "estimated rule cost total") {
		return false
	}
	return slices.ContainsFunc(all, func(other *fielderr.Error) bool {
		return other != fault && strings.Contains(other.Detail, "estimated rule cost exceeds")
	})
}

// body names the rule where a fault is about one, without the drawing of its position.
func body(fault *fielderr.Error) string {
	rule, ok := fault.BadValue.(apiextensions.ValidationRule)
	if !ok {
		return fault.ErrorBody()
	}
	text := rule.Rule
	if strings.HasSuffix(fault.Field, ".messageExpression") {
		text = rule.MessageExpression
	}
	lines := slices.DeleteFunc(strings.Split(fault.Detail, "\n"), func(line string) bool { return strings.HasPrefix(line, " | ") })
	return fmt.Sprintf("%q: %s", text, strings.Join(lines, " "))
}

func validate(ctx context.Context, definition *apiextensionsv1.CustomResourceDefinition) (fielderr.ErrorList, error) {
	defaulted := definition.DeepCopy()
	apiextensionsv1.SetObjectDefaults_CustomResourceDefinition(defaulted)
	for _, version := range defaulted.Spec.Versions {
		if version.Storage { // as the API server's storage does on create
			defaulted.Status.StoredVersions = []string{version.Name}
		}
	}
	var internal apiextensions.CustomResourceDefinition
	err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(defaulted, &internal, nil)
	if err != nil {
		return nil, err
	}
	return validation.ValidateCustomResourceDefinition(ctx, &internal), nil
}

// schemaStep matches a step of a schema's path: a property, or what a list or map holds.
var schemaStep = regexp.MustCompile(`properties\[([^\]]+)\]|\b(items|additionalProperties)\b`)

// locate follows a path of the CRD through the Go types to the field that it is about.
func (k *kindTypes) locate(path string) token.Position {
	_, schema, found := strings.Cut(path, "openAPIV3Schema")
	if !found || len(k.versions) == 0 {
		return k.position
	}
	position := k.position
	current := types.Type(k.versions[len(k.versions)-1])
	if index := versionIndex(path); index >= 0 && index < len(k.versions) {
		current = k.versions[index]
		position = k.loaded.position(k.versions[index].Obj().Pos())
	}
	for _, step := range schemaStep.FindAllStringSubmatch(schema, -1) {
		if step[1] == "" {
			current = held(current)
			continue
		}
		f, exists := k.property(element(current), step[1])
		if !exists {
			return position
		}
		if f.local {
			position = k.loaded.position(f.pos)
		}
		current = f.typ
	}
	return position
}

// schemaName matches the steps that a user writes in another way.
var schemaName = regexp.MustCompile(`properties\[([^\]]+)\]|\.items\b|\.additionalProperties\b`)

var versionStep = regexp.MustCompile(`^spec\.versions\[(\d)\]`)

func versionIndex(path string) int {
	match := versionStep.FindStringSubmatch(path)
	if match == nil {
		return -1
	}
	return int(match[1][0] - '0')
}

// held is what a list or a map consists of.
func held(t types.Type) types.Type {
	switch typed := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return typed.Elem()
	case *types.Map:
		return typed.Elem()
	case *types.Pointer:
		return held(typed.Elem())
	}
	return t
}

// property finds a field by its name in JSON, in inlined structs too.
func (k *kindTypes) property(named *types.Named, name string) (field, bool) {
	if named == nil {
		return field{}, false
	}
	for _, f := range k.fields(named) {
		if f.name == name {
			return f, true
		}
		if f.name == "" {
			if inner, exists := k.property(element(f.typ), name); exists {
				return inner, true
			}
		}
	}
	return field{}, false
}

// shortPath turns spec.validation.openAPIV3Schema.properties[spec].items.x into spec[].x: what a user would write.
func shortPath(path string) string {
	_, schema, found := strings.Cut(path, "openAPIV3Schema.")
	if !found {
		return path
	}
	return schemaName.ReplaceAllStringFunc(schema, func(step string) string {
		switch step {
		case ".items":
			return "[]"
		case ".additionalProperties":
			return "[*]"
		}
		return schemaName.FindStringSubmatch(step)[1]
	})
}
