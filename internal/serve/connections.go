package serve

import (
	"net"
	"sync"
)

// limit returns a listener with at most n connections open at once. Further
// ones wait in the system's queue, which costs this process nothing.
func limit(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, free: make(chan struct{}, n), closed: make(chan struct{})}
}

type limited struct {
	net.Listener
	free   chan struct{} // holds one for each open connection
	closed chan struct{}
	once   sync.Once
}

func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.free <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &connection{Conn: conn, done: func() { <-l.free }}, nil
}

func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// connection makes room for another when it is closed.
type connection struct {
	net.Conn
	once sync.Once
	done func()
}

func (c *connection) Close() error {
	err := c.Conn.Close()
	c.once.Do(c.done)
	return err
}
