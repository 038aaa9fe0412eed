/* turns.c - the turns' order as a graph; a circle in it is why no order fits. */
#include "trace/turns.h"

#include "trace/state.h"

/* How many ways to place turns are tried, and how many instances there may be. */
enum { MOST_TRIES = 20000, MOST_PARTIES = 64 };

typedef struct {
  uint32_t party;
  uint32_t instant;
  uint32_t waker; /* the turn of this instant that made it ready, or HD_NONE: it was ready at the beginning */
  uint32_t round; /* while positions are looked for */
  hd_u32s reads, writes;
} turn;

typedef struct {
  hd_state *s;
  const hd_layout *layout;
  hd_thread scheduler;
  HD_VEC(turn) turns;
  hd_map woke;       /* a cell to 1 + the turn that last set it */
  uint32_t *current; /* by party: its latest turn, or HD_NONE */
  uint32_t instant;
  uint32_t tries;
} turns;

/* --- what the turns of an execution touch --------------------------------------------------------------- */

static uint32_t cell_of(const turns *x, const hd_event *e, uint32_t instance)
{
  const hd_var_info *v = hd_var_get(x->layout->p, e->var);
  size_t copy = v->thread.id == HD_NONE ? 0 : instance;
  return (uint32_t)(x->layout->offset[e->var.id] + copy * hd_var_elements(v) + e->index);
}

/* Who resets what another turn of this instant has set goes on because of it. */
static void note_waker(turns *x, turn *t, uint32_t cell, const hd_event *e)
{
  uint64_t by = hd_map_get_or(&x->woke, cell, 0);
  if (e->before == 0 || e->value != 0 || !by) return;
  uint32_t waker = (uint32_t)by - 1;
  const turn *w = &x->turns.data[waker];
  if (w->instant != t->instant || w->party == t->party) return;
  if (t->waker == HD_NONE || t->waker < waker) t->waker = waker;
}

static void note_events(turns *x, uint32_t number, const hd_events *events, uint32_t instance, bool first)
{
  for (uint32_t i = 0; i < events->len; i++) {
    const hd_event *e = &events->data[i];
    turn *t = &x->turns.data[number];
    uint32_t cell = cell_of(x, e, instance);
    if (!e->write) {
      hd_vec_push(&t->reads, cell);
    } else if (e->value != e->before) {
      if (first) note_waker(x, t, cell, e);
      hd_vec_push(&t->writes, cell);
      if (e->value) hd_map_put(&x->woke, cell, number + 1);
    }
  }
}

/* The turn that the step is part of: a new one where others could have moved before it. */
static uint32_t turn_of_step(turns *x, const hd_state *s, const hd_step *step, bool *first)
{
  uint32_t party = x->layout->first[step->thread.id] + step->instance;
  *first = x->current[party] == HD_NONE || !hd_loc_get(x->layout->p, s->locs[party])->atomic;
  if (!*first) return x->current[party];
  if (step->thread.id == x->scheduler.id) x->instant++;
  x->current[party] = x->turns.len;
  hd_vec_push(&x->turns, (turn){.party = party, .instant = x->instant, .waker = HD_NONE});
  return x->current[party];
}

static void collect_turns(turns *x, hd_state *s, const hd_trace *t)
{
  hd_events events = {0};
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *step = &t->steps.data[i];
    bool first;
    uint32_t number = turn_of_step(x, s, step, &first);
    events.len = 0;
    hd_step_result r = hd_state_step(s, step, &events);
    note_events(x, number, &events, step->instance, first);
    if (r != HD_STEP_OK) break;
  }
  hd_vec_clear(&events);
}

/* --- positions -------------------------------------------------------------------------------------------- */

/* A strict partial order of the parties: behind[a] has those that stand after a. */
typedef struct {
  uint64_t behind[MOST_PARTIES];
} order;

static bool stands_before(const order *o, uint32_t a, uint32_t b)
{
  return o->behind[a] >> b & 1;
}

/* False: b stands before a already. */
static bool put_before(order *o, uint32_t a, uint32_t b)
{
  if (stands_before(o, a, b)) return true;
  if (a == b || stands_before(o, b, a)) return false;
  uint64_t after = o->behind[b] | UINT64_C(1) << b;
  for (uint32_t i = 0; i < MOST_PARTIES; i++)
    if (i == a || stands_before(o, i, a)) o->behind[i] |= after;
  return true;
}

static bool share_cell(const hd_u32s *a, const hd_u32s *b)
{
  for (uint32_t i = 0; i < a->len; i++)
    for (uint32_t k = 0; k < b->len; k++)
      if (a->data[i] == b->data[k]) return true;
  return false;
}

static bool turns_conflict(const turn *a, const turn *b)
{
  return share_cell(&a->writes, &b->writes) || share_cell(&a->writes, &b->reads) || share_cell(&a->reads, &b->writes);
}

static bool has_position(const turns *x, uint32_t party)
{
  hd_thread t = x->layout->who[party].thread;
  return t.id != HD_MAIN.id && t.id != x->scheduler.id;
}

/* Do the turns of the instant that come before this one, and matter to it, come before it in the ring as well? */
static bool extend_order(const turns *x, uint32_t number, order *o)
{
  const turn *b = &x->turns.data[number];
  for (uint32_t i = number; i-- > 0 && x->turns.data[i].instant == b->instant;) {
    const turn *a = &x->turns.data[i];
    if (a->party == b->party || !has_position(x, a->party) || a->round < b->round || !turns_conflict(a, b)) continue;
    if (a->round > b->round || !put_before(o, a->party, b->party)) return false;
  }
  return true;
}

static bool place_turns(turns *x, uint32_t number, order *o);

static bool place_turn_in(turns *x, uint32_t number, uint32_t round, order o, order *found)
{
  x->turns.data[number].round = round;
  if (!extend_order(x, number, &o) || !place_turns(x, number + 1, &o)) return false;
  *found = o;
  return true;
}

/* Places this turn and those that follow; what a woken thread's position is relative to its waker's may be open. */
static bool place_turns(turns *x, uint32_t number, order *o)
{
  while (number < x->turns.len && !has_position(x, x->turns.data[number].party)) number++;
  if (number == x->turns.len) return true;
  if (++x->tries > MOST_TRIES) return false;
  const turn *t = &x->turns.data[number];
  if (t->waker == HD_NONE || !has_position(x, x->turns.data[t->waker].party)) return place_turn_in(x, number, 1, *o, o);
  const turn *w = &x->turns.data[t->waker];
  order same = *o, next = *o;
  if (put_before(&same, w->party, t->party) && place_turn_in(x, number, w->round, same, o)) return true;
  return put_before(&next, t->party, w->party) && place_turn_in(x, number, w->round + 1, next, o);
}

/* One total order; who had a turn earlier stands earlier where the partial one leaves it open. */
static void number_positions(const turns *x, const order *o, uint32_t *positions)
{
  uint32_t n = x->layout->n_who, next = 0;
  uint64_t placed = 0;
  hd_u32s by_turn = {0};
  for (uint32_t i = 0; i < x->turns.len; i++) hd_vec_push(&by_turn, x->turns.data[i].party);
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&by_turn, i);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < by_turn.len && !more; i++) {
      uint32_t party = by_turn.data[i];
      bool free_to_go = has_position(x, party) && !(placed >> party & 1);
      for (uint32_t k = 0; k < n; k++) free_to_go &= !stands_before(o, k, party) || placed >> k & 1;
      if (!free_to_go) continue;
      positions[party] = next++;
      placed |= UINT64_C(1) << party;
      more = true;
    }
  }
  hd_vec_clear(&by_turn);
}

/* Executes the trace. False: there are too many instances; turns_clear is due in any case. */
static bool turns_init(turns *x, const hd_program *p, const hd_trace *t, hd_thread scheduler)
{
  x->s = hd_state_new(p, t);
  x->layout = x->s->layout;
  x->scheduler = scheduler;
  if (x->layout->n_who > MOST_PARTIES) return false;
  x->current = hd_alloc(x->layout->n_who + 1, sizeof *x->current);
  for (uint32_t i = 0; i < x->layout->n_who; i++) x->current[i] = HD_NONE;
  collect_turns(x, x->s, t);
  return true;
}

static void turns_clear(turns *x)
{
  for (uint32_t i = 0; i < x->turns.len; i++) {
    hd_vec_clear(&x->turns.data[i].reads);
    hd_vec_clear(&x->turns.data[i].writes);
  }
  hd_vec_clear(&x->turns);
  hd_map_clear(&x->woke);
  free(x->current);
  hd_state_free(x->s);
}

bool hd_turns_order(const hd_program *p, const hd_trace *t, hd_thread scheduler, uint32_t *positions)
{
  turns x = {0};
  order o = {0};
  bool found = turns_init(&x, p, t, scheduler) && place_turns(&x, 0, &o);
  if (found) number_positions(&x, &o, positions);
  turns_clear(&x);
  return found;
}

/* --- circles ---------------------------------------------------------------------------------------------- */

/* Which thread had a turn before which, where it matters: after[a] has those that came after a. Of turns of threads
 * that were ready at the instant's beginning only, since others may belong to different rounds; or of all but those
 * that one of the two woke. */
static void note_demands(const turns *x, bool all, uint64_t *after)
{
  for (uint32_t i = 0; i < x->turns.len; i++) {
    const turn *b = &x->turns.data[i];
    for (uint32_t k = i; k-- > 0 && x->turns.data[k].instant == b->instant;) {
      const turn *a = &x->turns.data[k];
      bool first_round = a->waker == HD_NONE && b->waker == HD_NONE;
      if (a->party == b->party || !has_position(x, a->party) || !has_position(x, b->party)) continue;
      if ((first_round || (all && b->waker != k)) && turns_conflict(a, b)) after[a->party] |= UINT64_C(1) << b->party;
    }
  }
}

/* The threads of a shortest way from the party back to it; 0: there is none. *length: of the best way so far. */
static uint64_t circle_from(const turns *x, const uint64_t *after, uint32_t party, uint32_t *length)
{
  uint32_t from[MOST_PARTIES];
  uint64_t seen = 0, layer = UINT64_C(1) << party, threads = 0;
  for (uint32_t steps = 1; layer && steps < *length; steps++) {
    uint64_t next = 0;
    for (uint32_t i = 0; i < MOST_PARTIES; i++) {
      if (!(layer >> i & 1)) continue;
      for (uint32_t k = 0; k < MOST_PARTIES; k++)
        if (after[i] & ~seen & ~next & UINT64_C(1) << k) from[k] = i, next |= UINT64_C(1) << k;
    }
    seen |= next;
    layer = next;
    if (!(seen >> party & 1)) continue;
    *length = steps;
    uint32_t i = party;
    do threads |= UINT64_C(1) << x->layout->who[i].thread.id, i = from[i];
    while (i != party);
    return threads;
  }
  return 0;
}

static uint64_t shortest_circle(const turns *x, bool all, uint64_t but)
{
  uint64_t after[MOST_PARTIES] = {0}, best = 0;
  uint32_t best_length = MOST_PARTIES + 1;
  note_demands(x, all, after);
  for (uint32_t i = 0; i < x->layout->n_who; i++) {
    uint32_t length = best_length;
    uint64_t circle = circle_from(x, after, i, &length);
    if (!(circle & ~but)) continue;
    best = circle;
    best_length = length;
  }
  return best;
}

uint64_t hd_turns_circle(const hd_program *p, const hd_trace *t, hd_thread scheduler, uint64_t but)
{
  turns x = {0};
  uint64_t circle = 0;
  if (turns_init(&x, p, t, scheduler)) {
    circle = shortest_circle(&x, false, but);
    if (!circle) circle = shortest_circle(&x, true, but);
  }
  turns_clear(&x);
  return circle;
}

uint32_t hd_turns_in_order(const hd_program *p, hd_thread scheduler, uint64_t threads)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->threads.len && i < 64; i++)
    if (threads >> i & 1 && i != HD_MAIN.id && i != scheduler.id) n += p->threads.data[i].instances;
  return n;
}
