// What a reader can do with a page beyond reading it: sort a table, show some of
// its rows, and see which line of a chart is which row. Nothing is fetched and
// nothing is kept; without this script the page has the same figures in the
// order they were written.
//
// What the pages write for it:
//   <table data-sortable>            headings of its head with data-sort="number"
//                                    or "text" become buttons
//   <td data-value="1234.5">         what a cell is sorted by, if not by its text;
//                                    an empty value stays last in either direction
//   <th scope="rowgroup">            a row that begins with one stays first in its tbody
//   <div data-filter-for="ID">       gets the filter of the table with that id
//   <tr data-series="KEY" data-width="512" data-kind="go">
//   <g class="series" data-series="KEY"> inside an svg: the line of that row; its
//                                    .chart, else its svg, has the class has-on
//                                    while a line of it has the class on
(function () {
  'use strict';

  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  }

  // Rows of figures, without those that name a group.
  const isGroup = (row) => row.cells.length > 0 && row.cells[0].getAttribute('scope') === 'rowgroup';
  const rowsOf = (table) => Array.from(table.tBodies).flatMap((body) => Array.from(body.rows)).filter((row) => !isGroup(row));

  // One live region for each table: how many rows are shown, or how they are sorted.
  const regions = new WeakMap();
  function say(table, text) {
    let region = regions.get(table);
    if (!region) {
      region = make('p', { role: 'status', class: 'visually-hidden' });
      (table.closest('.scroll') || table).before(region);
      regions.set(table, region);
    }
    region.textContent = text;
  }

  // ---- Sorting

  // Label text as a person orders it: runs of digits by their value.
  const natural = new Intl.Collator('en', { numeric: true });

  const textOf = (cell) => (cell.dataset.value !== undefined ? cell.dataset.value : cell.textContent).trim();

  function keyOf(row, column, type) {
    const cell = row.cells[column];
    if (!cell) return null;
    const text = textOf(cell);
    if (text === '') return null;
    if (type !== 'number') return text;
    const value = Number(text);
    return Number.isNaN(value) ? null : value;
  }

  // The headings that stand over one column each, with the column's number; a
  // heading over several columns (colspan) is passed over, one over several rows
  // (rowspan) counts where it stands.
  function headings(table) {
    const found = [];
    const taken = []; // for each row of the head, which columns are covered
    Array.from(table.tHead ? table.tHead.rows : []).forEach((row, y) => {
      let x = 0;
      for (const th of Array.from(row.cells)) {
        while (taken[y] && taken[y][x]) x++;
        for (let dy = 0; dy < th.rowSpan; dy++) {
          for (let dx = 0; dx < th.colSpan; dx++) (taken[y + dy] = taken[y + dy] || [])[x + dx] = true;
        }
        if (th.colSpan === 1 && th.dataset.sort) found.push({ th, column: x });
        x += th.colSpan;
      }
    });
    return found;
  }

  function sortable(table) {
    // The order they were written in is the third choice of every heading, and
    // what decides between equal values.
    const written = Array.from(table.tBodies, (body) => ({ body, rows: Array.from(body.rows) }));
    const columns = headings(table);

    function sort(column, type, direction) {
      for (const { body, rows } of written) {
        const keyed = rows.map((row, index) => ({ row, index, group: isGroup(row), key: direction ? keyOf(row, column, type) : null }));
        keyed.sort((a, b) => {
          if (a.group !== b.group) return a.group ? -1 : 1;
          if (direction && a.key !== null && b.key !== null) {
            const order = type === 'number' ? a.key - b.key : natural.compare(a.key, b.key);
            if (order) return direction * order;
          } else if (direction && a.key !== b.key) {
            return a.key === null ? 1 : -1;
          }
          return a.index - b.index;
        });
        body.append(...keyed.map((k) => k.row));
      }
    }

    for (const { th, column } of columns) {
      const name = th.textContent.trim();
      const button = make('button', { type: 'button' }, ...Array.from(th.childNodes));
      th.append(button);
      button.addEventListener('click', () => {
        const before = th.getAttribute('aria-sort');
        const direction = before === 'ascending' ? -1 : before === 'descending' ? 0 : 1;
        for (const other of columns) other.th.removeAttribute('aria-sort');
        if (direction) th.setAttribute('aria-sort', direction > 0 ? 'ascending' : 'descending');
        sort(column, th.dataset.sort, direction);
        say(table, direction ? 'Sorted by ' + name + ', ' + th.getAttribute('aria-sort') : 'In the order written');
      });
    }
  }

  // ---- Filtering

  let filters = 0;

  function filterable(box) {
    const table = document.getElementById(box.dataset.filterFor);
    if (!table) return;
    const rows = rowsOf(table);
    const id = 'filter-' + ++filters;
    const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase().replace(/\s+/g, ' ')]));

    const text = make('input', { type: 'search', id, autocomplete: 'off', spellcheck: 'false' });
    const tests = [];
    const field = (label, control) => make('span', { class: 'field' }, make('label', { for: control.id }, label), control);
    const parts = [field('Filter', text)];

    // A choice of the values that an attribute of the rows has; none if they are
    // all the same. A row without it may be of any value (the digest of an operation
    // that crashed is not known), and is never left out by it.
    function choice(attribute, label, order, show) {
      const values = Array.from(new Set(rows.map((row) => row.dataset[attribute]).filter(Boolean))).sort(order);
      if (values.length < 2) return;
      const select = make('select', { id: id + '-' + attribute }, make('option', { value: '' }, 'all'));
      for (const value of values) select.append(make('option', { value }, show(value)));
      parts.push(field(label, select));
      tests.push({ select, passes: (row) => select.value === '' || !row.dataset[attribute] || row.dataset[attribute] === select.value });
    }
    choice('width', 'Digest', natural.compare, (width) => width + ' bits');
    choice('kind', 'Implementation', natural.compare, (kind) => kind);

    const reset = make('button', { type: 'button', disabled: '' }, 'Show all');
    const region = make('span', { role: 'status' });
    box.classList.add('filter');
    box.setAttribute('role', 'search');
    box.setAttribute('aria-label', 'Rows of the table');
    box.append(...parts, reset, region);

    function apply() {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      const lines = new Map(); // key of a series: is one of its rows shown
      for (const row of rows) {
        const fits = tests.every((test) => test.passes(row)) && words.every((word) => texts.get(row).includes(word));
        row.hidden = !fits;
        if (fits) shown++;
        const key = row.dataset.series;
        if (key) lines.set(key, fits || lines.get(key) === true);
      }
      for (const body of Array.from(table.tBodies)) {
        body.hidden = body.rows.length > 0 && Array.from(body.rows).every((row) => row.hidden || isGroup(row));
      }
      for (const line of all('svg .series[data-series]')) {
        if (lines.has(line.dataset.series)) line.classList.toggle('off', !lines.get(line.dataset.series));
      }
      reset.disabled = shown === rows.length;
      region.textContent = shown === rows.length ? shown + ' rows' : shown + ' of ' + rows.length + ' rows shown';
    }
    text.addEventListener('input', apply);
    for (const test of tests) test.select.addEventListener('change', apply);
    reset.addEventListener('click', () => {
      text.value = '';
      for (const test of tests) test.select.value = '';
      apply();
      text.focus(); // this button is disabled now, and must not keep the focus
    });
    apply();
  }

  // ---- Highlighting

  // A row and the lines of its series are shown together: what the pointer is on,
  // else what has the focus.
  let hovered = null;
  let focused = null;
  let lit = null;

  const seriesOf = (target) => {
    const element = target instanceof Element ? target.closest('[data-series]') : null;
    return element ? element.dataset.series : null;
  };

  function light() {
    const key = hovered !== null ? hovered : focused;
    if (key === lit) return;
    lit = key;
    const chartOf = (line) => line.closest('.chart') || line.ownerSVGElement;
    const charts = new Set();
    for (const element of all('[data-series]')) {
      const on = key !== null && element.dataset.series === key;
      element.classList.toggle('on', on);
      if (on && element.ownerSVGElement) charts.add(chartOf(element));
    }
    for (const line of all('svg [data-series]')) chartOf(line).classList.toggle('has-on', charts.has(chartOf(line)));
  }

  function watchSeries() {
    document.addEventListener('pointerover', (event) => {
      hovered = seriesOf(event.target);
      light();
    });
    document.documentElement.addEventListener('pointerleave', () => {
      hovered = null;
      light();
    });
    document.addEventListener('focusin', (event) => {
      focused = seriesOf(event.target);
      light();
    });
    document.addEventListener('focusout', () => {
      focused = null;
      light();
    });
  }

  // ---- Keys in charts

  // Without this script every line of a chart is a stop of the Tab key. With it a
  // chart is one stop: up and down go from line to line, right and left along the
  // links of a line's points, Home and End to the first and last line, Escape from a
  // point back to its line.
  function keyboard(chart) {
    const lines = all('.series[tabindex]', chart);
    if (lines.length < 2) return;
    const pointsOf = (line) => all('a', line);
    let stop = lines[0];
    function settle(line) {
      stop.setAttribute('tabindex', '-1');
      stop = line;
      stop.setAttribute('tabindex', '0');
    }
    for (const line of lines) {
      line.setAttribute('tabindex', '-1');
      for (const point of pointsOf(line)) point.setAttribute('tabindex', '-1');
    }
    settle(stop);

    // Heard at the document: chromium takes an svg that listens to the focus itself
    // for one more stop of the Tab key.
    document.addEventListener('focusin', (event) => {
      const line = event.target.closest('.series[tabindex]');
      if (lines.includes(line)) settle(line);
    });
    chart.addEventListener('keydown', (event) => {
      const line = event.target.closest('.series[tabindex]');
      if (!line || event.altKey || event.ctrlKey || event.metaKey) return;
      const shown = lines.filter((l) => !l.classList.contains('off'));
      const at = shown.indexOf(line);
      const points = pointsOf(line);
      const point = points.indexOf(event.target.closest('a'));
      const next = {
        ArrowDown: () => shown[Math.min(at + 1, shown.length - 1)],
        ArrowUp: () => shown[Math.max(at - 1, 0)],
        Home: () => shown[0],
        End: () => shown[shown.length - 1],
        ArrowRight: () => points[Math.min(point + 1, points.length - 1)],
        ArrowLeft: () => (point > 0 ? points[point - 1] : line),
        Escape: () => line,
      }[event.key];
      const target = next && next();
      if (!target) return;
      event.preventDefault();
      target.focus();
    });
    // A line that the filter hides cannot be the stop.
    new MutationObserver(() => {
      if (!stop.classList.contains('off')) return;
      const line = lines.find((l) => !l.classList.contains('off'));
      if (line) settle(line);
    }).observe(chart, { attributes: true, attributeFilter: ['class'], subtree: true });
  }

  all('table[data-sortable]').forEach(sortable);
  all('[data-filter-for]').forEach(filterable);
  all('svg').forEach(keyboard);
  watchSeries();
})();
