/* engines.c - any engine against brute force, on random programs.
 *
 * usage: fuzz_engines ENGINE [FIRST [COUNT [SECONDS]]]: seeds FIRST .. FIRST + COUNT - 1, for every
 * property that the engine accepts, SECONDS each at most. An engine may say that it does not know; what it
 * knows must be what brute force knows, and its traces must end in the violation. */
#include <stdio.h>

#include "engine/engine.h"
#include "generate.h"
#include "program/text.h"
#include "trace/systematic.h"

typedef struct {
  uint32_t programs, safe, unsafe, unknown, wrong;
} tally;

static const hd_explore_options options = {.max_states = 50000};
static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK};

static bool confirms(hd_end end, hd_property property)
{
  static const hd_end ends[HD_PROP_COUNT] = {[HD_PROP_UNREACH_CALL] = HD_END_VIOLATION,
                                             [HD_PROP_NO_DATA_RACE] = HD_END_RACE,
                                             [HD_PROP_NO_DEADLOCK] = HD_END_DEADLOCK};
  return end == ends[property];
}

/* Is it known that there is no `safe`? Brute force also gives up where an engine need not. */
static bool is_not_safe(const hd_exploration *truth)
{
  if (truth->verdict == HD_EXPLORED_UNSAFE) return true;
  return truth->verdict == HD_EXPLORED_INCOMPLETE && strncmp(truth->reason, "an unsupported", 14) == 0;
}

static const char *mistake(const hd_program *p, hd_property property, const hd_result *r,
                           const hd_exploration *truth)
{
  if (r->verdict == HD_SAFE && is_not_safe(truth)) return "safe, which it is not";
  if (r->verdict != HD_UNSAFE) return NULL;
  if (truth->verdict == HD_EXPLORED_SAFE) return "unsafe, which it is not";
  if (!confirms(hd_trace_replay(p, r->trace, property).end, property))
    return "unsafe, with a trace that is none";
  return NULL;
}

/* What the user may say about the way. */
typedef struct {
  double seconds;
  const char *without, *sequential;
} way;

static void compare(const hd_engine *engine, uint64_t seed, hd_property property, const way *how, tally *t)
{
  hd_program *p = generate_program(seed, property);
  hd_task task = {.property = property,
                  .reduction = HD_REDUCTION_LIPTON,
                  .por = true,
                  .symmetry = true,
                  .contexts = HD_NONE,
                  .depth = HD_NONE,
                  .unwind = HD_NONE,
                  .without = how->without,
                  .sequential = how->sequential,
                  .alone = true};
  const char *why_not = NULL;
  if (engine->accepts(p, &task, &why_not)) {
    hd_exploration truth = hd_explore_all(p, property, &options);
    hd_budget budget = {.deadline = hd_now() + how->seconds, .jobs = 1};
    hd_result r;
    hd_result_init(&r);
    engine->run(p, &task, &budget, &r);
    const char *wrong = mistake(p, property, &r, &truth);
    t->programs++;
    t->safe += r.verdict == HD_SAFE;
    t->unsafe += r.verdict == HD_UNSAFE;
    t->unknown += r.verdict == HD_UNKNOWN;
    if (wrong) {
      fprintf(stderr, "seed %llu, %s: %s\n", (unsigned long long)seed, hd_property_name(property), wrong);
      hd_program_print(stderr, p);
      t->wrong++;
    }
    hd_result_clear(&r);
    hd_trace_free(truth.trace);
  }
  hd_program_free(p);
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  const hd_engine *engine = argc > 1 ? hd_engine_find(argv[1]) : NULL;
  if (!engine) {
    fprintf(stderr, "usage: fuzz_engines ENGINE [FIRST [COUNT [SECONDS [WITHOUT [SEQUENTIAL]]]]]\n");
    return 64;
  }
  uint64_t first = number(argc, argv, 2, 1), count = number(argc, argv, 3, 100);
  way how = {(double)number(argc, argv, 4, 5), argc > 5 && *argv[5] ? argv[5] : NULL, argc > 6 ? argv[6] : NULL};
  tally t = {0};
  for (uint64_t seed = first; seed < first + count; seed++)
    for (uint32_t i = 0; i < HD_COUNT(properties); i++) compare(engine, seed, properties[i], &how, &t);
  printf("%s: %u programs, %u safe, %u unsafe, %u unknown, %u wrong\n", engine->name, t.programs, t.safe,
         t.unsafe, t.unknown, t.wrong);
  return t.wrong != 0;
}
