package controlplane

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// show prints what text says and the time gone by: on a terminal on one line
// that is painted over, elsewhere a line a minute, so that a CI log shows life
// without filling up. The returned function ends it.
func (o Options) show(text func() string) (stop func()) {
	f, ok := o.Out.(*os.File)
	tty := ok && term.IsTerminal(int(f.Fd()))
	interval, format := o.timing.log, "opwright: %s, %s\n"
	if tty {
		interval, format = o.timing.repaint, "\r\x1b[Kopwright: %s, %s"
	}
	start, done := time.Now(), make(chan struct{})
	var printer sync.WaitGroup
	printer.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				_, _ = fmt.Fprintf(o.Out, format, text(), time.Since(start).Round(time.Second)) // see note
			}
		}
	})
	return func() {
		close(done)
		printer.Wait()
		if tty {
			_, _ = fmt.Fprint(o.Out, "\r\x1b[K")
		}
	}
}

// meter reads what `go build -v` prints: a line a module fetched, a line a
// package compiled, and complaints. How many packages are still to come is
// unknown, since those in the build cache are not printed.
type meter struct {
	mu         sync.Mutex
	rest       []byte // a line whose end has not come yet
	modules    int
	packages   int
	complaints []string
}

func (m *meter) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rest = append(m.rest, p...)
	for {
		line, rest, found := bytes.Cut(m.rest, []byte("\n"))
		if !found {
			return len(p), nil
		}
		m.rest = rest
		m.count(strings.TrimSpace(string(line)))
	}
}

func (m *meter) count(line string) {
	const enough = 50 // complaints; the first ones name the cause
	switch {
	case strings.HasPrefix(line, "go: downloading "):
		m.modules++
	case line == "" || strings.HasPrefix(line, "#"): // a heading above complaints
	case !strings.Contains(line, " "):
		m.packages++
	case len(m.complaints) < enough:
		m.complaints = append(m.complaints, line)
	}
}

func (m *meter) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.packages == 0 && m.modules > 0 {
		return fmt.Sprintf("%d modules fetched", m.modules)
	}
	return fmt.Sprintf("%d packages compiled", m.packages)
}

// complaint is the first one, with how many followed.
func (m *meter) complaint() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count(strings.TrimSpace(string(m.rest)))
	m.rest = nil
	switch n := len(m.complaints); n {
	case 0:
		return ""
	case 1:
		return m.complaints[0]
	default:
		return fmt.Sprintf("%s (and %d more lines)", m.complaints[0], n-1)
	}
}
