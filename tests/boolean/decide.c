#include "decide.h"

#include <stdio.h>

#include "oracle/summaries.h"
#include "certified.h"
#include "engine/fixpoint/fixpoint.h"

unsigned compared, found_unsafe, proved_safe, proved_stable, covered;

static const char *const words[] = {"safe", "unsafe", "unknown"};

answer decide(const hd_bp *p, const char *label, const char *algorithm, uint32_t contexts, uint32_t rounds,
              double seconds, char **why)
{
  /* Of every second program the counterexamples say where a call repeats another. */
  uint32_t most_steps = compared % 2 ? 1 : HD_FX_READABLE_STEPS;
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  task.algorithm = algorithm;
  task.label = label;
  task.contexts = contexts;
  task.rounds = rounds;
  task.no_recheck = true;
  hd_budget budget = {.deadline = seconds > 0 ? hd_now() + seconds : 0, .jobs = 1};
  hd_result r;
  hd_result_init(&r);
  hd_fixpoint_run(p, &task, most_steps, &budget, &r);
  answer a = r.verdict == HD_SAFE ? SAYS_SAFE : r.verdict == HD_UNSAFE ? SAYS_UNSAFE : SAYS_UNKNOWN;
  if (why)
    *why = hd_strdup(hd_diags_has_error(&r.messages) ? r.messages.list.data[0].message
                     : r.cause.what                  ? r.cause.what
                                                     : "");
  hd_result_clear(&r);
  return a;
}

static answer explored(const hd_bp *p, const bool *targets, hd_bp_found *found)
{
  answer a = found->reached ? SAYS_UNSAFE : found->exhausted ? SAYS_SAFE : SAYS_UNKNOWN;
  if (found->trace) {
    hd_bp_replay_result r = hd_bp_replay(p, found->trace, targets);
    if (!r.reached) printf("the explicit search has a trace that stops at step %u: %s\n", r.at, r.why);
    HD_CHECK(r.reached);
  }
  hd_bp_trace_free(found->trace);
  return a;
}

answer explore(const hd_bp *p, const char *label, uint32_t contexts, bool *complete)
{
  bool *targets = hd_alloc(p->locs.len + 1, sizeof *targets);
  hd_bp_limits limits = {.contexts = contexts, .rounds = HD_NONE, .frames = 8, .threads = 6, .states = 60000};
  answer a = SAYS_SAFE;
  *complete = true;
  if (hd_bp_targets(p, label, targets)) {
    hd_bp_found found = (hd_bp_is_concurrent(p) ? hd_bp_explore_threads : hd_bp_explore_summaries)(p, targets, &limits);
    *complete = found.complete;
    a = explored(p, targets, &found);
  }
  free(targets);
  return a;
}

answer explore_rows(const hd_bp *p, uint32_t rounds, uint32_t most)
{
  bool *targets = hd_alloc(p->locs.len + 1, sizeof *targets);
  hd_bp_limits limits = {.contexts = HD_NONE, .rounds = rounds, .frames = 8, .threads = 6, .states = 60000};
  uint32_t kinds = p->threads.len, rows = 1;
  answer a = SAYS_UNKNOWN;
  hd_bp_targets(p, NULL, targets);
  for (uint32_t length = 1; length <= most; length++) {
    rows *= kinds;
    for (uint32_t code = 0; code < rows && a != SAYS_UNSAFE; code++) {
      hd_bp row = *p;
      memset(&row.threads, 0, sizeof row.threads);
      for (uint32_t i = 0, rest = code; i < length; i++, rest /= kinds) {
        hd_bp_thread t = p->threads.data[rest % kinds];
        t.copies = 1;
        hd_vec_push(&row.threads, t);
      }
      hd_bp_found found = hd_bp_explore_threads(&row, targets, &limits);
      a = explored(&row, targets, &found);
      hd_vec_clear(&row.threads);
    }
  }
  free(targets);
  return a;
}

/* --- comparing ---------------------------------------------------------------------------------------------
 */

static unsigned differ(const char *name, const char *who, answer said, answer wanted, char *why)
{
  bool bad = said != wanted;
  if (bad) printf("%s: %s says %s instead of %s (%s)\n", name, who, words[said], words[wanted], why ? why : "");
  free(why);
  return bad;
}

static bool has_calls(const hd_bp *p)
{
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_BP_CALL) return true;
  return false;
}

static unsigned compare_sequential(const char *name, const hd_bp *p, const char *label)
{
  static const char *const algorithms[] = {"checker",           "summaries", "summaries-simple", "summaries-optimized",
                                           "checker-optimized", "finite"};
  bool complete;
  unsigned bad = 0;
  answer wanted = explore(p, label, HD_NONE, &complete);
  if (wanted == SAYS_UNKNOWN) return 0;
  for (size_t i = 0; i < HD_COUNT(algorithms); i++) {
    char *why = NULL;
    if (strcmp(algorithms[i], "finite") == 0 && has_calls(p)) continue;
    answer said = decide(p, label, algorithms[i], HD_NONE, HD_NONE, 0, &why);
    bad += differ(name, algorithms[i], said, wanted, why);
  }
  bad += compare_certificates(name, p, label, wanted == SAYS_SAFE);
  found_unsafe += wanted == SAYS_UNSAFE;
  proved_safe += wanted == SAYS_SAFE;
  return bad;
}

/* With a bound: unsafe, or unknown because of the bound. */
static unsigned compare_contexts(const char *name, const hd_bp *p, const char *label, bool *unsafe)
{
  unsigned bad = 0;
  for (uint32_t k = 0; k <= 2 && !*unsafe; k++) {
    bool complete;
    char *why = NULL;
    answer wanted = explore(p, label, k, &complete), said = decide(p, label, "contexts", k, HD_NONE, 0, &why);
    *unsafe = wanted == SAYS_UNSAFE || said == SAYS_UNSAFE;
    if (wanted != SAYS_UNSAFE && !complete && said == SAYS_UNSAFE)
      free(why);
    else
      bad += differ(name, "contexts", said, wanted == SAYS_UNSAFE ? SAYS_UNSAFE : SAYS_UNKNOWN, why);
  }
  return bad;
}

/* Without recursion coverability decides, whatever the number of threads. */
static unsigned compare_cover(const char *name, const hd_bp *p, const char *label, bool unsafe, bool safe)
{
  char *why = NULL;
  answer said = decide(p, label, "coverability", HD_NONE, HD_NONE, 0, &why);
  covered += said == SAYS_SAFE;
  if (unsafe && said != SAYS_UNSAFE && !(why && strstr(why, "without recursion")))
    return differ(name, "coverability", said, SAYS_UNSAFE, why);
  if (safe && said == SAYS_UNSAFE) return differ(name, "coverability", said, SAYS_SAFE, why);
  free(why);
  return 0;
}

/* A proof is never given for an unsafe program; all interleavings decide. */
static unsigned compare_proofs(const char *name, const hd_bp *p, const char *label, bool unsafe)
{
  bool complete, many = hd_bp_is_parameterized(p);
  char *why = NULL;
  unsigned bad = 0;
  answer all = explore(p, label, HD_NONE, &complete),
         said = decide(p, label, "thread-modular", HD_NONE, HD_NONE, 0, NULL);
  unsafe |= all == SAYS_UNSAFE;
  if (unsafe && said == SAYS_SAFE) bad += differ(name, "thread-modular", said, SAYS_UNSAFE, NULL);
  said = many ? SAYS_UNKNOWN : decide(p, label, "stable", 2, HD_NONE, 2, NULL);
  proved_stable += said == SAYS_SAFE;
  if (unsafe && said == SAYS_SAFE) bad += differ(name, "stable", said, SAYS_UNSAFE, NULL);
  if (!many && !hd_bp_is_recursive(p) && all != SAYS_UNKNOWN) {
    said = decide(p, label, "interleavings", HD_NONE, HD_NONE, 0, &why);
    bool counted = why && strstr(why, "known number of threads");
    if (!counted && (said == SAYS_SAFE) != (all == SAYS_SAFE)) bad += differ(name, "interleavings", said, all, NULL);
    free(why);
  }
  bad += compare_cover(name, p, label, unsafe, all == SAYS_SAFE);
  found_unsafe += unsafe;
  proved_safe += !unsafe && all == SAYS_SAFE;
  return bad;
}

static unsigned compare_rounds(const char *name, const hd_bp *p)
{
  static const char *const algorithms[] = {"rounds-lazy", "rounds-eager"};
  unsigned bad = 0;
  for (uint32_t k = 1; k <= 2; k++) {
    answer wanted = explore_rows(p, k, 3);
    answer lazy = SAYS_UNKNOWN;
    for (size_t i = 0; i < HD_COUNT(algorithms); i++) {
      char *why = NULL;
      answer said = decide(p, NULL, algorithms[i], HD_NONE, k, 0, &why);
      if (i == 0) lazy = said;
      /* More threads than the rows have may be needed; then both say so. */
      bad += differ(name, algorithms[i], said, wanted == SAYS_UNSAFE ? SAYS_UNSAFE : lazy, why);
    }
  }
  return bad;
}

static bool is_uniform(const hd_bp *p)
{
  bool all = !hd_bp_has_spawn(p);
  for (uint32_t i = 0; i < p->threads.len; i++) all &= p->threads.data[i].copies == HD_BP_MANY;
  return all;
}

unsigned compare(const char *name, const hd_bp *p, const char *label)
{
  bool unsafe = false, *targets = hd_alloc(p->locs.len + 1, sizeof *targets);
  bool asked = hd_bp_targets(p, label, targets);
  free(targets);
  compared++;
  if (!asked) return 0;
  if (!hd_bp_is_concurrent(p)) return compare_sequential(name, p, label);
  unsigned bad = compare_contexts(name, p, label, &unsafe) + compare_proofs(name, p, label, unsafe);
  return bad + (is_uniform(p) && !label ? compare_rounds(name, p) : 0);
}
