// The address carries the view, so that a view can be sent.

const most = 6; // rows at once

const keyOf = (row) => [row.system.key, row.candidate, row.label].map(encodeURIComponent).join('/');

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch (e) {
    return text;
  }
}

// find accepts SYSTEM/LABEL, too, where one row alone has that label.
function find(rows, key) {
  const parts = key.split('/').map(decoded);
  const label = parts[parts.length - 1];
  const found = rows.filter((r) => r.system.key === parts[0] && r.label === label && (parts.length === 2 || r.candidate === parts[1]));
  return (parts.length === 2 || parts.length === 3) && found.length === 1 ? found[0] : null;
}

// readAddress returns the view: its rows, A first, the one message length or 0
// for all, and what in the address names nothing here. Where it does not say what
// A is, a row of the system first is.
function readAddress(rows, lengths, first) {
  const unknown = [];
  const others = [];
  let a = null;
  let bytes = 0;
  for (const pair of location.hash.replace(/^#/, '').split('&')) {
    const [name, value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (name === 'n') {
      if (lengths.some((l) => l.bytes === Number(value))) bytes = Number(value);
      else unknown.push(['no message length is called', decoded(value)]);
    }
    if (name !== 'a' && name !== 'b') continue;
    const row = find(rows, value);
    if (!row) unknown.push(['nothing here is called', decoded(value)]);
    else if (name === 'a' && !a) a = row;
    else if (others.length < most - 1) others.push(row);
    else unknown.push(['there is no room for more than ' + most + ', and left out is', decoded(value)]);
  }
  a = a || others.shift() || rows.find((r) => r.system === first) || rows[0];
  return { sides: [a, ...(others.length ? others : [companion(rows, a)])], bytes, unknown };
}

// companion is what a row is first compared with: other code of the same
// instance in the same run, else the same code in another, else the same
// instance anywhere, else any other row.
function companion(rows, a) {
  const others = rows.filter((r) => r !== a);
  const instance = (r) => r.candidate === a.candidate && r.instance === a.instance;
  const choices = [(r) => instance(r) && r.system === a.system, (r) => instance(r) && r.label === a.label, instance, () => true];
  return choices.map((test) => others.find(test)).find(Boolean) || a;
}

// addressOf is the address of a view.
function addressOf(sides, bytes) {
  const parts = sides.map((row, i) => (i ? 'b=' : 'a=') + keyOf(row));
  if (bytes) parts.push('n=' + bytes);
  return '#' + parts.join('&');
}
