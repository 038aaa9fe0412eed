/* relations.h - a Boolean program as the relations of docs/mu-relations.md, for formulas to speak about.
 *
 * Locations of procedures that no thread can get into have no number. Steps are supplied in parts, one
 * for each set of variables that they write, with the frame as pairs of equal bits. */
#ifndef HD_ENGINE_FIXPOINT_RELATIONS_H
#define HD_ENGINE_FIXPOINT_RELATIONS_H

#include "boolean/boolean.h"
#include "engine/fixpoint/symbolic.h"
#include "mu/mu.h"

typedef struct {
  const hd_bp *p; /* borrowed; without SPAWN edges */
  uint32_t *pc;   /* of each location; HD_NONE: unused */
  uint32_t *loc;  /* of each pc */
  uint32_t n_pcs;
  uint32_t n_locals;                        /* slots of Local */
  uint32_t *local_order, *global_order;     /* slot at each place of the records */
  uint32_t *local_place, *global_place;     /* and back */
  const char **local_names, **global_names; /* by slot */
  hd_arena arena;
} hd_fx_model;

void hd_fx_model_init(hd_fx_model *m, const hd_bp *p);
void hd_fx_model_clear(hd_fx_model *m);

/* Types and `input` declarations; with_definitions: instead of declarations, every relation as a
 * formula (for `heddle emit mu`). targets: by location. */
void hd_fx_model_print(FILE *out, const hd_fx_model *m, const bool *targets, bool with_definitions);
/* The same as a string that the caller frees. */
char *hd_fx_model_text(const hd_fx_model *m);

/* Gives every relation to a checked system. `shared`: the initial globals, over the variables in
 * shared_vars (by slot), or NULL for what the program says. */
void hd_fx_model_supply(const hd_fx_model *m, hd_mu *mu, const bool *targets, const hd_bdd *shared,
                        const uint32_t *shared_vars);

/* The BDD variables of a parameter of type State (or of its g part), by slot. Freed by the caller. */
uint32_t *hd_fx_model_globals(const hd_fx_model *m, hd_mu *mu, const char *relation, const char *path);
uint32_t *hd_fx_model_locals(const hd_fx_model *m, hd_mu *mu, const char *relation, const char *path);

/* Are these threads copies that may change places? Those of one marked procedure are, and those that one statement
 * without arguments starts. */
bool hd_fx_model_are_alike(const hd_fx_model *m, uint32_t one, uint32_t other);

/* The bits, most significant first, hold this number. */
hd_bdd hd_fx_number_is(hd_mu_bits bits, uint32_t value);

#endif
