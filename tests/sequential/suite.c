/* suite.c - sequential programs with known verdicts, through every checker.
 *
 *   suite FOLDER [-v] [-t SECONDS] [-c CHECKER] [-n EVERY] [-a ARITH|both] [FIRST [LAST]]
 *
 * Each line of FOLDER/suite.txt is a program. No checker may contradict the expectation, and when none of
 * them knows after SECONDS, they have to find out by taking turns. What comes with invariants is rechecked by
 * random executions: whenever one is at such a location, its invariant holds. With -v: a line a program with
 * what each checker said. CHECKER is one of ours, or a tool as after --sequential. With -a both, each program
 * is asked about as bit-vectors and as integers. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/memory.h"
#include "frontend/c/c.h"
#include "sequential/sequential.h"
#include "trace/interp.h"
#include "trace/state.h"

enum { MOST_WORDS = 12, RANDOM_RUNS = 5, RUN_STEPS = 2000 };

typedef struct {
  const char *folder, *only;
  bool other; /* `only` is none of our checkers */
  bool verbose;
  hd_arith ariths[2], arith; /* those to use, and the one in use */
  unsigned n_ariths, both;   /* both: programs that both decided */
  double seconds;
  unsigned programs, failures;
  unsigned known[8], others;
} suite;

typedef struct {
  const char *name, *expected;
  hd_property property;
  char defines[MOST_WORDS][128];
  unsigned n_defines;
} entry;

static const char *const verdict_names[] = {
    [HD_SEQ_SAFE] = "safe", [HD_SEQ_UNSAFE] = "unsafe", [HD_SEQ_UNKNOWN] = "unknown"};

static bool read_entry(char *line, entry *e)
{
  char *words[MOST_WORDS];
  unsigned n = 0;
  for (char *w = strtok(line, " \n"); w && n < MOST_WORDS; w = strtok(NULL, " \n")) words[n++] = w;
  if (n < 3 || words[0][0] == '#' || !hd_property_find(words[1], &e->property)) return false;
  e->name = words[0];
  e->expected = words[2];
  e->n_defines = n - 3;
  for (unsigned i = 0; i < e->n_defines; i++)
    snprintf(e->defines[i], sizeof e->defines[i], "-D%s", words[i + 3]);
  return true;
}

static hd_program *load(const suite *s, const entry *e)
{
  char path[512];
  const char *file = path, *args[MOST_WORDS + 1];
  snprintf(path, sizeof path, "%s/programs/%s", s->folder, e->name);
  for (unsigned i = 0; i < e->n_defines; i++) args[i] = e->defines[i];
  args[e->n_defines] = "-w";
  hd_c_input input = {.files = &file,
                      .n_files = 1,
                      .clang_args = args,
                      .n_clang_args = e->n_defines + 1,
                      .pointer_width = 64};
  const hd_c_options options = {
      .limits = {[HD_LIMIT_THREADS] = 4, [HD_LIMIT_HEAP] = 8, [HD_LIMIT_RECURSION] = 4}};
  hd_diags diags;
  hd_c_unit *unit = NULL;
  hd_program *p = NULL;
  hd_diags_init(&diags);
  if (hd_c_load(&input, &(hd_budget){.jobs = 1}, &diags, &unit) == HD_OK &&
      hd_c_lower(unit, &options, &diags, &p) == HD_OK) {
    if (p->raw)
      hd_memory_resolve(p, &(hd_memory_options){.check_alive = e->property == HD_PROP_VALID_MEMSAFETY});
    hd_program_select(p, e->property);
    hd_program_prune(p);
    hd_program_index(p);
  }
  for (uint32_t i = 0; i < diags.list.len; i++)
    if (diags.list.data[i].severity == HD_ERROR) printf("%s: %s\n", e->name, diags.list.data[i].message);
  hd_c_unit_free(unit);
  hd_diags_clear(&diags);
  return p;
}

static void bad(suite *s, const entry *e, const char *checker, const char *what)
{
  s->failures++;
  printf("FAILED %s", e->name);
  for (unsigned i = 0; i < e->n_defines; i++) printf(" %s", e->defines[i] + 2);
  printf(" (%s): %s\n", checker, what);
}

/* --- invariants ------------------------------------------------------------------------------ */

static uint64_t read_state(void *context, uint32_t symbol, bool array, uint64_t index)
{
  return hd_state_read(context, (hd_var){symbol}, 0, array ? index : 0);
}

static bool holds_here(const hd_program *p, const hd_seq_result *r, hd_state *state)
{
  hd_env env = {read_state, state};
  hd_loc at = hd_state_loc(state, HD_MAIN, 0);
  for (uint32_t i = 0; i < r->invariants.len; i++)
    if (r->invariants.data[i].loc.id == at.id && !hd_term_eval(p->terms, r->invariants.data[i].formula, &env))
      return false;
  return true;
}

static bool invariants_hold(const hd_program *p, const hd_seq_result *r, hd_property property)
{
  bool fine = true;
  for (uint64_t seed = 1; seed <= RANDOM_RUNS && fine; seed++) {
    hd_replay how;
    hd_trace *t = hd_random_run(p, property, seed, RUN_STEPS, &how);
    hd_state *state = hd_state_new(p, t);
    for (uint32_t i = 0; i < t->steps.len && fine; i++) {
      fine = holds_here(p, r, state);
      hd_state_step(state, &t->steps.data[i], NULL);
    }
    hd_state_free(state);
    hd_trace_free(t);
  }
  return fine;
}

/* --- checkers -------------------------------------------------------------------------------- */

static bool run_checker(suite *s, const entry *e, hd_program *p, const char *name, double seconds)
{
  hd_seq_task task = {.property = e->property, .unwind = HD_NONE, .arith = s->arith};
  hd_budget budget = {.deadline = seconds > 0 ? hd_now() + seconds : 0, .jobs = 1};
  hd_seq_session *session = hd_seq_open(p, &task);
  hd_seq_result r;
  hd_seq_result_init(&r);
  double start = hd_now();
  hd_seq_check(session, name, &budget, &r);
  const char *said = verdict_names[r.verdict];
  bool knows = r.verdict != HD_SEQ_UNKNOWN;
  if (s->verbose)
    printf("  %s %s %.2f%s", name ? name : "all", said, hd_now() - start, r.has_proof ? "+" : "");
  if (knows && strcmp(said, e->expected) != 0) bad(s, e, name ? name : "all", said);
  if (r.has_proof && !invariants_hold(p, &r, e->property))
    bad(s, e, name ? name : "all", "an invariant does not hold");
  hd_seq_result_clear(&r);
  hd_seq_close(session);
  return knows;
}

/* In a process of its own: Spacer has been seen to crash when its time is over. */
static bool run_apart(suite *s, const entry *e, hd_program *p, const char *name)
{
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    s->failures = 0;
    bool knows = run_checker(s, e, p, name, s->seconds);
    fflush(stdout);
    _exit((knows ? 1 : 0) + (s->failures ? 2 : 0));
  }
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return false;
  s->failures += WEXITSTATUS(status) & 2 ? 1 : 0;
  return WEXITSTATUS(status) & 1;
}

/* Has a checker decided, under the arithmetic in use? */
static bool run_checkers(suite *s, const entry *e, hd_program *p)
{
  bool known = s->other && run_checker(s, e, p, s->only, s->seconds);
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    const char *name = hd_seq_checkers[i]->name;
    if (s->only && strcmp(s->only, name) != 0) continue;
    bool apart = strcmp(name, "spacer") == 0;
    bool knows = apart ? run_apart(s, e, p, name) : run_checker(s, e, p, name, s->seconds);
    s->known[i] += knows;
    known |= knows;
  }
  s->others += s->other && known;
  return known;
}

static void run_entry(suite *s, const entry *e)
{
  hd_program *p = load(s, e);
  bool known = false;
  s->programs++;
  if (!p) {
    bad(s, e, "load", "cannot be read");
    return;
  }
  if (s->verbose) {
    printf("%u %s", s->programs, e->name);
    for (unsigned i = 0; i < e->n_defines; i++) printf(" %s", e->defines[i] + 2);
    printf(" %s:", e->expected);
    fflush(stdout);
  }
  unsigned knowing = 0;
  for (unsigned i = 0; i < s->n_ariths; i++) {
    s->arith = s->ariths[i];
    if (s->verbose && s->n_ariths > 1) printf(" [%s]", hd_arith_name(s->arith));
    bool knows = run_checkers(s, e, p);
    knowing += knows;
    known |= knows;
  }
  s->both += knowing > 1;
  if (!known && !s->only) known = run_checker(s, e, p, NULL, 0); /* one of them has to */
  if (s->verbose) printf("\n");
  if (!known && !s->only) bad(s, e, "all", "no checker knows");
  hd_program_free(p);
}

static void choose_arith(suite *s, const char *name)
{
  s->n_ariths = strcmp(name, "both") == 0 ? 2 : 1;
  s->ariths[0] = HD_ARITH_BV;
  s->ariths[1] = HD_ARITH_INT;
  if (s->n_ariths == 1 && !hd_arith_find(name, &s->ariths[0])) s->ariths[0] = HD_ARITH_AUTO;
}

int main(int argc, char **argv)
{
  suite s = {.folder = argv[1], .seconds = 0.2, .n_ariths = 1};
  unsigned first = 1, last = 100000, number = 0, n = 0, every = 1;
  for (int i = 2; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0)
      s.verbose = true;
    else if (strcmp(argv[i], "-t") == 0 && i + 1 < argc)
      s.seconds = atof(argv[++i]);
    else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
      every = (unsigned)atoi(argv[++i]);
    else if (strcmp(argv[i], "-c") == 0 && i + 1 < argc)
      s.only = argv[++i];
    else if (strcmp(argv[i], "-a") == 0 && i + 1 < argc)
      choose_arith(&s, argv[++i]);
    else if (n++ == 0)
      first = last = (unsigned)atoi(argv[i]);
    else
      last = (unsigned)atoi(argv[i]);
  }
  s.other = s.only && !hd_seq_find(s.only);
  char path[512], line[512];
  snprintf(path, sizeof path, "%s/suite.txt", s.folder);
  FILE *in = fopen(path, "r");
  if (!in) return 1;
  entry e;
  while (fgets(line, sizeof line, in))
    if (read_entry(line, &e) && ++number >= first && number <= last && number % every == 0) run_entry(&s, &e);
  fclose(in);
  printf("%u programs, %u failures;", s.programs, s.failures);
  for (size_t i = 0; hd_seq_checkers[i]; i++)
    if (!s.only || strcmp(s.only, hd_seq_checkers[i]->name) == 0)
      printf(" %s knows %u", hd_seq_checkers[i]->name, s.known[i]);
  if (s.other) printf(" %s knows %u", s.only, s.others);
  if (s.n_ariths > 1) printf("; %u decided under both arithmetics", s.both);
  printf("\n");
  return s.failures != 0;
}
