//go:build mutate

package mutate

const (
	tuning   = "internal/tuning/"
	status   = "internal/status/"
	children = "internal/children/"
)

// generatedRules are those of the code that every generated project carries.
func generatedRules() []rule {
	return []rule{
		// predicates
		{tuning + "predicates.go", "return updates(generation, deletion, annotation(RequestedAt),", "return updates(deletion, annotation(RequestedAt),"},
		{tuning + "predicates.go", "return updates(generation, deletion, annotation(RequestedAt),", "return updates(generation, annotation(RequestedAt),"},
		{tuning + "predicates.go", "return updates(generation, deletion, annotation(RequestedAt),", "return updates(generation, deletion,"},
		{tuning + "predicates.go", "return !slices.Equal(named(before), named(after))", "return !slices.Equal(named(before), named(after)) && false"},
		{tuning + "predicates.go", "return !slices.Contains(finalizers, f)", "return false"},
		{tuning + "predicates.go", "return !isT || !isToo || read(b) != read(a)", "return isT && isToo && read(b) != read(a)"},
		{tuning + "predicates.go", "return !isT || !isToo || read(b) != read(a)", "return !isT || !isToo || read(b) != read(a) && false"},
		{tuning + "predicates.go", "generation, deletion, owners, labels, annotation(Applied), status))", "deletion, owners, labels, annotation(Applied), status))"},
		{tuning + "predicates.go", "generation, deletion, owners, labels, annotation(Applied), status))", "generation, owners, labels, annotation(Applied), status))"},
		{tuning + "predicates.go", "generation, deletion, owners, labels, annotation(Applied), status))", "generation, deletion, labels, annotation(Applied), status))"},
		{tuning + "predicates.go", "generation, deletion, owners, labels, annotation(Applied), status))", "generation, deletion, owners, annotation(Applied), status))"},
		{tuning + "predicates.go", "generation, deletion, owners, labels, annotation(Applied), status))", "generation, deletion, owners, labels, status))"},
		{tuning + "predicates.go", "return predicate.And(notResync, updates(\n", "return predicate.And(updates(\n"},
		{tuning + "predicates.go", `!strings.HasPrefix(key, "app.kubernetes.io/")`, `strings.HasPrefix(key, "nobody/")`},
		{tuning + "predicates.go", "o.SetManagedFields(nil)", "_ = 0"},
		{tuning + "predicates.go", "status.SetZero()", "_ = 0"},
		// limiter, sync, jitter
		{tuning + "limiter.go", "return jitter(j.TypedRateLimiter.When(item), j.jitter)", "return j.TypedRateLimiter.When(item)"},
		{tuning + "limiter.go", "(e.Base, e.Max), e.Jitter}", "(e.Base, time.Hour), e.Jitter}"},
		{tuning + "limiter.go", "(e.Base, e.Max), e.Jitter}", "(time.Second, e.Max), e.Jitter}"},
		{tuning + "limiter.go", "return max(jitter(e.Interval, e.Jitter), time.Second)", "return jitter(e.Interval, e.Jitter)"},
		{tuning + "limiter.go", "return max(jitter(e.Interval, e.Jitter), time.Second)", "return max(e.Interval, time.Second)"},
		{tuning + "limiter.go", "(2*rand.Float64()-1)", "rand.Float64()"},
		{tuning + "bucket.go", "if wait <= b.bucket.PerItem.Max {", "if wait <= b.bucket.PerItem.Max || true {"},
		{tuning + "bucket.go", "token.CancelAt(now)", "_ = token"},
		{tuning + "bucket.go", "return max(b.TypedRateLimiter.When(item), b.reserve())", "return b.reserve()"},
		{tuning + "bucket.go", "return max(b.TypedRateLimiter.When(item), b.reserve())", "return b.TypedRateLimiter.When(item)"},
		// start-up spread, minimum interval, stale cache
		{tuning + "memory.go", "case m.stale(obj.GetResourceVersion()):", "case m.stale(obj.GetResourceVersion()) && false:"},
		{tuning + "memory.go", "time.Since(m.written) < staleLimit", "time.Since(m.written) < 1000*staleLimit"},
		{tuning + "memory.go", "case !obj.GetDeletionTimestamp().IsZero(), *obj.ObservedGeneration() != obj.GetGeneration():", "case *obj.ObservedGeneration() != obj.GetGeneration():"},
		{tuning + "memory.go", "case !obj.GetDeletionTimestamp().IsZero(), *obj.ObservedGeneration() != obj.GetGeneration():", "case !obj.GetDeletionTimestamp().IsZero():"},
		{tuning + "memory.go", "case why == triggerList && settled(obj):", "case settled(obj):"},
		{tuning + "memory.go", "case why == triggerList && settled(obj):", "case why == triggerList:"},
		{tuning + "memory.go", "window = min(window, t.Sync.Interval)", "_ = window"},
		{tuning + "memory.go", "return time.Until(m.succeeded.Add(t.MinInterval))", "return 0"},
		// error classes
		{status + "errors.go", "apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause)", "apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) && false"},
		{status + "errors.go", "case apierrors.IsInvalid(err), apierrors.IsBadRequest(err):", "case apierrors.IsBadRequest(err):"},
		{status + "errors.go", "case apierrors.IsConflict(err):", "case apierrors.IsConflict(err) && false:"},
		{status + "errors.go", "case later:", "case later && false:"},
		{status + "errors.go", "wait.Jitter(24*time.Second, 0.5)", "wait.Jitter(2*time.Second, 0.5)"},
		{status + "errors.go", "ctrl.Result{}, reconcile.TerminalError(err)}", "ctrl.Result{}, err}"},
		{status + "errors.go", "wait.Jitter(100*time.Millisecond, 2)", "100*time.Millisecond"},
		{status + "errors.go", "ReasonError, err.Error(), ctrl.Result{Priority: new(PriorityError)}", "ReasonError, err.Error(), ctrl.Result{}"},
		// the loop
		{tuning + "reconciler.go", "r.memory.Delete(req.NamespacedName)", "_ = 0"},
		{tuning + "reconciler.go", "mem.succeeded = time.Now()", "_ = 0"},
		{tuning + "reconciler.go", "result.RequeueAfter = max(own.RequeueAfter, time.Second)", "result.RequeueAfter = own.RequeueAfter"},
		{tuning + "reconciler.go", "result.RequeueAfter = sync.next()", "_ = sync"},
		{tuning + "reconciler.go", "result.Priority = new(prioritySync)", "_ = 0"},
		{tuning + "reconciler.go", "mem.wrote(obj.GetResourceVersion())", "_ = 0"},
		{tuning + "reconciler.go", "if equality.Semantic.DeepEqual(statusOf(before).Interface(), statusOf(obj).Interface()) {", "if equality.Semantic.DeepEqual(1, 2) {"},
		{tuning + "reconciler.go", "if was.Type == is.Type && was.Status == is.Status && was.Reason == is.Reason {", "if was.Type == \"\" && is.Type == \"\" {"},
		{tuning + "reconciler.go", "case status.Skipped, status.Conflict, status.Delayed:", "case status.Skipped:"},
		{status + "status.go", "*obj.ObservedGeneration() = obj.GetGeneration()", "_ = 0"},
		{status + "status.go", "*obj.Conditions() = slices.Clone(*before.Conditions())", "_ = slices.Clone(*before.Conditions())"},
		// queue and metrics
		{tuning + "queue.go", "why.trigger = min(why.trigger, old.trigger)", "_ = old.trigger"},
		{tuning + "queue.go", "case why.due.Before(n.started):", "case why.due.Before(n.started) && false:"},
		{tuning + "queue.go", "opts.RateLimited, opts.After = false, q.limiter.When(item)", "opts.RateLimited = false"},
		{tuning + "queue.go", "reconciles.WithLabelValues(controller, n.trigger.String(), string(how)).Inc()", "reconciles.WithLabelValues(controller, n.trigger.String(), string(how)).Add(0)"},
		{tuning + "queue.go", "if how != status.Skipped {", "if how != \"\" {"},
		{tuning + "queue.go", "if !q.notes.release(item) {", "if !q.notes.release(item) || true {"},
		{tuning + "reconciler.go", "r.notes.hold(req)\n\t\treturn", "_ = req\n\t\treturn"},
		// options
		{tuning + "controller.go", "MaxConcurrentReconciles: r.tuning.Workers,", "MaxConcurrentReconciles: 1,"},
		{tuning + "controller.go", "ReconciliationTimeout:   r.tuning.Timeout,", ""},
		{tuning + "controller.go", "EnableWarmup:            &r.tuning.Warmup,", "EnableWarmup: new(true),"},
		{tuning + "controller.go", "options.RateLimiter = r.tuning.Limiter.limiter()", "_ = r.tuning.Limiter.limiter()"},
		// finalizer
		{tuning + "finalizer.go", "return false, r.patchFinalizers(ctx, obj, name, controllerutil.AddFinalizer)", "return false, nil"},
		{tuning + "finalizer.go", "if time.Since(obj.GetDeletionTimestamp().Time) < deadline {", "if time.Since(obj.GetDeletionTimestamp().Time) < 1000*deadline {"},
		{tuning + "finalizer.go", "case !controllerutil.ContainsFinalizer(obj, name):", "case !controllerutil.ContainsFinalizer(obj, name) && false:"},
		{tuning + "finalizer.go", "return true, r.patchFinalizers(ctx, obj, name, controllerutil.RemoveFinalizer)", "return true, nil"},
		// children
		{children + "apply.go", `"metadata", "annotations", tuning.Applied)`, `"metadata", "annotations", tuning.Applied+"x")`},
		{children + "compare.go", "return holds(\"\", false, desired.Object, want, have), nil", "return holds(\"\", false, desired.Object, want, have) || true, nil"},
		{children + "compare.go", "if ours && len(w) != len(h) {", "if ours && len(w) > len(h) {"},
		{children + "compare.go", "ours := whole || !slices.Contains(shared, field)", "ours := !slices.Contains(shared, field)"},
		{children + "apply.go", "case !metav1.IsControlledBy(live, parent):", "case !metav1.IsControlledBy(live, parent) && false:"},
		{children + "apply.go", "err = a.Live.Get(ctx, key, object)", "_ = a.Live"},
		{children + "apply.go", "client.ForceOwnership, client.FieldOwner(a.Owner))", "client.FieldOwner(a.Owner))"},
		{children + "apply.go", "if err := controllerutil.SetControllerReference(parent, u, a.Client.Scheme()); err != nil {", "if err := controllerutil.SetControllerReference(parent, u.DeepCopy(), a.Client.Scheme()); err != nil {"},
		{children + "apply.go", "if same, err := inSync(desired, wanted, live); same || err != nil {", "if same, err := inSync(desired, wanted, live); err != nil || (same && false) {"},
		{children + "ready.go", "if !child.GetDeletionTimestamp().IsZero() {", "if !child.GetDeletionTimestamp().IsZero() && false {"},
		{children + "ready.go", "case observed < o.GetGeneration():", "case observed < o.GetGeneration() && false:"},
		{children + "ready.go", "case updated < desired:", "case updated < desired && false:"},
		{children + "ready.go", "case total > desired:", "case total > desired && false:"},
		{children + "ready.go", "case available < desired:", "case available < desired && false:"},
		{children + "ready.go", `c.Reason == "ProgressDeadlineExceeded"`, `c.Reason == "Nobody"`},
		{children + "ready.go", "observed := d.Status.ObservedGeneration >= d.Generation", "observed := true"},
		{children + "ready.go", "case c.Status != corev1.ConditionTrue:", "case c.Status != corev1.ConditionTrue && false:"},
		{children + "ready.go", "if p.Status.Phase != corev1.ClaimLost {", "if p.Status.Phase != corev1.ClaimLost || true {"},
	}
}
