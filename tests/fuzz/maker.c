#include "maker.h"

uint32_t roll(maker *m, uint32_t n)
{
  return (uint32_t)(hd_roll(&m->seed) % n);
}

bool chance(maker *m, uint32_t percent)
{
  return roll(m, 100) < percent;
}

hd_loc new_loc(maker *m, hd_loc_kind kind)
{
  hd_loc_info l = {.thread = m->thread, .kind = kind, .pos = HD_NO_POS, .frame = HD_NONE};
  l.atomic = kind == HD_LOC_NORMAL && m->atomic;
  if (kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND) l.reason = "not followed";
  return hd_program_add_loc(m->p, l);
}

hd_edge_info edge_between(hd_loc from, hd_loc to)
{
  return (hd_edge_info){.from = from, .to = to, .access = HD_ACCESS_ATOMIC, .pos = HD_NO_POS, .frame = HD_NONE};
}

void step(maker *m, hd_edge_info e)
{
  e.from = m->at;
  e.to = new_loc(m, HD_LOC_NORMAL);
  hd_program_add_edge(m->p, e);
  m->at = e.to;
}

hd_var add_var(maker *m, const char *name, hd_thread thread, hd_sort sort, uint32_t count, hd_role role)
{
  hd_var_info v = {.name = name, .thread = thread, .sort = sort, .count = count, .role = role, .pos = HD_NO_POS};
  return hd_program_add_var(m->p, v);
}

void add_thread(maker *m, uint32_t instances)
{
  m->thread = (hd_thread){m->p->threads.len};
  m->instances = instances;
  m->atomic = false;
  m->at = new_loc(m, HD_LOC_NORMAL);
  m->self = m->status = HD_NO_VAR;
  hd_thread_info t = {.name = m->thread.id ? "worker" : "main",
                      .entry = m->at,
                      .instances = instances,
                      .self = HD_NO_VAR,
                      .status = HD_NO_VAR,
                      .pos = HD_NO_POS};
  hd_program_add_thread(m->p, t);
}

hd_term some_local(maker *m)
{
  return hd_program_var_term(m->p, m->locals[roll(m, N_LOCALS)]);
}

maker begin_program(uint64_t seed, hd_property property)
{
  hd_check_kind check = property == HD_PROP_NO_OVERFLOW ? HD_CHECK_OVERFLOW : HD_CHECK_ASSERTION;
  return (maker){.p = hd_program_new(), .seed = seed, .check = check};
}

hd_program *finish_program(maker *m, hd_property property)
{
  hd_program_prune(m->p);
  hd_program_select(m->p, property);
  hd_program_index(m->p);
  return m->p;
}
