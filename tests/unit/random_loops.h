/* random_loops.h - small random programs full of counted loops: nested, with and without tests,
 * with steps in odd places, counters copied through temporaries, breaks and continues. */
#ifndef TESTS_RANDOM_LOOPS_H
#define TESTS_RANDOM_LOOPS_H

#include "program/program.h"

typedef struct {
  hd_program *p;
  uint64_t state;
  unsigned width;
  hd_var counters[4], temp, input; /* the last counter is shared */
  hd_thread thread;
  hd_loc at;
  hd_loc breaks, continues; /* where to go from the loop around, or HD_NO_LOC */
  uint32_t statements;
} loop_maker;

static inline uint32_t loop_roll(loop_maker *m, uint32_t n)
{
  return (uint32_t)(hd_roll(&m->state) % n);
}

static inline hd_loc loop_loc(loop_maker *m)
{
  return hd_program_add_loc(m->p, (hd_loc_info){.thread = m->thread, .pos = HD_NO_POS, .frame = HD_NONE});
}

static inline void loop_edge_to(loop_maker *m, hd_loc from, hd_loc to, hd_term guard, hd_assign *assign)
{
  hd_edge_info e = {.from = from, .to = to, .guard = guard, .pos = HD_NO_POS, .frame = HD_NONE};
  e.assigns = assign;
  e.n_assigns = assign != NULL;
  hd_program_add_edge(m->p, e);
}

static inline void loop_do(loop_maker *m, hd_term guard, hd_var v, hd_term value)
{
  hd_loc to = loop_loc(m);
  loop_edge_to(m, m->at, to, guard, &(hd_assign){.var = v, .value = value});
  m->at = to;
}

static inline hd_term loop_number(loop_maker *m)
{
  return hd_term_bv(m->p->terms, m->width, loop_roll(m, 1u << m->width));
}

/* v + c or v - c; mostly small steps. */
static inline hd_term loop_sum(loop_maker *m, hd_var v)
{
  hd_terms *T = m->p->terms;
  hd_term c = loop_roll(m, 3) ? hd_term_bv(T, m->width, 1 + loop_roll(m, 2)) : loop_number(m);
  return hd_term_2(T, loop_roll(m, 3) ? HD_OP_ADD : HD_OP_SUB, hd_program_var_term(m->p, v), c);
}

static inline hd_term loop_compare(loop_maker *m, hd_var v)
{
  static const hd_op ops[] = {HD_OP_ULT, HD_OP_ULE, HD_OP_SLT, HD_OP_SLE, HD_OP_EQ, HD_OP_EQ, HD_OP_SADDO, HD_OP_SSUBO};
  hd_terms *T = m->p->terms;
  hd_op op = ops[loop_roll(m, HD_COUNT(ops))];
  hd_term x = loop_roll(m, 4) ? hd_program_var_term(m->p, v) : loop_sum(m, v), c = loop_number(m);
  if (loop_roll(m, 8) == 0) x = hd_term_2(T, HD_OP_BAND, x, loop_number(m));
  hd_term t = loop_roll(m, 2) ? hd_term_2(T, op, x, c) : hd_term_2(T, op, c, x);
  if (loop_roll(m, 6) == 0)
    t = hd_term_2(T, loop_roll(m, 2) ? HD_OP_AND : HD_OP_OR, t,
                  hd_term_eq_bv(T, hd_program_var_term(m->p, m->input), 0));
  return loop_roll(m, 3) ? t : hd_term_1(T, HD_OP_NOT, t);
}

/* The variable to test: the counter itself, or a copy made just now. */
static inline hd_var loop_tested(loop_maker *m, hd_var v)
{
  if (loop_roll(m, 4)) return v;
  loop_do(m, HD_NO_TERM, m->temp, hd_program_var_term(m->p, v));
  return m->temp;
}

static inline void loop_step(loop_maker *m, hd_var v)
{
  hd_var from = loop_roll(m, 4) ? v : loop_tested(m, v);
  hd_term guard = loop_roll(m, 3) ? HD_NO_TERM : loop_compare(m, v);
  loop_do(m, guard, v, loop_sum(m, from));
}

static inline void loop_block(loop_maker *m, uint32_t depth);

/* Two ways that meet again, or one that leaves. */
static inline void loop_branch(loop_maker *m, uint32_t depth)
{
  hd_term c = loop_roll(m, 2) ? hd_term_eq_bv(m->p->terms, hd_program_var_term(m->p, m->input), 0)
                              : loop_compare(m, m->counters[loop_roll(m, 4)]);
  hd_loc from = m->at, join = loop_loc(m);
  hd_loc out = loop_roll(m, 2) ? m->breaks : m->continues;
  if (out.id != HD_NONE && loop_roll(m, 2)) {
    loop_edge_to(m, from, out, c, NULL);
  } else {
    m->at = loop_loc(m);
    loop_edge_to(m, from, m->at, c, NULL);
    loop_block(m, depth);
    loop_edge_to(m, m->at, join, HD_NO_TERM, NULL);
  }
  loop_edge_to(m, from, join, loop_roll(m, 3) ? hd_term_1(m->p->terms, HD_OP_NOT, c) : HD_NO_TERM, NULL);
  m->at = join;
}

/* for (v = c; v ? d; v += s), now and then without one of the three. */
static inline void loop_counted(loop_maker *m, uint32_t depth)
{
  hd_var v = m->counters[loop_roll(m, 4)];
  hd_loc breaks = m->breaks, continues = m->continues, out = loop_loc(m);
  bool late = loop_roll(m, 3) == 0;
  if (loop_roll(m, 8)) loop_do(m, HD_NO_TERM, v, loop_number(m));
  hd_loc head = loop_loc(m), again = loop_loc(m);
  loop_edge_to(m, m->at, head, HD_NO_TERM, NULL);
  m->at = head;
  m->breaks = out;
  m->continues = loop_roll(m, 3) ? again : head;
  for (int part = 0; part < 2; part++) {
    if ((part == 1) == late) {
      hd_var tested = loop_tested(m, v);
      hd_term c = loop_compare(m, tested);
      hd_loc next = loop_loc(m);
      loop_edge_to(m, m->at, next, c, NULL);
      loop_edge_to(m, m->at, out, hd_term_1(m->p->terms, HD_OP_NOT, c), NULL);
      m->at = next;
    } else if (depth > 0) {
      loop_block(m, depth - 1);
    }
  }
  loop_edge_to(m, m->at, again, HD_NO_TERM, NULL);
  m->at = again;
  if (loop_roll(m, 10)) loop_step(m, v);
  loop_edge_to(m, m->at, head, HD_NO_TERM, NULL);
  m->at = out;
  m->breaks = breaks;
  m->continues = continues;
}

static inline void loop_block(loop_maker *m, uint32_t depth)
{
  for (uint32_t n = loop_roll(m, 3) + 1; n > 0 && m->statements > 0; n--) {
    m->statements--;
    switch (loop_roll(m, depth ? 8 : 5)) {
    case 0: loop_do(m, HD_NO_TERM, m->input, HD_NO_TERM); break;
    case 1: loop_do(m, HD_NO_TERM, m->temp, loop_sum(m, m->counters[loop_roll(m, 4)])); break;
    case 2:
      if (loop_roll(m, 4) == 0) loop_step(m, m->counters[loop_roll(m, 4)]);
      break;
    case 3:
    case 4:
      if (depth) loop_branch(m, depth - 1);
      break;
    default: loop_counted(m, depth - 1); break;
    }
  }
}

/* The same program for the same seed: main, and now and then a thread that writes what is shared. */
static inline hd_program *random_loops(uint64_t seed)
{
  loop_maker m = {.p = hd_program_new(), .state = seed * 7919, .breaks = HD_NO_LOC, .continues = HD_NO_LOC};
  static const char *const names[] = {"i", "j", "k", "g"};
  m.width = 3 + loop_roll(&m, 3);
  m.thread = HD_MAIN;
  m.statements = 8;
  m.at = loop_loc(&m);
  hd_thread_info main_info = {.name = "main", .entry = m.at, .instances = 1, .pos = HD_NO_POS};
  main_info.self = main_info.status = HD_NO_VAR;
  hd_program_add_thread(m.p, main_info);
  for (unsigned i = 0; i < 4; i++) {
    hd_var_info v = {.name = names[i], .sort = HD_BV(m.width), .any = i == 2, .pos = HD_NO_POS};
    v.thread = i < 3 ? HD_MAIN : HD_NO_THREAD;
    m.counters[i] = hd_program_add_var(m.p, v);
  }
  hd_var_info local = {.name = "t", .thread = HD_MAIN, .sort = HD_BV(m.width), .pos = HD_NO_POS};
  m.temp = hd_program_add_var(m.p, local);
  local.name = "input";
  local.sort = HD_BV(1);
  m.input = hd_program_add_var(m.p, local);
  loop_counted(&m, 2);
  loop_block(&m, 2);
  if (loop_roll(&m, 2)) {
    m.thread = (hd_thread){1};
    m.at = loop_loc(&m);
    hd_thread_info writer = main_info;
    writer.name = "writer";
    writer.entry = m.at;
    hd_program_add_thread(m.p, writer);
    loop_do(&m, HD_NO_TERM, m.counters[3], loop_number(&m));
  }
  hd_program_index(m.p);
  return m.p;
}

#endif
