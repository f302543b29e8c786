package chart

import "strings"

// markers are the shapes of the tones, around a point and about as heavy as each other.
var markers = [Tones]string{
	"m-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0z",                          // disc
	"m-2.7-2.7h5.4v5.4h-5.4z",                                     // square
	"m0-3.7l3.5 6h-7z",                                            // triangle
	"m0-3.9l3.9 3.9l-3.9 3.9l-3.9-3.9z",                           // diamond
	"m0 3.7l3.5-6h-7z",                                            // triangle upside down
	"m-1.2-3.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z", // plus
	"m-3.6-1.5h7.2v3h-7.2z",                                       // bar
	"m-3.2-3.2h6.4l-6.4 6.4h6.4z",                                 // hourglass
}

// marker is the path of a tone's mark at a point.
func marker(b *strings.Builder, tone int, x, y float64) {
	b.WriteByte('M')
	b.WriteString(num(x))
	b.WriteByte(' ')
	b.WriteString(num(y))
	b.WriteString(markers[wrap(tone, Tones)])
}
