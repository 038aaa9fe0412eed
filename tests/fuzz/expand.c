/* expand.c - random programs, their expanded forms and those with loops written out: the same verdict, the same
 * number of states, and traces that lead back; of threads side by side, in each order, the same verdict and traces.
 * Usage: fuzz_expand FIRST COUNT */
#include <stdio.h>

#include "generate.h"
#include "program/expand.h"
#include "program/lockstep.h"
#include "program/validate.h"
#include "program/write_out.h"
#include "trace/apart.h"
#include "trace/expanded.h"
#include "oracle/systematic.h"

static const hd_explore_options options = {.max_states = 20000};

typedef hd_trace *lead_back(const void *from, const hd_trace *t);

static hd_trace *contract(const void *from, const hd_trace *t)
{
  return hd_trace_contract(from, t);
}

static hd_trace *fold_up(const void *from, const hd_trace *t)
{
  const hd_written_out *w = from;
  hd_trace *own = hd_trace_copy(t);
  for (uint32_t i = 0; i < own->steps.len; i++) own->steps.data[i].edge = w->edge[own->steps.data[i].edge.id];
  return own;
}

static bool is_violation(const hd_program *p, hd_trace *own)
{
  bool violates = hd_trace_replay(p, own, HD_PROP_UNREACH_CALL).end == HD_END_VIOLATION;
  hd_trace_free(own);
  return violates;
}

typedef struct {
  const hd_program *p;
  const hd_written_out *w;
} side_by_side;

static hd_trace *tell_apart(const void *from, const hd_trace *t)
{
  const side_by_side *s = from;
  return hd_trace_apart(s->p, s->w, t);
}

/* p and another form of it. */
static const char *difference(const hd_program *p, const hd_program *q, const void *from, lead_back *back)
{
  hd_diags diags;
  hd_diags_init(&diags);
  bool valid = hd_program_check(q, &diags) == HD_OK;
  hd_diags_clear(&diags);
  if (!valid) return "the other program is not well-formed";
  hd_exploration a = hd_explore_all(p, HD_PROP_UNREACH_CALL, &options);
  hd_exploration b = hd_explore_all(q, HD_PROP_UNREACH_CALL, &options);
  const char *what = NULL;
  bool too_many = back == tell_apart && (a.states >= options.max_states || b.states >= options.max_states);
  if (a.verdict != b.verdict && !too_many)
    what = "different verdicts";
  else if (a.verdict == HD_EXPLORED_SAFE && a.states != b.states && back != tell_apart)
    what = "different numbers of states";
  else if (b.trace && !is_violation(p, back(from, b.trace)))
    what = "the trace does not lead back";
  hd_trace_free(a.trace);
  hd_trace_free(b.trace);
  return what;
}

static int say_difference(uint64_t seed, const char *form, const char *what)
{
  if (what) printf("seed %llu, %s: %s\n", (unsigned long long)seed, form, what);
  return what != NULL;
}

/* Adds to the number of forms. */
static int compare_orders(uint64_t seed, const hd_program *p, unsigned *woven)
{
  static const char *const names[HD_LOCKSTEP_COUNT] = {"", "in rounds", "in pairs", "one by one"};
  int failures = 0;
  for (hd_lockstep order = HD_LOCKSTEP_ROUNDS; order < HD_LOCKSTEP_COUNT; order++) {
    side_by_side s = {p, hd_lockstep_write(p, order)};
    *woven += s.w != NULL;
    if (s.w) failures += say_difference(seed, names[order], difference(p, s.w->program, &s, tell_apart));
    hd_written_out_free((hd_written_out *)s.w);
  }
  return failures;
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
  int failures = 0;
  unsigned written = 0, woven = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    hd_program *p = generate_program(seed, HD_PROP_UNREACH_CALL);
    hd_expanded *x = hd_expand(p);
    failures += say_difference(seed, "expanded", difference(p, x->program, x, contract));
    hd_expanded_free(x);
    hd_written_out *w = hd_write_out(p);
    written += w != NULL;
    if (w) failures += say_difference(seed, "written out", difference(p, w->program, w, fold_up));
    hd_written_out_free(w);
    failures += compare_orders(seed, p, &woven);
    hd_program_free(p);
  }
  printf("%llu programs, %u of them with something to write out, %u orders of threads, %d differences\n",
         (unsigned long long)count, written, woven, failures);
  return failures != 0;
}
