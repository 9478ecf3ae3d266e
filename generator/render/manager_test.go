package render_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/templates"
)

// Several controllers share a process: none gets less than its preset promises.
func TestManagerOfSeveralPresets(t *testing.T) {
	const main, manager, cache, binding = "cmd/main.go", "config/manager/manager.yaml", "internal/controller/cache.go", "config/rbac/role_binding.yaml"
	for _, c := range []struct {
		presets, scope string
		with, without  map[string]string // a text of a file
	}{
		{"standard", "", map[string]string{binding: "kind: ClusterRoleBinding"}, map[string]string{main: "config.QPS", cache: "UnsafeDisableDeepCopy"}},
		{"edge", "", map[string]string{main: "config.QPS, config.Burst = 10, 20", cache: "usedPodFields", binding: "kind: RoleBinding", manager: "POD_NAMESPACE"}, nil},
		{"edge", ", scope: Cluster", map[string]string{binding: "kind: ClusterRoleBinding"}, map[string]string{manager: "POD_NAMESPACE", main: `"namespace"`}},
		{"edge high-churn", "", map[string]string{main: "config.QPS, config.Burst = 100, 200", cache: "usedPodFields"}, map[string]string{manager: "POD_NAMESPACE"}},
		{"edge standard", "", map[string]string{main: "LeaseDuration: new(time.Minute)"}, map[string]string{cache: "PartialObjectMetadata"}},
		{"edge high-churn standard", "", nil, map[string]string{main: "config.QPS", cache: "usedPodFields"}},
		{"high-churn edge", "", nil, map[string]string{cache: "UnsafeDisableDeepCopy"}},
		{"high-churn", "", map[string]string{cache: "&appsv1.Deployment{}: {Label: children.Managed(), UnsafeDisableDeepCopy: new(true)}"}, map[string]string{main: "LeaseDuration"}},
		{"long-running edge", "", map[string]string{main: "RetryPeriod:   new(10 * time.Second)"}, nil},
	} {
		t.Run(c.presets+c.scope, func(t *testing.T) {
			out := several(t, c.presets, c.scope).render(t, templates.FS)
			for file, text := range c.with {
				if f, _ := out.Get(file); !strings.Contains(string(f.Data), text) {
					t.Errorf("%s has no %q:\n%s", file, text, f.Data)
				}
			}
			for file, text := range c.without {
				if f, _ := out.Get(file); strings.Contains(string(f.Data), text) {
					t.Errorf("%s has %q", file, text)
				}
			}
		})
	}
}

// several is a project with a controller for each preset.
func several(t *testing.T, presets, scope string) variant {
	t.Helper()
	var apis, controllers strings.Builder
	for i, name := range strings.Fields(presets) {
		fmt.Fprintf(&apis, "  - {group: shop.example.com, version: v1, kind: Kind%d%s}\n", i, scope)
		fmt.Fprintf(&controllers, "  - {for: shop.example.com/v1/Kind%d, preset: %s, work: children, owns: [apps/v1/Deployment, v1/ConfigMap]}\n", i, name)
	}
	text := "apiVersion: opwright.dev/v1alpha1\nkind: Project\nname: shop\nmodule: example.com/shop\ndomain: example.com\n" +
		"apis:\n" + apis.String() + "controllers:\n" + controllers.String()
	project, err := spec.Parse("opwright.yaml", []byte(text))
	must(t, err)
	return variant{presets, project}
}
