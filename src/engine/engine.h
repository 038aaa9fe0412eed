/* engine.h - everything that the portfolio knows about an engine. */
#ifndef HD_ENGINE_ENGINE_H
#define HD_ENGINE_ENGINE_H

#include "analysis/facts.h"
#include "base/budget.h"
#include "boolean/run.h"
#include "logic/smt.h"
#include "program/cause.h"
#include "program/checks.h"
#include "trace/certificate.h"
#include "trace/trace.h"

typedef enum { HD_SAFE, HD_UNSAFE, HD_UNKNOWN } hd_verdict;

/* What is decided: a program of the model, or a Boolean program. The other one is NULL. */
typedef enum { HD_KIND_PROGRAM, HD_KIND_BOOLEAN } hd_kind;
typedef struct {
  hd_kind kind;
  const hd_program *program;
  const hd_bp *boolean;
} hd_subject;
static inline hd_subject hd_subject_program(const hd_program *p)
{
  return (hd_subject){HD_KIND_PROGRAM, p, NULL};
}
static inline hd_subject hd_subject_boolean(const hd_bp *p)
{
  return (hd_subject){HD_KIND_BOOLEAN, NULL, p};
}

/* The values of --search. */
typedef enum { HD_SEARCH_BFS, HD_SEARCH_DFS } hd_search;

/* The values of --por, partial-order reduction; an engine that has one kind only uses it unless NONE is asked. */
typedef enum { HD_POR_NONE = 0, HD_POR_PERSISTENT = 1, HD_POR_SLEEP = 2, HD_POR_BOTH = 3 } hd_por;

/* What an engine gets besides the program: the property, and a field for each row of options.def with the scope ENGINE.
 * For a choice, the field is the position of its value there; the code that reads it has an enum for that. */
typedef struct {
  hd_property property;
#define HD_TASK_FLAG bool
#define HD_TASK_BOUND uint32_t /* HD_NONE: any number */
#define HD_TASK_CHOICE unsigned
#define HD_TASK_NAME const char *
#define HD_TASK_TEXT const char *
#define HEDDLE_ENGINE(kind, field, ...) HD_TASK_##kind field;
#include <heddle/options.def>
  bool alone; /* the engine was asked for by its name: no other one will try */
  /* The caller can raise the bound of that kind and ask again: an engine that has reached it
   * and would need long to finish says so early. */
  bool may_raise[HD_LIMIT_COUNT];
  /* What is known about a program already; hd_facts_of asks whether it is the one at hand. NULL: nothing. */
  hd_facts *facts;
} hd_task;

/* One engine by itself, every option as if it had not been given: every reduction, no bound. */
hd_task hd_task_unbounded(hd_property property);
/* Is `text` one of `values` ("a|b|c")? Then *position says which. */
bool hd_task_choose(const char *values, const char *text, unsigned *position);

/* A statistic: name: value. */
typedef struct {
  const char *name; /* "states", "transitions", "time.smt", ... */
  double value;
} hd_stat;

/* What became of one engine of a portfolio. */
typedef struct {
  const char *engine;
  bool decides;
  hd_cause cause; /* unless it decides */
  double seconds; /* 0: it was not asked */
} hd_engine_attempt;

/* A check that no execution violates. */
typedef struct {
  hd_check check; /* of hd_checks_of (analysis/race_pairs.h) for the program and the property */
  const char *by; /* the engine; set by its caller */
} hd_closed_check;

/* Checks that were proved by themselves (engine/parts.h says why proofs of parts are a proof of the whole). */
typedef struct {
  const char *by;
  const hd_program *about; /* one of the programs below; NULL: the whole program */
  hd_u32s without, closes; /* checks of the whole program, by number; of races it may close fewer (hd_program_asking) */
  hd_certificate *proof;   /* owned, over the terms of `about`; NULL: not asked for */
} hd_proof_part;
typedef struct {
  HD_VEC(hd_program *) programs; /* owned */
  HD_VEC(hd_proof_part) list;
  const hd_program *about; /* of the result's own certificate, which closes the rest; NULL: the whole program */
  hd_u32s without;
} hd_proof_parts;
void hd_proof_parts_clear(hd_proof_parts *parts);

typedef struct {
  hd_arena arena; /* of texts */
  hd_verdict verdict;
  hd_cause cause; /* UNKNOWN: why, and what was covered */
  /* UNKNOWN because of a place that is not modelled, and everything up to there was searched: there is no violation
   * within the model, and no proof but one that looks beyond its bounds. */
  bool searched;
  hd_trace *trace; /* UNSAFE: owned; executed by the interpreter before it is believed */
  /* SAFE: owned; rechecked before it is believed, unless it says that the search was exhaustive. A SAFE without a
   * certificate is not believed. */
  hd_certificate *certificate;
  /* The same of a Boolean program: the trace is owned; the proof is a text of boolean/proof.h, which there is for
   * sequential programs. The algorithm is the one that gave the answer. */
  hd_bp_trace *bp_trace;
  const char *bp_proof, *algorithm;
  /* UNKNOWN: what was proved all the same, each check once. The certificate is then about the program without its
   * other checks (hd_check_drop), and rechecked for that: without it they do not count. */
  HD_VEC(hd_closed_check) closed;
  hd_proof_parts parts; /* SAFE: what others had proved before, so that the certificate is about less */
  HD_VEC(hd_stat) stats;
  HD_VEC(const char *) notes;         /* for people: what a proof rests on */
  HD_VEC(hd_engine_attempt) attempts; /* of a portfolio of several engines */
  /* About a file that an option names. After an error the engine has not run: the input is bad. */
  hd_diags messages;
  bool defect; /* of Heddle, which was noticed and does not touch the answer: two workers disagreed */
} hd_result;

void hd_result_init(hd_result *r);
void hd_result_clear(hd_result *r);
/* All except hd_result_beyond leave at_bound as it is: a search may go on after it has reached a bound. */
void hd_result_unknown(hd_result *r, hd_cause_kind kind, hd_pos pos, const char *format, ...) HD_PRINTF(4, 5);
void hd_result_give_up(hd_result *r, hd_cause cause); /* its texts are copied */
/* A place that is not modelled was reached, or a bound of the model. */
void hd_result_beyond(hd_result *r, const hd_program *p, hd_loc where);
/* A search within that bound found nothing. */
void hd_result_bounded(hd_result *r, hd_measure bound, uint32_t amount);
/* The same within the task's bounds on context switches and steps. */
void hd_result_within_task(hd_result *r, const hd_task *t);
void hd_result_close(hd_result *r, hd_check check, const char *by); /* by: borrowed; NULL: not known yet */
void hd_result_stat(hd_result *r, const char *name, double value);  /* a second value replaces the first */
double hd_result_get_stat(const hd_result *r, const char *name);    /* 0: there is none */

typedef struct {
  const char *name;         /* as typed after --engine */
  const char *summary;      /* one line for --help and the man page */
  const char *accepts_text; /* one line for `heddle engines`: what it takes */
  hd_kind takes;            /* the kind of program */
  unsigned finds;           /* which violations it looks for: 1u << HD_BY_CHECK and so on */
  bool by_name_only;        /* not for `auto`: its proofs cannot be rechecked yet */
  bool glances;             /* `auto` lets it have a glance even when a bound is to be raised first */
  bool any_number;          /* of a replicated thread's instances: its proofs hold beyond the model's */

  /* Is it the one for such programs, so that `auto` asks it before the others? NULL: never. */
  bool (*comes_first)(const hd_program *p);

  /* Are the options that belong to this engine valid? Asked once, before any program is read: if not, the command line
   * is wrong. NULL: it has none that could be wrong. */
  bool (*understands)(const hd_task *t, const char **why_not);

  /* Can this engine treat the task, whose violations it finds? Fills *why_not when it cannot. */
  bool (*accepts)(const hd_program *p, const hd_task *t, const char **why_not);

  /* Runs to a result, the end of the budget, or cancellation. Borrows p (resolved,
   * selected, indexed) and t; the caller owns *out, which has been initialized. */
  void (*run)(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out);
  /* The same for Boolean programs, which every engine that takes them accepts: it has neither of the two above. */
  void (*run_boolean)(const hd_bp *p, const hd_task *t, const hd_budget *b, hd_result *out);
} hd_engine;

/* The engines that are there, in the order `auto` tries them; ended by NULL. */
extern const hd_engine *const hd_engines[];
const hd_engine *hd_engine_find(const char *name);
const hd_engine *hd_engine_for(hd_kind kind); /* the first that takes it */
/* Does it look for the property's violations, and can it treat the task? Fills *why_not when not. */
bool hd_engine_accepts(const hd_engine *engine, const hd_program *p, const hd_task *t, const char **why_not);

#endif
