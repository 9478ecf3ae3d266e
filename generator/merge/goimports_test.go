package merge

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// goCases have a base, ours, theirs and want each; a want that is left out is a merge that gives up.
const goCases = `
-- both add at the same place/base --
package a

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
)

var _ = ctrl.Log
-- ours --
package a

import (
	"context"
	"os"

	"example.com/mine"
	ctrl "sigs.k8s.io/controller-runtime"
)

var _ = ctrl.Log

var _ = os.Args

var _ = mine.X
-- theirs --
package a

import (
	"context"
	"fmt"

	"k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
)

var _ = fmt.Sprint(v1.Pod{})
var _ = ctrl.Log
-- want --
package a

import (
	"context"
	"fmt"
	"os"

	"example.com/mine"
	"k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
)

var _ = fmt.Sprint(v1.Pod{})
var _ = ctrl.Log

var _ = os.Args

var _ = mine.X
-- the owner's alias stays, and the old name comes with new code/base --
package a

import corev1 "k8s.io/api/core/v1"

var a = corev1.Pod{}

var b = 1
-- ours --
package a

import v1 "k8s.io/api/core/v1"

var a = v1.Pod{}

var b = 1
-- theirs --
package a

import corev1 "k8s.io/api/core/v1"

var a = corev1.Pod{}

var b = 1

var c = corev1.Secret{}
-- want --
package a

import (
	corev1 "k8s.io/api/core/v1"
	v1 "k8s.io/api/core/v1"
)

var a = v1.Pod{}

var b = 1

var c = corev1.Secret{}
-- both add it, each by a name of its own/base --
package a

import "fmt"

var a = fmt.Sprint()

var b = 1
-- ours --
package a

import (
	"fmt"
	mine "example.com/x"
)

var a = fmt.Sprint(mine.X)

var b = 1
-- theirs --
package a

import (
	"fmt"
	"example.com/x"
)

var a = fmt.Sprint()

var b = 2
-- want --
package a

import (
	"fmt"
	mine "example.com/x"
)

var a = fmt.Sprint(mine.X)

var b = 2
-- dropped there, still used here/base --
package a

import (
	"fmt"
	"os"
)

var a = fmt.Sprint(os.Args)

var c = 1
-- ours --
package a

import (
	"fmt"
	"os"
)

var a = fmt.Sprint(os.Args)

var c = 1

var b = fmt.Sprint(2)
-- theirs --
package a

import (
	"os"
)

var a = os.Args

var c = 1
-- want --
package a

import (
	"fmt"
	"os"
)

var a = os.Args

var c = 1

var b = fmt.Sprint(2)
-- dropped on both sides/base --
package a

import (
	"fmt"
	"io"
	"os"
)

var a, b, c = fmt.Sprint, os.Args, io.EOF

var d = 1
-- ours --
package a

import (
	"fmt"
	"io"
)

var a, b, c = fmt.Sprint, 1, io.EOF

var d = 1
-- theirs --
package a

import (
	"fmt"
	"os"
)

var a, b, c = fmt.Sprint, os.Args, io.EOF

var d = 2
-- want --
package a

import (
	"fmt"
	"io"
)

var a, b, c = fmt.Sprint, 1, io.EOF

var d = 2
-- the first import/base --
package a

var a = 1

var b = 1
-- ours --
package a

// A is mine.
var a = 1

var b = 1
-- theirs --
package a

import "fmt"

var a = 1

var b = fmt.Sprint()
-- want --
package a

import "fmt"

// A is mine.
var a = 1

var b = fmt.Sprint()
-- no import is left/base --
package a

import "fmt"

var a = 1

var b = fmt.Sprint()
-- ours --
package a

import "fmt"

var a = 2

var b = fmt.Sprint()
-- theirs --
package a

var a = 1

var b = 1
-- want --
package a

var a = 2

var b = 1
-- comments stay/base --
package a

import (
	"fmt"
	"os"
)

var a = fmt.Sprint(os.Args)
-- ours --
package a

import (
	// For the record.
	"fmt"
	"os" // mine
)

var a = fmt.Sprint(os.Args)
-- theirs --
package a

import (
	"fmt"
	_ "net/http/pprof"
	"os"
)

var a = fmt.Sprint(os.Args)
-- want --
package a

import (
	// For the record.
	"fmt"
	_ "net/http/pprof"
	"os" // mine
)

var a = fmt.Sprint(os.Args)
-- two packages by one name/base --
package a

var a = 1

var b = 1
-- ours --
package a

import "example.com/errors"

var a = errors.New()

var b = 1
-- theirs --
package a

import "errors"

var a = 1

var b = errors.New("b")
-- C is no package/base --
package a

import "C"

var a = 1
-- ours --
package a

import "C"

var a = 2
-- theirs --
package a

import "C"

var a = 1

var b = 1
`

func TestMergeGo(t *testing.T) {
	files := txtar.Parse([]byte(goCases)).Files
	for len(files) > 0 {
		what := strings.TrimSuffix(files[0].Name, "/base")
		base, ours, theirs := files[0].Data, files[1].Data, files[2].Data
		files = files[3:]
		want, ok := "", len(files) > 0 && files[0].Name == "want"
		if ok {
			want, files = string(files[0].Data), files[1:]
		}
		t.Run(what, func(t *testing.T) {
			got, merged := mergeGo(base, ours, theirs, Labels{})
			if merged != ok || string(got.text) != want || !got.clean() {
				t.Errorf("got (%v, line %d)\n%s\nwant (%v)\n%s", merged, got.line, got.text, ok, want)
			}
		})
	}
}

// The imports of a Go file are merged even where the rest of it is a conflict.
func TestMergeGoConflict(t *testing.T) {
	file := func(imports, value string) []byte {
		return []byte("package a\n\nimport (\n" + imports + ")\n\nvar a = " + value + "\n")
	}
	got, ok := mergeGo(file("\t\"a\"\n", "1"), file("\t\"a\"\n\t\"b\"\n", "2"), file("\t\"a\"\n\t\"c\"\n", "3"), Labels{})
	want := string(file("\t\"a\"\n\t\"b\"\n\t\"c\"\n", "2"))
	want = strings.Replace(want, "var a = 2\n", "<<<<<<< yours\nvar a = 2\n=======\nvar a = 3\n>>>>>>> new\n", 1)
	if !ok || string(got.text) != want || got.line != 9 {
		t.Errorf("got (%v, line %d)\n%s\nwant\n%s", ok, got.line, got.text, want)
	}
}

func TestImportNames(t *testing.T) {
	for _, tt := range []struct{ name, path, want string }{
		{"", "fmt", "fmt"}, {"x", "fmt", "x"}, {"_", "fmt", ""}, {".", "fmt", ""},
		{"", "k8s.io/api/core/v1", "v1"}, {"", "k8s.io/api/autoscaling/v2", "v2"},
		{"", "example.com/x/v2", "x"}, {"", "gopkg.in/yaml.v3", "yaml"}, {"", "example.com/go-yaml", "yaml"},
	} {
		if got := (goImport{name: tt.name, path: tt.path}).as(); got != tt.want {
			t.Errorf("%s %s: got %q, want %q", tt.name, tt.path, got, tt.want)
		}
	}
}
