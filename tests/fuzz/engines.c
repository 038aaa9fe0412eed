/* engines.c - any engine against brute force, on random programs.
 *
 * usage: fuzz_engines ENGINE[:ARITH] [FIRST [COUNT [SECONDS]]]: seeds FIRST .. FIRST + COUNT - 1, for every
 * property that the engine accepts, SECONDS each at most. An engine may say that it does not know; what it
 * knows must be what brute force knows, and its traces must end in the violation. ENGINE:both runs under
 * bit-vectors and under integers: what both know must be the same, also where brute force does not end. */
#include <stdio.h>

#include "engine/engine.h"
#include "generate.h"
#include "program/text.h"
#include "trace/systematic.h"

typedef struct {
  uint32_t programs, safe, unsafe, unknown, wrong;
  uint32_t pairs; /* programs that both arithmetics decided */
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
  hd_arith ariths[2];
  unsigned n_ariths;
} way;

static void complain(uint64_t seed, const hd_program *p, const hd_task *task, const char *what, tally *t)
{
  fprintf(stderr, "seed %llu, %s, arithmetic %s: %s\n", (unsigned long long)seed, hd_property_name(task->property),
          hd_arith_name(task->arith), what);
  hd_program_print(stderr, p);
  t->wrong++;
}

static hd_verdict run(const hd_engine *engine, uint64_t seed, const hd_program *p, const hd_task *task,
                      double seconds, const hd_exploration *truth, tally *t)
{
  hd_budget budget = {.deadline = hd_now() + seconds, .jobs = 1};
  hd_result r;
  hd_result_init(&r);
  engine->run(p, task, &budget, &r);
  const char *wrong = mistake(p, task->property, &r, truth);
  hd_verdict verdict = r.verdict;
  t->safe += verdict == HD_SAFE;
  t->unsafe += verdict == HD_UNSAFE;
  t->unknown += verdict == HD_UNKNOWN;
  if (wrong) complain(seed, p, task, wrong, t);
  hd_result_clear(&r);
  return verdict;
}

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
    hd_verdict said[2] = {HD_UNKNOWN, HD_UNKNOWN};
    t->programs++;
    for (unsigned i = 0; i < how->n_ariths; i++) {
      task.arith = how->ariths[i];
      said[i] = run(engine, seed, p, &task, how->seconds, &truth, t);
    }
    bool pair = said[0] != HD_UNKNOWN && said[1] != HD_UNKNOWN;
    t->pairs += pair;
    if (pair && said[0] != said[1]) complain(seed, p, &task, "another verdict than as bit-vectors", t);
    hd_trace_free(truth.trace);
  }
  hd_program_free(p);
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

/* "ENGINE", or "ENGINE:ARITH" with an arithmetic or `both`. */
static const hd_engine *read_engine(const char *text, way *how)
{
  const char *colon = strchr(text, ':');
  char name[32];
  snprintf(name, sizeof name, "%.*s", (int)(colon ? (size_t)(colon - text) : strlen(text)), text);
  how->n_ariths = 1;
  how->ariths[0] = HD_ARITH_AUTO;
  if (colon && strcmp(colon + 1, "both") == 0) {
    how->n_ariths = 2;
    how->ariths[0] = HD_ARITH_BV;
    how->ariths[1] = HD_ARITH_INT;
  } else if (colon && !hd_arith_find(colon + 1, &how->ariths[0])) {
    return NULL;
  }
  return hd_engine_find(name);
}

int main(int argc, char **argv)
{
  way how = {0};
  const hd_engine *engine = argc > 1 ? read_engine(argv[1], &how) : NULL;
  if (!engine) {
    fprintf(stderr, "usage: fuzz_engines ENGINE[:ARITH] [FIRST [COUNT [SECONDS [WITHOUT [SEQUENTIAL]]]]]\n");
    return 64;
  }
  uint64_t first = number(argc, argv, 2, 1), count = number(argc, argv, 3, 100);
  how.seconds = argc > 4 ? atof(argv[4]) : 5;
  how.without = argc > 5 && *argv[5] ? argv[5] : NULL;
  how.sequential = argc > 6 ? argv[6] : NULL;
  tally t = {0};
  for (uint64_t seed = first; seed < first + count; seed++)
    for (uint32_t i = 0; i < HD_COUNT(properties); i++) compare(engine, seed, properties[i], &how, &t);
  printf("%s: %u programs, %u safe, %u unsafe, %u unknown, %u wrong", engine->name, t.programs, t.safe,
         t.unsafe, t.unknown, t.wrong);
  if (how.n_ariths > 1) printf("; %u decided by both arithmetics", t.pairs);
  printf("\n");
  return t.wrong != 0;
}
