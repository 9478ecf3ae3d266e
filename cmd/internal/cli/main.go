package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

// The exit codes.
const (
	exitOK         = 0
	exitError      = 1
	exitUsage      = 2
	exitOpen       = 3
	exitDifference = 4
)

// codeError carries the exit code of a command that has said all there is to say.
type codeError int

func (c codeError) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Main runs a command and returns its exit code.
func Main(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	var code codeError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	}
	printError(errOut, err)
	if _, ok := errors.AsType[*generator.UsageError](err); ok {
		return exitUsage
	}
	return exitError
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "opwright",
		Short: "Make Kubernetes operators with tuned defaults, and keep them current",
		Long: `opwright turns a short project file and a tuned preset into a complete Kubernetes
operator, and keeps that operator current without losing a line its owner wrote.`,
		Version:                    version(),
		SuggestionsMinimumDistance: 2,
		SilenceErrors:              true,
		SilenceUsage:               true,
		CompletionOptions:          cobra.CompletionOptions{HiddenDefaultCmd: true},
		Args:                       noCommand,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("opwright {{ .Version }}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &generator.UsageError{Err: fmt.Errorf("%w\nhint: %s --help lists the flags", err, cmd.CommandPath())}
	})
	root.AddCommand(newInit(), newAdd(), newRemove(), newApply(), newUpgrade(), newDiff(), newStatus(), newRestore(), newRepair(), newGenerate(), newEnvtest(), newPreset(), newTune())
	root.SetHelpCommand(newHelp())
	return root
}

// newHelp is cobra's help, but to ask for what does not exist is wrong use.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return &generator.UsageError{Err: fmt.Errorf("no help for %q\nhint: %s --help", strings.Join(args, " "), cmd.Root().Name())}
			}
			return about.Help()
		},
	}
}

// atMost refuses what a command has no use for, as a fault of use.
func atMost(most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= most {
			return nil
		}
		hint := cmd.CommandPath() + " --help"
		if most == 0 && cmd.Flags().Lookup("dir") != nil && cmd.Flags().Lookup("preset-dir") == nil {
			hint = cmd.CommandPath() + " --dir " + quoted(args[0])
		}
		return &generator.UsageError{Err: fmt.Errorf("%s does not take the argument %q\nhint: %s", cmd.Name(), args[most], hint)}
	}
}

// exactly demands an argument for each name.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return &generator.UsageError{Err: fmt.Errorf("%s needs %s\nhint: %s --help", cmd.CommandPath(), strings.Join(names[len(args):], " and "), cmd.CommandPath())}
		}
		return atMost(len(names))(cmd, args)
	}
}

// noCommand refuses a command that does not exist, and names one that does.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := cmd.CommandPath() + " --help"
	if similar := cmd.SuggestionsFor(args[0]); len(similar) > 0 {
		hint = "did you mean " + cmd.CommandPath() + " " + similar[0] + "?"
	}
	return &generator.UsageError{Err: fmt.Errorf("unknown command %q\nhint: %s", args[0], hint)}
}

// printable keeps what a user's file holds from steering the terminal.
func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\t' {
		return unicode.ReplacementChar
	}
	return r
}

// positioned matches a line that begins with a place in a user's file.
var positioned = regexp.MustCompile(`^[^ :]+:\d+(:\d+)?: `)

// printError prints each fault on a line of its own: after the program's name, or after its place in a file.
func printError(w io.Writer, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		line = strings.Map(printable, line)
		if positioned.MatchString(line) || strings.HasPrefix(line, "hint: ") {
			fmt.Fprintln(w, line)
			continue
		}
		fmt.Fprintln(w, "opwright: "+line)
	}
}
