package cli

import (
	"errors"

	"charm.land/huh/v2"
	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

type initFlags struct {
	request generator.InitRequest
	json    output
}

func newInit() *cobra.Command {
	f := &initFlags{}
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Make an operator project",
		Long: `Make a complete operator project in DIR, which is the current folder if left out.

A kind is one word: shop/v1alpha1/Storefront (the domain is appended to the group),
shop.example.com/v1/Storefront, with ,plural=storefronts and ,scope=Cluster where needed.
What is missing is derived, or asked for on a terminal. A second run changes nothing.`,
		Example: `  opwright init shop --domain example.com --module example.com/shop --api shop/v1alpha1/Storefront
  opwright init dns --domain example.com --module example.com/dns --api dns/v1/DNSZone --owns none`,
		Args: atMost(1),
		RunE: f.run,
	}
	f.bind(cmd)
	return cmd
}

func (f *initFlags) bind(cmd *cobra.Command) {
	r, flags := &f.request, cmd.Flags()
	flags.StringVar(&r.Name, "name", "", "`NAME` of the project; derived from the folder")
	flags.StringVar(&r.Module, "module", "", "Go module `PATH`; that of go.mod if there is one")
	flags.StringVar(&r.Domain, "domain", "", "`DOMAIN` that the API groups end in, such as example.com")
	flags.StringVar(&r.Preset, "preset", "", "`NAME` of the preset that the tuning values come from (default standard)")
	flags.StringArrayVar(&r.PresetDirs, "preset-dir", nil, "a `FOLDER` with presets and template layers of your organisation; can be repeated")
	flags.StringArrayVar(&r.APIs, "api", nil, "a kind of your own, `GROUP/VERSION/KIND[,plural=…][,scope=Cluster]`; can be repeated")
	flags.StringVar(&r.Owns, "owns", "", "`KINDS` that each controller makes, such as apps/v1/Deployment,v1/Service, or none (default apps/v1/Deployment,v1/Service,v1/ConfigMap)")
	flags.StringSliceVar(&r.Features, "feature", nil, "an optional `COMPONENT`: monitoring, networkPolicy; can be repeated")
	flags.StringVar(&r.Owner, "owner", "", "copyright `OWNER` for licence headers")
	flags.StringVar(&r.License, "license", "", "`LICENCE` of the headers of Go files: apache2 or none (default none)")
	flags.BoolVar(&r.DryRun, "dry-run", false, "show what would be written, write nothing")
	f.json.bind(cmd)
}

func (f *initFlags) run(cmd *cobra.Command, args []string) error {
	f.request.Dir = dirOf(args)
	if err := named(f.request.Dir); err != nil {
		return err
	}
	f.request.Derive = derive()
	if terminal(cmd) {
		f.request.Ask = askWith(cmd)
	}
	report, err := generator.Init(cmd.Context(), f.request)
	if err != nil {
		return err
	}
	return f.json.print(cmd, report, nextAfterInit(f.request.Dir))
}

// askWith asks one question at the terminal.
func askWith(cmd *cobra.Command) func(question, suggestion string) (string, error) {
	return func(question, suggestion string) (string, error) {
		answer := suggestion
		input := huh.NewInput().Title(question).Value(&answer)
		err := huh.NewForm(huh.NewGroup(input)).WithInput(cmd.InOrStdin()).WithOutput(cmd.ErrOrStderr()).Run()
		if errors.Is(err, huh.ErrUserAborted) {
			return "", errors.New("nothing was written")
		}
		return answer, err
	}
}
