/* interpolate_ways.c - preconditions backward, postconditions forward, or Horn clauses. */
#include "logic/interpolate_ways.h"

#include "logic/horn.h"
#include "logic/prepost.h"

/* A formula larger than this is no explanation. */
enum { MOST_SIZE = 4000 };

/* --- backward --------------------------------------------------------------------------------------- */

bool hd_interpolate_backward(hd_smt *s, const hd_chain *core, hd_term *out)
{
  hd_terms *T = hd_smt_terms(s);
  hd_term bad = core->after;
  for (uint32_t i = core->n + 1; i-- > 0;) {
    if (i < core->n) bad = hd_step_pre(s, &core->steps[i], bad, HD_ABOVE, NULL);
    if (hd_term_size(T, bad) > MOST_SIZE) return false;
    out[i] = hd_term_1(T, HD_OP_NOT, bad);
  }
  hd_term both[2] = {core->before, bad};
  return hd_smt_satisfiable(s, both, 2) == HD_UNSAT;
}

/* --- forward ---------------------------------------------------------------------------------------- */

bool hd_interpolate_forward(hd_smt *s, const hd_chain *core, hd_term *out)
{
  hd_terms *T = hd_smt_terms(s);
  out[0] = core->before;
  for (uint32_t i = 0; i < core->n; i++) {
    out[i + 1] = hd_step_post(s, &core->steps[i], out[i], HD_ABOVE, NULL);
    if (!hd_term_is(out[i + 1]) || hd_term_size(T, out[i + 1]) > MOST_SIZE) return false;
  }
  hd_term both[2] = {out[core->n], core->after};
  return hd_smt_satisfiable(s, both, 2) == HD_UNSAT;
}

/* --- Spacer ------------------------------------------------------------------------------------------ */

typedef struct {
  hd_terms *T;
  hd_term_list leaves; /* what the chain reads from here on */
  hd_map seen;
} reading;

static void note_leaf(void *context, hd_term leaf)
{
  reading *r = context;
  if (hd_map_find(&r->seen, leaf.id)) return;
  hd_map_put(&r->seen, leaf.id, 1);
  hd_vec_push(&r->leaves, leaf);
}

static void note_step(reading *r, const hd_transition *step)
{
  hd_term_visit_leaves(r->T, step->guard, note_leaf, r);
  for (uint32_t i = 0; i < step->n; i++) {
    const hd_update *u = &step->updates[i];
    if (hd_term_is(u->index)) hd_term_visit_leaves(r->T, u->index, note_leaf, r);
    if (hd_term_is(u->value)) hd_term_visit_leaves(r->T, u->value, note_leaf, r);
  }
}

/* The predicate before step i (n: at the end): over what is read from there on. *counts: how many of `r`. */
static hd_pred predicate(hd_horn *h, reading *r, const hd_chain *core, uint32_t i, uint32_t *count)
{
  if (i == core->n)
    hd_term_visit_leaves(r->T, core->after, note_leaf, r);
  else
    note_step(r, &core->steps[i]);
  *count = r->leaves.len;
  return hd_horn_predicate(h, "state", r->leaves.data, r->leaves.len);
}

static void add_rule(hd_horn *h, reading *r, const hd_chain *core, uint32_t i, hd_atom to, hd_atom from)
{
  hd_renaming names;
  const hd_transition *step = &core->steps[i];
  hd_renaming_of_step(&names, r->T, step);
  hd_term_list args = {0};
  for (uint32_t j = 0; to.args && j < r->leaves.len; j++) hd_vec_push(&args, hd_renamed(&names, to.args[j]));
  to.args = args.data;
  hd_horn_rule(h, i + 1, to, &from, 1, step->guard);
  hd_vec_clear(&args);
  hd_renaming_clear(&names);
}

/* Rules for all steps. The list of variables grows towards the start of the chain, so that what is read
 * later is always its beginning. */
static void add_rules(hd_horn *h, reading *r, const hd_chain *core, hd_pred *preds)
{
  uint32_t count = 0;
  preds[core->n] = predicate(h, r, core, core->n, &count);
  hd_atom none = {HD_NO_PRED, NULL}, end = {preds[core->n], r->leaves.data};
  hd_horn_rule(h, core->n + 1, none, &end, 1, core->after);
  for (uint32_t i = core->n; i-- > 0;) {
    reading later = {.T = r->T};
    for (uint32_t j = 0; j < count; j++) hd_vec_push(&later.leaves, r->leaves.data[j]);
    preds[i] = predicate(h, r, core, i, &count);
    add_rule(h, &later, core, i, (hd_atom){preds[i + 1], later.leaves.data}, (hd_atom){preds[i], r->leaves.data});
    hd_vec_clear(&later.leaves);
  }
  hd_horn_rule(h, 0, (hd_atom){preds[0], r->leaves.data}, NULL, 0, core->before);
}

hd_answer hd_interpolate_horn(hd_smt *s, const hd_chain *core, hd_term *out)
{
  hd_horn *h = hd_horn_new(s);
  reading r = {.T = hd_smt_terms(s)};
  hd_pred *preds = hd_alloc(core->n + 1, sizeof *preds);
  add_rules(h, &r, core, preds);
  hd_answer answer = hd_horn_solve(h, hd_smt_budget(s));
  for (uint32_t i = 0; i <= core->n && answer == HD_UNSAT; i++) out[i] = hd_horn_meaning(h, preds[i]);
  free(preds);
  hd_vec_clear(&r.leaves);
  hd_map_clear(&r.seen);
  hd_horn_free(h);
  return answer == HD_UNSAT ? HD_UNSAT : HD_DONT_KNOW;
}
