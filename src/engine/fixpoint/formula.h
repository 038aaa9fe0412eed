/* formula.h - one formula file evaluated on one program. */
#ifndef HD_ENGINE_FIXPOINT_FORMULA_H
#define HD_ENGINE_FIXPOINT_FORMULA_H

#include "engine/fixpoint/relations.h"

typedef struct {
  const hd_bp *p; /* unfolded */
  const bool *targets;
  const char *file;
  const char *param; /* a parameter of the file to set, or NULL */
  uint32_t value;
  const hd_bdd *shared; /* initial globals, or NULL for what the program says; over shared_vars, by slot */
  const uint32_t *shared_vars;
} hd_fx_question;

typedef enum { HD_FX_NO, HD_FX_YES, HD_FX_NONE, HD_FX_BAD } hd_fx_answer;

typedef struct {
  hd_fx_model model;
  hd_mu *mu;
  hd_fx_answer answer; /* of the last closed formula; NONE: the budget ended; BAD: a diagnostic says why */
  uint32_t iterations;
} hd_fx_formula;

/* The BDD layer is running. */
void hd_fx_formula_open(hd_fx_formula *f, const hd_fx_question *q, hd_diags *diags);
void hd_fx_formula_close(hd_fx_formula *f);

/* One tuple of a set over the relation's parameters, as a set. */
hd_bdd hd_fx_pick_tuple(hd_mu *mu, const char *relation, hd_bdd set);

#endif
