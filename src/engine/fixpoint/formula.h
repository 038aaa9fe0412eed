/* formula.h - one formula file evaluated on one program. */
#ifndef HD_ENGINE_FIXPOINT_FORMULA_H
#define HD_ENGINE_FIXPOINT_FORMULA_H

#include "engine/fixpoint/relations.h"
#include "engine/fixpoint/schedule.h"

typedef struct {
  const hd_bp *p; /* unfolded */
  const bool *targets;
  const char *file;
  const char *param; /* a parameter of the file to set, or NULL */
  uint32_t value;
  bool counts;          /* its parameter N is the number of threads */
  bool permuted;        /* its parameter ORDERED is 0: copies of a thread begin in any order */
  bool reorder;         /* the BDD variables, when their nodes have doubled */
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

/* The question of a file about a scene, with a parameter of the file. */
hd_fx_question hd_fx_question_about(const hd_fx_scene *scene, const char *file, const char *param, uint32_t value);

/* The BDD layer is running. */
void hd_fx_formula_open(hd_fx_formula *f, const hd_fx_question *q, hd_diags *diags);
void hd_fx_formula_close(hd_fx_formula *f);

/* One tuple of a set over the relation's parameters, as a set. */
hd_bdd hd_fx_pick_tuple(hd_mu *mu, const char *relation, hd_bdd set);
/* Parts of such a tuple: a number, and (in the arena) values of the globals by slot. `path` is formatted with
 * `index`. */
uint32_t hd_fx_read_number(hd_mu *mu, const char *relation, const char *path, uint32_t index, hd_bdd tuple);
const uint8_t *hd_fx_read_globals(const hd_fx_formula *f, const char *relation, const char *path, uint32_t index,
                                  hd_bdd tuple, hd_arena *arena);
/* v.pc of the relation is a target. */
hd_bdd hd_fx_at_targets(const hd_fx_formula *f, const bool *targets, const char *relation);

#endif
