// Where the view stands, and when it is made.

function start() {
  const place = document.getElementById('compare');
  const table = document.getElementById('figures');
  if (!place || !table) return;
  const marks = readMarks();
  const lengths = readLengths(table);
  const systems = readSystems();
  const rows = readRows(table, systems, lengths);
  if (!rows.length) return;

  const form = make('div', { role: 'group', 'aria-label': 'What to compare', class: 'choose' });
  const status = make('p', { role: 'status', class: 'visually-hidden' });
  const result = make('div', {});
  place.append(form, status, result);
  place.hidden = false;

  let view = null;
  let address = null; // of the view
  let width = 0;
  const chart = () => ratios(view, lengths, (width = place.clientWidth));

  function go(sides, bytes) {
    location.hash = addressOf(sides, bytes);
    show(); // at once: the browser tells of the new address only later
  }

  function show() {
    if (location.hash === address) return;
    address = location.hash;
    view = readAddress(rows, lengths, systems[0]);
    showForm(form, rows, lengths, view, go);
    const [a, ...others] = view.sides;
    const shown = [...lengths.keys()].filter((i) => !view.bytes || lengths[i].bytes === view.bytes);
    result.replaceChildren(
      notices(view.unknown.map(([text, name]) => ['In the address: ' + text + ' ', isolated(name), '.'])),
      known(view),
      ...others.map((b, i) => pair(a, b, letter(i + 1), lengths, shown, marks)),
      make('h3', {}, 'Ratios'), chart(), legend(view, shown, marks));
    status.textContent = 'Shown: ' + view.sides.map(fullName).join(' beside ');
  }
  show();
  window.addEventListener('hashchange', show);
  window.addEventListener('resize', () => {
    if (place.clientWidth !== width) document.getElementById('ratios').replaceWith(chart());
  });
}
start();
