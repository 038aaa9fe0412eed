/* Random systems of relations: literal evaluation, the optimizer, and a plain enumeration of tuples, which
 * follows the definition of nested iteration word by word, all have to agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "mu/mu.h"

/* --- random systems ------------------------------------------------------------------------------------ */

enum { BOOL, RANGE, COLOR, PAIR, TYPES };
static const char *const type_names[TYPES] = {"bool", "N", "Color", "P"};
static const unsigned type_sizes[TYPES] = {2, 3, 3, 6}; /* PAIR: a bool and a RANGE */
static const char *const color_names[] = {"red", "green", "blue"};

enum { RELATIONS = 3, PARAMS = 2, MOST_TUPLES = 36, MOST_VARS = 12 };

typedef enum { APPLY, EQUAL, LESS, TRUTH, NOT, AND, OR, IMPLIES, IFF, XOR, IF, EXISTS, FORALL } op;

typedef struct {
  int var;   /* in scope; -1: a constant */
  int field; /* -1: the whole; 0, 1: of a PAIR */
  unsigned value;
  unsigned type;
} operand;

typedef struct node {
  op op;
  unsigned relation;
  operand operands[PARAMS];
  struct node *kids[3];
  unsigned type, name; /* of a quantifier's variable */
} node;

typedef struct {
  bool greatest;
  unsigned types[PARAMS], n_params;
  node *body;
} relation;

typedef struct {
  unsigned type, name;
} variable;

typedef struct {
  hd_arena arena;
  relation relations[RELATIONS];
  unsigned n;
  bool positive;
  variable scope[MOST_VARS];
  unsigned n_scope;
} world;

static uint64_t seed;

static unsigned pick(unsigned n)
{
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(seed >> 33) % n;
}

/* A variable, or a part of one, of the type; otherwise a constant. */
static operand random_operand(world *w, unsigned type)
{
  for (unsigned tries = 0; tries < 6 && w->n_scope > 0; tries++) {
    int var = (int)pick(w->n_scope);
    unsigned have = w->scope[var].type;
    if (have == type) return (operand){.var = var, .field = -1, .type = type};
    if (have == PAIR && type == BOOL) return (operand){.var = var, .field = 0, .type = type};
    if (have == PAIR && type == RANGE) return (operand){.var = var, .field = 1, .type = type};
  }
  return (operand){.var = -1, .field = -1, .value = pick(type_sizes[type]), .type = type};
}

static bool has_constants(unsigned type)
{
  return type != PAIR;
}

static node *new_node(world *w, op o)
{
  node *n = hd_arena_alloc(&w->arena, sizeof *n);
  n->op = o;
  return n;
}

static node *random_formula(world *w, unsigned depth, int polarity);

static node *random_comparison(world *w)
{
  node *n = new_node(w, pick(3) ? EQUAL : LESS);
  unsigned type = n->op == LESS ? 1 + pick(2) : pick(TYPES);
  n->operands[0] = random_operand(w, type);
  n->operands[1] = random_operand(w, type);
  for (unsigned i = 0; i < 2; i++)
    if (n->operands[i].var < 0 && !has_constants(type)) return new_node(w, TRUTH);
  return n;
}

static node *random_application(world *w, int polarity)
{
  if (w->positive && polarity != 1) return random_comparison(w);
  node *n = new_node(w, APPLY);
  n->relation = pick(w->n);
  const relation *r = &w->relations[n->relation];
  for (unsigned i = 0; i < r->n_params; i++) {
    n->operands[i] = random_operand(w, r->types[i]);
    if (n->operands[i].var < 0 && !has_constants(r->types[i])) return random_comparison(w);
  }
  return n;
}

static node *random_quantifier(world *w, unsigned depth, int polarity)
{
  if (w->n_scope == MOST_VARS) return random_comparison(w);
  node *n = new_node(w, pick(3) ? EXISTS : FORALL);
  n->type = pick(TYPES);
  n->name = pick(3);
  w->scope[w->n_scope++] = (variable){n->type, n->name};
  n->kids[0] = random_formula(w, depth - 1, polarity);
  w->n_scope--;
  return n;
}

static node *random_formula(world *w, unsigned depth, int polarity)
{
  if (depth == 0) return pick(2) ? random_application(w, polarity) : random_comparison(w);
  static const op connectives[] = {AND, AND, AND, OR, OR, NOT, IMPLIES, IFF, XOR, IF};
  unsigned choice = pick(14);
  if (choice >= 11) return random_quantifier(w, depth, polarity);
  if (choice == 10) return random_application(w, polarity);
  node *n = new_node(w, connectives[choice]);
  bool both = n->op == IFF || n->op == XOR;
  int first = n->op == NOT || n->op == IMPLIES ? -polarity : both || n->op == IF ? 0 : polarity;
  n->kids[0] = random_formula(w, depth - 1, first);
  if (n->op != NOT) n->kids[1] = random_formula(w, depth - 1, both ? 0 : polarity);
  if (n->op == IF) n->kids[2] = random_formula(w, depth - 1, polarity);
  return n;
}

/* Like a rule of a program: a base case, and joins of relations over variables in between. */
static node *random_rules(world *w, unsigned type)
{
  node *join = new_node(w, EXISTS), *pair = new_node(w, AND), *both = new_node(w, OR);
  join->type = type;
  join->name = 0;
  w->scope[w->n_scope++] = (variable){type, 0};
  join->kids[0] = pair;
  pair->kids[0] = random_application(w, 1);
  pair->kids[1] = random_application(w, 1);
  if (pick(3) == 0) {
    node *third = new_node(w, AND);
    third->kids[0] = pair->kids[1];
    third->kids[1] = random_formula(w, 1, 1);
    pair->kids[1] = third;
  }
  w->n_scope--;
  both->kids[0] = pick(2) ? random_comparison(w) : random_formula(w, 2, 1);
  both->kids[1] = join;
  if (pick(3) == 0) {
    node *more = new_node(w, OR);
    more->kids[0] = both;
    more->kids[1] = random_formula(w, 1, 1);
    return more;
  }
  return both;
}

/* Which name a variable of the scope is hidden by? Operands have to see what they mean. */
static bool visible(const world *w, unsigned var)
{
  for (unsigned i = var + 1; i < w->n_scope; i++)
    if (w->scope[i].name == w->scope[var].name) return false;
  return true;
}

/* --- as text ---------------------------------------------------------------------------------------------
 */

static void print_operand(FILE *f, const world *w, const operand *o)
{
  static const char *const names[] = {"x", "y", "z", "a", "b"};
  if (o->var >= 0)
    fprintf(f, "%s%s", names[w->scope[o->var].name], o->field < 0 ? "" : o->field == 0 ? ".b" : ".n");
  else if (o->type == COLOR)
    fputs(color_names[o->value], f);
  else if (o->type == BOOL)
    fputs(o->value ? "true" : "false", f);
  else
    fprintf(f, "%u", o->value);
}

static void print_formula(FILE *f, world *w, const node *n)
{
  static const char *const signs[] = {[AND] = "&", [OR] = "|", [IMPLIES] = "->", [IFF] = "<->", [XOR] = "<+>"};
  switch (n->op) {
  case TRUTH: fputs("true", f); return;
  case APPLY:
    fprintf(f, "R%u(", n->relation);
    for (unsigned i = 0; i < w->relations[n->relation].n_params; i++) {
      if (i) fputs(", ", f);
      print_operand(f, w, &n->operands[i]);
    }
    fputs(")", f);
    return;
  case EQUAL:
  case LESS:
    print_operand(f, w, &n->operands[0]);
    fputs(n->op == EQUAL ? " = " : " < ", f);
    print_operand(f, w, &n->operands[1]);
    return;
  case EXISTS:
  case FORALL:
    fprintf(f, "(%s %s %c. ", n->op == EXISTS ? "exists" : "forall", type_names[n->type], "xyz"[n->name]);
    w->scope[w->n_scope++] = (variable){n->type, n->name};
    print_formula(f, w, n->kids[0]);
    w->n_scope--;
    fputs(")", f);
    return;
  case NOT:
    fputs("!(", f);
    print_formula(f, w, n->kids[0]);
    fputs(")", f);
    return;
  default: break;
  }
  fputs(n->op == IF ? "(if (" : "((", f);
  print_formula(f, w, n->kids[0]);
  fprintf(f, ") %s (", n->op == IF ? "" : signs[n->op]);
  print_formula(f, w, n->kids[1]);
  if (n->op == IF) {
    fputs(") else (", f);
    print_formula(f, w, n->kids[2]);
  }
  fputs("))", f);
}

static void enter_params(world *w, const relation *r)
{
  w->n_scope = 0;
  for (unsigned i = 0; i < r->n_params; i++) w->scope[w->n_scope++] = (variable){r->types[i], 3 + i};
}

static char *print_world(world *w)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  fputs("enum N { 0..2 };\nenum Color { red, green, blue };\nstruct P { bool b; N n; };\n", f);
  for (unsigned i = 0; i < w->n; i++) {
    const relation *r = &w->relations[i];
    fprintf(f, "%s bool R%u(", r->greatest ? "nu" : "mu", i);
    for (unsigned k = 0; k < r->n_params; k++) fprintf(f, "%s%s %c", k ? ", " : "", type_names[r->types[k]], "ab"[k]);
    fputs(") ", f);
    enter_params(w, r);
    print_formula(f, w, r->body);
    fputs(";\n", f);
  }
  fclose(f);
  return text;
}

/* --- by enumeration ---------------------------------------------------------------------------------------
 */

typedef uint64_t table; /* a bit for each tuple */

typedef struct {
  world *w;
  bool fixed[RELATIONS];
  table value[RELATIONS]; /* of the fixed ones */
  unsigned depth;
  bool diverged;
  unsigned steps;
} enumeration;

static unsigned tuples_of(const relation *r)
{
  unsigned n = 1;
  for (unsigned i = 0; i < r->n_params; i++) n *= type_sizes[r->types[i]];
  return n;
}

static unsigned operand_value(const operand *o, const unsigned *values)
{
  if (o->var < 0) return o->value;
  unsigned v = values[o->var];
  return o->field < 0 ? v : o->field == 0 ? v / 3 : v % 3;
}

/* The values of the other relations are computed before: `known`. */
static bool holds(const enumeration *e, const table *known, const node *n, unsigned *values, unsigned n_values)
{
  switch (n->op) {
  case TRUTH: return true;
  case APPLY: {
    const relation *r = &e->w->relations[n->relation];
    unsigned tuple = 0;
    for (unsigned i = 0; i < r->n_params; i++)
      tuple = tuple * type_sizes[r->types[i]] + operand_value(&n->operands[i], values);
    return known[n->relation] >> tuple & 1;
  }
  case EQUAL: return operand_value(&n->operands[0], values) == operand_value(&n->operands[1], values);
  case LESS: return operand_value(&n->operands[0], values) < operand_value(&n->operands[1], values);
  case EXISTS:
  case FORALL:
    for (unsigned v = 0; v < type_sizes[n->type]; v++) {
      values[n_values] = v;
      if (holds(e, known, n->kids[0], values, n_values + 1) == (n->op == EXISTS)) return n->op == EXISTS;
    }
    return n->op == FORALL;
  default: break;
  }
  bool a = holds(e, known, n->kids[0], values, n_values);
  if (n->op == NOT) return !a;
  if (n->op == IF) return holds(e, known, n->kids[a ? 1 : 2], values, n_values);
  bool b = holds(e, known, n->kids[1], values, n_values);
  switch (n->op) {
  case AND: return a && b;
  case OR: return a || b;
  case IMPLIES: return !a || b;
  case IFF: return a == b;
  default: return a != b;
  }
}

static bool mentions(const node *n, unsigned relation_number)
{
  if (n->op == APPLY && n->relation == relation_number) return true;
  for (unsigned i = 0; i < 3 && n->kids[i]; i++)
    if (mentions(n->kids[i], relation_number)) return true;
  return false;
}

static table evaluate(enumeration *e, unsigned number);

static table evaluate_body(enumeration *e, unsigned number)
{
  const relation *r = &e->w->relations[number];
  table known[RELATIONS] = {0};
  for (unsigned i = 0; i < e->w->n && !e->diverged; i++)
    if (mentions(r->body, i)) known[i] = evaluate(e, i);
  table result = 0;
  for (unsigned t = 0; t < tuples_of(r) && !e->diverged; t++) {
    unsigned values[MOST_VARS + 1] = {0}, rest = t;
    for (unsigned i = r->n_params; i-- > 0;) {
      values[i] = rest % type_sizes[r->types[i]];
      rest /= type_sizes[r->types[i]];
    }
    if (holds(e, known, r->body, values, r->n_params)) result |= UINT64_C(1) << t;
  }
  return result;
}

static bool depends_on_itself(const world *w, unsigned from, unsigned to, const bool *without, bool *seen)
{
  for (unsigned i = 0; i < w->n; i++) {
    if (without[i] || !mentions(w->relations[from].body, i)) continue;
    if (i == to) return true;
    if (seen[i]) continue;
    seen[i] = true;
    if (depends_on_itself(w, i, to, without, seen)) return true;
  }
  return false;
}

static table evaluate(enumeration *e, unsigned number)
{
  if (e->fixed[number]) return e->value[number];
  bool seen[RELATIONS] = {false};
  if (!depends_on_itself(e->w, number, number, e->fixed, seen)) return evaluate_body(e, number);
  table earlier[200];
  unsigned n = 0;
  e->fixed[number] = true;
  unsigned tuples = tuples_of(&e->w->relations[number]);
  e->value[number] = e->w->relations[number].greatest ? (UINT64_C(1) << tuples) - 1 : 0;
  while (!e->diverged) {
    table now = e->value[number], next = evaluate_body(e, number);
    if (next == now) break;
    earlier[n++] = now;
    for (unsigned i = 0; i < n; i++) e->diverged |= earlier[i] == next;
    if (n == 200 || ++e->steps > 100000) e->diverged = true;
    e->value[number] = next;
  }
  e->fixed[number] = false;
  return e->value[number];
}

/* --- comparing
 * ---------------------------------------------------------------------------------------------- */

static table value_as_table(hd_mu *m, const relation *r, unsigned number, hd_bdd set)
{
  char name[16];
  snprintf(name, sizeof name, "R%u", number);
  uint32_t vars[16], n = 0;
  for (unsigned i = 0; i < r->n_params; i++) {
    hd_mu_bits b = hd_mu_bits_of(m, name, i ? "b" : "a");
    for (uint32_t k = 0; k < b.n; k++) vars[n++] = b.vars[k];
  }
  table result = 0;
  for (hd_bdd_walk w = hd_bdd_walk_begin(set, vars, n); hd_bdd_walk_next(&w);) {
    unsigned tuple = 0, at = 0;
    for (unsigned i = 0; i < r->n_params; i++) {
      static const unsigned widths[TYPES] = {1, 2, 2, 3};
      unsigned v = 0;
      for (unsigned k = 0; k < widths[r->types[i]]; k++) v = v << 1 | w.values[at++];
      if (r->types[i] == PAIR) v = (v >> 2) * 3 + (v & 3);
      assert_true(v < type_sizes[r->types[i]]);
      tuple = tuple * type_sizes[r->types[i]] + v;
    }
    result |= UINT64_C(1) << tuple;
  }
  return result;
}

static void hide_hidden(world *w, node *n)
{
  for (unsigned i = 0; i < PARAMS; i++)
    if ((n->op == APPLY || n->op == EQUAL || n->op == LESS) && n->operands[i].var >= 0 &&
        !visible(w, (unsigned)n->operands[i].var))
      n->op = TRUTH;
  bool quantifier = n->op == EXISTS || n->op == FORALL;
  if (quantifier) w->scope[w->n_scope++] = (variable){n->type, n->name};
  for (unsigned i = 0; i < 3 && n->kids[i]; i++) hide_hidden(w, n->kids[i]);
  if (quantifier) w->n_scope--;
}

static void make_world(world *w, bool positive)
{
  *w = (world){.n = 1 + pick(RELATIONS), .positive = positive};
  hd_arena_init(&w->arena);
  bool rules = pick(2);
  unsigned type = 1 + pick(TYPES - 1);
  for (unsigned i = 0; i < w->n; i++) {
    relation *r = &w->relations[i];
    r->greatest = pick(rules ? 10 : 4) == 0;
    r->n_params = rules ? PARAMS : 1 + pick(PARAMS);
    for (unsigned k = 0; k < r->n_params; k++) r->types[k] = rules ? type : pick(TYPES);
  }
  for (unsigned i = 0; i < w->n; i++) {
    enter_params(w, &w->relations[i]);
    w->relations[i].body = rules ? random_rules(w, type) : random_formula(w, 2 + pick(3), 1);
    enter_params(w, &w->relations[i]);
    hide_hidden(w, w->relations[i].body);
  }
}

typedef struct {
  unsigned compared, diverged;
} tally;

static void compare_world(world *w, const char *text, bool literal, tally *t)
{
  hd_diags diags;
  hd_diags_init(&diags);
  hd_bdd_start(NULL);
  hd_mu *m = hd_mu_new(&diags);
  hd_mu_set_options(m, &(hd_mu_options){.literal = literal});
  bool ok = hd_mu_add_text(m, "random", text) == HD_OK && hd_mu_check(m) == HD_OK;
  for (uint32_t i = 0; !ok && i < diags.list.len; i++)
    print_message("%u:%u: %s\n", diags.list.data[i].place.line, diags.list.data[i].place.column,
                  diags.list.data[i].message);
  if (!ok) print_message("%s", text);
  assert_true(ok);
  for (unsigned i = 0; i < w->n; i++) {
    enumeration e = {.w = w};
    table expected = evaluate(&e, i);
    char name[16];
    snprintf(name, sizeof name, "R%u", i);
    hd_bdd value = hd_mu_value(m, name);
    if (e.diverged) {
      t->diverged++;
      if (literal) assert_false(hd_bdd_ok(value));
      continue;
    }
    t->compared++;
    if (!hd_bdd_ok(value) || value_as_table(m, &w->relations[i], i, value) != expected)
      print_message("%s evaluation of %s differs:\n%s", literal ? "literal" : "optimized", name, text);
    assert_true(hd_bdd_ok(value));
    assert_true(value_as_table(m, &w->relations[i], i, value) == expected);
  }
  hd_mu_free(m);
  hd_bdd_stop();
  hd_diags_clear(&diags);
}

static void compare_many(bool positive, unsigned n)
{
  tally t = {0};
  for (unsigned i = 0; i < n; i++) {
    seed = i * 2 + positive + 1;
    pick(2);
    world w;
    make_world(&w, positive);
    char *text = print_world(&w);
    compare_world(&w, text, false, &t);
    compare_world(&w, text, true, &t);
    free(text);
    hd_arena_clear(&w.arena);
  }
  assert_true(t.compared > n);
  if (positive)
    assert_int_equal(t.diverged, 0);
  else
    assert_true(t.diverged > n / 100);
}

static unsigned systems(void)
{
  const char *wanted = getenv("HD_MU_SYSTEMS");
  return wanted ? (unsigned)strtoul(wanted, NULL, 10) : 1500;
}

static void monotone_systems_agree(void **state)
{
  (void)state;
  compare_many(true, systems());
}

static void systems_that_are_not_monotone_agree_where_they_converge(void **state)
{
  (void)state;
  compare_many(false, systems());
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(monotone_systems_agree),
      cmocka_unit_test(systems_that_are_not_monotone_agree_where_they_converge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
