/* unfold_passing.c - places that an instance only passes do not end its block.
 *
 * Where an instance may stop for good after it has written something, its block ends: others must see what it has
 * written, and nothing that it would have done after that (HD_CUT_STOP). An index that may be out of range, or a
 * pointer that may point to nothing, makes a place such a one. While a thread is unfolded its numbers are often known,
 * those of a loop that counts, or of the structure that the thread was given; so it may be known that nothing ends the
 * execution here, and that some step leads on. Then no execution stops here for good, and an instance that has come so
 * far goes on before others do, as cuts.h says about all places that are no cut-points. A section under a lock stays
 * one block when it writes to several elements.
 *
 * Only what the instance alone can see is asked, so that asking reads nothing. */
#include "engine/bmc/unfolder.h"

typedef struct {
  const hd_bmc_unfolder *x;
  bool shared;
} leaf_look;

static void look_at_leaf(void *context, hd_term leaf)
{
  leaf_look *l = context;
  const hd_terms *T = l->x->u->T;
  l->shared = l->shared || hd_term_op(T, leaf) != HD_OP_VAR || l->x->column[hd_term_symbol(T, leaf)] == HD_NONE;
}

/* The guard's value, if it is known; else HD_NO_TERM. */
static hd_term known_guard(hd_bmc_view *v, hd_term guard)
{
  hd_terms *T = v->x->u->T;
  leaf_look look = {.x = v->x};
  if (!hd_term_is(guard)) return hd_term_true(T);
  hd_term_visit_leaves(T, guard, look_at_leaf, &look);
  hd_term value = look.shared ? HD_NO_TERM : hd_bmc_rewrite(v, guard);
  return hd_term_is(value) && hd_term_is_const(T, value, NULL) ? value : HD_NO_TERM;
}

bool hd_bmc_only_passes(hd_bmc_view *v, hd_loc l)
{
  const hd_bmc_unfolder *x = v->x;
  const hd_program *p = x->in->p;
  bool leads_on = false;
  uint32_t n;
  const uint32_t *out = hd_loc_out(p, l, &n);
  if (!hd_bmc_has_rule(x->in->off, HD_BMC_RULE_PASSING) || x->in->stop_anywhere) return false;
  if (hd_violated_by(x->u->property, HD_BY_DEADLOCK) || hd_violated_by(x->u->property, HD_BY_RACE)) return false;
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &p->edges.data[out[i]];
    hd_loc_kind to = hd_loc_get(p, e->to)->kind;
    bool ends = to != HD_LOC_NORMAL && to != HD_LOC_END;
    hd_term guard = known_guard(v, e->guard);
    if (ends && !(hd_term_is(guard) && hd_term_is_false(x->u->T, guard))) return false;
    leads_on = leads_on || (!ends && hd_term_is(guard) && hd_term_is_true(x->u->T, guard));
  }
  return leads_on;
}
