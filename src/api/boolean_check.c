/* boolean_check.c - the proof of a Boolean program is checked before it is reported. */
#include "api/boolean.h"
#include "engine/isolate.h"
#include "evidence/summaries.h"

typedef struct {
  const heddle_input *in;
  const char *label;
  const hd_bp_proof *proof;
  const hd_budget *budget;
} job;

static const char claims[] = "proof.claims", rejected[] = "proof.rejected";

/* In a process of its own: the solver may crash or run out of memory. */
static void check_summaries(void *context, hd_result *out)
{
  const job *j = context;
  bool *targets = hd_alloc(j->in->bp->locs.len + 1, sizeof *targets);
  hd_bp_targets(j->in->bp, j->label, targets);
  hd_summaries_result r = hd_summaries_check(j->in->bp, targets, j->proof, j->budget);
  free(targets);
  hd_cause_kind spent = r.stopped ? hd_budget_cause(j->budget) : HD_CAUSE_NONE;
  if (r.stopped && !spent) spent = HD_CAUSE_TIME; /* the solver was stopped a moment before */
  hd_result_stat(out, claims, r.questions);
  hd_result_stat(out, rejected, !r.holds && !spent);
  if (r.holds)
    out->verdict = HD_SAFE;
  else if (spent)
    hd_result_unknown(out, spent, HD_NO_POS, "the proof could not be rechecked");
  else if (r.line)
    hd_result_unknown(out, HD_CAUSE_FAILED, HD_NO_POS, "the proof does not hold: line %u: %s", r.line, r.why);
  else
    hd_result_unknown(out, HD_CAUSE_FAILED, HD_NO_POS, "the proof does not hold: %s", r.why);
}

static void conclude_summaries(const hd_result *said, bool failed, heddle_result *r)
{
  uint32_t questions = (uint32_t)hd_result_get_stat(said, claims);
  hd_result_stat(&r->inner, claims, questions);
  if (said->verdict == HD_SAFE) {
    r->proof = hd_arena_printf(&r->arena, "%s, rechecked by %u questions to a SAT solver",
                               r->proof ? r->proof : "summaries", questions);
    return;
  }
  r->defect = failed || hd_result_get_stat(said, rejected) > 0;
  hd_result_give_up(&r->inner, said->cause);
}

void hd_boolean_recheck(heddle_input *in, const char *label, const char *text, const char *name,
                        const hd_budget *budget, heddle_result *r)
{
  hd_bp_proof proof = {.nodes = {0}};
  double began = hd_now();
  if (!hd_bp_proof_parse(text, name, in->bp, &proof, &in->diags)) {
    in->status = HD_BAD_INPUT;
    hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "the certificate cannot be read");
    return;
  }
  job j = {in, label, &proof, budget};
  hd_result said;
  bool failed = false;
  hd_result_init(&said);
  hd_run_isolated("the recheck", check_summaries, &j, hd_subject_boolean(in->bp), budget, &said, &failed);
  conclude_summaries(&said, failed, r);
  hd_result_clear(&said);
  hd_result_stat(&r->inner, "time.recheck", hd_now() - began);
  hd_bp_proof_clear(&proof);
}
