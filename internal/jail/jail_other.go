//go:build !linux

package jail

import (
	"context"
	"errors"
	"io"
)

// Features says that there is no jail but on Linux.
func Features() []Feature {
	var features []Feature
	for _, p := range Parts() {
		features = append(features, Feature{p, "needs Linux"})
	}
	return features
}

// InForce returns nothing but on Linux.
func InForce() []Part { return []Part{} }

// Run needs Linux.
func Run(context.Context, Spec, io.Writer) error { return errors.New("jail: needs Linux") }
