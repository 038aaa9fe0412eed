/* abstract.c - predicate abstraction against brute force, on random programs with random conditions.
 *
 * usage: fuzz_abstract [FIRST [COUNT [SECONDS]]]: seeds FIRST .. FIRST + COUNT - 1, SECONDS each at most.
 * When the Boolean program is safe, brute force must not know a violation; when the edges of its violation
 * can be executed, they must lead into one. */
#include <stdio.h>

#include "engine/fixpoint/abstract.h"
#include "engine/fixpoint/fixpoint.h"
#include "frontend/bp/bp.h"
#include "generate.h"
#include "program/text.h"
#include "oracle/systematic.h"

typedef struct {
  uint32_t programs, safe, executed, spurious, unknown, wrong;
} tally;

static uint32_t roll(uint64_t *seed, uint32_t n)
{
  return (uint32_t)(hd_roll(seed) % n);
}

static void print_condition(FILE *out, const hd_program *p, const char *const *names, uint32_t n, uint64_t *seed)
{
  static const char *const operators[] = {"==", "!=", "<", "<=", ">"};
  (void)p;
  fprintf(out, "  %s %s ", names[roll(seed, n)], operators[roll(seed, HD_COUNT(operators))]);
  if (roll(seed, 3))
    fprintf(out, "%u\n", roll(seed, 4));
  else
    fprintf(out, "%s%s\n", names[roll(seed, n)], roll(seed, 2) ? " + 1" : "");
}

/* A few conditions about what threads share, and about each thread. */
static char *make_conditions(const hd_program *p, uint64_t seed)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  fputs("# random\n", out);
  for (uint32_t t = 0; t <= p->threads.len; t++) { /* the last turn: shared ones */
    HD_VEC(const char *) names = {0};
    for (uint32_t i = 0; i < p->vars.len; i++) {
      const hd_var_info *v = &p->vars.data[i];
      if (v->count == 0 && v->role != HD_ROLE_SELF && (v->thread.id == HD_NONE || v->thread.id == t))
        hd_vec_push(&names, v->name);
    }
    if (t == p->threads.len)
      fputs("shared:\n", out);
    else
      fprintf(out, "thread %s:\n", p->threads.data[t].name);
    for (uint32_t i = roll(&seed, 4); names.len && i > 0; i--) print_condition(out, p, names.data, names.len, &seed);
    hd_vec_clear(&names);
  }
  fclose(out);
  return text;
}

static void complain(tally *t, uint64_t seed, const char *what, const hd_program *p, const hd_fx_abstraction *a)
{
  t->wrong++;
  fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, what);
  hd_program_print(stderr, p);
  if (a) fputs(a->text, stderr);
}

static void judge(hd_fx_abstraction *a, const hd_program *p, const hd_bp *bp, const hd_result *r, uint64_t seed,
                  const hd_budget *budget, tally *t)
{
  hd_exploration truth = hd_explore_all(p, HD_PROP_UNREACH_CALL, &(hd_explore_options){.max_states = 50000});
  bool beyond_truth = truth.verdict == HD_EXPLORED_INCOMPLETE && truth.cause == HD_CAUSE_UNSUPPORTED;
  if (r->verdict == HD_UNKNOWN) t->unknown++;
  if (r->verdict == HD_SAFE) {
    t->safe++;
    if (truth.verdict == HD_EXPLORED_UNSAFE || beyond_truth) complain(t, seed, "safe, which it is not", p, a);
  }
  if (r->verdict == HD_UNSAFE) {
    hd_loc beyond;
    hd_trace *trace = hd_fx_abstraction_execute(a, bp, r->bp_trace, budget, &beyond);
    bool real = trace && hd_trace_replay(p, trace, HD_PROP_UNREACH_CALL).end == HD_END_VIOLATION;
    t->executed += real;
    t->spurious += !real;
    if (real && truth.verdict == HD_EXPLORED_SAFE) complain(t, seed, "unsafe, which it is not", p, a);
    if (trace) hd_trace_free(trace);
  }
  hd_trace_free(truth.trace);
}

static void compare(uint64_t seed, double seconds, tally *t)
{
  hd_program *p = generate_program(seed, HD_PROP_UNREACH_CALL);
  char *conditions = make_conditions(p, seed);
  hd_budget budget = {.deadline = hd_now() + seconds, .jobs = 1};
  hd_diags diags;
  hd_diags_init(&diags);
  t->programs++;
  hd_fx_abstraction *a = hd_fx_abstraction_new(p, conditions, "conditions", &budget, &diags);
  if (!a && hd_diags_has_error(&diags)) {
    complain(t, seed, diags.list.data[0].message, p, NULL);
    fputs(conditions, stderr);
  } else if (!a) {
    t->unknown++;
  } else {
    hd_bp *bp = hd_bp_parse(a->text, a->length, "abstraction", &(hd_bp_options){.dialect = HD_BP_BOPPO}, &diags);
    if (!bp) {
      complain(t, seed, diags.list.data[diags.list.len - 1].message, p, a);
    } else {
      hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
      hd_result r;
      task.no_recheck = true;
      hd_result_init(&r);
      hd_fixpoint_run(bp, &task, HD_FX_READABLE_STEPS, &budget, &r);
      budget.deadline = hd_now() + seconds;
      judge(a, p, bp, &r, seed, &budget, t);
      hd_result_clear(&r);
    }
    hd_bp_free(bp);
  }
  hd_fx_abstraction_free(a);
  hd_diags_clear(&diags);
  free(conditions);
  hd_program_free(p);
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  uint64_t first = number(argc, argv, 1, 1), count = number(argc, argv, 2, 100);
  double seconds = argc > 3 ? strtod(argv[3], NULL) : 5;
  tally t = {0};
  for (uint64_t seed = first; seed < first + count; seed++) compare(seed, seconds, &t);
  printf("abstraction: %u programs, %u safe, %u violations executed, %u not, %u unknown, %u wrong\n", t.programs,
         t.safe, t.executed, t.spurious, t.unknown, t.wrong);
  return t.wrong != 0;
}
