/* prove.h - a proof of the whole program that can be rechecked, threads with any number of copies included.
 *
 * It rests on what holds at cut-points, of threads alone and by two (properties.h), and on invariants over shared
 * variables that the caller has found: they are what every thread relies on and guarantees. A thread whose assertions
 * may still fail is checked once more as a sequential program, in which the others may change what they write to
 * anything that keeps what is known where the thread stands, at any cut-point, any number of times; the checker's
 * invariants complete an Owicki-Gries proof. */
#ifndef HD_PROVING_PROVE_H
#define HD_PROVING_PROVE_H

#include "analysis/facts.h"
#include "logic/formula.h"
#include "logic/smt.h"
#include "program/expand.h"
#include "trace/certificate.h"

/* A line for people about what a proof relies on. */
typedef void hd_prove_note(void *context, const char *line);

typedef struct {
  const char *by; /* the engine that asks: the certificate names it */
  hd_property property;
  hd_reduction reduction;
  hd_arith arith;
  hd_facts *facts;     /* what is known about programs already (hd_facts_of), or NULL */
  bool pairs;          /* look at threads by two as well */
  bool guesses;        /* look for properties at all */
  bool checks;         /* check threads */
  bool together;       /* look at combinations of all threads' phases (backward.h) */
  hd_prove_note *note; /* or NULL */
  void *note_context;
  /* Invariants of all reachable states, as terms of the expanded program; or NULL. */
  const hd_expanded *expanded;
  const hd_term_list *invariants;
} hd_prove_task;

/* NULL: there is none, or the budget ended. The caller owns it. Counts the checks. */
hd_certificate *hd_prove(const hd_program *p, const hd_prove_task *t, const hd_budget *b, uint64_t *checks);

#endif
