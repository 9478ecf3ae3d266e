package alerts

import (
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
)

// sample is a number at a time.
type sample struct {
	at    int64
	value float64
}

func (s sample) T() int64                      { return s.at }
func (s sample) ST() int64                     { return 0 }
func (s sample) F() float64                    { return s.value }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return nil }
func (s sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample           { return s }

func newSeries(name labels.Labels, values []parser.SequenceValue) storage.Series {
	var samples []chunks.Sample
	for i, v := range values {
		if !v.Omitted {
			samples = append(samples, sample{int64(i) * Step.Milliseconds(), v.Value})
		}
	}
	return storage.NewListSeries(name, samples)
}

// set is a list of series as the engine walks over it.
type set struct {
	left    []storage.Series
	current storage.Series
}

func newSet(all []storage.Series, matchers []*labels.Matcher) *set {
	s := &set{}
	for _, series := range all {
		if matches(series.Labels(), matchers) {
			s.left = append(s.left, series)
		}
	}
	return s
}

func matches(name labels.Labels, matchers []*labels.Matcher) bool {
	for _, m := range matchers {
		if !m.Matches(name.Get(m.Name)) {
			return false
		}
	}
	return true
}

func (s *set) Next() bool {
	if len(s.left) == 0 {
		return false
	}
	s.current, s.left = s.left[0], s.left[1:]
	return true
}

func (s *set) At() storage.Series                { return s.current }
func (s *set) Err() error                        { return nil }
func (s *set) Warnings() annotations.Annotations { return nil }
