package merge

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"golang.org/x/tools/txtar"
)

// mergeCase is a case of a file in testdata.
type mergeCase struct {
	what, name         string
	base, ours, theirs []byte
	want               string
	ok                 bool
}

// mergeCases reads a file of cases. The first part of each is called <what>/<file name>/base.
func mergeCases(t *testing.T, file string) []mergeCase {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var list []mergeCase
	for files := archive.Files; len(files) > 0; {
		c := mergeCase{base: files[0].Data, ours: files[1].Data, theirs: files[2].Data}
		c.what, c.name, _ = strings.Cut(strings.TrimSuffix(files[0].Name, "/base"), "/")
		files = files[3:]
		if c.ok = len(files) > 0 && files[0].Name == "want"; c.ok {
			c.want, files = string(files[0].Data), files[1:]
		}
		list = append(list, c)
	}
	return list
}

func TestMergeYAML(t *testing.T) {
	for _, tt := range mergeCases(t, "yaml.txtar") {
		t.Run(tt.what, func(t *testing.T) {
			got, ok := mergeYAML(tt.name, tt.base, tt.ours, tt.theirs)
			if string(got) != tt.want || ok != tt.ok {
				t.Errorf("got (%v)\n%s\nwant (%v)\n%s", ok, got, tt.ok, tt.want)
			}
			for _, side := range [][]byte{tt.ours, tt.theirs} {
				if got, _ := mergeYAML(tt.name, tt.base, tt.base, side); ok && string(got) != string(side) {
					t.Errorf("with no edit of ours, got\n%s\nwant\n%s", got, side)
				}
				if got, _ := mergeYAML(tt.name, tt.base, side, tt.base); ok && string(got) != string(side) {
					t.Errorf("with no edit of theirs, got\n%s\nwant\n%s", got, side)
				}
			}
		})
	}
}

func TestMeant(t *testing.T) {
	tests := []struct {
		name, base, ours, theirs, merged string
		want                             bool
	}{
		{"each side's", "a: 1\nb: 1", "a: 2\nb: 1", "a: 1\nb: 2", "a: 2\nb: 2", true},
		{"ours is missing", "a: 1\nb: 1", "a: 2\nb: 1", "a: 1\nb: 2", "a: 1\nb: 2", false},
		{"theirs is missing", "a: 1\nb: 1", "a: 2\nb: 1", "a: 1\nb: 2", "a: 2\nb: 1", false},
		{"deeper", "a: {b: 1, c: 1}", "a: {b: 2, c: 1}", "a: {b: 1, c: 2}", "a: {b: 2, c: 1}", false},
		{"something of its own", "a: 1", "a: 1\nb: 1", "a: 1\nc: 1", "a: 1\nb: 1\nc: 1\nd: 1", false},
		{"dropped there, still here", "a: 1\nb: 1", "a: 1\nb: 1\nc: 1", "a: 1", "a: 1\nb: 1\nc: 1", false},
		{"the same on both sides", "a: 1\nb: 1", "a: 2\nb: 1\nc: 1", "a: 2\nb: 1", "a: 1\nb: 1\nc: 1", false},
		{"lists are not looked into", "a: [1]", "a: [1, 2]", "a: [1, 3]", "a: [1, 2, 3]", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var values [4]any
			for i, text := range []string{tt.base, tt.ours, tt.theirs, tt.merged} {
				if err := yaml.Unmarshal([]byte(text), &values[i]); err != nil {
					t.Fatal(err)
				}
			}
			if got := meant(values[0], values[1], values[2], values[3]); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
