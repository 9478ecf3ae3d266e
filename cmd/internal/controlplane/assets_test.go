package controlplane

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// Scripts stand in for the go command and setup-envtest. $LOG gets a line a
// call; a stand-in for a program only has to run.
const (
	worksAs = "#!/bin/sh\nexit 0\n"

	goBuilds = `#!/bin/sh
echo "go $1" >>"$LOG"
if [ "$1" = install ]; then echo 'go: module lookup disabled by GOPROXY=off' >&2; exit 1; fi
[ "$GOWORK,$GOFLAGS,$CGO_ENABLED" = off,-mod=readonly,0 ] || { echo "bad environment $GOWORK,$GOFLAGS" >&2; exit 1; }
[ -s go.mod ] && [ -s go.sum ] || { echo "no module in $PWD" >&2; exit 1; }
while [ "$1" != -o ]; do shift; done
echo internal/abi >&2
printf '#!/bin/sh\nexit 0\n' >"$2" && chmod 755 "$2"
`
	goFails = `#!/bin/sh
echo "go $1" >>"$LOG"
echo 'go: downloading example.com/a v1.0.0' >&2
echo 'go: example.com/a@v1.0.0: module lookup disabled by GOPROXY=off' >&2
exit 1
`
	// goHangs has written half a program when it says so, and never ends.
	goHangs = `#!/bin/sh
if [ "$1" = install ]; then exit 1; fi
while [ "$1" != -o ]; do shift; done
echo half >"$2"
echo started >>"$LOG"
exec sleep 600
`
	envtestHas = `#!/bin/sh
echo "setup-envtest $*" >>"$LOG"
mkdir -p "$STORE" && for p in etcd kube-apiserver; do printf '#!/bin/sh\nexit 0\n' >"$STORE/$p" && chmod 755 "$STORE/$p"; done
echo "$STORE"
`
	envtestDownloads = `#!/bin/sh
echo "setup-envtest $*" >>"$LOG"
case "$*" in
*-i) echo 'no applicable on-disk versions' >&2; exit 2;;
list*) echo '(available) v1.37.0 linux/amd64'; exit 0;;
esac
mkdir -p "$STORE" && for p in etcd kube-apiserver; do printf '#!/bin/sh\nexit 0\n' >"$STORE/$p" && chmod 755 "$STORE/$p"; done
echo "$STORE"
`
	envtestOffline = `#!/bin/sh
echo "setup-envtest $*" >>"$LOG"
echo 'Get "https://index.example": no such host' >&2
exit 2
`
	envtestKnowsNone = `#!/bin/sh
echo "setup-envtest $*" >>"$LOG"
[ "$1" = list ]
`
	envtestHangs = "#!/bin/sh\nexec sleep 600\n"
)

// machine is a computer of a test: its PATH, its cache folder, what was called.
type machine struct {
	t        *testing.T
	bin, log string
	out      bytes.Buffer
	options  Options
}

func newMachine(t *testing.T, scripts map[string]string) *machine {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins are shell scripts")
	}
	dir := t.TempDir()
	m := &machine{t: t, bin: filepath.Join(dir, "bin"), log: filepath.Join(dir, "log")}
	for name, text := range scripts {
		m.write(filepath.Join(m.bin, name), text)
	}
	t.Setenv("PATH", m.bin+":/usr/bin:/bin")
	t.Setenv("LOG", m.log)
	t.Setenv("STORE", filepath.Join(dir, "store"))
	t.Setenv("GOWORK", "/nowhere/go.work") // what the surroundings say must not matter
	t.Setenv("GOFLAGS", "-mod=vendor")
	m.options = Options{
		Env: func(string) string { return "" }, CacheDir: filepath.Join(dir, "cache"), Out: &m.out, Version: "",
		timing: timing{
			probe: time.Minute, install: time.Minute, list: time.Minute, download: time.Minute,
			poll: time.Millisecond, repaint: time.Hour, log: time.Hour,
		},
	}
	return m
}

func (m *machine) write(path, text string) {
	m.t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) writePrograms(dir string) string {
	m.write(filepath.Join(dir, etcd), worksAs)
	m.write(filepath.Join(dir, apiserver), worksAs)
	return dir
}

func (m *machine) cached() string {
	m.t.Helper()
	version, err := DefaultVersion()
	if err != nil {
		m.t.Fatal(err)
	}
	return filepath.Join(m.options.CacheDir, version+"-"+runtime.GOOS+"-"+runtime.GOARCH)
}

func (m *machine) calls() string {
	text, err := os.ReadFile(m.log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		m.t.Fatal(err)
	}
	return string(text)
}

// wantOnly fails if the cache folder holds more than the lock and what is named.
func (m *machine) wantOnly(names ...string) {
	m.t.Helper()
	entries, err := os.ReadDir(m.options.CacheDir)
	if err != nil {
		m.t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".lock") {
			got = append(got, e.Name())
		}
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		m.t.Errorf("cache folder holds %q, want %q", got, names)
	}
}

func TestAssetsTakesTheFirstThatWorks(t *testing.T) {
	const useInstalled = "setup-envtest use --use-env=false -p path 1.37.x -i\n"
	const use = "setup-envtest use --use-env=false -p path 1.37.x\n"
	const list = "setup-envtest list 1.37.x\n"
	tests := []struct {
		name    string
		scripts map[string]string
		cached  bool
		calls   string // in order
		says    string
	}{
		{name: "cache", scripts: map[string]string{"setup-envtest": envtestHas, "go": goBuilds}, cached: true},
		{name: "installed by setup-envtest", scripts: map[string]string{"setup-envtest": envtestHas, "go": goBuilds}, calls: useInstalled},
		{name: "downloaded by setup-envtest", scripts: map[string]string{"setup-envtest": envtestDownloads, "go": goBuilds}, calls: useInstalled + list + use},
		{
			name: "built on a closed network", scripts: map[string]string{"setup-envtest": envtestOffline, "go": goBuilds},
			calls: useInstalled + list + "go build\ngo build\n",
			says:  `opwright: setup-envtest: Get "https://index.example": no such host`,
		},
		{
			name: "built where the index has no such version", scripts: map[string]string{"setup-envtest": envtestKnowsNone, "go": goBuilds},
			calls: useInstalled + list + "go build\ngo build\n",
			says:  "opwright: setup-envtest: no 1.37.x in its index",
		},
		{
			name: "built where the prebuilt ones do not run", scripts: map[string]string{"setup-envtest": strings.ReplaceAll(envtestHas, "exit 0", "exit 3"), "go": goBuilds},
			calls: useInstalled + "go build\ngo build\n",
			says:  "opwright: setup-envtest: run etcd --version: exit status 3",
		},
		{
			name: "built without setup-envtest", scripts: map[string]string{"go": goBuilds},
			calls: "go install\ngo build\ngo build\n",
			says:  "opwright: setup-envtest: go: module lookup disabled by GOPROXY=off",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, tt.scripts)
			if tt.cached {
				m.writePrograms(m.cached())
			}
			dir, err := Assets(t.Context(), m.options)
			if err != nil {
				t.Fatal(err)
			}
			if dir != m.cached() {
				t.Errorf("Assets = %s, want %s", dir, m.cached())
			}
			if err := check(t.Context(), dir, time.Minute); err != nil {
				t.Error(err)
			}
			if m.calls() != tt.calls {
				t.Errorf("called\n%swant\n%s", m.calls(), tt.calls)
			}
			if !strings.Contains(m.out.String(), tt.says) {
				t.Errorf("said %q, want %q in it", m.out.String(), tt.says)
			}
			m.wantOnly(filepath.Base(m.cached()))
		})
	}
}

func TestAssetsVariable(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		taken bool
		says  string
	}{
		{name: "works", files: map[string]string{etcd: worksAs, apiserver: worksAs}, taken: true},
		{name: "misses etcd", files: map[string]string{apiserver: worksAs}, says: "opwright: KUBEBUILDER_ASSETS is passed over: run etcd --version:"},
		{name: "does not run", files: map[string]string{etcd: worksAs, apiserver: "#!/bin/sh\nexit 1\n"}, says: "run kube-apiserver --version: exit status 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, nil)
			m.writePrograms(m.cached())
			named := t.TempDir()
			for name, text := range tt.files {
				m.write(filepath.Join(named, name), text)
			}
			m.options.Env = func(key string) string { return map[string]string{AssetsVariable: named}[key] }
			want := m.cached()
			if tt.taken {
				want = named
			}
			dir, err := Assets(t.Context(), m.options)
			if err != nil || dir != want {
				t.Errorf("Assets = %s, %v, want %s", dir, err, want)
			}
			if !strings.Contains(m.out.String(), tt.says) || tt.says == "" && m.out.Len() > 0 {
				t.Errorf("said %q, want %q", m.out.String(), tt.says)
			}
		})
	}
}

func TestAssetsErrors(t *testing.T) {
	tests := []struct {
		name    string
		scripts map[string]string
		edit    func(*machine)
		want    string
	}{
		{
			name: "no way left", scripts: map[string]string{"setup-envtest": envtestOffline, "go": goFails},
			want: "prepare a control plane: build from Go modules: etcd: go: example.com/a@v1.0.0: module lookup disabled by GOPROXY=off" + hint,
		},
		{
			name: "no go command", scripts: nil, edit: func(m *machine) { m.t.Setenv("PATH", m.bin) },
			want: "prepare a control plane: build from Go modules: etcd: the go command is not in PATH" + hint,
		},
		{
			name: "a version that is not embedded", scripts: map[string]string{"setup-envtest": envtestOffline, "go": goBuilds},
			edit: func(m *machine) { m.options.Version = "1.20.0" },
			want: "Kubernetes 1.20.0 asked for, only ",
		},
		{
			name: "a network that never answers", scripts: map[string]string{"setup-envtest": envtestHangs, "go": goFails},
			edit: func(m *machine) { m.options.timing.list = 10 * time.Millisecond },
			want: "module lookup disabled by GOPROXY=off",
		},
		{
			name: "the cache folder is a file", edit: func(m *machine) { m.write(m.options.CacheDir, "") },
			want: "prepare a control plane: mkdir ",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, tt.scripts)
			if tt.edit != nil {
				tt.edit(m)
			}
			_, err := Assets(t.Context(), m.options)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q in it", err, tt.want)
			}
		})
	}
}

func TestHangingToolIsNamed(t *testing.T) {
	m := newMachine(t, map[string]string{"setup-envtest": envtestHangs, "go": goBuilds})
	m.options.timing.list = 10 * time.Millisecond
	if _, err := Assets(t.Context(), m.options); err != nil {
		t.Fatal(err)
	}
	if want := "opwright: setup-envtest: no answer in time"; !strings.Contains(m.out.String(), want) {
		t.Errorf("said %q, want %q in it", m.out.String(), want)
	}
}

func TestInterruptedBuildLeavesNothing(t *testing.T) {
	m := newMachine(t, map[string]string{"go": goHangs})
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stopped by the user")
	go func() {
		defer cancel(stop)
		for !strings.Contains(m.calls(), "started") && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := Assets(ctx, m.options)
	if !errors.Is(err, stop) {
		t.Fatalf("error %v, want %v", err, stop)
	}
	m.wantOnly()

	m.write(filepath.Join(m.bin, "go"), goBuilds)
	if _, err := Assets(t.Context(), m.options); err != nil {
		t.Errorf("the run after the interrupted one: %v", err)
	}
}

// A killed process cannot clean up: neither its staging folder nor a broken
// cached folder may stop the next run, and another version's staging folder
// belongs to somebody else.
func TestLeftoversOfAKilledRun(t *testing.T) {
	m := newMachine(t, map[string]string{"go": goBuilds})
	m.write(filepath.Join(m.cached()+".tmp-123", "stage", etcd), "half")
	m.write(filepath.Join(m.cached(), etcd), worksAs) // and no kube-apiserver
	other := filepath.Join(m.options.CacheDir, "9.9.9-a-b.tmp-1")
	m.write(filepath.Join(other, etcd), "half")
	if _, err := Assets(t.Context(), m.options); err != nil {
		t.Fatal(err)
	}
	m.wantOnly(filepath.Base(m.cached()), filepath.Base(other))
}

// The build of the first run waits until the second has said that it waits.
func TestTwoAtOnceBuildOnce(t *testing.T) {
	m := newMachine(t, map[string]string{"go": strings.Replace(goBuilds, "echo internal/abi",
		`while [ ! -e "$LOG.go-on" ]; do sleep 0.01; done; echo internal/abi`, 1)})
	var said synced
	second := m.options
	second.Out = &said
	var runs sync.WaitGroup
	runs.Go(func() {
		if _, err := Assets(t.Context(), m.options); err != nil {
			t.Errorf("first: %v", err)
		}
	})
	waitFor(t, func() bool { return strings.Contains(m.calls(), "go build") })
	runs.Go(func() {
		if dir, err := Assets(t.Context(), second); err != nil || dir != m.cached() {
			t.Errorf("second: %s, %v", dir, err)
		}
	})
	waitFor(t, func() bool { return strings.Contains(said.String(), "waiting for it") })
	m.write(m.log+".go-on", "")
	runs.Wait()
	if n := strings.Count(m.calls(), "go build"); n != len(programs()) {
		t.Errorf("%d builds, want %d", n, len(programs()))
	}
	if n := strings.Count(said.String(), "\n"); n != 1 {
		t.Errorf("the second said %q, want one line", said.String())
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	m := newMachine(t, nil)
	o, err := m.options.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	c := newCache(o)
	unlock, err := c.lock(t.Context(), func() { t.Error("waited for a free lock") })
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := c.lock(ctx, cancel); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited a minute in vain")
		}
	}
}

// synced is a buffer that one goroutine reads while another writes.
type synced struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *synced) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *synced) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
