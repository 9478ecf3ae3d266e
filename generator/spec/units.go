package spec

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// The functions of this file add elements to the lists of a project file, and
// take some out. All else stays byte for byte, comments and line endings too. A
// comment above an element that goes stays: it may speak of more than that.

// AddAPI adds a kind, with the plural and the folder that Resolve chooses for it.
func AddAPI(filename string, data []byte, a API) ([]byte, error) {
	return change(filename, data, func(p *Project) { p.APIs = append(p.APIs, a) }, func(t *text, p *Project) error {
		w := &writer{}
		w.apis(p.APIs[len(p.APIs)-1:])
		return t.add(nil, "apis", body(w), flowAPI(p.APIs[len(p.APIs)-1]))
	})
}

// AddController adds a controller, with the name that Resolve chooses for it.
func AddController(filename string, data []byte, c Controller) ([]byte, error) {
	return change(filename, data, func(p *Project) { p.Controllers = append(p.Controllers, c) }, func(t *text, p *Project) error {
		w := &writer{}
		w.controllers(p.Controllers[len(p.Controllers)-1:])
		return t.add(nil, "controllers", body(w), flowController(p.Controllers[len(p.Controllers)-1]))
	})
}

// AddOwned adds a kind to what a controller owns.
func AddOwned(filename string, data []byte, controller string, o Owned) ([]byte, error) {
	var at int
	return change(filename, data, func(p *Project) {
		at = p.controller(controller)
		p.Controllers[at].Owns = append(p.Controllers[at].Owns, o)
	}, func(t *text, _ *Project) error {
		w := &writer{}
		w.owned(o)
		return t.add(t.element("controllers", at), "owns", w.String(), flowOwned(o))
	})
}

// RemoveAPI takes a version of a kind out.
func RemoveAPI(filename string, data []byte, g GVK) ([]byte, error) {
	var at int
	return change(filename, data, func(p *Project) {
		at = slices.IndexFunc(p.APIs, func(a API) bool { return a.GVK == g })
		p.APIs = slices.Delete(p.APIs, at, at+1)
	}, func(t *text, _ *Project) error { return t.remove(nil, "apis", at) })
}

// RemoveController takes a controller out.
func RemoveController(filename string, data []byte, name string) ([]byte, error) {
	var at int
	return change(filename, data, func(p *Project) {
		at = p.controller(name)
		p.Controllers = slices.Delete(p.Controllers, at, at+1)
	}, func(t *text, _ *Project) error { return t.remove(nil, "controllers", at) })
}

// RemoveOwned takes a kind out of what a controller owns.
func RemoveOwned(filename string, data []byte, controller string, g GVK) ([]byte, error) {
	var at, owned int
	return change(filename, data, func(p *Project) {
		at = p.controller(controller)
		c := &p.Controllers[at]
		owned = slices.IndexFunc(c.Owns, func(o Owned) bool { return o.Kind == g })
		c.Owns = slices.Delete(c.Owns, owned, owned+1)
	}, func(t *text, _ *Project) error { return t.remove(t.element("controllers", at), "owns", owned) })
}

func (p *Project) controller(name string) int {
	return slices.IndexFunc(p.Controllers, func(c Controller) bool { return c.Name == name })
}

// change edits a project and the text of its file, and makes sure that they
// still say the same. A project that the rules refuse is refused.
func change(filename string, data []byte, model func(*Project), edit func(*text, *Project) error) ([]byte, error) {
	p, err := Parse(filename, data)
	if err != nil {
		return nil, err
	}
	model(p)
	p.Resolve()
	if err := p.Validate(); err != nil {
		return nil, err
	}
	t, err := newText(filename, data)
	if err != nil {
		return nil, err
	}
	if err := edit(t, p); err != nil {
		return nil, err
	}
	got, err := Parse(filename, t.data)
	if err != nil || !bytes.Equal(got.Encode(), p.Encode()) {
		return nil, t.byHand()
	}
	return t.data, nil
}

// body is what a writer wrote without the heading of the list.
func body(w *writer) string {
	_, elements, _ := strings.Cut(strings.TrimPrefix(w.String(), "\n"), "\n")
	return elements
}

func flowAPI(a API) string {
	w := &writer{}
	w.apis([]API{a})
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(body(w)), "- "))
}

func flowController(c Controller) string {
	var owns []string
	for _, o := range c.Owns {
		owns = append(owns, flowOwned(o))
	}
	list := ""
	if len(owns) > 0 {
		list = "[" + strings.Join(owns, ", ") + "]"
	}
	return fmt.Sprintf("{%s}", pairs("name", quote(c.Name), "for", quote(c.For.String()), "owns", list,
		"preset", quote(c.Preset), "work", quote(c.Work)))
}

func flowOwned(o Owned) string {
	if o.Status == nil {
		return quote(o.Kind.String())
	}
	return fmt.Sprintf("{kind: %s, status: [%s]}", quote(o.Kind.String()), quoteAll(o.Status))
}
