package generator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/spec"
)

// differs says where the request is not what the project file says. What the request leaves open is no
// difference.
func differs(p *spec.Project, req InitRequest) error {
	for _, value := range []struct{ what, typed, found string }{
		{"name", req.Name, p.Name}, {"module", req.Module, p.Module}, {"domain", req.Domain, p.Domain},
		{"owner", req.Owner, p.Owner}, {"license", req.License, p.License},
	} {
		if value.typed != "" && value.typed != value.found {
			return different("%s is %s in %s, not %s", value.what, orNone(value.found), ProjectFile, value.typed)
		}
	}
	for _, feature := range req.Features {
		if !slices.Contains(p.Features, feature) {
			return different("%s does not list the feature %s", ProjectFile, feature)
		}
	}
	return unitsDiffer(p, req)
}

func unitsDiffer(p *spec.Project, req InitRequest) error {
	typed := map[spec.GVK]bool{}
	for _, word := range req.APIs {
		api, err := spec.ParseAPI(word, p.Domain)
		if err != nil {
			return err
		}
		if err := apiDiffers(p, api); err != nil {
			return err
		}
		typed[api.GVK] = true
	}
	for _, c := range p.Controllers {
		if len(typed) > 0 && !typed[c.For] {
			continue
		}
		if err := controllerDiffers(c, req); err != nil {
			return err
		}
	}
	return nil
}

func apiDiffers(p *spec.Project, typed spec.API) error {
	found, ok := p.API(typed.GVK)
	switch {
	case !ok:
		return different("%s does not list %s", ProjectFile, typed.GVK)
	case typed.Plural != "" && typed.Plural != found.Plural:
		return different("the plural of %s is %s in %s, not %s", typed.GVK, found.Plural, ProjectFile, typed.Plural)
	case typed.Scope != "" && typed.Scope != found.Scope:
		return different("the scope of %s is %s in %s, not %s", typed.GVK, found.Scope, ProjectFile, typed.Scope)
	}
	return nil
}

func controllerDiffers(c spec.Controller, req InitRequest) error {
	if req.Preset != "" && req.Preset != c.Preset {
		return different("the preset of controller %s is %s in %s, not %s", c.Name, c.Preset, ProjectFile, req.Preset)
	}
	if req.Owns == "" {
		return nil
	}
	owns, err := spec.ParseOwns(req.Owns)
	if err != nil {
		return err
	}
	if found, typed := kindsOf(c.Owns), kindsOf(owns); found != typed {
		return different("controller %s owns %s in %s, not %s", c.Name, orNone(found), ProjectFile, orNone(typed))
	}
	return nil
}

// kindsOf lists owned kinds; their order says nothing.
func kindsOf(owns []spec.Owned) string {
	var kinds []string
	for _, o := range owns {
		kinds = append(kinds, o.Kind.String())
	}
	slices.Sort(kinds)
	return strings.Join(kinds, ",")
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

func different(format string, args ...any) error {
	return fmt.Errorf("this is a project already: %s\nhint: edit %s, then run opwright apply", fmt.Sprintf(format, args...), ProjectFile)
}
