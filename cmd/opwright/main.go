// Command opwright makes Kubernetes operators and keeps them current.
package main

import (
	"os"

	"github.com/opwright/opwright/cmd/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
