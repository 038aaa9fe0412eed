/* prepost.c - renames a step's variables, conjoins its relation and eliminates the rest. */
#include "logic/prepost.h"

static void renaming_init(hd_renaming *r, hd_terms *T)
{
  r->T = T;
  r->images = (hd_map){0};
  hd_versions_init(&r->names, T);
}

void hd_renaming_clear(hd_renaming *r)
{
  hd_map_clear(&r->images);
  hd_versions_clear(&r->names);
}

static hd_term image_of(void *context, hd_term leaf)
{
  const hd_renaming *r = context;
  return (hd_term){(uint32_t)hd_map_get_or(&r->images, leaf.id, 0)};
}

hd_term hd_renamed(hd_renaming *r, hd_term t)
{
  return hd_term_substitute(r->T, t, &(hd_rewrite){image_of, r});
}

static bool is_fresh(void *context, uint32_t symbol)
{
  (void)context;
  return symbol >= HD_VERSIONS;
}

static hd_term without_fresh(hd_smt *s, hd_term t, hd_side side, bool *exact)
{
  return hd_eliminate(s, t, &(hd_symbol_set){is_fresh, NULL}, side, NULL, exact);
}

/* The array as it is after the updates so far. */
static hd_term array_now(const hd_renaming *r, hd_term array)
{
  hd_term now = {(uint32_t)hd_map_get_or(&r->images, array.id, 0)};
  return hd_term_is(now) ? now : array;
}

static hd_sort element_sort(const hd_terms *T, hd_term target)
{
  hd_sort sort = hd_term_sort(T, target);
  return sort.kind == HD_SORT_ARRAY ? HD_BV(sort.width) : sort;
}

static hd_term guard_of(hd_terms *T, const hd_transition *step)
{
  return hd_term_is(step->guard) ? step->guard : hd_term_true(T);
}

/* --- backward ----------------------------------------------------------------------------------------- */

void hd_renaming_of_step(hd_renaming *r, hd_terms *T, const hd_transition *step)
{
  renaming_init(r, T);
  for (uint32_t i = 0; i < step->n; i++) {
    const hd_update *u = &step->updates[i];
    hd_term value = hd_term_is(u->value) ? u->value : hd_versions_fresh(&r->names, element_sort(T, u->target));
    if (hd_term_is(u->index)) value = hd_term_3(T, HD_OP_STORE, array_now(r, u->target), u->index, value);
    hd_map_put(&r->images, u->target.id, value.id);
  }
}

hd_term hd_step_pre(hd_smt *s, const hd_transition *step, hd_term after, hd_side side, bool *exact)
{
  hd_renaming r;
  hd_terms *T = hd_smt_terms(s);
  hd_renaming_of_step(&r, T, step);
  hd_term before = hd_term_2(T, HD_OP_AND, guard_of(T, step), hd_renamed(&r, after));
  hd_renaming_clear(&r);
  return without_fresh(s, before, side, exact);
}

/* --- forward ------------------------------------------------------------------------------------------ */

/* The state before, in terms of the state after: a scalar that changed is unknown; of an array, the
 * elements that changed are. False: an index depends on an array that changes. */
static bool rename_old(hd_renaming *r, const hd_transition *step)
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
    hd_term image = hd_term_3(r->T, HD_OP_STORE, array_now(r, u->target), hd_renamed(r, u->index), old);
    hd_map_put(&r->images, u->target.id, image.id);
  }
  return true;
}

/* target[index] = value now, unless a later update of the step wrote there. */
static hd_term element_equation(hd_renaming *r, const hd_transition *step, uint32_t i)
{
  hd_terms *T = r->T;
  const hd_update *u = &step->updates[i];
  hd_term index = hd_renamed(r, u->index), element = hd_term_2(T, HD_OP_SELECT, u->target, index);
  hd_term equation = hd_term_2(T, HD_OP_EQ, element, hd_renamed(r, u->value));
  for (uint32_t j = i + 1; j < step->n; j++) {
    const hd_update *later = &step->updates[j];
    if (!hd_term_same(later->target, u->target)) continue;
    hd_term same = hd_term_2(T, HD_OP_EQ, index, hd_renamed(r, later->index));
    equation = hd_term_2(T, HD_OP_OR, same, equation);
  }
  return equation;
}

hd_term hd_step_post(hd_smt *s, const hd_transition *step, hd_term before, hd_side side, bool *exact)
{
  hd_renaming r;
  hd_terms *T = hd_smt_terms(s);
  renaming_init(&r, T);
  hd_term after = HD_NO_TERM;
  if (rename_old(&r, step)) {
    after = hd_renamed(&r, hd_term_2(T, HD_OP_AND, before, guard_of(T, step)));
    for (uint32_t i = 0; i < step->n; i++) {
      const hd_update *u = &step->updates[i];
      if (!hd_term_is(u->value)) continue;
      hd_term equation = hd_term_is(u->index) ? element_equation(&r, step, i)
                                              : hd_term_2(T, HD_OP_EQ, u->target, hd_renamed(&r, u->value));
      after = hd_term_2(T, HD_OP_AND, after, equation);
    }
  }
  hd_renaming_clear(&r);
  if (exact) *exact = false;
  return hd_term_is(after) ? without_fresh(s, after, side, exact) : after;
}

/* --- chains ------------------------------------------------------------------------------------------- */

static hd_term or_true(hd_terms *T, hd_term t)
{
  return hd_term_is(t) ? t : hd_term_true(T);
}

hd_term hd_chain_pre(hd_smt *s, const hd_chain *chain, hd_side side, bool *exact)
{
  bool all = true, one = true;
  hd_term t = or_true(hd_smt_terms(s), chain->after);
  for (uint32_t i = chain->n; i-- > 0 && hd_term_is(t);) {
    t = hd_step_pre(s, &chain->steps[i], t, side, &one);
    all = all && one;
  }
  if (exact) *exact = all;
  return t;
}

hd_term hd_chain_post(hd_smt *s, const hd_chain *chain, hd_side side, bool *exact)
{
  bool all = true, one = true;
  hd_term t = or_true(hd_smt_terms(s), chain->before);
  for (uint32_t i = 0; i < chain->n && hd_term_is(t); i++) {
    t = hd_step_post(s, &chain->steps[i], t, side, &one);
    all = all && one;
  }
  if (exact) *exact = all;
  return t;
}
