#include "trace/sample.h"

/* Long enough for most programs to end, short enough to try many. */
enum { MAX_STEPS = 20000 };

static bool is_violation(hd_end end)
{
  return end == HD_END_VIOLATION || end == HD_END_RACE || end == HD_END_DEADLOCK;
}

hd_trace *hd_sample(const hd_program *p, hd_property property, uint32_t most, const hd_budget *budget, uint32_t *runs)
{
  for (*runs = 0; !hd_budget_spent(budget) && (!most || *runs < most);) {
    hd_replay how;
    hd_trace *t = hd_random_run(p, property, ++*runs, MAX_STEPS, &how);
    HD_ASSERT(hd_trace_check(p, t));
    if (is_violation(how.end)) return t;
    hd_trace_free(t);
  }
  return NULL;
}
