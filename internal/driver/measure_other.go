//go:build !linux

package driver

import (
	"context"
	"time"
)

// Time returns ErrNeedsLinux.
func (p *Program) Time(context.Context, TrialRequest) (*Trial, error) { return nil, ErrNeedsLinux }

// Calibrate returns ErrNeedsLinux.
func (p *Program) Calibrate(context.Context, TrialRequest, time.Duration) (*Calibration, error) {
	return nil, ErrNeedsLinux
}

// Memory returns ErrNeedsLinux.
func (p *Program) Memory(context.Context, TrialRequest) (*MemoryUse, error) {
	return nil, ErrNeedsLinux
}
