package spec

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"
	applyconfigurations "k8s.io/client-go/applyconfigurations/apps/v1"
	"k8s.io/client-go/kubernetes/scheme"
)

func scheming(g GVK) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: g.Group, Version: g.Version, Kind: g.Kind}
}

// The static table says what the client of the same Kubernetes release knows.
func TestBuiltInsMatchClient(t *testing.T) {
	byVersion := map[string][]string{}
	for gvk, goType := range scheme.Scheme.AllKnownTypes() {
		if _, object := goType.FieldByName("ObjectMeta"); object && gvk.Version != "__internal" {
			key := GVK{Group: gvk.Group, Version: gvk.Version}.GroupVersion()
			byVersion[key] = append(byVersion[key], gvk.Kind)
		}
	}
	var want []string
	for key, kinds := range byVersion {
		want = append(want, key+" "+strings.Join(slices.Sorted(slices.Values(kinds)), " "))
	}
	got := strings.Split(strings.TrimSpace(builtIns), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("builtIns should be:\n%s", strings.Join(want, "\n"))
	}
}

func TestBuiltIn(t *testing.T) {
	for word, want := range map[string]bool{
		"v1/Pod": true, "apps/v1/Deployment": true, "storagemigration.k8s.io/v1beta1/StorageVersionMigration": true,
		"apps/v1/Deploy": false, "apps/v1/APIManager": false, "apps/v2/Deployment": false, "v1/Deployment": false, "/v1/Pod": false,
	} {
		g, _ := splitGVK(word)
		if g.BuiltIn() != want {
			t.Errorf("%s: built in is %v", word, !want)
		}
	}
}

// Everything in the kind table that the Go types can tell is true.
func TestKindsMatchTypes(t *testing.T) {
	for _, k := range Kinds() {
		goType, ok := scheme.Scheme.AllKnownTypes()[scheming(k.GVK)]
		if !ok || goType.PkgPath() != k.ImportPath {
			t.Errorf("%s: not in %s", k, k.ImportPath)
			continue
		}
		checkStatus(t, k, goType)
		if k.Plural != Plural(k.Kind) || !aliasTaken(k.Alias) {
			t.Errorf("%s: plural %s, alias %s", k, k.Plural, k.Alias)
		}
	}
}

// checkStatus demands exactly the fields of the type that can be compared by
// value.
func checkStatus(t *testing.T, k Kind, goType reflect.Type) {
	t.Helper()
	want := map[string]StatusField{}
	status, ok := goType.FieldByName("Status")
	for i := 0; ok && i < status.Type.NumField(); i++ {
		f := status.Type.Field(i)
		json, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		field := StatusField{JSON: json, Go: "Status." + f.Name}
		switch f.Type.Kind() {
		case reflect.Int32, reflect.Int64, reflect.Bool, reflect.String:
			field.GoType = strings.Replace(f.Type.String(), "v1.", k.Alias+".", 1)
		default:
			continue
		}
		want[json] = field
	}
	got := map[string]StatusField{}
	for _, f := range k.Status {
		got[f.JSON] = f
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s: status\n got %v\nwant %v", k, got, want)
	}
}

// Which kinds have a generation is the API server's own knowledge; the list
// was read in pkg/registry of Kubernetes 1.37.
func TestHasGeneration(t *testing.T) {
	var got []string
	for _, k := range Kinds() {
		if k.HasGeneration {
			got = append(got, k.Kind)
		}
	}
	want := "DaemonSet Deployment StatefulSet CronJob Job Ingress NetworkPolicy PodDisruptionBudget"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

func TestApplyImport(t *testing.T) {
	k, ok := LookupKind(GVK{"apps", "v1", "Deployment"})
	path := reflect.TypeFor[applyconfigurations.DeploymentApplyConfiguration]().PkgPath()
	if !ok || k.ApplyImportPath != path || k.ApplyAlias != "appsv1ac" {
		t.Errorf("got %+v, %v", k, ok)
	}
}

func TestKindsAreSorted(t *testing.T) {
	var all []string
	for _, k := range Kinds() {
		all = append(all, k.String())
	}
	if !slices.IsSorted(all) || len(slices.Compact(all)) != len(Kinds()) {
		t.Error(all)
	}
}

func TestStatusFields(t *testing.T) {
	deployment := GVK{"apps", "v1", "Deployment"}
	tests := []struct {
		owned Owned
		want  string
	}{
		{Owned{Kind: deployment}, ""},
		{Owned{Kind: deployment, Status: []string{}}, ""},
		{Owned{Kind: deployment, Status: []string{"availableReplicas"}}, "availableReplicas"},
		{Owned{Kind: GVK{"", "v1", "Service"}}, ""},
	}
	for _, tt := range tests {
		var got []string
		for _, f := range tt.owned.StatusFields() {
			got = append(got, f.JSON)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%v: got %v", tt.owned, got)
		}
	}
	f := Owned{Kind: deployment, Status: []string{"availableReplicas"}}.StatusFields()[0]
	if got := fmt.Sprint(f); got != "{availableReplicas Status.AvailableReplicas int32}" {
		t.Error(got)
	}
}
