/* backward_thread.c - one thread: cubes at its cut-points. At each of them that is not inside an atomic section, other
 * threads may change the variables that they write, as long as they keep what is known there. */
#include "proving/backward.h"

typedef struct {
  hd_backward back;
  hd_thread thread;
  uint8_t *writes;      /* by variable: other threads write it */
  hd_term_list *cubes;  /* by location */
  uint32_t *stamp;      /* by location: when its cubes changed last */
  uint32_t *done, time; /* by location: when it was looked at last */
} part;

static bool is_here(const part *m, uint32_t l)
{
  const hd_loc_info *info = &m->back.w->q->locs.data[l];
  return info->thread.id == m->thread.id && info->kind == HD_LOC_NORMAL && m->back.w->cuts->cut[l];
}

static void set_changed(part *m, uint32_t l)
{
  hd_backward *x = &m->back;
  bool atomic = hd_loc_get(x->w->q, (hd_loc){l})->atomic;
  for (uint32_t i = 0; i < x->cells->list.len; i++) x->goes[i] = !atomic && m->writes[x->cells->list.data[i].var.id];
}

/* The step to the block's target that must not happen. */
static hd_term bad_step(part *m, const hd_block_target *t)
{
  hd_backward *x = &m->back;
  if (t->kind != HD_TO_CUT) return t->cond;
  hd_term breaks = hd_term_1(x->T, HD_OP_NOT, x->keeps);
  hd_term bad = hd_term_2(x->T, HD_OP_OR, hd_backward_some(x, &m->cubes[t->loc.id]), breaks);
  return hd_term_2(x->T, HD_OP_AND, t->cond, hd_backward_before(x, t, bad));
}

static bool is_due(const part *m, uint32_t l, const hd_block_target *t)
{
  return m->done[l] == 0 || (t->kind == HD_TO_CUT && m->stamp[t->loc.id] > m->done[l]);
}

static bool look_at(part *m, uint32_t l)
{
  hd_backward *x = &m->back;
  const hd_block *b = hd_backward_block(x, (hd_loc){l});
  hd_term premise = hd_term_2(x->T, HD_OP_AND, hd_backward_known(x, (hd_loc){l}), x->keeps);
  bool changed = false;
  uint32_t now = ++m->time;
  set_changed(m, l);
  for (uint32_t i = 0; i < b->targets.len && !x->failed; i++)
    if (is_due(m, l, &b->targets.data[i]))
      changed |= hd_backward_pull(x, &m->cubes[l], premise, bad_step(m, &b->targets.data[i]));
  m->done[l] = now;
  if (changed) m->stamp[l] = ++m->time;
  return changed;
}

static bool close_cubes(part *m)
{
  hd_backward *x = &m->back;
  uint32_t entry = x->w->q->threads.data[m->thread.id].entry.id;
  bool changed = true, starts = false;
  while (changed && !x->failed && !starts) {
    changed = false;
    for (uint32_t l = x->w->q->locs.len; l-- > 0 && !x->failed && !starts;) {
      if (!is_here(m, l) || !look_at(m, l)) continue;
      changed = true;
      starts = l == entry && hd_backward_starts(x, &m->cubes[l]);
    }
  }
  return !x->failed && !starts && !hd_budget_spent(&x->w->budget);
}

static void take_backward_invariants(part *m)
{
  hd_proving *w = m->back.w;
  for (uint32_t l = 0; l < w->q->locs.len; l++)
    if (is_here(m, l)) w->invariants[l] = hd_backward_none(&m->back, &m->cubes[l]);
}

bool hd_backward_thread(hd_proving *w, hd_thread t)
{
  uint32_t n = w->q->locs.len;
  part m = {.thread = t, .writes = hd_proving_others_write(w, t)};
  m.cubes = hd_alloc(n + 1, sizeof *m.cubes);
  m.stamp = hd_alloc(n + 1, sizeof *m.stamp);
  m.done = hd_alloc(n + 1, sizeof *m.done);
  hd_backward_init(&m.back, w);
  bool found = close_cubes(&m);
  if (found) take_backward_invariants(&m);
  hd_backward_clear(&m.back);
  for (uint32_t l = 0; l < n; l++) hd_vec_clear(&m.cubes[l]);
  free(m.cubes);
  free(m.stamp);
  free(m.done);
  free(m.writes);
  return found;
}
