//go:build unix

package workdir

import "golang.org/x/sys/unix"

// writable tells whether this process may make and remove names in a folder.
func writable(native string) bool { return unix.Access(native, unix.W_OK|unix.X_OK) == nil }
