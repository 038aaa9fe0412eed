/* input_dependence.c - marks all that is computed from some inputs, step by step. */
#include "trace/input_dependence.h"

#include "trace/state.h"

typedef struct {
  hd_state *s;
  const hd_program *p;
  bool *marked; /* by cell */
  uint32_t instance;
  bool found; /* by the visit of a term: it reads something marked */
} marking;

/* All elements of an array count as read. */
static void visit_marked(void *context, hd_term leaf)
{
  marking *m = context;
  hd_var v = {hd_term_symbol(m->p->terms, leaf)};
  for (uint64_t i = 0; i < hd_var_elements(hd_var_get(m->p, v)) && !m->found; i++)
    m->found = m->marked[hd_state_cell(m->s, v, m->instance, i) - m->s->values];
}

static bool reads_marked(marking *m, uint32_t instance, hd_term t)
{
  if (!hd_term_is(t)) return false;
  m->instance = instance;
  m->found = false;
  hd_term_visit_leaves(m->p->terms, t, visit_marked, m);
  return m->found;
}

/* Do marked cells decide whether the step is taken, what it checks, or which cells it writes? */
static bool decides_step(marking *m, uint32_t instance, const hd_edge_info *e)
{
  bool marked = reads_marked(m, instance, e->guard) || reads_marked(m, instance, e->cond);
  for (uint32_t i = 0; i < e->n_assigns && !marked; i++) marked = reads_marked(m, instance, e->assigns[i].index);
  return marked;
}

/* All values are read before the step writes any. */
static void mark_written(marking *m, const hd_step *step, const hd_edge_info *e, bool from)
{
  bool *marks = hd_alloc(e->n_assigns + 1, sizeof *marks);
  for (uint32_t i = 0; i < e->n_assigns; i++)
    marks[i] = hd_term_is(e->assigns[i].value) ? reads_marked(m, step->instance, e->assigns[i].value) : from;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    uint64_t index = hd_term_is(a->index) ? hd_state_eval(m->s, step->instance, a->index) : 0;
    uint64_t *cell = hd_state_cell(m->s, a->var, step->instance, index);
    if (cell) m->marked[cell - m->s->values] = marks[i];
  }
  free(marks);
}

/* A race or a deadlock is about the next steps of threads: do marked cells decide one of them? */
static bool decides_end(marking *m)
{
  const hd_layout *layout = m->s->layout;
  for (uint32_t i = 0; i < layout->n_who; i++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(m->p, m->s->locs[i], &n);
    for (uint32_t k = 0; k < n && hd_state_started(m->s, layout->who[i]); k++)
      if (decides_step(m, layout->who[i].instance, &m->p->edges.data[out[k]])) return true;
  }
  return false;
}

bool hd_trace_depends_on_inputs(const hd_program *p, const hd_trace *t, hd_property property, const bool *from)
{
  marking m = {.p = p, .s = hd_state_new(p, t)};
  m.marked = hd_alloc(m.s->layout->n_values + 1, sizeof *m.marked);
  bool depends = false;
  for (uint32_t i = 0; i < t->steps.len && !depends; i++) {
    const hd_step *step = &t->steps.data[i];
    const hd_edge_info *e = hd_edge_get(p, step->edge);
    depends = decides_step(&m, step->instance, e);
    mark_written(&m, step, e, from[i]);
    if (hd_state_step(m.s, step, NULL) != HD_STEP_OK) break;
  }
  if (!depends && !hd_violated_by(property, HD_BY_CHECK)) depends = decides_end(&m);
  hd_state_free(m.s);
  free(m.marked);
  return depends;
}
