package cli

import (
	"os"
	"path/filepath"
	"runtime/debug"
)

// version is the module's version; a development build has the commit, or "devel".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return "devel-" + setting.Value[:min(12, len(setting.Value))]
		}
	}
	return "devel"
}

// cacheDir is a folder of opwright's in the user's cache, or empty where the user has none.
func cacheDir(name string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "opwright", name)
}
