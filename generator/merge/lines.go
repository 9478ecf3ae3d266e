package merge

import "math/bits"

// hunk says that the lines a0 to a1 of one text became the lines b0 to b1 of another.
type hunk struct{ a0, a1, b0, b1 int }

// lineDiff finds the hunks between two texts: a shortest edit script by Myers, with each hunk where git would put
// it. Where a hunk lies decides whether two edits touch, so it has to be git's place for git's verdict.
func lineDiff(a, b []int) []hunk {
	top := 0
	for top < len(a) && top < len(b) && a[top] == b[top] {
		top++
	}
	end := 0
	for end < len(a)-top && end < len(b)-top && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	m := myers{
		a: compared(a, b, top, end), b: compared(b, a, top, end),
		keepA: kept(len(a), top, end), keepB: kept(len(b), top, end),
		forward: make([]int, len(a)+len(b)+3), backward: make([]int, len(a)+len(b)+3),
	}
	m.solve(box{0, len(m.a), 0, len(m.b)})
	gapsA, gapsB := gaps(m.keepA), gaps(m.keepB)
	slide(a, gapsA, gapsB)
	slide(b, gapsB, gapsA)
	return hunks(gapsA, gapsB)
}

// kept marks the lines at the top and at the end that are the same in both texts.
func kept(n, top, end int) []bool {
	keep := make([]bool, n)
	for i := range n {
		keep[i] = i < top || i >= n-end
	}
	return keep
}

// line is a line that takes part in the comparison: its place and what it says.
type line struct{ at, word int }

// compared lists the lines of a that have a counterpart in b. As git does, it leaves out lines that occur often
// (braces, empty ones) in the middle of lines without a counterpart: they would match by chance.
func compared(a, b []int, top, end int) []line {
	const window = 100
	counts := map[int]int{}
	for _, word := range b {
		counts[word]++
	}
	// git's rough square root of the number of lines
	often := min(1<<((bits.Len(uint(len(a)))+1)/2), 1024)
	var list []line
	for i := top; i < len(a)-end; i++ {
		n := counts[a[i]]
		chance := n >= often && byChance(a, counts, often, max(i-window, top), i, min(i+window, len(a)-end-1))
		if n > 0 && !chance {
			list = append(list, line{i, a[i]})
		}
	}
	return list
}

// byChance tells whether the neighbours of line i, on both sides up to the next telling line, are for the most
// part without a counterpart.
func byChance(a []int, counts map[int]int, often, from, i, to int) bool {
	alone, frequent := 0, 2
	for _, step := range []int{-1, 1} {
		before := alone
		for j := i + step; from <= j && j <= to; j += step {
			n := counts[a[j]]
			if n > 0 && n < often {
				break
			}
			if n == 0 {
				alone++
			} else {
				frequent++
			}
		}
		if alone == before {
			return false
		}
	}
	return 4*frequent < frequent+alone
}

// myers is the linear-space form of Myers's "An O(ND) Difference Algorithm and Its Variations". Diagonals are
// numbered x-y; forward and backward hold the furthest x on each, shifted by the length of b.
type myers struct {
	a, b              []line
	keepA, keepB      []bool
	forward, backward []int
}

// box is the part of the edit graph from (x0, y0) to (x1, y1).
type box struct{ x0, x1, y0, y1 int }

// solve marks what stays in a box, half by half.
func (m *myers) solve(in box) {
	for in.x0 < in.x1 && in.y0 < in.y1 && m.a[in.x0].word == m.b[in.y0].word {
		m.keep(in.x0, in.y0)
		in.x0, in.y0 = in.x0+1, in.y0+1
	}
	for in.x0 < in.x1 && in.y0 < in.y1 && m.a[in.x1-1].word == m.b[in.y1-1].word {
		m.keep(in.x1-1, in.y1-1)
		in.x1, in.y1 = in.x1-1, in.y1-1
	}
	if in.x0 == in.x1 || in.y0 == in.y1 {
		return
	}
	x, y := m.middle(in)
	m.solve(box{in.x0, x, in.y0, y})
	m.solve(box{x, in.x1, y, in.y1})
}

func (m *myers) keep(x, y int) {
	m.keepA[m.a[x].at], m.keepB[m.b[y].at] = true, true
}

// middle is a point on a shortest path, found by searching from both corners at once.
func (m *myers) middle(in box) (x, y int) {
	const far = int(^uint(0) >> 1)
	shift := len(m.b) + 1
	fwd, bwd := m.forward, m.backward
	low, high := in.x0-in.y1, in.x1-in.y0
	start, goal := in.x0-in.y0, in.x1-in.y1
	f, b := span{start, start}, span{goal, goal}
	fwd[start+shift], bwd[goal+shift] = in.x0, in.x1
	for odd := (start-goal)%2 != 0; ; {
		f = f.wider(low, high, fwd, shift, -1)
		for d := f.max; d >= f.min; d -= 2 {
			x := max(fwd[d-1+shift]+1, fwd[d+1+shift])
			x = m.down(x, x-d, in)
			fwd[d+shift] = x
			if odd && b.has(d) && bwd[d+shift] <= x {
				return x, x - d
			}
		}
		b = b.wider(low, high, bwd, shift, far)
		for d := b.max; d >= b.min; d -= 2 {
			x := min(bwd[d-1+shift], bwd[d+1+shift]-1)
			x = m.up(x, x-d, in)
			bwd[d+shift] = x
			if !odd && f.has(d) && x <= fwd[d+shift] {
				return x, x - d
			}
		}
	}
}

// down and up follow the lines that are the same, from a point to the end of the box.
func (m *myers) down(x, y int, in box) int {
	for x < in.x1 && y < in.y1 && m.a[x].word == m.b[y].word {
		x, y = x+1, y+1
	}
	return x
}

func (m *myers) up(x, y int, in box) int {
	for x > in.x0 && y > in.y0 && m.a[x-1].word == m.b[y-1].word {
		x, y = x-1, y-1
	}
	return x
}

// span is a range of diagonals.
type span struct{ min, max int }

func (s span) has(d int) bool { return s.min <= d && d <= s.max }

// wider takes in a diagonal more on each side, as far as the box reaches. Beyond it lies what no path comes from.
func (s span) wider(low, high int, furthest []int, shift, outside int) span {
	if s.min > low {
		s.min--
		furthest[s.min-1+shift] = outside
	} else {
		s.min++
	}
	if s.max < high {
		s.max++
		furthest[s.max+1+shift] = outside
	} else {
		s.max--
	}
	return s
}

// gaps counts the changed lines before each line that stays, and after the last.
func gaps(keep []bool) []int {
	list := []int{0}
	for _, stays := range keep {
		if stays {
			list = append(list, 0)
		} else {
			list[len(list)-1]++
		}
	}
	return list
}

// slide moves each gap as far down as its lines allow, joining it with those it meets; if on the way it can
// lie opposite a gap of the other text, it stays there, so that the two are one replacement.
func slide(text, gaps, other []int) {
	g := gap{text: text, gaps: gaps}
	for ; g.k < len(gaps); g.next() {
		if gaps[g.k] == 0 {
			continue
		}
		g.end = g.start + gaps[g.k]
		opposite, top := -1, 0
		for size := 0; size != g.end-g.start; {
			size = g.end - g.start
			for g.up() {
			}
			opposite, top = -1, g.k
			for more := true; more; more = g.down() {
				if other[g.k] > 0 {
					opposite = g.k
				}
			}
		}
		for opposite >= top && g.k > opposite && g.up() {
		}
	}
}

// gap is the gap before line k of those that stay: the lines start to end of its text.
type gap struct {
	text, gaps    []int
	k, start, end int
}

func (g *gap) next() {
	g.start += g.gaps[g.k] + 1
	g.k++
}

func (g *gap) up() bool {
	if g.start == 0 || g.text[g.start-1] != g.text[g.end-1] {
		return false
	}
	g.gaps[g.k] = 0
	g.k--
	g.start, g.end = g.start-1-g.gaps[g.k], g.end-1
	g.gaps[g.k] = g.end - g.start
	return true
}

func (g *gap) down() bool {
	if g.end == len(g.text) || g.text[g.start] != g.text[g.end] {
		return false
	}
	g.gaps[g.k] = 0
	g.k++
	g.start, g.end = g.start+1, g.end+1+g.gaps[g.k]
	g.gaps[g.k] = g.end - g.start
	return true
}

// hunks puts the gaps of two texts side by side.
func hunks(gapsA, gapsB []int) []hunk {
	var list []hunk
	a, b := 0, 0
	for k := range gapsA {
		if gapsA[k] > 0 || gapsB[k] > 0 {
			list = append(list, hunk{a, a + gapsA[k], b, b + gapsB[k]})
		}
		a, b = a+gapsA[k]+1, b+gapsB[k]+1
	}
	return list
}
