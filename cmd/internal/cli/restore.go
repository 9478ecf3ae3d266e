package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

type restoreFlags struct {
	request generator.RestoreRequest
	json    output
}

func newRestore() *cobra.Command {
	f := &restoreFlags{}
	cmd := &cobra.Command{
		Use:   "restore PATH...",
		Short: "Bring a file back that you deleted",
		Long: `Write files that you deleted as they were rendered last. Upgrades keep them current from then on.
A file that is there is never overwritten.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &generator.UsageError{Err: errors.New("restore needs a path\nhint: opwright status lists what was deleted")}
			}
			return nil
		},
		RunE: f.run,
	}
	cmd.Flags().StringVarP(&f.request.Dir, "dir", "C", ".", "`FOLDER` of the project")
	cmd.Flags().BoolVar(&f.request.DryRun, "dry-run", false, "show what would be written, write nothing")
	f.json.bind(cmd)
	return cmd
}

func (f *restoreFlags) run(cmd *cobra.Command, args []string) error {
	if err := named(f.request.Dir); err != nil {
		return err
	}
	for _, arg := range args {
		f.request.Paths = append(f.request.Paths, slashed(arg))
	}
	report, err := generator.Restore(f.request)
	if err != nil {
		return err
	}
	return f.json.print(cmd, report, nil)
}

type repairFlags struct {
	request generator.RepairRequest
	json    output
}

func newRepair() *cobra.Command {
	f := &repairFlags{}
	cmd := &cobra.Command{
		Use:   "repair",
		Short: "Mend opwright's own state after a merge of branches",
		Long: `Join the ledger .opwright/lock.yaml where a merge of two branches left it in conflict, and render base
texts anew that are lost. No other file of the project is touched.`,
		Args: atMost(0),
		RunE: f.run,
	}
	cmd.Flags().StringVarP(&f.request.Dir, "dir", "C", ".", "`FOLDER` of the project")
	cmd.Flags().BoolVar(&f.request.DryRun, "dry-run", false, "show what would be mended, write nothing")
	f.json.bind(cmd)
	return cmd
}

func (f *repairFlags) run(cmd *cobra.Command, _ []string) error {
	if err := named(f.request.Dir); err != nil {
		return err
	}
	report, err := generator.Repair(f.request)
	if err != nil {
		return err
	}
	return f.json.print(cmd, report, nil)
}
