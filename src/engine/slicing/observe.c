/* observe.c - one variable follows each refuted run; reaching its end is excluded. */
#include "engine/slicing/observe.h"

enum { OBSERVER_BITS = 16, GONE = 0xffff };

typedef struct {
  const hd_path *path;
  hd_abstraction *a;
  hd_program *q;
  hd_terms *T;
  hd_var *vars; /* by thread: how far its steps were followed; with values one for all */
  bool values;
} observer;

static hd_term followed(observer *o, uint32_t thread)
{
  return hd_program_var_term(o->q, o->vars[thread]);
}

/* All before step i was followed, or at least its thread's steps and those that it depends on. */
static hd_term follows_before(observer *o, uint32_t i)
{
  const hd_slice_step *s = &o->path->steps.data[i];
  hd_term all = hd_term_eq_bv(o->T, followed(o, s->thread), o->values ? i : s->number);
  for (uint32_t t = 0; !o->values && t < o->path->threads; t++) {
    uint32_t need = hd_path_need(o->path, i, t);
    if (!need) continue;
    hd_term most = hd_term_bv(o->T, OBSERVER_BITS, o->path->length.data[t]);
    hd_term enough = hd_term_2(o->T, HD_OP_ULE, hd_term_bv(o->T, OBSERVER_BITS, need), followed(o, t));
    all = hd_term_2(o->T, HD_OP_AND, all,
                    hd_term_2(o->T, HD_OP_AND, enough, hd_term_2(o->T, HD_OP_ULE, followed(o, t), most)));
  }
  return all;
}

/* Nothing else has happened than what comes before the last step. */
static hd_term followed_to_the_end(observer *o)
{
  uint32_t last = o->path->steps.len - 1;
  hd_term all = follows_before(o, last);
  for (uint32_t t = 0; !o->values && t < o->path->threads; t++)
    if (t != o->path->steps.data[last].thread)
      all = hd_term_2(o->T, HD_OP_AND, all, hd_term_eq_bv(o->T, followed(o, t), o->path->length.data[t]));
  return all;
}

static hd_term observer_number(observer *o, uint32_t n)
{
  return hd_term_bv(o->T, OBSERVER_BITS, n);
}

/* The variables that the edge assigns hold what they hold after step i. */
static hd_term agrees_after(observer *o, const hd_edge_info *e, uint32_t i)
{
  hd_term all = hd_term_true(o->T);
  for (uint32_t k = 0; o->values && k < o->path->vars.len; k++) {
    uint32_t v = o->path->vars.data[k];
    bool assigned = false;
    for (uint32_t j = 0; j < e->n_assigns; j++) assigned = assigned || e->assigns[j].var.id == v;
    if (!assigned) continue;
    hd_term value = hd_term_const(o->T, o->q->vars.data[v].sort, hd_path_value(o->path, k, i + 1));
    all = hd_term_2(o->T, HD_OP_AND, all, hd_term_2(o->T, HD_OP_EQ, hd_program_var_term(o->q, (hd_var){v}), value));
  }
  return all;
}

/* What started with any value started as in the counterexample: looked at by the first step, and of a
 * thread's locals by its own first step. */
static hd_term starts_as_observed(observer *o, uint32_t i)
{
  const hd_slice_step *s = &o->path->steps.data[i];
  hd_term all = hd_term_true(o->T);
  for (uint32_t k = 0; o->values && k < o->path->vars.len; k++) {
    uint32_t v = o->path->vars.data[k];
    const hd_var_info *info = &o->q->vars.data[v];
    bool now = info->thread.id == HD_NONE ? i == 0 : info->thread.id == s->thread && s->number == 0;
    if (!info->any || !now) continue;
    hd_term value = hd_term_const(o->T, info->sort, hd_path_value(o->path, k, 0));
    all = hd_term_2(o->T, HD_OP_AND, all, hd_term_2(o->T, HD_OP_EQ, hd_program_var_term(o->q, (hd_var){v}), value));
  }
  return all;
}

/* The same, before the edge changes anything: HD_NO_TERM when that says nothing. */
static hd_term follows_on(observer *o, uint32_t origin, hd_term now)
{
  hd_term next = now;
  for (uint32_t i = 0; i + 1 < o->path->steps.len; i++) {
    if (o->path->steps.data[i].edge != origin) continue;
    hd_term wrong =
        hd_term_2(o->T, HD_OP_AND, follows_before(o, i), hd_term_1(o->T, HD_OP_NOT, starts_as_observed(o, i)));
    next = hd_term_3(o->T, HD_OP_ITE, wrong, observer_number(o, GONE), next);
  }
  return hd_term_same(next, now) ? HD_NO_TERM : next;
}

/* How far it was followed once the edge has been taken. */
static hd_term followed_after(observer *o, const hd_edge_info *e, uint32_t origin)
{
  hd_term next = observer_number(o, GONE);
  for (uint32_t i = 0; i + 1 < o->path->steps.len; i++) {
    if (o->path->steps.data[i].edge != origin) continue;
    hd_term here = hd_term_2(o->T, HD_OP_AND, follows_before(o, i), agrees_after(o, e, i));
    next = hd_term_3(o->T, HD_OP_ITE, here, observer_number(o, o->values ? i + 1 : o->path->steps.data[i].number + 1),
                     next);
  }
  return next;
}

static void add_assign(observer *o, uint32_t edge, hd_assign a)
{
  hd_edge_info *e = &o->q->edges.data[edge];
  hd_assign *assigns = hd_arena_alloc(&o->q->arena, (e->n_assigns + 1) * sizeof *assigns);
  if (e->n_assigns) memcpy(assigns, e->assigns, e->n_assigns * sizeof *assigns);
  assigns[e->n_assigns] = a;
  e->assigns = assigns;
  e->n_assigns++;
}

/* Looks at what the edge has left before another thread moves. */
static void look_behind(observer *o, uint32_t edge, hd_var var, hd_term next)
{
  hd_edge_info *e = &o->q->edges.data[edge];
  hd_loc_info middle = *hd_loc_get(o->q, e->from);
  middle.kind = HD_LOC_NORMAL;
  middle.atomic = true;
  hd_loc loc = hd_program_add_loc(o->q, middle);
  hd_assign look = {.var = var, .value = next};
  e = &o->q->edges.data[edge];
  hd_edge_info second = {.from = loc,
                         .to = e->to,
                         .kind = HD_EDGE_STEP,
                         .assigns = &look,
                         .n_assigns = 1,
                         .access = HD_ACCESS_SYNC,
                         .pos = e->pos,
                         .frame = e->frame};
  e->to = loc;
  hd_program_add_edge(o->q, second);
  hd_vec_push(&o->a->origin, HD_NONE);
}

/* The last instruction does not fail where it was followed that far. */
static void excuse(observer *o, uint32_t edge)
{
  hd_edge_info *e = &o->q->edges.data[edge];
  hd_term here = hd_term_2(o->T, HD_OP_AND, followed_to_the_end(o), starts_as_observed(o, o->path->steps.len - 1));
  hd_term elsewhere = hd_term_1(o->T, HD_OP_NOT, here);
  hd_term may = hd_term_2(o->T, HD_OP_OR, e->cond, elsewhere);
  e->guard = hd_term_is(e->guard) ? hd_term_2(o->T, HD_OP_AND, e->guard, may) : may;
}

static void add_vars(observer *o)
{
  o->vars = hd_alloc(o->path->threads + 1, sizeof *o->vars);
  for (uint32_t t = 0; t < o->path->threads; t++) {
    hd_var_info info = {.name = "observed",
                        .thread = HD_NO_THREAD,
                        .sort = HD_BV(OBSERVER_BITS),
                        .role = HD_ROLE_TEMP,
                        .show = HD_SHOW_UNSIGNED,
                        .pos = HD_NO_POS};
    o->vars[t] = t && o->values ? o->vars[0] : hd_program_add_var(o->q, info);
  }
}

static void observe_edge(observer *o, uint32_t edge)
{
  uint32_t origin = o->a->origin.data[edge];
  hd_var var = o->vars[hd_loc_get(o->q, o->q->edges.data[edge].from)->thread.id];
  hd_term next = followed_after(o, &o->q->edges.data[edge], origin);
  if (o->q->edges.data[edge].kind == HD_EDGE_ASSERT && origin == hd_vec_last(&o->path->steps).edge) excuse(o, edge);
  if (!o->values || !o->q->edges.data[edge].n_assigns) {
    hd_term first = follows_on(o, origin, next);
    add_assign(o, edge, (hd_assign){.var = var, .value = hd_term_is(first) ? first : next});
    return;
  }
  hd_term first = follows_on(o, origin, hd_program_var_term(o->q, var));
  if (hd_term_is(first)) add_assign(o, edge, (hd_assign){.var = var, .value = first});
  look_behind(o, edge, var, next);
}

void hd_observe(hd_abstraction *a, const hd_path *path, bool values)
{
  observer o = {.path = path, .a = a, .q = a->program, .T = a->program->terms, .values = values};
  uint32_t n = o.q->edges.len;
  uint8_t *counts = hd_alloc(n + 1, 1);
  for (uint32_t e = 0; e < n; e++) counts[e] = hd_path_counts(a, (hd_edge){e});
  add_vars(&o);
  for (uint32_t e = 0; e < n; e++)
    if (counts[e]) observe_edge(&o, e);
  free(counts);
  free(o.vars);
  hd_program_unindex(o.q);
  hd_program_index(o.q);
}
