/* bmc.c - the bounded engine against brute force, in each of its ways, on random programs.
 *
 * usage: fuzz_bmc [FIRST [COUNT [SECONDS [all]]]]: seeds FIRST .. FIRST + COUNT - 1, for each property,
 * and a litmus test, SECONDS each at most; all: in every way, where otherwise only some seeds are tried in the slower
 * ones. Circuits, and integers and bit-vectors with the order as a theory and with clocks, and circuits without each of
 * the rules that make formulas smaller, and circuits whose questions are divided among workers, must all agree with brute force and with `explicit` wherever they know, and a
 * model must always be an execution. Some seeds are tried with a bound on contexts. */
#include <stdio.h>

#include "engine/bmc/bmc.h"
#include "engine/bmc/rules.h"
#include "generate.h"
#include "judge.h"
#include "litmus.h"
#include "program/text.h"

static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK,
                                         HD_PROP_NO_OVERFLOW};

typedef struct {
  const char *name;
  hd_bmc_way way;
  hd_arith arith;
  unsigned every; /* tried for one seed in that many */
  const char *without;
  uint32_t jobs; /* more than 1: every question is divided among so many workers */
} way;
static const way ways[] = {{"circuits", HD_BMC_CIRCUITS, HD_ARITH_AUTO, 1, NULL, 1},
                           {"circuits, two workers", HD_BMC_CIRCUITS, HD_ARITH_AUTO, 2, NULL, 2},
                           {"circuits, three workers", HD_BMC_CIRCUITS, HD_ARITH_AUTO, 2, "all", 3},
                           {"circuits, lazily", HD_BMC_LAZY, HD_ARITH_AUTO, 2, NULL, 1},
                           {"integers", HD_BMC_TERMS, HD_ARITH_INT, 4, NULL, 1},
                           {"bit-vectors", HD_BMC_TERMS, HD_ARITH_BV, 4, NULL, 1},
                           {"integers, clocks", HD_BMC_CLOCKS, HD_ARITH_INT, 8, NULL, 1},
                           {"bit-vectors, clocks", HD_BMC_CLOCKS, HD_ARITH_BV, 8, NULL, 1},
                           {"no rules", HD_BMC_CIRCUITS, HD_ARITH_AUTO, 2, "all", 1},
#define X(name, text, what) {"without " text, HD_BMC_CIRCUITS, HD_ARITH_AUTO, 4, text, 1},
                           HD_BMC_RULES(X)
#undef X
};

static void check(uint64_t seed, const judge *j, const hd_task *t, const way *w, double seconds, tally *out)
{
  hd_budget budget = {.deadline = hd_now() + seconds, .jobs = w->jobs, .divides_early = w->jobs > 1};
  hd_result r;
  hd_result_init(&r);
  hd_bmc_run(j->p, t, w->way, &budget, &r);
  const char *wrong = judge_mistake(j, &r);
  if (r.verdict == HD_UNSAFE && t->contexts != HD_NONE && hd_trace_switches(r.trace) > t->contexts)
    wrong = "too many context switches";
  judge_count(out, &r, wrong);
  if (wrong) {
    fprintf(stderr, "seed %llu, %s, %s, contexts %d: %s (%s)\n", (unsigned long long)seed,
            hd_property_name(t->property), w->name, (int)t->contexts, wrong, r.cause.what ? r.cause.what : "");
    hd_program_print(stderr, j->p);
  }
  hd_result_clear(&r);
}

static void test(hd_program *p, uint64_t seed, hd_property property, double seconds, bool all, tally *tallies)
{
  judge j;
  judge_init(&j, p, property);
  for (unsigned i = 0; i < HD_COUNT(ways); i++) {
    if (!all && seed % ways[i].every) continue;
    hd_task task = hd_task_unbounded(property);
    task.reduction = (hd_reduction)(seed % 3);
    task.arith = ways[i].arith;
    task.alone = false;
    task.without = ways[i].without;
    check(seed, &j, &task, &ways[i], seconds, &tallies[i]);
    task.contexts = (uint32_t)(seed / 3 % 5);
    tally ignored = {0};
    if (seed % 5 == 0) check(seed, &j, &task, &ways[i], seconds, &ignored);
    tallies[i].wrong += ignored.wrong;
  }
  judge_clear(&j);
  hd_program_free(p);
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 500;
  double seconds = argc > 3 ? strtod(argv[3], NULL) : 2;
  tally tallies[HD_COUNT(ways)] = {0};
  uint32_t wrong = 0;
  for (uint64_t seed = first; seed < first + count && wrong < 3; seed++) {
    for (unsigned i = 0; i < HD_COUNT(properties); i++)
      test(generate_program(seed, properties[i]), seed, properties[i], seconds, argc > 4, tallies);
    hd_property property = properties[seed % 3];
    hd_program *litmus = generate_litmus(seed);
    hd_program_select(litmus, property);
    hd_program_index(litmus);
    test(litmus, seed, property, seconds, argc > 4, tallies);
    wrong = 0;
    for (unsigned i = 0; i < HD_COUNT(ways); i++) wrong += tallies[i].wrong;
  }
  for (unsigned i = 0; i < HD_COUNT(ways); i++)
    printf("%s: %u safe, %u unsafe, %u unknown, %u wrong\n", ways[i].name, tallies[i].safe, tallies[i].unsafe,
           tallies[i].unknown, tallies[i].wrong);
  return wrong ? 1 : 0;
}
