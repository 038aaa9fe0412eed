/* sequential.c - the engine's row: which checkers, the order of their turns, and the answer. */
#include "engine/sequential/sequential.h"

#include "sequential/sequential.h"

static hd_seq_task task_of(const hd_task *t)
{
  return (hd_seq_task){.property = t->property, .arith = t->arith, .unwind = t->unwind, .wants_proof = true};
}

static bool understands_sequential(const hd_task *t, const char **why_not)
{
  return !t->sequential || hd_seq_knows(t->sequential, why_not);
}

static bool accepts_sequential(const hd_program *p, const hd_task *t, const char **why_not)
{
  hd_seq_task task = task_of(t);
  return hd_seq_accepts(p, &task, why_not);
}

static void take_over(const hd_program *p, hd_seq_result *r, hd_result *out)
{
  for (uint32_t i = 0; i < r->stats.len; i++) hd_result_stat(out, r->stats.data[i].name, r->stats.data[i].value);
  if (r->verdict == HD_SEQ_UNKNOWN) {
    hd_result_give_up(out, r->cause);
    return;
  }
  out->verdict = r->verdict == HD_SEQ_SAFE ? HD_SAFE : HD_UNSAFE;
  out->trace = r->trace;
  r->trace = NULL;
  if (out->verdict != HD_SAFE) return;
  out->certificate = hd_seq_certify(p, r, "sequential");
}

static void run_sequential(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_seq_task task = task_of(t);
  hd_seq_session *s = hd_seq_open((hd_program *)p, &task);
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_seq_check(s, t->sequential, b, &r);
  take_over(p, &r, out);
  hd_seq_result_clear(&r);
  hd_seq_close(s);
}

const hd_engine hd_engine_sequential = {
    .name = "sequential",
    .summary = "several model checkers for sequential programs; --sequential chooses one",
    .accepts_text = "programs with one thread; failed checks",
    .understands = understands_sequential,
    .finds = 1u << HD_BY_CHECK,
    .accepts = accepts_sequential,
    .run = run_sequential,
};
