package spec

import (
	"fmt"
	"slices"
	"strings"
)

func (d *decoder) checkControllers(p *Project) {
	types := map[string]string{}
	names := map[string]bool{}
	for i, c := range p.Controllers {
		path := fmt.Sprintf("controllers[%d]", i)
		d.checkFor(path, p, c)
		if names[c.Name] && c.Name != "" {
			d.fault(path+".name", faultf("controller %q is there twice", c.Name))
			continue
		}
		names[c.Name] = true
		d.checkController(path, c)
		a, _ := p.API(c.For)
		key := a.Dir + "." + c.Reconciler()
		if other, taken := types[key]; taken && c.Name != "" {
			d.fault(path+".name", faultf("controllers %q and %q would both be called %s in Go", other, c.Name, c.Reconciler()))
		}
		types[key] = c.Name
	}
}

func (d *decoder) checkController(path string, c Controller) {
	if c.Name != "" {
		d.fault(path+".name", controllerNameFault(c.Name))
	}
	if !isLabel(c.Preset) {
		d.fault(path+".preset", faultf("preset %q must be lower-case letters, digits and dashes", c.Preset).hint("write for example %s", DefaultPreset))
	}
	if c.Work != "" && !slices.Contains(Works(), c.Work) {
		d.fault(path+".work", faultf("unknown work %q", c.Work).hint("%s", didYouMean(c.Work, Works())))
	}
	d.checkOwns(path+".owns", c.Owns)
	d.checkLimiter(path+".tuning.limiter", c.Tuning.Limiter)
}

func (d *decoder) checkFor(path string, p *Project, c Controller) {
	if c.For == (GVK{}) {
		d.fault(path+".for", faultf("for is missing: the kind that the controller reconciles"))
		return
	}
	if _, own := p.API(c.For); own {
		return
	}
	f := faultf("%s is not one of the project's apis; controllers of other kinds are not supported yet", c.For)
	var apis []string
	for _, a := range p.APIs {
		if _, f := a.faulty(); f == nil {
			apis = append(apis, a.GVK.String())
		}
	}
	if best := closest(c.For.String(), apis); best != "" {
		f = f.hint("did you mean %s?", best)
	} else if len(apis) > 0 {
		f = f.hint("apis has: %s", strings.Join(apis, ", "))
	}
	d.fault(path+".for", f)
}

func (d *decoder) checkOwns(path string, owns []Owned) {
	seen := map[GVK]bool{}
	for i, o := range owns {
		path := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case o.Kind == (GVK{}): // not understood, and said so
		case seen[o.Kind]:
			d.fault(path, faultf("%s is listed twice", o.Kind))
		default:
			d.fault(path, ownedFault(o.Kind))
		}
		seen[o.Kind] = true
		fields := map[string]bool{}
		for j, name := range o.Status {
			f := statusFault(o.Kind, name)
			if f == nil && fields[name] {
				f = faultf("status field %q is listed twice", name)
			}
			fields[name] = true
			d.fault(fmt.Sprintf("%s.status[%d]", path, j), f)
		}
	}
}

func (d *decoder) checkLimiter(path string, l LimiterTuning) {
	kinds := []string{LimiterBucket, LimiterExponential}
	if l.Kind != "" && !slices.Contains(kinds, l.Kind) {
		d.fault(path+".kind", faultf("unknown limiter %q", l.Kind).hint("%s", didYouMean(l.Kind, kinds)))
	}
	if l.Kind == LimiterExponential && l.QPS != 0 {
		d.fault(path+".qps", faultf("qps belongs to a bucket, and the limiter is exponential").hint("write kind: bucket"))
	}
	if l.Kind == LimiterExponential && l.Burst != 0 {
		d.fault(path+".burst", faultf("burst belongs to a bucket, and the limiter is exponential").hint("write kind: bucket"))
	}
	if l.MaxDelay != 0 && l.MaxDelay < l.BaseDelay {
		d.fault(path+".maxDelay", faultf("maxDelay %s is shorter than baseDelay %s", shortDuration(l.MaxDelay), shortDuration(l.BaseDelay)))
	}
}
