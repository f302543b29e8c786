// Package candidates embeds the candidates that Assay measures out of the box:
// a folder each, with candidate.toml, the manifest of the official known-answer
// files (kat.sha256) and our own C99 reference (c99/).
package candidates

import "embed"

// FS holds one folder per candidate, and those of the baseline (iccs) and of the yardsticks.
//
//go:embed */*
var FS embed.FS
