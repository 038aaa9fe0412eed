/* test_points_to.c - what the points-to analysis finds, and how accesses lie on slots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/layout_fit.h"
#include "analysis/points_to.h"
#include "program/text.h"

static const char head[] = "program raw pointer 64 little\nthread main entry L0 instances 1\n"
                           "var i : bv32 local main user signed any\n"
                           "var p : bv64 local main temp pointer = 0\n"
                           "var q : bv64 local main temp pointer = 0\n"
                           "object a global base 65536 size 40\nslot \"[]\" at 0 width 32 times 10 step 4\n"
                           "object s global base 131072 size 24\nslot \".x\" at 0 width 64 pointer\n"
                           "slot \".y\" at 8 width 64 pointer\nslot \".z\" at 16 width 32\n"
                           "object f function base 196608 size 1\n"
                           "object h heap base 262144 size 24 stride 64 copies 4 any\n"
                           "slot \".key\" at 0 width 32\nslot \".next\" at 8 width 64 pointer\nslot \".end\" "
                           "at 16 width 64 pointer\n"
                           "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\n";
enum { A, S, F, H };

typedef struct {
  hd_program *p;
  hd_points_to *pt;
} found;

static found find(const char *edges)
{
  char *text;
  assert_true(asprintf(&text, "%s%s", head, edges) > 0);
  hd_diags d;
  hd_diags_init(&d);
  found x = {.p = hd_program_parse(text, strlen(text), "test", &d)};
  for (uint32_t i = 0; i < d.list.len; i++) print_error("%u: %s\n", d.list.data[i].place.line, d.list.data[i].message);
  assert_non_null(x.p);
  hd_diags_clear(&d);
  free(text);
  x.pt = hd_points_to_new(x.p);
  return x;
}

static void done(found *x)
{
  hd_points_to_free(x->pt);
  hd_program_free(x->p);
}

static hd_pointees value(const found *x, const char *name)
{
  return hd_points_to_term(x->pt, hd_program_var_term(x->p, hd_program_find_var(x->p, name)));
}

static void expect_one(hd_pointees v, uint32_t object, uint64_t offset, uint64_t stride)
{
  assert_int_equal(v.n, 1);
  assert_int_equal(v.flags, 0);
  assert_false(v.targets[0].weak);
  assert_int_equal(v.targets[0].object, object);
  assert_int_equal(v.targets[0].offset, offset);
  assert_int_equal(v.targets[0].stride, stride);
}

static void an_address_is_a_place_in_its_object(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := 65544:64\nedge L1 -> L2 do q := (add p 4:64)\n");
  expect_one(value(&x, "p"), A, 8, 0);
  expect_one(value(&x, "q"), A, 12, 0);
  done(&x);
}

static void what_a_temporary_starts_with_does_not_count(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 when (slt i 0:32) do p := 65536:64\n"
                 "edge L1 -> L2 do q := p\n"
                 "edge L0 -> L3 when (not (slt i 0:32))\nedge L3 -> L4 do i := (extract 0 32 q)\n");
  expect_one(value(&x, "p"), A, 0, 0);
  hd_pointees q = value(&x, "q"); /* read before it is assigned */
  assert_int_equal(q.n, 2);
  assert_int_equal(q.targets[1].object, HD_NONE);
  done(&x);
}

static void an_index_makes_a_progression(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := (add 65536:64 (mul (sext 64 i) 4:64))\n"
                 "edge L1 -> L2 do q := (add (mul (zext 64 i) 12:64) 65540:64)\n");
  expect_one(value(&x, "p"), A, 0, 4);
  expect_one(value(&x, "q"), A, 4, 12);
  done(&x);
}

static void an_index_may_count_down(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := (sub 65576:64 (mul (zext 64 i) 4:64))\n"
                 "edge L1 -> L2 do q := (add 65576:64 (mul (zext 64 i) -12:64))\n");
  expect_one(value(&x, "p"), A, 0, 4);
  expect_one(value(&x, "q"), A, 4, 12);
  done(&x);
}

static void a_constant_folded_into_an_address_leaves_it_with_its_object(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := (add (zext 64 i) 65535:64)\n"
                 "edge L1 -> L2 do q := (add (zext 64 i) 65700:64)\n");
  expect_one(value(&x, "p"), A, 0, 1);
  expect_one(value(&x, "q"), A, 0, 1);
  done(&x);
}

static void a_walk_over_an_array_ends_in_a_progression(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := 65536:64\nedge L1 -> L2 do p := (add p 4:64)\nedge L2 -> L1\n");
  hd_pointees p = value(&x, "p");
  for (uint32_t i = 0; i < p.n; i++) assert_int_equal(p.targets[i].object, A);
  assert_int_equal(p.targets[p.n - 1].stride, 4);
  done(&x);
}

static void fields_hold_different_pointers(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do mem64[131072:64] := 65536:64, mem64[131080:64] := 196608:64\n"
                 "edge L1 -> L2 do p := (deref 64 131072:64), q := (deref 64 131080:64)\n");
  hd_pointees p = value(&x, "p"), q = value(&x, "q");
  assert_int_equal(p.n, 2); /* the initial NULL is the other */
  assert_int_equal(p.targets[0].object, A);
  assert_int_equal(q.targets[0].object, F);
  assert_int_equal(p.targets[1].object, HD_NONE);
  done(&x);
}

static void fields_of_heap_copies_are_kept_apart(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := (add 262144:64 (mul (zext 64 i) 64:64))\n"
                 "edge L1 -> L2 do mem64[(add p 8:64)] := p, mem64[(add p 16:64)] := 65536:64\n"
                 "edge L2 -> L3 do q := (deref 64 (add p 8:64))\n");
  hd_pointees q = value(&x, "q");
  assert_int_equal(q.targets[0].object, H);
  assert_int_equal(q.targets[0].stride, 64);
  assert_int_equal(q.targets[1].object, HD_NONE); /* and what was never written */
  assert_int_equal(q.flags, HD_FROM_UNDEFINED);
  done(&x);
}

static void a_pointer_in_pieces_is_weakly_its_object(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := 65536:64\nedge L1 -> L2 do q := (bxor p (zext 64 i))\n");
  hd_pointees q = value(&x, "q");
  assert_int_equal(q.targets[0].object, A);
  assert_true(q.targets[0].weak);
  done(&x);
}

static void the_distance_of_pointers_is_a_number(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := (add 65536:64 (zext 64 i))\n"
                 "edge L1 -> L2 do q := (sub p 65540:64)\n");
  expect_one(value(&x, "q"), HD_NONE, 0, 1);
  done(&x);
}

static void a_distance_added_to_another_object_leads_there(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := (add 65536:64 (zext 64 i))\n"
                 "edge L1 -> L2 do q := (add 131080:64 (sub p 65536:64))\n");
  hd_pointees q = value(&x, "q");
  bool there = false;
  for (uint32_t i = 0; i < q.n; i++) there |= q.targets[i].object == S && !q.targets[i].weak;
  assert_true(there);
  done(&x);
}

static void a_function_that_a_pointer_cannot_be_adds_nothing(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do p := 65536:64, q := 131072:64\n"
                 "edge L1 -> L2 when (= p 196608:64)\nedge L2 -> L3 do q := 262144:64\n"
                 "edge L1 -> L4 when (not (= p 196608:64)) do i := (extract 0 32 q)\n");
  expect_one(value(&x, "q"), S, 0, 0);
  assert_false(hd_points_to_is_live(x.pt, (hd_edge){1}));
  assert_false(hd_points_to_is_live(x.pt, (hd_edge){2}));
  assert_true(hd_points_to_is_live(x.pt, (hd_edge){3}));
  done(&x);
}

static void an_index_from_outside_does_not_make_the_address_so(void **state)
{
  (void)state;
  found x = find("edge L0 -> L1 do i := any\nedge L1 -> L2 do p := (add 65536:64 (mul (zext 64 i) 4:64))\n"
                 "edge L2 -> L3 do q := any\n");
  expect_one(value(&x, "p"), A, 0, 4);
  assert_int_equal(value(&x, "q").flags, HD_FROM_INPUT);
  done(&x);
}

/* --- operators, against their values --------------------------------------------------------- */

static uint64_t random_state = 1;

static uint32_t below(uint32_t n)
{
  random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(random_state >> 33) % n;
}

static hd_term random_term(hd_program *p, unsigned width, unsigned depth);

static hd_term random_leaf(hd_program *p, unsigned width)
{
  static const uint64_t numbers[] = {0, 1, 2, 3, 4, 7, 8, 12, 16, 40, 0xff, UINT64_MAX, ~UINT64_C(3), ~UINT64_C(7)};
  hd_terms *T = p->terms;
  if (width == 64 && below(3) == 0) return hd_program_var_term(p, hd_program_find_var(p, "p"));
  if (width == 64 && below(4) == 0) return hd_term_bv(T, 64, 65536 + 4 * below(10));
  if (width == 32 && below(2)) return hd_program_var_term(p, hd_program_find_var(p, "i"));
  return hd_term_bv(T, width, numbers[below((uint32_t)HD_COUNT(numbers))]);
}

static hd_term random_pair(hd_program *p, unsigned width, unsigned depth)
{
  static const hd_op ops[] = {HD_OP_ADD,  HD_OP_ADD,  HD_OP_SUB,  HD_OP_MUL,  HD_OP_BAND, HD_OP_BOR,
                              HD_OP_BXOR, HD_OP_UREM, HD_OP_UDIV, HD_OP_LSHR, HD_OP_SHL};
  hd_op op = ops[below((uint32_t)HD_COUNT(ops))];
  hd_term a = random_term(p, width, depth), b = random_term(p, width, depth);
  return hd_term_2(p->terms, op, a, b);
}

static hd_term random_term(hd_program *p, unsigned width, unsigned depth)
{
  hd_terms *T = p->terms;
  if (!depth) return random_leaf(p, width);
  switch (below(8)) {
  case 0:
    return width == 64 ? hd_term_to(T, below(2) ? HD_OP_ZEXT : HD_OP_SEXT, 64, random_term(p, 32, depth - 1))
                       : hd_term_extract(T, random_term(p, 64, depth - 1), below(2) ? 0 : 8, 32);
  case 1: {
    hd_term cond = hd_term_2(T, HD_OP_ULT, random_term(p, 32, depth - 1), random_leaf(p, 32));
    return hd_term_3(T, HD_OP_ITE, cond, random_term(p, width, depth - 1), random_term(p, width, depth - 1));
  }
  case 2:
    if (width == 64) return hd_term_2(T, HD_OP_CONCAT, random_term(p, 32, depth - 1), random_term(p, 32, depth - 1));
    return random_leaf(p, width);
  case 3: return hd_term_1(T, below(2) ? HD_OP_NEG : HD_OP_BNOT, random_term(p, width, depth - 1));
  default: return random_pair(p, width, depth - 1);
  }
}

typedef struct {
  uint32_t i, p;
  uint64_t of_i, of_p;
} values;

static uint64_t read_value(void *context, uint32_t symbol, bool is_array, uint64_t index)
{
  const values *v = context;
  (void)is_array;
  (void)index;
  return symbol == v->i ? v->of_i : v->of_p;
}

/* Is the value among what the set describes? A weak target describes too much to tell. */
static bool contains(const found *x, hd_pointees v, uint64_t value)
{
  if (v.flags) return true;
  for (uint32_t i = 0; i < v.n; i++) {
    const hd_target *t = &v.targets[i];
    if (t->weak) return true;
    uint64_t apart = t->object == HD_NONE ? value : value - x->p->objects.data[t->object].base;
    if (t->stride ? (t->stride & (t->stride - 1) ? (int64_t)(apart - t->offset) % (int64_t)t->stride == 0
                                                 : apart % t->stride == t->offset)
                  : apart == t->offset)
      return true;
  }
  return false;
}

static void what_is_computed_is_among_what_was_found(void **state)
{
  (void)state;
  uint32_t told = 0;
  for (uint32_t k = 0; k < 300; k++) {
    found x = find("edge L0 -> L1 do i := 0:32\nedge L0 -> L1 do i := 1:32\nedge L0 -> L1 do i := 2:32\n"
                   "edge L0 -> L1 do i := 3:32\nedge L0 -> L1 do i := 6:32\nedge L0 -> L1 do i := -1:32\n"
                   "edge L1 -> L2 do p := 65540:64\nedge L1 -> L2 do p := 65544:64\nedge L1 -> L2 do p := 65568:64\n"
                   "edge L2 -> L2 do i := i\nedge L2 -> L3 do q := p\n");
    static const uint64_t is[] = {0, 1, 2, 3, 6, 0xffffffff}, ps[] = {65540, 65544, 65568};
    values v = {hd_program_find_var(x.p, "i").id, hd_program_find_var(x.p, "p").id, 0, 0};
    for (uint32_t r = 0; r < 200; r++) {
      hd_term t = random_term(x.p, 64, 1 + below(4));
      hd_pointees found_there = hd_points_to_term(x.pt, t);
      v.of_i = is[below(6)];
      v.of_p = ps[below(3)];
      uint64_t value = hd_term_eval(x.p->terms, t, &(hd_env){read_value, &v});
      bool odd = false; /* a product that wrapped around loses strides that are no powers of two */
      for (uint32_t i = 0; i < found_there.n; i++) {
        uint64_t stride = found_there.targets[i].stride;
        odd |= (stride & (stride - 1)) != 0;
        assert_true(!odd || stride < UINT64_C(1) << 40);
        told += !found_there.targets[i].weak && stride != 1;
      }
      if (!odd) assert_true(contains(&x, found_there, value));
    }
    done(&x);
  }
  assert_true(told > 10000);
}

/* --- slots ---------------------------------------------------------------------------------- */

static hd_slot array(uint64_t offset, unsigned bytes, uint64_t stride, uint32_t n, uint64_t inner, uint32_t m)
{
  hd_slot s = {.offset = offset, .width = (uint8_t)(8 * bytes)};
  if (n > 1) {
    s.dims[s.n_dims].stride = stride;
    s.dims[s.n_dims++].count = n;
  }
  if (m > 1) {
    s.dims[s.n_dims].stride = inner;
    s.dims[s.n_dims++].count = m;
  }
  return s;
}

/* The same by looking at every place. */
static hd_fit slow_fit(const hd_slot *s, hd_span span, uint64_t size)
{
  bool exact = false;
  uint32_t bytes = hd_slot_bytes(s), n = s->n_dims > 0 ? s->dims[0].count : 1, m = s->n_dims > 1 ? s->dims[1].count : 1;
  for (uint64_t at = span.offset; at + span.bytes <= size; at += span.stride ? span.stride : size)
    for (uint32_t i = 0; i < n * m; i++) {
      uint64_t e = s->offset;
      if (s->n_dims > 0) e += i / m * s->dims[0].stride;
      if (s->n_dims > 1) e += i % m * s->dims[1].stride;
      if (e + bytes <= at || at + span.bytes <= e) continue;
      if (e != at || bytes != span.bytes) return HD_FIT_MIXED;
      exact = true;
    }
  return exact ? HD_FIT_EXACT : HD_FIT_NONE;
}

static void arithmetic_agrees_with_looking_at_every_place(void **state)
{
  (void)state;
  static const unsigned sizes[] = {1, 2, 4, 8};
  uint32_t told = 0;
  for (uint32_t k = 0; k < 60000; k++) {
    uint32_t x = k * 2654435761u;
    unsigned bytes = sizes[x & 3], access = sizes[x >> 2 & 3];
    uint32_t m = 1 + (x >> 4 & 3), n = 1 + (x >> 6 & 3);
    uint64_t stride = bytes * m + 2 * (x >> 8 & 7);
    hd_slot s = array(x >> 11 & 7, bytes, stride, n, bytes, m);
    hd_span span = {
        .offset = x >> 14 & 31, .stride = (x >> 19 & 1) ? 1 + (x >> 20 & 31) : 0, .bytes = access, .began = HD_NO_HOME};
    if (span.stride) span.offset %= span.stride;
    hd_fit fast = hd_slot_fit(&s, span), slow = slow_fit(&s, span, 400);
    if (slow == HD_FIT_MIXED || !span.stride) assert_int_equal(fast, slow);
    if (slow == HD_FIT_EXACT) assert_true(fast != HD_FIT_NONE); /* may be careful, must not miss */
    told += fast == slow;
  }
  assert_true(told > 50000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_address_is_a_place_in_its_object),
      cmocka_unit_test(what_a_temporary_starts_with_does_not_count),
      cmocka_unit_test(an_index_makes_a_progression),
      cmocka_unit_test(an_index_may_count_down),
      cmocka_unit_test(a_constant_folded_into_an_address_leaves_it_with_its_object),
      cmocka_unit_test(a_walk_over_an_array_ends_in_a_progression),
      cmocka_unit_test(fields_hold_different_pointers),
      cmocka_unit_test(fields_of_heap_copies_are_kept_apart),
      cmocka_unit_test(a_pointer_in_pieces_is_weakly_its_object),
      cmocka_unit_test(the_distance_of_pointers_is_a_number),
      cmocka_unit_test(a_distance_added_to_another_object_leads_there),
      cmocka_unit_test(a_function_that_a_pointer_cannot_be_adds_nothing),
      cmocka_unit_test(an_index_from_outside_does_not_make_the_address_so),
      cmocka_unit_test(what_is_computed_is_among_what_was_found),
      cmocka_unit_test(arithmetic_agrees_with_looking_at_every_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
