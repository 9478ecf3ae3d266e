package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

type tuneFlags struct {
	request generator.TuneRequest
	rate    string
	json    output
}

func newTune() *cobra.Command {
	f := &tuneFlags{}
	cmd := &cobra.Command{
		Use:   "tune CONTROLLER",
		Short: "Change the tuning of a controller, or work out its workers",
		Long: `Change the preset or single values of a controller in opwright.yaml, whose comments stay, show
what behaves differently, and merge what follows into the project, as apply does.

With --objects or --rate, and --service-time, work out how many workers a load needs and show
the arithmetic; only with --write is that taken into opwright.yaml.`,
		Example: `  opwright tune storefront --set limiter.maxDelay=2m --set workers=8
  opwright tune storefront --preset high-churn --dry-run
  opwright tune storefront --objects 6000 --service-time 350ms --rate 20/s`,
		Args: exactly("CONTROLLER"),
		RunE: f.run,
	}
	f.bind(cmd)
	return cmd
}

func (f *tuneFlags) bind(cmd *cobra.Command) {
	r, flags := &f.request, cmd.Flags()
	flags.StringVarP(&r.Dir, "dir", "C", ".", "`FOLDER` of the project")
	flags.StringVar(&r.Preset, "preset", "", "`NAME` of the preset to take the values from")
	flags.StringArrayVar(&r.Set, "set", nil, "a value of your own, `SETTING=VALUE`, such as limiter.maxDelay=2m; can be repeated")
	flags.StringArrayVar(&r.Unset, "unset", nil, "a `SETTING` of which the preset's value shall hold again; can be repeated")
	flags.IntVar(&r.Load.Objects, "objects", 0, "work out the workers for `N` objects")
	flags.DurationVar(&r.Load.ServiceTime, "service-time", 0, "`TIME` that a pass takes, such as 350ms")
	flags.StringVar(&f.rate, "rate", "", "`RATE` of passes that events ask for, such as 20/s or 300/m")
	flags.BoolVar(&r.Load.Write, "write", false, "take what was worked out into opwright.yaml")
	flags.BoolVar(&r.Prune, "prune", false, "delete files that are no longer rendered and that you did not edit")
	flags.BoolVar(&r.DryRun, "dry-run", false, "show what would be written, write nothing")
	f.json.bind(cmd)
}

func (f *tuneFlags) run(cmd *cobra.Command, args []string) (err error) {
	if err := named(f.request.Dir); err != nil {
		return err
	}
	for flag, value := range map[string]string{"preset": f.request.Preset, "rate": f.rate} {
		if cmd.Flags().Changed(flag) && value == "" {
			return &generator.UsageError{Err: fmt.Errorf("--%s is empty\nhint: %s --help", flag, cmd.CommandPath())}
		}
	}
	f.request.Controller = args[0]
	if f.request.Load.Rate, err = parseRate(f.rate); err != nil {
		return err
	}
	f.request.Derive = derive()
	tuned, err := generator.Tune(cmd.Context(), f.request)
	if err != nil {
		return err
	}
	if f.json.isJSON() {
		return f.printJSON(cmd, tuned)
	}
	f.printText(cmd.OutOrStdout(), tuned)
	if tuned.Report == nil {
		return nil
	}
	return f.json.print(cmd, tuned.Report, nil)
}

// parseRate reads 20/s, 300/m or 1000/h; a plain number is a second's.
func parseRate(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	number, unit, _ := strings.Cut(text, "/")
	per, known := map[string]float64{"": 1, "s": 1, "m": 60, "h": 3600}[unit]
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !known || !(v > 0) {
		return 0, &generator.UsageError{Err: fmt.Errorf("--rate %q is no rate\nhint: write for example --rate 20/s, --rate 300/m or --rate 1000/h", text)}
	}
	return v / per, nil
}

func (f *tuneFlags) printText(out io.Writer, t *generator.Tuned) {
	if t.Size != nil {
		printSize(out, t)
	}
	if t.Report == nil {
		fmt.Fprintln(out, f.advice(t))
		return
	}
	if t.From.Name != t.To.Name {
		fmt.Fprintf(out, "%s: preset %s v%d instead of %s v%d\n", f.request.Controller, t.To.Name, t.To.Version, t.From.Name, t.From.Version)
	} else {
		fmt.Fprintf(out, "%s: preset %s v%d\n", f.request.Controller, t.To.Name, t.To.Version)
	}
	if t.Keeps != "" {
		fmt.Fprintf(out, "its work stays %s, as its code is yours; only the values are those of %s\n", t.Keeps, t.To.Name)
	}
	if len(t.Effect) == 0 {
		fmt.Fprintln(out, "Nothing behaves differently.")
	}
	printDifferences(out, t.Effect)
	fmt.Fprintln(out)
}

// advice is what to do with figures that were only shown.
func (f *tuneFlags) advice(t *generator.Tuned) string {
	if len(t.Advice) == 0 {
		return "\nThe controller has what this load needs."
	}
	where := ""
	if f.request.Dir != "." {
		where = " -C " + quoted(f.request.Dir)
	}
	return fmt.Sprintf("\nNothing was written. To take it: opwright tune %s%s --set %s", f.request.Controller, where, strings.Join(t.Advice, " --set "))
}

func printSize(out io.Writer, t *generator.Tuned) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, s := range t.Size.Steps {
		fmt.Fprintf(w, "%s\t%s\t= %s\n", s.What, s.Sum, s.Result)
	}
	_ = w.Flush()
	if t.Report != nil {
		fmt.Fprintln(out)
	}
}

// jsonTuned is the effect of tuning for scripts.
type jsonTuned struct {
	Controller string           `json:"controller"`
	Preset     string           `json:"preset"`
	Work       string           `json:"keepsWork,omitempty"`
	Effect     []jsonDifference `json:"effect"`
	Size       *jsonSize        `json:"size,omitempty"`
	Report     *jsonReport      `json:"report,omitempty"`
}

type jsonSize struct {
	Workers    int      `json:"workers"`
	Interval   string   `json:"interval"`
	Depth      int      `json:"depthAlarm"`
	Arithmetic []string `json:"arithmetic"`
	Set        []string `json:"set"`
}

func (f *tuneFlags) printJSON(cmd *cobra.Command, t *generator.Tuned) error {
	j := jsonTuned{
		Controller: f.request.Controller, Preset: fmt.Sprintf("%s@%d", t.To.Name, t.To.Version), Work: t.Keeps, Effect: jsonDifferences(t.Effect),
	}
	if t.Size != nil {
		j.Size = &jsonSize{Workers: t.Size.Workers, Interval: t.Size.Interval.String(), Depth: t.Size.Depth, Set: append([]string{}, t.Advice...)}
		for _, s := range t.Size.Steps {
			j.Size.Arithmetic = append(j.Size.Arithmetic, s.What+": "+s.Sum+" = "+s.Result)
		}
	}
	if t.Report != nil {
		report := jsonReportOf(t.Report)
		j.Report = &report
	}
	if err := writeJSON(cmd.OutOrStdout(), j); err != nil || t.Report == nil {
		return err
	}
	return openSteps(t.Report)
}
