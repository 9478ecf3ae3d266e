package harness

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Manager is a project's operator as a process.
type Manager struct {
	*Process
	probes  string
	metrics string
}

// StartManager starts a project's manager under its own ServiceAccount, as in a
// Pod: with leader election, metrics and probes. It has to be stopped.
func (c *Cluster) StartManager(ctx context.Context, p *Project, binary string) (*Manager, error) {
	kubeconfig, err := c.AccountKubeconfig(ctx, p.Namespace(), p.Account())
	if err != nil {
		return nil, err
	}
	m := &Manager{}
	if m.probes, m.metrics, err = freeAddresses(); err != nil {
		return nil, err
	}
	m.Process, err = StartProcess(p.Name+" manager", c.suite.Env("KUBECONFIG="+kubeconfig), binary,
		"--leader-elect", "--leader-election-namespace", p.Namespace(),
		"--health-probe-bind-address", m.probes, "--metrics-bind-address", m.metrics)
	return m, err
}

// AwaitReady asks /readyz, as a kubelet does, until it says yes.
func (m *Manager) AwaitReady(ctx context.Context) error {
	ctx, cancel := m.while(ctx)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		code, body, _ := m.get(ctx, "http://"+m.probes+"/readyz", "")
		if code == http.StatusOK {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return contextError(ctx, "wait for /readyz of %s: %d %s\n%s", m.Name, code, body, Tail(m.Log.String(), 30))
		}
	}
}

// Metrics asks for the metrics, with a token or none.
func (m *Manager) Metrics(ctx context.Context, token string) (code int, body string, err error) {
	return m.get(ctx, "https://"+m.metrics+"/metrics", token)
}

func (m *Manager) get(ctx context.Context, url, token string) (int, string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, "", err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	transport := &http.Transport{
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, // the manager signs its own certificate
		DisableKeepAlives: true,
	}
	response, err := (&http.Client{Transport: transport, Timeout: 10 * time.Second}).Do(request)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, string(body), err
}

// freeAddresses are two local addresses that nobody listens on. Both are held until they are known: else the
// same one could come twice.
func freeAddresses() (one, two string, err error) {
	first, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", fmt.Errorf("find a free port: %w", err)
	}
	second, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", errors.Join(fmt.Errorf("find a free port: %w", err), first.Close())
	}
	return first.Addr().String(), second.Addr().String(), errors.Join(first.Close(), second.Close())
}

// StartKubelet starts the process that plays the kubelet's part for the
// Deployments of a namespace. It has to be stopped.
func (c *Cluster) StartKubelet(namespace string) (*Process, error) {
	binary, err := c.suite.kubelet()
	if err != nil {
		return nil, err
	}
	return StartProcess("kubelet-stand-in", c.suite.Env("KUBECONFIG="+c.Kubeconfig), binary, "--namespace", namespace)
}
