/* unfold_gates.c - variables that are looked at only to find them as they were at first: locks.
 *
 * All that a step asks of a *gate* is whether it still has (again has) its first value, and only to go on if it has.
 * So no step sees another value. Take an instance that stops in the middle of a block which has written such values and
 * nothing else, as one that has locked a mutex and then waits for a condition in vain, or overflows. Left out, the part
 * of the block is missed by no one: a step of another that comes later and looks at the gate has found the first value
 * there, which some write after this one has brought. So the instance may as well have stopped before the block
 * (may_stop_before in unfold.c), and a section with all that it waits for stays one event. */
#include "engine/bmc/unfolder.h"

typedef struct {
  const hd_program *p;
  bool *gates;
} gate_search;

static void mark_no_gate(void *context, hd_term leaf)
{
  const gate_search *s = context;
  s->gates[hd_term_symbol(s->p->terms, leaf)] = false;
}

static void look_at_all(gate_search *s, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(s->p->terms, t, mark_no_gate, s);
}

/* Does every element begin with the value? */
static bool begins_with(const hd_program *p, hd_var v, uint64_t value)
{
  if (p->vars.data[v.id].any) return false;
  for (uint32_t i = 0; i < hd_var_elements(&p->vars.data[v.id]); i++)
    if (hd_var_init(p, v, i) != value) return false;
  return true;
}

/* Is it `cell = constant`, with what the cell holds at first? *index: of the element; HD_NO_TERM: of none. */
static bool asks_for_first_value(const gate_search *s, hd_term t, hd_term *index)
{
  const hd_terms *T = s->p->terms;
  uint64_t value;
  if (hd_term_op(T, t) != HD_OP_EQ) return false;
  bool swapped = hd_term_is_const(T, hd_term_arg(T, t, 0), NULL);
  hd_term cell = hd_term_arg(T, t, swapped), constant = hd_term_arg(T, t, !swapped);
  if (!hd_term_is_const(T, constant, &value)) return false;
  bool element = hd_term_op(T, cell) == HD_OP_SELECT;
  *index = element ? hd_term_arg(T, cell, 1) : HD_NO_TERM;
  if (element) cell = hd_term_arg(T, cell, 0);
  return hd_term_op(T, cell) == HD_OP_VAR && begins_with(s->p, (hd_var){hd_term_symbol(T, cell)}, value);
}

static void look_at_guard(gate_search *s, hd_term t)
{
  const hd_terms *T = s->p->terms;
  hd_term index;
  if (!hd_term_is(t)) return;
  if (hd_term_op(T, t) == HD_OP_AND) {
    for (unsigned i = 0; i < hd_term_arity(T, t); i++) look_at_guard(s, hd_term_arg(T, t, i));
    return;
  }
  look_at_all(s, asks_for_first_value(s, t, &index) ? index : t);
}

void hd_bmc_find_gates(hd_bmc_unfolder *x)
{
  const hd_program *p = x->in->p;
  gate_search s = {p, hd_alloc(p->vars.len + 1, sizeof *s.gates)};
  bool may_have = hd_bmc_has_rule(x->in->off, HD_BMC_RULE_GATES);
  for (uint32_t v = 0; v < p->vars.len; v++) s.gates[v] = may_have && p->vars.data[v].thread.id == HD_NONE;
  for (uint32_t e = 0; may_have && e < p->edges.len; e++) {
    const hd_edge_info *edge = &p->edges.data[e];
    look_at_guard(&s, edge->guard);
    look_at_all(&s, edge->cond);
    for (uint32_t i = 0; i < edge->n_assigns; i++) {
      look_at_all(&s, edge->assigns[i].index);
      look_at_all(&s, edge->assigns[i].value);
    }
  }
  x->gates = s.gates;
}

bool hd_bmc_closes_gate(const hd_bmc_unfolder *x, hd_var v, hd_term value)
{
  uint64_t closed;
  return x->gates[v.id] && hd_term_is_const(x->u->T, value, &closed) && !begins_with(x->in->p, v, closed);
}
