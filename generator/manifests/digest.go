package manifests

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/mod/modfile"
)

// cache remembers what the last good run was made from and what it made. It only ever saves work: whatever is odd
// about it means a full run.
type cache struct {
	file   string // empty: there is none
	dir    string
	check  bool
	digest string
}

// record is the cache file.
type record struct {
	Digest   string            `json:"digest"`
	Outputs  map[string]string `json:"outputs"` // path to digest
	Warnings []string          `json:"warnings,omitempty"`
}

func openCache(opts Options, tools *toolchain) (*cache, error) {
	if opts.CacheDir == "" {
		return &cache{}, nil
	}
	digest, err := inputs(opts, tools)
	if err != nil {
		return nil, fmt.Errorf("read the sources in %s: %w", opts.Dir, err)
	}
	name := sum([]byte(opts.Dir))[:32] + ".json"
	return &cache{file: filepath.Join(opts.CacheDir, name), dir: opts.Dir, check: opts.Check, digest: digest}, nil
}

// lookup returns the last result if it is still on disk and its inputs are the same.
func (c *cache) lookup() *Result {
	if c.file == "" || c.check {
		return nil
	}
	data, err := os.ReadFile(c.file)
	if err != nil {
		return nil
	}
	var last record
	if json.Unmarshal(data, &last) != nil || last.Digest != c.digest {
		return nil
	}
	for path, digest := range last.Outputs {
		data, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(path)))
		if err != nil || sum(data) != digest {
			return nil
		}
	}
	return &Result{Unchanged: true, Outputs: sortedKeys(last.Outputs), Warnings: last.Warnings}
}

// store remembers a result before its files are written: where they are not, lookup finds out.
func (c *cache) store(result *Result) {
	if c.file == "" {
		return
	}
	last := record{Digest: c.digest, Outputs: map[string]string{}, Warnings: result.Warnings}
	for path, data := range result.Files {
		last.Outputs[path] = sum(data)
	}
	data, err := json.Marshal(last)
	if err != nil || os.MkdirAll(filepath.Dir(c.file), 0o755) != nil {
		return
	}
	temporary, err := os.CreateTemp(filepath.Dir(c.file), "digest-*")
	if err != nil {
		return
	}
	_, err = temporary.Write(data)
	if closed := temporary.Close(); err != nil || closed != nil || os.Rename(temporary.Name(), c.file) != nil {
		_ = os.Remove(temporary.Name())
	}
}

// inputs digests everything that a run depends on, except for its own outputs.
func inputs(opts Options, tools *toolchain) (string, error) {
	h := sha256.New()
	for _, fact := range []string{
		opts.ToolVersion, binary(), runtime.Version(), controllerTools(),
		tools.Version, tools.Flags, tools.Workspace, tools.OS, tools.Arch,
	} {
		feed(h, "fact", []byte(fact))
	}
	for _, name := range []string{"go.mod", "go.sum", "vendor/modules.txt", boilerplate} {
		if err := feedFile(h, filepath.Join(opts.Dir, filepath.FromSlash(name))); err != nil {
			return "", err
		}
	}
	for _, dir := range sourceDirs(opts.Dir, tools) {
		if err := feedSources(h, dir, tools); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// binary tells two development builds of opwright apart.
func binary() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}

// sourceDirs are the module's folder and those of modules that its go.mod or workspace takes from the disk.
func sourceDirs(dir string, tools *toolchain) []string {
	dirs := []string{dir}
	for _, replace := range tools.module.Replace {
		if replace.New.Version == "" {
			dirs = append(dirs, below(dir, replace.New.Path))
		}
	}
	if tools.Workspace == "" || tools.Workspace == "off" {
		return dirs
	}
	data, err := os.ReadFile(tools.Workspace)
	if err != nil {
		return dirs
	}
	if work, err := modfile.ParseWork(tools.Workspace, data, nil); err == nil {
		for _, use := range work.Use {
			dirs = append(dirs, below(filepath.Dir(tools.Workspace), use.Path))
		}
	}
	return append(dirs, tools.Workspace)
}

func below(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// feedSources digests the Go files of a module, or a single file.
func feedSources(h hash.Hash, dir string, tools *toolchain) error {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return feedFile(h, dir)
	}
	return walk(dir, tools, func(rel string, entries []fs.DirEntry) error {
		for _, entry := range entries {
			if !goFile(entry) || entry.Name() == deepcopyFile {
				continue
			}
			if err := feedFile(h, filepath.Join(dir, filepath.FromSlash(rel), entry.Name())); err != nil {
				return err
			}
		}
		return nil
	})
}

// feedFile digests a file, or the fact that it is not there.
func feedFile(h hash.Hash, path string) error {
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		feed(h, "absent", []byte(path))
		return nil
	}
	if err != nil {
		return err
	}
	feed(h, path, data)
	return nil
}

// feed keeps parts apart by their lengths.
func feed(h hash.Hash, name string, data []byte) {
	_, _ = fmt.Fprintf(h, "%d %s %d ", len(name), name, len(data))
	_, _ = h.Write(data)
}

func sum(data []byte) string {
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}
