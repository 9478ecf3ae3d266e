package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// docs/commands.md is made from the commands themselves, so it names every one of them and every flag.
func TestCommandReference(t *testing.T) {
	file := filepath.Join("..", "..", "..", "docs", "commands.md")
	got := reference(newRoot())
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not up to date (make golden)", file)
	}
}

// Help is one sentence a command and one a flag; examples begin with the command that they are of.
func TestHelpIsWhole(t *testing.T) {
	for _, cmd := range commands(newRoot()) {
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: short text %q", cmd.CommandPath(), cmd.Short)
		}
		for line := range strings.Lines(cmd.Example) {
			if !strings.HasPrefix(line, "  ") || !strings.Contains(line, cmd.CommandPath()) {
				t.Errorf("%s: example %q", cmd.CommandPath(), line)
			}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" || strings.HasSuffix(f.Usage, ".") {
				t.Errorf("%s --%s: usage %q", cmd.CommandPath(), f.Name, f.Usage)
			}
		})
	}
}

func reference(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Commands\n\nMade from the commands themselves by `make golden`; do not edit.\n\n%s\n", root.Long)
	for _, cmd := range commands(root)[1:] {
		if cmd.IsAvailableCommand() || cmd.Name() == "help" {
			section(&b, cmd)
		}
	}
	b.WriteString(exitCodes)
	return b.String()
}

// commands lists a command and all below it.
func commands(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, below := range cmd.Commands() {
		list = append(list, commands(below)...)
	}
	return list
}

const exitCodes = `
## Exit codes

| code | meaning |
|---|---|
| 0 | done, or nothing to do |
| 1 | an error: in a file, on the disk |
| 2 | wrong use: an argument, a flag or a value |
| 3 | conflicts, or a step left open, which the output names |
| 4 | a check found a difference |
`

func section(b *strings.Builder, cmd *cobra.Command) {
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	cmd.InitDefaultHelpFlag()
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n    %s\n", cmd.CommandPath(), text, cmd.UseLine())
	if cmd.Example != "" {
		fmt.Fprintf(b, "\nFor example:\n\n%s\n", indented(cmd.Example))
	}
	b.WriteString("\n| flag | |\n|---|---|\n")
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		fmt.Fprintf(b, "| %s | %s |\n", flagName(f), flagUsage(f))
	})
}

// indented makes a block of an example, each line of which cobra wants two blanks before.
func indented(example string) string {
	return "  " + strings.ReplaceAll(example, "\n", "\n  ")
}

func flagName(f *pflag.Flag) string {
	kind, _ := pflag.UnquoteUsage(f)
	name := strings.TrimSpace("--" + f.Name + " " + kind)
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	return "`" + name + "`"
}

func flagUsage(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
		usage += " (default " + f.DefValue + ")"
	}
	return usage
}
