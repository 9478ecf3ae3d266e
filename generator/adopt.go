package generator

import (
	"go/ast"
	"path"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
)

// adopted takes files that another tool, or the owner, made where new ones belong for the owner's: they stay,
// and no later run looks at them again.
func (s *session) adopted(p *spec.Project, after tree.Tree, plan *merge.Plan) {
	for i, c := range plan.Changes {
		if c.Path == kubebuilderFile && c.Action == merge.InConflict && s.listsAll(p) {
			next, _ := after.Get(c.Path)
			c.Action, c.Data, c.Reason = merge.Keep, nil, "it lists every kind already"
			c.Base, c.Known = merge.Version{Data: next.Data, Exists: true}, merge.Known{}
			plan.Changes[i] = c
		}
		if c.Action != merge.InConflict || c.Known.Conflict != merge.InTheWay || c.Before == "" {
			continue
		}
		c.Action, c.Data, c.Reason = merge.Keep, nil, "yours: it was here before"
		c.Known = merge.Known{Kept: true}
		plan.Changes[i] = c
	}
}

// kubebuilderFile is what kubebuilder knows of a project, and writes itself.
const kubebuilderFile = "PROJECT"

// listsAll says whether kubebuilder knows every kind of the project.
func (s *session) listsAll(p *spec.Project) bool {
	data, err := s.dir.ReadFile(kubebuilderFile)
	listed := map[spec.GVK]bool{}
	for block := range strings.SplitSeq(string(data), "\n- ") {
		field := func(name string) string {
			_, rest, _ := strings.Cut("\n"+block, "\n  "+name+": ")
			value, _, _ := strings.Cut(rest, "\n")
			return strings.TrimSpace(value)
		}
		listed[spec.GVK{Group: field("group") + "." + field("domain"), Version: field("version"), Kind: field("kind")}] = true
	}
	return err == nil && !slices.ContainsFunc(p.APIs, func(a spec.API) bool { return !listed[a.GVK] })
}

// ownController says whether a kind that was adopted goes without a controller of ours: because its owner has
// one with a set-up of its own, or because its types are not what one needs.
func (g *growth) ownController(kind spec.GVK) bool {
	api, _ := g.p.API(kind)
	name := path.Join(api.ControllerDir(), api.Stem()+"_controller.go")
	if file := g.parse(name); file != nil && slices.Contains(methodsOf(file, ""), "SetupWithManager") {
		g.report.note("%s sets itself up: it stays yours, and %s lists no controller for %s", name, ProjectFile, kind.Kind)
		return true
	}
	types := g.parse(typesFile(api))
	if types == nil {
		return false
	}
	for _, method := range []string{"Conditions", "ObservedGeneration"} {
		if !slices.Contains(methodsOf(types, kind.Kind), method) {
			g.report.note("%s has no method %s(), which a controller of opwright needs: give %s both that the other types have, then run opwright add controller %s",
				typesFile(api), method, kind.Kind, kind)
			return true
		}
	}
	return false
}

// methodsOf lists the methods of a type, or of all types of a file.
func methodsOf(file *ast.File, typ string) (names []string) {
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.FuncDecl); ok && d.Recv != nil && (typ == "" || receiver(d) == typ) {
			names = append(names, d.Name.Name)
		}
	}
	return names
}

// typesFile is the owner's file with the types of a kind.
func typesFile(a spec.API) string { return path.Join(a.PackageDir(), a.Stem()+"_types.go") }
