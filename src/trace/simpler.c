/* simpler.c - numbered random executions with small inputs; the one that is easiest to read is kept. */
#include "trace/simpler.h"

#include "trace/unordered.h"

/* A reader who follows one thread to another one looks for where it was. */
enum { LINES_PER_SWITCH = 2 };

static bool same_line(const hd_program *p, const hd_step *a, const hd_step *b)
{
  const hd_edge_info *e = hd_edge_get(p, a->edge), *f = hd_edge_get(p, b->edge);
  return e->pos.file == f->pos.file && e->pos.line == f->pos.line && e->frame == f->frame;
}

uint32_t hd_trace_effort(const hd_program *p, const hd_trace *t)
{
  uint32_t lines = t->steps.len > 0;
  for (uint32_t i = 1; i < t->steps.len; i++) {
    const hd_step *last = &t->steps.data[i - 1], *now = &t->steps.data[i];
    bool same_who = last->thread.id == now->thread.id && last->instance == now->instance;
    lines += !same_who || !same_line(p, last, now);
  }
  return lines + LINES_PER_SWITCH * hd_trace_switches(t);
}

/* --- which violation ------------------------------------------------------------------------------------ */

static bool same_pos(hd_pos a, hd_pos b)
{
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

static bool same_race(const hd_program *p, const hd_race *a, const hd_race *b)
{
  hd_pos at[2][2];
  for (unsigned i = 0; i < 2; i++) {
    at[0][i] = hd_edge_get(p, a->edge[i])->pos;
    at[1][i] = hd_edge_get(p, b->edge[i])->pos;
  }
  return (same_pos(at[0][0], at[1][0]) && same_pos(at[0][1], at[1][1])) ||
         (same_pos(at[0][0], at[1][1]) && same_pos(at[0][1], at[1][0]));
}

static bool same_check(const hd_program *p, hd_edge a, hd_edge b)
{
  const hd_edge_info *e = hd_edge_get(p, a), *f = hd_edge_get(p, b);
  return e->check == f->check && same_pos(e->pos, f->pos);
}

bool hd_trace_same_violation(const hd_program *p, const hd_trace *a, const hd_trace *b, hd_property property)
{
  hd_replay x = hd_trace_replay(p, a, property), y = hd_trace_replay(p, b, property);
  if (x.end != y.end || x.end != hd_violating_end(property)) return false;
  if (x.end == HD_END_RACE) return same_race(p, &x.race, &y.race);
  return x.end != HD_END_VIOLATION || same_check(p, a->steps.data[x.at].edge, b->steps.data[y.at].edge);
}

/* --- other executions ----------------------------------------------------------------------------------- */

static bool is_used_up(const hd_simpler *search, const hd_budget *budget)
{
  return search->work >= search->limit || hd_budget_spent(budget);
}

/* An execution with the next number, or the race in it whose accesses lie apart; NULL: no violation. */
static hd_trace *try_run(hd_simpler *search, const hd_program *p, const hd_trace *t, hd_property property)
{
  hd_replay how;
  hd_small_inputs small = {.way = search->run % HD_SMALL_COUNT, .like = t};
  hd_trace *made = hd_random_small_run(p, property, &small, search->run++, t->steps.len, &how);
  search->work += made->steps.len + 1;
  if (how.end == hd_violating_end(property)) return made;
  hd_trace *race = hd_trace_unordered(p, made, property);
  hd_trace_free(made);
  return race;
}

hd_trace *hd_trace_simpler(hd_simpler *search, const hd_program *p, const hd_trace *t, hd_property property,
                           const hd_budget *budget)
{
  while (!is_used_up(search, budget)) {
    hd_trace *made = try_run(search, p, t, property);
    if (made && hd_trace_same_violation(p, made, t, property)) return made;
    if (made) hd_trace_free(made);
  }
  return NULL;
}

/* --- the same execution with small values ----------------------------------------------------------------- */

typedef struct {
  hd_simpler *search;
  const hd_program *p;
  hd_property property;
  const hd_budget *budget;
  hd_trace *t;
} calming;

static bool still_ends(calming *c)
{
  c->search->work += c->t->steps.len + 1;
  return hd_trace_replay(c->p, c->t, c->property).end == hd_violating_end(c->property);
}

static bool try_value(calming *c, uint64_t *place, uint64_t value)
{
  uint64_t old = *place;
  *place = value;
  if (still_ends(c)) return true;
  *place = old;
  return false;
}

/* Halves the distance between a value that will not do and one that will: what is left is next to one that will not. */
static void calm_value(calming *c, uint64_t *place)
{
  uint64_t too_small = 0;
  if (!*place || try_value(c, place, 0)) return;
  while (*place - too_small > 1 && !is_used_up(c->search, c->budget)) {
    uint64_t middle = too_small + (*place - too_small) / 2;
    if (!try_value(c, place, middle)) too_small = middle;
  }
}

void hd_trace_calm(hd_simpler *search, const hd_program *p, hd_trace *t, hd_property property, const hd_budget *budget)
{
  calming c = {search, p, property, budget, t};
  for (uint32_t i = 0; i < t->initial.len && !is_used_up(search, budget); i++)
    calm_value(&c, &t->initial.data[i].value);
  for (uint32_t i = 0; i < t->steps.len && !is_used_up(search, budget); i++) {
    hd_step *s = &t->steps.data[i];
    uint64_t *values = s->n_inputs ? hd_arena_copy(&t->arena, s->inputs, s->n_inputs * sizeof *values) : NULL;
    s->inputs = values;
    for (uint32_t k = 0; k < s->n_inputs; k++) calm_value(&c, &values[k]);
  }
}
