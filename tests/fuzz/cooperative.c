/* cooperative.c - an engine against brute force, on random cooperative programs.
 *
 * usage: fuzz_cooperative ENGINE [FIRST [COUNT [SECONDS]]]: seeds FIRST .. FIRST + COUNT - 1, for failed
 * assertions and for deadlocks, with every partial-order reduction, and once more without symmetry, SECONDS of the
 * processor each at most. An engine may say that it does not know; what it knows must be what brute force knows, and its
 * traces must end in the violation. The explicit engine is asked, too, and if it is the one given, also about the program as one
 * thread. A program is decided when every way and brute force have an answer. `fuzz_cooperative text SEED` prints a program. */
#include "cooperative.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "api/input.h"
#include "engine/esst/esst.h"
#include "evidence/check.h"
#include "program/sequentialize.h"
#include "oracle/systematic.h"

typedef struct {
  uint32_t programs, decided, runs, safe, unsafe, unknown, open, wrong, rechecked, granted, images;
} tally;

/* --- a limit of processor seconds ------------------------------------------------------------------------ */

static const double slowest = 3; /* times the limit, in real time */
static volatile bool expired;

static void expire(int signal)
{
  (void)signal;
  expired = true;
}

static hd_budget limit(double seconds)
{
  struct itimerval timer = {.it_value = {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
  signal(SIGPROF, expire);
  expired = false;
  setitimer(ITIMER_PROF, &timer, NULL);
  return (hd_budget){.deadline = hd_now() + slowest * seconds, .jobs = 1, .cancel = &expired};
}

/* --- the ways -------------------------------------------------------------------------------------------- */

static const hd_explore_options options = {.max_states = 60000};
static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DEADLOCK};

static bool confirms(hd_end end, hd_property property)
{
  return end == hd_violating_end(property);
}

/* Proofs that can be rechecked are. */
static const char *recheck(const hd_program *p, hd_property property, const hd_certificate *c, double seconds, tally *t)
{
  hd_budget budget = limit(seconds);
  hd_checked checked;
  hd_certificate_check(p, c, property, &(hd_check_options){0}, &budget, &checked);
  t->rechecked += checked.verdict == HD_PROOF_HOLDS;
  t->granted += checked.verdict == HD_PROOF_HOLDS && (checked.relied & HD_RELIES_ORDERS);
  const char *wrong = checked.verdict == HD_PROOF_FAILS ? "a proof that is none" : NULL;
  if (wrong) fprintf(stderr, "%s\n", checked.cause.what);
  hd_checked_clear(&checked);
  return wrong;
}

static const char *mistake(const hd_program *p, hd_property property, const hd_result *r, const hd_exploration *truth)
{
  bool gave_up = truth->verdict == HD_EXPLORED_INCOMPLETE && truth->cause == HD_CAUSE_UNSUPPORTED;
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (!strcmp(r->stats.data[i].name, "reduction.missed")) return "a reduction that left out a violation";
  if (r->verdict == HD_SAFE && (truth->verdict == HD_EXPLORED_UNSAFE || gave_up)) return "safe, which it is not";
  if (r->verdict != HD_UNSAFE) return NULL;
  if (truth->verdict == HD_EXPLORED_SAFE) return "unsafe, which it is not";
  return confirms(hd_trace_replay(p, r->trace, property).end, property) ? NULL : "unsafe, with a trace that is none";
}

static void run(const hd_engine *engine, const hd_program *p, hd_task task, const hd_exploration *truth, uint64_t seed,
                double seconds, tally *t)
{
  const char *why_not = NULL;
  if (!hd_engine_accepts(engine, p, &task, &why_not)) return;
  hd_budget budget = limit(seconds);
  hd_result r;
  hd_result_init(&r);
  engine->run(p, &task, &budget, &r);
  const char *wrong = mistake(p, task.property, &r, truth);
  if (!wrong && r.verdict == HD_SAFE && r.certificate) wrong = recheck(p, task.property, r.certificate, seconds, t);
  t->runs++;
  t->safe += r.verdict == HD_SAFE;
  t->unsafe += r.verdict == HD_UNSAFE;
  t->unknown += r.verdict == HD_UNKNOWN;
  t->wrong += wrong != NULL;
  for (uint32_t i = 0; i < r.stats.len; i++)
    if (!strcmp(r.stats.data[i].name, "images")) t->images += r.stats.data[i].value > 0;
  if (wrong)
    fprintf(stderr, "seed %llu, %s, %s, por %d, symmetry %d: %s\n", (unsigned long long)seed, engine->name,
            hd_property_name(task.property), task.por, task.symmetry, wrong);
  hd_result_clear(&r);
}

static void compare(const hd_engine *engine, heddle_input *in, hd_property property, uint64_t seed, double seconds,
                    tally *t)
{
  hd_c_options lowering = {.limits = {2, 2, 2}};
  in->property = property;
  const hd_budget unlimited = {.jobs = 1};
  hd_program *p = hd_input_program(in, &lowering, &unlimited);
  if (!p) return;
  hd_exploration truth = hd_explore_all(p, property, &options);
  t->open += truth.verdict == HD_EXPLORED_INCOMPLETE;
  if (property == HD_PROP_UNREACH_CALL && strcmp(engine->name, "explicit") == 0) {
    hd_program *q = hd_sequentialize(p);
    run(engine, q, hd_task_unbounded(property), &truth, seed, seconds, t);
    hd_program_free(q);
  }
  for (unsigned way = HD_POR_NONE; way <= HD_POR_BOTH + 1; way++) {
    hd_task task = hd_task_unbounded(property);
    task.por = (hd_por)(way > HD_POR_BOTH ? HD_POR_BOTH : way);
    task.labels = seed % 4 ? HD_LABELS_AUTO : HD_LABELS_INTERPOLANTS;
    task.symmetry = way <= HD_POR_BOTH;
    run(engine, p, task, &truth, seed, seconds, t);
    const hd_engine *other = hd_engine_find("explicit");
    if (way > HD_POR_BOTH && engine != other) run(other, p, task, &truth, seed, seconds, t);
  }
  hd_trace_free(truth.trace);
  hd_program_free(p);
}

static bool treat(const hd_engine *engine, uint64_t seed, double seconds, tally *t)
{
  char path[] = "/tmp/heddle-cooperative-XXXXXX.c";
  int fd = mkstemps(path, 2);
  FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (!out) return false;
  write_cooperative(out, seed);
  fclose(out);
  heddle_options o;
  heddle_options_init(&o);
  const char *files[] = {path};
  heddle_input *in = heddle_load(&o, files, 1);
  bool ok = heddle_input_ok(in);
  if (!ok) fprintf(stderr, "seed %llu: does not compile\n", (unsigned long long)seed);
  uint32_t unknown = t->unknown, open = t->open;
  for (uint32_t i = 0; ok && i < HD_COUNT(properties); i++) compare(engine, in, properties[i], seed, seconds, t);
  t->decided += ok && t->unknown == unknown && t->open == open;
  t->programs++;
  heddle_input_free(in);
  unlink(path);
  return ok;
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  uint64_t first = number(argc, argv, 2, 1), count = number(argc, argv, 3, 100);
  if (argc > 1 && strcmp(argv[1], "text") == 0) {
    write_cooperative(stdout, first);
    return 0;
  }
  const hd_engine *engine = argc > 1 ? hd_engine_find(argv[1]) : NULL;
  if (!engine) {
    fprintf(stderr, "usage: fuzz_cooperative ENGINE [FIRST [COUNT [SECONDS]]], or fuzz_cooperative text SEED\n");
    return 64;
  }
  double seconds = argc > 4 ? strtod(argv[4], NULL) : 5;
  tally t = {0};
  bool ok = true;
  for (uint64_t seed = first; seed < first + count && ok; seed++) ok = treat(engine, seed, seconds, &t);
  printf(
      "%s: %u programs, %u decided in all ways, %u runs (%u with images): %u safe (%u proofs rechecked, %u with orders "
      "for granted), %u unsafe, %u unknown, %u wrong; %u without the truth\n",
      engine->name, t.programs, t.decided, t.runs, t.images, t.safe, t.rechecked, t.granted, t.unsafe, t.unknown,
      t.wrong, t.open);
  return t.wrong != 0 || !ok;
}
