package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/opwright/opwright/generator"
)

type upgradeFlags struct {
	request       generator.UpgradeRequest
	resume, abort bool
	json          output
}

func newUpgrade() *cobra.Command {
	f := &upgradeFlags{}
	cmd := &cobra.Command{
		Use:   "upgrade",
		Short: "Bring the project to the newest presets and templates, edits kept",
		Long: `Merge the newest presets and templates of this opwright into the project: all or nothing, without
network, git or an older opwright. What you edited stays. Where both changed the same lines, the file
gets conflict markers: settle them, then run opwright upgrade --continue, or --abort to undo all.`,
		Args: atMost(0),
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.request.Dir, "dir", "C", ".", "`FOLDER` of the project")
	flags.StringVar(&f.request.To, "to", generator.ToAll, "what to bring to its newest: presets, templates or all")
	flags.StringArrayVar(&f.request.Take, "take", nil, "a `PATH` made once whose newest version replaces yours; can be repeated")
	flags.BoolVar(&f.request.DryRun, "dry-run", false, "show what would be written, write nothing")
	flags.BoolVar(&f.request.NoVerify, "no-verify", false, "do not build and vet the result")
	flags.BoolVar(&f.resume, "continue", false, "end an upgrade whose conflicts are settled")
	flags.BoolVar(&f.abort, "abort", false, "undo an upgrade whose conflicts are open")
	f.json.bind(cmd)
	return cmd
}

func (f *upgradeFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.check(); err != nil {
		return err
	}
	f.request.Derive = derive()
	if progress := cmd.ErrOrStderr(); isTerminal(progress) {
		f.request.Progress = func(step string) { fmt.Fprintln(progress, "… "+step) }
	}
	report, err := f.call(cmd)
	if err != nil {
		return err
	}
	if f.json.format == "" {
		printBehaviour(cmd.OutOrStdout(), report)
	}
	return f.json.print(cmd, report, nil)
}

// check finds what does not go together.
func (f *upgradeFlags) check() error {
	if err := named(f.request.Dir); err != nil {
		return err
	}
	switch f.request.To {
	case generator.ToAll, generator.ToPresets, generator.ToTemplates:
	default:
		return &generator.UsageError{Err: fmt.Errorf("--to %s is not known: presets, templates or all\nhint: opwright upgrade --to presets", f.request.To)}
	}
	for i, path := range f.request.Take {
		f.request.Take[i] = slashed(path)
	}
	other := f.request.DryRun || len(f.request.Take) > 0 || f.request.To != generator.ToAll
	if f.resume && f.abort || (f.resume || f.abort) && other {
		return &generator.UsageError{Err: errors.New("--continue and --abort end the upgrade that is open, and take no other choice\nhint: opwright upgrade --continue")}
	}
	return nil
}

func (f *upgradeFlags) call(cmd *cobra.Command) (*generator.Report, error) {
	switch {
	case f.resume:
		return generator.Continue(cmd.Context(), f.request)
	case f.abort:
		return generator.Abort(f.request)
	}
	return generator.Upgrade(cmd.Context(), f.request)
}

// printBehaviour says what newer presets do differently, before the files are listed.
func printBehaviour(out io.Writer, report *generator.Report) {
	for _, b := range report.Behaviour {
		fmt.Fprintf(out, "%s v%d → v%d:\n", b.Preset, b.From, b.To)
		for _, d := range b.Differences {
			for _, line := range d.Says {
				fmt.Fprintln(out, "  "+line)
			}
			if d.Why != "" {
				fmt.Fprintln(out, "    because "+d.Why)
			}
		}
		fmt.Fprintln(out)
	}
}

// slashed is a path as the project's files are named.
func slashed(path string) string { return strings.TrimPrefix(strings.ReplaceAll(path, `\`, "/"), "./") }

// isTerminal says whether a person sees what is written.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
