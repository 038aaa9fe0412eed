#include "generate.h"
#include "statements.h"

static hd_term status_of(maker *m, uint32_t worker, hd_term index)
{
  hd_var v = m->worker_status[worker];
  return hd_var_get(m->p, v)->count ? hd_program_element(m->p, v, index) : hd_program_var_term(m->p, v);
}

#define NO_WAIT UINT64_MAX

/* status := value for one instance (unless 0), when it was `wait` before. */
static void add_status(maker *m, uint32_t worker, hd_term index, uint64_t value_, uint64_t wait)
{
  hd_terms *T = m->p->terms;
  hd_var v = m->worker_status[worker];
  hd_assign a = {.var = v, .value = hd_term_bv(T, 8, value_)};
  if (hd_var_get(m->p, v)->count) a.index = index;
  hd_edge_info e = edge_from(m, m->at, m->at);
  e.access = HD_ACCESS_SYNC;
  if (wait != NO_WAIT) e.guard = hd_term_eq_bv(T, status_of(m, worker, index), wait);
  if (value_) {
    e.assigns = &a;
    e.n_assigns = 1;
  }
  step(m, e);
}

/* Looks whether an instance is at some stage, without waiting for it. */
static void add_peek(maker *m, uint32_t worker, hd_term index)
{
  hd_terms *T = m->p->terms;
  hd_term is = hd_term_eq_bv(T, status_of(m, worker, index), roll(m, 3));
  hd_edge_info e = edge_from(m, m->at, m->at);
  hd_assign a = {.var = m->locals[0], .value = hd_term_from_bool(T, is, 2)};
  e.access = HD_ACCESS_SYNC;
  e.assigns = &a;
  e.n_assigns = 1;
  step(m, e);
}

static void add_join(maker *m, uint32_t worker, hd_term index)
{
  bool inside = chance(m, m->all ? 1 : 6);
  if (chance(m, m->all ? 1 : 8)) add_peek(m, worker, index);
  if (inside) switch_section(m, true);
  if (chance(m, m->all ? 85 : 60)) add_status(m, worker, index, 0, 2);
  if (inside) switch_section(m, false);
  if (chance(m, m->all ? 5 : 15)) add_statements(m, 1);
}

static void finish(maker *m, hd_loc_kind kind)
{
  hd_edge_info e = edge_from(m, m->at, new_loc(m, kind));
  hd_program_add_edge(m->p, e);
}

static void begin_thread(maker *m, uint32_t instances)
{
  add_thread(m, instances);
  for (unsigned i = 0; i < N_LOCALS; i++) {
    m->locals[i] = add_var(m, i ? "b" : "a", m->thread, HD_BV(2), 0, HD_ROLE_USER);
    if (chance(m, 8)) hd_var_get(m->p, m->locals[i])->any = true;
  }
  m->big = add_var(m, "big", m->thread, HD_BV(32), 0, HD_ROLE_USER);
  m->counter = add_var(m, "k", m->thread, HD_BV(4), 0, HD_ROLE_USER);
  m->wide_local = add_var(m, "c", m->thread, HD_BV(4), 0, HD_ROLE_USER);
  if (chance(m, 20)) hd_var_get(m->p, m->wide_local)->any = true;
  if (instances > 1 ? m->created || chance(m, 70) : chance(m, 20))
    m->self = add_var(m, "self", m->thread, HD_BV(32), 0, HD_ROLE_SELF);
  hd_thread_get(m->p, m->thread)->self = m->self;
}

static void make_worker(maker *m, uint32_t worker)
{
  begin_thread(m, m->worker_instances[worker]);
  hd_term index = m->self.id == HD_NONE ? hd_term_bv(m->p->terms, 32, 0) : hd_program_var_term(m->p, m->self);
  if (m->created) {
    hd_thread_get(m->p, m->thread)->status = m->worker_status[worker];
    add_status(m, worker, index, 0, 1);
  }
  m->budget = 2 + roll(m, 4);
  bool carries = m->crowd && chance(m, 40); /* a large local all the way: each instance has a word of its own */
  if (carries) add_assign(m, (hd_assign){.var = m->big, .value = hd_term_bv(m->p->terms, 32, 1u << 30)});
  add_statements(m, m->budget);
  hd_assign last = {.var = m->pad, .index = hd_term_bv(m->p->terms, 32, 0), .value = hd_program_var_term(m->p, m->big)};
  if (carries) add_assign(m, last);
  if (m->created) add_status(m, worker, index, 2, NO_WAIT);
  finish(m, chance(m, 95) ? HD_LOC_END : HD_LOC_EXIT);
}

static void make_main(maker *m)
{
  begin_thread(m, 1);
  m->budget = 2 + roll(m, 4);
  add_statements(m, roll(m, 3));
  for (uint32_t w = 0; m->created && w < m->n_workers; w++) {
    for (uint32_t i = 0; i < m->worker_instances[w]; i++)
      add_status(m, w, hd_term_bv(m->p->terms, 32, i), 1, m->joined && chance(m, 40) ? NO_WAIT : 0);
    if (chance(m, 20)) add_statements(m, 1);
  }
  add_statements(m, roll(m, 3));
  for (uint32_t w = 0; m->created && m->joined && w < m->n_workers; w++)
    for (uint32_t i = 0, n = m->worker_instances[w], first = roll(m, n); i < n; i++)
      add_join(m, w, hd_term_bv(m->p->terms, 32, (first + i) % n));
  if (chance(m, 60)) add_check(m);
  finish(m, chance(m, 50) ? HD_LOC_EXIT : HD_LOC_END);
}

static void make_shared(maker *m)
{
  static const char *const names[] = {"x", "y", "z"}, *const locks[] = {"m", "n"}, *const status[] = {"s", "t", "u"};
  for (unsigned i = 0; i < N_SHARED; i++) {
    m->shared[i] = add_var(m, names[i], HD_NO_THREAD, HD_BV(2), 0, HD_ROLE_USER);
    if (chance(m, 5)) hd_var_get(m->p, m->shared[i])->any = true;
  }
  m->flag = add_var(m, "flag", HD_NO_THREAD, HD_BOOL, 0, HD_ROLE_USER);
  m->wide = add_var(m, "w", HD_NO_THREAD, HD_BV(4), 0, HD_ROLE_USER);
  m->wides = add_var(m, "ww", HD_NO_THREAD, HD_BV(4), ELEMENTS, HD_ROLE_USER);
  if (chance(m, 30)) hd_var_get(m->p, m->wide)->any = true;
  if (chance(m, 5)) hd_var_get(m->p, m->wides)->any = true;
  m->number = add_var(m, "number", HD_NO_THREAD, HD_BV(32), 0, HD_ROLE_USER);
  m->pad = add_var(m, "pad", HD_NO_THREAD, HD_BV(32), 3 + roll(m, 3), HD_ROLE_USER);
  m->array = add_var(m, "v", HD_NO_THREAD, HD_BV(2), ELEMENTS, HD_ROLE_USER);
  for (unsigned i = 0; i < N_LOCKS; i++) m->locks[i] = add_var(m, locks[i], HD_NO_THREAD, HD_BV(4), 0, HD_ROLE_SYNC);
  if (m->rows) {
    m->row_locks = add_var(m, "rm", HD_NO_THREAD, HD_BV(4), 1 + roll(m, ELEMENTS + 1), HD_ROLE_SYNC);
    m->row = add_var(m, "r", HD_NO_THREAD, HD_BV(2), ELEMENTS, HD_ROLE_USER);
  }
  m->n_workers = m->crowd ? 1 : 1 + roll(m, 2);
  for (uint32_t w = 0; w < m->n_workers; w++) {
    uint32_t n = m->worker_instances[w] = m->crowd ? 3 : m->n_workers == 1 ? 1 + roll(m, 3) : 1 + roll(m, 2);
    if (m->created) m->worker_status[w] = add_var(m, status[w], HD_NO_THREAD, HD_BV(8), n > 1 ? n : 0, HD_ROLE_STATUS);
  }
}

hd_program *generate_program(uint64_t seed, hd_property property)
{
  maker m = begin_program(seed * 7919, property);
  m.created = chance(&m, 70);
  m.joined = chance(&m, 60);
  m.alike = chance(&m, 50);
  m.crowd = chance(&m, 15);
  m.rows = seed % 4 == 3;
  m.all = chance(&m, 50);
  m.joined &= !m.crowd || m.all;
  m.alike |= m.crowd;
  m.counts = chance(&m, 25);
  m.fits = seed / 4 % 4 == 3;
  make_shared(&m);
  make_main(&m);
  for (uint32_t w = 0; w < m.n_workers; w++) make_worker(&m, w);
  return finish_program(&m, property);
}
