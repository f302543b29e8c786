package driver

import (
	"context"
	"strconv"
)

// Memory measures what single calls on Message(r.Bytes) use, in a fresh child; Warmups, Calls and ClockWindows of r are ignored.
// A C library needs the driver made of MemorySource. Errors are as of Time.
func (p *Program) Memory(ctx context.Context, r TrialRequest) (*MemoryUse, error) {
	r.Warmups = 0
	m := &MemoryUse{}
	c, err := p.measure(ctx, r, "memory", "calls="+strconv.Itoa(MemoryCalls), "memory", memoryKeys, m)
	if err != nil {
		return nil, err
	}
	if err := m.check(r); err != nil {
		return nil, c.damaged(err.Error())
	}
	m.Process = c.process()
	return m, nil
}
