package merge

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// openMark and closeMark begin the lines around a conflict.
const (
	openMark  = "<<<<<<< "
	closeMark = ">>>>>>> "
)

// Labels name the sides of a conflict in its markers. Without a Base, the base text is left out of them.
type Labels struct{ Ours, Base, Theirs string }

// named fills in what the caller left open.
func (l Labels) named() Labels {
	if l.Ours == "" {
		l.Ours = "yours"
	}
	if l.Theirs == "" {
		l.Theirs = "new"
	}
	return l
}

// lineMerge is the outcome of a merge by lines.
type lineMerge struct {
	// text has git's markers around each conflict.
	text []byte
	// line is that of the first marker; 0 if there is no conflict.
	line int
}

// mergeLines is a merge by lines that ends as git merge-file does.
func mergeLines(base, ours, theirs []byte, labels Labels) lineMerge {
	m := newThree(base, ours, theirs)
	return m.write(m.narrow(m.align(), labels.Base != ""), labels.named())
}

// three are the lines of the three texts, as text and as numbers that are equal for equal lines.
type three struct {
	ours, base, theirs          []string
	oursIDs, baseIDs, theirsIDs []int
}

func newThree(base, ours, theirs []byte) three {
	ids := map[string]int{}
	number := func(lines []string) []int {
		list := make([]int, len(lines))
		for i, text := range lines {
			if _, known := ids[text]; !known {
				ids[text] = len(ids)
			}
			list[i] = ids[text]
		}
		return list
	}
	m := three{ours: linesOf(ours), base: linesOf(base), theirs: linesOf(theirs)}
	m.oursIDs, m.baseIDs, m.theirsIDs = number(m.ours), number(m.base), number(m.theirs)
	return m
}

func linesOf(text []byte) []string { return slices.Collect(strings.Lines(string(text))) }

// side says whose text a region takes.
type side int

const (
	both  side = iota // the two differ: a conflict
	left              // ours, because theirs is as it was
	right             // theirs, because ours is as it was
)

// region is a part that at least one side changed, in each of the texts.
type region struct {
	from           side
	b0, b1         int
	o0, o1, t0, t1 int
}

// align walks through the edits of both sides. Edits that overlap or touch are one region, a conflict unless
// they are the same edit.
func (m three) align() []region {
	ours, theirs := lineDiff(m.baseIDs, m.oursIDs), lineDiff(m.baseIDs, m.theirsIDs)
	var list []region
	shiftO, shiftT := 0, 0 // from base to the side, behind the last edit
	for len(ours) > 0 || len(theirs) > 0 {
		switch {
		case len(theirs) == 0 || len(ours) > 0 && ours[0].a1 < theirs[0].a0:
			h := ours[0]
			list = add(list, region{left, h.a0, h.a1, h.b0, h.b1, h.a0 + shiftT, h.a1 + shiftT})
			ours, shiftO = ours[1:], h.b1-h.a1
		case len(ours) == 0 || theirs[0].a1 < ours[0].a0:
			h := theirs[0]
			list = add(list, region{right, h.a0, h.a1, h.a0 + shiftO, h.a1 + shiftO, h.b0, h.b1})
			theirs, shiftT = theirs[1:], h.b1-h.a1
		default:
			o, t := ours[0], theirs[0]
			if o.a0 != t.a0 || o.a1 != t.a1 || !slices.Equal(m.oursIDs[o.b0:o.b1], m.theirsIDs[t.b0:t.b1]) {
				list = add(list, overlap(o, t))
			}
			if o.a1 <= t.a1 {
				ours, shiftO = ours[1:], o.b1-o.a1
			}
			if t.a1 <= o.a1 {
				theirs, shiftT = theirs[1:], t.b1-t.a1
			}
		}
	}
	return list
}

// overlap is the region that covers both edits. Where an edit reaches less far, its side is as base there.
func overlap(o, t hunk) region {
	b0, b1 := min(o.a0, t.a0), max(o.a1, t.a1)
	return region{
		both, b0, b1,
		o.b0 - (o.a0 - b0), o.b1 + (b1 - o.a1),
		t.b0 - (t.a0 - b0), t.b1 + (b1 - t.a1),
	}
}

// add appends a region. If it touches the last one on a side, the two are one conflict.
func add(list []region, r region) []region {
	if len(list) == 0 {
		return append(list, r)
	}
	last := &list[len(list)-1]
	if r.o0 > last.o1 && r.t0 > last.t1 {
		return append(list, r)
	}
	last.from = both
	last.b1, last.o1, last.t1 = r.b1, r.o1, r.t1
	return list
}

// narrow takes out of the conflicts what both sides say. Where base is shown, too, a conflict stays whole, because a
// part of base would stand for nothing.
func (m three) narrow(list []region, withBase bool) []region {
	if !withBase {
		return m.join(m.refine(list))
	}
	return slices.DeleteFunc(list, func(r region) bool {
		return r.from == both && slices.Equal(m.oursIDs[r.o0:r.o1], m.theirsIDs[r.t0:r.t1])
	})
}

// refine splits each conflict into the parts in which the sides differ; none, if they came to the same by edits
// that are not the same.
func (m three) refine(list []region) []region {
	var refined []region
	for _, r := range list {
		if r.from != both {
			refined = append(refined, r)
			continue
		}
		for _, h := range lineDiff(m.oursIDs[r.o0:r.o1], m.theirsIDs[r.t0:r.t1]) {
			refined = append(refined, region{both, r.b0, r.b1, r.o0 + h.a0, r.o0 + h.a1, r.t0 + h.b0, r.t0 + h.b1})
		}
	}
	return refined
}

// join makes one conflict of two that only few lines, or lines without a word, lie between: they read better as one.
func (m three) join(list []region) []region {
	const few = 3
	var joined []region
	for _, r := range list {
		last := len(joined) - 1
		if last < 0 || r.from != both || joined[last].from != both ||
			r.o0-joined[last].o1 > few && slices.ContainsFunc(m.ours[joined[last].o1:r.o0], hasWord) {
			joined = append(joined, r)
			continue
		}
		joined[last].b1, joined[last].o1, joined[last].t1 = r.b1, r.o1, r.t1
	}
	return joined
}

func hasWord(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))
	})
}

// write puts the regions between the lines that both sides have.
func (m three) write(list []region, labels Labels) lineMerge {
	var out bytes.Buffer
	conflict := false
	done := 0
	for _, r := range list {
		put(&out, m.ours[done:r.o0])
		switch r.from {
		case left:
			put(&out, m.ours[r.o0:r.o1])
		case right:
			put(&out, m.theirs[r.t0:r.t1])
		default:
			m.mark(&out, r, labels)
			conflict = true
		}
		done = r.o1
	}
	put(&out, m.ours[done:])
	if !conflict {
		return lineMerge{text: out.Bytes()}
	}
	return lineMerge{out.Bytes(), firstMarker(out.Bytes())}
}

func (m three) mark(out *bytes.Buffer, r region, labels Labels) {
	out.WriteString(openMark + labels.Ours + "\n")
	put(out, m.ours[r.o0:r.o1])
	if labels.Base != "" {
		out.WriteString("||||||| " + labels.Base + "\n")
		put(out, m.base[r.b0:r.b1])
	}
	out.WriteString("=======\n")
	put(out, m.theirs[r.t0:r.t1])
	out.WriteString(closeMark + labels.Theirs + "\n")
}

func put(out *bytes.Buffer, lines []string) {
	for _, text := range lines {
		out.WriteString(text)
	}
}

// firstMarker is the line of the first conflict in a text; 0 if it has none.
func firstMarker(text []byte) int {
	first := 0
	for i, line := range linesOf(text) {
		switch {
		case first == 0 && strings.HasPrefix(line, openMark):
			first = i + 1
		case first > 0 && strings.HasPrefix(line, closeMark):
			return first
		}
	}
	return 0
}

// wholeConflict is one conflict over all that is not the same in the three texts.
func wholeConflict(base, ours, theirs []byte, labels Labels) lineMerge {
	m := newThree(base, ours, theirs)
	b, o, t := m.baseIDs, m.oursIDs, m.theirsIDs
	top, end := 0, 0
	for shortest := min(len(b), len(o), len(t)); top < shortest && b[top] == o[top] && o[top] == t[top]; {
		top++
	}
	for shortest := min(len(b), len(o), len(t)) - top; end < shortest &&
		b[len(b)-1-end] == o[len(o)-1-end] && o[len(o)-1-end] == t[len(t)-1-end]; {
		end++
	}
	return m.write([]region{{both, top, len(b) - end, top, len(o) - end, top, len(t) - end}}, labels.named())
}
