/* certify.c - invariants at cut-points as a certificate. */
#include "sequential/sequential.h"

static hd_term initial_state(hd_program *p)
{
  hd_terms *T = p->terms;
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < p->vars.len; i++) {
    const hd_var_info *v = &p->vars.data[i];
    for (uint32_t k = 0; !v->any && k < hd_var_elements(v); k++) {
      hd_term value = hd_term_const(T, v->sort, hd_var_init(p, (hd_var){i}, k));
      hd_term cell =
          v->count ? hd_program_element(p, (hd_var){i}, hd_term_bv(T, 32, k)) : hd_program_var_term(p, (hd_var){i});
      all = hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_EQ, cell, value), all);
    }
  }
  return all;
}

/* The invariants as a proof about the one instance that there is. */
static hd_certificate *by_invariants(const hd_program *p, const hd_seq_result *r, const char *engine)
{
  hd_certificate *c = hd_certificate_new(HD_PROOF_PRODUCT, engine);
  uint8_t *cut = hd_alloc(p->locs.len + 1, 1);
  hd_loc entry = p->threads.data[HD_MAIN.id].entry;
  bool at_entry = false;
  for (uint32_t i = 0; i < r->invariants.len; i++) {
    cut[r->invariants.data[i].loc.id] = 1;
    at_entry |= r->invariants.data[i].loc.id == entry.id;
  }
  cut[entry.id] = 1;
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (p->locs.data[i].kind != HD_LOC_NORMAL) cut[i] = 1;
  hd_certificate_set_cuts(c, p, cut);
  uint32_t clause = hd_certificate_add_product(c, p);
  for (uint32_t i = 0; i < r->invariants.len; i++) {
    hd_term holds = r->invariants.data[i].formula;
    if (r->invariants.data[i].loc.id == entry.id) /* of a loop there, after its first iteration */
      holds = hd_term_2(p->terms, HD_OP_OR, holds, initial_state((hd_program *)p));
    hd_certificate_add_fact(c, clause, &r->invariants.data[i].loc, holds);
  }
  if (!at_entry) hd_certificate_add_fact(c, clause, &entry, initial_state((hd_program *)p));
  for (uint32_t i = 0; i < p->locs.len; i++) {
    hd_loc_kind kind = p->locs.data[i].kind;
    if (kind == HD_LOC_END || kind == HD_LOC_EXIT)
      hd_certificate_add_fact(c, clause, &(hd_loc){i}, hd_term_true(p->terms));
  }
  free(cut);
  return c;
}

hd_certificate *hd_seq_certify(const hd_program *p, const hd_seq_result *r, const char *engine)
{
  if (r->has_proof) return by_invariants(p, r, engine);
  hd_certificate *c = hd_certificate_new(r->on_trust ? HD_PROOF_WORD : HD_PROOF_EXHAUSTIVE, engine);
  hd_certificate_set_searched(c, "%s", r->searched);
  return c;
}
