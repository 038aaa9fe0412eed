/* phases.c - how the engine spends its budget.
 *
 * First it visits states up to some number of transitions, which decides most small programs. When that does not
 * end, the search pauses; then, and after an input with too many values, it visits the states of what the checks
 * depend on (cone.h): if nothing is wrong there, nothing is wrong. Asked for by name, it then looks for a violation by
 * chance; beside other engines `sample` does that. After the pause the search goes on from where it was, to the end. */
#include "analysis/cone.h"
#include "engine/explicit/explicit.h"
#include "engine/explicit/visit.h"
#include "trace/sample.h"

/* Transitions of the first look, and of the cone: counted, so that the same program gets the same answer on any
 * machine. A million take about a second. */
enum { FIRST_LOOK = 1000000, CONE_LOOK = 5 * FIRST_LOOK };

static const hd_sample_size chance = {.steps = 1000000};

static bool accepts_explicit(const hd_program *p, const hd_task *t, const char **why_not)
{
  (void)t;
  if (p->raw) *why_not = "the program's memory is not resolved";
  return !p->raw;
}

static bool never_ends(void *context, hd_result *out)
{
  (void)context, (void)out;
  return false;
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
  hd_budget brief = hd_budget_part(b, 0.2, 0);
  hd_visit_pause pause = {CONE_LOOK, never_ends, NULL};
  hd_result r;
  hd_result_init(&r);
  hd_explicit_visit(cone, t, &brief, &pause, &r);
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

typedef struct {
  const hd_program *p;
  const hd_task *t;
  const hd_budget *b;
  bool paused;
} look;

/* A search that was complete up to a bound will be surprised neither by the cone nor by chance. */
static bool others_may_help(const look *l, const hd_result *r)
{
  const hd_task *t = l->t;
  if (r->verdict != HD_UNKNOWN || r->searched || t->contexts != HD_NONE || t->depth != HD_NONE) return false;
  return l->paused || !r->cause.at_bound;
}

static void ask_others(const look *l, hd_result *out)
{
  if (!others_may_help(l, out)) return;
  try_cone(l->p, l->t, l->b, out);
  if (l->t->alone && out->verdict == HD_UNKNOWN) try_chance(l->p, l->t, l->b, out);
}

static bool goes_on_after(void *context, hd_result *out)
{
  look *l = context;
  l->paused = true;
  ask_others(l, out);
  return out->verdict == HD_UNKNOWN && !(out->cause.at_bound && l->t->may_raise[out->cause.limit]);
}

static void run_explicit(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  look l = {p, t, b, false};
  hd_visit_pause pause = {FIRST_LOOK, goes_on_after, &l};
  hd_explicit_visit(p, t, b, &pause, out);
  if (!l.paused && !hd_budget_spent(b)) ask_others(&l, out);
}

const hd_engine hd_engine_explicit = {
    .name = "explicit",
    .summary = "visits every reachable state",
    .accepts_text = "programs in which every input has a small range; all properties",
    .finds = HD_BY_ALL,
    .accepts = accepts_explicit,
    .run = run_explicit,
};
