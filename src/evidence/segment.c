/* segment.c - symbolic execution of all paths between two cut-points. */
#include "evidence/segment.h"

#include "expr/meet.h"

struct hd_segment {
  hd_map place; /* by symbol that some edge of it changes: its number */
  const hd_term *symbols;
  uint32_t n_symbols;
  hd_segment_target *targets;
  uint32_t n_targets;
  hd_term safe;
};

/* A location on the way: when it is reached, and with which values, by number of symbols. */
typedef struct {
  hd_term cond;
  hd_term *state; /* NULL: not reached */
} arrival;

typedef struct {
  const hd_steps *s;
  hd_terms *T;
  hd_segment *to;
  HD_VEC(hd_term) symbols;
  hd_u32s order;   /* locations between cut-points, topologically */
  hd_u32s ends;    /* cut-points that were reached */
  arrival *at;     /* by location */
  hd_term *arrays; /* by number: arrays as they are after the edges so far; HD_NO_TERM: no array */
} walk;

/* --- where it leads -------------------------------------------------------------------------------- */

static void note_symbol(walk *w, hd_term variable)
{
  uint32_t symbol = hd_term_symbol(w->T, variable);
  if (hd_map_find(&w->to->place, symbol)) return;
  hd_map_put(&w->to->place, symbol, w->symbols.len);
  hd_vec_push(&w->symbols, variable);
}

static void note_changes(walk *w, uint32_t e)
{
  const hd_edge_info *info = &w->s->edges[e];
  for (uint32_t i = 0; i < info->n_assigns; i++) note_symbol(w, hd_certificate_var(w->s->p, 0, info->assigns[i].var));
  for (const hd_ghost_set *g = w->s->sets[e]; g->ghost != HD_NONE; g++)
    note_symbol(w, hd_certificate_ghost(w->s->p, w->s->c, g->ghost));
}

/* Notes what the edge and those behind it change, and the locations between cut-points, the last first. */
static void look_along(walk *w, uint8_t *seen, uint32_t e)
{
  uint32_t n, l = w->s->edges[e].to.id;
  note_changes(w, e);
  if (w->s->cut[l] || seen[l]) return;
  seen[l] = 1;
  const uint32_t *out = hd_loc_out(w->s->p, (hd_loc){l}, &n);
  for (uint32_t i = 0; i < n; i++) look_along(w, seen, out[i]);
  hd_vec_push(&w->order, l);
}

static void start_segment(walk *w, uint32_t e)
{
  uint8_t *seen = hd_alloc(w->s->p->locs.len, 1);
  look_along(w, seen, e);
  free(seen);
  w->to->n_symbols = w->symbols.len;
  w->arrays = hd_alloc(w->symbols.len + 1, sizeof *w->arrays);
  w->at = hd_alloc(w->s->p->locs.len, sizeof *w->at);
  for (uint32_t i = 0; i < w->symbols.len; i++)
    if (hd_term_sort(w->T, w->symbols.data[i]).kind == HD_SORT_ARRAY) w->arrays[i] = w->symbols.data[i];
}

static void finish_segment(walk *w)
{
  for (uint32_t l = 0; l < w->s->p->locs.len; l++) free(w->at[l].state);
  free(w->at);
  free(w->arrays);
  hd_vec_clear(&w->symbols);
  hd_vec_clear(&w->order);
  hd_vec_clear(&w->ends);
}

/* --- values ---------------------------------------------------------------------------------------- */

typedef struct {
  hd_terms *T;
  const hd_segment *segment;
  const hd_term *state;
} view;

static hd_term value_now(void *context, hd_term leaf)
{
  const view *v = context;
  if (hd_term_op(v->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  const uint64_t *place = hd_map_find(&v->segment->place, hd_term_symbol(v->T, leaf));
  return place ? v->state[*place] : HD_NO_TERM;
}

static hd_term apply_state(hd_terms *T, const hd_segment *segment, const hd_term *state, hd_term t)
{
  view v = {T, segment, state};
  return hd_term_substitute(T, t, &(hd_rewrite){value_now, &v});
}

static hd_term input_of(const walk *w, uint32_t e, uint32_t i)
{
  hd_sort sort = hd_var_get(w->s->p, w->s->edges[e].assigns[i].var)->sort;
  return hd_term_var(w->T, sort, w->s->inputs[e] + i);
}

/* One path is taken, so arrays are not merged: there is one of each for all paths, written under the
 * condition that the edge is taken, in topological order. A write outside the array has no effect. */
static void write_array(walk *w, hd_var v, uint32_t place, hd_term taken, hd_term index, hd_term value)
{
  hd_terms *T = w->T;
  hd_term inside = hd_term_2(T, HD_OP_ULT, index, hd_term_bv(T, 32, hd_var_get(w->s->p, v)->count));
  hd_term when = hd_term_2(T, HD_OP_AND, taken, inside);
  if (hd_term_is_false(T, inside)) return;
  hd_term old = hd_term_2(T, HD_OP_SELECT, w->arrays[place], index);
  w->arrays[place] = hd_term_3(T, HD_OP_STORE, w->arrays[place], index, hd_term_3(T, HD_OP_ITE, when, value, old));
}

static uint32_t place_of(const walk *w, hd_term variable)
{
  return (uint32_t)*hd_map_find(&w->to->place, hd_term_symbol(w->T, variable));
}

/* All values are computed from the old state before any is written. */
static void assign_state(walk *w, uint32_t e, hd_term taken, const hd_term *old, hd_term *state)
{
  const hd_edge_info *info = &w->s->edges[e];
  hd_term *values = hd_alloc(info->n_assigns + 1, sizeof *values);
  hd_term *indices = hd_alloc(info->n_assigns + 1, sizeof *indices);
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    const hd_assign *a = &info->assigns[i];
    values[i] = hd_term_is(a->value) ? apply_state(w->T, w->to, old, a->value) : input_of(w, e, i);
    indices[i] = hd_term_is(a->index) ? apply_state(w->T, w->to, old, a->index) : HD_NO_TERM;
  }
  for (const hd_ghost_set *g = w->s->sets[e]; g->ghost != HD_NONE; g++)
    state[place_of(w, hd_certificate_ghost(w->s->p, w->s->c, g->ghost))] = apply_state(w->T, w->to, old, g->value);
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    hd_var v = info->assigns[i].var;
    uint32_t place = place_of(w, hd_certificate_var(w->s->p, 0, v));
    if (hd_term_is(indices[i]))
      write_array(w, v, place, taken, indices[i], values[i]);
    else
      state[place] = values[i];
  }
  free(values);
  free(indices);
}

/* --- ways ------------------------------------------------------------------------------------------- */

static void require_when(walk *w, hd_term when, hd_term holds)
{
  hd_term fine = hd_term_2(w->T, HD_OP_OR, hd_term_1(w->T, HD_OP_NOT, when), holds);
  w->to->safe = hd_term_2(w->T, HD_OP_AND, w->to->safe, fine);
}

static void arrive_with_state(walk *w, hd_loc l, hd_term cond, const hd_term *state)
{
  arrival *a = &w->at[l.id];
  uint32_t n = w->symbols.len;
  if (!a->state) {
    if (w->s->cut[l.id]) hd_vec_push(&w->ends, l.id);
    a->state = hd_alloc(n + 1, sizeof *state);
    memcpy(a->state, state, n * sizeof *state);
    a->cond = cond;
    return;
  }
  hd_term choice;
  a->cond = hd_meet(w->T, a->cond, cond, &choice);
  for (uint32_t i = 0; i < n; i++)
    if (!hd_term_is(w->arrays[i]) && !hd_term_same(a->state[i], state[i]))
      a->state[i] = hd_term_3(w->T, HD_OP_ITE, choice, state[i], a->state[i]);
}

static void go_on_to(walk *w, hd_loc to, hd_term cond, const hd_term *state)
{
  switch (hd_loc_get(w->s->p, to)->kind) {
  case HD_LOC_EXIT: return; /* no thread moves any more */
  case HD_LOC_BOUND:
  case HD_LOC_UNSUPPORTED: require_when(w, cond, hd_term_false(w->T)); return;
  default: arrive_with_state(w, to, cond, state);
  }
}

static void take_segment_edge(walk *w, uint32_t e, hd_term taken, const hd_term *old)
{
  const hd_edge_info *info = &w->s->edges[e];
  if (info->kind == HD_EDGE_ASSERT) {
    hd_term cond = apply_state(w->T, w->to, old, info->cond);
    require_when(w, taken, cond);
    taken = hd_term_2(w->T, HD_OP_AND, taken, cond);
  }
  if (hd_term_is_false(w->T, taken)) return;
  hd_term *state = hd_alloc(w->symbols.len + 1, sizeof *state);
  memcpy(state, old, w->symbols.len * sizeof *state);
  assign_state(w, e, taken, old, state);
  go_on_to(w, info->to, taken, state);
  free(state);
}

/* Does one of the conjuncts contradict the literal? */
static bool contradicts(hd_terms *T, hd_term conjunction, hd_term literal)
{
  if (hd_term_op(T, conjunction) == HD_OP_AND)
    return contradicts(T, hd_term_arg(T, conjunction, 0), literal) ||
           contradicts(T, hd_term_arg(T, conjunction, 1), literal);
  hd_term inner = hd_term_op(T, conjunction) == HD_OP_NOT ? hd_term_arg(T, conjunction, 0) : HD_NO_TERM;
  for (unsigned i = 0; i < 2 && hd_term_is(inner) && hd_term_op(T, inner) == HD_OP_OR; i++)
    if (contradicts(T, hd_term_1(T, HD_OP_NOT, hd_term_arg(T, inner, i)), literal)) return true;
  return hd_term_same(hd_term_1(T, HD_OP_NOT, conjunction), literal) ||
         hd_term_is_false(T, hd_term_2(T, HD_OP_AND, conjunction, literal));
}

/* Do the two exclude each other, as their form tells? Every case of one against every case of the other, as far as the
 * fuel goes: false may mean that it was not seen. */
static bool cases_exclude(hd_terms *T, hd_term a, hd_term b, uint32_t *fuel)
{
  if (!*fuel) return false;
  --*fuel;
  if (contradicts(T, a, b) || contradicts(T, b, a)) return true;
  for (unsigned turn = 0; turn < 2; turn++) {
    hd_term s = turn ? b : a, t = turn ? a : b;
    if (hd_term_op(T, s) == HD_OP_OR)
      return cases_exclude(T, hd_term_arg(T, s, 0), t, fuel) && cases_exclude(T, hd_term_arg(T, s, 1), t, fuel);
  }
  for (unsigned turn = 0; turn < 2; turn++) { /* alternatives among the conjuncts */
    hd_term s = turn ? b : a, t = turn ? a : b;
    if (hd_term_op(T, s) != HD_OP_AND) continue;
    if (cases_exclude(T, hd_term_arg(T, s, 0), t, fuel) || cases_exclude(T, hd_term_arg(T, s, 1), t, fuel)) return true;
  }
  return false;
}

static bool is_exclusive(const walk *w, const uint32_t *out, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++) {
      hd_term a = w->s->edges[out[i]].guard, b = w->s->edges[out[k]].guard;
      if (!hd_term_is(a) || !hd_term_is(b)) return false;
      uint32_t fuel = 400;
      if (!cases_exclude(w->T, a, b, &fuel)) return false;
    }
  return true;
}

/* Arrays are read as they are now. */
static void refresh_arrays(const walk *w, hd_term *state)
{
  for (uint32_t i = 0; i < w->symbols.len; i++)
    if (hd_term_is(w->arrays[i])) state[i] = w->arrays[i];
}

static hd_term guard_of(const walk *w, uint32_t e, const hd_term *state)
{
  hd_term guard = w->s->edges[e].guard;
  return hd_term_is(guard) ? apply_state(w->T, w->to, state, guard) : hd_term_true(w->T);
}

static void leave_segment_loc(walk *w, uint32_t l)
{
  uint32_t n;
  const arrival a = w->at[l];
  const uint32_t *out = hd_loc_out(w->s->p, (hd_loc){l}, &n);
  if (!a.state) return; /* guards that are constantly false lead here */
  bool exclusive = is_exclusive(w, out, n);
  hd_term rest = a.cond;      /* with choices: no edge so far was chosen */
  refresh_arrays(w, a.state); /* once: what one of the edges writes is not what the guard of the next one reads */
  for (uint32_t i = 0; i < n; i++) {
    hd_term taken = hd_term_2(w->T, HD_OP_AND, rest, guard_of(w, out[i], a.state));
    if (!exclusive && i + 1 < n) {
      hd_term choice = hd_term_var(w->T, HD_BOOL, w->s->choices + out[i]);
      taken = hd_term_2(w->T, HD_OP_AND, taken, choice);
      rest = hd_term_2(w->T, HD_OP_AND, rest, hd_term_1(w->T, HD_OP_NOT, choice));
    }
    take_segment_edge(w, out[i], taken, a.state);
  }
}

/* --- the segment ------------------------------------------------------------------------------------ */

static void keep_targets(walk *w)
{
  hd_segment *to = w->to;
  to->symbols = hd_arena_copy(w->s->arena, w->symbols.data, w->symbols.len * sizeof *to->symbols);
  to->n_targets = w->ends.len;
  to->targets = hd_arena_alloc(w->s->arena, (to->n_targets + 1) * sizeof *to->targets);
  for (uint32_t i = 0; i < to->n_targets; i++) {
    arrival *a = &w->at[w->ends.data[i]];
    refresh_arrays(w, a->state);
    const hd_term *state = hd_arena_copy(w->s->arena, a->state, w->symbols.len * sizeof *state);
    to->targets[i] = (hd_segment_target){{w->ends.data[i]}, a->cond, state};
  }
}

static const hd_segment *segment_of(const hd_steps *s, uint32_t e)
{
  if (s->known[e]) return s->known[e];
  walk w = {.s = s, .T = s->p->terms, .to = hd_arena_alloc(s->arena, sizeof *w.to)};
  *w.to = (hd_segment){.safe = hd_term_true(w.T)};
  start_segment(&w, e);
  hd_term *first = hd_alloc(w.symbols.len + 1, sizeof *first);
  for (uint32_t i = 0; i < w.symbols.len; i++) first[i] = w.symbols.data[i];
  take_segment_edge(&w, e, guard_of(&w, e, first), first);
  for (uint32_t i = w.order.len; i-- > 0;) leave_segment_loc(&w, w.order.data[i]);
  keep_targets(&w);
  free(first);
  finish_segment(&w);
  s->known[e] = w.to;
  HD_ASSERT(hd_segment_check(
      s, &(hd_segment_view){w.to->symbols, w.to->n_symbols, w.to->targets, w.to->n_targets, w.to->safe}));
  return w.to;
}

bool hd_segment_check(const hd_steps *s, const hd_segment_view *v)
{
  const hd_terms *T = s->p->terms;
  bool ok = hd_sort_same(hd_term_sort(T, v->safe), HD_BOOL);
  for (uint32_t i = 0; i < v->n_targets; i++) {
    const hd_segment_target *t = &v->targets[i];
    ok &= s->cut[t->loc.id] && hd_sort_same(hd_term_sort(T, t->cond), HD_BOOL);
    for (uint32_t k = 0; k < v->n_variables; k++)
      ok &= hd_sort_same(hd_term_sort(T, t->state[k]), hd_term_sort(T, v->variables[k]));
    for (uint32_t k = 0; k < i; k++) ok &= v->targets[k].loc.id != t->loc.id;
  }
  return ok;
}

hd_term hd_segment_before_edge(const hd_steps *s, hd_edge e, const hd_goal *goal)
{
  hd_terms *T = s->p->terms;
  const hd_segment *segment = segment_of(s, e.id);
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < segment->n_targets; i++) {
    const hd_segment_target *t = &segment->targets[i];
    hd_term after = apply_state(T, segment, t->state, goal->at(goal->context, t->loc));
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, t->cond), after));
  }
  return all;
}

hd_term hd_segment_safe(const hd_steps *s, hd_loc from)
{
  hd_terms *T = s->p->terms;
  hd_term all = hd_term_true(T);
  uint32_t n;
  const uint32_t *out = hd_loc_out(s->p, from, &n);
  for (uint32_t i = 0; i < n; i++) all = hd_term_2(T, HD_OP_AND, all, segment_of(s, out[i])->safe);
  return all;
}

hd_segment_view hd_segment_of(const hd_steps *s, hd_edge e)
{
  const hd_segment *g = segment_of(s, e.id);
  return (hd_segment_view){g->symbols, g->n_symbols, g->targets, g->n_targets, g->safe};
}

void hd_segments_clear(hd_steps *s)
{
  for (uint32_t e = 0; s->known && e < s->p->edges.len; e++)
    if (s->known[e]) hd_map_clear(&s->known[e]->place);
}

/* --- the graph --------------------------------------------------------------------------------- */

void hd_segment_next(const hd_steps *s, hd_loc from, uint8_t *next)
{
  hd_u32s todo = {0};
  uint8_t *seen = hd_alloc(s->p->locs.len, 1);
  hd_vec_push(&todo, from.id);
  while (todo.len) {
    uint32_t n, l = hd_vec_pop(&todo);
    const uint32_t *out = hd_loc_out(s->p, (hd_loc){l}, &n);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t to = s->edges[out[i]].to.id;
      if (s->cut[to]) next[to] = 1;
      if (s->cut[to] || seen[to]) continue;
      seen[to] = 1;
      hd_vec_push(&todo, to);
    }
  }
  hd_vec_clear(&todo);
  free(seen);
}

/* Takes away, again and again, what has no successor left among the locations between cut-points. */
hd_loc hd_segment_endless(const hd_steps *s)
{
  const hd_program *p = s->p;
  uint8_t *ends = hd_alloc(p->locs.len, 1);
  for (uint32_t l = 0; l < p->locs.len; l++) ends[l] = s->cut[l] != 0;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t l = p->locs.len; l-- > 0;) {
      uint32_t n, left = 0;
      if (ends[l]) continue;
      const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
      for (uint32_t i = 0; i < n; i++) left += !ends[s->edges[out[i]].to.id];
      if (left) continue;
      ends[l] = 1;
      more = true;
    }
  }
  hd_loc found = HD_NO_LOC;
  for (uint32_t l = 0; l < p->locs.len && found.id == HD_NONE; l++)
    if (!ends[l]) found = (hd_loc){l};
  free(ends);
  return found;
}
