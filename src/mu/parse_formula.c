/* parse_formula.c - formulas, by precedence: quantifiers and `if` reach as far right as they can, then
 * <-> <+> -> <-, then |, &, !, comparisons, sums. */
#include "mu/parse.h"

static mu_expr *parse_sum(mu_lexer *x);

static mu_expr *new_expr(mu_lexer *x, mu_kind kind, hd_place place)
{
  mu_expr *e = hd_arena_alloc(&x->m->arena, sizeof *e);
  e->kind = kind;
  e->place = place;
  return e;
}

static void set_args(mu_lexer *x, mu_expr *e, mu_expr *const *args, uint32_t n)
{
  e->args = hd_arena_copy(&x->m->arena, args, (n + 1) * sizeof *args);
  e->n_args = n;
}

static mu_expr *new_pair(mu_lexer *x, mu_kind kind, hd_place place, mu_expr *a, mu_expr *b)
{
  mu_expr *e = new_expr(x, kind, place);
  set_args(x, e, (mu_expr *[]){a, b, NULL}, 2);
  return e;
}

/* --- paths and applications --------------------------------------------------------------------- */

static mu_expr *parse_application(mu_lexer *x)
{
  mu_expr *e = new_expr(x, MU_APPLY, x->now.place);
  e->name = x->now.text;
  mu_lexer_advance(x);
  mu_lexer_advance(x); /* ( */
  mu_exprs args = {0};
  while (!x->failed && !mu_lexer_at(x, ")")) {
    hd_vec_push(&args, mu_parse_formula(x));
    if (!mu_parse_accept(x, ",")) break;
  }
  mu_parse_expect(x, ")", "after the arguments");
  hd_vec_push(&args, NULL);
  set_args(x, e, args.data, args.len - 1);
  hd_vec_clear(&args);
  return e;
}

static mu_expr *parse_suffixes(mu_lexer *x, mu_expr *e)
{
  while (!x->failed) {
    hd_place place = x->now.place;
    /* A dot before a name that is followed by another name or a type ends a quantifier's variables,
     * which are never parsed here; so a dot here is a field. */
    if (mu_parse_accept(x, ".")) {
      mu_expr *f = new_expr(x, MU_FIELD, place);
      f->name = mu_parse_name(x, "a field's name");
      set_args(x, f, (mu_expr *[]){e, NULL}, 1);
      e = f;
    } else if (mu_parse_accept(x, "[")) {
      e = new_pair(x, MU_INDEX, place, e, parse_sum(x));
      mu_parse_expect(x, "]", "after an index");
    } else
      break;
  }
  return e;
}

mu_expr *mu_parse_path(mu_lexer *x)
{
  mu_expr *e = new_expr(x, MU_NAME, x->now.place);
  e->name = mu_parse_name(x, "a variable");
  return parse_suffixes(x, e);
}

/* case guard: formula; ... esac: the first guard that holds decides, false when none does. */
static mu_expr *parse_case(mu_lexer *x)
{
  hd_place place = x->now.place;
  if (mu_parse_accept(x, "esac")) return new_expr(x, MU_FALSE, place);
  mu_expr *guard = mu_parse_formula(x);
  mu_parse_expect(x, ":", "after a case's guard");
  mu_expr *then = mu_parse_formula(x);
  mu_parse_expect(x, ";", "after a case");
  if (x->failed) return guard;
  mu_expr *e = new_expr(x, MU_IF, place);
  set_args(x, e, (mu_expr *[]){guard, then, parse_case(x), NULL}, 3);
  return e;
}

static mu_expr *parse_primary(mu_lexer *x)
{
  hd_place place = x->now.place;
  if (mu_parse_accept(x, "true")) return new_expr(x, MU_TRUE, place);
  if (mu_parse_accept(x, "false")) return new_expr(x, MU_FALSE, place);
  if (mu_parse_accept(x, "case")) return parse_case(x);
  if (mu_parse_accept(x, "(")) {
    mu_expr *e = mu_parse_formula(x);
    mu_parse_expect(x, ")", "to close a bracket");
    return e;
  }
  if (x->now.kind == MU_WORD_NUMBER) {
    mu_expr *e = new_expr(x, MU_NUMBER, place);
    e->number = x->now.number;
    mu_lexer_advance(x);
    return e;
  }
  if (x->now.kind == MU_WORD_ID && !mu_is_keyword(x->now.text)) {
    if (x->next.kind == MU_WORD_SIGN && strcmp(x->next.text, "(") == 0) return parse_application(x);
    return mu_parse_path(x);
  }
  mu_parse_fail(x, "a formula");
  return new_expr(x, MU_FALSE, place);
}

/* --- operators ---------------------------------------------------------------------------------- */

typedef struct {
  const char *sign;
  mu_kind kind;
} operator;

static bool accept_operator(mu_lexer *x, const operator* table, size_t n, mu_kind *kind)
{
  for (size_t i = 0; i < n && !x->failed; i++) {
    if (!mu_parse_accept(x, table[i].sign)) continue;
    *kind = table[i].kind;
    return true;
  }
  return false;
}

static mu_expr *parse_sum(mu_lexer *x)
{
  static const operator table[] = {{"+", MU_PLUS}, {"-", MU_MINUS}};
  mu_expr *e = parse_suffixes(x, parse_primary(x));
  hd_place place = x->now.place;
  for (mu_kind kind; accept_operator(x, table, HD_COUNT(table), &kind); place = x->now.place)
    e = new_pair(x, kind, place, e, parse_suffixes(x, parse_primary(x)));
  return e;
}

static mu_expr *parse_comparison(mu_lexer *x)
{
  static const operator table[] = {{"=", MU_EQ},  {"==", MU_EQ}, {"!=", MU_NE}, {"<", MU_LT},
                                   {"<=", MU_LE}, {">", MU_GT},  {">=", MU_GE}};
  mu_expr *e = parse_sum(x);
  hd_place place = x->now.place;
  mu_kind kind;
  if (accept_operator(x, table, HD_COUNT(table), &kind)) e = new_pair(x, kind, place, e, parse_sum(x));
  return e;
}

static bool at_open_end(const mu_lexer *x)
{
  return mu_lexer_at(x, "exists") || mu_lexer_at(x, "forall") || mu_lexer_at(x, "if");
}

static mu_expr *parse_not(mu_lexer *x)
{
  hd_place place = x->now.place;
  if (at_open_end(x)) return mu_parse_formula(x);
  if (!mu_parse_accept(x, "!")) return parse_comparison(x);
  bool negate = true; /* a row of signs is one, or none */
  while (mu_parse_accept(x, "!")) negate = !negate;
  mu_expr *operand = at_open_end(x) ? mu_parse_formula(x) : parse_comparison(x);
  if (!negate) return operand;
  mu_expr *e = new_expr(x, MU_NOT, place);
  set_args(x, e, (mu_expr *[]){operand, NULL}, 1);
  return e;
}

/* part {sign part}, as one node however many there are. */
static mu_expr *parse_list(mu_lexer *x, const operator* table, size_t n, mu_expr *(*part)(mu_lexer *))
{
  hd_place place = x->now.place;
  mu_exprs parts = {0};
  mu_kind kind = table[0].kind;
  do hd_vec_push(&parts, part(x));
  while (accept_operator(x, table, n, &kind));
  mu_expr *e = parts.data[0];
  if (parts.len > 1) {
    e = new_expr(x, kind, place);
    hd_vec_push(&parts, NULL);
    set_args(x, e, parts.data, parts.len - 1);
  }
  hd_vec_clear(&parts);
  return e;
}

static mu_expr *parse_and(mu_lexer *x)
{
  static const operator table[] = {{"&", MU_AND}, {"&&", MU_AND}};
  return parse_list(x, table, HD_COUNT(table), parse_not);
}

static mu_expr *parse_or(mu_lexer *x)
{
  static const operator table[] = {{"|", MU_OR}, {"||", MU_OR}};
  return parse_list(x, table, HD_COUNT(table), parse_and);
}

/* a -> b -> c is a -> (b -> c); the others group to the right as well. */
static mu_expr *parse_arrow(mu_lexer *x)
{
  static const operator table[] = {{"<->", MU_IFF}, {"<+>", MU_XOR}, {"->", MU_IMPLIES}};
  mu_expr *e = parse_or(x);
  hd_place place = x->now.place;
  mu_kind kind;
  if (accept_operator(x, table, HD_COUNT(table), &kind)) return new_pair(x, kind, place, e, mu_parse_formula(x));
  if (mu_parse_accept(x, "<-")) return new_pair(x, MU_IMPLIES, place, mu_parse_formula(x), e);
  return e;
}

static mu_expr *parse_quantifier(mu_lexer *x, mu_kind kind)
{
  mu_expr *e = new_expr(x, kind, x->now.place);
  mu_lexer_advance(x);
  mu_vars vars = {0};
  mu_parse_binders(x, &vars);
  if (!x->failed && !mu_parse_accept(x, ".") && !mu_parse_accept(x, ":"))
    mu_parse_fail(x, "'.' after the variables of a quantifier");
  hd_vec_push(&vars, NULL);
  e->n_vars = vars.len - 1;
  e->vars = hd_arena_copy(&x->m->arena, vars.data, vars.len * sizeof *vars.data);
  hd_vec_clear(&vars);
  if (!x->failed) set_args(x, e, (mu_expr *[]){mu_parse_formula(x), NULL}, 1);
  return e;
}

static mu_expr *parse_if(mu_lexer *x)
{
  mu_expr *e = new_expr(x, MU_IF, x->now.place);
  mu_lexer_advance(x);
  mu_parse_expect(x, "(", "after 'if'");
  mu_expr *condition = mu_parse_formula(x);
  mu_parse_expect(x, ")", "after the condition of 'if'");
  mu_expr *then = mu_parse_formula(x);
  mu_parse_expect(x, "else", "after the first branch of 'if'");
  set_args(x, e, (mu_expr *[]){condition, then, x->failed ? then : mu_parse_formula(x), NULL}, 3);
  return e;
}

static mu_expr *parse_open(mu_lexer *x)
{
  if (mu_lexer_at(x, "exists")) return parse_quantifier(x, MU_EXISTS);
  if (mu_lexer_at(x, "forall")) return parse_quantifier(x, MU_FORALL);
  if (mu_lexer_at(x, "if")) return parse_if(x);
  return parse_arrow(x);
}

mu_expr *mu_parse_formula(mu_lexer *x)
{
  enum { DEEPEST = 1000 }; /* what evaluates formulas is recursive, too */
  if (x->depth >= DEEPEST && !x->failed) {
    mu_error(x->m, x->now.place, "this formula is nested more than %d levels deep", DEEPEST);
    x->failed = true;
  }
  x->depth++;
  mu_expr *e = x->failed ? new_expr(x, MU_FALSE, x->now.place) : parse_open(x);
  x->depth--;
  return e;
}
