package cli

import (
	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

type applyFlags struct {
	request generator.ApplyRequest
	json    output
}

func newApply() *cobra.Command {
	f := &applyFlags{}
	cmd := &cobra.Command{
		Use:   "apply",
		Short: "Bring the project in line with its opwright.yaml",
		Long: `Merge what was changed in opwright.yaml since the last apply into the project.
Files that the change does not concern stay as they are, and so does what you edited.`,
		Args: atMost(0),
		RunE: f.run,
	}
	cmd.Flags().StringVarP(&f.request.Dir, "dir", "C", ".", "`FOLDER` of the project")
	cmd.Flags().BoolVar(&f.request.Prune, "prune", false, "delete files that are no longer rendered and that you did not edit")
	cmd.Flags().BoolVar(&f.request.DryRun, "dry-run", false, "show what would be written, write nothing")
	f.json.bind(cmd)
	return cmd
}

func (f *applyFlags) run(cmd *cobra.Command, _ []string) error {
	if err := named(f.request.Dir); err != nil {
		return err
	}
	f.request.Derive = derive()
	report, err := generator.Apply(cmd.Context(), f.request)
	if err != nil {
		return err
	}
	return f.json.print(cmd, report, nil)
}
