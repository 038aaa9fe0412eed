/* keeper.c - a subreaper that samples /proc, adds up what its descendants use, and kills them at a limit. */
#include "base/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/child.h"

struct hd_keeper {
  pid_t pid;
  int result;         /* where the keeper writes an hd_keeper_result */
  int output, errors; /* files in memory that the program writes to */
  double began;
};

static void close_open(int *fd)
{
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

/* --- looking at descendants ------------------------------------------------------------------------ */

typedef HD_VEC(pid_t) process_ids;

static FILE *open_proc(pid_t pid, const char *what)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, what);
  return fopen(path, "re");
}

static void add_children_of_thread(process_ids *ids, pid_t pid, const char *thread)
{
  char what[48];
  int child;
  snprintf(what, sizeof what, "task/%.20s/children", thread);
  FILE *f = open_proc(pid, what);
  while (f && fscanf(f, "%d", &child) == 1) hd_vec_push(ids, child);
  if (f) fclose(f);
}

/* A child belongs to the thread that forked it. */
static void add_children(process_ids *ids, pid_t pid)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *dir = opendir(path);
  for (struct dirent *e; dir && (e = readdir(dir));)
    if (e->d_name[0] != '.') add_children_of_thread(ids, pid, e->d_name);
  if (dir) closedir(dir);
}

static void list_descendants(process_ids *ids)
{
  ids->len = 0;
  add_children(ids, getpid());
  for (uint32_t i = 0; i < ids->len; i++) add_children(ids, ids->data[i]);
}

/* What it has computed, and those of its children that it has waited for. */
static double processor_of(pid_t pid)
{
  char text[1024];
  long ticks[4] = {0};
  FILE *f = open_proc(pid, "stat");
  size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  if (f) fclose(f);
  text[n] = '\0';
  const char *behind = strrchr(text, ')'); /* the name before it may hold anything */
  if (!behind || sscanf(behind + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld", &ticks[0],
                        &ticks[1], &ticks[2], &ticks[3]) != 4)
    return 0;
  return (double)(ticks[0] + ticks[1] + ticks[2] + ticks[3]) / (double)sysconf(_SC_CLK_TCK);
}

static uint64_t resident_of(pid_t pid)
{
  unsigned long total, resident = 0;
  FILE *f = open_proc(pid, "statm");
  if (f && fscanf(f, "%lu %lu", &total, &resident) != 2) resident = 0;
  if (f) fclose(f);
  return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Pages that several processes share count in parts; slower than resident_of. */
static uint64_t share_of(pid_t pid)
{
  char line[256];
  unsigned long kilobytes = 0;
  FILE *f = open_proc(pid, "smaps_rollup");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "Pss: %lu", &kilobytes) == 1) break;
  if (f) fclose(f);
  return (uint64_t)kilobytes << 10;
}

static uint64_t add_up(const process_ids *ids, uint64_t (*memory_of)(pid_t))
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < ids->len; i++) sum += memory_of(ids->data[i]);
  return sum;
}

/* --- the keeper's own process ------------------------------------------------------------------------ */

typedef struct {
  const hd_keeper_job *job;
  int output, errors;
  pid_t program;
  process_ids below;
  uint64_t resident; /* the most that was seen, pages that several share counted for each */
  double began;
  bool ended;
  hd_keeper_result kept;
} keeping;

static double seconds_of(struct timeval t)
{
  return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* What those that were waited for have computed, exactly. */
static double processor_of_the_dead(void)
{
  struct rusage r;
  getrusage(RUSAGE_CHILDREN, &r);
  return seconds_of(r.ru_utime) + seconds_of(r.ru_stime);
}

/* The exact sum takes long for large programs: it is asked for when the quick one has grown by a twentieth, or is above
 * the limit. */
static void measure_memory(keeping *x)
{
  uint64_t resident = add_up(&x->below, resident_of);
  bool above = x->job->memory && resident > x->job->memory;
  if (!above && resident < x->resident + x->resident / 20) return;
  if (resident > x->resident) x->resident = resident;
  uint64_t shares = add_up(&x->below, share_of);
  if (shares > x->kept.memory) x->kept.memory = shares;
}

static void measure_descendants(keeping *x)
{
  list_descendants(&x->below);
  double processor = processor_of_the_dead();
  for (uint32_t i = 0; i < x->below.len; i++) processor += processor_of(x->below.data[i]);
  x->kept.processor = processor;
  measure_memory(x);
}

static bool has_written_too_much(const keeping *x)
{
  struct stat output, errors;
  if (fstat(x->output, &output) != 0 || fstat(x->errors, &errors) != 0) return false;
  return output.st_size > HD_KEEPER_OUTPUT || errors.st_size > HD_KEEPER_OUTPUT;
}

/* HD_KEPT_EXITED: no limit was reached. */
static hd_kept_end limit_reached(const keeping *x)
{
  const hd_keeper_job *j = x->job;
  if (j->processor > 0 && x->kept.processor >= j->processor) return HD_KEPT_PROCESSOR;
  if (j->wall > 0 && hd_now() - x->began >= j->wall) return HD_KEPT_WALL;
  if (j->memory && x->kept.memory > j->memory) return HD_KEPT_MEMORY;
  return has_written_too_much(x) ? HD_KEPT_OUTPUT : HD_KEPT_EXITED;
}

static void note_end(keeping *x, int status)
{
  x->ended = true;
  x->kept.end = WIFSIGNALED(status) ? HD_KEPT_SIGNALED : HD_KEPT_EXITED;
  x->kept.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

/* False when no child is left. */
static bool reap_children(keeping *x)
{
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
    if (pid == x->program) note_end(x, status);
  return pid == 0;
}

/* Sleeps until something happens, at most ten milliseconds; less when the wall clock's limit comes sooner. */
static bool wait_for_signal(const keeping *x, const sigset_t *set)
{
  double left = x->job->wall > 0 ? x->began + x->job->wall - hd_now() : 1;
  long most = 10 * 1000 * 1000, nanoseconds = left <= 0 ? 0 : left < 0.01 ? (long)(left * 1e9) : most;
  struct timespec wait = {.tv_nsec = nanoseconds};
  return sigtimedwait(set, NULL, &wait) == SIGTERM;
}

static void follow_program(keeping *x, const sigset_t *set)
{
  while (!x->ended) {
    bool told_to_stop = wait_for_signal(x, set);
    measure_descendants(x);
    reap_children(x);
    if (x->ended) return;
    hd_kept_end limit = told_to_stop ? HD_KEPT_STOPPED : limit_reached(x);
    if (limit == HD_KEPT_EXITED) continue;
    x->kept.end = limit;
    return;
  }
}

/* Those that fork while others are killed are killed in the next round. */
static void kill_descendants(keeping *x)
{
  hd_keeper_result kept = x->kept;
  while (reap_children(x)) {
    list_descendants(&x->below);
    for (uint32_t i = 0; i < x->below.len; i++) kill(x->below.data[i], SIGKILL);
    usleep(500);
  }
  x->kept.end = kept.end;
  x->kept.status = kept.status;
  x->kept.processor = processor_of_the_dead();
}

/* In the child that becomes the program. A failure is written to `report` as an errno. */
static void become_program(const keeping *x, int report)
{
  sigset_t none;
  int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
  bool ready = in >= 0 && dup2(in, 0) >= 0 && dup2(x->output, 1) >= 0 && dup2(x->errors, 2) >= 0;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  if (ready) execvp(x->job->argv[0], (char *const *)(uintptr_t)x->job->argv);
  int error = errno;
  hd_write_all(report, (const unsigned char *)&error, sizeof error);
  _exit(127);
}

/* False: it could not be started, and kept says why. */
static bool start_program(keeping *x)
{
  int report[2], error = 0;
  if (pipe2(report, O_CLOEXEC) != 0) return x->kept.status = errno, false;
  x->program = fork();
  if (x->program == 0) become_program(x, report[1]);
  if (x->program < 0) error = errno;
  close_open(&report[1]);
  while (x->program > 0 && read(report[0], &error, sizeof error) < 0 && errno == EINTR) continue;
  close_open(&report[0]);
  x->kept.status = error;
  return error == 0;
}

static void stay_on_core(int core)
{
  cpu_set_t set;
  if (core < 0) return;
  CPU_ZERO(&set);
  CPU_SET((size_t)core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static sigset_t signals_that_wake(void)
{
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigaddset(&set, SIGTERM);
  return set;
}

/* Those signals are blocked since before the fork: none is lost. */
static void run_keeper(keeping *x, pid_t parent, int result)
{
  sigset_t set = signals_that_wake();
  signal(SIGINT, SIG_IGN); /* of the terminal: the parent decides what ends */
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  stay_on_core(x->job->core);
  x->began = hd_now();
  x->kept.end = HD_KEPT_NOT_STARTED;
  if (getppid() == parent && start_program(x)) follow_program(x, &set);
  x->kept.wall = hd_now() - x->began;
  kill_descendants(x);
  hd_write_all(result, (const unsigned char *)&x->kept, sizeof x->kept);
  _exit(0);
}

/* --- for its parent ---------------------------------------------------------------------------------- */

static void drop_keeper(hd_keeper *k)
{
  close_open(&k->result);
  close_open(&k->output);
  close_open(&k->errors);
  free(k);
}

hd_keeper *hd_keeper_start(const hd_keeper_job *job)
{
  int result[2] = {-1, -1};
  hd_keeper *k = hd_alloc(1, sizeof *k);
  pid_t parent = getpid();
  sigset_t before, blocked = signals_that_wake();
  k->began = hd_now();
  k->output = memfd_create("output", MFD_CLOEXEC);
  k->errors = memfd_create("errors", MFD_CLOEXEC);
  bool ready = k->output >= 0 && k->errors >= 0 && pipe2(result, O_CLOEXEC) == 0;
  sigprocmask(SIG_BLOCK, &blocked, &before);
  k->pid = ready ? fork() : -1;
  if (k->pid == 0) {
    close_open(&result[0]);
    run_keeper(&(keeping){.job = job, .output = k->output, .errors = k->errors}, parent, result[1]);
  }
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  close_open(&result[1]);
  k->result = result[0];
  if (k->pid > 0) return k;
  drop_keeper(k);
  errno = error;
  return NULL;
}

int hd_keeper_fd(const hd_keeper *k)
{
  return k->result;
}

void hd_keeper_stop(hd_keeper *k)
{
  kill(k->pid, SIGTERM);
}

/* Files in memory have no end but the one that the program wrote to. */
static char *read_whole(int fd)
{
  off_t size = lseek(fd, 0, SEEK_END);
  size_t n = size < 0 ? 0 : size > HD_KEEPER_OUTPUT ? HD_KEEPER_OUTPUT : (size_t)size, have = 0;
  char *text = hd_alloc(n + 1, 1);
  for (ssize_t got; have < n && (got = pread(fd, text + have, n - have, (off_t)have)) > 0;) have += (size_t)got;
  return text;
}

hd_keeper_result hd_keeper_finish(hd_keeper *k, char **output, char **errors)
{
  hd_keeper_result kept = {0};
  size_t have = 0;
  for (ssize_t n; have < sizeof kept; have += (size_t)n) {
    while ((n = read(k->result, (char *)&kept + have, sizeof kept - have)) < 0 && errno == EINTR) continue;
    if (n <= 0) break;
  }
  if (have < sizeof kept) kept = (hd_keeper_result){.end = HD_KEPT_LOST, .wall = hd_now() - k->began};
  while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR) continue;
  *output = read_whole(k->output);
  *errors = read_whole(k->errors);
  drop_keeper(k);
  return kept;
}
