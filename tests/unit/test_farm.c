/* test_farm.c - a suite that a crew of processes works on gets one row per task, even if some of them die. */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "suite/farm.h"

enum { WORKERS = 2, TASKS = 6, LONGEST = 4096 };

/* --- a crew of forks that are joined by sockets -------------------------------------------------------------- */

static int sockets[WORKERS + 1][2]; /* the manager's end, and worker i's */
static uint32_t self;
static const char *dies_before; /* this worker is killed when it is about to send such a text */

static void send_by_socket(uint32_t to, const char *text, size_t size)
{
  if (dies_before && strncmp(text, dies_before, strlen(dies_before)) == 0) kill(getpid(), SIGKILL);
  int fd = self == 0 ? sockets[to][0] : sockets[self][1];
  if (send(fd, text, size, MSG_NOSIGNAL) < 0) assert_true(errno == EPIPE || errno == ECONNRESET);
}

static char *take_from(int fd, size_t *size)
{
  char *text = calloc(1, LONGEST + 1);
  assert_non_null(text);
  ssize_t n = recv(fd, text, LONGEST, 0);
  *size = n > 0 ? (size_t)n : 0;
  if (n > 0) return text;
  free(text); /* it is dead */
  return NULL;
}

static char *receive_by_socket(double seconds, uint32_t *from, size_t *size)
{
  struct pollfd fds[WORKERS + 1];
  for (uint32_t i = 0; i <= WORKERS; i++) {
    bool mine = self == 0 ? i > 0 : i == self;
    fds[i] = (struct pollfd){.fd = mine ? sockets[i][self != 0] : -1, .events = POLLIN};
  }
  poll(fds, WORKERS + 1, (int)(seconds * 1000));
  for (uint32_t i = 0; i <= WORKERS; i++) {
    char *text = fds[i].revents & POLLIN ? take_from(fds[i].fd, size) : NULL;
    *from = self == 0 ? i : 0;
    if (text) return text;
  }
  return NULL;
}

static const hd_crew crew_of_forks = {
    .size = WORKERS + 1, .patience = 2, .send = send_by_socket, .receive = receive_by_socket};

/* --- a suite --------------------------------------------------------------------------------------------------- */

static char names[TASKS][16];
static uint32_t rows[TASKS];

static void count_row(void *context, uint32_t task, const hd_row *row)
{
  (void)context;
  assert_string_equal(row->task, names[task]);
  assert_int_equal(row->outcome, HD_RIGHT);
  rows[task]++;
}

static void make_suite(hd_suite *s)
{
  for (uint32_t i = 0; i < TASKS; i++) {
    snprintf(names[i], sizeof names[i], "task-%u.c", (unsigned)i);
    hd_vec_push(s, (hd_suite_task){.file = strdup(names[i]), .property = strdup("p"), .expected = strdup("true")});
    rows[i] = 0;
  }
}

static int first_lives[2]; /* a pipe: it can be written to as long as worker 1 lives */

/* So that worker 1 gets a task in any case. */
static void wait_for_end_of_first(void)
{
  char nothing;
  close(first_lives[1]);
  assert_int_equal(read(first_lives[0], &nothing, 1), 0);
}

static pid_t start_worker(uint32_t number, const hd_suite_run *run, const char *dies)
{
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid) return pid;
  if (number == 2 && first_lives[1] >= 0) wait_for_end_of_first();
  hd_crew crew = crew_of_forks;
  self = crew.self = number;
  dies_before = dies;
  hd_farm_work(run, &crew);
  _exit(0);
}

/* Worker 1 dies before it sends such a text (NULL: never), or has read one task less. */
static hd_farm_end run_farm(const char *dies, bool other_suite)
{
  static const volatile bool never = false;
  hd_suite suite = {0};
  hd_tool tool;
  char *error = NULL;
  make_suite(&suite);
  assert_true(hd_tool_parse(&tool, "sh -c 'echo TRUE' %s", &error));
  hd_suite_run run = {.suite = &suite, .tool = &tool, .at_once = 1, .cancel = &never, .ended = count_row};
  hd_suite shorter = suite;
  hd_suite_run other = run;
  shorter.len--;
  other.suite = &shorter;
  for (uint32_t i = 1; i <= WORKERS; i++) assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets[i]), 0);
  first_lives[1] = -1;
  if (dies) assert_int_equal(pipe(first_lives), 0);
  pid_t first = start_worker(1, other_suite ? &other : &run, dies), second = start_worker(2, &run, NULL);
  for (uint32_t i = 1; i <= WORKERS; i++) close(sockets[i][1]);
  if (dies) close(first_lives[1]);
  hd_farm_end end = hd_farm_manage(&run, &crew_of_forks);
  waitpid(first, NULL, 0);
  waitpid(second, NULL, 0);
  if (dies) close(first_lives[0]);
  for (uint32_t i = 1; i <= WORKERS; i++) close(sockets[i][0]);
  hd_tool_clear(&tool);
  hd_suite_clear(&suite);
  return end;
}

static void assert_one_row_each(void)
{
  for (uint32_t i = 0; i < TASKS; i++) assert_int_equal(rows[i], 1);
}

static void each_task_has_one_row(void **state)
{
  (void)state;
  hd_farm_end end = run_farm(NULL, false);
  assert_one_row_each();
  assert_int_equal(end.strangers, 0);
}

static void the_task_of_a_dead_worker_is_given_to_another(void **state)
{
  (void)state;
  hd_farm_end end = run_farm("row ", false);
  assert_one_row_each();
  assert_true(end.lost >= 1);
}

static void a_worker_with_another_suite_is_sent_away(void **state)
{
  (void)state;
  hd_farm_end end = run_farm(NULL, true);
  assert_one_row_each();
  assert_int_equal(end.strangers, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_task_has_one_row),
      cmocka_unit_test(the_task_of_a_dead_worker_is_given_to_another),
      cmocka_unit_test(a_worker_with_another_suite_is_sent_away),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
