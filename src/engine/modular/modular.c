/* modular.c - the engine's row: which ways are tried, in which order, and its answer. */
#include "engine/modular/modular.h"

#include "engine/bmc/bmc.h"
#include "engine/isolate.h"
#include "engine/modular/refine.h"
#include "engine/modular/run.h"
#include "engine/written_out.h"
#include "trace/sample.h"

static bool accepts_modular(const hd_program *p, const hd_task *t, const char **why_not)
{
  if (t->contexts != HD_NONE || t->depth != HD_NONE) {
    *why_not = "modular has no bounds on contexts or depth";
    return false;
  }
  unsigned off;
  const char *unknown;
  if (!hd_switches_read(t->without, &off, &unknown)) {
#define X(name, text, what) text ", "
    *why_not = "--without names no optimization of modular (" HD_MODULAR_SWITCHES(X) "all)";
#undef X
    return false;
  }
  if (t->order && !hd_order_fits(p, t->order)) {
    *why_not = "--order names a thread that does not exist";
    return false;
  }
  return true;
}

/* --- who finds the answer ----------------------------------------------------------------------------- */

/* A first look, in seconds, at some executions and at what holds for threads one by one, before anything larger. */
static const double FIRST_LOOK = 1;
static const hd_sample_size FIRST_RUNS = {.runs = 500};

/* Of the time for a proof by environment properties. */
static const double PART_TOGETHER = 0.4;

typedef struct {
  const hd_program *p;
  const uint8_t *heads; /* of loops that were written out; or NULL */
  const hd_task *t;
  hd_budget budget;
} job;

static bool task_uses(const hd_task *t, hd_modular_switch s)
{
  unsigned off;
  const char *unknown;
  return hd_switches_read(t->without, &off, &unknown) && !(off >> s & 1);
}

/* Beside other engines, `sample` does it. */
static bool samples(const hd_task *t)
{
  return t->alone && task_uses(t, HD_SWITCH_SAMPLES);
}

/* Executions by chance. */
static void sample(const hd_program *p, const hd_task *t, hd_sample_size most, const hd_budget *b, hd_result *out)
{
  uint32_t runs;
  out->trace = hd_sample(p, t->property, most, b, &runs);
  if (out->trace)
    out->verdict = HD_UNSAFE;
  else
    hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "no sampled execution fails");
  hd_result_stat(out, "samples", runs);
}

static void take_note(void *context, const char *line)
{
  hd_result *out = context;
  hd_vec_push(&out->notes, hd_arena_strdup(&out->arena, line));
}

/* At length: first all threads together, then by pairs, with checks. */
static void prove_by_properties(const hd_program *p, const hd_task *t, bool at_length, const hd_budget *b,
                                hd_result *out)
{
  uint64_t checks = 0;
  double left = hd_budget_left(b, 60);
  hd_budget share = hd_budget_share(b, at_length ? left * PART_TOGETHER : left);
  hd_prove_task brief = hd_modular_proof(t), long_one = brief;
  brief.guesses = long_one.guesses = true;
  brief.together = task_uses(t, HD_SWITCH_TOGETHER);
  brief.note = take_note;
  brief.note_context = out;
  long_one.pairs = long_one.checks = true;
  if (!at_length || brief.together) out->certificate = hd_prove(p, &brief, &share, &checks);
  if (!out->certificate && at_length) out->certificate = hd_prove(p, &long_one, b, &checks);
  hd_result_stat(out, "certifying.checks", (double)checks);
  if (out->certificate)
    out->verdict = HD_SAFE;
  else
    hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "environment properties do not suffice");
}

static void sample_job(void *context, hd_result *out)
{
  const job *j = context;
  sample(j->p, j->t, hd_sample_beside, &j->budget, out);
}

static void prove_job(void *context, hd_result *out)
{
  const job *j = context;
  prove_by_properties(j->p, j->t, true, &j->budget, out);
}

/* All threads as one module: every execution is an order of their blocks, and bmc decides all orders at once, where
 * there are no loops, or they only wait, or constants end them. joint.h does the same by a sequential program with
 * clocks, which can also be the last level below other threads; here no level is above, and circuits decide what takes
 * integers long. */
static bool is_module(const hd_program *p, const hd_task *t)
{
  bool fits = task_uses(t, HD_SWITCH_MODULES) && t->unwind == HD_NONE;
  for (uint32_t i = 0; i < p->threads.len; i++)
    fits &= !p->threads.data[i].replicated && !hd_loc_get(p, p->threads.data[i].entry)->atomic;
  return fits;
}

static bool has_loops(const hd_program *p, const hd_task *t)
{
  hd_facts *facts = hd_facts_of(t->facts, p);
  bool some = hd_facts_loops(facts)->list.len > 0;
  hd_facts_free(facts);
  return some;
}

static void module_job(void *context, hd_result *out)
{
  const job *j = context;
  hd_bmc_run_written_out(j->p, j->heads, j->t, HD_BMC_AUTO, &j->budget, out);
  hd_result_stat(out, "modules", 1);
  hd_result_stat(out, "module.threads", j->p->threads.len);
  if (!out->certificate || out->certificate->kind != HD_PROOF_EXHAUSTIVE) return;
  hd_certificate_free(out->certificate);
  out->certificate = hd_certificate_new(HD_PROOF_EXHAUSTIVE, "modular");
  hd_certificate_set_searched(out->certificate, "all executions of %u threads as one module", j->p->threads.len);
}

static void refine_job(void *context, hd_result *out)
{
  const job *j = context;
  hd_modular_refine(j->p, j->t, &j->budget, out);
}

/* Without properties in environment moves: where threads depend on each other in one direction, nothing is faster. */
static void plain_job(void *context, hd_result *out)
{
  const job *j = context;
  hd_task plain = *j->t;
  hd_arena scratch;
  hd_arena_init(&scratch);
  plain.without =
      hd_arena_printf(&scratch, "%s%sproperties", plain.without ? plain.without : "", plain.without ? "," : "");
  hd_modular_refine(j->p, &plain, &j->budget, out);
  hd_arena_clear(&scratch);
}

/* The refinement's result is the one that is told when no part of the engine has an answer. */
typedef struct {
  const hd_task *t;
  hd_result *out;
  uint32_t refining, proving, first; /* who does that; first: the first refinement */
  bool proved;                       /* the prover has ended */
  uint32_t left, cores;              /* who has not ended; for how many at a time */
  hd_spare_cores *spare;             /* what they leave to the last one; or NULL */
} race;

static bool is_known(const hd_result *r, const hd_task *t)
{
  return r->verdict == HD_UNSAFE || (r->verdict == HD_SAFE && (r->certificate || t->no_recheck));
}

static void move_result(hd_result *out, hd_result *r)
{
  hd_result_clear(out);
  *out = *r;
  hd_result_init(r);
}

/* Decided without the algorithm. */
static void tell_no_checks(hd_result *out)
{
  hd_result_stat(out, "sequential.checks", 0);
  hd_result_stat(out, "env.queries", 0);
}

/* Safe without a proof that can be rechecked: perhaps the prover has one. */
static bool racer_ended(void *context, uint32_t i, hd_result *r, double seconds, bool defect)
{
  race *x = context;
  (void)seconds, (void)defect;
  bool known = is_known(r, x->t);
  if (--x->left < x->cores && x->spare) atomic_store(x->spare, x->cores - x->left);
  if (i == x->proving) x->proved = true;
  if (known && i != x->refining && i != x->first) tell_no_checks(r);
  if (known || i == x->refining) move_result(x->out, r);
  return known || (x->out->verdict == HD_SAFE && x->proved);
}

static void run_race(const hd_program *p, const uint8_t *heads, const hd_task *t, const hd_budget *b, hd_result *out)
{
  enum { PROVE, PLAIN, SAMPLE, REFINE, MODULE, JOBS };
  static hd_work *const work[JOBS] = {prove_job, plain_job, sample_job, refine_job, module_job};
  static const char *const names[JOBS] = {"environment properties", "first refinement", "sampling", "refinement",
                                          "a module of all threads"};
  /* Of the time; 0: the rest. */
  static const double shares[2][JOBS] = {{0.2, 0.1, 0.1, 0, 0.4}, {0, 0.1, 0.08, 0, 0.6}};
  uint32_t cores = b->jobs > 1 ? 2 : 1;
  bool together = cores > 1, properties = task_uses(t, HD_SWITCH_PROPERTIES), loops = has_loops(p, t);
  /* Of loops, bmc itself takes care where it is asked, too. */
  bool wanted[JOBS] = {properties, properties, samples(t), true, is_module(p, t) && (t->alone || !loops)};
  static const unsigned straight[JOBS] = {PLAIN, MODULE, PROVE, SAMPLE, REFINE},
                        orders[2][JOBS] = {{PLAIN, PROVE, MODULE, SAMPLE, REFINE},
                                           {PROVE, MODULE, PLAIN, SAMPLE, REFINE}};
  double left = hd_budget_left(b, 60);
  job jobs[JOBS];
  hd_contestant all[JOBS];
  race x = {.t = t, .out = out, .proving = HD_NONE, .first = HD_NONE, .proved = !wanted[PROVE], .cores = cores};
  x.spare = together ? hd_spare_cores_new() : NULL;
  uint32_t n = 0;
  for (unsigned i = 0; i < JOBS; i++) {
    unsigned k = wanted[MODULE] && !loops ? straight[i] : orders[together][i];
    if (!wanted[k]) continue;
    jobs[n] = (job){p, heads, t, *b};
    jobs[n].budget.jobs = 1;
    if (together) jobs[n].budget.spare = x.spare;
    all[n] = (hd_contestant){names[k], work[k], &jobs[n], &jobs[n].budget, shares[together][k] * left};
    if (k == REFINE) x.refining = n;
    if (k == PROVE) x.proving = n;
    if (k == PLAIN) x.first = n;
    n++;
  }
  x.left = n;
  if (n < cores && x.spare) atomic_store(x.spare, cores - n);
  hd_contest(all, n, cores, hd_subject_program(p), racer_ended, &x);
  hd_spare_cores_free(x.spare);
}

static void glance(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_budget share = hd_budget_share(b, FIRST_LOOK);
  if (samples(t)) sample(p, t, FIRST_RUNS, &share, out);
  share = hd_budget_share(b, FIRST_LOOK);
  if (task_uses(t, HD_SWITCH_PROPERTIES) && out->verdict == HD_UNKNOWN) prove_by_properties(p, t, false, &share, out);
}

/* Who wants to see the sequential programs gets them: the algorithm alone. */
static void decide_modular(const hd_program *p, const uint8_t *heads, const hd_task *t, const hd_budget *b,
                           hd_result *out)
{
  bool others = !t->emit_sequential && (task_uses(t, HD_SWITCH_PROPERTIES) || samples(t));
  out->verdict = HD_UNKNOWN;
  if (others) glance(p, t, b, out);
  if (is_known(out, t)) {
    tell_no_checks(out);
    return;
  }
  if (others)
    run_race(p, heads, t, b, out);
  else
    hd_modular_refine(p, t, b, out);
}

static void run_modular(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_written_out *u = task_uses(t, HD_SWITCH_UNROLL) ? hd_write_out(p) : NULL;
  uint8_t *heads = u ? hd_written_out_heads(p, t, u) : NULL;
  decide_modular(u ? u->program : p, heads, t, b, out);
  if (u) hd_result_of_written_out(p, u, out);
  free(heads);
  hd_written_out_free(u);
}

const hd_engine hd_engine_modular = {
    .name = "modular",
    .summary = "checks one thread at a time against a learned abstraction of the others (CoMuS)",
    .accepts_text = "failed checks; any number of copies of a thread",
    .finds = 1u << HD_BY_CHECK,
    .accepts = accepts_modular,
    .run = run_modular,
};
