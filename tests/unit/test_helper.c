/* A helper answers while its parent goes on, and nothing that happens to it is its parent's misfortune. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>

#include <dirent.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/helper.h"

enum { SUM, CRASH, LEAVE, SLEEP, LARGE, COUNT, WHO };

static const hd_budget unlimited = {.jobs = 1};

static void work(void *context, hd_reader *question, hd_bytes *answer)
{
  uint64_t *asked = context, what = hd_get(question), sum = 0;
  (*asked)++;
  if (what == SUM)
    for (uint32_t n = hd_get_count(question); n > 0; n--) sum += hd_get(question);
  if (what == CRASH) {
    signal(SIGABRT, SIG_DFL);
    abort();
  }
  if (what == LEAVE) _exit(0);
  while (what == SLEEP) pause(); /* until it is stopped, or the test runner ends the test */
  if (what == COUNT) sum = *asked;
  if (what == WHO) sum = (uint64_t)getpid();
  hd_put(answer, sum);
  for (uint32_t i = 0; what == LARGE && i < 100000; i++) hd_put(answer, i);
}

static void ask(hd_helper *h, uint64_t what, uint64_t more)
{
  hd_bytes question = {0};
  hd_put(&question, what);
  hd_put(&question, more);
  hd_helper_ask(h, &question);
  hd_vec_clear(&question);
}

static uint64_t answer_of(hd_helper *h)
{
  assert_true(hd_helper_wait(h, &unlimited));
  hd_reader in = hd_helper_answer(h);
  uint64_t word = hd_get(&in);
  assert_false(in.bad);
  return word;
}

static unsigned open_files(void)
{
  unsigned n = 0;
  DIR *d = opendir("/proc/self/fd");
  assert_non_null(d);
  while (readdir(d)) n++;
  closedir(d);
  return n;
}

static hd_helper *start(uint64_t *asked)
{
  hd_helper *h = hd_helper_start(work, asked, &unlimited);
  assert_non_null(h);
  assert_int_equal(hd_helper_look(h), HD_HELPER_IDLE);
  return h;
}

static void one_helper_answers_many_questions(void **state)
{
  (void)state;
  unsigned files = open_files();
  uint64_t asked = 0;
  hd_helper *h = start(&asked);
  for (uint64_t i = 1; i <= 5; i++) {
    ask(h, COUNT, 0);
    assert_int_equal(answer_of(h), i); /* it remembers */
    assert_int_equal(hd_helper_look(h), HD_HELPER_IDLE);
  }
  assert_int_equal(asked, 0); /* on its own copy */
  hd_helper_drop(h);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no process is left */
  assert_int_equal(open_files(), files);
}

static void questions_and_answers_may_be_large(void **state)
{
  (void)state;
  uint64_t asked = 0, sum = 0;
  hd_helper *h = start(&asked);
  hd_bytes question = {0};
  hd_put(&question, SUM);
  hd_put(&question, 200000);
  for (uint64_t i = 0; i < 200000; i++) {
    hd_put(&question, i);
    sum += i;
  }
  hd_helper_ask(h, &question);
  assert_int_equal(answer_of(h), sum);
  hd_vec_clear(&question);
  ask(h, LARGE, 0);
  assert_true(hd_helper_wait(h, &unlimited));
  hd_reader in = hd_helper_answer(h);
  hd_get(&in);
  for (uint32_t i = 0; i < 100000; i++) assert_int_equal(hd_get(&in), i);
  assert_true(!in.bad && in.at == in.end);
  hd_helper_drop(h);
}

static void its_parent_goes_on_meanwhile(void **state)
{
  (void)state;
  uint64_t asked = 0;
  hd_helper *h = start(&asked);
  ask(h, SLEEP, 0);
  assert_int_equal(hd_helper_look(h), HD_HELPER_BUSY);
  hd_budget soon = {.jobs = 1, .deadline = hd_now() + 0.1};
  assert_false(hd_helper_wait(h, &soon)); /* not longer than there is time */
  hd_helper_drop(h);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void who_ends_without_an_answer_is_gone(void **state)
{
  (void)state;
  static const uint64_t ends[] = {CRASH, LEAVE};
  for (unsigned i = 0; i < HD_COUNT(ends); i++) {
    unsigned files = open_files();
    uint64_t asked = 0;
    hd_helper *h = start(&asked);
    ask(h, ends[i], 0);
    assert_false(hd_helper_wait(h, &unlimited));
    assert_int_equal(hd_helper_look(h), HD_HELPER_GONE);
    assert_true(hd_helper_answer(h).bad);
    hd_helper_drop(h);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(open_files(), files);
  }
}

static void to_ask_the_dead_does_no_harm(void **state)
{
  (void)state;
  uint64_t asked = 0;
  hd_helper *h = start(&asked);
  ask(h, WHO, 0);
  kill((pid_t)answer_of(h), SIGKILL);
  while (hd_helper_look(h) == HD_HELPER_IDLE) {
    usleep(10000);
    ask(h, COUNT, 0);
  }
  assert_false(hd_helper_wait(h, &unlimited));
  hd_helper_drop(h);
}

/* A process in between starts the helper, says who it is, and dies. */
static void it_dies_with_its_parent(void **state)
{
  (void)state;
  int fds[2];
  uint64_t who = 0;
  assert_int_equal(pipe(fds), 0);
  pid_t between = fork();
  if (between == 0) {
    uint64_t asked = 0;
    hd_helper *h = hd_helper_start(work, &asked, &unlimited);
    ask(h, WHO, 0);
    hd_helper_wait(h, &unlimited);
    hd_reader in = hd_helper_answer(h);
    who = hd_get(&in);
    ask(h, SLEEP, 0);
    _exit(write(fds[1], &who, sizeof who) == sizeof who ? 0 : 1);
  }
  close(fds[1]);
  assert_int_equal(read(fds[0], &who, sizeof who), sizeof who);
  waitpid(between, NULL, 0);
  char byte;
  assert_int_equal(read(fds[0], &byte, 1), 0); /* the helper held the pipe's other end */
  close(fds[0]);
}

static void spare_cores_are_seen_by_children(void **state)
{
  (void)state;
  hd_spare_cores *spare = hd_spare_cores_new();
  hd_budget b = {.jobs = 1, .spare = spare};
  assert_int_equal(hd_budget_cores(&b), 1);
  pid_t child = fork();
  if (child == 0) {
    while (hd_budget_cores(&b) < 2) usleep(1000);
    _exit(7);
  }
  atomic_store(spare, 1);
  int status;
  waitpid(child, &status, 0);
  assert_int_equal(WEXITSTATUS(status), 7);
  hd_spare_cores_free(spare);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_helper_answers_many_questions), cmocka_unit_test(questions_and_answers_may_be_large),
      cmocka_unit_test(its_parent_goes_on_meanwhile),      cmocka_unit_test(who_ends_without_an_answer_is_gone),
      cmocka_unit_test(to_ask_the_dead_does_no_harm),      cmocka_unit_test(it_dies_with_its_parent),
      cmocka_unit_test(spare_cores_are_seen_by_children),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
