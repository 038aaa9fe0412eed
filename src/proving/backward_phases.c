/* backward_phases.c - all threads: cubes for each combination of phases. They may be about locals as well, of which
 * the proof keeps copies that every clause may speak about; so what is assigned to these must be a value. */
#include "proving/backward.h"

enum { MOST_COMBINATIONS = 20000 };

/* A block's target as a step from phase to phase. */
typedef struct {
  hd_loc from_loc;
  const hd_block_target *t;
  uint32_t thread, from, to;
} move;

typedef struct {
  hd_backward back;
  uint8_t *about;     /* by cell: cubes may be about it */
  uint8_t *secret;    /* by variable: no other thread can know its value */
  uint8_t *fails;     /* by location: something may go wrong from there */
  uint8_t *guards;    /* by thread: something may go wrong there */
  bool wide;          /* cubes may be about whatever decides where a thread goes, and how it changes the rest */
  uint32_t *phase;    /* by location; while they are joined: another location of the phase, or itself */
  uint32_t *count;    /* by thread */
  uint32_t *depth;    /* by phase of all threads: the longest way there */
  uint32_t *first;    /* by thread: its first phase among all */
  uint32_t *step;     /* by thread: what one phase is worth in a combination */
  HD_VEC(move) moves; /* those that lead from phase to phase, or change something */
  HD_VEC(move) failing;
  hd_term_list *cubes; /* by combination */
  uint32_t combinations;
  hd_u32s order; /* of combinations, the last ones first */
} team;

static bool is_place(const team *m, uint32_t l)
{
  return hd_proving_is_place(m->back.w, (hd_loc){l});
}

/* --- what it is about ------------------------------------------------------------------------------------- */

typedef struct {
  team *m;
  bool more;
} noting;

static void note_cell(void *context, hd_term leaf)
{
  noting *n = context;
  const hd_backward *x = &n->m->back;
  uint32_t cell;
  if (hd_term_op(x->T, leaf) != HD_OP_VAR || !hd_backward_cell(x, hd_term_symbol(x->T, leaf), &cell)) return;
  if (n->m->secret[x->cells->list.data[cell].var.id] || n->m->about[cell]) return;
  n->m->about[cell] = true;
  n->more = true;
}

/* Locals with a value of their own, that comes from nowhere. */
static void find_secrets(team *m)
{
  const hd_program *q = m->back.w->q;
  for (uint32_t v = 0; v < q->vars.len; v++) {
    const hd_var_info *info = &q->vars.data[v];
    m->secret[v] = info->thread.id != HD_NONE && (info->any || info->count || info->role == HD_ROLE_SELF);
  }
  for (uint32_t e = 0; e < q->edges.len; e++)
    for (uint32_t i = 0; i < q->edges.data[e].n_assigns; i++) {
      const hd_assign *a = &q->edges.data[e].assigns[i];
      if (!hd_term_is(a->value) && hd_var_get(q, a->var)->thread.id != HD_NONE) m->secret[a->var.id] = true;
    }
}

static bool target_changes(const team *m, const hd_block_target *t)
{
  const hd_backward *x = &m->back;
  for (uint32_t i = 0; i < x->cells->list.len; i++)
    if (m->about[i] && !hd_term_same(t->post[i], x->state[i])) return true;
  return false;
}

static void note_failing(team *m, uint32_t l)
{
  hd_backward *x = &m->back;
  const hd_block *b = hd_backward_block(x, (hd_loc){l});
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_block_target *t = &b->targets.data[i];
    hd_term both[2] = {hd_backward_known(x, (hd_loc){l}), t->cond};
    if (t->kind == HD_TO_CUT || hd_smt_satisfiable(x->smt, both, 2) == HD_UNSAT) continue;
    noting n = {m, false};
    hd_term_visit_leaves(x->T, t->cond, note_cell, &n);
    m->fails[l] = true;
    m->guards[hd_loc_get(x->w->q, (hd_loc){l})->thread.id] = true;
    hd_vec_push(&m->failing, (move){.from_loc = {l}, .t = t, .thread = hd_loc_get(x->w->q, (hd_loc){l})->thread.id});
  }
}

/* Does it matter whether the thread goes there? */
static bool target_matters(const team *m, uint32_t l, const hd_block_target *t)
{
  return m->guards[hd_loc_get(m->back.w->q, (hd_loc){l})->thread.id] || target_changes(m, t);
}

/* What is computed into something that it is about, and why a thread comes to where something may go wrong. */
static bool note_sources(team *m, uint32_t l)
{
  hd_backward *x = &m->back;
  const hd_block *b = hd_backward_block(x, (hd_loc){l});
  noting n = {m, false};
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_block_target *t = &b->targets.data[i];
    bool decides = t->kind == HD_TO_CUT && (m->fails[t->loc.id] || (m->wide && target_matters(m, l, t)));
    if (decides) hd_term_visit_leaves(x->T, t->cond, note_cell, &n);
    for (uint32_t k = 0; t->kind == HD_TO_CUT && k < x->cells->list.len; k++)
      if (m->about[k] && !hd_term_same(t->post[k], x->state[k])) hd_term_visit_leaves(x->T, t->post[k], note_cell, &n);
  }
  return n.more;
}

static bool is_start(const team *m, uint32_t l)
{
  return is_place(m, l) && m->back.w->q->locs.data[l].kind == HD_LOC_NORMAL;
}

static void find_about(team *m)
{
  uint32_t n = m->back.w->q->locs.len;
  find_secrets(m);
  for (uint32_t l = 0; l < n; l++)
    if (is_start(m, l)) note_failing(m, l);
  for (bool more = true; more && !hd_budget_spent(&m->back.w->budget);) {
    more = false;
    for (uint32_t l = 0; l < n; l++)
      if (is_start(m, l)) more |= note_sources(m, l);
  }
  for (uint32_t i = 0; i < m->back.cells->list.len; i++) m->back.goes[i] = !m->about[i];
}

/* --- phases ------------------------------------------------------------------------------------------------ */

static uint32_t root_phase(const team *m, uint32_t l)
{
  while (m->phase[l] != l) l = m->phase[l];
  return l;
}

/* Not where something may go wrong: who is there needs a reason of its own. */
static void join_places(team *m)
{
  uint32_t n = m->back.w->q->locs.len;
  for (uint32_t l = 0; l < n; l++) m->phase[l] = l;
  for (uint32_t l = 0; l < n; l++) {
    if (!is_start(m, l) || m->fails[l]) continue;
    const hd_block *b = hd_backward_block(&m->back, (hd_loc){l});
    for (uint32_t i = 0; i < b->targets.len; i++) {
      const hd_block_target *t = &b->targets.data[i];
      if (t->kind != HD_TO_CUT || !is_place(m, t->loc.id) || m->fails[t->loc.id]) continue;
      if (!target_changes(m, t) && !(m->wide && target_matters(m, l, t)))
        m->phase[root_phase(m, l)] = root_phase(m, t->loc.id);
    }
  }
}

/* Roots become numbers from 0 up, thread by thread. */
static void number_phases(team *m)
{
  const hd_program *q = m->back.w->q;
  uint32_t *number = hd_alloc(q->locs.len + 1, sizeof *number), *roots = hd_alloc(q->locs.len + 1, sizeof *roots);
  for (uint32_t l = 0; l < q->locs.len; l++) {
    roots[l] = root_phase(m, l);
    if (is_place(m, l) && roots[l] == l) number[l] = m->count[q->locs.data[l].thread.id]++;
  }
  for (uint32_t l = 0; l < q->locs.len; l++) m->phase[l] = is_place(m, l) ? number[roots[l]] : HD_NONE;
  free(number);
  free(roots);
  uint64_t all = 1;
  for (uint32_t t = 0, sum = 0; t < q->threads.len; t++) {
    m->first[t] = sum;
    m->step[t] = (uint32_t)all;
    sum += m->count[t];
    all = all > MOST_COMBINATIONS ? all : all * m->count[t];
  }
  m->combinations = all > MOST_COMBINATIONS ? 0 : (uint32_t)all;
}

static void find_moves(team *m)
{
  const hd_program *q = m->back.w->q;
  for (uint32_t l = 0; l < q->locs.len; l++) {
    if (!is_start(m, l)) continue;
    const hd_block *b = hd_backward_block(&m->back, (hd_loc){l});
    for (uint32_t i = 0; i < b->targets.len; i++) {
      const hd_block_target *t = &b->targets.data[i];
      if (t->kind != HD_TO_CUT || !is_place(m, t->loc.id)) continue;
      move step = {{l}, t, q->locs.data[l].thread.id, m->phase[l], m->phase[t->loc.id]};
      if (step.from != step.to || target_changes(m, t)) hd_vec_push(&m->moves, step);
    }
  }
  for (uint32_t i = 0; i < m->failing.len; i++) m->failing.data[i].from = m->phase[m->failing.data[i].from_loc.id];
}

/* The longest way to each phase; around loops any. */
static void find_depths(team *m)
{
  for (uint32_t round = 0; round < m->moves.len; round++) {
    bool changed = false;
    for (uint32_t i = 0; i < m->moves.len; i++) {
      const move *s = &m->moves.data[i];
      uint32_t from = m->depth[m->first[s->thread] + s->from], *to = &m->depth[m->first[s->thread] + s->to];
      if (s->from == s->to || *to > from || from >= m->moves.len) continue;
      *to = from + 1;
      changed = true;
    }
    if (!changed) return;
  }
}

static uint32_t phase_in(const team *m, uint32_t combination, uint32_t thread)
{
  return combination / m->step[thread] % m->count[thread];
}

static uint32_t depth_of(const team *m, uint32_t combination)
{
  uint32_t sum = 0;
  for (uint32_t t = 0; t < m->back.w->q->threads.len; t++) sum += m->depth[m->first[t] + phase_in(m, combination, t)];
  return sum;
}

static void find_order(team *m)
{
  uint32_t deepest = 0;
  for (uint32_t k = 0; k < m->combinations; k++)
    if (depth_of(m, k) > deepest) deepest = depth_of(m, k);
  for (uint32_t d = deepest + 1; d-- > 0;)
    for (uint32_t k = 0; k < m->combinations; k++)
      if (depth_of(m, k) == d) hd_vec_push(&m->order, k);
}

/* The facts that are known wherever a thread stands. */
static void find_always(team *m)
{
  hd_backward *x = &m->back;
  hd_term_list common = {0}, here = {0};
  bool first = true;
  for (uint32_t l = 0; l < x->w->q->locs.len; l++) {
    if (!is_start(m, l) || hd_term_is_false(x->T, hd_backward_known(x, (hd_loc){l}))) continue;
    here.len = 0;
    hd_formula_conjuncts(x->T, hd_backward_known(x, (hd_loc){l}), first ? &common : &here);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < common.len && !first; i++) {
      bool found = false;
      for (uint32_t k = 0; k < here.len && !found; k++) found = hd_term_same(here.data[k], common.data[i]);
      if (found) common.data[kept++] = common.data[i];
    }
    if (!first) common.len = kept;
    first = false;
  }
  x->always = hd_formula_and(x->T, common.data, common.len);
  hd_vec_clear(&common);
  hd_vec_clear(&here);
}

/* --- cubes ------------------------------------------------------------------------------------------------- */

static uint32_t combination_after(const team *m, uint32_t combination, const move *s)
{
  return combination + s->to * m->step[s->thread] - s->from * m->step[s->thread];
}

static bool look_at(team *m, uint32_t k, const uint32_t *stamp, uint32_t done)
{
  hd_backward *x = &m->back;
  bool changed = false;
  for (uint32_t i = 0; i < m->failing.len && !done && !x->failed; i++) {
    const move *s = &m->failing.data[i];
    if (phase_in(m, k, s->thread) != s->from) continue;
    changed |= hd_backward_pull(x, &m->cubes[k], hd_backward_known(x, s->from_loc), s->t->cond);
  }
  for (uint32_t i = 0; i < m->moves.len && !x->failed; i++) {
    const move *s = &m->moves.data[i];
    if (phase_in(m, k, s->thread) != s->from) continue;
    uint32_t next = combination_after(m, k, s);
    if (!m->cubes[next].len || (done && stamp[next] < done)) continue;
    hd_term bad = hd_backward_before(x, s->t, hd_backward_some(x, &m->cubes[next]));
    hd_term step = hd_term_2(x->T, HD_OP_AND, s->t->cond, bad);
    changed |= hd_backward_pull(x, &m->cubes[k], hd_backward_known(x, s->from_loc), step);
  }
  return changed;
}

static uint32_t start_of(const team *m)
{
  const hd_program *q = m->back.w->q;
  uint32_t k = 0;
  for (uint32_t t = 0; t < q->threads.len; t++) k += m->phase[q->threads.data[t].entry.id] * m->step[t];
  return k;
}

static bool close_cubes(team *m)
{
  hd_backward *x = &m->back;
  uint32_t *stamp = hd_alloc(m->combinations + 1, sizeof *stamp), *done = hd_alloc(m->combinations + 1, sizeof *done);
  uint32_t start = start_of(m), time = 0;
  bool changed = true, starts = false;
  while (changed && !x->failed && !starts) {
    changed = false;
    for (uint32_t i = 0; i < m->order.len && !x->failed && !starts; i++) {
      uint32_t k = m->order.data[i], before = ++time;
      bool more = look_at(m, k, stamp, done[k]);
      done[k] = before;
      if (!more) continue;
      stamp[k] = ++time;
      changed = true;
      starts = k == start && hd_backward_starts(x, &m->cubes[k]);
      x->failed |= hd_budget_spent(&x->w->budget);
    }
  }
  free(stamp);
  free(done);
  return !x->failed && !starts;
}

/* --- all of it --------------------------------------------------------------------------------------------- */

static void take_phases(team *m)
{
  hd_phase_facts *out = &m->back.w->together;
  out->phase = m->phase;
  out->count = m->count;
  out->copied = hd_alloc(m->back.w->q->vars.len + 1, 1);
  m->phase = m->count = NULL;
  for (uint32_t i = 0; i < m->back.cells->list.len; i++) {
    hd_var v = m->back.cells->list.data[i].var;
    out->copied[v.id] |= m->about[i] && hd_var_get(m->back.w->q, v)->thread.id != HD_NONE;
  }
  for (uint32_t k = 0; k < m->combinations; k++) {
    hd_term none = hd_backward_none(&m->back, &m->cubes[k]);
    if (m->cubes[k].len) hd_vec_push(&out->list, (hd_never){k, hd_term_1(m->back.T, HD_OP_NOT, none)});
  }
}

static bool find_cubes(team *m)
{
  find_about(m);
  join_places(m);
  number_phases(m);
  if (!m->combinations || hd_budget_spent(&m->back.w->budget)) return false;
  find_moves(m);
  m->depth = hd_alloc(m->back.w->q->locs.len + 1, sizeof *m->depth);
  m->cubes = hd_alloc(m->combinations + 1, sizeof *m->cubes);
  find_depths(m);
  find_order(m);
  find_always(m);
  return close_cubes(m);
}

bool hd_backward_together(hd_proving *w, bool wide)
{
  team m = {.wide = wide};
  uint32_t n = w->q->threads.len;
  for (uint32_t t = 0; t < n; t++)
    if (w->any[t]) return false;
  hd_backward_init(&m.back, w);
  m.about = hd_alloc(m.back.cells->list.len + 1, 1);
  m.secret = hd_alloc(w->q->vars.len + 1, 1);
  m.fails = hd_alloc(w->q->locs.len + 1, 1);
  m.guards = hd_alloc(n + 1, 1);
  m.phase = hd_alloc(w->q->locs.len + 1, sizeof *m.phase);
  m.count = hd_alloc(n + 1, sizeof *m.count);
  m.first = hd_alloc(n + 1, sizeof *m.first);
  m.step = hd_alloc(n + 1, sizeof *m.step);
  bool found = find_cubes(&m);
  if (found) take_phases(&m);
  for (uint32_t k = 0; m.cubes && k < m.combinations; k++) hd_vec_clear(&m.cubes[k]);
  free(m.cubes);
  free(m.depth);
  free(m.about);
  free(m.secret);
  free(m.fails);
  free(m.guards);
  free(m.phase);
  free(m.count);
  free(m.first);
  free(m.step);
  hd_vec_clear(&m.moves);
  hd_vec_clear(&m.failing);
  hd_vec_clear(&m.order);
  hd_backward_clear(&m.back);
  return found;
}
