package spec

// DidYouMean is the hint for an unknown word: the closest known one, else all.
func DidYouMean(word string, known []string) string { return didYouMean(word, known) }

// TuningPaths lists what may stand below tuning, in the order in which Encode writes it.
func TuningPaths() []string {
	return []string{
		"workers", "timeout", "minInterval", "startupSpread", "coalesce",
		"sync.interval", "sync.jitter", "sync.maxInterval",
		"limiter.kind", "limiter.baseDelay", "limiter.maxDelay", "limiter.jitter", "limiter.qps", "limiter.burst",
		"calls.qps", "calls.burst", "breaker.failures", "breaker.pause",
	}
}
