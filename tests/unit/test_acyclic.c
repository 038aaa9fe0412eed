/* test_acyclic.c - a graph kept acyclic, against one that is searched through every time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "expr_random.h"
#include "logic/acyclic.h"

enum { NODES = 12, ROUNDS = 3000 };

typedef struct {
  uint32_t a, b;
} plain_arrow;

typedef struct {
  plain_arrow list[ROUNDS];
  uint32_t n;
} plain;

/* Can b be reached from a, without the arrows that are not allowed? */
static bool reaches(const plain *p, uint32_t a, uint32_t b, const uint8_t *allowed)
{
  bool seen[NODES] = {0};
  seen[a] = true;
  for (uint32_t round = 0; round < NODES; round++)
    for (uint32_t i = 0; i < p->n; i++)
      if (seen[p->list[i].a] && (!allowed || allowed[i])) seen[p->list[i].b] = true;
  return seen[b];
}

static void check_ranks(const hd_acyclic *g, const plain *p)
{
  for (uint32_t i = 0; i < p->n; i++) assert_true(hd_acyclic_rank(g, p->list[i].a) < hd_acyclic_rank(g, p->list[i].b));
}

/* The reasons alone lead from b to a. */
static void check_cycle(const plain *p, uint32_t a, uint32_t b, const hd_u32s *why)
{
  uint8_t allowed[ROUNDS] = {0};
  for (uint32_t i = 0; i < why->len; i++) allowed[why->data[i]] = 1;
  assert_true(reaches(p, b, a, allowed));
  for (uint32_t i = 0; i < why->len; i++) { /* and each of them is needed */
    allowed[why->data[i]] = 0;
    assert_false(reaches(p, b, a, allowed));
    allowed[why->data[i]] = 1;
  }
}

static void check_cone(hd_acyclic *g, const plain *p, uint32_t a, uint32_t b)
{
  hd_acyclic_cone cone = hd_acyclic_cone_of(g, a, b);
  hd_u32s why = {0};
  for (uint32_t i = 0; i < cone.earlier->len; i++) assert_true(reaches(p, cone.earlier->data[i], a, NULL));
  for (uint32_t v = 0; v < NODES; v++) assert_int_equal(hd_acyclic_is_later(g, v), reaches(p, b, v, NULL));
  for (uint32_t i = 0; i < cone.earlier->len; i++)
    for (uint32_t k = 0; k < cone.later->len; k++) {
      uint8_t allowed[ROUNDS] = {0};
      why.len = 0;
      hd_acyclic_reasons(g, cone.earlier->data[i], cone.later->data[k], &why);
      allowed[p->n - 1] = 1; /* the new arrow */
      for (uint32_t j = 0; j < why.len; j++) allowed[why.data[j]] = 1;
      assert_true(reaches(p, cone.earlier->data[i], cone.later->data[k], allowed));
    }
  hd_vec_clear(&why);
}

static void arrows_come_and_go(void **state)
{
  (void)state;
  static plain p;
  uint64_t random = 7;
  hd_acyclic *g = hd_acyclic_new(NODES);
  uint32_t refused = 0, marks[ROUNDS], lengths[ROUNDS], depth = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    uint32_t a = random_below(&random, NODES), b = random_below(&random, NODES);
    const hd_u32s *why;
    if (a == b) continue;
    if (random_below(&random, 4) == 0) {
      marks[depth] = hd_acyclic_mark(g);
      lengths[depth++] = p.n;
    }
    bool cycle = reaches(&p, b, a, NULL);
    assert_int_equal(hd_acyclic_add(g, a, b, p.n, &why), !cycle);
    refused += cycle;
    if (cycle)
      check_cycle(&p, a, b, why);
    else
      p.list[p.n++] = (plain_arrow){a, b};
    if (!cycle) check_cone(g, &p, a, b);
    check_ranks(g, &p);
    if (depth && random_below(&random, 6) == 0) {
      depth -= 1 + random_below(&random, depth);
      hd_acyclic_release(g, marks[depth]);
      p.n = lengths[depth];
    }
  }
  assert_true(refused > 100);
  hd_acyclic_free(g);
}

static void what_is_always_so_is_no_reason(void **state)
{
  (void)state;
  hd_acyclic *g = hd_acyclic_new(4);
  const hd_u32s *why;
  assert_true(hd_acyclic_add(g, 0, 1, HD_NONE, &why));
  assert_true(hd_acyclic_add(g, 1, 2, 5, &why));
  assert_true(hd_acyclic_add(g, 2, 3, HD_NONE, &why));
  assert_true(hd_acyclic_add(g, 1, 3, 6, &why));
  assert_true(hd_acyclic_add(g, 0, 3, HD_NONE, &why));
  assert_false(hd_acyclic_add(g, 3, 0, 7, &why)); /* the shortest way needs no reason */
  assert_int_equal(why->len, 0);
  assert_false(hd_acyclic_add(g, 3, 1, 7, &why));
  assert_int_equal(why->len, 1);
  assert_false(hd_acyclic_add(g, 2, 2, 7, &why));
  hd_acyclic_free(g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arrows_come_and_go),
      cmocka_unit_test(what_is_always_so_is_no_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
