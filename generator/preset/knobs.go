package preset

import "time"

// Knobs lists every setting of a preset, in the order in which a person asks for them: what wakes a pass,
// what spaces it, how much goes on at once, and what it costs. The ranges of those that opwright.yaml may
// set, too, are the same there; a test compares them.
func Knobs() []Knob {
	var list []Knob
	for _, part := range [][]Knob{sources(), retries(), outside(), syncing(), running(), process(), alerts()} {
		list = append(list, part...)
	}
	return list
}

// sources are the knobs of what wakes a pass.
func sources() []Knob {
	return []Knob{
		choice("predicates.primary", "events of the reconciled kind that count",
			"changed", "a new generation, a deletion, own finalizers, a request by annotation"),
		choice("predicates.owned", "events of owned objects that count",
			"byKind", "the generation and the status that is read, or the content of kinds without a generation"),
		choice("predicates.watched", "events of watched objects that count",
			"digest", "changes of the fields that are read",
			"metadata", "changes of labels and annotations",
			"none", "none: nothing is watched beyond what is owned"),
		span("coalesce", "time over which events of children are gathered", 0, time.Minute).or("no time at all"),
		span("minInterval", "shortest time between two passes over an object", 0, 10*time.Minute).or("none"),
	}
}

// retries are the knobs of what follows a failure.
func retries() []Knob {
	return []Knob{
		choice("limiter.kind", "retries are spaced",
			"bucket", "for each object on its own, and for all of them together",
			"exponential", "for each object on its own"),
		span("limiter.baseDelay", "wait before the first retry", time.Millisecond, time.Minute),
		span("limiter.maxDelay", "longest wait between retries", time.Second, time.Hour),
		number("limiter.jitter", "spread of that wait, both ways", 0, 0.5).in("share"),
		number("limiter.qps", "retries of all objects together", 0.1, 1000).in("a second").or("no bound"),
		whole("limiter.burst", "retries at once", 1, 10000).or("no bound"),
	}
}

// outside are the knobs of calls to something that is not the API server.
func outside() []Knob {
	return []Knob{
		number("calls.qps", "calls to the outside", 0.1, 10000).in("a second").or("no bound"),
		whole("calls.burst", "calls to the outside at once", 1, 10000).or("no bound"),
		whole("breaker.failures", "failures in a row that pause all calls", 1, 1000).or("never"),
		span("breaker.pause", "length of such a pause", time.Second, time.Hour),
	}
}

// syncing are the knobs of passes that no event asked for.
func syncing() []Knob {
	return []Knob{
		span("sync.interval", "time between two passes that no event asked for", time.Second, day).or("none"),
		number("sync.jitter", "spread of that time, both ways", 0, 0.5).in("share"),
		span("sync.maxInterval", "longest such time while nothing changes", time.Second, day).or("the same"),
		span("sync.busy", "such time while an object is on its way", time.Second, day).or("the same"),
		flag("sync.deadline", "next pass is due", "when a computed time comes", "after the interval"),
		number("sync.early", "share of the time left by which a deadline is taken earlier", 0, 0.5).in("share"),
		span("sync.min", "shortest wait for a deadline", time.Second, time.Hour).or("none"),
		span("sync.max", "longest wait for a deadline", time.Second, day).or("none"),
		span("startupSpread", "time over which settled objects are visited after a start", 0, time.Hour).or("none"),
	}
}

// running are the knobs of how passes run.
func running() []Knob {
	return []Knob{
		whole("workers", "objects reconciled at once", 1, 256),
		span("timeout", "longest time of one pass", time.Second, time.Hour),
		whole("priorities.event", "priority of events", 0, 0),
		whole("priorities.error", "priority of retries", -1000, 0),
		whole("priorities.list", "priority of the initial list", -100, -100),
		whole("priorities.sync", "priority of periodic passes", -1000, 0),
		flag("rest", "an object of which nothing changed is", "left alone before its desired state is built", "built and compared"),
		flag("editsFirst", "an edit made while the operator was down goes", "ahead of the initial list", "behind the initial list"),
	}
}

// process are the knobs of the operator as a whole.
func process() []Knob {
	return []Knob{
		choice("cache.children", "what is kept of owned objects",
			"label", "our own objects, whole",
			"metadata", "our own objects, those without a status as metadata"),
		choice("cache.podFields", "what is kept of Pods", "all", "all fields", "used", "the fields that are read"),
		flag("cache.copy", "a read gives", "a copy", "the cache's own object, which must not be changed"),
		choice("cache.namespaces", "namespaces that are watched", "all", "all", "own", "the operator's own"),
		number("client.qps", "requests to the API server", 0.1, 10000).in("a second").orAt(-1, "as many as the server lets through"),
		whole("client.burst", "requests to the API server at once", 1, 10000).or("no bound"),
		span("leadership.lease", "time after which a silent leader is replaced", 2*time.Second, 10*time.Minute),
		span("leadership.renew", "time after which a leader without the API server gives up", time.Second, 10*time.Minute),
		span("leadership.retry", "time between two tries to get the lease", time.Second, time.Minute),
		flag("warmup", "a standby has its caches", "filled ahead", "filled when it takes over"),
		whole("replicas", "replicas of the operator", 1, 10),
		span("gracefulStop", "time that passes under way have to end", 0, 10*time.Minute).or("none"),
	}
}

// alerts are the thresholds.
func alerts() []Knob {
	return []Knob{
		number("alerts.slowShare", "alert on objects that waited over a second, above", 0.001, 1).in("share"),
		number("alerts.busyShare", "alert on busy workers, above", 0.1, 1).in("share"),
		number("alerts.errorShare", "alert on failed passes, above", 0.001, 1).in("share"),
		span("alerts.starvedFor", "alert on a low priority that waits longer than", time.Minute, day),
		whole("alerts.leasesAnHour", "alert on changes of the leader, above", 1, 1000).in("an hour"),
		whole("alerts.passesEach", "alert on passes over one object, above", 1, 10000).in("in ten minutes"),
		whole("alerts.depth", "alert on a work queue longer than", 1, 1000000),
		choice("alerts.own", "further alerts",
			"", "none",
			"expiry", "less than half of the time planned for a renewal is left",
			"queue", "waiting time and additions a pass",
			"quota", "refused calls, and polls that are overdue"),
	}
}

const day = 24 * time.Hour

func span(path, label string, least, most time.Duration) Knob {
	return Knob{Path: path, Label: label, Form: FormDuration, Min: least.Seconds(), Max: most.Seconds()}
}

func whole(path, label string, least, most float64) Knob {
	return Knob{Path: path, Label: label, Form: FormWhole, Min: least, Max: most}
}

func number(path, label string, least, most float64) Knob {
	return Knob{Path: path, Label: label, Form: FormNumber, Min: least, Max: most}
}

// choice takes values and their meanings in turn.
func choice(path, label string, words ...string) Knob {
	k := Knob{Path: path, Label: label, Form: FormChoice}
	for i := 0; i < len(words); i += 2 {
		k.Meanings = append(k.Meanings, Word{words[i], words[i+1]})
	}
	return k
}

func flag(path, label, on, off string) Knob {
	return Knob{Path: path, Label: label, Form: FormFlag, Meanings: []Word{{"true", on}, {"false", off}}}
}

func (k Knob) in(unit string) Knob {
	k.Unit = unit
	return k
}

// or says what zero means.
func (k Knob) or(meaning string) Knob { return k.orAt(0, meaning) }

func (k Knob) orAt(off float64, meaning string) Knob {
	k.off, k.Off = off, meaning
	return k
}
