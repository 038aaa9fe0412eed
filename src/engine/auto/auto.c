/* auto.c - engines take turns of processor time, each in its process, until every check has an answer. */
#include "engine/auto/auto.h"

#include <stdio.h>

#include "base/board.h"
#include "engine/isolate.h"
#include "engine/parts.h"

/* In seconds of work. A glance of each of the first engines alone: small programs get the same answer every time,
 * which one is quicker on this machine today. A first look of all: most programs are easy for some engine. */
static const double glance = 0.5;
static const double first_look = 4;
/* Without a time limit, how much longer every look is than the one before. */
static const double factor = 4;

/* An engine, and what became of it so far. */
typedef struct {
  const hd_engine *engine;
  bool done;        /* it ended of itself: another look would say the same */
  hd_result result; /* of its last run */
  double seconds;   /* of all its runs */
  hd_engine_run run;
  hd_u32s without; /* checks that the program of its run does not ask: others had proved them */
  hd_budget budget;
  char name[64];
} entry;

typedef struct {
  const hd_program *p;
  const hd_task *t;
  const hd_confirm *confirm;
  const hd_budget *b;
  entry *all;
  uint32_t n;
  uint32_t n_first; /* those that come before the table's first one */
  entry **looking;  /* the contestants of this look */
  uint32_t working;
  double share;          /* of each of them, in seconds of work; 0: what is left */
  hd_spare_cores *spare; /* what they leave to the others, when they end; or NULL */
  bool over, defect;
  bool grows; /* a bound is to be raised before others look */
  hd_exchange *exchange;
  HD_VEC(hd_engine_attempt) refused; /* who does not take part, and why */
  bool searched;                     /* all that the model has, and an answer lies beyond it: */
  bool more_threads;                 /* more threads */
} portfolio;

/* --- who takes part --------------------------------------------------------------------------------- */

static void note_refusal(portfolio *x, const hd_engine *engine, const char *why_not)
{
  hd_cause cause = {.kind = HD_CAUSE_REFUSED, .what = why_not, .pos = HD_NO_POS};
  hd_vec_push(&x->refused, (hd_engine_attempt){engine->name, false, cause, 0});
}

static bool comes_first(const hd_engine *engine, const hd_program *p)
{
  return engine->comes_first && engine->comes_first(p);
}

/* Those that accept the task; why the others do not goes to *refusal (the last one's). Who glances in any
 * case does so right after those that come first. */
static void find_engines(portfolio *x, const hd_engine *only, const char **refusal)
{
  uint32_t n = 0;
  while (hd_engines[n]) n++;
  x->all = hd_alloc(n + 1, sizeof *x->all);
  x->looking = hd_alloc(n + 1, sizeof(entry *));
  for (uint32_t i = 0; i < n; i++) {
    if (only ? hd_engines[i] != only : hd_engines[i]->by_name_only) continue;
    if (hd_engines[i]->takes != HD_KIND_PROGRAM) continue;
    if (!hd_engine_accepts(hd_engines[i], x->p, x->t, refusal)) {
      note_refusal(x, hd_engines[i], *refusal);
      continue;
    }
    bool glances = hd_engines[i]->glances, first = comes_first(hd_engines[i], x->p);
    uint32_t at = first ? 0 : glances ? x->n_first : x->n;
    memmove(&x->all[at + 1], &x->all[at], (x->n - at) * sizeof *x->all);
    entry *e = &x->all[at];
    x->n++;
    x->n_first += first || glances;
    *e = (entry){.engine = hd_engines[i]};
    hd_result_init(&e->result);
    snprintf(e->name, sizeof e->name, "engine %s", e->engine->name);
  }
}

/* --- what they say ---------------------------------------------------------------------------------- */

/* A bound that can be raised is raised before other engines look at less than the whole program: most bounds
 * are small. Of an unbounded number of threads a few are enough to begin with, for those engines that
 * treat any number of them. */
static bool should_grow_first(const portfolio *x, const hd_result *r)
{
  enum { A_FEW = 8 };
  if (r->verdict != HD_UNKNOWN || !r->cause.at_bound || !x->t->may_raise[r->cause.limit]) return false;
  for (uint32_t i = 0; r->cause.limit == HD_LIMIT_THREADS && i < x->p->threads.len; i++)
    if (x->p->threads.data[i].replicated && x->p->threads.data[i].instances >= A_FEW) return false;
  return true;
}

/* How much a result tells the user: an answer; a bound that can be raised; a place that can be changed; that the user
 * ended the search; what more time or memory might give; only then what one engine cannot do. */
static unsigned worth(const hd_result *r)
{
  static const unsigned by_cause[HD_CAUSE_COUNT] = {
      [HD_CAUSE_UNSUPPORTED] = 5, [HD_CAUSE_CANCELLED] = 4,  [HD_CAUSE_TIME] = 3,    [HD_CAUSE_MEMORY] = 2,
      [HD_CAUSE_BOUND] = 1,       [HD_CAUSE_ASSUMPTION] = 1, [HD_CAUSE_REFUSED] = 1, [HD_CAUSE_FAILED] = 1};
  if (r->verdict != HD_UNKNOWN) return 7;
  return r->cause.at_bound ? 6 : by_cause[r->cause.kind];
}

static entry *most_telling(const portfolio *x)
{
  entry *best = NULL;
  for (uint32_t i = 0; i < x->n; i++)
    if (!best || worth(&x->all[i].result) > worth(&best->result)) best = &x->all[i];
  return best;
}

/* One has searched all that the model has: the others would look in vain, except those that prove something about more
 * threads than the model has. */
static void note_searched(portfolio *x, const hd_result *r)
{
  if (!r->searched) return;
  x->searched = true;
  x->more_threads = r->cause.at_bound && r->cause.limit == HD_LIMIT_THREADS;
}

static bool may_help(const portfolio *x, const entry *e)
{
  return !e->done && (!x->searched || (x->more_threads && e->engine->any_number));
}

/* Would more time tell more? */
static bool has_run_out(const portfolio *x, const hd_result *r, double seconds)
{
  const double nearly = 0.99; /* clocks differ a little */
  bool by_share = x->share > 0 && seconds >= x->share * nearly;
  return by_share || hd_budget_is_over(x->b) || (r->verdict == HD_UNKNOWN && r->cause.kind == HD_CAUSE_TIME);
}

/* What the program of a run is, as the exchange calls it. */
static const hd_program *cut_of(const portfolio *x, const entry *e)
{
  return e->run.subject.program == x->p ? NULL : e->run.subject.program;
}

/* What was proved stays proved, whatever becomes of the rest. */
static void take_closed(portfolio *x, entry *e, const hd_u32s *claimed, hd_result *r)
{
  if (r->verdict != HD_UNKNOWN || !r->closed.len) return;
  hd_board_close(r->closed.len);
  hd_exchange_add(x->exchange, cut_of(x, e), &e->without, claimed, e->engine->name, r);
  if (!x->t->no_exchange) hd_exchange_cut(x->exchange);
}

/* An answer is confirmed however long that takes; a proof of some checks, during a look, in about its time. A trace
 * runs on the whole program as it does on the one without what is proved; a proof is about the latter. False: it was
 * not confirmed, and may be in a longer look. */
static bool confirm_result(portfolio *x, entry *e, hd_result *r, bool *failed)
{
  bool part = r->verdict == HD_UNKNOWN;
  if (part && should_grow_first(x, r)) r->closed.len = 0; /* of a model that is not looked at any more */
  bool has_part = part && r->closed.len;
  hd_budget budget = part && x->share > 0 ? hd_budget_share(x->b, 2 * x->share) : *x->b;
  const hd_program *p = r->verdict == HD_UNSAFE ? x->p : e->run.subject.program;
  hd_u32s claimed = {0};
  for (uint32_t i = 0; i < r->closed.len; i++) hd_vec_push(&claimed, r->closed.data[i].check.id);
  if (!part || has_part) x->confirm->check(x->confirm->context, p, e->engine->name, &budget, r, failed);
  take_closed(x, e, &claimed, r);
  hd_vec_clear(&claimed);
  return !has_part || r->closed.len;
}

static bool engine_ended(void *context, uint32_t i, hd_result *r, double seconds, bool failed)
{
  portfolio *x = context;
  entry *e = x->looking[i];
  hd_board_leave(e->engine->name); /* it may have been killed */
  bool confirmed = confirm_result(x, e, r, &failed);
  x->defect |= failed || r->defect;
  e->done = !has_run_out(x, r, seconds) && (confirmed || failed || x->share == 0);
  e->seconds += seconds;
  if (--x->working < x->b->jobs && x->spare) atomic_store(x->spare, x->b->jobs - x->working);
  hd_result_clear(&e->result);
  e->result = *r;
  hd_result_init(r);
  note_searched(x, &e->result);
  x->over |= e->result.verdict != HD_UNKNOWN || (x->b->cancel && *x->b->cancel);
  x->grows |= should_grow_first(x, &e->result);
  return x->over || x->grows || e->result.searched;
}

/* --- looks ------------------------------------------------------------------------------------------ */

/* Each engine that is not done gets so many seconds (0: what is left), so many engines at a time. */
static void look_with_all(portfolio *x, double seconds, uint32_t at_once)
{
  hd_contestant *contestants = hd_alloc(x->n + 1, sizeof *contestants);
  const hd_proof_parts *known = &x->exchange->parts;
  const hd_program *p = known->about ? known->about : x->p;
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->n; i++)
    if (may_help(x, &x->all[i])) x->looking[n++] = &x->all[i];
  uint32_t together = at_once < n ? at_once : n;
  x->working = n;
  x->share = seconds;
  x->spare = together > 1 ? hd_spare_cores_new() : NULL;
  for (uint32_t i = 0; i < n; i++) {
    entry *e = x->looking[i];
    e->budget = *x->b;
    e->budget.jobs = together > 1 ? 1 : x->b->jobs;
    e->budget.spare = x->spare;
    e->budget.memory = x->b->memory / together;
    e->run = (hd_engine_run){e->engine, hd_subject_program(p), x->t, &e->budget};
    e->without.len = 0;
    for (uint32_t k = 0; k < known->without.len; k++) hd_vec_push(&e->without, known->without.data[k]);
    contestants[i] = (hd_contestant){e->name, hd_engine_run_here, &e->run, &e->budget, seconds};
  }
  hd_contest(contestants, n, together, hd_subject_program(p), engine_ended, x);
  hd_spare_cores_free(x->spare);
  free(contestants);
}

static uint32_t left(const portfolio *x)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->n; i++) n += may_help(x, &x->all[i]);
  return n;
}

/* One core: they take turns, first short ones, then equal parts of what is left. */
static double length_of_turn(const portfolio *x, unsigned round)
{
  double length = first_look;
  for (unsigned i = 0; i < round; i++) length *= factor;
  if (!hd_budget_is_limited(x->b)) return length;
  double share = hd_budget_left(x->b, 0) / left(x);
  return round > 0 || share < length ? share : length;
}

static bool goes_on(const portfolio *x)
{
  return !x->over && !x->grows && left(x) > 0 && !hd_budget_spent(x->b);
}

/* Those that come first, and the table's first, as long as no bound is to be raised; and who glances in any case. */
static bool may_glance(const portfolio *x, uint32_t i)
{
  if (x->all[i].engine->glances) return !x->over && !hd_budget_spent(x->b);
  return i <= x->n_first && goes_on(x);
}

static void take_turn(portfolio *x, entry *e, double seconds)
{
  portfolio one = *x;
  one.all = e;
  one.n = 1;
  look_with_all(&one, seconds, 1);
  x->over = one.over;
  x->grows |= one.grows;
  x->defect = one.defect;
  x->searched = one.searched;
  x->more_threads = one.more_threads;
}

static void take_turns(portfolio *x)
{
  for (unsigned round = 0; goes_on(x); round++)
    for (uint32_t i = 0; i < x->n && !x->over; i++)
      if (may_help(x, &x->all[i]) && (goes_on(x) || (round == 0 && may_glance(x, i))))
        take_turn(x, &x->all[i], length_of_turn(x, round));
}

/* Several cores: first looks, as many at a time as there are cores; then all that are left at the same time. */
static void work_together(portfolio *x)
{
  for (uint32_t i = 0; i < x->n; i++)
    if (may_glance(x, i) && may_help(x, &x->all[i])) take_turn(x, &x->all[i], glance);
  if (!goes_on(x)) return;
  double rest = hd_budget_left(x->b, 0) / 2;
  double share = rest * x->b->jobs / (x->n + 1);
  if (!x->searched) look_with_all(x, rest > 0 && share < first_look ? share : first_look, x->b->jobs);
  while (goes_on(x)) look_with_all(x, 0, x->n); /* once more when it ended early: a search was complete */
}

/* --- the result ------------------------------------------------------------------------------------- */

/* An engine that was left might have known: what one engine cannot do is not why there is no answer. */
static void say_spent(const portfolio *x, hd_result *out)
{
  hd_result spent = {.verdict = HD_UNKNOWN, .cause = hd_cause_spent(x->b, NULL)};
  if (left(x) > 0 && worth(&spent) > worth(out)) hd_result_give_up(out, spent.cause);
}

/* By the first engine that proved it; no other one was asked, unless both looked at the same time. */
static void tell_closed(const portfolio *x, hd_result *out)
{
  const hd_exchange *known = x->exchange;
  out->closed.len = 0;
  for (uint32_t i = 0; known->checks && i < known->checks->list.len; i++)
    if (known->proved[i]) hd_result_close(out, (hd_check){i}, known->proved[i]);
}

/* A proof about less than the whole program is one together with those of the rest. */
static void tell_parts(const portfolio *x, const entry *best, hd_result *out)
{
  if (out->verdict == HD_SAFE && cut_of(x, best))
    hd_exchange_complete(x->exchange, best->run.subject.program, &best->without, out);
}

/* Searches within a small scope cover something, whichever engine tells most. */
static void tell_scopes(const portfolio *x, hd_result *out)
{
  for (uint32_t i = 0; out->verdict == HD_UNKNOWN && i < x->n; i++)
    for (unsigned m = HD_MEASURE_SCOPE_THREADS; m <= HD_MEASURE_SCOPE_STEPS; m++)
      if (x->all[i].result.cause.covered.known >> m & 1)
        hd_cover(&out->cause.covered, (hd_measure)m, x->all[i].result.cause.covered.amount[m]);
}

static void conclude_portfolio(portfolio *x, hd_result *out, const char **who)
{
  entry *best = most_telling(x);
  hd_result_clear(out);
  *out = best->result;
  *who = best->engine->name;
  if (!out->cause.by) out->cause.by = best->engine->name;
  say_spent(x, out);
  tell_scopes(x, out);
  tell_closed(x, out);
  tell_parts(x, best, out);
  for (uint32_t i = 0; i < x->refused.len; i++) hd_vec_push(&out->attempts, x->refused.data[i]);
  for (uint32_t i = 0; x->n > 1 && i < x->n; i++) {
    const entry *e = &x->all[i];
    bool decides = out->verdict != HD_UNKNOWN && e == best;
    hd_cause cause = hd_cause_copy(&e->result.cause, &out->arena);
    if (e->seconds > 0) hd_vec_push(&out->attempts, (hd_engine_attempt){e->engine->name, decides, cause, e->seconds});
  }
  for (uint32_t i = 0; i < x->n; i++)
    if (&x->all[i] != best) hd_result_clear(&x->all[i].result);
}

/* --- programs without a question ---------------------------------------------------------------------- */

static bool may_fail(const hd_program *p)
{
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_EDGE_ASSERT) return true;
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (p->locs.data[i].kind == HD_LOC_UNSUPPORTED || p->locs.data[i].kind == HD_LOC_BOUND) return true;
  return false;
}

/* When all checks were constant or out of reach already, there is nothing left that could fail. */
static bool is_settled(const hd_program *p, const hd_task *t, hd_result *out)
{
  if (!hd_violated_by(t->property, HD_BY_CHECK) || may_fail(p)) return false;
  out->verdict = HD_SAFE;
  out->certificate = hd_certificate_new(HD_PROOF_EXHAUSTIVE, "auto");
  hd_certificate_set_searched(out->certificate, "no check is left");
  return true;
}

/* What the engines ask about the program is found once, before each of them gets a process of its own. */
static void prepare_facts(const portfolio *x, hd_task *task)
{
  task->facts = hd_facts_new(x->p);
  hd_facts_prepare(task->facts, task->reduction, task->property, x->b);
}

void hd_auto_run(const hd_engine *only, const hd_program *p, const hd_task *t, const hd_confirm *confirm,
                 const hd_budget *b, hd_result *out, const char **who, bool *defect)
{
  const char *refusal = NULL;
  hd_task task = *t;
  hd_exchange exchange = {.p = p, .property = t->property};
  portfolio x = {.p = p, .t = &task, .confirm = confirm, .b = b, .exchange = &exchange};
  *who = NULL;
  if (!only && is_settled(p, t, out)) {
    *who = "auto";
    *defect = false;
    return;
  }
  find_engines(&x, only, &refusal);
  if (x.n > 0) prepare_facts(&x, &task);
  if (x.n == 0 && only) {
    hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "%s", refusal);
    out->cause.by = only->name;
  } else if (x.n == 0) {
    bool bounded = t->contexts != HD_NONE || t->depth != HD_NONE || t->unwind != HD_NONE;
    hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "no engine accepts %s%s", hd_property_name(t->property),
                      bounded ? " with these bounds" : "");
  } else {
    if (x.n == 1)
      look_with_all(&x, 0, 1);
    else if (b->jobs > 1)
      work_together(&x);
    else
      take_turns(&x);
    conclude_portfolio(&x, out, who);
  }
  *defect = x.defect;
  for (uint32_t i = 0; i < x.n; i++) hd_vec_clear(&x.all[i].without);
  hd_exchange_clear(&exchange);
  hd_vec_clear(&x.refused);
  hd_facts_free(task.facts);
  free(x.looking);
  free(x.all);
}
