package serve

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
)

// ErrRemote is wrapped by the error for an address at which other machines could
// connect.
var ErrRemote = errors.New("not a loopback address")

// Listen listens at HOST:PORT; port 0 is any free one. Unless remote is set, an
// address that is not of a loopback interface is refused (ErrRemote) before
// anything is opened, and so is a name that leads to one, or an empty host, which means all
// interfaces. 0.0.0.0 means all of IPv4 and nothing else; [::] is those of both.
func Listen(address string, remote bool) (net.Listener, error) {
	tcp, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w", address, err)
	}
	// What was resolved is also what is opened: a name is not looked up twice.
	if !remote && !tcp.IP.IsLoopback() {
		return nil, fmt.Errorf("address %q: %w", address, ErrRemote)
	}
	network := "tcp"
	if tcp.IP.To4() != nil { // 0.0.0.0 would be [::] otherwise
		network = "tcp4"
	}
	return net.ListenTCP(network, tcp)
}

// URL returns the address of the site for a browser on this machine.
func URL(l net.Listener) string {
	a, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil { // no TCP; then there is no better name
		return "http://" + l.Addr().String() + "/"
	}
	ip := a.Addr().Unmap()
	if ip.IsUnspecified() { // all interfaces
		ip = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return "http://" + netip.AddrPortFrom(ip, a.Port()).String() + "/"
}
