package driver

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/hashassay/assay/internal/host"
)

// stopwatch times each call on its own.
func (t *twin) stopwatch() error {
	// No collection while timing; the limit only stops a candidate that allocates without end.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(1 << 30)
	n := int(t.numbers["bytes"])
	msg, err := t.message.reserve(uint64(n))
	if err != nil {
		return err
	}
	copy(msg, Message(n))
	t.digest.prepare()
	if err := t.calls(1+t.numbers["warmups"], msg, 8*uint64(n)); err != nil {
		return err
	}
	if err := t.check(); err != nil {
		return err
	}
	t.writeText(fmt.Sprintf("{\"event\":\"stopwatch\",\"nonce\":%q,\"clock\":%q,\"hz\":%.0f}\n", t.nonce, host.TicksClock, ticksRate()))

	in := bufio.NewReaderSize(t.in, 1<<16)
	var header [4]byte
	var batch, answer []byte
	var ticks []uint64
	for {
		if _, err := io.ReadFull(in, header[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		count := int(binary.LittleEndian.Uint32(header[:]))
		if count > MaxBatch {
			return fmt.Errorf("reading a request: a batch of %d messages", count)
		}
		if cap(batch) < count*n {
			batch = make([]byte, count*n)
		}
		if cap(ticks) < count {
			ticks = make([]uint64, count)
		}
		batch, ticks = batch[:count*n], ticks[:count]
		if _, err := io.ReadFull(in, batch); err != nil {
			return fmt.Errorf("reading a request: end of input inside a message: %w", err)
		}
		t.digest.prepare()
		if err := t.each(ticks, msg, batch); err != nil {
			return err
		}
		if err := t.check(); err != nil {
			return err
		}
		answer = append(answer[:0], 'T')
		answer = binary.LittleEndian.AppendUint32(answer, uint32(count))
		for _, v := range ticks {
			answer = binary.LittleEndian.AppendUint64(answer, v)
		}
		answer = append(answer, t.nonce...)
		if _, err := t.out.Write(answer); err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
	}
}

// ticksRate returns the ticks per second, from about 10 ms.
func ticksRate() float64 {
	first, start := host.Ticks(), time.Now()
	for {
		last, elapsed := host.Ticks(), time.Since(start)
		if elapsed >= 10*time.Millisecond {
			return float64(last-first) / elapsed.Seconds()
		}
	}
}

// each copies the messages of a batch to msg, one after another, and times the call on each.
func (t *twin) each(took []uint64, msg, batch []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = t.panicked(r)
		}
	}()
	sum, digest, bits := t.sum, t.digest.bytes(), 8*uint64(len(msg))
	for i := range took {
		copy(msg, batch[i*len(msg):])
		from := host.Ticks()
		sum(digest, msg, bits)
		took[i] = host.Ticks() - from
	}
	return nil
}
