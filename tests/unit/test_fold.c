/* test_fold.c - what terms come to under known values, and what that depends on. */
#include "evidence/fold.h"
#include "trace_programs.h"

/* a is 0 and b is 1; nothing is known about c. */
#define THREE HEAD "thread main entry L0\nvar a : bool = 0\nvar b : bool = 0\nvar c : bool any\nloc L0 main\n"

enum { A = 1, B = 2, C = 4 }; /* in sets of variables */

typedef struct {
  hd_program *p;
  hd_fold f;
  hd_term a, b, c;
} fixture;

static uint8_t known[] = {1, 1, 0};
static uint64_t values_now[] = {0, 1, 0};
static const hd_values values = {known, values_now};

static hd_term var_term(const fixture *x, const char *name)
{
  return hd_program_var_term(x->p, hd_program_find_var(x->p, name));
}

static fixture *fixture_new(void)
{
  fixture *x = hd_alloc(1, sizeof *x);
  x->p = parse_program(THREE);
  x->a = var_term(x, "a");
  x->b = var_term(x, "b");
  x->c = var_term(x, "c");
  hd_fold_init(&x->f, x->p);
  hd_fold_under(&x->f, &values);
  return x;
}

static void fixture_free(fixture *x)
{
  hd_fold_clear(&x->f);
  hd_program_free(x->p);
  free(x);
}

static void expect(fixture *x, hd_term t, hd_term result, uint64_t depends)
{
  uint64_t set = 0;
  assert_true(hd_term_same(hd_fold_term(&x->f, t, &set), result));
  assert_int_equal(set, depends);
}

static void an_argument_that_decides_is_enough(void **state)
{
  (void)state;
  fixture *x = fixture_new();
  hd_terms *T = x->p->terms;
  expect(x, hd_term_2(T, HD_OP_AND, x->a, x->c), hd_term_false(T), A);
  expect(x, hd_term_2(T, HD_OP_AND, x->c, x->a), hd_term_false(T), A);
  expect(x, hd_term_2(T, HD_OP_OR, x->b, x->c), hd_term_true(T), B);
  expect(x, hd_term_2(T, HD_OP_OR, x->c, x->b), hd_term_true(T), B);
  fixture_free(x);
}

static void an_argument_that_does_not_decide_counts_with_the_other(void **state)
{
  (void)state;
  fixture *x = fixture_new();
  hd_terms *T = x->p->terms;
  expect(x, hd_term_2(T, HD_OP_AND, x->b, x->c), x->c, B | C);
  expect(x, hd_term_2(T, HD_OP_OR, x->a, x->c), x->c, A | C);
  fixture_free(x);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_argument_that_decides_is_enough),
      cmocka_unit_test(an_argument_that_does_not_decide_counts_with_the_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
