package generator

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/spec"
	"github.com/opwright/opwright/generator/tree"
)

var seeds = flag.Int("seeds", 150, "how many random upgrades TestModel makes; make model makes many")

// TestModel upgrades random projects that random owners edited to random newer templates, and holds each against what
// opwright promises: no line of the owner's is lost, strangers' files stay, what the owner left alone is as it is
// rendered, a second run has nothing to do, and an upgrade that is undone has never been.
func TestModel(t *testing.T) {
	conflicts := 0
	var rivalry rivalry
	for seed := range *seeds {
		m := &model{T: t, rand: rand.New(rand.NewPCG(uint64(seed), 7)), seed: seed}
		if m.run() {
			conflicts++
		}
		rivalry.count(m)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d upgrades, %d with conflicts", *seeds, conflicts)
	t.Logf("%d files that both sides changed: git merge-file leaves %d in conflict, opwright %d", rivalry.files, rivalry.git, rivalry.ours)
	if conflicts < *seeds/10 {
		t.Errorf("%d of %d upgrades had conflicts: the model has become tame", conflicts, *seeds)
	}
}

type model struct {
	*testing.T
	rand     *rand.Rand
	seed     int
	dir      string
	lines    int
	old, new map[string]tree.File
	renames  []string // yaml
	touched  map[string]bool
	// of the first upgrade to the newer templates
	rivalsFound map[string]bool
	plan        merge.Plan
}

// chance is true in n of 100 cases.
func (m *model) chance(n int) bool { return m.rand.IntN(100) < n }

// line makes a line that is nowhere else.
func (m *model) line(who string) string {
	m.lines++
	return fmt.Sprintf("%s line %d of the file", who, m.lines)
}

func (m *model) text() []string {
	lines := make([]string, 3+m.rand.IntN(30))
	for i := range lines {
		lines[i] = m.line("template")
	}
	return lines
}

// edited is a text with some lines replaced, added and removed.
func (m *model) edited(lines []string, who string) []string {
	lines = slices.Clone(lines)
	for range 1 + m.rand.IntN(3) {
		at := m.rand.IntN(len(lines) + 1)
		switch {
		case m.chance(40) && at < len(lines):
			lines[at] = m.line(who)
		case m.chance(30) && at < len(lines) && len(lines) > 3:
			lines = slices.Delete(lines, at, at+1)
		default:
			lines = slices.Insert(lines, at, m.line(who))
		}
	}
	return lines
}

func join(lines []string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

func split(data []byte) []string {
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n"), "\n")
}

// run makes one project, edits, upgrades and checks it, and says whether there was a conflict.
func (m *model) run() bool {
	m.dir = filepath.Join(m.TempDir(), "project")
	m.old, m.new, m.touched = map[string]tree.File{}, map[string]tree.File{}, map[string]bool{}
	m.templates()
	m.upgrade(1, m.old, "")
	m.owner()
	m.plantCanaries()
	before := m.snapshot()
	m.rivalsFound = m.rivals()
	conflict := m.upgrade(2, m.new, strings.Join(m.renames, ""))
	m.noLineLost(before)
	m.untouchedIsRendered()
	if conflict && m.chance(50) {
		m.abort()
		m.same("undone", before, m.snapshot())
		conflict = m.upgrade(2, m.new, strings.Join(m.renames, ""))
		m.noLineLost(before)
	}
	if conflict {
		m.settle()
	}
	after := m.snapshot()
	m.upgrade(2, m.new, strings.Join(m.renames, ""))
	m.same("second run", after, m.snapshot())
	m.canariesLive("in the end")
	return conflict
}

// templates makes two revisions of some files.
func (m *model) templates() {
	for i := range 3 + m.rand.IntN(6) {
		name := fmt.Sprintf("%s/file%d.txt", []string{"cmd", "config/rbac", "docs"}[m.rand.IntN(3)], i)
		ownership := tree.Merged
		if m.chance(15) {
			ownership = tree.Once
		}
		lines := m.text()
		m.old[name] = tree.File{Data: join(lines), Ownership: ownership, Executable: m.chance(10)}
		switch {
		case m.chance(10): // dropped
		case m.chance(12):
			to := "moved/" + filepath.Base(name)
			m.new[to] = tree.File{Data: join(m.edited(lines, "newer")), Ownership: ownership}
			m.renames = append(m.renames, fmt.Sprintf("- {revision: 2, from: %s, to: %s}\n", name, to))
		case m.chance(60):
			m.new[name] = tree.File{Data: join(m.edited(lines, "newer")), Ownership: ownership, Executable: m.chance(10)}
		default:
			m.new[name] = m.old[name]
		}
	}
	if m.chance(60) {
		m.new["docs/arrives.txt"] = tree.File{Data: join(m.text()), Ownership: tree.Merged}
	}
}

// owner does to the files what owners do.
func (m *model) owner() {
	for _, name := range sortedKeys(m.old) {
		file := filepath.Join(m.dir, name)
		lines := split(m.old[name].Data)
		m.touched[name] = true
		switch pick := m.rand.IntN(100); {
		case pick < 35:
			m.write(name, join(m.edited(lines, "owner")))
		case pick < 42:
			m.check(os.Remove(file))
		case pick < 50:
			to := "own/" + filepath.Base(name)
			m.write(to, join(m.edited(lines, "owner")))
			m.check(os.Remove(file))
		case pick < 56:
			m.write(name, bytes.ReplaceAll(join(m.edited(lines, "owner")), []byte("\n"), []byte("\r\n")))
		case pick < 60:
			m.check(os.Chmod(file, 0o755))
		case pick < 64:
			m.check(os.Remove(file))
			m.check(os.Symlink("elsewhere", file))
		default:
			m.touched[name] = false
		}
	}
	if m.chance(20) {
		m.write("docs/arrives.txt", join([]string{m.line("owner")}))
		m.touched["docs/arrives.txt"] = true
	}
}

func (m *model) write(name string, data []byte) {
	file := filepath.Join(m.dir, name)
	m.check(os.MkdirAll(filepath.Dir(file), 0o755))
	m.check(os.WriteFile(file, data, 0o644))
}

// canaryNames are files that are none of opwright's business: ignored, untracked, beside the project.
func canaryNames() []string { return []string{"bin/tool", "notes.md", ".env", "../beside.txt"} }

func (m *model) plantCanaries() {
	for _, name := range canaryNames() {
		m.write(name, []byte("canary "+name))
	}
}

// canariesLive demands that each one is there as it was planted.
func (m *model) canariesLive(what string) {
	m.Helper()
	for _, name := range canaryNames() {
		if data, err := os.ReadFile(filepath.Join(m.dir, name)); err != nil || string(data) != "canary "+name {
			m.Errorf("%s: the canary %s is %q, %v", what, name, data, err)
		}
	}
}

func (m *model) check(err error) {
	m.Helper()
	if err != nil {
		m.Fatalf("seed %d: %v", m.seed, err)
	}
}

// upgrade goes the way of Upgrade with the given files in place of a render.
func (m *model) upgrade(revision int, files map[string]tree.File, renames string) (conflict bool) {
	s, err := openWith(m.dir, false, &newest{
		templates: fstest.MapFS{renamesFile: {Data: []byte(renames)}}, presets: fstest.MapFS{}, revision: revision,
	})
	m.check(err)
	defer s.close()
	m.check(s.noUpgradeOpen())
	s.newestTemplates = true
	var theirs tree.Tree
	for _, name := range sortedKeys(files) {
		m.check(theirs.Add(name, files[name]))
	}
	s.followOwner()
	theirs, err = moved(theirs, s.state.Lock.Moved)
	m.check(err)
	plan, err := s.planTree(theirs, nil)
	m.check(err)
	if revision > 1 && m.plan.Changes == nil {
		m.plan = plan
	}
	m.check(s.applyUpgrade(&spec.Project{}, []byte("name: model\n"), plan, UpgradeRequest{}))
	return len(s.offered) > 0
}

func (m *model) abort() {
	_, err := Abort(UpgradeRequest{Dir: m.dir, newest: &newest{revision: 2}})
	m.check(err)
}

var marker = regexp.MustCompile(`(?m)^(<<<<<<< |\|\|\|\|\|\|\| |=======|>>>>>>> ).*\n?`)

// settle keeps all lines of both sides, and ends the upgrade.
func (m *model) settle() {
	for name, text := range m.snapshot() {
		if merge.MarkerLine([]byte(text)) > 0 {
			m.write(name, marker.ReplaceAll([]byte(text), nil))
		}
	}
	_, err := Continue(m.Context(), UpgradeRequest{Dir: m.dir, NoVerify: true, newest: &newest{revision: 2}})
	m.check(err)
}

// snapshot reads the project but for opwright's own state.
func (m *model) snapshot() map[string]string {
	found := map[string]string{}
	m.check(filepath.WalkDir(m.dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == ".opwright" {
				return filepath.SkipDir
			}
			return err
		}
		name, _ := filepath.Rel(m.dir, file)
		if d.Type()&os.ModeSymlink != 0 {
			to, err := os.Readlink(file)
			found[name] = "link to " + to
			return err
		}
		data, err := os.ReadFile(file)
		found[name] = string(data)
		return err
	}))
	return found
}

func (m *model) same(what string, want, got map[string]string) {
	m.Helper()
	for _, name := range sortedKeys(want) {
		if got[name] != want[name] {
			m.Errorf("%s: %s is\n%s\nwant\n%s", what, name, got[name], want[name])
		}
	}
	for _, name := range sortedKeys(got) {
		if _, known := want[name]; !known {
			m.Errorf("%s: %s is new", what, name)
		}
	}
}

// noLineLost looks for every line that the owner wrote.
func (m *model) noLineLost(before map[string]string) {
	all := ""
	for _, text := range m.snapshot() {
		all += strings.ReplaceAll(text, "\r\n", "\n") + "\n"
	}
	for name, text := range before {
		for _, line := range split([]byte(text)) {
			if strings.HasPrefix(line, "owner ") && !strings.Contains(all, line+"\n") {
				m.Errorf("%s: %q is lost", name, line)
			}
		}
	}
}

// untouchedIsRendered compares what the owner left alone with the new render.
func (m *model) untouchedIsRendered() {
	now := m.snapshot()
	for name, f := range m.new {
		_, had := m.old[name]
		if had && !m.touched[name] && f.Ownership == tree.Merged && now[name] != string(f.Data) {
			m.Errorf("%s was left alone, and is\n%s\nnot as it is rendered\n%s", name, now[name], f.Data)
		}
	}
	for name, f := range m.old {
		if _, still := m.new[name]; !still && !m.touched[name] && f.Ownership == tree.Merged && now[name] != "" {
			m.Errorf("%s is no longer rendered, was left alone, and is still there", name)
		}
	}
}

func sortedKeys[V any](all map[string]V) []string {
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
