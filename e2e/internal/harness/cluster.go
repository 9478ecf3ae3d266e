package harness

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// Cluster is an API server with etcd, RBAC and an audit log. Nothing else of a
// cluster is there: no controllers, no kubelet, no garbage collection.
type Cluster struct {
	// Config and Client are an administrator's.
	Config *rest.Config
	Client client.WithWatch
	// Kubeconfig is the administrator's, as a file.
	Kubeconfig string

	environment *envtest.Environment
	suite       *Suite
	dir         string
}

// StartCluster starts a cluster. It has to be stopped.
func (s *Suite) StartCluster() (*Cluster, error) {
	dir, err := os.MkdirTemp(s.Dir, "cluster-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{suite: s, dir: dir, environment: &envtest.Environment{
		BinaryAssetsDirectory:    s.Assets,
		ControlPlaneStartTimeout: 2 * time.Minute, // two cores are busy with a compiler at times
		ControlPlaneStopTimeout:  time.Minute,
	}}
	if err := c.audit(); err != nil {
		return nil, err
	}
	c.Config, err = c.environment.Start()
	if err != nil {
		return nil, fmt.Errorf("start the control plane: %w", err)
	}
	if err := c.connect(); err != nil {
		_ = c.Stop()
		return nil, fmt.Errorf("connect to the control plane: %w", err)
	}
	return c, nil
}

// Stop ends the API server and etcd.
func (c *Cluster) Stop() error { return c.environment.Stop() }

func (c *Cluster) connect() error {
	c.Config.QPS = -1 // the server's own priority and fairness arbitrates
	scheme, err := newScheme()
	if err != nil {
		return err
	}
	c.Client, err = client.NewWithWatch(c.Config, client.Options{Scheme: scheme})
	if err != nil {
		return err
	}
	c.Kubeconfig, err = c.file("admin.kubeconfig", c.environment.KubeConfig)
	return err
}

// As is a client of another user, as the API server sees it.
func (c *Cluster) As(user string) (client.Client, error) {
	config := rest.CopyConfig(c.Config)
	config.Impersonate = rest.ImpersonationConfig{UserName: user, Groups: []string{"system:authenticated"}}
	return client.New(config, client.Options{Scheme: c.Client.Scheme()})
}

func (c *Cluster) file(name string, data []byte) (string, error) {
	path := filepath.Join(c.dir, name)
	return path, os.WriteFile(path, data, 0o600)
}

func newScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return nil, err
	}
	return scheme, apiextensionsv1.AddToScheme(scheme)
}

// contextError says what did not happen in time, and why the wait ended.
func contextError(ctx context.Context, format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, context.Cause(ctx))...)
}
