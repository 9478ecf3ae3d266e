package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strings"

	"golang.org/x/mod/module"
)

const (
	// maxLabel is the longest DNS label.
	maxLabel = 63
	// MaxName is the longest project name: what is left of a label once the
	// longest suffix of a deployed object is taken off.
	MaxName = maxLabel - len("-controller-manager-metrics-service")
)

var labelForm = regexp.MustCompile(`^[a-z]([-a-z0-9]*[a-z0-9])?$`)

// isLabel says whether a word is a DNS-1035 label, the strictest form of name.
func isLabel(word string) bool { return len(word) <= maxLabel && labelForm.MatchString(word) }

var subdomainForm = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)

// isSubdomain says whether a word is a DNS-1123 subdomain whose labels fit.
func isSubdomain(word string) bool {
	for label := range strings.SplitSeq(word, ".") {
		if len(label) > maxLabel {
			return false
		}
	}
	return len(word) <= 253 && subdomainForm.MatchString(word)
}

// DeriveName makes a legal project name of a folder's name. One that is too
// long is cut and ends in a hash of the whole, so that two stay two.
func DeriveName(folder string) string {
	name := strings.Trim(dashed(folder), "-")
	switch {
	case name == "":
		return "operator"
	case name[0] >= '0' && name[0] <= '9':
		name = "op-" + name
	}
	if len(name) <= MaxName {
		return name
	}
	sum := sha256.Sum256([]byte(folder))
	hash := "-" + hex.EncodeToString(sum[:3])
	return strings.TrimRight(name[:MaxName-len(hash)], "-") + hash
}

// dashed lower-cases a word and puts one dash for each run of other characters.
func dashed(word string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(word) {
		legal := r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
		if legal {
			b.WriteRune(r)
		} else if !dash {
			b.WriteByte('-')
		}
		dash = !legal
	}
	return b.String()
}

// CheckName says what is wrong with a project name, if anything.
func CheckName(name string) error { return orNil(nameFault(name)) }

func nameFault(name string) *Fault {
	switch {
	case !labelForm.MatchString(name):
		return faultf("name %q must be lower-case letters, digits and dashes, and start with a letter", name).
			hint("write %s", DeriveName(name))
	case len(name) > MaxName:
		return faultf("name %q is %d characters long, %d are allowed: %s-controller-manager-metrics-service has to fit into %d", name, len(name), MaxName, name, maxLabel).
			hint("write for example %s", DeriveName(name))
	}
	return nil
}

// CheckModule says what is wrong with a Go module path, if anything.
func CheckModule(path string) error { return orNil(moduleFault(path)) }

func moduleFault(path string) *Fault {
	if err := module.CheckImportPath(path); err != nil {
		f := faultf("module %q is not a Go module path", path)
		invalid := &module.InvalidPathError{}
		if errors.As(err, &invalid) {
			f = faultf("module %q is not a Go module path: %v", path, invalid.Err)
		}
		return f.hint("write for example example.com/shop")
	}
	prefix, _, ok := module.SplitPathVersion(path)
	switch {
	case !ok:
		return faultf("module %q ends in a major version that Go does not take", path).hint("leave it out, or end in /v2 or higher")
	case path == "std" || path == "cmd":
		return faultf("module %q is a name of Go's own", path).hint("write for example example.com/%s", path)
	case strings.Contains("/"+path+"/", "/vendor/"):
		return faultf("module %q has an element named vendor, whose packages Go does not import", prefix)
	}
	return nil
}

// CheckDomain says what is wrong with a domain, if anything.
func CheckDomain(domain string) error { return orNil(domainFault(domain)) }

func domainFault(domain string) *Fault {
	if isSubdomain(domain) {
		return nil
	}
	f := faultf("domain %q must be lower-case labels of letters, digits and dashes, joined by dots", domain)
	if lower := strings.ToLower(domain); isSubdomain(lower) {
		return f.hint("write %s", lower)
	}
	return f.hint("write for example example.com")
}

func pluralFault(plural string) *Fault {
	if isLabel(plural) {
		return nil
	}
	return faultf("plural %q must be lower-case letters, digits and dashes, start with a letter and have %d characters at the most", plural, maxLabel)
}

func controllerNameFault(name string) *Fault {
	if isLabel(name) {
		return nil
	}
	f := faultf("controller name %q must be lower-case letters, digits and dashes, start with a letter and have %d characters at the most", name, maxLabel)
	if fix := strings.Trim(dashed(name), "-"); isLabel(fix) {
		f = f.hint("write %s", fix)
	}
	return f
}

func dirFault(dir string) *Fault {
	if fix := legalDir(dir); fix != dir {
		return faultf("dir %q must be a Go package name of lower-case letters and digits that nothing else uses", dir).hint("write %s", fix)
	}
	return nil
}

func scopeFault(scope string) *Fault {
	if scope == Namespaced || scope == Cluster {
		return nil
	}
	return faultf("scope %q must be Namespaced or Cluster", scope).hint("%s", didYouMean(scope, []string{Namespaced, Cluster}))
}

// orNil keeps a nil *Fault from becoming an error that is not nil.
func orNil(f *Fault) error {
	if f == nil {
		return nil
	}
	return f
}
