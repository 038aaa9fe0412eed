/* bmc.c - the bounded engine against brute force, in each of its ways, on random programs.
 *
 * usage: fuzz_bmc [FIRST [COUNT [SECONDS]]]: seeds FIRST .. FIRST + COUNT - 1, for each property,
 * SECONDS each at most. Circuits, and integers and bit-vectors with the order as a theory and with clocks,
 * must all agree with brute force wherever they know, and a model must always be an execution. Some
 * seeds are tried with a bound on contexts. */
#include <stdio.h>

#include "engine/bmc/bmc.h"
#include "generate.h"
#include "program/text.h"
#include "trace/interp.h"
#include "trace/systematic.h"

typedef struct {
  uint32_t safe, unsafe, unknown, wrong;
} tally;

static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK};

typedef struct {
  const char *name;
  hd_bmc_way way;
  hd_arith arith;
  unsigned every; /* tried for one seed in that many */
} way;
static const way ways[] = {{"circuits", HD_BMC_CIRCUITS, HD_ARITH_AUTO, 1},
                           {"integers", HD_BMC_TERMS, HD_ARITH_INT, 4},
                           {"bit-vectors", HD_BMC_TERMS, HD_ARITH_BV, 4},
                           {"integers, clocks", HD_BMC_CLOCKS, HD_ARITH_INT, 8},
                           {"bit-vectors, clocks", HD_BMC_CLOCKS, HD_ARITH_BV, 8}};

static bool confirms(hd_end end, hd_property property)
{
  if (property == HD_PROP_NO_DEADLOCK) return end == HD_END_DEADLOCK;
  return end == (property == HD_PROP_NO_DATA_RACE ? HD_END_RACE : HD_END_VIOLATION);
}

static const char *mistake(const hd_program *p, const hd_task *t, const hd_result *r,
                           const hd_exploration *truth)
{
  bool is_safe = truth->verdict == HD_EXPLORED_SAFE;
  if (r->verdict == HD_UNKNOWN && strstr(r->reason, "no execution")) return "a model that is no execution";
  if (r->verdict == HD_SAFE && truth->verdict == HD_EXPLORED_UNSAFE) return "safe, which it is not";
  if (r->verdict == HD_SAFE && !is_safe && strncmp(truth->reason, "an unsupported", 14) == 0)
    return "safe, though something is not supported";
  if (r->verdict != HD_UNSAFE) return NULL;
  if (is_safe) return "unsafe, which it is not";
  if (!confirms(hd_trace_replay(p, r->trace, t->property).end, t->property)) return "a trace that is none";
  if (t->contexts != HD_NONE && hd_trace_switches(r->trace) > t->contexts) return "too many context switches";
  return NULL;
}

static void check(uint64_t seed, const hd_program *p, const hd_exploration *truth, const hd_task *t,
                  const way *w, double seconds, tally *out)
{
  hd_budget budget = {.deadline = hd_now() + seconds, .jobs = 1};
  hd_result r;
  hd_result_init(&r);
  hd_bmc_run(p, t, w->way, &budget, &r);
  const char *wrong = mistake(p, t, &r, truth);
  out->safe += r.verdict == HD_SAFE;
  out->unsafe += r.verdict == HD_UNSAFE;
  out->unknown += r.verdict == HD_UNKNOWN;
  out->wrong += wrong != NULL;
  if (wrong) {
    fprintf(stderr, "seed %llu, %s, %s, contexts %d: %s (%s)\n", (unsigned long long)seed,
            hd_property_name(t->property), w->name, (int)t->contexts, wrong, r.reason ? r.reason : "");
    hd_program_print(stderr, p);
  }
  hd_result_clear(&r);
}

static void test(uint64_t seed, hd_property property, double seconds, tally *tallies)
{
  hd_program *p = generate_program(seed, property);
  hd_explore_options limits = {.max_states = 20000};
  hd_exploration truth = hd_explore_all(p, property, &limits);
  for (unsigned i = 0; i < HD_COUNT(ways); i++) {
    if (seed % ways[i].every) continue;
    hd_task task = {.property = property,
                    .reduction = (hd_reduction)(seed % 3),
                    .contexts = HD_NONE,
                    .depth = HD_NONE,
                    .unwind = HD_NONE,
                    .arith = ways[i].arith};
    check(seed, p, &truth, &task, &ways[i], seconds, &tallies[i]);
    task.contexts = (uint32_t)(seed / 3 % 5);
    tally ignored = {0};
    if (seed % 5 == 0) check(seed, p, &truth, &task, &ways[i], seconds, &ignored);
    tallies[i].wrong += ignored.wrong;
  }
  if (truth.trace) hd_trace_free(truth.trace);
  hd_program_free(p);
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1,
           count = argc > 2 ? strtoull(argv[2], NULL, 10) : 500;
  double seconds = argc > 3 ? strtod(argv[3], NULL) : 2;
  tally tallies[HD_COUNT(ways)] = {0};
  uint32_t wrong = 0;
  for (uint64_t seed = first; seed < first + count && wrong < 3; seed++) {
    for (unsigned i = 0; i < HD_COUNT(properties); i++) test(seed, properties[i], seconds, tallies);
    wrong = 0;
    for (unsigned i = 0; i < HD_COUNT(ways); i++) wrong += tallies[i].wrong;
  }
  for (unsigned i = 0; i < HD_COUNT(ways); i++)
    printf("%s: %u safe, %u unsafe, %u unknown, %u wrong\n", ways[i].name, tallies[i].safe, tallies[i].unsafe,
           tallies[i].unknown, tallies[i].wrong);
  return wrong ? 1 : 0;
}
