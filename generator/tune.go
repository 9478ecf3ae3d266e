package generator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/opwright/opwright/generator/preset"
	"github.com/opwright/opwright/generator/spec"
)

// TuneRequest says which values of a controller become others.
type TuneRequest struct {
	// Dir is the project's folder.
	Dir string
	// Controller is the name of the controller.
	Controller string
	// Preset is the preset to take from now on, empty for no change.
	Preset string
	// Set are settings such as limiter.maxDelay=2m; Unset are paths of which the preset's value shall hold again.
	Set, Unset []string
	// Load has objects or a rate if workers shall be worked out from it.
	Load TuneLoad
	// Prune deletes files that are no longer rendered, if their owner did not edit them.
	Prune bool
	// DryRun stops before anything is written.
	DryRun bool
	Derive
}

// TuneLoad is what a controller has to cope with.
type TuneLoad struct {
	Objects     int
	ServiceTime time.Duration
	// Rate is that of passes that events ask for, a second.
	Rate float64
	// Write takes what was worked out into opwright.yaml; without it, it is only shown.
	Write bool
}

func (l TuneLoad) given() bool { return l.Objects != 0 || l.ServiceTime != 0 || l.Rate != 0 }

// Tuned is what a change of tuning does.
type Tuned struct {
	// Report is that of the pipeline; nil where nothing was asked to be written.
	Report *Report
	// From and To are the controller's values before and after.
	From, To *preset.Preset
	// Effect is the difference of the two.
	Effect []preset.Difference
	// Keeps is the work that the controller goes on with although the new preset has another one; empty else.
	Keeps string
	// Size is what was worked out, nil if nothing was.
	Size *preset.Sized
	// Advice are the settings that Size asks for, such as workers=11.
	Advice []string
}

// Tune edits the tuning of a controller in opwright.yaml, and merges what follows from it into the project.
func Tune(ctx context.Context, req TuneRequest) (*Tuned, error) {
	entries, err := req.entries()
	if err != nil {
		return nil, &UsageError{err}
	}
	s, err := openProject(req.Dir, req.DryRun || !req.writes())
	if err != nil {
		return nil, err
	}
	defer s.close()
	p, text, err := s.readProject()
	if err != nil {
		return nil, err
	}
	i, err := controllerAt(p, req.Controller)
	if err != nil {
		return nil, &UsageError{err}
	}

	t := &tuner{session: s, i: i, old: p, text: text}
	if err := t.edit(req.Preset, entries); err != nil {
		return nil, err
	}
	if req.Load.given() {
		if err := t.size(req.Load); err != nil {
			return nil, err
		}
	}
	if req.writes() {
		if t.tuned.Report, err = s.edit(ctx, t.now, t.text, applyOptions{prune: req.Prune, dry: req.DryRun, derive: req.Derive}); err != nil {
			return nil, err
		}
		t.tuned.Report.reasoned(ProjectFile, "tuned as you asked")
	}
	return &t.tuned, nil
}

// reasoned gives the change of a file another reason than the pipeline knows.
func (r *Report) reasoned(path, reason string) {
	for i := range r.Changes {
		if r.Changes[i].Path == path && r.Changes[i].Writes() {
			r.Changes[i].Reason = reason
		}
	}
}

// writes says whether the request asks for more than figures.
func (req TuneRequest) writes() bool {
	return req.Preset != "" || len(req.Set)+len(req.Unset) > 0 || req.Load.Write
}

func controllerAt(p *spec.Project, name string) (int, error) {
	var names []string
	for _, c := range p.Controllers {
		names = append(names, c.Name)
	}
	i := slices.Index(names, name)
	switch {
	case i >= 0:
		return i, nil
	case len(names) == 0:
		return 0, fmt.Errorf("%s has no controllers\nhint: give it one below controllers, then run opwright apply", ProjectFile)
	}
	return 0, fmt.Errorf("there is no controller %q\nhint: %s", name, spec.DidYouMean(name, names))
}

// entries are what the settings of a request write into opwright.yaml.
func (req TuneRequest) entries() ([]spec.Entry, error) {
	var list []spec.Entry
	if !req.writes() && !req.Load.given() {
		return nil, errors.New("nothing to tune: no --preset, no --set and no load\nhint: opwright tune CONTROLLER --set workers=8")
	}
	if err := req.Load.check(); err != nil {
		return nil, err
	}
	for _, setting := range req.Set {
		path, value, found := strings.Cut(setting, "=")
		if !found {
			return nil, fmt.Errorf("--set %q has no value\nhint: write for example --set workers=8", setting)
		}
		if err := checkSetting(path, value); err != nil {
			return nil, err
		}
		list = append(list, spec.Entry{Path: "tuning." + path, Value: value})
	}
	for _, path := range req.Unset {
		if err := checkPath(path); err != nil {
			return nil, err
		}
		list = append(list, spec.Entry{Path: "tuning." + path})
	}
	return list, nil
}

func (l TuneLoad) check() error {
	switch {
	case !l.given() && l.Write:
		return errors.New("there is no load to write workers for\nhint: opwright tune CONTROLLER --objects 6000 --service-time 350ms --write")
	case !l.given():
		return nil
	case l.Objects < 0 || l.Rate < 0 || l.Objects == 0 && l.Rate == 0 || l.Objects > 10_000_000 || l.Rate > 100_000:
		return errors.New("a load is some objects, or a rate of events, and not too many\nhint: opwright tune CONTROLLER --objects 6000 --service-time 350ms --rate 20/s")
	case l.ServiceTime < time.Millisecond || l.ServiceTime > time.Hour:
		return errors.New("--service-time must be a duration from 1ms to 1h: how long a pass takes\nhint: the metric controller_runtime_reconcile_time_seconds tells")
	}
	return nil
}

func checkPath(path string) error {
	if slices.Contains(spec.TuningPaths(), path) {
		return nil
	}
	if _, preset := preset.KnobAt(path); preset {
		return fmt.Errorf("%s is set by a preset alone\nhint: a preset of your own can extend one of ours, see opwright preset schema", path)
	}
	return fmt.Errorf("unknown setting %q\nhint: %s", path, spec.DidYouMean(path, spec.TuningPaths()))
}

// checkSetting holds a value against the range of its setting.
func checkSetting(path, value string) error {
	if err := checkPath(path); err != nil {
		return err
	}
	k, _ := preset.KnobAt(path)
	k.Off = "" // what opwright.yaml does not say is the preset's, and no value of its own
	if !k.Takes(value) {
		return fmt.Errorf("%s must be %s, not %q\nhint: opwright tune CONTROLLER --set %s=%s", path, k.Range(), value, path, k.Example())
	}
	return nil
}

// tuner takes a controller from its old values to the new ones.
type tuner struct {
	*session
	i        int
	old, now *spec.Project
	text     []byte
	tuned    Tuned
}

// edit writes entries into the text, and works out their effect.
func (t *tuner) edit(to string, entries []spec.Entry) (err error) {
	if t.tuned.From, err = t.values(t.old); err != nil {
		return err
	}
	if to != "" {
		work, err := t.switchTo(to)
		if err != nil {
			return err
		}
		entries = append(work, entries...)
	}
	return t.write(entries)
}

// switchTo are the entries of another preset. The work stays that of the controller: its code is the owner's.
func (t *tuner) switchTo(to string) ([]spec.Entry, error) {
	c := t.old.Controllers[t.i]
	wanted, err := t.presetOf(to)
	if err != nil {
		return nil, err
	}
	entries := []spec.Entry{{Path: "preset", Value: to}}
	work := c.Work
	if work == "" {
		work = t.tuned.From.Work
	}
	switch {
	case work == wanted.Work && c.Work != "":
		entries = append(entries, spec.Entry{Path: "work"})
	case work != wanted.Work:
		entries = append(entries, spec.Entry{Path: "work", Value: work})
		t.tuned.Keeps = work
	}
	return entries, nil
}

func (t *tuner) presetOf(name string) (*preset.Preset, error) {
	probe := &spec.Project{PresetDirs: t.old.PresetDirs, Controllers: []spec.Controller{{Name: t.old.Controllers[t.i].Name, Preset: name}}}
	found, err := t.presets(probe)
	if unknown, ok := errors.AsType[*preset.NotFoundError](err); ok {
		return nil, &UsageError{unknown}
	}
	return found[name], err
}

func (t *tuner) write(entries []spec.Entry) (err error) {
	if len(entries) > 0 {
		if t.text, err = spec.EditController(ProjectFile, t.text, t.i, entries...); err != nil {
			return err
		}
	}
	if t.now, err = spec.Parse(ProjectFile, t.text); err != nil {
		return err
	}
	if t.tuned.To, err = t.values(t.now); err != nil {
		return err
	}
	if err := t.tuned.To.Check(); err != nil {
		return &UsageError{err}
	}
	t.tuned.Effect = preset.Diff(t.tuned.From, t.tuned.To)
	return nil
}

// values are those of the controller in a project, its own settings laid over the preset.
func (t *tuner) values(p *spec.Project) (*preset.Preset, error) {
	c := p.Controllers[t.i]
	found, err := t.presets(&spec.Project{PresetDirs: p.PresetDirs, Controllers: []spec.Controller{c}})
	if err != nil {
		return nil, err
	}
	values := found[c.Preset].With(c.Tuning)
	return &values, nil
}

// size works out workers, and writes them if that is asked for.
func (t *tuner) size(l TuneLoad) error {
	now := t.tuned.To
	sized, err := preset.Size(preset.Demand{
		Objects: l.Objects, ServiceTime: l.ServiceTime, Rate: l.Rate, Interval: now.Sync.Value.Interval, Workers: now.Workers.Value,
	})
	if err != nil {
		return &UsageError{err}
	}
	t.tuned.Size = &sized
	var entries []spec.Entry
	if sized.Workers != now.Workers.Value {
		entries = append(entries, spec.Entry{Path: "tuning.workers", Value: fmt.Sprint(sized.Workers)})
	}
	if sized.Interval != now.Sync.Value.Interval {
		entries = append(entries, spec.Entry{Path: "tuning.sync.interval", Value: preset.Text(sized.Interval)})
	}
	for _, e := range entries {
		t.tuned.Advice = append(t.tuned.Advice, strings.TrimPrefix(e.Path, "tuning.")+"="+e.Value)
	}
	if !l.Write {
		return nil
	}
	return t.write(entries)
}
