package render

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/opwright/opwright/generator/preset"
)

// AlertGroup are the alerts of controllers with the same thresholds.
type AlertGroup struct {
	Name   string
	Alerts []Alert
}

// Alert is an alerting rule of Prometheus.
type Alert struct {
	Name     string
	Expr     []string // its lines
	For      string
	Severity string
	Summary  string
	Runbook  string // what to do, in a line
}

// Alerts says that the project brings alerts.
func (p *Project) Alerts() bool {
	return slices.Contains(p.features, "monitoring") && len(p.Controllers) > 0
}

// AlertGroups lists the alerts of all controllers, and those of the process.
func (p *Project) AlertGroups() []AlertGroup {
	var groups []AlertGroup
	for _, members := range p.sameAlerts() {
		groups = append(groups, members.group())
	}
	return append(groups, AlertGroup{p.Name + "-process", []Alert{p.leaderAlert()}})
}

// alerting are controllers with the same thresholds.
type alerting struct {
	project *Project
	names   []string
	preset.Alerts
	age time.Duration // within which an object at rest is visited; 0 is not at all
}

func (p *Project) sameAlerts() []*alerting {
	var all []*alerting
	for _, c := range p.Controllers {
		sync := c.Preset.Sync.Value
		own := alerting{project: p, Alerts: c.Preset.Alerts.Value, age: 2 * max(sync.Interval, sync.MaxInterval)}
		i := slices.IndexFunc(all, func(a *alerting) bool { return a.Alerts == own.Alerts && a.age == own.age })
		if i < 0 {
			all, i = append(all, &own), len(all)
		}
		all[i].names = append(all[i].names, c.Name)
	}
	return all
}

func (a *alerting) group() AlertGroup {
	group := AlertGroup{Name: a.project.Name + "-" + a.names[0], Alerts: a.common()}
	switch a.Own {
	case "expiry":
		group.Alerts = append(group.Alerts, a.expiry())
	case "queue":
		group.Alerts = append(group.Alerts, a.queue()...)
	case "quota":
		group.Alerts = append(group.Alerts, a.quota()...)
	}
	return group
}

// job selects the metrics of this operator: other operators may have controllers of the same names.
func (p *Project) job() string {
	return fmt.Sprintf("job=%q", p.Name+"-controller-manager-metrics-service")
}

// of is a metric of the controllers.
func (a *alerting) of(metric string, labels ...string) string {
	controllers := fmt.Sprintf("controller=%q", a.names[0])
	if len(a.names) > 1 {
		controllers = fmt.Sprintf("controller=~%q", strings.Join(a.names, "|"))
	}
	return metric + "{" + strings.Join(append([]string{a.project.job(), controllers}, labels...), ", ") + "}"
}

// rate is a metric's rate over a window, of each controller.
func (a *alerting) rate(window, metric string, labels ...string) string {
	return "sum by (controller) (rate(" + a.of(metric, labels...) + "[" + window + "]))"
}

// common are the alerts of every preset.
func (a *alerting) common() []Alert { return slices.Concat(a.pace(), a.accidents(), a.load()) }

// pace is about objects that wait, workers and failures.
func (a *alerting) pace() []Alert {
	return []Alert{
		a.slow("OperatorSlow", "1", "5m", "warning"),
		{
			Name: "OperatorBusy", Severity: "warning",
			Expr: []string{
				"max by (controller) (",
				"  avg_over_time(" + a.of("controller_runtime_active_workers") + "[15m])",
				"  / " + a.of("controller_runtime_max_concurrent_reconciles"),
				fmt.Sprintf(") > %v", a.BusyShare),
			},
			Summary: "Over " + percent(a.BusyShare) + " of the workers of {{ $labels.controller }} have been busy for 15 minutes.",
			Runbook: "Look for slow calls in controller_runtime_reconcile_time_seconds. If a pass needs its time, add workers: opwright tune CONTROLLER --set workers=N, or at once in config/manager/tuning.yaml.",
		},
		{
			Name: "OperatorErrors", For: "10m", Severity: "warning",
			Expr: []string{
				a.rate("10m", "controller_runtime_reconcile_errors_total"),
				"/ " + a.rate("10m", "controller_runtime_reconcile_total"),
				fmt.Sprintf("> %v", a.ErrorShare),
			},
			Summary: "Over " + percent(a.ErrorShare) + " of the passes of {{ $labels.controller }} fail.",
			Runbook: "The condition Degraded of the objects, and the log at level error, name the cause.",
		},
		{
			Name: "OperatorStarved", Severity: "warning",
			Expr: []string{
				"max by (controller, priority) (" + a.of("operator_oldest_waiting_seconds", `priority=~"-.+"`) + fmt.Sprintf(") > %v", a.StarvedFor.Seconds()),
			},
			Summary: "Objects of {{ $labels.controller }} with priority {{ $labels.priority }} have not had their turn for " + spoken(a.StarvedFor) + ".",
			Runbook: "Work of a higher priority fills all workers. Find out what wakes the controller in operator_reconciles_total by trigger; then fewer events or more workers.",
		},
	}
}

// accidents are passes that did not end as they should.
func (a *alerting) accidents() []Alert {
	return []Alert{
		{
			Name: "OperatorPanics", Severity: "critical",
			Expr:    []string{"sum by (controller) (increase(" + a.of("controller_runtime_reconcile_panics_total") + "[10m])) > 0"},
			Summary: "Reconcile of {{ $labels.controller }} has panicked.",
			Runbook: "The log has the stack, and the object has the reason ReconcilePanic. The others go on.",
		},
		{
			Name: "OperatorTimeouts", Severity: "warning",
			Expr:    []string{"sum by (controller) (increase(" + a.of("controller_runtime_reconcile_timeouts_total") + "[10m])) > 0"},
			Summary: "A pass of {{ $labels.controller }} has run out of time.",
			Runbook: "Find the call that hangs in the log. A pass that needs longer gets more by the setting timeout.",
		},
	}
}

// load is about work that never ends.
func (a *alerting) load() []Alert {
	return []Alert{
		{
			Name: "OperatorChurn", For: "10m", Severity: "warning",
			Expr: []string{
				"sum by (controller) (increase(" + a.of("operator_reconciles_total", `outcome!="skipped"`) + "[10m]))",
				"/ sum by (controller) (" + a.of("operator_objects") + ")",
				fmt.Sprintf("> %v", a.PassesEach),
			},
			Summary: fmt.Sprintf("{{ $labels.controller }} makes more than %d passes over each object in ten minutes.", a.PassesEach),
			Runbook: "Something that Reconcile writes wakes it again, or a child never rests. operator_reconciles_total by trigger tells events from retries; a narrower predicate or a time that is not in the status ends it.",
		},
		{
			Name: "OperatorQueue", For: "10m", Severity: "warning",
			Expr: []string{
				"max by (controller) (",
				"  sum by (instance, controller) (" + a.of("workqueue_depth") + ")",
				"  and on (instance) leader_election_master_status{" + a.project.job() + "} == 1", // the queue of a standby fills up and waits
				fmt.Sprintf(") > %v", a.Depth),
			},
			Summary: fmt.Sprintf("More than %d objects of {{ $labels.controller }} are due.", a.Depth),
			Runbook: "The workers cannot keep up. opwright tune CONTROLLER --objects N --service-time T works out how many it takes.",
		},
	}
}

// slow is about the share of objects that wait longer than a bound, in seconds, which must be one of the buckets.
// Prometheus 3 writes le="1.0" for what older ones take as it is.
func (a *alerting) slow(name, bound, window, severity string) Alert {
	le := fmt.Sprintf(`le=~"%s|%s.0"`, bound, bound)
	return Alert{
		Name: name, For: "10m", Severity: severity,
		Expr: []string{
			"1 - " + a.rate(window, "workqueue_queue_duration_seconds_bucket", le),
			"/ " + a.rate(window, "workqueue_queue_duration_seconds_count"),
			fmt.Sprintf("> %v", a.SlowShare),
		},
		Summary: "Over " + percent(a.SlowShare) + " of the objects of {{ $labels.controller }} wait longer than " + bound + " s for their pass.",
		Runbook: "If OperatorBusy fires as well, add workers. If not, the process has too little CPU, or the API server is slow.",
	}
}

// queue are the alerts of a controller whose queue is never empty.
func (a *alerting) queue() []Alert {
	return []Alert{
		a.slow("OperatorVerySlow", "10", "5m", "critical"),
		{
			Name: "OperatorEventStorm", For: "15m", Severity: "warning",
			Expr: []string{
				a.rate("10m", "operator_reconciles_total", `outcome="skipped"`),
				"/ " + a.rate("10m", "operator_reconciles_total"),
				"> 0.5",
			},
			Summary: "Most passes of {{ $labels.controller }} come too soon after the one before, and are put off.",
			Runbook: "Children change faster than their owner can be looked at. A narrower predicate, a longer minInterval or coalesce makes one pass of many events.",
		},
	}
}

// quota are the alerts of a controller that polls something with a quota.
func (a *alerting) quota() []Alert {
	alerts := []Alert{
		{
			Name: "OperatorQuota", For: "10m", Severity: "warning",
			Expr: []string{
				a.rate("10m", "operator_reconciles_total", `outcome="delayed"`),
				"/ " + a.rate("10m", "operator_reconciles_total"),
				"> 0.01",
			},
			Summary: "Over 1 % of the passes of {{ $labels.controller }} are put off: the outside API refuses calls, or their budget is spent.",
			Runbook: "Compare calls.qps with the quota. A longer sync.interval needs fewer calls.",
		},
		{
			Name: "OperatorCallsPaused", For: "10m", Severity: "critical",
			Expr:    []string{"max by (controller) (" + a.of("operator_circuit_open") + ") == 1"},
			Summary: "The outside API of {{ $labels.controller }} fails for all objects; calls are paused.",
			Runbook: "Look at that API. One call in each breaker.pause tries it; the rest follows by itself.",
		},
	}
	if a.age > 0 {
		alerts = append(alerts, Alert{
			Name: "OperatorPollsLate", For: "15m", Severity: "warning",
			Expr: []string{ // objects per visits a second is the mean time between two visits
				"sum by (controller) (" + a.of("operator_objects") + ")",
				"/ " + a.rate("1h", "operator_reconciles_total", `outcome="done"`),
				fmt.Sprintf("> %v", a.age.Seconds()),
			},
			Summary: "Objects of {{ $labels.controller }} are polled less often than each " + spoken(a.age) + ".",
			Runbook: "OperatorQuota, OperatorBusy or OperatorErrors say why. With none of them, sync.interval is too long.",
		})
	}
	return alerts
}

// expiry is the alert of a controller that works towards deadlines.
func (a *alerting) expiry() Alert {
	return Alert{
		Name: "OperatorDeadline", For: "5m", Severity: "critical",
		Expr:    []string{"min by (controller) (" + a.of("operator_deadline_lead_left_ratio") + ") < 0.5"},
		Summary: "Work of {{ $labels.controller }} has been due for half of the time that it has.",
		Runbook: "It fails, or waits for its turn. The condition Degraded of the objects that are due says why; operator_deadline_left_seconds says how long there is.",
	}
}

// leaderAlert is about the process as a whole. A change of leader changes two gauges; a process that loses the
// lease ends, so that restarts count as well.
func (p *Project) leaderAlert() Alert {
	most := 2
	for i, c := range p.Controllers {
		if n := c.Preset.Alerts.Value.LeasesAnHour; i == 0 || n < most {
			most = n
		}
	}
	return Alert{
		Name: "OperatorLeaderChanges", Severity: "warning",
		Expr: []string{
			fmt.Sprintf("sum(changes(leader_election_master_status{%s}[1h])) / 2 > %d", p.job(), most),
			fmt.Sprintf("or sum(changes(process_start_time_seconds{%s}[1h])) > %d", p.job(), most),
		},
		Summary: fmt.Sprintf("The operator has changed its leader or has been started again more than %d times in an hour.", most),
		Runbook: "Look why the last process ended: kubectl logs --previous. A lost lease means an API server that is slow for the operator; killed for memory, it needs a higher limit.",
	}
}

func percent(share float64) string { return fmt.Sprintf("%.4g %%", share*100) }
