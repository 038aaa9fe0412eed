/* test_memory.c - resolving memory: what becomes of objects and edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/memory.h"
#include "program/text.h"
#include "program/validate.h"

/* --- help --------------------------------------------------------------------------------- */

static const char head[] = "program raw pointer 64 little\nthread main entry L0 instances 1\n"
                           "thread worker entry L9 instances 1 status worker.status\n"
                           "var worker.status : bv8 shared status unsigned = 0\n"
                           "var i : bv32 local main user signed any\n"
                           "var t : bv32 local main user signed = 0\n"
                           "var l : bv64 local main user signed = 0\n"
                           "var c : bv8 local main user char = 0\n"
                           "var p : bv64 local main temp pointer = 0\n"
                           "var q : bv64 local main temp pointer = 0\n";
/* Locations L0 to L8 of main, L9 and L10 of the worker. */
static const char locations[] = "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main\n"
                                "loc L6 main\nloc L7 main\nloc L8 main end\nloc L9 worker\nloc L10 worker end\n";

typedef struct {
  hd_program *p;
  char *text; /* as printed */
} resolved;

static hd_program *parse(const char *objects, const char *edges)
{
  char *text;
  assert_true(asprintf(&text, "%s%s%s%s", head, objects, locations, edges) > 0);
  hd_diags d;
  hd_diags_init(&d);
  hd_program *p = hd_program_parse(text, strlen(text), "test", &d);
  for (uint32_t i = 0; i < d.list.len; i++) print_error("%u: %s\n", d.list.data[i].place.line, d.list.data[i].message);
  assert_non_null(p);
  hd_diags_clear(&d);
  free(text);
  return p;
}

static resolved resolve_with(const char *objects, const char *edges, hd_memory_options options)
{
  resolved r = {.p = parse(objects, edges)};
  hd_memory_resolve(r.p, &options);
  hd_diags d;
  hd_diags_init(&d);
  assert_int_equal(hd_program_check(r.p, &d), HD_OK);
  hd_diags_clear(&d);
  assert_false(r.p->raw);
  size_t size;
  FILE *out = open_memstream(&r.text, &size);
  hd_program_print(out, r.p);
  fclose(out);
  return r;
}

static resolved resolve(const char *objects, const char *edges)
{
  return resolve_with(objects, edges, (hd_memory_options){0});
}

static void done(resolved *r)
{
  free(r->text);
  hd_program_free(r->p);
}

static void expect(const resolved *r, const char *part)
{
  if (!strstr(r->text, part)) print_error("expected:\n%s\nin:\n%s\n", part, r->text);
  assert_non_null(strstr(r->text, part));
}

static void expect_not(const resolved *r, const char *part)
{
  if (strstr(r->text, part)) print_error("not expected:\n%s\nin:\n%s\n", part, r->text);
  assert_null(strstr(r->text, part));
}

static uint32_t count(const resolved *r, const char *part)
{
  uint32_t n = 0;
  for (const char *at = r->text; (at = strstr(at, part)); at++) n++;
  return n;
}

/* --- places -------------------------------------------------------------------------------- */

static void a_constant_address_is_a_variable(void **state)
{
  (void)state;
  resolved r = resolve("object x global base 4096 size 4 init 07\nslot \"\" at 0 width 32\n",
                       "edge L0 -> L1 do mem32[4096:64] := i\nedge L1 -> L2 do t := (deref 32 4096:64)\n");
  expect(&r, "var x : bv32 shared user signed = 7");
  expect(&r, "edge L0 -> L1 do x := i\n");
  expect(&r, "edge L1 -> L2 do t := x\n");
  expect_not(&r, "assert");
  done(&r);
}

static void fields_are_variables_of_their_own(void **state)
{
  (void)state;
  resolved r =
      resolve("object s global base 4096 size 16\nslot \".a\" at 0 width 32\nslot \".p\" at 8 width 64 pointer\n",
              "edge L0 -> L1 do mem32[4096:64] := i, mem64[4104:64] := 4096:64\n"
              "edge L1 -> L2 do l := (deref 64 4104:64)\n");
  expect(&r, "var s.a : bv32 shared user signed = 0");
  expect(&r, "var s.p : bv64 shared user pointer = 0");
  expect(&r, "edge L0 -> L1 do s.a := i, s.p := 4096:64\n");
  done(&r);
}

static void what_nothing_accesses_is_no_variable(void **state)
{
  (void)state;
  resolved r = resolve("object s global base 4096 size 8\nslot \".a\" at 0 width 32\nslot \".b\" at 4 width 32\n",
                       "edge L0 -> L1 do mem32[4096:64] := i\nedge L1 -> L2 do t := (deref 32 4096:64)\n");
  expect_not(&r, "var s.b");
  expect(&r, "slot \".b\" at 4 width 32 signed\n");
  done(&r);
}

static void an_index_is_taken_from_the_subscript(void **state)
{
  (void)state;
  resolved r = resolve("object a global base 4096 size 40\nslot \"[]\" at 0 width 32 times 10 step 4\n",
                       "edge L0 -> L1 do i := any\n"
                       "edge L1 -> L2 do mem32[(add 4096:64 (mul (sext 64 i) 4:64))] := 5:32\n"
                       "edge L2 -> L3 do t := (deref 32 (add 4096:64 (mul (sext 64 i) 4:64)))\n");
  expect(&r, "var a : bv32[10] shared user signed = 0");
  expect(&r, "edge L1 -> L2 when (ult i 10:32) do a[i] := 5:32\n");
  expect(&r, "when (ult 9:32 i) assert deref false");
  done(&r);
}

static void rows_and_columns_are_told_from_the_strides(void **state)
{
  (void)state;
  resolved r =
      resolve("object a global base 4096 size 96\nslot \"[].x\" at 0 width 32 times 6 step 16\n"
              "slot \"[].y[]\" at 4 width 32 times 6 step 16 times 3 step 4\n",
              "edge L0 -> L1 do i := any, t := any\n"
              "edge L1 -> L2 do mem32[(add (add 4100:64 (mul (zext 64 i) 16:64)) (mul (zext 64 t) 4:64))] := 5:32\n"
              "edge L2 -> L3 do t := (deref 32 (add 4096:64 (mul (zext 64 i) 16:64)))\n");
  expect(&r, "var a[].y : bv32[18] shared");
  expect(&r, "var a[].x : bv32[6] shared");
  expect(&r, "(ult i 6:32)");
  expect(&r, "(ult t 3:32)");
  expect_not(&r, "udiv");
  expect_not(&r, "lshr");
  done(&r);
}

static void rows_begin_before_what_is_accessed_of_them(void **state)
{
  (void)state;
  resolved r = resolve("object a global base 4096 size 48\nslot \"[].x\" at 0 width 32 times 3 step 16\n"
                       "slot \"[].y\" at 4 width 32 times 3 step 16\nslot \"[].z\" at 8 width 64 times 3 step 16\n",
                       "edge L0 -> L1 do i := any\n"
                       "edge L1 -> L2 do mem32[(add 4100:64 (mul (zext 64 i) 16:64))] := 5:32\n"
                       "edge L2 -> L3 do mem64[(add 4104:64 (mul (zext 64 i) 16:64))] := 5:64\n");
  expect(&r, "var a[].y : bv32[3] shared");
  expect(&r, "var a[].z : bv64[3] shared");
  done(&r);
}

static void a_pointer_is_compared_with_what_it_can_be(void **state)
{
  (void)state;
  resolved r = resolve("object x global base 4096 size 4\nslot \"\" at 0 width 32\n"
                       "object y global base 4112 size 4\nslot \"\" at 0 width 32\n"
                       "object z global base 4128 size 4\nslot \"\" at 0 width 32\n",
                       "edge L0 -> L1 when (slt i 0:32) do p := 4096:64\n"
                       "edge L0 -> L1 when (not (slt i 0:32)) do p := 4112:64\n"
                       "edge L1 -> L2 do mem32[p] := 1:32\n");
  expect(&r, "edge L1 -> L2 when (= p 4096:64) do x := 1:32\n");
  expect(&r, "edge L1 -> L2 when (= p 4112:64) do y := 1:32\n");
  expect_not(&r, "var z");
  expect_not(&r, "assert"); /* it is one of them for certain */
  done(&r);
}

static void null_is_an_invalid_pointer(void **state)
{
  (void)state;
  resolved r = resolve("object x global base 4096 size 4\nslot \"\" at 0 width 32\n",
                       "edge L0 -> L1 when (slt i 0:32) do p := 4096:64\n"
                       "edge L0 -> L1 when (not (slt i 0:32)) do p := 0:64\n"
                       "edge L1 -> L2 do mem32[p] := 1:32\n");
  expect(&r, "when (not (= p 4096:64)) assert deref false");
  expect(&r, "edge L1 -> L2 when (= p 4096:64) do x := 1:32\n");
  done(&r);
}

static void an_access_beside_an_object_is_invalid(void **state)
{
  (void)state;
  resolved r = resolve("object a global base 4096 size 8\nslot \"[]\" at 0 width 32 times 2 step 4\n",
                       "edge L0 -> L1 do mem32[4104:64] := 1:32\n");
  expect(&r, "assert deref false");
  expect_not(&r, "var a");
  done(&r);
}

/* --- layouts ------------------------------------------------------------------------------- */

static void a_union_becomes_the_words_it_is_accessed_in(void **state)
{
  (void)state;
  resolved r = resolve("object u global base 4096 size 8\nslot \".l\" at 0 width 64\n",
                       "edge L0 -> L1 do mem64[4096:64] := l\n"
                       "edge L1 -> L2 do t := (deref 32 4100:64)\n"
                       "edge L2 -> L3 do l := (deref 64 4096:64)\n");
  expect(&r, "var u.l : bv32[2] shared");
  expect(&r, "do u.l[0:32] := (extract 0 32 l), u.l[1:32] := (extract 32 32 l)\n");
  expect(&r, "do t := (select u.l 1:32)\n");
  expect(&r, "do l := (concat (select u.l 1:32) (select u.l 0:32))\n");
  done(&r);
}

static void bytes_of_an_integer_are_bytes(void **state)
{
  (void)state;
  resolved r = resolve("object s global base 4096 size 8\nslot \".x\" at 0 width 32\nslot \".y\" at 4 width 32\n",
                       "edge L0 -> L1 do mem32[4096:64] := 258:32, mem32[4100:64] := 9:32\n"
                       "edge L1 -> L2 do c := (deref 8 4097:64)\n"
                       "edge L2 -> L3 do t := (deref 32 4100:64)\n");
  expect(&r, "var s.x : bv8[4] shared");
  expect(&r, "var s.y : bv32 shared"); /* its neighbour stays whole */
  expect(&r, "s.x[0:32] := 2:8, s.x[1:32] := 1:8, s.x[2:32] := 0:8, s.x[3:32] := 0:8");
  done(&r);
}

static void big_endian_bytes_come_the_other_way_round(void **state)
{
  (void)state;
  hd_program *p = parse("object x global base 4096 size 2 init 0102\nslot \"\" at 0 width 16\n",
                        "edge L0 -> L1 do mem16[4096:64] := 258:16\nedge L1 -> L2 do c := (deref 8 4096:64)\n"
                        "edge L2 -> L3 do mem8[4096:64] := c\n");
  p->little_endian = false;
  hd_memory_resolve(p, NULL);
  hd_var x = hd_program_find_var(p, "x");
  assert_int_equal(hd_var_init(p, x, 0), 1);
  const hd_edge_info *e = &p->edges.data[0];
  uint64_t value, index;
  for (uint32_t i = 0; i < 2; i++) {
    assert_true(hd_term_is_const(p->terms, e->assigns[i].value, &value));
    assert_true(hd_term_is_const(p->terms, e->assigns[i].index, &index));
    assert_int_equal(value, index == 0 ? 1 : 2);
  }
  hd_program_free(p);
}

static void untyped_memory_takes_the_shape_of_its_accesses(void **state)
{
  (void)state;
  resolved r = resolve("object m@1 heap base 4096 size 24 any\n",
                       "edge L0 -> L1 do i := any\n"
                       "edge L1 -> L2 do mem64[4096:64] := 4104:64\n"
                       "edge L2 -> L3 do p := (deref 64 4096:64)\n"
                       "edge L3 -> L4 do mem32[(add p (mul (zext 64 i) 4:64))] := 1:32\n");
  expect(&r, "var m@1+0 : bv64 shared");
  expect(&r, "at 8 width 32 signed times 4 step 4 var");
  done(&r);
}

static void an_index_into_an_array_stays_in_its_array(void **state)
{
  (void)state;
  resolved r = resolve("object q global base 4096 size 32\nslot \".items[]\" at 0 width 32 times 4 step 4\n"
                       "slot \".head\" at 16 width 32\nslot \".next\" at 24 width 64 pointer\n",
                       "edge L0 -> L1 do i := any\n"
                       "edge L1 -> L2 do mem32[(add 4096:64 (mul (sext 64 i) 4:64))] := 1:32\n"
                       "edge L2 -> L3 do t := (deref 32 4112:64), p := (deref 64 4120:64)\n"
                       "edge L3 -> L4 do mem32[4112:64] := t, mem64[4120:64] := p\n");
  expect(&r, "var q.items : bv32[4]");
  expect(&r, "var q.head : bv32 shared");
  expect(&r, "var q.next : bv64 shared");
  assert_int_equal(count(&r, "edge L1 -> "), 2);
  done(&r);
}

static void a_pointer_into_an_array_may_also_point_beside_it(void **state)
{
  (void)state;
  resolved r = resolve("object q global base 4096 size 24\nslot \".items[]\" at 0 width 32 times 4 step 4\n"
                       "slot \".head\" at 16 width 32\nslot \".tail\" at 20 width 32\n",
                       "edge L0 -> L1 do i := any\n"
                       "edge L1 -> L2 when (ult i 4:32) do p := (add 4096:64 (mul (zext 64 i) 4:64))\n"
                       "edge L1 -> L2 when (not (ult i 4:32)) do p := 4112:64\n"
                       "edge L2 -> L3 do mem32[p] := 1:32\n");
  expect(&r, "when (= p 4112:64) do q.head := 1:32");
  expect(&r, "do q.items[");
  expect_not(&r, "var q.tail");
  done(&r);
}

static void bytes_walked_over_may_be_those_of_the_whole_object(void **state)
{
  (void)state;
  resolved r = resolve("object s global base 4096 size 8\nslot \".name[]\" at 0 width 8 char times 4 step 1\n"
                       "slot \".key\" at 4 width 32\n",
                       "edge L0 -> L1 do p := 4096:64, i := 8:32\n"
                       "edge L1 -> L2 when (not (= i 0:32)) do mem8[p] := 0:8\n"
                       "edge L2 -> L1 do p := (add p 1:64), i := (sub i 1:32)\n"
                       "edge L1 -> L3 when (= i 0:32) do t := (deref 32 4100:64)\n");
  expect(&r, "var s.key : bv8[4]");
  expect_not(&r, "unsupported");
  done(&r);
}

static void a_copy_by_bytes_is_followed(void **state)
{
  (void)state;
  resolved r = resolve("object a global base 4096 size 8\nslot \"\" at 0 width 64 pointer\n"
                       "object b global base 8192 size 8\nslot \"\" at 0 width 64 pointer\n"
                       "object x global base 16384 size 4\nslot \"\" at 0 width 32\n",
                       "edge L0 -> L1 do mem64[4096:64] := 16384:64, i := 0:32\n"
                       "edge L1 -> L2 when (ult i 8:32) do c := (deref 8 (add 4096:64 (zext 64 i)))\n"
                       "edge L2 -> L1 do mem8[(add 8192:64 (zext 64 i))] := c, i := (add i 1:32)\n"
                       "edge L1 -> L3 when (not (ult i 8:32)) do p := (deref 64 8192:64)\n"
                       "edge L3 -> L4 do mem32[p] := 1:32\n");
  expect(&r, "edge L3 -> L4 when (= p 16384:64) do x := 1:32\n"); /* what the bytes came from is known */
  done(&r);
}

/* --- the heap ------------------------------------------------------------------------------- */

static const char heap[] = "var n : bv32 shared memory unsigned = 0\nvar alive : bv8[4] shared memory unsigned = 0\n"
                           "object malloc@1 heap base 8192 size 16 stride 32 copies 4 any alive alive\n"
                           "slot \".key\" at 0 width 32\nslot \".next\" at 8 width 64 pointer\n"
                           "object list global base 4096 size 8\nslot \"\" at 0 width 64 pointer\n";

static const char list[] =
    "edge L0 -> L1 do p := (add 8192:64 (mul (zext 64 n) 32:64)), n := (add n 1:32), alive[n] := 1:8\n"
    "edge L1 -> L2 do mem64[(add p 8:64)] := (deref 64 4096:64)\n"
    "edge L2 -> L0 do mem64[4096:64] := p\n"
    "edge L2 -> L3 do q := (deref 64 4096:64)\n"
    "edge L3 -> L4 do t := (deref 32 q)\n"
    "edge L4 -> L3 do q := (deref 64 (add q 8:64))\n";

static void copies_of_a_heap_object_are_elements(void **state)
{
  (void)state;
  resolved r = resolve(heap, list);
  expect(&r, "var malloc@1.next : bv64[4] shared user pointer any");
  expect(&r, "var malloc@1.key : bv32[4] shared user signed any");
  expect(&r, "do t := (select malloc@1.key (extract 0 32 (lshr (sub q 8192:64) 5:64)))");
  expect_not(&r, "var malloc@1.next : bv32"); /* the fields do not mix */
  expect_not(&r, "unsupported");
  done(&r);
}

static void the_heap_is_checked_to_be_alive_on_request(void **state)
{
  (void)state;
  resolved without = resolve(heap, list), with = resolve_with(heap, list, (hd_memory_options){.check_alive = true});
  expect_not(&without, "(select alive");
  expect(&with, "(not (= (select alive (extract 0 32 (lshr (sub q 8192:64) 5:64))) 1:8))");
  done(&without);
  done(&with);
}

/* Where a pointer is one place of the object or none, the index is what is added to it. */
static void an_index_behind_a_pointer_needs_no_division(void **state)
{
  (void)state;
  resolved r = resolve("object a global base 4096 size 40\nslot \"[]\" at 0 width 32 times 10 step 4\n"
                       "object b global base 8192 size 40\nslot \"[]\" at 0 width 32 times 10 step 4\n"
                       "object q global base 16384 size 8\nslot \"\" at 0 width 64 pointer\n",
                       "edge L0 -> L1 do mem64[16384:64] := 4096:64\n"
                       "edge L0 -> L1 do mem64[16384:64] := 8192:64\n"
                       "edge L1 -> L2 do p := (deref 64 16384:64)\n"
                       "edge L2 -> L3 do t := (deref 32 (add p (mul (zext 64 i) 4:64)))\n");
  expect(&r, "do t := (select a i)");
  expect(&r, "do t := (select b i)");
  expect_not(&r, "lshr");
  done(&r);
}

static const char sized[] = "var n : bv32 shared memory unsigned = 0\n"
                            "object malloc@1 heap base 8192 size 4000 any extent n grain 4\n"
                            "slot \"[]\" at 0 width 32 times 1000 step 4\n";

static void elements_beyond_the_extent_are_no_place(void **state)
{
  (void)state;
  resolved r = resolve(sized, "edge L0 -> L1 do n := t\n"
                              "edge L1 -> L2 do t := (deref 32 (add 8192:64 (mul (zext 64 i) 4:64)))\n");
  expect(&r, "when (and (ult i n) (ult i 1000:32)) do t := (select malloc@1 i)");
  expect(&r, "when (and (ule n i) (ult i 1000:32))");
  expect_not(&r, "unsupported");
  done(&r);
}

/* An access that is not one element is asked for the element that its last byte lies in. */
static void an_extent_counts_the_last_byte(void **state)
{
  (void)state;
  resolved r = resolve(sized, "edge L0 -> L1 do n := t\n"
                              "edge L1 -> L2 do p := (deref 64 (add 8192:64 (mul (zext 64 i) 4:64)))\n");
  expect(&r, "(udiv (add (mul (zext 64 i) 4:64) 7:64) 4:64) (zext 64 n)");
  done(&r);
}

static void a_container_is_found_from_its_member(void **state)
{
  (void)state;
  resolved r =
      resolve("object s global base 4096 size 24\nslot \".key\" at 0 width 32\nslot \".link\" at 8 width 64 pointer\n"
              "slot \".sum\" at 16 width 32\n",
              "edge L0 -> L1 do mem64[4104:64] := 4104:64\n"
              "edge L1 -> L2 do p := (deref 64 4104:64)\n"
              "edge L2 -> L3 do mem32[(add (sub p 8:64) 16:64)] := 3:32\n");
  expect(&r, "when (= p 4104:64) do s.sum := 3:32");
  expect_not(&r, "var s.key");
  done(&r);
}

static void a_tag_in_the_low_bits_does_not_matter(void **state)
{
  (void)state;
  resolved r = resolve("object x global base 4096 size 8\nslot \"\" at 0 width 64 pointer\n",
                       "edge L0 -> L1 do p := 4096:64\n"
                       "edge L1 -> L2 do q := (bor p 1:64)\n"
                       "edge L2 -> L3 do mem64[(band q -8:64)] := 5:64\n");
  expect(&r, "do x := 5:64");
  expect_not(&r, "assert");
  expect_not(&r, "unsupported");
  done(&r);
}

/* --- what cannot be followed ------------------------------------------------------------------ */

static void an_address_from_outside_is_unsupported_but_null_is_invalid(void **state)
{
  (void)state;
  resolved r = resolve("object x global base 4096 size 4\nslot \"\" at 0 width 32\n",
                       "edge L0 -> L1 do p := any\nedge L1 -> L2 do t := (deref 32 p)\n");
  expect(&r, "unsupported \"not supported: an address that comes from outside the program\"");
  expect(&r, "assert deref (not (= p 0:64))");
  done(&r);
}

static void memory_never_written_holds_no_valid_pointer(void **state)
{
  (void)state;
  resolved r = resolve("object a local base 4096 size 8 any\nslot \"\" at 0 width 64 pointer\n",
                       "edge L0 -> L1 do p := (deref 64 4096:64)\nedge L1 -> L2 do t := (deref 32 p)\n");
  expect(&r, "assert deref false");
  expect_not(&r, "unsupported");
  done(&r);
}

static void an_address_read_in_the_same_step_is_unsupported(void **state)
{
  (void)state;
  resolved r = resolve("object a global base 4096 size 8\nslot \"\" at 0 width 64 pointer\n",
                       "edge L0 -> L1 do t := (deref 32 (deref 64 4096:64))\n");
  expect(&r, "unsupported \"not supported: an address read from memory in the step that uses it\"");
  done(&r);
}

/* --- edges -------------------------------------------------------------------------------------- */

static void a_lock_through_a_pointer_waits_and_does_not_fail(void **state)
{
  (void)state;
  resolved r = resolve("object m global base 4096 size 8\nslot \".word\" at 0 width 32\n"
                       "object k global base 4112 size 8\nslot \".word\" at 0 width 32\n",
                       "edge L0 -> L1 when (slt i 0:32) do p := 4096:64\n"
                       "edge L0 -> L1 when (not (slt i 0:32)) do p := 0:64\n"
                       "edge L1 -> L2 when (= (deref 32 p) 0:32) do mem32[p] := 1:32 access sync\n");
  expect(&r, "edge L1 -> L2 when (and (= p 4096:64) (= m.word 0:32)) do m.word := 1:32 access sync\n");
  expect(&r, "when (not (= p 4096:64)) assert deref false"); /* whether the lock is free or not */
  expect(&r, "var m.word : bv32 shared sync");
  done(&r);
}

static void the_check_of_a_guarded_access_is_guarded(void **state)
{
  (void)state;
  resolved r = resolve("object x global base 4096 size 4\nslot \"\" at 0 width 32\n"
                       "object g global base 4112 size 8 init 0010\nslot \"\" at 0 width 64 pointer\n",
                       "edge L0 -> L1 do p := (deref 64 4112:64)\n"
                       "edge L1 -> L2 when (slt i 0:32) do mem32[p] := 1:32\n"
                       "edge L1 -> L3 when (not (slt i 0:32)) do mem64[4112:64] := 0:64\n");
  expect(&r, "when (and (not (= p 4096:64)) (slt i 0:32)) assert deref false");
  done(&r);
}

static const char checked[] = "object s global base 4096 size 8\nslot \".a\" at 0 width 32\nslot \".b\" at 4 width 32\n"
                              "object g global base 4112 size 8 any\nslot \"\" at 0 width 64 pointer\n";

static void a_pointer_that_was_checked_is_not_checked_again(void **state)
{
  (void)state;
  resolved r = resolve(checked, "edge L0 -> L1 do mem64[4112:64] := 4096:64\n"
                                "edge L1 -> L2 do p := (deref 64 4112:64)\n"
                                "edge L2 -> L3 do mem32[p] := 1:32\n"
                                "edge L3 -> L4 do mem32[(add p 4:64)] := 1:32\n");
  expect(&r, "edge L2 -> L3 when (= p 4096:64) do s.a := 1:32\n");
  expect(&r, "edge L3 -> L4 do s.b := 1:32\n");
  assert_int_equal(count(&r, "assert deref"), 1);
  done(&r);
}

static void a_pointer_is_checked_again_where_it_may_be_another(void **state)
{
  (void)state;
  resolved r = resolve(checked, "edge L0 -> L1 do mem64[4112:64] := 4096:64\n"
                                "edge L1 -> L2 do p := (deref 64 4112:64)\n"
                                "edge L2 -> L3 when (slt i 0:32) do mem32[p] := 1:32\n"
                                "edge L2 -> L3 when (not (slt i 0:32))\n" /* unchecked */
                                "edge L3 -> L4 do mem32[(add p 4:64)] := 1:32\n"
                                "edge L4 -> L5 do p := (deref 64 4112:64)\n"
                                "edge L5 -> L6 do mem32[p] := 2:32\n");
  assert_int_equal(count(&r, "assert deref"), 3);
  done(&r);
}

static void two_addresses_of_one_base_are_not_combined_freely(void **state)
{
  (void)state;
  resolved r = resolve("object s global base 4096 size 8\nslot \".a\" at 0 width 32\nslot \".b\" at 4 width 32\n"
                       "object u global base 4112 size 8\nslot \".a\" at 0 width 32\nslot \".b\" at 4 width 32\n",
                       "edge L0 -> L1 when (slt i 0:32) do p := 4096:64\n"
                       "edge L0 -> L1 when (not (slt i 0:32)) do p := 4112:64\n"
                       "edge L1 -> L2 do mem32[(add p 4:64)] := (deref 32 p)\n"
                       "edge L2 -> L3 do mem32[4096:64] := i, mem32[4112:64] := i\n");
  assert_int_equal(count(&r, "edge L1 -> L2"), 2);
  expect(&r, "do s.b := s.a");
  expect(&r, "do u.b := u.a");
  done(&r);
}

static void a_local_of_one_thread_stays_with_it(void **state)
{
  (void)state;
  static const char objects[] = "object main::x local base 4096 size 4\nslot \"\" at 0 width 32\n"
                                "object main::y local base 4112 size 4\nslot \"\" at 0 width 32\n";
  resolved r = resolve(objects, "edge L0 -> L1 do mem32[4096:64] := i\nedge L1 -> L2 do t := (deref 32 4096:64)\n"
                                "edge L2 -> L3 do mem32[4112:64] := i\n"
                                "edge L9 -> L10 when (= worker.status 1:8) do mem32[4112:64] := 2:32\n"
                                "edge L3 -> L4 do worker.status := 1:8\n");
  expect(&r, "var main::x : bv32 local main user");
  expect(&r, "var main::y : bv32 shared user");
  done(&r);
}

/* --- what is known beforehand ------------------------------------------------------------------- */

static void only_functions_that_a_pointer_can_be_are_called(void **state)
{
  (void)state;
  resolved r = resolve("object f function base 4096 size 1\nobject g function base 4112 size 1\n"
                       "object table global base 8192 size 8 init 0010\nslot \"\" at 0 width 64 pointer\n",
                       "edge L0 -> L1 do p := (deref 64 8192:64)\n"
                       "edge L1 -> L2 when (= p 4096:64)\n"
                       "edge L1 -> L3 when (= p 4112:64)\n"
                       "edge L2 -> L4 do t := 1:32\n"
                       "edge L3 -> L4 do mem64[8192:64] := 4112:64\n"); /* would make itself possible */
  expect(&r, "do t := 1:32");
  assert_int_equal(count(&r, "edge L"), 3);
  done(&r);
}

static void constant_memory_is_its_value(void **state)
{
  (void)state;
  resolved r =
      resolve("object s string base 4096 size 4 constant init 616200\nslot \"[]\" at 0 width 8 char times 4 step 1\n",
              "edge L0 -> L1 do c := (deref 8 4097:64)\n"
              "edge L1 -> L2 do i := any\n"
              "edge L2 -> L3 do t := (zext 32 (deref 8 (add 4096:64 (zext 64 i))))\n");
  expect(&r, "do c := 98:8");
  expect(&r, "do t := (zext 32 (select s i))");
  done(&r);
}

static void resolving_stops_with_its_watch(void **state)
{
  (void)state;
  bool cancel = true;
  hd_budget budget = {.cancel = &cancel};
  hd_watch watch = {.budget = &budget};
  hd_program *p = parse("", "edge L0 -> L1 do i := 1:32\n");
  p->watch = &watch;
  hd_memory_resolve(p, NULL);
  assert_true(p->raw);
  assert_true(hd_watch_spent(&watch));
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_constant_address_is_a_variable),
      cmocka_unit_test(fields_are_variables_of_their_own),
      cmocka_unit_test(what_nothing_accesses_is_no_variable),
      cmocka_unit_test(an_index_is_taken_from_the_subscript),
      cmocka_unit_test(rows_and_columns_are_told_from_the_strides),
      cmocka_unit_test(rows_begin_before_what_is_accessed_of_them),
      cmocka_unit_test(a_pointer_is_compared_with_what_it_can_be),
      cmocka_unit_test(null_is_an_invalid_pointer),
      cmocka_unit_test(an_access_beside_an_object_is_invalid),
      cmocka_unit_test(a_union_becomes_the_words_it_is_accessed_in),
      cmocka_unit_test(bytes_of_an_integer_are_bytes),
      cmocka_unit_test(big_endian_bytes_come_the_other_way_round),
      cmocka_unit_test(untyped_memory_takes_the_shape_of_its_accesses),
      cmocka_unit_test(an_index_into_an_array_stays_in_its_array),
      cmocka_unit_test(a_pointer_into_an_array_may_also_point_beside_it),
      cmocka_unit_test(bytes_walked_over_may_be_those_of_the_whole_object),
      cmocka_unit_test(a_copy_by_bytes_is_followed),
      cmocka_unit_test(copies_of_a_heap_object_are_elements),
      cmocka_unit_test(the_heap_is_checked_to_be_alive_on_request),
      cmocka_unit_test(an_index_behind_a_pointer_needs_no_division),
      cmocka_unit_test(elements_beyond_the_extent_are_no_place),
      cmocka_unit_test(an_extent_counts_the_last_byte),
      cmocka_unit_test(a_container_is_found_from_its_member),
      cmocka_unit_test(a_tag_in_the_low_bits_does_not_matter),
      cmocka_unit_test(an_address_from_outside_is_unsupported_but_null_is_invalid),
      cmocka_unit_test(memory_never_written_holds_no_valid_pointer),
      cmocka_unit_test(an_address_read_in_the_same_step_is_unsupported),
      cmocka_unit_test(a_lock_through_a_pointer_waits_and_does_not_fail),
      cmocka_unit_test(the_check_of_a_guarded_access_is_guarded),
      cmocka_unit_test(a_pointer_that_was_checked_is_not_checked_again),
      cmocka_unit_test(a_pointer_is_checked_again_where_it_may_be_another),
      cmocka_unit_test(two_addresses_of_one_base_are_not_combined_freely),
      cmocka_unit_test(a_local_of_one_thread_stays_with_it),
      cmocka_unit_test(only_functions_that_a_pointer_can_be_are_called),
      cmocka_unit_test(constant_memory_is_its_value),
      cmocka_unit_test(resolving_stops_with_its_watch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
