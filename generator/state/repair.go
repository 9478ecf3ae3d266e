package state

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Union joins the two sides of a ledger that a merge of branches left in conflict. A path that both have, in
// different lines, takes the line of the newer revision, which was rendered last; notes name these. Files that only
// one side has are kept: the next apply finds out whether they are still wanted.
func Union(data []byte, supported int) (lock Lock, notes []string, err error) {
	texts, err := sides(data)
	if err != nil {
		return Lock{}, nil, err
	}
	ours, errOurs := Decode(texts[0], supported)
	theirs, errTheirs := Decode(texts[1], supported)
	if err := errors.Join(errOurs, errTheirs); err != nil {
		return Lock{}, nil, err
	}
	newer, older := ours, theirs
	if theirs.Revision > ours.Revision {
		newer, older = theirs, ours
	}
	lock = newer
	lock.Files = slices.Clone(newer.Files)
	for _, e := range older.Files {
		i := slices.IndexFunc(newer.Files, func(n Entry) bool { return n.Path == e.Path })
		switch {
		case i < 0:
			lock.Files = append(lock.Files, e)
		case newer.Files[i] != e:
			notes = append(notes, fmt.Sprintf("%s: takes the line of revision %d", e.Path, newer.Revision))
		}
	}
	slices.SortFunc(lock.Files, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	lock.Presets = joinPins(newer.Presets, older.Presets)
	return lock, notes, nil
}

// joinPins takes the higher version of a preset that both sides pin.
func joinPins(a, b []PresetPin) []PresetPin {
	pins := slices.Clone(a)
	for _, pin := range b {
		i := slices.IndexFunc(pins, func(p PresetPin) bool { return p.Name == pin.Name })
		switch {
		case i < 0:
			pins = append(pins, pin)
		case pin.Version > pins[i].Version:
			pins[i] = pin
		}
	}
	slices.SortFunc(pins, func(a, b PresetPin) int { return strings.Compare(a.Name, b.Name) })
	return pins
}

// sides splits a text at git's conflict markers, of either conflict style. Without markers both are the text itself.
func sides(data []byte) (texts [2][]byte, err error) {
	in := both
	for line := range bytes.Lines(data) {
		switch {
		case in == both && bytes.HasPrefix(line, []byte("<<<<<<< ")):
			in = first
		case in == first && bytes.HasPrefix(line, []byte("||||||| ")):
			in = base
		case (in == first || in == base) && bytes.Equal(bytes.TrimRight(line, "\r\n"), []byte("=======")):
			in = second
		case in == second && bytes.HasPrefix(line, []byte(">>>>>>> ")):
			in = both
		default:
			if in == both || in == first {
				texts[0] = append(texts[0], line...)
			}
			if in == both || in == second {
				texts[1] = append(texts[1], line...)
			}
		}
	}
	if in != both {
		return texts, fmt.Errorf("%s: a conflict marker has no end\nhint: take one side with git checkout --ours or --theirs", LockPath)
	}
	return texts, nil
}

// part is where a line of a conflicted text stands.
type part int

const (
	both part = iota
	first
	base
	second
)
