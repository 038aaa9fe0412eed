/* apart.c - each step of the one thread given back to the instance whose edge it was. */
#include "trace/apart.h"

hd_trace *hd_trace_apart(const hd_program *p, const hd_written_out *w, const hd_trace *t)
{
  hd_trace *own = hd_trace_new();
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    hd_edge e = w->edge[s->edge.id];
    hd_thread thread = hd_loc_get(p, hd_edge_get(p, e)->from)->thread;
    hd_trace_push(own, thread, w->instance ? w->instance[s->edge.id] : s->instance, e, s->inputs, s->n_inputs);
  }
  for (uint32_t i = 0; i < t->initial.len; i++) {
    hd_initial in = t->initial.data[i];
    bool further = in.var.id >= p->vars.len;
    if (further) in.instance = w->copies[in.var.id - p->vars.len].instance;
    if (further) in.var = w->copies[in.var.id - p->vars.len].var;
    hd_vec_push(&own->initial, in);
  }
  return own;
}
