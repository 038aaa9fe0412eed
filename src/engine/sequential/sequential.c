#include "engine/sequential/sequential.h"

#include "engine/isolate.h"
#include "sequential/sequential.h"

static hd_seq_task task_of(const hd_task *t)
{
  return (hd_seq_task){.property = t->property, .arith = t->arith, .unwind = t->unwind, .wants_proof = true};
}

static bool understands(const hd_task *t, const char **why_not)
{
  return !t->sequential || hd_seq_knows(t->sequential, why_not);
}

static bool accepts(const hd_program *p, const hd_task *t, const char **why_not)
{
  hd_seq_task task = task_of(t);
  return hd_seq_accepts(p, &task, why_not);
}

static void take_over(const hd_program *p, hd_seq_result *r, hd_result *out)
{
  for (uint32_t i = 0; i < r->stats.len; i++) hd_result_stat(out, r->stats.data[i].name, r->stats.data[i].value);
  if (r->verdict == HD_SEQ_UNKNOWN) {
    hd_result_give_up(out, r->cause);
    return;
  }
  out->verdict = r->verdict == HD_SEQ_SAFE ? HD_SAFE : HD_UNSAFE;
  out->trace = r->trace;
  r->trace = NULL;
  if (out->verdict != HD_SAFE) return;
  out->certificate = hd_seq_certify(p, r, "sequential");
}

/* --- one process ------------------------------------------------------------------------------------ */

static void run_here(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_seq_task task = task_of(t);
  hd_seq_session *s = hd_seq_open((hd_program *)p, &task);
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_seq_check(s, t->sequential, b, &r);
  take_over(p, &r, out);
  hd_seq_result_clear(&r);
  hd_seq_close(s);
}

/* --- two processes ---------------------------------------------------------------------------------- */

/* The checker that decides most has a process of its own, the others take turns in another. */
static const char *const favourite = "pdr";

typedef struct {
  const hd_program *p;
  const hd_task *task;
  const hd_budget *budget;
  bool alone;
} part;

static void run_part(void *context, hd_result *out)
{
  const part *w = context;
  hd_seq_task task = task_of(w->task);
  hd_seq_session *s = hd_seq_open((hd_program *)w->p, &task);
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_seq_check_part(s, hd_seq_find(favourite), w->alone, w->budget, &r);
  take_over(w->p, &r, out);
  hd_seq_result_clear(&r);
  hd_seq_close(s);
}

static bool part_ended(void *context, uint32_t i, hd_result *r, double seconds, bool defect)
{
  hd_result *out = context;
  (void)i, (void)seconds, (void)defect; /* Z3 crashes now and then: the other goes on */
  bool decided = r->verdict != HD_UNKNOWN || r->cause.pos.file != HD_NO_POS.file;
  if (!decided && out->cause.kind != HD_CAUSE_NONE) { /* both have covered something */
    if (out->cause.kind == r->cause.kind) hd_cover_all(&out->cause.covered, &r->cause.covered);
    return false;
  }
  hd_result_clear(out);
  *out = *r;
  hd_result_init(r);
  return decided;
}

static void run_parts(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_budget share = *b;
  share.jobs = 1;
  share.memory /= 2;
  part parts[2] = {{p, t, &share, true}, {p, t, &share, false}};
  hd_contestant all[2] = {{favourite, run_part, &parts[0], &share, 0}, {"turns", run_part, &parts[1], &share, 0}};
  hd_contest(all, 2, 2, p, part_ended, out);
}

static void run(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  bool all = !t->sequential || strcmp(t->sequential, "all") == 0;
  (b->jobs > 1 && all ? run_parts : run_here)(p, t, b, out);
}

const hd_engine hd_engine_sequential = {
    .name = "sequential",
    .summary = "sequential model checkers take turns (--sequential chooses)",
    .accepts_text = "programs of one thread; properties whose violations are failed checks",
    .understands = understands,
    .finds = 1u << HD_BY_CHECK,
    .accepts = accepts,
    .run = run,
};
