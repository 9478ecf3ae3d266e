package preset

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/opwright/opwright/generator/spec"
)

const (
	// maxFile and maxNesting keep the parser, whose time grows with the square of both, from hanging.
	maxFile    = 64 << 10
	maxNesting = 32
)

// place is a position in a file, 1-based, in characters.
type place struct{ line, column int }

// parse turns bytes into the tree of the only document of a file.
func parse(data []byte) (root ast.Node, fault *spec.Fault) {
	data = bytes.ReplaceAll(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	switch {
	case len(data) > maxFile:
		return nil, faultf("%d bytes are too much for a preset, %d are allowed", len(data), maxFile)
	case !utf8.Valid(data) || bytes.ContainsAny(data, "\x00\r"):
		return nil, faultf("not text in UTF-8 with ordinary line ends")
	case nesting(data) > maxNesting:
		return nil, faultf("nested too deeply for a preset")
	}
	// The parser is not ours, and a file that upsets it is its owner's to mend.
	defer func() {
		if r := recover(); r != nil {
			root, fault = nil, faultf("not a YAML file that can be read: %v", r)
		}
	}()
	parsed, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, syntaxFault(err)
	}
	var docs []ast.Node
	for _, doc := range parsed.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.CommentType {
			docs = append(docs, doc.Body)
		}
	}
	if len(docs) != 1 {
		return nil, faultf("a preset is one YAML document, not %d", len(docs))
	}
	return docs[0], nil
}

// nesting bounds the depth without understanding YAML.
func nesting(data []byte) int {
	depth, most := 0, 0
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		opened := bytes.Count(line, []byte("[")) + bytes.Count(line, []byte("{"))
		depth = max(depth+opened-bytes.Count(line, []byte("]"))-bytes.Count(line, []byte("}")), 0)
		most = max(most, depth, opened, bytes.Count(line, []byte("- ")), bytes.Count(line, []byte("? ")))
	}
	return most
}

func faultf(format string, args ...any) *spec.Fault {
	return &spec.Fault{Line: 1, Column: 1, Text: fmt.Sprintf(format, args...)}
}

func syntaxFault(err error) *spec.Fault {
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
	return place{1, 1}
}

// mapping reads the entries of a mapping; an unknown or repeated one is a fault.
func (d *decoder) mapping(n ast.Node, what string, known []string, read func(key string, n ast.Node)) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		d.fault(start(n), "", "%s must be a mapping", what)
		return
	}
	seen := map[string]int{}
	for _, entry := range m.Values {
		key, at := entry.Key.GetToken().Value, start(entry.Key)
		switch {
		case seen[key] > 0:
			d.fault(at, "", "%q is there twice, first in line %d", key, seen[key])
		case !slices.Contains(known, key):
			d.fault(at, spec.DidYouMean(key, known), "unknown field %q", key)
		default:
			read(key, entry.Value)
		}
		seen[key] = at.line
	}
}

func (d *decoder) text(n ast.Node, what string, to *string) {
	switch v := n.(type) {
	case *ast.StringNode:
		*to = v.Value
	case *ast.LiteralNode:
		*to = v.Value.Value
	default:
		d.fault(start(n), "", "%s must be text", what)
	}
	if *to = strings.TrimSpace(*to); strings.Contains(*to, "\n") {
		d.fault(start(n), "", "%s must be a single line", what)
	}
}

func (d *decoder) texts(n ast.Node, what string, to *[]string) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		d.fault(start(n), "", "%s must be a list", what)
		return
	}
	for _, element := range s.Values {
		var text string
		d.text(element, "an element of "+what, &text)
		*to = append(*to, text)
	}
}

func (d *decoder) version(n ast.Node) {
	v, err := strconv.Atoi(n.GetToken().Value)
	if n.Type() != ast.IntegerType || err != nil || v < 1 {
		d.fault(start(n), "", "version must be a whole number from 1 up")
		return
	}
	d.head.version = v
}

// scalar says whether a node is a plain value.
func scalar(n ast.Node) bool {
	switch n.Type() {
	case ast.StringType, ast.IntegerType, ast.FloatType, ast.BoolType:
		return true
	}
	return false
}
