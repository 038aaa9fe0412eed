#include "base/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long after its deadline a child may still report before it is killed, in seconds. */
static const double grace = 3.0;

typedef HD_VEC(unsigned char) bytes;

static void write_all(int fd, const unsigned char *data, size_t size)
{
  while (size > 0) {
    ssize_t n = write(fd, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    data += n;
    size -= (size_t)n;
  }
}

/* The work watches its own memory; the kernel's limit is for what it does not see. Sanitizers reserve
 * address space that would count, so they run without. */
static void limit_memory(const hd_budget *b)
{
#if !defined(__SANITIZE_ADDRESS__)
  if (b->memory == 0) return;
  rlim_t allowed = (rlim_t)b->memory + b->memory / 4 + ((rlim_t)512 << 20);
  struct rlimit limit = {allowed, allowed};
  setrlimit(RLIMIT_AS, &limit);
#else
  (void)b;
#endif
}

HD_NORETURN static void be_child(hd_child_work *work, void *context, const hd_budget *b, int fd)
{
  limit_memory(b);
  size_t size = 0;
  unsigned char *data = work(context, &size);
  write_all(fd, data, size);
  free(data);
  _exit(0);
}

/* Reads until the child closes its end; false when it had to be killed. */
static bool read_all(int fd, pid_t child, const hd_budget *b, bytes *out)
{
  bool told = false;
  double kill_at = b->deadline > 0 ? b->deadline + grace : 0;
  for (;;) {
    struct pollfd pfd = {.fd = fd, .events = POLLIN};
    poll(&pfd, 1, 100);
    if (b->cancel && *b->cancel && !told) {
      kill(child, SIGINT);
      told = true;
      if (kill_at == 0 || kill_at > hd_now() + grace) kill_at = hd_now() + grace;
    }
    if (pfd.revents) {
      hd_vec_reserve(out, out->len + 65536);
      ssize_t n = read(fd, out->data + out->len, 65536);
      if (n == 0) return true;
      if (n > 0) out->len += (uint32_t)n;
    } else if (kill_at > 0 && hd_now() > kill_at) {
      kill(child, SIGKILL);
      return false;
    }
  }
}

static hd_child_end end_of(int status, bool in_time)
{
  if (!in_time) return HD_CHILD_STOPPED;
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGKILL ? HD_CHILD_KILLED : HD_CHILD_CRASHED;
  if (WEXITSTATUS(status) == HD_EXIT_MEMORY) return HD_CHILD_MEMORY;
  return WEXITSTATUS(status) == 0 ? HD_CHILD_DONE : HD_CHILD_FAILED;
}

void hd_child_run(hd_child_work *work, void *context, const hd_budget *budget, hd_child_result *out)
{
  int fds[2], status = 0;
  *out = (hd_child_result){.end = HD_CHILD_NONE};
  if (pipe(fds) != 0) return;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    close(fds[0]);
    be_child(work, context, budget, fds[1]);
  }
  close(fds[1]);
  if (child > 0) {
    bytes data = {0};
    bool in_time = read_all(fds[0], child, budget, &data);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    out->end = end_of(status, in_time);
    out->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    out->data = data.data;
    out->size = data.len;
  }
  close(fds[0]);
}
