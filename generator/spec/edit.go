package spec

// DidYouMean is the hint for an unknown word: the closest known one, else all.
func DidYouMean(word string, known []string) string { return didYouMean(word, known) }
