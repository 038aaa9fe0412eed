/* abstract.c - sliced variables become inputs where they are read; edges left without effect are joined. */
#include "engine/slicing/abstract.h"

typedef struct {
  hd_program *q;
  const uint8_t *keep;
  bool found;
} slicing;

static void note_sliced(void *context, hd_term leaf)
{
  slicing *s = context;
  if (hd_term_op(s->q->terms, leaf) == HD_OP_VAR && !s->keep[hd_term_symbol(s->q->terms, leaf)]) s->found = true;
}

static bool mentions(slicing *s, hd_term t)
{
  s->found = false;
  if (hd_term_is(t)) hd_term_visit_leaves(s->q->terms, t, note_sliced, s);
  return s->found;
}

/* A formula without the sliced variables that follows from t (weaker) or that t follows from. */
static hd_term approximate(slicing *s, hd_term t, bool weaker)
{
  hd_terms *T = s->q->terms;
  if (!hd_term_is(t) || !mentions(s, t)) return t;
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_NOT) return hd_term_1(T, HD_OP_NOT, approximate(s, hd_term_arg(T, t, 0), !weaker));
  if (op == HD_OP_AND || op == HD_OP_OR) {
    hd_term a = approximate(s, hd_term_arg(T, t, 0), weaker);
    return hd_term_2(T, op, a, approximate(s, hd_term_arg(T, t, 1), weaker));
  }
  return hd_term_bool(T, weaker);
}

static void slice_assigns(slicing *s, hd_edge_info *e)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_assign a = e->assigns[i];
    if (!s->keep[a.var.id]) continue;
    HD_CHECK(!mentions(s, a.index));
    if (mentions(s, a.value)) a.value = HD_NO_TERM;
    e->assigns[n++] = a;
  }
  e->n_assigns = n;
}

static hd_term both_conditions(hd_terms *T, hd_term a, hd_term b)
{
  return hd_term_is(a) ? hd_term_2(T, HD_OP_AND, a, b) : b;
}

static void slice_edge(hd_abstraction *a, slicing *s, uint32_t edge)
{
  hd_edge_info *e = &s->q->edges.data[edge];
  e->guard = approximate(s, e->guard, true);
  slice_assigns(s, e);
  if (e->kind != HD_EDGE_ASSERT || !mentions(s, e->cond)) return;
  hd_edge_info pass = *e;
  pass.kind = HD_EDGE_STEP;
  pass.guard = both_conditions(s->q->terms, e->guard, approximate(s, e->cond, true));
  pass.cond = HD_NO_TERM;
  e->cond = approximate(s, e->cond, false);
  hd_program_add_edge(s->q, pass);
  hd_vec_push(&a->origin, edge);
}

hd_abstraction *hd_abstract(const hd_program *p, const uint8_t *keep)
{
  hd_abstraction *a = hd_alloc(1, sizeof *a);
  a->program = hd_program_clone(p);
  slicing s = {a->program, keep, false};
  for (uint32_t e = 0; e < p->edges.len; e++) hd_vec_push(&a->origin, e);
  for (uint32_t e = 0; e < p->edges.len; e++) slice_edge(a, &s, e);
  hd_program_unindex(a->program);
  hd_program_index(a->program);
  return a;
}

/* The only thing that can happen at the location is a step that does nothing: where to; or HD_NONE. */
static uint32_t passes_to(const hd_program *p, uint32_t loc)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(p, (hd_loc){loc}, &n);
  if (n != 1) return HD_NONE;
  const hd_edge_info *e = &p->edges.data[out[0]];
  bool idle =
      e->kind == HD_EDGE_STEP && e->n_assigns == 0 && (!hd_term_is(e->guard) || hd_term_is_true(p->terms, e->guard));
  return idle && p->locs.data[loc].atomic == hd_loc_get(p, e->to)->atomic ? e->to.id : HD_NONE;
}

/* Past the steps that do nothing; a cycle of them ends somewhere. */
static uint32_t settle_loc(const hd_program *p, uint32_t loc)
{
  for (uint32_t next, n = 0; n < p->locs.len && (next = passes_to(p, loc)) != HD_NONE; n++) loc = next;
  return loc;
}

hd_program *hd_abstract_tidy(const hd_program *p, const uint8_t *keep)
{
  hd_abstraction *a = hd_abstract(p, keep);
  hd_program *q = a->program;
  uint32_t *to = hd_alloc(q->locs.len + 1, sizeof *to);
  for (uint32_t l = 0; l < q->locs.len; l++) to[l] = settle_loc(q, l);
  for (uint32_t e = 0; e < q->edges.len; e++) q->edges.data[e].to.id = to[q->edges.data[e].to.id];
  for (uint32_t t = 0; t < q->threads.len; t++) q->threads.data[t].entry.id = to[q->threads.data[t].entry.id];
  free(to);
  hd_program_prune(q);
  hd_program_index(q);
  a->program = NULL;
  hd_abstraction_free(a);
  return q;
}

void hd_abstraction_free(hd_abstraction *a)
{
  if (!a) return;
  hd_program_free(a->program);
  hd_vec_clear(&a->origin);
  free(a);
}

/* The assignments that the abstraction kept stand in their order. */
static void map_inputs(const hd_edge_info *from, const hd_edge_info *to, const hd_step *s, hd_u64s *out)
{
  uint32_t kept = 0, input = 0;
  out->len = 0;
  for (uint32_t i = 0; i < to->n_assigns; i++) {
    bool here = kept < from->n_assigns && from->assigns[kept].var.id == to->assigns[i].var.id;
    bool any = here && !hd_term_is(from->assigns[kept].value);
    uint64_t value = any && input < s->n_inputs ? s->inputs[input] : 0;
    if (!hd_term_is(to->assigns[i].value)) hd_vec_push(out, value);
    kept += here;
    input += any;
  }
}

hd_trace *hd_abstraction_map(const hd_abstraction *a, const hd_program *p, const hd_trace *t)
{
  hd_trace *out = hd_trace_new();
  hd_u64s inputs = {0};
  for (uint32_t i = 0; i < t->initial.len; i++) hd_vec_push(&out->initial, t->initial.data[i]);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    hd_edge edge = {a->origin.data[s->edge.id]};
    if (edge.id == HD_NONE) continue;
    map_inputs(hd_edge_get(a->program, s->edge), hd_edge_get(p, edge), s, &inputs);
    hd_trace_push(out, s->thread, s->instance, edge, inputs.data, inputs.len);
  }
  hd_vec_clear(&inputs);
  return out;
}
