//go:build mutate

package mutate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// TestMutateTuning breaks what only some presets use. One project has it all.
func TestMutateTuning(t *testing.T) {
	suite := newSuite(t)
	dir := filepath.Join(t.TempDir(), "shop")
	project, err := suite.Generate(t.Context(), dir, harness.Variant{Name: "shop", Args: []string{"--api", "shop/v1alpha1/Storefront"}})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "opwright.yaml")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimRight(string(data), "\n") + `
    tuning:
      coalesce: 1s
      calls: {qps: 8, burst: 8}
      breaker: {failures: 5}
      sync: {maxInterval: 2h}
  - name: slow
    for: shop.example.com/v1alpha1/Storefront
    preset: long-running
    work: children
  - name: urgent
    for: shop.example.com/v1alpha1/Storefront
    preset: time-driven
    work: children
`
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := project.Run(t.Context(), suite.Opwright, "apply"); err != nil {
		t.Fatal(err)
	}
	breakEach(t, dir, []string{"./internal/tuning", "./internal/status"}, tuningRules())
}

func tuningRules() []rule {
	var all []rule
	for _, rules := range [][]rule{restRules(), callRules(), breakerRules(), syncRules(), queueRules()} {
		all = append(all, rules...)
	}
	return all
}

func restRules() []rule {
	return []rule{
		{tuning + "rest.go", "if r.tuning.Rest && why == triggerRequeue &&", "if why == triggerRequeue &&"},
		{tuning + "rest.go", "if r.tuning.Rest && why == triggerRequeue &&", "if r.tuning.Rest &&"},
		{tuning + "rest.go", "obj.GetResourceVersion() != s.version ||", "obj.GetGeneration() < 0 ||"},
		{tuning + "rest.go", "|| !settled(obj) {", "{"},
		{tuning + "rest.go", "if err != nil || object.GetResourceVersion() != c.version {", "if err != nil {"},
		{tuning + "rest.go", "if err != nil || object.GetResourceVersion() != c.version {", "if err == nil && object.GetResourceVersion() != c.version {"},
		{tuning + "rest.go", "mem.seen = nil\n", "_ = mem.seen\n"},
		{tuning + "rest.go", "&& out.Result == (ctrl.Result{}) {", "&& (out.Result == (ctrl.Result{}) || true) {"},
		{tuning + "rest.go", "seen.meta = partial.TypeMeta", "_ = partial.TypeMeta"},
		{tuning + "reconciler.go", "mem.seen = nil // somebody", "_ = mem.seen // somebody"},
		{tuning + "reconciler.go", "case status.Done, status.Rested:", "case status.Done:"},
	}
}

func callRules() []rule {
	return []rule{
		{tuning + "calls.go", "if b.calls.QPS <= 0 || b.tokens.Allow() {", "if b.tokens.Allow() {"},
		{tuning + "calls.go", "if b.calls.QPS <= 0 || b.tokens.Allow() {", "if b.calls.QPS <= 0 || true {"},
		{tuning + "calls.go", "turn := b.turn.Add(", "turn := now.Add("},
		{tuning + "calls.go", "if wait := turn.Sub(now); wait <= longestTurn {", "if wait := turn.Sub(now); true {"},
		{tuning + "calls.go", "return longestTurn - time.Duration(rand.Float64()*float64(longestTurn)/2)", "return longestTurn - time.Duration(rand.Float64())"},
		{status + "errors.go", "case named != nil && named.outcome == Delayed:", "case named != nil && named.outcome == Delayed && false:"},
		{status + "errors.go", "ctrl.Result{RequeueAfter: notBefore(named.after)}", "after(notBefore(named.after))"},
		{status + "errors.go", "wait.Jitter(max(asked, 10*time.Millisecond), 0.2)", "wait.Jitter(asked, 0.2)"},
		{tuning + "reconciler.go", "r.notes.hold(req) // no success either", "_ = req // no success either"},
	}
}

func breakerRules() []rule {
	return []rule{
		{tuning + "breaker.go", "if c.breaker.Failures == 0 {", "if c.breaker.Failures < 0 {"},
		{tuning + "breaker.go", "case left > 0:", "case left > 0 && false:"},
		{tuning + "breaker.go", "case c.probing:", "case c.probing && false:"},
		{tuning + "breaker.go", "c.probing = false", "_ = c.probing"},
		{tuning + "breaker.go", "} else if !c.until.IsZero() {", "} else if false {"},
		{tuning + "breaker.go", "c.failed, c.until = 0, time.Time{}", "c.until = time.Time{}"},
		{tuning + "breaker.go", "c.failed, c.until = 0, time.Time{}", "c.failed = 0"},
		{tuning + "breaker.go", "c.failed++; probe || c.failed >=", "c.failed++; c.failed >"},
		{tuning + "breaker.go", "case failed, panicked:", "case failed:"},
		{tuning + "breaker.go", "c.gauge.Set(1)", "c.gauge.Set(0)"},
		{tuning + "breaker.go", "if errors.Is(err, context.Canceled) {", "if errors.Is(err, context.Canceled) && false {"},
		{tuning + "breaker.go", "case status.Delayed:\n\t\treturn silent", "case status.Delayed:\n\t\treturn answered"},
		{tuning + "breaker.go", "time.Now().Add(c.breaker.Pause)", "time.Now().Add(2 * c.breaker.Pause)"},
	}
}

func syncRules() []rule {
	return []rule{
		{tuning + "backoff.go", "quiet > 0 && e.Interval < e.Max", "quiet > 0 && e.Interval < 1<<50"},
		{tuning + "backoff.go", "min(2*e.Interval, e.Max)", "2*e.Interval"},
		{tuning + "backoff.go", "m.quiet = 0", "_ = m.quiet"},
		{tuning + "backoff.go", "case why == triggerRequeue:", "case true:"},
		{tuning + "backoff.go", "m.quiet++", "_ = m.quiet"},
		{tuning + "reconciler.go", "mem.visited(why, mem.version != version)", "mem.visited(why, mem.version != version && false)"},
		{tuning + "busy.go", "if e.Busy > 0 &&", "if"},
		{tuning + "busy.go", "e.Interval = e.Busy", "_ = e.Busy"},
		{tuning + "edits.go", "ok && e.IsInInitialList &&", "ok &&"},
		{tuning + "edits.go", "&& *obj.ObservedGeneration() != obj.GetGeneration() {", "{"},
		{tuning + "reconciler.go", "mem.wrote(now)", "_ = now"},
		{tuning + "priorities.go", "if p == nil || result.Priority == nil {", "if p == nil || result.Priority == nil || true {"},
		{tuning + "priorities.go", "result.Priority = new(p.Error)", "result.Priority = new(p.Sync)"},
		{tuning + "priorities.go", "result.Priority = new(p.Sync)", "_ = p.Sync"},
	}
}

func queueRules() []rule {
	return []rule{
		{tuning + "coalesce.go", "g.inner.Create(ctx, e, g.late(q))", "g.inner.Create(ctx, e, q)"},
		{tuning + "coalesce.go", "g.inner.Update(ctx, e, g.late(q))", "g.inner.Update(ctx, e, q)"},
		{tuning + "coalesce.go", "g.inner.Delete(ctx, e, g.late(q))", "g.inner.Delete(ctx, e, q)"},
		{tuning + "coalesce.go", "g.inner.Generic(ctx, e, g.late(q))", "g.inner.Generic(ctx, e, q)"},
		{tuning + "coalesce.go", "o.After = q.delay", "_ = q.delay"},
		{tuning + "coalesce.go", "if o.Priority == nil && o.After == 0", "if o.After == 0"},
		{tuning + "queue.go", "why.priority = max(why.priority, old.priority)", "_ = old.priority"},
		{tuning + "queue.go", "why.priority = *o.Priority", "_ = *o.Priority"},
		{tuning + "waiting.go", "if n.started.IsZero() {", "if false {"},
		{tuning + "waiting.go", "since = n.started", "_ = n.started"},
		{tuning + "waiting.go", "age >= 0 {", "true {"},
		{tuning + "waiting.go", "metrics.Registry.Unregister(w)", "_ = w"},
	}
}
