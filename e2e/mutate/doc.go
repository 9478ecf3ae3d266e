// Package mutate breaks each rule of the generated tuning code and of opwright's merge table once, and
// demands that a test turns red: one that stays green is a missing test. It runs with: make mutate
package mutate
