/* ways.c - the ways of the bounded engine side by side, on one encoding.
 *
 * usage: bench-bmc-ways SECONDS NAME FILE.program: a line with the processor seconds of each way, each in a process of
 * its own; `>' before those that did not end by then. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/bmc/bmc.h"
#include "program/text.h"

static const struct {
  hd_bmc_way way;
  hd_arith arith;
} ways[] = {{HD_BMC_CIRCUITS, HD_ARITH_AUTO}, {HD_BMC_LAZY, HD_ARITH_AUTO}, {HD_BMC_TERMS, HD_ARITH_INT},
            {HD_BMC_CLOCKS, HD_ARITH_INT},    {HD_BMC_TERMS, HD_ARITH_BV},  {HD_BMC_CLOCKS, HD_ARITH_BV}};

static hd_program *read_program(const char *path)
{
  static char text[1 << 22];
  FILE *in = fopen(path, "r");
  if (!in) return NULL;
  size_t n = fread(text, 1, sizeof text, in);
  hd_diags diags;
  fclose(in);
  hd_diags_init(&diags);
  hd_program *p = hd_program_parse(text, n, path, &diags);
  hd_diags_clear(&diags);
  if (p) hd_program_index(p);
  return p;
}

static int run(const hd_program *p, unsigned way, double seconds)
{
  struct rlimit most = {(rlim_t)seconds + 1, (rlim_t)seconds + 1};
  setrlimit(RLIMIT_CPU, &most);
  hd_task task = {.property = HD_PROP_UNREACH_CALL,
                  .reduction = HD_REDUCTION_LIPTON,
                  .contexts = HD_NONE,
                  .depth = HD_NONE,
                  .unwind = HD_NONE,
                  .arith = ways[way].arith};
  hd_budget budget = {.deadline = hd_now() + 100 * seconds, .jobs = 1};
  hd_result r;
  hd_result_init(&r);
  hd_bmc_run(p, &task, ways[way].way, &budget, &r);
  return r.verdict == HD_UNKNOWN;
}

int main(int argc, char **argv)
{
  double before = 0, seconds = argc > 1 ? strtod(argv[1], NULL) : 60;
  hd_program *p = argc > 3 ? read_program(argv[3]) : NULL;
  if (!p) return fprintf(stderr, "usage: bench-bmc-ways SECONDS NAME FILE.program\n"), 64;
  printf("| %s |", argv[2]);
  for (unsigned i = 0; i < HD_COUNT(ways); i++) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit(run(p, i, seconds));
    int status = 0;
    struct rusage used;
    waitpid(child, &status, 0);
    getrusage(RUSAGE_CHILDREN, &used);
    double now = (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec / 1e6;
    printf(" %s%.2f |", status == 0 ? "" : "> ", now - before);
    before = now;
  }
  printf("\n");
  hd_program_free(p);
  return 0;
}
