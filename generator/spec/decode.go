package spec

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

const (
	// maxFile is room for a thousand kinds. The parser's time grows with the
	// square of a mapping's size, so that a file of megabytes would hang it.
	maxFile = 128 << 10
	// maxNesting bounds brackets and dashes before the parser sees them, for
	// the same reason.
	maxNesting = 32
	// notText never occurs in a text file; a lone carriage return is a line end
	// to some readers and not to others.
	notText = "\x00\r"
)

// decoder walks a YAML tree, strictly, and remembers where each value stood.
type decoder struct {
	file   string
	places map[string]place // by path: controllers[0].tuning.workers
	judged map[string]bool  // paths that have a fault
	unread map[string]bool  // paths below which nothing could be read
	faults []*Fault
}

func newDecoder(file string) *decoder {
	return &decoder{file, map[string]place{}, map[string]bool{}, map[string]bool{}, nil}
}

// place is a position in a file, 1-based, in characters.
type place struct{ line, column int }

// field is a key that a mapping may hold, and what reads its value.
type field struct {
	name string
	read func(n ast.Node, path string)
}

// parseTree turns bytes into the tree of the file's only document.
func parseTree(data []byte) (root ast.Node, fault *Fault) {
	// The parser's line numbers are off where comments end in CR LF.
	data = bytes.ReplaceAll(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	if fault := readable(data); fault != nil {
		return nil, fault
	}
	// The parser is not ours, and a file that upsets it is the user's to mend.
	defer func() {
		if r := recover(); r != nil {
			root, fault = nil, faultf("not a YAML file that can be read: %v", r)
		}
	}()
	file, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, syntaxFault(err)
	}
	return document(file)
}

func document(file *ast.File) (ast.Node, *Fault) {
	var root ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.CommentType {
			continue
		}
		if root != nil {
			f := faultf("a second YAML document; one project is one document")
			p := start(doc.Body)
			f.Line, f.Column = p.line, p.column
			return nil, f
		}
		root = doc.Body
	}
	if root == nil {
		return nil, faultf("empty: no project in it").hint("opwright init")
	}
	return root, nil
}

// readable refuses what no YAML parser should be given.
func readable(data []byte) *Fault {
	switch {
	case len(data) > maxFile:
		return faultf("%d bytes are too much for a project file, %d are allowed", len(data), maxFile)
	case !utf8.Valid(data) || bytes.ContainsAny(data, notText):
		return binaryFault(data)
	case bytes.HasPrefix(data, []byte("#!")):
		return faultf("a script, not a project file")
	}
	return tooDeep(data)
}

// tooDeep looks for nesting without understanding YAML: an upper bound will do.
func tooDeep(data []byte) *Fault {
	depth := 0
	for i, line := range bytes.Split(data, []byte("\n")) {
		opened := countAny(line, "[{")
		depth = max(depth+opened-countAny(line, "]}"), 0)
		indicators := bytes.Count(line, []byte("- ")) + bytes.Count(line, []byte("? "))
		if max(depth, opened, indicators) > maxNesting {
			return lineFault(i, "nested too deeply for a project file")
		}
	}
	return nil
}

func countAny(line []byte, chars string) int {
	n := 0
	for _, c := range line {
		if strings.IndexByte(chars, c) >= 0 {
			n++
		}
	}
	return n
}

// binaryFault says in which line text ends and something else begins.
func binaryFault(data []byte) *Fault {
	for i, line := range bytes.Split(data, []byte("\n")) {
		if !utf8.Valid(line) || bytes.ContainsAny(line, notText) {
			return lineFault(i, "not text in UTF-8 with ordinary line ends")
		}
	}
	return nil
}

func lineFault(index int, text string) *Fault {
	f := faultf("%s", text)
	f.Line, f.Column = index+1, 1
	return f
}

func syntaxFault(err error) *Fault {
	var syntax *yaml.SyntaxError
	if !errors.As(err, &syntax) {
		text, _, _ := strings.Cut(err.Error(), "\n")
		return faultf("not YAML: %s", text)
	}
	text, _, _ := strings.Cut(syntax.Message, "\n")
	f := faultf("not YAML: %s", text)
	if syntax.Token != nil && syntax.Token.Position != nil {
		f.Line, f.Column = syntax.Token.Position.Line, syntax.Token.Position.Column
	}
	return f
}

// start is where a node begins.
func start(n ast.Node) place {
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		return start(m.Values[0].Key)
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return place{t.Position.Line, t.Position.Column}
	}
	return place{}
}

// reject records a fault at a node, the value at path.
func (d *decoder) reject(n ast.Node, path string, f *Fault) {
	p := start(n)
	d.judged[path] = true
	f.File, f.Line, f.Column = d.file, p.line, p.column
	d.faults = append(d.faults, f)
}

// mapping reads a mapping's fields; an unknown or repeated one is a fault.
func (d *decoder) mapping(n ast.Node, path string, fields []field) {
	if n.Type() == ast.NullType {
		return
	}
	m, ok := n.(*ast.MappingNode)
	if !ok {
		d.unread[path] = true
		d.reject(n, path, faultf("%s must be a mapping, not %s", described(path), shape(n)))
		return
	}
	seen := map[string]int{}
	for _, entry := range m.Values {
		name := entry.Key.GetToken().Value
		if first := seen[name]; first > 0 {
			d.reject(entry.Key, path+"."+name, faultf("%q is there twice, first in line %d", name, first))
			continue
		}
		seen[name] = start(entry.Key).line
		d.entry(entry, path, name, fields)
	}
}

func (d *decoder) entry(entry *ast.MappingValueNode, path, name string, fields []field) {
	var names []string
	for _, f := range fields {
		if f.name == name {
			child := strings.TrimPrefix(path+"."+name, ".")
			d.places[child] = start(entry.Value)
			f.read(entry.Value, child)
			return
		}
		names = append(names, f.name)
	}
	d.reject(entry.Key, path+"."+name, faultf("unknown field %q", name).hint("%s", didYouMean(name, names)))
}

// list reads each element of a sequence.
func (d *decoder) list(n ast.Node, path string, read func(n ast.Node, path string)) {
	if n.Type() == ast.NullType {
		return
	}
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		d.unread[path] = true
		d.reject(n, path, faultf("%s must be a list, not %s", described(path), shape(n)))
		return
	}
	for i, element := range s.Values {
		child := fmt.Sprintf("%s[%d]", path, i)
		d.places[child] = start(element)
		read(element, child)
	}
}

// described names a value in a sentence, by the last part of its path.
func described(path string) string {
	if path == "" {
		return "a project file"
	}
	last := path[strings.LastIndex(path, ".")+1:]
	if list, _, ok := strings.Cut(last, "["); ok {
		return "an element of " + list
	}
	return last
}

// shape names what was found instead of what was wanted.
func shape(n ast.Node) string {
	switch n.Type() {
	case ast.MappingType:
		return "a mapping"
	case ast.SequenceType:
		return "a list"
	case ast.BoolType:
		return "true or false"
	case ast.IntegerType, ast.FloatType, ast.InfinityType, ast.NanType:
		return "a number"
	case ast.NullType:
		return "nothing"
	case ast.AnchorType, ast.AliasType, ast.MergeKeyType:
		return "an anchor or alias"
	case ast.TagType:
		return "a tag"
	}
	return "text"
}
