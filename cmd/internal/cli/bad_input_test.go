package cli_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/opwright/opwright/cmd/internal/cli"
)

// badInput is a session that must be refused. It runs in a folder that holds an empty folder, a file.txt and a
// project, whose files can be other ones.
type badInput struct {
	args  []string
	files map[string]string // slash path to content; one that ends in / is a folder, "-> x" is a link
	gone  []string          // what is taken away
	many  bool              // more than one fault is to be found
}

// What is refused leaves no trace, and says why in a line, or two if there is something to do about it.
func TestBadInput(t *testing.T) {
	goldenFile, err := filepath.Abs(filepath.Join("testdata", "bad_input.txt"))
	must(t, err)
	template := badInputFolder(t)
	var got strings.Builder
	inputs := badInputs()
	for i, input := range inputs {
		fmt.Fprintf(&got, "%s$ opwright %s\n%s\n", given(input), shown(input), input.run(t, i, template))
	}
	if len(inputs) < 60 {
		t.Errorf("%d inputs, 60 are wanted", len(inputs))
	}
	compare(t, goldenFile, got.String())
}

// run gives what the command said, and reports what it must not do.
func (b badInput) run(t *testing.T, i int, template string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
	must(t, os.CopyFS(dir, os.DirFS(template)))
	b.place(t, dir)
	t.Chdir(dir)
	before, err := describe(dir)
	must(t, err)

	var out, errOut bytes.Buffer
	code := cli.Main(b.args, strings.NewReader(""), &out, &errOut)

	after, err := describe(dir)
	must(t, err)
	if before != after {
		t.Errorf("%s: something changed:\n%s", shown(b), differingLines(before, after))
	}
	if code != 1 && code != 2 {
		t.Errorf("%s: exit code %d", shown(b), code)
	}
	if out.Len() > 0 {
		t.Errorf("%s: stdout: %s", shown(b), out.String())
	}
	said := strings.ReplaceAll(errOut.String(), dir, "$WORK")
	said = ownRevision.ReplaceAllString(said, "this one has N")
	if fault := b.form(said); fault != "" {
		t.Errorf("%s: %s:\n%s", shown(b), fault, said)
	}
	return fmt.Sprintf("exit %d\n%s", code, said)
}

// ownRevision changes with the templates, which have their own golden files.
var ownRevision = regexp.MustCompile(`this one has [0-9]+`)

var faultLine = regexp.MustCompile(`^(opwright: |[^ :]+:[0-9]+(:[0-9]+)?: )\S`)

// form says what is wrong with the form of an error, empty if nothing is.
func (b badInput) form(said string) string {
	faults := 0
	lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "hint: ") && i > 0 && !strings.HasPrefix(lines[i-1], "hint: "):
		case faultLine.MatchString(line):
			faults++
		default:
			return "neither a fault nor its hint: " + line
		}
	}
	if (faults > 1) != b.many {
		return fmt.Sprintf("%d faults", faults)
	}
	if strings.Contains(said, "panic") || strings.Contains(said, "goroutine") {
		return "it panicked"
	}
	return ""
}

func (b badInput) place(t *testing.T, dir string) {
	t.Helper()
	for _, name := range b.gone {
		must(t, os.RemoveAll(filepath.Join(dir, filepath.FromSlash(name))))
	}
	for name, content := range b.files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o777))
		to, link := strings.CutPrefix(content, "-> ")
		switch {
		case strings.HasSuffix(name, "/"):
			must(t, os.MkdirAll(path, 0o777))
		case link:
			must(t, os.Symlink(to, path))
		default:
			must(t, os.WriteFile(path, []byte(content), 0o666))
		}
	}
}

// badInputFolder makes the folder that each session begins with.
func badInputFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "empty"), 0o777))
	must(t, os.WriteFile(filepath.Join(dir, "file.txt"), []byte("just a file\n"), 0o666))
	var out bytes.Buffer
	args := []string{"init", filepath.Join(dir, "project"), "--domain", "example.com", "--module", "example.com/shop"}
	if code := cli.Main(args, strings.NewReader(""), &out, &out); code != 0 {
		t.Fatalf("init: exit code %d\n%s", code, out.String())
	}
	return dir
}

// shown is a session for a reader of the golden file.
func shown(b badInput) string {
	var words []string
	for _, arg := range b.args {
		if len(arg) > 80 {
			arg = arg[:20] + fmt.Sprintf("…(%d)", len(arg))
		}
		if strings.ContainsAny(arg, " \n\x00") || arg == "" {
			arg = fmt.Sprintf("%q", arg)
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

// given are the files that a session finds, for a reader of the golden file.
func given(b badInput) string {
	var out strings.Builder
	for _, name := range b.gone {
		fmt.Fprintf(&out, "# %s is gone\n", name)
	}
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		content := b.files[name]
		fmt.Fprintf(&out, "# %s: %.60q (%d)\n", name, strings.TrimPrefix(content, goodHead), len(content))
	}
	return out.String()
}

// compare holds a text against a golden file, or rewrites the file.
func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		must(t, os.WriteFile(file, []byte(got), 0o666))
		return
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if want := string(want); got != want {
		t.Errorf("%s is not up to date (make golden):\n%s", file, differingLines(want, got))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
