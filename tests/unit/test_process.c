/* test_process.c - running other programs: their output, their end, and that nothing is left of them. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/process.h"

#define RUN(r, budget, ...) hd_process_run(&(hd_command){.argv = (const char *[]){__VA_ARGS__, NULL}}, (budget), (r))

static void output_and_errors_are_captured_apart(void **state)
{
  (void)state;
  hd_process_result r;
  RUN(&r, NULL, "sh", "-c", "echo out; echo err >&2; exit 7");
  assert_int_equal(r.end, HD_PROCESS_EXITED);
  assert_int_equal(r.status, 7);
  assert_string_equal(r.output, "out\n");
  assert_string_equal(r.errors, "err\n");
  hd_process_result_clear(&r);
}

static void arguments_reach_the_child_unchanged(void **state)
{
  (void)state;
  hd_process_result r;
  RUN(&r, NULL, "printf", "%s|", "a b", "$(true)", "*", "");
  assert_string_equal(r.output, "a b|$(true)|*||");
  hd_process_result_clear(&r);
}

static void standard_input_is_empty(void **state)
{
  (void)state;
  hd_process_result r;
  RUN(&r, NULL, "cat");
  assert_int_equal(r.end, HD_PROCESS_EXITED);
  assert_int_equal(r.status, 0);
  assert_int_equal(r.output_len, 0);
  hd_process_result_clear(&r);
}

static void large_output_on_both_streams_does_not_block(void **state)
{
  (void)state;
  hd_process_result r;
  RUN(&r, NULL, "sh", "-c", "head -c 3000000 /dev/zero; head -c 2000000 /dev/zero >&2");
  assert_int_equal(r.status, 0);
  assert_int_equal(r.output_len, 3000000);
  assert_int_equal(r.errors_len, 2000000);
  hd_process_result_clear(&r);
}

static void capture_keeps_the_first_bytes(void **state)
{
  (void)state;
  hd_process_result r;
  const char *argv[] = {"sh", "-c", "echo 0123456789; head -c 500000 /dev/zero", NULL};
  hd_process_run(&(hd_command){.argv = argv, .capture = 4}, NULL, &r);
  assert_int_equal(r.status, 0);
  assert_string_equal(r.output, "0123");
  hd_process_result_clear(&r);
}

static void a_missing_program_is_told_from_one_that_fails(void **state)
{
  (void)state;
  hd_process_result r;
  RUN(&r, NULL, "heddle-no-such-program");
  assert_int_equal(r.end, HD_PROCESS_NOT_STARTED);
  assert_int_equal(r.status, ENOENT);
  hd_process_result_clear(&r);
}

static void a_signal_is_reported(void **state)
{
  (void)state;
  hd_process_result r;
  RUN(&r, NULL, "sh", "-c", "kill -SEGV $$");
  assert_int_equal(r.end, HD_PROCESS_SIGNALED);
  assert_int_equal(r.status, SIGSEGV);
  hd_process_result_clear(&r);
}

/* In these tests a child that is not stopped sleeps until the test runner loses patience. */
static void the_deadline_stops_the_child(void **state)
{
  (void)state;
  hd_budget b = {.deadline = hd_now() + 0.05};
  hd_process_result r;
  RUN(&r, &b, "sleep", "infinity");
  assert_int_equal(r.end, HD_PROCESS_STOPPED);
  assert_int_equal(r.cause, HD_CAUSE_TIME);
  hd_process_result_clear(&r);
}

static volatile bool child_has_begun;

static void note_begin(int signal)
{
  (void)signal;
  child_has_begun = true;
}

static void what_a_stopped_child_has_said_is_kept(void **state)
{
  (void)state;
  hd_budget b = {.cancel = &child_has_begun};
  hd_process_result r;
  signal(SIGUSR1, note_begin);
  RUN(&r, &b, "sh", "-c", "echo begun; kill -USR1 $PPID; sleep infinity");
  signal(SIGUSR1, SIG_DFL);
  assert_int_equal(r.end, HD_PROCESS_STOPPED);
  assert_string_equal(r.output, "begun\n");
  hd_process_result_clear(&r);
}

static void cancellation_stops_the_child(void **state)
{
  (void)state;
  volatile bool cancel = true;
  hd_budget b = {.cancel = &cancel};
  hd_process_result r;
  RUN(&r, &b, "sleep", "infinity");
  assert_int_equal(r.end, HD_PROCESS_STOPPED);
  assert_int_equal(r.cause, HD_CAUSE_CANCELLED);
  hd_process_result_clear(&r);
}

static bool is_running(pid_t pid)
{
  char path[64], text[256] = "";
  snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
  FILE *f = fopen(path, "r");
  if (!f) return false;
  bool read = fgets(text, sizeof text, f) != NULL;
  fclose(f);
  const char *after_name = read ? strrchr(text, ')') : NULL;
  return after_name && after_name[1] == ' ' && after_name[2] != 'Z';
}

static void grandchildren_die_with_the_child(void **state)
{
  (void)state;
  hd_process_result r;
  RUN(&r, NULL, "sh", "-c", "sleep infinity & echo $!");
  assert_int_equal(r.end, HD_PROCESS_EXITED);
  long pid = strtol(r.output, NULL, 10);
  assert_true(pid > 1);
  while (is_running((pid_t)pid)) usleep(10000);
  hd_process_result_clear(&r);
}

static void output_goes_to_a_file_on_request(void **state)
{
  (void)state;
  char path[] = "/tmp/heddle-process-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  hd_process_result r;
  const char *argv[] = {"sh", "-c", "echo to the file; echo here >&2", NULL};
  hd_process_run(&(hd_command){.argv = argv, .stdout_path = path}, NULL, &r);
  char text[64] = "";
  assert_int_equal(read(fd, text, sizeof text - 1), strlen("to the file\n"));
  assert_string_equal(text, "to the file\n");
  assert_string_equal(r.output, "");
  assert_string_equal(r.errors, "here\n");
  hd_process_result_clear(&r);
  close(fd);
  unlink(path);
}

static void a_file_that_cannot_be_written_is_an_error(void **state)
{
  (void)state;
  hd_process_result r;
  const char *argv[] = {"true", NULL};
  hd_process_run(&(hd_command){.argv = argv, .stdout_path = "/nowhere/at/all"}, NULL, &r);
  assert_int_equal(r.end, HD_PROCESS_NOT_STARTED);
  assert_int_equal(r.status, ENOENT);
  hd_process_result_clear(&r);
}

static void the_memory_limit_holds_for_the_child(void **state)
{
  (void)state;
  hd_process_result r;
  const char *argv[] = {"sh", "-c", "ulimit -v", NULL};
  hd_process_run(&(hd_command){.argv = argv, .memory = (size_t)512 << 20}, NULL, &r);
  assert_string_equal(r.output, "524288\n");
  hd_process_result_clear(&r);
}

static void the_working_directory_is_the_one_asked_for(void **state)
{
  (void)state;
  hd_process_result r;
  const char *argv[] = {"pwd", NULL};
  hd_process_run(&(hd_command){.argv = argv, .directory = "/"}, NULL, &r);
  assert_string_equal(r.output, "/\n");
  hd_process_result_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(output_and_errors_are_captured_apart),
      cmocka_unit_test(arguments_reach_the_child_unchanged),
      cmocka_unit_test(standard_input_is_empty),
      cmocka_unit_test(large_output_on_both_streams_does_not_block),
      cmocka_unit_test(capture_keeps_the_first_bytes),
      cmocka_unit_test(a_missing_program_is_told_from_one_that_fails),
      cmocka_unit_test(a_signal_is_reported),
      cmocka_unit_test(the_deadline_stops_the_child),
      cmocka_unit_test(what_a_stopped_child_has_said_is_kept),
      cmocka_unit_test(cancellation_stops_the_child),
      cmocka_unit_test(grandchildren_die_with_the_child),
      cmocka_unit_test(output_goes_to_a_file_on_request),
      cmocka_unit_test(a_file_that_cannot_be_written_is_an_error),
      cmocka_unit_test(the_memory_limit_holds_for_the_child),
      cmocka_unit_test(the_working_directory_is_the_one_asked_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
