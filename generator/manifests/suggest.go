package manifests

import (
	"strings"

	"github.com/opwright/opwright/generator/words"
)

// nearest finds the name that was probably meant: the same but for its case, the same but for a part left out in
// the middle, or one a few letters away. Nothing is better than a wild guess.
func nearest(name string, candidates []string) string {
	best, bestDistance := "", max(2, len(lastPart(name))/3)+1
	for _, candidate := range candidates {
		if d := difference(name, candidate); d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// difference is the edit distance without regard to case; a marker with a part left out counts as one edit.
func difference(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if lastPart(a) == lastPart(b) && firstPart(a) == firstPart(b) {
		return min(1, words.Distance(a, b))
	}
	return words.Distance(a, b)
}

func lastPart(name string) string { return name[strings.LastIndex(name, ":")+1:] }

func firstPart(name string) string {
	first, _, _ := strings.Cut(name, ":")
	return first
}
