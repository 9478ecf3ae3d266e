package generator

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/opwright/opwright/generator/merge"
	"github.com/opwright/opwright/generator/tree"
)

// rivalry counts the files that both sides changed, and how many of them each merge leaves in conflict.
type rivalry struct{ files, git, ours int }

// rivals says of each merged file that the owner and the templates changed under one name whether git merge-file finds
// a conflict.
func (m *model) rivals() map[string]bool {
	found := map[string]bool{}
	if _, err := exec.LookPath("git"); err != nil {
		return found // the other promises hold without it
	}
	now := m.snapshot()
	for _, name := range sortedKeys(m.old) {
		base, ours := string(m.old[name].Data), now[name]
		theirs, still := m.new[name]
		info, err := os.Lstat(filepath.Join(m.dir, name))
		if err == nil && info.Mode().IsRegular() && still && theirs.Ownership == tree.Merged && ours != base && string(theirs.Data) != base {
			found[name] = m.git(ours, base, string(theirs.Data))
		}
	}
	return found
}

// git merges three texts as git merge-file does, and says whether there are conflicts.
func (m *model) git(texts ...string) bool {
	dir := m.TempDir()
	args := []string{"merge-file", "-p", "-q"}
	for i, text := range texts {
		name := filepath.Join(dir, string(rune('a'+i)))
		m.check(os.WriteFile(name, []byte(text), 0o600))
		args = append(args, name)
	}
	cmd := exec.CommandContext(m.Context(), "git", args...)
	cmd.Dir = dir
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0 || exit.ExitCode() >= 128) {
		m.Fatalf("git merge-file: %v", err)
	}
	return err != nil
}

// count adds what git and the plan say of the same files. Where git finds no conflict, there should be none.
func (r *rivalry) count(m *model) {
	for name, conflict := range m.rivalsFound {
		ours := slices.ContainsFunc(m.plan.Changes, func(c merge.Change) bool { return c.Path == name && c.Action == merge.InConflict })
		r.files++
		if conflict {
			r.git++
		}
		if ours {
			r.ours++
		}
		if ours && !conflict {
			m.Errorf("seed %d: %s is in conflict, and git merges it", m.seed, name)
		}
	}
}
