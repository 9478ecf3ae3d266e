package manifests

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
	"sigs.k8s.io/controller-tools/pkg/rbac"
	"sigs.k8s.io/controller-tools/pkg/webhook"
)

// config makes the RBAC role and the webhook configuration. Both follow from package markers alone, so parsed files
// are enough: no type is checked and no package loaded.
func (r *run) config(s *sources) {
	roots := parsedRoots(s)
	rules := registry(rbac.Generator{})
	if r.checkConfig(s, rules) {
		r.runConfig(rbac.Generator{RoleName: roleName}, rules, rbacDir, roots)
	}
	hooks := registry(webhook.Generator{})
	if r.checkConfig(s, hooks) {
		r.runConfig(webhook.Generator{}, hooks, webhookDir, roots)
	}
}

// parsedRoots dresses parsed packages up as loaded ones. They have no loader behind them, so nothing may ask for
// types or report an error to them: checkConfig has parsed each marker before.
func parsedRoots(s *sources) []*loader.Package {
	roots := make([]*loader.Package, len(s.packages))
	for i, p := range s.packages {
		roots[i] = &loader.Package{Package: &packages.Package{
			ID:      p.path,
			Name:    p.name,
			PkgPath: p.path,
			Fset:    s.fset,
			Syntax:  p.files,
		}}
	}
	return roots
}

// checkConfig parses every marker of the registry and judges it. False: the generator must not run.
func (r *run) checkConfig(s *sources, reg *markers.Registry) bool {
	good := true
	for _, p := range s.packages {
		if p.broken && !p.api {
			good = false // what is misspelt there may be one of ours
		}
		for _, file := range p.files {
			for _, comment := range markerComments(file) {
				if found := judgeConfig(reg, markerText(comment)); found != nil {
					r.addMarkerFault(comment, found)
					good = false
				}
			}
		}
	}
	return good
}

func judgeConfig(reg *markers.Registry, text string) *markerFault {
	definition := reg.Lookup(text, markers.DescribesPackage)
	if definition == nil {
		return nil
	}
	value, err := definition.Parse(text)
	if err != nil {
		return explainValue(text, definition, err)
	}
	message := ""
	switch typed := value.(type) {
	case rbac.Rule:
		message = judgeRule(typed)
	case webhook.Config:
		message = judgeWebhook(typed)
	}
	if message == "" {
		return nil
	}
	return &markerFault{message: message}
}

// apiVersion matches what is written for a group by mistake.
var apiVersion = regexp.MustCompile(`^(.*/)?v[0-9]+((alpha|beta)[0-9]+)?$`)

// judgeRule refuses rules that the API server would refuse, or that allow nothing.
func judgeRule(rule rbac.Rule) string {
	switch {
	case len(rule.Groups) == 0 && len(rule.URLs) == 0:
		return `this rule names neither groups nor urls: the core group is groups=""`
	case len(rule.Groups) > 0 && len(rule.URLs) > 0:
		return "this rule names groups and urls: split it in two"
	case len(rule.Groups) > 0 && len(rule.Resources) == 0:
		return "this rule names groups and no resources"
	case len(rule.URLs) > 0 && rule.Namespace != "":
		return "urls have no namespace: leave it out"
	case len(rule.Verbs) == 0:
		return "this rule names no verbs"
	}
	for _, group := range rule.Groups {
		if apiVersion.MatchString(group) {
			return fmt.Sprintf(`%s is a version, not a group: groups take no version, and the core group is groups=""`, group)
		}
	}
	return ""
}

// judgeWebhook finds a single webhook's faults by converting it, and what the generator would say without a position.
func judgeWebhook(config webhook.Config) string {
	var err error
	if config.Mutating {
		_, err = config.ToMutatingWebhook()
	} else {
		_, err = config.ToValidatingWebhook()
	}
	switch {
	case err != nil:
		return err.Error()
	case !strings.EqualFold(config.SideEffects, "None") && !strings.EqualFold(config.SideEffects, "NoneOnDryRun"):
		return "a webhook needs sideEffects=None or sideEffects=NoneOnDryRun"
	case len(config.AdmissionReviewVersions) == 0:
		return "a webhook needs admissionReviewVersions=v1"
	case config.TimeoutSeconds < 0 || config.TimeoutSeconds > 30:
		return "timeoutSeconds must be between 1 and 30"
	}
	return ""
}

func (r *run) runConfig(generator genall.Generator, reg *markers.Registry, dir string, roots []*loader.Package) {
	out := newMemory(dir)
	ctx := r.generation(out, roots...)
	ctx.Collector = collector(reg)
	if err := generator.Generate(ctx); err != nil {
		r.faults.add(at(dir), "%s", err.Error())
		return
	}
	for _, path := range slices.Sorted(maps.Keys(out.files)) {
		r.add(path, out.files[path])
	}
}
