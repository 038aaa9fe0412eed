/* checker_path.c - back in time through the increments, from a pair of the goal to the start.
 *
 * The path is found from its end. A call that returns in the same context is passed by, and what happens in it is
 * found once for all calls that leave it the same way (checker_unfold.h). Of others `pending` holds the callers:
 * when the way back arrives at such an activation's begin it goes on there. Indices of increments fall at every
 * step, so the way back ends. */
#include "boolean/blobs.h"
#include "engine/fixpoint/checker_ranges.h"
#include "engine/fixpoint/checker_unfold.h"

/* A pair with its increment: u and x are one byte a variable, globals first, then locals. */
typedef struct {
  uint32_t increment;
  const uint8_t *u, *x;
} pair;

typedef struct {
  pair caller;
  uint32_t edge;
} pending_call;

typedef struct {
  hd_fx_checker *c;
  hd_arena *arena;
  hd_fx_ranges ranges;
  hd_bdd_map *back_from_exit;
  hd_u32s vars; /* a conjunction of literals that is being put together */
  HD_VEC(bool) values;
  HD_VEC(pending_call) pending;
  hd_fx_items *reversed; /* being written */
  uint32_t block;        /* whose items these are; HD_NONE: the path's */
  hd_fx_blocks blocks;
  HD_VEC(pair) leaving; /* of each block: where it ends */
  hd_blobs known;       /* the same as bytes, in the same order */
  bool complete;
} tracer;

/* --- cubes ------------------------------------------------------------------------------------------------
 */

static void begin_cube(tracer *t)
{
  t->vars.len = t->values.len = 0;
}

static void add_literal(tracer *t, uint32_t var, uint8_t value)
{
  hd_vec_push(&t->vars, var);
  hd_vec_push(&t->values, value != 0);
}

static void add_globals(tracer *t, unsigned copy, const uint8_t *values)
{
  for (uint32_t i = 0; i < t->c->n_globals; i++) add_literal(t, t->c->globals[copy][i], values[i]);
}

static void add_locals(tracer *t, unsigned copy, const uint8_t *values, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) add_literal(t, t->c->locals[copy][i], values[t->c->n_globals + i]);
}

static hd_bdd end_cube(tracer *t)
{
  return hd_bdd_literals(t->vars.data, t->values.data, t->vars.len);
}

/* One element of a set over two copies of the state: two rows of values. NULL: the budget ended. */
static uint8_t *pick_rows(tracer *t, hd_bdd set, unsigned one, unsigned two)
{
  hd_fx_checker *c = t->c;
  uint32_t n = c->n_globals + c->n_locals;
  uint32_t *vars = hd_alloc(2 * n + 1, sizeof *vars);
  bool *bits = hd_alloc(2 * n + 1, sizeof *bits);
  uint8_t *values = hd_arena_alloc(t->arena, 2 * n + 1);
  for (uint32_t i = 0; i < n; i++) {
    vars[i] = i < c->n_globals ? c->globals[one][i] : c->locals[one][i - c->n_globals];
    vars[n + i] = i < c->n_globals ? c->globals[two][i] : c->locals[two][i - c->n_globals];
  }
  bool picked = hd_bdd_pick(set, vars, 2 * n, bits);
  HD_CHECK(picked || hd_bdd_exhausted());
  for (uint32_t i = 0; i < 2 * n; i++) values[i] = bits[i];
  free(vars);
  free(bits);
  return picked ? values : NULL;
}

/* One element of a set over u and x. */
static pair pick_pair(tracer *t, uint32_t where, hd_bdd set)
{
  uint8_t *values = pick_rows(t, set, COPY_U, COPY_X);
  if (!values) return (pair){.increment = HD_NONE};
  return (pair){where, values, values + t->c->n_globals + t->c->n_locals};
}

/* A pair at the node, entered before `before`, in the set; increment HD_NONE: there is none. */
static pair find_pair(tracer *t, uint32_t n, uint32_t before, hd_bdd set)
{
  uint32_t where = hd_fx_ranges_find(&t->ranges, n, before, set);
  if (where == HD_NONE) return (pair){.increment = HD_NONE};
  return pick_pair(t, where, hd_bdd_and(t->c->increments.data[where].pairs, set));
}

static hd_fx_path_step step_at(const tracer *t, hd_bp_move move, uint32_t edge, pair after)
{
  const hd_fx_checker *c = t->c;
  uint32_t n = c->increments.data[after.increment].node;
  hd_bp_step step = {
      .move = move, .edge = edge, .starts = HD_NONE, .globals = after.x, .locals = after.x + c->n_globals};
  return (hd_fx_path_step){step, hd_fx_node_context(c, n), c->p->locs.data[hd_fx_node_loc(c, n)].proc};
}

static void emit_step(tracer *t, hd_bp_move move, uint32_t edge, pair after)
{
  hd_vec_push(t->reversed, (hd_fx_item){step_at(t, move, edge, after), HD_NONE});
}

/* --- blocks ------------------------------------------------------------------------------------------------ */

/* The block of activations that end with this pair. */
static uint32_t block_of(tracer *t, pair leaving)
{
  uint32_t n = 2 * (t->c->n_globals + t->c->n_locals);
  uint8_t *bytes = hd_alloc(n + sizeof leaving.increment, 1);
  memcpy(bytes, &leaving.increment, sizeof leaving.increment);
  memcpy(bytes + sizeof leaving.increment, leaving.u, n); /* x lies behind u */
  bool fresh;
  uint32_t block = hd_blobs_add(&t->known, bytes, n + (uint32_t)sizeof leaving.increment, &fresh);
  free(bytes);
  if (fresh) {
    hd_vec_push(&t->blocks, (hd_fx_block){.order = leaving.increment});
    hd_vec_push(&t->leaving, leaving);
  }
  return block;
}

static bool in_one_context(const hd_fx_checker *c, pair at)
{
  uint32_t n = c->increments.data[at.increment].node;
  return hd_fx_node_began(c, n) == hd_fx_node_context(c, n);
}

/* --- one derivation back
 * ------------------------------------------------------------------------------------ */

static uint32_t n_params(const hd_fx_checker *c, uint32_t n)
{
  return c->p->procs.data[c->p->locs.data[hd_fx_node_loc(c, n)].proc].n_params;
}

static uint32_t n_locals(const hd_fx_checker *c, uint32_t n)
{
  return c->p->procs.data[c->p->locs.data[hd_fx_node_loc(c, n)].proc].locals.len;
}

static bool contains_block(const hd_u32s *list, uint32_t value)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == value) return true;
  return false;
}

static pair before_step(tracer *t, pair now, const increment *inc)
{
  hd_fx_checker *c = t->c;
  const hd_bp_edge *e = &c->p->edges.data[inc->edge];
  const hd_bp_proc *q = &c->p->procs.data[c->p->locs.data[e->from].proc];
  hd_u32s written = {0};
  hd_fx_written(c->p, e, &written);
  begin_cube(t);
  add_globals(t, COPY_U, now.u);
  add_locals(t, COPY_U, now.u, q->n_params);
  for (uint32_t i = 0; i < c->n_globals; i++)
    add_literal(t, c->globals[contains_block(&written, c->p->globals.data[i]) ? COPY_Y : COPY_X][i], now.x[i]);
  for (uint32_t i = 0; i < q->locals.len; i++)
    add_literal(t, c->locals[contains_block(&written, q->locals.data[i]) ? COPY_Y : COPY_X][i],
                now.x[c->n_globals + i]);
  hd_bdd set = hd_bdd_and(end_cube(t), c->edges[inc->edge].relation);
  hd_vec_clear(&written);
  uint32_t from = hd_fx_node(c, hd_fx_node_began(c, inc->node), hd_fx_node_context(c, inc->node), e->from);
  return find_pair(t, from, now.increment, set);
}

static pair before_jump(tracer *t, pair now, const increment *inc)
{
  hd_fx_checker *c = t->c;
  uint32_t context = hd_fx_node_context(c, inc->node);
  begin_cube(t);
  add_globals(t, COPY_U, now.u);
  add_locals(t, COPY_U, now.u, n_params(c, inc->node));
  add_globals(t, COPY_X, c->run->out[context - 1]);
  add_locals(t, COPY_X, now.x, n_locals(c, inc->node));
  uint32_t from = hd_fx_node(c, hd_fx_node_began(c, inc->node), context - 1, hd_fx_node_loc(c, inc->node));
  return find_pair(t, from, now.increment, end_cube(t));
}

/* A caller whose call makes the activation with this key, of whatever activation it is itself. */
static pair before_call(tracer *t, pair now, const increment *inc)
{
  hd_fx_checker *c = t->c;
  const hd_bp_edge *e = &c->p->edges.data[inc->edge];
  uint32_t context = hd_fx_node_context(c, inc->node);
  pair found = {.increment = HD_NONE};
  begin_cube(t);
  add_globals(t, COPY_X, now.u);
  add_locals(t, COPY_Y, now.u, e->n_args);
  hd_bdd set = hd_bdd_and(end_cube(t), c->edges[inc->edge].relation);
  for (uint32_t began = 0; began <= context && found.increment == HD_NONE; began++)
    found = find_pair(t, hd_fx_node(c, began, context, e->from), now.increment, set);
  return found;
}

/* What is known of the callee's exit (in z) from the state after the return. */
static hd_bdd exit_cube(tracer *t, const hd_bp_edge *e, pair now)
{
  hd_fx_checker *c = t->c;
  hd_fx_row z = hd_fx_copy(c, COPY_Z);
  begin_cube(t);
  for (uint32_t i = 0; i < c->n_globals; i++) {
    bool target = false;
    for (uint32_t k = 0; k < e->n_results; k++) target |= e->results[k] == c->p->globals.data[i];
    if (!target) add_literal(t, z.globals[i], now.x[i]);
  }
  for (uint32_t k = 0; k < e->n_results; k++) {
    if (e->results[k] == HD_NONE) continue;
    const hd_bp_var *v = &c->p->vars.data[e->results[k]];
    uint8_t value = v->proc == HD_NONE ? now.x[v->slot] : now.x[c->n_globals + v->slot];
    add_literal(t, hd_fx_var(c->p, z, c->p->procs.data[e->callee].returns.data[k]), value);
  }
  return end_cube(t);
}

/* The caller's part: u, and the locals that no result went to (in x). */
static hd_bdd caller_cube(tracer *t, const hd_bp_edge *e, pair now)
{
  hd_fx_checker *c = t->c;
  const hd_bp_proc *q = &c->p->procs.data[c->p->locs.data[e->from].proc];
  begin_cube(t);
  add_globals(t, COPY_U, now.u);
  add_locals(t, COPY_U, now.u, q->n_params);
  for (uint32_t i = 0; i < q->locals.len; i++) {
    bool target = false;
    for (uint32_t k = 0; k < e->n_results; k++) target |= e->results[k] == q->locals.data[i];
    if (!target) add_literal(t, c->locals[COPY_X][i], now.x[c->n_globals + i]);
  }
  return end_cube(t);
}

/* A callee's exit is looked for by its key in y and its state in z: as the pair (u, x) that it is. */
static hd_bdd_map *map_back(const hd_fx_checker *c)
{
  hd_u32s from = {0}, to = {0};
  for (uint32_t i = 0; i < c->n_globals + c->n_locals; i++)
    for (unsigned k = 0; k < 2; k++) {
      bool global = i < c->n_globals;
      const unsigned source = k ? COPY_Z : COPY_Y, target = k ? COPY_X : COPY_U;
      hd_vec_push(&from, global ? c->globals[source][i] : c->locals[source][i - c->n_globals]);
      hd_vec_push(&to, global ? c->globals[target][i] : c->locals[target][i - c->n_globals]);
    }
  hd_bdd_map *m = hd_bdd_map_new(from.data, to.data, from.len);
  hd_vec_clear(&from);
  hd_vec_clear(&to);
  return m;
}

/* Of the key only parameters matter. */
static pair with_plain_key(const tracer *t, pair leaving, uint32_t params)
{
  const hd_fx_checker *c = t->c;
  uint32_t n = c->n_globals + c->n_locals;
  uint8_t *values = hd_arena_copy(t->arena, leaving.u, 2 * n + 1); /* x lies behind u */
  memset(values + c->n_globals + params, 0, c->n_locals - params);
  return (pair){leaving.increment, values, values + n};
}

/* Finds the callee's exit of a return, and its caller. */
static pair find_return(tracer *t, pair now, const increment *inc, pair *caller)
{
  hd_fx_checker *c = t->c;
  const hd_bp_edge *e = &c->p->edges.data[inc->edge];
  uint32_t began = hd_fx_node_began(c, inc->node), context = hd_fx_node_context(c, inc->node);
  hd_bdd at_exit = exit_cube(t, e, now), at_call = hd_bdd_and(caller_cube(t, e, now), c->edges[inc->edge].relation);
  for (uint32_t called = began; called <= context; called++) {
    uint32_t from = hd_fx_node(c, began, called, e->from);
    hd_bdd callers = hd_bdd_and(hd_fx_ranges_before(&t->ranges, from, now.increment), at_call);
    if (hd_bdd_is_false(callers)) continue;
    hd_bdd hidden = hd_bdd_and(c->u_all, hd_bdd_cube(c->locals[COPY_X], c->n_locals));
    hd_bdd keys = hd_bdd_rename(hd_bdd_exists(callers, hidden), c->x_globals_to_y);
    const hd_bp_proc *callee = &c->p->procs.data[e->callee];
    hd_bdd fits = hd_bdd_rename(hd_bdd_and(keys, at_exit), t->back_from_exit);
    pair leaving = find_pair(t, hd_fx_node(c, called, context, callee->final), now.increment, fits);
    if (leaving.increment == HD_NONE) continue;
    leaving = with_plain_key(t, leaving, callee->n_params);
    begin_cube(t);
    add_globals(t, COPY_X, leaving.u);
    add_locals(t, COPY_Y, leaving.u, e->n_args);
    *caller = find_pair(t, from, now.increment, hd_bdd_and(end_cube(t), at_call));
    return caller->increment == HD_NONE ? *caller : leaving;
  }
  return (pair){.increment = HD_NONE};
}

static pair before_return(tracer *t, pair now, const increment *inc)
{
  pair caller, leaving = find_return(t, now, inc, &caller);
  if (leaving.increment == HD_NONE) return leaving;
  if (in_one_context(t->c, leaving)) {
    hd_vec_push(t->reversed, (hd_fx_item){step_at(t, HD_BP_RETURN, inc->edge, now), block_of(t, leaving)});
    return caller;
  }
  emit_step(t, HD_BP_RETURN, HD_NONE, now);
  hd_vec_push(&t->pending, (pending_call){caller, inc->edge});
  return leaving;
}

/* At the begin of an activation: who called it. */
static pair before_begin(tracer *t, pair now, const increment *inc)
{
  if (t->pending.len) {
    pending_call call = hd_vec_pop(&t->pending);
    emit_step(t, HD_BP_TAKE, call.edge, now);
    return call.caller;
  }
  if (t->block != HD_NONE) {
    t->blocks.data[t->block].entry = step_at(t, HD_BP_TAKE, HD_NONE, now);
    t->complete = true;
    return (pair){.increment = HD_NONE};
  }
  if (inc->how == BY_START) {
    emit_step(t, HD_BP_BEGIN, HD_NONE, now);
    t->complete = true;
    return (pair){.increment = HD_NONE};
  }
  pair caller = before_call(t, now, inc);
  emit_step(t, HD_BP_TAKE, inc->edge, now);
  return caller;
}

static pair back(tracer *t, pair now)
{
  const increment inc = t->c->increments.data[now.increment];
  pair before;
  if (inc.how == BY_START || inc.how == BY_CALL) return before_begin(t, now, &inc);
  switch (inc.how) {
  case BY_STEP:
    emit_step(t, HD_BP_TAKE, inc.edge, now);
    before = before_step(t, now, &inc);
    break;
  case BY_RETURN: before = before_return(t, now, &inc); break;
  default: before = before_jump(t, now, &inc);
  }
  return before;
}

/* From the pair back to where the path, or the block, begins. False: the budget ended. */
static bool walk_back(tracer *t, pair now, uint32_t block, hd_fx_items *reversed)
{
  enum { OFTEN = 1024 };
  t->block = block;
  t->reversed = reversed;
  t->complete = false;
  for (uint32_t i = 0; now.increment != HD_NONE; i++) {
    if (i % OFTEN == 0 && hd_bdd_budget_ended()) break;
    hd_bdd_scope s = hd_bdd_open();
    now = back(t, now);
    hd_bdd_close(s);
  }
  /* The way back always arrives; only the budget can end it before. */
  HD_CHECK(t->complete || hd_bdd_exhausted());
  return t->complete;
}

bool hd_fx_checker_path(hd_fx_checker *c, hd_arena *arena, uint32_t most, hd_fx_path *path)
{
  tracer t = {.c = c, .arena = arena};
  hd_fx_items items = {0};
  HD_CHECK(c->goal != HD_NONE);
  hd_blobs_init(&t.known);
  hd_fx_ranges_init(&t.ranges, c);
  t.back_from_exit = map_back(c);
  bool found = walk_back(&t, pick_pair(&t, c->goal, c->goal_pairs), HD_NONE, &items);
  for (uint32_t i = 0; found && i < t.blocks.len; i++) {
    hd_fx_items inside = {0};
    found = walk_back(&t, t.leaving.data[i], i, &inside);
    t.blocks.data[i].reversed = inside;
  }
  if (found) hd_fx_write_out(&items, &t.blocks, most, path);
  for (uint32_t i = 0; i < t.blocks.len; i++) hd_vec_clear(&t.blocks.data[i].reversed);
  hd_vec_clear(&items);
  hd_vec_clear(&t.blocks);
  hd_vec_clear(&t.leaving);
  hd_blobs_clear(&t.known);
  hd_fx_ranges_clear(&t.ranges);
  hd_bdd_map_free(t.back_from_exit);
  hd_vec_clear(&t.vars);
  hd_vec_clear(&t.values);
  hd_vec_clear(&t.pending);
  return found;
}
