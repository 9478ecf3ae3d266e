package spec

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// text is a project file whose lists are edited.
type text struct {
	*editor
	filename string
	root     *ast.MappingNode
}

func newText(filename string, data []byte) (*text, error) {
	root, fault := parseTree(data)
	if fault != nil {
		return nil, fault
	}
	return &text{newEditor(data), filename, root.(*ast.MappingNode)}, nil
}

func (t *text) byHand() error {
	return &Fault{File: t.filename, Text: "its layout is too unusual to be edited by a command", Hint: "edit it, then run opwright apply"}
}

// element finds the i-th mapping of a top-level list.
func (t *text) element(key string, i int) *ast.MappingNode { return element(t.root, key, i) }

// add puts an element at the end of a list of m, nil for the file's root. The
// element comes as lines in the layout of Encode, and as it stands in a flow.
func (t *text) add(m *ast.MappingNode, key, lines, flow string) error {
	top := m == nil
	if top {
		m = t.root
	}
	entry := value(m, key)
	list, _ := sequence(entry)
	switch {
	case entry == nil && m.IsFlowStyle:
		t.insertInFlow(m.End.Position.Line, m.End.Position.Column, key+": ["+flow+"]")
	case entry == nil:
		t.newList(m, top, key, lines)
	case list == nil || list.IsFlowStyle && len(list.Values) == 0:
		return t.fill(m, entry, list, lines, flow)
	case list.IsFlowStyle:
		t.insertInFlow(list.End.Position.Line, list.End.Position.Column, flow)
	default:
		line, dash := t.dash(start(list.Values[len(list.Values)-1]))
		t.insertLines(t.blockEnd(line, dash), indented(lines, dash-indentOf(lines)))
	}
	return nil
}

// sequence is the list of an entry; nil for one without a value.
func sequence(entry *ast.MappingValueNode) (*ast.SequenceNode, bool) {
	if entry == nil {
		return nil, false
	}
	list, ok := entry.Value.(*ast.SequenceNode)
	return list, ok
}

// newList adds a list that is not there: at the end of the file, or of an element.
func (t *text) newList(m *ast.MappingNode, top bool, key, lines string) {
	if top {
		t.insertLines(len(t.lines), "\n"+key+":\n"+lines)
		return
	}
	last := m.Values[len(m.Values)-1].Key.GetToken().Position
	if after := value(m, "for"); after != nil && key == "owns" {
		last = after.Key.GetToken().Position
	}
	indent := last.Column - 1
	heading := strings.Repeat(" ", indent) + key + ":\n"
	t.insertLines(t.blockEnd(last.Line, indent), heading+indented(lines, indent+2-indentOf(lines)))
}

// fill gives a list without elements, [] or nothing, its first one.
func (t *text) fill(m *ast.MappingNode, entry *ast.MappingValueNode, list *ast.SequenceNode, lines, flow string) error {
	key := entry.Key.GetToken().Position
	if list != nil {
		if m.IsFlowStyle || strings.Contains(string(t.lines[list.Start.Position.Line-1]), "#") {
			t.insertInFlow(list.End.Position.Line, list.End.Position.Column, flow)
			return nil
		}
		from := t.offset(list.Start.Position.Line, list.Start.Position.Column)
		to := t.offset(list.End.Position.Line, list.End.Position.Column) + 1
		t.splice(len(strings.TrimRight(string(t.data[:from]), " ")), to, "")
	} else if m.IsFlowStyle {
		return t.byHand()
	}
	indent := key.Column - 1
	t.insertLines(key.Line, indented(lines, indent+2-indentOf(lines)))
	return nil
}

// remove takes an element out of a list of m, and the list with its last one.
func (t *text) remove(m *ast.MappingNode, key string, i int) error {
	top := m == nil
	if top {
		m = t.root
	}
	entry := value(m, key)
	list, ok := sequence(entry)
	switch {
	case !ok:
		return t.byHand()
	case list.IsFlowStyle:
		return t.removeInFlow(list, i)
	}
	line, dash := t.dash(start(list.Values[i]))
	from, to := line-1, t.blockEnd(line, dash)
	heading := entry.Key.GetToken().Position
	if len(list.Values) == 1 && heading.Line == from && strings.TrimSpace(string(t.lines[from-1])) == key+":" {
		if from--; top && from > 0 && strings.TrimSpace(string(t.lines[from-1])) == "" {
			from-- // the empty line above the heading
		}
	}
	t.splice(t.lineOffset(from), t.lineOffset(to), "")
	return nil
}

func (t *text) removeInFlow(list *ast.SequenceNode, i int) error {
	open, shut := list.Start.Position, list.End.Position
	if open.Line != shut.Line {
		return t.byHand()
	}
	from, to := 0, t.offset(shut.Line, shut.Column)
	at := start(list.Values[i])
	switch {
	case i+1 < len(list.Values):
		next := start(list.Values[i+1])
		from, to = t.offset(at.line, at.column), t.offset(next.line, next.column)
	case i > 0:
		from = t.offset(at.line, at.column)
		from = len(strings.TrimRight(string(t.data[:from]), " ,"))
	default:
		from = t.offset(open.Line, open.Column) + 1
	}
	t.splice(from, to, "")
	return nil
}

// insertInFlow puts words before the bracket that ends a flow.
func (t *text) insertInFlow(line, column int, words string) {
	end := t.offset(line, column)
	at := len(strings.TrimRight(string(t.data[:end]), " \t\r\n,"))
	if last := t.data[at-1]; last != '[' && last != '{' {
		words = ", " + words
	}
	t.splice(at, at, words)
}

// dash finds the dash before an element: its line, and its indentation.
func (t *text) dash(at place) (line, indent int) {
	before := string([]rune(string(t.lines[at.line-1]))[:at.column-1])
	for line = at.line; strings.TrimSpace(before) == "" && line > 1; {
		line--
		before = string(t.lines[line-1])
	}
	return line, strings.Index(before, "-")
}

// blockEnd is the number of lines up to the end of a block that begins in a line
// and has what is indented deeper. Comments and empty lines after it are not its own.
func (t *text) blockEnd(line, indent int) int {
	end := line
	for i := line; i < len(t.lines); i++ {
		content := strings.TrimRight(string(t.lines[i]), " \t\r\n")
		deeper := len(content)-len(strings.TrimLeft(content, " ")) > indent
		switch {
		case content == "":
		case deeper:
			end = i + 1
		case !strings.HasPrefix(strings.TrimLeft(content, " "), "#"):
			return end
		}
	}
	return end
}

// insertLines puts lines below the first n ones.
func (t *text) insertLines(n int, lines string) {
	if t.lineEnd() != "\n" {
		lines = strings.ReplaceAll(lines, "\n", t.lineEnd())
	}
	offset := t.lineOffset(n)
	if offset > 0 && t.data[offset-1] != '\n' { // the file ends without a line end, and goes on doing so
		lines = t.lineEnd() + strings.TrimSuffix(lines, t.lineEnd())
	}
	t.splice(offset, offset, lines)
}

func (t *text) lineOffset(n int) int {
	offset := 0
	for _, line := range t.lines[:min(n, len(t.lines))] {
		offset += len(line)
	}
	return offset
}

// splice replaces a part of the text.
func (t *text) splice(from, to int, words string) {
	t.editor = newEditor(slices.Concat(t.data[:from], []byte(words), t.data[to:]))
}

// indented moves lines to the right, or to the left.
func indented(lines string, by int) string {
	var out strings.Builder
	for line := range strings.Lines(lines) {
		if by >= 0 {
			out.WriteString(strings.Repeat(" ", by) + line)
		} else {
			out.WriteString(strings.TrimPrefix(line, strings.Repeat(" ", -by)))
		}
	}
	return out.String()
}

// indentOf is the indentation of the first line.
func indentOf(lines string) int { return len(lines) - len(strings.TrimLeft(lines, " ")) }
