//go:build mutate

package mutate

import "testing"

// TestMutatePolicy and TestMutateSummary break the examples of rules over namespaces, and of many Pods in one sum.
func TestMutatePolicy(t *testing.T) {
	breakEach(t, generatePreset(t, "cluster-policy"), []string{"./internal/policy", "./internal/tuning"}, policyRules())
}

func TestMutateSummary(t *testing.T) {
	breakEach(t, generatePreset(t, "aggregator"), []string{"./internal/summary", "./internal/tuning"}, summaryRules())
}

func policyRules() []rule {
	const policy = "internal/policy/"
	return []rule{
		// predicates
		{tuning + "watched.go", "return !maps.Equal(b.GetLabels(), a.GetLabels())", "return false && !maps.Equal(b.GetLabels(), a.GetLabels())"},
		{tuning + "watched.go", "return !maps.Equal(b.GetAnnotations(), a.GetAnnotations())", "return false && !maps.Equal(b.GetAnnotations(), a.GetAnnotations())"},
		{tuning + "watched.go", "return predicate.And(notResync, updates(deletion,\n", "return predicate.And(notResync, updates(\n"},
		{tuning + "watched.go", "return predicate.And(notResync, updates(deletion,\n", "return predicate.And(updates(deletion,\n"},
		// which rule has its way
		{policy + "rule.go", "match && err == nil", "match && err != nil"},
		{policy + "rule.go", "return r.Name < other.Name", "return r.Name > other.Name"},
		{policy + "rule.go", "return r.Made.Before(&other.Made)", "return other.Made.Before(&r.Made)"},
		{policy + "rule.go", "if other.olderThan(r) && other.Selects(namespace) {", "if other.Selects(namespace) {"},
		{policy + "rule.go", "if other.olderThan(r) && other.Selects(namespace) {", "if other.olderThan(r) {"},
		{policy + "rule.go", "wanted && value != r.Labels[label]", "wanted && value != \"\""},
		// where a namespace stands
		{policy + "standing.go", "namespace.Name != k.Own && rule.Selects(namespace)", "rule.Selects(namespace)"},
		{policy + "standing.go", "case !namespace.DeletionTimestamp.IsZero(), !selected && !marked:", "case !selected && !marked:"},
		{policy + "standing.go", "json.Unmarshal([]byte(text), &last) != nil, ", "json.Unmarshal([]byte(text), &last) != nil && false, "},
		{policy + "standing.go", "case text != wants.String():", "case text == \"\":"},
		{policy + "standing.go", "ours && namespace.Labels[label] != value", "namespace.Labels[label] != value && (ours || true)"},
		// the order, and the chunk
		{policy + "plan.go", "return cmp.Compare(a.Standing, b.Standing)", "return cmp.Compare(b.Standing, a.Standing)"},
		{policy + "plan.go", "rand.Shuffle(len(plan.targets)", "rand.Shuffle(min(len(plan.targets), 1)"},
		{policy + "plan.go", "if t.Standing == Foreign {", "if t.Standing == Foreign && false {"},
		{policy + "plan.go", "if tried == Chunk {", "if tried == 2*Chunk {"},
		{policy + "plan.go", "if t.Standing != Settled {\n\t\t\tif", "if true {\n\t\t\tif"},
		{policy + "plan.go", "if left > 0 && done > 0 {", "if left > 0 {"},
		{policy + "plan.go", "if left > 0 && done > 0 {", "if left > 1000 {"},
		{policy + "plan.go", "if t.Standing != Left {\n\t\tp.settled++", "if true {\n\t\tp.settled++"},
		{policy + "plan.go", "if t.Standing != Left {\n\t\tp.selected++", "if true {\n\t\tp.selected++"},
		{policy + "plan.go", "apierrors.IsNotFound(err) || ", ""},
		{policy + "plan.go", "apierrors.IsConflict(err) || ", ""},
		{policy + "plan.go", "madeAnew(err) ||\n", "\n"},
		{policy + "plan.go", `return cause.Field == "metadata.uid"`, `return cause.Field != ""`},
		{policy + "plan.go", "apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause)", "apierrors.HasStatusCause(err, \"nobody\") && corev1.NamespaceTerminatingCause != \"\""},
		{policy + "keeper.go", "len(owner) <= 128", "len(owner) <= 1280"},
		// what wakes a rule
		{policy + "wake.go", "t.Standing != Settled && t.Standing != Foreign", "t.Standing != Foreign"},
		{policy + "wake.go", "t.Standing != Settled && t.Standing != Foreign", "t.Standing != Settled"},
		{policy + "wake.go", "wake(ctx, e.ObjectNew, k.unsettled, q)", "wake(ctx, e.ObjectOld, k.unsettled, q)"},
		{policy + "wake.go", "wake(ctx, e.Object, k.counted, q)", "wake(ctx, e.Object, k.unsettled, q)"},
		{policy + "wake.go", "return !rule.olderThan(other) || len(rule.contested(other)) == 0", "return len(rule.contested(other)) == 0"},
		{policy + "wake.go", "return !rule.olderThan(other) || len(rule.contested(other)) == 0", "return !rule.olderThan(other)"},
	}
}

func summaryRules() []rule {
	const summary = "internal/summary/"
	return []rule{
		// what counts, and whom it wakes
		{tuning + "watched.go", "return predicate.And(notResync, updates(deletion, func", "return predicate.And(notResync, updates(func"},
		{tuning + "watched.go", "return predicate.And(notResync, updates(deletion, func", "return predicate.And(updates(deletion, func"},
		{tuning + "watched.go", "return !isT || !isToo || read(b) != read(a)", "return isT && isToo && read(b) != read(a)"},
		{tuning + "watched.go", "return !isT || !isToo || read(b) != read(a)", "return !isT || !isToo || read(b) != read(a) || true"},
		{summary + "watch.go", "return Counted{pod.Status.Phase, ready(pod), labels.Set(pod.Labels).String()}", "return Counted{\"\", ready(pod), labels.Set(pod.Labels).String()}"},
		{summary + "watch.go", "return Counted{pod.Status.Phase, ready(pod), labels.Set(pod.Labels).String()}", "return Counted{pod.Status.Phase, 0, labels.Set(pod.Labels).String()}"},
		{summary + "watch.go", "return Counted{pod.Status.Phase, ready(pod), labels.Set(pod.Labels).String()}", "return Counted{pod.Status.Phase, ready(pod), labels.Set(nil).String()}"},
		{summary + "watch.go", "keys := []string{pod.GetNamespace()}", "keys := []string{}"},
		{summary + "watch.go", "keys = append(keys, key(pod.GetNamespace(), label, value))", "keys = append(keys, key(\"\", label, value))"},
		{summary + "watch.go", "return key(namespace, label, selector.MatchLabels[label])", "return key(namespace, label, \"\")"},
		// the sum
		{summary + "fold.go", "pod.DeletionTimestamp.IsZero()", "pod.Name == \"\""},
		{summary + "fold.go", "if i < MaxGroups {", "if i < 10*MaxGroups {"},
		{summary + "fold.go", "cmp.Compare(b.Pods, a.Pods)", "cmp.Compare(a.Pods, b.Pods)"},
		{summary + "fold.go", "return cmp.Compare(a.Name, b.Name) })\n\treturn totals", "return cmp.Compare(b.Name, a.Name) })\n\treturn totals"},
		{summary + "fold.go", "others.add(*group)", "_ = others.add"},
		{summary + "fold.go", "c.Type == corev1.PodReady && c.Status == corev1.ConditionTrue", "c.Type == corev1.PodReady"},
		{summary + "report.go", "if response.StatusCode >= 300 {", "if response.StatusCode >= 600 {"},
		// the batch
		{tuning + "batch.go", "n := min(b.size-len(b.open.items), len(items))", "n := len(items)"},
		{tuning + "batch.go", "if len(b.open.items) == b.size {", "if len(b.open.items) == 0 {"},
		{tuning + "batch.go", "if b.open == p {", "if b.open != nil {"},
		{tuning + "batch.go", "\t\t<-before\n", ""},
		{tuning + "batch.go", "faults = append(faults, p.err)", "_ = p.err"},
		{tuning + "batch.go", "context.WithTimeout(context.Background(), sendTimeout)", "context.WithTimeout(context.Background(), 1000*sendTimeout)"},
		{tuning + "batch.go", "err = fmt.Errorf(\"send panicked: %v\", r)", "_ = fmt.Sprint(r)"},
		{tuning + "batch.go", "case <-ctx.Done():", "case <-make(chan int):"},
	}
}
