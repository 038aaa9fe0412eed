/* phases.c - how the engine spends its budget.
 *
 * First it visits states for a moment, which decides most small programs. When that does not end,
 * or ends at an input with too many values, it looks for a violation by chance. Then, with all
 * that is left, it visits states to the end. */
#include "engine/explicit/explicit.h"
#include "engine/explicit/sample.h"
#include "engine/explicit/visit.h"

/* Seconds for the first look, and for chance at most: the second when the time is not limited. */
static const double first_look = 2.0, chance = 3.0;

static bool accepts(const hd_program *p, const hd_task *t, const char **why_not)
{
  *why_not = NULL;
  if (t->property == HD_PROP_TERMINATION) *why_not = "it does not decide termination";
  if (p->raw) *why_not = "the program's memory is not resolved";
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (p->edges.data[e].kind == HD_EDGE_PRIM) *why_not = "it does not know cooperative schedulers";
  return *why_not == NULL;
}

/* The same budget, but for so many seconds at most. */
static hd_budget for_seconds(const hd_budget *b, double seconds)
{
  hd_budget brief = *b;
  double until = hd_now() + seconds;
  if (b->deadline == 0 || b->deadline > until) brief.deadline = until;
  return brief;
}

static void visit(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_result_clear(out);
  hd_result_init(out);
  hd_explicit_visit(p, t, b, out);
}

static void try_chance(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  double seconds = b->deadline > 0 ? (b->deadline - hd_now()) / 5 : chance;
  hd_budget brief = for_seconds(b, seconds < chance ? seconds : chance);
  uint32_t runs = 0;
  hd_trace *trace = hd_sample(p, t->property, &brief, &runs);
  hd_result_stat(out, "random.runs", runs);
  if (!trace) return;
  out->verdict = HD_UNSAFE;
  out->trace = trace;
}

/* A search that was complete up to a bound will not be surprised by chance. */
static bool chance_may_help(const hd_task *t, const hd_result *r, bool in_time)
{
  if (r->verdict != HD_UNKNOWN || t->contexts != HD_NONE || t->depth != HD_NONE) return false;
  return !in_time || !r->at_bound;
}

/* The first look ended by its own time, but what ends the engine is something else: that is to be said. */
static void say_spent(const hd_budget *b, const char *why, bool in_time, hd_result *out)
{
  bool by_time = b->deadline > 0 && hd_now() >= b->deadline;
  if (out->verdict != HD_UNKNOWN || in_time || by_time) return;
  hd_result_unknown(out, out->pos, "%s, after a first look of %.0f s", why, first_look);
}

static void run(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_budget brief = for_seconds(b, first_look);
  visit(p, t, &brief, out);
  bool in_time = hd_now() < brief.deadline;
  const char *spent = hd_budget_reason(b);
  if (spent) {
    say_spent(b, spent, in_time, out);
    return;
  }
  if (chance_may_help(t, out, in_time)) try_chance(p, t, b, out);
  if (out->verdict != HD_UNKNOWN || in_time || (out->at_bound && t->may_raise[out->limit])) return;
  visit(p, t, b, out);
}

const hd_engine hd_engine_explicit = {
    .name = "explicit",
    .summary = "visits every reachable state, one by one",
    .accepts_text = "programs whose inputs are few values; all properties but termination",
    .accepts = accepts,
    .run = run,
};
