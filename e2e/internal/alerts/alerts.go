// Package alerts evaluates alerting rules as Prometheus does, over made-up series.
package alerts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// Step is the time between two samples, and between two evaluations of a rule.
const Step = time.Minute

// Rules are the rules of a PrometheusRule.
type Rules struct {
	groups *rulefmt.RuleGroups
	engine *promql.Engine
	parser parser.Parser
}

// Read reads a manifest of kind PrometheusRule; its rules must be such that Prometheus takes them.
func Read(file string) (*Rules, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var manifest struct{ Spec json.RawMessage }
	if err := yaml.Unmarshal(data, &manifest); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	p := parser.NewParser(parser.Options{})
	groups, faults := rulefmt.Parse(manifest.Spec, false, model.UTF8Validation, p, slog.New(slog.DiscardHandler))
	if len(faults) > 0 {
		return nil, fmt.Errorf("%s: %w", file, errors.Join(faults...))
	}
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1_000_000, Timeout: time.Minute, LookbackDelta: 5 * time.Minute, Parser: p})
	return &Rules{groups, engine, p}, nil
}

// Each calls a function for each rule.
func (r *Rules) Each(call func(rulefmt.Rule)) {
	for _, group := range r.groups.Groups {
		for _, rule := range group.Rules {
			call(rule)
		}
	}
}

// Firing names the alerts that fire at a time, sorted. Series are in the notation of Prometheus's own unit
// tests of rules, with a sample each Step: up{job="a"} 0+1x60
func (r *Rules) Firing(ctx context.Context, at time.Duration, series ...string) ([]string, error) {
	stored, err := r.store(series)
	if err != nil {
		return nil, err
	}
	var firing []string
	var faults []error
	r.Each(func(rule rulefmt.Rule) {
		fires, err := r.fires(ctx, stored, rule, at)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", rule.Alert, err))
		}
		if fires {
			firing = append(firing, rule.Alert)
		}
	})
	slices.Sort(firing)
	return firing, errors.Join(faults...)
}

// fires tells that the rule has had a result at each step of the time that it is to hold for.
func (r *Rules) fires(ctx context.Context, stored storage.Queryable, rule rulefmt.Rule, at time.Duration) (bool, error) {
	for t := at - time.Duration(rule.For); t <= at; t += Step {
		query, err := r.engine.NewInstantQuery(ctx, stored, nil, rule.Expr, time.UnixMilli(t.Milliseconds()))
		if err != nil {
			return false, err
		}
		result := query.Exec(ctx)
		vector, err := result.Vector()
		query.Close()
		if err != nil || len(vector) == 0 {
			return false, err
		}
	}
	return true, nil
}

func (r *Rules) store(lines []string) (storage.Queryable, error) {
	var all []storage.Series
	for _, line := range lines {
		name, values, err := r.parser.ParseSeriesDesc(line)
		if err != nil {
			return nil, fmt.Errorf("series %s: %w", line, err)
		}
		all = append(all, newSeries(name, values))
	}
	slices.SortFunc(all, func(a, b storage.Series) int { return labels.Compare(a.Labels(), b.Labels()) })
	return &storage.MockQueryable{MockQuerier: &storage.MockQuerier{
		SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
			return newSet(all, matchers)
		},
	}}, nil
}

// Override gives the series of a list other values, by their names with labels; what is not in the list is added.
func Override(series []string, others ...string) []string {
	out := slices.Clone(series)
	for _, other := range others {
		i := slices.IndexFunc(out, func(s string) bool { return key(s) == key(other) })
		if i < 0 {
			out = append(out, other)
			continue
		}
		out[i] = other
	}
	return out
}

func key(line string) string {
	name, _, _ := strings.Cut(line, "}")
	return name
}
