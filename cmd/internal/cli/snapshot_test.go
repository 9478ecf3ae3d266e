package cli_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// describe lists everything below dir, a line each: path, mode and what is in it. A folder that is not
// there is a line too.
func describe(dir string) (string, error) {
	if _, err := os.Lstat(dir); os.IsNotExist(err) {
		return "nothing is there\n", nil
	}
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content, err := contentOf(path, info)
		fmt.Fprintln(&b, filepath.ToSlash(name), info.Mode(), content)
		return err
	})
	return b.String(), err
}

func contentOf(path string, info fs.FileInfo) (string, error) {
	switch {
	case info.Mode().IsRegular():
		data, err := os.ReadFile(path)
		return fmt.Sprintf("%x", sha256.Sum256(data)), err
	case info.Mode()&fs.ModeSymlink != 0:
		return os.Readlink(path)
	}
	return "", nil
}

// differingLines lists the lines that only one of two texts has.
func differingLines(before, after string) string {
	var out []string
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range a {
		if !slices.Contains(b, line) {
			out = append(out, "- "+line)
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			out = append(out, "+ "+line)
		}
	}
	const most = 20
	if len(out) > most {
		out = append(out[:most], "…")
	}
	return strings.Join(out, "\n")
}
