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
  function clear(e) { while (e.firstChild) e.removeChild(e.firstChild); return e; }

  const steps = () => result.trace ? result.trace.steps : [];
  const touches = (s, n) => s.writes.concat(s.reads).some(v => v.name.includes(n));
  const shown = s => (!thread || s.thread === thread) && (!name || touches(s, name));

  function row(s, i, list, threads) {
    const tr = element('tr', null, 'step');
    if (i > 0 && list[i - 1].thread !== s.thread) tr.classList.add('switch');
    if (i === at) { tr.classList.add('now'); tr.setAttribute('aria-current', 'step'); }
    tr.appendChild(element('td', s.number, 'no'));
    for (const t of threads) tr.appendChild(element('td', t === s.thread ? '●' : '│', t === s.thread ? 'lane on' : 'lane'));
    tr.appendChild(element('td', s.thread));
    tr.appendChild(element('td', s.file ? s.file.replace(/.*\//, '') + ':' + s.line : ''));
    tr.appendChild(element('td', s.text));
    tr.appendChild(element('td', s.notes.join('  '), 'values'));
    tr.addEventListener('click', () => go(i));
    return tr;
  }

  function drawSteps() {
    const list = steps(), threads = result.trace ? result.trace.threads : [], body = clear(by('steps'));
    const indices = list.map((s, i) => i).filter(i => shown(list[i]) || i === at);
    const here = indices.indexOf(at), first = Math.max(0, here - WINDOW / 2), last = Math.min(indices.length, first + WINDOW);
    const head = clear(by('head')), tr = element('tr');
    for (const t of ['step', ...threads.map(t => t[0]), 'thread', 'where', 'what', 'values']) tr.appendChild(element('th', t));
    threads.forEach((t, i) => { tr.children[i + 1].title = t; });
    head.appendChild(tr);
    for (const i of indices.slice(first, last)) body.appendChild(row(list[i], i, list, threads));
    by('window').textContent = indices.length > WINDOW ? `rows ${first + 1} to ${last} of ${indices.length}` : '';
    const now = body.querySelector('.now');
    if (now) now.scrollIntoView({ block: 'nearest' });
  }

  function drawSource() {
    const s = steps()[at], body = clear(by('source'));
    const file = data.files.find(f => s ? f.name === s.file : f.lines.length) || { name: '', lines: [] };
    const path = new Set(steps().filter(x => x.file === file.name).map(x => x.line));
    by('file').textContent = file.name;
    file.lines.forEach((line, i) => {
      const tr = element('tr');
      if (path.has(i + 1)) tr.classList.add('path');
      if (s && s.line === i + 1) tr.classList.add('now');
      tr.appendChild(element('td', i + 1, 'no'));
      tr.appendChild(element('td', line));
      body.appendChild(tr);
    });
    const now = body.querySelector('.now');
    if (now) now.scrollIntoView({ block: 'center' });
  }

  /* The values after the chosen step: the last that was written or read of each name. */
  function drawValues() {
    const values = new Map(), body = clear(by('values'));
    steps().slice(0, at + 1).forEach((s, i) => {
      for (const v of s.reads) if (!values.has(v.name)) values.set(v.name, { value: v.value, step: i });
      for (const v of s.writes) values.set(v.name, { value: v.value, step: i });
    });
    for (const [key, v] of [...values].sort((a, b) => a[0] < b[0] ? -1 : 1)) {
      if (name && !key.includes(name)) continue;
      const tr = element('tr');
      tr.appendChild(element('td', key));
      tr.appendChild(element('td', v.value, v.step === at ? 'changed' : ''));
      body.appendChild(tr);
    }
  }

  function draw() {
    drawSteps(); drawSource(); drawValues();
    by('place').textContent = steps().length ? `step ${at + 1} of ${steps().length}` : 'no steps';
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

  function choose(i) {
    result = data.results[i];
    at = Math.max(steps().length - 1, 0); /* opens on the violation */
    thread = '';
    const select = clear(by('thread'));
    select.appendChild(element('option', 'all threads')).value = '';
    for (const t of result.trace ? result.trace.threads : []) select.appendChild(element('option', t)).value = t;
    by('verdict').className = result.verdict;
    by('verdict').textContent = `${result.property}: ${result.verdict}${result.reason ? ' (' + result.reason + ')' : ''}`;
    by('conclusion').textContent = (result.trace ? result.trace.conclusion : result.proof ? ['proof: ' + result.proof] : []).join('\n');
    by('assumes').textContent = result.assumes.map(a => 'assumes: ' + a).join('\n');
    draw();
  }

  const choice = by('property');
  data.results.forEach((r, i) => { choice.appendChild(element('option', `${r.property}: ${r.verdict}`)).value = i; });
  choice.addEventListener('change', () => choose(Number(choice.value)));
  by('thread').addEventListener('change', e => { thread = e.target.value; draw(); });
  by('name').addEventListener('input', e => { name = e.target.value; draw(); });
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
