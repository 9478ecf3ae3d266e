package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

type generateFlags struct {
	request generator.GenerateRequest
}

func newGenerate() *cobra.Command {
	f := &generateFlags{}
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make deep copies, CRDs, RBAC and webhook configuration from the Go code",
		Long: `Make what follows from your Go code: deep copies of the API types, CRDs, RBAC and webhook
configuration, byte for byte as controller-gen would. With unchanged inputs nothing is loaded.`,
		Args: atMost(0),
		RunE: f.run,
	}
	cmd.Flags().StringVarP(&f.request.Dir, "dir", "C", ".", "`FOLDER` of the project")
	cmd.Flags().BoolVar(&f.request.Check, "check", false, "write nothing; exit with 4 if something is out of date")
	return cmd
}

func (f *generateFlags) run(cmd *cobra.Command, _ []string) error {
	if err := named(f.request.Dir); err != nil {
		return err
	}
	f.request.Derive = derive()
	report, err := generator.Generate(cmd.Context(), f.request)
	if report != nil {
		printNotes(cmd, report)
		for _, path := range report.Derived {
			fmt.Fprintln(cmd.OutOrStdout(), "updated ", path)
		}
		for _, path := range report.Check {
			fmt.Fprintln(cmd.OutOrStdout(), "out of date ", path)
		}
	}
	switch {
	case err != nil:
		return err
	case len(report.Check) > 0:
		printError(cmd.ErrOrStderr(), errors.New("derived files are out of date\nhint: opwright generate"))
		return codeError(exitDifference)
	}
	return nil
}
