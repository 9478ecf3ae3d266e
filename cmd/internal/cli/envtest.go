package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/opwright/opwright/cmd/internal/controlplane"
)

func newEnvtest() *cobra.Command {
	return &cobra.Command{
		Use:   "envtest",
		Short: "Print the folder with kube-apiserver and etcd, built if need be",
		Long: `Print the path of a folder with kube-apiserver and etcd, which tests expect in
KUBEBUILDER_ASSETS. The first of these that works is taken: the variable itself, opwright's
cache, prebuilt binaries by setup-envtest, a build from Go modules (about a quarter of an
hour on two cores, once).`,
		Example: `  KUBEBUILDER_ASSETS="$(opwright envtest)" go test ./...`,
		Args:    atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := controlplane.Assets(cmd.Context(), controlplane.Options{Env: os.Getenv, Out: cmd.ErrOrStderr()})
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), dir)
			return nil
		},
	}
}
