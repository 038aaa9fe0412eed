#include "engine/isolate.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/wire.h"

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

/* The engine watches its own memory; the kernel's limit is for what it does not see.
 * Sanitizers reserve address space that would count, so they run without. */
static void limit_memory(const hd_budget *b)
{
#if !defined(__SANITIZE_ADDRESS__)
  if (b->memory == 0) return;
  rlim_t bytes_allowed = (rlim_t)b->memory + b->memory / 4 + ((rlim_t)512 << 20);
  struct rlimit limit = {bytes_allowed, bytes_allowed};
  setrlimit(RLIMIT_AS, &limit);
#else
  (void)b;
#endif
}

HD_NORETURN static void run_child(hd_work *work, void *context, const hd_program *p, const hd_budget *b, int fd)
{
  limit_memory(b);
  hd_result result;
  hd_result_init(&result);
  work(context, &result);
  size_t size = 0;
  unsigned char *data = hd_wire_pack(&result, p, &size);
  write_all(fd, data, size);
  free(data);
  hd_result_clear(&result);
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

static void explain_failure(const char *name, int status, bool in_time, const hd_budget *b, hd_result *out,
                            bool *defect)
{
  const char *spent = hd_budget_reason(b);
  if (!in_time)
    hd_result_unknown(out, HD_NO_POS, "%s", spent ? spent : "time limit");
  else if (WIFEXITED(status) && WEXITSTATUS(status) == HD_EXIT_MEMORY)
    hd_result_unknown(out, HD_NO_POS, "out of memory");
  else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    hd_result_unknown(out, HD_NO_POS, "%s was killed, perhaps for lack of memory", name);
  else {
    *defect = true;
    if (WIFSIGNALED(status))
      hd_result_unknown(out, HD_NO_POS, "%s crashed with signal %d", name, WTERMSIG(status));
    else
      hd_result_unknown(out, HD_NO_POS, "%s failed with status %d", name, WEXITSTATUS(status));
  }
}

void hd_run_isolated(const char *name, hd_work *work, void *context, const hd_program *p, const hd_budget *b,
                     hd_result *out, bool *defect)
{
  int fds[2];
  *defect = false;
  if (pipe(fds) != 0) {
    hd_result_unknown(out, HD_NO_POS, "no pipe for %s", name);
    return;
  }
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    close(fds[0]);
    run_child(work, context, p, b, fds[1]);
  }
  close(fds[1]);
  if (child < 0) {
    close(fds[0]);
    hd_result_unknown(out, HD_NO_POS, "no process for %s", name);
    return;
  }
  bytes data = {0};
  bool in_time = read_all(fds[0], child, b, &data);
  close(fds[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  bool good = in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0 && hd_wire_unpack(data.data, data.len, p, out);
  if (!good) explain_failure(name, status, in_time, b, out, defect);
  hd_vec_clear(&data);
}

typedef struct {
  const hd_engine *engine;
  const hd_program *p;
  const hd_task *task;
  const hd_budget *budget;
} engine_run;

static void run_engine(void *context, hd_result *out)
{
  const engine_run *r = context;
  r->engine->run(r->p, r->task, r->budget, out);
}

void hd_engine_run_isolated(const hd_engine *engine, const hd_program *p, const hd_task *t, const hd_budget *b,
                            hd_result *out, bool *defect)
{
  char name[64];
  engine_run r = {engine, p, t, b};
  snprintf(name, sizeof name, "engine %s", engine->name);
  hd_run_isolated(name, run_engine, &r, p, b, out, defect);
}
