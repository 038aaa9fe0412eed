/* checker.c - summaries as BDDs, with a heap of the nodes that have grown. */
#include "engine/fixpoint/checker.h"

#include "engine/fixpoint/checker_data.h"

/* --- variables and relations, once a program ----------------------------------------------------------- */

/* At least one: the BDD layer does without variables badly. */
static uint32_t most_locals(const hd_bp *p)
{
  uint32_t most = 1;
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (p->procs.data[i].locals.len > most) most = p->procs.data[i].locals.len;
  return most;
}

/* The copies of a variable lie next to each other. */
static void make_variables(hd_fx_checker *c)
{
  for (unsigned k = 0; k < COPIES; k++) {
    c->globals[k] = hd_alloc(c->n_globals + 1, sizeof(uint32_t));
    c->locals[k] = hd_alloc(c->n_locals + 1, sizeof(uint32_t));
  }
  for (uint32_t i = 0; i < c->n_locals + c->n_globals; i++) {
    uint32_t first = hd_bdd_vars_new(COPIES);
    hd_bdd_group(first, COPIES);
    for (unsigned k = 0; k < COPIES; k++) {
      if (i < c->n_locals)
        c->locals[k][i] = first + k;
      else
        c->globals[k][i - c->n_locals] = first + k;
    }
  }
}

static hd_bdd_map *map_rows(const uint32_t *from1, const uint32_t *to1, uint32_t n1, const uint32_t *from2,
                            const uint32_t *to2, uint32_t n2)
{
  hd_u32s from = {0}, to = {0};
  for (uint32_t i = 0; i < n1; i++) {
    hd_vec_push(&from, from1[i]);
    hd_vec_push(&to, to1[i]);
  }
  for (uint32_t i = 0; i < n2; i++) {
    hd_vec_push(&from, from2[i]);
    hd_vec_push(&to, to2[i]);
  }
  hd_bdd_map *m = hd_bdd_map_new(from.data, to.data, from.len);
  hd_vec_clear(&from);
  hd_vec_clear(&to);
  return m;
}

/* At an exit: the activation's key goes to y, the state to z. */
static hd_bdd_map *map_exit(const hd_fx_checker *c)
{
  hd_u32s from = {0}, to = {0};
  for (uint32_t i = 0; i < c->n_globals; i++) {
    hd_vec_push(&from, c->globals[COPY_U][i]);
    hd_vec_push(&to, c->globals[COPY_Y][i]);
    hd_vec_push(&from, c->globals[COPY_X][i]);
    hd_vec_push(&to, c->globals[COPY_Z][i]);
  }
  for (uint32_t i = 0; i < c->n_locals; i++) {
    hd_vec_push(&from, c->locals[COPY_U][i]);
    hd_vec_push(&to, c->locals[COPY_Y][i]);
    hd_vec_push(&from, c->locals[COPY_X][i]);
    hd_vec_push(&to, c->locals[COPY_Z][i]);
  }
  hd_bdd_map *m = hd_bdd_map_new(from.data, to.data, from.len);
  hd_vec_clear(&from);
  hd_vec_clear(&to);
  return m;
}

static void make_step(hd_fx_checker *c, const hd_bp_edge *e, edge_data *d)
{
  hd_fx_row x = hd_fx_copy(c, COPY_X), y = hd_fx_copy(c, COPY_Y);
  hd_u32s written = {0}, from = {0}, to = {0};
  hd_fx_written(c->p, e, &written);
  for (uint32_t i = 0; i < written.len; i++) {
    hd_vec_push(&from, hd_fx_var(c->p, y, written.data[i]));
    hd_vec_push(&to, hd_fx_var(c->p, x, written.data[i]));
  }
  hd_bdd_set(&d->relation, hd_fx_step(c->p, e, x, y));
  hd_bdd_set(&d->gone, hd_bdd_cube(to.data, to.len));
  if (from.len) d->back = hd_bdd_map_new(from.data, to.data, from.len);
  hd_vec_clear(&written);
  hd_vec_clear(&from);
  hd_vec_clear(&to);
}

static bool takes_result(const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_results; i++)
    if (e->results[i] == var) return true;
  return false;
}

/* Which variables a call's results go to, and what of the callee's exit is dropped. */
static void make_results(hd_fx_checker *c, const hd_bp_edge *e, edge_data *d)
{
  hd_fx_row x = hd_fx_copy(c, COPY_X), z = hd_fx_copy(c, COPY_Z);
  hd_u32s gone = {0}, drop = {0}, from = {0}, to = {0};
  for (uint32_t i = 0; i < c->n_globals; i++) hd_vec_push(&drop, c->globals[COPY_Y][i]);
  for (uint32_t i = 0; i < c->n_locals; i++) hd_vec_push(&drop, c->locals[COPY_Y][i]);
  for (uint32_t i = 0; i < c->n_globals; i++) {
    if (takes_result(e, c->p->globals.data[i])) {
      hd_vec_push(&drop, z.globals[i]);
    } else {
      hd_vec_push(&from, z.globals[i]);
      hd_vec_push(&to, x.globals[i]);
    }
  }
  for (uint32_t i = 0; i < e->n_results; i++) {
    uint32_t result = hd_fx_var(c->p, z, c->p->procs.data[e->callee].returns.data[i]);
    if (e->results[i] == HD_NONE) {
      hd_vec_push(&drop, result);
      continue;
    }
    hd_vec_push(&from, result);
    hd_vec_push(&to, hd_fx_var(c->p, x, e->results[i]));
    if (c->p->vars.data[e->results[i]].proc != HD_NONE) hd_vec_push(&gone, hd_vec_last(&to));
  }
  hd_bdd_set(&d->gone, hd_bdd_cube(gone.data, gone.len));
  hd_bdd_set(&d->ignored, hd_bdd_cube(drop.data, drop.len));
  if (from.len) d->take = hd_bdd_map_new(from.data, to.data, from.len);
  hd_vec_clear(&gone);
  hd_vec_clear(&drop);
  hd_vec_clear(&from);
  hd_vec_clear(&to);
}

static void make_call(hd_fx_checker *c, const hd_bp_edge *e, edge_data *d)
{
  hd_fx_row x = hd_fx_copy(c, COPY_X);
  hd_bdd r = hd_fx_holds(c->p, e->guard, x, NULL);
  for (uint32_t i = 0; i < e->n_args; i++)
    r = hd_bdd_and(r, hd_fx_becomes(c->locals[COPY_Y][i], hd_fx_eval(c->p, e->args[i], x, NULL)));
  hd_bdd_set(&d->relation, r);
  make_results(c, e, d);
}

static hd_bdd hidden_locals(const hd_fx_checker *c, const hd_bp_proc *q)
{
  hd_u32s vars = {0};
  for (uint32_t i = 0; i < q->locals.len; i++) {
    bool result = false;
    for (uint32_t k = 0; k < q->returns.len; k++) result |= q->returns.data[k] == q->locals.data[i];
    if (!result) hd_vec_push(&vars, c->locals[COPY_X][i]);
  }
  hd_bdd cube = hd_bdd_cube(vars.data, vars.len);
  hd_vec_clear(&vars);
  return cube;
}

static void group_calls(hd_fx_checker *c)
{
  const hd_bp *p = c->p;
  c->called_by = hd_alloc(p->procs.len + 2, sizeof(uint32_t));
  c->called_at = hd_alloc(p->edges.len + 1, sizeof(uint32_t));
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_BP_CALL) c->called_by[p->edges.data[i].callee + 2]++;
  for (uint32_t i = 0; i < p->procs.len; i++) c->called_by[i + 2] += c->called_by[i + 1];
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_BP_CALL) c->called_at[c->called_by[p->edges.data[i].callee + 1]++] = i;
}

static hd_bdd cube_of(const uint32_t *globals, uint32_t n_globals, const uint32_t *locals, uint32_t n_locals)
{
  hd_bdd a = hd_bdd_cube(globals, n_globals);
  return hd_bdd_and(a, hd_bdd_cube(locals, n_locals));
}

hd_fx_checker *hd_fx_checker_new(const hd_bp *p)
{
  hd_fx_checker *c = hd_alloc(1, sizeof *c);
  hd_bdd_scope s = hd_bdd_open();
  c->p = p;
  c->n_globals = p->globals.len;
  c->n_locals = most_locals(p);
  make_variables(c);
  c->edges = hd_alloc(p->edges.len + 1, sizeof *c->edges);
  c->enforce = hd_alloc(p->procs.len + 1, sizeof *c->enforce);
  c->hidden = hd_alloc(p->procs.len + 1, sizeof *c->hidden);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_bp_edge *e = &p->edges.data[i];
    (e->kind == HD_BP_CALL ? make_call : make_step)(c, e, &c->edges[i]);
  }
  for (uint32_t i = 0; i < p->procs.len; i++) {
    hd_bdd_set(&c->enforce[i], hd_fx_enforce(p, i, hd_fx_copy(c, COPY_X)));
    hd_bdd_set(&c->hidden[i], hidden_locals(c, &p->procs.data[i]));
  }
  c->key_to_x = map_rows(c->locals[COPY_Y], c->locals[COPY_X], c->n_locals, NULL, NULL, 0);
  c->x_globals_to_y = map_rows(c->globals[COPY_X], c->globals[COPY_Y], c->n_globals, NULL, NULL, 0);
  c->exit_to_yz = map_exit(c);
  hd_bdd_set(&c->x_globals, hd_bdd_cube(c->globals[COPY_X], c->n_globals));
  hd_bdd_set(&c->u_all, cube_of(c->globals[COPY_U], c->n_globals, c->locals[COPY_U], c->n_locals));
  group_calls(c);
  hd_bdd_close(s);
  return c;
}

static void forget_run(hd_fx_checker *c)
{
  for (uint32_t i = 0; i < c->n_nodes; i++) {
    hd_bdd_drop(c->nodes[i].all);
    hd_bdd_drop(c->nodes[i].waiting);
    hd_vec_clear(&c->nodes[i].increments);
  }
  for (uint32_t i = 0; i < c->increments.len; i++) hd_bdd_drop(c->increments.data[i].pairs);
  free(c->nodes);
  c->nodes = NULL;
  c->n_nodes = 0;
  hd_vec_clear(&c->increments);
  hd_vec_clear(&c->heap);
  hd_bdd_set(&c->goal_pairs, HD_BDD_FALSE);
  c->goal = HD_NONE;
}

void hd_fx_checker_free(hd_fx_checker *c)
{
  if (!c) return;
  forget_run(c);
  for (uint32_t i = 0; i < c->p->edges.len; i++) {
    edge_data *d = &c->edges[i];
    hd_bdd_drop(d->relation);
    hd_bdd_drop(d->gone);
    hd_bdd_drop(d->ignored);
    if (d->back) hd_bdd_map_free(d->back);
    if (d->take) hd_bdd_map_free(d->take);
  }
  for (uint32_t i = 0; i < c->p->procs.len; i++) {
    hd_bdd_drop(c->enforce[i]);
    hd_bdd_drop(c->hidden[i]);
  }
  for (unsigned k = 0; k < COPIES; k++) {
    free(c->globals[k]);
    free(c->locals[k]);
  }
  hd_bdd_drop(c->u_all);
  hd_bdd_drop(c->x_globals);
  hd_bdd_map_free(c->key_to_x);
  hd_bdd_map_free(c->x_globals_to_y);
  hd_bdd_map_free(c->exit_to_yz);
  free(c->edges);
  free(c->enforce);
  free(c->hidden);
  free(c->called_by);
  free(c->called_at);
  free(c);
}

hd_fx_row hd_fx_checker_row(const hd_fx_checker *c)
{
  return hd_fx_copy(c, COPY_X);
}

hd_bdd hd_fx_checker_initial(const hd_fx_checker *c)
{
  hd_bdd r = HD_BDD_TRUE;
  for (uint32_t i = 0; i < c->n_globals; i++)
    if (c->p->vars.data[c->p->globals.data[i]].internal) r = hd_bdd_and(r, hd_bdd_not_var(c->globals[COPY_X][i]));
  return r;
}

hd_bdd hd_fx_globals_are(const hd_fx_checker *c, unsigned copy, const uint8_t *values)
{
  bool *bits = hd_alloc(c->n_globals + 1, sizeof *bits);
  for (uint32_t i = 0; i < c->n_globals; i++) bits[i] = values[i] != 0;
  hd_bdd r = hd_bdd_literals(c->globals[copy], bits, c->n_globals);
  free(bits);
  return r;
}

/* --- the queue: nodes with something waiting, lowest location first ------------------------------------- */

static void heap_push(hd_u32s *h, uint32_t value)
{
  hd_vec_push(h, value);
  for (uint32_t i = h->len - 1; i > 0 && h->data[(i - 1) / 2] > h->data[i]; i = (i - 1) / 2) {
    uint32_t up = h->data[(i - 1) / 2];
    h->data[(i - 1) / 2] = h->data[i];
    h->data[i] = up;
  }
}

static uint32_t heap_pop(hd_u32s *h)
{
  uint32_t least = h->data[0], i = 0;
  h->data[0] = h->data[--h->len];
  for (;;) {
    uint32_t child = 2 * i + 1;
    if (child + 1 < h->len && h->data[child + 1] < h->data[child]) child++;
    if (child >= h->len || h->data[child] >= h->data[i]) return least;
    uint32_t moved = h->data[i];
    h->data[i] = h->data[child];
    h->data[child] = moved;
    i = child;
  }
}

/* --- forward ----------------------------------------------------------------------------------------------
 */

static bool is_goal_node(const hd_fx_checker *c, uint32_t n)
{
  if (hd_fx_node_context(c, n) != c->contexts - 1) return false;
  return !c->run->targets || c->run->targets[hd_fx_node_loc(c, n)];
}

static void look_for_goal(hd_fx_checker *c, uint32_t n, hd_bdd fresh)
{
  if (c->goal != HD_NONE || !is_goal_node(c, n)) return;
  const uint8_t *wanted = c->run->out ? c->run->out[c->contexts - 1] : NULL;
  hd_bdd hit = wanted ? hd_bdd_and(fresh, hd_fx_globals_are(c, COPY_X, wanted)) : fresh;
  if (hd_bdd_is_false(hit) || !hd_bdd_ok(hit)) return;
  c->goal = c->increments.len - 1;
  hd_bdd_set(&c->goal_pairs, hit);
}

void hd_fx_enter(hd_fx_checker *c, uint32_t n, hd_bdd pairs, derivation how, uint32_t edge)
{
  node *to = &c->nodes[n];
  hd_bdd legal = hd_bdd_and(pairs, c->enforce[c->p->locs.data[hd_fx_node_loc(c, n)].proc]);
  hd_bdd fresh = hd_bdd_minus(legal, to->all);
  c->steps++;
  if (hd_bdd_is_false(fresh) || !hd_bdd_ok(fresh)) return;
  if (hd_bdd_is_false(to->waiting)) heap_push(&c->heap, n);
  hd_bdd_set(&to->all, hd_bdd_or(to->all, fresh));
  hd_bdd_set(&to->waiting, hd_bdd_or(to->waiting, fresh));
  hd_vec_push(&to->increments, c->increments.len);
  hd_vec_push(&c->increments, (increment){n, hd_bdd_keep(fresh), how, edge});
  look_for_goal(c, n, fresh);
}

/* The first pairs of activations with these keys (over x): u is the key, other locals of x are free. */
static hd_bdd first_pairs(const hd_fx_checker *c, uint32_t proc, hd_bdd keys)
{
  for (uint32_t i = c->n_globals; i-- > 0;)
    keys = hd_bdd_and(keys, hd_fx_equal(c->globals[COPY_U][i], c->globals[COPY_X][i]));
  for (uint32_t i = c->p->procs.data[proc].n_params; i-- > 0;)
    keys = hd_bdd_and(keys, hd_fx_equal(c->locals[COPY_U][i], c->locals[COPY_X][i]));
  return keys;
}

void hd_fx_go_call(hd_fx_checker *c, uint32_t n, hd_bdd pairs, uint32_t edge)
{
  const hd_bp_edge *e = &c->p->edges.data[edge];
  hd_u32s dropped = {0};
  for (uint32_t i = 0; i < c->n_locals; i++) hd_vec_push(&dropped, c->locals[COPY_X][i]);
  hd_bdd cube = hd_bdd_and(c->u_all, hd_bdd_cube(dropped.data, dropped.len));
  hd_bdd keys = hd_bdd_rename(hd_bdd_and_exists(pairs, c->edges[edge].relation, cube), c->key_to_x);
  uint32_t context = hd_fx_node_context(c, n);
  hd_fx_enter(c, hd_fx_node(c, context, context, c->p->procs.data[e->callee].entry), first_pairs(c, e->callee, keys),
              BY_CALL, edge);
  hd_vec_clear(&dropped);
}

/* Callers (u, x) of one call edge joined with summaries (key in y, exit in z). */
static hd_bdd join_callers(hd_fx_checker *c, uint32_t edge, hd_bdd callers, hd_bdd summaries)
{
  const edge_data *d = &c->edges[edge];
  hd_bdd r = hd_bdd_and_exists(callers, d->relation, d->gone);
  r = hd_bdd_rename(r, c->x_globals_to_y);
  r = hd_bdd_and_exists(r, summaries, d->ignored);
  return d->take ? hd_bdd_rename(r, d->take) : r;
}

static hd_bdd as_summary(hd_fx_checker *c, uint32_t proc, hd_bdd exits)
{
  return hd_bdd_rename(hd_bdd_exists(exits, c->hidden[proc]), c->exit_to_yz);
}

/* New callers meet the summaries that are there. */
void hd_fx_go_across(hd_fx_checker *c, uint32_t n, hd_bdd pairs, uint32_t edge)
{
  const hd_bp_edge *e = &c->p->edges.data[edge];
  uint32_t began = hd_fx_node_began(c, n), context = hd_fx_node_context(c, n);
  for (uint32_t end = context; end < c->contexts; end++) {
    hd_bdd exits = c->nodes[hd_fx_node(c, context, end, c->p->procs.data[e->callee].final)].all;
    if (hd_bdd_is_false(exits)) continue;
    hd_bdd r = join_callers(c, edge, pairs, as_summary(c, e->callee, exits));
    hd_fx_enter(c, hd_fx_node(c, began, end, e->to), r, BY_RETURN, edge);
  }
}

/* New summaries meet the callers that are there. */
void hd_fx_go_return(hd_fx_checker *c, uint32_t n, hd_bdd pairs)
{
  uint32_t proc = c->p->locs.data[hd_fx_node_loc(c, n)].proc;
  uint32_t called = hd_fx_node_began(c, n), context = hd_fx_node_context(c, n);
  hd_bdd summaries = as_summary(c, proc, pairs);
  for (uint32_t i = c->called_by[proc]; i < c->called_by[proc + 1]; i++) {
    uint32_t edge = c->called_at[i];
    for (uint32_t began = 0; began <= called; began++) {
      hd_bdd callers = c->nodes[hd_fx_node(c, began, called, c->p->edges.data[edge].from)].all;
      if (hd_bdd_is_false(callers)) continue;
      hd_fx_enter(c, hd_fx_node(c, began, context, c->p->edges.data[edge].to),
                  join_callers(c, edge, callers, summaries), BY_RETURN, edge);
    }
  }
}

hd_bdd hd_fx_step_image(const hd_fx_checker *c, hd_bdd pairs, uint32_t edge)
{
  const edge_data *d = &c->edges[edge];
  return d->back ? hd_bdd_rename(hd_bdd_and_exists(pairs, d->relation, d->gone), d->back)
                 : hd_bdd_and(pairs, d->relation);
}

static void go_step(hd_fx_checker *c, uint32_t n, hd_bdd pairs, uint32_t edge)
{
  uint32_t to = hd_fx_node(c, hd_fx_node_began(c, n), hd_fx_node_context(c, n), c->p->edges.data[edge].to);
  hd_fx_enter(c, to, hd_fx_step_image(c, pairs, edge), BY_STEP, edge);
}

static void go_jump(hd_fx_checker *c, uint32_t n, hd_bdd pairs)
{
  uint32_t context = hd_fx_node_context(c, n);
  if (context + 1 >= c->contexts) return;
  hd_bdd r = hd_bdd_and_exists(pairs, hd_fx_globals_are(c, COPY_X, c->run->out[context]), c->x_globals);
  r = hd_bdd_and(r, hd_fx_globals_are(c, COPY_X, c->run->in[context + 1]));
  hd_fx_enter(c, hd_fx_node(c, hd_fx_node_began(c, n), context + 1, hd_fx_node_loc(c, n)), r, BY_JUMP, HD_NONE);
}

static void process(hd_fx_checker *c, uint32_t n)
{
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd pairs = c->nodes[n].waiting;
  hd_bdd_keep(pairs);
  hd_bdd_set(&c->nodes[n].waiting, HD_BDD_FALSE);
  const hd_bp_loc *l = &c->p->locs.data[hd_fx_node_loc(c, n)];
  if (l->kind == HD_BP_EXIT) hd_fx_go_return(c, n, pairs);
  for (uint32_t i = 0; i < l->out.len; i++) {
    if (c->p->edges.data[l->out.data[i]].kind == HD_BP_CALL) {
      hd_fx_go_call(c, n, pairs, l->out.data[i]);
      hd_fx_go_across(c, n, pairs, l->out.data[i]);
    } else {
      go_step(c, n, pairs, l->out.data[i]);
    }
  }
  go_jump(c, n, pairs);
  hd_bdd_drop(pairs);
  hd_bdd_close(s);
}

hd_fx_outcome hd_fx_checker_run(hd_fx_checker *c, const hd_fx_run *run)
{
  hd_bdd_scope s = hd_bdd_open();
  forget_run(c);
  c->run = run;
  c->contexts = run->n_contexts;
  c->n_nodes = c->contexts * c->contexts * c->p->locs.len;
  c->nodes = hd_alloc(c->n_nodes + 1, sizeof *c->nodes);
  hd_fx_enter(c, hd_fx_node(c, 0, 0, c->p->procs.data[run->proc].entry), first_pairs(c, run->proc, run->start),
              BY_START, HD_NONE);
  if (run->in_rounds) hd_fx_checker_rounds(c);
  while (!run->in_rounds && c->heap.len && (c->goal == HD_NONE || run->everything) && !hd_bdd_exhausted())
    process(c, heap_pop(&c->heap));
  hd_bdd_close(s);
  if (c->goal != HD_NONE) return HD_FX_REACHED;
  return hd_bdd_exhausted() ? HD_FX_EXHAUSTED : HD_FX_UNREACHED;
}

hd_bdd hd_fx_checker_exit_globals(hd_fx_checker *c)
{
  hd_bdd exits = c->nodes[hd_fx_node(c, 0, c->contexts - 1, c->p->procs.data[c->run->proc].final)].all;
  hd_bdd r = hd_bdd_exists(exits, c->u_all);
  hd_bdd locals = hd_bdd_cube(c->locals[COPY_X], c->n_locals);
  return hd_bdd_exists(r, locals);
}

uint64_t hd_fx_checker_steps(const hd_fx_checker *c)
{
  return c->steps;
}
