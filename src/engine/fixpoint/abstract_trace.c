/* abstract_trace.c - is a violation of the abstraction one of the program? */
#include "engine/fixpoint/abstract.h"
#include "logic/path.h"
#include "trace/expanded.h"

typedef HD_VEC(hd_edge) edges;

static uint32_t at_line(const hd_u32s *lines, uint32_t line)
{
  return line < lines->len ? lines->data[line] : HD_NONE;
}

/* The edges that the steps stand for. An assertion that holds is followed by the statement of its own edge,
 * which is the one that counts. */
static void find_edges(const hd_fx_abstraction *a, const hd_bp *bp, const hd_bp_trace *t, edges *out, hd_loc *beyond)
{
  for (uint32_t i = 0; i < t->steps.len; i++) {
    if (t->steps.data[i].move != HD_BP_TAKE) continue;
    const hd_bp_edge *e = &bp->edges.data[t->steps.data[i].edge];
    uint32_t line = e->pos.line, edge = at_line(&a->edge_of, line);
    bool fails = bp->locs.data[e->to].kind == HD_BP_FAIL;
    if (fails && at_line(&a->unknown_at, line) != HD_NONE) beyond->id = a->unknown_at.data[line];
    if (edge != HD_NONE && (fails || at_line(&a->edge_of, line + 1) != edge)) hd_vec_push(out, (hd_edge){edge});
  }
}

static hd_trace *trace_of(const hd_fx_abstraction *a, const hd_path_values *values)
{
  const hd_program *p = a->x->program;
  hd_trace *t = hd_trace_new();
  for (uint32_t i = 0; i < values->steps.len; i++) {
    const hd_path_step *s = &values->steps.data[i];
    hd_trace_push(t, hd_loc_get(p, hd_edge_get(p, s->edge)->from)->thread, 0, s->edge, s->inputs, s->n_inputs);
  }
  for (uint32_t i = 0; i < values->starts.len; i++) {
    const hd_path_start *s = &values->starts.data[i];
    hd_vec_push(&t->initial, (hd_initial){s->var, 0, s->index, s->value});
  }
  hd_trace *original = hd_trace_contract(a->x, t);
  hd_trace_free(t);
  return original;
}

hd_trace *hd_fx_abstraction_execute(hd_fx_abstraction *a, const hd_bp *bp, const hd_bp_trace *t,
                                    const hd_budget *budget, hd_loc *beyond)
{
  edges found = {0};
  hd_trace *trace = NULL;
  *beyond = HD_NO_LOC;
  find_edges(a, bp, t, &found, beyond);
  if (beyond->id == HD_NONE && found.len > 0) {
    hd_path_values values;
    hd_smt *smt = hd_smt_new(a->x->program->terms, HD_ARITH_BV, NULL, budget);
    if (hd_path_solve(smt, a->x->program, found.data, found.len, true, &values) == HD_SAT) trace = trace_of(a, &values);
    hd_path_values_clear(&values);
    hd_smt_free(smt);
  }
  hd_vec_clear(&found);
  return trace;
}
