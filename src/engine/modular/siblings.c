/* siblings.c - re-executes a path along the other branches that lead to the same place. */
#include "engine/modular/siblings.h"

#include "logic/linear.h"

enum { MOST_SIBLINGS = 24, MOST_STEPS = 400, MOST_VISITS = 4000 };

typedef struct {
  const hd_level *l;
  hd_loc to;
  hd_term after;
  hd_path_steps way;   /* that is being followed */
  hd_path_steps best;  /* empty: the one that was given */
  hd_term pre;         /* of the best */
  const hd_env *state; /* from which the way that was given can be taken; NULL: there is none */
  hd_arena *arena;
  uint32_t siblings, visits;
} search;

hd_path_how hd_siblings_how(const hd_level *l, const hd_env *before)
{
  hd_smt *smt = hd_modular_run_uses(l->u, HD_SWITCH_PROJECTION) ? l->u->smt : NULL;
  return (hd_path_how){hd_modular_run_uses(l->u, HD_SWITCH_SKIP), true, smt, before};
}

static hd_term path_precondition(const hd_level *l, const hd_path_step *steps, uint32_t n, hd_term after,
                                 const hd_env *state)
{
  hd_path_how how = hd_siblings_how(l, state);
  return hd_linear_normal(l->u->p->terms, hd_path_pre(l->q, steps, n, after, &how));
}

/* Gives the way inputs, with which it can be taken from the state. False: it has none. */
static bool find_inputs(search *s)
{
  hd_path_how how = hd_siblings_how(s->l, s->state);
  bool any = false;
  for (uint32_t i = 0; i < s->way.len; i++) any |= hd_path_takes(hd_edge_get(s->l->q, s->way.data[i].edge)) != 0;
  if (!any || !how.smt || !s->state) return true;
  return hd_path_inputs(s->l->q, s->way.data, s->way.len, s->after, &how, s->arena) != HD_UNSAT;
}

static bool entails(hd_smt *s, hd_term a, hd_term b)
{
  return hd_smt_refutes(s, &a, 1, b) == HD_UNSAT;
}

/* Can it be taken wherever the best one can, and from elsewhere? */
static void try_way(search *s)
{
  hd_smt *smt = s->l->u->smt;
  s->siblings++;
  if (!find_inputs(s)) return;
  hd_term pre = path_precondition(s->l, s->way.data, s->way.len, s->after, s->state);
  if (s->state && !hd_term_eval(s->l->u->p->terms, pre, s->state)) return;
  if (hd_term_same(pre, s->pre) || !entails(smt, s->pre, pre) || entails(smt, pre, s->pre)) return;
  s->pre = pre;
  s->best.len = 0;
  for (uint32_t i = 0; i < s->way.len; i++) hd_vec_push(&s->best, (hd_path_step){s->way.data[i].edge, NULL, 0});
}

static void follow_siblings(search *s, hd_loc at)
{
  if (at.id == s->to.id) {
    try_way(s);
    return;
  }
  uint32_t n;
  const uint32_t *out = hd_loc_out(s->l->q, at, &n);
  for (uint32_t i = 0; i < n; i++) {
    hd_edge e = {out[i]};
    if (s->siblings >= MOST_SIBLINGS || s->way.len >= MOST_STEPS || ++s->visits > MOST_VISITS) return;
    if (s->l->edges.data[e.id].kind != HD_PART_OWN) continue;
    hd_vec_push(&s->way, (hd_path_step){e, NULL, 0});
    follow_siblings(s, hd_edge_get(s->l->q, e)->to);
    s->way.len--;
  }
}

static void replace_steps(hd_path_steps *steps, uint32_t begin, uint32_t end, const hd_path_steps *by)
{
  hd_path_steps all = {0};
  for (uint32_t i = 0; i < begin; i++) hd_vec_push(&all, steps->data[i]);
  for (uint32_t i = 0; i < by->len; i++) hd_vec_push(&all, by->data[i]);
  for (uint32_t i = end; i < steps->len; i++) hd_vec_push(&all, steps->data[i]);
  hd_vec_clear(steps);
  *steps = all;
}

hd_term hd_siblings_pre(const hd_level *l, hd_path_steps *steps, uint32_t begin, uint32_t end, hd_term after,
                        const hd_env *state)
{
  hd_loc from = hd_edge_get(l->q, steps->data[begin].edge)->from;
  search s = {.l = l, .to = hd_edge_get(l->q, steps->data[end - 1].edge)->to, .after = after};
  hd_arena arena;
  hd_arena_init(&arena);
  s.pre = path_precondition(l, steps->data + begin, end - begin, after, state);
  s.arena = &arena;
  if (hd_term_eval(l->u->p->terms, s.pre, state)) s.state = state;
  if (hd_modular_run_uses(l->u, HD_SWITCH_SIBLINGS)) follow_siblings(&s, from);
  if (s.best.len) replace_steps(steps, begin, end, &s.best);
  hd_vec_clear(&s.way);
  hd_vec_clear(&s.best);
  hd_arena_clear(&arena);
  return s.pre;
}
