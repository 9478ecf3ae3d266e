package cli

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"charm.land/huh/v2"
	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

type chooseFlags struct {
	answers generator.Answers
	json    output
}

func newPresetChoose() *cobra.Command {
	f := &chooseFlags{}
	cmd := &cobra.Command{
		Use:   "choose",
		Short: "Find the preset that fits, by a few questions or by flags",
		Long: `Lead from a few answers to a preset, and say why. On a terminal the questions are asked;
with any of the flags nothing is.`,
		Example: `  opwright preset choose --changes outside --objects 300`,
		Args:    atMost(0),
		RunE:    f.run,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.answers.Changes, "changes", "", "`WHAT` changes most: spec, children, outside, time, builtin, many or steps")
	flags.BoolVar(&f.answers.CallsOutside, "calls-outside", false, "Reconcile calls something outside the cluster")
	flags.BoolVar(&f.answers.Small, "small-cluster", false, "the cluster is one to three small machines")
	flags.IntVar(&f.answers.Objects, "objects", 0, "about how many objects there are, `N`")
	f.json.bind(cmd)
	return cmd
}

func (f *chooseFlags) run(cmd *cobra.Command, _ []string) error {
	answered := cmd.Flags().Changed("changes") || cmd.Flags().Changed("calls-outside") || cmd.Flags().Changed("small-cluster") || cmd.Flags().Changed("objects")
	if !answered {
		if !terminal(cmd) {
			return &generator.UsageError{Err: errors.New("nobody can be asked here\nhint: opwright preset choose --changes spec --objects 500")}
		}
		if err := f.ask(cmd); err != nil {
			return err
		}
	}
	choice, err := generator.ChoosePreset(f.answers)
	if err != nil {
		return err
	}
	p, err := generator.ShowPreset(generator.PresetRequest{}, choice.Preset)
	if err != nil {
		return err
	}
	if f.json.isJSON() {
		return writeJSON(cmd.OutOrStdout(), jsonChoice{choice.Preset, p.Summary, choice.Why, p.Costs, choice.Notes})
	}
	printChoice(cmd.OutOrStdout(), p, choice)
	return nil
}

// ask asks three questions at the terminal.
func (f *chooseFlags) ask(cmd *cobra.Command) error {
	var options []huh.Option[string]
	for _, w := range generator.WhatChanges() {
		options = append(options, huh.NewOption(w.Meaning, w.Value))
	}
	objects := ""
	form := huh.NewForm(huh.NewGroup(
		huh.NewSelect[string]().Title("What changes most often?").Options(options...).Value(&f.answers.Changes),
		huh.NewConfirm().Title("Does Reconcile call something outside the cluster?").Value(&f.answers.CallsOutside),
		huh.NewConfirm().Title("Is the cluster one to three small machines?").Value(&f.answers.Small),
		huh.NewInput().Title("About how many objects will there be? (empty: unknown)").Value(&objects).Validate(wholeNumber),
	))
	err := form.WithInput(cmd.InOrStdin()).WithOutput(cmd.ErrOrStderr()).Run()
	switch {
	case errors.Is(err, huh.ErrUserAborted):
		return errors.New("nothing was chosen")
	case err != nil || objects == "":
		return err
	}
	f.answers.Objects, err = strconv.Atoi(objects)
	return err
}

func wholeNumber(text string) error {
	if n, err := strconv.Atoi(text); text != "" && (err != nil || n < 0) {
		return errors.New("a whole number, such as 500")
	}
	return nil
}

// jsonChoice is a choice for scripts.
type jsonChoice struct {
	Preset  string   `json:"preset"`
	Summary string   `json:"summary"`
	Why     []string `json:"why"`
	Costs   []string `json:"costs"`
	Notes   []string `json:"notes,omitempty"`
}

func printChoice(out io.Writer, p *generator.Preset, choice generator.Choice) {
	fmt.Fprintf(out, "%s: %s\n", p.Name, p.Summary)
	printSentences(out, "Because", choice.Why)
	printSentences(out, "What it costs", p.Costs)
	printSentences(out, "Look at this, too", choice.Notes)
	fmt.Fprintf(out, "\nNext:\n  opwright preset show %s\n  opwright init DIR --preset %s, or in a project: opwright tune CONTROLLER --preset %s\n", p.Name, p.Name, p.Name)
}
