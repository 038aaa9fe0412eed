/* cause.c - a sentence for each kind of cause, with its numbers. */
#include "report/cause.h"

#include <inttypes.h>

const char *const hd_cause_names[HD_CAUSE_COUNT] = {
    [HD_CAUSE_NONE] = "none",
    [HD_CAUSE_TIME] = "time",
    [HD_CAUSE_MEMORY] = "memory",
    [HD_CAUSE_BOUND] = "bound",
    [HD_CAUSE_UNSUPPORTED] = "unsupported",
    [HD_CAUSE_ASSUMPTION] = "assumption",
    [HD_CAUSE_REFUSED] = "refused",
    [HD_CAUSE_CANCELLED] = "cancelled",
    [HD_CAUSE_FAILED] = "failed",
};

/* Of kinds that are told even when there is more to say; the others are what the engine says. */
static const char *const kinds[HD_CAUSE_COUNT] = {
    [HD_CAUSE_TIME] = "time limit", [HD_CAUSE_MEMORY] = "memory limit", [HD_CAUSE_CANCELLED] = "interrupted"};

/* After the number; the other measures are told by their names, before it. */
static const char *const units[HD_MEASURE_COUNT] = {
    [HD_MEASURE_CONTEXTS] = "context switches",
    [HD_MEASURE_ROUNDS] = "rounds",
    [HD_MEASURE_SAMPLES] = "executions",
    [HD_MEASURE_STATES] = "states",
    [HD_MEASURE_MOVES] = "moves",
    [HD_MEASURE_VECTORS] = "vectors of locations",
    [HD_MEASURE_CLAUSES] = "clauses",
    [HD_MEASURE_BDD_NODES] = "BDD nodes",
};

static const char *join_texts(const char *text, const char *glue, const char *more, hd_arena *arena)
{
  return text && more ? hd_arena_printf(arena, "%s%s%s", text, glue, more) : text ? text : more;
}

static const char *scope_covered(const hd_covered *c, hd_arena *arena)
{
  if (!(c->known >> HD_MEASURE_SCOPE_THREADS & 1)) return NULL;
  return hd_arena_printf(arena,
                         "no violation with up to %" PRIu64 " threads of a kind, %" PRIu64 " iterations, %" PRIu64
                         " unforced switches or other inputs, %" PRIu64 " steps",
                         c->amount[HD_MEASURE_SCOPE_THREADS], c->amount[HD_MEASURE_SCOPE_ITERATIONS],
                         c->amount[HD_MEASURE_SCOPE_DEPARTURES], c->amount[HD_MEASURE_SCOPE_STEPS]);
}

static const char *covered(const hd_covered *c, hd_arena *arena)
{
  const char *text = NULL;
  for (unsigned m = HD_MEASURE_NONE + 1; m < HD_MEASURE_SCOPE_THREADS; m++) {
    if (!(c->known >> m & 1)) continue;
    const char *one = units[m] ? hd_arena_printf(arena, "%" PRIu64 " %s", c->amount[m], units[m])
                               : hd_arena_printf(arena, "%s %" PRIu64, hd_measure_names[m], c->amount[m]);
    text = join_texts(text, ", ", one, arena);
  }
  return join_texts(text, "; ", scope_covered(c, arena), arena);
}

const char *hd_report_cause(const hd_cause *c, hd_arena *arena)
{
  const char *text = join_texts(c->what, ": ", kinds[c->kind], arena);
  if (c->kind == HD_CAUSE_BOUND) text = join_texts("bounded", ": ", c->what, arena);
  if (!text) text = "no answer";
  text = join_texts(text, ": while ", c->during, arena);
  return join_texts(text, ": ", covered(&c->covered, arena), arena);
}

const char *hd_report_cause_at(const hd_cause *c, const hd_program *p, hd_arena *arena)
{
  const char *text = hd_report_cause(c, arena);
  hd_place place = {0};
  if (p) place = hd_program_place(p, c->pos);
  return place.file ? hd_arena_printf(arena, "%s at %s:%u", text, place.file, place.line) : text;
}
