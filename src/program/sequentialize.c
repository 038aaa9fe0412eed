/* sequentialize.c - copies all threads into one graph, and at each stop returns to the head of the loop. */
#include "program/sequentialize.h"

#include "program/expand.h"

typedef struct {
  hd_program *p; /* expanded: an instance a thread */
  hd_program *q;
  hd_loc head;
  hd_loc *inside;  /* by location: its copy inside a turn; HD_NO_LOC: a turn ends here */
  uint64_t *stops; /* by location: its number among its thread's */
  hd_var *at;      /* by thread: where it stands */
} sequence;

static bool is_entry(const hd_program *p, uint32_t loc)
{
  return hd_thread_get(p, p->locs.data[loc].thread)->entry.id == loc;
}

/* Others may move here; or the thread has ended, and it never moves again. */
static bool is_stop(const hd_program *p, uint32_t loc)
{
  const hd_loc_info *l = &p->locs.data[loc];
  if (l->kind == HD_LOC_END) return true;
  return l->kind == HD_LOC_NORMAL && !l->atomic;
}

static void number_stops(sequence *x)
{
  hd_program *p = x->p;
  uint64_t *next = hd_alloc(p->threads.len, sizeof *next);
  for (uint32_t l = 0; l < p->locs.len; l++)
    if (is_stop(p, l) || is_entry(p, l)) x->stops[l] = next[p->locs.data[l].thread.id]++;
  for (uint32_t t = 0; t < p->threads.len; t++) {
    uint64_t *entry = hd_arena_alloc(&p->arena, sizeof *entry);
    *entry = x->stops[p->threads.data[t].entry.id];
    hd_var_info at = {.name = hd_arena_printf(&p->arena, "%s.at", p->threads.data[t].name),
                      .thread = HD_NO_THREAD,
                      .sort = HD_BV(next[t] <= 256 ? 8 : 32),
                      .init = entry,
                      .role = HD_ROLE_SCHED,
                      .show = HD_SHOW_UNSIGNED,
                      .pos = HD_NO_POS};
    x->at[t] = hd_program_add_var(p, at);
  }
  free(next);
}

static void copy_locations(sequence *x)
{
  hd_program *p = x->p;
  hd_loc_info head = {.thread = HD_MAIN, .pos = HD_NO_POS, .frame = HD_NONE};
  x->head = hd_program_add_loc(x->q, head);
  for (uint32_t l = 0; l < p->locs.len; l++) {
    hd_loc_info info = p->locs.data[l];
    x->inside[l] = HD_NO_LOC;
    if (is_stop(p, l)) continue;
    info.thread = HD_MAIN;
    info.atomic = false;
    x->inside[l] = hd_program_add_loc(x->q, info);
  }
}

/* A step out of a stop starts at the head, when the thread is there; one that leads to a stop ends there. */
static void copy_edge(sequence *x, const hd_edge_info *e, bool from_head)
{
  hd_terms *T = x->p->terms;
  hd_thread t = hd_loc_get(x->p, e->from)->thread;
  hd_var at = x->at[t.id];
  hd_edge_info copy = *e;
  copy.from = from_head ? x->head : x->inside[e->from.id];
  if (from_head) {
    hd_term here = hd_term_eq_bv(T, hd_program_var_term(x->p, at), x->stops[e->from.id]);
    copy.guard = hd_term_is(e->guard) ? hd_term_2(T, HD_OP_AND, here, e->guard) : here;
  }
  bool ends = x->inside[e->to.id].id == HD_NONE;
  copy.to = ends ? x->head : x->inside[e->to.id];
  hd_assign *assigns = hd_arena_alloc(&x->q->arena, (e->n_assigns + 1) * sizeof *assigns);
  if (e->n_assigns) memcpy(assigns, e->assigns, e->n_assigns * sizeof *assigns);
  copy.assigns = assigns;
  if (ends && !(from_head && x->stops[e->to.id] == x->stops[e->from.id]))
    assigns[copy.n_assigns++] =
        (hd_assign){.var = at, .value = hd_term_bv(T, hd_var_get(x->p, at)->sort.width, x->stops[e->to.id])};
  hd_program_add_edge(x->q, copy);
}

static hd_program *build_sequence(hd_program *p)
{
  sequence x = {.p = p};
  x.inside = hd_alloc(p->locs.len + 1, sizeof *x.inside);
  x.stops = hd_alloc(p->locs.len + 1, sizeof *x.stops);
  x.at = hd_alloc(p->threads.len + 1, sizeof *x.at);
  number_stops(&x);
  x.q = hd_program_beside(p);
  copy_locations(&x);
  hd_program_add_thread(x.q, (hd_thread_info){.name = "main",
                                              .entry = x.head,
                                              .instances = 1,
                                              .self = HD_NO_VAR,
                                              .status = HD_NO_VAR,
                                              .pos = p->threads.data[HD_MAIN.id].pos});
  for (uint32_t o = 0; o < p->objects.len; o++) hd_program_add_object(x.q, p->objects.data[o]);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    const hd_edge_info edge = p->edges.data[e];
    if (is_stop(p, edge.from.id) || is_entry(p, edge.from.id)) copy_edge(&x, &edge, true);
    if (x.inside[edge.from.id].id != HD_NONE) copy_edge(&x, &edge, false);
  }
  hd_program *q = hd_program_clone(x.q);
  hd_program_free(x.q);
  free(x.inside);
  free(x.stops);
  free(x.at);
  return q;
}

hd_program *hd_sequentialize(const hd_program *p)
{
  hd_expanded *x = hd_expand(p);
  hd_program *q = build_sequence(x->program);
  hd_expanded_free(x);
  for (uint32_t v = 0; v < q->vars.len; v++) /* there are no threads to look for any more */
    if (q->vars.data[v].role == HD_ROLE_STATUS || q->vars.data[v].role == HD_ROLE_SELF)
      q->vars.data[v].role = HD_ROLE_SCHED;
  hd_program_prune(q);
  hd_program_index(q);
  return q;
}
