/* workers.c - programs with threads: what they share is under a lock, except where it is risky. */
#include "memory.h"

static void locked(const char *statement)
{
  bool lock = !risky();
  if (lock) line("pthread_mutex_lock(&guard);");
  line("%s", statement);
  if (lock) line("pthread_mutex_unlock(&guard);");
}

static void work(void)
{
  switch (pick(7)) {
  case 0: locked(text("total += %u;", 1 + pick(5))); break;
  case 1: locked("if (job) { total += *job; free(job); job = 0; }"); break;
  case 2: locked(text("if (!job) { job = malloc(sizeof *job); *job = %u; }", pick(5))); break;
  case 3: locked(text("shared.%s = %u;", chance(50) ? "low" : "high", pick(4))); break;
  case 4: locked(text("buffer[%s] += %u;", constant(4), 1 + pick(3))); break;
  case 5:
    line("{ int *own = malloc(sizeof *own); *own = %u; total_of[*(int *)me] += *own; %s }", pick(9),
         risky() ? "" : "free(own);");
    break;
  default: line("total_of[%s] += %u;", risky() ? "0" : "*(int *)me", 1 + pick(9));
  }
}

static void print_worker(unsigned k)
{
  open_block(text("static void *worker%u(void *me)", k));
  line("int three = 3;");
  bool loop = chance(40);
  if (loop) open_block("for (int i = 0; i < 2; i++)");
  for (unsigned n = 1 + pick(2); n > 0; n--) work();
  if (loop) close_block("");
  line("return me;");
  close_block("");
}

static void start(unsigned n)
{
  line("int names[%u];\n  pthread_t handles[%u];", n, n);
  for (unsigned k = 0; k < n; k++)
    line("names[%u] = %u;\n  pthread_create(&handles[%u], 0, worker%u, &names[%u]);", k, k, k, pick(2), k);
}

static void finish(unsigned n)
{
  line("void *result;");
  for (unsigned k = 0; k < n; k++)
    if (!risky()) {
      line("pthread_join(handles[%u], &result);", k);
      look(text("*(int *)result"));
    }
}

void print_workers(void)
{
  unsigned n = 2;
  line("static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;");
  line("static int total, total_of[%u], buffer[4], *job;", n);
  line("static struct { unsigned low : 3, high : 5; } shared;");
  print_worker(0);
  print_worker(1);
  open_block("int main(void)");
  line("int three = 3;");
  if (chance(30)) line("job = malloc(sizeof *job), *job = %s;", constant(4));
  start(n);
  if (chance(50)) locked("total += 1;");
  finish(n);
  for (unsigned k = 0; k < n; k++) look(text("total_of[%u]", k));
  any("total");
  any("shared.low + shared.high");
  any(text("buffer[%u]", pick(4)));
  if (!risky()) line("free(job);");
  line("return 0;");
  close_block("");
}
