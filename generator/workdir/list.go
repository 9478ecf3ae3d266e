package workdir

import "io/fs"

// List names the entries of a folder, sorted; none where there is no such folder.
func (d *Dir) List(folder string) []string {
	if d.disk.root == nil {
		return nil
	}
	entries, err := fs.ReadDir(d.disk.root.FS(), folder)
	if err != nil {
		return nil
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
