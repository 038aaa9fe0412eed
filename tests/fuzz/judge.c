#include "judge.h"

#include "analysis/race_pairs.h"

enum { MOST_STATES = 20000 };

static hd_verdict search(const hd_program *p, hd_property property, const char *name, double seconds)
{
  const hd_engine *engine = hd_engine_find(name);
  hd_task task = hd_task_unbounded(property);
  hd_budget budget = {.deadline = hd_now() + seconds, .jobs = 1};
  const char *why_not;
  hd_result r;
  hd_result_init(&r);
  if (hd_engine_accepts(engine, p, &task, &why_not)) engine->run(p, &task, &budget, &r);
  hd_verdict verdict = r.verdict;
  hd_result_clear(&r);
  return verdict;
}

void judge_init(judge *j, const hd_program *p, hd_property property)
{
  *j = (judge){.p = p, .property = property};
  j->brute = hd_explore_all(p, property, &(hd_explore_options){.max_states = MOST_STATES});
  j->searched = search(p, property, "explicit", 1);
}

void judge_init_by(judge *j, const hd_program *p, hd_property property, const char *engine, double seconds)
{
  *j = (judge){.p = p, .property = property};
  j->brute.verdict = HD_EXPLORED_INCOMPLETE;
  j->brute.cause = HD_CAUSE_BOUND; /* not tried yet */
  j->searched = search(p, property, engine, seconds);
}

void judge_clear(judge *j)
{
  hd_trace_free(j->brute.trace);
}

static bool ends_as_asked(hd_end end, hd_property property)
{
  return end == hd_violating_end(property);
}

/* Does brute force violate a check that was closed? It looks at the program without the others. */
static bool violates_closed(const judge *j, const hd_result *r)
{
  hd_program *own = hd_program_clone(j->p);
  hd_checks *checks = hd_checks_of(own, j->property);
  bool *closed = hd_alloc((size_t)checks->list.len + 1, sizeof *closed);
  for (uint32_t i = 0; i < r->closed.len; i++) closed[r->closed.data[i].check.id] = true;
  hd_program *part = hd_program_asking(own, checks, closed);
  hd_exploration x = hd_explore_all(part, j->property, &(hd_explore_options){.max_states = MOST_STATES});
  bool violated = x.verdict == HD_EXPLORED_UNSAFE;
  hd_trace_free(x.trace);
  hd_program_free(part);
  free(closed);
  hd_checks_free(checks);
  hd_program_free(own);
  return violated;
}

const char *judge_mistake(const judge *j, const hd_result *r)
{
  const hd_exploration *brute = &j->brute;
  bool unsupported = brute->verdict == HD_EXPLORED_INCOMPLETE && brute->cause == HD_CAUSE_UNSUPPORTED;
  if (r->verdict == HD_UNKNOWN && r->cause.kind == HD_CAUSE_FAILED) return "a model that is no execution";
  if (r->verdict == HD_UNKNOWN && r->closed.len && violates_closed(j, r)) return "a check is closed that is violated";
  if (r->verdict == HD_SAFE && brute->verdict == HD_EXPLORED_UNSAFE) return "safe, which it is not";
  if (r->verdict == HD_SAFE && j->searched == HD_UNSAFE) return "safe, and the other engine says unsafe";
  if (r->verdict == HD_SAFE && unsupported) return "safe, though something is not supported";
  if (r->verdict != HD_UNSAFE) return NULL;
  if (brute->verdict == HD_EXPLORED_SAFE) return "unsafe, which it is not";
  if (j->searched == HD_SAFE) return "unsafe, and the other engine says safe";
  return ends_as_asked(hd_trace_replay(j->p, r->trace, j->property).end, j->property) ? NULL : "a trace that is none";
}

void judge_count(tally *t, const hd_result *r, const char *wrong)
{
  t->safe += r->verdict == HD_SAFE;
  t->unsafe += r->verdict == HD_UNSAFE;
  t->unknown += r->verdict == HD_UNKNOWN;
  t->closed += r->verdict == HD_UNKNOWN && r->closed.len;
  t->wrong += wrong != NULL;
}
