package spec

import "time"

const (
	// APIVersion is the only apiVersion that this version of opwright reads.
	APIVersion = "opwright.dev/v1alpha1"
	// ProjectKind is the only kind of file that this package reads.
	ProjectKind = "Project"
	// DefaultPreset is used by a controller that names none.
	DefaultPreset = "standard"
)

// Project is the desired state of an operator project, as opwright.yaml holds it.
type Project struct {
	// APIVersion and Kind are APIVersion and ProjectKind.
	APIVersion, Kind string
	// Name is a DNS-1035 label of at most MaxName characters. It prefixes the
	// namespace and every object that the operator is deployed with.
	Name string
	// Module is the Go module path of the project.
	Module string
	// Domain is what a group that is typed without a dot ends in.
	Domain string
	// Owner stands in license headers; one line, may be empty.
	Owner string
	// License is LicenseNone or LicenseApache2.
	License string
	// Features are optional components, sorted; see AllowedFeatures.
	Features []string
	// APIs are the project's own kinds.
	APIs []API
	// PresetDirs are folders with presets and template layers of an organisation, as slash paths relative to
	// the project file; of two that have a preset of one name, the first counts.
	PresetDirs []string
	// Controllers are in the order of the file.
	Controllers []Controller
}

// The licenses that a new project can carry.
const (
	LicenseNone    = "none"
	LicenseApache2 = "apache2"
)

// API is a kind that the project defines.
type API struct {
	GVK
	// Plural is the resource name, a DNS-1035 label: "storefronts".
	Plural string
	// Scope is Namespaced or Cluster.
	Scope string
	// Dir is the folder of the group below api/ and internal/controller/,
	// one path element that is also a legal Go package name.
	Dir string
}

// Controller is one reconciler.
type Controller struct {
	// Name is a DNS-1035 label, unique in the project. It is the metric label,
	// the field owner and the stem of the controller's files.
	Name string
	// For is the kind that is reconciled, one of the project's APIs.
	For GVK
	// Owns are the kinds that Reconcile makes, each from the kind table.
	Owns []Owned
	// Preset names where the tuning values come from.
	Preset string
	// Work is the kind of example that the controller started from, where it is not that of the preset.
	Work string
	// Finalizer asks for clean-up code that runs before an object is gone.
	Finalizer bool
	// Tuning overrides the preset.
	Tuning Tuning
}

// Owned is a kind that a controller makes objects of.
type Owned struct {
	Kind GVK
	// Status lists the status fields, by JSON name, that Reconcile reads: a
	// change of them wakes it, as a change of the object's readiness always does.
	Status []string
}

// Tuning holds what opwright.yaml says differently from the preset. A zero
// value is the preset's; where zero is a value of its own, nil is.
type Tuning struct {
	// Workers is the number of objects reconciled at a time, 1 to 256.
	Workers int
	// Timeout ends a single Reconcile, 1s to 1h.
	Timeout time.Duration
	// MinInterval keeps two passes of one object apart, 0s to 10m.
	MinInterval *time.Duration
	// StartupSpread is the time over which settled objects are visited after a start, 0s to 1h.
	StartupSpread *time.Duration
	// Coalesce gathers the events of owned and watched objects, 0s to 1m.
	Coalesce *time.Duration
	// Sync is the periodic pass.
	Sync SyncTuning
	// Calls bounds calls to something outside the cluster.
	Calls CallsTuning
	// Breaker pauses calls to a dependency that fails for all objects.
	Breaker BreakerTuning
	// Limiter spaces out retries.
	Limiter LimiterTuning
}

// SyncTuning overrides the periodic pass over an object that nothing woke.
type SyncTuning struct {
	// Interval is the time between two passes, 1s to 24h.
	Interval time.Duration
	// Jitter is the share by which an interval varies either way, 0 to 0.5.
	Jitter *float64
	// MaxInterval is what the interval grows to while nothing changes, 1s to 24h, not below Interval.
	MaxInterval time.Duration
}

// CallsTuning overrides the token bucket on outside calls.
type CallsTuning struct {
	// QPS is the rate in calls a second, 0.1 to 10000.
	QPS float64
	// Burst is the size of the bucket, 1 to 10000.
	Burst int
}

// BreakerTuning overrides the breaker.
type BreakerTuning struct {
	// Failures in a row open it, 1 to 1000.
	Failures int
	// Pause is the time until one call tries again, 1s to 1h.
	Pause time.Duration
}

// LimiterTuning overrides how retries are spaced out.
type LimiterTuning struct {
	// Kind is LimiterExponential or LimiterBucket, or "" for the preset's.
	Kind string
	// BaseDelay is the wait before the first retry, 1ms to 1m.
	BaseDelay time.Duration
	// MaxDelay is the longest wait, 1s to 1h, not below BaseDelay.
	MaxDelay time.Duration
	// Jitter is the share by which a wait varies either way, 0 to 0.5.
	Jitter *float64
	// QPS is the rate of the bucket in retries a second, 0.1 to 1000.
	QPS float64
	// Burst is the size of the bucket, 1 to 10000.
	Burst int
}

// The kinds of limiter.
const (
	LimiterExponential = "exponential"
	LimiterBucket      = "bucket"
)

// AllowedFeatures lists the optional components, sorted.
func AllowedFeatures() []string { return []string{"monitoring", "networkPolicy"} }

// API finds the API of a kind.
func (p *Project) API(g GVK) (API, bool) {
	for _, a := range p.APIs {
		if a.GVK == g {
			return a, true
		}
	}
	return API{}, false
}

// StatusFields are the status fields that Reconcile reads, in the order in
// which opwright.yaml names them.
func (o Owned) StatusFields() []StatusField {
	kind, _ := LookupKind(o.Kind)
	var fields []StatusField
	for _, name := range o.Status {
		if f, ok := kind.StatusField(name); ok {
			fields = append(fields, f)
		}
	}
	return fields
}
