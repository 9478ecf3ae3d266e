package spec

import (
	"path"
	"strings"
	"unicode"

	"github.com/gobuffalo/flect"
)

// Plural is the resource name of a kind, inflected exactly as controller-tools
// does it: the word is inflected first and lower-cased after. (The other order
// makes "dnsDNSes" of DNS.)
func Plural(kind string) string { return strings.ToLower(flect.Pluralize(kind)) }

// baseDir is the folder that a group would like to have: its first label made
// a legal package name.
func baseDir(group string) string { return legalDir(GVK{Group: group}.GroupLabel()) }

func legalDir(word string) string {
	dir := alphanumeric(word)
	if dir == "" || unicode.IsDigit(rune(dir[0])) {
		dir = "g" + dir
	}
	if isReservedDir(dir) {
		dir += "group"
	}
	return dir
}

// alphanumeric drops everything but letters and digits, in lower case.
func alphanumeric(word string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(word))
}

// camel makes one upper-case identifier of a word with dashes, dots or underscores.
func camel(word string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// lowerFirst lower-cases the first word of an identifier, acronyms as a whole:
// DNSZone becomes dnsZone, X509 becomes x509.
func lowerFirst(name string) string {
	for _, mixed := range []string{"IPv4", "IPv6"} {
		if rest, ok := strings.CutPrefix(name, mixed); ok {
			return strings.ToLower(mixed) + rest
		}
	}
	n := 0
	for n < len(name) && !unicode.IsLower(rune(name[n])) {
		n++
	}
	if n > 1 && n < len(name) && unicode.IsUpper(rune(name[n-1])) {
		n-- // the last capital begins the next word
	}
	return strings.ToLower(name[:n]) + name[n:]
}

// Stem begins the names of the kind's Go files. Templates must go on with
// _types.go or the like: node_windows.go and load_test.go would be special.
func (a API) Stem() string { return strings.ToLower(a.Kind) }

// Var is a name for a variable that holds an object of the kind. It shadows
// nothing that Go or the templates use.
func (a API) Var() string {
	name := lowerFirst(a.Kind)
	if isReservedVar(name) {
		name += "Object"
	}
	return name
}

// PackageDir is the folder of the kind's Go package: api/shop/v1alpha1.
func (a API) PackageDir() string { return path.Join("api", a.Dir, a.Version) }

// Package is the name of the kind's Go package: v1alpha1.
func (a API) Package() string { return a.Version }

// ControllerDir is the folder of the group's controllers, and its base is
// their package name: internal/controller/shop.
func (a API) ControllerDir() string { return path.Join("internal/controller", a.Dir) }

// ControllerAlias is the import alias of the controllers' package: shopcontroller.
func (a API) ControllerAlias() string { return a.Dir + "controller" }

// WebhookDir is the folder of the version's webhooks: internal/webhook/shop/v1alpha1.
func (a API) WebhookDir() string { return path.Join("internal/webhook", a.Dir, a.Version) }

// ImportPath is the path by which the API's Go package is imported.
func (p *Project) ImportPath(a API) string { return path.Join(p.Module, a.PackageDir()) }

// ImportAlias is the alias of the API's Go package, the same in every file of
// the project: shopv1alpha1. It is never the customary alias of a Kubernetes
// package, so the project's own apps.example.com/v1 is appsapiv1.
func (p *Project) ImportAlias(a API) string {
	natural := a.Dir + a.Version
	if !aliasTaken(natural) {
		return natural
	}
	for middle := "api"; ; middle += "api" {
		if alias := a.Dir + middle + a.Version; !p.hasDir(a.Dir + middle) {
			return alias
		}
	}
}

func (p *Project) hasDir(dir string) bool {
	for _, a := range p.APIs {
		if a.Dir == dir {
			return true
		}
	}
	return false
}

// Stem begins the names of the controller's Go files; see API.Stem.
func (c Controller) Stem() string { return strings.ReplaceAll(c.Name, "-", "_") }

// GoName is the controller's name as an exported Go identifier: Storefront for
// storefront, FizBar for fiz-bar, with the kind spelled as it is declared.
func (c Controller) GoName() string {
	if prefix, ok := strings.CutSuffix("-"+c.Name, "-"+strings.ToLower(c.For.Kind)); ok {
		return camel(prefix) + c.For.Kind
	}
	return camel(c.Name)
}

// Reconciler is the name of the reconciler type: StorefrontReconciler.
func (c Controller) Reconciler() string { return c.GoName() + "Reconciler" }

// FuncPrefix begins the names of the controller's own functions: storefront in
// storefrontTuning. It is a whole identifier only together with what follows.
func (c Controller) FuncPrefix() string { return lowerFirst(c.GoName()) }
