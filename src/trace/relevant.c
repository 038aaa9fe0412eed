/* relevant.c - a dynamic backward slice.
 *
 * A step matters when something that matters read what it wrote (data), when it decided that
 * a step that matters was reached (control), or when it is the first step of an instance
 * with a step that matters (which leads on to the instance's creation). Control dependence
 * is that of the thread's graph: a step depends on the last step of its instance that left a
 * location on whose choice the step's own location depends. A thread that leaves a loop because of
 * what another instance wrote has waited for it: that matters to all that he does afterwards,
 * though every way out of the loop leads there. */
#include "trace/control.h"
#include "trace/minimize.h"
#include "trace/state.h"

typedef struct {
  const hd_program *p;
  const hd_trace *t;
  hd_postdominators control;
  hd_events *events; /* by step */
  hd_map needed;     /* cells whose value matters at this point, going backwards: 1, or 0 again */
  uint32_t *wanted;  /* by instance: the location whose reaching matters, or HD_NONE */
  bool *started;     /* by instance: some step of it matters */
  uint32_t *first;   /* by instance: its first step */
  const hd_layout *layout;
  uint32_t *writer; /* by cell, while the trace is executed: the step that wrote it last, from 1; 0: none */
  bool *foreign;    /* by cell, at the same time: it holds what another instance had a part in */
  bool *told;       /* by step: reads such a thing */
  bool *relevant;
} slice;

static uint64_t cell_key(const slice *x, const hd_event *e, uint32_t instance)
{
  const hd_var_info *v = hd_var_get(x->p, e->var);
  size_t copy = v->thread.id == HD_NONE ? 0 : instance;
  return x->layout->offset[e->var.id] + copy * hd_var_elements(v) + e->index;
}

static void need_reads(slice *x, const hd_events *events, uint32_t instance)
{
  for (uint32_t i = 0; i < events->len; i++)
    if (!events->data[i].write) hd_map_put(&x->needed, cell_key(x, &events->data[i], instance), 1);
}

/* What the instance is about to do matters: where it stands, and what that reads. */
static void need_pending(slice *x, const hd_state *s, hd_who who, hd_edge edge)
{
  hd_events events = {0};
  hd_step step = {.thread = who.thread, .instance = who.instance, .edge = edge};
  hd_state_plan(s, &step, &events);
  need_reads(x, &events, who.instance);
  uint32_t number = x->layout->first[who.thread.id] + who.instance;
  x->wanted[number] = s->locs[number].id;
  x->started[number] = true;
  hd_vec_clear(&events);
}

static void need_end(slice *x, const hd_state *s, hd_property property)
{
  hd_race race;
  if (hd_violated_by(property, HD_BY_RACE) && hd_state_find_race(s, &race)) {
    for (unsigned i = 0; i < 2; i++) need_pending(x, s, (hd_who){race.thread[i], race.instance[i]}, race.edge[i]);
  } else if (hd_violated_by(property, HD_BY_DEADLOCK)) {
    for (uint32_t i = 0; i < x->layout->n_who; i++) {
      uint32_t n;
      const uint32_t *out = hd_loc_out(x->p, s->locs[i], &n);
      for (uint32_t k = 0; k < n && hd_state_started(s, x->layout->who[i]); k++)
        need_pending(x, s, x->layout->who[i], (hd_edge){out[k]});
    }
  }
}

/* Does this step write a cell that matters? If so the cell's older value does not, unless it is read. */
static bool writes_needed(slice *x, const hd_events *events, uint32_t instance)
{
  bool hit = false;
  for (uint32_t i = 0; i < events->len; i++) {
    uint64_t *needed = events->data[i].write ? hd_map_find(&x->needed, cell_key(x, &events->data[i], instance)) : NULL;
    if (!needed || !*needed) continue;
    *needed = 0;
    hit = true;
  }
  return hit;
}

/* --- waiting ------------------------------------------------------------------------------------------ */

/* Notes whether the step reads what others have written, and whose its own writes are. */
static void note_foreign(slice *x, uint32_t at)
{
  const hd_step *s = &x->t->steps.data[at];
  const hd_events *events = &x->events[at];
  uint32_t who = x->layout->first[s->thread.id] + s->instance + 1;
  for (uint32_t i = 0; i < events->len; i++) {
    uint64_t cell = cell_key(x, &events->data[i], s->instance);
    if (!events->data[i].write) x->told[at] |= x->foreign[cell] || (x->writer[cell] && x->writer[cell] != who);
  }
  for (uint32_t i = 0; i < events->len; i++) {
    uint64_t cell = cell_key(x, &events->data[i], s->instance);
    if (!events->data[i].write) continue;
    x->writer[cell] = who;
    x->foreign[cell] = x->told[at];
  }
}

/* Is `to` reached from `from` in the thread's graph, but not by `avoided`? */
static bool leads_to(const hd_program *p, hd_loc from, hd_loc to, uint32_t avoided)
{
  hd_u32s todo = {0};
  hd_map seen = {0};
  bool found = false;
  hd_vec_push(&todo, from.id);
  while (todo.len && !found) {
    uint32_t n, at = hd_vec_pop(&todo);
    if (at == avoided || hd_map_find(&seen, at)) continue;
    hd_map_put(&seen, at, 1);
    found = at == to.id;
    const uint32_t *out = hd_loc_out(p, (hd_loc){at}, &n);
    for (uint32_t i = 0; i < n; i++) hd_vec_push(&todo, p->edges.data[out[i]].to.id);
  }
  hd_vec_clear(&todo);
  hd_map_clear(&seen);
  return found;
}

/* Did the instance leave a loop here, told by others? In a loop one comes back without having been where all ways from
 * here meet. */
static bool ends_waiting(const slice *x, uint32_t at)
{
  uint32_t n;
  const hd_edge_info *e = hd_edge_get(x->p, x->t->steps.data[at].edge);
  const uint32_t *out = hd_loc_out(x->p, e->from, &n);
  uint32_t meeting = x->control.ipdom[e->from.id];
  if (!x->told[at] || n < 2 || leads_to(x->p, e->to, e->from, meeting)) return false;
  for (uint32_t i = 0; i < n; i++)
    if (leads_to(x->p, x->p->edges.data[out[i]].to, e->from, meeting)) return true;
  return false;
}

static void look_at(slice *x, uint32_t at, bool is_seed)
{
  const hd_step *s = &x->t->steps.data[at];
  const hd_edge_info *e = hd_edge_get(x->p, s->edge);
  uint32_t who = x->layout->first[s->thread.id] + s->instance;
  bool hit = writes_needed(x, &x->events[at], s->instance) || is_seed;
  if (x->wanted[who] != HD_NONE && hd_control_decides(&x->control, e, (hd_loc){x->wanted[who]})) hit = true;
  if (x->started[who] && (x->first[who] == at || ends_waiting(x, at))) hit = true;
  if (!hit) return;
  x->relevant[at] = x->started[who] = true;
  x->wanted[who] = e->from.id;
  need_reads(x, &x->events[at], s->instance);
}

static void find_first_steps(slice *x)
{
  x->first = hd_alloc(x->layout->n_who, sizeof *x->first);
  for (uint32_t i = x->t->steps.len; i-- > 0;) {
    const hd_step *s = &x->t->steps.data[i];
    x->first[x->layout->first[s->thread.id] + s->instance] = i;
  }
}

static void run_slice(slice *x, hd_property property)
{
  uint32_t n = x->t->steps.len, last = 0;
  hd_state *s = hd_state_new(x->p, x->t);
  x->layout = s->layout;
  x->wanted = hd_alloc(x->layout->n_who, sizeof *x->wanted);
  x->started = hd_alloc(x->layout->n_who, sizeof *x->started);
  memset(x->wanted, 0xff, x->layout->n_who * sizeof *x->wanted);
  find_first_steps(x);
  x->writer = hd_alloc(x->layout->n_values + 1, sizeof *x->writer);
  x->foreign = hd_alloc(x->layout->n_values + 1, sizeof *x->foreign);
  hd_step_result r = HD_STEP_OK;
  while (last < n && (r = hd_state_step(s, &x->t->steps.data[last], &x->events[last])) == HD_STEP_OK)
    note_foreign(x, last++);
  need_end(x, s, property);
  if (r == HD_STEP_VIOLATED) look_at(x, last, true);
  while (last-- > 0) look_at(x, last, false);
  hd_state_free(s);
}

bool *hd_trace_relevant(const hd_program *p, const hd_trace *t, hd_property property)
{
  slice x = {.p = p, .t = t, .relevant = hd_alloc(t->steps.len, sizeof *x.relevant)};
  x.events = hd_alloc(t->steps.len, sizeof *x.events);
  x.told = hd_alloc(t->steps.len, sizeof *x.told);
  hd_control_init(&x.control, p);
  run_slice(&x, property);
  hd_control_clear(&x.control);
  for (uint32_t i = 0; i < t->steps.len; i++) hd_vec_clear(&x.events[i]);
  free(x.events);
  free(x.wanted);
  free(x.started);
  free(x.first);
  free(x.writer);
  free(x.foreign);
  free(x.told);
  hd_map_clear(&x.needed);
  return x.relevant;
}
