package spec

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite golden files")

// Every file of testdata/bad is refused with exactly the text beside it.
func TestFaults(t *testing.T) {
	for _, file := range glob(t, "testdata/bad/*.yaml") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p, err := Parse("opwright.yaml", read(t, file))
			if err == nil {
				t.Fatalf("accepted: %+v", p)
			}
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if !strings.HasPrefix(line, "opwright.yaml:") && !strings.HasPrefix(line, "hint: ") {
					t.Errorf("not a position and not a hint: %q", line)
				}
			}
			golden(t, strings.TrimSuffix(file, ".yaml")+".txt", err.Error()+"\n")
		})
	}
}

// Inputs that no file of text should be kept for.
func TestFaultsOfBytes(t *testing.T) {
	const head = "apiVersion: opwright.dev/v1alpha1\nkind: Project\n"
	tests := []struct {
		name, data, want string
	}{
		{"10 MB", strings.Repeat("a: b\n", 2<<20), "opwright.yaml: 10485760 bytes are too much for a project file, 131072 are allowed"},
		{"not UTF-8", head + "name: \xff\xfe\n", "opwright.yaml:3:1: not text in UTF-8 with ordinary line ends"},
		{"NUL", head + "name: \x00\n", "opwright.yaml:3:1: not text in UTF-8 with ordinary line ends"},
		{"UTF-16", "\xff\xfea\x00:\x00", "opwright.yaml:1:1: not text in UTF-8 with ordinary line ends"},
		{"empty", "", "opwright.yaml: empty: no project in it\nhint: opwright init"},
		{"brackets", head + "apis: " + strings.Repeat("[", 30000), "opwright.yaml:3:1: nested too deeply for a project file"},
		{"brackets by the line", head + "apis: " + strings.Repeat("[\n", 30000), "opwright.yaml:35:1: nested too deeply for a project file"},
		{"dashes", head + "apis:\n" + strings.Repeat("- ", 30000), "opwright.yaml:4:1: nested too deeply for a project file"},
		{"lone carriage return", head + "\nname: shop\rmodule: x\n", "opwright.yaml:4:1: not text in UTF-8 with ordinary line ends"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Parse("opwright.yaml", []byte(tt.data)); message(err) != tt.want {
				t.Errorf("got %q, want %q", message(err), tt.want)
			}
		})
	}
}

// A line end or a byte order mark changes nothing, positions included.
func TestLineEnds(t *testing.T) {
	good := string(read(t, "testdata/good/sketch.yaml"))
	for _, data := range []string{good, strings.ReplaceAll(good, "\n", "\r\n"), "\ufeff" + good, strings.TrimSpace(good)} {
		p, err := Parse("opwright.yaml", []byte(data))
		if err != nil || string(p.Encode()) != good {
			t.Fatalf("%q: %v", data[:20], err)
		}
		bad := strings.Replace(data, "kind: Storefront", "knd: Storefront", 1)
		_, err = Parse("opwright.yaml", []byte(bad))
		if want := "opwright.yaml:10:5: kind is missing\nopwright.yaml:10:50: unknown field \"knd\"\n"; !strings.HasPrefix(message(err), want) {
			t.Errorf("%q", message(err))
		}
	}
}

// A file as Encode writes it is read and written again without a change.
func TestEncode(t *testing.T) {
	for _, file := range glob(t, "testdata/good/*.yaml") {
		data := read(t, file)
		p, err := Parse(file, data)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Encode(); !bytes.Equal(got, data) {
			t.Errorf("%s becomes:\n%s", file, got)
		}
		if p.Resolve() {
			t.Errorf("%s lacks a value that should be recorded", file)
		}
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestParseValues(t *testing.T) {
	p, err := Parse("full.yaml", read(t, "testdata/good/full.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	c := p.Controllers[0]
	tn := c.Tuning
	ok := p.Owner == `Jane: "Doe" #1 ☃` && p.License == LicenseApache2 && p.APIs[0].Scope == Cluster && p.APIs[2].Scope == Namespaced &&
		c.Finalizer && c.Owns[0].Status != nil && len(c.Owns[0].Status) == 0 &&
		tn.Workers == 2 && tn.Timeout == 90*time.Second && *tn.MinInterval == 0 &&
		tn.Sync.Interval == time.Hour && *tn.Sync.Jitter == 0 &&
		tn.Limiter.Kind == LimiterBucket && tn.Limiter.BaseDelay == time.Second && tn.Limiter.MaxDelay == time.Second &&
		*tn.Limiter.Jitter == 0.2 && tn.Limiter.QPS == 0.5 && tn.Limiter.Burst == 10
	if !ok {
		t.Errorf("%+v", p)
	}
	if d := p.Controllers[1]; d.Tuning != (Tuning{}) || d.Owns != nil || d.Preset != DefaultPreset {
		t.Errorf("%+v", d)
	}
}

// What is left out, or left empty, gets its default.
func TestParseDefaults(t *testing.T) {
	p, err := Parse("opwright.yaml", []byte(`
apiVersion: opwright.dev/v1alpha1
kind: Project
name: shop
module: example.com/shop
domain: example.com
features: [networkPolicy, monitoring, monitoring]
license:
apis:
- group: shop.example.com
  version: v1
  kind: Sheep
controllers:
- for: shop.example.com/v1/Sheep
  tuning:
`))
	if err != nil {
		t.Fatal(err)
	}
	a, c := p.APIs[0], p.Controllers[0]
	if a.Plural != "sheep" || a.Dir != "shop" || a.Scope != Namespaced || c.Name != "sheep" || c.Preset != "standard" ||
		p.License != LicenseNone || strings.Join(p.Features, " ") != "monitoring networkPolicy" {
		t.Errorf("%+v", p)
	}
}

// A list's name is a name in the API server, whatever the version; the names
// of spec and status are only names in a Go package.
func TestClashOfKinds(t *testing.T) {
	tests := []struct {
		kinds []string
		ok    bool
	}{
		{[]string{"a.b/v1/Foo", "a.b/v1/FooList"}, false},
		{[]string{"a.b/v1/Foo", "a.b/v2/FooList"}, false},
		{[]string{"a.b/v1/FooList", "a.b/v1/Foo"}, false},
		{[]string{"a.b/v1/Foo", "a.b/v1/FooSpec"}, false},
		{[]string{"a.b/v1/Foo", "a.b/v1/FooStatus"}, false},
		{[]string{"a.b/v1/Foo", "a.b/v2/FooSpec"}, true},
		{[]string{"a.b/v1/Foo", "a.c/v1/FooList"}, true},
		{[]string{"a.b/v1/Group", "a.b/v1/Version", "a.b/v1/Run", "a.b/v1/Context", "a.b/v1/Client", "a.b/v1/Manager",
			"a.b/v1/Reconciler", "a.b/v1/Request", "a.b/v1/Result", "a.b/v1/Scheme", "a.b/v1/Error", "a.b/v1/Type",
			"a.b/v1/Object", "a.b/v1/Spec", "a.b/v1/Status", "a.b/v1/Webhook", "a.b/v1/Suite", "a.b/v1/List"}, true},
	}
	for _, tt := range tests {
		if err := project(tt.kinds...).Validate(); (err == nil) != tt.ok {
			t.Errorf("%v: %v", tt.kinds, err)
		}
	}
}

// A project without APIs or controllers is a project.
func TestValidate(t *testing.T) {
	p := &Project{Name: "shop", Module: "example.com/shop", Domain: "example.com"}
	p.Resolve()
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	q, err := Parse("opwright.yaml", p.Encode())
	if err != nil || strings.Contains(string(q.Encode()), "\n\n") {
		t.Errorf("%v\n%s", err, p.Encode())
	}
	p.Name, p.Features = "Shop", []string{"monitor"}
	p.Controllers = []Controller{{Name: "a", Preset: "standard"}}
	want := `name "Shop" must be lower-case letters, digits and dashes, and start with a letter
hint: write shop
unknown feature "monitor"
hint: did you mean "monitoring"?
for is missing: the kind that the controller reconciles`
	if got := message(p.Validate()); got != want {
		t.Errorf("got %s", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.yaml", "testdata/bad/*.yaml"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse("f", data)
		if err != nil {
			return
		}
		q, err := Parse("f", p.Encode())
		if err != nil || !bytes.Equal(q.Encode(), p.Encode()) {
			t.Errorf("%v\n%s", err, p.Encode())
		}
		if recorded, err := Record("f", data); err == nil {
			if again, err := Record("f", recorded); err != nil || !bytes.Equal(again, recorded) {
				t.Errorf("recorded twice: %v\n%s", err, recorded)
			}
		}
	})
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	return files
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s\n got %s\nwant %s", file, got, want)
	}
}
