/* check.c - the recursion over the hierarchy, the facts it learns and the promises it makes. */
#include "engine/modular/check.h"

#include "engine/modular/assistant.h"
#include "engine/modular/audit.h"
#include "engine/modular/lemmas.h"
#include "engine/modular/paths.h"
#include "engine/modular/violation.h"

static bool is_closed(const hd_hierarchy *h, uint32_t level)
{
  for (uint32_t i = 0; i < level; i++)
    for (uint32_t k = level; k < h->n; k++)
      if (hd_modular_run_flows(h->u, h->order[i], h->order[k])) return false;
  return true;
}

/* Does the level's thread change what those after it use? Then they disturb each other. */
static bool is_in_circle(const hd_hierarchy *h, uint32_t level)
{
  for (uint32_t i = level + 1; i < h->n; i++)
    if (hd_modular_run_flows(h->u, h->order[level], h->order[i])) return true;
  return false;
}

/* Makes the threads from the level on a module. */
static bool join_from(hd_hierarchy *h, uint32_t level)
{
  hd_joint *j = hd_joint_new(h->u, h->order + level, h->n - level, h->order, level);
  if (!j) return false;
  uint8_t *changed = hd_alloc(h->u->first_copy, 1);
  for (uint32_t i = level; i < h->n; i++)
    for (uint32_t v = 0; v < h->u->first_copy; v++) changed[v] |= h->u->writes[h->order[i].id][v];
  hd_level_join(&h->levels[level], j, changed);
  free(changed);
  h->joint = level;
  return true;
}

static void choose_module(hd_hierarchy *h, hd_join join)
{
  h->joint = h->n;
  if (join == HD_JOIN_NONE) return;
  for (uint32_t level = 0; level + 1 < (join == HD_JOIN_ALL ? 2 : h->n); level++)
    if ((join != HD_JOIN_CIRCLE || is_in_circle(h, level)) && join_from(h, level)) return;
}

void hd_hierarchy_init(hd_hierarchy *h, hd_modular_run *u, hd_thread first, hd_join join)
{
  *h = (hd_hierarchy){.u = u, .cause = HD_NO_CAUSE, .began = hd_now()};
  hd_arena_init(&h->arena);
  h->order = hd_modular_run_order(u, first, &h->n);
  h->levels = hd_alloc(h->n, sizeof *h->levels);
  h->closed = hd_alloc(h->n + 1, 1);
  for (uint32_t i = 0; i < h->n; i++) {
    hd_level_init(&h->levels[i], u, h->order, h->n, i, &h->invariants);
    h->closed[i] = is_closed(h, i);
  }
  for (uint32_t i = 0; i < h->n; i++) h->levels[i].disturbed = i + 1 < h->n && !h->closed[i + 1];
  choose_module(h, join);
}

void hd_hierarchy_clear(hd_hierarchy *h)
{
  hd_assistant_end(h);
  for (uint32_t i = 0; i < h->n; i++) hd_level_clear(&h->levels[i]);
  free(h->levels);
  free(h->closed);
  hd_vec_clear(&h->invariants);
  hd_map_clear(&h->asked);
  free(h->order);
  hd_arena_clear(&h->arena);
}

static void give_up(hd_hierarchy *h, hd_cause cause)
{
  if (!h->cause.kind) h->cause = hd_cause_copy(&cause, &h->arena);
}

static void refuse_program(hd_hierarchy *h, hd_pos pos, const char *what)
{
  give_up(h, (hd_cause){.kind = HD_CAUSE_REFUSED, .what = what, .pos = pos});
}

/* What a sequential check could not tell. */
static void give_up_check(hd_hierarchy *h, const hd_seq_result *r)
{
  hd_cause c = r->cause;
  c.at_bound = false; /* the thread may come there only with what its abstract environment lets happen */
  if (c.kind)
    give_up(h, c);
  else
    refuse_program(h, HD_NO_POS, "a sequential check had no answer");
}

/* Ends the work when it may not go on. */
static bool must_end(hd_hierarchy *h)
{
  if (hd_budget_spent(h->u->budget)) give_up(h, hd_cause_spent(h->u->budget, NULL));
  if (!h->cause.kind && h->most_checks && h->u->counts.checks >= h->most_checks) {
    h->unsettled = true;
    refuse_program(h, HD_NO_POS, "the limit of checks");
  }
  return h->cause.kind;
}

/* From steps that write outside of an array nothing can be learned. */
static bool cannot_learn(hd_hierarchy *h, const hd_violation *v, uint32_t first, hd_term before)
{
  if (hd_violation_has(v, first, before)) return false;
  refuse_program(h, hd_edge_get(v->l->q, hd_vec_last(&v->steps).edge)->pos, "a path writes outside of an array");
  return true;
}

/* --- environment queries ------------------------------------------------------------ */

/* The answer to Reach(alpha, beta): false, or a formula from whose states the moves lead to beta. */
typedef struct {
  hd_term psi;
  hd_term alpha, beta; /* psi is false: the weaker query that is excluded as well */
  hd_mod_moves moves;
} answer;

static answer reach_from(hd_hierarchy *h, uint32_t level, hd_term alpha, hd_term beta);

static answer no(hd_hierarchy *h, hd_term alpha, hd_term beta)
{
  return (answer){.psi = hd_term_false(h->u->p->terms), .alpha = alpha, .beta = beta};
}

static bool is_no(const hd_hierarchy *h, const answer *a)
{
  return hd_term_is_false(h->u->p->terms, a->psi);
}

/* Is there a state, reachable as far as is known, in which both hold? */
static hd_answer overlap(hd_hierarchy *h, hd_term alpha, hd_term beta)
{
  hd_terms *T = h->u->p->terms;
  hd_term known = hd_formula_and(T, h->invariants.data, h->invariants.len);
  return hd_smt_satisfiable(h->u->smt, (hd_term[]){alpha, beta, known}, 3);
}

bool hd_hierarchy_excludes(hd_hierarchy *h, uint32_t level, hd_term *alpha, hd_term *beta)
{
  if (level == h->n) return overlap(h, *alpha, *beta) == HD_UNSAT;
  if (hd_paths_refute(&h->levels[level], *alpha, *beta)) return false;
  if (!hd_modular_run_uses(h->u, HD_SWITCH_QUICK)) {
    h->u->counts.generalizations++;
    return hd_hierarchy_denies(h, level, *alpha, *beta);
  }
  hd_level *l = &h->levels[level];
  bool safe;
  if (hd_level_attempt(l, alpha, beta, &safe)) {
    h->u->counts.generalizations++;
    return safe;
  }
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_level_ask(l, *alpha, *beta, *beta);
  safe = hd_modular_run_uses(h->u, HD_SWITCH_LEMMAS) && hd_level_reprove(l);
  h->u->counts.reproved += safe;
  if (!safe) {
    h->u->counts.generalizations++;
    hd_level_check(l, &r);
    safe = r.verdict == HD_SEQ_SAFE;
  }
  if (safe) {
    *alpha = hd_level_alpha(l);
    *beta = hd_level_beta(l);
  }
  hd_seq_result_clear(&r);
  return safe;
}

/* Threads that no other disturbs: from the start they do what they would do alone. So what they cannot reach
 * from there, they never reach. */
static bool never_reached(hd_hierarchy *h, const hd_level *l, hd_term alpha, hd_term beta)
{
  hd_modular_run *u = h->u;
  if (!hd_modular_run_uses(u, HD_SWITCH_NEVER) || l->index + 1 >= h->n || !h->closed[l->index + 1]) return false;
  uint8_t *about = hd_alloc(u->first_copy, 1);
  bool own = true;
  hd_modular_run_mark(u, beta, about);
  for (uint32_t i = 0; i <= l->index; i++)
    for (uint32_t v = 0; v < u->first_copy && own; v++) own = !about[v] || !u->writes[h->order[i].id][v];
  free(about);
  if (!own) return false;
  hd_path_frame all = hd_modular_run_frame(u);
  return hd_smt_refutes(u->smt, (hd_term[]){hd_path_initial(u->p, &all)}, 1, alpha) == HD_UNSAT;
}

void hd_hierarchy_add_invariant(hd_hierarchy *h, uint32_t level, hd_term invariant)
{
  hd_vec_push(&h->invariants, invariant);
  for (uint32_t i = 0; i < h->n; i++) hd_level_use_invariant(&h->levels[i], i == level);
}

/* An invariant that excludes it, or HD_NO_TERM. */
static hd_term implied_by_invariant(hd_hierarchy *h, hd_term beta)
{
  for (uint32_t i = h->invariants.len; i-- > 0;)
    if (hd_modular_run_overlap(h->u, h->invariants.data[i], beta) == HD_UNSAT) return h->invariants.data[i];
  return HD_NO_TERM;
}

/* The environment of the level cannot go from alpha to beta. */
static void refine_level(hd_hierarchy *h, hd_level *l, hd_term alpha, hd_term beta)
{
  hd_terms *T = h->u->p->terms;
  hd_term known = implied_by_invariant(h, beta);
  if (hd_term_is(known)) {
    hd_level_know(l, known);
    h->u->counts.refinements++;
    return;
  }
  if (never_reached(h, l, alpha, beta)) {
    hd_term_list betas = {0};
    hd_hierarchy_never(h, l, alpha, beta, &betas);
    for (uint32_t i = 0; i < betas.len; i++) hd_hierarchy_add_invariant(h, l->index, hd_formula_not(T, betas.data[i]));
    h->u->counts.refinements++;
    hd_vec_clear(&betas);
    return;
  }
  hd_hierarchy_generalize(h, l, &alpha, &beta);
  h->u->counts.refinements++;
  if (hd_modular_run_uses(h->u, HD_SWITCH_LEMMAS) && hd_lemmas_for_any(h, l, alpha, beta)) return;
  if (hd_modular_run_uses(h->u, HD_SWITCH_LEMMAS)) hd_lemmas_kept(h, l, alpha, beta);
  if (hd_modular_run_uses(h->u, HD_SWITCH_INDUCTIVE)) hd_hierarchy_find_inductive(h, l, alpha, beta);
  hd_term moves = hd_term_2(T, HD_OP_AND, hd_level_before(l, alpha), beta);
  if (hd_modular_run_uses(h->u, HD_SWITCH_CONSTANTS)) moves = hd_query_without_constants(h, l, moves);
  hd_level_add_fact(l, hd_formula_not(T, moves));
}

/* The same path up to the new promise, as if that were violated there (thesis, section 8.1). It may not be
 * feasible, but its promises are. False: there is no environment move left to ask about. */
static bool reuse(hd_violation *v)
{
  const hd_promise *promise = &hd_vec_last(&v->l->promises);
  if (!v->l->q) return false; /* the promise brought new variables: the path's edges are gone */
  v->steps.len = v->env;      /* ends with the assertion before the environment move */
  v->env = hd_violation_env(v, v->env);
  v->bad = promise->psi;
  v->rest = promise->moves;
  return v->env != HD_NONE;
}

bool hd_hierarchy_reach(hd_hierarchy *h, uint32_t level, hd_term alpha, hd_term beta, hd_term *psi, hd_mod_moves *moves)
{
  h->u->counts.queries++;
  answer a = reach_from(h, level + 1, alpha, beta);
  bool possible = !h->cause.kind && !is_no(h, &a);
  *psi = a.psi;
  *moves = (hd_mod_moves){0};
  if (possible) *moves = a.moves;
  if (!possible) hd_vec_clear(&a.moves);
  if (!possible && !h->cause.kind) refine_level(h, &h->levels[level], a.alpha, a.beta);
  return possible;
}

static void promise(hd_hierarchy *h, hd_level *l, hd_promise promise_take)
{
  hd_level_add_promise(l, promise_take);
  h->u->counts.promises++;
  hd_audit_promise(h, l, &hd_vec_last(&l->promises));
}

/* Asks whether the last environment move is possible, and learns from the answer (thesis, section 4.5).
 * True: it is, there is a promise before it now. */
static bool learn_from_last(hd_hierarchy *h, const hd_violation *v, hd_term beta)
{
  hd_term psi;
  hd_mod_moves moves;
  if (!hd_hierarchy_reach(h, v->l->index, hd_violation_after(v, v->env), beta, &psi, &moves)) return false;
  hd_violation_add_moves(v, v->env, &moves);
  promise(h, v->l, (hd_promise){psi, hd_violation_part(v, v->env)->at, v->beyond, moves});
  return true;
}

/* The path has a new promise before its last environment move. */
static void learn_more(hd_hierarchy *h, hd_violation *v)
{
  for (bool possible = true; possible && hd_modular_run_uses(h->u, HD_SWITCH_REUSE) && reuse(v);) {
    hd_term beta = hd_violation_before(v, v->env + 2);
    if (hd_modular_run_overlap(h->u, beta, beta) != HD_SAT) return;
    possible = learn_from_last(h, v, beta);
  }
}

/* A hd_violation that rests on environment moves. */
static void learn_from_violation(hd_hierarchy *h, hd_violation *v)
{
  hd_term beta = hd_violation_before(v, v->env + 2);
  if (cannot_learn(h, v, v->env + 2, beta)) return;
  hd_audit_move move = hd_audit_begin(v->l, v->trace, v->env + 1);
  bool possible = learn_from_last(h, v, beta);
  hd_audit_end(h, v->l, move, possible);
  if (possible) learn_more(h, v);
}

/* What a level's loop ends with, besides safety. */
typedef struct {
  bool found, beyond;
  answer answer;      /* found, below level 0 */
  hd_mod_moves moves; /* found, at level 0 */
} ending;

static void conclude_level(hd_hierarchy *h, hd_violation *v, ending *end)
{
  end->found = true;
  end->beyond = v->beyond;
  if (v->l->index == 0) {
    hd_violation_add_moves(v, 0, &end->moves);
    return;
  }
  hd_terms *T = v->l->u->p->terms;
  hd_term pc = hd_program_var_term(v->l->u->p, v->l->u->pc[v->l->thread.id]);
  hd_term at = hd_term_eq_bv(T, pc, hd_violation_part(v, v->activation)->at.id);
  hd_term before = hd_violation_before(v, v->activation + 1);
  if (cannot_learn(h, v, v->activation + 1, before)) return;
  end->answer.psi = hd_term_2(T, HD_OP_AND, at, before);
  hd_violation_add_moves(v, v->activation, &end->answer.moves);
}

/* --- several violations of one check -------------------------------------------------------- */

enum { MOST_VIOLATIONS = 4 };

typedef struct {
  hd_violation list[MOST_VIOLATIONS];
  uint32_t n;
} violations;

/* Is its last environment move at another cut-point than those of the others? */
static bool is_elsewhere(const violations *all, const hd_violation *v)
{
  for (uint32_t i = 0; i < all->n; i++)
    if (hd_violation_part(v, v->env)->at.id == hd_violation_part(&all->list[i], all->list[i].env)->at.id) return false;
  return true;
}

static hd_violation read_moves(hd_level *l, hd_trace *trace_take)
{
  hd_violation v = hd_violation_read(l, trace_take);
  v.env = hd_violation_env(&v, v.steps.len);
  return v;
}

/* The check's other violations, as far as they ask something else. One that rests on no environment move is all there
 * is to know: then it is the only one. */
static void find_others(hd_level *l, violations *all)
{
  while (all->n < MOST_VIOLATIONS && all->list[0].env != HD_NONE) {
    hd_trace *t = hd_seq_more(l->session, l->u->budget);
    if (!t) return;
    hd_violation v = read_moves(l, t);
    bool alone = v.env == HD_NONE;
    uint32_t at = alone ? 0 : all->n;
    if (!alone && !is_elsewhere(all, &v)) {
      hd_violation_clear(&v);
      continue;
    }
    if (alone) hd_violation_clear(&all->list[0]);
    if (!alone) all->n++;
    all->list[at] = v;
  }
}

/* --- the last of them aside -------------------------------------------------------------- */

/* A hd_violation about whose last environment move the other process was asked: a promise, if it is possible. */
typedef struct {
  hd_violation *v;     /* NULL: it was not */
  const hd_program *q; /* its program */
  uint32_t ticket;
  hd_promise then; /* the moves are those after the environment's */
  hd_audit_move move;
} elsewhere;

static void ask_elsewhere(hd_hierarchy *h, hd_violation *v, elsewhere *e)
{
  if (!hd_assistant_is_free(h)) return;
  hd_term beta = hd_violation_before(v, v->env + 2), alpha = hd_violation_after(v, v->env);
  if (!hd_violation_has(v, v->env + 2, beta)) return;
  hd_audit_move move = hd_audit_begin(v->l, v->trace, v->env + 1);
  *e = (elsewhere){
      .v = v, .q = v->l->q, .then = {.cut = hd_violation_part(v, v->env)->at, .beyond = v->beyond}, .move = move};
  hd_violation_add_moves(v, v->env, &e->then.moves);
  e->ticket = hd_assistant_ask(h, &(hd_question){HD_ASSISTANT_QUERY, v->l->index + 1, alpha, beta});
}

static void forget_elsewhere(hd_hierarchy *h, elsewhere *e)
{
  hd_vec_clear(&e->then.moves);
  hd_audit_end(h, e->v->l, e->move, true);
  hd_assistant_forget(h, e->ticket);
  e->v = NULL;
}

/* What would tell that something was learned? */
static uint64_t knowledge_of(const hd_hierarchy *h, const hd_level *l)
{
  return h->invariants.len + l->facts.len + (l->q ? 0 : UINT64_C(1) << 32);
}

/* Learns from the answer, if the path is still there; from the path itself, if there is no answer. */
static void hear_elsewhere(hd_hierarchy *h, elsewhere *e)
{
  hd_violation *v = e->v;
  hd_level *l = v->l;
  uint64_t before = knowledge_of(h, l);
  hd_mod_moves moves = {0};
  hd_term psi = HD_NO_TERM;
  if (l->q != e->q || !hd_violation_is_left(v)) {
    forget_elsewhere(h, e);
    return;
  }
  bool possible = hd_assistant_reached(h, e->ticket, &psi, &moves) && !hd_term_is_false(h->u->p->terms, psi);
  bool in_vain = !possible && knowledge_of(h, l) == before;
  for (uint32_t i = 0; i < e->then.moves.len && possible; i++) hd_vec_push(&moves, e->then.moves.data[i]);
  hd_vec_clear(&e->then.moves);
  e->then.psi = psi;
  e->then.moves = moves;
  if (possible) promise(h, l, e->then);
  hd_audit_end(h, l, e->move, possible || in_vain);
  e->v = NULL;
  if (possible) learn_more(h, v);
  if (in_vain) learn_from_violation(h, v);
}

/* While one of them is examined here, the last one is examined aside. */
static void learn_from_all(hd_hierarchy *h, hd_level *l, violations *all)
{
  const hd_program *q = l->q;
  elsewhere e = {.v = NULL};
  for (uint32_t i = 0, n = all->n; i < n && !h->cause.kind; i++) {
    if (!e.v && i + 1 < n && l->q == q && hd_violation_is_left(&all->list[n - 1]))
      ask_elsewhere(h, &all->list[n - 1], &e);
    if (e.v == &all->list[n - 1]) n--;
    if (i == 0 || (l->q == q && hd_violation_is_left(&all->list[i]))) learn_from_violation(h, &all->list[i]);
    if (e.v && !h->cause.kind && (i + 1 >= n || hd_assistant_is_ready(h, e.ticket))) hear_elsewhere(h, &e);
  }
  if (e.v) forget_elsewhere(h, &e);
}

/* One iteration. True: the level's loop has ended. */
static bool iterate_level(hd_hierarchy *h, hd_level *l, ending *end)
{
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_level_check(l, &r);
  bool done = r.verdict != HD_SEQ_UNSAFE;
  if (r.verdict == HD_SEQ_UNKNOWN) give_up_check(h, &r);
  if (!done) {
    violations all = {.list = {read_moves(l, r.trace)}, .n = 1};
    r.trace = NULL;
    if (hd_modular_run_uses(h->u, HD_SWITCH_SEVERAL)) find_others(l, &all);
    done = all.list[0].env == HD_NONE;
    if (done)
      conclude_level(h, &all.list[0], end);
    else
      learn_from_all(h, l, &all);
    for (uint32_t i = 0; i < all.n; i++) hd_violation_clear(&all.list[i]);
  }
  hd_seq_result_clear(&r);
  return done || h->cause.kind;
}

/* The level is a module: one check tells. */
static answer ask_module(hd_hierarchy *h, hd_level *l)
{
  answer a = no(h, hd_level_alpha(l), hd_level_beta(l));
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_level_check(l, &r);
  if (r.verdict == HD_SEQ_SAFE) a = no(h, hd_level_alpha(l), hd_level_beta(l));
  h->on_trust |= r.on_trust;
  if (r.verdict == HD_SEQ_UNKNOWN) give_up_check(h, &r);
  if (r.verdict == HD_SEQ_UNSAFE && !hd_joint_read(l, r.trace, &a.moves, &a.psi))
    refuse_program(h, HD_NO_POS, "a path of a module has no precondition");
  hd_seq_result_clear(&r);
  return a;
}

static answer reach_from(hd_hierarchy *h, uint32_t level, hd_term alpha, hd_term beta)
{
  if (overlap(h, alpha, beta) == HD_SAT) return (answer){.psi = beta};
  if (level == h->n) return no(h, alpha, beta);
  ending end = {0};
  hd_level *l = &h->levels[level];
  hd_term goal = beta;
  if (hd_modular_run_uses(h->u, HD_SWITCH_INVARIANTS)) hd_query_simplify(h, level, &alpha, &beta);
  if (!hd_modular_run_uses(h->u, HD_SWITCH_PRESERVE)) hd_level_forget(l);
  hd_level_ask(l, alpha, beta, goal);
  if (level == h->joint) return ask_module(h, l);
  while (!iterate_level(h, l, &end))
    if (must_end(h)) break;
  return end.found && !h->cause.kind ? end.answer : no(h, hd_level_alpha(l), hd_level_beta(l));
}

bool hd_hierarchy_denies(hd_hierarchy *h, uint32_t level, hd_term alpha, hd_term beta)
{
  answer a = reach_from(h, level, alpha, beta);
  bool denied = !h->cause.kind && is_no(h, &a);
  hd_vec_clear(&a.moves);
  return denied;
}

/* The hierarchy is one module. */
static hd_check_end check_module(hd_hierarchy *h, hd_mod_moves *moves)
{
  answer a = ask_module(h, &h->levels[0]);
  *moves = a.moves;
  if (h->cause.kind) return HD_CHECK_UNKNOWN;
  return is_no(h, &a) ? HD_CHECK_SAFE : HD_CHECK_VIOLATED;
}

hd_check_end hd_hierarchy_check(hd_hierarchy *h, hd_mod_moves *moves)
{
  if (h->joint == 0) return check_module(h, moves);
  ending end = {0};
  if (h->unsettled) { /* whatever was asked last is asked again */
    h->cause = HD_NO_CAUSE;
    h->unsettled = false;
    hd_assistant_end(h);
    hd_level_restart(&h->levels[0]);
  }
  while (!iterate_level(h, &h->levels[0], &end))
    if (must_end(h)) break;
  *moves = end.moves;
  if (h->cause.kind) return HD_CHECK_UNKNOWN;
  return !end.found ? HD_CHECK_SAFE : end.beyond ? HD_CHECK_BEYOND : HD_CHECK_VIOLATED;
}
