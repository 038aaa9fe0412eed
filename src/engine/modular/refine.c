/* refine.c - checks each asserting thread in turn and turns what was learned into a certificate. */
#include "engine/modular/refine.h"

#include "engine/modular/check.h"
#include "engine/modular/prefix.h"
#include "engine/modular/relies.h"
#include "engine/modular/trim.h"
#include "trace/expanded.h"
#include "trace/interp.h"

static hd_trace *trace_of(const hd_modular_run *u, const hd_mod_moves *moves, const hd_path_values *values)
{
  hd_trace *t = hd_trace_new();
  for (uint32_t i = 0; i < moves->len; i++) {
    const hd_path_step *step = &values->steps.data[i];
    hd_trace_push(t, moves->data[i].thread, 0, step->edge, step->inputs, step->n_inputs);
  }
  for (uint32_t i = 0; i < values->starts.len; i++) {
    const hd_path_start *start = &values->starts.data[i];
    if (start->var.id < u->x->origins.len)
      hd_vec_push(&t->initial, (hd_initial){start->var, 0, start->index, start->value});
  }
  hd_trace *original = hd_trace_contract(u->x, t);
  hd_trace_free(t);
  return original;
}

/* Where a thread was let stay, it does not go. */
static bool is_taken(const hd_modular_run *u, hd_mod_move m)
{
  for (uint32_t i = 0; i < u->quiet_exits.len; i++)
    if (hd_edge_get(u->p, m.edge)->to.id == u->quiet_exits.data[i]) return false;
  return true;
}

/* The moves are known, their inputs are not. */
static hd_trace *execute_moves(hd_modular_run *u, const hd_mod_moves *rest, bool fails)
{
  HD_VEC(hd_edge) edges = {0};
  hd_mod_moves all = {0}, *moves = &all;
  for (uint32_t i = 0; i < u->prefix.len; i++) hd_vec_push(&all, u->prefix.data[i]);
  for (uint32_t i = 0; i < rest->len; i++)
    if (is_taken(u, rest->data[i])) hd_vec_push(&all, rest->data[i]);
  hd_trim_undo(u);
  hd_prefix_undo(u);
  for (uint32_t i = 0; i < moves->len; i++) hd_vec_push(&edges, moves->data[i].edge);
  hd_path_values values;
  hd_trace *t = NULL;
  if (hd_path_solve(u->smt, u->p, edges.data, edges.len, fails, &values) == HD_SAT) t = trace_of(u, moves, &values);
  hd_path_values_clear(&values);
  hd_vec_clear(&edges);
  hd_vec_clear(&all);
  return t;
}

/* Inputs were found with a solver, for which elements outside of an array have any value: only the
 * interpreter's word counts. */
static void say_violated(hd_modular_run *u, const hd_mod_moves *moves, hd_result *out)
{
  hd_trace *t = execute_moves(u, moves, true);
  if (t && hd_trace_replay(u->original, t, u->task->property).end == HD_END_VIOLATION) {
    out->trace = t;
    out->verdict = HD_UNSAFE;
    return;
  }
  hd_trace_free(t);
  hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "no inputs were found for a violation");
}

/* How the threads are checked. */
typedef struct {
  hd_modular_run *u;
  hd_term_list *invariants; /* what was found about all reachable states; NULL: not asked for */
  uint8_t *done;            /* by thread: its assertions hold */
  uint32_t joined;          /* threads of the largest module */
  bool partly;              /* something was not decided by searching all executions of a module of all threads */
} checking;

static void note_module(checking *c, const hd_hierarchy *h)
{
  if (h->joint == h->n) return;
  c->u->counts.modules++;
  if (h->n - h->joint > c->joined) c->joined = h->n - h->joint;
}

/* Says how a hierarchy ended. SAFE: the first thread's assertions hold, and if all is one module, those of the others
 * in it. */
static hd_check_end conclude_hierarchy(checking *c, const hd_hierarchy *h, const hd_mod_moves *moves, hd_check_end end,
                                       hd_result *out)
{
  hd_modular_run *u = c->u;
  if (end == HD_CHECK_VIOLATED) say_violated(u, moves, out);
  if (end == HD_CHECK_BEYOND) hd_result_beyond(out, u->p, hd_edge_get(u->p, hd_vec_last(moves).edge)->to);
  if (end == HD_CHECK_UNKNOWN) hd_result_give_up(out, h->cause);
  if (end != HD_CHECK_SAFE) return end;
  hd_hierarchy_relies(h, out);
  c->partly |= h->joint != 0 || h->on_trust;
  for (uint32_t i = 0; i < (h->joint == 0 ? h->n : 1); i++) c->done[h->order[i].id] = true;
  for (uint32_t i = 0; c->invariants && i < h->invariants.len; i++) hd_vec_push(c->invariants, h->invariants.data[i]);
  return end;
}

static hd_check_end go_on(checking *c, hd_hierarchy *h, hd_result *out)
{
  hd_mod_moves moves = {0};
  hd_check_end end = hd_hierarchy_check(h, &moves);
  end = conclude_hierarchy(c, h, &moves, end, out);
  hd_vec_clear(&moves);
  return end;
}

/* With a module of threads, if there is one, for a part of the time that is left. */
static hd_check_end check_joined(checking *c, hd_thread t, hd_join join, double part, hd_result *out)
{
  hd_modular_run *u = c->u;
  hd_hierarchy h;
  hd_check_end end = HD_CHECK_UNKNOWN;
  const hd_budget *whole = u->budget;
  hd_budget share = hd_budget_part(whole, part, 0);
  u->budget = &share;
  hd_hierarchy_init(&h, u, t, hd_modular_run_uses(u, HD_SWITCH_MODULES) ? join : HD_JOIN_NONE);
  note_module(c, &h);
  if (h.joint < h.n) end = go_on(c, &h, out);
  hd_hierarchy_clear(&h);
  u->budget = whole;
  return end;
}

/* Checks that a hierarchy of so many threads gets before some of them are joined. */
static uint64_t enough_checks(uint32_t n)
{
  return (uint64_t)n * (n + 6);
}

/* Threads that disturb each other are joined at once, others when single ones do not come to an end. */
static hd_check_end check_thread(checking *c, hd_thread t, hd_result *out)
{
  hd_modular_run *u = c->u;
  hd_hierarchy h;
  hd_check_end end = check_joined(c, t, HD_JOIN_CIRCLE, 0.5, out);
  if (end != HD_CHECK_UNKNOWN || hd_budget_spent(u->budget)) return end;
  hd_hierarchy_init(&h, u, t, HD_JOIN_NONE);
  if (hd_modular_run_uses(u, HD_SWITCH_MODULES)) h.most_checks = u->counts.checks + enough_checks(h.n);
  end = go_on(c, &h, out);
  if (h.unsettled) end = check_joined(c, t, HD_JOIN_MOST, 0.5, out);
  h.most_checks = 0;
  if (h.unsettled && end == HD_CHECK_UNKNOWN && !hd_budget_spent(u->budget)) end = go_on(c, &h, out);
  hd_hierarchy_clear(&h);
  return end;
}

static bool check_threads(checking *c, hd_result *out)
{
  hd_modular_run *u = c->u;
  for (uint32_t i = 0; i < u->p->threads.len; i++)
    if (!c->done[i] && hd_trim_has_goal(u, (hd_thread){i}) && check_thread(c, (hd_thread){i}, out) != HD_CHECK_SAFE)
      return false;
  return true;
}

/* The most seconds that a proof may take, and not more than half of what is left; and where there is one already that
 * only says what was searched. */
static const double MOST_TIME = 20, MOST_TIME_FOR_MORE = 2;

static hd_certificate *searched(const checking *c)
{
  hd_certificate *proof = hd_certificate_new(HD_PROOF_EXHAUSTIVE, "modular");
  hd_certificate_set_searched(proof, "all executions of %u threads as one module", c->joined);
  return proof;
}

/* All threads as one module: a complete check is a proof as well. */
static hd_certificate *search_all(checking *c)
{
  hd_modular_run *u = c->u;
  uint64_t checks = u->counts.checks, modules = u->counts.modules;
  hd_result r;
  checking all = {.u = u, .done = hd_alloc(u->p->threads.len, 1)};
  bool safe = hd_modular_run_uses(u, HD_SWITCH_MODULES);
  hd_result_init(&r);
  for (uint32_t i = 0; i < u->p->threads.len && safe; i++)
    if (!all.done[i] && hd_trim_has_goal(u, (hd_thread){i}))
      safe = check_joined(&all, (hd_thread){i}, HD_JOIN_ALL, 0.8, &r) == HD_CHECK_SAFE;
  hd_result_clear(&r);
  free(all.done);
  u->counts.certifying += u->counts.checks - checks;
  u->counts.checks = checks;
  u->counts.modules = modules;
  return safe && !all.partly ? searched(&all) : NULL;
}

hd_prove_task hd_modular_proof(const hd_task *t)
{
  return (hd_prove_task){
      .by = "modular", .property = t->property, .reduction = t->reduction, .arith = t->arith, .facts = t->facts};
}

static hd_certificate *certify(checking *x)
{
  hd_modular_run *u = x->u;
  const hd_term_list *invariants = x->invariants;
  hd_budget share = hd_budget_part(u->budget, 0.5, x->partly ? MOST_TIME : MOST_TIME_FOR_MORE);
  bool guesses = hd_modular_run_uses(u, HD_SWITCH_PROPERTIES);
  hd_prove_task task = hd_modular_proof(u->task);
  task.checks = true;
  task.expanded = u->x;
  task.invariants = invariants;
  hd_budget half = hd_budget_part(&share, 0.5, 0);
  hd_certificate *c = NULL; /* the invariants alone make smaller programs */
  if (invariants->len || !guesses) c = hd_prove(u->original, &task, &half, &u->counts.certifying);
  task.guesses = true;
  if (!c && guesses) c = hd_prove(u->original, &task, &share, &u->counts.certifying);
  if (c) return c;
  return x->partly ? search_all(x) : searched(x);
}

/* In seconds, and not more than a part of what is left. */
static const double LONGEST_GUESS = 3, PART_FOR_GUESS = 0.1;

static void guess_properties(hd_modular_run *u)
{
  hd_budget share = hd_budget_part(u->budget, PART_FOR_GUESS, LONGEST_GUESS);
  if (hd_modular_run_uses(u, HD_SWITCH_PROPERTIES)) hd_modular_run_guess(u, &share);
}

void hd_modular_refine(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  double began = hd_processor_now();
  hd_modular_run *u = hd_modular_run_new(p, t, b);
  guess_properties(u);
  hd_term_list invariants = {0};
  checking c = {.u = u, .invariants = &invariants, .done = hd_alloc(u->p->threads.len, 1)};
  bool safe = check_threads(&c, out);
  if (safe) out->verdict = HD_SAFE;
  if (safe && !t->no_recheck) out->certificate = certify(&c);
  free(c.done);
  hd_vec_clear(&invariants);
  hd_result_stat(out, "sequential.checks", (double)(u->counts.checks + u->counts.aside_checks));
  hd_result_stat(out, "env.queries", (double)u->counts.queries);
  hd_result_stat(out, "env.refinements", (double)u->counts.refinements);
  hd_result_stat(out, "promises", (double)u->counts.promises);
  hd_result_stat(out, "generalizations", (double)u->counts.generalizations);
  hd_result_stat(out, "reproofs", (double)u->counts.reproved);
  hd_result_stat(out, "certifying.checks", (double)u->counts.certifying);
  hd_result_stat(out, "modules", (double)u->counts.modules);
  hd_result_stat(out, "module.threads", (double)c.joined);
  hd_result_stat(out, "time.here", hd_processor_now() - began);
  hd_result_stat(out, "time.assistant", u->aside_time);
  hd_result_stat(out, "time.waited", u->waited);
  hd_result_stat(out, "aside", (double)u->counts.aside);
  hd_result_stat(out, "aside.queries", (double)u->counts.aside_queries);
  hd_result_stat(out, "aside.used", (double)u->counts.aside_used);
  hd_result_stat(out, "aside.checks", (double)u->counts.aside_checks);
  hd_result_stat(out, "time.smt", hd_smt_spent(u->smt).seconds);
  hd_modular_run_free(u);
}
