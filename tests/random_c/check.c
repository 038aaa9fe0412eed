/* check.c - does the model agree with the machine? check [-t] FILE VALUE [ILP32]
 *
 * VALUE is the check sum that the compiled program printed. Lowered, resolved and run by the
 * reference interpreter, the program's assertion must hold for it; with another value it
 * must fail: an execution that ends too early fails nothing. The other properties hold too,
 * as the program has no undefined behaviour. -t prints each value of the check sum instead,
 * as the program itself does when it is compiled with -DTRACE. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "analysis/memory.h"
#include "frontend/c/c.h"
#include "program/validate.h"
#include "trace/interp.h"

enum { MAX_STEPS = 2000000 };

typedef struct {
  const char *file;
  unsigned pointer_width;
  hd_diags diags;
  hd_c_unit *unit;
  hd_program *program;
  bool frames; /* it compares addresses of locals: how many of them there can be has a bound, which a run may meet */
} subject;

static void say(const subject *s, const char *what)
{
  printf("%s (%u bits): %s\n", s->file, s->pointer_width, what);
  for (uint32_t i = 0; i < s->diags.list.len && i < 5; i++) {
    const hd_diag *d = &s->diags.list.data[i];
    printf("  %s:%u: %s\n", d->place.file ? d->place.file : "-", d->place.line, d->message);
  }
}

static bool load(subject *s, uint64_t expected)
{
  char define[64];
  snprintf(define, sizeof define, "-DEXPECTED=%" PRIu64 "ULL", expected);
  const char *args[] = {define, "-w"};
  hd_c_input input = {.files = &s->file,
                      .n_files = 1,
                      .clang_args = args,
                      .n_clang_args = HD_COUNT(args),
                      .pointer_width = s->pointer_width};
  hd_diags_init(&s->diags);
  return hd_c_load(&input, &(hd_budget){.jobs = 1}, &s->diags, &s->unit) == HD_OK;
}

/* *again: the program compares addresses of locals, and must say when they end. */
static bool resolve(subject *s, hd_property property, bool frames, bool *again)
{
  const hd_c_options options = {
      .limits = {[HD_LIMIT_THREADS] = 4, [HD_LIMIT_HEAP] = 8, [HD_LIMIT_RECURSION] = 4}, .frames = frames};
  const hd_memory_options memory = {.check_alive = property == HD_PROP_VALID_MEMSAFETY};
  if (s->program) hd_program_free(s->program);
  s->program = NULL;
  if (hd_c_lower(s->unit, &options, &s->diags, &s->program) != HD_OK) return false;
  *again = !hd_memory_resolve(s->program, &memory);
  return true;
}

static bool lower(subject *s, hd_property property)
{
  bool again;
  if (!resolve(s, property, false, &s->frames) || (s->frames && !resolve(s, property, true, &again))) return false;
  hd_program_select(s->program, property);
  hd_program_prune(s->program);
  hd_program_index(s->program);
  return hd_program_check(s->program, &s->diags) == HD_OK;
}

static void unload(subject *s)
{
  if (s->program) hd_program_free(s->program);
  if (s->unit) hd_c_unit_free(s->unit);
  hd_diags_clear(&s->diags);
}

static void say_last(const subject *s, const hd_trace *t)
{
  const hd_program *p = s->program;
  if (!t->steps.len) return;
  const hd_edge_info *e = hd_edge_get(p, hd_vec_last(&t->steps).edge);
  const hd_loc_info *to = hd_loc_get(p, e->to);
  printf("  step %u, line %u, %s%s\n", t->steps.len, e->pos.line, e->label ? e->label : "",
         to->reason ? to->reason : "");
}

/* Every write to the check sum, and the line that it stands in. */
static void print_sums(const subject *s, const hd_trace *t)
{
  const hd_program *p = s->program;
  hd_state *state = hd_state_new(p, t);
  hd_events events = {0};
  for (uint32_t i = 0; i < t->steps.len; i++) {
    events.len = 0;
    hd_state_step(state, &t->steps.data[i], &events);
    for (uint32_t k = 0; k < events.len; k++)
      if (events.data[k].write && strcmp(hd_var_get(p, events.data[k].var)->name, "check") == 0)
        printf("%u: check = %" PRIu64 "\n", hd_edge_get(p, t->steps.data[i].edge)->pos.line,
               events.data[k].value);
  }
  hd_vec_clear(&events);
  hd_state_free(state);
}

static const char *const ends[] = {[HD_END_NOWHERE] = "ended without a violation",
                                   [HD_END_STUCK] = "stuck",
                                   [HD_END_VIOLATION] = "a check failed",
                                   [HD_END_RACE] = "race",
                                   [HD_END_DEADLOCK] = "deadlock",
                                   [HD_END_UNSUPPORTED] = "left what is supported"};

/* Does a run end the way it should? */
static bool ends_so(subject *s, hd_property property, uint64_t seed, hd_end wanted, bool trace)
{
  hd_replay how = {0};
  if (!lower(s, property)) {
    say(s, "was not lowered");
    return false;
  }
  hd_trace *t = hd_random_run(s->program, property, seed, MAX_STEPS, &how);
  bool good = (how.end == wanted || (s->frames && how.end == HD_END_UNSUPPORTED)) && how.at < MAX_STEPS;
  if (trace) {
    print_sums(s, t);
  } else if (!good) {
    say(s, how.at < MAX_STEPS ? ends[how.end] : "too many steps");
    printf("  for %s; should have %s\n", hd_property_name(property), ends[wanted]);
    say_last(s, t);
  }
  hd_trace_free(t);
  return good;
}

static bool check(const char *file, unsigned pointer_width, uint64_t value, bool right, bool trace)
{
  static const hd_property others[] = {HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK, HD_PROP_NO_OVERFLOW,
                                       HD_PROP_VALID_MEMSAFETY};
  subject s = {.file = file, .pointer_width = pointer_width};
  bool good = load(&s, right ? value : value + 1);
  if (!good)
    say(&s, "was not loaded");
  else if (right)
    good = ends_so(&s, HD_PROP_UNREACH_CALL, value, HD_END_NOWHERE, trace);
  else
    good = ends_so(&s, HD_PROP_UNREACH_CALL, value, HD_END_VIOLATION, false);
  if (good && right && !trace)
    good = ends_so(&s, others[value % HD_COUNT(others)], value, HD_END_NOWHERE, false);
  unload(&s);
  return good;
}

int main(int argc, char **argv)
{
  bool trace = argc > 1 && strcmp(argv[1], "-t") == 0;
  if (argc < 3 + trace) {
    fputs("usage: check [-t] FILE VALUE [ILP32]\n", stderr);
    return 64;
  }
  argv += trace;
  uint64_t value = strtoull(argv[2], NULL, 10);
  unsigned width = argv[3] && strcmp(argv[3], "ILP32") == 0 ? 32 : 64;
  if (trace) return check(argv[1], width, value, true, true) ? 0 : 1;
  return check(argv[1], width, value, true, false) && check(argv[1], width, value, false, false) ? 0 : 1;
}
