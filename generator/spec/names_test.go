package spec

import (
	"strings"
	"testing"
)

func TestDeriveName(t *testing.T) {
	long := strings.Repeat("operator-", 8)
	tests := []struct{ folder, want string }{
		{"shop", "shop"},
		{"My_Operator.v2", "my-operator-v2"},
		{"my shop (copy)", "my-shop-copy"},
		{"3scale", "op-3scale"},
		{"0x", "op-0x"},
		{"9lives", "op-9lives"},
		{"Ünï", "n"},
		{"日本", "operator"},
		{"", "operator"},
		{"---", "operator"},
		{strings.Repeat("a", 28), strings.Repeat("a", 28)},
	}
	for _, tt := range tests {
		if got := DeriveName(tt.folder); tt.want != got || CheckName(got) != nil {
			t.Errorf("%q: got %q, want %q", tt.folder, got, tt.want)
		}
	}
	for _, folder := range []string{strings.Repeat("a", 29), strings.Repeat("a", 40), strings.Repeat("a", 63), long} {
		got := DeriveName(folder)
		if !strings.HasPrefix(got, folder[:20]) || CheckName(got) != nil || got != DeriveName(folder) {
			t.Errorf("%q: got %q", folder, got)
		}
	}
	if DeriveName(long+"a") == DeriveName(long+"b") {
		t.Error("two long folders share a name")
	}
}

func TestMaxName(t *testing.T) {
	if MaxName != 28 {
		t.Errorf("MaxName is %d", MaxName)
	}
	for _, suffix := range []string{"-controller-manager-metrics-service", "-system", "-metrics-auth-rolebinding"} {
		if n := len(strings.Repeat("a", MaxName) + suffix); n > maxLabel {
			t.Errorf("%s: %d", suffix, n)
		}
	}
}

func TestCheckName(t *testing.T) {
	long := strings.Repeat("b", 33)
	tests := []struct{ name, want string }{
		{"shop", ""},
		{strings.Repeat("a", 28), ""},
		{"My_Shop", `name "My_Shop" must be lower-case letters, digits and dashes, and start with a letter` + "\nhint: write my-shop"},
		{"9lives", `name "9lives" must be lower-case letters, digits and dashes, and start with a letter` + "\nhint: write op-9lives"},
		{"", `name "" must be lower-case letters, digits and dashes, and start with a letter` + "\nhint: write operator"},
		{long, `name "` + long + `" is 33 characters long, 28 are allowed: ` + long + `-controller-manager-metrics-service has to fit into 63` + "\nhint: write for example " + DeriveName(long)},
	}
	for _, tt := range tests {
		got := message(CheckName(tt.name))
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCheckModule(t *testing.T) {
	const example = "\nhint: write for example example.com/shop"
	tests := []struct{ path, want string }{
		{"example.com/shop", ""},
		{"example.com/op/v2", ""},
		{"shop", ""},
		{"gopkg.in/shop.v1", ""},
		{"example.com/internal/shop", ""},
		{"", `module "" is not a Go module path: empty string` + example},
		{"example.com/a b", `module "example.com/a b" is not a Go module path: invalid char ' '` + example},
		{"https://example.com/shop", `module "https://example.com/shop" is not a Go module path: double slash` + example},
		{"../shop", `module "../shop" is not a Go module path: invalid path element ".."` + example},
		{"example.com/op/v1", `module "example.com/op/v1" ends in a major version that Go does not take` + "\nhint: leave it out, or end in /v2 or higher"},
		{"std", `module "std" is a name of Go's own` + "\nhint: write for example example.com/std"},
		{"example.com/vendor/x", `module "example.com/vendor/x" has an element named vendor, whose packages Go does not import`},
	}
	for _, tt := range tests {
		if got := message(CheckModule(tt.path)); got != tt.want {
			t.Errorf("%q:\n got %q\nwant %q", tt.path, got, tt.want)
		}
	}
}

func TestCheckDomain(t *testing.T) {
	tests := []struct{ domain, want string }{
		{"example.com", ""},
		{"3scale.net", ""},
		{"local", ""},
		{"Example.com", `domain "Example.com" must be lower-case labels of letters, digits and dashes, joined by dots` + "\nhint: write example.com"},
		{"", `domain "" must be lower-case labels of letters, digits and dashes, joined by dots` + "\nhint: write for example example.com"},
		{"a..b", `domain "a..b" must be lower-case labels of letters, digits and dashes, joined by dots` + "\nhint: write for example example.com"},
		{strings.Repeat("a", 64) + ".com", `domain "` + strings.Repeat("a", 64) + `.com" must be lower-case labels of letters, digits and dashes, joined by dots` + "\nhint: write for example example.com"},
	}
	for _, tt := range tests {
		if got := message(CheckDomain(tt.domain)); got != tt.want {
			t.Errorf("%q:\n got %q\nwant %q", tt.domain, got, tt.want)
		}
	}
}
