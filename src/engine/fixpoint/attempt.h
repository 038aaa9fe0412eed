/* attempt.h - the ways to decide a program, each under a budget of its own. */
#ifndef HD_ENGINE_FIXPOINT_ATTEMPT_H
#define HD_ENGINE_FIXPOINT_ATTEMPT_H

#include "engine/fixpoint/fixpoint.h"
#include "engine/fixpoint/formula.h"
#include "engine/fixpoint/schedule.h"

typedef enum {
  HD_FX_SAFE,    /* a proof */
  HD_FX_UNSAFE,  /* out->bp_trace has been executed */
  HD_FX_NOTHING, /* the search found nothing, and that is no proof */
  HD_FX_MAYBE,   /* the formula is true, and that shows nothing */
  HD_FX_ENDED,   /* the budget ended */
  HD_FX_FAILED   /* out says why: a file that is wrong, a disagreement */
} hd_fx_end;

typedef struct {
  const hd_bp *p;
  const hd_task *task;
  uint32_t most_steps; /* of a thread's execution, shown one by one */
  const bool *targets;
  const hd_budget *budget;
  hd_result *out;
  uint64_t full;              /* the last attempt ended for lack of memory, with so many BDD nodes; else 0 */
  uint64_t states;            /* of explicit search */
  uint64_t nodes, iterations; /* the most nodes of one attempt; all iterations */
} hd_fx_job;

/* Each starts and stops the BDD layer. `seconds` 0: only the job's own limit. */
hd_fx_end hd_fx_try_sequential(hd_fx_job *j, const char *file, bool trusted, double seconds);
hd_fx_end hd_fx_try_checker(hd_fx_job *j, bool in_rounds, double seconds); /* by hand, sequential */
hd_fx_end hd_fx_try_contexts(hd_fx_job *j, const char *file, uint32_t switches, double seconds);
hd_fx_end hd_fx_try_rounds(hd_fx_job *j, const char *file, uint32_t rounds, double seconds);
hd_fx_end hd_fx_try_modular(hd_fx_job *j, const char *file, double seconds);
/* All interleavings; for programs without recursion and with a known number of threads. */
hd_fx_end hd_fx_try_interleavings(hd_fx_job *j, const char *file, double seconds);
/* For programs with a known number of threads, also with recursion. SAFE: after this many switches, no further ones
 * make anything new visible; otherwise MAYBE. */
hd_fx_end hd_fx_try_stable(hd_fx_job *j, const char *file, uint32_t switches, double seconds);
bool hd_fx_may_stabilize(const hd_bp *p);
/* All interleavings without BDDs, for small programs. MAYBE: unsafe, with *switches at least. */
hd_fx_end hd_fx_try_explicit(hd_fx_job *j, uint32_t *switches, double seconds);
bool hd_fx_may_interleave(const hd_bp *p, const bool *targets);
/* Any number of threads, without recursion; not a formula. NOTHING: not for this program; MAYBE: unsafe, and there was
 * no time for an execution. */
hd_fx_end hd_fx_try_cover(hd_fx_job *j, double seconds);

/* Says in the result that the trace was not found, as a defect if that must not happen. */
HD_PRINTF(3, 4) hd_fx_end hd_fx_fail(hd_fx_job *j, hd_cause_kind kind, const char *format, ...);
/* Memory or the budget ended. */
hd_cause hd_fx_spent(const hd_fx_job *j);

/* What formulas work on: calls written out when that is asked for and possible, steps joined. Freed with
 * hd_fx_small_free. p NULL: calls should be written out and cannot be. */
typedef struct {
  hd_bp *p;
  bool *targets;
} hd_fx_small;
hd_fx_small hd_fx_small_make(const hd_bp *p, const bool *targets, bool without_calls);
void hd_fx_small_free(hd_fx_small *s);

/* The budget of one attempt, and the end of its BDD session: the figures go to the job. */
hd_budget hd_fx_slice(const hd_fx_job *j, double seconds);
void hd_fx_stop(hd_fx_job *j);
hd_fx_end hd_fx_bad_file(hd_fx_job *j);
/* What the answer of a formula means, if its `false` is a proof. */
hd_fx_end hd_fx_proved(hd_fx_job *j, hd_fx_answer answer);

/* Takes a trace (NULL: there was none, or the budget ended) and executes it: only that makes it a counterexample. */
hd_fx_end hd_fx_accept(hd_fx_job *j, hd_bp_trace *t);
/* After SAFE, of a sequential program: out->bp_proof, unless the budget ends. */
void hd_fx_certify(hd_fx_job *j);
hd_fx_end hd_fx_ask_rounds(hd_fx_job *j, hd_fx_scene *scene, const char *file, uint32_t rounds);

#endif
