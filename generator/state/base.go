package state

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/opwright/opwright/generator/tree"
)

// maxText is more than any source file: a limit for a damaged or hostile base.
const maxText = 64 << 20

// BasePath is where the base text with the given digest is stored.
func BasePath(digest string) string { return BaseDir + "/" + digest + ".gz" }

// Pack compresses a base text; the same text gives the same bytes, as no name
// and no time go into them.
func Pack(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(text) // a buffer does not fail
	_ = w.Close()
	return b.Bytes()
}

// Unpack reads a base text and makes sure that it is the one asked for.
func Unpack(digest string, packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", BasePath(digest), err)
	}
	text, err := io.ReadAll(io.LimitReader(r, maxText))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", BasePath(digest), err)
	}
	if tree.Digest(text) != digest {
		return nil, fmt.Errorf("read %s: damaged: the text has another digest", BasePath(digest))
	}
	return text, nil
}
