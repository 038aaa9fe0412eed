#include "certified.h"

#include <stdio.h>

#include "engine/fixpoint/fixpoint.h"
#include "evidence/summaries.h"

/* The proof that this label is not reached; a label that is nowhere: all that is reachable. */
static bool prove(const hd_bp *p, const char *label, hd_bp_proof *proof)
{
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  task.algorithm = "checker";
  task.label = label;
  hd_budget budget = {.jobs = 1};
  hd_result r;
  hd_diags diags;
  hd_diags_init(&diags);
  hd_result_init(&r);
  hd_fixpoint_run(p, &task, HD_FX_READABLE_STEPS, &budget, &r);
  bool ok = r.bp_proof && hd_bp_proof_parse(r.bp_proof, "certificate", p, proof, &diags);
  hd_result_clear(&r);
  hd_diags_clear(&diags);
  return ok;
}

static bool holds(const hd_bp *p, const bool *targets, const hd_bp_proof *proof)
{
  hd_budget budget = {.jobs = 1};
  return hd_summaries_check(p, targets, proof, &budget).holds;
}

/* One place of the proof gets another value that is in range. */
static void damage(hd_bp_proof *proof, uint64_t *seed)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  uint32_t r = (uint32_t)(*seed >> 33), n = proof->nodes.len;
  if (n == 0 || r % 3 == 0) {
    proof->sets.data[r / 3 % proof->sets.len] = r / 7 % (n + 2);
    return;
  }
  uint32_t at = r / 3 % n;
  *(r % 3 == 1 ? &proof->nodes.data[at].low : &proof->nodes.data[at].high) = r / 7 % (at + 2);
}

typedef enum { NOTHING, BEGIN, STEPS, CALLS, RETURNS, CUTS } cut_kind;

/* Empties the sets of locations that are not reached without moves of this kind: who forgets to check such moves
 * finds nothing wrong. */
static void cut(const hd_bp *p, cut_kind kind, hd_bp_proof *proof)
{
  bool *seen = hd_alloc(p->locs.len + 1, sizeof *seen), again = true;
  seen[p->procs.data[p->threads.data[0].proc].entry] = kind != BEGIN;
  while (again) {
    again = false;
    for (uint32_t i = 0; i < p->edges.len; i++) {
      const hd_bp_edge *e = &p->edges.data[i];
      bool call = e->kind == HD_BP_CALL;
      uint32_t entry = call ? p->procs.data[e->callee].entry : HD_NONE;
      if (!seen[e->from]) continue;
      if (call && kind != CALLS && !seen[entry]) seen[entry] = again = true;
      if (kind != (call ? RETURNS : STEPS) && !seen[e->to]) seen[e->to] = again = true;
    }
  }
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (!seen[i]) proof->sets.data[i] = 0;
  free(seen);
}

unsigned compare_certificates(const char *name, const hd_bp *p, const char *label, bool safe)
{
  static const char nowhere[] = "a label that is nowhere";
  enum { VARIANTS = CUTS + 3 };
  bool *targets = hd_alloc(p->locs.len + 1, sizeof *targets);
  uint64_t seed = p->locs.len * 97 + p->edges.len;
  unsigned bad = 0;
  hd_bp_targets(p, label, targets);
  for (unsigned i = 0; i < (safe ? 1 : VARIANTS); i++) {
    hd_bp_proof proof = {.nodes = {0}};
    if (!prove(p, safe ? label : nowhere, &proof)) {
      printf("%s: no certificate\n", name);
      bad++;
      continue;
    }
    for (uint32_t k = 0; k < p->locs.len && !safe; k++)
      if (targets[k]) proof.sets.data[k] = 0;
    if (i < CUTS)
      cut(p, (cut_kind)i, &proof);
    else
      for (unsigned k = CUTS; k <= i; k++) damage(&proof, &seed);
    if (holds(p, targets, &proof) != safe) {
      printf("%s: %s\n", name, safe ? "the certificate is rejected" : "a certificate of an unsafe program is accepted");
      bad++;
    }
    hd_bp_proof_clear(&proof);
  }
  free(targets);
  return bad;
}
