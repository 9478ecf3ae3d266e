package spec

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseGVK(t *testing.T) {
	tests := []struct{ word, domain, want string }{
		{"shop/v1alpha1/Storefront", "example.com", "shop.example.com/v1alpha1/Storefront"},
		{"shop.example.com/v1/Storefront", "other.org", "shop.example.com/v1/Storefront"},
		{"node-health/v1alpha1/Probe", "example.com", "node-health.example.com/v1alpha1/Probe"},
		{"apps/v1/Deployment", "example.com", "apps/v1/Deployment"},
		{"apps/v1/APIManager", "3scale.net", "apps.3scale.net/v1/APIManager"},
		{"apps/v1alpha1/Deployment", "example.com", "apps.example.com/v1alpha1/Deployment"},
		{"core/v1alpha1/Thing", "example.com", "core.example.com/v1alpha1/Thing"},
		{"v1/Pod", "example.com", "v1/Pod"},
		{"networking.k8s.io/v1/Ingress", "", "networking.k8s.io/v1/Ingress"},
		{"integreatly.org/v1alpha1/Dash", "integreatly.org", "integreatly.org/v1alpha1/Dash"},
		{"range/v1/Book", "example.com", "range.example.com/v1/Book"},
		{"a/v2beta3/X509", "local", "a.local/v2beta3/X509"},
	}
	for _, tt := range tests {
		got, err := ParseGVK(tt.word, tt.domain)
		if err != nil || got.String() != tt.want {
			t.Errorf("ParseGVK(%q, %q) = %v, %v; want %s", tt.word, tt.domain, got, err, tt.want)
		}
	}
}

// A kind, in lower case, must be a DNS label.
func TestKindLength(t *testing.T) {
	kind := "K" + strings.Repeat("k", 62)
	if _, err := ParseGVK("shop/v1/"+kind, "example.com"); err != nil {
		t.Error(err)
	}
	_, err := ParseGVK("shop/v1/"+kind+"k", "example.com")
	if want := `kind "` + kind + `k" is 64 characters long, 63 are allowed`; message(err) != want {
		t.Errorf("got %q", message(err))
	}
}

func TestParseGVKFaults(t *testing.T) {
	const shape = "\nhint: write for example shop/v1alpha1/Storefront, apps/v1/Deployment or v1/Pod"
	tests := []struct{ word, domain, want string }{
		{"shop/v1alpha1/storefront", "example.com", `kind "storefront" must start with an upper-case letter` + "\nhint: write shop/v1alpha1/Storefront"},
		{"shop/v1alpha1/store-front", "example.com", `kind "store-front" must be letters and digits, and start with an upper-case letter` + "\nhint: write shop/v1alpha1/StoreFront"},
		{"shop/v1alpha1/9", "example.com", `kind "9" must be letters and digits, and start with an upper-case letter`},
		{"shop/v1alpha1/Ärger", "example.com", `kind "Ärger" must be letters and digits, and start with an upper-case letter`},
		{"shop/1/Storefront", "example.com", `version "1" must look like v1, v1alpha1 or v2beta3` + "\nhint: write shop/v1alpha1/Storefront"},
		{"Shop/v1/Storefront", "example.com", `group "Shop.example.com" must be lower case` + "\nhint: write shop.example.com/v1/Storefront"},
		{"sh_op/v1/Storefront", "example.com", `group "sh_op.example.com" must be lower-case letters, digits and dashes in labels joined by dots, 253 characters at the most`},
		{"shop/v1/Storefront", "", `group "shop" has no domain` + "\nhint: give the domain (--domain example.com), or write shop.example.com/v1/Storefront"},
		{"local/v1/Storefront", "local", `group "local" must hold a dot: the API server takes no other group for a kind of your own` + "\nhint: write for example local.example.com/v1/Storefront"},
		{"v1alpha1/Storefront", "example.com", "v1alpha1/Storefront is not built into Kubernetes, and a kind of your own needs a group\nhint: write GROUP/v1alpha1/Storefront"},
		{"Storefront", "example.com", `"Storefront" is not a kind: want GROUP/VERSION/KIND, or VERSION/KIND for the core group` + shape},
		{"a/b/c/d", "example.com", `"a/b/c/d" is not a kind: want GROUP/VERSION/KIND, or VERSION/KIND for the core group` + shape},
		{"shop//Storefront", "example.com", `"shop//Storefront" is not a kind: want GROUP/VERSION/KIND, or VERSION/KIND for the core group` + shape},
		{"", "example.com", `"" is not a kind: want GROUP/VERSION/KIND, or VERSION/KIND for the core group` + shape},
	}
	for _, tt := range tests {
		if _, err := ParseGVK(tt.word, tt.domain); message(err) != tt.want {
			t.Errorf("ParseGVK(%q)\n got %q\nwant %q", tt.word, message(err), tt.want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestParseAPI(t *testing.T) {
	got, err := ParseAPI("shop/v1alpha1/Storefront,plural=fronts,scope=Cluster", "example.com")
	want := API{GVK: GVK{"shop.example.com", "v1alpha1", "Storefront"}, Plural: "fronts", Scope: Cluster}
	if err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err = ParseAPI("shop/v1/A", "example.com"); err != nil || got.Scope != "" || got.Plural != "" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestParseAPIFaults(t *testing.T) {
	tests := []struct{ word, want string }{
		{"shop/v1/A,plural=", `plural "" must be lower-case letters, digits and dashes, start with a letter and have 63 characters at the most`},
		{"shop/v1/A,plural=As", `plural "As" must be lower-case letters, digits and dashes, start with a letter and have 63 characters at the most`},
		{"shop/v1/A,scope=cluster", "scope \"cluster\" must be Namespaced or Cluster\nhint: did you mean \"Cluster\"?"},
		{"shop/v1/A,size=3", "unknown option \"size\" of an API\nhint: options are plural=NAME and scope=Namespaced or scope=Cluster"},
		{"apps/v1/Deployment", "apps/v1/Deployment is built into Kubernetes and cannot be defined anew\nhint: for a kind of your own write a full group, such as apps.example.com/v1/Deployment"},
		{"x.k8s.io/v1/Gateway", `group "x.k8s.io" belongs to Kubernetes: the API server takes no definition in it without an approval`},
		{"shop/v1/SchemeBuilder", "kind SchemeBuilder would be declared twice in shop.example.com/v1: as the kind's type, and by groupversion_info.go"},
	}
	for _, tt := range tests {
		if _, err := ParseAPI(tt.word, "example.com"); message(err) != tt.want {
			t.Errorf("ParseAPI(%q)\n got %q\nwant %q", tt.word, message(err), tt.want)
		}
	}
}

func TestParseOwns(t *testing.T) {
	got, err := ParseOwns("apps/v1/Deployment, v1/Service,v1/ConfigMap")
	if err != nil || !reflect.DeepEqual(got, DefaultOwns(WorkChildren)) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := ParseOwns("none"); err != nil || len(got) != 0 {
		t.Errorf("none: got %v, %v", got, err)
	}
	tests := []struct{ word, want string }{
		{"v1/Service,v1/Service", "v1/Service is listed twice"},
		{"networking/v1/Ingress", "networking/v1/Ingress cannot be owned\nhint: write networking.k8s.io/v1/Ingress"},
		{"core/v1/service", "core/v1/service cannot be owned\nhint: write v1/Service"},
	}
	for _, tt := range tests {
		if _, err := ParseOwns(tt.word); message(err) != tt.want {
			t.Errorf("ParseOwns(%q) got %q, want %q", tt.word, message(err), tt.want)
		}
	}
}
