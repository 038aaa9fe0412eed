/* cause.c - makes and copies causes, and adds up what was covered. */
#include "program/cause.h"

const char *const hd_measure_names[HD_MEASURE_COUNT] = {
    [HD_MEASURE_NONE] = "none",
    [HD_MEASURE_CONTEXTS] = "contexts",
    [HD_MEASURE_ROUNDS] = "rounds",
    [HD_MEASURE_SAMPLES] = "samples",
    [HD_MEASURE_STATES] = "states",
    [HD_MEASURE_DEPTH] = "depth",
    [HD_MEASURE_FRONTIER] = "frontier",
    [HD_MEASURE_UNWIND] = "unwind",
    [HD_MEASURE_MOVES] = "moves",
    [HD_MEASURE_FRAMES] = "frames",
    [HD_MEASURE_NODES] = "nodes",
    [HD_MEASURE_VECTORS] = "vectors",
    [HD_MEASURE_CLAUSES] = "clauses",
    [HD_MEASURE_BDD_NODES] = "bdd.nodes",
    [HD_MEASURE_SCOPE_THREADS] = "scope.threads",
    [HD_MEASURE_SCOPE_ITERATIONS] = "scope.iterations",
    [HD_MEASURE_SCOPE_DEPARTURES] = "scope.departures",
    [HD_MEASURE_SCOPE_STEPS] = "scope.steps",
};

hd_cause hd_cause_spent(const hd_budget *b, const char *otherwise)
{
  hd_cause c = HD_NO_CAUSE;
  c.kind = hd_budget_cause(b);
  if (c.kind != HD_CAUSE_NONE) return c;
  c.kind = HD_CAUSE_REFUSED;
  c.what = otherwise;
  return c;
}

hd_cause hd_cause_beyond(const hd_program *p, hd_loc where)
{
  const hd_loc_info *l = hd_loc_get(p, where);
  bool bound = l->kind == HD_LOC_BOUND;
  return (hd_cause){.kind = bound ? HD_CAUSE_BOUND : HD_CAUSE_UNSUPPORTED,
                    .what = l->reason ? l->reason : "a place that cannot be followed was reached",
                    .pos = l->pos,
                    .at_bound = bound,
                    .limit = l->limit};
}

hd_cause hd_cause_within(const hd_cause *part, const char *whole, hd_arena *arena)
{
  hd_cause c = hd_cause_copy(part, arena);
  c.what = hd_arena_printf(arena, "%s%s%s", whole, part->what ? ": " : "", part->what ? part->what : "");
  return c;
}

hd_cause hd_cause_copy(const hd_cause *c, hd_arena *arena)
{
  hd_cause copy = *c;
  if (c->by) copy.by = hd_arena_strdup(arena, c->by);
  if (c->what) copy.what = hd_arena_strdup(arena, c->what);
  if (c->during) copy.during = hd_arena_strdup(arena, c->during);
  return copy;
}

void hd_cover(hd_covered *c, hd_measure m, uint64_t amount)
{
  HD_CHECK(m > HD_MEASURE_NONE && m < HD_MEASURE_COUNT);
  c->known |= 1u << m;
  c->amount[m] = amount;
}

void hd_cover_all(hd_covered *c, const hd_covered *more)
{
  for (unsigned m = HD_MEASURE_NONE + 1; m < HD_MEASURE_COUNT; m++)
    if (more->known >> m & 1 && (!(c->known >> m & 1) || c->amount[m] < more->amount[m]))
      hd_cover(c, (hd_measure)m, more->amount[m]);
}
