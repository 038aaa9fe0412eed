/* post.c - both ends of the post: bytes between sockets and the messages of a crew. */
#include "suite/post.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/child.h"

/* Each message is a letter and, for BYTES, what was written. */
enum { OPEN = 'o', BYTES = 'b', CLOSE = 'c', ALIVE = 'a', HOME_ALL = 'h', HOME_SOME = 'H' };
enum { CHUNK = 32768 };
static const double signs_of_life = 10;     /* so many while the other side's patience lasts */
static const double moment_seconds = 0.002; /* between looks at the two kinds of sources */

static void send_letter(const hd_crew *crew, uint32_t to, char letter)
{
  crew->send(to, &letter, 1);
}

/* What the socket has is sent on. False: it is closed. */
static bool carry_from_socket(const hd_crew *crew, uint32_t to, int fd)
{
  char bytes[CHUNK + 1] = {BYTES};
  ssize_t n = recv(fd, bytes + 1, CHUNK, MSG_DONTWAIT);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  if (n > 0) crew->send(to, bytes, (size_t)n + 1);
  return n > 0;
}

static bool carry_to_socket(int fd, const char *message, size_t size)
{
  return hd_write_all(fd, (const unsigned char *)message + 1, size - 1);
}

/* --- the office --------------------------------------------------------------------------------------------- */

typedef struct {
  int fd;       /* of its connection; -1: none */
  bool closing; /* it was told to stop, and has not said that it has */
  bool here;    /* it has been heard of lately */
  double heard;
} post_worker;

typedef struct {
  const hd_crew *crew;
  int socket;
  post_worker *workers; /* by number in the crew; 0 is not used */
  double said;
} office;

static void end_connection(office *o, uint32_t i, bool tell)
{
  if (o->workers[i].fd < 0) return;
  close(o->workers[i].fd);
  o->workers[i].fd = -1;
  o->workers[i].closing = tell;
  if (tell) send_letter(o->crew, i, CLOSE);
}

static void accept_connection(office *o)
{
  int fd = accept4(o->socket, NULL, NULL, SOCK_CLOEXEC);
  for (uint32_t i = 1; fd >= 0 && i < o->crew->size; i++) {
    post_worker *w = &o->workers[i];
    if (!w->here || w->closing || w->fd >= 0) continue;
    w->fd = fd;
    fd = -1;
    send_letter(o->crew, i, OPEN);
  }
  if (fd >= 0) close(fd);
}

static void hear_worker(office *o, uint32_t from, const char *message, size_t size)
{
  post_worker *w = &o->workers[from];
  if (from == 0 || from >= o->crew->size || size == 0) return;
  w->heard = hd_now();
  w->here = true;
  if (message[0] == BYTES && w->fd >= 0 && !carry_to_socket(w->fd, message, size)) end_connection(o, from, true);
  if (message[0] != CLOSE) return;
  if (w->closing)
    w->closing = false;
  else
    end_connection(o, from, false);
}

static void look_for_silent(office *o)
{
  bool speaks = hd_now() - o->said > o->crew->patience / signs_of_life;
  for (uint32_t i = 1; i < o->crew->size; i++) {
    post_worker *w = &o->workers[i];
    if (w->here && hd_now() - w->heard > o->crew->patience) {
      w->here = false;
      end_connection(o, i, true);
    }
    if (speaks && w->here) send_letter(o->crew, i, ALIVE);
  }
  if (speaks) o->said = hd_now();
}

static void look_at_sockets(office *o, struct pollfd *fds)
{
  fds[0] = (struct pollfd){.fd = o->socket, .events = POLLIN};
  for (uint32_t i = 1; i < o->crew->size; i++) fds[i] = (struct pollfd){.fd = o->workers[i].fd, .events = POLLIN};
  if (poll(fds, o->crew->size, 0) <= 0) return;
  for (uint32_t i = 1; i < o->crew->size; i++)
    if (fds[i].revents && !carry_from_socket(o->crew, i, fds[i].fd)) end_connection(o, i, true);
  if (fds[0].revents) accept_connection(o);
}

static bool send_workers_home(const office *o)
{
  bool all = true;
  for (uint32_t i = 1; i < o->crew->size; i++) all = all && o->workers[i].here;
  for (uint32_t i = 1; i < o->crew->size; i++) send_letter(o->crew, i, all ? HOME_ALL : HOME_SOME);
  return all;
}

static bool has_ended(pid_t pid, int *status)
{
  int how;
  if (waitpid(pid, &how, WNOHANG) != pid) return false;
  *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  return true;
}

bool hd_post_manage(const hd_crew *crew, int socket, pid_t asking, int *status)
{
  office o = {crew, socket, hd_alloc(crew->size, sizeof(post_worker)), hd_now()};
  struct pollfd *fds = hd_alloc(crew->size, sizeof *fds);
  for (uint32_t i = 0; i < crew->size; i++) o.workers[i] = (post_worker){.fd = -1, .heard = hd_now()};
  signal(SIGPIPE, SIG_IGN);
  while (!has_ended(asking, status)) {
    uint32_t from;
    size_t size;
    char *message = crew->receive(moment_seconds, &from, &size);
    if (message) hear_worker(&o, from, message, size);
    free(message);
    look_at_sockets(&o, fds);
    look_for_silent(&o);
  }
  bool all = send_workers_home(&o);
  for (uint32_t i = 1; i < crew->size; i++)
    if (o.workers[i].fd >= 0) close(o.workers[i].fd);
  free(o.workers);
  free(fds);
  return all;
}

/* --- a worker ------------------------------------------------------------------------------------------------ */

typedef struct {
  const hd_crew *crew;
  hd_post_serve *serve;
  pid_t child; /* that serves the connection; 0: there is none */
  int fd;
  double said, heard;
  bool stops, whole_crew;
} post_end;

static void stop_child(post_end *e)
{
  if (!e->child) return;
  kill(e->child, SIGKILL);
  while (waitpid(e->child, NULL, 0) < 0 && errno == EINTR) continue;
  close(e->fd);
  e->child = 0;
}

static void start_child(post_end *e)
{
  int fds[2];
  stop_child(e);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) {
    send_letter(e->crew, 0, CLOSE);
    return;
  }
  pid_t pid = hd_child_fork(&(hd_budget){.jobs = 1});
  if (pid == 0) {
    close(fds[0]);
    e->serve(fds[1]);
    _exit(0);
  }
  close(fds[1]);
  e->fd = fds[0];
  e->child = pid > 0 ? pid : 0;
  if (pid > 0) return;
  close(fds[0]);
  send_letter(e->crew, 0, CLOSE);
}

static void hear_manager(post_end *e, const char *message, size_t size)
{
  e->heard = hd_now();
  switch (size ? message[0] : ALIVE) {
  case OPEN: start_child(e); break;
  case BYTES:
    if (e->child) carry_to_socket(e->fd, message, size);
    break;
  case CLOSE:
    stop_child(e);
    send_letter(e->crew, 0, CLOSE);
    break;
  case HOME_ALL: e->whole_crew = true; /* fall through */
  case HOME_SOME: e->stops = true; break;
  default: break;
  }
}

/* A child that has ended is a connection that has. */
static void hear_child(post_end *e)
{
  struct pollfd fd = {.fd = e->fd, .events = POLLIN};
  if (!e->child || poll(&fd, 1, 0) <= 0 || carry_from_socket(e->crew, 0, e->fd)) return;
  stop_child(e);
  send_letter(e->crew, 0, CLOSE);
}

bool hd_post_work(const hd_crew *crew, hd_post_serve *serve)
{
  post_end e = {.crew = crew, .serve = serve, .heard = hd_now()};
  signal(SIGPIPE, SIG_IGN);
  while (!e.stops && hd_now() - e.heard < crew->patience) {
    uint32_t from;
    size_t size;
    char *message = crew->receive(moment_seconds, &from, &size);
    if (message) hear_manager(&e, message, size);
    free(message);
    hear_child(&e);
    if (hd_now() - e.said <= crew->patience / signs_of_life) continue;
    e.said = hd_now();
    send_letter(crew, 0, ALIVE);
  }
  stop_child(&e);
  return e.whole_crew;
}
