/* lockstep.c - the engine lockstep: tries the orders of program/lockstep.h in turn, each by the sequential checkers. */
#include "engine/lockstep/lockstep.h"

#include "program/lockstep.h"
#include "sequential/sequential.h"
#include "trace/apart.h"

/* A model with so many elements is not executed. */
static bool has_vast_arrays(const hd_program *p)
{
  enum { MOST_ELEMENTS = 1 << 16 };
  for (uint32_t i = 0; i < p->vars.len; i++)
    if (p->vars.data[i].count > MOST_ELEMENTS) return true;
  return false;
}

static hd_seq_task task_for(const hd_program *p, const hd_task *t)
{
  return (hd_seq_task){.property = t->property,
                       .arith = t->arith,
                       .unwind = HD_NONE,
                       .wants_proof = true,
                       .proofs_only = has_vast_arrays(p)};
}

static bool accepts_lockstep(const hd_program *p, const hd_task *t, const char **why_not)
{
  uint32_t n = 0;
  bool bounded = t->contexts != HD_NONE || t->depth != HD_NONE || t->unwind != HD_NONE;
  for (uint32_t i = 0; i < p->threads.len; i++) {
    n += p->threads.data[i].instances;
    if (p->threads.data[i].replicated) *why_not = "lockstep is for a known number of threads";
    if (p->threads.data[i].replicated) return false;
  }
  if (n < 2) *why_not = "lockstep is for programs with several threads";
  if (bounded) *why_not = "lockstep has no bounds";
  return n > 1 && !bounded;
}

static bool conclude_order(const hd_program *p, const hd_written_out *w, hd_lockstep order, hd_seq_result *r,
                           hd_result *out)
{
  for (uint32_t i = 0; i < r->stats.len; i++) hd_result_stat(out, r->stats.data[i].name, r->stats.data[i].value);
  if (r->verdict == HD_SEQ_SAFE && r->has_proof) {
    out->verdict = HD_SAFE;
    out->certificate = hd_seq_certify(w->program, r, "lockstep");
    hd_certificate_set_lockstep(out->certificate, p, order);
  } else if (r->verdict == HD_SEQ_UNSAFE && !r->trace) {
    hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "there is no proof for blocks of any size");
  } else if (r->verdict == HD_SEQ_UNSAFE) {
    out->verdict = HD_UNSAFE;
    out->trace = hd_trace_apart(p, w, r->trace);
  } else if (r->verdict == HD_SEQ_SAFE) {
    hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "the sequential checkers found no proof that can be rechecked");
  } else {
    hd_result_give_up(out, r->cause);
  }
  return r->verdict != HD_SEQ_UNKNOWN || r->end.id != HD_NONE;
}

/* True: another order would say the same. */
static bool try_order(const hd_program *p, const hd_task *t, hd_lockstep order, const hd_budget *b, hd_result *out)
{
  hd_written_out *w = hd_lockstep_write(p, order);
  if (!w) {
    hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "no order of the threads helps");
    return order == HD_LOCKSTEP_ROUNDS;
  }
  hd_result_stat(out, "lockstep.locations", w->program->locs.len);
  hd_seq_task task = task_for(p, t);
  hd_seq_session *s = hd_seq_open(w->program, &task);
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_seq_check(s, NULL, b, &r);
  bool done = conclude_order(p, w, order, &r, out);
  hd_seq_result_clear(&r);
  hd_seq_close(s);
  hd_written_out_free(w);
  return done;
}

static void run_lockstep(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  static const double shares[HD_LOCKSTEP_COUNT] = {
      [HD_LOCKSTEP_ROUNDS] = 0.5, [HD_LOCKSTEP_PAIRS] = 0.6, [HD_LOCKSTEP_WHOLE] = 1};
  double began = hd_now();
  for (hd_lockstep order = HD_LOCKSTEP_ROUNDS; order < HD_LOCKSTEP_COUNT; order++) {
    hd_budget part = hd_budget_part(b, shares[order], 0);
    if (try_order(p, t, order, &part, out) || hd_budget_spent(b)) break;
  }
  hd_result_stat(out, "time.total", hd_now() - began);
}

const hd_engine hd_engine_lockstep = {
    .name = "lockstep",
    .summary = "merges independent threads into one, for sequential model checkers",
    .accepts_text = "a fixed number of threads, at least two; failed checks",
    .finds = 1u << HD_BY_CHECK,
    .accepts = accepts_lockstep,
    .run = run_lockstep,
};
