/* guided.c - an execution of the program whose turns have one order, led by an execution of the one where they are
 * open.
 *
 * Threads keep their inputs and their choices, one after the other; who moves is the ring's business. Threads that the
 * scheduler does not run (main) wait until as many instants have begun as had then. */
#include "trace/state.h"
#include "trace/turns.h"

enum { MANY = 64 };

typedef struct {
  uint32_t instant, choice; /* in which instant, and which of the location's edges */
} move;

typedef struct {
  HD_VEC(move) moves;
  HD_VEC(uint64_t) inputs;
  uint32_t n_moves, n_inputs; /* used up */
} lead;

typedef struct {
  const hd_program *p;
  hd_state *s;
  hd_thread scheduler;
  lead *leads; /* by party */
  uint32_t instant;
  hd_trace *t;
} guided;

static uint32_t choice_of(const hd_program *p, hd_edge e)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(p, hd_edge_get(p, e)->from, &n);
  for (uint32_t i = 0; i < n; i++)
    if (out[i] == e.id) return i;
  return 0;
}

static bool begins_instant(const hd_state *s, hd_thread scheduler, uint32_t party)
{
  return s->layout->who[party].thread.id == scheduler.id && !hd_loc_get(hd_state_program(s), s->locs[party])->atomic;
}

/* --- what leads ------------------------------------------------------------------------------------------- */

static lead *make_leads(const hd_program *open, const hd_trace *t, hd_thread scheduler, uint32_t *n)
{
  hd_state *s = hd_state_new(open, t);
  lead *leads = hd_alloc(s->layout->n_who + 1, sizeof *leads);
  uint32_t instant = 0;
  *n = s->layout->n_who;
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *step = &t->steps.data[i];
    uint32_t party = s->layout->first[step->thread.id] + step->instance;
    instant += begins_instant(s, scheduler, party);
    hd_vec_push(&leads[party].moves, ((move){instant, choice_of(open, step->edge)}));
    for (uint32_t k = 0; k < step->n_inputs; k++) hd_vec_push(&leads[party].inputs, step->inputs[k]);
    if (hd_state_step(s, step, NULL) != HD_STEP_OK) break;
  }
  hd_state_free(s);
  return leads;
}

/* The scheduler's own inputs are the positions, in the order of the threads. */
static void lead_scheduler(lead *leads, const hd_layout *layout, hd_thread scheduler, const uint32_t *positions)
{
  lead *l = &leads[layout->first[scheduler.id]];
  l->moves.len = l->inputs.len = 0;
  for (uint32_t i = 0; i < layout->n_who; i++)
    if (layout->who[i].thread.id != HD_MAIN.id && layout->who[i].thread.id != scheduler.id)
      hd_vec_push(&l->inputs, positions[i]);
}

/* Variables that start with any value, by their names. */
static void copy_initial(const hd_program *open, const hd_trace *from, const hd_program *fixed, hd_trace *to)
{
  for (uint32_t i = 0; i < from->initial.len; i++) {
    hd_initial value = from->initial.data[i];
    const hd_var_info *old = hd_var_get(open, value.var);
    for (uint32_t v = 0; v < fixed->vars.len; v++) {
      const hd_var_info *info = &fixed->vars.data[v];
      if (!info->any || info->thread.id != old->thread.id || strcmp(info->name, old->name) != 0) continue;
      value.var = (hd_var){v};
      hd_vec_push(&to->initial, value);
      break;
    }
  }
}

/* --- the execution ------------------------------------------------------------------------------------------ */

/* The edge that the party takes now, as it did then if that is possible; HD_NONE: it cannot move. */
static uint32_t edge_of(const guided *x, uint32_t party)
{
  const lead *l = &x->leads[party];
  hd_who who = x->s->layout->who[party];
  uint32_t n, found = HD_NONE, wanted = l->n_moves < l->moves.len ? l->moves.data[l->n_moves].choice : 0;
  const uint32_t *out = hd_loc_out(x->p, x->s->locs[party], &n);
  for (uint32_t i = 0; i < n; i++) {
    if (!hd_state_enabled(x->s, who.thread, who.instance, (hd_edge){out[i]})) continue;
    if (found == HD_NONE || i == wanted) found = out[i];
  }
  return found;
}

/* Who moves: those that are due first, and of those the ones that no scheduler runs. */
static uint32_t choose_party(const guided *x)
{
  uint32_t best = HD_NONE, late = HD_NONE;
  for (uint32_t i = 0; i < x->s->layout->n_who; i++) {
    if (edge_of(x, i) == HD_NONE) continue;
    const lead *l = &x->leads[i];
    bool is_main = x->s->layout->who[i].thread.id == HD_MAIN.id;
    bool due = !is_main || (l->n_moves < l->moves.len && l->moves.data[l->n_moves].instant <= x->instant);
    if (!due)
      late = i;
    else if (is_main || best == HD_NONE)
      best = i;
  }
  return best != HD_NONE ? best : late;
}

static hd_step_result move_party(guided *x, uint32_t party)
{
  lead *l = &x->leads[party];
  uint64_t inputs[MANY] = {0};
  hd_edge e = {edge_of(x, party)};
  uint32_t n = hd_edge_inputs(x->p, e, NULL, 0);
  if (n > MANY) return HD_STEP_DISABLED;
  for (uint32_t i = 0; i < n && l->n_inputs < l->inputs.len; i++) inputs[i] = l->inputs.data[l->n_inputs++];
  l->n_moves++;
  x->instant += begins_instant(x->s, x->scheduler, party);
  hd_who who = x->s->layout->who[party];
  hd_trace_push(x->t, who.thread, who.instance, e, inputs, n);
  return hd_state_step(x->s, &hd_vec_last(&x->t->steps), NULL);
}

static void execute_guided(guided *x, uint32_t most, hd_property property)
{
  hd_race race;
  while (x->t->steps.len < most && !hd_state_exited(x->s) && !hd_state_beyond(x->s)) {
    if (hd_state_end(x->s, property, &race) != HD_END_NOWHERE) return;
    uint32_t party = choose_party(x);
    if (party == HD_NONE || move_party(x, party) != HD_STEP_OK) return;
  }
}

/* Are the threads the same, one by one? */
static bool same_threads(const hd_program *a, const hd_program *b)
{
  if (a->threads.len != b->threads.len) return false;
  for (uint32_t i = 0; i < a->threads.len; i++) {
    const hd_thread_info *s = &a->threads.data[i], *t = &b->threads.data[i];
    if (s->instances != t->instances || strcmp(s->name, t->name) != 0) return false;
  }
  return true;
}

static hd_trace *run_guided(const hd_program *open, const hd_trace *t, const hd_program *fixed, hd_thread scheduler,
                            const uint32_t *positions, hd_property property)
{
  uint32_t n;
  lead *leads = make_leads(open, t, scheduler, &n);
  hd_trace *made = hd_trace_new();
  copy_initial(open, t, fixed, made);
  guided x = {.p = fixed, .s = hd_state_new(fixed, made), .scheduler = scheduler, .leads = leads, .t = made};
  lead_scheduler(leads, x.s->layout, scheduler, positions);
  execute_guided(&x, t->steps.len * 4 + 10000, property);
  for (uint32_t i = 0; i < n; i++) {
    hd_vec_clear(&leads[i].moves);
    hd_vec_clear(&leads[i].inputs);
  }
  free(leads);
  hd_state_free(x.s);
  return made;
}

hd_trace *hd_turns_fit(const hd_program *open, const hd_trace *t, const hd_program *fixed, const char *scheduler,
                       hd_property property)
{
  hd_thread s = hd_program_find_thread(open, scheduler);
  uint32_t positions[64] = {0};
  if (s.id == HD_NONE || !same_threads(open, fixed) || !hd_turns_order(open, t, s, positions)) return NULL;
  hd_trace *made = run_guided(open, t, fixed, s, positions, property);
  if (hd_trace_replay(fixed, made, property).end == hd_violating_end(property)) return made;
  hd_trace_free(made);
  return NULL;
}
