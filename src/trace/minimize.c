/* minimize.c - drops tails and rounds, and moves blocks together, while the violation stays. */
#include "trace/minimize.h"

#include "trace/shortest.h"
#include "trace/simpler.h"
#include "trace/state.h"

/* How much memory the search for the best schedule may take, and which part of that for each other execution that is
 * tried: of those there are many, and where the whole did not suffice, it would be spent on each of them. */
enum { SEARCH_BYTES = 96 << 20, MAX_NODES = 200000, PART_FOR_OTHERS = 16 };
/* How many steps are executed to try changes one by one: a second or two. */
enum { MAX_WORK = 2000000 };
/* The search for other executions: the length in lines from which on it is made, the limits of its work in steps, and
 * the number of executions, none of them easier to read, that end it. */
enum { SHORT_ENOUGH = 8, WORK_PER_EFFORT = 60, MOST_WORK = 400000, MOST_IN_VAIN = 12 };

typedef HD_VEC(hd_step) steps;

typedef struct {
  const hd_program *p;
  hd_property property;
  const hd_budget *budget;
  hd_trace *best; /* always ends in the violation; owns the inputs of every candidate's steps */
  steps candidate;
  uint64_t work;  /* steps executed so far */
  uint32_t nodes; /* states that a search for the best schedule may have */
} job;

static bool is_spent(const job *j)
{
  return j->work > MAX_WORK || hd_budget_spent(j->budget);
}

static bool same_who(const hd_step *a, const hd_step *b)
{
  return a->thread.id == b->thread.id && a->instance == b->instance;
}

/* Cuts the trace where the violation is first seen; false when there is none. */
static bool cut_at_violation(const job *j, hd_trace *t)
{
  hd_replay r = hd_trace_replay(j->p, t, j->property);
  switch (r.end) {
  case HD_END_VIOLATION: t->steps.len = r.at + 1; return true;
  case HD_END_RACE:
  case HD_END_DEADLOCK: t->steps.len = r.at; return true;
  default: return false;
  }
}

/* Keeps the candidate steps instead of the best ones if they end in the violation, with no more switches and no more
 * steps, and with fewer of one of them. */
static bool improves(job *j)
{
  hd_trace view = {.initial = {j->best->initial.data, j->best->initial.len, 0}};
  view.steps.data = j->candidate.data;
  view.steps.len = j->candidate.len;
  j->work += view.steps.len;
  if (!cut_at_violation(j, &view)) return false;
  uint32_t old = hd_trace_switches(j->best), now = hd_trace_switches(&view);
  if (now > old || view.steps.len > j->best->steps.len) return false;
  if (now == old && view.steps.len == j->best->steps.len) return false;
  j->best->steps.len = 0;
  for (uint32_t i = 0; i < view.steps.len; i++) hd_vec_push(&j->best->steps, view.steps.data[i]);
  return true;
}

static void copy_range(job *j, uint32_t from, uint32_t to)
{
  for (uint32_t i = from; i < to; i++) hd_vec_push(&j->candidate, j->best->steps.data[i]);
}

/* --- dropping steps ------------------------------------------------------------------------- */

/* Without the steps of `who` that lie in [from, to). */
static bool try_without(job *j, const hd_step *who, uint32_t from, uint32_t to)
{
  hd_step whose = *who;
  j->candidate.len = 0;
  for (uint32_t i = 0; i < j->best->steps.len; i++) {
    const hd_step *s = &j->best->steps.data[i];
    if (i < from || i >= to || !same_who(s, &whose)) hd_vec_push(&j->candidate, *s);
  }
  return improves(j);
}

/* Drops what an instance does from one of its blocks on, where nothing later needs that. */
static bool drop_tails(job *j)
{
  bool changed = false;
  for (uint32_t i = 0; i < j->best->steps.len && !is_spent(j); i++) {
    bool starts_block = i == 0 || !same_who(&j->best->steps.data[i - 1], &j->best->steps.data[i]);
    if (starts_block) changed |= try_without(j, &j->best->steps.data[i], i, j->best->steps.len);
  }
  return changed;
}

/* The instance's last step that starts at `loc` after step i, or 0. */
static uint32_t last_return(const job *j, uint32_t i)
{
  const hd_step *s = &j->best->steps.data[i];
  hd_loc loc = hd_edge_get(j->p, s->edge)->from;
  for (uint32_t k = j->best->steps.len - 1; k > i; k--) {
    const hd_step *other = &j->best->steps.data[k];
    if (same_who(s, other) && hd_edge_get(j->p, other->edge)->from.id == loc.id) return k;
  }
  return 0;
}

static uint32_t next_return(const job *j, uint32_t i)
{
  const hd_step *s = &j->best->steps.data[i];
  hd_loc loc = hd_edge_get(j->p, s->edge)->from;
  for (uint32_t k = i + 1; k < j->best->steps.len; k++) {
    const hd_step *other = &j->best->steps.data[k];
    if (same_who(s, other) && hd_edge_get(j->p, other->edge)->from.id == loc.id) return k;
  }
  return 0;
}

/* Drops rounds of loops: all from a step to the last return to its location, or else the first of them. */
static bool drop_rounds(job *j)
{
  bool changed = false;
  for (uint32_t i = 0; i + 1 < j->best->steps.len && !is_spent(j); i++) {
    uint32_t last = last_return(j, i);
    if (!last) continue;
    bool dropped = try_without(j, &j->best->steps.data[i], i, last);
    if (!dropped) dropped = try_without(j, &j->best->steps.data[i], i, next_return(j, i));
    changed |= dropped;
    if (dropped) i--; /* another step stands here now; wraps around from 0 to 0 */
  }
  return changed;
}

/* --- joining an instance's blocks ------------------------------------------------------------ */

static uint32_t block_end(const job *j, uint32_t i)
{
  uint32_t end = i + 1;
  while (end < j->best->steps.len && same_who(&j->best->steps.data[i], &j->best->steps.data[end])) end++;
  return end;
}

/* Moves [from, to) to before step `before`, which may be earlier or later. */
static bool try_move(job *j, uint32_t from, uint32_t to, uint32_t before)
{
  j->candidate.len = 0;
  copy_range(j, 0, before < from ? before : from);
  if (before < from) {
    copy_range(j, from, to);
    copy_range(j, before, from);
  } else {
    copy_range(j, to, before);
    copy_range(j, from, to);
  }
  copy_range(j, before > to ? before : to, j->best->steps.len);
  return improves(j);
}

/* Joins a block with the next one of the same instance: either is moved to the other. */
static bool join_with_next(job *j, uint32_t from)
{
  uint32_t to = block_end(j, from);
  for (uint32_t i = to; i < j->best->steps.len; i = block_end(j, i)) {
    if (!same_who(&j->best->steps.data[from], &j->best->steps.data[i])) continue;
    return try_move(j, i, block_end(j, i), to) || try_move(j, from, to, i);
  }
  return false;
}

static bool join_blocks(job *j)
{
  bool changed = false;
  uint32_t i = 0;
  while (i < j->best->steps.len && !is_spent(j)) {
    if (join_with_next(j, i))
      changed = true;
    else
      i = block_end(j, i);
  }
  return changed;
}

static bool drop_and_join(job *j)
{
  bool changed = false, again = true;
  while (again && !is_spent(j)) {
    again = drop_tails(j);
    again |= drop_rounds(j);
    again |= join_blocks(j);
    changed |= again;
  }
  return changed;
}

/* --- all together ------------------------------------------------------------------------------ */

static uint32_t node_limit(const hd_program *p)
{
  hd_state *s = hd_state_new(p, NULL);
  size_t size = s->layout->n_values * sizeof *s->values + s->layout->n_who * 2 * sizeof(uint32_t) + 256;
  hd_state_free(s);
  return SEARCH_BYTES / size < MAX_NODES ? (uint32_t)(SEARCH_BYTES / size) : MAX_NODES;
}

/* The best schedule of the same steps, whatever order they had; tails are dropped as well. */
static bool reschedule(job *j)
{
  hd_trace *t = hd_trace_shortest(j->p, j->best, j->property, j->nodes, j->budget);
  if (!t) return false;
  j->candidate.len = 0;
  for (uint32_t i = 0; i < t->steps.len; i++) hd_vec_push(&j->candidate, t->steps.data[i]);
  /* Inputs belong to the trace they are in: keep them alive with the best one. */
  for (uint32_t i = 0; i < t->steps.len; i++) {
    hd_step *s = &j->candidate.data[i];
    if (s->n_inputs) s->inputs = hd_arena_copy(&j->best->arena, s->inputs, s->n_inputs * sizeof *s->inputs);
  }
  hd_trace_free(t);
  return improves(j);
}

static void squeeze(job *j)
{
  reschedule(j);
  while (drop_and_join(j) && reschedule(j)) continue;
}

/* Takes another execution in the place of the best if it is easier to read. */
static bool take_simpler(job *j, hd_trace *other)
{
  job o = {.p = j->p, .property = j->property, .budget = j->budget, .best = other, .work = j->work};
  o.nodes = j->nodes / PART_FOR_OTHERS;
  if (cut_at_violation(&o, other)) squeeze(&o);
  hd_vec_clear(&o.candidate);
  j->work = o.work;
  bool better = hd_trace_effort(j->p, o.best) < hd_trace_effort(j->p, j->best) &&
                hd_trace_same_violation(j->p, o.best, j->best, j->property);
  hd_trace_free(better ? j->best : o.best);
  if (better) j->best = o.best;
  return better;
}

/* A short trace is read as it is; the longer a trace, the more work is worth while. */
static uint64_t work_worth(const job *j)
{
  uint64_t effort = hd_trace_effort(j->p, j->best), work = effort * effort * WORK_PER_EFFORT;
  return effort < SHORT_ENOUGH ? 0 : work < MOST_WORK ? work : MOST_WORK;
}

static void simplify(job *j)
{
  hd_simpler search = {.limit = work_worth(j)};
  hd_trace *other;
  for (unsigned in_vain = 0; in_vain < MOST_IN_VAIN && !is_spent(j);) {
    if (!(other = hd_trace_simpler(&search, j->p, j->best, j->property, j->budget))) break;
    in_vain = take_simpler(j, other) ? 0 : in_vain + 1;
  }
  search.limit += MOST_WORK;
  hd_trace_calm(&search, j->p, j->best, j->property, j->budget);
}

hd_trace *hd_trace_minimize(const hd_program *p, const hd_trace *t, hd_property property, const hd_budget *budget)
{
  job j = {.p = p, .property = property, .budget = budget, .best = hd_trace_copy(t)};
  j.nodes = node_limit(p);
  if (cut_at_violation(&j, j.best)) {
    squeeze(&j);
    simplify(&j);
  }
  hd_vec_clear(&j.candidate);
  HD_ASSERT(!hd_trace_check(p, t) || hd_trace_check(p, j.best));
  return j.best;
}
