package merge

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// letters makes a text of one letter a line.
func letters(word string) []byte {
	var b strings.Builder
	for _, r := range word {
		b.WriteString(string(r) + "\n")
	}
	return []byte(b.String())
}

func TestMergeLines(t *testing.T) {
	sides := Labels{Ours: "yours", Base: "base revision 12", Theirs: "new revision 13"}
	tests := []struct {
		name, base, ours, theirs string
		labels                   Labels
		want                     string
		line                     int
	}{
		{"far apart", "abcde", "Xbcde", "abcdY", Labels{}, "X b c d Y ", 0},
		{"one line between", "abc", "Xbc", "abY", Labels{}, "X b Y ", 0},
		{"touching", "abcd", "aXcd", "abYd", Labels{}, "a <<<<<<< yours X c ======= b Y >>>>>>> new d ", 2},
		{"theirs inside of ours", "abcde", "aXe", "abYde", Labels{}, "a <<<<<<< yours X ======= b Y d >>>>>>> new e ", 2},
		{"ours inside of theirs", "abcde", "abYde", "aXe", Labels{}, "a <<<<<<< yours b Y d ======= X >>>>>>> new e ", 2},
		{"the same edit", "abc", "aXc", "aXc", Labels{}, "a X c ", 0},
		{"the same edit, and more", "abcde", "aXcde", "aXcdY", Labels{}, "a X c d Y ", 0},
		{"deleted and edited", "abc", "ac", "aXc", Labels{}, "a <<<<<<< yours ======= X >>>>>>> new c ", 2},
		{"what both have is outside", "abc", "aXYc", "aXZc", Labels{}, "a X <<<<<<< yours Y ======= Z >>>>>>> new c ", 3},
		{"named, with base", "abc", "aXc", "aYc", sides, "a <<<<<<< yours X ||||||| base revision 12 b ======= Y >>>>>>> new revision 13 c ", 2},
		{"named, two conflicts", "abc", "XbY", "VbW", sides, "<<<<<<< yours X ||||||| base revision 12 a ======= V >>>>>>> new revision 13 b " +
			"<<<<<<< yours Y ||||||| base revision 12 c ======= W >>>>>>> new revision 13 ", 1},
		{"named, the same edit of another extent", "abbc", "aXbc", "aXbc", sides, "a X b c ", 0},
		{"only braces between two conflicts", "a}}}}b", "X}}}}Y", "V}}}}W", Labels{}, "<<<<<<< yours X } } } } Y ======= V } } } } W >>>>>>> new ", 1},
		{"words between two conflicts", "acccccb", "XcccccY", "VcccccW", Labels{}, "<<<<<<< yours X ======= V >>>>>>> new c c c c c <<<<<<< yours Y ======= W >>>>>>> new ", 1},
		{"all gone", "abc", "", "", Labels{}, "", 0},
		{"no base", "", "a", "b", Labels{}, "<<<<<<< yours a ======= b >>>>>>> new ", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := mergeLines(letters(tt.base), letters(tt.ours), letters(tt.theirs), tt.labels)
			if text := strings.ReplaceAll(string(got.text), "\n", " "); text != tt.want || got.line != tt.line {
				t.Errorf("got %q, line %d, want %q, line %d", text, got.line, tt.want, tt.line)
			}
		})
	}
}

// Edits that are not the same can come to the same: no conflict, whatever is shown of one.
func TestNarrowSameOutcome(t *testing.T) {
	m := newThree(letters("ab"), letters("xy"), letters("xy"))
	for _, withBase := range []bool{false, true} {
		if left := m.narrow([]region{{both, 0, 2, 0, 2, 0, 2}}, withBase); len(left) != 0 {
			t.Errorf("with base %v: left is %+v", withBase, left)
		}
	}
}

func TestMergeLinesInvariants(t *testing.T) {
	sources := realTexts(t)
	for seed := range uint64(300) {
		c := newTriple(seed, sources)
		for name, got := range map[string]lineMerge{
			"merge(b,b,x)": mergeLines(c.base, c.base, c.ours, Labels{}),
			"merge(b,x,b)": mergeLines(c.base, c.ours, c.base, Labels{}),
			"merge(b,x,x)": mergeLines(c.base, c.ours, c.ours, Labels{}),
		} {
			if string(got.text) != string(c.ours) || !got.clean() {
				t.Errorf("seed %d: %s is not x", seed, name)
			}
		}
		whole := wholeConflict(c.base, c.ours, c.theirs, Labels{})
		if string(c.ours) != string(c.theirs) {
			c.checkLines(t, int(seed), whole.text)
		}
	}
}

// A diff is minimal: it keeps as many lines as the longest common subsequence has. Lines that occur often among
// such as only one side has are the exception, and short texts have none.
func TestLineDiffIsMinimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() []int {
		list := r.Perm(12) // three of each
		for i := range list {
			list[i] /= 3
		}
		return list[:r.IntN(12)]
	}
	for range 2000 {
		a, b := word(), word()
		kept, at := 0, 0
		for _, h := range append(lineDiff(a, b), hunk{len(a), len(a), len(b), len(b)}) {
			if got, want := fmt.Sprint(a[at:h.a0]), fmt.Sprint(b[h.b0-(h.a0-at):h.b0]); got != want {
				t.Fatalf("%v and %v: %s is taken for %s", a, b, got, want)
			}
			kept, at = kept+h.a0-at, h.a1
		}
		if want := longestCommon(a, b); kept != want {
			t.Errorf("%v and %v: kept %d lines, %d can be", a, b, kept, want)
		}
	}
}

// longestCommon is the length of the longest common subsequence, by the textbook.
func longestCommon(a, b []int) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		before := 0
		for j, y := range b {
			next := max(row[j], row[j+1])
			if x == y {
				next = before + 1
			}
			before, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

// Texts that have hardly a line in common must not take for ever.
func BenchmarkLineDiffShuffled(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := r.Perm(5000), r.Perm(5000)
	for b.Loop() {
		lineDiff(x, y)
	}
}
