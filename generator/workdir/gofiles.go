package workdir

import (
	"io/fs"
	"path"
	"strings"
)

// GoFiles lists the Go files of the project's module, sorted: not those of nested modules, vendored or
// hidden folders.
func (d *Dir) GoFiles() []string {
	return d.walk(func(name string) bool { return path.Ext(name) == ".go" })
}

// Files lists the regular files of the project, sorted, but for those of nested modules, vendored or hidden folders.
func (d *Dir) Files() []string { return d.walk(func(string) bool { return true }) }

func (d *Dir) walk(wanted func(name string) bool) []string {
	if d.disk.root == nil {
		return nil
	}
	var files []string
	_ = fs.WalkDir(d.disk.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // what cannot be read is nobody's to use
		case entry.IsDir():
			hidden := strings.HasPrefix(entry.Name(), ".") || strings.HasPrefix(entry.Name(), "_")
			if name != "." && (hidden || entry.Name() == "vendor" || d.Exists(path.Join(name, "go.mod"))) {
				return fs.SkipDir
			}
		case wanted(name) && entry.Type().IsRegular():
			files = append(files, name)
		}
		return nil
	})
	return files
}
