#include "logic/interpolate_ways.h"

#include "logic/eliminate.h"
#include "logic/horn.h"

/* A formula larger than this is no explanation. */
enum { MOST_SIZE = 4000 };

/* What variables become, and which symbols are to go afterwards: the fresh ones. */
typedef struct {
  hd_terms *T;
  hd_versions names; /* for fresh symbols only */
  hd_map images;     /* VAR term to the term in its place */
} renaming;

static void renaming_init(renaming *r, hd_terms *T)
{
  r->T = T;
  r->images = (hd_map){0};
  hd_versions_init(&r->names, T);
}

static void renaming_clear(renaming *r)
{
  hd_map_clear(&r->images);
  hd_versions_clear(&r->names);
}

static hd_term image_of(void *context, hd_term leaf)
{
  const renaming *r = context;
  return (hd_term){(uint32_t)hd_map_get_or(&r->images, leaf.id, 0)};
}

static hd_term renamed(renaming *r, hd_term t)
{
  return hd_term_substitute(r->T, t, &(hd_rewrite){image_of, r});
}

static bool is_fresh(void *context, uint32_t symbol)
{
  (void)context;
  return symbol >= HD_VERSIONS;
}

static hd_term without_fresh(hd_smt *s, hd_term t)
{
  return hd_eliminate(s, t, &(hd_symbol_set){is_fresh, NULL}, HD_ABOVE, NULL, NULL);
}

/* The symbol's array as it is after the updates so far. */
static hd_term array_now(const renaming *r, hd_term array)
{
  hd_term now = {(uint32_t)hd_map_get_or(&r->images, array.id, 0)};
  return hd_term_is(now) ? now : array;
}

static hd_sort element_sort(const hd_terms *T, hd_term target)
{
  hd_sort sort = hd_term_sort(T, target);
  return sort.kind == HD_SORT_ARRAY ? HD_BV(sort.width) : sort;
}

/* --- backward --------------------------------------------------------------------------------------- */

static hd_term precondition(hd_smt *s, const hd_transition *step, hd_term after)
{
  renaming r;
  hd_terms *T = hd_smt_terms(s);
  renaming_init(&r, T);
  for (uint32_t i = 0; i < step->n; i++) {
    const hd_update *u = &step->updates[i];
    hd_term value = hd_term_is(u->value) ? u->value : hd_versions_fresh(&r.names, element_sort(T, u->target));
    if (hd_term_is(u->index)) value = hd_term_3(T, HD_OP_STORE, array_now(&r, u->target), u->index, value);
    hd_map_put(&r.images, u->target.id, value.id);
  }
  hd_term before = hd_term_2(T, HD_OP_AND, step->guard, renamed(&r, after));
  renaming_clear(&r);
  return without_fresh(s, before);
}

bool hd_interpolate_backward(hd_smt *s, const hd_chain *core, hd_term *out)
{
  hd_terms *T = hd_smt_terms(s);
  hd_term bad = core->after;
  for (uint32_t i = core->n + 1; i-- > 0;) {
    if (i < core->n) bad = precondition(s, &core->steps[i], bad);
    if (hd_term_size(T, bad) > MOST_SIZE) return false;
    out[i] = hd_term_1(T, HD_OP_NOT, bad);
  }
  hd_term both[2] = {core->before, bad};
  return hd_smt_satisfiable(s, both, 2) == HD_UNSAT;
}

/* --- forward ---------------------------------------------------------------------------------------- */

/* The state before, in terms of the state after: a scalar that changed is unknown; of an array, the
 * elements that changed are. False: an index depends on an array that changes. */
static bool rename_old(renaming *r, const hd_transition *step)
{
  for (uint32_t i = 0; i < step->n; i++) {
    const hd_update *u = &step->updates[i];
    if (hd_term_is(u->index)) continue;
    hd_term old = hd_versions_fresh(&r->names, hd_term_sort(r->T, u->target));
    hd_map_put(&r->images, u->target.id, old.id);
  }
  for (uint32_t i = 0; i < step->n; i++) {
    const hd_update *u = &step->updates[i];
    if (!hd_term_is(u->index)) continue;
    for (uint32_t j = 0; j < step->n; j++) {
      hd_term target = step->updates[j].target;
      bool array = hd_term_is(step->updates[j].index);
      if (array && hd_term_mentions(r->T, u->index, hd_term_symbol(r->T, target))) return false;
    }
    hd_term old = hd_versions_fresh(&r->names, element_sort(r->T, u->target));
    hd_term image = hd_term_3(r->T, HD_OP_STORE, array_now(r, u->target), renamed(r, u->index), old);
    hd_map_put(&r->images, u->target.id, image.id);
  }
  return true;
}

/* target[index] = value now, unless a later update of the step wrote there. */
static hd_term element_equation(renaming *r, const hd_transition *step, uint32_t i)
{
  hd_terms *T = r->T;
  const hd_update *u = &step->updates[i];
  hd_term index = renamed(r, u->index), element = hd_term_2(T, HD_OP_SELECT, u->target, index);
  hd_term equation = hd_term_2(T, HD_OP_EQ, element, renamed(r, u->value));
  for (uint32_t j = i + 1; j < step->n; j++) {
    const hd_update *later = &step->updates[j];
    if (!hd_term_same(later->target, u->target)) continue;
    hd_term same = hd_term_2(T, HD_OP_EQ, index, renamed(r, later->index));
    equation = hd_term_2(T, HD_OP_OR, same, equation);
  }
  return equation;
}

/* HD_NO_TERM: there is no form for it. */
static hd_term postcondition(hd_smt *s, const hd_transition *step, hd_term before)
{
  renaming r;
  hd_terms *T = hd_smt_terms(s);
  renaming_init(&r, T);
  hd_term after = HD_NO_TERM;
  if (rename_old(&r, step)) {
    after = renamed(&r, hd_term_2(T, HD_OP_AND, before, step->guard));
    for (uint32_t i = 0; i < step->n; i++) {
      const hd_update *u = &step->updates[i];
      if (!hd_term_is(u->value)) continue;
      hd_term equation = hd_term_is(u->index) ? element_equation(&r, step, i)
                                              : hd_term_2(T, HD_OP_EQ, u->target, renamed(&r, u->value));
      after = hd_term_2(T, HD_OP_AND, after, equation);
    }
  }
  renaming_clear(&r);
  return hd_term_is(after) ? without_fresh(s, after) : after;
}

bool hd_interpolate_forward(hd_smt *s, const hd_chain *core, hd_term *out)
{
  hd_terms *T = hd_smt_terms(s);
  out[0] = core->before;
  for (uint32_t i = 0; i < core->n; i++) {
    out[i + 1] = postcondition(s, &core->steps[i], out[i]);
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
  if (i == core->n) hd_term_visit_leaves(r->T, core->after, note_leaf, r);
  else note_step(r, &core->steps[i]);
  *count = r->leaves.len;
  return hd_horn_predicate(h, "state", r->leaves.data, r->leaves.len);
}

static void add_rule(hd_horn *h, reading *r, const hd_chain *core, uint32_t i, hd_atom to, hd_atom from)
{
  renaming names;
  const hd_transition *step = &core->steps[i];
  renaming_init(&names, r->T);
  for (uint32_t j = 0; j < step->n; j++) {
    const hd_update *u = &step->updates[j];
    hd_term value = hd_term_is(u->value) ? u->value : hd_versions_fresh(&names.names, element_sort(r->T, u->target));
    if (hd_term_is(u->index)) value = hd_term_3(r->T, HD_OP_STORE, array_now(&names, u->target), u->index, value);
    hd_map_put(&names.images, u->target.id, value.id);
  }
  hd_term_list args = {0};
  for (uint32_t j = 0; to.args && j < r->leaves.len; j++) hd_vec_push(&args, renamed(&names, to.args[j]));
  to.args = args.data;
  hd_horn_rule(h, i + 1, to, &from, 1, step->guard);
  hd_vec_clear(&args);
  renaming_clear(&names);
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
