package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/opwright/opwright/generator"
)

// jsonSnippet is code that the user has to add by hand.
type jsonSnippet struct {
	Unit   string `json:"unit"`
	File   string `json:"file"`
	Import string `json:"import,omitempty"`
	Code   string `json:"code"`
	// Command prints it again.
	Command string `json:"command"`
}

func jsonSnippets(report *generator.Report) (list []jsonSnippet) {
	for _, s := range report.Snippets {
		list = append(list, jsonSnippet(s))
	}
	return list
}

// printSnippets prints what nothing registers, ready to be copied.
func printSnippets(out io.Writer, report *generator.Report) {
	for _, s := range report.Snippets {
		fmt.Fprintf(out, "\nNothing registers %s. Add to %s:\n", s.Unit, s.File)
		if s.Import != "" {
			fmt.Fprintln(out, "\timport "+s.Import)
		}
		fmt.Fprintln(out, "\t"+strings.ReplaceAll(s.Code, "\n", "\n\t"))
	}
}
