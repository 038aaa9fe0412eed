/* statement.c - statements, one function each, found through a table of their first words. */
#include "frontend/bp/parser.h"

static void parse_body(parser *ps);

static bool ends_list(const parser *ps)
{
  return ps->tok.kind == TOK_END || bp_is_key(ps, KEY_END) || bp_is_key(ps, KEY_FI) || bp_is_key(ps, KEY_OD) ||
         bp_is_key(ps, KEY_ELSE) || bp_is_key(ps, KEY_ELSIF);
}

/* The last statement of a list may do without. */
static void expect_semi(parser *ps)
{
  if (!ends_list(ps)) bp_expect_symbol(ps, SYM_SEMI, "`;` after the statement");
}

/* --- steps without control flow -------------------------------------------------------------------- */

static void parse_skip(parser *ps)
{
  bp_next(ps);
  expect_semi(ps);
}

/* Its arguments are checked, and that is all. */
static void parse_print(parser *ps)
{
  bp_next(ps);
  bp_expect_symbol(ps, SYM_OPEN, "`(` after print");
  do bp_parse_expr(ps, false);
  while (!ps->failed && bp_accept_symbol(ps, SYM_COMMA));
  bp_expect_symbol(ps, SYM_CLOSE, "`)` after the arguments of print");
  expect_semi(ps);
}

static void add_guard(parser *ps, hd_bp_expr condition, hd_bp_pos pos)
{
  hd_bp_edge e = bp_edge(ps, ps->at, 0, pos);
  e.guard = condition;
  bp_step(ps, e);
}

/* The word and the condition after it; *pos is the word's place. */
static hd_bp_expr parse_condition(parser *ps, bool next, hd_bp_pos *pos)
{
  *pos = ps->tok.pos;
  bp_next(ps);
  return bp_parse_expr(ps, next);
}

static void parse_assume(parser *ps)
{
  hd_bp_pos pos;
  hd_bp_expr e = parse_condition(ps, false, &pos);
  if (!ps->failed) add_guard(ps, e, pos);
  expect_semi(ps);
}

/* Goes on where the condition is `wanted`, and otherwise stays at a location of this kind. */
static void parse_check(parser *ps, bool wanted, hd_bp_loc_kind otherwise)
{
  hd_bp_pos pos;
  hd_bp_expr e = parse_condition(ps, false, &pos);
  uint32_t on = bp_loc(ps), off = hd_bp_add_loc(ps->p, ps->proc, otherwise, pos);
  if (!ps->failed) bp_branch(ps, e, pos, wanted ? on : off, wanted ? off : on);
  ps->at = on;
  expect_semi(ps);
}

/* The execution of the thread ends, without an error, where the condition holds. */
static void parse_abortif(parser *ps)
{
  parse_check(ps, false, HD_BP_NORMAL);
}

static void parse_assert(parser *ps)
{
  parse_check(ps, true, HD_BP_FAIL);
}

/* Alone, without an assignment: what the condition does not name after the step takes any value. */
static void parse_constrain(parser *ps)
{
  hd_bp_pos pos;
  hd_bp_expr c = parse_condition(ps, true, &pos);
  if (!ps->failed) {
    hd_bp_edge e = bp_edge(ps, ps->at, 0, pos);
    e.constraint = c;
    e.havoc = true;
    bp_step(ps, e);
  }
  expect_semi(ps);
}

/* On every state of the procedure, wherever it stands in its body. */
static void parse_enforce(parser *ps)
{
  bp_next(ps);
  hd_bp_expr e = bp_parse_expr(ps, false);
  hd_bp_proc *q = &ps->p->procs.data[ps->proc];
  q->enforce = hd_bp_and(ps->p, q->enforce, e);
  expect_semi(ps);
}

static void parse_dead(parser *ps)
{
  hd_bp_pos pos = ps->tok.pos;
  HD_VEC(hd_bp_assign) list = {0};
  token t;
  bp_next(ps);
  do {
    if (!bp_parse_id(ps, &t, "a variable")) break;
    uint32_t var = bp_find_var(ps, &t);
    bool twice = false;
    for (uint32_t i = 0; i < list.len; i++) twice |= list.data[i].var == var;
    if (var != HD_NONE && !twice) hd_vec_push(&list, (hd_bp_assign){var, hd_bp_make(ps->p, HD_BP_ANY, 0, 0, 0)});
  } while (!ps->failed && bp_accept_symbol(ps, SYM_COMMA));
  hd_bp_edge e = bp_edge(ps, ps->at, 0, pos);
  e.assigns = list.data;
  e.n_assigns = list.len;
  if (!ps->failed) bp_step(ps, e);
  hd_vec_clear(&list);
  expect_semi(ps);
}

/* --- assignments and calls -------------------------------------------------------------------------- */

typedef HD_VEC(hd_bp_expr) exprs;

static void parse_list(parser *ps, exprs *list)
{
  do hd_vec_push(list, bp_parse_expr(ps, false));
  while (!ps->failed && bp_accept_symbol(ps, SYM_COMMA));
}

/* A step that the translation adds: it has no text of its own. */
static void set_lock(parser *ps, hd_bp_pos pos, uint32_t var, hd_bp_expr value, uint32_t saved)
{
  hd_bp_assign list[2] = {{var, value}, {saved, HD_BP_NO_EXPR}};
  hd_bp_edge e = bp_edge(ps, ps->at, 0, pos);
  if (saved != HD_NONE) list[1].value = hd_bp_read(ps->p, var);
  e.text = NULL;
  e.assigns = list;
  e.n_assigns = saved == HD_NONE ? 1 : 2;
  bp_step(ps, e);
}

static void add_call(parser *ps, hd_bp_edge_kind kind, const token *t, const exprs *args, const hd_u32s *results)
{
  uint32_t name = bp_name(ps, t);
  bool atomic = kind == HD_BP_CALL && strstr(bp_text(ps, name), "__VERIFIER_atomic_");
  uint32_t saved = HD_NONE;
  if (atomic) {
    saved = hd_bp_add_var(ps->p, "$was_atomic", ps->proc, true, t->pos);
    set_lock(ps, t->pos, bp_atomic(ps), hd_bp_const(ps->p, true), saved);
  }
  hd_bp_edge e = bp_edge(ps, ps->at, bp_loc(ps), t->pos);
  e.kind = kind;
  e.args = args->data;
  e.n_args = args->len;
  e.results = results->data;
  e.n_results = results->len;
  hd_vec_push(&ps->calls, (pending_call){bp_add(ps, &e), name, t->pos, results->len == 0});
  ps->at = e.to;
  if (atomic) set_lock(ps, t->pos, bp_atomic(ps), hd_bp_read(ps->p, saved), HD_NONE);
}

/* name(arguments) ; the name has been seen to be followed by `(`. */
static void parse_call(parser *ps, hd_bp_edge_kind kind, const hd_u32s *results)
{
  token t = ps->tok;
  exprs args = {0};
  bp_next(ps);
  if (bp_expect_symbol(ps, SYM_OPEN, "`(` and the arguments") && !bp_is_symbol(ps, SYM_CLOSE)) parse_list(ps, &args);
  bp_expect_symbol(ps, SYM_CLOSE, "`)` after the arguments");
  if (!ps->failed) add_call(ps, kind, &t, &args, results);
  hd_vec_clear(&args);
  expect_semi(ps);
}

static void check_targets(parser *ps, const hd_u32s *vars, hd_bp_pos pos)
{
  for (uint32_t i = 0; i < vars->len; i++)
    for (uint32_t k = 0; k < i; k++)
      if (vars->data[i] == vars->data[k] && vars->data[i] != HD_NONE)
        bp_error(ps, pos, "`%s` is assigned twice in one step", ps->p->vars.data[vars->data[i]].name);
}

static void add_assignment(parser *ps, hd_bp_pos pos, const hd_u32s *vars, const exprs *values, hd_bp_expr constraint)
{
  HD_VEC(hd_bp_assign) list = {0};
  for (uint32_t i = 0; i < vars->len; i++)
    if (vars->data[i] != HD_NONE) hd_vec_push(&list, (hd_bp_assign){vars->data[i], values->data[i]});
  hd_bp_edge e = bp_edge(ps, ps->at, 0, pos);
  e.assigns = list.data;
  e.n_assigns = list.len;
  e.constraint = constraint;
  bp_step(ps, e);
  hd_vec_clear(&list);
}

/* The right-hand side, after `:=`. */
static void parse_values(parser *ps, hd_bp_pos pos, const hd_u32s *vars)
{
  exprs values = {0};
  hd_bp_expr constraint = HD_BP_NO_EXPR;
  if (ps->tok.kind == TOK_ID && bp_peek(ps).kind == TOK_SYMBOL && bp_peek(ps).symbol == SYM_OPEN) {
    parse_call(ps, HD_BP_CALL, vars);
    return;
  }
  parse_list(ps, &values);
  if (!ps->failed && values.len != vars->len) bp_error(ps, pos, "%u values for %u variables", values.len, vars->len);
  if (bp_accept_key(ps, KEY_CONSTRAIN)) constraint = bp_parse_expr(ps, true);
  if (ps->errors == 0) add_assignment(ps, pos, vars, &values, constraint);
  hd_vec_clear(&values);
  expect_semi(ps);
}

/* `_` that is no variable: the value is not wanted. */
static bool is_nobody(parser *ps, const token *t)
{
  uint32_t name = bp_name(ps, t);
  return strcmp(bp_text(ps, name), "_") == 0 && !hd_map_find(&ps->locals, name) && !hd_map_find(&ps->globals, name);
}

static void parse_assignment(parser *ps)
{
  hd_bp_pos pos = ps->tok.pos;
  hd_u32s vars = {0};
  token t;
  do {
    if (!bp_parse_id(ps, &t, "a variable")) break;
    hd_vec_push(&vars, is_nobody(ps, &t) ? HD_NONE : bp_find_var(ps, &t));
  } while (bp_accept_symbol(ps, SYM_COMMA));
  if (!ps->failed) check_targets(ps, &vars, pos);
  if (bp_expect_symbol(ps, SYM_ASSIGN, "`:=`, or `(` of a call,")) parse_values(ps, pos, &vars);
  hd_vec_clear(&vars);
}

static void parse_id_statement(parser *ps)
{
  token after = bp_peek(ps);
  if (after.kind == TOK_SYMBOL && after.symbol == SYM_OPEN)
    parse_call(ps, HD_BP_CALL, &(hd_u32s){0});
  else
    parse_assignment(ps);
}

/* --- threads ---------------------------------------------------------------------------------------- */

static void parse_start_thread(parser *ps)
{
  bp_next(ps);
  if (ps->tok.kind == TOK_ID) {
    parse_call(ps, HD_BP_SPAWN, &(hd_u32s){0});
    return;
  }
  hd_bp_pos pos = ps->tok.pos;
  if (!bp_accept_key(ps, KEY_GOTO)) {
    bp_syntax(ps, "start_thread is followed by a call or by goto");
    return;
  }
  uint32_t loc = bp_parse_target(ps);
  hd_bp_edge e = bp_edge(ps, ps->at, bp_loc(ps), pos);
  e.kind = HD_BP_SPAWN;
  hd_vec_push(&ps->jumps, (pending_jump){bp_add(ps, &e), ps->proc, loc});
  ps->at = e.to;
  expect_semi(ps);
}

static void parse_end_thread(parser *ps)
{
  hd_bp_edge e = bp_edge(ps, ps->at, hd_bp_add_loc(ps->p, ps->proc, HD_BP_END, ps->tok.pos), ps->tok.pos);
  bp_next(ps);
  e.text = "end_thread";
  bp_add(ps, &e);
  ps->at = bp_loc(ps);
  expect_semi(ps);
}

static void parse_atomic(parser *ps)
{
  bool begins = ps->tok.keyword == KEY_ATOMIC_BEGIN;
  hd_bp_pos pos = ps->tok.pos;
  bp_next(ps);
  hd_bp_assign lock = {bp_atomic(ps), hd_bp_const(ps->p, begins)};
  hd_bp_edge e = bp_edge(ps, ps->at, 0, pos);
  e.assigns = &lock;
  e.n_assigns = 1;
  bp_step(ps, e);
  expect_semi(ps);
}

static void parse_unsupported(parser *ps)
{
  bp_syntax(ps, "`%s` is not supported", lex_keyword_name(ps->tok.keyword));
}

/* --- control flow ----------------------------------------------------------------------------------- */

static void parse_if(parser *ps)
{
  uint32_t after = bp_loc(ps);
  do { /* if and every elsif */
    hd_bp_pos pos = ps->tok.pos;
    ps->statement = ps->tok.begin;
    bp_next(ps);
    hd_bp_expr condition = bp_parse_expr(ps, false);
    uint32_t yes = bp_loc(ps), no = bp_loc(ps);
    if (ps->failed) return;
    bp_branch(ps, condition, pos, yes, no);
    bp_expect_key(ps, KEY_THEN);
    ps->at = yes;
    parse_body(ps);
    bp_goto(ps, after);
    ps->at = no;
  } while (!ps->failed && bp_is_key(ps, KEY_ELSIF));
  if (bp_accept_key(ps, KEY_ELSE)) parse_body(ps);
  bp_goto(ps, after);
  ps->at = after;
  bp_expect_key(ps, KEY_FI);
  bp_accept_symbol(ps, SYM_SEMI);
}

static void parse_while(parser *ps)
{
  hd_bp_pos pos = ps->tok.pos;
  uint32_t head = bp_loc(ps);
  bp_goto(ps, head);
  ps->at = head;
  bp_next(ps);
  hd_bp_expr condition = bp_parse_expr(ps, false);
  uint32_t yes = bp_loc(ps), no = bp_loc(ps);
  if (ps->failed) return;
  bp_branch(ps, condition, pos, yes, no);
  bp_expect_key(ps, KEY_DO);
  ps->at = yes;
  parse_body(ps);
  bp_goto(ps, head);
  ps->at = no;
  bp_expect_key(ps, KEY_OD);
  bp_accept_symbol(ps, SYM_SEMI);
}

static void parse_goto(parser *ps)
{
  hd_u32s targets = {0};
  hd_bp_pos pos = ps->tok.pos;
  bp_next(ps);
  do hd_vec_push(&targets, bp_parse_target(ps));
  while (!ps->failed && bp_accept_symbol(ps, SYM_COMMA));
  if (targets.len == 1) {
    bp_goto(ps, targets.data[0]);
  } else {
    for (uint32_t i = 0; i < targets.len; i++) {
      hd_bp_edge e = bp_edge(ps, ps->at, targets.data[i], pos);
      bp_add(ps, &e);
    }
    ps->at = bp_loc(ps);
  }
  hd_vec_clear(&targets);
  expect_semi(ps);
}

static void parse_return(parser *ps)
{
  hd_bp_pos pos = ps->tok.pos;
  exprs values = {0};
  bp_next(ps);
  if (!bp_is_symbol(ps, SYM_SEMI) && !ends_list(ps)) parse_list(ps, &values);
  const hd_bp_proc *q = &ps->p->procs.data[ps->proc];
  if (!ps->failed && values.len != q->returns.len)
    bp_error(ps, pos, "`%s` returns %u values, not %u", q->name, q->returns.len, values.len);
  if (ps->errors == 0 && values.len) add_assignment(ps, pos, &q->returns, &values, HD_BP_NO_EXPR);
  if (!ps->failed) bp_goto(ps, ps->p->procs.data[ps->proc].final);
  hd_vec_clear(&values);
  expect_semi(ps);
}

/* --- the list ----------------------------------------------------------------------------------------- */

static void (*const statements[KEY_COUNT])(parser *ps) = {
    [KEY_SKIP] = parse_skip,
    [KEY_PRINT] = parse_print,
    [KEY_ASSUME] = parse_assume,
    [KEY_ABORTIF] = parse_abortif,
    [KEY_ASSERT] = parse_assert,
    [KEY_CONSTRAIN] = parse_constrain,
    [KEY_ENFORCE] = parse_enforce,
    [KEY_DEAD] = parse_dead,
    [KEY_START_THREAD] = parse_start_thread,
    [KEY_END_THREAD] = parse_end_thread,
    [KEY_ATOMIC_BEGIN] = parse_atomic,
    [KEY_ATOMIC_END] = parse_atomic,
    [KEY_SYNC] = parse_unsupported,
    [KEY_THREAD_LOCAL] = parse_unsupported,
    [KEY_IF] = parse_if,
    [KEY_WHILE] = parse_while,
    [KEY_GOTO] = parse_goto,
    [KEY_RETURN] = parse_return,
};

/* ASYNC_n: the call that follows is a thread of its own. */
static bool is_async(const token *t)
{
  if (t->length < 7 || memcmp(t->text, "ASYNC_", 6) != 0) return false;
  for (uint32_t i = 6; i < t->length; i++)
    if (t->text[i] < '0' || t->text[i] > '9') return false;
  return true;
}

static bool parse_labels(parser *ps)
{
  bool async = false;
  while (!ps->failed && bp_is_label(ps) && bp_peek(ps).kind == TOK_SYMBOL && bp_peek(ps).symbol == SYM_COLON) {
    token t = ps->tok;
    bp_next(ps);
    bp_next(ps);
    async |= is_async(&t);
    bp_define_label(ps, &t);
  }
  return async;
}

static void parse_statement(parser *ps)
{
  bool async = parse_labels(ps);
  ps->statement = ps->tok.begin;
  if (ps->failed) return;
  if (async && (ps->tok.kind != TOK_ID || bp_peek(ps).kind != TOK_SYMBOL || bp_peek(ps).symbol != SYM_OPEN)) {
    bp_syntax(ps, "the label ASYNC stands before a call without results only");
  } else if (async) {
    parse_call(ps, HD_BP_SPAWN, &(hd_u32s){0});
  } else if (ps->tok.kind == TOK_ID) {
    parse_id_statement(ps);
  } else if (bp_accept_key(ps, KEY_DECL)) {
    bp_parse_decl(ps, ps->proc);
  } else if (ps->tok.kind == TOK_KEYWORD && statements[ps->tok.keyword]) {
    statements[ps->tok.keyword](ps);
  } else if (!ends_list(ps)) {
    bp_syntax(ps, "a statement is expected here");
  }
}

void bp_parse_statements(parser *ps)
{
  while (!ps->failed && !ends_list(ps)) parse_statement(ps);
}

static void parse_body(parser *ps)
{
  if (ps->failed || !bp_enter(ps)) return;
  bp_parse_statements(ps);
  bp_leave(ps);
}
