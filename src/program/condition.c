/* condition.c - a recursive-descent parser of C's expressions over the names of a program. */
#include "program/condition.h"

#include <ctype.h>
#include <stdarg.h>

enum { MOST_NESTED = 200 };

/* A value with its C type; Booleans stay Booleans until they are calculated with. */
typedef struct {
  hd_term t;
  bool is_bool, is_unsigned;
} value;

typedef struct {
  hd_program *p;
  hd_terms *T;
  hd_thread thread;
  const char *text, *at, *end;
  hd_place place;
  hd_diags *diags;
  uint32_t nested;
  bool failed;
} reader;

static const value nothing = {.t = {0}};

HD_PRINTF(3, 4) static value complain(reader *r, const char *at, const char *format, ...)
{
  if (r->failed) return nothing;
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  hd_place place = r->place;
  place.column += (uint32_t)(at - r->text);
  hd_diags_add(r->diags, HD_ERROR, place, "%s", text);
  r->failed = true;
  return nothing;
}

/* --- types ------------------------------------------------------------------------------------------------
 */

static unsigned width_of(const reader *r, value v)
{
  return hd_term_sort(r->T, v.t).width;
}

static value truth(hd_term t)
{
  return (value){t, true, false};
}

static hd_term as_bool(reader *r, value v)
{
  if (r->failed) return hd_term_true(r->T);
  if (v.is_bool) return v.t;
  hd_term zero = hd_term_bv(r->T, width_of(r, v), 0);
  return hd_term_1(r->T, HD_OP_NOT, hd_term_2(r->T, HD_OP_EQ, v.t, zero));
}

/* At least as wide as an int. */
static value promoted_operand(reader *r, value v)
{
  if (v.is_bool)
    return (value){hd_term_3(r->T, HD_OP_ITE, v.t, hd_term_bv(r->T, 32, 1), hd_term_bv(r->T, 32, 0)), false, false};
  if (width_of(r, v) >= 32) return v;
  return (value){hd_term_to(r->T, v.is_unsigned ? HD_OP_ZEXT : HD_OP_SEXT, 32, v.t), false, false};
}

static value widened_operand(reader *r, value v, unsigned width)
{
  if (width_of(r, v) == width) return v;
  return (value){hd_term_to(r->T, v.is_unsigned ? HD_OP_ZEXT : HD_OP_SEXT, width, v.t), false, v.is_unsigned};
}

/* The usual arithmetic conversions; true: the common type is unsigned. */
static bool convert_operands(reader *r, value *a, value *b)
{
  *a = promoted_operand(r, *a);
  *b = promoted_operand(r, *b);
  unsigned wa = width_of(r, *a), wb = width_of(r, *b), width = wa > wb ? wa : wb;
  bool is_unsigned = (a->is_unsigned && wa == width) || (b->is_unsigned && wb == width);
  *a = widened_operand(r, *a, width);
  *b = widened_operand(r, *b, width);
  return is_unsigned;
}

/* --- names ------------------------------------------------------------------------------------------------
 */

static void skip_space(reader *r)
{
  while (r->at < r->end && isspace((unsigned char)*r->at)) r->at++;
}

static bool in_name(const char *at)
{
  return isalnum((unsigned char)*at) || *at == '_' || *at == '$' || *at == '#' || *at == '@' || *at == '.';
}

/* Length of the name at the cursor: identifiers joined by `::` and `.`. */
static size_t scan_name(const reader *r)
{
  const char *at = r->at;
  while (at < r->end && (in_name(at) || (at + 1 < r->end && at[0] == ':' && at[1] == ':'))) at += *at == ':' ? 2 : 1;
  return (size_t)(at - r->at);
}

static bool is_text(const char *text, size_t length, const char *name, size_t name_length)
{
  return length == name_length && strncmp(text, name, length) == 0;
}

/* Does the variable have this name, copies' numbers and functions aside? */
static bool is_called(const char *variable, const char *name, size_t length)
{
  size_t base = strcspn(variable, "#@"), copy = strcspn(variable, "@");
  const char *own = variable;
  for (const char *c = strstr(variable, "::"); c && c < variable + base; c = strstr(own, "::")) own = c + 2;
  size_t skipped = (size_t)(own - variable);
  return is_text(variable, base, name, length) || is_text(variable, copy, name, length) ||
         is_text(own, base - skipped, name, length) || is_text(own, copy - skipped, name, length);
}

static bool is_visible(const reader *r, const hd_var_info *v)
{
  return v->thread.id == HD_NONE || v->thread.id == r->thread.id;
}

/* Among the thread's own, variables of the source before those of the compiler. HD_NO_VAR: none, or
 * (with *twice) several. */
static hd_var find_own(const reader *r, const char *name, size_t length, hd_var *twice)
{
  hd_var found = HD_NO_VAR;
  *twice = HD_NO_VAR;
  for (uint32_t i = 0; i < r->p->vars.len; i++) {
    const hd_var_info *v = &r->p->vars.data[i];
    if (v->thread.id == HD_NONE || !is_visible(r, v) || !is_called(v->name, name, length)) continue;
    bool better = found.id != HD_NONE && v->role == HD_ROLE_USER && hd_var_get(r->p, found)->role != HD_ROLE_USER;
    bool worse = found.id != HD_NONE && v->role != HD_ROLE_USER && hd_var_get(r->p, found)->role == HD_ROLE_USER;
    if (worse) continue;
    *twice = found.id != HD_NONE && !better ? (hd_var){i} : HD_NO_VAR;
    if (found.id == HD_NONE || better) found = (hd_var){i};
  }
  return found;
}

static hd_var find_var(reader *r, const char *name, size_t length)
{
  char exact[256];
  hd_var twice = HD_NO_VAR;
  snprintf(exact, sizeof exact, "%.*s", (int)length, name);
  hd_var v = hd_program_find_var(r->p, exact);
  if (v.id != HD_NONE && is_visible(r, hd_var_get(r->p, v))) return v;
  hd_var own = r->thread.id == HD_NONE ? HD_NO_VAR : find_own(r, name, length, &twice);
  if (twice.id != HD_NONE)
    complain(r, name, "`%s` may be %s or %s", exact, hd_var_get(r->p, own)->name, hd_var_get(r->p, twice)->name);
  return own;
}

static value typed(reader *r, const hd_var_info *info, hd_term t, const char *at)
{
  if (info->show == HD_SHOW_FLOAT) return complain(r, at, "`%s` is a floating-point number", info->name);
  if (info->sort.kind == HD_SORT_BOOL) return truth(t);
  if (info->show == HD_SHOW_BOOL) /* as the compiler tests a _Bool in memory */
    return truth(hd_term_2(r->T, HD_OP_EQ, hd_term_extract(r->T, t, 0, 1), hd_term_bv(r->T, 1, 1)));
  bool is_unsigned = info->show == HD_SHOW_UNSIGNED || info->show == HD_SHOW_POINTER;
  return (value){t, false, is_unsigned};
}

static value parse_binary(reader *r, unsigned level);

/* NAME '[' index ']': an element, which may be a variable of its own. */
static value parse_element(reader *r, const char *name, size_t length)
{
  value index = promoted_operand(r, parse_binary(r, 0));
  skip_space(r);
  if (r->failed) return nothing;
  if (r->at == r->end || *r->at != ']') return complain(r, r->at, "`]` is missing");
  r->at++;
  uint64_t number;
  char element[256];
  if (hd_term_is_const(r->T, index.t, &number)) {
    int n = snprintf(element, sizeof element, "%.*s[%llu]", (int)length, name, (unsigned long long)number);
    hd_var own = hd_program_find_var(r->p, element);
    if (n > 0 && own.id != HD_NONE && is_visible(r, hd_var_get(r->p, own)))
      return typed(r, hd_var_get(r->p, own), hd_program_var_term(r->p, own), name);
  }
  hd_var v = find_var(r, name, length);
  if (r->failed) return nothing;
  if (v.id == HD_NONE) return complain(r, name, "no variable `%.*s`", (int)length, name);
  const hd_var_info *info = hd_var_get(r->p, v);
  if (info->count == 0) return complain(r, name, "`%s` is no array", info->name);
  hd_term at = width_of(r, index) == 32 ? index.t : hd_term_extract(r->T, index.t, 0, 32);
  return typed(r, info, hd_program_element(r->p, v, at), name);
}

static value parse_name(reader *r)
{
  const char *name = r->at;
  size_t length = scan_name(r);
  r->at += length;
  if (length == 4 && strncmp(name, "true", 4) == 0) return truth(hd_term_true(r->T));
  if (length == 5 && strncmp(name, "false", 5) == 0) return truth(hd_term_false(r->T));
  if (length == 4 && strncmp(name, "NULL", 4) == 0)
    return (value){hd_term_bv(r->T, r->p->pointer_width, 0), false, true};
  skip_space(r);
  if (r->at < r->end && *r->at == '[') {
    r->at++;
    return parse_element(r, name, length);
  }
  hd_var v = find_var(r, name, length);
  if (r->failed) return nothing;
  if (v.id == HD_NONE)
    return complain(r, name, "no variable `%.*s`%s", (int)length, name,
                    r->thread.id == HD_NONE ? " that threads share" : " in this thread");
  const hd_var_info *info = hd_var_get(r->p, v);
  if (info->count > 0) return complain(r, name, "`%s` is an array: name an element", info->name);
  return typed(r, info, hd_program_var_term(r->p, v), name);
}

/* --- expressions ------------------------------------------------------------------------------------------
 */

static value parse_number(reader *r)
{
  const char *start = r->at;
  uint64_t n = 0;
  unsigned base = start + 1 < r->end && start[0] == '0' && (start[1] | 32) == 'x' ? 16 : 10;
  if (base == 16) r->at += 2;
  const char *digits = r->at;
  for (; r->at < r->end && isxdigit((unsigned char)*r->at) && (base == 16 || isdigit((unsigned char)*r->at)); r->at++) {
    unsigned digit = isdigit((unsigned char)*r->at) ? (unsigned)(*r->at - '0') : (unsigned)((*r->at | 32) - 'a' + 10);
    if (__builtin_mul_overflow(n, base, &n) || __builtin_add_overflow(n, digit, &n))
      return complain(r, start, "this number is too large");
  }
  if (r->at == digits) return complain(r, start, "a number has digits");
  bool is_unsigned = false, is_long = n > INT32_MAX && (base == 10 || n > UINT32_MAX);
  for (; r->at < r->end && strchr("uUlL", *r->at); r->at++) *((*r->at | 32) == 'u' ? &is_unsigned : &is_long) = true;
  if (r->at < r->end && in_name(r->at)) return complain(r, start, "this is not a number");
  is_unsigned |= base == 16 ? (n > INT32_MAX && !is_long) || n > INT64_MAX : n > INT64_MAX;
  is_long |= n > UINT32_MAX;
  return (value){hd_term_bv(r->T, is_long ? 64 : 32, n), false, is_unsigned};
}

static value parse_primary(reader *r)
{
  skip_space(r);
  if (r->at == r->end) return complain(r, r->at, "an expression is missing");
  if (*r->at == '(') {
    const char *open = r->at++;
    value v = parse_binary(r, 0);
    skip_space(r);
    if (r->failed) return v;
    if (r->at == r->end || *r->at != ')') return complain(r, open, "this parenthesis is never closed");
    r->at++;
    return v;
  }
  if (isdigit((unsigned char)*r->at)) return parse_number(r);
  if (isalpha((unsigned char)*r->at) || *r->at == '_' || *r->at == '$') return parse_name(r);
  return complain(r, r->at, "`%c` is not expected here", *r->at);
}

static value parse_unary(reader *r)
{
  skip_space(r);
  char op = '\0';
  if (r->at < r->end && strchr("!-~+", *r->at)) op = *r->at;
  if (!op) return parse_primary(r);
  if (++r->nested > MOST_NESTED) return complain(r, r->at, "nested too deep");
  r->at++;
  value v = parse_unary(r);
  r->nested--;
  if (r->failed) return nothing;
  if (op == '!') return truth(hd_term_1(r->T, HD_OP_NOT, as_bool(r, v)));
  v = promoted_operand(r, v);
  if (op == '-') v.t = hd_term_1(r->T, HD_OP_NEG, v.t);
  if (op == '~') v.t = hd_term_1(r->T, HD_OP_BNOT, v.t);
  return v;
}

typedef enum { LOGICAL, EQUALITY, ORDER, ARITHMETIC, SHIFT } family;

/* Longer texts before their beginnings; a level binds tighter than those before it. */
static const struct {
  const char *text;
  unsigned level;
  family family;
  hd_op signed_op, unsigned_op;
  bool negated, swapped;
} operators[] = {
    {"||", 0, LOGICAL, HD_OP_OR, HD_OP_OR, false, false},
    {"&&", 1, LOGICAL, HD_OP_AND, HD_OP_AND, false, false},
    {"==", 5, EQUALITY, HD_OP_EQ, HD_OP_EQ, false, false},
    {"!=", 5, EQUALITY, HD_OP_EQ, HD_OP_EQ, true, false},
    {"<<", 7, SHIFT, HD_OP_SHL, HD_OP_SHL, false, false},
    {">>", 7, SHIFT, HD_OP_ASHR, HD_OP_LSHR, false, false},
    {"<=", 6, ORDER, HD_OP_SLE, HD_OP_ULE, false, false},
    {">=", 6, ORDER, HD_OP_SLE, HD_OP_ULE, false, true},
    {"<", 6, ORDER, HD_OP_SLT, HD_OP_ULT, false, false},
    {">", 6, ORDER, HD_OP_SLT, HD_OP_ULT, false, true},
    {"|", 2, ARITHMETIC, HD_OP_BOR, HD_OP_BOR, false, false},
    {"^", 3, ARITHMETIC, HD_OP_BXOR, HD_OP_BXOR, false, false},
    {"&", 4, ARITHMETIC, HD_OP_BAND, HD_OP_BAND, false, false},
    {"+", 8, ARITHMETIC, HD_OP_ADD, HD_OP_ADD, false, false},
    {"-", 8, ARITHMETIC, HD_OP_SUB, HD_OP_SUB, false, false},
    {"*", 9, ARITHMETIC, HD_OP_MUL, HD_OP_MUL, false, false},
    {"/", 9, ARITHMETIC, HD_OP_SDIV, HD_OP_UDIV, false, false},
    {"%", 9, ARITHMETIC, HD_OP_SREM, HD_OP_UREM, false, false},
};
enum { LEVELS = 10 };

/* The operator at the cursor, if it is of this level; otherwise none. */
static uint32_t operator_at(reader *r, unsigned level)
{
  skip_space(r);
  for (uint32_t i = 0; i < HD_COUNT(operators); i++) {
    size_t n = strlen(operators[i].text);
    if ((size_t)(r->end - r->at) < n || strncmp(r->at, operators[i].text, n) != 0) continue;
    return operators[i].level == level ? i : HD_NONE;
  }
  return HD_NONE;
}

static value combine_operands(reader *r, uint32_t i, value a, value b)
{
  hd_terms *T = r->T;
  if (r->failed) return nothing;
  if (operators[i].family == LOGICAL) return truth(hd_term_2(T, operators[i].signed_op, as_bool(r, a), as_bool(r, b)));
  if (operators[i].family == SHIFT) { /* the left operand decides the type */
    a = promoted_operand(r, a);
    b = promoted_operand(r, b);
    b = width_of(r, b) <= width_of(r, a) ? widened_operand(r, b, width_of(r, a))
                                         : (value){hd_term_extract(T, b.t, 0, width_of(r, a)), false, true};
    return (value){hd_term_2(T, a.is_unsigned ? operators[i].unsigned_op : operators[i].signed_op, a.t, b.t), false,
                   a.is_unsigned};
  }
  bool is_unsigned = convert_operands(r, &a, &b);
  hd_op op = is_unsigned ? operators[i].unsigned_op : operators[i].signed_op;
  hd_term t = operators[i].swapped ? hd_term_2(T, op, b.t, a.t) : hd_term_2(T, op, a.t, b.t);
  if (operators[i].negated) t = hd_term_1(T, HD_OP_NOT, t);
  return operators[i].family == ARITHMETIC ? (value){t, false, is_unsigned} : truth(t);
}

static value parse_binary(reader *r, unsigned level)
{
  if (level == LEVELS) return parse_unary(r);
  if (level == 0 && ++r->nested > MOST_NESTED) return complain(r, r->at, "nested too deep");
  value a = parse_binary(r, level + 1);
  for (uint32_t i; !r->failed && (i = operator_at(r, level)) != HD_NONE;) {
    r->at += strlen(operators[i].text);
    value b = parse_binary(r, level + 1);
    a = combine_operands(r, i, a, b);
  }
  if (level == 0) r->nested--;
  return a;
}

hd_term hd_condition_parse(hd_program *p, hd_thread thread, const char *text, size_t length, hd_place place,
                           hd_diags *diags)
{
  reader r = {.p = p,
              .T = p->terms,
              .thread = thread,
              .text = text,
              .at = text,
              .end = text + length,
              .place = place,
              .diags = diags};
  hd_term t = as_bool(&r, parse_binary(&r, 0));
  skip_space(&r);
  if (!r.failed && r.at < r.end) complain(&r, r.at, "`%c` is not expected here", *r.at);
  return r.failed ? HD_NO_TERM : t;
}
