package merge

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// The oracle: merges by lines must end as those of git merge-file do. OPWRIGHT_ORACLE_CASES asks for more cases
// than a normal run has time for; make merge-oracle does.
func TestLinesAsGit(t *testing.T) {
	n := 1000
	if text := os.Getenv("OPWRIGHT_ORACLE_CASES"); text != "" {
		n, _ = strconv.Atoi(text)
	}
	sources := realTexts(t)
	const parts = 4
	var tallies [parts]tally
	t.Run("cases", func(t *testing.T) {
		for part := range parts {
			t.Run(strconv.Itoa(part), func(t *testing.T) {
				t.Parallel()
				git := newOracle(t)
				for seed := part; seed < n; seed += parts {
					tallies[part].compare(t, git, seed, newTriple(uint64(seed), sources))
				}
			})
		}
	})
	var all tally
	for _, one := range tallies {
		all.add(one)
	}
	t.Logf("%d cases: %+v", all.cases, all)
	switch {
	case 4*all.conflicts < all.cases:
		t.Errorf("git conflicts in %d of %d cases: too few to say much", all.conflicts, all.cases)
	case 10*all.near < 3*all.cases:
		t.Errorf("both sides edit within three lines in %d of %d cases: too few to say much", all.near, all.cases)
	}
}

// tally counts cases, those in which git conflicts, and those in which the sides edit within three lines.
type tally struct{ cases, conflicts, near int }

func (a *tally) add(b tally) {
	a.cases, a.conflicts, a.near = a.cases+b.cases, a.conflicts+b.conflicts, a.near+b.near
}

// compare merges a case by lines and by git. Not one difference is known, so none is let through: not in the
// verdict, nor in the text, nor in the text between and around the markers.
func (a *tally) compare(t *testing.T, git oracle, seed int, c triple) {
	t.Helper()
	got := mergeLines(c.base, c.ours, c.theirs, gitLabels)
	want, conflict := git.merge(t, c)
	if conflict != (got.line > 0) || !bytes.Equal(got.text, want) {
		t.Errorf("seed %d (%s): conflict %v, git's %v\nbase\n%s\nours\n%s\ntheirs\n%s\ngot\n%s\ngit's\n%s",
			seed, c.name, got.line > 0, conflict, c.base, c.ours, c.theirs, got.text, want)
	}
	c.checkLines(t, seed, got.text)
	one := tally{cases: 1}
	if conflict {
		one.conflicts = 1
	}
	if c.near(3) {
		one.near = 1
	}
	a.add(one)
}

func FuzzLinesAsGit(f *testing.F) {
	sources := realTexts(f)
	for seed := range uint64(50) {
		c := newTriple(seed, sources)
		f.Add(c.base, c.ours, c.theirs)
	}
	git := newOracle(f)
	f.Fuzz(func(t *testing.T, base, ours, theirs []byte) {
		if !isText(base) || !isText(ours) || !isText(theirs) {
			t.Skip("not a text")
		}
		new(tally).compare(t, git, 0, triple{"fuzz", plain(base), plain(ours), plain(theirs)})
	})
}

var gitLabels = Labels{Ours: "yours", Theirs: "new"}

// oracle runs git merge-file.
type oracle struct{ dir string }

func newOracle(t testing.TB) oracle {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	return oracle{t.TempDir()}
}

// merge returns git's text and whether it has conflicts.
func (o oracle) merge(t testing.TB, c triple, style ...string) ([]byte, bool) {
	t.Helper()
	args := append([]string{"merge-file", "-p", "-q", "-L", "yours", "-L", "old", "-L", "new"}, style...)
	for i, text := range [][]byte{c.ours, c.base, c.theirs} {
		name := filepath.Join(o.dir, strconv.Itoa(i))
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	cmd.Dir = o.dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0 || exit.ExitCode() >= 128) {
		t.Fatalf("git merge-file: %v", err)
	}
	return out, err != nil
}

// triple is a case for a merge.
type triple struct {
	name               string
	base, ours, theirs []byte
}

// newTriple makes a case: half of them of few and short lines, which repeat, and half of real files, both edited
// at random and, more often than not, in the same place. Some are long and changed in many places.
func newTriple(seed uint64, sources [][]string) triple {
	r := rand.New(rand.NewPCG(seed, 7))
	var base []string
	c := triple{name: "real"}
	words := []string{"\n", "}\n", "\treturn nil\n", "\t}\n"}
	if r.IntN(2) == 0 {
		c.name = "words"
		words = nil
		for i := range 2 + r.IntN(8) {
			words = append(words, string(rune('a'+i))+"\n")
		}
		words = append(words, "\n", "}\n")
		for range r.IntN(40) {
			base = append(base, words[r.IntN(len(words))])
		}
	} else {
		base = sources[r.IntN(len(sources))]
	}
	edits := editor{r: r, words: words, most: 4}
	if r.IntN(25) == 0 {
		c.name, edits.most = "long", 60
		for range 6 {
			base = slices.Concat(base, sources[r.IntN(len(sources))])
		}
	}
	edits.place = r.IntN(len(base) + 1)
	ours := edits.edit(base, "o")
	theirs := edits.edit(base, "t")
	if r.IntN(6) == 0 { // both took the same edit, and one more each
		same := edits.edit(base, "s")
		ours, theirs = edits.edit(same, "o"), edits.edit(same, "t")
	}
	c.base, c.ours, c.theirs = join(base), join(ours), join(theirs)
	return c
}

type editor struct {
	r     *rand.Rand
	words []string
	place int
	most  int
}

// edit changes a text in one to most places.
func (e editor) edit(text []string, mark string) []string {
	text = slices.Clone(text)
	for range 1 + e.r.IntN(e.most) {
		at := e.r.IntN(len(text) + 1)
		if e.r.IntN(3) == 0 {
			at = min(len(text), max(0, e.place+e.r.IntN(9)-4))
		}
		end := min(len(text), at+e.r.IntN(4))
		switch e.r.IntN(7) {
		case 0: // insert
			text = slices.Insert(text, at, e.lines(mark)...)
		case 1: // delete
			text = slices.Delete(text, at, end)
		case 2, 3: // replace
			text = slices.Replace(text, at, end, e.lines(mark)...)
		case 4: // repeat
			text = slices.Insert(text, end, slices.Clone(text[at:end])...)
		case 5: // move
			moved := slices.Clone(text[at:end])
			text = slices.Delete(text, at, end)
			text = slices.Insert(text, e.r.IntN(len(text)+1), moved...)
		case 6: // rewrite
			end = min(len(text), at+e.r.IntN(30))
			var written []string
			for range e.r.IntN(30) {
				written = append(written, e.lines(mark+strconv.Itoa(e.r.IntN(99)))...)
			}
			text = slices.Replace(text, at, end, written...)
		}
	}
	return text
}

// lines are some new lines: words that are there already, or ones that only this side has.
func (e editor) lines(mark string) []string {
	var list []string
	for range 1 + e.r.IntN(3) {
		if e.r.IntN(2) == 0 {
			list = append(list, e.words[e.r.IntN(len(e.words))])
		} else {
			list = append(list, fmt.Sprintf("%s%d\n", mark, e.r.IntN(3)))
		}
	}
	return list
}

func join(lines []string) []byte { return []byte(strings.Join(lines, "")) }

// realTexts are the files of the rendered projects that are not too long.
func realTexts(t testing.TB) [][]string {
	t.Helper()
	archives, err := filepath.Glob("../render/testdata/golden/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no golden trees", err)
	}
	var texts [][]string
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if lines := linesOf(f.Data); len(lines) > 5 && len(lines) < 400 {
				texts = append(texts, lines)
			}
		}
	}
	return texts
}

// near tells whether the sides have edits with fewer lines of base between them.
func (c triple) near(lines int) bool {
	m := newThree(c.base, c.ours, c.theirs)
	for _, o := range lineDiff(m.baseIDs, m.oursIDs) {
		for _, h := range lineDiff(m.baseIDs, m.theirsIDs) {
			if h.a0-o.a1 <= lines && o.a0-h.a1 <= lines {
				return true
			}
		}
	}
	return false
}

// checkLines: what a side wrote is in the merged text, and so is what both sides kept.
func (c triple) checkLines(t testing.TB, seed int, merged []byte) {
	t.Helper()
	base, ours, theirs, out := count(c.base), count(c.ours), count(c.theirs), count(merged)
	for _, side := range []map[string]int{ours, theirs} {
		for text, n := range side {
			if base[text] == 0 && out[text] < n || base[text] == 1 && ours[text] == 1 && theirs[text] == 1 && out[text] == 0 {
				t.Errorf("seed %d: line %q is lost", seed, text)
			}
		}
	}
}

func count(text []byte) map[string]int {
	counts := map[string]int{}
	for _, text := range linesOf(text) {
		counts[text]++
	}
	return counts
}
