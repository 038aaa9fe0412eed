/* slicing.c - the slicing engine against brute force and `explicit`, on random programs, in each of its ways.
 *
 * usage: fuzz_slicing [FIRST [COUNT [SECONDS [WAYS]]]]: seeds FIRST .. FIRST + COUNT - 1, two programs each (a generated one, of every
 * fourth seed for overflow, and a litmus test);
 * with WAYS only the first so many ways (6: those without program transformations, which are quick). Random
 * programs are small: so that there is something to refine, levels that keep next to nothing are among the
 * ways. Also: an abstraction is well-formed, and an execution of the program is one of it. */
#include <stdio.h>

#include "engine/slicing/abstract.h"
#include "engine/slicing/choose.h"
#include "engine/slicing/slicing.h"
#include "generate.h"
#include "judge.h"
#include "litmus.h"
#include "program/text.h"
#include "program/validate.h"

static const uint32_t nothing[] = {0, HD_NONE}, first[] = {1, HD_NONE}, all[] = {0, 1, 2, HD_NONE};

static const struct {
  const char *name;
  hd_slicing_ways ways;
} kinds[] = {
    {"usual", {0}},
    {"nothing kept", {.levels = nothing, .most = 100}},
    {"first level", {.levels = first, .most = 100, .no_execution = true}},
    {"all levels", {.levels = all, .most = 60, .no_execution = true}},
    {"values", {.levels = nothing, .most = 40, .no_execution = true, .values = true}},
    {"whole runs", {.levels = nothing, .most = 40, .no_execution = true, .whole_runs = true}},
    {"programs by explicit", {.levels = first, .backend = "explicit"}},
    {"programs by explicit, in order",
     {.levels = first, .backend = "explicit", .in_order = true, .no_execution = true}},
    {"programs by explicit, values", {.levels = nothing, .backend = "explicit", .values = true, .no_execution = true}},
    {"jumps by explicit", {.levels = nothing, .backend = "explicit", .jump = true, .no_execution = true}},
    {"jumps by bmc", {.levels = first, .backend = "bmc", .jump = true, .no_execution = true}},
    {"programs by bmc", {.levels = all, .backend = "bmc", .no_execution = true}},
    {"programs by horn", {.levels = first, .backend = "horn", .no_execution = true}},
};

typedef struct {
  tally answers;
  double refinements;
} score;

static double stat_of(const hd_result *r, const char *name)
{
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (strcmp(r->stats.data[i].name, name) == 0) return r->stats.data[i].value;
  return 0;
}

static void report(const hd_program *p, uint64_t seed, const char *kind, const char *wrong)
{
  fprintf(stderr, "seed %llu, %s: %s\n", (unsigned long long)seed, kind, wrong);
  hd_program_print(stderr, p);
}

static void compare(const judge *j, uint64_t seed, uint32_t kind, double seconds, score *t)
{
  hd_task task = hd_task_unbounded(j->property);
  task.reduction = (hd_reduction)(2 - seed % 3);
  task.alone = false;
  hd_budget budget = {.deadline = hd_now() + seconds, .jobs = 1};
  hd_result r;
  hd_result_init(&r);
  hd_slicing_run(j->p, &task, &kinds[kind].ways, &budget, &r);
  const char *wrong = judge_mistake(j, &r);
  if (wrong) report(j->p, seed, kinds[kind].name, wrong);
  judge_count(&t->answers, &r, wrong);
  t->refinements += stat_of(&r, "refinements");
  hd_result_clear(&r);
}

/* What brute force found on the program, it finds on its abstractions. */
static bool abstracts(hd_program *p, const judge *j)
{
  const hd_explore_options options = {.max_states = 20000};
  bool good = true;
  hd_slice_choice *c = hd_slice_choice_new(p);
  for (uint32_t level = 0; level < 3 && good; level++) {
    uint8_t *keep = hd_slice_choice_by_level(c, level);
    hd_abstraction *a = hd_abstract(p, keep);
    hd_diags diags = {0};
    hd_diags_init(&diags);
    good = hd_program_check(a->program, &diags) == HD_OK;
    hd_diags_clear(&diags);
    hd_exploration found = hd_explore_all(a->program, j->property, &options);
    good = good && !(j->brute.verdict == HD_EXPLORED_UNSAFE && found.verdict == HD_EXPLORED_SAFE);
    hd_trace_free(found.trace);
    hd_abstraction_free(a);
    free(keep);
  }
  hd_slice_choice_free(c);
  return good;
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

/* One program in all ways; true: a mistake. */
static bool examine(hd_program *p, hd_property property, uint64_t seed, double seconds, uint64_t ways, score *scores)
{
  hd_task task = hd_task_unbounded(property);
  const char *why_not;
  bool good = true;
  if (hd_engine_accepts(&hd_engine_slicing, p, &task, &why_not)) {
    judge j;
    judge_init(&j, p, property);
    for (uint32_t k = 0; k < HD_COUNT(kinds) && k < ways; k++) compare(&j, seed, k, seconds, &scores[k]);
    good = abstracts(p, &j);
    if (!good) report(p, seed, "abstraction", "not one");
    judge_clear(&j);
  }
  hd_program_free(p);
  return !good;
}

int main(int argc, char **argv)
{
  uint64_t from = number(argc, argv, 1, 1), count = number(argc, argv, 2, 100);
  uint64_t ways = number(argc, argv, 4, HD_COUNT(kinds));
  double seconds = argc > 3 ? strtod(argv[3], NULL) : 5;
  score scores[HD_COUNT(kinds)] = {0};
  uint32_t bad = 0;
  for (uint64_t seed = from; seed < from + count; seed++) {
    hd_property property = seed % 4 == 3 ? HD_PROP_NO_OVERFLOW : HD_PROP_UNREACH_CALL;
    bad += examine(generate_program(seed, property), property, seed, seconds, ways, scores);
    bad += examine(generate_litmus(seed), HD_PROP_UNREACH_CALL, seed, seconds, ways, scores);
  }
  for (uint32_t k = 0; k < HD_COUNT(kinds); k++) {
    const tally *t = &scores[k].answers;
    printf("%s: %u safe, %u unsafe, %u unknown, %u wrong, %.0f refinements\n", kinds[k].name, t->safe, t->unsafe,
           t->unknown, t->wrong, scores[k].refinements);
    bad += t->wrong;
  }
  return bad != 0;
}
