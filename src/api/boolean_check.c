/* boolean_check.c - the proof of a Boolean program is checked before anybody hears of it. */
#include "api/boolean.h"
#include "engine/isolate.h"
#include "evidence/summaries.h"

typedef struct {
  const heddle_input *in;
  const char *label;
  const hd_bp_proof *proof;
  const hd_budget *budget;
} job;

/* What a check says, as it leaves its process. */
typedef struct {
  bool holds;
  hd_cause_kind spent; /* NONE, or what ended the check */
  uint32_t line, questions;
  char why[120];
} answer;

/* In a process of its own: the solver may crash or run out of memory. */
static unsigned char *work(void *context, size_t *size)
{
  const job *j = context;
  bool *targets = hd_alloc(j->in->bp->locs.len + 1, sizeof *targets);
  hd_bp_targets(j->in->bp, j->label, targets);
  hd_summaries_result r = hd_summaries_check(j->in->bp, targets, j->proof, j->budget);
  free(targets);
  hd_cause_kind spent = r.stopped ? hd_budget_cause(j->budget) : HD_CAUSE_NONE;
  if (r.stopped && !spent) spent = HD_CAUSE_TIME; /* the solver was stopped a moment before */
  answer *a = hd_alloc(1, sizeof *a);
  *a = (answer){.holds = r.holds, .spent = spent, .line = r.line, .questions = r.questions};
  if (r.why) snprintf(a->why, sizeof a->why, "%s", r.why);
  *size = sizeof *a;
  return (unsigned char *)a;
}

static void conclude(const answer *a, heddle_result *r)
{
  hd_result_stat(&r->inner, "proof.claims", a->questions);
  if (a->holds) {
    r->proof = hd_arena_printf(&r->arena, "%s, rechecked by %u questions to a SAT solver",
                               r->proof ? r->proof : "summaries", a->questions);
    return;
  }
  r->defect = !a->spent;
  if (a->spent)
    hd_result_unknown(&r->inner, a->spent, HD_NO_POS, "the proof could not be rechecked");
  else if (a->line)
    hd_result_unknown(&r->inner, HD_CAUSE_FAILED, HD_NO_POS, "the proof does not hold: line %u: %s", a->line, a->why);
  else
    hd_result_unknown(&r->inner, HD_CAUSE_FAILED, HD_NO_POS, "the proof does not hold: %s", a->why);
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
  hd_child_result c;
  answer a;
  hd_child_run(work, &j, budget, &c);
  bool whole = c.end == HD_CHILD_DONE && c.size == sizeof a;
  if (whole) {
    memcpy(&a, c.data, sizeof a);
    conclude(&a, r);
  } else {
    if (c.end == HD_CHILD_DONE) c.end = HD_CHILD_FAILED;
    hd_explain_child(&c, "the recheck", budget, &r->inner, &r->defect);
  }
  hd_result_stat(&r->inner, "time.recheck", hd_now() - began);
  free(c.data);
  hd_bp_proof_clear(&proof);
}
