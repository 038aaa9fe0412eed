/* product_trace.c - from a derivation back to a trace, and from a solution to invariants. */
#include "sequential/product_state.h"
#include "trace/interp.h"

/* --- what holds -------------------------------------------------------------------------------------- */

/* The certificate's term for a slot: an element is one of the array that its party has. */
static hd_term certificate_slot_term(const hd_product *x, uint32_t slot)
{
  hd_slot_info s = x->slots.data[slot];
  hd_cell c = x->cells->list.data[s.cell];
  hd_term whole = hd_certificate_var(x->p, s.party == HD_NONE ? 0 : s.party, c.var);
  return c.element == HD_NONE ? whole : hd_term_2(x->T, HD_OP_SELECT, whole, hd_term_bv(x->T, 32, c.element));
}

typedef struct {
  const hd_product *x;
  hd_map slot_of; /* a variable's term to its slot */
} telling;

static hd_term certificate_slot_leaf(void *context, hd_term leaf)
{
  const telling *k = context;
  if (hd_term_op(k->x->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  const uint64_t *slot = hd_map_find(&k->slot_of, leaf.id);
  return slot ? certificate_slot_term(k->x, (uint32_t)*slot) : HD_NO_TERM;
}

hd_term hd_product_meaning(const hd_product *x, const hd_horn *h, uint32_t node)
{
  const hd_node_info *n = &x->nodes.data[node];
  telling k = {.x = x};
  hd_term all = hd_horn_meaning(h, n->pred);
  for (uint32_t i = 0; i < x->slots.len; i++) hd_map_put(&k.slot_of, x->slots.data[i].var.id, i);
  all = hd_term_substitute(x->T, all, &(hd_rewrite){certificate_slot_leaf, &k});
  for (uint32_t i = 0; i < x->slots.len; i++) {
    uint64_t value;
    hd_role role = hd_var_get(x->p, x->cells->list.data[x->slots.data[i].cell].var)->role;
    if (!hd_term_is(n->values[i]) || !hd_term_is_const(x->T, n->values[i], &value)) continue;
    if (role == HD_ROLE_SELF || hd_product_is_dead(x, i, n->at)) continue;
    all = hd_term_2(x->T, HD_OP_AND, all, hd_term_2(x->T, HD_OP_EQ, certificate_slot_term(x, i), n->values[i]));
  }
  hd_map_clear(&k.slot_of);
  return all;
}

const char *hd_product_name(void *context, uint32_t symbol)
{
  static char name[256];
  const hd_product *x = context;
  hd_var v = hd_symbols_origin(&x->symbols, symbol);
  const char *text = v.id == HD_NONE ? "choice" : hd_var_get(x->p, v)->name;
  if (symbol >= HD_FRESH)
    snprintf(name, sizeof name, "%.200s!%u", text, symbol - HD_FRESH);
  else
    snprintf(name, sizeof name, "%.200s@%u", text, hd_certificate_meaning(x->p, symbol).party);
  return name;
}

uint32_t hd_product_modules(const hd_product *x)
{
  return x->modules.len;
}

const uint32_t *hd_product_parties(const hd_product *x, uint32_t module, uint32_t *n)
{
  *n = x->modules.data[module].n;
  return x->modules.data[module].parties;
}

hd_party hd_product_party(const hd_product *x, uint32_t party)
{
  hd_party_info w = x->who.data[party];
  return (hd_party){w.thread, w.instance};
}

uint32_t hd_product_module(const hd_product *x, uint32_t node)
{
  return x->nodes.data[node].module;
}

/* --- where a derivation ends ----------------------------------------------------------------------- */

static const hd_block_target *last_target(const hd_product *x, const hd_rule_info *r)
{
  const hd_node_info *n = &x->nodes.data[r->node];
  const hd_block *b = x->blocks[(size_t)r->party * x->p->locs.len + n->at[r->party].id];
  return &b->targets.data[r->target];
}

hd_loc hd_product_end(const hd_product *x, const hd_horn *h)
{
  uint32_t n;
  const hd_derived *steps = hd_horn_derivation(h, &n);
  if (!n) return HD_NO_LOC;
  const hd_rule_info *last = &x->rules.data[steps[n - 1].tag];
  if (last->party == HD_NONE) return HD_NO_LOC;
  const hd_block_target *t = last_target(x, last);
  return t->kind == HD_TO_BEYOND ? t->loc : HD_NO_LOC;
}

/* --- traces ------------------------------------------------------------------------------------------- */

/* The derivation's blocks again, each from the state that the one before left. */
typedef struct {
  hd_product *x;
  hd_term *state; /* by slot */
  HD_VEC(hd_block *) blocks;
  hd_u32s parties;
  hd_solver *solver;
} path;

static void extend_by_rule(path *w, const hd_rule_info *r)
{
  hd_product *x = w->x;
  uint32_t n = x->cells->list.len;
  const uint32_t *slots = x->slot_of + (size_t)r->party * n;
  hd_term *pre = hd_alloc(n + 1, sizeof *pre);
  for (uint32_t i = 0; i < n; i++)
    if (slots[i] != HD_NONE) pre[i] = w->state[slots[i]];
  hd_block *b = hd_block_new(x->cells, &x->symbols, x->live, x->cut, x->nodes.data[r->node].at[r->party], pre);
  const hd_block_target *wanted = last_target(x, r);
  hd_vec_push(&w->blocks, b);
  hd_vec_push(&w->parties, r->party);
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_block_target *t = &b->targets.data[i];
    if (t->kind != wanted->kind || t->loc.id != wanted->loc.id) continue;
    hd_solver_assert(w->solver, t->cond);
    for (uint32_t c = 0; t->post && c < n; c++)
      if (slots[c] != HD_NONE) w->state[slots[c]] = t->post[c];
    free(pre);
    return;
  }
  hd_solver_assert(w->solver, hd_term_false(x->T)); /* constants exclude it */
  free(pre);
}

static bool follow_derivation(path *w, const hd_derived *steps, uint32_t n, const hd_budget *budget)
{
  hd_product *x = w->x;
  for (uint32_t i = 0; i < x->slots.len; i++) w->state[i] = hd_product_initial(x, i);
  hd_solver_assert(w->solver, hd_product_initial_arrays(x));
  for (uint32_t i = 0; i < n; i++) {
    const hd_rule_info *r = &x->rules.data[steps[i].tag];
    if (hd_budget_spent(budget)) return false;
    if (r->node == HD_NONE) continue;
    if (r->party == HD_NONE)
      hd_solver_assert(w->solver, hd_product_bad_state(x, x->nodes.data[r->node].at, w->state));
    else
      extend_by_rule(w, r);
  }
  return hd_solver_check(w->solver, NULL, 0) == HD_SAT;
}

static void put_steps(const path *w, uint32_t at, hd_trace *trace)
{
  const hd_product *x = w->x;
  const hd_block *b = w->blocks.data[at];
  hd_party_info who = x->who.data[w->parties.data[at]];
  for (uint32_t i = 0; i < b->edges.len; i++) {
    const hd_block_edge *e = &b->edges.data[i];
    if (!hd_solver_value(w->solver, e->taken)) continue;
    uint64_t *inputs = hd_alloc(e->n_inputs + 1, sizeof *inputs);
    for (uint32_t k = 0; k < e->n_inputs; k++) inputs[k] = hd_solver_value(w->solver, b->inputs.data[e->input + k]);
    hd_trace_push(trace, who.thread, who.instance, e->edge, inputs, e->n_inputs);
    free(inputs);
  }
}

static void put_initial(const path *w, uint32_t slot, hd_trace *trace)
{
  const hd_product *x = w->x;
  hd_slot_info s = x->slots.data[slot];
  hd_cell c = x->cells->list.data[s.cell];
  const hd_var_info *info = hd_var_get(x->p, c.var);
  if (!info->any) return;
  hd_initial initial = {.var = c.var, .instance = s.party == HD_NONE ? 0 : x->who.data[s.party].instance};
  bool whole = info->count && c.element == HD_NONE;
  for (uint32_t i = 0; i < (whole ? info->count : 1); i++) {
    initial.index = whole ? i : c.element == HD_NONE ? 0 : c.element;
    initial.value = whole ? hd_solver_element(w->solver, s.var, i) : hd_solver_value(w->solver, s.var);
    if (initial.value) hd_vec_push(&trace->initial, initial);
  }
}

static hd_trace *read_trace(const path *w)
{
  hd_trace *trace = hd_trace_new();
  for (uint32_t i = 0; i < w->x->slots.len; i++) put_initial(w, i, trace);
  for (uint32_t i = 0; i < w->blocks.len; i++) put_steps(w, i, trace);
  return trace;
}

hd_trace *hd_product_trace(hd_product *x, const hd_horn *h, hd_property property, const hd_budget *budget)
{
  uint32_t n;
  const hd_derived *steps = hd_horn_derivation(h, &n);
  hd_trace *trace = NULL;
  hd_signs signs = hd_symbols_signs(&x->symbols);
  if (!n) return NULL;
  hd_smt *s = hd_smt_new(x->T, HD_ARITH_BV, &signs, budget);
  path w = {.x = x, .solver = hd_solver_new(s)};
  w.state = hd_alloc(x->slots.len + 1, sizeof *w.state);
  if (follow_derivation(&w, steps, n, budget)) trace = read_trace(&w);
  if (trace && hd_trace_replay(x->p, trace, property).end != hd_violating_end(property)) {
    hd_trace_free(trace);
    trace = NULL;
  }
  for (uint32_t i = 0; i < w.blocks.len; i++) hd_block_free(w.blocks.data[i]);
  hd_vec_clear(&w.blocks);
  hd_vec_clear(&w.parties);
  hd_solver_free(w.solver);
  hd_smt_free(s);
  free(w.state);
  return trace;
}
