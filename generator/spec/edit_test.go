package spec

import (
	"strings"
	"testing"
)

const editHead = "apiVersion: opwright.dev/v1alpha1\nkind: Project\nname: shop\nmodule: example.com/shop\ndomain: example.com\n" +
	"apis: [{group: shop.example.com, version: v1, kind: Shop}, {group: shop.example.com, version: v1, kind: Mall}]\ncontrollers:\n"

// The controllers of a file before and after an edit of the second one. Comments and layout stay.
func TestEditController(t *testing.T) {
	const block = "  - for: shop.example.com/v1/Mall\n\n  # the one that counts\n  - name: shop # mine\n    for: shop.example.com/v1/Shop   # yes\n    owns:\n      - v1/Secret # s\n"
	const flow = "  - {for: shop.example.com/v1/Mall}\n  - {for: shop.example.com/v1/Shop}\n"
	tests := []struct {
		name, from string
		entries    []Entry
		want       string
	}{
		{"first value", block, []Entry{{"tuning.workers", "8"}}, block + "    tuning:\n      workers: 8\n"},
		{"nested value", block, []Entry{{"tuning.limiter.maxDelay", "2m"}}, block + "    tuning:\n      limiter: {maxDelay: 2m}\n"},
		{"two of a group", block, []Entry{{"tuning.limiter.maxDelay", "2m"}, {"tuning.limiter.baseDelay", "1s"}}, block + "    tuning:\n      limiter: {maxDelay: 2m, baseDelay: 1s}\n"},
		{"preset and work below owns", block + "    finalizer: true\n", []Entry{{"preset", "external-api"}, {"work", "children"}},
			block + "    preset: external-api\n    work: children\n    finalizer: true\n"},
		{"another preset", block + "    preset: standard  # for now\n", []Entry{{"preset", "edge"}}, block + "    preset: edge  # for now\n"},
		{"quoted", block + "    preset: \"standard\"  # for now\n", []Entry{{"preset", "edge"}}, block + "    preset: edge  # for now\n"},
		{"another value", block + "    tuning:\n      workers: 8   # many\n      # retries\n      limiter:\n        maxDelay: 1m # long\n", []Entry{{"tuning.workers", "16"}, {"tuning.limiter.maxDelay", "2m"}},
			block + "    tuning:\n      workers: 16   # many\n      # retries\n      limiter:\n        maxDelay: 2m # long\n"},
		{"beside it", block + "    tuning:\n      limiter:\n        maxDelay: 1m # long\n    finalizer: true\n", []Entry{{"tuning.limiter.baseDelay", "2s"}, {"tuning.workers", "2"}},
			block + "    tuning:\n      limiter:\n        maxDelay: 1m # long\n        baseDelay: 2s\n      workers: 2\n    finalizer: true\n"},
		{"no values yet", block + "    tuning:\n", []Entry{{"tuning.sync.interval", "1h"}}, block + "    tuning: {sync: {interval: 1h}}\n"},
		{"null", block + "    tuning:\n      workers: null # none\n", []Entry{{"tuning.workers", "2"}}, block + "    tuning:\n      workers: 2 # none\n"},
		{"empty", block + "    tuning: {}\n", []Entry{{"tuning.sync.interval", "1h"}}, block + "    tuning: {sync: {interval: 1h}}\n"},
		{"flow", flow, []Entry{{"preset", "edge"}, {"tuning.workers", "2"}, {"tuning.sync.jitter", "0"}},
			"  - {for: shop.example.com/v1/Mall}\n  - {for: shop.example.com/v1/Shop, preset: edge, tuning: {workers: 2, sync: {jitter: 0}}}\n"},
		{"flow over lines", block + "    tuning: {\n      workers: 2, # two\n      timeout: 1m,\n    }\n    finalizer: true\n", []Entry{{"tuning.workers", "3"}, {"tuning.coalesce", "1s"}},
			block + "    tuning: {\n      workers: 3, # two\n      timeout: 1m, coalesce: 1s,\n    }\n    finalizer: true\n"},
		{"below a flow over lines", block + "    tuning:\n      sync: {\n        jitter: 0.2\n      }\n", []Entry{{"tuning.workers", "3"}},
			block + "    tuning:\n      sync: {\n        jitter: 0.2\n      }\n      workers: 3\n"},
		{"no line end", strings.TrimSuffix(block, "\n"), []Entry{{"tuning.workers", "8"}}, block + "    tuning:\n      workers: 8"},
		{"taken away", block + "    tuning:\n      workers: 8 # many\n      timeout: 1m\n", []Entry{{"tuning.workers", ""}}, block + "    tuning:\n      timeout: 1m\n"},
		{"the last taken away", block + "    tuning:\n      limiter: {maxDelay: 2m}\n    finalizer: true\n", []Entry{{"tuning.limiter.maxDelay", ""}}, block + "    finalizer: true\n"},
		{"one of a flow taken away", block + "    tuning: {workers: 8, timeout: 1m}\n", []Entry{{"tuning.workers", ""}}, block + "    tuning: {timeout: 1m}\n"},
		{"the last of a flow taken away", block + "    tuning: {workers: 8, limiter: {maxDelay: 2m}}\n", []Entry{{"tuning.limiter.maxDelay", ""}}, block + "    tuning: {workers: 8}\n"},
		{"what is not there taken away", block, []Entry{{"tuning.workers", ""}, {"work", ""}}, block},
		{"first of a controller taken away", "  - for: shop.example.com/v1/Mall\n  - preset: edge\n    for: shop.example.com/v1/Shop\n", []Entry{{"preset", ""}},
			"  - for: shop.example.com/v1/Mall\n  - for: shop.example.com/v1/Shop\n"},
	}
	for _, tt := range tests {
		for _, lineEnd := range []string{"\n", "\r\n"} {
			data := strings.ReplaceAll(editHead+tt.from+"# end", "\n", lineEnd)
			want := strings.ReplaceAll(editHead+tt.want+"# end", "\n", lineEnd)
			if tt.name == "no line end" {
				data, want = strings.TrimSuffix(data, "# end"), strings.TrimSuffix(want, "# end")
			}
			got, err := EditController("opwright.yaml", []byte(data), 1, tt.entries...)
			if err != nil || string(got) != want {
				t.Errorf("%s: %v\n%s\nwant\n%s", tt.name, err, strings.TrimPrefix(string(got), editHead), tt.want)
			}
		}
	}
}

func TestEditControllerRefuses(t *testing.T) {
	data := []byte(editHead + "  - for: shop.example.com/v1/Shop\n    tuning: {workers: 2}\n")
	for _, tt := range []struct {
		entry Entry
		want  string
	}{
		{Entry{"tuning.workers", "0"}, "opwright.yaml:9:23: workers must be a whole number from 1 to 256"},
		{Entry{"tuning.limiter.maxDelay", "2 }"}, "opwright.yaml:9:46: maxDelay must be a duration from 1s to 1h, such as 30s"},
		{Entry{"tuning.nonsense", "1"}, "unknown field \"nonsense\""},
		{Entry{"work", "nonsense"}, "unknown work"},
	} {
		if got, err := EditController("opwright.yaml", data, 0, tt.entry); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v\n%s", tt.entry, err, got)
		}
	}
}

// Whatever the layout of a file, an edit says what it should, or is refused.
func FuzzEditController(f *testing.F) {
	for _, text := range []string{"  - for: shop.example.com/v1/Shop\n", "  - {for: shop.example.com/v1/Shop, tuning: {sync: {}}}", "- tuning:\n  for: shop.example.com/v1/Shop"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		data := []byte(editHead + text)
		if p, err := Parse("f", data); err != nil || len(p.Controllers) == 0 {
			return
		}
		entries := []Entry{{"preset", "edge"}, {"tuning.workers", "3"}, {"tuning.limiter.maxDelay", "3m"}, {"tuning.sync.interval", ""}, {"work", ""}}
		entry := entries[int(which)%len(entries)]
		got, err := EditController("f", data, 0, entry)
		if err != nil {
			return
		}
		again, err := EditController("f", got, 0, entry)
		if err != nil || string(again) != string(got) {
			t.Errorf("twice: %v\n%s\n%s", err, got, again)
		}
	})
}
