/* isolate.h - an engine in a process of its own.
 *
 * A crash, a leak or an out-of-memory there costs that engine's answer and nothing more.
 * The child sends its result back through a pipe; ids in it mean the same on both sides,
 * since the child is a fork that holds the same program. */
#ifndef HD_ENGINE_ISOLATE_H
#define HD_ENGINE_ISOLATE_H

#include "base/child.h"
#include "engine/engine.h"

/* What is to be done in a process of its own. */
typedef void hd_work(void *context, hd_result *out);

/* Does the work; *out (initialized) is its result, whose ids are the subject's, or `unknown` with what happened.
 * *defect is set if it failed because of a defect of its own (a crash, an assertion). */
void hd_run_isolated(const char *name, hd_work *work, void *context, hd_subject s, const hd_budget *b, hd_result *out,
                     bool *defect);

/* One of several that work at the same time (base/child.h). */
typedef struct {
  const char *name;
  hd_work *work;
  void *context;
  hd_budget *budget;
  double seconds;
} hd_contestant;

/* Called as each ends, after so many seconds; what it leaves in *r is cleared. True: the race is over. */
typedef bool hd_contest_ended(void *context, uint32_t i, hd_result *r, double seconds, bool defect);
void hd_contest(const hd_contestant *all, uint32_t n, uint32_t at_once, hd_subject s, hd_contest_ended *ended,
                void *context);

/* Why there is no result of a child: `unknown` with what happened. */
void hd_explain_child(const hd_child_result *c, const char *name, const hd_budget *b, hd_result *out, bool *defect);

/* An engine as work; the budget is that of the process it runs in. */
typedef struct {
  const hd_engine *engine;
  hd_subject subject; /* of the kind that it takes */
  const hd_task *task;
  const hd_budget *budget;
} hd_engine_run;
hd_work hd_engine_run_here;

/* Runs the engine on the task; *out (initialized) is its result, or `unknown` with what happened to it. *defect is set
 * if the engine failed because of a defect of its own (a crash, an assertion). */
void hd_engine_run_isolated(const hd_engine *engine, hd_subject s, const hd_task *t, const hd_budget *b, hd_result *out,
                            bool *defect);

#endif
