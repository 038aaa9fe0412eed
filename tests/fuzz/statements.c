#include "statements.h"

hd_edge_info edge_from(maker *m, hd_loc from, hd_loc to)
{
  hd_edge_info e = edge_between(from, to);
  e.access = chance(m, 70) ? HD_ACCESS_PLAIN : chance(m, 50) ? HD_ACCESS_ATOMIC : HD_ACCESS_SYNC;
  return e;
}

/* --- terms ---------------------------------------------------------------------------------------- */

static hd_term constant(maker *m)
{
  return hd_term_bv(m->p->terms, 2, roll(m, 4));
}

static hd_term index_of(maker *m)
{
  hd_terms *T = m->p->terms;
  uint32_t kind = roll(m, 3);
  if (kind == 0) return hd_term_bv(T, 32, roll(m, ELEMENTS));
  if (kind == 1 && m->self.id != HD_NONE && !m->alike) return hd_program_var_term(m->p, m->self);
  hd_term local = some_local(m);
  return hd_term_to(T, HD_OP_ZEXT, 32, m->counting ? hd_program_var_term(m->p, m->counter) : local);
}

static hd_term shared(maker *m)
{
  if (chance(m, 25)) return hd_program_element(m->p, m->array, index_of(m));
  return hd_program_var_term(m->p, m->shared[roll(m, N_SHARED)]);
}

static hd_term leaf(maker *m, uint32_t percent_shared)
{
  if (chance(m, percent_shared)) return shared(m);
  return chance(m, 40) ? constant(m) : some_local(m);
}

static hd_term wide_leaf(maker *m)
{
  if (chance(m, 40)) return hd_program_var_term(m->p, m->wide_local);
  return chance(m, 70) ? hd_program_var_term(m->p, m->wide) : hd_program_element(m->p, m->wides, index_of(m));
}

static hd_term wide_condition(maker *m)
{
  static const hd_op ops[] = {HD_OP_EQ, HD_OP_ULT, HD_OP_SLT};
  hd_terms *T = m->p->terms;
  hd_term a = wide_leaf(m), b = hd_term_bv(T, 4, roll(m, 16));
  if (chance(m, 20))
    a = hd_term_to(T, chance(m, 50) ? HD_OP_ZEXT : HD_OP_SEXT, 8, a), b = hd_term_bv(T, 8, roll(m, 256));
  if (chance(m, 5)) b = chance(m, 50) ? hd_term_2(T, HD_OP_ADD, b, b) : a;
  return chance(m, 50) ? hd_term_2(T, ops[roll(m, HD_COUNT(ops))], a, b)
                       : hd_term_2(T, ops[roll(m, HD_COUNT(ops))], b, a);
}

static hd_term condition(maker *m, uint32_t percent_shared)
{
  static const hd_op ops[] = {HD_OP_EQ, HD_OP_EQ, HD_OP_ULT, HD_OP_SLE};
  hd_terms *T = m->p->terms;
  if (chance(m, 10)) return hd_program_var_term(m->p, m->flag);
  if (chance(m, 8)) return wide_condition(m);
  if (chance(m, 3)) return hd_term_2(T, HD_OP_SLT, hd_program_element(m->p, m->pad, index_of(m)), hd_term_bv(T, 32, 7));
  hd_term c =
      hd_term_2(T, ops[roll(m, HD_COUNT(ops))], leaf(m, percent_shared), chance(m, 60) ? constant(m) : some_local(m));
  if (chance(m, 15)) c = hd_term_2(T, chance(m, 50) ? HD_OP_AND : HD_OP_OR, c, condition(m, percent_shared));
  return chance(m, 30) ? hd_term_1(T, HD_OP_NOT, c) : c;
}

static hd_term value(maker *m, uint32_t percent_shared)
{
  static const hd_op ops[] = {HD_OP_ADD, HD_OP_SUB, HD_OP_BXOR, HD_OP_MUL};
  hd_terms *T = m->p->terms;
  hd_term a = leaf(m, percent_shared);
  if (chance(m, 10)) return hd_term_3(T, HD_OP_ITE, condition(m, percent_shared), a, some_local(m));
  return chance(m, 50) ? a : hd_term_2(T, ops[roll(m, HD_COUNT(ops))], a, chance(m, 50) ? constant(m) : some_local(m));
}

/* --- statements ------------------------------------------------------------------------------------- */

static hd_assign assign_local(maker *m, uint32_t percent_shared)
{
  hd_assign a = {.var = m->locals[roll(m, N_LOCALS)], .value = value(m, percent_shared)};
  if (chance(m, 12)) a.value = HD_NO_TERM;
  return a;
}

static hd_assign assign_shared(maker *m)
{
  hd_terms *T = m->p->terms;
  hd_assign a = {.var = m->shared[roll(m, N_SHARED)], .value = value(m, chance(m, 20) ? 60 : 0)};
  if (chance(m, 8)) a.value = HD_NO_TERM;
  if (chance(m, 10)) return (hd_assign){.var = m->flag, .value = chance(m, 80) ? condition(m, 0) : hd_term_true(T)};
  if (chance(m, 20)) {
    a.var = m->array;
    a.index = index_of(m);
  }
  return a;
}

/* Moves a four-bit value, an input or a constant; rarely computes with it. */
static hd_assign assign_wide(maker *m)
{
  hd_terms *T = m->p->terms;
  hd_assign a = {.var = chance(m, 50) ? m->wide : m->wide_local, .value = wide_leaf(m)};
  if (chance(m, 40)) a.value = HD_NO_TERM;
  if (chance(m, 20)) a.value = hd_term_bv(T, 4, roll(m, 16));
  if (hd_term_is(a.value) && chance(m, 8)) a.value = hd_term_2(T, HD_OP_ADD, a.value, hd_term_bv(T, 4, 1));
  if (chance(m, 25)) {
    a.var = m->wides;
    a.index = index_of(m);
  }
  return a;
}

/* A large number, its negation, or another element. */
static hd_assign assign_pad(maker *m)
{
  hd_terms *T = m->p->terms;
  hd_assign a = {.var = m->pad, .index = index_of(m), .value = hd_program_element(m->p, m->pad, index_of(m))};
  if (chance(m, 30)) a.value = hd_program_var_term(m->p, m->big);
  if (chance(m, 30)) a = (hd_assign){.var = m->big, .value = a.value};
  if (chance(m, 50)) a.value = hd_term_bv(T, 32, chance(m, 50) ? 1u << 30 >> roll(m, 8) : 0u - roll(m, 3));
  return a;
}

void add_assign(maker *m, hd_assign first)
{
  hd_assign both[2] = {first, assign_local(m, 0)};
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.assigns = both;
  e.n_assigns = chance(m, 15) && both[0].var.id != both[1].var.id ? 2 : 1;
  if (chance(m, 10)) e.guard = condition(m, 50);
  step(m, e);
}

void add_check(maker *m)
{
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.kind = HD_EDGE_ASSERT;
  e.check = m->check;
  e.cond = condition(m, 50);
  if (chance(m, 70)) e.cond = hd_term_2(m->p->terms, HD_OP_OR, e.cond, condition(m, 30));
  if (chance(m, 10)) { /* a failure that can only fail */
    hd_loc from = m->at;
    e.to = new_loc(m, HD_LOC_EXIT);
    e.guard = hd_term_1(m->p->terms, HD_OP_NOT, e.cond);
    e.cond = hd_term_false(m->p->terms);
    hd_program_add_edge(m->p, e);
    m->at = from;
    e.guard = hd_term_1(m->p->terms, HD_OP_NOT, e.guard);
    e.kind = HD_EDGE_STEP;
    e.cond = HD_NO_TERM;
  }
  step(m, e);
}

static void add_wait(maker *m)
{
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.guard = condition(m, 80);
  step(m, e);
}

static hd_term own_number(maker *m)
{
  hd_terms *T = m->p->terms;
  hd_term base = hd_term_bv(T, 32, m->thread.id * 4 + 1);
  hd_term tid = m->self.id == HD_NONE ? base : hd_term_2(T, HD_OP_ADD, base, hd_program_var_term(m->p, m->self));
  return hd_term_extract(T, tid, 0, 4);
}

static void add_lock(maker *m, uint32_t which)
{
  hd_terms *T = m->p->terms;
  hd_assign a = {.var = m->locks[which], .value = own_number(m)};
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.access = HD_ACCESS_SYNC;
  e.guard = hd_term_eq_bv(T, hd_program_var_term(m->p, a.var), 0);
  e.assigns = &a;
  e.n_assigns = 1;
  step(m, e);
}

static void add_unlock(maker *m, uint32_t which)
{
  hd_assign a = {.var = m->locks[which], .value = hd_term_bv(m->p->terms, 4, 0)};
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.access = HD_ACCESS_SYNC;
  e.assigns = &a;
  e.n_assigns = 1;
  step(m, e);
}

/* Is the lock ours? Asked where it is, unless another thread has released it. */
static void add_owner_check(maker *m, uint32_t which)
{
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.access = HD_ACCESS_SYNC;
  e.kind = HD_EDGE_ASSERT;
  e.check = m->check;
  e.cond = hd_term_2(m->p->terms, HD_OP_EQ, hd_program_var_term(m->p, m->locks[which]), own_number(m));
  step(m, e);
}

/* Two ways that meet again; sometimes their guards overlap or leave a gap. */
static void add_branch(maker *m)
{
  hd_terms *T = m->p->terms;
  hd_term c = condition(m, 40), d = hd_term_1(T, HD_OP_NOT, c);
  if (chance(m, 15)) d = condition(m, 40);
  hd_loc from = m->at, meet;
  hd_edge_info e = edge_from(m, from, from);
  e.guard = c;
  step(m, e);
  add_statements(m, roll(m, 2));
  meet = m->at;
  m->at = from;
  e = edge_from(m, from, meet);
  e.guard = d;
  if (chance(m, 50)) {
    step(m, e);
    add_statements(m, roll(m, 2));
    e = edge_from(m, m->at, meet);
  }
  e.from = m->at;
  e.to = meet;
  hd_program_add_edge(m->p, e);
  m->at = meet;
}

static void add_end(maker *m, hd_loc_kind kind)
{
  hd_edge_info e = edge_from(m, m->at, new_loc(m, kind));
  hd_term c = condition(m, 30);
  e.guard = c;
  hd_program_add_edge(m->p, e);
  e = edge_from(m, m->at, m->at);
  if (chance(m, 80)) e.guard = hd_term_1(m->p->terms, HD_OP_NOT, c);
  step(m, e);
}

void switch_section(maker *m, bool atomic)
{
  m->atomic = atomic;
  step(m, edge_from(m, m->at, m->at));
}

static void add_section(maker *m)
{
  if (m->atomic) return;
  switch_section(m, true);
  add_statements(m, 1 + roll(m, 2));
  switch_section(m, false);
}

static void add_region(maker *m)
{
  uint32_t which = roll(m, N_LOCKS);
  add_lock(m, which);
  add_statements(m, 1 + roll(m, 2));
  if (chance(m, m->crowd ? 70 : 30)) add_owner_check(m, which);
  if (!chance(m, 6)) add_unlock(m, chance(m, 5) ? 1 - which : which);
}

static void set_row_lock(maker *m, hd_term index, bool take)
{
  hd_terms *T = m->p->terms;
  hd_assign a = {.var = m->row_locks, .index = index, .value = take ? own_number(m) : hd_term_bv(T, 4, 0)};
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.access = HD_ACCESS_SYNC;
  if (take) e.guard = hd_term_eq_bv(T, hd_program_element(m->p, m->row_locks, index), 0);
  e.assigns = &a;
  e.n_assigns = 1;
  step(m, e);
}

/* What others do to the element under its lock is not seen between the two. */
static void add_row_check(maker *m, hd_term index)
{
  hd_term is = hd_term_2(m->p->terms, HD_OP_EQ, hd_program_element(m->p, m->row, index), some_local(m));
  hd_edge_info e = edge_from(m, m->at, m->at);
  add_assign(m, (hd_assign){.var = m->row, .index = index, .value = some_local(m)});
  if (chance(m, 30)) add_statements(m, 1);
  e = edge_from(m, m->at, m->at);
  e.kind = HD_EDGE_ASSERT;
  e.check = m->check;
  e.cond = chance(m, 50) ? is : hd_term_2(m->p->terms, HD_OP_OR, is, condition(m, 30));
  step(m, e);
}

/* Mostly the lock of the element that is used, and mostly used well. */
static void add_row_region(maker *m)
{
  hd_term index = index_of(m), other = chance(m, 8) ? index_of(m) : index;
  bool two = chance(m, 15);
  hd_term second = index_of(m);
  set_row_lock(m, index, true);
  if (two) set_row_lock(m, second, true);
  if (chance(m, 50)) add_row_check(m, other);
  if (chance(m, 50)) add_assign(m, (hd_assign){.var = m->row, .index = other, .value = value(m, 30)});
  if (chance(m, 50)) add_assign(m, (hd_assign){.var = m->locals[0], .value = hd_program_element(m->p, m->row, other)});
  if (two) set_row_lock(m, second, false);
  if (!chance(m, 6)) set_row_lock(m, chance(m, 5) ? index_of(m) : index, false);
}

static void add_trylock(maker *m)
{
  hd_terms *T = m->p->terms;
  uint32_t which = roll(m, N_LOCKS);
  hd_loc from = m->at;
  add_lock(m, which);
  add_statements(m, 1);
  add_unlock(m, which);
  hd_edge_info e = edge_from(m, from, m->at);
  e.access = HD_ACCESS_SYNC;
  e.guard = hd_term_1(T, HD_OP_NOT, hd_term_eq_bv(T, hd_program_var_term(m->p, m->locks[which]), 0));
  hd_program_add_edge(m->p, e);
}

static void add_loop(maker *m)
{
  hd_loc head = m->at;
  add_statements(m, 1 + roll(m, 2));
  hd_term c = condition(m, 40);
  hd_edge_info back = edge_from(m, m->at, head);
  back.guard = c;
  hd_program_add_edge(m->p, back);
  hd_edge_info e = edge_from(m, m->at, m->at);
  if (chance(m, 85)) e.guard = hd_term_1(m->p->terms, HD_OP_NOT, c);
  step(m, e);
}

/* A loop that counts: it runs one to three times, and nothing else changes the counter. */
static void add_counted_loop(maker *m)
{
  hd_terms *T = m->p->terms;
  hd_term count = hd_program_var_term(m->p, m->counter);
  hd_term goes_on = hd_term_2(T, HD_OP_ULT, count, hd_term_bv(T, 4, roll(m, 3)));
  hd_assign first = {.var = m->counter, .value = hd_term_bv(T, 4, 0)},
            next = {.var = m->counter, .value = hd_term_2(T, HD_OP_ADD, count, hd_term_bv(T, 4, 1))};
  if (m->counting) return;
  m->counting = true;
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.assigns = &first;
  e.n_assigns = 1;
  step(m, e);
  hd_loc head = m->at;
  add_statements(m, 1 + roll(m, 2));
  hd_edge_info back = edge_from(m, m->at, head);
  back.guard = goes_on;
  back.assigns = &next;
  back.n_assigns = 1;
  hd_program_add_edge(m->p, back);
  e = edge_from(m, m->at, m->at);
  e.guard = hd_term_1(T, HD_OP_NOT, goes_on);
  step(m, e);
  m->counting = false;
}

/* A check that fails by a step of its own when the number is too large, or, at times, too small. */
static void add_limit(maker *m)
{
  hd_terms *T = m->p->terms;
  hd_var v = chance(m, 60) ? m->big : m->number;
  hd_term value = hd_program_var_term(m->p, v), most = hd_term_bv(T, 32, 1 + roll(m, 4));
  hd_term large = chance(m, 90) ? hd_term_2(T, HD_OP_SLT, most, value) : hd_term_2(T, HD_OP_SLT, value, most);
  hd_edge_info e = edge_from(m, m->at, new_loc(m, HD_LOC_NORMAL));
  e.guard = large;
  hd_program_add_edge(m->p, e);
  hd_edge_info failure = edge_from(m, e.to, new_loc(m, HD_LOC_EXIT));
  failure.kind = HD_EDGE_ASSERT;
  failure.check = m->check;
  failure.cond = hd_term_false(T);
  hd_program_add_edge(m->p, failure);
  e.guard = hd_term_1(T, HD_OP_NOT, large);
  step(m, e);
}

static void add_count(maker *m)
{
  hd_terms *T = m->p->terms;
  hd_term number = hd_program_var_term(m->p, m->number), big = hd_program_var_term(m->p, m->big);
  uint32_t kind = roll(m, 100);
  hd_term more = hd_term_2(T, HD_OP_ADD, chance(m, 70) ? big : number, hd_term_bv(T, 32, (uint64_t)roll(m, 4) - 1));
  if (kind < 35)
    add_assign(m, (hd_assign){.var = m->big, .value = number});
  else if (kind < 75)
    add_assign(m, (hd_assign){.var = m->number, .value = more});
  else if (kind < 80)
    add_assign(m, (hd_assign){.var = m->number, .value = hd_term_bv(T, 32, roll(m, 3))});
  else if (kind < 98)
    add_limit(m);
  else {
    hd_edge_info e = edge_from(m, m->at, m->at);
    e.guard = hd_term_2(T, HD_OP_SLT, hd_term_bv(T, 32, roll(m, 2)), number);
    step(m, e);
  }
}

/* Arithmetic that may overflow, and a check before it; now and then one that only ends the execution. */
static void add_sum(maker *m)
{
  static const hd_op sums[] = {HD_OP_ADD, HD_OP_SUB, HD_OP_MUL}, overflows[] = {HD_OP_SADDO, HD_OP_SSUBO, HD_OP_SMULO};
  hd_terms *T = m->p->terms;
  uint32_t which = roll(m, 3);
  hd_term a = leaf(m, 50), b = chance(m, 50) ? hd_term_bv(T, 2, 1) : some_local(m);
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.kind = HD_EDGE_ASSERT;
  e.check = chance(m, 90) ? HD_CHECK_OVERFLOW : HD_CHECK_ASSERTION;
  e.cond = hd_term_1(T, HD_OP_NOT, hd_term_2(T, overflows[which], a, b));
  step(m, e);
  hd_var to = chance(m, 60) ? m->locals[roll(m, N_LOCALS)] : m->shared[roll(m, N_SHARED)];
  add_assign(m, (hd_assign){.var = to, .value = hd_term_2(T, sums[which], a, b)});
}

/* A sum as C has it where overflows are not asked about: one that does not fit ends the execution. */
static void add_fitting_sum(maker *m)
{
  hd_terms *T = m->p->terms;
  bool narrow = chance(m, 60);
  hd_var to = narrow ? m->shared[roll(m, N_SHARED)] : m->wide;
  hd_term a = narrow ? some_local(m) : hd_program_var_term(m->p, m->wide_local),
          b = chance(m, 50) ? a : hd_term_bv(T, narrow ? 2 : 4, 1 + roll(m, 3)), overflows = HD_NO_TERM;
  if (chance(m, 60)) add_assign(m, (hd_assign){.var = {hd_term_symbol(T, a)}, .value = hd_program_var_term(m->p, to)});
  overflows = hd_term_2(T, HD_OP_SADDO, a, b);
  hd_edge_info out = edge_from(m, m->at, new_loc(m, HD_LOC_EXIT)), in = edge_from(m, m->at, m->at);
  out.guard = overflows;
  in.guard = hd_term_1(T, HD_OP_NOT, overflows);
  if (!hd_term_is_const(T, overflows, NULL)) {
    hd_program_add_edge(m->p, out);
    step(m, in);
  }
  add_assign(m, (hd_assign){.var = to, .value = hd_term_2(T, HD_OP_ADD, a, b)});
}

static void add_statement(maker *m)
{
  uint32_t kind = roll(m, 100);
  if (m->budget == 0) return;
  m->budget--;
  if (m->check == HD_CHECK_OVERFLOW && chance(m, 35)) {
    add_sum(m);
    return;
  }
  if (m->counts && chance(m, 65)) {
    add_count(m);
    return;
  }
  if (m->fits && chance(m, 40)) {
    add_fitting_sum(m);
    return;
  }
  if (m->rows && chance(m, 30)) {
    add_row_region(m);
    return;
  }
  if (m->crowd && chance(m, 40)) kind = chance(m, 60) ? 70 : 49;
  if (kind < 20)
    add_assign(m, assign_local(m, 70));
  else if (kind < 30)
    add_assign(m, assign_local(m, 0));
  else if (kind < 46)
    add_assign(m, assign_shared(m));
  else if (kind < 50)
    add_assign(m, chance(m, 60) ? assign_wide(m) : assign_pad(m));
  else if (kind < 60)
    add_check(m);
  else if (kind < 65)
    add_wait(m);
  else if (kind < 75)
    add_region(m);
  else if (kind < 78)
    add_trylock(m);
  else if (kind < 86)
    add_branch(m);
  else if (kind < 92)
    add_section(m);
  else if (kind < 95)
    chance(m, 50) ? add_loop(m) : add_counted_loop(m);
  else if (kind < 98)
    add_end(m, HD_LOC_EXIT);
  else if (kind < 99)
    add_end(m, HD_LOC_END);
  else
    add_end(m, chance(m, 50) ? HD_LOC_UNSUPPORTED : HD_LOC_BOUND);
}

void add_statements(maker *m, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) add_statement(m);
}
