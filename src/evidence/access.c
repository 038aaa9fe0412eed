/* access.c - collects the reads and writes of a term and of an edge. */
#include "evidence/access.h"

typedef struct {
  const hd_proof *x;
  hd_touches *out;
  hd_map seen; /* terms */
} collector;

static void push_touch(collector *c, hd_var v, hd_term index, bool write)
{
  if (hd_var_get(c->x->p, v)->thread.id != HD_NONE || c->x->constant[v.id]) return;
  hd_vec_push(c->out, (hd_touch){v, HD_NONE, index, write});
}

static void collect_touches(collector *c, hd_term t)
{
  const hd_terms *T = c->x->T;
  if (!hd_term_is(t) || hd_map_find(&c->seen, t.id)) return;
  hd_map_put(&c->seen, t.id, 1);
  hd_op op = hd_term_op(T, t);
  hd_meaning m = {.var = HD_NO_VAR, .ghost = HD_NONE};
  if (op == HD_OP_VAR) m = hd_certificate_meaning(c->x->p, hd_term_symbol(T, t));
  if (m.var.id != HD_NONE) push_touch(c, m.var, HD_NO_TERM, false);
  if (m.ghost != HD_NONE) hd_vec_push(c->out, (hd_touch){HD_NO_VAR, m.ghost, HD_NO_TERM, false});
  hd_term array = op == HD_OP_SELECT ? hd_term_arg(T, t, 0) : HD_NO_TERM;
  bool element = hd_term_is(array) && hd_term_op(T, array) == HD_OP_VAR;
  if (element) push_touch(c, (hd_var){hd_term_symbol(T, array)}, hd_term_arg(T, t, 1), false);
  for (unsigned i = element; i < hd_term_arity(T, t); i++) collect_touches(c, hd_term_arg(T, t, i));
}

void hd_edge_touches(const hd_proof *x, hd_edge e, hd_touches *out)
{
  const hd_edge_info *info = &x->steps.edges[e.id];
  collector c = {.x = x, .out = out};
  collect_touches(&c, info->guard);
  collect_touches(&c, info->cond);
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    collect_touches(&c, info->assigns[i].index);
    collect_touches(&c, info->assigns[i].value);
    push_touch(&c, info->assigns[i].var, info->assigns[i].index, true);
  }
  for (const hd_ghost_set *g = x->steps.sets[e.id]; g->ghost != HD_NONE; g++) {
    collect_touches(&c, g->value);
    hd_vec_push(out, (hd_touch){HD_NO_VAR, g->ghost, HD_NO_TERM, true});
  }
  hd_map_clear(&c.seen);
}

static bool is_self(const hd_proof *x, hd_term index, hd_thread t)
{
  return hd_term_op(x->T, index) == HD_OP_VAR && hd_term_symbol(x->T, index) == hd_thread_get(x->p, t)->self.id;
}

bool hd_touches_conflict(const hd_proof *x, const hd_touch *a, hd_thread ta, const hd_touch *b, hd_thread tb)
{
  uint64_t i, j;
  if (a->var.id != b->var.id || a->ghost != b->ghost || (!a->write && !b->write)) return false;
  if (!hd_term_is(a->index) || !hd_term_is(b->index)) return true;
  if (hd_term_is_const(x->T, a->index, &i) && hd_term_is_const(x->T, b->index, &j)) return i == j;
  return !(ta.id == tb.id && is_self(x, a->index, ta) && is_self(x, b->index, tb));
}
