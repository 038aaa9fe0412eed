/* compare.c - the explicit engine against brute force, on random programs.
 *
 * usage: fuzz_explicit [FIRST [COUNT [cycles]]]: seeds FIRST .. FIRST + COUNT - 1, of programs with everything, or
 * of small ones whose threads go round. Every combination of
 * reductions and search orders must give the verdict of the brute-force search, and every
 * trace must end in the violation when the interpreter runs it. */
#include <stdio.h>

#include "analysis/cone.h"
#include "cycles.h"
#include "engine/explicit/search.h"
#include "engine/explicit/visit.h"
#include "generate.h"
#include "oracle/systematic.h"
#include "program/text.h"
#include "program/validate.h"

typedef struct {
  uint32_t safe, unsafe, open, runs, symmetric, together, dominated, awakened, cones, cones_safe;
} tally;

static const char *const verdicts[] = {"safe", "unsafe", "unknown"};

static bool confirms(hd_end end, hd_property property)
{
  return end == hd_violating_end(property);
}

static bool fail(uint64_t seed, const hd_program *p, const hd_task *t, uint32_t jobs, const char *what)
{
  static const char *const reductions[] = {"none", "local", "lipton"};
  fprintf(stderr, "seed %llu, %s, reduction %s, %s, por %d, symmetry %d, jobs %u: %s\n", (unsigned long long)seed,
          hd_property_name(t->property), reductions[t->reduction], t->search == HD_SEARCH_DFS ? "dfs" : "bfs", t->por,
          t->symmetry, jobs, what);
  hd_program_print(stderr, p);
  return false;
}

static double stat_of(const hd_result *r, const char *name)
{
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (strcmp(r->stats.data[i].name, name) == 0) return r->stats.data[i].value;
  return 0;
}

/* Sleep sets alone leave out transitions, never states. */
static bool has_all_states(uint64_t seed, const hd_program *p, hd_task task, const hd_result *r)
{
  if (task.por != HD_POR_SLEEP || task.symmetry || r->verdict != HD_SAFE || stat_of(r, "dominated") > 0) return true;
  double states = stat_of(r, "states");
  char text[100];
  hd_result all;
  hd_result_init(&all);
  task.por = HD_POR_NONE;
  hd_explicit_visit(p, &task, &(hd_budget){.jobs = 1}, NULL, &all);
  snprintf(text, sizeof text, "%g states without sleep sets, %g with them", stat_of(&all, "states"), states);
  bool same = stat_of(&all, "states") == states;
  hd_result_clear(&all);
  return same || fail(seed, p, &task, 1, text);
}

static bool just_go_on(void *context, hd_result *out)
{
  (void)context, (void)out;
  return true;
}

/* Of two searches, one pauses somewhere. */
static bool check(uint64_t seed, const hd_program *p, const hd_exploration *truth, hd_task task, uint32_t jobs,
                  tally *t)
{
  hd_budget budget = {.jobs = jobs, .divides_early = true};
  hd_result r;
  bool ok = true;
  hd_visit_pause pause = {1 + seed % 61, just_go_on, NULL};
  hd_result_init(&r);
  hd_explicit_visit(p, &task, &budget, seed % 2 ? &pause : NULL, &r);
  if (r.verdict == HD_UNSAFE) {
    hd_replay replay = hd_trace_replay(p, r.trace, task.property);
    if (!confirms(replay.end, task.property)) ok = fail(seed, p, &task, jobs, "the trace is not confirmed");
  }
  char text[200];
  t->symmetric += stat_of(&r, "symmetric.threads") > 0;
  t->dominated += stat_of(&r, "dominated") > 0;
  t->awakened += stat_of(&r, "awakened") > 0;
  t->together += stat_of(&r, "joined.together") > 0;
  bool same = (truth->verdict == HD_EXPLORED_SAFE && r.verdict == HD_SAFE) ||
              (truth->verdict == HD_EXPLORED_UNSAFE && r.verdict == HD_UNSAFE) ||
              (truth->verdict == HD_EXPLORED_INCOMPLETE && r.verdict != HD_SAFE);
  snprintf(text, sizeof text, "%s (%s) instead of %s", verdicts[r.verdict], r.cause.what ? r.cause.what : "",
           verdicts[truth->verdict]);
  if (ok && !same) ok = fail(seed, p, &task, jobs, text);
  ok = ok && has_all_states(seed, p, task, &r);
  hd_result_clear(&r);
  return ok;
}

/* What the checks depend on can do all that the program can. */
static bool check_cone(uint64_t seed, hd_program *p, const hd_exploration *truth, hd_property property, tally *t)
{
  hd_task task = hd_task_unbounded(property);
  hd_budget budget = {.jobs = 1};
  hd_program *cone = property == HD_PROP_UNREACH_CALL ? hd_cone_new(p) : NULL;
  if (!cone) return true;
  hd_result r;
  hd_diags diags;
  hd_diags_init(&diags);
  hd_result_init(&r);
  bool ok = hd_program_check(cone, &diags) == HD_OK || fail(seed, cone, &task, 1, "its cone is not well-formed");
  if (ok) hd_explicit_visit(cone, &task, &budget, NULL, &r);
  t->cones++;
  t->cones_safe += r.verdict == HD_SAFE;
  if (ok && r.verdict == HD_SAFE && truth->verdict != HD_EXPLORED_SAFE)
    ok = fail(seed, p, &task, 1, "its cone is safe");
  hd_result_clear(&r);
  hd_diags_clear(&diags);
  hd_program_free(cone);
  return ok;
}

/* All combinations for some seeds, a random one of each kind for the others. */
static bool check_all(uint64_t seed, const hd_program *p, const hd_exploration *truth, hd_property property, tally *t)
{
  bool ok = true;
  uint64_t pick = hd_hash_u64(seed * 31 + property);
  for (unsigned i = 0; i < 48 && ok; i++) {
    bool chosen = seed % 16 == 0 || i == 8 || pick % 48 == i || (pick >> 8) % 48 == i || (pick >> 16) % 48 == i;
    if (!chosen) continue;
    hd_task task = hd_task_unbounded(property);
    task.reduction = (hd_reduction)(i % 3);
    task.search = i / 3 % 2 ? HD_SEARCH_DFS : HD_SEARCH_BFS;
    task.por = i / 6 % 2 ? (hd_por)(1 + (seed + i) % 3) : HD_POR_NONE;
    task.symmetry = i / 12 % 2;
    ok = check(seed, p, truth, task, i / 24 && seed % 4 == 0 ? 2 : 1, t);
    t->runs++;
  }
  return ok;
}

typedef hd_program *generator(uint64_t seed, hd_property property);

static bool test(uint64_t seed, generator *generate, hd_property property, tally *t)
{
  hd_program *p = generate(seed, property);
  hd_diags diags;
  hd_diags_init(&diags);
  bool ok = hd_program_check(p, &diags) == HD_OK;
  if (!ok)
    fprintf(stderr, "seed %llu: the generated program is not well-formed: %s\n", (unsigned long long)seed,
            diags.list.data[0].message);
  hd_explore_options limits = {.max_states = 20000};
  hd_exploration truth = {0};
  if (ok) {
    truth = hd_explore_all(p, property, &limits);
    bool skip = truth.verdict == HD_EXPLORED_INCOMPLETE && truth.states >= limits.max_states;
    t->safe += truth.verdict == HD_EXPLORED_SAFE;
    t->unsafe += truth.verdict == HD_EXPLORED_UNSAFE;
    t->open += truth.verdict == HD_EXPLORED_INCOMPLETE;
    ok = skip || (check_all(seed, p, &truth, property, t) && check_cone(seed, p, &truth, property, t));
    if (truth.trace) hd_trace_free(truth.trace);
  }
  hd_diags_clear(&diags);
  hd_program_free(p);
  return ok;
}

static void print_tally(const char *property, const tally *t)
{
  printf("%s: %u safe, %u unsafe, %u open, %u runs, %u with symmetry, %u of joined threads, %u with dominated states, "
         "%u with states expanded again\n",
         property, t->safe, t->unsafe, t->open, t->runs, t->symmetric, t->together, t->dominated, t->awakened);
}

int main(int argc, char **argv)
{
  static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DEADLOCK, HD_PROP_NO_DATA_RACE};
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
  generator *generate = argc > 3 && strcmp(argv[3], "cycles") == 0 ? generate_cycles : generate_program;
  tally tallies[3] = {0};
  int failures = 0;
  for (uint64_t seed = first; seed < first + count && failures < 3; seed++)
    for (unsigned i = 0; i < HD_COUNT(properties); i++) failures += !test(seed, generate, properties[i], &tallies[i]);
  for (unsigned i = 0; i < HD_COUNT(properties); i++) print_tally(hd_property_name(properties[i]), &tallies[i]);
  printf("cones: %u, %u safe\n", tallies[0].cones, tallies[0].cones_safe);
  return failures ? 1 : 0;
}
