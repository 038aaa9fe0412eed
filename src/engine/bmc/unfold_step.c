/* unfold_step.c - the edges out of a node. */
#include "engine/bmc/unfolder.h"

#include "analysis/guards.h"

typedef struct {
  uint32_t edge;
  hd_term guard, literal;
} option;
typedef HD_VEC(option) options;

static void collect_options(hd_bmc_view *v, uint32_t node, options *out)
{
  uint32_t n;
  hd_loc l = v->x->u->nodes.data[node].loc;
  const hd_program *p = v->x->in->p;
  const uint32_t *edges = hd_loc_out(p, l, &n);
  for (uint32_t i = 0; i < n; i++) {
    hd_term guard = hd_bmc_rewrite_guard(v, p->edges.data[edges[i]].guard);
    hd_bmc_use(v->x->u, v->when, guard);
    if (!hd_term_is_false(v->x->u->T, guard))
      hd_vec_push(out, (option){edges[i], guard, guard});
    else
      hd_bmc_note_test(v->x, node, edges[i]);
  }
}

static bool are_exclusive(const hd_bmc_view *v, const options *o)
{
  hd_terms *T = v->x->u->T;
  for (uint32_t i = 0; i < o->len; i++) {
    for (uint32_t k = i + 1; k < o->len; k++) {
      const option *a = &o->data[i], *b = &o->data[k];
      if (hd_term_is_false(T, hd_term_2(T, HD_OP_AND, a->guard, b->guard))) continue;
      if (!hd_guards_exclusive(v->x->in->p, (hd_edge){a->edge}, (hd_edge){b->edge})) return false;
    }
  }
  return true;
}

/* One of several that may be enabled together is chosen. */
static void add_choices(hd_bmc_view *v, options *o)
{
  hd_terms *T = v->x->u->T;
  hd_term left = hd_term_true(T);
  for (uint32_t i = 0; i < o->len; i++) {
    hd_term chosen = i + 1 < o->len ? hd_bmc_fresh(v->x->u, HD_BOOL) : hd_term_true(T);
    o->data[i].literal = hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_AND, left, chosen), o->data[i].guard);
    left = hd_term_2(T, HD_OP_AND, left, hd_term_1(T, HD_OP_NOT, chosen));
  }
}

static hd_term any_of(hd_terms *T, const options *o, bool literals)
{
  hd_term some = hd_term_false(T);
  for (uint32_t i = 0; i < o->len; i++)
    some = hd_term_2(T, HD_OP_OR, some, literals ? o->data[i].literal : o->data[i].guard);
  return some;
}

/* Has a check failed in the block before? Then the rest of the block need not be possible. */
static hd_term has_failed(const hd_bmc_unfolding *u, uint32_t block)
{
  hd_term failed = u->blocks.data[block].failed;
  return hd_term_is(failed) ? failed : hd_term_false(u->T);
}

/* The step is taken, and the execution has not ended in the block before. */
static hd_term goes_on(const hd_bmc_view *v, uint32_t block)
{
  hd_terms *T = v->x->u->T;
  hd_term ended = v->x->u->blocks.data[block].ended;
  return hd_term_is(ended) ? hd_term_2(T, HD_OP_AND, v->when, hd_term_1(T, HD_OP_NOT, ended)) : v->when;
}

/* What holds wherever the block is executed and the condition, a part of it, is met. One for each reason to stick but
 * for the bounds, so that a block with one of both sticks for nothing else. */
static void note_must(hd_bmc_unfolder *x, uint32_t block, uint32_t cond, hd_term fact)
{
  hd_bmc_unfolding *u = x->u;
  hd_bmc_block *b = &u->blocks.data[block];
  if (!hd_bmc_cond_within(&u->conds, b->cond, cond)) return;
  hd_vec_push(&b->must, hd_bmc_implies(u->T, hd_bmc_cond_beyond(&u->conds, b->cond, cond), fact).id);
}

/* The instance goes on; when it may not be able to, it may have stopped before. */
static void demand_progress(hd_bmc_view *v, uint32_t node, const options *o, bool exclusive)
{
  hd_bmc_unfolding *u = v->x->u;
  hd_terms *T = u->T;
  const hd_bmc_node *n = &u->nodes.data[node];
  hd_term enabled = any_of(T, o, false), leaves = any_of(T, o, true);
  bool exhaustive = hd_term_is_true(T, enabled) || (o->len && hd_guards_exhaustive(v->x->in->p, n->loc));
  if (exhaustive && exclusive) return;
  if (!exhaustive) hd_bmc_stick(v->x, n->block, n->go, hd_term_1(T, HD_OP_NOT, enabled));
  bool may_get_stuck = !exhaustive && !n->starts && hd_violated_by(u->property, HD_BY_DEADLOCK);
  if (may_get_stuck) {
    hd_term stuck = hd_term_2(T, HD_OP_AND, v->when, hd_term_1(T, HD_OP_NOT, enabled));
    hd_vec_push(&u->stuck, stuck);
    hd_vec_push(&u->stuck_in, n->block);
    leaves = hd_term_2(T, HD_OP_OR, leaves, hd_term_1(T, HD_OP_NOT, enabled));
  }
  leaves = hd_term_2(T, HD_OP_OR, leaves, has_failed(u, n->block));
  hd_bmc_fact(u, hd_bmc_implies(T, v->when, leaves));
  if (!exhaustive && !may_get_stuck) note_must(v->x, n->block, n->go, leaves);
}

static void count_beyond(hd_bmc_unfolder *x, uint32_t block, uint32_t cond, hd_term taken, uint32_t loc)
{
  hd_bmc_stick(x, block, cond, hd_term_true(x->u->T));
  hd_vec_push(&x->u->beyond, (hd_bmc_beyond){taken, loc, block});
}

/* A loop that comes around rarely, or often with little in it. */
static bool is_short(const hd_loop *l, uint32_t times)
{
  enum { LITTLE = 640 };
  return times <= HD_BMC_SHORT || (times != HD_NONE && (uint64_t)times * l->n_body <= LITTLE);
}

/* May the loop, whose iteration ends at the node, come around that often? */
static bool may_go_around(const hd_bmc_unfolder *x, uint32_t loop, uint32_t node, uint32_t times)
{
  const hd_loop *l = &x->in->loops->list.data[loop];
  if (times <= x->unwind) return true;
  return x->in->follow_bounds && (is_short(l, l->bound) || (is_short(l, times) && hd_bmc_goes_around(x, loop, node)));
}

static void never_taken(hd_bmc_unfolder *x, uint32_t block, uint32_t cond, hd_term taken, hd_term when)
{
  hd_terms *T = x->u->T;
  hd_bmc_stick(x, block, cond, when);
  note_must(x, block, cond, hd_term_2(T, HD_OP_OR, has_failed(x->u, block), hd_term_1(T, HD_OP_NOT, when)));
  hd_bmc_fact(x->u, hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_AND, taken, when)));
}

/* True when the step leads on to an ordinary node, whose counts are then in *counts. Where it does not,
 * it is taken at most to fail its check. env: the environment after it. */
static bool leads_on(hd_bmc_view *v, uint32_t node, const hd_edge_info *e, uint32_t env, uint32_t *counts)
{
  hd_bmc_unfolder *x = v->x;
  hd_bmc_unfolding *u = x->u;
  const hd_bmc_node *n = &u->nodes.data[node];
  uint32_t block = n->block;
  hd_term taken = hd_term_2(u->T, HD_OP_AND, goes_on(v, block), hd_term_1(u->T, HD_OP_NOT, has_failed(u, block)));
  const hd_loc_info *to = hd_loc_get(x->in->p, e->to);
  if (to->kind == HD_LOC_EXIT) return never_taken(x, block, v->cond, taken, hd_term_true(u->T)), false;
  if (to->kind == HD_LOC_UNSUPPORTED || to->kind == HD_LOC_BOUND) {
    count_beyond(x, block, v->cond, taken, e->to.id);
    return false;
  }
  uint32_t loop = hd_bmc_shape_follow(&x->shape, n->loc, x->counts.data + n->counts, e->to, counts);
  const hd_loop *l = loop == HD_NONE ? NULL : &x->in->loops->list.data[loop];
  if (l && counts[l->depth - 1] > l->bound) /* never, unless bits were lost before */
    return never_taken(x, block, v->cond, taken, hd_term_true(u->T)), false;
  hd_term idle = hd_bmc_is_idle(v, e, counts, env);
  if (!hd_term_is_false(u->T, idle)) {
    never_taken(x, block, v->cond, taken, idle);
    hd_bmc_use(u, v->when, idle);
  }
  if (hd_term_is_true(u->T, idle)) return false;
  if (!l) return true;
  if (may_go_around(x, loop, node, counts[l->depth - 1])) return true;
  count_beyond(x, block, v->cond, taken, HD_NONE);
  return false;
}

typedef struct {
  hd_term index, value;
} planned;

/* All right-hand sides see the old values. */
static planned *plan(hd_bmc_view *v, const hd_edge_info *e, hd_bmc_step *step)
{
  hd_bmc_unfolding *u = v->x->u;
  planned *list = hd_alloc(e->n_assigns + 1, sizeof *list);
  step->first_input = u->inputs.len;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (hd_term_is(a->index)) list[i].index = hd_bmc_rewrite(v, a->index);
    list[i].value =
        hd_term_is(a->value) ? hd_bmc_rewrite(v, a->value) : hd_bmc_fresh(u, hd_var_get(v->x->in->p, a->var)->sort);
    if (!hd_term_is(a->value)) hd_vec_push(&u->inputs, list[i].value);
  }
  step->n_inputs = u->inputs.len - step->first_input;
  return list;
}

/* The environment after the step; the node's own when no column changes. */
static uint32_t assign_columns(hd_bmc_view *v, const hd_edge_info *e, const planned *list)
{
  hd_bmc_unfolder *x = v->x;
  uint32_t n = x->columns[x->u->who.data[x->who].thread.id], env = v->env;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    uint32_t column = x->column[a->var.id];
    if (column == HD_NONE) continue;
    if (env == v->env) {
      env = x->envs.len;
      hd_vec_reserve(&x->envs, x->envs.len + n);
      memcpy(x->envs.data + env, x->envs.data + v->env, n * sizeof *x->envs.data);
      x->envs.len += n;
    }
    x->envs.data[env + column] = list[i].value;
  }
  return env;
}

static void write_cells(hd_bmc_view *v, const hd_edge_info *e, const planned *list)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (v->x->column[e->assigns[i].var.id] == HD_NONE)
      hd_bmc_write_cell(v, e->assigns[i].var, list[i].index, list[i].value);
}

/* A step that is not followed, as it is never taken or leads beyond the unwinding, after which nothing is asked, may
 * write or not. It does where its block has written the cell before: so a lock is free when a block ends, however it
 * ends. It does not where that would be one more write for others to see. */
static void forget_new_writes(hd_bmc_unfolder *x, uint32_t written)
{
  for (uint32_t i = written; i < x->raw.len; i++) {
    const hd_bmc_raw *w = &x->raw.data[i];
    bool again = w->block != HD_NONE && w->previous != HD_NONE;
    if (again && hd_term_same(x->raw.data[w->previous].index, w->index)) continue;
    hd_bmc_forget_writes(x, written);
  }
}

static void take_option(hd_bmc_view *v, uint32_t node, const option *o)
{
  hd_bmc_unfolder *x = v->x;
  hd_bmc_unfolding *u = x->u;
  const hd_edge_info *e = hd_edge_get(x->in->p, (hd_edge){o->edge});
  uint32_t counts[64], cond = hd_bmc_cond_and(&u->conds, u->nodes.data[node].go, o->literal);
  hd_bmc_step step = {.node = node, .to = HD_NONE, .cond = cond, .edge = {o->edge}};
  const hd_bmc_node n = u->nodes.data[node];
  hd_bmc_view here = *v;
  here.cond = cond;
  here.when = hd_bmc_holds(u, cond);
  if (hd_term_is_false(u->T, here.when)) return;
  if (e->kind == HD_EDGE_ASSERT) {
    hd_term holds = hd_bmc_rewrite(&here, e->cond);
    hd_bmc_use(u, here.when, holds);
    step.violated = hd_term_2(u->T, HD_OP_AND, goes_on(&here, n.block), hd_term_1(u->T, HD_OP_NOT, holds));
    u->blocks.data[n.block].failed = hd_term_2(u->T, HD_OP_OR, has_failed(u, n.block), step.violated);
  }
  planned *list = plan(&here, e, &step);
  uint32_t at = u->steps.len;
  hd_vec_push(&u->steps, step);
  u->nodes.data[node].n_steps++;
  uint32_t env = assign_columns(&here, e, list);
  uint32_t written = x->raw.len;
  write_cells(&here, e, list);
  if (leads_on(&here, node, e, env, counts)) {
    uint32_t to = hd_bmc_arrive(x, node, e->to, counts, cond, env);
    u->steps.data[at].to = to;
  } else {
    forget_new_writes(x, written);
  }
  free(list);
}

static bool is_overflow(const hd_bmc_view *v, const option *o)
{
  const hd_program *p = v->x->in->p;
  const hd_edge_info *e = &p->edges.data[o->edge];
  if (!hd_term_is(e->guard) || hd_loc_get(p, e->to)->kind != HD_LOC_EXIT) return false;
  hd_op op = hd_term_op(p->terms, e->guard);
  return op == HD_OP_SADDO || op == HD_OP_SSUBO || op == HD_OP_SMULO;
}

/* An overflow ends the execution, which is remembered; the instance goes on as if there were none (exits.h). */
static void pass_overflow(hd_bmc_view *v, uint32_t node, options *o)
{
  hd_bmc_unfolding *u = v->x->u;
  hd_terms *T = u->T;
  if (!v->x->exits || o->len != 2) return;
  uint32_t at = is_overflow(v, &o->data[0]) ? 0 : 1, block = u->nodes.data[node].block;
  option overflow = o->data[at], other = o->data[!at];
  if (!is_overflow(v, &overflow) || !hd_term_same(other.guard, hd_term_1(T, HD_OP_NOT, overflow.guard))) return;
  hd_term ends = hd_term_2(T, HD_OP_AND, goes_on(v, block), overflow.guard);
  hd_bmc_block *b = &u->blocks.data[block];
  ends = hd_term_2(T, HD_OP_AND, ends, hd_term_1(T, HD_OP_NOT, has_failed(u, block)));
  hd_vec_push(&u->exits, (hd_bmc_exit){ends, block});
  b->ended = hd_term_is(b->ended) ? hd_term_2(T, HD_OP_OR, b->ended, ends) : ends;
  other.guard = other.literal = hd_term_true(T);
  o->data[0] = other;
  o->len = 1;
}

void hd_bmc_expand(hd_bmc_unfolder *x, uint32_t node)
{
  hd_bmc_node n = x->u->nodes.data[node];
  hd_bmc_view v = {.x = x, .env = n.env, .block = n.block, .cond = n.go, .when = hd_bmc_holds(x->u, n.go)};
  options o = {0};
  x->u->nodes.data[node].first_step = x->u->steps.len;
  collect_options(&v, node, &o);
  pass_overflow(&v, node, &o);
  bool exclusive = are_exclusive(&v, &o);
  if (!exclusive) add_choices(&v, &o);
  demand_progress(&v, node, &o, exclusive);
  for (uint32_t i = 0; i < o.len; i++) take_option(&v, node, &o.data[i]);
  hd_vec_clear(&o);
}
