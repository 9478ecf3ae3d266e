package e2e

import (
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/opwright/opwright/e2e/internal/harness"
)

// Of two replicas the second takes over when the first is told to stop. How
// fast is for the log; a lease that is not released takes 15 s, so 10 s tells
// the two apart on a busy machine too.
func TestSecondReplicaTakesOver(t *testing.T) {
	ctx := within(t, 5*time.Minute)
	p := project(t, standard())
	c := startCluster(t)
	install(t, c, p)
	sample := sampleOf(t, p)

	first := startManager(t, c, p)
	check(t, first.Log.Wait(within(t, time.Minute), "successfully acquired lease"))
	second := startManager(t, c, p)
	check(t, second.AwaitReady(within(t, time.Minute)))
	check(t, c.Apply(ctx, sample))
	awaitReplicas(t, c, sample, 2)
	if second.Log.Lines("successfully acquired lease") != nil {
		t.Fatal("both replicas lead")
	}

	began := time.Now()
	stopped := must[time.Duration](t)(first.Stop())
	check(t, c.Client.Patch(ctx, sample.DeepCopy(), client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"replicas":5}}`))))
	awaitReplicas(t, c, sample, 5)
	took := time.Since(began)
	t.Logf("failover: the leader was gone %s after SIGTERM, an edit was carried out after %s",
		stopped.Round(time.Millisecond), took.Round(time.Millisecond))
	if took > 10*time.Second {
		t.Errorf("an edit was carried out only %s after SIGTERM", took)
	}
	nothingDenied(t, c, p, second)
}

func awaitReplicas(t *testing.T, c *harness.Cluster, sample *unstructured.Unstructured, want int64) {
	t.Helper()
	deployment := harness.Object("apps/v1", "Deployment", sample.GetNamespace(), sample.GetName())
	must[*unstructured.Unstructured](t)(c.Wait(within(t, time.Minute), deployment, fmt.Sprintf("%d replicas", want), func(o *unstructured.Unstructured) bool {
		got, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
		return got == want
	}))
}
