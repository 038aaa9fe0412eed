/* Values of the engine static: every operation includes what the members of its arguments give. Small widths, where all
 * members can be tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/map.h"
#include "engine/static/value.h"

enum { WIDTH = 4, ALL = 1 << WIDTH };

static uint64_t seed = 1;

static uint64_t roll(uint64_t below)
{
  return hd_roll(&seed) % below;
}

static hd_abstract_value random_value(unsigned width)
{
  uint64_t mask = hd_mask(width);
  hd_abstract_value v = hd_value_const(roll(mask + 1)), w;
  switch (roll(5)) {
  case 0: return hd_value_any();
  case 1:
    for (uint64_t i = roll(HD_VALUE_MOST); i > 0; i--) {
      w = hd_value_const(roll(mask + 1));
      v = hd_value_join(&v, &w, width);
    }
    return v;
  case 2: v = hd_value_unsigned(roll(mask + 1), roll(mask + 1), width); break;
  case 3: v = hd_value_signed(hd_signed(roll(mask + 1), width), hd_signed(roll(mask + 1), width), width); break;
  default:
    v = hd_value_own(1 + roll(3));
    v.own.times = roll(mask + 1);
    v.own.plus = roll(mask + 1);
  }
  return v.kind == HD_VALUE_NONE ? hd_value_any() : v;
}

/* Is it a member, known by the instance of that number? */
static bool is_member(const hd_abstract_value *v, uint64_t c, unsigned width, uint64_t number)
{
  if (v->kind != HD_VALUE_OWN) return hd_value_has(v, c, width);
  return number < v->own.count && ((v->own.times * number + v->own.plus) & hd_mask(width)) == c;
}

static void operators_include_what_members_give(void **state)
{
  (void)state;
  static const hd_op ops[] = {HD_OP_ADD,  HD_OP_SUB, HD_OP_MUL,  HD_OP_UDIV, HD_OP_SDIV,  HD_OP_UREM,  HD_OP_SREM,
                              HD_OP_BAND, HD_OP_BOR, HD_OP_BXOR, HD_OP_SHL,  HD_OP_LSHR,  HD_OP_ASHR,  HD_OP_EQ,
                              HD_OP_ULT,  HD_OP_ULE, HD_OP_SLT,  HD_OP_SLE,  HD_OP_SADDO, HD_OP_SSUBO, HD_OP_SMULO};
  for (uint32_t n = 0; n < 30000; n++) {
    hd_op op = ops[roll(HD_COUNT(ops))];
    unsigned width = op == HD_OP_EQ || (op >= HD_OP_ULT && op <= HD_OP_SLE) || op >= HD_OP_SADDO ? 1 : WIDTH;
    hd_abstract_value args[2] = {random_value(WIDTH), random_value(WIDTH)};
    hd_abstract_value result = hd_value_op(op, width, WIDTH, 0, args, 2);
    for (uint64_t number = 0; number < 3; number++)
      for (uint64_t k = 0; k < ALL * ALL; k++) {
        uint64_t x[2] = {k % ALL, k / ALL};
        if (!is_member(&args[0], x[0], WIDTH, number) || !is_member(&args[1], x[1], WIDTH, number)) continue;
        uint64_t y = hd_op_eval(op, width, WIDTH, 0, x) & hd_mask(width);
        assert_true(is_member(&result, y, width, number));
      }
  }
}

static void widths_change_as_members_do(void **state)
{
  (void)state;
  static const hd_op ops[] = {HD_OP_ZEXT, HD_OP_SEXT, HD_OP_EXTRACT, HD_OP_NEG, HD_OP_BNOT};
  for (uint32_t n = 0; n < 20000; n++) {
    hd_op op = ops[roll(HD_COUNT(ops))];
    uint64_t low = op == HD_OP_EXTRACT ? roll(WIDTH) : 0;
    unsigned width = op == HD_OP_EXTRACT ? 1 + (unsigned)roll(WIDTH - low) : op >= HD_OP_ZEXT ? WIDTH + 3 : WIDTH;
    hd_abstract_value v = random_value(WIDTH);
    hd_abstract_value result = hd_value_op(op, width, WIDTH, low, &v, 1);
    for (uint64_t number = 0; number < 3; number++)
      for (uint64_t x = 0; x < ALL; x++) {
        if (!is_member(&v, x, WIDTH, number)) continue;
        assert_true(is_member(&result, hd_op_eval(op, width, WIDTH, low, &x) & hd_mask(width), width, number));
      }
  }
}

static void joins_and_meets_keep_members(void **state)
{
  (void)state;
  hd_thresholds t = {0};
  hd_vec_push(&t.bits, 3);
  hd_vec_push(&t.bits, 9);
  hd_vec_push(&t.signs, -2);
  hd_vec_push(&t.signs, 5);
  for (uint32_t n = 0; n < 30000; n++) {
    hd_abstract_value a = random_value(WIDTH), b = random_value(WIDTH), c = hd_value_const(roll(ALL));
    hd_abstract_value join = hd_value_join(&a, &b, WIDTH), wide = hd_value_widen(&a, &b, WIDTH, &t);
    hd_abstract_value meet = hd_value_meet(&a, &b, WIDTH), rest = hd_value_without(&a, c.set[0], WIDTH);
    bool includes = hd_value_includes(&a, &b, WIDTH);
    for (uint64_t number = 0; number < 3; number++)
      for (uint64_t x = 0; x < ALL; x++) {
        bool in_a = is_member(&a, x, WIDTH, number), in_b = is_member(&b, x, WIDTH, number);
        /* A number that is beyond one of the counts belongs to no element. */
        if ((a.kind == HD_VALUE_OWN && number >= a.own.count) || (b.kind == HD_VALUE_OWN && number >= b.own.count))
          continue;
        if (in_a || in_b) assert_true(is_member(&join, x, WIDTH, number) && is_member(&wide, x, WIDTH, number));
        if (in_a && in_b) assert_true(is_member(&meet, x, WIDTH, number));
        if (in_a && x != c.set[0]) assert_true(is_member(&rest, x, WIDTH, number));
        if (in_b && includes) assert_true(in_a);
      }
  }
  hd_vec_clear(&t.bits);
  hd_vec_clear(&t.signs);
}

static void different_instances_meet_only_in_common_members(void **state)
{
  (void)state;
  for (uint32_t n = 0; n < 30000; n++) {
    hd_abstract_value a = random_value(WIDTH), b = roll(2) ? a : random_value(WIDTH);
    bool same = roll(2);
    if (hd_value_may_meet(&a, &b, WIDTH, same)) continue;
    for (uint64_t k = 0; k < 9; k++) {
      uint64_t i = k % 3, j = k / 3;
      if (same && i == j) continue;
      for (uint64_t x = 0; x < ALL; x++) assert_false(is_member(&a, x, WIDTH, i) && is_member(&b, x, WIDTH, j));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_include_what_members_give),
      cmocka_unit_test(widths_change_as_members_do),
      cmocka_unit_test(joins_and_meets_keep_members),
      cmocka_unit_test(different_instances_meet_only_in_common_members),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
