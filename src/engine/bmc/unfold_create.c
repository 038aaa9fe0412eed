/* unfold_create.c - a thread that only one instance creates is unborn until that instance has created it.
 *
 * Its status is 0 at first, 1 when its creator has set it, 2 when it has finished: only the creator ever changes
 * whether it is 0. So where the creator asks that, its own writes have the answer, and nothing is read: a loop
 * that creates threads takes the next one that is free without a choice.
 *
 * Its argument is set when it is created, and at no other time. So where it is created at one place only, and with a
 * constant, it finds that constant whenever it runs: `i` of a thread that was given its number selects elements
 * that are known while the thread is unfolded. */
#include "engine/bmc/unfolder.h"

static bool is_value(const hd_program *p, const hd_assign *a, uint64_t wanted)
{
  uint64_t value;
  return hd_term_is(a->value) && hd_term_is_const(p->terms, a->value, &value) && value == wanted;
}

/* The thread whose only instance sets the status to 1, when no step sets it to anything else but 2, and that the
 * thread itself; or HD_NONE. */
static uint32_t find_creator(const hd_program *p, uint32_t thread)
{
  uint32_t status = p->threads.data[thread].status.id, creator = HD_NONE;
  if (status == HD_NONE || p->vars.data[status].any) return HD_NONE;
  for (uint32_t i = 0; i < hd_var_elements(&p->vars.data[status]); i++)
    if (hd_var_init(p, (hd_var){status}, i) != 0) return HD_NONE;
  for (uint32_t e = 0; e < p->edges.len; e++) {
    uint32_t who = hd_loc_get(p, p->edges.data[e].from)->thread.id;
    for (uint32_t i = 0; i < p->edges.data[e].n_assigns; i++) {
      const hd_assign *a = &p->edges.data[e].assigns[i];
      if (a->var.id != status) continue;
      if (who == thread && is_value(p, a, 2)) continue;
      bool creates = who != thread && is_value(p, a, 1) && p->threads.data[who].instances == 1 &&
                     (!hd_term_is(a->index) || hd_term_is_const(p->terms, a->index, NULL));
      if (!creates || (creator != HD_NONE && creator != who)) return HD_NONE;
      creator = who;
    }
  }
  return creator;
}

/* A thread that the edge creates, one whose argument would stand at that index; or HD_NONE. */
static uint32_t created_with(const hd_bmc_unfolder *x, const hd_edge_info *e, hd_term index)
{
  const hd_program *p = x->in->p;
  uint32_t who = hd_loc_get(p, e->from)->thread.id;
  for (uint32_t t = 0; t < p->threads.len; t++) {
    uint32_t status = p->threads.data[t].status.id;
    if (status == HD_NONE || x->creator[status] != who || who == t) continue;
    for (uint32_t i = 0; i < e->n_assigns; i++) {
      const hd_assign *a = &e->assigns[i];
      if (a->var.id == status && is_value(p, a, 1) && hd_term_same(a->index, index)) return t;
    }
  }
  return HD_NONE;
}

/* Is the term, a conjunction, true only where the instance's status is 1? */
static bool demands_start(const hd_program *p, const hd_thread_info *t, hd_term guard)
{
  const hd_terms *T = p->terms;
  uint64_t value;
  if (!hd_term_is(guard)) return false;
  if (hd_term_op(T, guard) == HD_OP_AND)
    return demands_start(p, t, hd_term_arg(T, guard, 0)) || demands_start(p, t, hd_term_arg(T, guard, 1));
  if (hd_term_op(T, guard) != HD_OP_EQ || !hd_term_is_const(T, hd_term_arg(T, guard, 1), &value) || value != 1)
    return false;
  hd_term status = hd_term_arg(T, guard, 0);
  if (hd_term_op(T, status) == HD_OP_SELECT) {
    hd_term index = hd_term_arg(T, status, 1);
    if (hd_term_op(T, index) != HD_OP_VAR || hd_term_symbol(T, index) != t->self.id) return false;
    status = hd_term_arg(T, status, 0);
  }
  return hd_term_op(T, status) == HD_OP_VAR && hd_term_symbol(T, status) == t->status.id;
}

static bool waits_for_start(const hd_program *p, uint32_t thread)
{
  const hd_thread_info *t = &p->threads.data[thread];
  uint32_t n;
  const uint32_t *out = hd_loc_out(p, t->entry, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!demands_start(p, t, p->edges.data[out[i]].guard)) return false;
  return true;
}

static void find_arguments(hd_bmc_unfolder *x)
{
  const uint32_t unseen = HD_NONE - 1;
  const hd_program *p = x->in->p;
  x->waits = hd_alloc(p->threads.len + 1, sizeof *x->waits);
  for (uint32_t t = 0; t < p->threads.len; t++) x->waits[t] = waits_for_start(p, t);
  x->argument_of = hd_alloc(p->vars.len, sizeof *x->argument_of);
  for (uint32_t v = 0; v < p->vars.len; v++) x->argument_of[v] = unseen;
  for (uint32_t e = 0; e < p->edges.len; e++) {
    for (uint32_t i = 0; i < p->edges.data[e].n_assigns; i++) {
      const hd_assign *a = &p->edges.data[e].assigns[i];
      uint32_t *known = &x->argument_of[a->var.id], t = created_with(x, &p->edges.data[e], a->index);
      if (hd_var_get(p, a->var)->thread.id != HD_NONE || (t != HD_NONE && a->var.id == p->threads.data[t].status.id))
        t = HD_NONE; /* no other thread sees it; or it is what the thread waits for */
      *known = *known == unseen || *known == t ? t : HD_NONE;
    }
  }
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (x->argument_of[v] == unseen || (x->argument_of[v] != HD_NONE && !x->waits[x->argument_of[v]]))
      x->argument_of[v] = HD_NONE;
}

hd_term hd_bmc_argument(const hd_bmc_view *v, hd_var var, hd_term index)
{
  const hd_bmc_unfolding *u = v->x->u;
  hd_bmc_who who = u->who.data[v->x->who];
  uint64_t at = 0;
  hd_term value = HD_NO_TERM;
  if (!hd_bmc_has_rule(v->x->in->off, HD_BMC_RULE_ARGUMENTS)) return HD_NO_TERM;
  if (v->block == HD_BMC_FINAL || v->x->argument_of[var.id] != who.thread.id) return HD_NO_TERM;
  if (hd_term_is(index) && (!hd_term_is_const(u->T, index, &at) || at != who.instance)) return HD_NO_TERM;
  for (uint32_t i = 0; i < u->writes.len; i++) {
    const hd_bmc_write *w = &u->writes.data[i];
    if (w->var.id != var.id || (hd_term_is(index) && !hd_term_same(w->index, index))) continue;
    if (hd_term_is(value)) return HD_NO_TERM;
    value = w->value;
  }
  return hd_term_is(value) && hd_term_is_const(u->T, value, NULL) ? value : HD_NO_TERM;
}

void hd_bmc_find_creators(hd_bmc_unfolder *x)
{
  const hd_program *p = x->in->p;
  x->creator = hd_alloc(p->vars.len, sizeof *x->creator);
  for (uint32_t v = 0; v < p->vars.len; v++) x->creator[v] = HD_NONE;
  for (uint32_t t = 0; t < p->threads.len; t++)
    if (p->threads.data[t].status.id != HD_NONE) x->creator[p->threads.data[t].status.id] = find_creator(p, t);
  find_arguments(x);
}

/* The variable of a status that this instance alone decides about, read as a whole or at a constant; or HD_NONE. */
static uint32_t own_status(const hd_bmc_view *v, hd_term t, hd_term *index)
{
  const hd_terms *T = v->x->u->T;
  *index = HD_NO_TERM;
  if (hd_term_op(T, t) == HD_OP_SELECT) {
    *index = hd_term_arg(T, t, 1);
    t = hd_term_arg(T, t, 0);
    if (!hd_term_is_const(T, *index, NULL)) return HD_NONE;
  }
  if (hd_term_op(T, t) != HD_OP_VAR) return HD_NONE;
  uint32_t var = hd_term_symbol(T, t), thread = v->x->u->who.data[v->x->who].thread.id;
  return v->x->creator[var] == thread ? var : HD_NONE;
}

/* Has the instance created it, on its way here? */
static hd_term is_created(const hd_bmc_view *v, uint32_t var, hd_term index)
{
  hd_bmc_unfolding *u = v->x->u;
  hd_term created = hd_term_false(u->T);
  for (uint32_t i = 0; i < v->x->raw.len; i++) {
    const hd_bmc_raw *w = &v->x->raw.data[i];
    if (w->var.id != var || (hd_term_is(index) && !hd_term_same(w->index, index))) continue;
    hd_term wrote = hd_bmc_happens(u, w->cond, v->cond);
    if (hd_term_is(wrote)) created = hd_term_2(u->T, HD_OP_OR, created, wrote);
  }
  return created;
}

hd_term hd_bmc_rewrite_guard(hd_bmc_view *v, hd_term t)
{
  hd_terms *T = v->x->u->T;
  if (!hd_term_is(t)) return hd_term_true(T);
  hd_op op = hd_term_op(T, t);
  hd_term index;
  uint64_t value;
  if (op == HD_OP_NOT) return hd_term_1(T, op, hd_bmc_rewrite_guard(v, hd_term_arg(T, t, 0)));
  if (op == HD_OP_AND || op == HD_OP_OR) {
    hd_term a = hd_bmc_rewrite_guard(v, hd_term_arg(T, t, 0));
    return hd_term_2(T, op, a, hd_bmc_rewrite_guard(v, hd_term_arg(T, t, 1)));
  }
  if (op == HD_OP_EQ && hd_term_is_const(T, hd_term_arg(T, t, 1), &value) && value == 0) {
    uint32_t var = own_status(v, hd_term_arg(T, t, 0), &index);
    if (var != HD_NONE) return hd_term_1(T, HD_OP_NOT, is_created(v, var, index));
  }
  return hd_bmc_rewrite(v, t);
}
