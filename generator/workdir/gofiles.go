package workdir

import (
	"io/fs"
	"path"
	"strings"
)

// GoFiles lists the Go files of the project's module, sorted: not those of nested modules, vendored or
// hidden folders.
func (d *Dir) GoFiles() []string {
	if d.disk.root == nil {
		return nil
	}
	var files []string
	_ = fs.WalkDir(d.disk.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // what cannot be read cannot be compiled either
		case entry.IsDir():
			hidden := strings.HasPrefix(entry.Name(), ".") || strings.HasPrefix(entry.Name(), "_")
			if name != "." && (hidden || entry.Name() == "vendor" || d.Exists(path.Join(name, "go.mod"))) {
				return fs.SkipDir
			}
		case path.Ext(name) == ".go" && entry.Type().IsRegular():
			files = append(files, name)
		}
		return nil
	})
	return files
}
