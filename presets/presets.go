// Package presets holds the published presets, every version of each: <name>/v<N>.yaml.
package presets

import "embed"

// FS holds the preset files.
//
//go:embed */v*.yaml
var FS embed.FS
