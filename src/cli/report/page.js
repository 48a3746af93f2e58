'use strict';
// The page of one game. What players wrote is only ever set as text; nothing here reads or writes markup.
(() => {
const game = JSON.parse(document.getElementById('data').textContent);
const { phases, rules } = game;
const { plans, looks, boards } = game.gallery;
const by = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const CELL = 44, EDGE = 22;

// An element with attributes and children; a string is text.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ''));
  return element;
}
function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const centre = (plan, square) => [EDGE + (plan.squares[square][0] + .5) * CELL, EDGE + (plan.squares[square][1] + .5) * CELL];

function board(number) {
  const { universe, plan: at, men, trodden, struck, checked, trails, sides, remarks } = boards[number];
  const plan = plans[at];
  const [width, height] = [plan.columns * CELL + 2 * EDGE, plan.rows * CELL + 2 * EDGE];
  const names = men.map(([square, look]) => `${looks[look].name} ${plan.names[square]}`);
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, class: 'board', role: 'img', 'aria-label': `${universe}: ${names.join(', ')}` });
  const rect = (column, row, kind, rim = 0) => svg.append(draw('rect', {
    x: EDGE + column * CELL - rim, y: EDGE + row * CELL - rim, width: CELL + 2 * rim, height: CELL + 2 * rim, class: kind }));
  for (const [column, row] of [...plan.squares, ...plan.holes]) rect(column, row, 'frame', 2.5);
  for (const [column, row] of plan.holes) rect(column, row, 'hole');
  plan.squares.forEach(([column, row, dark], square) => rect(column, row, (dark ? 'd' : 'l') + (trodden.includes(square) ? ' t' : '')));
  for (const square of checked) rect(plan.squares[square][0], plan.squares[square][1], 'check', -1.5);
  for (const square of struck) {
    const [x, y] = centre(plan, square);
    svg.append(draw('path', { class: 'struck', d: `M${x - 9} ${y - 9}l18 18m0-18l-18 18` }));
  }
  for (const trail of trails) {
    svg.append(draw('path', { class: 'trail', d: 'M' + trail.map(square => centre(plan, square).join(' ')).join('L') }));
  }
  const label = (text, x, y) => {
    const element = draw('text', { class: 'label', x, y });
    element.textContent = text;
    svg.append(element);
  };
  plan.files.forEach((file, column) => label(file, EDGE + (column + .5) * CELL, height - EDGE / 2));
  plan.ranks.forEach((rank, row) => label(rank, EDGE / 2, EDGE + (row + .5) * CELL));
  for (const [square, look] of men) {
    const [column, row] = plan.squares[square];
    const man = draw('use', { href: `#m${look}`, x: EDGE + column * CELL, y: EDGE + row * CELL, width: CELL, height: CELL });
    const title = draw('title', {});
    title.textContent = `${looks[look].name} on ${plan.names[square]}`;
    man.append(title);
    svg.append(man);
  }
  const legend = sides.map(([colour, who]) => {
    const swatch = make('span', { class: 'swatch' });
    swatch.style.setProperty('background', colour);
    return make('span', { class: 'side' }, swatch, who);
  });
  return make('figure', { class: 'universe' }, svg,
    make('figcaption', {}, make('b', {}, universe), ' ', ...legend, ...remarks.map(remark => make('div', {}, remark))));
}

// Where a phase is in the game, in words.
function place(phase, at) {
  if (!phase.who) return phase.turn === 0 || at === 0 ? 'Before the game' : 'After the game';
  return `Turn ${phase.turn} · ${phase.who}`;
}

function fold(summary, ...children) {
  return make('details', {}, make('summary', {}, summary), ...children);
}

function proof(lines) {
  if (!lines.length) return null;
  const shell = /^((printf|curl|custodian) |h=)/;
  return fold('How the dice are proved', ...lines.map(line => shell.test(line) ? make('pre', {}, line) : make('p', { class: 'small' }, line)));
}

function mails(step) {
  if (!step.mails.length) return null;
  const count = step.mails.length === 1 ? '1 mail went out' : `${step.mails.length} mails went out`;
  const line = mail => make('li', { class: 'small' }, `To ${mail.to}: ${mail.subject} `, make('code', {}, mail.sha256.slice(0, 16)),
    mail.receipt ? ` · ${mail.receipt}` : ' · not sent yet');
  return fold(count, make('ul', { class: 'plain' }, step.mails.map(line)));
}

function words(step) {
  if (!step.letter) return null;
  if (step.unshown) return make('p', { class: 'small' }, `${step.by ?? 'Somebody'} wrote; ${step.unshown}.`);
  if (!step.ordered) return make('p', { class: 'small' }, `${step.by ?? 'Somebody'} wrote; the letter is not in this copy.`);
  return step.ordered.length ? make('blockquote', {}, step.ordered.join('\n')) : null;
}

function step(told) {
  return make('article', { id: `line-${told.seq}`, tabindex: '-1' },
    make('div', { class: 'when' }, make('span', {}, `${told.by ? told.by + ' · ' : ''}${told.at} UTC`), make('span', {}, `line ${told.seq}`)),
    words(told), ...told.happened.map(sentence => make('p', {}, sentence)), proof(told.dice), mails(told));
}

// What came about in a phase, without the talk on the way.
function gist(phase) {
  return phase.steps.filter(told => told.moved).flatMap(told => told.happened);
}

let now = 0;
function show(at) {
  now = Math.max(0, Math.min(phases.length - 1, at));
  const phase = phases[now];
  by('slider').value = now;
  by('slider').setAttribute('aria-valuetext', place(phase, now));
  by('where').textContent = `${place(phase, now)}${phase.colours ? ` (${phase.colours})` : ''}`;
  by('gist').textContent = gist(phase).join(' ');
  by('before').disabled = now === 0;
  by('after').disabled = now === phases.length - 1;
  by('boards').replaceChildren(...phase.boards.map(board));
  by('boards').classList.toggle('single', phase.boards.length === 1);
  by('story').replaceChildren(...phase.steps.map(step));
  if (!phase.boards.length) by('boards').append(make('p', {}, 'The players have not all joined yet: there is no board.'));
}

// Goes to a line of the record.
function jump(seq) {
  const at = phases.findIndex(phase => phase.steps.some(told => told.seq === seq));
  if (at < 0) return;
  by('search').value = '';
  find('');
  open('play');
  show(at);
  const article = by(`line-${seq}`);
  article?.scrollIntoView({ block: 'center' });
  article?.focus({ preventScroll: true });
}
const link = (seq, text) => make('button', { class: 'jump', type: 'button', onclick: () => jump(seq) }, text);

function verdict([finding, says]) {
  return make('li', { class: `verdict ${finding}` }, says);
}

function rule(made) {
  const state = made.stands ? make('span', { class: 'badge on' }, 'in force') : make('span', { class: 'badge off' }, 'ended');
  return make('article', {},
    make('h2', {}, `${made.number}${made.title ? ` “${made.title}”` : ''} `, state),
    make('p', { class: 'small' }, `By ${made.maker}, for ${made.scope}, in turn ${made.turn} `, link(made.seq, 'see it made')),
    make('blockquote', {}, made.text),
    made.canonical.trim() === made.text.trim() ? null : fold('As the program says it back', make('blockquote', {}, made.canonical)),
    made.verdicts.length ? make('ul', { class: 'plain' }, made.verdicts.map(verdict)) : null,
    ...made.fate.map(([seq, turn, says]) => make('p', {}, `Turn ${turn}: ${says} `, link(seq, 'see it'))));
}

const steps = phases.flatMap((phase, at) => phase.steps.map(told => ({ told, phase, at })));

function letter({ told, phase, at }) {
  return make('article', {},
    make('div', { class: 'when' }, make('h3', {}, told.by ?? 'Somebody'), make('span', {}, `${place(phase, at)} · ${told.at} UTC`)),
    words(told), ...told.happened.map(sentence => make('p', {}, sentence)),
    make('p', { class: 'small' }, 'Its SHA-256: ', make('code', {}, told.letter), ' ', link(told.seq, `line ${told.seq}`)), mails(told));
}

function roll({ told, phase, at }) {
  const article = make('article', {}, make('div', { class: 'when' }, make('h3', {}, place(phase, at)), link(told.seq, `line ${told.seq}`)),
    ...told.chance.map(sentence => make('p', {}, sentence)), told.dice.length ? proof(told.dice) : null);
  article.querySelector('details')?.setAttribute('open', '');
  return article;
}

// A turn with its boards, which are drawn when they come near the window.
const near = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting || target.childElementCount) continue;
    target.append(...phases[target.dataset.phase].boards.map(board));
    near.unobserve(target);
  }
}, { rootMargin: '600px' });
function turn(at) {
  const last = phases.findLastIndex(phase => phase.turn === phases[at].turn);
  const played = phases.slice(at, last + 1).filter(phase => phase.steps.length);
  const line = phase => make('p', {}, phase.who ? make('b', {}, `${phase.who}: `) : null, `${gist(phase).join(' ') || 'Only letters.'} `,
    link(phase.steps.at(-1).seq, 'see it'));
  const drawn = make('div', { class: 'boards', 'data-phase': last });
  near.observe(drawn);
  return make('article', {}, make('h2', {}, phases[at].turn ? `Turn ${phases[at].turn}` : 'Before the game'),
    make('div', { class: 'turn' }, make('div', {}, played.map(line)), drawn));
}
const begins = phases.map((phase, at) => at).filter(at => at === 0 || phases[at - 1].turn !== phases[at].turn);

// Parts that are long are built when they are first looked at.
const parts = {
  play: () => [],
  turns: () => begins.map(turn),
  rules: () => rules.map(rule),
  dice: () => {
    const rolled = steps.filter(({ told }) => told.dice.length || told.chance.length).map(roll);
    return [make('p', { class: 'small' }, `How this game rolls: ${game.dice}.`), ...(rolled.length ? rolled : [make('p', {}, empty.dice)])];
  },
  letters: () => steps.filter(({ told }) => told.letter).map(letter),
};
const empty = { turns: 'Nothing has been played.', rules: 'No rule was made.', dice: 'Nothing was left to chance.', letters: 'No letter has come in.' };
function build(name) {
  const section = by(name);
  if (name === 'play' || section.childElementCount) return;
  const content = parts[name]();
  section.classList.add('many');
  section.append(...(content.length ? content : [make('p', {}, empty[name])]));
}
function open(name) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const selected = tab.getAttribute('aria-controls') === name;
    tab.setAttribute('aria-selected', selected);
    tab.tabIndex = selected ? 0 : -1;
    by(tab.getAttribute('aria-controls')).hidden = !selected;
  }
  build(name);
}

const MOST_FOUND = 100;
const texts = [
  ...steps.map(({ told, phase, at }) => ({ seq: told.seq, head: `${place(phase, at)} · line ${told.seq}`,
    text: [told.by ?? '', ...(told.ordered ?? []), ...told.happened, ...told.mails.map(mail => mail.subject)].join('\n') })),
  ...rules.map(made => ({ seq: made.seq, head: `Rule ${made.number}`, text: `${made.number} ${made.title ?? ''}\n${made.text}\n${made.canonical}` })),
].map(entry => ({ ...entry, low: entry.text.toLowerCase() }));

// The lines of a text that hold the words, with the words marked.
function marked(entry, sought) {
  const lines = entry.text.split('\n').filter(line => line.toLowerCase().includes(sought)).slice(0, 4);
  return lines.map(line => {
    const paragraph = make('p', {});
    for (let rest = line; rest;) {
      const at = rest.toLowerCase().indexOf(sought);
      if (at < 0) { paragraph.append(rest); break; }
      paragraph.append(rest.slice(0, at), make('mark', {}, rest.slice(at, at + sought.length)));
      rest = rest.slice(at + sought.length);
    }
    return paragraph;
  });
}
function find(words) {
  const sought = words.trim().toLowerCase();
  const section = by('found');
  section.hidden = sought.length < 2;
  if (section.hidden) { section.replaceChildren(); return; }
  const hits = texts.filter(entry => entry.low.includes(sought));
  const more = hits.length > MOST_FOUND ? `; the first ${MOST_FOUND} are shown` : '';
  section.replaceChildren(make('h2', {}, `${hits.length} found${more}`), ...hits.slice(0, MOST_FOUND).map(entry =>
    make('article', {}, make('div', { class: 'when' }, link(entry.seq, entry.head)), ...marked(entry, sought))));
}

// On paper: every turn with its boards, then rules and dice, with nothing folded away.
function paper() {
  build('rules');
  build('dice');
  for (const folded of document.querySelectorAll('#rules details, #dice details')) folded.open = true;
  if (by('print').childElementCount) return;
  phases.forEach((phase, at) => {
    const ends = at === phases.length - 1 || phases[at + 1].turn !== phase.turn;
    by('print').append(make('h2', {}, place(phase, at)), ...gist(phase).map(sentence => make('p', {}, sentence)));
    if (ends) by('print').append(make('div', { class: 'boards' }, phase.boards.map(board)));
  });
}

document.title = `${game.game}, a game of chess by mail`;
by('title').textContent = game.game;
by('subtitle').textContent = [`Chess by mail, founded ${game.founded}`, game.result].filter(Boolean).join('. ').replace(/\.\.$/, '.');
by('players').append(...game.players.map(({ name, plays }) => make('li', {}, make('b', {}, name), plays ? make('span', {}, ` ${plays}`) : null)));
by('foot').append(make('p', {}, `What custodian verify said of it as this page was made: ${game.verified}`), make('p', {}, `The record has ${game.head[0]} lines; the head of the last is `, make('code', {}, game.head[1]),
  '. The mails of the game end with such heads: they bear witness that nothing was changed since.'));
by('slider').max = phases.length - 1;
by('slider').addEventListener('input', event => show(Number(event.target.value)));
by('before').addEventListener('click', () => show(now - 1));
by('after').addEventListener('click', () => show(now + 1));
by('search').addEventListener('input', event => find(event.target.value));
addEventListener('beforeprint', paper);
addEventListener('keydown', event => {
  const tab = event.target.closest?.('[role=tab]');
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (tab && step) {
    const tabs = [...document.querySelectorAll('[role=tab]')];
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    open(next.getAttribute('aria-controls'));
    next.focus();
  } else if (event.key === 'Escape' && event.target === by('search')) {
    event.target.value = '';
    find('');
  } else if (event.key === '/' && event.target.tagName !== 'INPUT') {
    event.preventDefault();
    by('search').focus();
  } else if (step && event.target.tagName !== 'INPUT' && !event.altKey && !event.ctrlKey && !event.metaKey && !by('play').hidden) {
    show(now + step);
  }
});
for (const tab of document.querySelectorAll('[role=tab]')) tab.addEventListener('click', () => open(tab.getAttribute('aria-controls')));
show(phases.length - 1);
})();
