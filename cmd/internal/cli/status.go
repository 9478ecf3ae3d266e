package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/opwright/opwright/generator"
)

type statusFlags struct {
	request generator.StatusRequest
	exit    bool
	json    output
}

func newStatus() *cobra.Command {
	f := &statusFlags{}
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say whether the project is current, and what to do if it is not",
		Long: `Compare the project with its opwright.yaml, with what was rendered last and with the presets and
templates of this opwright. Nothing is written. With --exit-code it fails where something is to be done.`,
		Args: atMost(0),
		RunE: f.run,
	}
	cmd.Flags().StringVarP(&f.request.Dir, "dir", "C", ".", "`FOLDER` of the project")
	cmd.Flags().BoolVar(&f.exit, "exit-code", false, "exit with 4 if something is to be done")
	f.json.bind(cmd)
	return cmd
}

func (f *statusFlags) run(cmd *cobra.Command, _ []string) error {
	if err := named(f.request.Dir); err != nil {
		return err
	}
	f.request.Derive = derive()
	status, err := generator.GetStatus(cmd.Context(), f.request)
	if err != nil {
		return err
	}
	if f.json.format == "json" {
		err = statusJSON(cmd.OutOrStdout(), status)
	} else {
		statusText(cmd.OutOrStdout(), status)
	}
	if err == nil && f.exit && !status.Current() {
		return codeError(exitDifference)
	}
	return err
}

func statusText(out io.Writer, s *generator.Status) {
	fmt.Fprintf(out, "%s: %s, templates revision %d%s\n", short(s.Dir), count(s.Files, "file"), s.Revision, presetWords(s.Presets))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, group := range []struct {
		word  string
		paths []string
		why   string
	}{
		{"edited", s.Edited, "you edited it; upgrades merge into it"},
		{"deleted", s.Deleted, "you deleted it; opwright restore brings it back"},
	} {
		for _, path := range group.paths {
			fmt.Fprintf(w, "%s\t%s\t%s\n", group.word, path, group.why)
		}
	}
	_ = w.Flush()
	if s.Current() {
		fmt.Fprintln(out, "Current: nothing to do.")
		return
	}
	fmt.Fprintln(out, "\nTo do:")
	for _, t := range s.Todo {
		what := t.What
		if t.Path != "" {
			what = t.Path + ": " + what
		}
		fmt.Fprintf(w, "  %s\t%s\n", what, t.Command)
	}
	_ = w.Flush()
}

func presetWords(presets []string) string {
	if len(presets) == 0 {
		return ""
	}
	return ", preset " + strings.Join(presets, ", ")
}

type jsonStatus struct {
	Dir      string     `json:"dir"`
	Current  bool       `json:"current"`
	Revision int        `json:"revision"`
	Presets  []string   `json:"presets"`
	Todo     []jsonTodo `json:"todo"`
	Edited   []string   `json:"edited"`
	Deleted  []string   `json:"deleted"`
	Yours    []string   `json:"yours"`
}

type jsonTodo struct {
	What    string `json:"what"`
	Path    string `json:"path,omitempty"`
	Command string `json:"command"`
}

func statusJSON(out io.Writer, s *generator.Status) error {
	j := jsonStatus{
		Dir: s.Dir, Current: s.Current(), Revision: s.Revision, Todo: []jsonTodo{},
		Presets: listed(s.Presets), Edited: listed(s.Edited), Deleted: listed(s.Deleted), Yours: listed(s.Yours),
	}
	for _, t := range s.Todo {
		j.Todo = append(j.Todo, jsonTodo(t))
	}
	return writeJSON(out, j)
}

// listed is never null in JSON.
func listed(words []string) []string {
	if words == nil {
		return []string{}
	}
	return words
}

type diffFlags struct{ request generator.DiffRequest }

func newDiff() *cobra.Command {
	f := &diffFlags{}
	cmd := &cobra.Command{
		Use:   "diff [PATH]...",
		Short: "Show your edits since the last render, or what an upgrade would do",
		Long: `Show how the files at PATH, or all, differ from what was rendered last, as a unified diff. With --upgrade
it shows what opwright upgrade would write instead. Nothing is written.`,
		RunE: f.run,
	}
	cmd.Flags().StringVarP(&f.request.Dir, "dir", "C", ".", "`FOLDER` of the project")
	cmd.Flags().BoolVar(&f.request.Upgrade, "upgrade", false, "show what an upgrade would write")
	return cmd
}

func (f *diffFlags) run(cmd *cobra.Command, args []string) error {
	if err := named(f.request.Dir); err != nil {
		return err
	}
	for _, arg := range args {
		f.request.Paths = append(f.request.Paths, slashed(arg))
	}
	files, err := generator.Diff(f.request)
	if err != nil {
		return err
	}
	from, to := "rendered", "yours"
	if f.request.Upgrade {
		from, to = "yours", "upgraded"
	}
	for _, d := range files {
		if d.Reason != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "# %s\n", d.Reason)
		}
		fmt.Fprint(cmd.OutOrStdout(), udiff.Unified(side(from, d.Path, d.From), side(to, d.Path, d.To), string(d.From), string(d.To)))
	}
	return nil
}

// side is the path of one side of a diff, as patch reads it.
func side(name, path string, data []byte) string {
	if data == nil {
		return "/dev/null"
	}
	return name + "/" + path
}
