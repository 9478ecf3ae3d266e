//go:build verify

package controlplane

import (
	"bytes"
	"testing"
)

// TestVerifyModule resolves every package of both programs as a user's build
// would, on each system: a checksum that only one of them needs is easily lost.
// It needs the module proxy, or a cache that holds 150 modules.
func TestVerifyModule(t *testing.T) {
	dir := t.TempDir()
	if err := writeModule(dir); err != nil {
		t.Fatal(err)
	}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		cmd, err := goCommand(t.Context(), dir, "list", "-deps", packageOf(etcd), packageOf(apiserver))
		if err != nil {
			t.Fatal(err)
		}
		cmd.Env = append(cmd.Env, "GOOS="+goos)
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Run(); err != nil {
			t.Errorf("%s: %v: %s", goos, err, lastLine(said.String()))
		}
	}
}
