// Package preset reads presets: named, versioned sets of tuning values, each with the reason for it.
//
// Knobs (knobs.go) lists every setting with its range and with words for it: the decoder, the JSON schema, the
// comparison of two presets and the generated docs all follow from that one table. Set.Load (set.go) finds a version
// in the embedded presets or in an organisation's folder and decodes it strictly (decode.go) over what it extends.
// Overrides from opwright.yaml are laid over it by Preset.With; the result is what the templates print.
//
// Around that stand pure functions for a person who chooses: Diff says in words what behaves differently, Choose
// leads from a few answers to a preset, and Size works out workers from a load.
package preset
