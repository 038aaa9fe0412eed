/* fixpoint.h - model checking of Boolean programs by fixed-point formulas.
 *
 * An algorithm is a file in the language of docs/mu-language.md that speaks about the program through the
 * relations of docs/mu-relations.md. This module supplies the relations, chooses the algorithm by the
 * program's kind, raises bounds, and turns a formula's `true` into an execution of the program.
 *
 * What is a proof: a least fixed point over all executions of a sequential program (recursion
 * included); over all interleavings of a concurrent one without recursion and with a known number
 * of threads; the thread-modular fixed point of any other, which visits more than is reachable; and, with
 * recursion, a set of visible states that can grow no more. A search up to some number of context switches or
 * rounds is none. */
#ifndef HD_ENGINE_FIXPOINT_FIXPOINT_H
#define HD_ENGINE_FIXPOINT_FIXPOINT_H

#include "boolean/run.h"
#include "engine/engine.h"

typedef struct {
  const char *algorithm; /* a name, or a file with a slash or .mu in its name; NULL: by the program's kind */
  const char *label;     /* that is asked for; NULL: failed assertions, ERROR and SLIC_ERROR */
  uint32_t contexts;     /* context switches allowed; HD_NONE: raised until there is an answer */
  uint32_t rounds;       /* likewise rounds of round-robin, for any number of threads; HD_NONE */
  bool certify;          /* make the proof of a sequential program that others can check */
  bool reorder;          /* look for a better order of BDD variables when their nodes have doubled */
  uint32_t written_out;  /* in longer counterexamples calls that repeat others are one step; 0: a readable number */
} hd_fixpoint_task;

typedef struct {
  hd_result result;        /* verdict, reason, statistics; its own trace and certificate stay empty */
  hd_bp_trace *trace;      /* UNSAFE: owned; executed by the interpreter */
  const char *algorithm;   /* that gave the answer, in result.arena */
  const char *certificate; /* SAFE, asked for, sequential: the text of a boolean/proof.h, in result.arena */
  bool bad_formula;        /* the algorithm's file is wrong: the diagnostics say where */
} hd_fixpoint_result;

void hd_fixpoint_result_init(hd_fixpoint_result *r);
void hd_fixpoint_result_clear(hd_fixpoint_result *r);

/* Decides the program in this process: the BDD layer is started and stopped. */
void hd_fixpoint_run(const hd_bp *p, const hd_fixpoint_task *task, const hd_budget *budget, hd_diags *diags,
                     hd_fixpoint_result *out);
/* The same in a process of its own. */
void hd_fixpoint_run_isolated(const hd_bp *p, const hd_fixpoint_task *task, const hd_budget *budget, hd_diags *diags,
                              hd_fixpoint_result *out, bool *defect);

/* The algorithms by name; NULL past the end. */
const char *hd_fixpoint_algorithm(unsigned i, const char **summary);

/* The file of an algorithm, in the arena: a path as it is, a name where it is installed. NULL: none such. */
const char *hd_fixpoint_find(hd_arena *arena, const char *name);

/* Prints the relations of the program as formulas, for `heddle solve`. */
void hd_fixpoint_emit(FILE *out, const hd_bp *p, const char *label);

extern const char hd_fixpoint_name[], hd_fixpoint_summary[], hd_fixpoint_accepts[];

#endif
