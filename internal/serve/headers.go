package serve

import (
	"net"
	"net/http"
	"net/netip"
	"path"
	"strings"
)

// policy lets a page load style sheets, scripts and images of its own site, and
// nothing from elsewhere, nothing inline; forms lead nowhere, and no page may show
// it in a frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// setHeaders sets what every answer carries, errors too.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	// Another run may be served here tomorrow: ask whether what you have is still
	// current.
	h.Set("Cache-Control", "no-cache")
}

// isLocal says whether the host of a request, "HOST" or "HOST:PORT", is a name of this
// machine that nobody else can give away. The port may be any, as that of a
// tunnel.
func isLocal(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	} else if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// types are the content types of what a site holds. They are not asked of the
// system, which has others on every machine.
var types = map[string]string{
	".html":  "text/html; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   "image/svg+xml",
	".json":  "application/json",
	".csv":   "text/csv; charset=utf-8",
	".bench": "text/plain; charset=utf-8",
	".txt":   "text/plain; charset=utf-8",
	".gz":    "application/gzip",
}

// contentType returns the content type of a file. What a site has no kind for is
// for no browser to show.
func contentType(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}
