/* parse.c - reads the textual form back. Terms may nest as deeply as memory allows. */
#include "expr/pool.h"

/* An operator whose arguments are being read. */
typedef struct {
  hd_op op;
  unsigned width, read;
  uint64_t low;
  hd_term args[3];
} open_op;

typedef struct {
  hd_terms *T;
  const char *at;
  const hd_scope *scope;
  const char *error;
  HD_VEC(open_op) stack;
  HD_VEC(hd_term) lets; /* ?1 is the first */
} parser;

static hd_term fail_parse(parser *p, const char *error)
{
  if (!p->error) p->error = error;
  return HD_NO_TERM;
}

static void skip_space(parser *p)
{
  p->at += strspn(p->at, " \t\r\n");
}

static size_t word_length(const char *at)
{
  return strcspn(at, " \t\r\n()");
}

static bool accept_char(parser *p, char c)
{
  skip_space(p);
  if (*p->at != c) return false;
  p->at++;
  return true;
}

static bool accept_word(parser *p, const char *word)
{
  skip_space(p);
  size_t length = word_length(p->at);
  if (length != strlen(word) || strncmp(p->at, word, length) != 0) return false;
  p->at += length;
  return true;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* Decimal digits at *at; false when there are none or too many for 64 bits. */
static bool scan_number(const char **at, uint64_t *value)
{
  const char *start = *at;
  *value = 0;
  for (; is_digit(**at); ++*at) {
    if (__builtin_mul_overflow(*value, 10u, value)) return false;
    if (__builtin_add_overflow(*value, (uint64_t)(**at - '0'), value)) return false;
  }
  return *at != start;
}

/* A constant looks like -7:32: digits, a colon, digits, and nothing else. */
static bool looks_like_const(const char *at, size_t length)
{
  size_t i = at[0] == '-', digits = i;
  while (i < length && is_digit(at[i])) i++;
  if (i == digits || i == length || at[i] != ':') return false;
  digits = ++i;
  while (i < length && is_digit(at[i])) i++;
  return i == length && i > digits;
}

static hd_term parse_const(parser *p)
{
  const char *at = p->at;
  bool negative = *at == '-';
  uint64_t value, width;
  at += negative;
  if (!scan_number(&at, &value)) return fail_parse(p, "the constant is too large");
  at++;
  if (!scan_number(&at, &width) || width < 1 || width > 64) return fail_parse(p, "a constant has 1 to 64 bits");
  uint64_t largest = negative ? UINT64_C(1) << (width - 1) : hd_mask((unsigned)width);
  if (value > largest) return fail_parse(p, "the constant does not fit its width");
  p->at = at;
  return hd_term_bv(p->T, (unsigned)width, negative ? -value : value);
}

/* ?n below a let, or HD_NO_TERM. */
static hd_term find_let(const parser *p, const char *at, size_t length)
{
  uint64_t number;
  const char *end = at + 1;
  if (!p->lets.len || *at != '?' || !scan_number(&end, &number) || end != at + length) return HD_NO_TERM;
  return number >= 1 && number <= p->lets.len ? p->lets.data[number - 1] : HD_NO_TERM;
}

static hd_term parse_leaf(parser *p)
{
  size_t length = word_length(p->at);
  uint32_t symbol;
  hd_sort sort;
  if (!length) return fail_parse(p, *p->at ? "a term is expected" : "the text ends inside a term");
  if (looks_like_const(p->at, length)) return parse_const(p);
  if (accept_word(p, "true")) return hd_term_true(p->T);
  if (accept_word(p, "false")) return hd_term_false(p->T);
  hd_term t = find_let(p, p->at, length);
  if (!hd_term_is(t)) {
    if (!p->scope || !p->scope->find(p->scope->context, p->at, length, &symbol, &sort))
      return fail_parse(p, "the name is not known");
    t = hd_term_var(p->T, sort, symbol);
  }
  p->at += length;
  return t;
}

static bool find_op(const char *at, size_t length, hd_op *op)
{
  for (unsigned i = HD_OP_NOT; i < HD_OP_COUNT; i++) {
    const char *text = hd_op_text((hd_op)i);
    if (strlen(text) != length || strncmp(text, at, length) != 0) continue;
    *op = (hd_op)i;
    return true;
  }
  return false;
}

static bool parse_small(parser *p, uint64_t *value)
{
  skip_space(p);
  const char *at = p->at;
  if (!scan_number(&at, value) || *value > 64 || word_length(p->at) != (size_t)(at - p->at)) {
    fail_parse(p, "a number of bits is expected");
    return false;
  }
  p->at = at;
  return true;
}

/* Behind an opening parenthesis: the operator and its numbers. */
static bool parse_head(parser *p)
{
  open_op o = {0};
  uint64_t width = 0;
  skip_space(p);
  size_t length = word_length(p->at);
  if (!find_op(p->at, length, &o.op)) {
    fail_parse(p, "the operator is not known");
    return false;
  }
  p->at += length;
  if (o.op == HD_OP_EXTRACT && !parse_small(p, &o.low)) return false;
  if (hd_op_needs_width(o.op) && !parse_small(p, &width)) return false;
  o.width = (unsigned)width;
  hd_vec_push(&p->stack, o);
  return true;
}

/* Behind the closing parenthesis of the topmost operator. */
static hd_term close_op(parser *p)
{
  open_op o = hd_vec_pop(&p->stack);
  hd_sort sort;
  if (o.read != hd_op_arity(o.op)) return fail_parse(p, "the operator has too few arguments");
  const char *wrong = hd_sort_infer(p->T, o.op, o.width, o.low, o.args, &sort);
  if (wrong) return fail_parse(p, wrong);
  return hd_term_build(p->T, o.op, sort, o.low, o.args);
}

static hd_term parse_term(parser *p)
{
  uint32_t base = p->stack.len;
  for (;;) {
    hd_term t;
    if (accept_char(p, '(')) {
      if (!parse_head(p)) return HD_NO_TERM;
      continue;
    }
    bool closes = p->stack.len > base && accept_char(p, ')');
    t = closes ? close_op(p) : parse_leaf(p);
    if (!hd_term_is(t)) return HD_NO_TERM;
    if (p->stack.len == base) return t;
    open_op *o = &hd_vec_last(&p->stack);
    if (o->read == hd_op_arity(o->op)) return fail_parse(p, "the operator has too many arguments");
    o->args[o->read++] = t;
  }
}

/* Behind "(let": ((?1 term) ..) term). */
static hd_term parse_let(parser *p)
{
  if (!accept_char(p, '(')) return fail_parse(p, "a list of names is expected behind let");
  while (accept_char(p, '(')) {
    uint64_t number;
    if (!accept_char(p, '?') || !scan_number(&p->at, &number) || number != p->lets.len + 1)
      return fail_parse(p, "names below let are ?1, ?2, and so on");
    hd_term t = parse_term(p);
    if (!hd_term_is(t)) return t;
    hd_vec_push(&p->lets, t);
    if (!accept_char(p, ')')) return fail_parse(p, "a closing parenthesis is expected");
  }
  if (!accept_char(p, ')')) return fail_parse(p, "a closing parenthesis is expected");
  hd_term body = parse_term(p);
  if (hd_term_is(body) && !accept_char(p, ')')) return fail_parse(p, "a closing parenthesis is expected");
  return body;
}

hd_term hd_term_parse(hd_terms *T, const char **text, const hd_scope *scope, const char **error)
{
  parser p = {.T = T, .at = *text, .scope = scope};
  const char *start = p.at;
  bool is_let = accept_char(&p, '(') && accept_word(&p, "let");
  if (!is_let) p.at = start;
  hd_term t = is_let ? parse_let(&p) : parse_term(&p);
  hd_vec_clear(&p.stack);
  hd_vec_clear(&p.lets);
  *text = p.at;
  if (error) *error = p.error;
  return t;
}
