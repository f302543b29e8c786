//go:build arm64 && !purego

package chash

// engineNEON is C-Engine on the state in the specification's order.
//
//go:noescape
func engineNEON(s *[stateSize]byte)
