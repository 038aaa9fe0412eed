/* child.c - forks, pipes and limits; several children race until one result is accepted. */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"

/* How long after its end a child may still report before it is killed, in seconds: by the clock on the wall, which
 * holds the user's limit, and by the processor's, which only shares out time. */
static const double late_on_wall = 0.7, late_in_work = 3;
/* How many forks this process is away from the user's. */
static unsigned depth;

typedef HD_VEC(unsigned char) bytes;

bool hd_write_all(int fd, const unsigned char *data, size_t size)
{
  while (size > 0) {
    ssize_t n = write(fd, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    size -= (size_t)n;
  }
  return true;
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

pid_t hd_child_fork(const hd_budget *b)
{
  pid_t parent = getpid();
  double work = hd_work_now();
  fflush(NULL);
  pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0); /* it died before it could be said */
  hd_work_continue(work);
  depth++;
  limit_memory(b);
  return 0;
}

HD_NORETURN static void be_child(hd_child_work *work, void *context, int fd)
{
  size_t size = 0;
  unsigned char *data = work(context, &size);
  hd_write_all(fd, data, size);
  free(data);
  _exit(0);
}

static hd_child_end end_of(int status, bool in_time)
{
  if (!in_time) return HD_CHILD_STOPPED;
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGKILL ? HD_CHILD_KILLED : HD_CHILD_CRASHED;
  if (WEXITSTATUS(status) == HD_EXIT_MEMORY) return HD_CHILD_MEMORY;
  return WEXITSTATUS(status) == 0 ? HD_CHILD_DONE : HD_CHILD_FAILED;
}

/* --- one of them ---------------------------------------------------------------------------------- */

typedef enum { WAITING, RUNNING, ENDED } stage;

typedef struct {
  const hd_racer *racer;
  stage stage;
  pid_t pid;
  int fd;
  bytes data;
  double work;    /* this process' clock at its start, where its own goes on */
  double kill_at; /* 0: never */
  bool told, killed;
} runner;

/* Who has children of its own does not wait for them as long as others wait for it, so that it can still report. */
static double patience(void)
{
  return late_on_wall / (1 + depth);
}

/* False when there is no process or no pipe for it. `all`: their pipes are none of the child's business. */
static bool start_racer(runner *r, const runner *all, uint32_t n)
{
  int fds[2];
  hd_budget *b = r->racer->budget;
  r->stage = ENDED;
  r->work = hd_work_now();
  if (r->racer->seconds > 0) *b = hd_budget_share(b, r->racer->seconds);
  if (pipe(fds) != 0) return false;
  fcntl(fds[0], F_SETFD, FD_CLOEXEC);
  fcntl(fds[1], F_SETFD, FD_CLOEXEC);
  r->pid = hd_child_fork(b);
  if (r->pid == 0) {
    close(fds[0]);
    for (uint32_t i = 0; i < n; i++)
      if (all[i].stage == RUNNING) close(all[i].fd);
    be_child(r->racer->work, r->racer->context, fds[1]);
  }
  close(fds[1]);
  r->fd = fds[0];
  if (r->pid < 0) close(fds[0]);
  if (r->pid > 0) r->stage = RUNNING;
  r->kill_at = b->deadline > 0 ? b->deadline + patience() : 0;
  return r->pid > 0;
}

/* Who was interrupted may still say what he has. */
static void watch_limits(runner *r)
{
  const hd_budget *b = r->racer->budget;
  if (b->cancel && *b->cancel && !r->told) {
    kill(r->pid, SIGINT);
    r->told = true;
    if (r->kill_at == 0 || r->kill_at > hd_now() + patience()) r->kill_at = hd_now() + patience();
  }
  bool late = r->kill_at > 0 && hd_now() > r->kill_at;
  late |= b->work > 0 && r->work + hd_work_of(r->pid) > b->work + late_in_work;
  if (!late || r->killed) return;
  kill(r->pid, SIGKILL);
  r->killed = true;
}

/* Reads what is there; true when the child has closed its end. */
static bool read_some(runner *r)
{
  hd_vec_reserve(&r->data, r->data.len + 65536);
  ssize_t n = read(r->fd, r->data.data + r->data.len, 65536);
  if (n > 0) r->data.len += (uint32_t)n;
  return n == 0;
}

static void reap_racer(runner *r, hd_child_result *out)
{
  int status = 0;
  double before = hd_work_now();
  while (waitpid(r->pid, &status, 0) < 0 && errno == EINTR) continue;
  close(r->fd);
  r->stage = ENDED;
  *out = (hd_child_result){.end = end_of(status, !r->killed),
                           .status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
                           .seconds = hd_work_now() - before,
                           .data = r->data.data,
                           .size = r->data.len};
}

/* --- all of them ---------------------------------------------------------------------------------- */

typedef struct {
  runner *all;
  uint32_t n, at_once;
  hd_race_ended *ended;
  void *context;
} race;

static uint32_t count_stage(const race *x, stage which)
{
  uint32_t found = 0;
  for (uint32_t i = 0; i < x->n; i++) found += x->all[i].stage == which;
  return found;
}

/* It would be told to stop before it has begun. */
static bool comes_too_late(const hd_budget *b)
{
  return (b->cancel && *b->cancel) || (b->deadline > 0 && hd_now() >= b->deadline);
}

/* Starts those whose turn it is; true: the race is over. */
static bool start_some(race *x)
{
  for (uint32_t i = 0; i < x->n; i++) {
    runner *r = &x->all[i];
    if (r->stage != WAITING || count_stage(x, RUNNING) >= x->at_once) continue;
    bool late = comes_too_late(r->racer->budget);
    hd_child_result none = {.end = late ? HD_CHILD_STOPPED : HD_CHILD_NONE};
    if (late) r->stage = ENDED;
    if ((late || !start_racer(r, x->all, x->n)) && x->ended(x->context, i, &none)) return true;
  }
  return false;
}

/* Waits a moment for a child to say something; true: the race is over. */
static bool listen_to_all(race *x)
{
  struct pollfd *fds = hd_alloc(x->n + 1, sizeof *fds);
  bool over = false;
  for (uint32_t i = 0; i < x->n; i++)
    fds[i] = (struct pollfd){.fd = x->all[i].stage == RUNNING ? x->all[i].fd : -1, .events = POLLIN};
  poll(fds, x->n, 100);
  for (uint32_t i = 0; i < x->n && !over; i++) {
    runner *r = &x->all[i];
    hd_child_result result;
    if (r->stage != RUNNING) continue;
    watch_limits(r);
    if (!fds[i].revents || !read_some(r)) continue;
    reap_racer(r, &result);
    over = x->ended(x->context, i, &result);
  }
  free(fds);
  return over;
}

static void stop_rest(race *x)
{
  for (uint32_t i = 0; i < x->n; i++) {
    runner *r = &x->all[i];
    hd_child_result dropped;
    if (r->stage != RUNNING) continue;
    kill(r->pid, SIGKILL);
    reap_racer(r, &dropped);
    free(dropped.data);
  }
}

/* One after the other in this process: a crash is then the debugger's. */
static void race_here(const hd_racer *racers, uint32_t n, hd_race_ended *ended, void *context)
{
  bool over = false;
  for (uint32_t i = 0; i < n && !over; i++) {
    double start = hd_processor_now();
    hd_child_result r = {.end = HD_CHILD_DONE};
    r.data = racers[i].work(racers[i].context, &r.size);
    r.seconds = hd_processor_now() - start;
    over = ended(context, i, &r);
  }
}

void hd_child_race(const hd_racer *racers, uint32_t n, uint32_t at_once, hd_race_ended *ended, void *context)
{
  if (hd_log_forbids_fork()) {
    race_here(racers, n, ended, context);
    return;
  }
  race x = {hd_alloc(n + 1, sizeof *x.all), n, at_once ? at_once : 1, ended, context};
  for (uint32_t i = 0; i < n; i++) x.all[i] = (runner){.racer = &racers[i]};
  bool over = false;
  while (!over && count_stage(&x, ENDED) < n) over = start_some(&x) || listen_to_all(&x);
  stop_rest(&x);
  free(x.all);
}

static bool take_result(void *context, uint32_t racer, hd_child_result *r)
{
  (void)racer;
  *(hd_child_result *)context = *r;
  return true;
}

void hd_child_run(hd_child_work *work, void *context, const hd_budget *budget, hd_child_result *out)
{
  hd_budget own = *budget;
  hd_racer one = {work, context, &own, 0};
  hd_child_race(&one, 1, 1, take_result, out);
}
