#include "evidence/segment.h"

typedef struct {
  const hd_steps *s;
  const hd_goal *goal; /* NULL: checks on the way are the goal */
  hd_map done;         /* by location */
} walk;

static hd_term before_loc(walk *w, hd_loc l);

/* --- one edge ---------------------------------------------------------------------------------- */

typedef struct {
  const hd_steps *s;
  const hd_edge_info *e;
  uint32_t edge;
} step;

static hd_term input_of(const step *st, uint32_t i)
{
  hd_sort sort = hd_var_get(st->s->p, st->e->assigns[i].var)->sort;
  return hd_term_var(st->s->p->terms, sort, st->s->inputs[st->edge] + i);
}

static hd_term value_of(const step *st, uint32_t i)
{
  return hd_term_is(st->e->assigns[i].value) ? st->e->assigns[i].value : input_of(st, i);
}

/* A write outside the array has no effect, and all is 0 there. */
static hd_term stored(const step *st, hd_term array, uint32_t i)
{
  hd_terms *T = st->s->p->terms;
  const hd_assign *a = &st->e->assigns[i];
  const hd_var_info *v = hd_var_get(st->s->p, a->var);
  hd_term inside = hd_term_2(T, HD_OP_ULT, a->index, hd_term_bv(T, 32, v->count));
  if (hd_term_is_false(T, inside)) return array;
  hd_term value = hd_term_3(T, HD_OP_ITE, inside, value_of(st, i), hd_term_bv(T, v->sort.width, 0));
  return hd_term_3(T, HD_OP_STORE, array, a->index, value);
}

static hd_term after_step(void *context, hd_term leaf)
{
  const step *st = context;
  const hd_terms *T = st->s->p->terms;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  hd_term now = leaf;
  uint32_t symbol = hd_term_symbol(T, leaf);
  hd_meaning m =
      symbol < HD_NO_MEANING ? hd_certificate_meaning(st->s->p, symbol) : (hd_meaning){.ghost = HD_NONE};
  for (const hd_ghost_set *g = st->s->sets[st->edge]; m.ghost != HD_NONE && g->ghost != HD_NONE; g++)
    if (g->ghost == m.ghost) now = g->value;
  for (uint32_t i = 0; i < st->e->n_assigns; i++) {
    if (st->e->assigns[i].var.id != symbol) continue;
    now = hd_term_is(st->e->assigns[i].index) ? stored(st, now, i) : value_of(st, i);
  }
  return now;
}

static hd_term before_edge(walk *w, uint32_t edge)
{
  const hd_edge_info *e = &w->s->edges[edge];
  hd_terms *T = w->s->p->terms;
  if (hd_term_is(e->guard) && hd_term_is_false(T, e->guard)) return hd_term_true(T);
  step st = {w->s, e, edge};
  hd_rewrite change = {after_step, &st};
  hd_term after = hd_term_substitute(T, before_loc(w, e->to), &change);
  if (e->kind == HD_EDGE_ASSERT && !w->goal) after = hd_term_2(T, HD_OP_AND, e->cond, after);
  if (e->kind == HD_EDGE_ASSERT && w->goal)
    after = hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, e->cond), after);
  if (!hd_term_is(e->guard)) return after;
  return hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, e->guard), after);
}

/* --- the segment ------------------------------------------------------------------------------- */

static hd_term before_out(walk *w, hd_loc l)
{
  hd_terms *T = w->s->p->terms;
  hd_term all = hd_term_true(T);
  uint32_t n;
  const uint32_t *out = hd_loc_out(w->s->p, l, &n);
  for (uint32_t i = 0; i < n; i++) all = hd_term_2(T, HD_OP_AND, all, before_edge(w, out[i]));
  return all;
}

static hd_term before_loc(walk *w, hd_loc l)
{
  hd_terms *T = w->s->p->terms;
  switch (hd_loc_get(w->s->p, l)->kind) {
  case HD_LOC_EXIT: return hd_term_true(T); /* nobody moves any more */
  case HD_LOC_BOUND:
  case HD_LOC_UNSUPPORTED: return hd_term_bool(T, w->goal != NULL);
  default: break;
  }
  if (w->s->cut[l.id]) return w->goal ? w->goal->at(w->goal->context, l) : hd_term_true(T);
  const uint64_t *known = hd_map_find(&w->done, l.id);
  if (known) return (hd_term){(uint32_t)*known};
  hd_term t = before_out(w, l);
  hd_map_put(&w->done, l.id, t.id);
  return t;
}

hd_term hd_segment_before_edge(const hd_steps *s, hd_edge e, const hd_goal *goal)
{
  walk w = {.s = s, .goal = goal};
  hd_term t = before_edge(&w, e.id);
  hd_map_clear(&w.done);
  return t;
}

hd_term hd_segment_safe(const hd_steps *s, hd_loc from)
{
  walk w = {.s = s};
  hd_term t = before_out(&w, from);
  hd_map_clear(&w.done);
  return t;
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
