package merge

import (
	"fmt"
	"go/version"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// mergeGoMod keeps all that ours says (module path, replacements, comments) and
// adds what theirs needs: each requirement at the higher of two versions, the
// newer go line, the tools. Go itself picks versions that way, so the result is
// what a build of both would use. What theirs no longer needs stays: the owner's
// code may use it by now.
func mergeGoMod(name string, base, ours, theirs []byte) ([]byte, error) {
	us, err := modfile.Parse(name, ours, nil)
	if err != nil {
		return nil, fmt.Errorf("cannot be read, so nothing can be added to it: %w", err)
	}
	them, err := modfile.Parse(name, theirs, nil)
	if err != nil {
		return nil, fmt.Errorf("rendered file cannot be read: %w", err)
	}
	if us.Module == nil {
		if err := us.AddModuleStmt(them.Module.Mod.Path); err != nil {
			return nil, err
		}
	}
	before, err := requirements(name, base)
	if err != nil {
		return nil, err
	}
	if err := raise(us, them, before); err != nil {
		return nil, err
	}
	us.Cleanup()
	return us.Format()
}

// requirements maps each module that a go.mod requires to its version.
func requirements(name string, data []byte) (map[string]string, error) {
	f, err := modfile.Parse(name, data, nil)
	if err != nil {
		return nil, fmt.Errorf("base cannot be read: %w", err)
	}
	versions := map[string]string{}
	for _, r := range f.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	return versions, nil
}

// raise brings us up to what them asks for beyond what was asked before: what
// the owner lowered or took out stays so until the templates ask for more.
func raise(us, them *modfile.File, before map[string]string) error {
	us.SetRequireSeparateIndirect(union(us.Require, them.Require, before))
	for _, t := range them.Tool {
		if err := us.AddTool(t.Path); err != nil {
			return err
		}
	}
	return raiseGo(us, them)
}

// union is ours with each requirement of theirs that is new or newer.
func union(ours, theirs []*modfile.Require, before map[string]string) []*modfile.Require {
	var list []*modfile.Require
	have := map[string]*modfile.Require{}
	add := func(r modfile.Require) {
		have[r.Mod.Path] = &modfile.Require{Mod: r.Mod, Indirect: r.Indirect}
		list = append(list, have[r.Mod.Path])
	}
	for _, r := range ours {
		add(*r)
	}
	for _, r := range theirs {
		mine := have[r.Mod.Path]
		switch {
		case before[r.Mod.Path] == r.Mod.Version:
			if mine != nil { // what is used directly now has to say so
				mine.Indirect = mine.Indirect && r.Indirect
			}
		case mine == nil:
			add(*r)
		default:
			if semver.Compare(mine.Mod.Version, r.Mod.Version) < 0 {
				mine.Mod.Version = r.Mod.Version
			}
			mine.Indirect = mine.Indirect && r.Indirect
		}
	}
	return list
}

// raiseGo takes the newer go line; a toolchain line older than it would be refused.
func raiseGo(us, them *modfile.File) error {
	if them.Go == nil {
		return nil
	}
	if us.Go == nil || older(us.Go.Version, them.Go.Version) {
		if err := us.AddGoStmt(them.Go.Version); err != nil {
			return err
		}
	}
	if us.Toolchain != nil && version.Compare(us.Toolchain.Name, "go"+us.Go.Version) < 0 {
		us.DropToolchainStmt()
	}
	return nil
}

func older(a, b string) bool { return version.Compare("go"+a, "go"+b) < 0 }
