package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/opwright/opwright/generator/spec"
)

// The pages that people read. docs/commands.md is made, and its own test looks at it.
func pages(t *testing.T) []string {
	t.Helper()
	list := []string{"README.md", "CHANGELOG.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md", "docs/*/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			name, err := filepath.Rel(root, file)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, filepath.ToSlash(name))
		}
	}
	return list
}

// root is the repository, seen from here.
const root = "../../.."

func readPage(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var (
	fenced = regexp.MustCompile("(?s)```.*?```")
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	title  = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// Each relative link leads to a file of the repository, and each anchor to a heading in it.
func TestLinks(t *testing.T) {
	for _, page := range pages(t) {
		for _, match := range link.FindAllStringSubmatch(fenced.ReplaceAllString(readPage(t, page), ""), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			if fault := follow(t, page, match[1]); fault != "" {
				t.Errorf("%s: link %s: %s", page, match[1], fault)
			}
		}
	}
}

func follow(t *testing.T, page, target string) string {
	name, anchor, _ := strings.Cut(target, "#")
	if name == "" {
		name = page
	} else {
		name = filepath.ToSlash(filepath.Join(filepath.Dir(page), filepath.FromSlash(name)))
	}
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil {
		return "there is no such file"
	}
	if anchor == "" {
		return ""
	}
	for _, heading := range title.FindAllStringSubmatch(fenced.ReplaceAllString(readPage(t, name), ""), -1) {
		if slug(heading[1]) == anchor {
			return ""
		}
	}
	return "no heading has this anchor"
}

// slug is a heading's anchor, as GitHub and GitLab make it.
func slug(heading string) string {
	heading = strings.ReplaceAll(strings.ToLower(heading), " ", "-")
	return regexp.MustCompile(`[^\p{L}\p{N}_-]`).ReplaceAllString(heading, "")
}

// Every page can be reached from the README.
func TestPagesAreLinked(t *testing.T) {
	linked := map[string]bool{"README.md": true}
	for queue := []string{"README.md"}; len(queue) > 0; queue = queue[1:] {
		for _, match := range link.FindAllStringSubmatch(readPage(t, queue[0]), -1) {
			target, _, _ := strings.Cut(match[1], "#")
			name := filepath.ToSlash(filepath.Join(filepath.Dir(queue[0]), filepath.FromSlash(target)))
			if strings.HasSuffix(target, ".md") && !strings.Contains(target, "://") && !linked[name] {
				linked[name] = true
				queue = append(queue, name)
			}
		}
	}
	for _, page := range pages(t) {
		if !linked[page] {
			t.Errorf("%s: no way leads here from README.md", page)
		}
	}
}

// docs/project-file.md begins with an example that is right, and has a row for each kind that can be owned.
func TestProjectFileReference(t *testing.T) {
	page := readPage(t, "docs/project-file.md")
	_, rest, _ := strings.Cut(page, "```yaml\n")
	example, _, _ := strings.Cut(rest, "```")
	if _, err := spec.Parse("docs/project-file.md", []byte(example)); err != nil {
		t.Errorf("the example is refused: %v", err)
	}
	for _, kind := range spec.Kinds() {
		fields := "none"
		if names := kind.StatusNames(); len(names) > 0 {
			fields = "`" + strings.Join(names, "`, `") + "`"
		}
		if row := fmt.Sprintf("| %#q | %s |", kind, fields); !strings.Contains(page, row) {
			t.Errorf("docs/project-file.md lacks the row\n%s", row)
		}
	}
}

// Sessions are real: what a page shows in a console block is what happens. A comment <!-- run: COMMAND -->
// is a step that the reader does in an editor. With -update, the output on the page is made anew.
func TestSessions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the sessions are those of a POSIX shell")
	}
	for _, line := range goEnv(t) {
		name, value, _ := strings.Cut(line, "=")
		t.Setenv(name, value)
	}
	t.Setenv("HOME", t.TempDir())
	examples, err := filepath.Abs(filepath.Join(root, "docs", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("EXAMPLES", examples)
	sessions := 0
	for _, page := range pages(t) {
		want := readPage(t, page)
		if !strings.Contains(want, "```console") {
			continue
		}
		sessions++
		t.Run(page, func(t *testing.T) {
			got := replay(t, want)
			if *update {
				if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(page)), []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != want {
				t.Errorf("%s is not what happens (make golden):\n%s", page, differingLines(want, got))
			}
		})
	}
	if sessions < 2 {
		t.Errorf("%d pages with a session, want those of README.md and docs/getting-started.md", sessions)
	}
}

var step = regexp.MustCompile("(?s)<!-- run: (.*?) -->|```console\n(.*?)```")

// replay runs the sessions of a page in an empty folder and returns the page with their output.
func replay(t *testing.T, page string) string {
	s := shell{t: t, dir: t.TempDir()}
	return step.ReplaceAllStringFunc(page, func(block string) string {
		match := step.FindStringSubmatch(block)
		if match[1] != "" {
			if output := s.run(match[1]); output != "" {
				t.Fatalf("%s\n%s", match[1], output)
			}
			return block
		}
		var out strings.Builder
		for line := range strings.Lines(match[2]) {
			if command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ "); ok {
				fmt.Fprintf(&out, "$ %s\n%s", command, s.run(command))
			}
		}
		return "```console\n" + out.String() + "```"
	})
}

// shell remembers its folder between two commands.
type shell struct {
	t   *testing.T
	dir string
}

// run returns what a command prints. A command that is not there is a fault of the page.
func (s *shell) run(command string) string {
	s.t.Helper()
	if dir, ok := strings.CutPrefix(command, "cd "); ok {
		s.dir = filepath.Join(s.dir, dir)
		return ""
	}
	cmd := exec.CommandContext(s.t.Context(), "sh", "-c", command)
	cmd.Dir = s.dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &exit) || exit.ExitCode() >= 126) {
		s.t.Fatalf("%s: %v\n%s", command, err, out.String())
	}
	return out.String()
}
