package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/rulefmt"

	"github.com/opwright/opwright/e2e/internal/alerts"
	"github.com/opwright/opwright/e2e/internal/harness"
)

func alertsOf(t *testing.T, v harness.Variant) *alerts.Rules {
	t.Helper()
	p := project(t, v)
	return must[*alerts.Rules](t)(alerts.Read(filepath.Join(p.Dir, "config", "components", "monitoring", "prometheusrule.yaml")))
}

// alerting are the projects whose presets have alerts of their own, and one that has none.
func alerting() map[string]harness.Variant {
	list := map[string]harness.Variant{"standard": standard()}
	for _, v := range presets() {
		if slices.Contains([]string{"external-api", "high-churn", "time-driven"}, v.Name) {
			list[v.Name] = v
		}
	}
	return list
}

// healthy are 90 minutes of an operator with 60 objects and a standby.
func healthy(project string) []string {
	return series(project,
		`workqueue_queue_duration_seconds_bucket{LEADER, le="1"} 0+60x90`,
		`workqueue_queue_duration_seconds_bucket{LEADER, le="10"} 0+60x90`,
		`workqueue_queue_duration_seconds_count{LEADER} 0+60x90`,
		`workqueue_depth{LEADER, priority="0"} 3x90`,
		`workqueue_depth{STANDBY, priority="-100"} 5000x90`,
		`controller_runtime_active_workers{LEADER} 1x90`,
		`controller_runtime_max_concurrent_reconciles{LEADER} 4x90`,
		`controller_runtime_reconcile_total{LEADER} 0+60x90`,
		`controller_runtime_reconcile_errors_total{LEADER} 0x90`,
		`controller_runtime_reconcile_panics_total{LEADER} 0x90`,
		`controller_runtime_reconcile_timeouts_total{LEADER} 0x90`,
		`operator_reconciles_total{LEADER, outcome="done"} 0+30x90`,
		`operator_reconciles_total{LEADER, outcome="skipped"} 0+10x90`,
		`operator_reconciles_total{LEADER, outcome="delayed"} 0x90`,
		`operator_objects{LEADER} 60x90`,
		`operator_oldest_waiting_seconds{LEADER, priority="0"} 0x90`,
		`operator_oldest_waiting_seconds{LEADER, priority="-150"} 20x90`,
		`operator_circuit_open{LEADER} 0x90`,
		`operator_deadline_lead_left_ratio{LEADER} 2x90`,
		`leader_election_master_status{LEADER} 1x90`,
		`leader_election_master_status{STANDBY} 0x90`,
		`process_start_time_seconds{LEADER} 1000x90`,
	)
}

// series writes out the labels of both Pods.
func series(project string, lines ...string) []string {
	labels := func(instance string) string {
		return `job="` + project + `-controller-manager-metrics-service", controller="storefront", instance="` + instance + `"`
	}
	out := slices.Clone(lines)
	for i := range out {
		out[i] = strings.NewReplacer("LEADER", labels("a"), "STANDBY", labels("b")).Replace(out[i])
	}
	return out
}

// Each fault raises the alerts that name it and no other, and nothing else does.
func TestAlertsFire(t *testing.T) {
	type fault struct {
		name   string
		series []string
		want   []string
	}
	common := []fault{
		{"none", nil, nil},
		{"older le", []string{`workqueue_queue_duration_seconds_bucket{LEADER, le="1.0"} 0+60x90`, `workqueue_queue_duration_seconds_bucket{LEADER, le="1"} _x90`}, nil},
		{"one in fifty waits", []string{`workqueue_queue_duration_seconds_bucket{LEADER, le="1"} 0+58.8x90`}, []string{"OperatorSlow"}},
		{"one in two hundred waits", []string{`workqueue_queue_duration_seconds_bucket{LEADER, le="1"} 0+59.7x90`}, nil},
		{"all waited for two minutes", []string{`workqueue_queue_duration_seconds_bucket{LEADER, le="1"} 0+60x86 5160x3`}, nil},
		{"workers busy", []string{`controller_runtime_active_workers{LEADER} 1x70 4x20`}, []string{"OperatorBusy"}},
		{"workers busy for a while", []string{`controller_runtime_active_workers{LEADER} 1x80 4x9`}, nil},
		{"three of four workers busy", []string{`controller_runtime_active_workers{LEADER} 3x90`}, nil},
		{"one pass in five fails", []string{`controller_runtime_reconcile_errors_total{LEADER} 0+12x90`}, []string{"OperatorErrors"}},
		{"one pass in twenty fails", []string{`controller_runtime_reconcile_errors_total{LEADER} 0+3x90`}, nil},
		{"polls starve", []string{`operator_oldest_waiting_seconds{LEADER, priority="-150"} 0+60x90`}, []string{"OperatorStarved"}},
		{"an edit waits", []string{`operator_oldest_waiting_seconds{LEADER, priority="0"} 0+60x90`}, nil},
		{"a panic", []string{`controller_runtime_reconcile_panics_total{LEADER} 0x87 1x2`}, []string{"OperatorPanics"}},
		{"an old panic", []string{`controller_runtime_reconcile_panics_total{LEADER} 0x60 1x29`}, nil},
		{"a timeout", []string{`controller_runtime_reconcile_timeouts_total{LEADER} 0x87 1x2`}, []string{"OperatorTimeouts"}},
		{"a loop", []string{`operator_reconciles_total{LEADER, outcome="done"} 0+90x90`}, []string{"OperatorChurn"}},
		{"a long queue", []string{`workqueue_depth{LEADER, priority="0"} 3x70 600x20`}, []string{"OperatorQueue"}},
		{"three changes of leader", []string{`leader_election_master_status{LEADER} 1x50 0x10 1x10 0x19`, `leader_election_master_status{STANDBY} 0x50 1x10 0x10 1x19`, `workqueue_depth{STANDBY, priority="-100"} 3x90`}, []string{"OperatorLeaderChanges"}},
		{"one change of leader", []string{`leader_election_master_status{LEADER} 1x70 0x19`, `leader_election_master_status{STANDBY} 0x70 1x19`, `workqueue_depth{STANDBY, priority="-100"} 5000x71 0x18`}, nil},
		{"three restarts", []string{`process_start_time_seconds{LEADER} 1000x50 5000x10 6000x10 7000x19`}, []string{"OperatorLeaderChanges"}},
	}
	own := map[string][]fault{
		"external-api": {
			{"refused calls", []string{`operator_reconciles_total{LEADER, outcome="delayed"} 0+1x90`}, []string{"OperatorQuota"}},
			{"an outage", []string{`operator_circuit_open{LEADER} 0x70 1x20`}, []string{"OperatorCallsPaused"}},
			{"polls come late", []string{`operator_reconciles_total{LEADER, outcome="done"} 0+0.5x90`}, []string{"OperatorPollsLate"}},
			{"polls have ended", []string{`operator_reconciles_total{LEADER, outcome="done"} 0+30x10 300x80`}, []string{"OperatorPollsLate"}},
		},
		"high-churn": {
			{"one in fifty waits long", []string{`workqueue_queue_duration_seconds_bucket{LEADER, le="1"} 0+58x90`, `workqueue_queue_duration_seconds_bucket{LEADER, le="10"} 0+58.8x90`}, []string{"OperatorSlow", "OperatorVerySlow"}},
			{"a storm of events", []string{`operator_reconciles_total{LEADER, outcome="skipped"} 0+90x90`}, []string{"OperatorEventStorm"}},
		},
		"time-driven": {
			{"a renewal fails", []string{`operator_deadline_lead_left_ratio{LEADER} 1-0.01x90`}, []string{"OperatorDeadline"}},
			{"a renewal is due", []string{`operator_deadline_lead_left_ratio{LEADER} 0.7x90`}, nil},
		},
	}
	for preset, v := range alerting() {
		rules := alertsOf(t, v)
		for _, f := range slices.Concat(common, own[preset]) {
			t.Run(preset+"/"+f.name, func(t *testing.T) {
				lines := alerts.Override(healthy(v.Name), series(v.Name, f.series...)...)
				firing := must[[]string](t)(rules.Firing(t.Context(), 89*time.Minute, lines...))
				if !slices.Equal(firing, f.want) {
					t.Errorf("firing: %q, want %q", firing, f.want)
				}
			})
		}
	}
}

// Somebody who is woken by an alert is told what it is about and what to do.
func TestAlertsAreExplained(t *testing.T) {
	for preset, v := range alerting() {
		alertsOf(t, v).Each(func(rule rulefmt.Rule) {
			for _, text := range []string{rule.Annotations["summary"], rule.Annotations["runbook"]} {
				if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "yaml") {
					t.Errorf("%s: %s says %q", preset, rule.Alert, text)
				}
			}
			if s := rule.Labels["severity"]; s != "warning" && s != "critical" {
				t.Errorf("%s: %s has the severity %q", preset, rule.Alert, s)
			}
		})
	}
}
