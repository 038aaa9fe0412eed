/* static.c - the engine's row: a first look, a closer one at what is open, and the answer. */
#include "engine/static/static.h"

#include "analysis/race_pairs.h"
#include "engine/static/answers.h"
#include "engine/static/proof.h"
#include "program/any_copies.h"

typedef struct {
  const hd_program *p;
  const hd_task *t;
  hd_facts *facts;
  const hd_budget *b;
  hd_result *out;
  hd_arena arena;
  hd_edge_info *edges;
  uint8_t *any;
  hd_locally *local;
} work;

static bool accepts_static(const hd_program *p, const hd_task *t, const char **why_not)
{
  (void)p;
  bool bounded = t->contexts != HD_NONE || t->depth != HD_NONE || t->unwind != HD_NONE;
  if (bounded) *why_not = "static has no bounds";
  if (t->arith == HD_ARITH_UNBOUNDED) *why_not = "static has no unbounded integers";
  return !bounded && t->arith != HD_ARITH_UNBOUNDED;
}

/* Most programs with threads are proved at once, or not at all. */
static bool comes_first(const hd_program *p)
{
  return p->threads.len > 1;
}

/* Threads of which the source may create more copies than the model has: without bound, or so many that the model
 * ends at some number. */
static bool find_any(const work *w)
{
  const hd_program *p = w->p;
  bool found = false;
  for (uint32_t t = 0; t < p->threads.len; t++) {
    w->any[t] = p->threads.data[t].replicated;
    found |= w->any[t];
  }
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_loc_info *to = hd_loc_get(p, p->edges.data[i].to);
    if (to->kind != HD_LOC_BOUND || to->limit != HD_LIMIT_THREADS || !hd_term_is(p->edges.data[i].guard)) continue;
    for (uint32_t t = 0; t < p->threads.len; t++) {
      const hd_thread_info *info = &p->threads.data[t];
      if (info->instances < 2 || info->status.id == HD_NONE) continue;
      w->any[t] |= hd_term_mentions(p->terms, p->edges.data[i].guard, info->status.id);
      found |= w->any[t];
    }
  }
  return found;
}

/* The edges for any number of copies of such threads, where that can be said; otherwise the model's own, whose
 * bound on threads is a place that must not be reached. */
static void prepare_edges(work *w)
{
  uint32_t n = w->p->edges.len;
  const char *why_not = NULL;
  w->edges = hd_alloc(n + 1, sizeof *w->edges);
  w->any = hd_alloc(w->p->threads.len + 1, 1);
  if (find_any(w) && hd_edges_any_copies(w->p, w->any, &w->arena, w->edges, &why_not)) return;
  memset(w->any, 0, w->p->threads.len);
  if (n) memcpy(w->edges, w->p->edges.data, n * sizeof *w->edges);
}

static hd_pos place_of(const work *w, const hd_findings *x)
{
  if (x->beyond.id != HD_NONE) return hd_loc_get(w->p, x->beyond)->pos;
  for (uint32_t i = 0; i < x->list.len; i++)
    if (x->list.data[i].open) return hd_edge_get(w->p, x->list.data[i].first)->pos;
  return HD_NO_POS;
}

static void say_open(const work *w, const hd_findings *x)
{
  const char *what = hd_violated_by(w->t->property, HD_BY_RACE) ? "pairs of accesses" : "checks";
  if (x->n_open)
    hd_result_unknown(w->out, HD_CAUSE_REFUSED, place_of(w, x), "static does not exclude %u of %u %s", x->n_open,
                      x->list.len, what);
  else
    hd_result_unknown(w->out, HD_CAUSE_REFUSED, place_of(w, x), "static does not exclude that this is reached: %s",
                      hd_loc_get(w->p, x->beyond)->reason);
}

/* Which check a finding is about. */
static hd_check check_of(const hd_checks *checks, const hd_program *p, const hd_finding *x)
{
  if (x->var.id == HD_NONE) return checks->of_edge[x->first.id];
  hd_check_info race = hd_race_check(hd_edge_get(p, x->first)->pos, hd_edge_get(p, x->second)->pos, NULL);
  return hd_checks_find(checks, &race);
}

/* The facts hold whether the open checks do or not, as long as nothing goes on behind a failure: they prove all the
 * others. A check is open when a copy of it is. */
static void close_others(const work *w, const hd_findings *x, hd_flow *f)
{
  hd_program *own = hd_program_clone(w->p);
  hd_checks *checks = hd_checks_of(own, w->t->property);
  bool *open = hd_alloc((size_t)checks->list.len + 1, sizeof *open);
  for (uint32_t i = 0; i < x->list.len; i++) {
    hd_check c = x->list.data[i].open ? check_of(checks, own, &x->list.data[i]) : (hd_check){HD_NONE};
    if (c.id != HD_NONE) open[c.id] = true;
  }
  w->out->closed.len = 0;
  for (uint32_t i = 0; i < checks->list.len; i++)
    if (!open[i]) hd_result_close(w->out, (hd_check){i}, NULL);
  hd_certificate_free(w->out->certificate);
  w->out->certificate = w->out->closed.len ? hd_flow_certificate(f, w->local) : NULL;
  free(open);
  hd_checks_free(checks);
  hd_program_free(own);
}

/* An analysis with more cases may know less: where there are too many, they are merged. One that knows no more has the
 * larger proof. */
static bool gains_nothing(const work *w, const hd_findings *x)
{
  return w->out->closed.len && x->n_open >= hd_result_get_stat(w->out, "checks.open");
}

static void tell_open(const work *w, const hd_findings *x, hd_flow *f)
{
  if (gains_nothing(w, x)) return;
  say_open(w, x);
  if (x->beyond.id == HD_NONE) close_others(w, x, f);
  hd_result_stat(w->out, "checks.closed", x->list.len - x->n_open);
  hd_result_stat(w->out, "checks.open", x->n_open);
}

static void tell_safe(const work *w, const hd_findings *x, hd_flow *f)
{
  w->out->verdict = HD_SAFE;
  w->out->closed.len = 0;
  hd_certificate_free(w->out->certificate);
  w->out->certificate = hd_flow_certificate(f, w->local);
  hd_result_stat(w->out, "checks.closed", x->list.len);
  hd_result_stat(w->out, "checks.open", 0);
}

/* What values alone do not tell, tests of the same thread may. Asked when the closer look is over. */
static void close_locally(const work *w, const hd_flow *f, hd_findings *x)
{
  if (!f->states || !hd_violated_by(w->t->property, HD_BY_CHECK)) return;
  for (uint32_t i = 0; i < x->list.len && !hd_budget_spent(w->b); i++) {
    if (!x->list.data[i].open || !hd_locally_holds(w->local, x->list.data[i].first)) continue;
    x->list.data[i].open = false;
    x->n_open--;
  }
}

/* True: a closer look could help. */
static bool conclude_flow(const work *w, hd_flow *f)
{
  hd_findings x = {.beyond = HD_NO_LOC};
  bool open = false, found = hd_answers_find(f, w->t->property, &x);
  if (found) close_locally(w, f, &x);
  if (!found) {
    hd_result_give_up(w->out, hd_cause_spent(w->b, "not decided"));
  } else if (x.n_open || x.beyond.id != HD_NONE) {
    tell_open(w, &x, f);
    open = true;
  } else {
    tell_safe(w, &x, f);
  }
  hd_findings_clear(&x);
  return open;
}

/* True: something is open, and a closer look could help. */
static bool analyse_flow(const work *w, const hd_flow_detail *detail)
{
  bool open = false;
  hd_flow *f = hd_flow_new(w->p, w->edges, w->any, hd_facts_liveness(w->facts), detail, w->b);
  if (hd_flow_run(f))
    open = conclude_flow(w, f);
  else
    hd_result_give_up(w->out, hd_cause_spent(w->b, "not decided"));
  hd_flow_free(f);
  return open;
}

/* Of these variables only (NULL: of all), first without much detail; then with more cases and distances; then with
 * ghosts, too, where values are in question. True: something is open. */
static bool look_at(const work *w, const uint8_t *only)
{
  hd_taken *taken = NULL;
  bool open = analyse_flow(w, &(hd_flow_detail){.only = only}) &&
              analyse_flow(w, &(hd_flow_detail){.only = only, .states = true, .distances = true});
  if (!open || !hd_violated_by(w->t->property, HD_BY_CHECK)) return open;
  uint32_t n = hd_flow_counted(w->p, w->edges, w->any, only, &taken);
  if (n) open = analyse_flow(w, &(hd_flow_detail){only, taken, n, true, true});
  free(taken);
  return open;
}

static void run_static(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  double began = hd_now();
  work w = {.p = p, .t = t, .facts = hd_facts_of(t->facts, p), .b = b, .out = out};
  hd_arena_init(&w.arena);
  prepare_edges(&w);
  w.local = hd_locally_new(p, w.edges, b);
  uint8_t *cone = hd_flow_cone(p, w.edges, hd_violated_by(t->property, HD_BY_RACE));
  if (!cone || look_at(&w, cone)) look_at(&w, NULL);
  hd_result_stat(out, "time.total", hd_now() - began);
  hd_locally_free(w.local);
  free(cone);
  free(w.edges);
  free(w.any);
  hd_facts_free(w.facts);
  hd_arena_clear(&w.arena);
}

const hd_engine hd_engine_static = {
    .name = "static",
    .summary = "abstract interpretation of one thread at a time",
    .accepts_text = "failed checks and races; any number of copies of a thread; proves, but finds no violations",
    .any_number = true,
    .finds = 1u << HD_BY_CHECK | 1u << HD_BY_RACE,
    .comes_first = comes_first,
    .accepts = accepts_static,
    .run = run_static,
};
