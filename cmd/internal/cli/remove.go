package cli

import (
	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

func newRemove() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "remove",
		Short: "Remove a kind, a version, a controller or a watch from a project",
		Long: `Remove from a project: each command edits opwright.yaml, where comments stay, and deletes what was made for
the part that goes. A file that you edited stays and is listed, and so does one that your code still needs.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRemoveAPI(), newRemoveVersion(), newRemoveController(), newRemoveWatch())
	return cmd
}

func newRemoveAPI() *cobra.Command {
	f, r := &editFlags{}, &generator.RemoveAPIRequest{}
	cmd := &cobra.Command{
		Use:   "api KIND",
		Short: "Remove a kind",
		Long: `Remove a kind from a project. Its controllers have to go before it, or with it by --controllers; so have all
versions but the last one.`,
		Example: "  opwright remove api shop/v1alpha1/Cart --controllers",
		Args:    exactly("a kind"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Kind = args[0]
			return f.run(cmd, func(e generator.Edit) (*generator.Report, error) {
				r.Edit = e
				return generator.RemoveAPI(cmd.Context(), *r)
			})
		},
	}
	cmd.Flags().BoolVar(&r.Controllers, "controllers", false, "remove its controllers, too")
	f.bind(cmd)
	return cmd
}

func newRemoveVersion() *cobra.Command {
	f := &editFlags{}
	cmd := &cobra.Command{
		Use:     "version KIND",
		Short:   "Remove one of several versions of a kind",
		Long:    "Remove one of several versions of a kind. The one in which objects are stored has to stay.",
		Example: "  opwright remove version shop/v1alpha1/Storefront",
		Args:    exactly("a kind"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, func(e generator.Edit) (*generator.Report, error) {
				return generator.RemoveVersion(cmd.Context(), e, args[0])
			})
		},
	}
	f.bind(cmd)
	return cmd
}

func newRemoveController() *cobra.Command {
	f := &editFlags{}
	cmd := &cobra.Command{
		Use:     "controller NAME",
		Short:   "Remove a controller",
		Long:    "Remove a controller by its name in opwright.yaml. Its kind stays.",
		Example: "  opwright remove controller backup",
		Args:    exactly("a controller"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, func(e generator.Edit) (*generator.Report, error) {
				return generator.RemoveController(cmd.Context(), e, args[0])
			})
		},
	}
	f.bind(cmd)
	return cmd
}

func newRemoveWatch() *cobra.Command {
	f := &editFlags{}
	cmd := &cobra.Command{
		Use:     "watch CONTROLLER KIND",
		Aliases: []string{"owns"},
		Short:   "Let a controller own a kind no more",
		Long:    "Take a kind out of what a controller owns. Take the call of its builder out of your Reconcile first.",
		Example: "  opwright remove watch storefront v1/ConfigMap",
		Args:    exactly("a controller", "a kind"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, func(e generator.Edit) (*generator.Report, error) {
				return generator.RemoveOwned(cmd.Context(), e, args[0], args[1])
			})
		},
	}
	f.bind(cmd)
	return cmd
}
