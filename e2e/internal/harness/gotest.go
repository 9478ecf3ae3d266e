package harness

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// TestResults are the tests of one run by their outcome, each list sorted.
type TestResults struct {
	Passed, Failed, Skipped []string
}

// Test runs tests of the project. The error is that of a failure, with what the
// failed tests printed.
func (p *Project) Test(ctx context.Context, args ...string) (TestResults, error) {
	out, err := p.Run(ctx, "go", append([]string{"test", "-json"}, args...)...)
	results, printed := parseTests(out)
	if err != nil {
		return results, fmt.Errorf("go test %s in %s: failed %q\n%s", strings.Join(args, " "), p.Dir, results.Failed, Tail(printed, 120))
	}
	return results, nil
}

// parseTests reads the stream of "go test -json". Lines that are none of its
// events, such as a compiler's, are kept as printed.
func parseTests(stream string) (TestResults, string) {
	outcome := map[string]map[string]bool{"pass": {}, "fail": {}, "skip": {}}
	var printed strings.Builder
	for line := range strings.Lines(stream) {
		var event struct{ Action, Test, Output string }
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			printed.WriteString(line)
			continue
		}
		printed.WriteString(event.Output)
		if tests, ok := outcome[event.Action]; ok && event.Test != "" {
			tests[event.Test] = true
		}
	}
	sorted := func(action string) []string { return slices.Sorted(maps.Keys(outcome[action])) }
	return TestResults{Passed: sorted("pass"), Failed: sorted("fail"), Skipped: sorted("skip")}, printed.String()
}
