/* turns.c - one order of turns that stays the same, on random FairThreads programs.
 *
 * usage: fuzz_turns [FIRST [COUNT [SECONDS]]]: seeds FIRST .. FIRST + COUNT - 1, for failed assertions and for deadlocks.
 * Brute force explores the ring of all threads. A model with only some threads in order, chosen by chance, must have
 * every violation that the ring has. And `--turns fixed`, which finds out who has to be in order, must say what brute
 * force knows, by esst with each partial-order reduction, SECONDS of real time each at most. */
#include "cooperative.h"

#include <unistd.h>

#include "api/input.h"
#include "api/result.h"
#include "oracle/systematic.h"

typedef struct {
  uint32_t programs, rings, changing, runs, refined, unknown, wrong;
} tally;

static const hd_explore_options options = {.max_states = 30000};
static const char *const reductions[] = {"none", "persistent", "sleep", "both"};

static hd_explored explore(heddle_input *in, uint64_t in_order)
{
  const hd_budget unlimited = {.jobs = 1};
  hd_c_options lowering = {.limits = {2, 2, 2}, .in_order = in_order};
  hd_program *p = hd_input_program(in, &lowering, &unlimited);
  if (!p || hd_program_find_thread(p, "fairthreads").id == HD_NONE) {
    if (p) hd_program_free(p);
    return HD_EXPLORED_INCOMPLETE;
  }
  hd_exploration found = hd_explore_all(p, in->property, &options);
  hd_trace_free(found.trace);
  hd_program_free(p);
  return found.verdict;
}

static void complain(tally *t, uint64_t seed, hd_property property, const char *how, const char *what)
{
  fprintf(stderr, "seed %llu, %s, %s: %s\n", (unsigned long long)seed, hd_property_name(property), how, what);
  t->wrong++;
}

static void compare_subsets(heddle_input *in, uint64_t seed, hd_explored ring, tally *t)
{
  if (ring != HD_EXPLORED_UNSAFE) return;
  for (uint64_t k = 1; k <= 3; k++) {
    uint64_t some = (seed * 31 + k * 17) % 31 << 1;
    if (explore(in, some) == HD_EXPLORED_SAFE) complain(t, seed, in->property, "some threads in order", "safe");
  }
}

static void compare_verdicts(heddle_input *in, heddle_options *o, uint64_t seed, hd_explored ring, tally *t)
{
  for (uint32_t i = 0; i < HD_COUNT(reductions); i++) {
    o->por = reductions[i];
    heddle_result *r = heddle_verify(in, o);
    hd_verdict verdict = r->inner.verdict;
    t->runs++;
    t->unknown += verdict == HD_UNKNOWN;
    if (verdict == HD_UNKNOWN) printf("seed %llu, %s: unknown\n", (unsigned long long)seed, o->por);
    t->refined += verdict == HD_SAFE && r->in_order != 0;
    if (verdict == HD_SAFE && ring == HD_EXPLORED_UNSAFE) complain(t, seed, in->property, o->por, "safe");
    if (verdict == HD_UNSAFE && ring == HD_EXPLORED_SAFE) complain(t, seed, in->property, o->por, "unsafe");
    heddle_result_free(r);
  }
}

static bool treat(const char *path, const char *property, uint64_t seed, double seconds, tally *t)
{
  heddle_options o;
  heddle_options_init(&o);
  o.engine = "esst";
  o.turns = "fixed";
  o.property = property;
  o.timeout = seconds;
  heddle_input *in = heddle_load(&o, &path, 1);
  bool ok = heddle_input_ok(in);
  if (ok) {
    in->property = in->asked.data[0].property;
    hd_explored ring = explore(in, HD_ALL_IN_ORDER);
    if (ring != HD_EXPLORED_INCOMPLETE) {
      t->rings++;
      t->changing += ring == HD_EXPLORED_SAFE && explore(in, 0) == HD_EXPLORED_UNSAFE;
      compare_subsets(in, seed, ring, t);
      compare_verdicts(in, &o, seed, ring, t);
    }
  }
  heddle_input_free(in);
  return ok;
}

static bool treat_seed(uint64_t seed, double seconds, tally *t)
{
  char path[] = "/tmp/heddle-turns-XXXXXX.c";
  int fd = mkstemps(path, 2);
  FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (!out) return false;
  write_cooperative(out, seed);
  fclose(out);
  bool ok = treat(path, "unreach-call", seed, seconds, t) && treat(path, "no-deadlock", seed, seconds, t);
  t->programs++;
  unlink(path);
  return ok;
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
  double seconds = argc > 3 ? strtod(argv[3], NULL) : 10;
  tally t = {0};
  bool ok = true;
  for (uint64_t seed = first; seed < first + count && ok; seed++) ok = treat_seed(seed, seconds, &t);
  printf("%u programs, %u rings explored (%u with violations in changing orders only), %u runs: %u safe with threads in order, "
         "%u unknown, %u wrong\n",
         t.programs, t.rings, t.changing, t.runs, t.refined, t.unknown, t.wrong);
  return t.wrong != 0 || !ok;
}
