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

uint32_t hd_trace_switches(const hd_trace *t)
{
  uint32_t switches = 0;
  for (uint32_t i = 1; i < t->steps.len; i++) {
    const hd_step *a = &t->steps.data[i - 1], *b = &t->steps.data[i];
    if (a->thread.id != b->thread.id || a->instance != b->instance) switches++;
  }
  return switches;
}
