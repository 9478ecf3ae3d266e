package merge

import (
	"bytes"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// mergeYAML merges maps by their keys, and lists that are sets by their items, in the text of ours: its comments,
// order and indentation stay. It gives up (not ok) where the sides want different things, or where the outcome
// would not mean what both sides mean.
func mergeYAML(name string, base, ours, theirs []byte) ([]byte, bool) {
	b, o, t := documents(string(base)), documents(string(ours)), documents(string(theirs))
	merged, ok := mergeParts(b, o, t, func(b, o, t part) (part, bool) {
		text, ok := mergeDocument(name, b.text, o.text, t.text)
		return part{key: o.key, text: text}, ok
	})
	if !ok {
		return nil, false
	}
	var out strings.Builder
	for i, doc := range merged {
		if i > 0 && !strings.HasPrefix(doc.text, "---") {
			out.WriteString("---\n")
		}
		out.WriteString(doc.text)
	}
	return []byte(out.String()), true
}

// documents splits a text at its "---" lines. A document is known by what it is and its name, and the only one
// of a file by being that; one that says
// neither, by its place.
func documents(text string) []part {
	texts := []string{""}
	for line := range strings.Lines(text) {
		if last := len(texts) - 1; strings.HasPrefix(line, "---") && strings.TrimSpace(texts[last]) != "" {
			texts = append(texts, line)
		} else {
			texts[last] += line
		}
	}
	if len(texts) == 1 {
		return []part{{text: texts[0]}}
	}
	var list []part
	for i, one := range texts {
		key := fmt.Sprintf("%+v", identify(one))
		if identify(one) == (identity{}) {
			key = strconv.Itoa(i)
		}
		list = append(list, part{key: key, text: one})
	}
	return list
}

// identity is what tells one object from another.
type identity struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
}

func identify(text string) (id identity) {
	_ = yaml.Unmarshal([]byte(text), &id) // what cannot be read has no identity
	return id
}

func mergeDocument(name, base, ours, theirs string) (string, bool) {
	if strings.Contains(base+ours+theirs, "{{") {
		return "", false // a template of YAML, not YAML
	}
	m := yamlMerge{kind: identify(ours).Kind}
	if strings.TrimSuffix(path.Base(name), path.Ext(name)) == "kustomization" {
		m.kind = kustomization
	}
	startB, inB := cutStart(base)
	startO, inO := cutStart(ours)
	startT, inT := cutStart(theirs)
	start := threeWay(startB, startO, startT)
	merged, ok := m.block("", inB, inO, inT)
	if !ok {
		return "", false
	}
	var values [4]any
	for i, text := range []string{base, ours, theirs, merged} {
		if yaml.Unmarshal([]byte(text), &values[i]) != nil {
			return "", false
		}
	}
	return start + merged, meant(values[0], values[1], values[2], values[3])
}

// cutStart takes the line off that starts a document.
func cutStart(text string) (start, rest string) {
	if rest, has := strings.CutPrefix(text, "---\n"); has {
		return "---\n", rest
	}
	return "", text
}

// yamlMerge merges a document of a kind.
type yamlMerge struct{ kind string }

// block merges a map or a set, given by its lines, and found at a path like spec.rules[].
func (m yamlMerge) block(at, base, ours, theirs string) (string, bool) {
	if ours == base || ours == theirs {
		return theirs, true
	}
	if theirs == base {
		return ours, true
	}
	b, okB := m.read(at, base)
	o, okO := m.read(at, ours)
	t, okT := m.read(at, theirs)
	if !okB || !okO || !okT || o.list != t.list || b.list != o.list && len(b.parts) > 0 {
		return merge3(base, ours, theirs)
	}
	parts, ok := mergeParts(b.indented(o.column), o.parts, t.indented(o.column), func(b, o, t part) (part, bool) {
		return m.part(at, b, o, t)
	})
	tail, okTail := merge3(b.tail, o.tail, t.tail)
	if !ok || !okTail {
		return "", false
	}
	var out strings.Builder
	for _, p := range parts {
		out.WriteString(p.head + p.text)
	}
	return out.String() + tail, true
}

// part merges an entry or an item that both sides have.
func (m yamlMerge) part(at string, base, ours, theirs part) (part, bool) {
	merged := ours
	head, okHead := merge3(base.head, ours.head, theirs.head)
	merged.head = head
	if !ours.nested || !theirs.nested || !base.nested && base.text != "" {
		text, ok := merge3(base.text, ours.text, theirs.text)
		merged.text = text
		return merged, ok && okHead
	}
	if strings.HasPrefix(strings.TrimLeft(ours.text, " "), "- ") {
		text, ok := m.item(at, base.text, ours.text, theirs.text)
		merged.text = text
		return merged, ok && okHead
	}
	keyB, inB, _ := strings.Cut(base.text, "\n")
	keyO, inO, _ := strings.Cut(ours.text, "\n")
	keyT, inT, _ := strings.Cut(theirs.text, "\n")
	key, okKey := merge3(keyB, keyO, keyT)
	in, ok := m.block(strings.TrimPrefix(at+"."+ours.key, "."), inB, inO, inT)
	merged.text = key + "\n" + in
	return merged, ok && okKey && okHead
}

// item merges an item that is a map. With a space for its dash, it is a map like any other.
func (m yamlMerge) item(at, base, ours, theirs string) (string, bool) {
	dash := strings.Index(ours, "-")
	undash := func(text string) string { return strings.Replace(text, "-", " ", 1) }
	text, ok := m.block(at+"[]", undash(base), undash(ours), undash(theirs))
	if !ok || len(text) <= dash || strings.TrimLeft(text[:dash+1], " ") != "" {
		return "", false
	}
	return text[:dash] + "-" + text[dash+1:], true
}

// yamlBlock is a map or a list as text: its parts, and the comments below the last.
type yamlBlock struct {
	list   bool
	column int
	parts  []part
	tail   string
}

// indented are the parts as they are with another indentation.
func (b yamlBlock) indented(column int) []part {
	list := slices.Clone(b.parts)
	for i := range list {
		list[i].head, list[i].text = indent(list[i].head, column-b.column), indent(list[i].text, column-b.column)
	}
	return list
}

func indent(text string, by int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if by > 0 && strings.TrimSpace(line) != "" {
			line = strings.Repeat(" ", by) + line
		}
		out.WriteString(strings.TrimPrefix(line, strings.Repeat(" ", max(0, -by))))
	}
	return out.String()
}

// read finds the parts of a text. It does not (not ok) where it is neither a block map nor a set, or has anchors,
// of which one part may need another.
func (m yamlMerge) read(at, text string) (yamlBlock, bool) {
	file, err := parser.ParseBytes([]byte(text), 0)
	if err != nil || len(file.Docs) > 1 {
		return yamlBlock{}, false
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return yamlBlock{tail: text}, true
	}
	if len(ast.FilterFile(ast.AnchorType, file))+len(ast.FilterFile(ast.AliasType, file)) > 0 {
		return yamlBlock{}, false
	}
	entries, ok := m.entries(at, file.Docs[0].Body)
	if !ok || len(entries) == 0 {
		return yamlBlock{}, false
	}
	block := cut(linesOf([]byte(text)), entries)
	_, block.list = file.Docs[0].Body.(*ast.SequenceNode)
	return block, true
}

// entry is where a part begins.
type entry struct {
	key          string
	line, column int
	nested       bool
}

func (m yamlMerge) entries(at string, node ast.Node) ([]entry, bool) {
	var list []entry
	switch node := node.(type) {
	case *ast.MappingNode:
		for _, e := range node.Values {
			start := e.Key.GetToken()
			if _, plain := e.Key.(ast.ScalarNode); !plain {
				return nil, false
			}
			line, isBlock := blockLine(e.Value)
			list = append(list, entry{start.Value, start.Position.Line, start.Position.Column, isBlock && line > start.Position.Line})
		}
		return list, !node.IsFlowStyle
	case *ast.SequenceNode:
		fields, isSet := m.setFields(at)
		if !isSet || node.IsFlowStyle {
			return nil, false
		}
		for _, e := range node.Entries {
			line, isBlock := blockLine(e.Value)
			_, isMap := e.Value.(*ast.MappingNode)
			start := e.Start.Position
			list = append(list, entry{itemKey(e.Value, fields), start.Line, start.Column, isMap && isBlock && line == start.Line})
		}
		return list, true
	}
	return nil, false
}

// blockLine is the first line of a map or list in block style.
func blockLine(node ast.Node) (line int, isBlock bool) {
	switch node := node.(type) {
	case *ast.MappingNode:
		if !node.IsFlowStyle && len(node.Values) > 0 {
			return node.Values[0].Key.GetToken().Position.Line, true
		}
	case *ast.SequenceNode:
		return node.Start.Position.Line, !node.IsFlowStyle
	}
	return 0, false
}

// cut cuts the lines of a block at its entries. Comments above an entry, no deeper than it, are its head.
func cut(lines []string, entries []entry) yamlBlock {
	block := yamlBlock{column: entries[0].column}
	from := 0
	for i, e := range entries {
		start, end := e.line-1, len(lines)
		if i+1 < len(entries) {
			end = entries[i+1].line - 1
		}
		for end > start+1 && above(lines[end-1], e.column) {
			end--
		}
		block.parts = append(block.parts, part{
			key: e.key, nested: e.nested,
			head: strings.Join(lines[from:start], ""), text: strings.Join(lines[start:end], ""),
		})
		from = end
	}
	block.tail = strings.Join(lines[from:], "")
	return block
}

// above tells whether a line can be part of the comment above an entry at a column.
func above(line string, column int) bool {
	text := strings.TrimLeft(line, " ")
	return strings.TrimSpace(text) == "" || text[0] == '#' && len(line)-len(text) < column
}

// meant tells whether the outcome means what each side means: where a side left a value alone, it is the other's.
func meant(base, ours, theirs, merged any) bool {
	switch {
	case reflect.DeepEqual(theirs, base):
		return reflect.DeepEqual(merged, ours)
	case reflect.DeepEqual(ours, base), reflect.DeepEqual(ours, theirs):
		return reflect.DeepEqual(merged, theirs)
	}
	o, okO := ours.(map[string]any)
	t, okT := theirs.(map[string]any)
	m, okM := merged.(map[string]any)
	if !okO || !okT || !okM {
		return true // lists: both sides are in it
	}
	b, _ := base.(map[string]any)
	for _, side := range []map[string]any{b, o, t, m} {
		for key := range side {
			if !meant(b[key], o[key], t[key], m[key]) {
				return false
			}
		}
	}
	return true
}

// validYAML tells whether a text can be read.
func validYAML(text []byte) bool {
	for _, doc := range documents(string(bytes.TrimSpace(text))) {
		var value any
		if yaml.Unmarshal([]byte(doc.text), &value) != nil {
			return false
		}
	}
	return true
}
