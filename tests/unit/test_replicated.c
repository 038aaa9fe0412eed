/* test_replicated.c - which instances of a thread are alike. */
#include "program_text.h"

#include "analysis/replicated.h"

static hd_alike alike(const char *lines)
{
  char text[1000];
  snprintf(text, sizeof text,
           "program pointer 64 little\nthread main entry L0\n"
           "thread w entry L2 instances 2 self me status st\n"
           "var st : bv8[2] status\nvar own : bv32[2]\nvar x : bv32\nvar uneven : bv32[2] = 0 1\n"
           "var me : bv32 local w self\nvar l : bv32 local w\nvar la : bv32[2] local w\n"
           "loc L0 main\nloc L1 main end\nloc L2 w\nloc L3 w\nloc L4 w end\n%s",
           lines);
  hd_program *p = program_of(text);
  hd_alike result = hd_thread_alike(p, (hd_thread){1});
  assert_true(hd_thread_several(p, (hd_thread){1}) && !hd_thread_several(p, HD_MAIN));
  hd_program_free(p);
  return result;
}

static void instances_are_alike_unless_told_apart(void **unused)
{
  (void)unused;
  assert_int_equal(alike("edge L2 -> L3 do l := x\n"), HD_ALIKE);
  assert_int_equal(alike("edge L2 -> L3 do own[me] := (add x (select own me))\n"), HD_ALIKE);
  assert_int_equal(alike("edge L2 -> L3 do x := me\n"), HD_ALIKE_NOT);
  assert_int_equal(alike("edge L2 -> L3 when (= me 0:32)\n"), HD_ALIKE_NOT);
  assert_int_equal(alike("edge L2 -> L3 do own[me] := 1:32, x := (select own 0:32)\n"), HD_ALIKE_NOT);
  assert_int_equal(alike("edge L2 -> L3 do x := (select own me)\nedge L0 -> L1 do own[0:32] := 5:32\n"), HD_ALIKE_NOT);
  assert_int_equal(alike("edge L2 -> L3 do x := (select uneven me)\n"), HD_ALIKE_NOT);
  assert_int_equal(alike("edge L2 -> L3 do la[me] := 1:32\n"), HD_ALIKE_NOT);
  assert_int_equal(alike("edge L2 -> L3 when (= (select st me) 1:8)\nedge L0 -> L1 do st[0:32] := 1:8\n"),
                   HD_ALIKE_BUT_STATUS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(instances_are_alike_unless_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
