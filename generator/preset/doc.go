// Package preset reads presets: named, versioned sets of tuning values, each with the reason for it.
//
// A preset is found by name (the newest version unless one is asked for) and decoded strictly; a test holds
// the published ones against the ranges of opwright.yaml. Overrides from opwright.yaml are laid over it by Preset.With;
// the result is what the templates print.
package preset
