/* verify.c - `heddle verify`: rounds of engines under growing bounds, and what is done with their answer. */
#include "api/recheck.h"
#include "api/result.h"

#include "analysis/cooperative.h"
#include "analysis/race_pairs.h"
#include "api/abstract.h"
#include "api/answers.h"
#include "api/any_size.h"
#include "api/boolean.h"
#include "api/native.h"
#include "api/options.h"
#include "api/vacuity.h"
#include "base/board.h"
#include "engine/auto/auto.h"
#include "evidence/replay.h"
#include "trace/minimize.h"
#include "trace/turns.h"

/* How far the bounds of lowering grow by themselves. */
static const uint32_t last_limits[HD_LIMIT_COUNT] = {
    [HD_LIMIT_THREADS] = 64, [HD_LIMIT_HEAP] = 1024, [HD_LIMIT_RECURSION] = 64, [HD_LIMIT_INLINING] = HD_MOST_STEPS,
    [HD_LIMIT_INPUTS] = 16,
};

/* May this bound be raised? What the user set stays. */
static bool may_raise(hd_limit limit, const heddle_options *o, const hd_c_options *c)
{
  bool is_set = (limit == HD_LIMIT_THREADS && o->threads) || (limit == HD_LIMIT_RECURSION && o->unwind != UINT32_MAX);
  return !is_set && c->limits[limit] < last_limits[limit];
}

static bool raise_limit(const hd_result *r, const hd_task *t, hd_c_options *c)
{
  if (r->verdict != HD_UNKNOWN || !r->cause.at_bound || !t->may_raise[r->cause.limit]) return false;
  c->limits[r->cause.limit] *= 2;
  return true;
}

/* An `unsafe` stands only when the interpreter has executed its trace into the violation; here it
 * is made short. */
static void shorten(heddle_result *r, const hd_budget *b)
{
  hd_result *inner = &r->inner;
  if (inner->verdict != HD_UNSAFE) return;
  hd_budget brief = hd_budget_share(b, 10);
  hd_trace *shorter = hd_trace_minimize(r->program, inner->trace, r->property, &brief);
  if (hd_evidence_confirm(r->program, shorter, r->property)) {
    hd_trace_free(inner->trace);
    inner->trace = shorter;
  } else {
    hd_trace_free(shorter);
  }
}

/* One round with the given bounds; false when the program cannot be built. */
static bool run_round(heddle_input *in, const hd_engine *only, const hd_task *t, const hd_c_options *c,
                      const hd_recheck *how, const hd_budget *b, heddle_result *r)
{
  hd_confirm confirm = {hd_recheck_answer, (void *)how};
  if (r->program) hd_program_free(r->program);
  hd_result_clear(&r->inner);
  hd_result_init(&r->inner);
  double began = hd_processor_now();
  r->program = hd_input_program(in, c, b);
  in->lowering += hd_processor_now() - began;
  if (!r->program) return false;
  hd_auto_run(only, r->program, t, &confirm, b, &r->inner, &r->engine, &r->defect);
  return true;
}

/* Rounds with growing bounds; false when the program cannot be built. */
static bool run_rounds(heddle_input *in, const heddle_options *o, const hd_engine *only, hd_task *t, hd_c_options *c,
                       const hd_recheck *how, const hd_budget *b, heddle_result *r)
{
  r->in_order = c->in_order;
  memcpy(r->limits, c->limits, sizeof r->limits);
  if (hd_room_may_help(in, b) && hd_room_prove(in, only, t, c, how, b, r)) return true;
  if (in->status != HD_OK) return false;
  do {
    memcpy(r->limits, c->limits, sizeof r->limits);
    for (hd_limit k = 0; k < HD_LIMIT_COUNT; k++) t->may_raise[k] = may_raise(k, o, c);
    if (!run_round(in, only, t, c, how, b, r)) return false;
  } while (raise_limit(&r->inner, t, c) && !hd_budget_spent(b));
  return true;
}

/* FairThreads has one order of turns that stays the same, any. Turns in any order are more than it can do: what is
 * safe then is safe, but a violation may need orders that change. So the search begins with no thread in order. A
 * violation that fits no order goes round in a circle, and the search begins again with those threads in order
 * (frontend/c/cooperate.c says why that leaves all executions of the ring), in the end with all of them. */
static const char *const ring_scheduler = "fairthreads";

static bool is_turns(const heddle_options *o, const char *word)
{
  return o->turns && strcmp(o->turns, word) == 0;
}

/* A sequential program has no turns to look at afterwards. */
static uint64_t first_in_order(const heddle_options *o)
{
  return o->sequentialize && !is_turns(o, "any") ? HD_ALL_IN_ORDER : 0;
}

static bool may_need_other_orders(const heddle_result *r, const heddle_options *o)
{
  return !is_turns(o, "any") && r->in_order != HD_ALL_IN_ORDER && r->inner.verdict == HD_UNSAFE &&
         hd_is_cooperative_program(r->program) && hd_program_find_thread(r->program, ring_scheduler).id != HD_NONE;
}

/* Does the violation fit one order that stays the same? Then it is one of the program with that order. */
static bool fits_fixed_order(heddle_input *in, const hd_c_options *c, const hd_budget *b, heddle_result *r)
{
  hd_c_options all = *c;
  all.in_order = HD_ALL_IN_ORDER;
  hd_program *fixed = hd_input_program(in, &all, b);
  if (!fixed) return false;
  hd_trace *fitting = hd_turns_fit(r->program, r->inner.trace, fixed, ring_scheduler, r->property);
  if (fitting) {
    hd_trace_free(r->inner.trace);
    r->inner.trace = fitting;
    hd_program_free(r->program);
    r->program = fixed;
    r->in_order = HD_ALL_IN_ORDER;
    hd_result_stat(&r->inner, "turns.fitted", 1);
  } else {
    hd_program_free(fixed);
  }
  return fitting;
}

/* The threads in order, and those of a circle in the violation that are not. */
static uint64_t more_in_order(const heddle_result *r)
{
  hd_thread scheduler = hd_program_find_thread(r->program, ring_scheduler);
  uint64_t circle = hd_turns_circle(r->program, r->inner.trace, scheduler, r->in_order);
  return circle ? r->in_order | circle : HD_ALL_IN_ORDER;
}

static bool refine_order(heddle_input *in, const heddle_options *o, const hd_engine *only, hd_task *t, hd_c_options *c,
                         const hd_recheck *how, const hd_budget *b, heddle_result *r)
{
  while (may_need_other_orders(r, o)) {
    if (fits_fixed_order(in, c, b, r)) return true;
    if (in->status != HD_OK) return false;
    c->in_order = more_in_order(r);
    if (!run_rounds(in, o, only, t, c, how, b, r)) return false;
  }
  if (!c->in_order || !r->program) return true;
  hd_thread scheduler = hd_program_find_thread(r->program, ring_scheduler);
  if (scheduler.id == HD_NONE) return true;
  hd_result_stat(&r->inner, "turns.in_order", hd_turns_in_order(r->program, scheduler, c->in_order));
  if (r->inner.verdict == HD_UNKNOWN)
    hd_diags_add(&in->diags, HD_WARNING, (hd_place){0}, "there is a violation when turns are taken in any order")
        ->hint = "`--turns any` shows it";
  return true;
}

/* No answer after all. */
static void withdraw(heddle_result *r, hd_cause why)
{
  hd_result_give_up(&r->inner, why);
  hd_certificate_free(r->inner.certificate);
  r->inner.certificate = NULL;
}

/* An interleaving orders what memory_order_relaxed does not. Without a race in any of them there is none if none
 * appears where loads that cannot be relied on give any value; otherwise it is not known. */
static bool doubt_relaxed(heddle_input *in, const heddle_options *o, const hd_engine *only, hd_task *t,
                          const hd_c_options *c, const hd_recheck *how, const hd_budget *b, heddle_result *r)
{
  if (!hd_violated_by(in->property, HD_BY_RACE) || r->inner.verdict != HD_SAFE || !in->unit) return true;
  if (!hd_c_unit_is_relaxed(in->unit)) return true;
  hd_c_options doubting = *c;
  doubting.doubts = true;
  heddle_result *again = hd_result_new(in);
  bool ok = run_rounds(in, o, only, t, &doubting, how, b, again);
  if (ok && again->inner.verdict != HD_SAFE) {
    static const char *const why =
        "no data race under sequential consistency, but memory_order_relaxed does not order accesses";
    withdraw(r, (hd_cause){.kind = HD_CAUSE_ASSUMPTION, .what = why, .pos = HD_NO_POS});
  }
  heddle_result_free(again);
  return ok;
}

/* --- violations beyond the first ------------------------------------------------------------------------ */

/* The place of a race that fewer other pairs have: it is the one to leave out. */
static void turn_to_rarer_place(hd_program *p, hd_check_info *race)
{
  hd_checks *checks = hd_checks_of(p, hd_check_table[race->kind].property);
  uint32_t first = 0, second = 0;
  for (uint32_t i = 0; i < checks->list.len; i++) {
    first += hd_check_is_at(&checks->list.data[i], race->pos);
    second += hd_check_is_at(&checks->list.data[i], race->other);
  }
  hd_checks_free(checks);
  if (second >= first) return;
  hd_pos pos = race->pos;
  race->pos = race->other;
  race->other = pos;
}

/* The same program without the check that the last one violated. NULL: there is nothing left to look for. */
static heddle_result *without_violated(heddle_input *in, const heddle_result *last)
{
  hd_check_info violated;
  if (last->inner.verdict != HD_UNSAFE || !hd_answers_violated(last, &violated)) return NULL;
  if (violated.kind == HD_CHECK_DEADLOCK) return NULL; /* there is one such check */
  heddle_result *next = hd_result_new(in);
  memcpy(next->limits, last->limits, sizeof next->limits);
  next->in_order = last->in_order;
  next->program = hd_program_clone(last->program);
  if (violated.kind == HD_CHECK_RACE) turn_to_rarer_place(next->program, &violated);
  hd_check_drop(next->program, &violated);
  hd_program_index(next->program);
  return next;
}

/* Bounds stay as they are: a larger one would be another program. */
static void find_rests(heddle_result *r)
{
  if (r->inner.verdict != HD_UNSAFE || !r->inner.trace) return;
  hd_rests_find(r->program, r->inner.trace, r->property, r->assumptions, &r->arena, &r->rests);
}

static void find_more(heddle_input *in, const hd_engine *only, const hd_task *t, const hd_recheck *how,
                      const hd_budget *b, heddle_result *r)
{
  hd_task task = *t;
  hd_confirm confirm = {hd_recheck_answer, (void *)how};
  heddle_result *next;
  memset(task.may_raise, 0, sizeof task.may_raise);
  for (const heddle_result *last = r; !hd_budget_spent(b) && (next = without_violated(in, last)); last = next) {
    hd_vec_push(&r->more, next);
    hd_auto_run(only, next->program, &task, &confirm, b, &next->inner, &next->engine, &next->defect);
    shorten(next, b);
    find_rests(next);
    hd_result_explain(next);
  }
}

/* What was not checked is no answer when the user asks for checked ones only. A violation rests only on what functions
 * without a body do on its way: the other assumptions leave out executions, and do not add any. */
static void be_strict(heddle_result *r)
{
  bool unsure = r->inner.verdict == HD_SAFE ? r->assumptions->list.len > 0 : r->rests.len > 0;
  if (!unsure || r->inner.verdict == HD_UNKNOWN) return;
  const char *what =
      hd_arena_printf(&r->arena, "the answer assumes: %s", hd_assumptions_summary(r->assumptions, &r->arena));
  withdraw(r, (hd_cause){.kind = HD_CAUSE_ASSUMPTION, .what = what, .pos = HD_NO_POS});
}

/* The user wants to see it fail. What the compiled program said is the reason when it did not. */
static void confirm_natively(heddle_input *in, const hd_budget *b, heddle_result *r)
{
  hd_native_words words;
  if (r->inner.verdict != HD_UNSAFE) return;
  hd_native_outcome outcome = hd_native_run(in, r->program, r->inner.trace, NULL, b, &words);
  if (outcome == HD_NATIVE_CONFIRMED) return;
  const char *what = outcome == HD_NATIVE_NOT_RUN
                         ? "the violation was not confirmed: the program could not be built"
                         : hd_arena_printf(&r->arena, "the compiled program does not fail: %.*s",
                                           (int)strcspn(words.says, "\n"), words.says);
  withdraw(r, (hd_cause){.kind = HD_CAUSE_REFUSED, .what = what, .pos = HD_NO_POS});
}

static const hd_engine *choose_engine(heddle_input *in, const char *name)
{
  if (!name || strcmp(name, "auto") == 0) return NULL;
  const hd_engine *engine = hd_engine_find(name);
  if (engine && engine->takes == HD_KIND_PROGRAM) return engine;
  hd_diag *d = hd_diags_add(&in->diags, HD_ERROR, (hd_place){0},
                            engine ? "engine %s does not accept C programs" : "unknown engine `%s`", name);
  d->hint = engine ? "it accepts Boolean programs (.bp) only" : "`heddle engines` lists them";
  in->status = HD_BAD_USAGE;
  return NULL;
}

/* Without a result when the input is not ok any more. */
static void verify_program(heddle_input *in, const heddle_options *o, const hd_engine *only, const hd_budget *budget,
                           heddle_result *r)
{
  hd_task task;
  hd_c_options c = hd_input_options(o);
  c.in_order = first_in_order(o);
  if (!hd_options_task(in, o, &task)) return;
  hd_recheck how = hd_recheck_of(o, in->property);
  if (!run_rounds(in, o, only, &task, &c, &how, budget, r)) return;
  if (!refine_order(in, o, only, &task, &c, &how, budget, r)) return;
  if (!doubt_relaxed(in, o, only, &task, &c, &how, budget, r)) return;
  shorten(r, budget);
  find_rests(r);
  if (o->confirm) confirm_natively(in, budget, r);
  if (o->all) find_more(in, only, &task, &how, budget, r);
  r->proof = hd_recheck_text(&how, &r->inner, &r->arena);
  if (o->strict) be_strict(r);
  hd_find_stops(in, &task, &how, budget, r);
}

static void find_allowed(heddle_input *in, heddle_result *r)
{
  hd_json_result violation = {.program = r->program, .trace = r->inner.trace, .property = r->property};
  if (r->inner.verdict == HD_UNSAFE) r->allowed = hd_allowed_why(&in->allowed, &violation);
  for (uint32_t i = 0; i < r->more.len; i++) find_allowed(in, r->more.data[i]);
}

heddle_result *heddle_verify(heddle_input *in, const heddle_options *given)
{
  heddle_options options = *given;
  const heddle_options *o = &options;
  heddle_result *r = hd_result_new(in);
  hd_board_ask(hd_property_name(in->property));
  options.all |= hd_allowed_any(&in->allowed); /* something new may lie behind what is known */
  r->witness_format = o->witness_format;
  double start = hd_now();
  bool boolean = in->bp || o->predicates;
  const hd_engine *only = boolean ? NULL : choose_engine(in, o->engine);
  hd_budget budget = hd_input_budget(in, o);
  if (in->status == HD_OK && boolean)
    (in->bp ? hd_boolean_verify : hd_abstract_verify)(in, o, &budget, r);
  else if (in->status == HD_OK)
    verify_program(in, o, only, &budget, r);
  if (in->status == HD_EXHAUSTED)
    withdraw(r, in->exhausted);
  else if (in->status != HD_OK)
    return r;
  hd_result_explain(r);
  if (!boolean && r->program) hd_answer_checks(in, r);
  if (!boolean && hd_allowed_any(&in->allowed)) find_allowed(in, r);
  if (!boolean) hd_result_stat(&r->inner, "time.lower", in->lowering);
  hd_result_stat(&r->inner, "time.total", hd_now() - start);
  return r;
}
