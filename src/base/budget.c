#include "base/budget.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

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

size_t hd_memory_used(void)
{
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f) return 0;
  size_t total = 0, resident = 0;
  int fields = fscanf(f, "%zu %zu", &total, &resident);
  fclose(f);
  return fields == 2 ? resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

const char *hd_budget_reason(const hd_budget *b)
{
  if (b->cancel && *b->cancel) return "interrupted";
  if (b->deadline > 0 && hd_now() >= b->deadline) return "time limit";
  if (b->memory > 0 && hd_memory_used() >= b->memory) return "memory limit";
  return NULL;
}

bool hd_budget_spent(const hd_budget *b)
{
  return hd_budget_reason(b) != NULL;
}
