package spec

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Validate holds a project that was put together from flags, and resolved,
// against the same rules as Parse. Its faults have no position.
func (p *Project) Validate() error {
	d := newDecoder("")
	d.check(p)
	return join(d.faults)
}

// fault records a fault at a path, if there is one. A value that has a fault
// already is not judged again, nor what a place should hold that held
// something else altogether.
func (d *decoder) fault(path string, f *Fault) {
	if f == nil || d.judged[path] {
		return
	}
	for p := path; p != ""; p = parent(p) {
		if d.unread[p] {
			return
		}
	}
	d.judged[path] = true
	at := d.at(path)
	f.File, f.Line, f.Column = d.file, at.line, at.column
	d.faults = append(d.faults, f)
}

// check holds a resolved project against the rules.
func (d *decoder) check(p *Project) {
	d.fault("name", needed("name", p.Name, nameFault))
	d.fault("module", needed("module", p.Module, moduleFault))
	d.fault("domain", needed("domain", p.Domain, domainFault))
	d.fault("owner", ownerFault(p.Owner))
	d.fault("license", licenseFault(p.License))
	for _, name := range p.Features {
		if !slices.Contains(AllowedFeatures(), name) {
			d.fault("features."+name, faultf("unknown feature %q", name).hint("%s", didYouMean(name, AllowedFeatures())))
		}
	}
	for i, dir := range p.PresetDirs {
		d.fault(fmt.Sprintf("presetDirs[%d]", i), presetDirFault(dir))
	}
	d.checkAPIs(p)
	d.checkControllers(p)
}

func needed(name, value string, check func(string) *Fault) *Fault {
	if value == "" {
		return faultf("%s is missing", name)
	}
	return check(value)
}

// presetDirFault wants a path that means the same on every machine that has the repository.
func presetDirFault(dir string) *Fault {
	switch {
	case dir == "":
		return faultf("presetDirs holds an empty path").hint("write a folder, such as ../platform")
	case strings.Contains(dir, "\\"), strings.Contains(dir, ":"):
		return faultf("preset folder %q must be a path with slashes", dir).hint("write a folder, such as ../platform")
	case strings.ContainsFunc(dir, unicode.IsControl):
		return faultf("preset folder %q holds a control character", dir)
	}
	return nil
}

func ownerFault(owner string) *Fault {
	if strings.ContainsFunc(owner, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' }) {
		return faultf("owner must be a single line of text")
	}
	if strings.Contains(owner, "*/") {
		return faultf("owner must not hold */, which would end the licence header")
	}
	return nil
}

func licenseFault(license string) *Fault {
	known := []string{LicenseApache2, LicenseNone}
	if slices.Contains(known, license) {
		return nil
	}
	return faultf("unknown license %q", license).hint("%s", didYouMean(license, known))
}

func (d *decoder) checkAPIs(p *Project) {
	for i, a := range p.APIs {
		path := fmt.Sprintf("apis[%d]", i)
		d.checkAPI(path, a)
		for _, other := range p.APIs[:i] {
			d.fault(clash(path, a, other))
		}
	}
}

func (d *decoder) checkAPI(path string, a API) {
	for _, part := range []struct{ name, value string }{{"group", a.Group}, {"version", a.Version}, {"kind", a.Kind}} {
		if part.value == "" {
			d.fault(path+"."+part.name, faultf("%s is missing", part.name))
		}
	}
	if a.Group == "" || a.Version == "" || a.Kind == "" {
		return
	}
	part, f := a.faulty()
	d.fault(path+"."+part, f)
	d.fault(path+".scope", scopeFault(a.Scope))
	d.fault(path+".plural", pluralFault(a.Plural))
	d.fault(path+".dir", dirFault(a.Dir))
	if name := a.Plural + "." + a.Group; len(name) > 253 {
		d.fault(path+".group", faultf("%s is too long for a name in a cluster: %d characters, 253 are allowed", name, len(name)))
	}
}

// faulty says what is wrong with the kind that an API defines, and with which
// part of it.
func (a API) faulty() (part string, f *Fault) {
	switch part, f := a.GVK.faulty(); {
	case f != nil:
		return part, f
	case a.BuiltIn():
		label := a.GroupLabel()
		if label == "" {
			label = "shop"
		}
		return "kind", faultf("%s is built into Kubernetes and cannot be defined anew", a.GVK).
			hint("for a kind of your own write a full group, such as %s.example.com/%s/%s", label, a.Version, a.Kind)
	case strings.HasSuffix(a.Group, ".k8s.io"), strings.HasSuffix(a.Group, ".kubernetes.io"):
		return "group", faultf("group %q belongs to Kubernetes: the API server takes no definition in it without an approval", a.Group)
	case slices.Contains(scaffoldDeclares(), a.Kind):
		return "kind", faultf("kind %s would be declared twice in %s: as the kind's type, and by groupversion_info.go", a.Kind, a.GroupVersion())
	}
	return "", nil
}

// clash says why two APIs cannot be in one project, and at which path.
func clash(path string, a, b API) (string, *Fault) {
	switch {
	case a.GVK == b.GVK:
		return path, faultf("%s is there twice", a.GVK)
	case a.Group != b.Group && a.Dir == b.Dir && a.Dir != "":
		return path + ".dir", faultf("dir %s is used by group %s already", a.Dir, b.Group)
	case a.Group != b.Group:
		return path, nil
	case a.Dir != b.Dir:
		return path + ".dir", faultf("group %s has dir %s already", a.Group, b.Dir)
	case a.Kind == b.Kind && (a.Plural != b.Plural || a.Scope != b.Scope):
		return path, faultf("the versions of %s differ: %s and %s, %s and %s", a.Kind, b.Plural, a.Plural, b.Scope, a.Scope).
			hint("plural and scope must be the same in %s and %s", b.Version, a.Version)
	case a.Kind == b.Kind:
		return path, nil
	}
	return path, clashOfKinds(a, b)
}

// clashOfKinds compares two kinds of one group by every name the API server
// and the Go compiler know them by.
func clashOfKinds(a, b API) *Fault {
	for _, pair := range [][2]API{{a, b}, {b, a}} {
		for _, suffix := range kindSuffixes() {
			everywhere := suffix == "List" // a name in the API server, not just in Go
			if pair[0].Kind+suffix == pair[1].Kind && (everywhere || a.Version == b.Version) {
				return faultf("%s would be declared twice in group %s: as the kind %s, and as %s of the kind %s",
					pair[1].Kind, a.Group, pair[1].Kind, strings.ToLower(suffix), pair[0].Kind)
			}
		}
	}
	for _, name := range []string{a.Plural, strings.ToLower(a.Kind)} {
		if name == b.Plural || name == strings.ToLower(b.Kind) {
			return faultf("kinds %s and %s would both be called %q in group %s", b.Kind, a.Kind, name, a.Group).
				hint("give one of them another plural")
		}
	}
	return nil
}
