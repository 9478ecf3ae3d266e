package harness

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestDeniedFindsRefusalsOfOneUser(t *testing.T) {
	const me, other = "system:serviceaccount:ns:me", "system:serviceaccount:ns:other"
	event := func(user, verb, ref string, code int) string {
		return fmt.Sprintf(`{"verb":%q,"requestURI":"/metrics","user":{"username":%q},%s"responseStatus":{"code":%d}}`+"\n", verb, user, ref, code)
	}
	deployment := `"objectRef":{"apiGroup":"apps","resource":"deployments"},`
	log := event(me, "get", deployment, 200) +
		event(me, "patch", deployment, 403) +
		event(other, "delete", deployment, 403) +
		event(me, "patch", `"objectRef":{"resource":"pods","subresource":"status"},`, 403) +
		event(me, "get", "", 403) +
		`{"verb":"half writ`
	want := []string{"patch deployments.apps", "patch pods/status", "get /metrics"}
	if got := denied(log, me); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseTestsSortsByOutcome(t *testing.T) {
	results, printed := parseTests(`# example.com/x: a compiler's line
{"Action":"run","Test":"TestB"}
{"Action":"output","Test":"TestB","Output":"told\n"}
{"Action":"pass","Test":"TestB"}
{"Action":"pass","Test":"TestA/sub"}
{"Action":"skip","Test":"TestC"}
{"Action":"fail","Test":"TestD"}
{"Action":"fail"}
`)
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"passed", results.Passed, []string{"TestA/sub", "TestB"}},
		{"skipped", results.Skipped, []string{"TestC"}},
		{"failed", results.Failed, []string{"TestD"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: got %q, want %q", c.what, c.got, c.want)
		}
	}
	if want := "# example.com/x: a compiler's line\ntold\n"; printed != want {
		t.Errorf("printed %q, want %q", printed, want)
	}
}

func TestLogWaitsForALine(t *testing.T) {
	log := &Log{}
	done := make(chan error)
	go func() { done <- log.Wait(t.Context(), "acquired LEASE") }()
	_, _ = log.Write([]byte("starting\n"))
	_, _ = log.Write([]byte("Successfully acquired lease\n"))
	if err := <-done; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if log.Wait(ctx, "never said") == nil {
		t.Error("the wait for a line that never comes succeeds")
	}
}

// Stop reports how a process ended: in order, or not.
func TestStopReportsTheExitCode(t *testing.T) {
	for _, c := range []struct {
		script string
		fails  bool
	}{
		{"trap 'exit 0' TERM; echo up; while :; do sleep 0.05; done", false},
		{"trap 'exit 3' TERM; echo up; while :; do sleep 0.05; done", true},
	} {
		p, err := StartProcess("script", nil, "/bin/sh", "-c", c.script)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Log.Wait(t.Context(), "up"); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Stop(); (err != nil) != c.fails {
			t.Errorf("%s: %v", c.script, err)
		}
	}
}
