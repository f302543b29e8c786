package filesum

import (
	"hash"
	"io"
)

const (
	// short is the longest file, in bytes, that is hashed together with
	// others. For longer ones lanes gain little over one message at a time
	// with the fastest kernel, and each worker has short bytes for each file of a unit.
	short = 16 << 10
	// piece is how much of a long file is read at once, in bytes: enough for
	// kernels that compute many parts of one message side by side.
	piece = 1 << 20
)

// multicore is what hashes have that can use several CPUs for one message.
type multicore interface {
	WriteParallel(p []byte, workers int) (int, error)
}

// worker is one goroutine's memory.
type worker struct {
	Work
	stream hash.Hash
	arena  []byte    // the short files of a unit, one after the other
	pieces [2][]byte // of a long file: one is read while the other is hashed
}

func (w Work) newWorker() *worker {
	return &worker{Work: w, stream: w.Hash.New()}
}

// do fills in the results of a unit.
func (k *worker) do(u *unit) {
	var msgs, digests [][]byte
	k.arena = k.arena[:0]
	for i, name := range u.files {
		r := &u.results[i]
		f, err := k.Open(name)
		if err != nil {
			r.err = err
			continue
		}
		msg, whole, err := k.begin(f)
		switch {
		case err != nil:
			r.err = err
		case whole:
			r.digest = make([]byte, k.stream.Size())
			msgs, digests = append(msgs, msg), append(digests, r.digest)
		default:
			r.digest, r.err = k.finish(msg, f)
		}
		f.Close() // of a file that was only read: there is nothing to lose
	}
	k.batch(digests, msgs)
}

// begin reads the first bytes of a file, and says whether they are all. They
// stay in the arena if they are.
func (k *worker) begin(f io.Reader) (msg []byte, whole bool, err error) {
	used := len(k.arena)
	if cap(k.arena)-used < short+1 {
		// The messages in the old arena stay valid: nothing writes there again.
		k.arena, used = make([]byte, 0, 16*(short+1)), 0
	}
	msg = k.arena[used : used+short+1]
	n, err := io.ReadFull(f, msg)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		k.arena = k.arena[:used+n]
		return msg[:n:n], true, nil
	}
	return msg, false, err
}

// batch computes the digests of messages in memory.
func (k *worker) batch(digests, msgs [][]byte) {
	if k.Hash.Batch != nil && len(msgs) > 1 {
		k.Hash.Batch(digests, msgs)
		return
	}
	for i, msg := range msgs {
		k.Hash.Sum(digests[i], msg, 8*uint64(len(msg)))
	}
}

// write adds to the stream, with the CPUs that have no file of their own.
func (k *worker) write(p []byte) {
	if m, ok := k.stream.(multicore); ok && len(k.Files) < k.Jobs {
		m.WriteParallel(p, k.Jobs/len(k.Files))
		return
	}
	k.stream.Write(p)
}

// finish hashes a long file of which begin has read the start. A goroutine reads
// ahead, so that reading costs no time where there is a second CPU.
func (k *worker) finish(start []byte, f io.Reader) ([]byte, error) {
	type filled struct {
		data []byte
		err  error
	}
	full, empty := make(chan filled, len(k.pieces)), make(chan []byte, len(k.pieces))
	for i := range k.pieces {
		if k.pieces[i] == nil {
			k.pieces[i] = make([]byte, piece)
		}
		empty <- k.pieces[i]
	}
	go func() {
		defer close(full)
		for buf := range empty {
			n, err := io.ReadFull(f, buf)
			full <- filled{buf[:n], err}
			if err != nil {
				return
			}
		}
	}()
	k.stream.Reset()
	k.stream.Write(start)
	for p := range full {
		k.write(p.data)
		switch p.err {
		case nil:
			empty <- p.data
		case io.EOF, io.ErrUnexpectedEOF:
		default:
			return nil, p.err
		}
	}
	return k.stream.Sum(nil), nil
}
