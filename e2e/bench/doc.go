// Command bench measures opwright against kubebuilder in one run, alternating between the two, and prints a
// Markdown table of medians. It runs with: make bench
package main
