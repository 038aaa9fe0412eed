/* mu.h - the fixed-point language: relations over finite types, defined by formulas, evaluated with BDDs.
 *
 * docs/mu-language.md is its reference. A system is put together in this order:
 *
 *   hd_bdd_start(budget);
 *   hd_mu *m = hd_mu_new(&diags);
 *   hd_mu_set_param(m, "K", 3);                   overrides `param K = 1;`
 *   hd_mu_add_text(m, "program", text);           types, input relations, definitions; in any number
 *   hd_mu_add_file(m, "algorithms/summaries.mu");
 *   if (hd_mu_check(m) == HD_OK) {                from here on every variable has its BDD variables
 *     hd_mu_supply(m, "Internal", parts, n);      the input relations
 *     hd_bdd set = hd_mu_value(m, "Summary");     or hd_mu_answer for the file's closed formulas
 *   }
 *   hd_mu_free(m);
 *   hd_bdd_stop();
 *
 * A relation's value is a set over the BDD variables of its own parameters: ask hd_mu_bits for them.
 * Variables of equal name and equal type are the same BDD variables in all definitions.
 *
 * Values are held by the system until hd_mu_free, or until an input changes. When the budget of the
 * BDD layer ends, values are none (hd_bdd_exhausted says why); when iterates of a relation that is
 * not monotone come back to an earlier one, hd_mu_value gives none and leaves a diagnostic. */
#ifndef HD_MU_MU_H
#define HD_MU_MU_H

#include <stdio.h>

#include "base/diag.h"
#include "logic/bdd.h"

typedef struct hd_mu hd_mu;

hd_mu *hd_mu_new(hd_diags *diags); /* the diagnostics are borrowed */
void hd_mu_free(hd_mu *m);

/* --- before checking --------------------------------------------------------------------------- */

void hd_mu_set_param(hd_mu *m, const char *name, uint32_t value);
/* Reads declarations; errors go to the diagnostics, and the status says so. `name` is what places
 * in messages show; `include` in a text is relative to the working directory. */
hd_status hd_mu_add_text(hd_mu *m, const char *name, const char *text);
hd_status hd_mu_add_file(hd_mu *m, const char *path);

typedef struct {
  bool literal;    /* evaluate as written: nested iteration, the author's brackets, no optimizer */
  bool reorder;    /* sift the BDD variables when the nodes have doubled */
  bool keep_rings; /* remember the iterates, for hd_mu_ring */
  /* Called after each iteration of a relation; may be NULL. */
  void (*trace)(void *context, const char *relation, uint32_t iteration, hd_bdd value);
  void *trace_context;
} hd_mu_options;
void hd_mu_set_options(hd_mu *m, const hd_mu_options *options);

/* Names, types, arities, monotonicity (a warning); then creates the BDD variables. */
hd_status hd_mu_check(hd_mu *m);

/* --- input relations --------------------------------------------------------------------------- */

/* The BDD variables of a parameter or a part of it, most significant first: relation "Internal",
 * path "x.g.lock", "x.pc", "G[2]". NULL when there is no such relation or path. The array lives as
 * long as the system. */
typedef struct {
  const uint32_t *vars;
  uint32_t n;
} hd_mu_bits;
hd_mu_bits hd_mu_bits_of(hd_mu *m, const char *relation, const char *path);
bool hd_mu_has(const hd_mu *m, const char *relation); /* is there an input or a definition of this name? */
uint32_t hd_mu_params_count(const hd_mu *m, const char *relation);
const char *hd_mu_param_name(const hd_mu *m, const char *relation, uint32_t i);

/* A disjunct of a relation: the core, and pairs of parameter bits that are equal in it. A transition
 * that leaves most variables unchanged says so by pairs, not in the core: the evaluator then renames
 * where it would have multiplied and quantified. */
typedef struct {
  hd_bdd core;
  const uint32_t (*equal)[2]; /* pairs of BDD variables of this relation's parameters */
  uint32_t n_equal;
} hd_mu_part;
/* The input relation is the union of the parts. Values that depend on it are forgotten. */
void hd_mu_supply(hd_mu *m, const char *relation, const hd_mu_part *parts, uint32_t n);
void hd_mu_supply_set(hd_mu *m, const char *relation, hd_bdd set); /* one part without equal bits */
/* The first input relation that is used and has not been supplied; NULL: none. */
const char *hd_mu_missing(const hd_mu *m);

/* --- results ----------------------------------------------------------------------------------- */

/* The value of an input or a defined relation. */
hd_bdd hd_mu_value(hd_mu *m, const char *relation);

/* The closed formulas and the commands of the files, in order. */
typedef enum { HD_MU_ANSWER, HD_MU_COUNT, HD_MU_SHOW } hd_mu_command;
typedef struct {
  hd_mu_command command;
  hd_place place;
  const char *text;     /* the formula's source text, or the relation's name */
  const char *relation; /* for count and show */
} hd_mu_query;
uint32_t hd_mu_query_count(const hd_mu *m);
hd_mu_query hd_mu_query_get(const hd_mu *m, uint32_t i);
/* The value of a closed formula: true, false or none. */
hd_bdd hd_mu_answer(hd_mu *m, uint32_t query);
/* How many tuples a relation has. */
double hd_mu_count(hd_mu *m, const char *relation);
/* A set over the relation's parameters as a table, a line a tuple, at most `most` lines. */
void hd_mu_print_table(FILE *out, hd_mu *m, const char *relation, hd_bdd set, uint32_t most);

/* The iterates of a relation's last evaluation, ascending for mu: ring 0 is the first that is not
 * empty, the last one is the value. Each tuple of ring i is derived from tuples of ring i-1 (and,
 * in a group of mutually recursive relations, from what the others had then: hd_mu_ring_time orders
 * the rings of all relations). Needs keep_rings. */
uint32_t hd_mu_ring_count(const hd_mu *m, const char *relation);
hd_bdd hd_mu_ring(const hd_mu *m, const char *relation, uint32_t i);
uint64_t hd_mu_ring_time(const hd_mu *m, const char *relation, uint32_t i);

typedef struct {
  const char *relation;
  uint32_t iterations; /* over all evaluations */
  uint32_t evaluations;
  uint64_t nodes; /* of the last value */
  double seconds; /* inside this relation, without what it evaluated below it */
} hd_mu_stats;
uint32_t hd_mu_stats_count(const hd_mu *m);
hd_mu_stats hd_mu_stats_get(const hd_mu *m, uint32_t i);

#endif
