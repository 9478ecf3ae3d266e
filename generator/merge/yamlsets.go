package merge

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// kustomization is the kind of a kustomization.yaml, which may leave it out.
const kustomization = "Kustomization"

// setFields tells whether a list is a set, by the kind of the document and the list's path in it, and which
// fields of an item tell it from others; none means all that it says.
func (m yamlMerge) setFields(at string) (fields []string, isSet bool) {
	switch m.kind {
	case "":
		return nil, false
	case kustomization, "Component":
		return kustomizeSet(at)
	case "Role", "ClusterRole":
		if at == "rules" {
			return []string{"apiGroups", "nonResourceURLs", "resourceNames", "resources"}, true
		}
		return nil, at == "rules[].verbs"
	case "RoleBinding", "ClusterRoleBinding":
		return nil, at == "subjects"
	}
	return podSet(at)
}

func kustomizeSet(at string) (fields []string, isSet bool) {
	if at == "images" {
		return []string{"name"}, true
	}
	return nil, slices.Contains([]string{
		"components", "configurations", "crds", "patches", "patchesJson6902", "patchesStrategicMerge", "resources",
	}, at)
}

// podSet knows the lists of a pod that the API server merges by a key as well.
func podSet(at string) (fields []string, isSet bool) {
	_, inPod, _ := strings.Cut(at, "spec.")
	switch path.Base(strings.ReplaceAll(inPod, ".", "/")) {
	case "containers", "env", "volumes", "imagePullSecrets":
		return []string{"name"}, true
	case "volumeMounts":
		return []string{"mountPath"}, true
	}
	return nil, false
}

// itemKey is what tells an item from the others of its set.
func itemKey(item ast.Node, fields []string) string {
	var value any
	if err := yaml.NodeToValue(item, &value); err != nil {
		return item.String()
	}
	if all, isMap := value.(map[string]any); isMap && len(fields) > 0 {
		few := map[string]any{}
		for _, field := range fields {
			few[field] = all[field]
		}
		value = few
	}
	key, err := json.Marshal(value)
	if err != nil {
		return item.String()
	}
	return string(key)
}
