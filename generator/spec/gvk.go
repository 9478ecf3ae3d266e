package spec

import (
	"regexp"
	"strings"
)

// GVK names a kind: its full API group (empty for core), version and kind.
type GVK struct{ Group, Version, Kind string }

// String gives "shop.example.com/v1/Storefront", or "v1/Pod" for core.
func (g GVK) String() string {
	if g.Group == "" {
		return g.Version + "/" + g.Kind
	}
	return g.Group + "/" + g.Version + "/" + g.Kind
}

// GroupVersion gives what a manifest's apiVersion holds.
func (g GVK) GroupVersion() string {
	if g.Group == "" {
		return g.Version
	}
	return g.Group + "/" + g.Version
}

// GroupLabel is the group up to its first dot, and GroupDomain is the rest:
// the two halves that kubebuilder's PROJECT file keeps apart.
func (g GVK) GroupLabel() string { label, _, _ := strings.Cut(g.Group, "."); return label }

// GroupDomain is the group after its first dot; see GroupLabel.
func (g GVK) GroupDomain() string { _, domain, _ := strings.Cut(g.Group, "."); return domain }

var (
	versionForm = regexp.MustCompile(`^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$`)
	kindForm    = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
)

// ParseGVK reads a kind as it is typed on the command line. A group without a
// dot gets the project's domain, unless the full group, version and kind are
// built into Kubernetes: apps/v1/Deployment is the built-in one,
// apps/v1/APIManager is apps.example.com/v1/APIManager.
func ParseGVK(word, domain string) (GVK, error) {
	g, f := splitGVK(word)
	if f != nil {
		return GVK{}, f
	}
	if !g.BuiltIn() && !strings.Contains(g.Group, ".") {
		if f := g.join(domain); f != nil {
			return GVK{}, f
		}
	}
	if f := g.fault(); f != nil {
		return GVK{}, rewrite(f, word)
	}
	return g, nil
}

// splitGVK takes a word apart without judging its parts.
func splitGVK(word string) (GVK, *Fault) {
	parts := strings.Split(word, "/")
	for _, part := range parts {
		if part == "" || len(parts) > 3 || len(parts) < 2 {
			return GVK{}, noKind(word)
		}
	}
	if len(parts) == 3 {
		return GVK{parts[0], parts[1], parts[2]}, nil
	}
	return GVK{"", parts[0], parts[1]}, nil
}

func noKind(word string) *Fault {
	return faultf("%q is not a kind: want GROUP/VERSION/KIND, or VERSION/KIND for the core group", word).
		hint("write for example shop/v1alpha1/Storefront, apps/v1/Deployment or v1/Pod")
}

// join makes a short group a full one.
func (g *GVK) join(domain string) *Fault {
	switch {
	case g.Group == "" && !versionForm.MatchString(g.Version):
		return noKind(g.String())
	case g.Group == "":
		return faultf("%s is not built into Kubernetes, and a kind of your own needs a group", g).
			hint("write GROUP/%s", g)
	case domain == "":
		return faultf("group %q has no domain", g.Group).hint("give the domain (--domain example.com), or write %s.example.com/%s/%s", g.Group, g.Version, g.Kind)
	case g.Group != domain:
		g.Group += "." + domain
	}
	return nil
}

// fault says what is wrong with a kind's parts, by the API server's rules.
func (g GVK) fault() *Fault { _, f := g.faulty(); return f }

// faulty is fault, and which part it is in: group, version or kind.
func (g GVK) faulty() (part string, f *Fault) {
	if f := g.groupFault(); f != nil {
		return "group", f
	}
	if !versionForm.MatchString(g.Version) {
		return "version", faultf("version %q must look like v1, v1alpha1 or v2beta3", g.Version).
			hint("write %s", GVK{g.Group, "v1alpha1", g.Kind})
	}
	return "kind", g.kindFault()
}

func (g GVK) groupFault() *Fault {
	lower := GVK{strings.ToLower(g.Group), g.Version, g.Kind}
	switch {
	case g.Group == "" || g.BuiltIn():
		return nil
	case !isSubdomain(g.Group) && isSubdomain(lower.Group):
		return faultf("group %q must be lower case", g.Group).hint("write %s", lower)
	case !isSubdomain(g.Group):
		return faultf("group %q must be lower-case letters, digits and dashes in labels joined by dots, 253 characters at the most", g.Group)
	case !strings.Contains(g.Group, "."):
		return faultf("group %q must hold a dot: the API server takes no other group for a kind of your own", g.Group).
			hint("write for example %s.example.com/%s/%s", g.Group, g.Version, g.Kind)
	}
	return nil
}

func (g GVK) kindFault() *Fault {
	if g.Kind == "" {
		return faultf("kind is missing")
	}
	fix := g
	fix.Kind = strings.ToUpper(g.Kind[:1]) + g.Kind[1:]
	switch {
	case kindForm.MatchString(g.Kind) && len(g.Kind) <= maxLabel:
		return nil
	case len(g.Kind) > maxLabel:
		return faultf("kind %q is %d characters long, %d are allowed", g.Kind, len(g.Kind), maxLabel)
	case kindForm.MatchString(fix.Kind):
		return faultf("kind %q must start with an upper-case letter", g.Kind).hint("write %s", fix)
	default:
		fix.Kind = camel(g.Kind)
		f := faultf("kind %q must be letters and digits, and start with an upper-case letter", g.Kind)
		if kindForm.MatchString(fix.Kind) {
			f = f.hint("write %s", fix)
		}
		return f
	}
}

// rewrite gives a hint in the form in which the user typed the group.
func rewrite(f *Fault, word string) *Fault {
	typed, _ := splitGVK(word)
	full, ok := strings.CutPrefix(f.Hint, "write ")
	if fix, bad := splitGVK(full); ok && bad == nil && strings.HasPrefix(fix.Group, typed.Group+".") {
		fix.Group = typed.Group
		return f.hint("write %s", fix)
	}
	return f
}

// parseFullGVK reads a kind as opwright.yaml holds it: with its full group.
func parseFullGVK(word string) (GVK, *Fault) {
	g, f := splitGVK(word)
	if f != nil {
		return GVK{}, f.hint("write the full name, such as shop.example.com/v1alpha1/Storefront, apps/v1/Deployment or v1/Pod")
	}
	return g, g.fault()
}
