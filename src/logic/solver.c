/* solver.c - a kept solver: facts in levels, assumptions by proxies, models by evaluation.
 *
 * An assumption that is not a literal is asserted once as an implication from a fresh
 * Boolean, its proxy, at the level where it first appears; one that is hard, for a single
 * check only, as Z3 would work on it in later checks too. Values of terms are computed by
 * our evaluator from the values of variables, so that a model means exactly what a
 * trace means. */
#include "base/log.h"
#include "logic/no_overflow.h"
#include "logic/order_attach.h"

typedef struct {
  uint32_t term, level;
  bool inexact;
  Z3_ast ast;
} proxy;

typedef struct {
  hd_term term;
  uint32_t level;
  bool inexact;
} fact;

struct hd_solver {
  hd_smt *s;
  Z3_solver z3;
  Z3_model model; /* of the last check when it was SAT; else NULL */
  bool stale;     /* a check was ended: Z3's solver may be inconsistent, and is made anew before it is used */
  uint32_t level;
  uint32_t limit;
  uint32_t checks; /* by this solver of Z3's */
  HD_VEC(fact) facts;
  HD_VEC(proxy) proxies;
  hd_map proxy_of;     /* term to its index + 1 in proxies, or 0 */
  HD_VEC(fact) ranged; /* INT: the subterms whose ranges were asserted */
  hd_map is_ranged;
  hd_world world;     /* INT: what the facts say about overflow */
  uint32_t n_inexact; /* facts that Z3 does not understand exactly */
  hd_u32s core;
  hd_order_theory *order; /* or NULL */
  bool ordered;           /* Z3's solver knows it */
};

/* A solver with more proxies than this is made anew: they are not free even when unused. So is one that has
 * made that many checks, since Z3's arithmetic keeps about 160 bytes of each. */
enum { MOST_PROXIES = 4096, MOST_CHECKS = 4096, MOST_LEMMAS = 32 };

static void make_z3_solver(hd_solver *v)
{
  v->z3 = Z3_mk_simple_solver(hd_z3());
  HD_CHECK(v->z3);
  v->checks = 0;
  Z3_solver_inc_ref(hd_z3(), v->z3);
  if (v->limit) hd_solver_limit(v, v->limit);
  v->ordered = false;
}

hd_solver *hd_solver_new(hd_smt *s)
{
  hd_solver *v = hd_alloc(1, sizeof *v);
  v->s = s;
  make_z3_solver(v);
  return v;
}

void hd_solver_set_order(hd_solver *v, hd_order_theory *t)
{
  v->order = t;
  v->ordered = false;
}

/* Z3 chooses its theories when it hears of a propagator, by the facts it knows then: so it hears of them first. */
static void attach_order(hd_solver *v)
{
  if (v->order && !v->ordered) hd_order_theory_attach(v->order, v->s, v->z3);
  v->ordered = true;
}

static void drop_model(hd_solver *v)
{
  if (v->model) Z3_model_dec_ref(hd_z3(), v->model);
  v->model = NULL;
}

static void drop_proxies(hd_solver *v, uint32_t level)
{
  while (v->proxies.len && hd_vec_last(&v->proxies).level >= level) {
    proxy p = hd_vec_pop(&v->proxies);
    Z3_dec_ref(hd_z3(), p.ast);
    hd_map_put(&v->proxy_of, p.term, 0);
  }
}

static void drop_ranges(hd_solver *v, uint32_t level)
{
  while (v->ranged.len && hd_vec_last(&v->ranged).level >= level)
    hd_map_put(&v->is_ranged, hd_vec_pop(&v->ranged).term.id, 0);
}

void hd_solver_free(hd_solver *v)
{
  if (!v) return;
  drop_model(v);
  drop_proxies(v, 0);
  Z3_solver_dec_ref(hd_z3(), v->z3);
  hd_vec_clear(&v->facts);
  hd_vec_clear(&v->proxies);
  hd_vec_clear(&v->ranged);
  hd_vec_clear(&v->core);
  hd_map_clear(&v->proxy_of);
  hd_map_clear(&v->is_ranged);
  hd_world_clear(&v->world);
  free(v);
}

hd_terms *hd_solver_terms(const hd_solver *v)
{
  return v->s->T;
}

void hd_solver_push(hd_solver *v)
{
  if (!v->stale) Z3_solver_push(hd_z3(), v->z3);
  hd_world_push(&v->world);
  v->level++;
}

void hd_solver_pop(hd_solver *v, uint32_t levels)
{
  HD_CHECK(levels <= v->level);
  if (!levels) return;
  v->level -= levels;
  if (!v->stale) Z3_solver_pop(hd_z3(), v->z3, levels);
  drop_proxies(v, v->level + 1);
  drop_ranges(v, v->level + 1);
  hd_world_pop(&v->world, levels);
  while (v->facts.len && hd_vec_last(&v->facts).level > v->level) {
    if (hd_vec_pop(&v->facts).inexact) v->n_inexact--;
  }
}

void hd_solver_limit(hd_solver *v, uint32_t resources)
{
  Z3_context c = hd_z3();
  v->limit = resources;
  Z3_params p = Z3_mk_params(c);
  Z3_params_inc_ref(c, p);
  Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "rlimit"), resources);
  Z3_solver_set_params(c, v->z3, p);
  Z3_params_dec_ref(c, p);
}

/* --- facts ----------------------------------------------------------------------------------- */

/* Asserts the ranges of what the term reads, each subterm once while its level stands. */
static void assert_ranges(hd_solver *v, hd_term t)
{
  if (hd_smt_arith(v->s) == HD_ARITH_BV) return;
  hd_u32s stack = {0};
  hd_map seen = {0}; /* of what has no image: a conjunction above has used one of its own */
  hd_vec_push(&stack, t.id);
  while (stack.len) {
    hd_term top = {hd_vec_pop(&stack)};
    const hd_image *image = hd_image_of(v->s, top);
    hd_map *done = image->ast ? &v->is_ranged : &seen;
    if (hd_map_get_or(done, top.id, 0)) continue;
    hd_map_put(done, top.id, 1);
    if (image->ast) hd_vec_push(&v->ranged, (fact){top, v->level, false});
    if (image->fact) Z3_solver_assert(hd_z3(), v->z3, image->fact);
    for (unsigned i = 0; i < hd_term_arity(v->s->T, top); i++) hd_vec_push(&stack, hd_term_arg(v->s->T, top, i).id);
  }
  hd_vec_clear(&stack);
  hd_map_clear(&seen);
}

/* The term, or that the proxy implies it. Is it more than Z3 understands? */
static bool assert_z3(hd_solver *v, Z3_ast when, hd_term t)
{
  uint32_t mark = hd_z3_mark();
  if (v->s->arith == HD_ARITH_INT) v->s->world = &v->world;
  if (v->s->world && !when) hd_world_learn(&v->world, v->s->T, t);
  Z3_ast a = hd_smt_to_z3(v->s, t);
  assert_ranges(v, t);
  if (when) a = hd_z3_keep(Z3_mk_implies(hd_z3(), when, a));
  const hd_image *image = hd_image_of(v->s, t);
  bool inexact = image->inexact;
  if (image->floats) a = hd_z3_lower_floats(a);
  if (a)
    Z3_solver_assert(hd_z3(), v->z3, a);
  else
    inexact = true; /* Z3 does not know of it: models are checked */
  v->s->world = NULL;
  hd_z3_release(mark);
  return inexact;
}

/* Starts again with the facts alone. */
static void rebuild_solver(hd_solver *v)
{
  drop_proxies(v, 0);
  drop_ranges(v, 0);
  hd_world_clear(&v->world);
  Z3_solver_dec_ref(hd_z3(), v->z3);
  make_z3_solver(v);
  uint32_t wanted = v->level;
  v->stale = false;
  v->level = 0;
  for (uint32_t i = 0; i < v->facts.len; i++) {
    while (v->level < v->facts.data[i].level) hd_solver_push(v);
    assert_z3(v, NULL, v->facts.data[i].term);
  }
  while (v->level < wanted) hd_solver_push(v);
}

void hd_solver_assert(hd_solver *v, hd_term t)
{
  if (v->stale) rebuild_solver(v);
  HD_CHECK(hd_term_sort(v->s->T, t).kind == HD_SORT_BOOL);
  bool inexact = assert_z3(v, NULL, t);
  hd_vec_push(&v->facts, (fact){t, v->level, inexact});
  v->n_inexact += inexact;
}

/* --- assumptions ------------------------------------------------------------------------------ */

static bool is_literal(const hd_terms *T, hd_term t)
{
  if (hd_term_op(T, t) == HD_OP_NOT) t = hd_term_arg(T, t, 0);
  return hd_term_op(T, t) == HD_OP_VAR;
}

static void new_proxy(hd_solver *v, hd_term t)
{
  Z3_context c = hd_z3();
  Z3_ast p = Z3_mk_fresh_const(c, "p", Z3_mk_bool_sort(c));
  Z3_inc_ref(c, p);
  bool inexact = assert_z3(v, p, t);
  hd_vec_push(&v->proxies, (proxy){t.id, v->level, inexact, p});
  hd_map_put(&v->proxy_of, t.id, v->proxies.len);
}

/* Is it an assumption that must not stay behind? */
static bool is_passing(hd_solver *v, hd_term t)
{
  if (is_literal(v->s->T, t) || hd_map_get_or(&v->proxy_of, t.id, 0)) return false;
  hd_smt_to_z3(v->s, t);
  return hd_image_of(v->s, t)->hard;
}

/* The literal for an assumption; *exact stays true if Z3 understands all of it. */
static Z3_ast assumption(hd_solver *v, hd_term t, bool *exact)
{
  if (is_literal(v->s->T, t)) return hd_smt_to_z3(v->s, t);
  if (!hd_map_get_or(&v->proxy_of, t.id, 0)) new_proxy(v, t);
  const proxy *p = &v->proxies.data[hd_map_get_or(&v->proxy_of, t.id, 0) - 1];
  if (p->inexact) *exact = false;
  return p->ast;
}

static void read_core(hd_solver *v, const Z3_ast *literals, uint32_t n)
{
  Z3_context c = hd_z3();
  v->core.len = 0;
  Z3_ast_vector found = Z3_solver_get_unsat_core(c, v->z3);
  Z3_ast_vector_inc_ref(c, found);
  hd_map in = {0};
  for (unsigned i = 0; i < Z3_ast_vector_size(c, found); i++)
    hd_map_put(&in, Z3_get_ast_id(c, Z3_ast_vector_get(c, found, i)), 1);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t *wanted = hd_map_find(&in, Z3_get_ast_id(c, literals[i]));
    if (!wanted || !*wanted) continue;
    *wanted = 0; /* the same assumption twice is needed once */
    hd_vec_push(&v->core, i);
  }
  hd_map_clear(&in);
  Z3_ast_vector_dec_ref(c, found);
}

/* --- models ----------------------------------------------------------------------------------- */

static Z3_model model_of(const hd_solver *v)
{
  HD_CHECK(v->model);
  return v->model;
}

/* A decimal number, modulo 2^64. */
static uint64_t parse_number(const char *text)
{
  bool negative = *text == '-';
  uint64_t value = 0;
  for (text += negative; *text >= '0' && *text <= '9'; text++) value = value * 10 + (uint64_t)(*text - '0');
  return negative ? -value : value;
}

static uint64_t read_value(Z3_model model, Z3_ast a)
{
  Z3_context c = hd_z3();
  Z3_ast value = NULL;
  uint64_t number = 0;
  HD_CHECK(Z3_model_eval(c, model, a, true, &value) && value);
  uint32_t mark = hd_z3_mark();
  hd_z3_keep(value);
  Z3_lbool truth = Z3_get_bool_value(c, value);
  if (truth != Z3_L_UNDEF)
    number = truth == Z3_L_TRUE;
  else if (Z3_is_numeral_ast(c, value) && !Z3_get_numeral_uint64(c, value, &number))
    number = parse_number(Z3_get_numeral_string(c, value));
  hd_z3_release(mark);
  return number;
}

static Z3_ast index_of(const hd_solver *v, hd_sort sort, uint64_t index)
{
  Z3_context c = hd_z3();
  if (hd_smt_arith(v->s) == HD_ARITH_BV) return hd_z3_bv(sort.index, index);
  return hd_z3_keep(Z3_mk_unsigned_int64(c, index, Z3_mk_int_sort(c)));
}

/* What the solver never saw is 0. */
static uint64_t read_leaf(void *context, uint32_t symbol, bool array, uint64_t index)
{
  hd_solver *v = context;
  hd_term leaf = {(uint32_t)hd_map_get_or(&v->s->symbols, (uint64_t)symbol * 2 + array, 0)};
  if (!hd_term_is(leaf)) return 0;
  hd_sort sort = hd_term_sort(v->s->T, leaf);
  uint32_t mark = hd_z3_mark();
  Z3_ast a = hd_smt_to_z3(v->s, leaf);
  if (array) a = hd_z3_keep(Z3_mk_select(hd_z3(), a, index_of(v, sort, index)));
  uint64_t value = read_value(model_of(v), a) & hd_mask(sort.width);
  hd_z3_release(mark);
  return value;
}

hd_env hd_solver_model(hd_solver *v)
{
  return (hd_env){read_leaf, v};
}

uint64_t hd_solver_value(hd_solver *v, hd_term t)
{
  return hd_term_eval(v->s->T, t, &(hd_env){read_leaf, v});
}

uint64_t hd_solver_element(hd_solver *v, hd_term array, uint64_t index)
{
  hd_term at = hd_term_bv(v->s->T, hd_term_sort(v->s->T, array).index, index);
  return hd_solver_value(v, hd_term_2(v->s->T, HD_OP_SELECT, array, at));
}

/* --- what Z3 does not know exactly ------------------------------------------------------------- */

/* If the model gives a remainder a wrong value: the fact that it is another one. */
static hd_term remainder_lemma(hd_solver *v, hd_term t)
{
  hd_terms *T = v->s->T;
  hd_term args[2] = {hd_term_arg(T, t, 0), hd_term_arg(T, t, 1)};
  unsigned width = hd_term_sort(T, t).width;
  uint64_t mask = hd_mask(width), values[2];
  hd_term at = hd_term_true(T);
  for (unsigned i = 0; i < 2; i++) {
    values[i] = read_value(model_of(v), hd_smt_to_z3(v->s, args[i])) & mask;
    at = hd_term_2(T, HD_OP_AND, at, hd_term_eq_bv(T, args[i], values[i]));
  }
  uint64_t right = hd_op_eval(HD_OP_FREM, width, width, 0, values);
  if ((read_value(model_of(v), hd_smt_to_z3(v->s, t)) & mask) == right) return HD_NO_TERM;
  return hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, at), hd_term_eq_bv(T, t, right));
}

static bool assert_lemmas_of(hd_solver *v, hd_term root)
{
  hd_u32s stack = {0}, lemmas = {0};
  hd_map seen = {0};
  hd_vec_push(&stack, root.id);
  while (stack.len) {
    hd_term t = {hd_vec_pop(&stack)};
    if (hd_map_get_or(&seen, t.id, 0) || hd_smt_is_exact(v->s, t)) continue;
    hd_map_put(&seen, t.id, 1);
    if (hd_term_op(v->s->T, t) == HD_OP_FREM) {
      hd_term lemma = remainder_lemma(v, t);
      if (hd_term_is(lemma)) hd_vec_push(&lemmas, lemma.id);
    }
    for (unsigned i = 0; i < hd_term_arity(v->s->T, t); i++) hd_vec_push(&stack, hd_term_arg(v->s->T, t, i).id);
  }
  for (uint32_t i = 0; i < lemmas.len; i++) assert_z3(v, NULL, (hd_term){lemmas.data[i]});
  bool any = lemmas.len != 0;
  hd_vec_clear(&stack);
  hd_vec_clear(&lemmas);
  hd_map_clear(&seen);
  return any;
}

/* Lemmas against the model; false: it needs none. */
static bool assert_lemmas(hd_solver *v, const hd_term *assumptions, uint32_t n)
{
  bool any = false;
  for (uint32_t i = 0; i < v->facts.len; i++) any |= assert_lemmas_of(v, v->facts.data[i].term);
  for (uint32_t i = 0; i < n; i++) any |= assert_lemmas_of(v, assumptions[i]);
  return any;
}

/* --- checks ----------------------------------------------------------------------------------- */

static hd_answer take_model(hd_solver *v)
{
  v->model = Z3_solver_get_model(hd_z3(), v->z3);
  v->stale = v->model == NULL;
  if (v->stale) return HD_DONT_KNOW;
  Z3_model_inc_ref(hd_z3(), v->model);
  return HD_SAT;
}

/* The question as a file that any solver reads: the facts, then the assumptions of this check. */
static void dump_question(hd_solver *v, const Z3_ast *literals, uint32_t n)
{
  FILE *out = hd_log_dump("query", "smt2");
  if (!out) return;
  fprintf(out, "%s", Z3_solver_to_string(hd_z3(), v->z3));
  for (uint32_t i = 0; i < n; i++) fprintf(out, "(assert %s)\n", Z3_ast_to_string(hd_z3(), literals[i]));
  fprintf(out, "(check-sat)\n");
  fclose(out);
}

static const char *lbool_name(Z3_lbool found)
{
  if (found == Z3_L_UNDEF) return "unknown";
  return found == Z3_L_TRUE ? "sat" : "unsat";
}

static hd_answer check_once(hd_solver *v, const Z3_ast *literals, uint32_t n)
{
  drop_model(v);
  double start = hd_now();
  v->s->cost.queries++;
  v->checks++;
  attach_order(v);
  dump_question(v, literals, n);
  if (!hd_z3_begin(v->s->budget)) return HD_DONT_KNOW;
  Z3_lbool found = Z3_solver_check_assumptions(hd_z3(), v->z3, n, literals);
  hd_z3_end(); /* an answer that was found all the same stands */
  v->s->cost.seconds += hd_now() - start;
  hd_log("smt", 2, "check %u: %s, %u facts, %.3f s", v->checks, lbool_name(found), v->facts.len, hd_now() - start);
  v->stale = hd_z3_error() || found == Z3_L_UNDEF;
  if (v->stale) return HD_DONT_KNOW;
  if (found == Z3_L_TRUE) return take_model(v);
  read_core(v, literals, n);
  return HD_UNSAT;
}

/* Does the model satisfy what Z3 did not understand exactly? */
static bool model_holds(hd_solver *v, const hd_term *assumptions, uint32_t n)
{
  bool holds = true;
  for (uint32_t i = 0; i < v->facts.len && holds; i++)
    holds = !v->facts.data[i].inexact || hd_solver_value(v, v->facts.data[i].term);
  for (uint32_t i = 0; i < n && holds; i++) holds = hd_solver_value(v, assumptions[i]) != 0;
  return holds;
}

static hd_answer check_literals(hd_solver *v, const hd_term *assumptions, uint32_t n)
{
  HD_VEC(Z3_ast) literals = {0};
  bool exact = v->n_inexact == 0;
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&literals, assumption(v, assumptions[i], &exact));
  hd_answer answer = check_once(v, literals.data, n);
  for (unsigned i = 0; !exact && answer == HD_SAT && assert_lemmas(v, assumptions, n); i++)
    answer = i < MOST_LEMMAS ? check_once(v, literals.data, n) : HD_DONT_KNOW;
  if (!exact && answer == HD_SAT && !model_holds(v, assumptions, n)) answer = HD_DONT_KNOW;
  hd_vec_clear(&literals);
  return answer;
}

hd_answer hd_solver_check(hd_solver *v, const hd_term *assumptions, uint32_t n)
{
  bool crowded = v->proxies.len + n > MOST_PROXIES && n < MOST_PROXIES;
  if (v->stale || crowded || v->checks > MOST_CHECKS) rebuild_solver(v);
  bool passing = false;
  for (uint32_t i = 0; i < n; i++) passing |= is_passing(v, assumptions[i]);
  if (passing) hd_solver_push(v);
  hd_answer answer = check_literals(v, assumptions, n);
  if (passing) hd_solver_pop(v, 1);
  return answer;
}

const uint32_t *hd_solver_core(hd_solver *v, uint32_t *n)
{
  *n = v->core.len;
  return v->core.data;
}
