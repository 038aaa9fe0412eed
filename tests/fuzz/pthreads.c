/* pthreads.c - all engines against each other, on random concurrent C programs.
 *
 * usage: fuzz_pthreads [FIRST [COUNT [SECONDS [ENGINE...]]]]: seeds FIRST .. FIRST + COUNT - 1, each for two of the properties,
 * SECONDS for each engine at most (default: all engines, and `auto`). The first one asked visits every interleaving,
 * without reductions; all that decide must agree. `fuzz_pthreads text SEED` prints a program. */
#include "pthreads.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/input.h"

enum { MOST_ENGINES = 16, N_PROPERTIES = 5 };

static const hd_property properties[N_PROPERTIES] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK,
                                                     HD_PROP_NO_OVERFLOW, HD_PROP_VALID_MEMSAFETY};

typedef struct {
  const char *names[MOST_ENGINES];
  uint32_t known[MOST_ENGINES];
  unsigned n;
  double seconds;
  uint32_t programs, tasks, safe, unsafe, unknown, wrong;
} score;

static const char *const verdicts[] = {"safe", "unsafe", "unknown"};

static heddle_verdict ask(heddle_input *in, const heddle_options *o, uint64_t seed, score *s)
{
  heddle_result *r = heddle_verify(in, o);
  heddle_verdict v = heddle_result_verdict(r);
  if (heddle_result_defect(r)) {
    printf("seed %llu, %s, %s: %s\n", (unsigned long long)seed, hd_property_name(in->property), o->engine,
           heddle_result_reason(r));
    s->wrong++;
  }
  heddle_result_free(r);
  return v;
}

/* What every interleaving shows. */
static heddle_verdict find_truth(heddle_input *in, uint64_t seed, score *s)
{
  heddle_options o;
  heddle_options_init(&o);
  o.engine = "explicit";
  o.reduction = "none";
  o.por = "none";
  o.symmetry = "off";
  o.timeout = 2 * s->seconds;
  o.jobs = 1;
  return ask(in, &o, seed, s);
}

static void compare(heddle_input *in, hd_property property, uint64_t seed, score *s)
{
  in->property = property;
  heddle_verdict truth = find_truth(in, seed, s);
  const char *by = "every interleaving";
  for (unsigned i = 0; i < s->n; i++) {
    heddle_options o;
    heddle_options_init(&o);
    o.engine = s->names[i];
    o.timeout = s->seconds;
    heddle_verdict v = ask(in, &o, seed, s);
    s->known[i] += v != HEDDLE_UNKNOWN;
    if (v != HEDDLE_UNKNOWN && truth != HEDDLE_UNKNOWN && v != truth) {
      printf("seed %llu, %s: %s by %s, %s by %s\n", (unsigned long long)seed, hd_property_name(property),
             verdicts[truth], by, verdicts[v], s->names[i]);
      s->wrong++;
    }
    if (truth == HEDDLE_UNKNOWN) {
      truth = v;
      by = s->names[i];
    }
  }
  s->tasks++;
  s->safe += truth == HEDDLE_SAFE;
  s->unsafe += truth == HEDDLE_UNSAFE;
  s->unknown += truth == HEDDLE_UNKNOWN;
  fflush(stdout);
}

static bool treat(uint64_t seed, score *s)
{
  char path[] = "/tmp/heddle-pthreads-XXXXXX.c";
  int fd = mkstemps(path, 2);
  FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (!out) return false;
  write_pthreads(out, seed);
  fclose(out);
  heddle_options o;
  heddle_options_init(&o);
  const char *files[] = {path}, *args[] = {"-w"};
  o.clang_args = args;
  o.n_clang_args = 1;
  heddle_input *in = heddle_load(&o, files, 1);
  bool ok = heddle_input_ok(in);
  if (!ok) printf("seed %llu: does not compile\n", (unsigned long long)seed);
  for (unsigned i = 0; ok && i < 2; i++) compare(in, properties[i == 0 ? 0 : 1 + seed % (N_PROPERTIES - 1)], seed, s);
  s->programs++;
  heddle_input_free(in);
  unlink(path);
  return ok;
}

static void choose_engines(int argc, char **argv, score *s)
{
  for (int i = 4; i < argc && s->n < MOST_ENGINES; i++) s->names[s->n++] = argv[i];
  const char *name, *unused;
  if (argc <= 4) s->names[s->n++] = "auto";
  for (unsigned i = 0; argc <= 4 && s->n < MOST_ENGINES && (name = heddle_engine(i, &unused, &unused)); i++)
    if (strcmp(name, "fixpoint") != 0) s->names[s->n++] = name;
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  if (argc > 2 && strcmp(argv[1], "text") == 0) {
    write_pthreads(stdout, number(argc, argv, 2, 1));
    return 0;
  }
  uint64_t first = number(argc, argv, 1, 1), count = number(argc, argv, 2, 20);
  score s = {.seconds = argc > 3 ? strtod(argv[3], NULL) : 3};
  bool ok = true;
  choose_engines(argc, argv, &s);
  for (uint64_t seed = first; seed < first + count && ok; seed++) ok = treat(seed, &s);
  printf("%u programs, %u tasks: %u safe, %u unsafe, %u unknown, %u wrong; known to", s.programs, s.tasks, s.safe,
         s.unsafe, s.unknown, s.wrong);
  for (unsigned i = 0; i < s.n; i++) printf("%s %s %u", i ? "," : "", s.names[i], s.known[i]);
  printf("\n");
  return s.wrong != 0 || !ok;
}
