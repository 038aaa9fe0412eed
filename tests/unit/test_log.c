/* test_log.c - the developers' log: which names and levels the settings turn on, and where dumps go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <unistd.h>

#include "base/child.h"
#include "base/log.h"

static void the_log_is_off_unless_it_is_asked_for(void **state)
{
  (void)state;
  unsetenv("HEDDLE_LOG");
  unsetenv("HEDDLE_DUMP");
  assert_false(hd_log_wants("engine", 1));
  assert_null(hd_log_dump("stage", "txt"));
}

static void a_name_has_its_level(void **state)
{
  (void)state;
  setenv("HEDDLE_LOG", "phase,bmc:2", 1);
  assert_true(hd_log_wants("phase", 1));
  assert_false(hd_log_wants("phase", 2));
  assert_true(hd_log_wants("bmc", 2));
  assert_false(hd_log_wants("bm", 1));
  assert_false(hd_log_wants("bmcs", 1));
  setenv("HEDDLE_LOG", "all:1,smt:0", 1);
  assert_true(hd_log_wants("engine", 1));
  assert_false(hd_log_wants("smt", 1));
  setenv("HEDDLE_LOG", "a:1", 1);
  assert_false(hd_log_wants("engine", 1));
  unsetenv("HEDDLE_LOG");
}

static void a_dump_is_a_file_with_a_number(void **state)
{
  (void)state;
  char folder[] = "/tmp/heddle-log-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  setenv("HEDDLE_DUMP", folder, 1);
  for (unsigned i = 1; i <= 2; i++) {
    FILE *out = hd_log_dump("stage", "txt");
    assert_non_null(out);
    fclose(out);
    snprintf(path, sizeof path, "%s/%04u-stage.txt", folder, i);
    assert_int_equal(unlink(path), 0);
  }
  unsetenv("HEDDLE_DUMP");
  assert_int_equal(rmdir(folder), 0);
}

static unsigned char *tell_process(void *context, size_t *size)
{
  pid_t *here = context;
  *here = getpid();
  *size = 1;
  return hd_alloc(1, 1);
}

static void without_fork_the_work_is_done_here(void **state)
{
  (void)state;
  pid_t worker = 0;
  hd_budget budget = {0};
  hd_child_result result = {0};
  setenv("HEDDLE_NO_FORK", "1", 1);
  hd_child_run(tell_process, &worker, &budget, &result);
  assert_int_equal(result.end, HD_CHILD_DONE);
  assert_int_equal(worker, getpid());
  free(result.data);
  worker = 0;
  setenv("HEDDLE_NO_FORK", "0", 1);
  hd_child_run(tell_process, &worker, &budget, &result);
  assert_int_equal(result.end, HD_CHILD_DONE);
  assert_int_equal(worker, 0);
  free(result.data);
  unsetenv("HEDDLE_NO_FORK");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_log_is_off_unless_it_is_asked_for),
      cmocka_unit_test(a_name_has_its_level),
      cmocka_unit_test(a_dump_is_a_file_with_a_number),
      cmocka_unit_test(without_fork_the_work_is_done_here),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
