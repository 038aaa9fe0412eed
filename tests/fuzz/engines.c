/* engines.c - any engine against brute force, on random programs.
 *
 * usage: fuzz_engines ENGINE[:ARITH] [FIRST [COUNT [SECONDS [WITHOUT [SEQUENTIAL [OTHER [JOBS]]]]]]]: seeds FIRST .. FIRST + COUNT - 1, for every
 * property that the engine accepts, SECONDS of processor time each at most. An engine may say that it does not know; what it
 * knows must be what brute force and `explicit` know, and its traces must end in the violation. ENGINE:both runs under
 * bit-vectors and under integers: what both know must be the same, also where brute force does not end. With OTHER,
 * an engine, the programs are about numbers of 32 bits, and what that engine knows is what must be known; WITHOUT,
 * SEQUENTIAL and OTHER may be empty. With more than one of JOBS, the modular engine asks its second process from the
 * beginning. */
#include <stdio.h>

#include "engine/modular/assistant.h"
#include "generate.h"
#include "judge.h"
#include "program/text.h"

static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK,
                                         HD_PROP_NO_OVERFLOW};

typedef struct {
  tally answers;
  uint32_t programs, pairs; /* pairs: programs that both arithmetics decided */
  uint32_t judged;          /* by another engine */
  double aside;             /* questions to the modular engine's second process */
} score;

/* What the user may say about the way. */
typedef struct {
  double seconds;
  const char *without, *sequential, *other;
  hd_arith ariths[2];
  unsigned n_ariths;
  uint32_t jobs;
} way;

static void complain(uint64_t seed, const hd_program *p, const hd_task *task, const char *what)
{
  fprintf(stderr, "seed %llu, %s, arithmetic %s: %s\n", (unsigned long long)seed, hd_property_name(task->property),
          hd_arith_name(task->arith), what);
  hd_program_print(stderr, p);
}

static hd_verdict run(const hd_engine *engine, uint64_t seed, const judge *j, const hd_task *task, const way *how,
                      score *s)
{
  hd_budget budget = {.work = hd_work_now() + how->seconds, .jobs = how->jobs, .divides_early = how->jobs > 1};
  hd_result r;
  hd_result_init(&r);
  engine->run(j->p, task, &budget, &r);
  const char *wrong = judge_mistake(j, &r);
  hd_verdict verdict = r.verdict;
  judge_count(&s->answers, &r, wrong);
  for (uint32_t i = 0; i < r.stats.len; i++)
    if (strcmp(r.stats.data[i].name, "aside") == 0) s->aside += r.stats.data[i].value;
  if (wrong) complain(seed, j->p, task, wrong);
  hd_result_clear(&r);
  return verdict;
}

/* A place for each edge, so that its checks are its own. */
static void give_places(hd_program *p)
{
  for (uint32_t i = 0; i < p->edges.len; i++) p->edges.data[i].pos.line = i + 1;
}

static void compare(const hd_engine *engine, uint64_t seed, hd_property property, const way *how, score *s)
{
  hd_program *p = how->other ? generate_wide_program(seed, property) : generate_program(seed, property);
  give_places(p);
  hd_task task = hd_task_unbounded(property);
  task.without = how->without;
  task.sequential = how->sequential;
  const char *why_not = NULL;
  if (hd_engine_accepts(engine, p, &task, &why_not)) {
    judge j;
    if (how->other)
      judge_init_by(&j, p, property, how->other, how->seconds);
    else
      judge_init(&j, p, property);
    s->judged += how->other && j.searched != HD_UNKNOWN;
    hd_verdict said[2] = {HD_UNKNOWN, HD_UNKNOWN};
    s->programs++;
    for (unsigned i = 0; i < how->n_ariths; i++) {
      task.arith = how->ariths[i];
      said[i] = run(engine, seed, &j, &task, how, s);
    }
    bool pair = said[0] != HD_UNKNOWN && said[1] != HD_UNKNOWN;
    s->pairs += pair;
    s->answers.wrong += pair && said[0] != said[1];
    if (pair && said[0] != said[1]) complain(seed, p, &task, "another verdict than as bit-vectors");
    judge_clear(&j);
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
    fprintf(stderr,
            "usage: fuzz_engines ENGINE[:ARITH] [FIRST [COUNT [SECONDS [WITHOUT [SEQUENTIAL [OTHER [JOBS]]]]]]]\n");
    return 64;
  }
  uint64_t first = number(argc, argv, 2, 1), count = number(argc, argv, 3, 100);
  how.seconds = argc > 4 ? atof(argv[4]) : 5;
  how.without = argc > 5 && *argv[5] ? argv[5] : NULL;
  how.sequential = argc > 6 && *argv[6] ? argv[6] : NULL;
  how.other = argc > 7 && *argv[7] ? argv[7] : NULL;
  how.jobs = (uint32_t)number(argc, argv, 8, 1);
  score s = {0};
  const tally *t = &s.answers;
  for (uint64_t seed = first; seed < first + count; seed++)
    for (uint32_t i = 0; i < HD_COUNT(properties); i++) compare(engine, seed, properties[i], &how, &s);
  printf("%s: %u programs, %u safe, %u unsafe, %u unknown, %u wrong", engine->name, s.programs, t->safe, t->unsafe,
         t->unknown, t->wrong);
  if (how.n_ariths > 1) printf("; %u decided by both arithmetics", s.pairs);
  if (how.other) printf("; %u decided by %s", s.judged, how.other);
  if (t->closed) printf("; %u with some checks closed", t->closed);
  if (s.aside > 0) printf("; %.0f questions aside", s.aside);
  printf("\n");
  return t->wrong != 0;
}
