/* influence.c - marks forward along a trace what reads a marked value. */
#include "trace/influence.h"

#include "trace/state.h"

/* Whether a thread runs says nothing about values. */
static bool is_shared(const hd_program *p, hd_var v)
{
  return hd_var_get(p, v)->thread.id == HD_NONE && hd_var_get(p, v)->role != HD_ROLE_STATUS;
}

/* Reads come before writes, so that a step's own writes do not influence it. */
static bool follow_step(const hd_state *s, const hd_step *step, const hd_events *events, bool *marked)
{
  const hd_program *p = hd_state_program(s);
  bool influenced = step->n_inputs > 0;
  for (uint32_t i = 0; i < events->len && !influenced; i++) {
    const hd_event *e = &events->data[i];
    const uint64_t *cell = e->write ? NULL : hd_state_cell(s, e->var, step->instance, e->index);
    influenced = cell && (is_shared(p, e->var) || marked[cell - s->values]);
  }
  for (uint32_t i = 0; i < events->len; i++) {
    const hd_event *e = &events->data[i];
    const uint64_t *cell = e->write ? hd_state_cell(s, e->var, step->instance, e->index) : NULL;
    if (cell) marked[cell - s->values] = influenced;
  }
  return influenced;
}

static bool is_of_one(const hd_trace *t)
{
  for (uint32_t i = 1; i < t->steps.len; i++) {
    const hd_step *a = &t->steps.data[0], *b = &t->steps.data[i];
    if (a->thread.id != b->thread.id || a->instance != b->instance) return false;
  }
  return true;
}

bool *hd_trace_influenced(const hd_program *p, const hd_trace *t)
{
  hd_state *s = hd_state_new(p, t);
  bool *marked = hd_alloc(s->layout->n_values + 1, sizeof *marked), one = is_of_one(t);
  bool *influenced = hd_alloc((size_t)t->steps.len + 1, sizeof *influenced);
  hd_step_result r = HD_STEP_OK;
  for (uint32_t i = 0; i < t->steps.len && r == HD_STEP_OK; i++) {
    hd_events events = {0};
    r = hd_state_step(s, &t->steps.data[i], &events);
    influenced[i] = follow_step(s, &t->steps.data[i], &events, marked) || one;
    hd_vec_clear(&events);
  }
  hd_state_free(s);
  free(marked);
  return influenced;
}
