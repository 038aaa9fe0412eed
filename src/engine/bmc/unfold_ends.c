/* unfold_ends.c - what the last state says: who is blocked there, and what each is about to access. */
#include "engine/bmc/unfolder.h"

/* The last state, as an instance that stays at the node sees it. */
static hd_bmc_view final_view(hd_bmc_unfolder *x, const hd_bmc_node *n)
{
  return (hd_bmc_view){.x = x, .env = n->env, .block = HD_BMC_FINAL, .cond = n->reached, .when = n->stay};
}

/* Only an instance at its entry may not have been started. */
static hd_term is_started(hd_bmc_view *v, const hd_bmc_node *n)
{
  hd_bmc_unfolding *u = v->x->u;
  hd_bmc_who who = u->who.data[n->who];
  const hd_thread_info *t = hd_thread_get(v->x->in->p, who.thread);
  if (t->status.id == HD_NONE || n->loc.id != t->entry.id) return hd_term_true(u->T);
  hd_term status = hd_program_var_term(u->p, t->status);
  if (hd_var_get(v->x->in->p, t->status)->count)
    status = hd_program_element(u->p, t->status, hd_term_bv(u->T, 32, who.instance));
  return hd_term_1(u->T, HD_OP_NOT, hd_term_eq_bv(u->T, hd_bmc_rewrite(v, status), 0));
}

void hd_bmc_note_stop(hd_bmc_unfolder *x, uint32_t node)
{
  hd_bmc_unfolding *u = x->u;
  const hd_bmc_node n = u->nodes.data[node];
  hd_bmc_view v = final_view(x, &n);
  uint32_t count;
  const uint32_t *out = hd_loc_out(x->in->p, n.loc, &count);
  hd_bmc_stop stop = {.stays = n.stay, .blocked = hd_term_true(u->T)};
  for (uint32_t i = 0; i < count; i++) {
    hd_term guard = hd_bmc_rewrite(&v, x->in->p->edges.data[out[i]].guard);
    hd_bmc_use(u, n.stay, guard);
    stop.blocked = hd_term_2(u->T, HD_OP_AND, stop.blocked, hd_term_1(u->T, HD_OP_NOT, guard));
  }
  stop.waits = is_started(&v, &n);
  hd_vec_push(&u->stops, stop);
}

static bool can_race(const hd_bmc_unfolder *x, hd_var v)
{
  const hd_var_info *info = hd_var_get(x->in->p, v);
  return info->role == HD_ROLE_USER && info->thread.id == HD_NONE && !hd_bmc_is_private(x->in, v) &&
         x->in->sharing->written[v.id];
}

static void note_race(void *context, hd_var v, bool write)
{
  const hd_bmc_unfolder *x = ((void **)context)[0];
  bool *found = ((void **)context)[1];
  (void)write;
  *found = *found || can_race(x, v);
}

bool hd_bmc_may_race(const hd_bmc_unfolder *x, hd_loc l)
{
  uint32_t n;
  bool found = false;
  const void *context[2] = {x, &found};
  const uint32_t *out = hd_loc_out(x->in->p, l, &n);
  for (uint32_t i = 0; i < n && !found; i++)
    if (x->in->p->edges.data[out[i]].access != HD_ACCESS_SYNC)
      hd_edge_accesses(x->in->p, (hd_edge){out[i]}, note_race, context);
  return found;
}

typedef struct {
  hd_bmc_view *v;
  hd_bmc_access access; /* what all of an edge's accesses have in common */
} noting;

static void push_access(noting *x, hd_var var, hd_term index, bool write, hd_term when)
{
  hd_bmc_unfolding *u = x->v->x->u;
  hd_bmc_access a = x->access;
  if (!can_race(x->v->x, var)) return;
  a.var = var;
  a.index = index;
  a.write = write;
  a.pending = hd_term_2(u->T, HD_OP_AND, when, hd_bmc_in_range(u, var, index));
  if (hd_term_is_false(u->T, a.pending)) return;
  hd_vec_push(&u->accesses, a);
  if (hd_term_is(index)) hd_bmc_use(u, when, index);
}

/* What evaluating the term reads: only the chosen branch of an if-then-else, and the second part of an AND or
 * OR only where the first does not decide. */
static void walk_reads(noting *x, hd_term t, hd_term when)
{
  hd_bmc_unfolding *u = x->v->x->u;
  if (!hd_term_is(t) || hd_term_is_false(u->T, when)) return;
  hd_op op = hd_term_op(u->T, t);
  if (op == HD_OP_VAR && hd_term_sort(u->T, t).kind != HD_SORT_ARRAY)
    push_access(x, (hd_var){hd_term_symbol(u->T, t)}, HD_NO_TERM, false, when);
  if (op == HD_OP_SELECT && hd_term_op(u->T, hd_term_arg(u->T, t, 0)) == HD_OP_VAR) {
    hd_term index = hd_bmc_rewrite(x->v, hd_term_arg(u->T, t, 1));
    push_access(x, (hd_var){hd_term_symbol(u->T, hd_term_arg(u->T, t, 0))}, index, false, when);
  }
  if (op == HD_OP_ITE) {
    hd_term c = hd_bmc_rewrite(x->v, hd_term_arg(u->T, t, 0));
    walk_reads(x, hd_term_arg(u->T, t, 0), when);
    walk_reads(x, hd_term_arg(u->T, t, 1), hd_term_2(u->T, HD_OP_AND, when, c));
    walk_reads(x, hd_term_arg(u->T, t, 2), hd_term_2(u->T, HD_OP_AND, when, hd_term_1(u->T, HD_OP_NOT, c)));
    return;
  }
  if (op == HD_OP_AND || op == HD_OP_OR) {
    hd_term first = hd_bmc_rewrite(x->v, hd_term_arg(u->T, t, 0));
    hd_term goes_on = op == HD_OP_AND ? first : hd_term_1(u->T, HD_OP_NOT, first);
    walk_reads(x, hd_term_arg(u->T, t, 0), when);
    walk_reads(x, hd_term_arg(u->T, t, 1), hd_term_2(u->T, HD_OP_AND, when, goes_on));
    return;
  }
  for (unsigned i = 0; i < hd_term_arity(u->T, t); i++) walk_reads(x, hd_term_arg(u->T, t, i), when);
}

/* v is where the accesses are evaluated; NULL: in the last state. */
void hd_bmc_note_accesses(hd_bmc_unfolder *x, hd_bmc_view *view, uint32_t node, hd_term pending)
{
  hd_bmc_unfolding *u = x->u;
  const hd_bmc_node n = u->nodes.data[node];
  hd_bmc_view last = final_view(x, &n), *v = view ? view : &last;
  uint32_t count;
  const uint32_t *out = hd_loc_out(x->in->p, n.loc, &count);
  for (uint32_t i = 0; i < count; i++) {
    const hd_edge_info *e = &x->in->p->edges.data[out[i]];
    if (e->access == HD_ACCESS_SYNC) continue;
    hd_term guard = hd_bmc_rewrite(v, e->guard);
    hd_bmc_use(u, pending, guard);
    hd_term when = hd_term_2(u->T, HD_OP_AND, hd_term_2(u->T, HD_OP_AND, pending, is_started(v, &n)), guard);
    noting access = {v, {.who = n.who, .atomic = e->access == HD_ACCESS_ATOMIC}};
    walk_reads(&access, e->guard, when);
    walk_reads(&access, e->cond, when);
    for (uint32_t a = 0; a < e->n_assigns; a++) {
      walk_reads(&access, e->assigns[a].index, when);
      walk_reads(&access, e->assigns[a].value, when);
      hd_term index = hd_term_is(e->assigns[a].index) ? hd_bmc_rewrite(v, e->assigns[a].index) : HD_NO_TERM;
      push_access(&access, e->assigns[a].var, index, true, when);
    }
  }
}
