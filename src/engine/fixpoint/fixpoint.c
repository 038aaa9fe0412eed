/* fixpoint.c - the table of algorithms, and the order in which they are tried. */
#include "engine/fixpoint/fixpoint.h"

#include <unistd.h>

#include "engine/fixpoint/attempt.h"
#include "engine/fixpoint/relations.h"

/* --- the algorithms
 * -------------------------------------------------------------------------------------------- */

typedef enum { SEQUENTIAL, BY_HAND, CONTEXTS, ROUNDS, MODULAR, INTERLEAVINGS, STABLE, COVER } kind;

static const struct {
  const char *name;
  kind kind;
  const char *summary;
} algorithms[] = {
    {"finite", SEQUENTIAL, "reachability without procedure calls"},
    {"summaries", SEQUENTIAL, "entry-forward summaries: only reachable states"},
    {"summaries-simple", SEQUENTIAL, "summaries from every entry, reachable or not"},
    {"summaries-optimized", SEQUENTIAL, "entry-forward summaries, only where something has changed"},
    {"checker", BY_HAND, "entry-forward summaries, not a formula but written in C"},
    {"checker-optimized", BY_HAND, "the same, in the order of summaries-optimized"},
    {"contexts", CONTEXTS, "concurrent programs up to K context switches"},
    {"rounds-lazy", ROUNDS, "any number of threads, K rounds, only reachable states"},
    {"rounds-eager", ROUNDS, "any number of threads, K rounds, all linear interfaces"},
    {"thread-modular", MODULAR, "a proof for concurrent programs, each thread alone"},
    {"interleavings", INTERLEAVINGS, "all interleavings of threads without recursion"},
    {"coverability", COVER, "any number of threads without recursion, not a formula but written in C"},
    {"stable", STABLE, "a proof for threads with recursion: after K switches nothing new becomes visible"},
};

const char *hd_fixpoint_algorithm(unsigned i, const char **summary)
{
  if (i >= HD_COUNT(algorithms)) return NULL;
  *summary = algorithms[i].summary;
  return algorithms[i].name;
}

/* Otherwise: of a file. */
static kind kind_of(const char *name, kind otherwise)
{
  for (size_t i = 0; i < HD_COUNT(algorithms); i++)
    if (strcmp(algorithms[i].name, name) == 0) return algorithms[i].kind;
  return otherwise;
}

/* Is its bound one on rounds? */
static bool counts_rounds(const char *name)
{
  return kind_of(name, CONTEXTS) == ROUNDS;
}

static bool is_path(const char *name)
{
  size_t n = strlen(name);
  return strchr(name, '/') || (n > 3 && strcmp(name + n - 3, ".mu") == 0);
}

const char *hd_fixpoint_find(hd_arena *arena, const char *name)
{
  static const char *const folders[] = {HD_SOURCE_ALGORITHMS_DIR, HD_INSTALL_ALGORITHMS_DIR};
  if (is_path(name)) return hd_arena_strdup(arena, name);
  for (size_t i = 0; i < HD_COUNT(folders); i++) {
    const char *path = hd_arena_printf(arena, "%s/%s.mu", folders[i], name);
    if (access(path, R_OK) == 0) return path;
  }
  return NULL;
}

/* --- one algorithm
 * --------------------------------------------------------------------------------------------- */

/* Any number of copies of every thread: what rounds are about. */
static bool is_uniform(const hd_bp *p)
{
  bool all = p->threads.len > 0 && !hd_bp_has_spawn(p);
  for (uint32_t i = 0; i < p->threads.len; i++) all &= p->threads.data[i].copies == HD_BP_MANY;
  return all;
}

static hd_fx_end try_algorithm(hd_fx_job *j, const char *name, uint32_t bound, double seconds);

/* A formula that is true without saying how: another one has to find the execution. */
static hd_fx_end show_execution(hd_fx_job *j, const char *name, const char *by, uint32_t bound, double seconds,
                                hd_fx_end end)
{
  if (end != HD_FX_MAYBE || strcmp(name, by) == 0) return end;
  end = try_algorithm(j, by, bound, seconds);
  j->out->algorithm = hd_arena_strdup(&j->out->arena, name);
  return end == HD_FX_NOTHING ? hd_fx_fail(j, HD_CAUSE_FAILED, "%s says unsafe, %s finds no execution", name, by) : end;
}

/* Nothing to find with K switches, and what is visible has stabilized. NOTHING: it has not, yet. */
static hd_fx_end try_stable(hd_fx_job *j, const char *file, uint32_t bound, double seconds)
{
  hd_fx_end end = try_algorithm(j, "contexts", bound, seconds);
  j->out->algorithm = "stable";
  if (end != HD_FX_NOTHING || bound == 0) return end;
  end = hd_fx_try_stable(j, file, bound, seconds);
  if (end == HD_FX_ENDED && hd_budget_spent(j->budget)) return end;
  j->full = 0; /* that there was no room to see it does not end the search */
  return end == HD_FX_MAYBE || end == HD_FX_ENDED ? HD_FX_NOTHING : end;
}

static hd_fx_end try_algorithm(hd_fx_job *j, const char *name, uint32_t bound, double seconds)
{
  const char *file = NULL;
  kind k = kind_of(name, hd_bp_is_concurrent(j->p) ? (is_uniform(j->p) ? ROUNDS : CONTEXTS) : SEQUENTIAL);
  j->out->algorithm = hd_arena_strdup(&j->out->arena, name);
  if (k != BY_HAND && k != COVER) {
    file = hd_fixpoint_find(&j->out->arena, name);
    if (!file) return hd_fx_fail(j, HD_CAUSE_FAILED, "the file of the algorithm %s is missing", name);
  }
  switch (k) {
  case SEQUENTIAL: return hd_fx_try_sequential(j, file, !is_path(name), seconds);
  case BY_HAND: return hd_fx_try_checker(j, strcmp(name, "checker-optimized") == 0, seconds);
  case CONTEXTS:
    return show_execution(j, name, "contexts", bound, seconds, hd_fx_try_contexts(j, file, bound, seconds));
  case ROUNDS: return show_execution(j, name, "rounds-lazy", bound, seconds, hd_fx_try_rounds(j, file, bound, seconds));
  case MODULAR: return hd_fx_try_modular(j, file, seconds);
  case INTERLEAVINGS: return hd_fx_try_interleavings(j, file, seconds);
  case STABLE: return try_stable(j, file, bound, seconds);
  case COVER: return hd_fx_try_cover(j, seconds);
  }
  HD_UNREACHABLE();
}

static bool has_calls(const hd_bp *p)
{
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_BP_CALL) return true;
  return false;
}

/* --- concurrent programs: raise the bound, and look for a proof in between
 * ---------------------------------------- */

typedef struct {
  hd_fx_job *j;
  const char *bounded; /* the algorithm with a bound */
  uint32_t bound;      /* that comes next */
  const char *proofs[2];
  bool stable; /* what is visible may stabilize */
  uint32_t n_proofs;
  bool states; /* all states, one by one, may be another proof */
  bool cover;  /* ... and coverability, which counts threads in equal states */
  bool doomed; /* known to be unsafe: no proof is possible */
} hunt;

static hd_fx_end raise_bound(hunt *h, uint32_t until, double seconds)
{
  hd_fx_end end = HD_FX_NOTHING;
  while (h->bound <= until && end == HD_FX_NOTHING) {
    end = try_algorithm(h->j, h->stable && !h->doomed ? "stable" : h->bounded, h->bound, seconds);
    if (end == HD_FX_NOTHING) h->bound++;
    if (hd_budget_spent(h->j->budget) || h->j->full) break;
  }
  return end;
}

static bool is_final(hd_fx_end end)
{
  return end == HD_FX_SAFE || end == HD_FX_UNSAFE || end == HD_FX_FAILED;
}

/* All states, one by one: a proof, or the number of switches that a violation needs. */
static hd_fx_end search_states(hunt *h, double seconds)
{
  uint32_t switches = 0;
  hd_fx_end end = hd_fx_try_explicit(h->j, &switches, seconds);
  if (end == HD_FX_SAFE) h->j->out->algorithm = hd_arena_strdup(&h->j->out->arena, "exhaustive search");
  if (end == HD_FX_NOTHING) h->states = false;
  if (end == HD_FX_MAYBE) {
    h->doomed = true; /* no proof waits for its share of the time */
    h->n_proofs = 0;
    if (!counts_rounds(h->bounded)) h->bound = switches;
  }
  return end;
}

/* NOTHING when there is no answer yet. */
static hd_fx_end count_threads(hunt *h, double seconds)
{
  hd_fx_end end = h->cover ? try_algorithm(h->j, "coverability", 0, seconds) : HD_FX_NOTHING;
  if (end == HD_FX_NOTHING) h->cover = false;
  if (end == HD_FX_MAYBE) {
    h->doomed = true;
    h->n_proofs = 0;
  }
  return is_final(end) ? end : HD_FX_NOTHING;
}

/* Tries the proofs that are left; those that can show nothing are dropped. */
static hd_fx_end try_proofs(hunt *h, double seconds)
{
  if (h->states && !h->doomed && search_states(h, seconds) == HD_FX_SAFE) return HD_FX_SAFE;
  /* Of a violation that is known, the bounded search shows the execution with the fewest switches. */
  hd_fx_end counted = h->doomed ? HD_FX_NOTHING : count_threads(h, seconds);
  if (is_final(counted)) return counted;
  for (uint32_t i = 0; i < h->n_proofs && !h->doomed;) {
    hd_fx_end end = try_algorithm(h->j, h->proofs[i], 0, seconds);
    if (end == HD_FX_SAFE || end == HD_FX_UNSAFE || end == HD_FX_FAILED) return end;
    if (hd_budget_spent(h->j->budget)) break;
    if (end == HD_FX_MAYBE || h->j->full) {
      h->j->full = 0;
      if (end == HD_FX_MAYBE && strcmp(h->proofs[i], "interleavings") == 0) h->doomed = true;
      h->proofs[i] = h->proofs[--h->n_proofs];
    } else {
      i++;
    }
  }
  return HD_FX_NOTHING;
}

static void conclude_hunt(hunt *h)
{
  hd_cause c = hd_fx_spent(h->j);
  bool rounds = counts_rounds(h->bounded);
  if (h->bound > (rounds ? 1 : 0)) hd_cover(&c.covered, rounds ? HD_MEASURE_ROUNDS : HD_MEASURE_CONTEXTS, h->bound - 1);
  hd_result_give_up(h->j->out, c);
}

static hd_fx_end search_concurrent(hd_fx_job *j)
{
  bool many = is_uniform(j->p);
  hunt h = {.j = j, .bounded = many ? "rounds-lazy" : "contexts", .bound = many ? 1 : 0, .states = true};
  double seconds = 2;
  h.proofs[h.n_proofs++] = "thread-modular";
  h.cover = !hd_bp_is_recursive(j->p);
  if (hd_fx_may_interleave(j->p, j->targets))
    h.proofs[h.n_proofs++] = "interleavings";
  else
    h.stable = !many && hd_fx_may_stabilize(j->p);
  /* Any number of threads: who bounds them answers only when they err. */
  hd_fx_end end = h.n_proofs == 1 && !h.stable ? count_threads(&h, seconds) : HD_FX_NOTHING;
  if (!is_final(end)) end = raise_bound(&h, many ? 1 : 0, seconds);
  while (!is_final(end) && !hd_budget_spent(j->budget)) {
    uint64_t full = j->full; /* the bounded search has no more room: only a proof can help */
    j->full = 0;
    end = try_proofs(&h, full ? 0 : seconds);
    if (full) {
      j->full = full;
      break;
    }
    bool alone = h.doomed && !h.cover; /* no other search waits for a share of the time */
    if (!is_final(end)) end = raise_bound(&h, h.bound + (h.n_proofs ? 0 : UINT16_MAX), alone ? 0 : seconds);
    if (!is_final(end) && h.doomed) end = count_threads(&h, seconds);
    seconds *= 2;
  }
  if (!is_final(end)) conclude_hunt(&h);
  return end;
}

/* --- with a bound
 * ------------------------------------------------------------------------------------------------- */

static hd_fx_end search_within(hd_fx_job *j, const char *name, uint32_t bound, hd_measure unit)
{
  hd_fx_end end = try_algorithm(j, name, bound, 0);
  if (end == HD_FX_NOTHING) {
    hd_result_bounded(j->out, unit, bound);
    return HD_FX_FAILED;
  }
  if (end == HD_FX_MAYBE)
    return hd_fx_fail(j, HD_CAUSE_FAILED, "the formula of %s is true, and no execution shows it", j->out->algorithm);
  return end;
}

static uint32_t thread_count(const hd_bp *p)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->threads.len; i++) n += p->threads.data[i].copies;
  return n;
}

static hd_fx_end search_bounded(hd_fx_job *j)
{
  const hd_task *t = j->task;
  const char *name = t->algorithm;
  if (t->contexts != HD_NONE) return search_within(j, name ? name : "contexts", t->contexts, HD_MEASURE_CONTEXTS);
  if (is_uniform(j->p)) return search_within(j, name ? name : "rounds-lazy", t->rounds, HD_MEASURE_ROUNDS);
  if (hd_bp_is_parameterized(j->p))
    return hd_fx_fail(j, HD_CAUSE_REFUSED,
                      "rounds need a program in which every thread may have any number of copies; try --contexts");
  /* Of a known number of threads, rounds are context switches. */
  return search_within(j, name ? name : "contexts", t->rounds * thread_count(j->p) - 1, HD_MEASURE_CONTEXTS);
}

/* An algorithm by name without a bound: the bound is raised when it has one. */
static hd_fx_end search_named(hd_fx_job *j)
{
  const char *name = j->task->algorithm;
  hd_fx_end end = HD_FX_NOTHING;
  uint32_t bound = counts_rounds(name) ? 1 : 0;
  hunt h = {.j = j, .bounded = name, .bound = bound};
  if (!hd_bp_is_concurrent(j->p)) return try_algorithm(j, name, 0, 0);
  if (strcmp(name, "coverability") == 0) {
    end = try_algorithm(j, name, 0, 0);
    if (end == HD_FX_NOTHING)
      return hd_fx_fail(j, HD_CAUSE_REFUSED,
                        "coverability needs a program without recursion, and steps with few results");
    return end;
  }
  if (strcmp(name, "thread-modular") == 0 || strcmp(name, "interleavings") == 0) {
    end = try_algorithm(j, name, 0, 0);
    if (end == HD_FX_MAYBE)
      return hd_fx_fail(j, HD_CAUSE_REFUSED, "%s found no proof%s", name,
                        name[0] == 'i' ? ": the program is unsafe" : "");
    return end;
  }
  end = raise_bound(&h, UINT16_MAX, 0);
  if (!is_final(end)) conclude_hunt(&h);
  return is_final(end) ? end : HD_FX_FAILED;
}

/* --- all
 * ---------------------------------------------------------------------------------------------------------
 */

static hd_fx_end decide_boolean(hd_fx_job *j)
{
  const hd_task *t = j->task;
  bool concurrent = hd_bp_is_concurrent(j->p);
  if (concurrent && (t->contexts != HD_NONE || t->rounds != HD_NONE)) return search_bounded(j);
  if (t->algorithm) return search_named(j);
  if (concurrent) return search_concurrent(j);
  return try_algorithm(j, has_calls(j->p) ? "summaries" : "finite", 0, 0);
}

void hd_fixpoint_run(const hd_bp *p, const hd_task *t, uint32_t most_steps, const hd_budget *b, hd_result *out)
{
  bool *targets = hd_alloc(p->locs.len + 1, sizeof *targets);
  hd_fx_job j = {.p = p, .task = t, .targets = targets, .budget = b, .out = out, .most_steps = most_steps};
  hd_fx_end end = hd_bp_targets(p, t->label, targets) ? decide_boolean(&j) : HD_FX_SAFE;
  if (end == HD_FX_SAFE) out->verdict = HD_SAFE;
  if (end == HD_FX_SAFE && !t->no_recheck && !hd_bp_is_concurrent(p)) hd_fx_certify(&j);
  if (end == HD_FX_UNSAFE) out->verdict = HD_UNSAFE;
  if (end == HD_FX_ENDED || end == HD_FX_NOTHING || end == HD_FX_MAYBE) hd_result_give_up(out, hd_fx_spent(&j));
  hd_result_stat(out, "iterations", (double)j.iterations);
  hd_result_stat(out, "bdd.nodes", (double)j.nodes);
  if (j.states) hd_result_stat(out, "states", (double)j.states);
  if (out->bp_trace) hd_result_stat(out, "switches", hd_bp_trace_switches(out->bp_trace));
  free(targets);
}

static void run_fixpoint(const hd_bp *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_fixpoint_run(p, t, HD_FX_READABLE_STEPS, b, out);
}

const hd_engine hd_engine_fixpoint = {
    .name = "fixpoint",
    .summary = "Boolean programs: model checking algorithms written as fixed-point formulas",
    .accepts_text = "Boolean programs (.bp), recursive, concurrent or with any number of threads",
    .takes = HD_KIND_BOOLEAN,
    .finds = 1u << HD_BY_CHECK,
    .run_boolean = run_fixpoint};

void hd_fixpoint_emit(FILE *out, const hd_bp *p, const char *label)
{
  bool complete, *targets = hd_alloc(p->locs.len + 1, sizeof *targets);
  hd_bp *q = hd_bp_unfold(p, 1, &complete);
  hd_fx_model m;
  hd_bp_targets(p, label, targets);
  hd_fx_model_init(&m, q);
  hd_fx_model_print(out, &m, targets, true);
  hd_fx_model_clear(&m);
  hd_bp_free(q);
  free(targets);
}
