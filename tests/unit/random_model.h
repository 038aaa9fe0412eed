/* random_model.h - small random programs: a few threads over a few tiny variables, with
 * guards, inputs, atomic sections, assertions and every kind of end. */
#ifndef HD_TESTS_RANDOM_MODEL_H
#define HD_TESTS_RANDOM_MODEL_H

#include "program/program.h"

typedef struct {
  hd_program *p;
  uint64_t seed;
  hd_var shared[3], array, local;
  hd_thread thread;
  hd_loc locs[6];
  uint32_t n_locs;
} model_maker;

static inline uint32_t model_roll(model_maker *m, uint32_t n)
{
  return (uint32_t)(hd_roll(&m->seed) % n);
}

static inline hd_term model_leaf(model_maker *m)
{
  hd_terms *T = m->p->terms;
  switch (model_roll(m, 6)) {
  case 0: return hd_term_bv(T, 2, model_roll(m, 4));
  case 1: return hd_program_var_term(m->p, m->local);
  case 2: {
    hd_term index = hd_term_to(T, HD_OP_ZEXT, 32, hd_program_var_term(m->p, m->local));
    return hd_program_element(m->p, m->array, index);
  }
  default: return hd_program_var_term(m->p, m->shared[model_roll(m, 3)]);
  }
}

static inline hd_term model_value(model_maker *m)
{
  static const hd_op ops[] = {HD_OP_ADD, HD_OP_SUB, HD_OP_BXOR, HD_OP_BAND};
  hd_term a = model_leaf(m);
  return model_roll(m, 2) ? a : hd_term_2(m->p->terms, ops[model_roll(m, HD_COUNT(ops))], a, model_leaf(m));
}

static inline hd_term model_cond(model_maker *m)
{
  static const hd_op ops[] = {HD_OP_EQ, HD_OP_ULT, HD_OP_SLE};
  hd_term c = hd_term_2(m->p->terms, ops[model_roll(m, HD_COUNT(ops))], model_leaf(m), model_leaf(m));
  return model_roll(m, 3) ? c : hd_term_1(m->p->terms, HD_OP_NOT, c);
}

static inline hd_assign model_assign(model_maker *m)
{
  hd_assign a = {.var = m->shared[model_roll(m, 3)], .value = model_value(m)};
  uint32_t kind = model_roll(m, 8);
  if (kind < 2) a.var = m->local;
  if (kind == 2) a.value = HD_NO_TERM;
  if (kind == 3) {
    a.var = m->array;
    a.index = hd_term_bv(m->p->terms, 32, model_roll(m, 2));
  }
  return a;
}

static inline void model_edge(model_maker *m, uint32_t from, uint32_t to)
{
  hd_assign assign = model_assign(m);
  hd_edge_info e = {.from = m->locs[from], .to = m->locs[to], .pos = HD_NO_POS, .frame = HD_NONE};
  e.access = (hd_access)model_roll(m, 3);
  if (model_roll(m, 3) == 0) e.guard = model_cond(m);
  if (model_roll(m, 4)) {
    e.assigns = &assign;
    e.n_assigns = 1;
  }
  if (model_roll(m, 5) == 0) {
    e.kind = HD_EDGE_ASSERT;
    e.check = HD_CHECK_ASSERTION;
    e.cond = model_cond(m);
    if (model_roll(m, 2)) e.cond = hd_term_2(m->p->terms, HD_OP_OR, e.cond, model_cond(m));
  }
  hd_program_add_edge(m->p, e);
}

static inline void model_thread(model_maker *m, uint32_t instances)
{
  static const hd_loc_kind ends[] = {HD_LOC_END, HD_LOC_END, HD_LOC_EXIT, HD_LOC_END};
  m->thread = (hd_thread){m->p->threads.len};
  m->n_locs = 3 + model_roll(m, 4);
  for (uint32_t i = 0; i < m->n_locs; i++) {
    hd_loc_info l = {.thread = m->thread, .pos = HD_NO_POS, .frame = HD_NONE};
    l.atomic = i > 0 && model_roll(m, 5) == 0;
    if (i == m->n_locs - 1) l.kind = ends[model_roll(m, HD_COUNT(ends))];
    m->locs[i] = hd_program_add_loc(m->p, l);
  }
  hd_program_add_thread(m->p, (hd_thread_info){.name = m->thread.id ? "worker" : "main",
                                               .entry = m->locs[0],
                                               .instances = instances,
                                               .self = HD_NO_VAR,
                                               .status = HD_NO_VAR,
                                               .pos = HD_NO_POS});
  m->local = hd_program_add_var(
      m->p, (hd_var_info){
                .name = "l", .thread = m->thread, .sort = HD_BV(2), .any = model_roll(m, 6) == 0, .pos = HD_NO_POS});
  for (uint32_t i = 0; i + 1 < m->n_locs; i++) model_edge(m, i, i + 1);
  for (uint32_t i = model_roll(m, 3); i > 0; i--) model_edge(m, model_roll(m, m->n_locs - 1), model_roll(m, m->n_locs));
}

/* The same program for the same seed; resolved, with its checks as they are. */
static inline hd_program *random_model(uint64_t seed)
{
  static const char *const names[] = {"x", "y", "z"};
  model_maker m = {.p = hd_program_new(), .seed = seed * 977};
  for (unsigned i = 0; i < 3; i++) {
    hd_var_info v = {.name = names[i], .thread = HD_NO_THREAD, .sort = HD_BV(2), .pos = HD_NO_POS};
    m.shared[i] = hd_program_add_var(m.p, v);
  }
  m.array = hd_program_add_var(m.p, (hd_var_info){.name = "a",
                                                  .thread = HD_NO_THREAD,
                                                  .sort = HD_BV(2),
                                                  .count = 2,
                                                  .init = (uint64_t[]){1, 2},
                                                  .pos = HD_NO_POS});
  uint32_t n = 2 + model_roll(&m, 2);
  model_thread(&m, 1);
  for (uint32_t i = 1; i < n; i++) model_thread(&m, n == 2 ? 1 + model_roll(&m, 2) : 1);
  return m.p;
}

#endif
