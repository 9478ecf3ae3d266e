package merge

import "slices"

// part is a piece of a text that has a name of its own: an entry of a map, an item of a set, a document.
type part struct {
	key string
	// head is the comment and the empty lines above it.
	head, text string
	// nested means that text holds parts in turn.
	nested bool
}

// mergeParts merges parts by name. Those of ours keep their order, and what is new in theirs follows its neighbour
// there. It gives up where a side changed what the other dropped, where both put something else in place of a
// part, and where theirs has a new order. Parts that both sides have are merged by both.
func mergeParts(base, ours, theirs []part, both func(base, ours, theirs part) (part, bool)) ([]part, bool) {
	if !unique(base) || !unique(ours) || !unique(theirs) || replacedByBoth(base, ours, theirs) || reordered(base, theirs) {
		return nil, false
	}
	var list []part
	for _, our := range ours {
		was, had := find(base, our.key)
		their, has := find(theirs, our.key)
		switch {
		case has:
			one, ok := both(was, our, their)
			if !ok {
				return nil, false
			}
			list = append(list, one)
		case !had:
			list = append(list, our)
		case our != was:
			return nil, false
		}
	}
	return addNew(list, base, ours, theirs)
}

// addNew puts in what theirs has and base has not.
func addNew(list, base, ours, theirs []part) ([]part, bool) {
	for i, their := range theirs {
		was, had := find(base, their.key)
		_, has := find(ours, their.key)
		switch {
		case has:
		case !had:
			list = slices.Insert(list, place(list, theirs, i), their)
		case their != was:
			return nil, false
		}
	}
	return list, true
}

// place is where part i of theirs belongs in a list: behind the nearest part above it, else before the nearest
// one below.
func place(list, theirs []part, i int) int {
	for j := i - 1; j >= 0; j-- {
		if at := index(list, theirs[j].key); at >= 0 {
			return at + 1
		}
	}
	for _, below := range theirs[i+1:] {
		if at := index(list, below.key); at >= 0 {
			return at
		}
	}
	return len(list)
}

func index(list []part, key string) int {
	return slices.IndexFunc(list, func(p part) bool { return p.key == key })
}

func find(list []part, key string) (part, bool) {
	if i := index(list, key); i >= 0 {
		return list[i], true
	}
	return part{}, false
}

func unique(list []part) bool {
	for i, p := range list {
		if index(list, p.key) != i {
			return false
		}
	}
	return true
}

// replacedByBoth: both sides took out the same part and put in another, each a different one. Taken together that
// may be twice what was wanted once.
func replacedByBoth(base, ours, theirs []part) bool {
	gone := slices.ContainsFunc(base, func(p part) bool { return index(ours, p.key) < 0 && index(theirs, p.key) < 0 })
	added := func(side, other []part) bool {
		return slices.ContainsFunc(side, func(p part) bool { return index(base, p.key) < 0 && index(other, p.key) < 0 })
	}
	return gone && added(ours, theirs) && added(theirs, ours)
}

// reordered tells whether the parts that two lists share are in another order.
func reordered(a, b []part) bool {
	last := -1
	for _, p := range a {
		if at := index(b, p.key); at >= 0 {
			if at < last {
				return true
			}
			last = at
		}
	}
	return false
}

// merge3 merges a piece of text by lines; not ok if that is a conflict.
func merge3(base, ours, theirs string) (string, bool) {
	merged := mergeLines([]byte(base), []byte(ours), []byte(theirs), Labels{})
	return string(merged.text), merged.line == 0
}
