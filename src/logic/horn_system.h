/* horn_system.h - how a system of clauses lies in memory; only the files of horn.h include this. */
#ifndef HD_LOGIC_HORN_SYSTEM_H
#define HD_LOGIC_HORN_SYSTEM_H

#include "base/map.h"
#include "logic/horn.h"

typedef struct {
  const char *name;
  const hd_term *params;
  uint32_t n;
  uint8_t *needed; /* by parameter: can it matter for the bad? (hd_horn_find_needed) */
  hd_term meaning;
} hd_horn_pred;

typedef struct {
  uint32_t tag;
  hd_atom head;
  const hd_atom *body;
  uint32_t n_body;
  hd_term constraint;
} hd_horn_clause;

struct hd_horn {
  hd_smt *s;
  hd_terms *T;
  hd_arena arena;
  HD_VEC(hd_horn_pred) preds;
  HD_VEC(hd_horn_clause) rules;
  HD_VEC(hd_derived) steps;
  hd_cause_kind cause; /* why there is no answer ... */
  char what[200];      /* ... in the solver's words, or empty */
};

/* A parameter whose value no constraint and no other needed parameter depends on is not needed:
 * what a predicate says never has to mention it. */
void hd_horn_find_needed(hd_horn *h);

/* What the atom says when its predicate has this meaning. */
hd_term hd_horn_instantiate(const hd_horn *h, hd_atom a, hd_term meaning);

/* Spacer's answer, not checked yet, with one of its settings, for some seconds; fills in meanings, or
 * the derivation. */
enum { HD_HORN_WAYS = 5 };
hd_answer hd_horn_spacer(hd_horn *h, unsigned way, double seconds, const hd_budget *budget);

/* There is no answer; `what` may be NULL. */
void hd_horn_give_up(hd_horn *h, hd_cause_kind kind, const char *what);

#endif
