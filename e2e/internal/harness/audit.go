package harness

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// auditPolicy logs what ServiceAccounts ask for, without contents.
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived, ResponseStarted]
rules:
  - level: Metadata
    userGroups: ["system:serviceaccounts"]
  - level: None
`

// audit makes the API server log the requests of ServiceAccounts.
func (c *Cluster) audit() error {
	policy, err := c.file("audit-policy.yaml", []byte(auditPolicy))
	if err != nil {
		return err
	}
	c.environment.ControlPlane.GetAPIServer().Configure().
		Set("audit-policy-file", policy).
		Set("audit-log-path", filepath.Join(c.dir, "audit.log"))
	return nil
}

// Denied lists the requests of a ServiceAccount that the API server refused for
// want of a permission, as "verb resource". The audit log sees also those that
// a client swallows.
func (c *Cluster) Denied(namespace, account string) ([]string, error) {
	data, err := os.ReadFile(filepath.Join(c.dir, "audit.log"))
	if err != nil {
		return nil, fmt.Errorf("read the audit log: %w", err)
	}
	return denied(string(data), "system:serviceaccount:"+namespace+":"+account), nil
}

type auditEvent struct {
	Verb           string
	RequestURI     string
	User           struct{ Username string }
	ObjectRef      *struct{ APIGroup, Resource, Subresource string }
	ResponseStatus struct{ Code int }
}

func denied(log, user string) []string {
	var lines []string
	for line := range strings.Lines(log) {
		var e auditEvent
		if json.Unmarshal([]byte(line), &e) != nil { // the last line may be half written
			continue
		}
		if e.User.Username == user && e.ResponseStatus.Code == http.StatusForbidden {
			lines = append(lines, e.String())
		}
	}
	return lines
}

// String is what RBAC would have to allow.
func (e auditEvent) String() string {
	if e.ObjectRef == nil {
		return e.Verb + " " + e.RequestURI
	}
	resource := e.ObjectRef.Resource
	if e.ObjectRef.Subresource != "" {
		resource += "/" + e.ObjectRef.Subresource
	}
	if e.ObjectRef.APIGroup != "" {
		resource += "." + e.ObjectRef.APIGroup
	}
	return e.Verb + " " + resource
}
