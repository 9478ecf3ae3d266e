package render

import "github.com/opwright/opwright/generator/spec"

// policyWork keeps a rule over namespaces, which others make.
func policyWork() work {
	networkPolicy := []string{"NetworkPolicy"}
	return work{
		needs:     networkPolicy,
		cluster:   true,
		builds:    networkPolicy,
		fields:    []string{"NamespaceSelector", "Except", "Labels", "DenyIngress"},
		finalizes: true,
		prepare:   true,
		timed:     true,
		watches: func(c *Controller) []string {
			return []string{
				"WatchesMetadata(&corev1.Namespace{}, " + c.gathered("r.ofNamespace()") + ", builder.WithPredicates(tuning.MetadataChanged()))",
				"Watches(&" + c.API.Alias + "." + c.API.Kind + "{}, handler.EnqueueRequestsFromMapFunc(r.ofOlder), builder.WithPredicates(tuning.PrimaryChanged()))",
			}
		},
		imports: []string{
			importLine("corev1", "k8s.io/api/core/v1"),
			importLine("handler", "sigs.k8s.io/controller-runtime/pkg/handler"),
		},
		rules: []Rule{
			{markerGroup(""), "namespaces", "list;watch;patch"},
			{"networking.k8s.io", "networkpolicies", "delete"},
		},
		testPreparation: "preparePolicy",
	}
}

// gathered is a handler whose requests wait for more of them, where the preset says so.
func (c *Controller) gathered(handler string) string {
	if !c.Uses("coalesce") {
		return handler
	}
	return "tuning.Gather(r.Tuning.Coalesce, " + handler + ")"
}

// NameIsALabel says that names of the kind's objects are written where only short ones fit.
func (a *API) NameIsALabel() bool { return a.Work() == spec.WorkPolicy }
