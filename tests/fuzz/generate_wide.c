/* generate_wide.c - random programs about numbers of 32 bits: sums, differences, comparisons, inputs of any value. */
#include "generate.h"
#include "maker.h"

/* --- terms ------------------------------------------------------------------------------------------------ */

static hd_term constant(maker *m)
{
  static const uint32_t large[] = {1000, 100000, 0x7fffffff, 0x80000000, 0x40000000};
  return hd_term_bv(m->p->terms, 32, chance(m, 85) ? roll(m, 6) - 1u : large[roll(m, HD_COUNT(large))]);
}

static hd_term shared(maker *m)
{
  return hd_program_var_term(m->p, m->shared[roll(m, N_SHARED)]);
}

static hd_term condition(maker *m, bool with_shared)
{
  static const hd_op ops[] = {HD_OP_SLE, HD_OP_SLT, HD_OP_SLT, HD_OP_EQ, HD_OP_ULT};
  hd_term a = with_shared && chance(m, 70) ? shared(m) : some_local(m);
  hd_term b = chance(m, 60) ? constant(m) : some_local(m);
  hd_term c = hd_term_2(m->p->terms, ops[roll(m, HD_COUNT(ops))], chance(m, 50) ? a : b, chance(m, 50) ? b : a);
  return chance(m, 20) ? hd_term_1(m->p->terms, HD_OP_NOT, c) : c;
}

/* --- statements ------------------------------------------------------------------------------------------- */

static void assign(maker *m, hd_var v, hd_term value, hd_term guard)
{
  hd_assign a = {.var = v, .value = value};
  hd_edge_info e = edge_between(m->at, m->at);
  e.assigns = &a;
  e.n_assigns = 1;
  e.guard = guard;
  step(m, e);
}

/* Overflow ends the execution, as in C, is a violation, or wraps around. */
static void add_sum(maker *m)
{
  static const hd_op sums[] = {HD_OP_ADD, HD_OP_SUB, HD_OP_MUL}, overflows[] = {HD_OP_SADDO, HD_OP_SSUBO, HD_OP_SMULO};
  hd_terms *T = m->p->terms;
  uint32_t which = chance(m, 10) ? 2 : roll(m, 2);
  bool own = chance(m, 50);
  hd_var to = own ? m->locals[roll(m, N_LOCALS)] : m->shared[roll(m, N_SHARED)];
  hd_term a = chance(m, 60) ? hd_program_var_term(m->p, to) : some_local(m);
  hd_term b = which == 2      ? hd_term_bv(T, 32, roll(m, 4))
              : chance(m, 50) ? constant(m)
                              : some_local(m),
          guard = HD_NO_TERM;
  hd_term fits = hd_term_1(T, HD_OP_NOT, hd_term_2(T, overflows[which], a, b));
  if (m->check == HD_CHECK_OVERFLOW && chance(m, 50)) {
    hd_edge_info e = edge_between(m->at, m->at);
    e.kind = HD_EDGE_ASSERT;
    e.check = m->check;
    e.cond = fits;
    step(m, e);
  } else if (chance(m, 80)) {
    guard = fits;
  }
  assign(m, to, hd_term_2(T, sums[which], a, b), guard);
}

static void add_check(maker *m)
{
  hd_edge_info e = edge_between(m->at, m->at);
  e.kind = HD_EDGE_ASSERT;
  e.check = m->check;
  e.cond = condition(m, true);
  if (chance(m, 80)) e.cond = hd_term_2(m->p->terms, HD_OP_OR, e.cond, condition(m, true));
  step(m, e);
}

static void add_statements(maker *m, uint32_t n);

static void add_branch(maker *m)
{
  hd_term c = condition(m, true);
  hd_loc from = m->at;
  hd_edge_info e = edge_between(from, from);
  e.guard = c;
  step(m, e);
  add_statements(m, 1);
  hd_edge_info other = edge_between(from, m->at);
  other.guard = hd_term_1(m->p->terms, HD_OP_NOT, c);
  hd_program_add_edge(m->p, other);
}

static void set_lock(maker *m, uint64_t value)
{
  hd_terms *T = m->p->terms;
  hd_term is_free = hd_term_eq_bv(T, hd_program_var_term(m->p, m->locks[0]), 0);
  assign(m, m->locks[0], hd_term_bv(T, 4, value), value ? is_free : HD_NO_TERM);
}

static void add_region(maker *m)
{
  if (m->atomic) return;
  set_lock(m, m->thread.id + 1);
  add_statements(m, 2);
  set_lock(m, 0);
}

static void add_section(maker *m)
{
  if (m->atomic) return;
  m->atomic = true;
  step(m, edge_between(m->at, m->at));
  add_statements(m, 2);
  m->atomic = false;
  step(m, edge_between(m->at, m->at));
}

static void add_wait(maker *m)
{
  hd_edge_info e = edge_between(m->at, m->at);
  e.guard = condition(m, true);
  step(m, e);
}

static void add_statement(maker *m)
{
  uint32_t kind = roll(m, 100);
  if (m->budget == 0) return;
  m->budget--;
  if (kind < 15)
    assign(m, m->locals[roll(m, N_LOCALS)], chance(m, 35) ? HD_NO_TERM : shared(m), HD_NO_TERM);
  else if (kind < 25)
    assign(m, m->shared[roll(m, N_SHARED)], chance(m, 60) ? some_local(m) : constant(m), HD_NO_TERM);
  else if (kind < 50)
    add_sum(m);
  else if (kind < 62)
    add_check(m);
  else if (kind < 72)
    add_wait(m);
  else if (kind < 84)
    add_branch(m);
  else if (kind < 92)
    add_region(m);
  else
    add_section(m);
}

static void add_statements(maker *m, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) add_statement(m);
}

/* --- threads ---------------------------------------------------------------------------------------------- */

static hd_var add_number(maker *m, const char *name, hd_thread thread)
{
  hd_var v = add_var(m, name, thread, HD_BV(32), 0, HD_ROLE_USER);
  hd_var_get(m->p, v)->show = HD_SHOW_SIGNED;
  hd_var_get(m->p, v)->any = chance(m, 15);
  return v;
}

static void make_thread(maker *m)
{
  add_thread(m, 1);
  for (unsigned i = 0; i < N_LOCALS; i++) m->locals[i] = add_number(m, i ? "b" : "a", m->thread);
  m->budget = 4 + roll(m, 5);
  add_statements(m, m->budget);
  if (chance(m, m->thread.id ? 20 : 70)) add_check(m);
  hd_program_add_edge(m->p, edge_between(m->at, new_loc(m, HD_LOC_END)));
}

hd_program *generate_wide_program(uint64_t seed, hd_property property)
{
  static const char *const names[] = {"x", "y", "z"};
  maker m = begin_program(seed * 104729, property);
  for (unsigned i = 0; i < N_SHARED; i++) m.shared[i] = add_number(&m, names[i], HD_NO_THREAD);
  m.locks[0] = add_var(&m, "m", HD_NO_THREAD, HD_BV(4), 0, HD_ROLE_SYNC);
  for (uint32_t i = 0, n = 2 + roll(&m, 3); i < n; i++) make_thread(&m);
  return finish_program(&m, property);
}
