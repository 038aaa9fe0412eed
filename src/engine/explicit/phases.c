/* phases.c - how the engine spends its budget.
 *
 * First it visits states for a moment, which decides most small programs. When that does not end,
 * or ends at an input with too many values, it visits the states of what the checks depend on (cone.h): if
 * nothing is wrong there, nothing is wrong. Asked for by name, it then looks for a violation by chance; beside other
 * engines `sample` does that. Then, with all that is left, it visits states to the end. */
#include "analysis/cone.h"
#include "engine/explicit/explicit.h"
#include "engine/explicit/visit.h"
#include "trace/sample.h"

/* Seconds for the first look, and for the cone at most: when the time is not limited. */
static const double first_look = 2.0, cone_look = 10.0;

static const hd_sample_size chance = {.steps = 1000000};

static bool accepts(const hd_program *p, const hd_task *t, const char **why_not)
{
  (void)t;
  if (p->raw) *why_not = "the program's memory is not resolved";
  return !p->raw;
}

static void visit(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_result_clear(out);
  hd_result_init(out);
  hd_explicit_visit(p, t, b, out);
}

/* Is what the checks depend on safe? Only then *out is replaced. */
static void try_cone(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  if (!hd_violated_by(t->property, HD_BY_CHECK)) return;
  hd_program *copy = hd_program_clone(p), *cone;
  hd_program_index(copy);
  cone = hd_cone_new(copy);
  hd_program_free(copy);
  if (!cone) return;
  hd_budget brief = hd_budget_part(b, 0.2, cone_look);
  hd_result r;
  hd_result_init(&r);
  hd_explicit_visit(cone, t, &brief, &r);
  hd_program_free(cone);
  bool safe = r.verdict == HD_SAFE;
  if (safe) {
    hd_certificate_set_searched(r.certificate, "%s, of what the checks depend on", r.certificate->searched);
    hd_result_clear(out);
    *out = r;
  } else {
    hd_result_clear(&r);
  }
}

static void try_chance(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  uint32_t runs = 0;
  hd_trace *trace = hd_sample(p, t->property, chance, b, &runs);
  hd_result_stat(out, "samples", runs);
  if (!trace) return;
  out->verdict = HD_UNSAFE;
  out->trace = trace;
}

/* A search that was complete up to a bound will be surprised neither by the cone nor by chance. */
static bool others_may_help(const hd_task *t, const hd_result *r, bool in_time)
{
  if (r->verdict != HD_UNKNOWN || r->searched || t->contexts != HD_NONE || t->depth != HD_NONE) return false;
  return !in_time || !r->cause.at_bound;
}

/* The first look ended by its own time, but what ends the engine is something else: that is to be said. */
static void say_spent(hd_cause_kind spent, bool in_time, hd_result *out)
{
  if (out->verdict == HD_UNKNOWN && !in_time) out->cause.kind = spent;
}

static void run(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_budget brief = hd_budget_share(b, first_look * b->jobs);
  visit(p, t, &brief, out);
  bool in_time = !hd_budget_is_over(&brief);
  hd_cause_kind spent = hd_budget_cause(b);
  if (spent) {
    say_spent(spent, in_time, out);
    return;
  }
  bool undecided = others_may_help(t, out, in_time);
  if (undecided) try_cone(p, t, b, out);
  if (undecided && t->alone && out->verdict == HD_UNKNOWN) try_chance(p, t, b, out);
  if (out->verdict != HD_UNKNOWN || in_time || (out->cause.at_bound && t->may_raise[out->cause.limit])) return;
  visit(p, t, b, out);
}

const hd_engine hd_engine_explicit = {
    .name = "explicit",
    .summary = "visits every reachable state, one by one",
    .accepts_text = "programs whose inputs are few values; all properties",
    .finds = HD_BY_ALL,
    .accepts = accepts,
    .run = run,
};
