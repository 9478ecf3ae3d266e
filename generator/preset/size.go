package preset

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Demand is what a controller has to cope with.
type Demand struct {
	// Objects that it reconciles.
	Objects int
	// ServiceTime is how long a pass takes.
	ServiceTime time.Duration
	// Interval is the time between two passes of the periodic sync over an object, 0 for none.
	Interval time.Duration
	// Rate is that of passes that events ask for, a second.
	Rate float64
	// Workers is how many it has now.
	Workers int
}

// Sized is what a load needs.
type Sized struct {
	// Workers keep up with the load and are busy for 65 % of the time.
	Workers int
	// Interval is the load's, or a longer one where even the most workers do not keep up.
	Interval time.Duration
	// Depth is the length of the queue that takes the workers a second.
	Depth int
	// Steps are the arithmetic, to be shown.
	Steps []Step
}

// Step is a line of the arithmetic.
type Step struct{ What, Sum, Result string }

const (
	// busyTarget leaves room for bursts: a queue grows without bounds as its workers near 100 %.
	busyTarget = 0.65
	// leastWorkers is two, so that one slow object does not hold up all others.
	leastWorkers = 2
	mostWorkers  = 256
)

// Size works out workers, interval and depth alarm by Little's law: the workers that are busy are the arrivals a
// second times the seconds that each takes.
func Size(l Demand) (Sized, error) {
	s := Sized{Interval: l.Interval}
	service := l.ServiceTime.Seconds()
	arrivals := l.arrivals(l.Interval)
	busy := arrivals * service
	needed := math.Ceil(busy/busyTarget - 1e-9)
	s.Workers = int(min(max(needed, leastWorkers), mostWorkers))
	s.Depth = max(1, int(math.Ceil(float64(s.Workers)/service-1e-9)))
	s.step("arrivals", l.sum(), perSecond(arrivals))
	s.step("busy workers", fmt.Sprintf("%s × %s (Little's law)", perSecond(arrivals), short(l.ServiceTime)), figure(busy))
	s.step("workers", fmt.Sprintf("%s ÷ %v busy, rounded up, at least %d", figure(busy), busyTarget, leastWorkers), figure(max(needed, leastWorkers)))
	if needed > mostWorkers {
		if s.Interval = l.shortest(mostWorkers); s.Interval == 0 {
			return s, errors.New("even 256 workers do not keep up with the events alone\nhint: make a pass shorter, or share the objects out over several operators")
		}
		s.step("interval", fmt.Sprintf("at the most %d workers are possible; they keep up with one of", mostWorkers), short(s.Interval))
	} else if now := l.shortest(l.Workers); l.Interval > 0 && now > 0 {
		s.step("interval", fmt.Sprintf("the shortest that the %d workers of now keep up with", l.Workers), short(now))
	}
	s.step("depth alarm", fmt.Sprintf("%d workers × 1 s ÷ %s", s.Workers, short(l.ServiceTime)), fmt.Sprintf("%d objects", s.Depth))
	restart := time.Duration(float64(l.Objects) * service / float64(s.Workers) * float64(time.Second))
	s.step("after a restart", fmt.Sprintf("%d objects × %s ÷ %d workers", l.Objects, short(l.ServiceTime), s.Workers), short(rounded(restart))+" of work")
	return s, nil
}

// arrivals is the rate of passes, a second.
func (l Demand) arrivals(interval time.Duration) float64 {
	if interval == 0 {
		return l.Rate
	}
	return float64(l.Objects)/interval.Seconds() + l.Rate
}

func (l Demand) sum() string {
	text := "events alone"
	if l.Interval > 0 {
		text = fmt.Sprintf("%d objects ÷ %s", l.Objects, short(l.Interval))
	}
	if l.Rate > 0 {
		text += fmt.Sprintf(" + %s of events", perSecond(l.Rate))
	}
	return text
}

// shortest is the interval at which workers keep up, in whole seconds; 0 if they never do.
func (l Demand) shortest(workers int) time.Duration {
	spare := float64(workers)*busyTarget/l.ServiceTime.Seconds() - l.Rate
	if spare <= 0 {
		return 0
	}
	return time.Duration(max(1, math.Ceil(float64(l.Objects)/spare-1e-9))) * time.Second
}

func (s *Sized) step(what, sum, result string) { s.Steps = append(s.Steps, Step{what, sum, result}) }

func perSecond(rate float64) string { return figure(rate) + " a second" }

func figure(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.2g", v)
}

func rounded(d time.Duration) time.Duration {
	if d > time.Minute {
		return d.Round(time.Second)
	}
	return d.Round(100 * time.Millisecond)
}
