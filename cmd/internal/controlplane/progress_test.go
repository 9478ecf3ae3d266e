package controlplane

import (
	"strings"
	"testing"
	"time"
)

func TestMeter(t *testing.T) {
	tests := []struct {
		name      string
		printed   []string
		says      string
		complaint string
	}{
		{name: "nothing yet", says: "0 packages compiled"},
		{name: "fetches", printed: []string{"go: downloading a.io/b v1.0.0\ngo: down", "loading a.io/c v1.2.0\n"}, says: "2 modules fetched"},
		{name: "compiles", printed: []string{"go: downloading a.io/b v1.0.0\nunsafe\na.io/", "b/c\n"}, says: "2 packages compiled"},
		{
			name: "complains", printed: []string{"unsafe\n# a.io/b\nb.go:1:2: undefined: x\nb.go:3:4: undefined: y\n"},
			says: "1 packages compiled", complaint: "b.go:1:2: undefined: x (and 1 more lines)",
		},
		{name: "ends without a newline", printed: []string{"signal: killed"}, says: "0 packages compiled", complaint: "signal: killed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &meter{}
			for _, p := range tt.printed {
				if n, err := m.Write([]byte(p)); n != len(p) || err != nil {
					t.Fatalf("Write = %d, %v", n, err)
				}
			}
			if m.String() != tt.says {
				t.Errorf("says %q, want %q", m.String(), tt.says)
			}
			if got := m.complaint(); got != tt.complaint {
				t.Errorf("complaint %q, want %q", got, tt.complaint)
			}
		})
	}
}

func TestShowPrintsLinesOffATerminal(t *testing.T) {
	var out synced
	stop := Options{Out: &out, timing: timing{log: time.Millisecond, repaint: time.Hour}}.show(func() string { return "building" })
	waitFor(t, func() bool { return strings.Count(out.String(), "\n") > 1 })
	stop()
	want := "opwright: building, 0s\n"
	if got := out.String(); !strings.HasPrefix(got, want+want) || strings.ContainsAny(got, "\r\x1b") {
		t.Errorf("printed %q, want lines of %q", got, want)
	}
	after := out.String()
	time.Sleep(5 * time.Millisecond)
	if out.String() != after {
		t.Error("printed after it was stopped")
	}
}
