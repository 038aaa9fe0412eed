/* test_keeper.c - limits hold for all descendants of a program, and none of them is left behind. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/keeper.h"

typedef struct {
  hd_keeper_result kept;
  char *output, *errors;
} run;

static run run_shell(hd_keeper_job job, const char *script)
{
  const char *argv[] = {"sh", "-c", script, NULL};
  run r;
  job.argv = argv;
  job.core = -1;
  hd_keeper *k = hd_keeper_start(&job);
  assert_non_null(k);
  r.kept = hd_keeper_finish(k, &r.output, &r.errors);
  return r;
}

static void clear_run(run *r)
{
  free(r->output);
  free(r->errors);
}

/* The process whose number the program has written is gone. */
static void assert_gone(const run *r)
{
  int pid = atoi(r->output);
  assert_true(pid > 0);
  assert_int_equal(kill(pid, 0), -1);
  assert_int_equal(errno, ESRCH);
}

static void output_and_exit_status_come_back(void **state)
{
  (void)state;
  run r = run_shell((hd_keeper_job){0}, "echo out; echo err >&2; exit 7");
  assert_int_equal(r.kept.end, HD_KEPT_EXITED);
  assert_int_equal(r.kept.status, 7);
  assert_string_equal(r.output, "out\n");
  assert_string_equal(r.errors, "err\n");
  clear_run(&r);
}

static void a_signal_is_told_from_an_exit(void **state)
{
  (void)state;
  run r = run_shell((hd_keeper_job){0}, "kill -SEGV $$");
  assert_int_equal(r.kept.end, HD_KEPT_SIGNALED);
  assert_int_equal(r.kept.status, SIGSEGV);
  clear_run(&r);
}

static void a_program_that_is_not_there(void **state)
{
  (void)state;
  char *output, *errors;
  const char *argv[] = {"/no/such/program", NULL};
  hd_keeper_result kept =
      hd_keeper_finish(hd_keeper_start(&(hd_keeper_job){.argv = argv, .core = -1}), &output, &errors);
  assert_int_equal(kept.end, HD_KEPT_NOT_STARTED);
  assert_int_equal(kept.status, ENOENT);
  free(output);
  free(errors);
}

static void a_daemon_that_left_its_session_is_killed(void **state)
{
  (void)state;
  run r =
      run_shell((hd_keeper_job){0}, "setsid sh -c 'echo $$; sleep 1000' & while [ ! -s /proc/self/fd/1 ]; do :; done");
  assert_int_equal(r.kept.end, HD_KEPT_EXITED);
  assert_gone(&r);
  clear_run(&r);
}

static void processor_time_of_a_grandchild_counts(void **state)
{
  (void)state;
  run r =
      run_shell((hd_keeper_job){.processor = 0.3}, "trap '' TERM; setsid sh -c 'echo $$; while :; do :; done' & wait");
  assert_int_equal(r.kept.end, HD_KEPT_PROCESSOR);
  assert_true(r.kept.processor >= 0.3);
  assert_gone(&r);
  clear_run(&r);
}

static void memory_of_a_grandchild_counts(void **state)
{
  (void)state;
  hd_keeper_job job = {.memory = (size_t)64 << 20};
  run r = run_shell(job, "sh -c 'x=$(head -c 100000000 /dev/zero | tr \"\\0\" a); sleep 1000' & wait");
  assert_int_equal(r.kept.end, HD_KEPT_MEMORY);
  assert_true(r.kept.memory > job.memory);
  clear_run(&r);
}

static void a_sleeper_ends_by_the_clock(void **state)
{
  (void)state;
  run r = run_shell((hd_keeper_job){.wall = 0.05}, "trap '' TERM; sleep 1000");
  assert_int_equal(r.kept.end, HD_KEPT_WALL);
  assert_true(r.kept.wall >= 0.05);
  clear_run(&r);
}

static void it_can_be_stopped(void **state)
{
  (void)state;
  const char *argv[] = {"sleep", "1000", NULL};
  char *output, *errors;
  hd_keeper *k = hd_keeper_start(&(hd_keeper_job){.argv = argv, .core = -1});
  hd_keeper_stop(k);
  assert_int_equal(hd_keeper_finish(k, &output, &errors).end, HD_KEPT_STOPPED);
  free(output);
  free(errors);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(output_and_exit_status_come_back),
      cmocka_unit_test(a_signal_is_told_from_an_exit),
      cmocka_unit_test(a_program_that_is_not_there),
      cmocka_unit_test(a_daemon_that_left_its_session_is_killed),
      cmocka_unit_test(processor_time_of_a_grandchild_counts),
      cmocka_unit_test(memory_of_a_grandchild_counts),
      cmocka_unit_test(a_sleeper_ends_by_the_clock),
      cmocka_unit_test(it_can_be_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
