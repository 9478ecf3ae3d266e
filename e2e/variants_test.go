package e2e

import (
	"slices"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// standard is what most users begin with.
func standard() harness.Variant {
	return harness.Variant{Name: "shop", Args: []string{
		"--api", "shop/v1alpha1/Storefront", "--feature", "monitoring,networkPolicy",
	}}
}

// variants are the kinds of projects that have gone wrong elsewhere.
func variants() []harness.Variant {
	return []harness.Variant{
		standard(),
		{Name: "dns", Args: []string{"--owns", "none", "--api", "dns/v1/DNSZone"}},
		{Name: "empty"},
		{Name: "groups", Args: []string{
			"--license", "apache2", "--owner", "Example Corp",
			"--api", "shop/v1alpha1/Widget", "--api", "node-health/v1/Widget", // one kind in two groups, one with a dash
			"--api", "apps/v1/APIManager", // a group named like one of Kubernetes, whose Deployment it owns
			"--api", "platform/v1/Tenant,scope=Cluster",
		}},
		awkward(),
	}
}

// awkward has the names of which tools for operators have been reported to
// choke, as groups, as kinds, and as names that generated code uses itself.
func awkward() harness.Variant {
	args := []string{"--owns", "none"}
	for _, kinds := range [][]string{
		// Keywords, predeclared names and folders with a meaning, as groups.
		{"range/v1/Book", "type/v1/HTTPRoute", "func/v1/DNSZone", "go/v1/X509", "default/v1/A"},
		{"string/v1/DNS", "error/v1/AWSCluster"},
		{"internal/v1/IPv6Pool", "vendor/v1/OpenAPI", "testdata/v1/Probe"},
		of("files/v1/", "NodeWindows", "LoadTest", "Arm64"),
		of("plurals/v1/", "HelloWorld", "FunctionBuild", "Ss", "Postgres", "Redis", "Sheep", "Data", "Proxy", "Index", "Endpoints", "Gas", "Status"),
		of("clash/v1/", clashing()...),
	} {
		for _, kind := range kinds {
			args = append(args, "--api", kind)
		}
	}
	return harness.Variant{Name: "awkward", Args: args}
}

// clashing are kinds whose names generated code, or what it imports, has too.
func clashing() []string {
	return []string{
		"Group", "Version", "Run", "Context", "Client", "Manager", "Reconciler", "Request", "Result",
		"Scheme", "Error", "Type", "Object", "Spec", "Webhook", "Suite",
	}
}

func of(groupVersion string, kinds ...string) []string {
	all := slices.Clone(kinds)
	for i := range all {
		all[i] = groupVersion + all[i]
	}
	return all
}

// kinds is how many kinds a variant has, each with its controller.
func kinds(v harness.Variant) int {
	count := 0
	for _, arg := range v.Args {
		if arg == "--api" {
			count++
		}
	}
	return count
}
