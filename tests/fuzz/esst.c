/* esst.c - all ways of the engine esst against brute force, on random programs.
 *
 * usage: fuzz_esst [FIRST [COUNT [SECONDS]]]: seeds FIRST .. FIRST + COUNT - 1, SECONDS each at most. A program (every
 * fourth is asked about deadlocks) is searched with every partial-order reduction and both kinds of labels, and once more with the other choice about
 * symmetry. What is known must be what brute force knows;
 * a reduction may leave nothing out that matters (the engine completes its forest afterwards and says
 * when that found a violation); and proofs must pass the recheck. */
#include <stdio.h>

#include "engine/esst/esst.h"
#include "evidence/check.h"
#include "generate.h"
#include "program/text.h"
#include "oracle/systematic.h"

typedef struct {
  uint32_t programs, safe, unsafe, unknown, wrong, rechecked, granted, images;
} tally;

static const hd_explore_options options = {.max_states = 50000};

static bool is_not_safe(const hd_exploration *truth)
{
  if (truth->verdict == HD_EXPLORED_UNSAFE) return true;
  return truth->verdict == HD_EXPLORED_INCOMPLETE && truth->cause == HD_CAUSE_UNSUPPORTED;
}

static double stat(const hd_result *r, const char *name)
{
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (!strcmp(r->stats.data[i].name, name)) return r->stats.data[i].value;
  return 0;
}

static const char *recheck(const hd_program *p, hd_property property, const hd_result *r, const hd_budget *budget,
                           tally *t)
{
  hd_checked checked;
  if (r->certificate->kind == HD_PROOF_EXHAUSTIVE) return NULL;
  hd_certificate_check(p, r->certificate, property, &(hd_check_options){0}, budget, &checked);
  const char *wrong = checked.verdict == HD_PROOF_FAILS ? "a proof that is none" : NULL;
  t->rechecked += checked.verdict == HD_PROOF_HOLDS;
  t->granted += checked.verdict == HD_PROOF_HOLDS && (checked.relied & HD_RELIES_ORDERS);
  if (wrong) fprintf(stderr, "%s\n", checked.cause.what);
  hd_checked_clear(&checked);
  return wrong;
}

static const char *mistake(const hd_program *p, hd_property property, const hd_result *r, const hd_exploration *truth,
                           const hd_budget *budget, tally *t)
{
  if (stat(r, "reduction.missed") > 0) return "the reduction left out a violation";
  if (r->verdict == HD_SAFE && is_not_safe(truth)) return "safe, which it is not";
  if (r->verdict == HD_SAFE && !r->certificate) return "safe without a proof";
  if (r->verdict == HD_SAFE) return recheck(p, property, r, budget, t);
  if (r->verdict != HD_UNSAFE) return NULL;
  if (truth->verdict == HD_EXPLORED_SAFE) return "unsafe, which it is not";
  return hd_trace_replay(p, r->trace, property).end == hd_violating_end(property) ? NULL
                                                                                  : "unsafe, with a trace that is none";
}

static void run_way(const hd_program *p, hd_task task, const hd_exploration *truth, uint64_t seed, double seconds,
                    tally *t)
{
  const hd_engine *engine = hd_engine_find("esst");
  const char *why_not = NULL;
  if (!hd_engine_accepts(engine, p, &task, &why_not)) return;
  hd_budget budget = {.deadline = hd_now() + seconds, .jobs = 1};
  hd_result r;
  hd_result_init(&r);
  engine->run(p, &task, &budget, &r);
  const char *wrong = mistake(p, task.property, &r, truth, &budget, t);
  t->programs++;
  t->safe += r.verdict == HD_SAFE;
  t->unsafe += r.verdict == HD_UNSAFE;
  t->unknown += r.verdict == HD_UNKNOWN;
  t->images += stat(&r, "images") > 0;
  if (wrong) {
    fprintf(stderr, "seed %llu, por %d, labels %d, reduction %d: %s\n", (unsigned long long)seed, (int)task.por,
            (int)task.labels, (int)task.reduction, wrong);
    t->wrong++;
  }
  hd_result_clear(&r);
}

static void compare(uint64_t seed, double seconds, tally *t)
{
  hd_property property = seed % 4 == 3 ? HD_PROP_NO_DEADLOCK : HD_PROP_UNREACH_CALL;
  hd_program *p = generate_program(seed, property);
  hd_exploration truth = hd_explore_all(p, property, &options);
  uint32_t before = t->wrong;
  hd_task task = hd_task_unbounded(property);
  task.reduction = (hd_reduction)(seed % 3);
  task.symmetry = seed % 5 < 3;
  task.search = seed / 3 % 4 == 0 ? HD_SEARCH_DFS : HD_SEARCH_BFS;
  for (unsigned por = HD_POR_NONE; por <= HD_POR_BOTH; por++)
    for (unsigned labels = HD_LABELS_PREDICATES; labels <= HD_LABELS_INTERPOLANTS; labels++) {
      task.por = (hd_por)por;
      task.labels = (hd_labels)labels;
      run_way(p, task, &truth, seed, seconds, t);
    }
  task.labels = HD_LABELS_PREDICATES;
  task.symmetry = !task.symmetry;
  run_way(p, task, &truth, seed, seconds, t);
  if (t->wrong != before) hd_program_print(stderr, p);
  hd_trace_free(truth.trace);
  hd_program_free(p);
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  uint64_t first = number(argc, argv, 1, 1), count = number(argc, argv, 2, 100);
  double seconds = (double)number(argc, argv, 3, 5);
  tally t = {0};
  for (uint64_t seed = first; seed < first + count; seed++) compare(seed, seconds, &t);
  printf("esst: %llu programs, %u runs (%u with images), %u safe (%u proofs rechecked, %u with orders for granted), %u "
         "unsafe, "
         "%u unknown, %u wrong\n",
         (unsigned long long)count, t.programs, t.images, t.safe, t.rechecked, t.granted, t.unsafe, t.unknown, t.wrong);
  return t.wrong != 0;
}
