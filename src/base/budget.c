/* budget.c - clocks, processor time of processes and threads, and the memory that is in use. */
#include "base/budget.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/board.h"

double hd_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double hd_processor_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds_of(struct timeval t)
{
  return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* Of the process that this one was forked from. */
static double work_before;

double hd_work_now(void)
{
  struct rusage children;
  getrusage(RUSAGE_CHILDREN, &children);
  return work_before + hd_processor_now() + seconds_of(children.ru_utime) + seconds_of(children.ru_stime);
}

/* What the system was asked last, by this thread. */
typedef struct {
  double work, work_at; /* the processor's clock, and when it was read */
  size_t memory;
  double memory_at;
} readings;
static _Thread_local readings last;

/* A question to the system takes as long as many steps of a search that asks after each of them: in between, the last
 * answer must do. Seconds; reading memory is reading a file of the kernel's. */
static const double work_every = 0.001, memory_every = 0.05;

static double work_lately(void)
{
  double now = hd_now();
  if (now - last.work_at >= work_every) {
    last.work = hd_work_now();
    last.work_at = now;
  }
  return last.work;
}

/* Memory that was freed in the meantime does not count. */
static bool is_too_large(size_t limit)
{
  double now = hd_now();
  if (now - last.memory_at < memory_every && last.memory < limit) return false;
  last.memory = hd_memory_used();
  last.memory_at = now;
  return last.memory >= limit;
}

void hd_work_continue(double parents)
{
  work_before = parents;
  last = (readings){0};
}

double hd_work_of(int pid)
{
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

size_t hd_memory_used(void)
{
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f) return 0;
  size_t total = 0, resident = 0;
  int fields = fscanf(f, "%zu %zu", &total, &resident);
  fclose(f);
  return fields == 2 ? resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

hd_spare_cores *hd_spare_cores_new(void)
{
  void *page = mmap(NULL, sizeof(hd_spare_cores), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return NULL;
  hd_spare_cores *spare = page;
  atomic_init(spare, 0);
  return spare;
}

void hd_spare_cores_free(hd_spare_cores *spare)
{
  if (spare) munmap(spare, sizeof *spare);
}

uint32_t hd_budget_cores(const hd_budget *b)
{
  return b->jobs + (b->spare ? atomic_load(b->spare) : 0);
}

bool hd_budget_is_limited(const hd_budget *b)
{
  return b->deadline > 0 || b->work > 0;
}

double hd_budget_left(const hd_budget *b, double otherwise)
{
  double left = otherwise;
  if (b->deadline > 0) left = b->deadline - hd_now();
  if (b->work > 0 && (b->deadline <= 0 || b->work - hd_work_now() < left)) left = b->work - hd_work_now();
  return left;
}

hd_budget hd_budget_share(const hd_budget *b, double seconds)
{
  hd_budget share = *b;
  double end = hd_work_now() + seconds;
  if (b->work <= 0 || b->work > end) share.work = end;
  return share;
}

hd_budget hd_budget_part(const hd_budget *b, double part, double most)
{
  double seconds = hd_budget_is_limited(b) ? hd_budget_left(b, 0) * part : most;
  if (most > 0 && seconds > most) seconds = most;
  return hd_budget_is_limited(b) || most > 0 ? hd_budget_share(b, seconds) : *b;
}

bool hd_budget_is_over_with(const hd_budget *b, double elsewhere)
{
  if (b->deadline > 0 && hd_now() >= b->deadline) return true;
  return b->work > 0 && work_lately() + elsewhere >= b->work;
}

bool hd_budget_is_over(const hd_budget *b)
{
  return hd_budget_is_over_with(b, 0);
}

hd_cause_kind hd_budget_cause(const hd_budget *b)
{
  if (b->cancel && *b->cancel) return HD_CAUSE_CANCELLED;
  if (hd_budget_is_over(b)) return HD_CAUSE_TIME;
  if (b->memory > 0 && is_too_large(b->memory)) return HD_CAUSE_MEMORY;
  return HD_CAUSE_NONE;
}

bool hd_budget_spent(const hd_budget *b)
{
  return hd_budget_cause(b) != HD_CAUSE_NONE;
}

/* So many questions are answered without a look at the clock. */
enum { QUESTIONS = 64 };

static bool look_at_budget(hd_watch *w)
{
  w->asked = 0;
  w->spent = hd_budget_cause(w->budget);
  return w->spent != HD_CAUSE_NONE;
}

static bool lose_patience(hd_watch *w)
{
  if (!w->patience || --w->patience) return false;
  w->spent = HD_CAUSE_TIME;
  return true;
}

bool hd_watch_spent(hd_watch *w)
{
  if (!w || w->spent) return w != NULL;
  if (lose_patience(w)) return true;
  return ++w->asked >= QUESTIONS && look_at_budget(w);
}

bool hd_watch_begin(hd_watch *w, const char *phase)
{
  if (!w || w->spent) return w != NULL;
  w->phase = phase;
  hd_board_begin(phase);
  return lose_patience(w) || look_at_budget(w);
}
