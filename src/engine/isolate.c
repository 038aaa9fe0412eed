/* isolate.c - forks, runs the engine, and reads its result back; races of several use the same way. */
#include "engine/isolate.h"

#include <stdio.h>

#include "base/board.h"
#include "base/log.h"
#include "engine/wire.h"

/* How Z3 ends the process where it meets what it takes for impossible. Not our defect: no answer rests on it. */
enum { SOLVER_GAVE_UP = 114 };

void hd_explain_child(const hd_child_result *c, const char *name, const hd_budget *b, hd_result *out, bool *defect)
{
  const hd_cause_kind failed = HD_CAUSE_FAILED;
  hd_cause cause = hd_cause_spent(b, NULL);
  switch (c->end) {
  case HD_CHILD_STOPPED:
    if (cause.kind == HD_CAUSE_REFUSED) cause.kind = HD_CAUSE_TIME; /* its own share has ended */
    hd_result_give_up(out, cause);
    return;
  case HD_CHILD_MEMORY: hd_result_give_up(out, (hd_cause){.kind = HD_CAUSE_MEMORY, .pos = HD_NO_POS}); return;
  case HD_CHILD_NONE: hd_result_unknown(out, failed, HD_NO_POS, "cannot start a process for %s", name); return;
  case HD_CHILD_KILLED:
    hd_result_unknown(out, failed, HD_NO_POS, "%s was killed, perhaps for lack of memory", name);
    return;
  case HD_CHILD_FAILED:
    if (c->status == SOLVER_GAVE_UP) {
      hd_result_unknown(out, failed, HD_NO_POS, "the solver gave up within %s", name);
      return;
    }
    hd_result_unknown(out, failed, HD_NO_POS, "%s failed with status %d", name, c->status);
    break;
  case HD_CHILD_CRASHED: hd_result_unknown(out, failed, HD_NO_POS, "%s crashed with signal %d", name, c->status); break;
  case HD_CHILD_DONE: hd_result_unknown(out, failed, HD_NO_POS, "%s gave an unreadable answer", name);
  }
  *defect = true;
}

typedef struct {
  hd_work *work;
  void *context;
  hd_subject subject;
} order;

static unsigned char *obey_order(void *context, size_t *size)
{
  const order *o = context;
  hd_result result;
  hd_result_init(&result);
  o->work(o->context, &result);
  unsigned char *data = hd_wire_pack(&result, o->subject, size);
  hd_result_clear(&result);
  return data;
}

/* --- one or several ------------------------------------------------------------------------------- */

typedef struct {
  const hd_contestant *all;
  hd_subject subject;
  hd_contest_ended *ended;
  void *context;
} contest;

static bool contestant_ended(void *context, uint32_t i, hd_child_result *c)
{
  const contest *x = context;
  hd_result result;
  bool defect = false;
  hd_result_init(&result);
  bool good = c->end == HD_CHILD_DONE && hd_wire_unpack(c->data, c->size, x->subject, &result);
  if (c->end == HD_CHILD_DONE && !good) c->end = HD_CHILD_FAILED;
  if (!good) hd_explain_child(c, x->all[i].name, x->all[i].budget, &result, &defect);
  bool over = x->ended(x->context, i, &result, c->seconds, defect);
  hd_result_clear(&result);
  free(c->data);
  return over;
}

void hd_contest(const hd_contestant *all, uint32_t n, uint32_t at_once, hd_subject s, hd_contest_ended *ended,
                void *context)
{
  contest x = {all, s, ended, context};
  hd_racer *racers = hd_alloc(n + 1, sizeof *racers);
  order *orders = hd_alloc(n + 1, sizeof *orders);
  for (uint32_t i = 0; i < n; i++) {
    orders[i] = (order){all[i].work, all[i].context, s};
    racers[i] = (hd_racer){obey_order, &orders[i], all[i].budget, all[i].seconds};
  }
  hd_child_race(racers, n, at_once, contestant_ended, &x);
  free(orders);
  free(racers);
}

typedef struct {
  hd_result *out;
  bool *defect;
} only_one;

static bool take_over(void *context, uint32_t i, hd_result *r, double seconds, bool defect)
{
  only_one *one = context;
  (void)i, (void)seconds;
  hd_result_clear(one->out);
  *one->out = *r;
  *one->defect = defect;
  hd_result_init(r);
  return true;
}

void hd_run_isolated(const char *name, hd_work *work, void *context, hd_subject s, const hd_budget *b, hd_result *out,
                     bool *defect)
{
  hd_budget own = *b;
  hd_contestant one = {name, work, context, &own, 0};
  only_one result = {out, defect};
  hd_contest(&one, 1, 1, s, take_over, &result);
}

void hd_engine_run_here(void *engine_run, hd_result *out)
{
  static const char *const verdicts[] = {[HD_SAFE] = "safe", [HD_UNSAFE] = "unsafe", [HD_UNKNOWN] = "unknown"};
  const hd_engine_run *r = engine_run;
  hd_board_enter(r->engine->name);
  hd_log("engine", 1, "%s begins", r->engine->name);
  if (r->engine->takes == HD_KIND_BOOLEAN)
    r->engine->run_boolean(r->subject.boolean, r->task, r->budget, out);
  else
    r->engine->run(r->subject.program, r->task, r->budget, out);
  hd_log("engine", 1, "%s ends: %s", r->engine->name, verdicts[out->verdict]);
  hd_board_leave(r->engine->name);
}

void hd_engine_run_isolated(const hd_engine *engine, hd_subject s, const hd_task *t, const hd_budget *b, hd_result *out,
                            bool *defect)
{
  char name[64];
  hd_engine_run r = {engine, s, t, b};
  HD_CHECK(engine->takes == s.kind);
  snprintf(name, sizeof name, "engine %s", engine->name);
  hd_run_isolated(name, hd_engine_run_here, &r, s, b, out, defect);
}
