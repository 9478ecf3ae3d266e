package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

func newAdd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "add",
		Short: "Add a kind, a version, a controller or a watch to a project",
		Long: `Add to a project: each command edits opwright.yaml, where comments stay, and merges what follows from
that edit, as opwright apply does. What is there already is left as it is.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAddAPI(), newAddVersion(), newAddController(), newAddWatch())
	return cmd
}

// editFlags are those of every command that edits opwright.yaml.
type editFlags struct {
	edit generator.Edit
	json output
}

func (f *editFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.edit.Dir, "dir", "C", ".", "`FOLDER` of the project")
	cmd.Flags().BoolVar(&f.edit.DryRun, "dry-run", false, "show what would be written, write nothing")
	f.json.bind(cmd)
}

// run edits a project and prints what came of it.
func (f *editFlags) run(cmd *cobra.Command, change func(generator.Edit) (*generator.Report, error)) error {
	if err := named(f.edit.Dir); err != nil {
		return err
	}
	f.edit.Derive = derive()
	report, err := change(f.edit)
	if err != nil {
		return err
	}
	return f.json.print(cmd, report, nil)
}

// bindStart binds what a new controller begins with.
func bindStart(cmd *cobra.Command, start *generator.Start) {
	cmd.Flags().StringVar(&start.Preset, "preset", "", "`NAME` of the preset that the tuning values come from (default standard)")
	cmd.Flags().StringVar(&start.Owns, "owns", "", "`KINDS` that the controller makes, such as apps/v1/Deployment,v1/Service, or none (default those of the preset)")
}

func newAddAPI() *cobra.Command {
	f, r := &editFlags{}, &generator.AddAPIRequest{}
	controller := true
	cmd := &cobra.Command{
		Use:   "api KIND",
		Short: "Add a kind with a controller",
		Long: `Add a kind to a project, with a controller for it. KIND is GROUP/VERSION/KIND; a group without a dot
gets the project's domain.

With --adopt, files that are there already, such as those of kubebuilder create api, are yours and stay;
what they lack is added around them.`,
		Example: `  opwright add api shop/v1alpha1/Cart
  opwright add api dns/v1/Zone --preset external-api --scope Cluster
  opwright add api billing/v1/Invoice --adopt`,
		Args: exactly("a kind"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Kind, r.NoController = args[0], !controller
			return f.run(cmd, func(e generator.Edit) (*generator.Report, error) {
				r.Edit = e
				return generator.AddAPI(cmd.Context(), *r)
			})
		},
	}
	bindStart(cmd, &r.Start)
	cmd.Flags().BoolVar(&controller, "controller", true, "give the kind a controller")
	cmd.Flags().StringVar(&r.Plural, "plural", "", "`NAME` of the resource; derived from the kind")
	cmd.Flags().StringVar(&r.Scope, "scope", "", "`SCOPE` of the kind: Namespaced or Cluster (default that of the preset)")
	cmd.Flags().BoolVar(&r.Adopt, "adopt", false, "take files that are there already for yours, and keep them")
	f.bind(cmd)
	return cmd
}

func newAddVersion() *cobra.Command {
	f := &editFlags{}
	cmd := &cobra.Command{
		Use:   "version KIND",
		Short: "Add a further version of a kind",
		Long: `Add a further version of a kind that the project has. Plural, scope and controller stay, and objects stay
stored in the version that was there first.`,
		Example: "  opwright add version shop/v1/Storefront",
		Args:    exactly("a kind"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, func(e generator.Edit) (*generator.Report, error) {
				return generator.AddVersion(cmd.Context(), e, args[0])
			})
		},
	}
	f.bind(cmd)
	return cmd
}

func newAddController() *cobra.Command {
	f, r := &editFlags{}, &generator.AddControllerRequest{}
	cmd := &cobra.Command{
		Use:   "controller KIND",
		Short: "Add a controller for a kind of the project",
		Long: `Add a controller for one of the project's own kinds. A kind can have several: give each a --name. By
default a further one owns what the others do not.`,
		Example: `  opwright add controller shop/v1alpha1/Cart
  opwright add controller shop/v1alpha1/Storefront --name backup --preset time-driven --owns batch/v1/CronJob`,
		Args: exactly("a kind"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Kind = args[0]
			return f.run(cmd, func(e generator.Edit) (*generator.Report, error) {
				r.Edit = e
				return generator.AddController(cmd.Context(), *r)
			})
		},
	}
	bindStart(cmd, &r.Start)
	cmd.Flags().StringVar(&r.Name, "name", "", "`NAME` of the controller; derived from the kind for its first one")
	f.bind(cmd)
	return cmd
}

func newAddWatch() *cobra.Command {
	f, r := &editFlags{}, &generator.AddOwnedRequest{}
	var status string
	cmd := &cobra.Command{
		Use:     "watch CONTROLLER KIND",
		Aliases: []string{"owns"},
		Short:   "Let a controller own a kind, and wake up when it changes",
		Long: `Add a kind to what a controller owns: watch, predicate, cache and permission follow, and a function that
builds the object, for your Reconcile to call. With --status, changes of these status fields wake it, too.`,
		Example: `  opwright add watch storefront v1/Secret
  opwright add watch storefront apps/v1/StatefulSet --status readyReplicas,currentRevision`,
		Args: exactly("a controller", "a kind"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Controller, r.Kind = args[0], args[1]
			if status != "" {
				r.Status = strings.Split(status, ",")
			}
			return f.run(cmd, func(e generator.Edit) (*generator.Report, error) {
				r.Edit = e
				return generator.AddOwned(cmd.Context(), *r)
			})
		},
	}
	cmd.Flags().StringVar(&status, "status", "", "status `FIELDS` that Reconcile reads, such as readyReplicas,replicas")
	f.bind(cmd)
	return cmd
}
