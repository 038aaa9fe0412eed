/* horn.c - the engine's row: which encoding is tried, and its answer. */
#include "engine/horn/horn.h"

#include "analysis/guards.h"
#include "engine/horn/run.h"

/* The checkers of the sequential engine have Spacer among them. */
static bool is_left_to_others(const hd_program *p, const hd_task *t)
{
  return !t->alone && p->threads.len == 1 && p->threads.data[0].instances == 1 && !p->threads.data[0].replicated;
}

/* Violations are states, and no steps. */
static bool is_about_states(hd_property property)
{
  return !hd_violated_by(property, HD_BY_CHECK);
}

typedef struct {
  const hd_program *p;
  bool found;
} search;

static void note_var(search *x, hd_var v)
{
  const hd_var_info *info = hd_var_get(x->p, v);
  x->found |= info->role == HD_ROLE_USER && info->thread.id == HD_NONE;
}

static void note_leaf(void *context, hd_term leaf)
{
  search *x = context;
  note_var(x, (hd_var){hd_term_symbol(x->p->terms, leaf)});
}

/* Is the user's shared memory accessed within an atomic section? Proofs speak of cut-points, and there are none
 * inside. */
static bool has_accesses_inside(const hd_program *p)
{
  search x = {.p = p};
  for (uint32_t i = 0; i < p->edges.len && !x.found; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    if (e->access == HD_ACCESS_SYNC || !hd_loc_get(p, e->from)->atomic) continue;
    if (hd_term_is(e->guard)) hd_term_visit_leaves(p->terms, e->guard, note_leaf, &x);
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      const hd_assign *assign = &e->assigns[k];
      note_var(&x, assign->var);
      if (hd_term_is(assign->index)) hd_term_visit_leaves(p->terms, assign->index, note_leaf, &x);
      if (hd_term_is(assign->value)) hd_term_visit_leaves(p->terms, assign->value, note_leaf, &x);
    }
  }
  return x.found;
}

static bool accepts_horn(const hd_program *p, const hd_task *t, const char **why_not)
{
  if (is_left_to_others(p, t)) {
    *why_not = "programs of one thread are for the engine sequential";
    return false;
  }
  if (hd_violated_by(t->property, HD_BY_RACE) && has_accesses_inside(p)) {
    *why_not = "horn does not look for races of accesses within atomic sections";
    return false;
  }
  bool bounded = t->contexts != HD_NONE || t->depth != HD_NONE || t->unwind != HD_NONE;
  if (bounded) *why_not = "horn has no bounds";
  return !bounded;
}

hd_arith hd_horn_arith(const hd_horn_run *r, const hd_terms *T, const hd_term *terms, uint32_t n)
{
  return r->task->arith == HD_ARITH_AUTO ? hd_arith_choose(T, terms, n) : r->task->arith;
}

void hd_horn_import_proof(const hd_horn_run *r, const hd_program *q, hd_certificate *c, const hd_rewrite *leaf)
{
  hd_term *map = hd_alloc((size_t)hd_terms_count(q->terms) + 1, sizeof *map);
  for (uint32_t i = 0; i < c->clauses.len; i++)
    for (uint32_t k = 0; k < c->clauses.data[i].facts.len; k++) {
      hd_fact *fact = &c->clauses.data[i].facts.data[k];
      fact->holds = hd_term_import(r->given->terms, q->terms, fact->holds, leaf, map);
    }
  free(map);
}

/* Can an instance wait where it stands at no cut-point? */
static bool waits_unseen(const hd_horn_run *r)
{
  for (uint32_t l = 0; l < r->p->locs.len; l++)
    if (!r->cuts->cut[l] && !hd_guards_exhaustive(r->p, (hd_loc){l})) return true;
  return false;
}

/* A program that may create threads without bound is safe by a modular argument only; a modular
 * proof needs no product, but a violation does. */
static void decide_horn(hd_horn_run *r)
{
  if (is_about_states(r->task->property)) {
    if (hd_violated_by(r->task->property, HD_BY_DEADLOCK) && waits_unseen(r))
      hd_result_unknown(r->out, HD_CAUSE_REFUSED, HD_NO_POS, "a thread may wait inside an atomic section");
    else
      hd_horn_monolithic(r, r->budget);
    return;
  }
  bool several = false;
  for (uint32_t t = 0; t < r->p->threads.len; t++)
    several |= r->p->threads.data[t].replicated || r->p->threads.data[t].instances > 2;
  hd_budget slice = hd_budget_part(r->budget, several ? 0.6 : 0.1, 0);
  if (several && hd_horn_modular(r, &slice)) return;
  bool alone = several || r->p->threads.len == 1;
  slice = hd_budget_part(r->budget, alone ? 1 : 0.8, 0);
  if (hd_horn_monolithic(r, &slice) || alone) return;
  hd_horn_modular(r, r->budget);
}

void hd_horn_run_init(hd_horn_run *r)
{
  r->p = hd_program_clone(r->given);
  hd_program_index(r->p);
  r->facts = hd_facts_of(r->task->facts, r->given);
  r->sharing = hd_facts_sharing(r->facts);
  r->reduction = r->task->reduction;
  if (is_about_states(r->task->property) && r->reduction == HD_REDUCTION_LIPTON) r->reduction = HD_REDUCTION_LOCAL;
  r->cuts = hd_facts_cuts(r->facts, r->reduction, r->task->property);
  r->live = hd_facts_liveness(r->facts);
}

void hd_horn_run_clear(hd_horn_run *r)
{
  hd_facts_free(r->facts);
  hd_program_free(r->p);
}

/* What ran out of time or memory says how far it came. */
static void say_covered(hd_result *out, const hd_budget *b)
{
  hd_cause_kind spent = hd_budget_cause(b);
  if (out->verdict != HD_UNKNOWN || out->cause.at_bound || !spent || out->cause.kind != spent) return;
  hd_cover(&out->cause.covered, HD_MEASURE_VECTORS, (uint64_t)hd_result_get_stat(out, "predicates"));
  hd_cover(&out->cause.covered, HD_MEASURE_CLAUSES, (uint64_t)hd_result_get_stat(out, "clauses"));
}

static void run_horn(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_horn_run r = {.given = p, .task = t, .budget = b, .out = out};
  double began = hd_now();
  hd_horn_run_init(&r);
  decide_horn(&r);
  hd_result_stat(out, "cut-points", r.cuts->count);
  hd_result_stat(out, "time.smt", r.smt_seconds);
  hd_result_stat(out, "time.total", hd_now() - began);
  say_covered(out, b);
  hd_horn_run_clear(&r);
}

const hd_engine hd_engine_horn = {
    .name = "horn",
    .summary = "constrained Horn clauses, solved by Spacer",
    .accepts_text = "failed checks, races and deadlocks; any number of copies of a thread",
    .any_number = true,
    .finds = HD_BY_ALL,
    .accepts = accepts_horn,
    .run = run_horn,
};
