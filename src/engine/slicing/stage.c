/* stage.c - stops the algorithm at a named stage and gives the program. */
#include "engine/slicing/stage.h"

#include "engine/slicing/choose.h"
#include "engine/slicing/jump.h"
#include "engine/slicing/observe.h"
#include "engine/slicing/reconstruct.h"
#include "program/expand.h"

/* A violation of the abstraction; NULL: *why_not. */
static hd_trace *find_counterexample(const hd_program *q, hd_property property, const hd_budget *b,
                                     const char **why_not)
{
  static const char *const engines[] = {"explicit", "bmc"};
  hd_task task = hd_task_unbounded(property);
  hd_trace *found = NULL;
  *why_not = "no counterexample to the abstraction was found in time";
  for (uint32_t i = 0; i < HD_COUNT(engines) && !found; i++) {
    const hd_engine *engine = hd_engine_find(engines[i]);
    hd_budget half = i == 0 ? hd_budget_part(b, 0.5, 0) : *b;
    hd_result r;
    const char *refused;
    if (!hd_engine_accepts(engine, q, &task, &refused)) continue;
    hd_result_init(&r);
    engine->run(q, &task, &half, &r);
    if (r.verdict == HD_SAFE) *why_not = "the abstraction is safe: there is no counterexample";
    found = r.trace;
    r.trace = NULL;
    hd_result_clear(&r);
  }
  return found;
}

static hd_program *take_program(hd_abstraction *a)
{
  hd_program *p = a->program;
  a->program = NULL;
  hd_abstraction_free(a);
  return p;
}

static hd_program *jumping(const hd_abstraction *a, const hd_trace *t)
{
  hd_jump *j = hd_jump_new(a->program);
  hd_jump_exclude(j, t);
  hd_program *p = take_program(hd_jump_program(j));
  hd_jump_free(j);
  return p;
}

static hd_program *make_stage(const hd_program *q, const uint8_t *keep, hd_slice_stage stage,
                              const hd_slicing_ways *ways, hd_property property, const hd_budget *b,
                              const char **why_not)
{
  hd_abstraction *a = hd_abstract(q, keep);
  hd_trace *t = find_counterexample(a->program, property, b, why_not);
  hd_program *made = NULL;
  bool jump = ways->jump && hd_jump_treats(a->program), values = ways->values || jump;
  if (t) {
    hd_path path;
    hd_path_read(&path, a, keep, q->vars.len, ways->in_order, t);
    if (stage == HD_SLICE_STAGE_RECONSTRUCTION)
      made = take_program(hd_reconstruct(q, a, &path, values));
    else if (jump)
      made = jumping(a, t);
    else {
      hd_observe(a, &path, values);
      made = a->program;
      a->program = NULL;
    }
    hd_path_clear(&path);
    hd_trace_free(t);
  }
  hd_abstraction_free(a);
  return made;
}

hd_program *hd_slicing_stage(const hd_program *p, const uint8_t *keep, hd_slice_stage stage,
                             const hd_slicing_ways *ways, hd_property property, const hd_budget *b,
                             const char **why_not)
{
  hd_expanded *x = hd_expand(p);
  hd_program_index(x->program);
  uint8_t *kept = hd_slice_choice_expand(x, keep);
  hd_program *made = make_stage(x->program, kept, stage, ways, property, b, why_not);
  free(kept);
  hd_expanded_free(x);
  if (!made) return NULL;
  hd_program_prune(made);
  hd_program_index(made);
  return made;
}
