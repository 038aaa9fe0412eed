/* transition.c - edges as transitions, and versions of variables along a path. */
#include "logic/transition.h"

hd_transition hd_transition_of(hd_program *p, hd_edge e, hd_arena *arena)
{
  const hd_edge_info *info = hd_edge_get(p, e);
  hd_term guard = hd_term_is(info->guard) ? info->guard : hd_term_true(p->terms);
  if (info->kind == HD_EDGE_ASSERT) guard = hd_term_2(p->terms, HD_OP_AND, guard, info->cond);
  hd_update *updates = hd_arena_alloc(arena, (info->n_assigns + 1) * sizeof *updates);
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    const hd_assign *a = &info->assigns[i];
    updates[i] = (hd_update){hd_program_var_term(p, a->var), a->index, a->value};
  }
  return (hd_transition){guard, updates, info->n_assigns};
}

void hd_versions_init(hd_versions *v, hd_terms *T)
{
  *v = (hd_versions){.T = T};
}

void hd_versions_clear(hd_versions *v)
{
  hd_map_clear(&v->now);
}

/* A symbol of its own for each sort: solvers' models are read by symbol. */
hd_term hd_versions_fresh(hd_versions *v, hd_sort sort)
{
  HD_CHECK(sort.kind != HD_SORT_ARRAY);
  unsigned kind = sort.kind == HD_SORT_BOOL ? 0 : sort.width;
  return hd_term_var(v->T, sort, HD_VERSIONS + (kind << 20) + v->used[kind]++);
}

static uint64_t key_of(const hd_terms *T, hd_term var)
{
  return (uint64_t)hd_term_symbol(T, var) * 2 + (hd_term_sort(T, var).kind == HD_SORT_ARRAY);
}

static hd_term current_version(void *context, hd_term leaf)
{
  hd_versions *v = context;
  return (hd_term){(uint32_t)hd_map_get_or(&v->now, key_of(v->T, leaf), 0)};
}

/* An array is a term with stores in it; substitution puts it where the variable stands. */
hd_term hd_versions_now(hd_versions *v, hd_term t)
{
  return hd_term_substitute(v->T, t, &(hd_rewrite){current_version, v});
}

void hd_versions_take(hd_versions *v, const hd_transition *step, hd_term *equations)
{
  hd_terms *T = v->T;
  HD_VEC(hd_update) made = {0};
  for (uint32_t i = 0; i < step->n; i++) {
    const hd_update *u = &step->updates[i];
    hd_term value = hd_term_is(u->value) ? hd_versions_now(v, u->value) : HD_NO_TERM;
    hd_term index = hd_term_is(u->index) ? hd_versions_now(v, u->index) : HD_NO_TERM;
    hd_vec_push(&made, (hd_update){u->target, index, value});
  }
  for (uint32_t i = 0; i < step->n; i++) {
    const hd_update *u = &made.data[i];
    hd_sort sort = hd_term_sort(T, u->target);
    bool array = sort.kind == HD_SORT_ARRAY;
    hd_term now = array ? u->value : hd_versions_fresh(v, sort);
    if (array && !hd_term_is(now)) now = hd_versions_fresh(v, HD_BV(sort.width));
    equations[i] = hd_term_true(T);
    if (!array && hd_term_is(u->value)) equations[i] = hd_term_2(T, HD_OP_EQ, now, u->value);
    if (array) now = hd_term_3(T, HD_OP_STORE, hd_versions_now(v, u->target), u->index, now);
    hd_map_put(&v->now, key_of(T, u->target), now.id);
  }
  hd_vec_clear(&made);
}
