package harness

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// Log keeps what a process prints, and lets others wait for a line of it.
type Log struct {
	mu    sync.Mutex
	text  strings.Builder
	grown chan struct{}
}

// Write takes what the process prints.
func (l *Log) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grown != nil {
		close(l.grown)
		l.grown = nil
	}
	return l.text.Write(data)
}

// String is everything so far.
func (l *Log) String() string {
	text, _ := l.read()
	return text
}

// Lines are the lines that hold word, whatever its case.
func (l *Log) Lines(word string) []string {
	var found []string
	for line := range strings.Lines(l.String()) {
		if strings.Contains(strings.ToLower(line), strings.ToLower(word)) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// Wait waits until the log holds text, whatever its case.
func (l *Log) Wait(ctx context.Context, text string) error {
	for {
		now, grown := l.read()
		if strings.Contains(strings.ToLower(now), strings.ToLower(text)) {
			return nil
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return fmt.Errorf("wait for %q in a log: %w\n%s", text, ctx.Err(), Tail(now, 30))
		}
	}
}

// read returns the text, and a channel that closes when there is more.
func (l *Log) read() (string, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grown == nil {
		l.grown = make(chan struct{})
	}
	return l.text.String(), l.grown
}
