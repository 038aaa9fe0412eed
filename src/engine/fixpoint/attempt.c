/* attempt.c - one function for each way, with its budget, its answer and its trace. */
#include "engine/fixpoint/attempt.h"

#include <stdarg.h>

#include "engine/fixpoint/formula.h"
#include "engine/fixpoint/schedule.h"

/* --- what all have in common
 * -------------------------------------------------------------------------------- */

hd_budget hd_fx_slice(const hd_fx_job *j, double seconds)
{
  return seconds > 0 ? hd_budget_share(j->budget, seconds) : *j->budget;
}

void hd_fx_stop(hd_fx_job *j)
{
  hd_bdd_stats stats = hd_bdd_get_stats();
  if (stats.peak > j->nodes) j->nodes = stats.peak;
  j->full = hd_bdd_exhausted() == HD_CAUSE_MEMORY ? stats.table : 0;
  hd_bdd_stop();
}

hd_fx_end hd_fx_fail(hd_fx_job *j, hd_cause_kind kind, const char *format, ...)
{
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  hd_result_unknown(j->out, kind, HD_NO_POS, "%s", text);
  return HD_FX_FAILED;
}

hd_cause hd_fx_spent(const hd_fx_job *j)
{
  if (!j->full) return hd_cause_spent(j->budget, "no answer");
  hd_cause c = {.kind = HD_CAUSE_MEMORY, .pos = HD_NO_POS};
  hd_cover(&c.covered, HD_MEASURE_BDD_NODES, j->full);
  return c;
}

hd_fx_end hd_fx_bad_file(hd_fx_job *j)
{
  static const char *const what = "the file of the algorithm has errors";
  if (!hd_diags_has_error(&j->out->messages)) hd_diags_add(&j->out->messages, HD_ERROR, (hd_place){0}, "%s", what);
  return hd_fx_fail(j, HD_CAUSE_REFUSED, "%s", what);
}

hd_fx_end hd_fx_proved(hd_fx_job *j, hd_fx_answer answer)
{
  switch (answer) {
  case HD_FX_NO: return HD_FX_SAFE;
  case HD_FX_YES: return HD_FX_MAYBE;
  case HD_FX_NONE: return HD_FX_ENDED;
  default: return hd_fx_bad_file(j);
  }
}

/* A trace counts when the interpreter has executed it. */
hd_fx_end hd_fx_accept(hd_fx_job *j, hd_bp_trace *t)
{
  if (!t)
    return hd_bdd_exhausted() ? HD_FX_ENDED
                              : hd_fx_fail(j, HD_CAUSE_FAILED, "no execution fits to what the formula found");
  hd_bp_replay_result r = hd_bp_replay(j->p, t, j->targets);
  if (r.reached) {
    j->out->bp_trace = t;
    return HD_FX_UNSAFE;
  }
  hd_bp_trace_free(t);
  return hd_fx_fail(j, HD_CAUSE_FAILED, "the counterexample cannot be executed: step %u: %s", r.at + 1, r.why);
}

/* --- smaller programs for formulas
 * -------------------------------------------------------------------------------------- */

enum { MOST_LOCATIONS = 4000 };

hd_fx_small hd_fx_small_make(const hd_bp *p, const bool *targets, bool without_calls)
{
  hd_u32s inlined = {0}, joined = {0};
  hd_fx_small s = {.p = without_calls ? hd_bp_inline(p, MOST_LOCATIONS, &inlined) : hd_bp_copy(p)};
  if (s.p) {
    bool *keep = hd_alloc(s.p->locs.len + 1, sizeof *keep);
    for (uint32_t i = 0; i < s.p->locs.len; i++) {
      uint32_t from = without_calls ? inlined.data[i] : i;
      keep[i] = from != HD_NONE && targets[from];
    }
    hd_bp_compress(s.p, keep, &joined);
    hd_bp_mark_scratch(s.p);
    s.targets = hd_alloc(s.p->locs.len + 1, sizeof *s.targets);
    for (uint32_t i = 0; i < s.p->locs.len; i++) s.targets[i] = keep[joined.data[i]];
    free(keep);
  }
  hd_vec_clear(&inlined);
  hd_vec_clear(&joined);
  return s;
}

void hd_fx_small_free(hd_fx_small *s)
{
  hd_bp_free(s->p);
  free(s->targets);
}

/* --- sequential
 * ------------------------------------------------------------------------------------------------ */

static hd_fx_end check_by_hand(hd_fx_job *j, bool in_rounds)
{
  hd_fx_scene scene = {.original = j->p, .p = j->p, .targets = j->targets, .checker = hd_fx_checker_new(j->p)};
  hd_fx_schedule s = {.actors = {0}};
  hd_fx_end end = HD_FX_ENDED;
  hd_fx_run run = {.proc = j->p->threads.data[0].proc,
                   .start = hd_fx_checker_initial(scene.checker),
                   .n_contexts = 1,
                   .targets = j->targets,
                   .in_rounds = in_rounds};
  hd_fx_outcome outcome = hd_fx_checker_run(scene.checker, &run);
  if (outcome == HD_FX_UNREACHED) end = HD_FX_SAFE;
  if (outcome == HD_FX_REACHED) {
    hd_bdd_set(&scene.shared, run.start);
    hd_vec_push(&s.actors, 0);
    hd_vec_push(&s.contexts, (hd_fx_context){0, NULL, NULL});
    hd_bp_trace *t = hd_fx_schedule_follow(&scene, &s, j->most_steps);
    end = hd_fx_accept(j, t);
  }
  j->iterations += hd_fx_checker_steps(scene.checker);
  hd_fx_schedule_clear(&s);
  hd_bdd_drop(scene.shared);
  hd_fx_checker_free(scene.checker);
  return end;
}

hd_fx_end hd_fx_try_checker(hd_fx_job *j, bool in_rounds, double seconds)
{
  hd_budget b = hd_fx_slice(j, seconds);
  hd_bdd_start(&b);
  hd_fx_end end = check_by_hand(j, in_rounds);
  hd_fx_stop(j);
  return end;
}

/* Formulas have many copies of a state's bits: room for them at once. */
static uint32_t first_nodes(const hd_bp *p)
{
  enum { FOR_EACH_BIT = 4000, MOST = 1 << 20 };
  uint32_t bits = p->globals.len, most = 0;
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (p->procs.data[i].locals.len > most) most = p->procs.data[i].locals.len;
  for (uint32_t n = p->locs.len; n > 0; n /= 2) bits++;
  bits += most;
  return bits < MOST / FOR_EACH_BIT ? bits * FOR_EACH_BIT : MOST;
}

hd_fx_end hd_fx_try_sequential(hd_fx_job *j, const char *file, bool trusted, double seconds)
{
  hd_budget b = hd_fx_slice(j, seconds);
  hd_fx_formula f;
  hd_fx_small small = hd_fx_small_make(j->p, j->targets, false);
  hd_fx_question q = {.p = small.p, .targets = small.targets, .file = file, .reorder = j->task->reorder};
  hd_bdd_start_with(&b, first_nodes(small.p));
  hd_fx_formula_open(&f, &q, &j->out->messages);
  hd_fx_answer answer = f.answer;
  j->iterations += f.iterations;
  hd_fx_formula_close(&f);
  hd_fx_stop(j);
  hd_fx_small_free(&small);
  if (answer == HD_FX_NONE) return HD_FX_ENDED;
  if (answer == HD_FX_BAD) return hd_fx_bad_file(j);
  if (answer == HD_FX_NO && trusted) return HD_FX_SAFE;
  hd_fx_end end = hd_fx_try_checker(j, false, seconds);
  if (end == HD_FX_SAFE && answer == HD_FX_YES)
    return hd_fx_fail(j, HD_CAUSE_FAILED, "%s says unsafe, and the program is safe", file);
  if (end == HD_FX_UNSAFE && answer == HD_FX_NO)
    return hd_fx_fail(j, HD_CAUSE_FAILED, "%s says safe, and the program is unsafe", file);
  return end;
}

/* --- contexts
 * ---------------------------------------------------------------------------------------------------- */

static uint32_t actor_for(hd_fx_schedule *s, uint32_t thread)
{
  for (uint32_t i = 0; i < s->actors.len; i++)
    if (s->actors.data[i] == thread) return i;
  hd_vec_push(&s->actors, thread);
  return s->actors.len - 1;
}

/* From the relation Reach of contexts.mu: who runs when, with the fewest switches. */
static void read_schedule(const hd_fx_formula *f, const bool *targets, uint32_t most, hd_arena *arena,
                          hd_fx_schedule *s)
{
  hd_bdd hits = hd_bdd_and(hd_mu_value(f->mu, "Reach"), hd_fx_at_targets(f, targets, "Reach"));
  hd_mu_bits c = hd_mu_bits_of(f->mu, "Reach", "c");
  for (uint32_t last = 0; last <= most; last++) {
    hd_bdd here = hd_bdd_and(hits, hd_fx_number_is(c, last));
    if (hd_bdd_is_false(here)) continue;
    hd_bdd tuple = hd_fx_pick_tuple(f->mu, "Reach", here);
    if (!hd_bdd_ok(tuple)) return;
    const uint8_t *in = NULL;
    for (uint32_t i = 0; i <= last; i++) {
      uint32_t thread = hd_fx_read_number(f->mu, "Reach", "T[]", i, tuple);
      const uint8_t *out = i < last ? hd_fx_read_globals(f, "Reach", "G[]", i + 1, tuple, arena) : NULL;
      hd_vec_push(&s->contexts, (hd_fx_context){actor_for(s, thread), in, out});
      in = out;
    }
    return;
  }
}

static hd_fx_end execute_schedule(hd_fx_job *j, const hd_fx_scene *scene, const hd_fx_schedule *s)
{
  if (s->contexts.len == 0)
    return hd_fx_fail(j, HD_CAUSE_FAILED, "the formula is true, and its relation has no target");
  return hd_fx_accept(j, hd_fx_schedule_follow(scene, s, j->most_steps));
}

static hd_fx_end ask_contexts(hd_fx_job *j, hd_fx_scene *scene, const char *file, uint32_t switches)
{
  hd_fx_question q = hd_fx_question_about(scene, file, "K", switches);
  hd_fx_formula f;
  hd_fx_end end = HD_FX_NOTHING;
  hd_arena arena;
  hd_fx_schedule s = {.actors = {0}};
  hd_arena_init(&arena);
  hd_fx_formula_open(&f, &q, &j->out->messages);
  j->iterations += f.iterations;
  if (f.answer == HD_FX_NONE) end = HD_FX_ENDED;
  if (f.answer == HD_FX_BAD) end = hd_fx_bad_file(j);
  if (f.answer == HD_FX_YES) {
    if (hd_mu_has(f.mu, "Reach") && hd_mu_bits_of(f.mu, "Reach", "T[0]").vars)
      read_schedule(&f, scene->formula_targets, switches, &arena, &s);
    end = s.contexts.len ? execute_schedule(j, scene, &s) : hd_bdd_exhausted() ? HD_FX_ENDED : HD_FX_MAYBE;
  }
  hd_fx_formula_close(&f);
  hd_fx_schedule_clear(&s);
  hd_arena_clear(&arena);
  return end;
}

/* Brings init to its end, and lets `ask` go on. */
static hd_fx_end with_scene(hd_fx_job *j, const hd_bp *q, const hd_fx_small *small, const char *file, uint32_t bound,
                            double seconds,
                            hd_fx_end (*ask)(hd_fx_job *j, hd_fx_scene *scene, const char *file, uint32_t bound))
{
  hd_budget b = hd_fx_slice(j, seconds);
  hd_bdd_start(&b);
  hd_fx_scene scene = {.original = j->p,
                       .p = q,
                       .targets = j->targets,
                       .checker = hd_fx_checker_new(q),
                       .formula = small->p,
                       .reorder = j->task->reorder,
                       .formula_targets = small->targets};
  hd_bp_trace *trace = NULL;
  hd_fx_end end = HD_FX_ENDED;
  switch (hd_fx_scene_begin(&scene, j->most_steps, &trace)) {
  case HD_FX_REACHED: end = hd_fx_accept(j, trace); break;
  case HD_FX_UNREACHED: end = ask(j, &scene, file, bound); break;
  case HD_FX_EXHAUSTED: break;
  }
  hd_bdd_drop(scene.shared);
  hd_fx_checker_free(scene.checker);
  hd_fx_stop(j);
  return end;
}

hd_fx_end hd_fx_try_contexts(hd_fx_job *j, const char *file, uint32_t switches, double seconds)
{
  bool complete;
  /* With k switches at most k + 1 threads run. */
  hd_bp *q = hd_bp_unfold(j->p, switches + 1, &complete);
  hd_fx_small small = hd_fx_small_make(q, j->targets, false);
  hd_fx_end end = with_scene(j, q, &small, file, switches, seconds, ask_contexts);
  hd_fx_small_free(&small);
  hd_bp_free(q);
  return end;
}

hd_fx_end hd_fx_try_rounds(hd_fx_job *j, const char *file, uint32_t rounds, double seconds)
{
  bool once;
  hd_bp *q = hd_bp_unfold(j->p, 0, &once);
  hd_fx_small small = hd_fx_small_make(q, j->targets, false);
  hd_fx_end end = with_scene(j, q, &small, file, rounds, seconds, hd_fx_ask_rounds);
  hd_fx_small_free(&small);
  hd_bp_free(q);
  return end;
}

/* --- a proof for each thread alone
 * -------------------------------------------------------------------------------- */

static hd_fx_end ask_modular(hd_fx_job *j, hd_fx_scene *scene, const char *file, uint32_t many)
{
  hd_fx_question q = hd_fx_question_about(scene, file, "MANY", many);
  hd_fx_formula f;
  hd_fx_formula_open(&f, &q, &j->out->messages);
  hd_fx_answer answer = f.answer;
  j->iterations += f.iterations;
  hd_fx_formula_close(&f);
  return hd_fx_proved(j, answer);
}

hd_fx_end hd_fx_try_modular(hd_fx_job *j, const char *file, double seconds)
{
  bool complete, once;
  hd_bp *fixed = hd_bp_unfold(j->p, 1, &complete), *templates = hd_bp_unfold(j->p, 0, &once);
  /* As many threads as there are, or templates of which any number may run. */
  const hd_bp *q = complete ? fixed : templates;
  hd_fx_small small = hd_fx_small_make(q, j->targets, false);
  hd_fx_end end = with_scene(j, q, &small, file, complete ? 0 : 1, seconds, ask_modular);
  hd_fx_small_free(&small);
  hd_bp_free(fixed);
  hd_bp_free(templates);
  return end;
}
