// What is compared, and by what: the rule of assay compare. Counted cycles where
// both sides have them, else the time that the thread had the CPU; on different
// machines cycles per byte only. The ratio is that of the medians.

const sameMachine = (a, b) => a.system.machine === b.system.machine && !a.system.published && !b.system.published;

// measure picks what two figures p and q of the rows a and b are compared by;
// null for nothing.
function measure(a, b, p, q) {
  if (!p || !q || p.partial || q.partial) return null;
  const same = sameMachine(a, b);
  const estimated = p.estimated || q.estimated;
  if (p.cycles && q.cycles && !(same && estimated)) return { name: 'cycles', counts: true, estimated, a: p.cycles, b: q.cycles };
  if (same && p.time && q.time && p.wall === q.wall) {
    return { name: p.wall ? 'wall time' : 'time on the CPU', counts: false, estimated: false, a: p.time, b: q.time };
  }
  return null;
}

// compared sets row b beside row a at the length with the index i. lo and hi are
// the range that the two intervals leave for the ratio.
function compared(a, b, i) {
  const p = a.at[i];
  const q = b.at[i];
  const by = measure(a, b, p, q);
  const c = { p, q, by, coarse: a.system.published || b.system.published };
  if (!by) return c;
  c.ratio = by.b.x / by.a.x;
  c.difference = by.b.x - by.a.x;
  if (by.a.lo && by.a.hi && by.b.lo && by.b.hi) {
    c.lo = by.b.lo / by.a.hi;
    c.hi = by.b.hi / by.a.lo;
    c.overlap = c.lo <= 1 && c.hi >= 1;
  }
  return c;
}

// clockLimit is the share by which the core clocks of two runs may differ without
// a word.
const clockLimit = 0.01;

// why says why there is no ratio.
function why(a, b, c, B) {
  if (!c.p && !c.q) return 'not measured';
  if (!c.p || !c.q) return 'not measured: ' + (c.p ? B : 'A');
  if (c.p.partial || c.q.partial) return 'not measured to the end: ' + (c.p.partial ? 'A' : B);
  return sameMachine(a, b) ? 'no figure of one kind on both sides' : 'no cycles on both sides, and times of different machines say nothing';
}

// ---- Numbers, as assay compare writes them

// fourDigits writes four significant digits, and all digits before the point.
function fourDigits(x) {
  const digits = x > 0 ? Math.min(Math.max(3 - Math.floor(Math.log10(x)), 0), 9) : 3;
  return x.toFixed(digits);
}

const tenths = (x) => x.toFixed(1);

// signed writes a number with its sign; what rounds to nothing has none.
function signed(x, format) {
  const s = format(Math.abs(x));
  if (!/[1-9]/.test(s)) return s;
  return (x < 0 ? '−' : '+') + s;
}

const timeUnits = [['s', 1], ['ms', 1e-3], ['µs', 1e-6], ['ns', 1e-9]];

// timeUnit is the first unit that gives at least 1, or the smallest one.
const timeUnit = (seconds) => timeUnits.find(([, size]) => seconds / size >= 1) || timeUnits[timeUnits.length - 1];

function formatTime(seconds) {
  const [name, size] = timeUnit(seconds);
  return fourDigits(seconds / size) + ' ' + name;
}

// formatRatio writes a ratio; a coarse one rests on a figure that was printed
// with one decimal.
function formatRatio(x, coarse) {
  if (coarse) return x < 1 ? x.toPrecision(2) : x.toFixed(2);
  return x < 0.1 ? fourDigits(x) : x.toFixed(3);
}

// formatRange writes the ends of an interval of a ratio with as many decimals as
// the ratio has; more where the lower end would be 0.
function formatRange(lo, hi, ratio) {
  let digits = formatRatio(ratio).split('.')[1].length;
  while (digits < 9 && lo > 0 && lo < 10 ** -digits / 2) digits++;
  return lo.toFixed(digits) + ' to ' + hi.toFixed(digits);
}

const sign = (estimated) => (estimated ? '≈ ' : '');

// perByte writes cycles per byte, or cycles of an empty message; a published
// figure with the one decimal that it was printed with.
function perByte(row, f, bytes) {
  if (!f || !f.cycles) return none;
  if (bytes === 0) return sign(f.estimated) + fourDigits(f.cycles.x) + ' c';
  return sign(f.estimated) + (row.system.published ? tenths : fourDigits)(f.cycles.x / bytes);
}

// distances writes the interval of a figure as distances from its middle.
function distances(figure) {
  const away = (x) => signed(100 * (x / figure.x - 1), tenths);
  return away(figure.lo) + ' to ' + away(figure.hi) + ' %';
}

function formatDifference(c, bytes) {
  if (!c.by.counts) {
    const [name, size] = timeUnit(Math.abs(c.difference));
    return signed(c.difference / size, fourDigits) + ' ' + name;
  }
  const format = c.coarse ? tenths : fourDigits;
  return sign(c.by.estimated) + (bytes === 0 ? signed(c.difference, format) + ' c' : signed(c.difference / bytes, format) + ' c/B');
}
