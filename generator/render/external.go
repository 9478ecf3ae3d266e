package render

// externalWork makes something behind an API outside of the cluster, which a Secret opens.
func externalWork() work {
	return work{
		fields:    []string{"SecretName", "Title", "Capacity"},
		finalizes: true,
		prepare:   true,
		timed:     true,
		watches: func(*Controller) []string {
			return []string{"WatchesMetadata(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.ofSecret), builder.WithPredicates(predicate.ResourceVersionChangedPredicate{}))"}
		},
		imports: []string{
			importLine("corev1", "k8s.io/api/core/v1"),
			importLine("handler", "sigs.k8s.io/controller-runtime/pkg/handler"),
			importLine("predicate", "sigs.k8s.io/controller-runtime/pkg/predicate"),
		},
		byReference:     []string{"Secret"},
		rules:           []Rule{{markerGroup(""), "secrets", "get;list;watch"}},
		testPreparation: "prepareExternal",
	}
}
