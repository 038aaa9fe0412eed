/* ends.c - what a state violates by itself: deadlock and data race. */
#include "trace/state.h"

/* Could the instance take a step? */
static bool can_move(const hd_state *s, hd_who who)
{
  uint32_t n;
  const hd_program *p = hd_state_program(s);
  const uint32_t *out = hd_loc_out(p, hd_state_loc(s, who.thread, who.instance), &n);
  for (uint32_t i = 0; i < n; i++)
    if (hd_state_enabled(s, who.thread, who.instance, (hd_edge){out[i]})) return true;
  return false;
}

bool hd_state_deadlocked(const hd_state *s)
{
  bool waiting = false;
  if (hd_state_exited(s) || hd_state_beyond(s)) return false;
  for (uint32_t i = 0; i < s->layout->n_who; i++) {
    hd_who who = s->layout->who[i];
    if (can_move(s, who)) return false;
    bool finished = hd_loc_get(hd_state_program(s), s->locs[i])->kind == HD_LOC_END;
    waiting |= !finished && hd_state_started(s, who);
  }
  return waiting;
}

/* An access that an instance is about to make. */
typedef struct {
  uint32_t who;
  hd_edge edge;
  hd_access access;
  hd_var var;
  uint64_t index;
  bool write;
} pending;
typedef HD_VEC(pending) pendings;

static bool can_race(const hd_program *p, const hd_event *e)
{
  const hd_var_info *v = hd_var_get(p, e->var);
  return v->role == HD_ROLE_USER && v->thread.id == HD_NONE;
}

static void collect_edge(const hd_state *s, uint32_t who, hd_edge edge, pendings *out)
{
  const hd_program *p = hd_state_program(s);
  hd_access access = hd_edge_get(p, edge)->access;
  if (access == HD_ACCESS_SYNC) return;
  hd_events events = {0};
  hd_step step = {.thread = s->layout->who[who].thread, .instance = s->layout->who[who].instance, .edge = edge};
  if (hd_state_plan(s, &step, &events) != HD_STEP_DISABLED) {
    for (uint32_t i = 0; i < events.len; i++) {
      const hd_event *e = &events.data[i];
      if (can_race(p, e)) hd_vec_push(out, (pending){who, edge, access, e->var, e->index, e->write});
    }
  }
  hd_vec_clear(&events);
}

static void collect_pendings(const hd_state *s, pendings *out)
{
  const hd_program *p = hd_state_program(s);
  for (uint32_t i = 0; i < s->layout->n_who; i++) {
    uint32_t n;
    if (!hd_state_started(s, s->layout->who[i])) continue;
    const uint32_t *edges = hd_loc_out(p, s->locs[i], &n);
    for (uint32_t k = 0; k < n; k++) collect_edge(s, i, (hd_edge){edges[k]}, out);
  }
}

/* While one instance is inside an atomic section it is the one that moves; two others
 * that merely wait for its end do not race in this state. */
static bool pendings_conflict(const hd_state *s, const pending *a, const pending *b)
{
  if (a->who == b->who || a->var.id != b->var.id || a->index != b->index) return false;
  if (!a->write && !b->write) return false;
  if (a->access != HD_ACCESS_PLAIN && b->access != HD_ACCESS_PLAIN) return false;
  hd_who x = s->layout->who[a->who], y = s->layout->who[b->who];
  return hd_state_may_run(s, x.thread, x.instance) || hd_state_may_run(s, y.thread, y.instance);
}

static hd_race race_of(const hd_state *s, const pending *a, const pending *b)
{
  hd_who x = s->layout->who[a->who], y = s->layout->who[b->who];
  return (hd_race){.thread = {x.thread, y.thread},
                   .instance = {x.instance, y.instance},
                   .edge = {a->edge, b->edge},
                   .var = a->var,
                   .index = a->index};
}

bool hd_state_find_race(const hd_state *s, hd_race *race)
{
  bool found = false;
  pendings all = {0};
  if (!hd_state_exited(s)) collect_pendings(s, &all);
  for (uint32_t i = 0; i < all.len && !found; i++) {
    for (uint32_t k = i + 1; k < all.len && !found; k++) {
      found = pendings_conflict(s, &all.data[i], &all.data[k]);
      if (found) *race = race_of(s, &all.data[i], &all.data[k]);
    }
  }
  hd_vec_clear(&all);
  return found;
}
