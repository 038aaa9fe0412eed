/* test_post.c - helpers behind the post answer like helpers of one's own; one that dies ends its connection only. */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/helper.h"
#include "suite/post.h"

enum { WORKERS = 2, LONGEST = 65536, NEVER = 1000, LARGE = 300000, OK = 0, WRONG = 1 };

static const hd_budget unlimited = {.jobs = 1};

/* --- a crew of forks that are joined by sockets -------------------------------------------------------------- */

static int sockets[WORKERS + 1][2]; /* the manager's end, and worker i's */
static uint32_t self;
static uint32_t sends_left = NEVER; /* before this member is killed */

static void send_by_socket(uint32_t to, const char *message, size_t size)
{
  if (self == 1 && message[0] == 'b' && sends_left-- == 0) kill(getpid(), SIGKILL);
  int fd = self == 0 ? sockets[to][0] : sockets[self][1];
  if (send(fd, message, size, MSG_NOSIGNAL) < 0) assert_true(errno == EPIPE || errno == ECONNRESET);
}

static char *receive_by_socket(double seconds, uint32_t *from, size_t *size)
{
  static uint32_t next;
  for (uint32_t k = 0; k <= WORKERS; k++) {
    uint32_t i = next++ % (WORKERS + 1);
    struct pollfd fd = {.fd = (self == 0 ? i > 0 : i == self) ? sockets[i][self != 0] : -1, .events = POLLIN};
    if (poll(&fd, 1, self == 0 ? 0 : (int)(seconds * 1000)) <= 0 || !(fd.revents & POLLIN)) continue;
    char *message = calloc(1, LONGEST + 1);
    ssize_t n = recv(fd.fd, message, LONGEST, 0);
    *from = self == 0 ? i : 0;
    *size = n > 0 ? (size_t)n : 0;
    if (n > 0) return message;
    free(message);
  }
  return NULL;
}

/* --- workers that add 1, with a state of their own ------------------------------------------------------------ */

static uint32_t dies_at = NEVER; /* the question at which the process that answers is killed */

static void add_one(void *context, hd_reader *question, hd_bytes *answer)
{
  uint32_t *asked = context;
  if ((*asked)++ == dies_at) kill(getpid(), SIGKILL);
  hd_put(answer, hd_get(question) + 1);
  hd_put(answer, *asked);
  for (uint32_t n = hd_get_u32(question); n > 0; n--) hd_put(answer, n);
}

static void serve(int fd)
{
  uint32_t asked = 0;
  hd_helper_serve(add_one, &asked, fd);
}

static pid_t start_worker(const hd_crew *crew, uint32_t number, bool whole)
{
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid) return pid;
  hd_crew own = *crew;
  self = own.self = number;
  if (number != 1) sends_left = dies_at = NEVER;
  _exit(hd_post_work(&own, serve) == whole ? OK : WRONG);
}

/* --- the process that asks -------------------------------------------------------------------------------------- */

static uint64_t ask(hd_helper *h, uint64_t word, uint32_t more, uint64_t *asked)
{
  hd_bytes question = {0};
  hd_put(&question, word);
  hd_put(&question, more);
  hd_helper_ask(h, &question);
  hd_vec_clear(&question);
  if (!hd_helper_wait(h, &unlimited)) return 0;
  hd_reader in = hd_helper_answer(h);
  uint64_t answer = hd_get(&in);
  *asked = hd_get(&in);
  while (more > 0 && hd_get(&in) == more) more--;
  return more == 0 && !in.bad && in.at == in.end ? answer : 0;
}

/* All that is wanted while all workers live: each helper has a worker of its own, a third one has none; a worker is free
 * again when its helper is dropped, and knows nothing of what it was told before. */
static int expect_good_helpers(void)
{
  uint64_t asked;
  for (uint64_t round = 0; round < 3; round++) {
    hd_helper *h[WORKERS];
    for (uint32_t i = 0; i < WORKERS; i++) {
      do { /* until the last round's worker has stopped */
        h[i] = hd_helper_connect();
        if (!h[i]) return WRONG;
        if (ask(h[i], 7, 0, &asked) == 8) break;
        hd_helper_drop(h[i]);
      } while (true);
      if (asked != 1) return WRONG;
    }
    hd_helper *third = hd_helper_connect();
    if (ask(third, 1, 0, &asked) != 0) return WRONG;
    hd_helper_drop(third);
    for (uint32_t i = 0; i < WORKERS; i++)
      if (ask(h[i], 40 + i, i * LARGE, &asked) != 41 + i || asked != 2) return WRONG;
    for (uint32_t i = 0; i < WORKERS; i++) hd_helper_drop(h[i]);
  }
  return OK;
}

/* The first worker dies at its second answer; the other one goes on. */
static int expect_one_to_die(void)
{
  hd_helper *h[WORKERS];
  uint64_t asked;
  uint32_t dead = 0;
  for (uint32_t i = 0; i < WORKERS; i++) {
    do {
      h[i] = hd_helper_connect();
    } while (ask(h[i], 1, 0, &asked) != 2 && (hd_helper_drop(h[i]), true));
  }
  for (uint32_t i = 0; i < WORKERS; i++) {
    bool alive = ask(h[i], 2, 0, &asked) == 3;
    if (!alive && hd_helper_look(h[i]) != HD_HELPER_GONE) return WRONG;
    dead += !alive;
  }
  return dead == 1 ? OK : WRONG;
}

static int listen_at(char *folder, char *path)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  assert_non_null(mkdtemp(folder));
  assert_true(snprintf(path, sizeof address.sun_path, "%s/post", folder) > 0);
  memcpy(address.sun_path, path, strlen(path) + 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(listen(fd, 8), 0);
  return fd;
}

static int run_post(double patience, int (*asks)(void), bool all_stay)
{
  hd_crew crew = {.size = WORKERS + 1, .patience = patience, .send = send_by_socket, .receive = receive_by_socket};
  char folder[] = "/tmp/test-post-XXXXXX", path[108], value[128];
  int status = -1, fd = listen_at(folder, path), how;
  pid_t workers[WORKERS + 1];
  snprintf(value, sizeof value, "%d:%s", WORKERS, path);
  for (uint32_t i = 1; i <= WORKERS; i++) assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets[i]), 0);
  for (uint32_t i = 1; i <= WORKERS; i++) workers[i] = start_worker(&crew, i, all_stay);
  pid_t asking = fork();
  assert_true(asking >= 0);
  if (asking == 0) {
    setenv("HEDDLE_POST", value, 1);
    _exit(asks());
  }
  assert_int_equal(hd_post_manage(&crew, fd, asking, &status), all_stay);
  for (uint32_t i = 1; i <= WORKERS; i++) {
    while (waitpid(workers[i], &how, 0) < 0 && errno == EINTR) continue;
    assert_true(how == 0 || (!all_stay && WIFSIGNALED(how)));
    close(sockets[i][0]);
    close(sockets[i][1]);
  }
  close(fd);
  unlink(path);
  rmdir(folder);
  return status;
}

/* A minute: no member is silent for so long. */
static const double long_patience = 60;

static void a_helper_elsewhere_answers_like_one_here(void **state)
{
  (void)state;
  assert_int_equal(run_post(long_patience, expect_good_helpers, true), OK);
}

static void a_process_that_dies_ends_its_connection_only(void **state)
{
  (void)state;
  dies_at = 1;
  assert_int_equal(run_post(long_patience, expect_one_to_die, true), OK);
  dies_at = NEVER;
}

/* A worker that has answered once does not answer twice: the first one, or another one on a slow machine. */
static int expect_silence(void)
{
  uint64_t asked;
  for (;;) { /* those that answer are not dropped, so the workers behind them stay taken */
    hd_helper *h = hd_helper_connect();
    if (!h) return WRONG;
    if (ask(h, 1, 0, &asked) != 2) {
      hd_helper_drop(h); /* no worker was free */
      continue;
    }
    if (ask(h, 2, 0, &asked) != 3) return hd_helper_look(h) == HD_HELPER_GONE ? OK : WRONG;
  }
}

static void a_member_that_dies_is_noticed_by_its_silence(void **state)
{
  (void)state;
  sends_left = 1;
  assert_int_equal(run_post(1, expect_silence, false), OK);
  sends_left = NEVER;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_helper_elsewhere_answers_like_one_here),
      cmocka_unit_test(a_process_that_dies_ends_its_connection_only),
      cmocka_unit_test(a_member_that_dies_is_noticed_by_its_silence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
