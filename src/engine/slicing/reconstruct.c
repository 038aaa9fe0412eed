/* reconstruct.c - counters force the steps and their order; noted values are demanded. */
#include "engine/slicing/reconstruct.h"

enum { COUNTER_BITS = 16 };

typedef struct {
  const hd_path *path;
  bool values;
  hd_program *q;
  hd_terms *T;
  hd_var *counters; /* by thread; with values one for all */
  uint32_t at;      /* the values that are put in: after so many steps; HD_NONE: as the counter says */
  uint32_t *noted;  /* by variable: its number in the path, or HD_NONE */
} work;

static hd_term count_of(work *w, uint32_t thread)
{
  return hd_program_var_term(w->q, w->counters[thread]);
}

/* With values: exactly so many steps have happened. */
static hd_term at_count(work *w, uint32_t n)
{
  return hd_term_eq_bv(w->T, count_of(w, 0), n);
}

/* Step i is next: all before it have happened, or at least its thread's and those that it depends on. */
static hd_term is_next(work *w, uint32_t i)
{
  const hd_slice_step *s = &w->path->steps.data[i];
  if (w->values) return at_count(w, i);
  hd_term all = hd_term_eq_bv(w->T, count_of(w, s->thread), s->number);
  for (uint32_t t = 0; t < w->path->threads; t++) {
    uint32_t need = hd_path_need(w->path, i, t);
    if (!need) continue;
    hd_term happened = hd_term_2(w->T, HD_OP_ULE, hd_term_bv(w->T, COUNTER_BITS, need), count_of(w, t));
    all = hd_term_2(w->T, HD_OP_AND, all, happened);
  }
  return all;
}

static hd_term value_at(work *w, uint32_t v, uint32_t steps)
{
  return hd_term_const(w->T, w->q->vars.data[v].sort, hd_path_value(w->path, w->noted[v], steps));
}

static hd_term put_value(void *context, hd_term leaf)
{
  work *w = context;
  if (hd_term_op(w->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t v = hd_term_symbol(w->T, leaf);
  if (v >= w->q->vars.len || w->noted[v] == HD_NONE) return HD_NO_TERM;
  if (w->at != HD_NONE) return value_at(w, v, w->at);
  hd_term value = value_at(w, v, w->path->steps.len);
  for (uint32_t i = w->path->steps.len; i-- > 0;)
    value = hd_term_3(w->T, HD_OP_ITE, at_count(w, i), value_at(w, v, i), value);
  return value;
}

static hd_term with_values(work *w, hd_term t)
{
  hd_rewrite r = {put_value, w};
  return hd_term_is(t) && w->values ? hd_term_substitute(w->T, t, &r) : t;
}

static void demand_value(work *w, hd_edge_info *e, hd_term t)
{
  e->guard = hd_term_is(e->guard) ? hd_term_2(w->T, HD_OP_AND, e->guard, t) : t;
}

/* The edge with values in the place of variables; `next`: what the variables must hold after it, by the path.
 */
static hd_edge_info rewritten_edge(work *w, const hd_edge_info *from, bool next)
{
  hd_edge_info e = *from;
  hd_assign *assigns = hd_alloc(from->n_assigns + 2, sizeof *assigns);
  e.guard = with_values(w, from->guard);
  e.cond = with_values(w, from->cond);
  e.assigns = assigns;
  e.n_assigns = 0;
  for (uint32_t i = 0; i < from->n_assigns; i++) {
    hd_assign a = from->assigns[i];
    a.index = with_values(w, a.index);
    a.value = with_values(w, a.value);
    bool known = w->values && w->noted[a.var.id] != HD_NONE;
    if (!known) assigns[e.n_assigns++] = a;
    if (known && next && hd_term_is(a.value))
      demand_value(w, &e, hd_term_2(w->T, HD_OP_EQ, a.value, value_at(w, a.var.id, w->at + 1)));
  }
  return e;
}

/* Step number i of the path, by this edge. */
static hd_edge_info counted(work *w, const hd_edge_info *from, uint32_t i)
{
  w->at = i;
  hd_edge_info e = rewritten_edge(w, from, !w->path->steps.data[i].failed);
  const hd_slice_step *step = &w->path->steps.data[i];
  demand_value(w, &e, is_next(w, i));
  if (e.kind == HD_EDGE_ASSERT && !w->path->steps.data[i].failed) {
    demand_value(w, &e, e.cond);
    e.kind = HD_EDGE_STEP;
    e.cond = HD_NO_TERM;
  }
  uint32_t count = w->values ? i + 1 : step->number + 1;
  e.assigns[e.n_assigns++] =
      (hd_assign){.var = w->counters[step->thread], .value = hd_term_bv(w->T, COUNTER_BITS, count)};
  return e;
}

static void push_edge(hd_abstraction *out, work *w, hd_edge_info e, uint32_t origin)
{
  hd_program_add_edge(w->q, e);
  hd_vec_push(&out->origin, origin);
  free(e.assigns);
}

static void add_edges(hd_abstraction *out, work *w, uint32_t edge, const hd_edge_info *from, bool counts)
{
  if (!counts) {
    w->at = HD_NONE;
    push_edge(out, w, rewritten_edge(w, from, false), edge);
  }
  for (uint32_t i = 0; counts && i < w->path->steps.len; i++)
    if (w->path->steps.data[i].edge == edge) push_edge(out, w, counted(w, from, i), edge);
}

static void add_counters(work *w)
{
  w->counters = hd_alloc(w->path->threads + 1, sizeof *w->counters);
  for (uint32_t t = 0; t < w->path->threads; t++) {
    hd_var_info info = {.name = "count",
                        .thread = HD_NO_THREAD,
                        .sort = HD_BV(COUNTER_BITS),
                        .role = HD_ROLE_TEMP,
                        .show = HD_SHOW_UNSIGNED,
                        .pos = HD_NO_POS};
    w->counters[t] = t && w->values ? w->counters[0] : hd_program_add_var(w->q, info);
  }
}

hd_abstraction *hd_reconstruct(const hd_program *p, const hd_abstraction *a, const hd_path *path, bool values)
{
  hd_abstraction *out = hd_alloc(1, sizeof *out);
  work w = {.path = path, .values = values, .q = hd_program_clone(p)};
  out->program = w.q;
  w.T = w.q->terms;
  add_counters(&w);
  w.noted = hd_alloc(w.q->vars.len, sizeof *w.noted);
  for (uint32_t v = 0; v < w.q->vars.len; v++) w.noted[v] = HD_NONE;
  for (uint32_t i = 0; i < path->vars.len; i++) w.noted[path->vars.data[i]] = i;
  uint32_t n = w.q->edges.len;
  hd_edge_info *old = hd_alloc(n + 1, sizeof *old);
  memcpy(old, w.q->edges.data, n * sizeof *old);
  w.q->edges.len = 0;
  hd_program_unindex(w.q);
  for (uint32_t e = 0; e < n; e++) add_edges(out, &w, e, &old[e], hd_path_counts(a, (hd_edge){e}));
  hd_program_index(w.q);
  free(old);
  free(w.noted);
  free(w.counters);
  return out;
}

static uint32_t noted_as(const hd_path *path, hd_var v)
{
  for (uint32_t i = 0; i < path->vars.len; i++)
    if (path->vars.data[i] == v.id) return i;
  return HD_NONE;
}

/* The inputs of an edge of the program whose targets the path knows, after so many steps of the path. */
static void put_inputs(const hd_edge_info *e, const hd_path *path, uint32_t steps, const hd_step *from, hd_u64s *out)
{
  uint32_t input = 0;
  out->len = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (hd_term_is(e->assigns[i].value)) continue;
    uint32_t v = noted_as(path, e->assigns[i].var);
    hd_vec_push(out, v == HD_NONE ? from->inputs[input] : hd_path_value(path, v, steps));
    input++;
  }
}

hd_trace *hd_reconstruct_map(const hd_abstraction *r, const hd_program *p, const hd_abstraction *a, const hd_path *path,
                             bool values, const hd_trace *t)
{
  hd_trace *plain = hd_abstraction_map(r, p, t);
  if (!values) return plain;
  hd_trace *out = hd_trace_new();
  hd_u64s inputs = {0};
  uint32_t steps = 0;
  for (uint32_t i = 0; i < plain->initial.len; i++) hd_vec_push(&out->initial, plain->initial.data[i]);
  for (uint32_t i = 0; i < path->vars.len; i++)
    if (p->vars.data[path->vars.data[i]].any)
      hd_vec_push(&out->initial, (hd_initial){{path->vars.data[i]}, 0, 0, hd_path_value(path, i, 0)});
  for (uint32_t i = 0; i < plain->steps.len; i++) {
    const hd_step *s = &plain->steps.data[i];
    if (hd_path_counts(a, s->edge) && steps < path->steps.len) steps++;
    put_inputs(hd_edge_get(p, s->edge), path, steps, s, &inputs);
    hd_trace_push(out, s->thread, s->instance, s->edge, inputs.data, inputs.len);
  }
  hd_vec_clear(&inputs);
  hd_trace_free(plain);
  return out;
}
