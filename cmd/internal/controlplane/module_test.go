package controlplane

import (
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// The embedded pair must be whole: a build with -mod=readonly fails at the
// first module without a checksum, on the user's machine.
func TestModuleIsConsistent(t *testing.T) {
	file, err := modfile.Parse("go.mod.txt", goMod, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range programs() {
		if !requires(file, packageOf(name)) {
			t.Errorf("no module of %s is required", packageOf(name))
		}
	}
	version, err := DefaultVersion()
	if err != nil {
		t.Fatal(err)
	}
	replaced := map[string]string{}
	for _, r := range file.Replace {
		replaced[r.Old.Path] = r.New.Version
		if want := "v0." + strings.TrimPrefix(version, "1."); r.New.Version != want || r.New.Path != r.Old.Path {
			t.Errorf("replace %s => %s, want it at %s as Kubernetes %s has it", r.Old, r.New, want, version)
		}
	}
	for _, r := range file.Require {
		path, v := r.Mod.Path, r.Mod.Version
		if strings.HasPrefix(path, "k8s.io/") && v == "v0.0.0" && replaced[path] == "" {
			t.Errorf("%s v0.0.0 is not replaced", path)
		}
		if replaced[path] != "" {
			v = replaced[path]
		}
		if !strings.Contains(string(goSum), "\n"+path+" "+v+"/go.mod h1:") {
			t.Errorf("go.sum.txt: nothing about %s %s", path, v)
		}
	}
}

func requires(file *modfile.File, pkg string) bool {
	for _, r := range file.Require {
		if pkg == r.Mod.Path || strings.HasPrefix(pkg, r.Mod.Path+"/") {
			return true
		}
	}
	return false
}
