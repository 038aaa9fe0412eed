/* refine.c - a path as a formula; if it is unsatisfiable, predicates from its core. */
#include "engine/esst/refine.h"

#include "sequential/explain.h"
#include "trace/interp.h"

enum { MOST_CLAUSES = 200 }; /* at one node for one path */

/* The blocks of a path again, each from the state that the one before left, so that each has inputs of its own. */
typedef struct {
  hd_esst_search *x;
  hd_term *state;           /* by slot: after all steps so far */
  HD_VEC(hd_term *) states; /* by position: a copy */
  HD_VEC(hd_block *) blocks;
  hd_u32s parties;
  HD_VEC(hd_term) conds; /* the first: what holds at the start */
} exact;

static void exact_init(exact *w, hd_esst_search *x)
{
  hd_esst_space *sp = x->space;
  *w = (exact){.x = x};
  w->state = hd_alloc(sp->slots.len + 1, sizeof *w->state);
  hd_term start = hd_term_true(x->T);
  for (uint32_t i = 0; i < sp->slots.len; i++) {
    w->state[i] = hd_esst_initial_value(sp, i);
    if (hd_cell_sort(sp->cells, sp->slots.data[i].cell).kind == HD_SORT_ARRAY) start = hd_esst_initial(sp);
  }
  hd_vec_push(&w->conds, start);
}

static void exact_clear(exact *w)
{
  for (uint32_t i = 0; i < w->blocks.len; i++) hd_block_free(w->blocks.data[i]);
  for (uint32_t i = 0; i < w->states.len; i++) free(w->states.data[i]);
  hd_vec_clear(&w->states);
  hd_vec_clear(&w->blocks);
  hd_vec_clear(&w->parties);
  hd_vec_clear(&w->conds);
  free(w->state);
}

static void keep_state(exact *w)
{
  hd_term *copy = hd_alloc(w->x->space->slots.len + 1, sizeof *copy);
  memcpy(copy, w->state, w->x->space->slots.len * sizeof *copy);
  hd_vec_push(&w->states, copy);
}

/* The explicit outcome of the step is a number from now on. */
static hd_term fix_outcome(exact *w, const hd_esst_step *s, hd_term cond)
{
  hd_esst_space *sp = w->x->space;
  const hd_esst_target *t = &sp->blocks.data[s->block].targets[s->target];
  for (uint32_t i = 0; s->values && i < t->open.len; i++) {
    uint32_t slot = t->open.data[i].slot;
    hd_term value = hd_term_const(w->x->T, hd_term_sort(w->x->T, w->state[slot]), s->values[i]);
    cond = hd_term_2(w->x->T, HD_OP_AND, cond, hd_term_2(w->x->T, HD_OP_EQ, w->state[slot], value));
    w->state[slot] = value;
  }
  return cond;
}

static hd_term value_at_end(void *context, hd_term leaf)
{
  const exact *w = context;
  if (hd_term_op(w->x->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t slot = hd_esst_slot_of_symbol(w->x->space, hd_term_symbol(w->x->T, leaf));
  return slot == HD_NONE ? HD_NO_TERM : w->state[slot];
}

/* The condition holds where the path ends now. */
static bool extend_by_condition(exact *w, hd_term cond)
{
  cond = hd_term_substitute(w->x->T, cond, &(hd_rewrite){value_at_end, w});
  hd_vec_push(&w->conds, cond);
  return !hd_term_is_false(w->x->T, cond);
}

/* Takes the step. False: its form alone excludes it. */
static bool extend_path(exact *w, uint32_t step)
{
  hd_esst_space *sp = w->x->space;
  const hd_esst_step *s = &sp->steps.data[step];
  if (s->block == HD_NONE) return extend_by_condition(w, s->cond);
  const hd_esst_block *eb = &sp->blocks.data[s->block];
  uint32_t n = sp->cells->list.len;
  const uint32_t *slots = sp->slot_of + (size_t)eb->party * n;
  hd_term *pre = hd_alloc(n + 1, sizeof *pre), cond = HD_NO_TERM;
  for (uint32_t i = 0; i < n; i++)
    if (slots[i] != HD_NONE) pre[i] = w->state[slots[i]];
  hd_block *b = hd_block_new(sp->cells, &sp->symbols, sp->live, sp->cuts->cut, eb->block->from, pre);
  hd_vec_push(&w->blocks, b);
  hd_vec_push(&w->parties, eb->party);
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_block_target *t = &b->targets.data[i];
    if (t->kind != s->kind || t->loc.id != s->to.id) continue;
    for (uint32_t c = 0; t->post && c < n; c++)
      if (slots[c] != HD_NONE) w->state[slots[c]] = t->post[c];
    cond = fix_outcome(w, s, t->cond);
  }
  free(pre);
  if (!hd_term_is(cond) || hd_term_is_false(w->x->T, cond)) return false;
  hd_vec_push(&w->conds, cond);
  return true;
}

/* --- traces ------------------------------------------------------------------------------------------- */

static void put_steps(const exact *w, hd_solver *model, uint32_t at, hd_trace *trace)
{
  const hd_block *b = w->blocks.data[at];
  hd_party who = w->x->space->who.data[w->parties.data[at]];
  for (uint32_t i = 0; i < b->edges.len; i++) {
    const hd_block_edge *e = &b->edges.data[i];
    if (!hd_solver_value(model, e->taken)) continue;
    uint64_t *inputs = hd_alloc(e->n_inputs + 1, sizeof *inputs);
    for (uint32_t k = 0; k < e->n_inputs; k++) inputs[k] = hd_solver_value(model, b->inputs.data[e->input + k]);
    hd_trace_push(trace, who.thread, who.instance, e->edge, inputs, e->n_inputs);
    free(inputs);
  }
}

static void put_initial(const exact *w, hd_solver *model, uint32_t slot, hd_trace *trace)
{
  const hd_esst_space *sp = w->x->space;
  const hd_esst_slot *s = &sp->slots.data[slot];
  hd_cell c = sp->cells->list.data[s->cell];
  const hd_var_info *info = hd_var_get(sp->p, c.var);
  if (!info->any) return;
  hd_initial initial = {.var = c.var, .instance = s->party == HD_NONE ? 0 : sp->who.data[s->party].instance};
  bool whole = info->count && c.element == HD_NONE;
  for (uint32_t i = 0; i < (whole ? info->count : 1); i++) {
    initial.index = whole ? i : c.element == HD_NONE ? 0 : c.element;
    initial.value = whole ? hd_solver_element(model, s->var, i) : hd_solver_value(model, s->var);
    if (initial.value) hd_vec_push(&trace->initial, initial);
  }
}

static hd_trace *read_trace(const exact *w, hd_solver *model)
{
  const hd_esst_space *sp = w->x->space;
  hd_trace *trace = hd_trace_new();
  for (uint32_t i = 0; i < sp->slots.len; i++) put_initial(w, model, i, trace);
  for (uint32_t i = 0; i < w->blocks.len; i++) put_steps(w, model, i, trace);
  hd_property property = w->x->task->property;
  if (hd_trace_replay(sp->p, trace, property).end == hd_violating_end(property)) return trace;
  hd_trace_free(trace);
  return NULL;
}

/* The same question to bit-vectors, which decide. */
static hd_answer solve_bits(const exact *w, hd_trace **trace)
{
  hd_signs signs = hd_symbols_signs(&w->x->space->symbols);
  hd_smt *s = hd_smt_new(w->x->T, HD_ARITH_BV, &signs, w->x->budget);
  hd_solver *v = hd_solver_new(s);
  for (uint32_t i = 0; i < w->conds.len; i++) hd_solver_assert(v, w->conds.data[i]);
  hd_answer a = hd_solver_check(v, NULL, 0);
  if (a == HD_SAT && trace && !(*trace = read_trace(w, v))) a = HD_DONT_KNOW;
  hd_solver_free(v);
  hd_smt_free(s);
  return a;
}

/* Can the path be taken? trace may be NULL: it is not wanted. */
static hd_answer solve_path(const exact *w, hd_trace **trace)
{
  hd_solver *v = w->x->prefix;
  hd_solver_push(v);
  for (uint32_t i = 0; i < w->conds.len; i++) hd_solver_assert(v, w->conds.data[i]);
  hd_answer a = hd_solver_check(v, NULL, 0);
  if (a == HD_SAT && trace) *trace = read_trace(w, v);
  hd_solver_pop(v, 1);
  bool again = a == HD_DONT_KNOW || (a == HD_SAT && trace && !*trace);
  return again && hd_smt_arith(w->x->smt) != HD_ARITH_BV ? solve_bits(w, trace) : again ? HD_DONT_KNOW : a;
}

/* --- clauses ------------------------------------------------------------------------------------------ */

typedef struct {
  hd_esst_search *x;
  exact *w;
  hd_esst_reason *r;
  uint32_t pushed; /* conditions of the path that the prefix solver has: 0 .. pushed - 1, a level each */
} clauses;

static bool is_input(void *context, uint32_t symbol)
{
  return hd_esst_slot_of_symbol(context, symbol) == HD_NONE;
}

static void assert_label(hd_esst_search *x, const hd_esst_reason *r, uint32_t at)
{
  const hd_term_list *label = &x->tree.nodes.data[r->nodes.data[at]].label;
  for (uint32_t i = 0; i < label->len; i++) hd_solver_assert(x->steps, label->data[i]);
  for (uint32_t i = 0; i < r->added[at].len; i++) hd_solver_assert(x->steps, r->added[at].data[i]);
}

static void keep_core(hd_solver *s, hd_term_list *cube)
{
  uint32_t n, kept = 0;
  const uint32_t *core = hd_solver_core(s, &n);
  for (uint32_t i = 0; i < n; i++) cube->data[kept++] = cube->data[core[i]];
  cube->len = kept;
}

/* Does the label before exclude the cube already? */
static bool exclude_near(clauses *c, uint32_t at, hd_term_list *cube)
{
  hd_esst_search *x = c->x;
  uint32_t via = x->tree.nodes.data[c->r->nodes.data[at]].via;
  hd_term_list assumptions = {0};
  for (uint32_t i = 0; i < cube->len; i++) hd_vec_push(&assumptions, hd_esst_before(x->space, via, cube->data[i]));
  hd_solver_push(x->steps);
  assert_label(x, c->r, at - 1);
  hd_solver_assert(x->steps, x->space->steps.data[via].cond);
  hd_answer a = hd_solver_check(x->steps, assumptions.data, assumptions.len);
  if (a == HD_UNSAT) keep_core(x->steps, cube);
  hd_solver_pop(x->steps, 1);
  hd_vec_clear(&assumptions);
  return a == HD_UNSAT;
}

typedef struct {
  const hd_esst_space *space;
  const hd_term *state;
} now;

static hd_term value_now(void *context, hd_term leaf)
{
  const now *n = context;
  if (hd_term_op(n->space->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t slot = hd_esst_slot_of_symbol(n->space, hd_term_symbol(n->space->T, leaf));
  return slot == HD_NONE ? HD_NO_TERM : n->state[slot];
}

/* The part of the cube that the exact path so far excludes; false when it does not. */
static bool exclude_cube(clauses *c, uint32_t at, hd_term_list *cube)
{
  hd_esst_search *x = c->x;
  now n = {x->space, c->w->states.data[at]};
  hd_term_list assumptions = {0};
  for (uint32_t i = 0; i < cube->len; i++)
    hd_vec_push(&assumptions, hd_term_substitute(x->T, cube->data[i], &(hd_rewrite){value_now, &n}));
  hd_answer a = hd_solver_check(x->prefix, assumptions.data, assumptions.len);
  if (a == HD_UNSAT) keep_core(x->prefix, cube);
  hd_vec_clear(&assumptions);
  return a == HD_UNSAT;
}

static hd_term clause_of(hd_terms *T, const hd_term_list *cube)
{
  hd_term clause = hd_term_false(T);
  for (uint32_t i = 0; i < cube->len; i++)
    clause = hd_term_2(T, HD_OP_OR, clause, hd_term_1(T, HD_OP_NOT, cube->data[i]));
  return clause;
}

/* --- numbers instead of hard terms --------------------------------------------------------------------- */

/* Is it more than linear arithmetic? Solvers are slow there, and so are predicates about it. */
static bool is_hard(const hd_terms *T, hd_term t, hd_map *seen)
{
  uint64_t value;
  if (hd_map_find(seen, t.id)) return false;
  hd_map_put(seen, t.id, 1);
  switch (hd_term_op(T, t)) {
  case HD_OP_MUL:
  case HD_OP_UDIV:
  case HD_OP_SDIV:
  case HD_OP_UREM:
  case HD_OP_SREM:
  case HD_OP_SMULO:
    if (!hd_term_is_const(T, hd_term_arg(T, t, 1), &value)) return true;
    break;
  default: break;
  }
  for (unsigned i = 0; i < hd_term_arity(T, t); i++)
    if (is_hard(T, hd_term_arg(T, t, i), seen)) return true;
  return false;
}

typedef struct {
  hd_esst_space *space;
  const hd_term *state;
  hd_term_list facts;
  bool all; /* every variable so far has a known value */
} numbers;

static void note_number(void *context, hd_term leaf)
{
  numbers *n = context;
  uint64_t value;
  uint32_t slot = hd_esst_slot_of_symbol(n->space, hd_term_symbol(n->space->T, leaf));
  if (slot == HD_NONE || !hd_term_is_const(n->space->T, n->state[slot], &value))
    n->all = false;
  else
    hd_vec_push(&n->facts, hd_term_2(n->space->T, HD_OP_EQ, leaf, n->state[slot]));
}

/* A hard clause about variables whose values the path determines: their values say more, and are easy. */
static bool add_numbers(clauses *c, uint32_t at, hd_term clause)
{
  numbers n = {.space = c->x->space, .state = c->w->states.data[at], .all = true};
  hd_map seen = {0};
  bool hard = is_hard(c->x->T, clause, &seen);
  if (hard) hd_term_visit_leaves(c->x->T, clause, note_number, &n);
  bool done = hard && n.all && n.facts.len;
  for (uint32_t i = 0; done && i < n.facts.len; i++) hd_vec_push(&c->r->added[at], n.facts.data[i]);
  hd_vec_clear(&n.facts);
  hd_map_clear(&seen);
  return done;
}

/* Adds clauses at a position until the next step leads into `after` only (HD_NO_TERM: nowhere). */
static bool strengthen_position(clauses *c, uint32_t at, uint32_t step, hd_term after)
{
  hd_esst_search *x = c->x;
  hd_term bad = x->space->steps.data[step].cond;
  if (hd_term_is(after))
    bad = hd_term_2(x->T, HD_OP_AND, bad, hd_term_1(x->T, HD_OP_NOT, hd_esst_before(x->space, step, after)));
  hd_symbol_set inputs = {is_input, x->space};
  for (unsigned i = 0; i < MOST_CLAUSES && !hd_budget_spent(x->budget); i++) {
    hd_term_list cube = {0};
    hd_solver_push(x->steps);
    assert_label(x, c->r, at);
    hd_solver_assert(x->steps, bad);
    hd_answer a = hd_solver_check(x->steps, NULL, 0);
    if (a == HD_SAT && at > 0) cube = hd_seq_explain_state(x->T, &inputs, x->steps, bad);
    hd_solver_pop(x->steps, 1);
    if (a != HD_SAT) return a == HD_UNSAT;
    if (at == 0) return false; /* the root's label is exact */
    bool excluded = exclude_near(c, at, &cube) || exclude_cube(c, at, &cube);
    hd_term clause = excluded ? clause_of(x->T, &cube) : HD_NO_TERM;
    hd_vec_clear(&cube);
    if (!excluded) return false;
    if (!add_numbers(c, at, clause)) hd_vec_push(&c->r->added[at], clause);
    if (hd_term_is_false(x->T, clause)) return true;
  }
  return false;
}

/* What was added after a step has to hold after it: so further back. */
static bool find_clauses(hd_esst_search *x, exact *w, hd_esst_reason *r, uint32_t goal)
{
  clauses c = {.x = x, .w = w, .r = r};
  uint32_t n = r->nodes.len - 1, step = goal;
  hd_term after = HD_NO_TERM;
  bool ok = true;
  for (uint32_t i = 0; i <= n; i++) {
    hd_solver_push(x->prefix);
    hd_solver_assert(x->prefix, w->conds.data[i]);
  }
  uint32_t i = n;
  for (;; i--) {
    ok = strengthen_position(&c, i, step, after);
    if (!ok || !r->added[i].len || i == 0) break;
    after = hd_formula_and(x->T, r->added[i].data, r->added[i].len);
    step = x->tree.nodes.data[r->nodes.data[i]].via;
    hd_solver_pop(x->prefix, 1);
  }
  hd_solver_pop(x->prefix, i + 1);
  return ok;
}

/* --- a path -------------------------------------------------------------------------------------------- */

void hd_esst_reason_clear(hd_esst_reason *r)
{
  for (uint32_t i = 0; r->added && i < r->nodes.len; i++) hd_vec_clear(&r->added[i]);
  free(r->added);
  hd_vec_clear(&r->nodes);
  *r = (hd_esst_reason){.dead = HD_NONE};
}

static void collect_reason(hd_esst_search *x, uint32_t node, hd_esst_reason *r)
{
  *r = (hd_esst_reason){.dead = HD_NONE};
  for (uint32_t i = node; i != HD_NONE; i = x->tree.nodes.data[i].parent) hd_vec_push(&r->nodes, i);
  for (uint32_t i = 0; i < r->nodes.len / 2; i++) {
    uint32_t other = r->nodes.len - 1 - i, n = r->nodes.data[i];
    r->nodes.data[i] = r->nodes.data[other];
    r->nodes.data[other] = n;
  }
  r->added = hd_alloc(r->nodes.len + 1, sizeof *r->added);
}

static void found_beyond(hd_esst_search *x, hd_loc l)
{
  x->ignored[l.id] = 1;
  if (x->beyond.id == HD_NONE) x->beyond = l;
}

hd_answer hd_esst_examine(hd_esst_search *x, uint32_t node, uint32_t goal, hd_esst_reason *out)
{
  exact w;
  const hd_esst_step *last = &x->space->steps.data[goal];
  bool fails = last->kind == HD_TO_FAIL, fits = true;
  hd_loc to = last->to;
  collect_reason(x, node, out);
  exact_init(&w, x);
  keep_state(&w);
  for (uint32_t i = 1; i < out->nodes.len && fits; i++) {
    fits = extend_path(&w, x->tree.nodes.data[out->nodes.data[i]].via);
    keep_state(&w);
    if (fits) continue;
    out->dead = out->nodes.data[i]; /* the path ends here: this step is what cannot be taken */
    goal = x->tree.nodes.data[out->dead].via;
    out->nodes.len = i;
  }
  hd_answer a = HD_UNSAT;
  if (fits && extend_path(&w, goal)) {
    a = solve_path(&w, fails ? &x->trace : NULL);
    if (a == HD_SAT && !fails) found_beyond(x, to);
  }
  if (a == HD_UNSAT && !find_clauses(x, &w, out, goal)) a = HD_DONT_KNOW;
  exact_clear(&w);
  return a;
}
