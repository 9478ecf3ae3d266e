package cli_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/opwright/opwright/cmd/internal/cli"
	"github.com/opwright/opwright/generator/workdir"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the tests")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"opwright": func() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// Each script is a session of a user; see scriptCommands for what it can say beside testscript's own words.
func TestScripts(t *testing.T) {
	env := goEnv(t)
	examples, err := filepath.Abs(filepath.Join(root, "docs", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Cmds:          scriptCommands(),
		Condition:     condition,
		Setup: func(e *testscript.Env) error {
			for _, line := range env {
				name, value, _ := strings.Cut(line, "=")
				e.Setenv(name, value)
			}
			home := filepath.Join(e.WorkDir, ".home")
			e.Setenv("HOME", home)
			e.Setenv("USERPROFILE", home)
			e.Setenv("EXAMPLES", examples)
			return os.MkdirAll(home, 0o777)
		},
	})
}

// goEnv gives the scripts an empty HOME, and yet the Go caches and the proxy of whoever runs the tests:
// deriving loads packages of the project's dependencies.
func goEnv(t *testing.T) []string {
	t.Helper()
	names := []string{"GOMODCACHE", "GOCACHE", "GOPROXY", "GONOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOINSECURE"}
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	env := []string{"GOENV=off", "GOFLAGS=", "GOWORK=", "XDG_CACHE_HOME=", "XDG_CONFIG_HOME="}
	for i, value := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		env = append(env, names[i]+"="+value)
	}
	return env
}

func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// scriptCommands are the words of the scripts:
//
//	exits CODE PROGRAM [ARG…]  runs a program, which must exit with this code
//	snapshot DIR               remembers every file, folder, link and mode below DIR
//	unchanged DIR              compares with the snapshot
//	edit FILE OLD NEW          replaces a text that must be there once
//	only PROGRAM…              leaves nothing else on PATH
//	json PATH…                 reads stdout as JSON that has these paths, such as changes[0].path
//	hold DIR                   is another opwright at work there, until the script ends
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"exits": exits, "snapshot": snapshot, "unchanged": unchanged, "edit": edit, "only": only,
		"json": jsonPaths, "hold": hold,
	}
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// snapshots are kept in files outside of the script's folder, as a script has no memory of its own.
func snapshot(ts *testscript.TestScript, _ bool, args []string) {
	text, err := describe(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.WriteFile(memory(ts, args[0]), []byte(text), 0o600))
}

func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	before := ts.ReadFile(memory(ts, args[0]))
	after, err := describe(ts.MkAbs(args[0]))
	ts.Check(err)
	if same := before == after; same == neg {
		ts.Fatalf("unchanged is %v:\n%s", same, differingLines(before, after))
	}
}

func memory(ts *testscript.TestScript, dir string) string {
	name := strings.NewReplacer("/", "_", `\`, "_", ":", "_").Replace(ts.MkAbs(dir))
	return filepath.Join(ts.Getenv("HOME"), "snapshot"+name)
}

func edit(ts *testscript.TestScript, _ bool, args []string) {
	file, from, to := ts.MkAbs(args[0]), unescape(args[1]), unescape(args[2])
	text := ts.ReadFile(file)
	if n := strings.Count(text, from); n != 1 {
		ts.Fatalf("edit %s: %q is there %d times", args[0], from, n)
	}
	ts.Check(os.WriteFile(file, []byte(strings.Replace(text, from, to, 1)), 0o666))
}

func unescape(word string) string { return strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(word) }

func only(ts *testscript.TestScript, _ bool, programs []string) {
	dir := filepath.Join(ts.Getenv("HOME"), "bin")
	ts.Check(os.MkdirAll(dir, 0o777))
	for _, name := range programs {
		found, err := exec.LookPath(name)
		ts.Check(err)
		ts.Check(os.Symlink(found, filepath.Join(dir, name)))
	}
	ts.Setenv("PATH", dir)
}

func jsonPaths(ts *testscript.TestScript, _ bool, paths []string) {
	var report any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &report))
	for _, path := range paths {
		if !hasPath(report, strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) })) {
			ts.Fatalf("%s is not in the report", path)
		}
	}
}

func hasPath(value any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	switch v := value.(type) {
	case map[string]any:
		child, found := v[path[0]]
		return found && hasPath(child, path[1:])
	case []any:
		i, err := strconv.Atoi(path[0])
		return err == nil && i < len(v) && hasPath(v[i], path[1:])
	}
	return false
}

func hold(ts *testscript.TestScript, _ bool, args []string) {
	dir, err := workdir.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	unlock, err := dir.Lock(0)
	ts.Check(err)
	ts.Defer(func() {
		unlock()
		_ = dir.Close()
	})
}
