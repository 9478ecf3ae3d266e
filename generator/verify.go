package generator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"

	"github.com/opwright/opwright/generator/merge"
)

// verify builds and vets the project. What fails is a step left open: the upgrade stands, the code does not fit it yet.
func (s *session) verify(ctx context.Context) {
	if !s.dir.Exists("go.mod") {
		return
	}
	for _, step := range []string{"build", "vet"} {
		args := []string{step, "./..."}
		if step == "build" {
			args = []string{step, "-o", os.DevNull, "./..."}
		}
		out, err := s.run(ctx, "go", args...)
		if err == nil {
			continue
		}
		s.report.Faults = errors.New(firstLines(out, 10))
		s.report.open("go %s ./...", step)
		return
	}
}

func (s *session) run(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = s.dir.Path()
	return cmd.CombinedOutput()
}

// firstLines keeps what tells the cause: the compiler's first lines.
func firstLines(out []byte, most int) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) > most {
		lines = append(lines[:most], fmt.Sprintf("and %d lines more", len(lines)-most))
	}
	return strings.Join(lines, "\n")
}

// refuseDirty refuses to write over edits that are not committed: git could not bring them back. All other files may be
// as dirty as they like. Without git, or outside of a repository, the base texts are the only net, and enough.
func (s *session) refuseDirty(ctx context.Context, plan merge.Plan) error {
	dirty, inGit := s.uncommitted(ctx)
	if !inGit {
		s.report.note("this project is in no git repository that git can read: opwright's own base texts are the only way back")
		return nil
	}
	var faults []error
	for _, c := range plan.Writes() {
		if c.Action != merge.Create && slices.Contains(dirty, c.Path) {
			faults = append(faults, fmt.Errorf("%s: has edits that are not committed, and the upgrade writes to it", c.Path))
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return fmt.Errorf("%w\nhint: git commit or git stash these files, then opwright upgrade", errors.Join(faults...))
}

// uncommitted lists the tracked files of the project that differ from the last commit. It takes no lock of git's, so that
// the index stays untouched.
func (s *session) uncommitted(ctx context.Context) (files []string, inGit bool) {
	prefix, err := s.output(ctx, "git", "rev-parse", "--show-prefix")
	if err != nil {
		return nil, false
	}
	out, err := s.output(ctx, "git", "--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=no", "--no-renames", "--", ".")
	if err != nil {
		return nil, false
	}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		if len(entry) > 3 {
			files = append(files, strings.TrimPrefix(path.Clean(string(entry[3:])), strings.TrimSpace(string(prefix))))
		}
	}
	return files, true
}

func (s *session) output(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = s.dir.Path()
	return cmd.Output()
}
