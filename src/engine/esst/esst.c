/* esst.c - the engine's row: what it accepts, the run, its answer. */
#include "engine/esst/esst.h"

#include "engine/esst/por.h"
#include "engine/esst/proof.h"
#include "engine/esst/regions.h"
#include "engine/esst/symmetry.h"
#include "program/expand.h"

/* Sets of instances are words. The forest without reduction is asked for as a proof up to this size. */
enum { MOST_PARTIES = 64, PROOF_NODES = 3000, PROOF_TIMES = 3 };

typedef struct {
  const hd_program *given;
  const hd_task *task;
  const hd_budget *budget;
  hd_result *out;
  uint8_t *demoted; /* by variable */
  double smt_seconds;
} run;

static bool accepts_esst(const hd_program *p, const hd_task *t, const char **why_not)
{
  uint32_t instances = 0;
  for (uint32_t i = 0; i < p->threads.len; i++) instances += p->threads.data[i].instances;
  *why_not = NULL;
  if (t->unwind != HD_NONE)
    *why_not = "esst has no bound on loop iterations";
  else if (instances > MOST_PARTIES)
    *why_not = "esst treats at most 64 instances";
  return !*why_not;
}

/* Those with a scheduler of their own. */
static bool comes_first(const hd_program *p)
{
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].role == HD_ROLE_SCHED) return true;
  return false;
}

static bool has_bounds(const hd_task *t)
{
  return t->contexts != HD_NONE || t->depth != HD_NONE;
}

static hd_smt *make_smt(run *r, hd_esst_space *space, const hd_signs *signs)
{
  uint32_t n;
  hd_term *formulas = hd_esst_formulas(space, &n);
  hd_arith arith = r->task->arith == HD_ARITH_AUTO ? hd_arith_choose(space->T, formulas, n) : r->task->arith;
  free(formulas);
  return hd_smt_new(space->T, arith, signs, r->budget);
}

static void say_unsafe(const run *r, hd_esst_search *x)
{
  r->out->verdict = HD_UNSAFE;
  r->out->trace = x->trace;
  x->trace = NULL;
}

/* The recheck of a reduction tells the elements of an array apart when they are named by known numbers only. */
static bool has_shared_arrays(const hd_program *p)
{
  hd_expanded *e = hd_expand(p);
  uint32_t whole = 0;
  for (uint32_t v = 0; v < p->vars.len; v++) whole += p->vars.data[v].count && p->vars.data[v].thread.id == HD_NONE;
  for (uint32_t i = 0; i < e->origins.len; i++) {
    hd_origin o = e->origins.data[i];
    if (o.var.id != HD_NONE && o.index == 0 && hd_var_get(p, o.var)->thread.id == HD_NONE) whole--;
  }
  hd_expanded_free(e);
  return whole != 0;
}

/* The forest with what the reduction left out, if that takes little more: then the proof relies on no reduction. */
static void complete_proof(const run *r, hd_esst_search *x)
{
  hd_esst_search_complete(x, x->tree.nodes.len * PROOF_TIMES + PROOF_NODES);
  bool whole = hd_esst_search_run(x);
  hd_result_stat(r->out, "states.proof", x->tree.nodes.len);
  if (x->trace) {
    hd_result_stat(r->out, "reduction.missed", 1);
    hd_certificate_free(r->out->certificate);
    r->out->certificate = NULL;
    say_unsafe(r, x);
  } else if (whole) {
    hd_certificate_free(r->out->certificate);
    r->out->certificate = hd_esst_proof(x, r->given);
  }
}

static void say_safe(const run *r, hd_esst_search *x)
{
  r->out->verdict = HD_SAFE;
  r->out->certificate = hd_esst_proof(x, r->given);
  if (r->out->certificate->relies & HD_RELIES_ORDERS && has_shared_arrays(r->given)) complete_proof(r, x);
}

static void conclude_esst(const run *r, hd_esst_search *x, bool complete)
{
  if (x->trace)
    say_unsafe(r, x);
  else if (x->beyond.id != HD_NONE)
    hd_result_beyond(r->out, x->space->p, x->beyond);
  else if (complete && x->bounded)
    hd_result_within_task(r->out, r->task);
  else if (complete)
    say_safe(r, x);
  else
    hd_result_give_up(r->out, hd_cause_spent(r->budget, "no regions were found that exclude a path"));
}

static void count_esst(const run *r, const hd_esst_search *x)
{
  hd_result_stat(r->out, "states", x->tree.nodes.len);
  hd_result_stat(r->out, "places", x->space->places.len);
  hd_result_stat(r->out, "transitions", x->transitions);
  hd_result_stat(r->out, "refinements", x->refinements);
  if (x->symmetry) hd_result_stat(r->out, "images", x->images_covered);
  if (x->regions) hd_result_stat(r->out, "predicates", hd_esst_regions_predicates(x->regions));
}

/* False: a variable turned out to have too many values, and is symbolic from now on. */
static bool search_space(run *r)
{
  hd_esst_space *space = hd_esst_space_new(r->given, r->task, r->demoted);
  hd_signs signs = hd_symbols_signs(&space->symbols);
  hd_smt *smt = make_smt(r, space, &signs);
  hd_esst_search x;
  hd_esst_search_init(&x, space, smt, r->task, r->budget);
  if (r->task->labels != HD_LABELS_INTERPOLANTS) x.regions = hd_esst_regions_new(&x);
  if (r->task->por && !has_bounds(r->task))
    x.por = hd_esst_por_new(space, smt, r->task->por & HD_POR_PERSISTENT, r->task->por & HD_POR_SLEEP);
  if (r->task->symmetry && x.regions && !has_bounds(r->task))
    x.symmetry = hd_esst_symmetry_new(space, smt, hd_violated_by(r->task->property, HD_BY_DEADLOCK), r->budget);
  bool complete = hd_esst_search_run(&x), done = x.demote.id == HD_NONE;
  if (done) {
    count_esst(r, &x);
    conclude_esst(r, &x, complete);
  } else {
    r->demoted[x.demote.id] = 1;
  }
  r->smt_seconds += hd_smt_spent(smt).seconds;
  hd_esst_search_clear(&x);
  hd_smt_free(smt);
  hd_esst_space_free(space);
  return done;
}

static void run_engine(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  run r = {.given = p, .task = t, .budget = b, .out = out};
  double began = hd_now();
  r.demoted = hd_alloc(p->vars.len + 1, 1);
  while (!search_space(&r) && !hd_budget_spent(b))
    ;
  if (hd_budget_spent(b) && out->cause.kind == HD_CAUSE_NONE && out->verdict == HD_UNKNOWN)
    hd_result_give_up(out, hd_cause_spent(b, NULL));
  hd_result_stat(out, "time.smt", r.smt_seconds);
  hd_result_stat(out, "time.total", hd_now() - began);
  free(r.demoted);
}

const hd_engine hd_engine_esst = {
    .name = "esst",
    .summary = "explicit scheduler, symbolic threads: lazy abstraction with partial-order reduction",
    .accepts_text = "failed checks and deadlocks; at most 64 instances; cooperative schedulers and pthreads",
    .finds = 1u << HD_BY_CHECK | 1u << HD_BY_DEADLOCK,
    .comes_first = comes_first,
    .accepts = accepts_esst,
    .run = run_engine,
};
