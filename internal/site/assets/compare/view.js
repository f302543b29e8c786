// The view: for each other row a table that sets it beside A, what a reader must
// know before believing it, and the command that judges it.

function number(tr, ...content) {
  tr.append(make('td', { class: 'number' }, ...content));
}

// recorded is a figure with the link to the record that it rests on.
function recorded(row, f, bytes, text) {
  return f && !row.system.published ? make('a', { href: row.records + bytes + '.html' }, text) : text;
}

// named names a row, as a link to its candidate's page where it has one.
function named(row) {
  const text = isolated(fullName(row));
  return row.href ? make('a', { href: row.href }, text) : text;
}

// pair is the section of row b, which is called B; shown are indices of lengths.
function pair(a, b, B, lengths, shown, marks) {
  const same = sameMachine(a, b);
  const title = 'beside-' + B.toLowerCase();
  const head = make('tr', {}, make('th', { scope: 'col', class: 'key' }, 'message'));
  const heading = (text) => head.append(make('th', { scope: 'col', class: 'number' }, text));
  const clock = (row) => {
    const kinds = distinct(shown.map((i) => row.at[i]).filter((f) => f && f.time).map((f) => f.wall));
    return kinds.length === 1 ? (kinds[0] ? 'wall time' : 'CPU time') : 'time';
  };
  for (const [side, row] of [['A', a], [B, b]]) {
    heading(side + ', cycles/byte');
    if (same) heading(side + ', ' + clock(row));
  }
  heading('difference ' + B + ' − A');
  heading('ratio ' + B + '/A');
  head.append(make('th', { scope: 'col' }, 'intervals'), make('th', { scope: 'col' }, 'marks'));

  const body = make('tbody', {});
  const measures = [];
  const overlaps = [];
  let timed = false;
  for (const i of shown) {
    const { bytes, text } = lengths[i];
    const c = compared(a, b, i);
    const tr = make('tr', {}, make('th', { scope: 'row' }, text));
    for (const [row, f, figure] of [[a, c.p, c.by && c.by.a], [b, c.q, c.by && c.by.b]]) {
      const cycles = perByte(row, f, bytes);
      const interval = figure && figure.lo ? make('small', {}, distances(figure)) : ''; // below what is compared
      number(tr, cycles === none ? none : recorded(row, f, bytes, cycles), c.by && c.by.counts ? interval : '');
      if (!same) continue;
      const time = f && f.time ? formatTime(f.time.x) + (f.wall && clock(row) === 'time' ? ', wall' : '') : none;
      number(tr, cycles === none ? recorded(row, f, bytes, time) : time, c.by && !c.by.counts ? interval : '');
    }
    if (c.by) {
      timed = timed || !c.by.counts;
      measures.push(c.by.name + (c.by.counts ? (c.by.estimated ? ', estimated (≈) on at least one side' : ', counted') : ''));
      number(tr, formatDifference(c, bytes));
      number(tr, formatRatio(c.ratio, c.coarse) + (same ? '' : ' †'), c.lo ? make('small', {}, formatRange(c.lo, c.hi, c.ratio)) : '');
      tr.append(make('td', {}, intervals(c, B)));
      if (c.lo) overlaps.push(c.overlap);
    } else {
      tr.append(make('td', { colspan: 3 }, why(a, b, c, B)));
    }
    tr.append(make('td', { class: 'wrap' }, [marksOf('A', c.p, marks), marksOf(B, c.q, marks)].filter(Boolean).join('; ')));
    body.append(tr);
  }
  let summary = measures.length ? 'Compared by ' + distinct(measures).join('; ') + '.' : 'There is nothing to compare.';
  if (overlaps.length) {
    const apart = overlaps.filter((o) => !o).length;
    summary += ' The intervals are apart in ' + apart + ' of ' + overlaps.length + (overlaps.length === 1 ? ' row.' : ' rows.');
  }
  return make('section', { class: 'pair' },
    make('h3', { id: title }, B + ' beside A'),
    make('p', {}, 'A: ', named(a), '. ' + B + ': ', named(b), '. ' + summary),
    make('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-labelledby': title },
      make('table', {}, make('thead', {}, head), body)),
    circumstances(a, b, B, timed),
    command(a, b));
}

// intervals says no more than what two intervals do: judging is for assay compare.
function intervals(c, B) {
  if (!c.lo) return c.coarse ? 'none published' : 'none: too few trials';
  if (c.overlap) return 'overlap';
  return 'apart, ' + B + (c.ratio < 1 ? ' lower' : ' higher');
}

const marksOf = (side, f, marks) => (f && f.marks.length ? side + ': ' + f.marks.map((m) => marks.get(m).name).join(', ') : '');

// circumstances of a pair; timed says that times are compared.
function circumstances(a, b, B, timed) {
  const list = [];
  if (!sameMachine(a, b)) list.push('† Different machines: only cycles per byte are compared, and a ratio is that of the code and of the processors together.');
  for (const [name, row] of [['A', a], [B, b]]) {
    if (row.system.published) {
      list.push(name + ': as published, mean: of the submission’s own code, rounded to a tenth of a cycle per byte, without an interval. Beside it stands a median.');
    }
    if (!row.passed) list.push([name + ': known-answer check: ', isolated(row.kat), '. Its figures may be of something else than the candidate.']);
  }
  if (a.candidate !== b.candidate || a.instance !== b.instance) list.push(['A and ' + B + ' are different functions: ', isolated(a.instance), ' and ', isolated(b.instance), '.']);
  if (a.system !== b.system && a.candidate === b.candidate && a.label === b.label && a.library && a.library === b.library) list.push('The code of A and ' + B + ' is the same to the byte: what differs, the machine made differ.');
  const differ = (what, x, y) => {
    if (x !== y) list.push([what + ': ', isolated(x || 'not known'), ' in A, ', isolated(y || 'not known'), ' in ' + B + '.']);
  };
  if (a.system !== b.system && !a.system.published && !b.system.published) {
    if (a.kind.startsWith('go') && b.kind.startsWith('go')) {
      differ('Go', a.system.go, b.system.go);
    } else if (!a.kind.startsWith('go') && !b.kind.startsWith('go')) {
      differ('C compiler', a.system.compiler, b.system.compiler);
      differ('The guide’s flags', a.system.flags, b.system.flags);
    }
  }
  const [x, y] = [a.system.clock, b.system.clock];
  if (timed && x && y && Math.abs(y / x - 1) > clockLimit) {
    list.push('The core clock was ' + x + ' GHz in A and ' + y + ' GHz in ' + B + ' (median of the estimates around the trials): times differ by that alone.');
  }
  if (a.kind === b.kind) {
    differ('Code', a.code, b.code);
    differ('Flags', a.flags || 'the guide’s', b.flags || 'the guide’s');
  }
  return notices(list);
}

// notices makes a list of texts, each one piece or several.
const notices = (list) => (list.length ? make('ul', { class: 'notices' }, ...list.map((parts) => make('li', {}, ...[parts].flat()))) : '');

// known is what a reader must know of the systems in a view: in a few words, and
// in full for who opens it.
function known(view) {
  const systems = distinct(view.sides.map((row) => row.system));
  const all = systems.flatMap((s) => s.notices);
  if (!all.length) return '';
  const of = (test) => isolated(systems.filter((s) => s.notices.some(test)).map((s) => s.name).join(', '));
  const titles = distinct(all.map((n) => n.title)).flatMap((title) => ['; ', isolated(title), ' (', of((n) => n.title === title), ')']);
  return make('details', { class: 'notices' },
    make('summary', {}, ...titles.slice(1)),
    make('ul', {}, ...distinct(all.map((n) => n.text)).map((text) => make('li', {}, of((n) => n.text === text), ': ', isolated(text)))));
}

// command names what to run for a verdict, where assay compare has one.
function command(a, b) {
  const quiet = (text) => make('p', { class: 'quiet' }, text);
  if (a === b) return quiet('A row beside itself says nothing.');
  if (a.system.published || b.system.published) return quiet('There is no verdict: of published figures there are no trials here.');
  const name = quoted(a.system.run);
  let text = '';
  if (a.system !== b.system) {
    if (a.candidate === b.candidate && a.label === b.label) text = name + ' ' + quoted(b.system.run);
  } else if (a.system.pair) {
    text = name;
  } else if (a.candidate === b.candidate && a.instance === b.instance) {
    text = name + ' --by ' + quoted('impl=' + a.kind + ',' + b.kind);
  } else if (a.kind === b.kind) {
    text = name + ' --by ' + quoted('instance=' + a.instance + ',' + b.instance);
  }
  if (!text) return quiet('Intervals are no test. assay compare tests a label in two runs, or implementations or instances within one.');
  return make('p', {}, 'Intervals are no test. For a verdict, and for what else was different, where the folders of the runs are: ', make('code', {}, 'assay compare ' + text));
}

// quoted makes a word that a shell takes as it is.
const quoted = (s) => (/^[A-Za-z0-9_.,=+:@%/][-A-Za-z0-9_.,=+:@%/]*$/.test(s) ? s : "'" + s.replace(/'/g, "'\\''") + "'");

// legend explains the columns, and the marks that occur in the view.
function legend(view, shown, marks) {
  const used = distinct(view.sides.flatMap((r) => shown.flatMap((i) => (r.at[i] ? r.at[i].marks : []))));
  const terms = [
    ['small below a figure', 'how far the interval of the median over the trials reaches from it: at 95 %, or what so few trials attain (93.75 % for five)'],
    ['ratio', 'of the medians: below 1, the side named first takes less than A'],
    ['small below a ratio', 'the ratios that the two intervals leave: lower end by upper end, to upper end by lower end'],
    ['intervals', 'overlap where those ratios hold 1, otherwise are apart'],
    ...used.map((m) => [marks.get(m).name, marks.get(m).text]),
  ];
  return make('dl', { class: 'legend' }, ...terms.flatMap(([term, text]) => [make('dt', {}, term), make('dd', {}, text)]));
}
