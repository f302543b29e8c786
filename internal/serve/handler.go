package serve

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/hashassay/assay/internal/evidence"
)

// handler answers requests for the files of a site. A folder is shown by its
// index.html, under a path that ends with a slash, so that relative links work.
type handler struct {
	files    fs.FS
	anyHost  bool        // answer whatever the host is called
	errorLog *log.Logger // nil: none
	tags     sync.Map    // entity tag by name of a file that exists
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	setHeaders(w.Header())
	switch {
	case !h.anyHost && !isLocal(r.Host):
		http.Error(w, "this server answers to localhost and loopback addresses only", http.StatusMisdirectedRequest)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
	default:
		h.serve(w, r)
	}
}

func (h *handler) serve(w http.ResponseWriter, r *http.Request) {
	name, folder, ok := fileName(r.URL)
	if !ok {
		h.fail(w, name, fs.ErrNotExist)
		return
	}
	f, info, err := open(h.files, name)
	if err == nil && info.IsDir() {
		f.Close()
		if !folder {
			// The slash is put behind the last element, not behind the whole path,
			// which could begin with "//" and lead elsewhere.
			w.Header().Set("Location", "./"+url.PathEscape(path.Base(name))+"/")
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
		name = path.Join(name, "index.html")
		f, info, err = open(h.files, name)
		folder = false
	}
	if err != nil {
		h.fail(w, name, err)
		return
	}
	defer f.Close()
	if folder || info.IsDir() { // a file has nothing below it; a folder is no page
		h.fail(w, name, fs.ErrNotExist)
		return
	}
	h.file(w, r, name, f, info)
}

func open(files fs.FS, name string) (fs.File, fs.FileInfo, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// fileName returns the name in the site that a path means, and whether it must
// be of a folder. What browsers never send is no path of the site: dot segments and
// empty ones, backslashes and control characters, however they are encoded,
// and encoded slashes.
func fileName(u *url.URL) (name string, folder, ok bool) {
	escaped := strings.ToLower(u.EscapedPath())
	if strings.Contains(escaped, "%2f") || strings.ContainsFunc(u.Path, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }) {
		return "", false, false
	}
	name, ok = strings.CutPrefix(u.Path, "/")
	if !ok {
		return "", false, false
	}
	if name == "" {
		return ".", true, true
	}
	name, folder = strings.CutSuffix(name, "/")
	return name, folder, name != "." && fs.ValidPath(name)
}

// file answers with a file, or with less where the client has it or asks for a
// part.
func (h *handler) file(w http.ResponseWriter, r *http.Request, name string, f fs.File, info fs.FileInfo) {
	content, ok := f.(io.ReadSeeker)
	if !ok {
		h.fail(w, name, errors.New("it is not seekable"))
		return
	}
	tag, err := h.tag(name, content)
	if err != nil {
		h.fail(w, name, err)
		return
	}
	w.Header().Set("Content-Type", contentType(name))
	w.Header().Set("Etag", tag)
	// An error says that the writer knows no deadlines, as one in a test.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerTime + time.Duration(info.Size()/minRate)*time.Second))
	http.ServeContent(w, r, name, time.Time{}, content)
}

// changedText is the answer for what a changed dataset does not give any more.
const changedText = `This file of the dataset was changed after the server read it.

The pages here show the dataset as it was then; this file would not fit them.
Start assay serve again to see the dataset as it is now.`

// fail answers for a file that is not there, that is not what the site was made
// of any more, or, which the user of the server should know, cannot be read. The client is not told why: it may name files
// of this machine.
func (h *handler) fail(w http.ResponseWriter, name string, err error) {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		http.Error(w, "404 page not found", http.StatusNotFound)
		return
	}
	if h.errorLog != nil {
		h.errorLog.Printf("%q cannot be served: %v", name, err)
	}
	if errors.Is(err, evidence.ErrChanged) {
		http.Error(w, changedText, http.StatusGone)
		return
	}
	http.Error(w, "the file cannot be read", http.StatusInternalServerError)
}

// tag returns the entity tag of a file: a digest of its content, which is read
// once.
func (h *handler) tag(name string, content io.ReadSeeker) (string, error) {
	if tag, ok := h.tags.Load(name); ok {
		return tag.(string), nil
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, content); err != nil {
		return "", err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	tag := `"` + base64.RawURLEncoding.EncodeToString(digest.Sum(nil)[:16]) + `"`
	h.tags.Store(name, tag)
	return tag, nil
}
