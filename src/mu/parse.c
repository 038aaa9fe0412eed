/* parse.c - the declarations of a .mu text. */
#include "mu/parse.h"

#include <stdio.h>

static const char *const keywords[] = {"include", "param", "struct", "class", "enum",   "input",  "mu",
                                       "nu",      "bool",  "bit",    "order", "exists", "forall", "if",
                                       "else",    "true",  "false",  "case",  "esac"};

bool mu_is_keyword(const char *text)
{
  for (size_t i = 0; i < HD_COUNT(keywords); i++)
    if (strcmp(text, keywords[i]) == 0) return true;
  return false;
}

/* --- words -------------------------------------------------------------------------------------- */

void mu_parse_fail(mu_lexer *x, const char *expected)
{
  if (x->failed) return;
  x->failed = true;
  if (x->now.kind == MU_WORD_BAD) return;
  if (x->now.kind == MU_WORD_END)
    mu_error(x->m, x->now.place, "the text ends where %s is expected", expected);
  else
    mu_error(x->m, x->now.place, "expected %s, not '%s'", expected, x->now.text);
}

bool mu_parse_accept(mu_lexer *x, const char *text)
{
  if (x->failed || !mu_lexer_at(x, text)) return false;
  mu_lexer_advance(x);
  return true;
}

void mu_parse_expect(mu_lexer *x, const char *text, const char *where)
{
  if (x->failed || mu_parse_accept(x, text)) return;
  char expected[120];
  snprintf(expected, sizeof expected, "'%s' %s", text, where);
  mu_parse_fail(x, expected);
}

const char *mu_parse_name(mu_lexer *x, const char *what)
{
  if (x->failed) return "";
  if (x->now.kind != MU_WORD_ID || (*x->now.begin != '`' && mu_is_keyword(x->now.text))) {
    mu_parse_fail(x, what);
    return "";
  }
  const char *name = x->now.text;
  mu_lexer_advance(x);
  return name;
}

/* --- constants ---------------------------------------------------------------------------------- */

static uint32_t parse_constant_part(mu_lexer *x)
{
  if (x->now.kind == MU_WORD_NUMBER) {
    uint32_t value = x->now.number;
    mu_lexer_advance(x);
    return value;
  }
  if (mu_parse_accept(x, "(")) {
    uint32_t value = mu_parse_constant(x);
    mu_parse_expect(x, ")", "to close a bracket");
    return value;
  }
  hd_place place = x->now.place;
  const char *name = mu_parse_name(x, "a number or a parameter");
  for (uint32_t i = 0; i < x->m->params.len && !x->failed; i++)
    if (strcmp(x->m->params.data[i].name, name) == 0) return x->m->params.data[i].value;
  if (!x->failed) mu_error(x->m, place, "no parameter '%s' is declared before this", name);
  x->failed = true;
  return 0;
}

uint32_t mu_parse_constant(mu_lexer *x)
{
  enum { LARGEST = 1 << 20 };
  hd_place place = x->now.place;
  int64_t value = parse_constant_part(x);
  while (!x->failed && (mu_lexer_at(x, "+") || mu_lexer_at(x, "-"))) {
    bool plus = mu_lexer_at(x, "+");
    mu_lexer_advance(x);
    int64_t right = parse_constant_part(x);
    value = plus ? value + right : value - right;
  }
  if (!x->failed && (value < 0 || value > LARGEST)) {
    mu_error(x->m, place, "this constant is %lld: it has to lie between 0 and %d", (long long)value, LARGEST);
    x->failed = true;
  }
  return x->failed ? 0 : (uint32_t)value;
}

/* --- types and variables ------------------------------------------------------------------------ */

static mu_type *parse_type(mu_lexer *x)
{
  hd_mu *m = x->m;
  hd_place place = x->now.place;
  if (mu_parse_accept(x, "bool")) return m->boolean;
  if (mu_parse_accept(x, "bit")) {
    if (!mu_parse_accept(x, "[")) return mu_type_bits(m, 1);
    hd_place at = x->now.place;
    uint32_t width = mu_parse_constant(x);
    mu_parse_expect(x, "]", "after the width of a bit vector");
    if (!x->failed && (width < 1 || width > 31)) {
      mu_error(m, at, "a bit vector has 1 to 31 bits, not %u", width);
      x->failed = true;
    }
    return x->failed ? m->boolean : mu_type_bits(m, width);
  }
  const char *name = mu_parse_name(x, "a type");
  if (x->failed) return m->boolean;
  mu_type *t = mu_type_find(m, name);
  if (!t) {
    mu_error(m, place, "there is no type '%s'", name)->hint = "declare types before their use";
    x->failed = true;
    return m->boolean;
  }
  return t;
}

/* name {[n]}: with sizes, arrays of the type. */
static mu_var *parse_declared(mu_lexer *x, mu_type *type)
{
  mu_var *v = hd_arena_alloc(&x->m->arena, sizeof *v);
  v->place = x->now.place;
  v->name = mu_parse_name(x, "a variable's name");
  uint32_t sizes[4], n = 0;
  while (n < HD_COUNT(sizes) && mu_parse_accept(x, "[")) {
    sizes[n++] = mu_parse_constant(x);
    mu_parse_expect(x, "]", "after the size of an array");
  }
  while (n > 0 && !x->failed) {
    uint32_t size = sizes[--n];
    if (type->width * (uint64_t)size > 100000) {
      mu_error(x->m, v->place, "'%s' would have more than 100000 bits", v->name);
      x->failed = true;
      break;
    }
    type = mu_type_array(x->m, type, size);
  }
  v->type = type;
  return v;
}

/* Does a type stand here, rather than another name of the type before? */
static bool at_type(const mu_lexer *x)
{
  if (mu_lexer_at(x, "bool") || mu_lexer_at(x, "bit")) return true;
  return x->now.kind == MU_WORD_ID && x->next.kind == MU_WORD_ID;
}

void mu_parse_binders(mu_lexer *x, mu_vars *vars)
{
  mu_type *type = parse_type(x);
  while (!x->failed) {
    hd_vec_push(vars, parse_declared(x, type));
    if (!mu_parse_accept(x, ",")) break;
    if (at_type(x)) type = parse_type(x);
  }
}

static bool name_is_taken(mu_lexer *x, const char *name, hd_place place)
{
  mu_type *t = mu_type_find(x->m, name);
  if (!t) return false;
  mu_error(x->m, place, "there is a type '%s' already, declared at %s:%u:%u", name, t->place.file, t->place.line,
           t->place.column);
  return x->failed = true;
}

static void parse_record(mu_lexer *x)
{
  mu_lexer_advance(x);
  hd_place place = x->now.place;
  const char *name = mu_parse_name(x, "the type's name");
  if (x->failed || name_is_taken(x, name, place)) return;
  mu_parse_expect(x, "{", "before the fields");
  mu_vars fields = {0};
  while (!x->failed && !mu_lexer_at(x, "}")) {
    mu_parse_binders(x, &fields);
    mu_parse_expect(x, ";", "after a field");
  }
  mu_parse_expect(x, "}", "after the fields");
  mu_type *t = mu_type_new(x->m, MU_RECORD, name, place);
  t->n = fields.len;
  t->fields = hd_arena_alloc(&x->m->arena, (fields.len + 1) * sizeof *t->fields);
  for (uint32_t i = 0; i < fields.len; i++) {
    mu_var *f = fields.data[i];
    for (uint32_t k = 0; k < i && !x->failed; k++)
      if (strcmp(fields.data[k]->name, f->name) == 0) {
        mu_error(x->m, f->place, "the field '%s' is declared twice", f->name);
        x->failed = true;
      }
    t->fields[i] = (mu_field){f->name, f->type, t->width};
    t->width += f->type ? f->type->width : 0;
  }
  hd_vec_clear(&fields);
  mu_parse_expect(x, ";", "after a type");
}

static void parse_range(mu_lexer *x, mu_type *t)
{
  hd_place place = x->now.place;
  t->kind = MU_RANGE;
  t->low = mu_parse_constant(x);
  mu_parse_expect(x, "..", "between the bounds of a range");
  t->high = mu_parse_constant(x);
  if (!x->failed && t->low > t->high) {
    mu_error(x->m, place, "this range is empty: %u is above %u", t->low, t->high);
    x->failed = true;
  }
  t->width = mu_bits_for(t->high);
}

static bool enumerator_exists(const hd_mu *m, const char *name)
{
  for (uint32_t i = 0; i < m->types.len; i++)
    for (uint32_t k = 0; m->types.data[i]->kind == MU_ENUM && k < m->types.data[i]->n; k++)
      if (strcmp(m->types.data[i]->names[k], name) == 0) return true;
  return false;
}

static void parse_enumerators(mu_lexer *x, mu_type *t)
{
  HD_VEC(const char *) names = {0};
  do {
    hd_place place = x->now.place;
    const char *name = mu_parse_name(x, "a value's name");
    bool twice = enumerator_exists(x->m, name);
    for (uint32_t i = 0; i < names.len; i++) twice |= strcmp(names.data[i], name) == 0;
    if (twice && !x->failed) {
      mu_error(x->m, place, "the value '%s' is declared twice", name);
      x->failed = true;
    }
    hd_vec_push(&names, name);
  } while (mu_parse_accept(x, ","));
  t->n = names.len;
  t->high = names.len - 1;
  t->names = hd_arena_copy(&x->m->arena, names.data, names.len * sizeof *names.data);
  t->width = mu_bits_for(t->high);
  hd_vec_clear(&names);
}

static void parse_enum(mu_lexer *x)
{
  mu_lexer_advance(x);
  hd_place place = x->now.place;
  const char *name = mu_parse_name(x, "the type's name");
  if (x->failed || name_is_taken(x, name, place)) return;
  mu_parse_expect(x, "{", "before the values");
  if (x->failed) return;
  bool range = x->next.kind == MU_WORD_SIGN && strcmp(x->next.text, "}") != 0 && strcmp(x->next.text, ",") != 0;
  mu_type *t = mu_type_new(x->m, MU_ENUM, name, place);
  if (range || x->now.kind == MU_WORD_NUMBER)
    parse_range(x, t);
  else
    parse_enumerators(x, t);
  mu_parse_expect(x, "}", "after the values");
  mu_parse_expect(x, ";", "after a type");
}

/* --- relations ----------------------------------------------------------------------------------- */

static void parse_hints(mu_lexer *x, mu_relation *inside)
{
  do {
    mu_hint h = {.inside = inside, .left = mu_parse_path(x)};
    bool swap = mu_lexer_at(x, ">");
    h.how = mu_lexer_at(x, "~+") ? MU_INTERLEAVED : MU_BEFORE;
    if (!mu_parse_accept(x, "<") && !mu_parse_accept(x, ">") && !mu_parse_accept(x, "~+"))
      mu_parse_fail(x, "'<', '>' or '~+' between two variables");
    h.right = mu_parse_path(x);
    if (swap) {
      mu_expr *left = h.left;
      h.left = h.right;
      h.right = left;
    }
    if (!x->failed) hd_vec_push(&x->m->hints, h);
  } while (mu_parse_accept(x, ","));
}

static bool same_params(const mu_relation *a, const mu_relation *b)
{
  if (a->n_params != b->n_params || a->kind != b->kind) return false;
  for (uint32_t i = 0; i < a->n_params; i++)
    if (a->params[i]->type != b->params[i]->type) return false;
  return true;
}

/* The relation to fill: a new one, or the prototype that was declared before. */
static mu_relation *declare_relation(mu_lexer *x, mu_relation *r, bool defined)
{
  hd_mu *m = x->m;
  mu_relation *old = mu_relation_find(m, r->name);
  if (!old) {
    r->number = m->relations.len;
    hd_vec_push(&m->relations, r);
    return r;
  }
  if (!same_params(old, r) || old->kind == MU_INPUT || (old->body && defined)) {
    mu_error(m, r->place, "'%s' is declared already, at %s:%u:%u%s", r->name, old->place.file, old->place.line,
             old->place.column, same_params(old, r) ? "" : ", and differently");
    x->failed = true;
    return old;
  }
  if (defined) old->params = r->params; /* the names that the body uses */
  return old;
}

static void check_params(mu_lexer *x, const mu_relation *r)
{
  for (uint32_t i = 0; i < r->n_params && !x->failed; i++)
    for (uint32_t k = 0; k < i && !x->failed; k++)
      if (strcmp(r->params[i]->name, r->params[k]->name) == 0) {
        mu_error(x->m, r->params[i]->place, "the parameter '%s' is declared twice", r->params[i]->name);
        x->failed = true;
      }
}

static void parse_relation(mu_lexer *x, mu_relation_kind kind)
{
  hd_mu *m = x->m;
  if (kind != MU_PLAIN) mu_lexer_advance(x);
  mu_parse_expect(x, "bool", "before a relation's name");
  mu_relation *r = hd_arena_alloc(&m->arena, sizeof *r);
  r->kind = kind;
  r->value = r->domain = HD_BDD_FALSE;
  r->place = x->now.place;
  r->name = mu_parse_name(x, "a relation's name");
  mu_parse_expect(x, "(", "before a relation's parameters");
  mu_vars params = {0};
  if (!x->failed && !mu_lexer_at(x, ")")) mu_parse_binders(x, &params);
  mu_parse_expect(x, ")", "after a relation's parameters");
  r->n_params = params.len;
  hd_vec_push(&params, NULL);
  r->params = hd_arena_copy(&m->arena, params.data, params.len * sizeof *params.data);
  hd_vec_clear(&params);
  check_params(x, r);
  if (x->failed) return;
  uint32_t first_hint = m->hints.len;
  if (mu_parse_accept(x, "order")) parse_hints(x, r);
  bool defined = !x->failed && !mu_lexer_at(x, ";");
  r = declare_relation(x, r, defined);
  for (uint32_t i = first_hint; i < m->hints.len; i++) m->hints.data[i].inside = r;
  if (x->failed) return;
  if (defined && kind == MU_INPUT) {
    mu_parse_fail(x, "';' after an input relation: its value comes from outside, so it has no formula");
    return;
  }
  if (defined) {
    mu_parse_accept(x, "=");
    r->body = mu_parse_formula(x);
  }
  mu_parse_expect(x, ";", "after a relation");
}

/* --- items ---------------------------------------------------------------------------------------- */

static void parse_param(mu_lexer *x)
{
  mu_lexer_advance(x);
  hd_mu *m = x->m;
  mu_param p = {.place = x->now.place};
  p.name = mu_parse_name(x, "the parameter's name");
  mu_parse_expect(x, "=", "before a parameter's value");
  p.value = mu_parse_constant(x);
  mu_parse_expect(x, ";", "after a parameter");
  for (uint32_t i = 0; i < m->given.len; i++)
    if (strcmp(m->given.data[i].name, p.name) == 0) p.value = m->given.data[i].value;
  for (uint32_t i = 0; i < m->params.len && !x->failed; i++)
    if (strcmp(m->params.data[i].name, p.name) == 0) {
      mu_error(m, p.place, "the parameter '%s' is declared twice", p.name);
      x->failed = true;
    }
  if (!x->failed) hd_vec_push(&m->params, p);
}

static void parse_include(mu_lexer *x)
{
  mu_lexer_advance(x);
  hd_place place = x->now.place;
  if (x->now.kind != MU_WORD_STRING) {
    mu_parse_fail(x, "a file's name in double quotes");
    return;
  }
  const char *name = x->now.text;
  mu_lexer_advance(x);
  mu_parse_expect(x, ";", "after 'include'");
  if (x->failed) return;
  const char *slash = strrchr(x->file, '/');
  int folder = slash && *name != '/' ? (int)(slash - x->file) + 1 : 0;
  const char *path = hd_arena_printf(&x->m->arena, "%.*s%s", folder, x->file, name);
  if (mu_read_file(x->m, path, place) != HD_OK) x->failed = true;
}

/* #count R; #show R; */
static void parse_directive(mu_lexer *x)
{
  mu_query q = {.public = {.place = x->now.place}};
  mu_lexer_advance(x);
  if (mu_parse_accept(x, "count"))
    q.public.command = HD_MU_COUNT;
  else if (mu_parse_accept(x, "show"))
    q.public.command = HD_MU_SHOW;
  else
    mu_parse_fail(x, "'count' or 'show' after '#'");
  q.public.place = x->now.place;
  q.public.relation = q.public.text = mu_parse_name(x, "a relation's name");
  mu_parse_expect(x, ";", "after a directive");
  if (!x->failed) hd_vec_push(&x->m->queries, q);
}

static void parse_query(mu_lexer *x)
{
  mu_query q = {.public = {.command = HD_MU_ANSWER, .place = x->now.place}};
  const char *begin = x->now.begin;
  q.formula = mu_parse_formula(x);
  const char *end = x->last_end;
  mu_parse_expect(x, ";", "after a formula");
  if (x->failed) return;
  q.public.text = hd_arena_strndup(&x->m->arena, begin, (size_t)(end - begin));
  hd_vec_push(&x->m->queries, q);
}

static void parse_item(mu_lexer *x)
{
  if (mu_lexer_at(x, "include"))
    parse_include(x);
  else if (mu_lexer_at(x, "param"))
    parse_param(x);
  else if (mu_lexer_at(x, "struct") || mu_lexer_at(x, "class"))
    parse_record(x);
  else if (mu_lexer_at(x, "enum"))
    parse_enum(x);
  else if (mu_lexer_at(x, "input"))
    parse_relation(x, MU_INPUT);
  else if (mu_lexer_at(x, "mu"))
    parse_relation(x, MU_LEAST);
  else if (mu_lexer_at(x, "nu"))
    parse_relation(x, MU_GREATEST);
  else if (mu_lexer_at(x, "bool"))
    parse_relation(x, MU_PLAIN);
  else if (mu_lexer_at(x, "#"))
    parse_directive(x);
  else if (mu_parse_accept(x, "order")) {
    parse_hints(x, NULL);
    mu_parse_expect(x, ";", "after the order of variables");
  } else
    parse_query(x);
}

hd_status mu_parse(hd_mu *m, const char *file, const char *text)
{
  mu_lexer x;
  mu_lexer_init(&x, m, hd_arena_strdup(&m->arena, file), text);
  while (!x.failed && x.now.kind != MU_WORD_END) parse_item(&x);
  return x.failed ? HD_BAD_INPUT : HD_OK;
}
