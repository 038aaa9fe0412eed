/* finite.c - programs without recursion: coverability for any number of threads, all interleavings of a known number;
 * and the stable set of what is visible of a known number of others. */
#include "base/child.h"
#include "boolean/cover.h"
#include "boolean/explore.h"
#include "engine/fixpoint/attempt.h"
#include "engine/fixpoint/formula.h"
#include "engine/fixpoint/schedule.h"

enum { MOST_THREADS = 12, MOST_VISIBLE = 6 };

/* With a known number of threads, without calls if asked; p NULL: there is no such program. */
static hd_fx_small make_known(const hd_bp *p, const bool *targets, bool without_calls)
{
  bool complete;
  hd_fx_small s = {NULL, NULL};
  hd_bp *fixed = hd_bp_unfold(p, 1, &complete);
  if (complete && fixed->threads.len <= MOST_THREADS) s = hd_fx_small_make(fixed, targets, without_calls);
  hd_bp_free(fixed);
  return s;
}

static hd_fx_small make_finite(const hd_bp *p, const bool *targets)
{
  return make_known(p, targets, true);
}

bool hd_fx_may_interleave(const hd_bp *p, const bool *targets)
{
  hd_fx_small s = make_finite(p, targets);
  bool may = s.p != NULL;
  hd_fx_small_free(&s);
  return may;
}

/* switches: the parameter K, or HD_NONE. */
static hd_fx_answer ask_finite(hd_fx_job *j, const hd_bp *q, const bool *targets, const char *file, uint32_t switches)
{
  hd_fx_scene scene = {.original = q,
                       .p = q,
                       .targets = targets,
                       .checker = hd_fx_checker_new(q),
                       .formula = q,
                       .reorder = j->task->reorder,
                       .formula_targets = targets};
  hd_bp_trace *trace = NULL;
  hd_fx_answer answer = HD_FX_NONE;
  hd_fx_outcome init = hd_fx_scene_begin(&scene, j->most_steps, &trace);
  if (init == HD_FX_REACHED) answer = HD_FX_YES;
  if (init == HD_FX_UNREACHED) {
    hd_fx_question question = hd_fx_question_about(&scene, file, switches == HD_NONE ? NULL : "K", switches);
    question.counts = true;
    question.permuted = switches != HD_NONE; /* what is visible has all combinations of threads and places */
    hd_fx_formula f;
    hd_fx_formula_open(&f, &question, &j->out->messages);
    answer = f.answer;
    j->iterations += f.iterations;
    hd_fx_formula_close(&f);
  }
  hd_bp_trace_free(trace);
  hd_bdd_drop(scene.shared);
  hd_fx_checker_free(scene.checker);
  return answer;
}

/* Consumes the program. */
static hd_fx_end prove_finite(hd_fx_job *j, hd_fx_small *s, const char *file, uint32_t switches, double seconds)
{
  hd_budget b = hd_fx_slice(j, seconds);
  hd_bdd_start(&b);
  hd_fx_answer answer = ask_finite(j, s->p, s->targets, file, switches);
  hd_fx_stop(j);
  hd_fx_small_free(s);
  return hd_fx_proved(j, answer);
}

hd_fx_end hd_fx_try_interleavings(hd_fx_job *j, const char *file, double seconds)
{
  hd_fx_small s = make_finite(j->p, j->targets);
  if (!s.p)
    return hd_fx_fail(j, HD_CAUSE_REFUSED,
                      "interleavings needs a program without recursion and with a known number of threads");
  return prove_finite(j, &s, file, HD_NONE, seconds);
}

bool hd_fx_may_stabilize(const hd_bp *p)
{
  bool complete;
  hd_bp *fixed = hd_bp_unfold(p, 1, &complete);
  bool may = complete && fixed->threads.len <= MOST_VISIBLE;
  hd_bp_free(fixed);
  return may;
}

typedef struct {
  hd_fx_job *j;
  hd_fx_small *program;
  const char *file;
  uint32_t switches;
  double seconds;
} stable_job;

/* What comes back: the answer, and what it cost. A file that is wrong is told by the whole. */
typedef struct {
  hd_fx_end end;
  uint64_t iterations, nodes;
} stable_answer;

static unsigned char *work_stable(void *context, size_t *size)
{
  stable_job *s = context;
  stable_answer *a = hd_alloc(1, sizeof *a);
  a->end = prove_finite(s->j, s->program, s->file, s->switches, s->seconds);
  a->iterations = s->j->iterations;
  a->nodes = s->j->nodes;
  *size = sizeof *a;
  return (unsigned char *)a;
}

/* In a process of its own: one product of what is visible may take for ever, and BuDDy looks at no clock
 * then. */
hd_fx_end hd_fx_try_stable(hd_fx_job *j, const char *file, uint32_t switches, double seconds)
{
  hd_fx_small program = make_known(j->p, j->targets, false);
  if (!program.p) return hd_fx_fail(j, HD_CAUSE_REFUSED, "stable needs a known number of threads");
  hd_budget slice = hd_fx_slice(j, seconds);
  stable_job s = {j, &program, file, switches > 0 ? switches : 1, seconds};
  hd_child_result r;
  stable_answer a = {.end = HD_FX_ENDED};
  hd_child_run(work_stable, &s, &slice, &r);
  hd_fx_small_free(&program);
  if (r.end == HD_CHILD_DONE && r.size == sizeof a) {
    memcpy(&a, r.data, sizeof a);
    j->iterations = a.iterations;
    if (a.nodes > j->nodes) j->nodes = a.nodes;
  }
  free(r.data);
  return a.end == HD_FX_FAILED ? hd_fx_fail(j, HD_CAUSE_FAILED, "the file of the algorithm stable cannot be evaluated")
                               : a.end;
}

hd_fx_end hd_fx_try_explicit(hd_fx_job *j, uint32_t *switches, double seconds)
{
  static const double states_a_second = 400000, bytes_a_state = 300;
  hd_fx_small s = make_finite(j->p, j->targets);
  if (!s.p) return HD_FX_NOTHING;
  hd_budget b = hd_fx_slice(j, seconds);
  double states = (seconds > 0 ? seconds : 1000) * states_a_second, room = (double)b.memory / bytes_a_state;
  if (b.memory && states > room) states = room;
  hd_bp_limits limits = {.contexts = HD_NONE,
                         .rounds = HD_NONE,
                         .frames = 1,
                         .threads = MOST_THREADS,
                         .states = states < INT32_MAX ? (uint32_t)states : INT32_MAX,
                         .budget = &b};
  hd_fx_end end = HD_FX_ENDED;
  if (hd_bp_can_explore(s.p)) {
    hd_bp_found found = hd_bp_explore_threads(s.p, s.targets, &limits);
    if (found.exhausted) end = HD_FX_SAFE;
    if (found.reached) end = HD_FX_MAYBE;
    *switches = found.switches;
    hd_bp_trace_free(found.trace);
    j->states = found.states;
  }
  hd_fx_small_free(&s);
  return end;
}

hd_fx_end hd_fx_try_cover(hd_fx_job *j, double seconds)
{
  hd_budget b = hd_fx_slice(j, seconds);
  hd_bp_covered found = hd_bp_cover(j->p, j->targets, &b);
  j->states = found.nodes + found.states;
  switch (found.end) {
  case HD_BP_NOT_COVERED: return HD_FX_SAFE;
  case HD_BP_COVERED: return hd_fx_accept(j, found.trace);
  case HD_BP_COVER_ENDED: return found.reachable ? HD_FX_MAYBE : HD_FX_ENDED;
  case HD_BP_COVER_REFUSED: return HD_FX_NOTHING;
  }
  HD_UNREACHABLE();
}
