package spec

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// DidYouMean is the hint for an unknown word: the closest known one, else all.
func DidYouMean(word string, known []string) string { return didYouMean(word, known) }

// TuningPaths lists what may stand below tuning, in the order in which Encode writes it.
func TuningPaths() []string {
	return []string{
		"workers", "timeout", "minInterval", "startupSpread", "coalesce",
		"sync.interval", "sync.jitter", "sync.maxInterval",
		"limiter.kind", "limiter.baseDelay", "limiter.maxDelay", "limiter.jitter", "limiter.qps", "limiter.burst",
		"calls.qps", "calls.burst", "breaker.failures", "breaker.pause",
	}
}

// Entry is a value of a controller in opwright.yaml. Path is preset, work or one of TuningPaths below tuning, such
// as tuning.limiter.maxDelay. An empty Value takes the entry away.
type Entry struct{ Path, Value string }

// EditController writes entries of a controller into a project file. Every other byte stays, comments too; an entry
// that is taken away takes along the comment on its line. The result is checked: it says what it should, and nothing
// about anything else changes. The i-th controller of the file is meant.
func EditController(filename string, data []byte, i int, entries ...Entry) ([]byte, error) {
	if _, err := Parse(filename, data); err != nil {
		return nil, err
	}
	out := data
	for _, entry := range entries {
		edited, err := editOne(out, i, entry)
		if err != nil {
			return nil, err
		}
		out = edited
	}
	if err := onlyEdited(filename, data, out, i, entries); err != nil {
		return nil, err
	}
	return out, nil
}

var plainValue = regexp.MustCompile(`^[A-Za-z0-9][-A-Za-z0-9.]*$`)

// plain is the value as it is written: numbers and durations without quotes.
func (e Entry) plain() string {
	if plainValue.MatchString(e.Value) && !spokenFor.MatchString(e.Value) {
		return e.Value
	}
	return strconv.Quote(e.Value)
}

// editOne makes one change of the text.
func editOne(data []byte, i int, entry Entry) ([]byte, error) {
	root, fault := parseTree(data)
	if fault != nil {
		return nil, fault
	}
	e := &patch{editor: newEditor(data)}
	m := element(root, "controllers", i)
	keys := strings.Split(entry.Path, ".")
	if entry.Value == "" {
		e.remove(m, keys)
	} else {
		e.set(m, keys, entry.plain())
	}
	return e.apply(), nil
}

// patch replaces one part of a text.
type patch struct {
	*editor
	from, to int
	text     string
}

func (e *patch) apply() []byte {
	return slices.Concat(e.data[:e.from], []byte(e.text), e.data[e.to:])
}

// set gives the entry at keys below m a value.
func (e *patch) set(m *ast.MappingNode, keys []string, v string) {
	entry := value(m, keys[0])
	switch {
	case entry == nil:
		e.add(m, keys, v)
	case entry.Value.Type() == ast.NullType:
		at := entry.GetToken().Position // the colon
		e.from = e.offset(at.Line, at.Column) + 1
		e.to = e.endOfScalar(entry.Value, e.from)
		e.text = " " + nested(keys[1:], v)
	case len(keys) > 1:
		e.set(entry.Value.(*ast.MappingNode), keys[1:], v)
	default:
		p := start(entry.Value)
		e.from = e.offset(p.line, p.column)
		e.to, e.text = e.endOfScalar(entry.Value, e.from), v
	}
}

// nested writes keys and their value as a flow mapping, or the value alone without keys.
func nested(keys []string, v string) string {
	if len(keys) == 0 {
		return v
	}
	return "{" + keys[0] + ": " + nested(keys[1:], v) + "}"
}

// add writes an entry that a mapping does not have. A mapping in flow style is given it at its end.
func (e *patch) add(m *ast.MappingNode, keys []string, v string) {
	if m.IsFlowStyle {
		end := e.offset(m.End.Position.Line, m.End.Position.Column)
		e.from = len(bytes.TrimRight(e.data[:end], " \t\r\n,"))
		e.to, e.text = e.from, ", "+keys[0]+": "+nested(keys[1:], v)
		if len(m.Values) == 0 {
			e.text = strings.TrimPrefix(e.text, ", ")
		}
		return
	}
	indent := strings.Repeat(" ", m.Values[0].Key.GetToken().Position.Column-1)
	text := indent + keys[0] + ": " + nested(keys[1:], v)
	if keys[0] == "tuning" {
		text = indent + "tuning:\n" + indent + "  " + keys[1] + ": " + nested(keys[2:], v)
	}
	in := e.lineBelow(lastLine(e.neighbour(m, keys[0])), strings.ReplaceAll(text, "\n", e.lineEnd()))
	e.from, e.to, e.text = in.offset, in.offset, in.text
}

// neighbour is the entry below which a new one is written: preset below for or owns, work below preset, all else at the end.
func (e *patch) neighbour(m *ast.MappingNode, key string) *ast.MappingValueNode {
	last := m.Values[len(m.Values)-1]
	for _, before := range map[string][]string{"preset": {"owns", "for"}, "work": {"preset", "owns", "for"}}[key] {
		if entry := value(m, before); entry != nil {
			return entry
		}
	}
	return last
}

// remove takes an entry away, and what is empty without it.
func (e *patch) remove(m *ast.MappingNode, keys []string) {
	at := slices.IndexFunc(m.Values, func(entry *ast.MappingValueNode) bool { return entry.Key.GetToken().Value == keys[0] })
	if at < 0 {
		return
	}
	entry := m.Values[at]
	if below, ok := entry.Value.(*ast.MappingNode); ok && len(keys) > 1 && !onlyHolds(below, keys[1:]) {
		e.remove(below, keys[1:])
		return
	}
	first := start(entry.Key)
	switch {
	case !m.IsFlowStyle && at == 0 && len(m.Values) > 1 && e.sharesLine(first):
		next := start(m.Values[1].Key) // the line begins with a dash, which stays
		e.from, e.to = e.offset(first.line, first.column), e.offset(next.line, next.column)
	case !m.IsFlowStyle:
		e.from, e.to = e.offset(first.line, 1), e.endOfLine(lastLine(entry))
	case at+1 < len(m.Values):
		next := start(m.Values[at+1].Key)
		e.from, e.to = e.offset(first.line, first.column), e.offset(next.line, next.column)
	default:
		e.from = len(bytes.TrimRight(e.data[:e.offset(first.line, first.column)], " \t\r\n,"))
		e.to = e.offset(m.End.Position.Line, m.End.Position.Column)
	}
}

// onlyHolds says whether a mapping is empty without the entry at keys.
func onlyHolds(m *ast.MappingNode, keys []string) bool {
	if len(m.Values) != 1 || m.Values[0].Key.GetToken().Value != keys[0] {
		return false
	}
	below, ok := m.Values[0].Value.(*ast.MappingNode)
	return !ok || len(keys) > 1 && onlyHolds(below, keys[1:])
}

// sharesLine says whether something other than blanks stands before a place in its line.
func (e *patch) sharesLine(p place) bool {
	return len(bytes.TrimSpace(e.data[e.offset(p.line, 1):e.offset(p.line, p.column)])) > 0
}

// endOfScalar is the offset behind a scalar that begins at from.
func (e *patch) endOfScalar(n ast.Node, from int) int {
	text := e.data[from:]
	if n.Type() == ast.NullType {
		blanks := len(text) - len(bytes.TrimLeft(text, " "))
		word := n.GetToken().Value
		if bytes.HasPrefix(text[blanks:], []byte(word)) && (word == "null" || word == "~") {
			return from + blanks + len(word)
		}
		return from
	}
	if quote := text[0]; quote == '"' || quote == '\'' {
		return from + 2 + bytes.IndexByte(text[1:], quote) // no value that is written here holds a quote
	}
	return from + len(n.GetToken().Value)
}

func (e *patch) endOfLine(line int) int {
	end := 0
	for _, l := range e.lines[:line] {
		end += len(l)
	}
	return end
}

// lastLine is the line on which an entry ends.
func lastLine(entry *ast.MappingValueNode) int {
	last := entry.Key.GetToken().Position.Line
	ast.Walk(lines(func(line int) { last = max(last, line) }), entry.Value)
	return last
}

// lines is told the line of each token of a tree.
type lines func(int)

func (l lines) Visit(n ast.Node) ast.Visitor {
	if t := n.GetToken(); t != nil && t.Position != nil {
		l(t.Position.Line)
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		if n.IsFlowStyle {
			l(n.End.Position.Line)
		}
	case *ast.SequenceNode:
		if n.IsFlowStyle {
			l(n.End.Position.Line)
		}
	}
	return l
}

// onlyEdited makes sure that the entries say what they should, and that all else says what it said.
func onlyEdited(filename string, before, after []byte, i int, entries []Entry) error {
	was, err := Parse(filename, before)
	if err != nil {
		return err
	}
	is, err := Parse(filename, after)
	if err != nil {
		return err
	}
	root, fault := parseTree(after)
	if fault != nil {
		return fault
	}
	for _, entry := range entries {
		if got := textAt(element(root, "controllers", i), strings.Split(entry.Path, ".")); got != entry.Value {
			return unwritten(filename, entry)
		}
	}
	for _, p := range []*Project{was, is} {
		c := &p.Controllers[i]
		c.Preset, c.Work, c.Tuning = "", "", Tuning{}
	}
	if !bytes.Equal(was.Encode(), is.Encode()) {
		return unwritten(filename, entries[0])
	}
	return nil
}

func unwritten(filename string, entry Entry) error {
	return &Fault{File: filename, Text: fmt.Sprintf("%s could not be written into it", entry.Path), Hint: fmt.Sprintf("write it by hand: %s: %s", entry.Path, entry.Value)}
}

// textAt is the value of an entry, empty if it is not there.
func textAt(m *ast.MappingNode, keys []string) string {
	entry := value(m, keys[0])
	if entry == nil || entry.Value.Type() == ast.NullType {
		return ""
	}
	if below, ok := entry.Value.(*ast.MappingNode); ok && len(keys) > 1 {
		return textAt(below, keys[1:])
	}
	return entry.Value.GetToken().Value
}
