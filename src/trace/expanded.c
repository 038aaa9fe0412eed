/* expanded.c - maps instances and elements back. */
#include "trace/expanded.h"

hd_trace *hd_trace_contract(const hd_expanded *x, const hd_trace *t)
{
  hd_trace *own = hd_trace_new();
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    hd_trace_push(own, x->thread[s->thread.id], x->instance[s->thread.id], x->edge[s->edge.id], s->inputs, s->n_inputs);
  }
  for (uint32_t i = 0; i < t->initial.len; i++) {
    hd_initial initial = t->initial.data[i];
    hd_origin from = x->origins.data[initial.var.id];
    if (from.index != HD_NONE) initial.index = from.index;
    initial.var = from.var;
    initial.instance = from.instance;
    hd_vec_push(&own->initial, initial);
  }
  return own;
}
