/* sequential.h - is this single-threaded program safe?
 *
 * One interface to several model checkers. In goes a program with one thread that runs once
 * (resolved, its property's checks selected, indexed); out comes one of
 *   safe     no ASSERT edge can be violated, and no UNSUPPORTED or BOUND location be reached,
 *            with invariants at the loop heads and at the locations that the caller marked;
 *   unsafe   with a trace that the interpreter has executed into the violation;
 *   unknown  with a reason: what was not supported, which bound or which budget ended the work.
 *
 * A session keeps what checkers know about one program while its caller changes it a little and asks again:
 * hd_seq_strengthen adds to an edge's guard, hd_seq_expect replaces the condition of an assertion. What makes guards
 * and assertions stronger takes executions away, so that all that checkers have learned about reachable states stays
 * true; with another assertion they start again, keeping only encodings. Any other change needs a new session. */
#ifndef HD_SEQUENTIAL_SEQUENTIAL_H
#define HD_SEQUENTIAL_SEQUENTIAL_H

#include "base/budget.h"
#include "logic/smt.h"
#include "program/cause.h"
#include "trace/certificate.h"
#include "trace/trace.h"

typedef enum { HD_SEQ_SAFE, HD_SEQ_UNSAFE, HD_SEQ_UNKNOWN } hd_seq_verdict;

typedef struct {
  hd_property property; /* one whose violations are ASSERT edges */
  hd_arith arith;       /* AUTO: chosen by what the program computes */
  uint32_t unwind;      /* of bounded searches: cut-points on a path; HD_NONE: any number */
  const hd_loc *marks;  /* locations whose invariants are wanted, beside loop heads; borrowed */
  uint32_t n_marks;
  /* Boolean variables that start true and are never assigned: a `safe` says which of them it rests on. */
  const hd_var *supposed; /* borrowed */
  uint32_t n_supposed;
  /* Formulas over the program's variables that may be invariants at loop heads and marks: they are tried. */
  const hd_term *hints; /* borrowed */
  uint32_t n_hints;
  bool wants_proof; /* a `safe` that neither has invariants nor looked at every path is of no use */
  bool proofs_only; /* no trace will be executed: `unsafe` has none then, and is not confirmed */
} hd_seq_task;

/* Holds whenever control is at the location; over the program's variables, in its pool. */
typedef struct {
  hd_loc loc;
  hd_term formula;
} hd_seq_invariant;

/* A statistic: name: value. Names are string constants. */
typedef struct {
  const char *name;
  double value;
} hd_seq_stat;

typedef struct {
  hd_arena arena; /* of texts */
  hd_seq_verdict verdict;
  const char *checker; /* whose answer it is */
  hd_cause cause;      /* UNKNOWN: why, and what was covered */
  hd_loc end;          /* UNKNOWN because this UNSUPPORTED or BOUND location was reached; else HD_NO_LOC */
  hd_trace *trace;     /* UNSAFE: owned; NULL where proofs only are asked for */
  /* SAFE: one for every loop head and mark that can be reached, inductive together from one of
   * them to the next along the program's edges. Empty when the checker has none to give
   * (has_proof false): an exhausted bounded search, an external tool. Then `searched` says what
   * was done, for people. */
  bool has_proof;
  bool on_trust; /* a tool says so, and it was not rechecked; `searched` names it */
  const char *searched;
  /* SAFE, and has_needed: the program is safe as well when the other supposed variables start false. */
  bool has_needed;
  HD_VEC(hd_var) needed;
  HD_VEC(hd_seq_invariant) invariants;
  HD_VEC(hd_seq_stat) stats;
} hd_seq_result;

void hd_seq_result_init(hd_seq_result *r);
void hd_seq_result_clear(hd_seq_result *r);
void hd_seq_unknown(hd_seq_result *r, hd_cause_kind kind, const char *format, ...) HD_PRINTF(3, 4);
void hd_seq_give_up(hd_seq_result *r, hd_cause cause); /* its texts are copied */
/* This UNSUPPORTED or BOUND location was reached. */
void hd_seq_beyond(hd_seq_result *r, const hd_program *p, hd_loc end);
void hd_seq_stat_set(hd_seq_result *r, const char *name, double value); /* a second value replaces the first */

/* A program like another one, but for what is supposed and for what some edges assert. */
typedef struct {
  const uint8_t *kept; /* by place in the task's list of supposed variables: does it start true? */
  /* These edges assert that, where `when` holds, not all parts do; what they asserted before follows from that. */
  const hd_edge *edges;
  uint32_t n_edges;
  hd_term when;
  const hd_term *parts;
  uint32_t n_parts;
  uint8_t *needed; /* by part: `safe` needs it; zeroes before */
} hd_seq_attempt;

typedef struct hd_seq_session hd_seq_session;

/* A checker. Its state lives in a session, made when it is first used there. */
typedef struct {
  const char *name;    /* as typed after --sequential */
  const char *summary; /* one line for help */
  hd_measure covers;   /* how far it has come, which is a statistic, too; or NONE */
  void *(*open)(hd_seq_session *s);
  /* Runs to a verdict or to the end of the budget; may be called again after changes. */
  void (*run)(void *state, const hd_budget *b, hd_seq_result *out);
  /* An edge got a stronger guard, by `fact`, or (HD_NO_TERM) a stronger condition to assert. NULL: the state is
   * closed and opened again. */
  void (*changed)(void *state, hd_edge e, hd_term fact);
  /* After a violation, and before anything changes: a violation of another assertion than those reported so far, or
   * NULL if there is none of the same length. A checker without this function reports only one. */
  hd_trace *(*more)(void *state, const hd_budget *b);
  bool (*attempt)(void *state, const hd_seq_attempt *a, const hd_budget *b, hd_seq_result *out); /* hd_seq_try */
  void (*close)(void *state);
} hd_seq_checker;

/* Those that are there, in the order in which they take turns; ended by NULL. */
extern const hd_seq_checker *const hd_seq_checkers[];
const hd_seq_checker *hd_seq_find(const char *name);

/* Does the interface treat the task? Fills *why_not when it does not. */
bool hd_seq_accepts(const hd_program *p, const hd_seq_task *t, const char **why_not);

/* Borrows p, which the session's functions alone may change while it lives, and the task's marks. */
hd_seq_session *hd_seq_open(hd_program *p, const hd_seq_task *t);
void hd_seq_close(hd_seq_session *s);
hd_program *hd_seq_program(const hd_seq_session *s);
const hd_seq_task *hd_seq_get_task(const hd_seq_session *s);

/* guard := guard and fact. Facts are over the program's variables. */
void hd_seq_strengthen(hd_seq_session *s, hd_edge e, hd_term fact);
/* The condition of an ASSERT edge; true to switch it off. One that is `and` of the old and
 * something keeps what was learned. */
void hd_seq_expect(hd_seq_session *s, hd_edge e, hd_term cond);

/* After an `unsafe`, before any change: another violating path, which the interpreter has executed, or NULL when there
 * is none at hand. The caller owns it. */
hd_trace *hd_seq_more(hd_seq_session *s, const hd_budget *b);

/* After a `safe`, before any change: is a similar program safe as well? True: *out says so, and what it needs, or
 * `unsafe`, with a trace of the program as it is up to one of the edges. False: what is known does not tell. */
bool hd_seq_try(hd_seq_session *s, const hd_seq_attempt *a, const hd_budget *b, hd_seq_result *out);

/* Runs one checker. An `unsafe` whose trace the interpreter refuses becomes unknown. */
void hd_seq_run(hd_seq_session *s, const hd_seq_checker *checker, const hd_budget *b, hd_seq_result *out);

/* Are these invariants (perhaps from a proof about a program of the same form) a proof here as well? Takes one query
 * for each move, and no search. True: *out says so, as a checker would; false: *out says nothing. */
bool hd_seq_reprove(hd_seq_session *s, const hd_seq_invariant *list, uint32_t n, const hd_budget *b,
                    hd_seq_result *out);

/* Runs what the user chose: NULL or "all" lets the checkers take turns with growing shares of the budget until one has
 * an answer; a checker's name asks that one; the name of a known tool, or a command line with %s for the file, asks
 * that tool (external.h). */
void hd_seq_check(hd_seq_session *s, const char *how, const hd_budget *b, hd_seq_result *out);
/* Of a `safe`: its invariants as a proof about the program, or what was searched; the caller owns it. */
hd_certificate *hd_seq_certify(const hd_program *p, const hd_seq_result *r, const char *engine);
/* Is that a checker, a tool or a command line? Otherwise *why_not says what is expected. */
bool hd_seq_knows(const char *how, const char **why_not);

#endif
