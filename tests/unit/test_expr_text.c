/* Terms as text: printed, read back, and refused where they are wrong. */
#include <pthread.h>
#include <stdlib.h>

#include "expr_pool.h"

/* Names v0, v1, .. with the sorts of random terms; x and y are of 32 bits, c is a Boolean,
 * a an array. Odd names have signed values. */
static bool find_name(void *context, const char *name, size_t length, uint32_t *symbol, hd_sort *sort)
{
  (void)context;
  static const struct {
    const char *name;
    hd_sort sort;
  } known[] = {{"x", {HD_SORT_BV, 32, 0}},
               {"y", {HD_SORT_BV, 32, 0}},
               {"c", {HD_SORT_BOOL, 1, 0}},
               {"a", {HD_SORT_ARRAY, 8, 32}},
               {"s->next[0].k@1:f#2$", {HD_SORT_BV, 32, 0}}};
  for (uint32_t i = 0; i < HD_COUNT(known); i++) {
    if (strlen(known[i].name) != length || strncmp(known[i].name, name, length) != 0) continue;
    *symbol = i;
    *sort = known[i].sort;
    return true;
  }
  if (*name != 'v') return false;
  *symbol = (uint32_t)strtoul(name + 1, NULL, 10);
  *sort = random_sort_of(*symbol);
  return true;
}

static const char *short_name(void *context, uint32_t symbol)
{
  (void)context;
  static const char *const names[] = {"x", "y", "c", "a", "s->next[0].k@1:f#2$"};
  return names[symbol];
}

static bool x_is_signed(void *context, uint32_t symbol)
{
  (void)context;
  return symbol == 0;
}

static const hd_names short_names = {short_name, x_is_signed, NULL};
static const hd_scope scope = {find_name, NULL};

typedef void printer(FILE *out, const hd_terms *T, hd_term t, const hd_names *names);

/* Freed by the caller. */
static char *text_of(printer *print, hd_terms *pool, hd_term t, const hd_names *names)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  print(out, pool, t, names);
  fclose(out);
  return text;
}

static hd_term term_of(hd_terms *pool, const char *text)
{
  const char *error = NULL, *at = text;
  hd_term t = hd_term_parse(pool, &at, &scope, &error);
  if (!hd_term_is(t)) fail_msg("%s at: %.40s", error, at);
  assert_string_equal(at, "");
  return t;
}

static void check_round_trip(hd_terms *other, hd_term t)
{
  char *text = text_of(hd_term_print, T, t, NULL);
  assert_int_equal(term_of(T, text).id, t.id);
  char *again = text_of(hd_term_print, other, term_of(other, text), NULL);
  assert_string_equal(again, text);
  free(again);
  free(text);
}

static void printed_terms_are_read_back(void **state)
{
  (void)state;
  random_terms R;
  for (uint64_t seed = 0; seed < 400; seed++) {
    hd_terms *other = hd_terms_new();
    random_start(&R, T, seed);
    unsigned steps = seed % 16 ? 40 : MOST_CASES / 4;
    for (unsigned i = 0; i < steps; i++) {
      const random_case *c = random_step(&R);
      if (i % 7 == 0 || i + 1 == steps) check_round_trip(other, c->term);
    }
    hd_terms_free(other);
  }
}

static void check_text(const char *text, const char *printed)
{
  char *again = text_of(hd_term_print, T, term_of(T, text), &short_names);
  assert_string_equal(again, printed);
  free(again);
}

static void the_text_is_readable(void **state)
{
  (void)state;
  check_text("(add x 7:32)", "(add x 7:32)");
  check_text("  ( add 7:32\n x )", "(add x 7:32)");
  check_text("(add x -1:32)", "(sub x 1:32)");
  check_text("(= x -1:32)", "(= x -1:32)");
  check_text("(= y -1:32)", "(= y 4294967295:32)");
  check_text("(slt y -5:32)", "(slt y -5:32)");
  check_text("(ite c 3:32 (mul x -3:32))", "(ite c 3:32 (mul x -3:32))");
  check_text("(zext 64 x)", "(zext 64 x)");
  check_text("(extract 8 16 x)", "(extract 8 16 x)");
  check_text("(select (store a x 1:8) y)", "(select (store a x 1:8) y)");
  check_text("(not (= s->next[0].k@1:f#2$ 0:32))", "(not (= s->next[0].k@1:f#2$ 0:32))");
  check_text("(deref 32 (zext 64 x))", "(deref 32 (zext 64 x))");
  check_text("(let ((?1 (add x y)) (?2 (mul ?1 ?1))) (bxor ?2 ?1))", "(bxor (mul (add x y) (add x y)) (add x y))");
  check_text("true", "true");
}

static void wrong_text_is_refused_at_its_place(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    const char *rest, *error;
  } wrong[] = {
      {"", "", "the text ends inside a term"},
      {"(add x", "", "the text ends inside a term"},
      {"(add x z)", "z)", "the name is not known"},
      {"(sum x y)", "sum x y)", "the operator is not known"},
      {"()", ")", "the operator is not known"},
      {")", ")", "a term is expected"},
      {"(add x)", "", "the operator has too few arguments"},
      {"(neg x y)", ")", "the operator has too many arguments"},
      {"(add x 1:8)", "", "the arguments must be of one width"},
      {"(and x c)", "", "the arguments must be Booleans"},
      {"(add c c)", "", "the arguments must be bit-vectors"},
      {"(= a a)", "", "an array is not allowed here"},
      {"(ite x x x)", "", "the condition must be a Boolean"},
      {"(ite c a a)", "", "an array is not allowed here"},
      {"(ite c x c)", "", "the branches must be of one sort"},
      {"(select x x)", "", "the first argument must be an array"},
      {"(select a 1:8)", "", "the index must have the width of the array's indices"},
      {"(store a x y)", "", "the value must have the width of the array's elements"},
      {"(zext 16 x)", "", "an extension must not be narrower"},
      {"(zext x 16)", "x 16)", "a number of bits is expected"},
      {"(zext 99 x)", "99 x)", "a number of bits is expected"},
      {"(zext 0 x)", "", "a bit-vector has 1 to 64 bits"},
      {"(extract 30 3 x)", "", "there are no such bits to extract"},
      {"(concat x (concat x x))", "", "a bit-vector has at most 64 bits"},
      {"(fadd 1:8 1:8)", "", "a float has 32 or 64 bits"},
      {"(sitof 16 x)", "", "a float has 32 or 64 bits"},
      {"300:8", "300:8", "the constant does not fit its width"},
      {"-129:8", "-129:8", "the constant does not fit its width"},
      {"1:65", "1:65", "a constant has 1 to 64 bits"},
      {"99999999999999999999:64", "99999999999999999999:64", "the constant is too large"},
      {"(let (x) x)", "x) x)", "a closing parenthesis is expected"},
      {"(let ((?2 x)) ?2)", " x)) ?2)", "names below let are ?1, ?2, and so on"},
      {"(let ((?1 x)) ?2)", "?2)", "the name is not known"},
  };
  for (unsigned i = 0; i < HD_COUNT(wrong); i++) {
    const char *at = wrong[i].text, *error = NULL;
    assert_false(hd_term_is(hd_term_parse(T, &at, &scope, &error)));
    if (!error || strcmp(error, wrong[i].error) != 0 || strcmp(at, wrong[i].rest) != 0)
      fail_msg("%s: %s at: %s", wrong[i].text, error ? error : "no error", at);
  }
}

static void reading_stops_behind_the_term(void **state)
{
  (void)state;
  const char *at = "x (add x y) rest", *error;
  hd_term x = hd_term_parse(T, &at, &scope, &error);
  assert_int_equal(hd_term_op(T, x), HD_OP_VAR);
  assert_string_equal(at, " (add x y) rest");
  assert_true(hd_term_is(hd_term_parse(T, &at, &scope, &error)));
  assert_string_equal(at, " rest");
}

static void check_smt(const char *text, const char *expected)
{
  char *printed = text_of(hd_term_print_smt2, T, term_of(T, text), &short_names);
  assert_string_equal(printed, expected);
  free(printed);
}

static void smt_lib_has_its_own_names(void **state)
{
  (void)state;
  check_smt("(add x 7:32)", "(bvadd x (_ bv7 32))");
  check_smt("(zext 64 x)", "((_ zero_extend 32) x)");
  check_smt("(extract 8 16 x)", "((_ extract 23 8) x)");
  check_smt("(ite c (select a x) 0:8)", "(ite c (select a x) (_ bv0 8))");
  check_smt("(= s->next[0].k@1:f#2$ x)", "(= x |s->next[0].k@1:f#2$|)");
  check_smt("(ssubo x y)", "(let ((?r (bvsub ((_ sign_extend 1) x) ((_ sign_extend 1) y)))) "
                           "(not (= ?r ((_ sign_extend 1) ((_ extract 31 0) ?r)))))");
  check_smt("(flt x y)", "(fp.lt ((_ to_fp 8 24) x) ((_ to_fp 8 24) y))");
}

/* Depth and sharing: everything must be linear in the shared size, and need no deep stack. */

enum { DEPTH = 100000, SMALL_STACK = 1 << 20 };

static uint64_t read_ones(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)context;
  return array ? index : symbol % 2;
}

static hd_term rename_var(void *context, hd_term leaf)
{
  (void)context;
  hd_sort sort = hd_term_sort(T, leaf);
  return sort.kind == HD_SORT_BV ? hd_term_var(T, sort, hd_term_symbol(T, leaf) + 2) : HD_NO_TERM;
}

static void count_leaf(void *context, hd_term leaf)
{
  (void)leaf;
  ++*(unsigned *)context;
}

static hd_term nested_arithmetic(void)
{
  hd_term x = hd_term_var(T, HD_BV(32), random_symbol(HD_BV(32), 0));
  hd_term y = hd_term_var(T, HD_BV(32), random_symbol(HD_BV(32), 1)), t = x;
  for (unsigned i = 0; i < DEPTH; i++) t = hd_term_2(T, i % 2 ? HD_OP_MUL : HD_OP_BXOR, t, i % 3 ? x : y);
  return t;
}

static hd_term nested_conditions(void)
{
  hd_term x = hd_term_var(T, HD_BV(32), random_symbol(HD_BV(32), 0)), t = x;
  for (unsigned i = 0; i < DEPTH; i++)
    t = hd_term_3(T, HD_OP_ITE, hd_term_eq_bv(T, x, i + 5), hd_term_bv(T, 32, 2 * i), t);
  return t;
}

static hd_term nested_stores(void)
{
  hd_sort sort = HD_ARRAY(32, 32);
  hd_term x = hd_term_var(T, HD_BV(32), random_symbol(HD_BV(32), 0));
  hd_term a = hd_term_var(T, sort, 3000);
  for (unsigned i = 0; i < DEPTH; i++) a = hd_term_3(T, HD_OP_STORE, a, hd_term_bv(T, 32, i + 5), x);
  return hd_term_2(T, HD_OP_SELECT, a, x);
}

/* As a tree it has 2^DEPTH nodes. */
static hd_term doubled(void)
{
  hd_term t = hd_term_var(T, HD_BV(32), random_symbol(HD_BV(32), 0));
  hd_term y = hd_term_var(T, HD_BV(32), random_symbol(HD_BV(32), 1));
  for (unsigned i = 0; i < DEPTH / 4; i++) t = hd_term_2(T, HD_OP_MUL, t, hd_term_2(T, HD_OP_SDIV, t, y));
  return t;
}

static bool find_deep(void *context, const char *name, size_t length, uint32_t *symbol, hd_sort *sort)
{
  bool found = find_name(context, name, length, symbol, sort);
  if (*symbol == 3000) *sort = HD_ARRAY(32, 32);
  return found;
}

static void use_everything(hd_term t)
{
  static printer *const printers[] = {hd_term_print, hd_term_print_c, hd_term_print_smt2};
  hd_env env = {read_ones, NULL};
  unsigned leaves = 0;
  hd_term_eval(T, t, &env);
  hd_term_visit_leaves(T, t, count_leaf, &leaves);
  HD_CHECK(leaves >= 1 && leaves <= 2);
  HD_CHECK(hd_term_size(T, t) > DEPTH / 4);
  HD_CHECK(hd_term_mentions(T, t, random_symbol(HD_BV(32), 0)) && !hd_term_mentions(T, t, 77));
  hd_term renamed = hd_term_substitute(T, t, &(hd_rewrite){rename_var, NULL});
  HD_CHECK(renamed.id != t.id && hd_term_size(T, renamed) == hd_term_size(T, t));
  for (unsigned i = 0; i < HD_COUNT(printers); i++) {
    char *text = text_of(printers[i], T, t, NULL);
    const char *at = text, *error;
    HD_CHECK(strlen(text) < (size_t)DEPTH * 200);
    if (i == 0) HD_CHECK(hd_term_parse(T, &at, &(hd_scope){find_deep, NULL}, &error).id == t.id);
    free(text);
  }
}

static void *use_on_small_stack(void *make)
{
  use_everything((*(hd_term(**)(void))make)());
  return NULL;
}

static void deep_and_shared_terms_are_no_trouble(void **state)
{
  (void)state;
  static hd_term (*makers[])(void) = {nested_arithmetic, nested_conditions, nested_stores, doubled};
  for (unsigned i = 0; i < HD_COUNT(makers); i++) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstacksize(&attributes, SMALL_STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, use_on_small_stack, &makers[i]), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
  }
}

/* Substitution. */

static hd_term y_for_x(void *context, hd_term leaf)
{
  unsigned *calls = context;
  ++*calls;
  if (hd_term_op(T, leaf) == HD_OP_DEREF) return hd_term_bv(T, 32, 40);
  return hd_term_symbol(T, leaf) == 0 ? term_of(T, "(add y 2:32)") : HD_NO_TERM;
}

static void each_leaf_is_replaced_once(void **state)
{
  (void)state;
  unsigned calls = 0;
  hd_rewrite r = {y_for_x, &calls};
  hd_term t = term_of(T, "(mul (add x y) (bxor x (add x 1:32)))");
  assert_int_equal(hd_term_substitute(T, t, &r).id, term_of(T, "(mul (add y (add y 2:32)) "
                                                               "(bxor (add y 2:32) (add y 3:32)))")
                                                        .id);
  assert_int_equal(calls, 2);
  assert_int_equal(hd_term_substitute(T, term_of(T, "(add 2:32 (deref 32 (zext 64 x)))"), &r).id,
                   hd_term_bv(T, 32, 42).id);
  assert_int_equal(hd_term_substitute(T, term_of(T, "(add y 1:32)"), &r).id, term_of(T, "(add y 1:32)").id);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(printed_terms_are_read_back, set_up, tear_down),
      cmocka_unit_test_setup_teardown(the_text_is_readable, set_up, tear_down),
      cmocka_unit_test_setup_teardown(wrong_text_is_refused_at_its_place, set_up, tear_down),
      cmocka_unit_test_setup_teardown(reading_stops_behind_the_term, set_up, tear_down),
      cmocka_unit_test_setup_teardown(smt_lib_has_its_own_names, set_up, tear_down),
      cmocka_unit_test_setup_teardown(deep_and_shared_terms_are_no_trouble, set_up, tear_down),
      cmocka_unit_test_setup_teardown(each_leaf_is_replaced_once, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
