/* test_board.c - where the work is, told by one process and read by another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/board.h"

static char text[512];

static void the_phase_is_told_while_no_engine_runs(void **state)
{
  (void)state;
  hd_board_ask("no-deadlock");
  hd_board_begin("following pointers");
  assert_ptr_equal(strstr(hd_board_read(text, sizeof text), "no-deadlock: following pointers; "), text);
  hd_board_ask(NULL);
  assert_ptr_equal(strstr(hd_board_read(text, sizeof text), "reading; "), text);
}

static void what_a_child_says_its_parent_reads(void **state)
{
  (void)state;
  hd_board_ask("unreach-call");
  hd_board_enter("horn");
  pid_t pid = fork();
  if (pid == 0) {
    hd_board_enter("bmc");
    hd_board_say("bmc", "unwind %d", 12);
    _exit(0);
  }
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  hd_board_close(1);
  hd_board_read(text, sizeof text);
  assert_ptr_equal(strstr(text, "unreach-call: horn, bmc (unwind 12); 1 check closed; "), text);
  hd_board_close(2);
  hd_board_leave("horn");
  hd_board_leave("nobody");
  hd_board_read(text, sizeof text);
  assert_ptr_equal(strstr(text, "unreach-call: bmc (unwind 12); 3 checks closed; "), text);
}

/* More engines than there are rows, texts longer than there is room for: something is left out, nothing is overrun. */
static void too_much_is_cut(void **state)
{
  (void)state;
  char name[100], small[20];
  hd_board_ask("a-property-with-a-name-that-nobody-would-give-to-a-property");
  for (unsigned i = 0; i < 40; i++) {
    snprintf(name, sizeof name, "engine-%u-%060d", i, 0);
    hd_board_enter(name);
    hd_board_say(name, "%0200d", 7);
  }
  assert_true(strlen(hd_board_read(text, sizeof text)) < sizeof text);
  assert_true(strlen(hd_board_read(small, sizeof small)) < sizeof small);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_phase_is_told_while_no_engine_runs),
      cmocka_unit_test(what_a_child_says_its_parent_reads),
      cmocka_unit_test(too_much_is_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
