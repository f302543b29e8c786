// The choices: a system, an instance and an implementation for each side, and
// the message length.

// Text only ever becomes text: children that are strings are text nodes.
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

// isolated is text of a dataset: what turns its direction turns nothing around it.
const isolated = (text) => make('bdi', {}, text);

const letter = (i) => String.fromCharCode(65 + i);
const fullName = (row) => row.name + ', ' + row.system.name;

function button(id, text, pressed) {
  const b = make('button', { type: 'button', id }, text);
  b.addEventListener('click', pressed);
  return b;
}

// choice makes a labelled select of options {text, value, group}.
function choice(id, label, options, chosen, changed) {
  const select = make('select', { id });
  const groups = new Map();
  options.forEach((o, i) => {
    const option = make('option', { value: i }, o.text);
    option.selected = o.value === chosen;
    if (o.group && !groups.has(o.group)) {
      groups.set(o.group, make('optgroup', { label: o.group }));
      select.append(groups.get(o.group));
    }
    (o.group ? groups.get(o.group) : select).append(option);
  });
  select.addEventListener('change', () => changed(options[Number(select.value)].value));
  return make('p', {}, make('label', { for: id }, label), ' ', select);
}

// nearest is the row of a list that is most like another: what stays when a
// reader chooses another system.
function nearest(list, like) {
  const likeness = (r) =>
    (r.candidate === like.candidate ? (r.instance === like.instance ? 12 : 8) : 0) + (r.label === like.label ? 3 : r.kind === like.kind ? 2 : 0);
  return list.reduce((best, r) => (likeness(r) > likeness(best) ? r : best));
}

// showForm makes the choices of a view; go shows the one that was chosen.
function showForm(form, rows, lengths, view, go) {
  const focused = form.contains(document.activeElement) ? document.activeElement.id : '';
  const { sides, bytes } = view;
  const instanceOf = (r) => r.candidate + '\n' + r.instance;
  const fields = sides.map((side, i) => {
    const choose = (list) => go(sides.map((r, k) => (k === i ? nearest(list, side) : r)), bytes);
    const id = 'side-' + letter(i).toLowerCase();
    const ofSystem = rows.filter((r) => r.system === side.system);
    const ofInstance = ofSystem.filter((r) => instanceOf(r) === instanceOf(side));
    const systems = distinct(rows.map((r) => r.system)).map((s) => ({ text: s.name, value: s }));
    const instances = distinct(ofSystem.map(instanceOf)).map((value) => {
      const r = ofSystem.find((row) => instanceOf(row) === value);
      return { text: r.instance, group: r.title, value };
    });
    const implementations = ofInstance.map((r) => ({ text: r.name + ' (' + r.code + ')', value: r }));
    const field = make('fieldset', {}, make('legend', {}, letter(i)),
      choice(id + '-system', 'system', systems, side.system, (s) => choose(rows.filter((r) => r.system === s))),
      choice(id + '-instance', 'instance', instances, instanceOf(side), (value) => choose(ofSystem.filter((r) => instanceOf(r) === value))),
      choice(id + '-implementation', 'implementation', implementations, side, (r) => choose([r])));
    if (i > 1) field.append(button(id + '-remove', 'Remove ' + letter(i), () => go(sides.filter((r, k) => k !== i), bytes)));
    return field;
  });
  const tools = make('div', { class: 'tools' },
    choice('compare-length', 'message', [{ text: 'all', value: 0 }, ...lengths.map((l) => ({ text: l.text, value: l.bytes }))], bytes, (n) => go(sides, n)),
    button('compare-swap', 'Swap A and B', () => go([sides[1], sides[0], ...sides.slice(2)], bytes)));
  const rest = rows.filter((r) => !sides.includes(r));
  if (sides.length < most && rest.length) {
    tools.append(button('compare-add', 'Add another', () => go([...sides, nearest(rest, sides[0])], bytes)));
  }
  form.replaceChildren(make('div', { class: 'sides' }, ...fields), tools);
  const again = focused && document.getElementById(focused);
  if (again) again.focus();
}
