/* expand.c - random programs and their expanded forms: the same verdict, the same number of states,
 * and traces that lead back. Usage: fuzz_expand FIRST COUNT */
#include <stdio.h>

#include "generate.h"
#include "program/expand.h"
#include "program/validate.h"
#include "trace/expanded.h"
#include "trace/systematic.h"

static const hd_explore_options options = {.max_states = 20000};

static bool trace_leads_back(const hd_program *p, const hd_expanded *x, const hd_trace *t)
{
  hd_trace *own = hd_trace_contract(x, t);
  bool violates = hd_trace_replay(p, own, HD_PROP_UNREACH_CALL).end == HD_END_VIOLATION;
  hd_trace_free(own);
  return violates;
}

static const char *difference(const hd_program *p, const hd_expanded *x)
{
  hd_diags diags;
  hd_diags_init(&diags);
  bool valid = hd_program_check(x->program, &diags) == HD_OK;
  hd_diags_clear(&diags);
  if (!valid) return "the expanded program is not well-formed";
  hd_exploration a = hd_explore_all(p, HD_PROP_UNREACH_CALL, &options);
  hd_exploration b = hd_explore_all(x->program, HD_PROP_UNREACH_CALL, &options);
  const char *what = NULL;
  if (a.verdict != b.verdict)
    what = "different verdicts";
  else if (a.verdict == HD_EXPLORED_SAFE && a.states != b.states)
    what = "different numbers of states";
  else if (b.trace && !trace_leads_back(p, x, b.trace))
    what = "the trace does not lead back";
  hd_trace_free(a.trace);
  hd_trace_free(b.trace);
  return what;
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
  int failures = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    hd_program *p = generate_program(seed, HD_PROP_UNREACH_CALL);
    hd_expanded *x = hd_expand(p);
    const char *what = difference(p, x);
    if (what) {
      printf("seed %llu: %s\n", (unsigned long long)seed, what);
      failures++;
    }
    hd_expanded_free(x);
    hd_program_free(p);
  }
  printf("%llu programs, %d differences\n", (unsigned long long)count, failures);
  return failures != 0;
}
