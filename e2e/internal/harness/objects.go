package harness

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Apply sends objects by server-side apply, in their order and once each, as
// "kubectl apply --server-side" would, and waits until new kinds are served.
func (c *Cluster) Apply(ctx context.Context, objects ...*unstructured.Unstructured) error {
	for _, o := range objects {
		if err := c.defaultNamespace(o); err != nil {
			return err
		}
		// The server's answer is written into what is sent: keep the caller's.
		configuration := client.ApplyConfigurationFromUnstructured(o.DeepCopy())
		if err := c.Client.Apply(ctx, configuration, client.FieldOwner("e2e"), client.ForceOwnership); err != nil {
			return fmt.Errorf("apply %s: %w", describe(o), err)
		}
	}
	for _, o := range objects {
		if o.GetKind() != "CustomResourceDefinition" {
			continue
		}
		if _, err := c.Wait(ctx, o, "Established", func(o *unstructured.Unstructured) bool {
			return Condition(o, "Established")["status"] == "True"
		}); err != nil {
			return err
		}
	}
	return nil
}

// defaultNamespace puts an object that needs a namespace into one, as kubectl does.
func (c *Cluster) defaultNamespace(o *unstructured.Unstructured) error {
	namespaced, err := c.Client.IsObjectNamespaced(o)
	if err != nil {
		return fmt.Errorf("find out whether %s is namespaced: %w", describe(o), err)
	}
	if namespaced && o.GetNamespace() == "" {
		o.SetNamespace("default")
	}
	return nil
}

// Wait watches an object until something holds of it; what names that in an
// error. It does not matter whether the object exists yet.
func (c *Cluster) Wait(ctx context.Context, o *unstructured.Unstructured, what string, holds func(*unstructured.Unstructured) bool) (*unstructured.Unstructured, error) {
	var last *unstructured.Unstructured
	for {
		events, err := c.watch(ctx, o)
		if err != nil {
			return nil, fmt.Errorf("wait for %s: %s: %w", describe(o), what, err)
		}
		for event := range events.ResultChan() {
			if event.Type == watch.Error && ctx.Err() == nil {
				events.Stop()
				return nil, fmt.Errorf("wait for %s: %s: %w", describe(o), what, apierrors.FromObject(event.Object))
			}
			now, ok := event.Object.(*unstructured.Unstructured)
			if !ok || event.Type == watch.Error || event.Type == watch.Deleted {
				continue
			}
			if last = now; holds(now) {
				events.Stop()
				return now, nil
			}
		}
		if ctx.Err() != nil {
			return nil, contextError(ctx, "wait for %s: %s: last seen %v", describe(o), what, state(last))
		}
	}
}

// watch begins with the object as it is, if it is there.
func (c *Cluster) watch(ctx context.Context, o *unstructured.Unstructured) (watch.Interface, error) {
	list := &unstructured.UnstructuredList{}
	list.SetAPIVersion(o.GetAPIVersion())
	list.SetKind(o.GetKind() + "List")
	return c.Client.Watch(ctx, list, client.InNamespace(o.GetNamespace()), client.MatchingFields{"metadata.name": o.GetName()})
}

// Object names an object to wait for.
func Object(apiVersion, kind, namespace, name string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{}
	o.SetAPIVersion(apiVersion)
	o.SetKind(kind)
	o.SetNamespace(namespace)
	o.SetName(name)
	return o
}

// Condition is a condition of an object's status; empty if it has none such.
func Condition(o *unstructured.Unstructured, kind string) map[string]any {
	conditions, _, _ := unstructured.NestedSlice(o.Object, "status", "conditions")
	for _, c := range conditions {
		if c, ok := c.(map[string]any); ok && c["type"] == kind {
			return c
		}
	}
	return map[string]any{}
}

// Ready says whether an object's Ready condition is True and speaks of its
// present generation.
func Ready(o *unstructured.Unstructured) bool {
	observed, _, _ := unstructured.NestedInt64(o.Object, "status", "observedGeneration")
	return Condition(o, "Ready")["status"] == "True" && observed == o.GetGeneration()
}

func state(o *unstructured.Unstructured) any {
	if o == nil {
		return "never"
	}
	return o.Object["status"]
}

func describe(o *unstructured.Unstructured) string {
	return fmt.Sprintf("%s %s", o.GetKind(), client.ObjectKeyFromObject(o))
}
