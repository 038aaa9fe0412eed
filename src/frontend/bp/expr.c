/* expr.c - expressions: a list of operands and operators, bracketed as the dialect says. */
#include "frontend/bp/parser.h"

typedef HD_VEC(uint32_t) operands;
typedef HD_VEC(tok_symbol) operators;

enum { LEVELS = 5 };

/* How tightly the operators bind, 0 loosest, in Boppo's and in Getafix's dialect. */
static const unsigned levels[2][SYM_AND + 1] = {
    {[SYM_IMPLIES] = 0, [SYM_EQ] = 0, [SYM_NEQ] = 0, [SYM_XOR] = 1, [SYM_OR] = 2, [SYM_AND] = 3},
    {[SYM_IMPLIES] = 0, [SYM_OR] = 1, [SYM_XOR] = 2, [SYM_AND] = 3, [SYM_EQ] = 4, [SYM_NEQ] = 4},
};

static bool is_binary(const parser *ps)
{
  return ps->tok.kind == TOK_SYMBOL && ps->tok.symbol >= SYM_IMPLIES && ps->tok.symbol <= SYM_AND;
}

/* --- nodes ---------------------------------------------------------------------------------------- */

static uint32_t depth_of(const parser *ps, uint32_t id)
{
  return ps->depths.data[id];
}

static uint32_t deeper(uint32_t a, uint32_t b)
{
  return a > b ? a : b;
}

static uint32_t make_expr(parser *ps, hd_bp_op op, uint32_t a, uint32_t b, uint32_t c)
{
  uint32_t depth = 0;
  if (op >= HD_BP_NOT) depth = deeper(depth, depth_of(ps, a));
  if (op > HD_BP_NOT) depth = deeper(depth, depth_of(ps, b));
  if (op == HD_BP_IF) depth = deeper(depth, depth_of(ps, c));
  if (depth + 1 > MOST_DEPTH && !ps->failed) bp_syntax(ps, "the expression is nested more than %d deep", MOST_DEPTH);
  uint32_t id = hd_bp_make(ps->p, op, a, b, c).id;
  while (ps->depths.len < ps->p->exprs.len) hd_vec_push(&ps->depths, depth + 1);
  return id;
}

/* --- bracketing ----------------------------------------------------------------------------------- */

/* Builds nodes, or (ps NULL) computes with the bits of `values` in the operands' place. */
typedef struct {
  parser *ps;
  const operands *operands;
  const operators *operators;
  unsigned dialect;
  uint32_t values;
} folder;

static uint32_t negate_operand(folder *f, uint32_t a)
{
  return f->ps ? make_expr(f->ps, HD_BP_NOT, a, 0, 0) : !a;
}

static uint32_t apply_operator(folder *f, tok_symbol op, uint32_t a, uint32_t b)
{
  static const hd_bp_op ops[] = {[SYM_IMPLIES] = HD_BP_IMPLIES, [SYM_EQ] = HD_BP_EQ,   [SYM_NEQ] = HD_BP_XOR,
                                 [SYM_OR] = HD_BP_OR,           [SYM_XOR] = HD_BP_XOR, [SYM_AND] = HD_BP_AND};
  if (f->ps) return make_expr(f->ps, ops[op], a, b, 0);
  switch (op) {
  case SYM_IMPLIES: return !a || b;
  case SYM_EQ: return a == b;
  case SYM_OR: return a || b;
  case SYM_AND: return a && b;
  default: return a != b;
  }
}

/* A balanced tree, so that a chain of thousands is not a tree of that depth. */
static uint32_t balanced(folder *f, tok_symbol op, const uint32_t *parts, uint32_t n)
{
  if (n == 1) return parts[0];
  return apply_operator(f, op, balanced(f, op, parts, n / 2), balanced(f, op, parts + n / 2, n - n / 2));
}

/* Of operators that all are = or !=, how many are =; HD_NONE when others are among them. */
static uint32_t equalities(const tok_symbol *ops, uint32_t n)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (ops[i] != SYM_EQ && ops[i] != SYM_NEQ) return HD_NONE;
    count += ops[i] == SYM_EQ;
  }
  return count;
}

static uint32_t join_parts(folder *f, const uint32_t *parts, const tok_symbol *ops, uint32_t n)
{
  uint32_t equal = equalities(ops, n);
  if (equal != HD_NONE && n > 1) { /* associative up to the number of negations */
    uint32_t odd = balanced(f, SYM_XOR, parts, n + 1);
    return equal % 2 ? negate_operand(f, odd) : odd;
  }
  if (ops[0] == SYM_AND || ops[0] == SYM_OR || ops[0] == SYM_XOR) return balanced(f, ops[0], parts, n + 1);
  if (f->dialect == 0) { /* from the right */
    uint32_t all = parts[n];
    for (uint32_t i = n; i-- > 0;) all = apply_operator(f, ops[i], parts[i], all);
    return all;
  }
  uint32_t all = parts[0];
  for (uint32_t i = 0; i < n; i++) all = apply_operator(f, ops[i], all, parts[i + 1]);
  return all;
}

/* The operands lo to hi, whose operators all bind at least as tightly as `level`. */
static uint32_t fold_operands(folder *f, uint32_t lo, uint32_t hi, unsigned level)
{
  if (lo == hi) return f->ps ? f->operands->data[lo] : f->values >> lo & 1;
  operands parts = {0};
  operators ops = {0};
  uint32_t from = lo;
  for (uint32_t i = lo; i < hi; i++) {
    if (levels[f->dialect][f->operators->data[i]] != level) continue;
    hd_vec_push(&parts, fold_operands(f, from, i, level + 1));
    hd_vec_push(&ops, f->operators->data[i]);
    from = i + 1;
  }
  hd_vec_push(&parts, fold_operands(f, from, hi, level + 1));
  uint32_t result = ops.len ? join_parts(f, parts.data, ops.data, ops.len) : parts.data[0];
  hd_vec_clear(&parts);
  hd_vec_clear(&ops);
  return result;
}

/* Would the dialects give different values? Exact for up to twelve operands; a longer list is
 * taken to differ when it mixes kinds of operators. */
static bool dialects_differ(const operands *list, const operators *ops)
{
  enum { MOST = 12 };
  if (list->len > MOST) {
    for (uint32_t i = 1; i < ops->len; i++)
      if (ops->data[i] != ops->data[0]) return true;
    return ops->data[0] == SYM_IMPLIES;
  }
  for (uint32_t values = 0; values < 1u << list->len; values++) {
    folder boppo = {.operands = list, .operators = ops, .dialect = 0, .values = values}, getafix = boppo;
    getafix.dialect = 1;
    if (fold_operands(&boppo, 0, ops->len, 0) != fold_operands(&getafix, 0, ops->len, 0)) return true;
  }
  return false;
}

static void warn_about_dialects(parser *ps, const operands *list, const operators *ops, hd_bp_pos pos)
{
  if (ps->options->dialect != HD_BP_ANY_DIALECT || ops->len < 2 || !dialects_differ(list, ops)) return;
  hd_place place = {.file = ps->lex.file, .line = pos.line, .column = pos.column};
  hd_diag *d = hd_diags_add(ps->diags, HD_WARNING, place,
                            "the dialects bracket this expression in different ways; read as in Boppo's");
  d->hint = "write parentheses, or choose with --dialect";
}

/* --- operands ------------------------------------------------------------------------------------- */

static uint32_t parse_variable(parser *ps, bool primed, bool next)
{
  token t = ps->tok;
  if (!bp_parse_id(ps, &t, "a variable")) return make_expr(ps, HD_BP_ANY, 0, 0, 0);
  bool adjacent = bp_is_symbol(ps, SYM_PRIME) && ps->tok.begin == t.end;
  if (!primed && adjacent) {
    primed = true;
    bp_next(ps);
  }
  uint32_t var = bp_find_var(ps, &t);
  if (primed && !next)
    bp_error(ps, t.pos, "a next-state value, here of `%.*s`, is allowed in `constrain` only", (int)t.length, t.text);
  return var == HD_NONE ? make_expr(ps, HD_BP_ANY, 0, 0, 0) : make_expr(ps, primed ? HD_BP_NEXT : HD_BP_VAR, var, 0, 0);
}

/* schoose[a, b, c, ...]: the first that is 1 decides; a, c, ... for 1 and b, ... for 0. */
static uint32_t parse_schoose(parser *ps, bool next)
{
  operands list = {0};
  bp_next(ps);
  bp_expect_symbol(ps, SYM_OPEN_BRACKET, "`[` after schoose");
  do hd_vec_push(&list, bp_parse_expr(ps, next).id);
  while (!ps->failed && bp_accept_symbol(ps, SYM_COMMA));
  bp_expect_symbol(ps, SYM_CLOSE_BRACKET, "`]` after the arguments of schoose");
  bool pair = list.len == 2;
  uint32_t result =
      pair ? make_expr(ps, HD_BP_SCHOOSE, list.data[0], list.data[1], 0) : make_expr(ps, HD_BP_ANY, 0, 0, 0);
  for (uint32_t i = list.len; !pair && !ps->failed && i-- > 0;)
    result = make_expr(ps, HD_BP_IF, list.data[i], make_expr(ps, HD_BP_CONST, i % 2 == 0, 0, 0), result);
  hd_vec_clear(&list);
  return result;
}

static uint32_t parse_number(parser *ps)
{
  token t = ps->tok;
  bool one = t.length == 1 && *t.text == '1', zero = t.length == 1 && *t.text == '0';
  if (!one && !zero) bp_syntax(ps, "an expression has no other numbers than 0 and 1");
  bp_next(ps);
  return make_expr(ps, HD_BP_CONST, one, 0, 0);
}

static uint32_t parse_primary(parser *ps, bool next)
{
  uint32_t id;
  if (bp_is_key(ps, KEY_SCHOOSE)) return parse_schoose(ps, next);
  if (ps->tok.kind == TOK_NUMBER) return parse_number(ps);
  if (ps->tok.kind == TOK_ID) return parse_variable(ps, false, next);
  if (bp_is_key(ps, KEY_TRUE) || bp_is_key(ps, KEY_FALSE)) {
    id = make_expr(ps, HD_BP_CONST, ps->tok.keyword == KEY_TRUE, 0, 0);
    bp_next(ps);
    return id;
  }
  if (bp_accept_symbol(ps, SYM_STAR) || bp_accept_symbol(ps, SYM_QUERY)) return make_expr(ps, HD_BP_ANY, 0, 0, 0);
  if (bp_accept_symbol(ps, SYM_PRIME)) return parse_variable(ps, true, next);
  if (bp_accept_symbol(ps, SYM_OPEN)) {
    id = bp_parse_expr(ps, next).id;
    bp_expect_symbol(ps, SYM_CLOSE, "`)`");
    return id;
  }
  bp_syntax(ps, "an expression is expected here");
  return make_expr(ps, HD_BP_ANY, 0, 0, 0);
}

static uint32_t parse_unary(parser *ps, bool next)
{
  bool negated = false;
  while (!ps->failed && bp_accept_symbol(ps, SYM_NOT)) negated = !negated;
  uint32_t id = parse_primary(ps, next);
  return negated ? make_expr(ps, HD_BP_NOT, id, 0, 0) : id;
}

/* c ? a : b binds loosest of all. */
static uint32_t parse_choice(parser *ps, uint32_t condition, bool next)
{
  if (ps->failed || !bp_accept_symbol(ps, SYM_QUERY)) return condition;
  uint32_t yes = bp_parse_expr(ps, next).id;
  bp_expect_symbol(ps, SYM_COLON, "`:` between the values of `?`");
  uint32_t no = bp_parse_expr(ps, next).id;
  return make_expr(ps, HD_BP_IF, condition, yes, no);
}

hd_bp_expr bp_parse_expr(parser *ps, bool next)
{
  operands list = {0};
  operators ops = {0};
  hd_bp_pos second = {0};
  if (ps->failed || !bp_enter(ps)) return (hd_bp_expr){make_expr(ps, HD_BP_ANY, 0, 0, 0)};
  hd_vec_push(&list, parse_unary(ps, next));
  while (!ps->failed && is_binary(ps)) {
    if (ops.len == 1) second = ps->tok.pos;
    hd_vec_push(&ops, ps->tok.symbol);
    bp_next(ps);
    hd_vec_push(&list, parse_unary(ps, next));
  }
  folder f = {.ps = ps, .operands = &list, .operators = &ops, .dialect = ps->options->dialect == HD_BP_GETAFIX ? 1 : 0};
  uint32_t result = list.data[0];
  if (!ps->failed) {
    warn_about_dialects(ps, &list, &ops, second);
    result = fold_operands(&f, 0, ops.len, 0);
  }
  hd_vec_clear(&list);
  hd_vec_clear(&ops);
  result = parse_choice(ps, result, next);
  bp_leave(ps);
  return (hd_bp_expr){result};
}
