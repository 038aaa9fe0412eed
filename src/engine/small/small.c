/* small.c - the engine's row: the sequence of scopes, and what is said to be covered. */
#include "engine/small/small.h"

#include "engine/small/scope.h"

/* Beside others, in steps: a glance, then about a second of work; and when all that is left of the time is to be used,
 * any number. */
static const uint64_t most_in_look = 1000000, most_in_glance = 100000;
static const double glance = 1, look = 5;

static uint64_t most_steps(const hd_task *t, const hd_budget *b)
{
  double left = hd_budget_left(b, look + 1);
  if (t->alone || left > look) return 0;
  return left > glance ? most_in_look : most_in_glance;
}

/* The first scopes; each after the last has a thread, an iteration, a departure more, and twice the steps. */
static const hd_small_scope scopes[] = {
    {2, 1, 0, 20000}, {2, 1, 1, 1000}, {2, 2, 1, 2000}, {2, 2, 2, 2000}, {3, 2, 3, 4000}, {3, 3, 4, 8000}};
enum { MOST_ITERATIONS = 100, MOST_DOUBLINGS = 16 };

static hd_small_scope scope_number(uint32_t i)
{
  uint32_t n = HD_COUNT(scopes), more = i < n ? 0 : i - n + 1;
  hd_small_scope s = scopes[i < n ? i : n - 1];
  s.threads += more;
  s.iterations = s.iterations + more < MOST_ITERATIONS ? s.iterations + more : MOST_ITERATIONS;
  s.departures += more;
  s.steps <<= more < MOST_DOUBLINGS ? more : MOST_DOUBLINGS;
  return s;
}

static bool small_accepts(const hd_program *p, const hd_task *t, const char **why_not)
{
  bool bounded = t->contexts != HD_NONE || t->depth != HD_NONE || t->unwind != HD_NONE;
  bool alone = p->threads.len < 2;
  if (bounded) *why_not = "small has bounds of its own";
  if (alone) *why_not = "small is for programs with several threads";
  if (p->raw) *why_not = "the program's memory is not resolved";
  return !bounded && !alone && !p->raw;
}

static void small_cover(hd_covered *c, hd_small_scope s)
{
  hd_cover(c, HD_MEASURE_SCOPE_THREADS, s.threads);
  hd_cover(c, HD_MEASURE_SCOPE_ITERATIONS, s.iterations);
  hd_cover(c, HD_MEASURE_SCOPE_DEPARTURES, s.departures);
  hd_cover(c, HD_MEASURE_SCOPE_STEPS, s.steps);
}

/* Has an execution come to a bound of the model that can be raised? Nothing is gained by more of the same. */
static bool should_raise(const hd_program *p, const hd_task *t, hd_loc beyond)
{
  return beyond.id != HD_NONE && hd_loc_get(p, beyond)->kind == HD_LOC_BOUND &&
         t->may_raise[hd_loc_get(p, beyond)->limit];
}

/* One scope after the other, as long as the next one has more to try. */
static hd_small_outcome search_scopes(const hd_small_input *in, const hd_task *t, hd_small_work *work,
                                      hd_covered *covered)
{
  for (uint32_t i = 0;; i++) {
    hd_small_scope scope = scope_number(i);
    hd_small_outcome o = hd_small_search(in, scope, work);
    if (o.complete && o.beyond.id == HD_NONE) small_cover(covered, scope);
    if (o.trace || !o.complete || !o.limited || should_raise(in->p, t, o.beyond)) return o;
  }
}

static void small_conclude(const hd_program *p, const hd_small_work *work, hd_small_outcome o, hd_covered covered,
                           hd_result *out)
{
  out->trace = o.trace;
  out->verdict = o.trace ? HD_UNSAFE : HD_UNKNOWN;
  if (o.trace) return;
  hd_cause cause = hd_cause_spent(work->budget, "nothing was found in small scope, which proves nothing");
  bool asked_again = work->most && !o.complete;
  if (asked_again && cause.kind == HD_CAUSE_REFUSED) cause = (hd_cause){.kind = HD_CAUSE_TIME, .pos = HD_NO_POS};
  if (o.beyond.id != HD_NONE) cause = hd_cause_beyond(p, o.beyond);
  cause.covered = covered;
  hd_result_give_up(out, cause);
}

static void small_run(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_program *own = hd_program_clone(p);
  hd_program_index(own);
  hd_facts *facts = hd_facts_of(t->facts, p);
  hd_small_input in = {own, t->property, hd_facts_cuts(facts, t->reduction, t->property), hd_facts_sharing(facts),
                       hd_facts_loops(facts), NULL};
  hd_small_work work = {.most = most_steps(t, b), .budget = b};
  hd_small_starts *starts = hd_small_starts_new(&in, &work);
  in.starts = starts;
  hd_covered covered = {0};
  hd_small_outcome outcome = search_scopes(&in, t, &work, &covered);
  small_conclude(own, &work, outcome, covered, out);
  hd_result_stat(out, "steps", (double)work.steps);
  hd_small_starts_free(starts);
  hd_facts_free(facts);
  hd_program_free(own);
}

const hd_engine hd_engine_small = {
    .name = "small",
    .summary = "few threads, iterations and context switches: finds violations, proves nothing",
    .accepts_text = "programs with several threads, if no bound is set; all properties",
    .finds = HD_BY_ALL,
    .glances = true,
    .accepts = small_accepts,
    .run = small_run,
};
