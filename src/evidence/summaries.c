/* summaries.c - each edge as a question to CaDiCaL: does it lead out of the sets? */
#include "evidence/summaries.h"

#include "base/map.h"
#include "logic/sat.h"

/* A state as literals, by slot. */
typedef struct {
  hd_lit *globals, *locals;
} row;

typedef struct {
  const hd_bp *p;
  const hd_bp_proof *proof;
  const hd_budget *budget;
  hd_bp_proof_vars n;
  hd_sat *s; /* of this question and some before: neighbours have much in common */
  hd_arena arena;
  row first_u, first_x;
  row u, x;                /* the activation's begin, and the state before the step: as above, with constants */
  HD_VEC(hd_lit) required; /* by the question in work, all together */
  hd_summaries_result result;
} checker;

/* --- rows ------------------------------------------------------------------------------------------------ */

static row new_row(checker *c)
{
  return (row){hd_arena_alloc(&c->arena, (c->n.globals + 1) * sizeof(hd_lit)),
               hd_arena_alloc(&c->arena, (c->n.locals + 1) * sizeof(hd_lit))};
}

static void fill(checker *c, hd_lit *lits, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) lits[i] = hd_sat_new_lit(c->s);
}

static row fresh_row(checker *c)
{
  row r = new_row(c);
  fill(c, r.globals, c->n.globals);
  fill(c, r.locals, c->n.locals);
  return r;
}

static row copy_row(checker *c, row from)
{
  row r = new_row(c);
  memcpy(r.globals, from.globals, c->n.globals * sizeof *r.globals);
  memcpy(r.locals, from.locals, c->n.locals * sizeof *r.locals);
  return r;
}

static hd_lit *place_of(const checker *c, row r, uint32_t var)
{
  const hd_bp_var *v = &c->p->vars.data[var];
  return v->proc == HD_NONE ? &r.globals[v->slot] : &r.locals[v->slot];
}

/* --- expressions: when they may be 0, when they may be 1 --------------------------------------------------- */

typedef struct {
  hd_lit may0, may1;
} values;

static values both_may(checker *c, values a, values b)
{
  return (values){hd_sat_or(c->s, a.may0, b.may0), hd_sat_and(c->s, a.may1, b.may1)};
}

static values negated_may(values a)
{
  return (values){a.may1, a.may0};
}

static values differ_may(checker *c, values a, values b)
{
  hd_sat *s = c->s;
  return (values){hd_sat_or(s, hd_sat_and(s, a.may0, b.may0), hd_sat_and(s, a.may1, b.may1)),
                  hd_sat_or(s, hd_sat_and(s, a.may0, b.may1), hd_sat_and(s, a.may1, b.may0))};
}

/* a: 1; otherwise b: 0; otherwise either. */
static values choose_may(checker *c, values a, values b)
{
  return (values){a.may0, hd_sat_or(c->s, a.may1, hd_sat_and(c->s, a.may0, b.may0))};
}

/* Where the condition may be both, either branch may be taken. */
static values branch(checker *c, values a, values b, values d)
{
  hd_sat *s = c->s;
  return (values){hd_sat_or(s, hd_sat_and(s, a.may1, b.may0), hd_sat_and(s, a.may0, d.may0)),
                  hd_sat_or(s, hd_sat_and(s, a.may1, b.may1), hd_sat_and(s, a.may0, d.may1))};
}

static values eval_may(checker *c, hd_bp_expr e, row now, const row *next)
{
  const hd_bp_node *n = &c->p->exprs.data[e.id];
  hd_lit lit;
  switch (n->op) {
  case HD_BP_CONST: return n->a ? (values){HD_LIT_FALSE, HD_LIT_TRUE} : (values){HD_LIT_TRUE, HD_LIT_FALSE};
  case HD_BP_ANY: return (values){HD_LIT_TRUE, HD_LIT_TRUE};
  case HD_BP_VAR: lit = *place_of(c, now, n->a); return (values){-lit, lit};
  case HD_BP_NEXT: lit = *place_of(c, *next, n->a); return (values){-lit, lit};
  default: break;
  }
  values a = eval_may(c, (hd_bp_expr){n->a}, now, next);
  if (n->op == HD_BP_NOT) return negated_may(a);
  values b = eval_may(c, (hd_bp_expr){n->b}, now, next);
  switch (n->op) {
  case HD_BP_AND: return both_may(c, a, b);
  case HD_BP_OR: return negated_may(both_may(c, negated_may(a), negated_may(b)));
  case HD_BP_XOR: return differ_may(c, a, b);
  case HD_BP_EQ: return negated_may(differ_may(c, a, b));
  case HD_BP_IMPLIES: return negated_may(both_may(c, a, negated_may(b)));
  case HD_BP_SCHOOSE: return choose_may(c, a, b);
  case HD_BP_IF: return branch(c, a, b, eval_may(c, (hd_bp_expr){n->c}, now, next));
  default: HD_UNREACHABLE();
  }
}

static void require_literal(checker *c, hd_lit lit)
{
  hd_vec_push(&c->required, lit);
}

static void require_condition(checker *c, hd_bp_expr e, row now, const row *next)
{
  if (e.id != HD_NONE) require_literal(c, eval_may(c, e, now, next).may1);
}

static void require_enforced(checker *c, uint32_t proc, row r)
{
  require_condition(c, c->p->procs.data[proc].enforce, r, NULL);
}

/* The literal is one of the values. */
static void require_value(checker *c, hd_lit lit, values v)
{
  require_literal(c, hd_sat_ite(c->s, lit, v.may1, v.may0));
}

/* --- sets of pairs ------------------------------------------------------------------------------------------ */

static hd_lit variable(const checker *c, uint32_t var, row u, row x)
{
  uint32_t half = c->n.globals + c->n.locals;
  row r = var < half ? u : x;
  var %= half;
  return var < c->n.globals ? r.globals[var] : r.locals[var - c->n.globals];
}

/* The nodes of a set, children first. A certificate may be of any depth: no recursion. */
static void list_nodes(const checker *c, uint32_t set, hd_map *seen, hd_u32s *order)
{
  hd_u32s todo = {0};
  hd_vec_push(&todo, set);
  while (todo.len > 0) {
    uint32_t at = hd_vec_last(&todo);
    const uint64_t *state = hd_map_find(seen, at); /* 1: its children are on their way; 2: listed */
    if (at < 2 || state) {
      if (at >= 2 && *state == 1) {
        hd_map_put(seen, at, 2);
        hd_vec_push(order, at);
      }
      todo.len--;
      continue;
    }
    hd_map_put(seen, at, 1);
    hd_vec_push(&todo, c->proof->nodes.data[at - 2].low);
    hd_vec_push(&todo, c->proof->nodes.data[at - 2].high);
  }
  hd_vec_clear(&todo);
}

static hd_lit literal_of_set(hd_map *lits, uint32_t set)
{
  return set == 0 ? HD_LIT_FALSE : set == 1 ? HD_LIT_TRUE : (hd_lit)(int64_t)*hd_map_find(lits, set);
}

/* Is the pair in the set of this location? */
static hd_lit member(checker *c, uint32_t loc, row u, row x)
{
  uint32_t set = c->proof->sets.data[loc];
  hd_map seen = {0};
  hd_u32s order = {0};
  list_nodes(c, set, &seen, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const hd_bp_proof_node *n = &c->proof->nodes.data[order.data[i] - 2];
    hd_lit lit =
        hd_sat_ite(c->s, variable(c, n->var, u, x), literal_of_set(&seen, n->high), literal_of_set(&seen, n->low));
    hd_map_put(&seen, order.data[i], (uint64_t)(int64_t)lit);
  }
  hd_lit result = literal_of_set(&seen, set);
  hd_map_clear(&seen);
  hd_vec_clear(&order);
  return result;
}

static bool is_empty(const checker *c, uint32_t loc)
{
  return c->proof->sets.data[loc] == 0;
}

/* --- questions --------------------------------------------------------------------------------------------- */

static void drop_solver(checker *c)
{
  if (!c->s) return;
  hd_sat_free(c->s);
  hd_arena_clear(&c->arena);
  c->s = NULL;
}

static void begin_query(checker *c)
{
  enum { MOST_LITERALS = 4000 }; /* a query looks at all of them */
  c->required.len = 0;
  if (c->s && hd_sat_spent(c->s).literals > MOST_LITERALS) drop_solver(c);
  if (!c->s) {
    c->s = hd_sat_new(c->budget);
    hd_arena_init(&c->arena);
    c->first_u = fresh_row(c);
    c->first_x = fresh_row(c);
  }
  c->u = copy_row(c, c->first_u);
  c->x = copy_row(c, c->first_x);
}

/* Everything that was required together must be impossible. */
static bool end_query(checker *c, uint32_t line, const char *why)
{
  bool trivial = false;
  for (uint32_t i = 0; i < c->required.len; i++) trivial |= c->required.data[i] == HD_LIT_FALSE;
  hd_sat_answer answer = trivial ? HD_SAT_UNSAT : hd_sat_solve(c->s, c->required.data, c->required.len);
  c->result.questions++;
  if (answer == HD_SAT_UNSAT) return true;
  c->result.stopped = answer == HD_SAT_STOPPED;
  c->result.why = c->result.stopped ? "the budget ended before the certificate was checked" : why;
  c->result.line = line;
  return false;
}

/* An activation with the key u begins in x: what is no parameter is free. */
static void require_begin(checker *c, uint32_t proc, row u, row x)
{
  const hd_bp_proc *q = &c->p->procs.data[proc];
  memcpy(x.globals, u.globals, c->n.globals * sizeof *x.globals);
  memcpy(x.locals, u.locals, q->n_params * sizeof *x.locals);
  require_enforced(c, proc, x);
  require_literal(c, -member(c, q->entry, u, x));
}

static bool check_start(checker *c)
{
  begin_query(c);
  for (uint32_t i = 0; i < c->n.globals; i++)
    if (c->p->vars.data[c->p->globals.data[i]].internal) require_literal(c, -c->u.globals[i]);
  uint32_t proc = c->p->threads.data[0].proc;
  for (uint32_t i = c->p->procs.data[proc].n_params; i < c->n.locals; i++) c->u.locals[i] = HD_LIT_FALSE;
  require_begin(c, proc, c->u, c->x);
  return end_query(c, 0, "an initial state is missing");
}

static const hd_bp_assign *find_assign(const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var == var) return &e->assigns[i];
  return NULL;
}

/* Variables that the step leaves alone keep their literals. */
static void keep_frame(checker *c, const hd_bp_edge *e, const hd_u32s *vars, row next)
{
  for (uint32_t i = 0; i < vars->len; i++) {
    uint32_t var = vars->data[i];
    if (!find_assign(e, var) && (!e->havoc || c->p->vars.data[var].internal))
      *place_of(c, next, var) = *place_of(c, c->x, var);
  }
}

static bool check_step(checker *c, const hd_bp_edge *e)
{
  uint32_t proc = c->p->locs.data[e->from].proc;
  begin_query(c);
  row next = fresh_row(c);
  keep_frame(c, e, &c->p->globals, next);
  keep_frame(c, e, &c->p->procs.data[proc].locals, next);
  require_literal(c, member(c, e->from, c->u, c->x));
  require_condition(c, e->guard, c->x, NULL);
  for (uint32_t i = 0; i < e->n_assigns; i++)
    require_value(c, *place_of(c, next, e->assigns[i].var), eval_may(c, e->assigns[i].value, c->x, NULL));
  require_condition(c, e->constraint, c->x, &next);
  require_enforced(c, proc, next);
  require_literal(c, -member(c, e->to, c->u, next));
  return end_query(c, e->pos.line, "a step leads out of the sets");
}

/* A caller in x makes the call; the key of the activation. */
static row require_call(checker *c, const hd_bp_edge *e)
{
  row key = fresh_row(c);
  memcpy(key.globals, c->x.globals, c->n.globals * sizeof *key.globals);
  require_literal(c, member(c, e->from, c->u, c->x));
  require_condition(c, e->guard, c->x, NULL);
  for (uint32_t i = 0; i < e->n_args; i++) require_value(c, key.locals[i], eval_may(c, e->args[i], c->x, NULL));
  for (uint32_t i = e->n_args; i < c->n.locals; i++) key.locals[i] = HD_LIT_FALSE;
  return key;
}

static bool check_call(checker *c, const hd_bp_edge *e)
{
  begin_query(c);
  row key = require_call(c, e);
  require_begin(c, e->callee, key, fresh_row(c));
  return end_query(c, e->pos.line, "a call leads out of the sets");
}

static bool check_return(checker *c, const hd_bp_edge *e)
{
  const hd_bp_proc *callee = &c->p->procs.data[e->callee];
  uint32_t proc = c->p->locs.data[e->from].proc;
  begin_query(c);
  row key = require_call(c, e), leaving = fresh_row(c), next = new_row(c);
  require_literal(c, member(c, callee->final, key, leaving));
  memcpy(next.globals, leaving.globals, c->n.globals * sizeof *next.globals);
  memcpy(next.locals, c->x.locals, c->n.locals * sizeof *next.locals);
  for (uint32_t i = 0; i < e->n_results; i++)
    if (e->results[i] != HD_NONE) *place_of(c, next, e->results[i]) = *place_of(c, leaving, callee->returns.data[i]);
  require_enforced(c, proc, next);
  require_literal(c, -member(c, e->to, c->u, next));
  return end_query(c, e->pos.line, "a return leads out of the sets");
}

static bool check_edge(checker *c, const hd_bp_edge *e)
{
  if (is_empty(c, e->from)) return true;
  if (e->kind == HD_BP_STEP) return check_step(c, e);
  if (e->kind != HD_BP_CALL) {
    c->result.why = "the program starts threads";
    return false;
  }
  return check_call(c, e) && (is_empty(c, c->p->procs.data[e->callee].final) || check_return(c, e));
}

static bool check_target(checker *c, uint32_t loc)
{
  if (is_empty(c, loc)) return true;
  begin_query(c);
  require_literal(c, member(c, loc, c->u, c->x));
  return end_query(c, c->p->locs.data[loc].pos.line, "the set of a target is not empty");
}

hd_summaries_result hd_summaries_check(const hd_bp *p, const bool *targets, const hd_bp_proof *proof,
                                       const hd_budget *budget)
{
  checker c = {.p = p, .proof = proof, .budget = budget, .n = hd_bp_proof_count(p)};
  if (hd_bp_is_concurrent(p) || p->init != HD_NONE || proof->sets.len != p->locs.len) {
    c.result.why = "certificates are for sequential programs";
    return c.result;
  }
  bool holds = check_start(&c);
  for (uint32_t i = 0; i < p->edges.len && holds; i++) holds = check_edge(&c, &p->edges.data[i]);
  for (uint32_t i = 0; i < p->locs.len && holds; i++)
    if (targets[i]) holds = check_target(&c, i);
  c.result.holds = holds;
  drop_solver(&c);
  hd_vec_clear(&c.required);
  return c.result;
}
