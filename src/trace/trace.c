/* trace.c - steps, inputs and initial values of a counterexample. */
#include "trace/trace.h"

hd_trace *hd_trace_new(void)
{
  hd_trace *t = hd_alloc(1, sizeof *t);
  hd_arena_init(&t->arena);
  return t;
}

void hd_trace_free(hd_trace *t)
{
  if (!t) return;
  hd_vec_clear(&t->steps);
  hd_vec_clear(&t->initial);
  hd_arena_clear(&t->arena);
  free(t);
}

void hd_trace_push(hd_trace *t, hd_thread thread, uint32_t instance, hd_edge edge, const uint64_t *inputs,
                   uint32_t n_inputs)
{
  const uint64_t *own = n_inputs ? hd_arena_copy(&t->arena, inputs, n_inputs * sizeof *inputs) : NULL;
  hd_vec_push(&t->steps,
              (hd_step){.thread = thread, .instance = instance, .edge = edge, .inputs = own, .n_inputs = n_inputs});
}

hd_trace *hd_trace_copy(const hd_trace *t)
{
  hd_trace *copy = hd_trace_new();
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    hd_trace_push(copy, s->thread, s->instance, s->edge, s->inputs, s->n_inputs);
  }
  for (uint32_t i = 0; i < t->initial.len; i++) hd_vec_push(&copy->initial, t->initial.data[i]);
  return copy;
}

static bool check_step(const hd_program *p, const hd_step *s)
{
  if (s->thread.id >= p->threads.len || s->instance >= hd_thread_get(p, s->thread)->instances) return false;
  if (s->edge.id >= p->edges.len) return false;
  const hd_edge_info *e = hd_edge_get(p, s->edge);
  uint32_t inputs = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) inputs += !hd_term_is(e->assigns[i].value);
  return hd_loc_get(p, e->from)->thread.id == s->thread.id && s->n_inputs == inputs;
}

static bool check_initial(const hd_program *p, const hd_initial *i)
{
  if (i->var.id >= p->vars.len) return false;
  const hd_var_info *v = hd_var_get(p, i->var);
  uint32_t copies = v->thread.id == HD_NONE ? 1 : hd_thread_get(p, v->thread)->instances;
  return v->any && i->instance < copies && i->index < hd_var_elements(v);
}

bool hd_trace_check(const hd_program *p, const hd_trace *t)
{
  for (uint32_t i = 0; i < t->steps.len; i++)
    if (!check_step(p, &t->steps.data[i])) return false;
  for (uint32_t i = 0; i < t->initial.len; i++)
    if (!check_initial(p, &t->initial.data[i])) return false;
  return true;
}

uint32_t hd_trace_switches(const hd_trace *t)
{
  uint32_t switches = 0;
  for (uint32_t i = 1; i < t->steps.len; i++) {
    const hd_step *a = &t->steps.data[i - 1], *b = &t->steps.data[i];
    if (a->thread.id != b->thread.id || a->instance != b->instance) switches++;
  }
  return switches;
}
