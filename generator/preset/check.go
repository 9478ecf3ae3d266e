package preset

import "fmt"

// contradiction is a value that does not go with another one.
type contradiction struct{ path, text, hint string }

func (p *Preset) contradictions() []contradiction {
	var list []contradiction
	for _, part := range [][]contradiction{p.limiterFaults(), p.outsideFaults(), p.syncFaults(), p.leaseFaults()} {
		list = append(list, part...)
	}
	return list
}

func (p *Preset) limiterFaults() []contradiction {
	const hint = "write both below tuning.limiter"
	switch l := p.Limiter.Value; {
	case l.Kind == "bucket" && (l.QPS == 0 || l.Burst == 0):
		return []contradiction{{"limiter.kind", "a limiter of kind bucket needs qps and burst", hint}}
	case l.Kind != "bucket" && (l.QPS != 0 || l.Burst != 0):
		text := fmt.Sprintf("qps and burst belong to a bucket, and the limiter of preset %s is %s", p.Name, l.Kind)
		return []contradiction{{"limiter.qps", text, "write kind: bucket below tuning.limiter"}}
	case l.MaxDelay < l.BaseDelay:
		text := fmt.Sprintf("the limiter's maxDelay %s is shorter than its baseDelay %s", l.MaxDelay, l.BaseDelay)
		return []contradiction{{"limiter.maxDelay", text, hint}}
	}
	return nil
}

func (p *Preset) outsideFaults() []contradiction {
	if c := p.Calls.Value; (c.QPS == 0) != (c.Burst == 0) {
		return []contradiction{{"calls", "calls need both qps and burst", "write both below tuning.calls"}}
	}
	return nil
}

func (p *Preset) syncFaults() []contradiction {
	switch s := p.Sync.Value; {
	case s.MaxInterval != 0 && s.MaxInterval < s.Interval:
		text := fmt.Sprintf("the maxInterval %s of the sync is shorter than its interval %s", short(s.MaxInterval), short(s.Interval))
		return []contradiction{{"sync.maxInterval", text, "write both below tuning.sync"}}
	case s.Deadline && (s.Min == 0 || s.Max < s.Min):
		return []contradiction{{"sync.deadline", "a sync by deadline needs min and, not below it, max", "write both beside deadline"}}
	case !s.Deadline && s.Interval == 0:
		return []contradiction{{"sync.interval", "a sync without a deadline needs an interval", "write for example interval: 30m"}}
	}
	return nil
}

func (p *Preset) leaseFaults() []contradiction {
	l := p.Leadership.Value
	if l.Retry >= l.Renew || l.Renew >= l.Lease {
		text := fmt.Sprintf("of leadership, retry %s must be shorter than renew %s, and that shorter than lease %s", short(l.Retry), short(l.Renew), short(l.Lease))
		return []contradiction{{"leadership", text, "client-go demands it"}}
	}
	return nil
}
