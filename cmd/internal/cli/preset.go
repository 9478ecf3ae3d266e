package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

// presetFlags are those of the commands that look at presets.
type presetFlags struct {
	request generator.PresetRequest
	json    output
}

func newPreset() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "preset",
		Short: "List, compare and check presets",
		Long: `A preset is a named, versioned set of tuning values, each with its reason. These commands
say which there are, what they do and which one fits. Beside those of opwright they know the
presets in the folders that presetDirs in opwright.yaml or --preset-dir names.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPresetList(), newPresetShow(), newPresetDiff(), newPresetChoose(), newPresetLint(), newPresetSchema())
	return cmd
}

func (f *presetFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.request.Dir, "dir", "C", ".", "`FOLDER` of a project, whose presetDirs count")
	cmd.Flags().StringArrayVar(&f.request.PresetDirs, "preset-dir", nil, "a `FOLDER` with presets, instead of those of the project; can be repeated")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		for _, dir := range append([]string{f.request.Dir}, f.request.PresetDirs...) {
			if err := named(dir); err != nil {
				return err
			}
		}
		return nil
	}
}

func newPresetList() *cobra.Command {
	f := &presetFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the presets and what each is for",
		Args:  atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := generator.ListPresets(f.request)
			if err != nil {
				return err
			}
			if f.json.isJSON() {
				return writeJSON(cmd.OutOrStdout(), jsonPresets(list))
			}
			printPresets(cmd.OutOrStdout(), list)
			return nil
		},
	}
	f.bind(cmd)
	f.json.bind(cmd)
	return cmd
}

func newPresetShow() *cobra.Command {
	f := &presetFlags{}
	cmd := &cobra.Command{
		Use:     "show NAME[@VERSION]",
		Short:   "Show the values of a preset, each with its reason",
		Long:    "Show when to use a preset, what it costs, and each of its values with the reason for it. Without a version the newest is shown.",
		Example: "  opwright preset show external-api",
		Args:    exactly("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := generator.ShowPreset(f.request, args[0])
			if err != nil {
				return err
			}
			if f.json.isJSON() {
				return writeJSON(cmd.OutOrStdout(), jsonPresetOf(p))
			}
			printPreset(cmd.OutOrStdout(), p)
			return nil
		},
	}
	f.bind(cmd)
	f.json.bind(cmd)
	return cmd
}

func newPresetDiff() *cobra.Command {
	f := &presetFlags{}
	cmd := &cobra.Command{
		Use:     "diff FROM TO",
		Short:   "Say what behaves differently with another preset",
		Long:    "Say in words how a controller behaves differently with the preset TO than with FROM, and why. Each is NAME or NAME@VERSION.",
		Example: "  opwright preset diff standard high-churn",
		Args:    exactly("FROM", "TO"),
		RunE: func(cmd *cobra.Command, args []string) error {
			change, err := generator.DiffPresets(f.request, args[0], args[1])
			if err != nil {
				return err
			}
			if f.json.isJSON() {
				return writeJSON(cmd.OutOrStdout(), jsonDiffOf(change))
			}
			printDiff(cmd.OutOrStdout(), change)
			return nil
		},
	}
	f.bind(cmd)
	f.json.bind(cmd)
	return cmd
}

func newPresetSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Write the JSON schema of preset files, for editors",
		Long: `Write the JSON schema (draft 2020-12) of preset files. An editor that knows YAML schemas takes
it from a comment on the first line: # yaml-language-server: $schema=preset.schema.json`,
		Example: "  opwright preset schema > preset.schema.json",
		Args:    atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			schema, err := generator.PresetSchema()
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(schema)
			return err
		},
	}
}

func newPresetLint() *cobra.Command {
	f := &presetFlags{}
	cmd := &cobra.Command{
		Use:   "lint FILE",
		Short: "Check a preset file",
		Long: `Say all that is wrong with a preset file, each fault with its place. A file in the place of a
published preset, FOLDER/presets/NAME/vN.yaml, is held against its folder, too.`,
		Example: "  opwright preset lint platform/presets/web/v1.yaml",
		Args:    exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "" {
				return &generator.UsageError{Err: errors.New("the file's name is empty\nhint: opwright preset lint presets/web/v1.yaml")}
			}
			p, err := generator.LintPreset(f.request, args[0])
			if err != nil {
				return err
			}
			printLint(cmd.OutOrStdout(), args[0], p)
			return nil
		},
	}
	f.bind(cmd)
	return cmd
}
