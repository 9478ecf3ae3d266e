package spec

import "strings"

// The scopes of an API.
const (
	Namespaced = "Namespaced"
	Cluster    = "Cluster"
)

// ParseAPI reads an API as it is typed on the command line, its scope left open unless given:
// shop/v1alpha1/Storefront,plural=storefronts,scope=Cluster.
func ParseAPI(word, domain string) (API, error) {
	parts := strings.Split(word, ",")
	g, err := ParseGVK(parts[0], domain)
	if err != nil {
		return API{}, err
	}
	a := API{GVK: g}
	for _, option := range parts[1:] {
		if f := a.set(option); f != nil {
			return API{}, f
		}
	}
	if _, f := a.faulty(); f != nil {
		return API{}, f
	}
	return a, nil
}

func (a *API) set(option string) *Fault {
	name, value, _ := strings.Cut(option, "=")
	switch name {
	case "plural":
		a.Plural = value
		return pluralFault(value)
	case "scope":
		a.Scope = value
		return scopeFault(value)
	}
	return faultf("unknown option %q of an API", name).hint("options are plural=NAME and scope=Namespaced or scope=Cluster")
}

// ParseOwns reads a list of owned kinds as it is typed on the command line:
// apps/v1/Deployment,v1/Service. The word none is the empty list.
func ParseOwns(word string) ([]Owned, error) {
	if word == "none" {
		return nil, nil
	}
	var owns []Owned
	seen := map[GVK]bool{}
	for part := range strings.SplitSeq(word, ",") {
		g, f := splitGVK(strings.TrimSpace(part))
		if f == nil {
			f = ownedFault(g)
		}
		if f == nil && seen[g] {
			f = faultf("%s is listed twice", g)
		}
		if f != nil {
			return nil, f
		}
		seen[g] = true
		owns = append(owns, Owned{Kind: g})
	}
	return owns, nil
}
