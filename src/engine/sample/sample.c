/* sample.c - the engine's row: seeds and lengths of executions, and its answer. */
#include "engine/sample/sample.h"

#include "trace/sample.h"

static bool sample_accepts(const hd_program *p, const hd_task *t, const char **why_not)
{
  bool bounded = t->contexts != HD_NONE || t->depth != HD_NONE || t->unwind != HD_NONE;
  if (bounded) *why_not = "sample has no bounds on contexts, depth or iterations";
  if (p->raw) *why_not = "the program's memory is not resolved";
  return !bounded && !p->raw;
}

static void sample_give_up(const hd_budget *b, uint32_t runs, hd_result *out)
{
  hd_cause cause = hd_cause_spent(b, "no sampled execution violates it, which proves nothing");
  hd_cover(&cause.covered, HD_MEASURE_SAMPLES, runs);
  hd_result_give_up(out, cause);
}

static void sample_run(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  uint32_t runs = 0;
  out->trace = hd_sample(p, t->property, t->alone ? (hd_sample_size){0} : hd_sample_beside, b, &runs);
  if (out->trace)
    out->verdict = HD_UNSAFE;
  else
    sample_give_up(b, runs, out);
  hd_result_stat(out, "samples", runs);
}

const hd_engine hd_engine_sample = {
    .name = "sample",
    .summary = "random executions: finds violations, proves nothing",
    .accepts_text = "all programs, if no bound is set; all properties",
    .finds = HD_BY_ALL,
    .accepts = sample_accepts,
    .run = sample_run,
};
