// Package templates holds the templates of generated projects. Each layer is a folder that mirrors the
// paths of the project it renders; see docs/architecture.md.
package templates

import "embed"

// FS holds the layers, versions.yaml and revision.
//
//go:embed all:*
var FS embed.FS
