package render

// summaryWork folds many Pods into one ConfigMap.
func summaryWork() work {
	configMap := []string{"ConfigMap"}
	return work{
		needs:   configMap,
		builds:  configMap,
		fields:  []string{"Selector", "GroupBy"},
		prepare: true,
		timed:   true,
		watches: func(c *Controller) []string {
			pods := c.gathered("handler.EnqueueRequestsFromMapFunc(r.ofPod)")
			return []string{"Watches(&corev1.Pod{}, " + pods + ", builder.WithPredicates(r.podCounts()))"}
		},
		imports: []string{
			importLine("corev1", "k8s.io/api/core/v1"),
			importLine("handler", "sigs.k8s.io/controller-runtime/pkg/handler"),
		},
		rules: []Rule{{markerGroup(""), "pods", "list;watch"}},
	}
}
