/* check.c - is a Boolean program well-formed? Run after parsing and after every transformation. */
#include "boolean/boolean.h"

typedef struct {
  const hd_bp *p;
  hd_diags *diags;
  uint32_t proc; /* whose variables may be used */
  hd_bp_pos pos;
  bool ok;
} checker;

static void broken(checker *c, const char *what)
{
  hd_place place = {.file = c->p->file, .line = c->pos.line, .column = c->pos.column};
  hd_diags_add(c->diags, HD_ERROR, place, "broken model: %s", what);
  c->ok = false;
}

static void require_valid(checker *c, bool holds, const char *what)
{
  if (!holds) broken(c, what);
}

static bool in_scope(const checker *c, uint32_t var)
{
  if (var >= c->p->vars.len) return false;
  uint32_t owner = c->p->vars.data[var].proc;
  return owner == HD_NONE || owner == c->proc;
}

static void check_expr(checker *c, hd_bp_expr e, bool next)
{
  if (e.id >= c->p->exprs.len) {
    broken(c, "an expression that does not exist");
    return;
  }
  const hd_bp_node *n = &c->p->exprs.data[e.id];
  if (n->op == HD_BP_VAR || n->op == HD_BP_NEXT) require_valid(c, in_scope(c, n->a), "a variable out of scope");
  if (n->op == HD_BP_NEXT) require_valid(c, next, "a next-state value outside a constraint");
  if (n->op < HD_BP_NOT) return;
  /* Operands come first, so that no expression contains itself. */
  require_valid(c, n->a < e.id, "an operand after its operator");
  if (n->a < e.id) check_expr(c, (hd_bp_expr){n->a}, next);
  if (n->op == HD_BP_NOT) return;
  require_valid(c, n->b < e.id, "an operand after its operator");
  if (n->b < e.id) check_expr(c, (hd_bp_expr){n->b}, next);
  if (n->op == HD_BP_IF && n->c < e.id) check_expr(c, (hd_bp_expr){n->c}, next);
}

static void check_condition(checker *c, hd_bp_expr e, bool next)
{
  if (e.id != HD_NONE) check_expr(c, e, next);
}

static void check_assigns(checker *c, const hd_bp_edge *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    require_valid(c, in_scope(c, e->assigns[i].var), "an assignment to a variable out of scope");
    check_expr(c, e->assigns[i].value, false);
    for (uint32_t k = 0; k < i; k++)
      require_valid(c, e->assigns[k].var != e->assigns[i].var, "a variable that is assigned twice");
  }
}

static void check_call(checker *c, const hd_bp_edge *e)
{
  if (e->callee >= c->p->procs.len) {
    broken(c, "a call of a procedure that does not exist");
    return;
  }
  const hd_bp_proc *callee = &c->p->procs.data[e->callee];
  require_valid(c, e->n_args == callee->n_params, "a call with the wrong number of arguments");
  for (uint32_t i = 0; i < e->n_args; i++) check_expr(c, e->args[i], false);
  require_valid(c, e->kind == HD_BP_SPAWN || e->n_results == callee->returns.len,
                "a call with the wrong number of results");
  for (uint32_t i = 0; i < e->n_results; i++)
    require_valid(c, e->results[i] == HD_NONE || in_scope(c, e->results[i]), "a result for a variable out of scope");
}

static void check_edge(checker *c, const hd_bp_edge *e)
{
  const hd_bp *p = c->p;
  if (e->from >= p->locs.len || e->to >= p->locs.len) {
    broken(c, "an edge to nowhere");
    return;
  }
  c->proc = p->locs.data[e->from].proc;
  c->pos = e->pos;
  require_valid(c, p->locs.data[e->to].proc == c->proc, "an edge that leaves its procedure");
  require_valid(c, p->locs.data[e->from].kind == HD_BP_NORMAL, "an edge out of a final location");
  require_valid(c, e->kind == HD_BP_STEP || e->n_assigns == 0, "a call that assigns by itself");
  check_condition(c, e->guard, false);
  check_condition(c, e->constraint, true);
  check_assigns(c, e);
  if (e->kind != HD_BP_STEP) check_call(c, e);
}

static void check_proc(checker *c, uint32_t id)
{
  const hd_bp *p = c->p;
  const hd_bp_proc *q = &p->procs.data[id];
  c->proc = id;
  c->pos = q->pos;
  require_valid(c, q->entry < p->locs.len && p->locs.data[q->entry].proc == id,
                "a procedure without an entry of its own");
  require_valid(c, q->final < p->locs.len && p->locs.data[q->final].kind == HD_BP_EXIT, "a procedure without an exit");
  require_valid(c, q->n_params <= q->locals.len, "a parameter that is no local");
  for (uint32_t i = 0; i < q->locals.len; i++) {
    const hd_bp_var *v = &p->vars.data[q->locals.data[i]];
    require_valid(c, v->proc == id && v->slot == i, "a local of another procedure");
  }
  for (uint32_t i = 0; i < q->returns.len; i++)
    require_valid(c, p->vars.data[q->returns.data[i]].proc == id, "a result that is no local");
  check_condition(c, q->enforce, false);
}

static void check_threads(checker *c)
{
  const hd_bp *p = c->p;
  c->pos = (hd_bp_pos){0};
  require_valid(c, p->threads.len > 0, "a program without a thread");
  require_valid(c, p->init == HD_NONE || p->init < p->procs.len, "an init procedure that does not exist");
  for (uint32_t i = 0; i < p->threads.len; i++)
    require_valid(c, p->threads.data[i].proc < p->procs.len, "a thread without a procedure");
  if (p->atomic != HD_NONE)
    require_valid(c, p->atomic < p->vars.len && p->vars.data[p->atomic].proc == HD_NONE, "a lock that is no global");
}

hd_status hd_bp_check(const hd_bp *p, hd_diags *diags)
{
  checker c = {.p = p, .diags = diags, .ok = true};
  for (uint32_t i = 0; i < p->globals.len; i++) {
    const hd_bp_var *v = &p->vars.data[p->globals.data[i]];
    require_valid(&c, v->proc == HD_NONE && v->slot == i, "a global with a wrong slot");
  }
  for (uint32_t i = 0; i < p->procs.len; i++) check_proc(&c, i);
  for (uint32_t i = 0; i < p->edges.len; i++) check_edge(&c, &p->edges.data[i]);
  for (uint32_t i = 0; i < p->labels.len; i++) {
    uint32_t loc = p->labels.data[i].loc;
    require_valid(&c, loc < p->locs.len && p->procs.data[p->locs.data[loc].proc].entry != loc, "a label at an entry");
  }
  check_threads(&c);
  return c.ok ? HD_OK : HD_BAD_INPUT;
}
