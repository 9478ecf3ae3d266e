package spec

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
)

// Record completes a project file that somebody wrote by hand: it adds the
// plurals, folders and controller names that Resolve chose. Everything else,
// comments and line endings too, stays byte for byte. The result is data
// itself if nothing is missing. A file that Parse refuses is refused.
func Record(filename string, data []byte) ([]byte, error) {
	p, err := Parse(filename, data)
	if err != nil {
		return nil, err
	}
	written, _, err := decode(filename, data)
	if err != nil {
		return nil, err
	}
	root, fault := parseTree(data)
	if fault != nil {
		return nil, fault
	}
	e := newEditor(data)
	for i, a := range written.APIs {
		m := element(root, "apis", i)
		e.missing(a.Plural, m, "kind", "plural", p.APIs[i].Plural)
		e.missing(a.Dir, m, "kind", "dir", p.APIs[i].Dir)
	}
	for i, c := range written.Controllers {
		e.missing(c.Name, element(root, "controllers", i), "for", "name", p.Controllers[i].Name)
	}
	return e.done(filename, p)
}

// element finds the i-th mapping of a top-level list.
func element(root ast.Node, key string, i int) *ast.MappingNode {
	if s, ok := value(root.(*ast.MappingNode), key).Value.(*ast.SequenceNode); ok {
		return s.Values[i].(*ast.MappingNode)
	}
	return nil
}

func value(m *ast.MappingNode, key string) *ast.MappingValueNode {
	for _, entry := range m.Values {
		if entry.Key.GetToken().Value == key {
			return entry
		}
	}
	return nil
}

// editor collects insertions and applies them last to first.
type editor struct {
	data    []byte
	lines   [][]byte // with their line ends
	inserts []insert
}

type insert struct {
	offset int
	text   string
}

func newEditor(data []byte) *editor {
	return &editor{data: data, lines: bytes.SplitAfter(data, []byte("\n"))}
}

// missing adds key: value after the entry called after, if none is written. An
// entry that is there without a value is given it.
func (e *editor) missing(written string, m *ast.MappingNode, after, key, v string) {
	switch entry := value(m, key); {
	case written != "":
	case entry != nil:
		at := entry.GetToken().Position // the colon
		text := " " + quote(v)
		e.inserts = append(e.inserts, insert{e.offset(at.Line, at.Column) + 1, text})
	case m.IsFlowStyle:
		at := m.End.Position
		offset := e.offset(at.Line, at.Column)
		offset = len(bytes.TrimRight(e.data[:offset], " \t\r\n,"))
		e.inserts = append(e.inserts, insert{offset, ", " + key + ": " + quote(v)})
	default:
		at := value(m, after).Key.GetToken().Position
		indent := strings.Repeat(" ", at.Column-1)
		e.inserts = append(e.inserts, e.newLine(value(m, after), indent+key+": "+quote(v)))
	}
}

// newLine inserts a line below the one that an entry ends on.
func (e *editor) newLine(entry *ast.MappingValueNode, text string) insert {
	return e.lineBelow(entry.Value.GetToken().Position.Line, text)
}

func (e *editor) lineBelow(line int, text string) insert {
	offset := 0
	for _, l := range e.lines[:line] {
		offset += len(l)
	}
	last := e.lines[line-1]
	switch {
	case bytes.HasSuffix(last, []byte("\r\n")):
		text += "\r\n"
	case bytes.HasSuffix(last, []byte("\n")):
		text += "\n"
	default: // the file ends without a line end, and goes on doing so
		text = e.lineEnd() + text
	}
	return insert{offset, text}
}

func (e *editor) lineEnd() string {
	if bytes.Contains(e.data, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// offset turns a position, in characters, into one in bytes.
func (e *editor) offset(line, column int) int {
	offset := 0
	for _, l := range e.lines[:line-1] {
		offset += len(l)
	}
	text := e.lines[line-1]
	if rest, ok := bytes.CutPrefix(text, []byte("\ufeff")); ok && line == 1 {
		offset, text = offset+len("\ufeff"), rest
	}
	for range column - 1 {
		_, size := utf8.DecodeRune(text)
		offset, text = offset+size, text[size:]
	}
	return offset
}

// done applies the insertions, and makes sure that they say what they should.
func (e *editor) done(filename string, want *Project) ([]byte, error) {
	if len(e.inserts) == 0 {
		return e.data, nil
	}
	slices.SortStableFunc(e.inserts, func(a, b insert) int { return a.offset - b.offset })
	var out []byte
	from := 0
	for _, in := range e.inserts {
		out = append(append(out, e.data[from:in.offset]...), in.text...)
		from = in.offset
	}
	out = append(out, e.data[from:]...)
	got, _, err := decode(filename, out)
	if err != nil || got.Resolve() || !bytes.Equal(got.Encode(), want.Encode()) {
		var words []string
		for _, in := range e.inserts {
			words = append(words, strings.Trim(in.text, ", \r\n"))
		}
		return nil, &Fault{File: filename, Text: "the names chosen for it could not be written into it",
			Hint: "add them by hand: " + strings.Join(words, ", ")}
	}
	return out, nil
}
