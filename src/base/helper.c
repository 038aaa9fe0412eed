/* helper.c - questions and answers are messages with a length, over a pair of pipes. */
#include "base/helper.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"

enum { WAIT_MS = 50, CHUNK = 65536 };

/* Messages in both directions are a word, their length, and so many bytes. Those of an answer begin with the processor
 * seconds that it took. */
struct hd_helper {
  pid_t pid; /* 0: on another machine */
  int fd;
  hd_helper_state state;
  hd_bytes heard; /* of the answer, with its length in front */
  double seconds; /* that the last answer took */
};

/* --- the child ------------------------------------------------------------------------------------- */

static bool read_all(int fd, void *data, size_t size)
{
  for (unsigned char *at = data; size > 0;) {
    ssize_t n = read(fd, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= (size_t)n;
  }
  return true;
}

static bool send_message(int fd, const hd_bytes *message)
{
  uint64_t size = message->len;
  return hd_write_all(fd, (const unsigned char *)&size, sizeof size) && hd_write_all(fd, message->data, message->len);
}

void hd_helper_serve(hd_helper_work *work, void *context, int fd)
{
  uint64_t size;
  signal(SIGPIPE, SIG_IGN);
  while (read_all(fd, &size, sizeof size) && size < UINT32_MAX) {
    unsigned char *question = hd_alloc(size + 1, 1);
    hd_bytes answer = {0};
    if (!read_all(fd, question, size)) break;
    double began = hd_processor_now(), seconds = 0;
    hd_put_bytes(&answer, &seconds, sizeof seconds);
    work(context, &(hd_reader){question, question + size, false}, &answer);
    seconds = hd_processor_now() - began;
    memcpy(answer.data, &seconds, sizeof seconds);
    if (!send_message(fd, &answer)) break;
    hd_vec_clear(&answer);
    free(question);
  }
  _exit(0);
}

/* --- its parent ------------------------------------------------------------------------------------ */

hd_helper *hd_helper_start(hd_helper_work *work, void *context, const hd_budget *b)
{
  int fds[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) return NULL;
  pid_t pid = hd_child_fork(b);
  if (pid == 0) {
    close(fds[0]);
    hd_helper_serve(work, context, fds[1]);
  }
  close(fds[1]);
  if (pid < 0) {
    close(fds[0]);
    return NULL;
  }
  hd_helper *h = hd_alloc(1, sizeof *h);
  h->pid = pid;
  h->fd = fds[0];
  return h;
}

/* The value is the number of helpers, a colon, and the path of the socket. */
static const char *post_path(uint32_t *n)
{
  const char *value = getenv("HEDDLE_POST"), *colon = value ? strchr(value, ':') : NULL;
  *n = colon ? (uint32_t)strtoul(value, NULL, 10) : 0;
  return colon ? colon + 1 : NULL;
}

uint32_t hd_helpers_elsewhere(void)
{
  uint32_t n;
  post_path(&n);
  return n;
}

hd_helper *hd_helper_connect(void)
{
  uint32_t n;
  const char *path = post_path(&n);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (!path || strlen(path) >= sizeof address.sun_path) return NULL;
  memcpy(address.sun_path, path, strlen(path) + 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    if (fd >= 0) close(fd);
    return NULL;
  }
  hd_helper *h = hd_alloc(1, sizeof *h);
  h->fd = fd;
  return h;
}

/* What it has computed, as far as this machine knows. */
static double seconds_of(const hd_helper *h)
{
  return h->pid ? hd_work_of(h->pid) : 0;
}

/* To a process that may have ended, which is no reason to end, too. */
static bool send_all(int fd, const void *data, size_t size)
{
  for (const unsigned char *at = data; size > 0;) {
    ssize_t n = send(fd, at, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= (size_t)n;
  }
  return true;
}

void hd_helper_ask(hd_helper *h, const hd_bytes *question)
{
  uint64_t size = question->len;
  if (h->state != HD_HELPER_IDLE) return;
  h->heard.len = 0;
  bool told = send_all(h->fd, &size, sizeof size) && send_all(h->fd, question->data, question->len);
  h->state = told ? HD_HELPER_BUSY : HD_HELPER_GONE;
}

static bool is_complete(const hd_helper *h)
{
  uint64_t size;
  if (h->heard.len < sizeof size) return false;
  memcpy(&size, h->heard.data, sizeof size);
  return h->heard.len - sizeof size >= size;
}

/* Reads what comes within so many milliseconds. */
static void read_answer_within(hd_helper *h, int ms)
{
  struct pollfd fd = {.fd = h->fd, .events = POLLIN};
  while (h->state == HD_HELPER_BUSY && poll(&fd, 1, ms) > 0) {
    hd_vec_reserve(&h->heard, h->heard.len + CHUNK);
    ssize_t n = read(h->fd, h->heard.data + h->heard.len, CHUNK);
    if (n > 0) h->heard.len += (uint32_t)n;
    if (n == 0 || (n < 0 && errno != EINTR)) h->state = HD_HELPER_GONE;
    if (n > 0 && is_complete(h)) h->state = HD_HELPER_ANSWERED;
    ms = 0;
  }
}

hd_helper_state hd_helper_look(hd_helper *h)
{
  read_answer_within(h, 0);
  return h->state;
}

bool hd_helper_wait(hd_helper *h, const hd_budget *b)
{
  while (hd_helper_look(h) == HD_HELPER_BUSY && !hd_budget_spent(b) && !hd_budget_is_over_with(b, seconds_of(h)))
    read_answer_within(h, WAIT_MS);
  return h->state == HD_HELPER_ANSWERED;
}

void hd_helpers_wait(hd_helper *const *helpers, uint32_t n)
{
  struct pollfd *fds = hd_alloc(n + 1, sizeof *fds);
  for (uint32_t i = 0; i < n; i++)
    fds[i] = (struct pollfd){.fd = helpers[i]->state == HD_HELPER_BUSY ? helpers[i]->fd : -1, .events = POLLIN};
  poll(fds, n, WAIT_MS);
  free(fds);
}

bool hd_helpers_spent(hd_helper *const *helpers, uint32_t n, const hd_budget *b)
{
  double elsewhere = 0;
  for (uint32_t i = 0; i < n; i++) elsewhere += seconds_of(helpers[i]);
  return hd_budget_spent(b) || hd_budget_is_over_with(b, elsewhere);
}

hd_reader hd_helper_answer(hd_helper *h)
{
  if (h->state != HD_HELPER_ANSWERED) return (hd_reader){.bad = true};
  h->state = HD_HELPER_IDLE;
  hd_reader in = {h->heard.data + sizeof(uint64_t), h->heard.data + h->heard.len, false};
  hd_get_bytes(&in, &h->seconds, sizeof h->seconds);
  return in;
}

double hd_helper_seconds(const hd_helper *h)
{
  return h->seconds;
}

void hd_helper_drop(hd_helper *h)
{
  if (!h) return;
  if (h->pid) kill(h->pid, SIGKILL);
  while (h->pid && waitpid(h->pid, NULL, 0) < 0 && errno == EINTR) continue;
  close(h->fd);
  hd_vec_clear(&h->heard);
  free(h);
}
