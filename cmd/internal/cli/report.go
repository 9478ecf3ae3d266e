package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/opwright/opwright/generator"
	"github.com/opwright/opwright/generator/merge"
)

func derive() generator.Derive {
	return generator.Derive{CacheDir: cacheDir("generate"), ToolVersion: version()}
}

func dirOf(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}

// named refuses an empty folder name: it comes from a variable that is not set, and the current folder is
// not what was meant.
func named(dir string) error {
	if dir == "" {
		return &generator.UsageError{Err: errors.New("the folder's name is empty\nhint: write . for the current folder")}
	}
	return nil
}

// terminal says whether a person can be asked.
func terminal(cmd *cobra.Command) bool {
	file, ok := cmd.InOrStdin().(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// output is the form in which a report is printed.
type output struct{ format string }

func (o *output) bind(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.format, "output", "o", "", "`json` prints the report for scripts")
	previous := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if o.format != "" && o.format != "json" {
			return &generator.UsageError{Err: fmt.Errorf("output %q is not known\nhint: %s -o json", o.format, cmd.CommandPath())}
		}
		if previous != nil {
			return previous(cmd, args)
		}
		return nil
	}
}

// print prints a report and turns what is left open into an exit code.
func (o *output) print(cmd *cobra.Command, report *generator.Report, next []string) error {
	if o.isJSON() {
		if err := printJSON(cmd.OutOrStdout(), report); err != nil {
			return err
		}
	} else {
		printText(cmd, report, next)
	}
	return openSteps(report)
}

func (o *output) isJSON() bool { return o.format == "json" }

// openSteps turns what is left open into an exit code.
func openSteps(report *generator.Report) error {
	if len(report.Open) > 0 || len(report.Conflicts()) > 0 {
		return codeError(exitOpen)
	}
	return nil
}

func printText(cmd *cobra.Command, report *generator.Report, next []string) {
	printNotes(cmd, report)
	printGroups(cmd.OutOrStdout(), report)
	printSummary(cmd.OutOrStdout(), report, next)
	printSnippets(cmd.OutOrStdout(), report)
	if report.Faults != nil {
		printError(cmd.ErrOrStderr(), report.Faults)
	}
	for _, step := range report.Open {
		fmt.Fprintln(cmd.ErrOrStderr(), "open step: "+step)
	}
}

func printNotes(cmd *cobra.Command, report *generator.Report) {
	for _, note := range report.Notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: "+note)
	}
}

// words are how the actions are printed.
func words() map[merge.Action]string {
	return map[merge.Action]string{
		merge.Create: "created", merge.Adopt: "adopted", merge.Update: "updated", merge.Keep: "kept", merge.Merged: "merged",
		merge.InConflict: "conflict", merge.Gone: "gone", merge.Delete: "deleted", merge.Unmanaged: "kept", merge.Refuse: "refused",
	}
}

// printGroups prints a line a folder for what was created, and a line a file with its reason for all else.
func printGroups(out io.Writer, report *generator.Report) {
	created := map[string]int{}
	derived := map[string]int{}
	for _, c := range report.Changes {
		if c.Action == merge.Create {
			created[group(c.Path)]++
		}
	}
	for _, path := range report.Derived {
		derived[group(path)]++
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, folder := range sortedKeys(created) {
		fmt.Fprintf(w, "created\t%s\t%s\n", folder, count(created[folder], "file"))
	}
	for _, folder := range sortedKeys(derived) {
		fmt.Fprintf(w, "derived\t%s\t%s\n", folder, count(derived[folder], "file"))
	}
	for _, c := range report.Changes {
		if c.Action != merge.Create && !c.Quiet {
			fmt.Fprintf(w, "%s\t%s\t%s\n", words()[c.Action], placed(c), c.Reason)
		}
	}
	_ = w.Flush()
	for _, c := range report.Conflicts() {
		if c.Marks {
			continue // it is in the file
		}
		fmt.Fprintf(out, "\nNot written to %s:\n%s", c.Path, missing(c))
	}
}

// placed is the path of a change, with the line of a conflict that is marked there.
func placed(c merge.Change) string {
	if c.Marks {
		return fmt.Sprintf("%s:%d", c.Path, c.Line)
	}
	return c.Path
}

// missing is what a conflict kept from a file: the difference of the two renders, or a file that is new.
func missing(c merge.Change) string {
	from := "rendered last"
	if !c.Base.Exists {
		from = "nothing"
	}
	return udiff.Unified(from, "rendered now", string(c.Base.Data), string(c.Data))
}

// group is the folder under which a file is counted: that of a package, else the first one.
func group(file string) string {
	dir := path.Dir(file)
	switch first, _, _ := strings.Cut(dir, "/"); first {
	case ".":
		return "."
	case "api", "internal":
		return dir
	default:
		return first
	}
}

func printSummary(out io.Writer, report *generator.Report, next []string) {
	files := len(report.Derived)
	for _, c := range report.Changes {
		if c.Writes() {
			files++
		}
	}
	switch {
	case report.DryRun:
		fmt.Fprintf(out, "\nNothing was written; %s would be.\n", count(files, "file"))
	case len(report.Conflicts()) > 0:
		fmt.Fprintf(out, "\n%s, %s in %s.\n", count(len(report.Conflicts()), "conflict"), count(files, "file"), short(report.Dir))
	case files == 0:
		fmt.Fprintln(out, "Nothing to do: everything is as it should be.")
	default:
		fmt.Fprintf(out, "\n%s in %s%s.\n", count(files, "file"), short(report.Dir), withPreset(report.Preset))
		printNext(out, next)
	}
}

func withPreset(name string) string {
	if name == "" {
		return ""
	}
	return ", preset " + name
}

func printNext(out io.Writer, next []string) {
	if len(next) == 0 {
		return
	}
	fmt.Fprintln(out, "Next:")
	for _, line := range next {
		fmt.Fprintln(out, "  "+line)
	}
}

func nextAfterInit(dir string) []string {
	step := "make test    # its own tests against a local control plane"
	if dir != "." {
		step = "cd " + quoted(dir) + " && " + step
	}
	return []string{step, "opwright apply    # after an edit of opwright.yaml"}
}

// quoted is a path as a shell takes it.
func quoted(dir string) string {
	if !strings.ContainsAny(dir, " '\"$&;()<>|*?`\\") {
		return dir
	}
	return "'" + strings.ReplaceAll(dir, "'", `'\''`) + "'"
}

// short is the last element of a path: where it is, the user knows.
func short(dir string) string { return path.Base(strings.ReplaceAll(dir, `\`, "/")) }

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func sortedKeys(m map[string]int) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// jsonReport is the report for scripts.
type jsonReport struct {
	Dir     string       `json:"dir"`
	DryRun  bool         `json:"dryRun,omitempty"`
	Changes []jsonChange `json:"changes"`
	Derived []string     `json:"derived,omitempty"`
	Notes   []string     `json:"notes,omitempty"`
	Open    []string     `json:"open,omitempty"`
	// Snippets are what is to be added by hand, each with a step in Open.
	Snippets []jsonSnippet `json:"snippets,omitempty"`
	Faults   []string      `json:"faults,omitempty"`
}

type jsonChange struct {
	Path   string       `json:"path"`
	Action merge.Action `json:"action"`
	Reason string       `json:"reason"`
	Unit   string       `json:"unit,omitempty"`
	// Missing is what a conflict kept from the file, as a unified diff.
	Missing string `json:"missing,omitempty"`
}

func printJSON(out io.Writer, report *generator.Report) error {
	return writeJSON(out, jsonReportOf(report))
}

func jsonReportOf(report *generator.Report) jsonReport {
	j := jsonReport{
		Dir: report.Dir, DryRun: report.DryRun, Changes: []jsonChange{},
		Derived: report.Derived, Notes: report.Notes, Open: report.Open, Snippets: jsonSnippets(report),
	}
	for _, c := range report.Changes {
		one := jsonChange{Path: c.Path, Action: c.Action, Reason: c.Reason, Unit: c.Unit}
		if c.Action == merge.InConflict {
			one.Missing = missing(c)
		}
		j.Changes = append(j.Changes, one)
	}
	if report.Faults != nil {
		j.Faults = strings.Split(report.Faults.Error(), "\n")
	}
	return j
}
