/* conditions.c - variables that hold answers to conditions, by which cases are kept apart.
 *
 * Any variable would do: an edge that assigns the answer to a condition is taken once for each answer, and the two
 * cases together are what the edge does. Those are chosen whose answers are asked soon, so that there are few cases:
 *   what the compiler keeps between the parts of `a && b`;
 *   locals that are nothing but answers (`cond := c ? 1 : 0`, the argument of an assumption), and are not live beyond
 *   the location at which they were assigned. */
#include "engine/static/flow.h"

static bool keeps_part(const hd_var_info *v)
{
  return v->role == HD_ROLE_TEMP && v->sort.kind == HD_SORT_BOOL;
}

/* One of two constants, by a condition. */
static bool is_choice(const hd_terms *T, hd_term t)
{
  uint64_t c;
  if (!hd_term_is(t) || hd_term_op(T, t) != HD_OP_ITE || hd_term_sort(T, t).kind != HD_SORT_BV) return false;
  return hd_term_is_const(T, hd_term_arg(T, t, 1), &c) && hd_term_is_const(T, hd_term_arg(T, t, 2), &c);
}

/* By variable: what all edges that assign it leave there is a choice between constants. */
static uint8_t *find_chosen(const hd_flow *f)
{
  enum { CHOSEN = 1, COMPUTED };
  uint8_t *of = hd_alloc(f->p->vars.len + 1, 1);
  for (uint32_t i = 0; i < f->p->edges.len; i++) {
    const hd_edge_info *e = &f->edges[i];
    for (uint32_t k = 0; k < e->n_assigns; k++)
      of[e->assigns[k].var.id] |= is_choice(f->p->terms, e->assigns[k].value) && e->n_assigns == 1 ? CHOSEN : COMPUTED;
  }
  for (uint32_t v = 0; v < f->p->vars.len; v++) of[v] = of[v] == CHOSEN;
  return of;
}

/* Is the variable live only where edges that assign it lead to? */
static bool is_asked_at_once(const hd_flow *f, hd_var v)
{
  uint8_t *fresh = hd_alloc(f->p->locs.len + 1, 1);
  hd_thread t = hd_var_get(f->p, v)->thread;
  bool at_once = true;
  for (uint32_t i = 0; i < f->p->edges.len; i++)
    for (uint32_t k = 0; k < f->edges[i].n_assigns; k++)
      if (f->edges[i].assigns[k].var.id == v.id) fresh[f->edges[i].to.id] = 1;
  for (uint32_t l = 0; l < f->p->locs.len && at_once; l++)
    at_once = fresh[l] || f->p->locs.data[l].thread.id != t.id || !hd_is_live(f->live, (hd_loc){l}, v);
  free(fresh);
  return at_once;
}

void hd_flow_find_answers(hd_flow *f)
{
  uint8_t *chosen = find_chosen(f);
  f->is_answer = hd_alloc(f->p->vars.len + 1, 1);
  for (uint32_t v = 0; v < f->p->vars.len; v++) {
    const hd_var_info *info = &f->p->vars.data[v];
    if (info->thread.id == HD_NONE || info->count || f->space->first[v] == HD_NONE) continue;
    if (!keeps_part(info) && (!chosen[v] || !is_asked_at_once(f, (hd_var){v}))) continue;
    f->is_answer[v] = 1;
    hd_vec_push(&f->answers, v);
  }
  free(chosen);
}

bool hd_flow_answer(const hd_flow *f, const hd_edge_info *e, hd_asked *out)
{
  const hd_terms *T = f->p->terms;
  uint64_t c;
  if (!f->states || e->n_assigns != 1 || !hd_term_is(e->assigns[0].value) || !f->is_answer[e->assigns[0].var.id])
    return false;
  hd_term value = e->assigns[0].value;
  *out = (hd_asked){.var = e->assigns[0].var, .condition = value, .value = {0, 1}};
  if (!is_choice(T, value)) return !hd_term_is_const(T, value, &c);
  out->condition = hd_term_arg(T, value, 0);
  out->value[1] = hd_term_value(T, hd_term_arg(T, value, 1));
  out->value[0] = hd_term_value(T, hd_term_arg(T, value, 2));
  return true;
}
