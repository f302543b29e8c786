// The compare page. Its figures are a plain table (#figures), its systems another
// (#systems), readable without this script. From the two it builds the view that
// the address names, #a=SYSTEM/CANDIDATE/LABEL&b=…&n=BYTES, with one b for each
// that A is compared with, and it writes the address when the reader chooses.
//
// What the page writes for it:
//   <tr data-key data-machine …>     in #systems: times of systems with the same
//                                    machine can be set side by side; its list
//                                    items are what a reader must know of it
//   <th data-bytes data-text>        in #figures: a column of one message length
//   <tr data-system data-kind data-f>
//                                    a row; data-system counts the systems from 0.
//                                    What follows from the texts is left out:
//                                    data-candidate where it is the first word of
//                                    its cell, data-label where the name is whole,
//                                    data-instance where it is the label (without
//                                    "-KIND"), and data-records, what links to
//                                    records begin with, where names are plain.
//                                    data-kat is there where the known-answer check
//                                    was not passed, data-flags where they are not
//                                    the guide's
//   <td data-value>                  a figure; see readFigure for data-f of its row
//   <i>±0.2 a b</i>                  behind it: the reach of its interval, and its
//                                    marks by the letters of #marks
//
// This part reads them.

const none = '–';

const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
const distinct = (list) => Array.from(new Set(list));

function readSystems() {
  return all('#systems tbody tr').map((tr) => {
    const d = tr.dataset;
    return {
      key: d.key,
      name: d.name,
      run: d.run,
      machine: d.machine,
      published: d.published !== undefined,
      pair: d.pair !== undefined,
      compiler: d.compiler || '',
      go: d.go || '',
      flags: d.flags || '',
      clock: d.clock || '', // of the core, in gigahertz
      notices: all('li', tr).map((li) => ({ title: li.querySelector('strong').textContent.replace(/:$/, ''), text: li.textContent.trim() })),
    };
  });
}

// The marks by their letters, and what they mean.
function readMarks() {
  const marks = new Map();
  for (const dt of all('#marks dt')) marks.set(dt.dataset.letter, { name: dt.dataset.mark, text: dt.nextElementSibling.textContent });
  return marks;
}

function readLengths(table) {
  return all('th[data-bytes]', table).map((th) => ({ bytes: Number(th.dataset.bytes), text: th.dataset.text, column: th.cellIndex }));
}

function readRows(table, systems, lengths) {
  return all('tbody tr', table).map((tr) => {
    const d = tr.dataset;
    const name = tr.cells[2].textContent.trim();
    const label = d.label || name;
    const title = tr.cells[1].textContent.trim();
    const candidate = d.candidate || title.split(' ')[0];
    const figures = d.f.split(';');
    const link = tr.querySelector('a');
    return {
      system: systems[Number(d.system)],
      candidate,
      instance: d.instance || (label.endsWith('-' + d.kind) ? label.slice(0, -d.kind.length - 1) : label),
      label,
      name,
      records: d.records || [systems[Number(d.system)].key, 'records', candidate, label].map(encodeURIComponent).join('/') + '__hash_',
      kind: d.kind,
      library: d.library || '',
      flags: d.flags || '',
      passed: d.kat === undefined,
      kat: d.kat || '',
      title,
      code: tr.cells[3].textContent.trim(),
      href: link ? link.getAttribute('href') : '',
      at: lengths.map((length, i) => readFigure(tr.cells[length.column], figures[i], length.bytes)),
    };
  });
}

// readFigure reads one figure; null if nothing was measured. The cell's data-value
// is the median of cycles per byte; text is "LO HI TIME LO HI FLAGS": how far the
// interval of the cycles reaches below and above them, in per cent, then the median
// of the time in nanoseconds per byte with the same of its interval, "-" or
// nothing for what there is not; of the flags, w: the time is of the wall clock,
// not of the thread, and p: the operation was not measured to the end. Of an
// empty message both are those of the call.
function readFigure(td, text, bytes) {
  if (!text) return null;
  const words = text.split(' ');
  const [lo, hi, time, timeLo, timeHi] = words.map(Number); // NaN for what is no number
  const figure = (x, below, above, unit) => {
    if (!(x > 0)) return null;
    const ends = below >= 0 && above >= 0;
    return { x: x * unit, lo: ends ? x * unit * (1 - below / 100) : null, hi: ends ? x * unit * (1 + above / 100) : null };
  };
  const calls = Math.max(bytes, 1);
  const doubt = td.querySelector('i');
  return {
    cycles: figure(Number(td.dataset.value), lo, hi, calls),
    time: figure(time, timeLo, timeHi, calls * 1e-9),
    estimated: td.textContent.startsWith('≈'),
    wall: words.includes('w'),
    partial: words.includes('p'),
    marks: doubt ? doubt.textContent.split(' ').filter((word) => /^[a-z]/.test(word)) : [],
  };
}
