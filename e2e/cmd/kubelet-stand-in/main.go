// Command kubelet-stand-in plays a part that is missing beside a bare API
// server: there are neither kubelets nor the controllers that make Pods, so it
// reports the Deployments of one namespace as running. It is a process of its
// own, and says what it does, so that nobody takes its word for a real Pod's.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	appsv1client "k8s.io/client-go/kubernetes/typed/apps/v1"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/retry"
)

func main() { os.Exit(code()) }

func code() int {
	namespace := flag.String("namespace", "default", "Namespace whose Deployments are reported as running.")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := play(ctx, *namespace); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "kubelet-stand-in:", err)
		return 1
	}
	return 0
}

// play reports every Deployment as running until ctx ends.
func play(ctx context.Context, namespace string) error {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	fmt.Println("kubelet-stand-in: there is no kubelet here, so this process reports Pods as running")
	deployments := clients.AppsV1().Deployments(namespace)
	for ctx.Err() == nil {
		// A watch without a version begins with what is there.
		watch, err := deployments.Watch(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for event := range watch.ResultChan() {
			if d, ok := event.Object.(*appsv1.Deployment); ok {
				if err := run(ctx, deployments, d.Name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// run reports the Pods of one Deployment as running, if it is still there.
func run(ctx context.Context, deployments appsv1client.DeploymentInterface, name string) error {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		d, err := deployments.Get(ctx, name, metav1.GetOptions{})
		if err != nil || running(d) {
			return err
		}
		n := *d.Spec.Replicas
		d.Status = appsv1.DeploymentStatus{
			ObservedGeneration: d.Generation,
			Replicas:           n, UpdatedReplicas: n, ReadyReplicas: n, AvailableReplicas: n,
			Conditions: []appsv1.DeploymentCondition{{
				Type: appsv1.DeploymentAvailable, Status: corev1.ConditionTrue, Reason: "KubeletStandIn",
				LastUpdateTime: metav1.Now(), LastTransitionTime: metav1.Now(),
			}},
		}
		if _, err := deployments.UpdateStatus(ctx, d, metav1.UpdateOptions{}); err != nil {
			return err
		}
		fmt.Printf("kubelet-stand-in: %s/%s: %d of %d Pods reported as running\n", d.Namespace, d.Name, n, n)
		return nil
	})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

// running says whether the status already speaks of the present generation.
func running(d *appsv1.Deployment) bool {
	return d.Status.ObservedGeneration == d.Generation && d.Status.AvailableReplicas == *d.Spec.Replicas
}
