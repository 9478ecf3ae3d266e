package preset

import "time"

// Value is a setting, the reason for it and, where one was measured, the scenario of docs/benchmarks.md that backs it.
type Value[T comparable] struct {
	Value     T      `yaml:"value"`
	Why       string `yaml:"why"`
	Benchmark string `yaml:"benchmark,omitempty"`
	// From is the preset that says so, such as standard@1.
	From string `yaml:"-"`
}

// Preset is one version of a named set of tuning values.
type Preset struct {
	Name    string `yaml:"name"`
	Version int    `yaml:"version"`
	// Extends names the version of another preset, such as standard@1, whose values hold where this one has none.
	Extends string `yaml:"extends,omitempty"`
	// Summary says in a few words what kind of controller it is for.
	Summary string `yaml:"summary"`
	// Work is the kind of example that a new controller starts from; see spec.Works.
	Work string `yaml:"work,omitempty"`
	// When, WhenNot and Costs are sentences for somebody who chooses.
	When    []string `yaml:"when,omitempty"`
	WhenNot []string `yaml:"whenNot,omitempty"`
	Costs   []string `yaml:"costs,omitempty"`
	// Layers are template layers of the folder that the preset comes from, rendered for controllers with this preset.
	Layers []string `yaml:"layers,omitempty"`

	Predicates    Value[Predicates]    `yaml:"predicates"`
	Coalesce      Value[time.Duration] `yaml:"coalesce"`      // how long events of owned and watched objects are gathered; 0 is not at all
	Limiter       Value[Limiter]       `yaml:"limiter"`       // spaces the retries of an object
	Calls         Value[Calls]         `yaml:"calls"`         // bounds calls to something outside the cluster
	Breaker       Value[Breaker]       `yaml:"breaker"`       // pauses calls to a dependency that fails for everybody
	Sync          Value[Sync]          `yaml:"sync"`          // the periodic sync
	StartupSpread Value[time.Duration] `yaml:"startupSpread"` // settled objects are visited within this time after a start
	MinInterval   Value[time.Duration] `yaml:"minInterval"`   // shortest time between two passes over an object
	Workers       Value[int]           `yaml:"workers"`       // objects reconciled at once
	Priorities    Value[Priorities]    `yaml:"priorities"`    // order in the queue
	Timeout       Value[time.Duration] `yaml:"timeout"`       // ends the context of one pass
	Warmup        Value[bool]          `yaml:"warmup"`        // a standby has its caches ready
	Rest          Value[bool]          `yaml:"rest"`          // an object of which nothing changed is left before its desired state is built
	EditsFirst    Value[bool]          `yaml:"editsFirst"`    // edits made while the operator was down pass the initial list
	Cache         Value[Cache]         `yaml:"cache"`         // what the operator keeps in memory
	Client        Value[Client]        `yaml:"client"`        // requests to the API server
	Leadership    Value[Leadership]    `yaml:"leadership"`    // the lease
	Replicas      Value[int]           `yaml:"replicas"`      // of the operator itself
	GracefulStop  Value[time.Duration] `yaml:"gracefulStop"`  // a stopping manager waits this long for its workers
	Alerts        Value[Alerts]        `yaml:"alerts"`        // thresholds of the alerts

	// Digest is the hex sha256 of the file, of its template layers and of what it extends. Source is the folder
	// that it is in, as opwright.yaml names it, where it is not one of ours.
	Digest string `yaml:"-"`
	Source string `yaml:"-"`
}

// Predicates names the filter of each kind of source.
type Predicates struct {
	// Primary is "changed": generation, deletion, own finalizers or a request by annotation.
	Primary string `yaml:"primary"`
	// Owned is "byKind": generation and the status that is read, or the content of kinds without generation.
	Owned string `yaml:"owned"`
	// Watched is "digest" (of the referenced fields), "metadata" (labels and annotations) or "none".
	Watched string `yaml:"watched"`
}

// Limiter is how the retries of an object are spaced.
type Limiter struct {
	// Kind is "exponential" (each object on its own) or "bucket" (all together as well).
	Kind string `yaml:"kind"`
	// BaseDelay is the wait before the first retry, MaxDelay the longest wait.
	BaseDelay time.Duration `yaml:"baseDelay"`
	MaxDelay  time.Duration `yaml:"maxDelay"`
	// Jitter is the share by which a wait varies either way, 0 to 0.5.
	Jitter float64 `yaml:"jitter"`
	// QPS and Burst are the bucket's rate, in retries a second, and size.
	QPS   float64 `yaml:"qps,omitempty"`
	Burst int     `yaml:"burst,omitempty"`
}

// Calls is a token bucket on the calls to something outside; a call without a token is a requeue, never a wait.
type Calls struct {
	// QPS is the rate in calls a second, 0 for no bound; Burst the bucket's size.
	QPS   float64 `yaml:"qps"`
	Burst int     `yaml:"burst"`
}

// Breaker stops calls to a dependency that many objects share once it fails for all of them.
type Breaker struct {
	// Failures in a row open it; 0 is no breaker.
	Failures int `yaml:"failures"`
	// Pause is the time until one call tries again.
	Pause time.Duration `yaml:"pause"`
}

// Sync is the periodic sync.
type Sync struct {
	// Interval is the time between two passes, 0 for none: with Deadline the work itself says when.
	Interval time.Duration `yaml:"interval"`
	// Jitter is the share by which it varies either way, 0 to 0.5.
	Jitter float64 `yaml:"jitter"`
	// MaxInterval is what the interval doubles up to while nothing changes; 0 is no back-off.
	MaxInterval time.Duration `yaml:"maxInterval,omitempty"`
	// Busy is the interval while an object is on its way, 0 for the same.
	Busy time.Duration `yaml:"busy,omitempty"`
	// Deadline says that a computed time drives the passes: up to Early (a share) before it, never sooner than Min, never later than Max from now.
	Deadline bool          `yaml:"deadline,omitempty"`
	Early    float64       `yaml:"early,omitempty"`
	Min      time.Duration `yaml:"min,omitempty"`
	Max      time.Duration `yaml:"max,omitempty"`
}

// Priorities are the places in the queue; the highest goes first.
type Priorities struct {
	Event int `yaml:"event"` // always 0: a handler cannot set another
	Error int `yaml:"error"`
	List  int `yaml:"list"` // always -100: controller-runtime gives it
	Sync  int `yaml:"sync"`
}

// Cache bounds the operator's memory.
type Cache struct {
	// Children is "label" (only our own objects of owned kinds) or "metadata" (of those without a status, the metadata alone).
	Children string `yaml:"children"`
	// PodFields is "all" or "used": a transform drops what nobody reads of a Pod.
	PodFields string `yaml:"podFields"`
	// Copy is false where reads hand out the cache's own objects, which must not be changed.
	Copy bool `yaml:"copy"`
	// Namespaces is "all" or "own".
	Namespaces string `yaml:"namespaces"`
}

// Client bounds the requests to the API server; QPS -1 leaves it to the server.
type Client struct {
	QPS   float64 `yaml:"qps"`
	Burst int     `yaml:"burst"`
}

// Leadership are the times of the lease.
type Leadership struct {
	Lease time.Duration `yaml:"lease"`
	Renew time.Duration `yaml:"renew"`
	Retry time.Duration `yaml:"retry"`
}

// Alerts are thresholds; shares are 0 to 1.
type Alerts struct {
	SlowShare    float64       `yaml:"slowShare"`     // of keys that waited over a second
	BusyShare    float64       `yaml:"busyShare"`     // of workers
	ErrorShare   float64       `yaml:"errorShare"`    // of passes
	StarvedFor   time.Duration `yaml:"starvedFor"`    // a key of low priority waits
	LeasesAnHour int           `yaml:"leasesAnHour"`  // changes of leader
	PassesEach   int           `yaml:"passesEach"`    // over one object in ten minutes
	Depth        int           `yaml:"depth"`         // of the queue
	Own          string        `yaml:"own,omitempty"` // a further alert by name, see templates/monitoring
}
