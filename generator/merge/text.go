package merge

import "bytes"

var bom = []byte("\xef\xbb\xbf")

// style is how a text is stored, apart from what it says.
type style struct{ bom, crlf, unended bool }

// isText is git's rule: a NUL byte makes a file binary.
func isText(data []byte) bool { return bytes.IndexByte(data, 0) < 0 }

// styleOf reads the style of a text; the ending that most lines have wins.
func styleOf(data []byte) style {
	crlf := bytes.Count(data, []byte("\r\n"))
	return style{
		bom:     bytes.HasPrefix(data, bom),
		crlf:    crlf > 0 && 2*crlf >= bytes.Count(data, []byte("\n")),
		unended: len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")),
	}
}

// plain is the text in the one style that is compared and merged: no byte order
// mark, LF, a final newline.
func plain(data []byte) []byte {
	if !isText(data) {
		return data
	}
	data = bytes.ReplaceAll(bytes.TrimPrefix(data, bom), []byte("\r\n"), []byte("\n"))
	if len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) {
		data = append(bytes.Clone(data), '\n')
	}
	return data
}

// in writes a text in the style of another.
func (s style) in(data []byte) []byte {
	if !isText(data) {
		return data
	}
	data = plain(data)
	if s.unended {
		data = bytes.TrimSuffix(data, []byte("\n"))
	}
	if s.crlf {
		data = bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
	}
	if s.bom {
		data = append(bytes.Clone(bom), data...)
	}
	return data
}

// restyle is what to write for theirs where ours is on disk. The final newline
// follows ours only if ours differs from base in it: otherwise the templates decide.
func restyle(base, ours, theirs []byte) []byte {
	if !isText(ours) {
		return theirs
	}
	s := styleOf(ours)
	if s.unended == styleOf(base).unended {
		s.unended = styleOf(theirs).unended
	}
	return s.in(theirs)
}

// SameText compares what two files say, not how they are stored.
func SameText(a, b []byte) bool { return bytes.Equal(plain(a), plain(b)) }
