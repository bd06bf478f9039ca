'use strict';
for (const player of document.querySelectorAll('.player')) {
  const rows = [...player.querySelectorAll('tr.step')];
  const source = player.querySelector('.source');
  const values = player.querySelector('.values');
  const aside = player.querySelector('aside');
  if (rows.length === 0) continue;
  player.classList.remove('still');

  // What matters to nobody else is one row, which opens when it is clicked.
  const folds = [];
  rows.forEach((row, i) => {
    const text = row.dataset.fold;
    const last = folds[folds.length - 1];
    if (!text) return;
    if (last && last.text === text && last.rows[last.rows.length - 1] === rows[i - 1]) last.rows.push(row);
    else folds.push({ text, rows: [row] });
  });
  for (const fold of folds) {
    const head = document.createElement('tr');
    head.className = 'fold' + (fold.rows[0].classList.contains('switch') ? ' switch' : '');
    const cells = [...fold.rows[0].cells].map(cell => {
      const copy = document.createElement('td');
      copy.className = cell.className;
      if (cell.classList.contains('on')) copy.textContent = `… ${fold.text} …`;
      return copy;
    });
    head.append(...cells);
    fold.rows[0].before(head);
    fold.open = open => {
      head.hidden = open;
      fold.rows.forEach(row => { row.hidden = !open; });
    };
    head.addEventListener('click', () => fold.open(true));
    fold.open(false);
  }

  const lineOf = row => {
    const place = row.dataset.place, colon = place.lastIndexOf(':');
    const file = [...source.querySelectorAll('section')].find(section => section.dataset.file === place.slice(0, colon));
    return file && [...file.querySelectorAll('span')].find(span => span.dataset.n === place.slice(colon + 1));
  };
  const lines = rows.map(lineOf);

  let now = -1;
  const show = next => {
    next = Math.max(0, Math.min(rows.length - 1, next));
    now = next;
    rows.forEach((row, i) => row.classList.toggle('now', i === now));
    const fold = folds.find(fold => fold.rows.includes(rows[now]));
    if (fold && rows[now].hidden) fold.open(true);
    rows[now].scrollIntoView({ block: 'nearest' });
    for (const span of source.querySelectorAll('.now, .visited')) span.classList.remove('now', 'visited');
    for (let i = 0; i < now; i++) lines[i]?.classList.add('visited');
    const line = lines[now];
    if (line) {
      line.classList.remove('visited');
      line.classList.add('now');
      source.scrollTop += line.getBoundingClientRect().top - source.getBoundingClientRect().top - source.clientHeight / 2;
    }
    const known = new Map();
    for (let i = 0; i <= now; i++) {
      for (const [name, value] of JSON.parse(rows[i].dataset.set ?? '[]')) known.set(name, { value, changed: i === now });
    }
    const table = document.createElement('table');
    for (const [name, { value, changed }] of [...known].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))) {
      const row = table.insertRow();
      row.className = changed ? 'changed' : '';
      row.insertCell().textContent = name;
      row.insertCell().textContent = value;
    }
    values.replaceChildren(table);
    position.textContent = `step ${now + 1} of ${rows.length}`;
  };

  const next = () => {
    // A fold that is closed is one step.
    const fold = folds.find(fold => fold.rows[0] === rows[now + 1] && fold.rows[0].hidden);
    show(fold ? now + fold.rows.length + 1 : now + 1);
  };
  const back = () => {
    const fold = folds.find(fold => fold.rows[fold.rows.length - 1] === rows[now - 1] && fold.rows[0].hidden);
    show(fold ? now - fold.rows.length - 1 : now - 1);
  };
  const isSwitch = i => i === 0 || rows[i].classList.contains('switch');
  const nextSwitch = () => {
    let i = now + 1;
    while (i < rows.length - 1 && !isSwitch(i)) i++;
    show(i);
  };
  const lastSwitch = () => {
    let i = now - 1;
    while (i > 0 && !isSwitch(i)) i--;
    show(i);
  };
  const actions = [
    ['|◀', 'to the beginning (Home)', 'Home', () => show(0)],
    ['◀◀', 'to the switch before (P)', 'p', lastSwitch],
    ['◀', 'one step back (←)', 'ArrowLeft', back],
    ['▶', 'one step (→)', 'ArrowRight', next],
    ['▶▶', 'to the next switch (N)', 'n', nextSwitch],
    ['▶|', 'to the end (End)', 'End', () => show(rows.length - 1)],
  ];
  const buttons = document.createElement('div');
  buttons.className = 'buttons';
  for (const [sign, title, , act] of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sign;
    button.title = title;
    button.setAttribute('aria-label', title);
    button.addEventListener('click', () => { active = player; act(); });
    buttons.append(button);
  }
  if (folds.length > 0) {
    const button = document.createElement('button');
    button.type = 'button';
    let open = false;
    button.textContent = 'show all lines';
    button.addEventListener('click', () => {
      open = !open;
      folds.forEach(fold => fold.open(open));
      button.textContent = open ? 'fold lines' : 'show all lines';
    });
    buttons.append(button);
  }
  const position = document.createElement('output');
  buttons.append(position);
  aside.prepend(buttons);

  rows.forEach((row, i) => row.addEventListener('click', () => { active = player; show(i); }));
  player.act = key => {
    const action = actions.find(([, , known]) => known === key);
    if (action) action[3]();
    return Boolean(action);
  };
  show(rows.length - 1);
  source.scrollIntoView({ block: 'nearest' });
}
var active = document.querySelector('.player');
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, textarea')) return;
  if (active?.act?.(event.key)) event.preventDefault();
});
window.scrollTo(0, 0);
