'use strict';
/* The report's page: one result at a time, a table of steps with a lane for each thread, the source, and the values at
 * the chosen step. The data stands in the element #data as JSON; see docs/html.md. Rows are made for what is near the
 * chosen step only, so that ten thousand steps are no more work than a hundred. */
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const WINDOW = 400; /* rows that are there at a time */
  let result = null, at = 0, thread = '', name = '';

  const by = id => document.getElementById(id);
  function element(tag, text, className) {
    const e = document.createElement(tag);
    if (text !== undefined && text !== null) e.textContent = text;
    if (className) e.className = className;
    return e;
  }
  /* Scrolls the row's own box, never the page. */
  function reveal(row) {
    const box = row && row.closest('.scroll');
    if (!box) return;
    const top = row.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 30 || top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
  }
  function clear(e) { while (e.firstChild) e.removeChild(e.firstChild); return e; }

  const facts = () => (result.facts || []).filter(f => f.scope === 'at' && (!thread || f.of === thread) && (!name || f.text.includes(name)));
  const steps = () => result.trace ? result.trace.steps : [];
  const touches = (s, n) => s.writes.concat(s.reads).some(v => v.name.includes(n));
  const shown = s => (!thread || s.thread === thread) && (!name || touches(s, name));

  function row(s, i, list, threads) {
    const tr = element('tr', null, 'step');
    if (i > 0 && list[i - 1].thread !== s.thread) tr.classList.add('switch');
    tr.dataset.step = i;
    tr.appendChild(element('td', s.number, 'no'));
    for (const t of threads) tr.appendChild(element('td', t === s.thread ? '●' : '│', t === s.thread ? 'lane on' : 'lane'));
    tr.appendChild(element('td', s.thread));
    tr.appendChild(element('td', s.file ? s.file.replace(/.*\//, '') + ':' + s.line : ''));
    const what = element('td', s.text, 'what');
    if (s.notes.length) what.appendChild(element('span', s.notes.join('   '), 'values'));
    tr.appendChild(what);
    if (s.swap) tr.title = 'in the other order: ' + s.swap;
    tr.addEventListener('click', () => go(i));
    return tr;
  }

  /* Rows stay while the chosen step lies well inside of them, and nothing but it changes. */
  let drawnSteps = null, rows = { first: 0, last: 0 };
  function windowAround(here, n) {
    const room = WINDOW / 8, fits = (here >= rows.first + room || rows.first === 0) && (here < rows.last - room || rows.last === n);
    if (!fits || here < rows.first || here >= rows.last) rows.first = Math.max(0, here - WINDOW / 2);
    rows.last = Math.min(n, rows.first + WINDOW);
  }
  function markStep(body, i) {
    const old = body.querySelector('.now'), now = body.querySelector(`[data-step="${i}"]`);
    if (old) { old.classList.remove('now'); old.removeAttribute('aria-current'); }
    if (now) { now.classList.add('now'); now.setAttribute('aria-current', 'step'); }
    reveal(now);
  }

  function drawSteps() {
    const list = steps(), threads = result.trace ? result.trace.threads : [], body = by('steps');
    const indices = list.map((s, i) => i).filter(i => shown(list[i]) || i === at);
    windowAround(indices.indexOf(at), indices.length);
    const key = [data.results.indexOf(result), thread, name, rows.first, rows.last, indices.length].join('\n');
    if (key === drawnSteps && body.querySelector(`[data-step="${at}"]`)) return markStep(body, at);
    drawnSteps = key;
    const head = clear(by('head')), tr = element('tr');
    for (const t of ['step', ...threads.map(t => t[0]), 'thread', 'where', 'what']) tr.appendChild(element('th', t));
    threads.forEach((t, i) => { tr.children[i + 1].title = t; });
    head.appendChild(tr);
    clear(body);
    for (const i of indices.slice(rows.first, rows.last)) body.appendChild(row(list[i], i, list, threads));
    by('window').textContent = indices.length > WINDOW ? `rows ${rows.first + 1} to ${rows.last} of ${indices.length}` : '';
    markStep(body, at);
  }

  let drawnSource = null; /* what the source's rows were made for: they stay while only the step changes */
  function markSource(s) {
    const old = by('source').querySelector('.now'), rows = by('source').querySelectorAll('tr.line');
    if (old) old.classList.remove('now');
    if (s && s.line && rows[s.line - 1]) rows[s.line - 1].classList.add('now');
    reveal(by('source').querySelector('.now'));
  }

  function drawSource() {
    const s = steps()[at], wanted = s ? s.file : (facts()[0] || {}).file || (data.files[0] || {}).name;
    const file = data.files.find(f => f.name === wanted) || { name: '', lines: [] };
    const key = [data.results.indexOf(result), file.name, thread, name].join('\n');
    if (key === drawnSource) return markSource(s);
    drawnSource = key;
    const body = clear(by('source'));
    const path = new Set(steps().filter(x => x.file === file.name).map(x => x.line));
    by('file').textContent = file.name;
    file.lines.forEach((line, i) => {
      const tr = element('tr', null, 'line');
      if (path.has(i + 1)) tr.classList.add('path');
      tr.appendChild(element('td', i + 1, 'no'));
      tr.appendChild(element('td', line));
      body.appendChild(tr);
      const said = new Map();
      for (const f of facts().filter(f => f.file === file.name && f.line === i + 1)) said.set(f.of, [...(said.get(f.of) || []), f.text]);
      for (const [who, texts] of said) {
        const note = element('tr', null, 'fact');
        note.appendChild(element('td', '', 'no'));
        note.appendChild(element('td', `${who}: ${texts.join('; ')}`));
        body.insertBefore(note, tr);
      }
    });
    markSource(s);
  }

  /* The values after a step: the last that was written or read of each name. */
  function valuesAt(last) {
    const values = new Map();
    steps().slice(0, last + 1).forEach((s, i) => {
      for (const v of s.reads) if (!values.has(v.name)) values.set(v.name, { value: v.value, step: i });
      for (const v of s.writes) values.set(v.name, { value: v.value, step: i });
    });
    return values;
  }

  /* Watch expressions: numbers, names of the table of values, C's operators and brackets. Throws a text when it is not
   * one, or when a name has no number yet. */
  const LEVELS = [['||'], ['&&'], ['==', '!='], ['<=', '>=', '<', '>'], ['+', '-'], ['*', '/', '%']];
  const MEANING = { '||': (a, b) => a || b ? 1 : 0, '&&': (a, b) => a && b ? 1 : 0, '==': (a, b) => a === b ? 1 : 0,
    '!=': (a, b) => a !== b ? 1 : 0, '<=': (a, b) => a <= b ? 1 : 0, '>=': (a, b) => a >= b ? 1 : 0, '<': (a, b) => a < b ? 1 : 0,
    '>': (a, b) => a > b ? 1 : 0, '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b,
    '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b };
  function evaluate(text, values) {
    const names = [...values.keys()].sort((a, b) => b.length - a.length);
    let i = 0;
    const blanks = () => { while (text[i] === ' ') i++; };
    const number = v => v === 'true' ? 1 : v === 'false' || v === 'NULL' ? 0 : Number(v);
    function atom() {
      blanks();
      if (text[i] === '(') { i++; const v = level(0); blanks(); if (text[i++] !== ')') throw 'a closing parenthesis is missing'; return v; }
      if (text[i] === '-') { i++; return -atom(); }
      if (text[i] === '!') { i++; return atom() ? 0 : 1; }
      const digits = /^\d+/.exec(text.slice(i));
      if (digits) { i += digits[0].length; return Number(digits[0]); }
      const known = names.find(n => text.startsWith(n, i) && !/\w/.test(text[i + n.length] || ''));
      if (!known) throw 'no value yet';
      i += known.length;
      const v = number(values.get(known).value);
      if (Number.isNaN(v)) throw values.get(known).value;
      return v;
    }
    function level(n) {
      if (n === LEVELS.length) return atom();
      let left = level(n + 1);
      for (;;) {
        blanks();
        const sign = LEVELS[n].find(s => text.startsWith(s, i));
        if (!sign) return left;
        i += sign.length;
        left = MEANING[sign](left, level(n + 1));
      }
    }
    const value = level(0);
    blanks();
    if (i < text.length) throw 'syntax error at: ' + text.slice(i);
    return value;
  }
  function watched(text, last) {
    try { return String(evaluate(text, valuesAt(last))); } catch (why) { return String(why); }
  }
  function drawWatched() {
    const body = clear(by('watched'));
    for (const text of by('watch').value.split(',').map(t => t.trim()).filter(t => t)) {
      const tr = element('tr'), now = watched(text, at);
      tr.appendChild(element('td', text));
      tr.appendChild(element('td', now, at > 0 && now !== watched(text, at - 1) ? 'changed' : ''));
      body.appendChild(tr);
    }
  }

  /* Who waits for whom: threads on a circle, an arrow for each wait; and the same as a list for those who do not see it. */
  function drawWaiting() {
    const waits = result.trace && result.trace.waits || [], box = clear(by('graph'));
    by('waiting').hidden = !waits.length;
    if (!waits.length) return;
    const names = [...new Set(waits.flat())], space = 'http://www.w3.org/2000/svg';
    const draw = (tag, attributes, text) => {
      const e = document.createElementNS(space, tag);
      for (const key in attributes) e.setAttribute(key, attributes[key]);
      if (text) e.textContent = text;
      return e;
    };
    const svg = draw('svg', { viewBox: '0 0 320 220', 'aria-hidden': 'true' });
    const marker = draw('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto' });
    marker.appendChild(draw('path', { d: 'M0 0 L8 4 L0 8 z', class: 'arrow' }));
    svg.appendChild(draw('defs', {})).appendChild(marker);
    const place = n => { const a = 2 * Math.PI * names.indexOf(n) / names.length - Math.PI / 2; return [160 + 110 * Math.cos(a), 110 + 75 * Math.sin(a)]; };
    for (const [who, whom] of waits) {
      const [x, y] = place(who), [u, v] = place(whom), d = Math.hypot(u - x, v - y) || 1, k = 34 / d, bend = 18 / d;
      const sx = x + (u - x) * k, sy = y + (v - y) * k, ex = u - (u - x) * k, ey = v - (v - y) * k;
      svg.appendChild(draw('path', { class: 'wait', 'marker-end': 'url(#arrow)',
        d: `M${sx} ${sy} Q${(sx + ex) / 2 - (v - y) * bend} ${(sy + ey) / 2 + (u - x) * bend} ${ex} ${ey}` }));
    }
    for (const n of names) {
      const [x, y] = place(n);
      svg.appendChild(draw('rect', { x: x - 42, y: y - 13, width: 84, height: 26, rx: 6, class: 'node' }));
      svg.appendChild(draw('text', { x, y: y + 4, 'text-anchor': 'middle' }, n));
    }
    box.appendChild(svg);
    const list = box.appendChild(element('ul'));
    for (const [who, whom] of waits) list.appendChild(element('li', `${who} waits for ${whom}`));
  }

  function drawSwap() {
    const s = steps()[at], before = steps()[at - 1];
    by('swapping').hidden = !s || !s.swap;
    if (s && s.swap) by('swap').textContent = `If step ${s.number} (${s.thread}) came before step ${before.number} (${before.thread}): ${s.swap}.`;
  }

  function drawValues() {
    const values = valuesAt(at), body = clear(by('values'));
    for (const [key, v] of [...values].sort((a, b) => a[0] < b[0] ? -1 : 1)) {
      if (name && !key.includes(name)) continue;
      const tr = element('tr');
      tr.appendChild(element('td', key));
      tr.appendChild(element('td', v.value, v.step === at ? 'changed' : ''));
      body.appendChild(tr);
    }
  }

  function draw() {
    drawSteps(); drawSource(); drawValues(); drawWatched(); drawSwap();
    by('place').textContent = steps().length ? `step ${at + 1} of ${steps().length}` : 'no steps';
    document.body.classList.toggle('proof', !steps().length);
  }
  function go(i) {
    const n = steps().length;
    at = Math.min(Math.max(i, 0), Math.max(n - 1, 0));
    draw();
  }
  function move(by) {
    const list = steps();
    for (let i = at + by; i >= 0 && i < list.length; i += by) if (shown(list[i])) return go(i);
  }
  function moveSwitch(by) {
    const list = steps();
    for (let i = at + by; i > 0 && i < list.length; i += by)
      if (list[i].thread !== list[i - 1].thread && shown(list[i])) return go(i);
  }

  /* What a proof says beyond single lines. */
  function told(f) {
    if (f.scope === 'always') return '  wherever threads switch: ' + f.text;
    if (f.scope === 'free') return `  while no thread holds ${f.of}: ${f.text}`;
    return f.scope === 'relies' ? `  ${f.of} relies on the others to keep: ${f.text}` : '';
  }

  function choose(i) {
    result = data.results[i];
    at = Math.max(steps().length - 1, 0); /* opens on the violation */
    thread = '';
    rows = { first: 0, last: 0 };
    const select = clear(by('thread'));
    select.appendChild(element('option', 'all threads')).value = '';
    const threads = result.trace ? result.trace.threads : [...new Set((result.facts || []).filter(f => f.scope === 'at').map(f => f.of))];
    for (const t of threads) select.appendChild(element('option', t)).value = t;
    by('verdict').className = result.verdict;
    by('verdict').textContent = `${result.property}: ${result.verdict}${result.reason ? ' (' + result.reason + ')' : ''}`;
    by('conclusion').textContent = (result.trace ? result.trace.conclusion : result.proof ? ['proof: ' + result.proof, ...(result.facts || []).map(told).filter(t => t)] : []).join('\n');
    drawWaiting();
    by('assumes').textContent = result.assumes.map(a => 'assumes: ' + a).join('\n');
    draw();
  }

  const choice = by('property');
  data.results.forEach((r, i) => { choice.appendChild(element('option', `${r.property}: ${r.verdict}`)).value = i; });
  choice.addEventListener('change', () => choose(Number(choice.value)));
  by('thread').addEventListener('change', e => { thread = e.target.value; draw(); });
  by('name').addEventListener('input', e => { name = e.target.value; draw(); });
  by('watch').addEventListener('input', drawWatched);
  by('back').addEventListener('click', () => move(-1));
  by('forward').addEventListener('click', () => move(1));
  document.addEventListener('keydown', e => {
    if (e.target.tagName === 'INPUT' || e.target.tagName === 'SELECT' || e.ctrlKey || e.metaKey || e.altKey) return;
    const keys = { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), Home: () => go(0),
      End: () => go(steps().length - 1), n: () => moveSwitch(1), p: () => moveSwitch(-1) };
    if (keys[e.key]) { keys[e.key](); e.preventDefault(); }
  });
  const worst = data.results.findIndex(r => r.verdict === 'unsafe');
  choice.value = String(worst < 0 ? 0 : worst);
  choose(worst < 0 ? 0 : worst);
  const wanted = /step=(\d+)/.exec(location.hash); /* a link to a step */
  if (wanted) go(Number(wanted[1]) - 1);
})();
