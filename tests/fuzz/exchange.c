/* exchange.c - the program without what is proved, against the whole one, on random programs.
 *
 * usage: fuzz_exchange [FIRST [COUNT [SECONDS]]]: seeds FIRST .. FIRST + COUNT - 1. `static` closes checks; some of them
 * are taken out. What `explicit` says about the rest must be what brute force says about the whole program, and its
 * traces must run on that. */
#include <stdio.h>

#include "engine/parts.h"
#include "generate.h"
#include "judge.h"
#include "program/text.h"

static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_OVERFLOW};

typedef struct {
  tally answers;
  uint32_t programs, assignments; /* that were cut, and what they have lost */
} score;

static void run_engine(const char *name, const hd_program *p, hd_property property, double seconds, hd_result *out)
{
  hd_task task = hd_task_unbounded(property);
  hd_budget budget = {.work = hd_work_now() + seconds, .jobs = 1};
  hd_result_init(out);
  hd_engine_find(name)->run(p, &task, &budget, out);
}

/* Some or all of them. */
static void keep_some(hd_result *r, uint64_t *random)
{
  uint32_t n = 0;
  bool all = hd_roll(random) % 2;
  for (uint32_t i = 0; i < r->closed.len; i++)
    if (all || hd_roll(random) % 2) r->closed.data[n++] = r->closed.data[i];
  r->closed.len = n;
}

static uint32_t count_assignments(const hd_program *p)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->edges.len; i++) n += p->edges.data[i].n_assigns;
  return n;
}

static void compare_cut(const judge *j, const hd_program *cut, uint64_t seed, double seconds, score *s)
{
  hd_result r;
  run_engine("explicit", cut, j->property, seconds, &r);
  const char *wrong = judge_mistake(j, &r);
  judge_count(&s->answers, &r, wrong);
  s->programs++;
  s->assignments += count_assignments(j->p) - count_assignments(cut);
  if (wrong) {
    fprintf(stderr, "seed %llu, %s: %s\n", (unsigned long long)seed, hd_property_name(j->property), wrong);
    hd_program_print(stderr, j->p);
    hd_program_print(stderr, cut);
  }
  hd_result_clear(&r);
}

static void compare(uint64_t seed, hd_property property, double seconds, score *s)
{
  uint64_t random = seed;
  hd_program *p = generate_program(seed, property);
  for (uint32_t i = 0; i < p->edges.len; i++) p->edges.data[i].pos.line = i + 1; /* a check for each edge */
  hd_result r;
  run_engine("static", p, property, seconds, &r);
  if (r.verdict == HD_UNKNOWN) keep_some(&r, &random);
  if (r.verdict == HD_UNKNOWN && r.closed.len) {
    judge j;
    hd_u32s claimed = {0}, nothing = {0};
    hd_exchange x = {.p = p, .property = property};
    judge_init(&j, p, property);
    hd_exchange_add(&x, NULL, &nothing, &claimed, "static", &r);
    hd_exchange_cut(&x);
    if (x.parts.about) compare_cut(&j, x.parts.about, seed, seconds, s);
    hd_exchange_clear(&x);
    judge_clear(&j);
  }
  hd_result_clear(&r);
  hd_program_free(p);
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  uint64_t first = number(argc, argv, 1, 1), count = number(argc, argv, 2, 100);
  double seconds = argc > 3 ? strtod(argv[3], NULL) : 1;
  score s = {0};
  for (uint64_t seed = first; seed < first + count; seed++)
    for (size_t i = 0; i < HD_COUNT(properties); i++) compare(seed, properties[i], seconds, &s);
  printf("%u programs cut, %u assignments gone: %u safe, %u unsafe, %u unknown, %u wrong\n", s.programs, s.assignments,
         s.answers.safe, s.answers.unsafe, s.answers.unknown, s.answers.wrong);
  return s.answers.wrong || !s.assignments;
}
