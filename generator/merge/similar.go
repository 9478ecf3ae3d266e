package merge

import "bytes"

// MarkerLine is the line of the first conflict marker in a text, 0 if it has none.
func MarkerLine(text []byte) int { return firstMarker(text) }

// Similarity is the share of lines, 0 to 1, that two texts have in common, wherever they stand; blank lines and lines
// of a bracket alone do not count. Two texts without others have nothing in common.
func Similarity(a, b []byte) float64 {
	seen := map[string]int{}
	total, common := 0, 0
	for line := range bytes.Lines(a) {
		if line = bytes.TrimSpace(line); len(line) > 1 {
			seen[string(line)]++
			total++
		}
	}
	for line := range bytes.Lines(b) {
		if line = bytes.TrimSpace(line); len(line) > 1 {
			total++
			if seen[string(line)] > 0 {
				seen[string(line)]--
				common += 2
			}
		}
	}
	if total == 0 {
		return 0
	}
	return float64(common) / float64(total)
}
