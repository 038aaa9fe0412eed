/* level_proof.c - what is tried as an invariant of a level's program, and what a proof is used for again. */
#include "engine/modular/level.h"
#include "engine/modular/level_parts.h"

/* After the start parts of alpha may stay true, and beta does not become so. Where that is inductive, the check has
 * invariants to show instead of a longer induction. */
void hd_level_make_hints(hd_level *l)
{
  hd_terms *T = l->u->p->terms;
  l->hints.len = 0;
  hd_vec_push(&l->hints, hd_level_implied_by_start(l, hd_formula_not(T, hd_level_beta(l))));
  for (uint32_t i = 0; i < l->beta.len; i++)
    hd_vec_push(&l->hints, hd_level_implied_by_start(l, hd_formula_not(T, l->beta.data[i])));
  for (uint32_t i = 0; i < l->alpha.len; i++) hd_vec_push(&l->hints, hd_level_implied_by_start(l, l->alpha.data[i]));
}

void hd_level_keep_proof(hd_level *l, const hd_seq_result *r)
{
  if (!l->index || l->joint || r->verdict != HD_SEQ_SAFE || !r->has_proof) return;
  l->proof.len = 0;
  for (uint32_t i = 0; i < r->invariants.len; i++) {
    hd_term formula = hd_modular_run_suppose(l->u, r->invariants.data[i].formula);
    hd_vec_push(&l->proof, (hd_seq_invariant){r->invariants.data[i].loc, formula});
  }
}

bool hd_level_reprove(hd_level *l)
{
  if (!l->proof.len || l->joint) return false;
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_level_open(l);
  bool proved = hd_seq_reprove(l->session, l->proof.data, l->proof.len, l->u->budget, &r);
  if (proved) hd_level_use_needed(l, &r);
  hd_seq_result_clear(&r);
  return proved;
}
