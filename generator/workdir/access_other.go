//go:build !unix

package workdir

import "os"

// writable tells whether this process may make and remove names in a folder.
func writable(native string) bool {
	info, err := os.Stat(native)
	return err == nil && info.Mode()&0o200 != 0
}
