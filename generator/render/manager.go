package render

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/opwright/opwright/generator/preset"
)

// All controllers share one process, one client and one cache, so what their presets say of those is brought
// together so that no controller has less than it was promised. A number is the greatest one; the cache keeps
// what any controller needs kept, and a restriction counts where all controllers agree on it.

// shared is the value of the controller for which it is greatest, with its reason; of equals, the first. A
// project without controllers has the default.
func shared[T comparable](p *Project, of func(*preset.Preset) preset.Value[T], compare func(a, b T) int, without T) preset.Value[T] {
	best := preset.Value[T]{Value: without}
	for i, c := range p.Controllers {
		if v := of(c.Preset); i == 0 || compare(v.Value, best.Value) > 0 {
			best = v
		}
	}
	return best
}

// all says whether every controller's preset has a property, and there is a controller.
func (p *Project) all(has func(*preset.Preset) bool) bool {
	return len(p.Controllers) > 0 && !slices.ContainsFunc(p.Controllers, func(c *Controller) bool { return !has(c.Preset) })
}

// client bounds the requests of all controllers together. No bound is more than any.
func (p *Project) client() preset.Value[preset.Client] {
	rate := func(c preset.Client) float64 {
		if c.QPS < 0 {
			return 1e9
		}
		return c.QPS
	}
	return shared(p, func(v *preset.Preset) preset.Value[preset.Client] { return v.Client }, func(a, b preset.Client) int {
		return cmp.Or(cmp.Compare(rate(a), rate(b)), cmp.Compare(a.Burst, b.Burst))
	}, preset.Client{QPS: -1})
}

// ClientLimits are QPS and burst as Go code, or nothing where the API server decides.
func (p *Project) ClientLimits() string {
	c := p.client().Value
	return only(c.QPS >= 0, fmt.Sprintf("%v, %d", c.QPS, c.Burst))
}

// ClientWhy is the reason for them.
func (p *Project) ClientWhy() string { return p.client().Why }

// leadership holds times that go together, so they are those of one controller: of the one with the longest lease.
func (p *Project) leadership() preset.Value[preset.Leadership] {
	return shared(p, func(v *preset.Preset) preset.Value[preset.Leadership] { return v.Leadership }, func(a, b preset.Leadership) int {
		return cmp.Or(cmp.Compare(a.Lease, b.Lease), cmp.Compare(a.Renew, b.Renew), cmp.Compare(a.Retry, b.Retry))
	}, defaultLeadership())
}

// defaultLeadership is controller-runtime's.
func defaultLeadership() preset.Leadership {
	return preset.Leadership{Lease: 15 * time.Second, Renew: 10 * time.Second, Retry: 2 * time.Second}
}

// Leadership are the times of the lease as Go code, or nothing where they are controller-runtime's.
func (p *Project) Leadership() []string {
	l := p.leadership().Value
	if l == defaultLeadership() {
		return nil
	}
	return []string{duration(l.Lease), duration(l.Renew), duration(l.Retry)}
}

// LeadershipWhy is the reason for them.
func (p *Project) LeadershipWhy() string { return sentence(p.leadership().Why) }

// gracefulStop gives the slowest controller the time that it needs.
func (p *Project) gracefulStop() time.Duration {
	return shared(p, func(v *preset.Preset) preset.Value[time.Duration] { return v.GracefulStop }, cmp.Compare, 30*time.Second).Value
}

// GracefulStop is how long a stopping manager waits for its workers, as Go code.
func (p *Project) GracefulStop() string { return duration(p.gracefulStop()) }

// GracefulSeconds is the same in seconds.
func (p *Project) GracefulSeconds() int { return int(p.gracefulStop().Seconds()) }

// PodGrace is terminationGracePeriodSeconds: more, as the manager still stops its servers and gives the lease back.
func (p *Project) PodGrace() int { return p.GracefulSeconds() + 15 }

// Replicas are of the operator. One controller that cannot wait for a restart is enough for a second one.
func (p *Project) Replicas() int {
	return shared(p, func(v *preset.Preset) preset.Value[int] { return v.Replicas }, cmp.Compare, 1).Value
}

// OwnNamespace says that the operator watches the namespace that it runs in and no other. A kind without
// namespaces is out of reach for an operator that is allowed no more than that.
func (p *Project) OwnNamespace() bool {
	return p.all(func(v *preset.Preset) bool { return v.Cache.Value.Namespaces == "own" }) &&
		!slices.ContainsFunc(p.APIs, func(a *API) bool { return a.ClusterScoped })
}

// UsedPodFields says that the cache drops what nobody reads of a Pod.
func (p *Project) UsedPodFields() bool {
	return p.all(func(v *preset.Preset) bool { return v.Cache.Value.PodFields == "used" })
}

// CachesByObject says that the cache treats some kinds in a way of their own.
func (p *Project) CachesByObject() bool { return p.AnyOwns() || p.UsedPodFields() }

// CacheImports imports what the options of the cache need.
func (p *Project) CacheImports() []string {
	lines := kindImports(p.OwnedKinds())
	if p.UsedPodFields() {
		lines = append(lines, importLine("corev1", "k8s.io/api/core/v1"))
	}
	if len(p.MetadataKinds()) > 0 {
		lines = append(lines, importLine("metav1", "k8s.io/apimachinery/pkg/apis/meta/v1"), importLine("schema", "k8s.io/apimachinery/pkg/runtime/schema"))
	}
	return sorted(lines)
}

// SharedReads says that a read of the kind hands out the cache's own object. Of a kind whose reads pass the cache
// by, there is none to hand out.
func (o *Owned) SharedReads() bool {
	return !o.MetadataOnly() && o.Controller.Project.all(func(v *preset.Preset) bool { return !v.Cache.Value.Copy })
}

// SharedKinds lists those kinds.
func (p *Project) SharedKinds() []*Owned {
	return slices.DeleteFunc(p.OwnedKinds(), func(o *Owned) bool { return !o.SharedReads() })
}

// SharedImports imports the packages of those kinds.
func (p *Project) SharedImports() []string { return kindImports(p.SharedKinds()) }

// MetadataOnly says that only metadata of the kind is kept. It is of use for kinds without a status alone: of the
// others, readiness is read all the time. A kind is cached once, so all controllers that own it must agree.
func (o *Owned) MetadataOnly() bool {
	if !slices.Contains(statusless(), o.Kind.Kind) {
		return false
	}
	if o.byReference() {
		return true // those of others are in the cache too, and their number knows no bound
	}
	return !slices.ContainsFunc(o.Controller.Project.Controllers, func(c *Controller) bool {
		return c.OwnsKind(o.Kind.Kind) && c.Preset.Cache.Value.Children != "metadata"
	})
}

func statusless() []string {
	return []string{"ConfigMap", "NetworkPolicy", "Role", "RoleBinding", "Secret", "ServiceAccount"}
}

// MetadataKinds lists the owned kinds of which only metadata is kept, sorted.
func (p *Project) MetadataKinds() []*Owned {
	return slices.DeleteFunc(p.OwnedKinds(), func(o *Owned) bool { return !o.MetadataOnly() })
}

// HeavyKind is one of them that can hold much data, for a test of what that saves; empty where there is none.
func (p *Project) HeavyKind() string {
	for _, o := range p.MetadataKinds() {
		if o.Kind.Kind == "ConfigMap" || o.Kind.Kind == "Secret" {
			return o.Kind.Kind
		}
	}
	return ""
}

// HeavyData fills an object of that kind with size bytes, as Go code.
func (p *Project) HeavyData() string {
	if p.HeavyKind() == "Secret" {
		return `map[string][]byte{"data": []byte(strings.Repeat("x", size))}`
	}
	return `map[string]string{"data": strings.Repeat("x", size)}`
}
