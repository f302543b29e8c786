// Package serve shows the files of a site over HTTP, on this machine unless told
// otherwise.
//
// It serves one fs.FS whose files do not change, to GET and HEAD, and nothing
// else of the machine: a path either names a file of the site or is not found.
// A file of a dataset that changed nevertheless is refused (evidence.ErrChanged):
// it would not fit the pages.
// Pages may load only what the site holds and be shown in no other page, and
// browsers are told so. What a client may cost is bounded: connections, the
// size and time of a request, and the time that its answer may take.
//
// There is no compression: it would cost more time than it saves on a loopback
// interface, and more memory than all else here.
package serve

import (
	"context"
	"errors"
	"io/fs"
	"log"
	"net"
	"net/http"
	"time"
)

// The bounds of what a client may cost.
const (
	maxConnections = 512              // at once; further ones wait to be accepted
	maxHeaderBytes = 8 << 10          // of a request; browsers send about 1 KiB
	minRate        = 32 << 10         // bytes per second that a client must take of a long answer
	headerTime     = 5 * time.Second  // for the header of a request
	requestTime    = 10 * time.Second // for a whole request
	answerTime     = 20 * time.Second // for an answer, and more for a long one by minRate
	idleTime       = 60 * time.Second // between two requests
	endTime        = 3 * time.Second  // for answers under way when the server ends
)

// Serve serves files to those who connect to l until ctx is done, then lets
// answers under way come to their end for a moment. It closes l. The files must
// not change meanwhile, and must be seekable.
//
// Unless anyHost is set, requests are answered only if they name this machine
// as localhost or by a loopback address: a page of another site whose name is
// made to lead here reads nothing ("DNS rebinding"). Set it for listeners that
// others are to reach, whose names cannot be known.
//
// What is wrong with a file or a connection is written to errorLog. The error
// is nil when ctx was what ended it.
func Serve(ctx context.Context, l net.Listener, files fs.FS, anyHost bool, errorLog *log.Logger) error {
	server := &http.Server{
		Handler:           &handler{files: files, anyHost: anyHost, errorLog: errorLog},
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       requestTime,
		WriteTimeout:      answerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          errorLog,
		// Answered like any other request, not by net/http itself, which would
		// pass over the host and the headers.
		DisableGeneralOptionsHandler: true,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(limit(l, maxConnections)) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close() // clients that are still at it are cut off
	}
	if e := <-ended; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	return err
}
