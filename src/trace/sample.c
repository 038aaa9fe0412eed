/* sample.c - random schedules and inputs until a violation or the end of the budget. */
#include "trace/sample.h"

#include "trace/unordered.h"

/* Long enough for most programs to end, short enough to try many. */
enum { MAX_STEPS = 20000 };

const hd_sample_size hd_sample_beside = {.steps = 1000000};

static bool is_violation(hd_end end)
{
  return end == HD_END_VIOLATION || end == HD_END_RACE || end == HD_END_DEADLOCK;
}

static bool may_try_more(hd_sample_size most, uint32_t runs, uint64_t steps)
{
  return (!most.runs || runs < most.runs) && (!most.steps || steps < most.steps);
}

hd_trace *hd_sample(const hd_program *p, hd_property property, hd_sample_size most, const hd_budget *budget,
                    uint32_t *runs)
{
  uint64_t steps = 0;
  for (*runs = 0; !hd_budget_spent(budget) && may_try_more(most, *runs, steps);) {
    hd_replay how;
    hd_trace *t = hd_random_run(p, property, ++*runs, MAX_STEPS, &how);
    HD_ASSERT(hd_trace_check(p, t));
    if (is_violation(how.end)) return t;
    steps += how.at + 1; /* an execution that ends at once is work, too */
    hd_trace *race = hd_trace_unordered(p, t, property);
    hd_trace_free(t);
    if (race) return race;
  }
  return NULL;
}
