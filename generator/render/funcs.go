package render

import (
	"text/template"

	"github.com/Masterminds/sprig/v3"
)

// allowed are the sprig functions that templates may use: each gives the same output for the same input.
func allowed() []string {
	return []string{
		"contains", "dict", "first", "has", "hasPrefix", "hasSuffix", "indent", "join", "last", "list",
		"lower", "nindent", "quote", "replace", "rest", "sortAlpha", "splitList", "squote", "title",
		"trimPrefix", "trimSuffix", "uniq", "upper",
	}
}

func funcs() template.FuncMap {
	all := sprig.HermeticTxtFuncMap()
	out := template.FuncMap{}
	for _, name := range allowed() {
		out[name] = all[name]
	}
	return out
}
