/* rebuild.c - one bottom-up pass with a memo; the caller replaces leaves. */
#include "analysis/rebuild.h"

#include "expr/memo.h"

static hd_term rebuilt(const hd_rebuilder *f, hd_term t)
{
  hd_term args[3];
  bool changed = false;
  unsigned n = hd_term_arity(f->T, t);
  for (unsigned i = 0; i < n; i++) {
    hd_term arg = hd_term_arg(f->T, t, i);
    args[i] = (hd_term){(uint32_t)hd_map_get_or(&f->done, arg.id, arg.id)};
    changed |= !hd_term_same(args[i], arg);
  }
  if (!changed) return t;
  hd_op op = hd_term_op(f->T, t);
  return hd_term_build(f->T, op, hd_term_sort(f->T, t), op == HD_OP_EXTRACT ? hd_term_value(f->T, t) : 0, args);
}

bool hd_rebuild_term(hd_rebuilder *f, hd_term *t)
{
  if (!hd_term_is(*t)) return false;
  if (!hd_map_find(&f->done, t->id)) {
    f->order.len = 0;
    hd_term_walk(f->T, *t, &f->order);
    for (uint32_t i = 0; i < f->order.len; i++) {
      hd_term old = {f->order.data[i]};
      if (hd_map_find(&f->done, old.id)) continue;
      hd_term new = rebuilt(f, old);
      f->old = old;
      hd_term better = f->node(f->context, new);
      hd_map_put(&f->done, old.id, hd_term_is(better) ? better.id : new.id);
    }
  }
  hd_term result = {(uint32_t)hd_map_get_or(&f->done, t->id, t->id)};
  bool changed = !hd_term_same(result, *t);
  *t = result;
  return changed;
}

void hd_rebuild_edge(hd_rebuilder *f, hd_edge_info *e)
{
  hd_rebuild_term(f, &e->guard);
  hd_rebuild_term(f, &e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_rebuild_term(f, &e->assigns[i].index);
    hd_rebuild_term(f, &e->assigns[i].value);
  }
  if (hd_term_is(e->guard) && hd_term_is_true(f->T, e->guard)) e->guard = HD_NO_TERM;
}

void hd_rebuilder_clear(hd_rebuilder *f)
{
  hd_map_clear(&f->done);
  hd_vec_clear(&f->order);
}
