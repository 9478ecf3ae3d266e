// Package cli is the command line: one file a command, which turns flags into a request, makes one call of
// the generator and prints its report. Nothing is decided here.
//
// Exit codes: 0 done, 1 an error, 2 wrong use, 3 conflicts or a step left open, 4 a check found a difference.
package cli
