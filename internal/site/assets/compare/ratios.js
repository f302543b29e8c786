// The chart of ratios to A over the message length, both axes logarithmic. Its
// text alternative is the tables of the view.

function draw(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

// Shapes around a point, one for each side beside A.
const shapes = [
  'm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z',
  'm-3.2-3.2h6.4v6.4h-6.4z',
  'm0-4.4l4.2 7.2h-8.4z',
  'm0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z',
  'm0 4.4l4.2-7.2h-8.4z',
];

const tenth = (x) => Math.round(10 * x) / 10;

// ratioTicks divides a logarithmic axis: a narrow range in even steps, a wide
// one at 1, 2 and 5 of each power of ten.
function ratioTicks(lo, hi) {
  const ticks = [];
  if (hi / lo < 3) {
    const power = 10 ** Math.floor(Math.log10((hi - lo) / 2));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => (hi - lo) / s <= 6);
    for (let k = Math.ceil(lo / step); k * step <= hi; k++) ticks.push(k * step);
    return ticks;
  }
  for (let k = Math.floor(Math.log10(lo)); k <= Math.log10(hi); k++) {
    for (const m of hi / lo > 1e3 ? [1] : [1, 2, 5]) {
      const t = m * 10 ** k;
      if (t >= lo && t <= hi) ticks.push(t);
    }
  }
  return ticks;
}

// ratioLines are the points that can be drawn, of each row beside A that has any.
function ratioLines(view, lengths) {
  const a = view.sides[0];
  return view.sides.slice(1).map((row, k) => ({
    row,
    side: k + 1,
    points: lengths.map((length, i) => ({ length, c: compared(a, row, i) })).filter((p) => p.c.by && p.length.bytes > 0),
  })).filter((line) => line.points.length > 0);
}

// ratios makes the figure, as wide as there is room, so that its text keeps its size.
function ratios(view, lengths, room) {
  const lines = ratioLines(view, lengths);
  if (!lines.length) return make('p', { id: 'ratios' }, 'There is no ratio to draw.');
  const points = lines.flatMap((l) => l.points);
  const ends = points.flatMap(({ c }) => (c.lo ? [c.lo, c.hi] : [c.ratio]));
  const margin = Math.max((Math.max(1, ...ends) / Math.min(1, ...ends)) ** 0.06, 1.01);
  const [lo, hi] = [Math.min(1, ...ends) / margin, Math.max(1, ...ends) * margin];

  const width = Math.max(280, Math.min(860, room));
  const height = width < 500 ? 270 : 330;
  const [left, right, top, bottom] = [52, width - 26, 26, height - 44];
  const sizes = lengths.map((l) => l.bytes).filter((n) => n > 0);
  const [least, span] = [Math.log(Math.min(...sizes)), Math.log(Math.max(...sizes) / Math.min(...sizes))];
  const x = (bytes) => tenth(span > 0 ? left + 12 + ((right - left - 24) * (Math.log(bytes) - least)) / span : (left + right) / 2);
  const y = (ratio) => tenth(bottom - ((bottom - top) * Math.log(ratio / lo)) / Math.log(hi / lo));

  const drawing = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Ratio to A over the message length; the tables above hold the same figures' },
    ratioAxes(view, lengths, { x, y, lo, hi, left, right, top, bottom }));
  const labels = lines.map((line) => ratioLine(line, x, y));
  // Labels that would touch move apart, downwards, and up again from the bottom.
  labels.sort((p, q) => p.at - q.at);
  labels.forEach((l, i) => { if (i) l.at = Math.max(l.at, labels[i - 1].at + 14); });
  for (let i = labels.length - 1, limit = bottom; i >= 0; i--, limit = labels[i + 1].at - 14) labels[i].at = Math.min(labels[i].at, limit);
  for (const l of labels) l.group.append(draw('text', { class: 'label', x: l.x, y: tenth(l.at + 4) }, l.text));
  drawing.append(draw('g', { role: 'list' }, ...labels.map((l) => l.group).sort((p, q) => (p.dataset.series < q.dataset.series ? -1 : 1))));
  return make('figure', { id: 'ratios', class: 'chart' }, drawing,
    make('figcaption', {}, 'Ratio to A (', isolated(fullName(view.sides[0])), ') over the message length: below the heavy line faster than A, above it slower. Bars are the ranges that the intervals leave. ',
      ...lines.flatMap((l) => [letter(l.side) + ': ', isolated(fullName(l.row)), '. '])));
}

function ratioAxes(view, lengths, { x, y, lo, hi, left, right, top, bottom }) {
  const axes = draw('g', { class: 'axes', 'aria-hidden': 'true' }, draw('text', { x: 0, y: 12 }, 'ratio to A'));
  let grid = '';
  for (const t of ratioTicks(lo, hi)) {
    grid += `M${left} ${y(t)}H${right}`;
    axes.append(draw('text', { class: 'end', x: left - 6, y: y(t) + 4 }, String(Number(t.toPrecision(4)))));
  }
  let end = -Infinity;
  for (const { bytes, text } of lengths.filter((l) => l.bytes > 0)) {
    const at = x(bytes);
    grid += `M${at} ${top}V${bottom + 4}`;
    if (at - 4 * text.length < end) continue; // its text would touch the one before
    axes.append(draw('text', { class: 'middle', x: at, y: bottom + 18 }, text));
    end = at + 4 * text.length + 4;
  }
  axes.append(draw('path', { class: 'grid', d: grid }), draw('path', { class: 'unity', d: `M${left} ${y(1)}H${right}` }),
    draw('text', { class: 'middle', x: tenth((left + right) / 2), y: bottom + 38 }, 'message length'));
  if (view.bytes > 0) axes.append(draw('path', { class: 'chosen', d: `M${x(view.bytes)} ${top}V${bottom}` }));
  return axes;
}

// ratioLine draws one line, and says where its label is wanted.
function ratioLine({ row, side, points }, x, y) {
  const B = letter(side);
  const said = ({ c, length }) => formatRatio(c.ratio, c.coarse) + ' at ' + length.text;
  const last = points[points.length - 1];
  const group = draw('g', {
    class: `series s${side} d${side - 1}`, 'data-series': 'side ' + B, tabindex: 0, role: 'listitem',
    'aria-label': `${B}, ${fullName(row)}: ratio to A ` + points.map(said).join(', '),
  }, draw('path', { class: 'line', d: points.map((p, i) => `${i ? 'L' : 'M'}${x(p.length.bytes)} ${y(p.c.ratio)}`).join('') }));
  for (const p of points) {
    const [px, py] = [x(p.length.bytes), y(p.c.ratio)];
    if (p.c.lo) group.append(draw('path', { class: 'range', d: `M${px} ${y(p.c.lo)}V${y(p.c.hi)}m-3 0h6M${px - 3} ${y(p.c.lo)}h6` }));
    group.append(draw('path', { class: 'mark', d: `M${px} ${py}` + shapes[(side - 1) % shapes.length] },
      draw('title', {}, `${B}/A ${said(p)}` + (p.c.lo ? `, intervals leave ${formatRange(p.c.lo, p.c.hi, p.c.ratio)}` : ''))));
  }
  return { group, text: B, x: x(last.length.bytes) + 9, at: y(last.c.ratio) };
}
