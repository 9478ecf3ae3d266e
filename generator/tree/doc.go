// Package tree holds a set of files in memory: what a render made, what a
// generator derived. Paths are slash-separated and checked when a file is
// added, so that whoever writes a tree to disk needs no second opinion about
// them: Add refuses what cannot live together on a Linux, macOS or Windows
// disk, and every listing comes out sorted.
package tree
