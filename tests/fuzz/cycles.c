#include "cycles.h"

#include <stdio.h>

enum { MAX_VARS = 4, MAX_LOCS = 4 };

typedef struct {
  hd_program *p;
  uint64_t random;
  hd_var vars[MAX_VARS];
  uint32_t n_vars, n_locs;
  hd_thread thread;
  hd_loc locs[MAX_LOCS];
  uint32_t own; /* a variable that this thread uses more than others */
} maker;

static uint32_t pick(maker *m, uint32_t n)
{
  m->random = hd_hash_u64(m->random + UINT64_C(0x9e3779b97f4a7c15));
  return (uint32_t)(m->random >> 33) % n;
}

static hd_var some_var(maker *m)
{
  return m->vars[pick(m, 2) ? m->own : pick(m, m->n_vars)];
}

static hd_term literal(maker *m, hd_var v)
{
  hd_term t = hd_program_var_term(m->p, v);
  return pick(m, 2) ? t : hd_term_1(m->p->terms, HD_OP_NOT, t);
}

static hd_loc new_loc(maker *m, hd_loc_kind kind)
{
  return hd_program_add_loc(m->p, (hd_loc_info){.thread = m->thread, .kind = kind, .pos = HD_NO_POS, .frame = HD_NONE});
}

static hd_edge_info edge(maker *m, hd_loc from, hd_loc to)
{
  return (hd_edge_info){.from = from,
                        .to = to,
                        .access = pick(m, 3)   ? HD_ACCESS_ATOMIC
                                  : pick(m, 2) ? HD_ACCESS_PLAIN
                                               : HD_ACCESS_SYNC,
                        .pos = HD_NO_POS,
                        .frame = HD_NONE};
}

/* Waits for a value, or sets one, or both; seldom nothing. */
static void add_step(maker *m, hd_loc from, hd_loc to)
{
  hd_terms *T = m->p->terms;
  hd_edge_info e = edge(m, from, to);
  hd_assign set = {.var = some_var(m)};
  uint32_t kind = pick(m, 8);
  set.value =
      kind == 7 ? hd_term_1(T, HD_OP_NOT, hd_program_var_term(m->p, set.var)) : hd_term_const(T, HD_BOOL, pick(m, 2));
  if (kind < 4) e.guard = literal(m, some_var(m));
  if (kind >= 2) e.assigns = &set, e.n_assigns = 1;
  hd_program_add_edge(m->p, e);
}

/* What must not be: two or three variables have certain values at the same time. */
static void add_check(maker *m, hd_loc from, hd_loc to)
{
  hd_terms *T = m->p->terms;
  hd_edge_info e = edge(m, from, to);
  e.kind = HD_EDGE_ASSERT;
  e.check = HD_CHECK_ASSERTION;
  e.cond = hd_term_false(T);
  for (uint32_t i = 0, n = 2 + pick(m, 2); i < n; i++)
    e.cond = hd_term_2(T, HD_OP_OR, e.cond, literal(m, m->vars[pick(m, m->n_vars)]));
  hd_program_add_edge(m->p, e);
}

static void add_thread(maker *m, const char *name)
{
  m->thread = (hd_thread){m->p->threads.len};
  m->n_locs = 2 + pick(m, MAX_LOCS - 1);
  m->own = pick(m, m->n_vars);
  for (uint32_t i = 0; i < m->n_locs; i++) m->locs[i] = new_loc(m, HD_LOC_NORMAL);
  hd_program_add_thread(m->p, (hd_thread_info){.name = name,
                                               .entry = m->locs[0],
                                               .instances = m->thread.id ? 1 + (pick(m, 5) == 0) : 1,
                                               .self = HD_NO_VAR,
                                               .status = HD_NO_VAR,
                                               .pos = HD_NO_POS});
  bool ends = pick(m, 3) == 0;
  for (uint32_t i = 0; i < m->n_locs; i++) {
    hd_loc next = m->locs[(i + 1) % m->n_locs];
    if (ends && i + 1 == m->n_locs) next = new_loc(m, HD_LOC_END);
    if (pick(m, 6) == 0)
      add_check(m, m->locs[i], next);
    else
      add_step(m, m->locs[i], next);
    if (pick(m, 3) == 0) add_step(m, m->locs[i], m->locs[pick(m, m->n_locs)]);
  }
}

hd_program *generate_cycles(uint64_t seed, hd_property property)
{
  static const char *const vars[] = {"x", "y", "z", "w"}, *const threads[] = {"main", "t1", "t2", "t3"};
  maker m = {.p = hd_program_new(), .random = seed};
  m.n_vars = 2 + pick(&m, MAX_VARS - 1);
  for (uint32_t i = 0; i < m.n_vars; i++)
    m.vars[i] = hd_program_add_var(
        m.p, (hd_var_info){
                 .name = vars[i], .thread = HD_NO_THREAD, .sort = HD_BOOL, .role = HD_ROLE_USER, .pos = HD_NO_POS});
  for (uint32_t i = 0, n = 2 + pick(&m, 3); i < n; i++) add_thread(&m, threads[i]);
  hd_program_prune(m.p);
  hd_program_select(m.p, property);
  hd_program_index(m.p);
  return m.p;
}
