package spec

import (
	"go/token"
	"strings"
	"testing"

	"github.com/gobuffalo/flect"
)

func TestPlural(t *testing.T) {
	tests := map[string]string{
		"Storefront": "storefronts", "HelloWorld": "helloworlds", "FunctionBuild": "functionbuilds", "Ss": "ss",
		"Postgres": "postgres", "Redis": "redis", "Sheep": "sheep", "Data": "data", "Proxy": "proxies",
		"Index": "indices", "Endpoints": "endpoints", "Gas": "gas", "Status": "statuses", "DNS": "dnses",
		"ENS": "enses", "HTTPRoute": "httproutes", "A": "as", "X509": "x509s", "IPv6Pool": "ipv6pools", "OpenAPI": "openapis",
	}
	for kind, want := range tests {
		if got := Plural(kind); got != want {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
		// What controller-tools v0.23.0 does in pkg/crd/spec.go.
		if upstream := strings.ToLower(flect.Pluralize(kind)); Plural(kind) != upstream {
			t.Errorf("%s: controller-tools says %q", kind, upstream)
		}
	}
}

func TestVar(t *testing.T) {
	tests := map[string]string{
		"Storefront": "storefront", "DNSZone": "dnsZone", "DNS": "dns", "HTTPRoute": "httpRoute", "AWSCluster": "awsCluster",
		"X509": "x509", "IPv6Pool": "ipv6Pool", "OpenAPI": "openAPI", "A": "aObject", "R": "rObject",
		"Type": "typeObject", "Range": "rangeObject", "Error": "errorObject", "String": "stringObject", "Nil": "nilObject",
		"Context": "contextObject", "Client": "clientObject", "Manager": "managerObject", "Log": "logObject", "Object": "objectObject",
		"Any": "anyObject", "Min": "minObject", "K8sClient": "k8sClientObject", "TestEnv": "testEnvObject",
	}
	for kind, want := range tests {
		if got := (API{GVK: GVK{Kind: kind}}).Var(); got != want || !token.IsIdentifier(got) {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}

func TestBaseDir(t *testing.T) {
	tests := map[string]string{
		"shop.example.com": "shop", "node-health.example.com": "nodehealth", "3scale.net": "g3scale",
		"internal.example.com": "internalgroup", "vendor.example.com": "vendorgroup", "testdata.example.com": "testdatagroup",
		"main.example.com": "maingroup", "con.example.com": "congroup", "documentation.example.com": "documentationgroup",
		"range.example.com": "rangegroup", "go.example.com": "gogroup", "type.example.com": "typegroup", "func.example.com": "funcgroup",
		"default.example.com": "defaultgroup", "string.example.com": "stringgroup", "error.example.com": "errorgroup", "new.example.com": "newgroup",
		"apps.example.com": "apps", "core.example.com": "core",
	}
	for group, want := range tests {
		got := baseDir(group)
		if got != want || !token.IsIdentifier(got) || dirFault(got) != nil {
			t.Errorf("%s: got %q, want %q", group, got, want)
		}
	}
}

func project(words ...string) *Project {
	p := &Project{Name: "shop", Module: "example.com/shop", Domain: "example.com"}
	for _, word := range words {
		g, f := splitGVK(word)
		if f != nil {
			panic(f)
		}
		p.APIs = append(p.APIs, API{GVK: g})
		p.Controllers = append(p.Controllers, Controller{For: g})
	}
	p.Resolve()
	return p
}

func TestImportAlias(t *testing.T) {
	p := project("shop.example.com/v1alpha1/Storefront", "apps.example.com/v1/APIManager", "core.example.com/v1/Thing",
		"meta.example.com/v1/Thing2", "core.example.com/v1alpha1/Thing", "node-health.example.com/v1/Probe",
		"appsapi.example.com/v1/Deploy", "rbac.example.com/v1/R", "networking.example.com/v1/N")
	want := strings.Fields("shopv1alpha1 appsapiapiv1 coreapiv1 metaapiv1 corev1alpha1 nodehealthv1 appsapiv1 rbacapiv1 networkingapiv1")
	seen := map[string]bool{}
	for i, a := range p.APIs {
		got := p.ImportAlias(a)
		if got != want[i] || seen[got] {
			t.Errorf("%s: got %s, want %s", a.GVK, got, want[i])
		}
		seen[got] = true
		for _, k := range Kinds() {
			if got == k.Alias || got == k.ApplyAlias {
				t.Errorf("%s: %s is the alias of %s", a.GVK, got, k.ImportPath)
			}
		}
	}
}

func TestPaths(t *testing.T) {
	p := project("node-health.example.com/v1alpha1/NodeWindows")
	p.Module = "example.com/op/v2"
	a, c := p.APIs[0], p.Controllers[0]
	tests := map[string]string{
		a.PackageDir():      "api/nodehealth/v1alpha1",
		a.Package():         "v1alpha1",
		a.ControllerDir():   "internal/controller/nodehealth",
		a.ControllerAlias(): "nodehealthcontroller",
		a.WebhookDir():      "internal/webhook/nodehealth/v1alpha1",
		p.ImportPath(a):     "example.com/op/v2/api/nodehealth/v1alpha1",
		a.Stem():            "nodewindows",
		a.GroupVersion():    "node-health.example.com/v1alpha1",
		a.GroupLabel():      "node-health",
		a.GroupDomain():     "example.com",
		c.Reconciler():      "NodeWindowsReconciler",
		c.FuncPrefix():      "nodeWindows",
	}
	for got, want := range tests {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestResolveDirs(t *testing.T) {
	p := project("ship.example.com/v1/Bar", "ship.acme.com/v1/Bar", "ship.acme.org/v1/Bar", "ship.example.com/v2/Bar", "ship/v1/X")
	want := "ship shipacme ship2 ship ship3"
	if got := dirs(p); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// What is recorded stays, wherever it stands and whatever comes before it.
	p = &Project{APIs: []API{{GVK: GVK{"ship.other.com", "v1", "Bar"}}, {GVK: GVK{"ship.example.com", "v1", "Bar"}, Dir: "ship"}}}
	if chose := p.Resolve(); dirs(p) != "shipother ship" || !chose {
		t.Errorf("got %s, %v", dirs(p), chose)
	}
	if p.Resolve() {
		t.Error("a resolved project was resolved again")
	}
}

func dirs(p *Project) string {
	var all []string
	for _, a := range p.APIs {
		all = append(all, a.Dir)
	}
	return strings.Join(all, " ")
}

func TestResolveControllerNames(t *testing.T) {
	p := project("ship.example.com/v1/Bar", "fiz.example.com/v1/Bar", "fiz.example.com/v2/Bar", "fiz.example.com/v3/Bar", "dns.example.com/v1/DNSZone")
	want := []string{"bar Bar bar bar", "fiz-bar FizBar fizBar fiz_bar", "fiz-bar-2 FizBar2 fizBar2 fiz_bar_2",
		"fiz-bar-3 FizBar3 fizBar3 fiz_bar_3", "dnszone DNSZone dnsZone dnszone"}
	for i, c := range p.Controllers {
		got := strings.Join([]string{c.Name, c.GoName(), c.FuncPrefix(), c.Stem()}, " ")
		if got != want[i] || c.Preset != DefaultPreset {
			t.Errorf("got %q, want %q", got, want[i])
		}
	}
	restarter := Controller{Name: "pod-restarter", For: GVK{"apps", "v1", "Deployment"}}
	if got := restarter.Reconciler(); got != "PodRestarterReconciler" {
		t.Error(got)
	}
}

func TestResolveVersions(t *testing.T) {
	p := &Project{APIs: []API{
		{GVK: GVK{"a.b", "v1", "Foo"}, Plural: "fooz", Scope: Cluster, Dir: "a"},
		{GVK: GVK{"a.b", "v2", "Foo"}},
	}}
	p.Resolve()
	if got := p.APIs[1]; got.Plural != "fooz" || got.Scope != Cluster || got.Dir != "a" {
		t.Errorf("%+v", got)
	}
}
