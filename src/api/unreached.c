/* unreached.c - goals that some executions did not meet, and the search for one that does. */
#include "api/unreached.h"

#include "engine/auto/auto.h"
#include "program/checks.h"

hd_met hd_met_new(const hd_program *p)
{
  return (hd_met){.locs = hd_alloc(p->locs.len + 1, sizeof(bool)),
                  .ran = hd_alloc(p->threads.len + 1, sizeof(bool)),
                  .stopped = hd_alloc(p->threads.len + 1, sizeof(bool))};
}

void hd_met_clear(hd_met *m)
{
  free(m->locs);
  free(m->ran);
  free(m->stopped);
}

void hd_met_add(hd_met *m, const hd_program *p, const hd_trace *t, bool stopped)
{
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_edge_info *e = hd_edge_get(p, t->steps.data[i].edge);
    m->locs[e->from.id] = true;
    if (e->stop == HD_STOP_ORDERLY) m->locs[e->to.id] = true;
    m->ran[t->steps.data[i].thread.id] = true;
  }
  if (stopped && t->steps.len) m->stopped[hd_vec_last(&t->steps).thread.id] = true;
}

/* --- goals ---------------------------------------------------------------------------------------------- */

/* Reached where one of its locations is. */
typedef struct {
  hd_unreached what;
  hd_u32s locs;
} goal;

typedef struct {
  const hd_program *p;
  const hd_met *met;
  const hd_stops *stops;
  HD_VEC(goal) list;
  hd_u32s *in; /* by location: edges */
  bool *seen;  /* by location, while decisions are collected */
} goals;

static bool is_met(const goals *g, const hd_u32s *locs)
{
  for (uint32_t i = 0; i < locs->len; i++)
    if (g->met->locs[locs->data[i]]) return true;
  return false;
}

/* A stop of the thread, or of any when there is none of it. */
static hd_stop_place stop_before(const goals *g, hd_thread thread)
{
  hd_stop_place found = {.stop = HD_STOP_ORDERLY};
  for (uint32_t i = 0; i < g->stops->list.len; i++)
    if (i == 0 || g->stops->list.data[i].thread.id == thread.id) found = g->stops->list.data[i];
  return found;
}

static void push_goal(goals *g, hd_unreached what, hd_u32s locs)
{
  if (is_met(g, &locs))
    hd_vec_clear(&locs);
  else
    hd_vec_push(&g->list, (goal){what, locs});
}

static uint32_t count_out(const hd_program *p, hd_loc at)
{
  uint32_t n;
  hd_loc_out(p, at, &n);
  return n;
}

/* A failed assertion is a step behind a choice: where that is made, the check is looked at. */
static void push_decisions(goals *g, hd_loc at, hd_u32s *locs)
{
  if (g->seen[at.id]) return;
  g->seen[at.id] = true;
  for (uint32_t i = 0; i < g->in[at.id].len; i++) {
    hd_loc before = g->p->edges.data[g->in[at.id].data[i]].from;
    if (count_out(g->p, before) > 1)
      hd_vec_push(locs, before.id);
    else
      push_decisions(g, before, locs);
  }
  if (!g->in[at.id].len) hd_vec_push(locs, at.id);
}

static void push_check(goals *g, const hd_checks *checks, uint32_t check)
{
  hd_u32s locs = {0};
  memset(g->seen, 0, g->p->locs.len);
  for (uint32_t i = 0; i < g->p->edges.len; i++) {
    const hd_edge_info *e = &g->p->edges.data[i];
    if (checks->of_edge[i].id != check) continue;
    if (hd_term_is_false(g->p->terms, e->cond) && count_out(g->p, e->from) == 1)
      push_decisions(g, e->from, &locs);
    else
      hd_vec_push(&locs, e->from.id);
  }
  hd_thread thread = locs.len ? hd_loc_get(g->p, (hd_loc){locs.data[0]})->thread : HD_MAIN;
  push_goal(
      g,
      (hd_unreached){.kind = HD_UNREACHED_CHECK, .pos = checks->list.data[check].pos, .stop = stop_before(g, thread)},
      locs);
}

static void push_checks(goals *g)
{
  hd_checks *checks = hd_checks_new(g->p);
  for (uint32_t i = 0; i < checks->list.len; i++) push_check(g, checks, i);
  hd_checks_free(checks);
}

/* No step leads out of it. */
static bool is_last(const hd_program *p, hd_loc at)
{
  hd_loc_kind kind = hd_loc_get(p, at)->kind;
  return kind == HD_LOC_END || kind == HD_LOC_EXIT;
}

static void push_ends(goals *g, uint32_t thread)
{
  hd_u32s locs = {0};
  for (uint32_t i = 0; i < g->p->locs.len; i++)
    if (g->p->locs.data[i].thread.id == thread && is_last(g->p, (hd_loc){i})) hd_vec_push(&locs, i);
  push_goal(g,
            (hd_unreached){.kind = HD_UNREACHED_END,
                           .name = g->p->threads.data[thread].name,
                           .pos = g->p->threads.data[thread].pos,
                           .stop = stop_before(g, (hd_thread){thread})},
            locs);
}

/* An instance stands at the entry before it is created, too. */
static hd_u32s behind(const goals *g, hd_loc entry)
{
  hd_u32s locs = {0};
  uint32_t n;
  const uint32_t *out = hd_loc_out(g->p, entry, &n);
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&locs, g->p->edges.data[out[i]].to.id);
  return locs;
}

static void push_threads(goals *g)
{
  for (uint32_t i = 0; i < g->p->threads.len; i++) {
    const hd_thread_info *t = &g->p->threads.data[i];
    if (g->met->stopped[i]) push_ends(g, i);
    if (g->met->ran[i]) continue;
    push_goal(g, (hd_unreached){.kind = HD_UNREACHED_THREAD, .name = t->name, .pos = t->pos}, behind(g, t->entry));
  }
}

/* Threads have names of their own, after their routines. */
static bool is_routine(const hd_program *p, const char *function)
{
  size_t n = strlen(function);
  for (uint32_t i = 0; i < p->threads.len; i++) {
    const char *name = p->threads.data[i].name;
    if (strncmp(name, function, n) == 0 && (!name[n] || name[n] == '#')) return true;
  }
  return false;
}

/* Functions are where their copies are; one is reached when a step of any of them is. */
static void push_functions(goals *g)
{
  hd_map known = {0};
  HD_VEC(goal) found = {0};
  for (uint32_t i = 0; i < g->p->locs.len; i++) {
    const hd_loc_info *l = &g->p->locs.data[i];
    if (l->frame == HD_NONE || l->kind != HD_LOC_NORMAL) continue;
    const char *name = g->p->frames.data[l->frame].function;
    const uint64_t *at = hd_map_find(&known, (uintptr_t)name);
    if (!at) {
      hd_map_put(&known, (uintptr_t)name, found.len);
      hd_vec_push(&found, (goal){.what = {.kind = HD_UNREACHED_FUNCTION, .name = name, .pos = l->pos}});
    }
    hd_vec_push(&found.data[at ? *at : found.len - 1].locs, i);
  }
  for (uint32_t i = 0; i < found.len; i++) {
    if (is_routine(g->p, found.data[i].what.name))
      hd_vec_clear(&found.data[i].locs);
    else
      push_goal(g, found.data[i].what, found.data[i].locs);
  }
  hd_vec_clear(&found);
  hd_map_clear(&known);
}

/* --- the search ----------------------------------------------------------------------------------------- */

/* To arrive there in order is the violation. */
static void forbid_arrival(hd_program *q, hd_loc at, const char *label)
{
  for (uint32_t i = 0; i < q->edges.len; i++) {
    hd_edge_info *e = &q->edges.data[i];
    if (e->to.id != at.id || e->kind != HD_EDGE_STEP || e->stop != HD_STOP_ORDERLY) continue;
    e->kind = HD_EDGE_ASSERT;
    e->check = HD_CHECK_ASSERTION;
    e->cond = hd_term_false(q->terms);
    e->label = label;
  }
}

static void add_goal(hd_program *q, const goal *g, uint32_t number)
{
  const char *label = hd_program_text(q, hd_arena_printf(&q->arena, "%u", number));
  for (uint32_t i = 0; i < g->locs.len; i++) {
    hd_loc from = {g->locs.data[i]};
    if (is_last(q, from)) {
      forbid_arrival(q, from, label);
      continue;
    }
    hd_loc to = hd_program_add_loc(
        q, (hd_loc_info){.thread = hd_loc_get(q, from)->thread, .kind = HD_LOC_EXIT, .frame = HD_NONE});
    hd_program_add_edge(q, (hd_edge_info){.from = from,
                                          .to = to,
                                          .kind = HD_EDGE_ASSERT,
                                          .check = HD_CHECK_ASSERTION,
                                          .cond = hd_term_false(q->terms),
                                          .access = HD_ACCESS_SYNC,
                                          .pos = HD_NO_POS,
                                          .frame = HD_NONE,
                                          .label = label});
  }
}

/* The program in which to come to one of the goals is the violation. Its own checks hold, as the verdict says. */
static hd_program *goals_as_violations(const goals *g)
{
  hd_program *q = hd_program_clone(g->p);
  for (uint32_t i = 0; i < q->edges.len; i++) {
    hd_edge_info *e = &q->edges.data[i];
    if (e->kind == HD_EDGE_ASSERT && e->check == HD_CHECK_ASSERTION) e->check = HD_CHECK_UNDEFINED;
  }
  for (uint32_t i = 0; i < g->list.len; i++) add_goal(q, &g->list.data[i], i);
  hd_program_select(q, HD_PROP_UNREACH_CALL);
  hd_program_prune(q);
  hd_program_index(q);
  return q;
}

static const hd_engine *searcher_of(const heddle_result *r)
{
  const hd_certificate *c = r->inner.certificate;
  return c && c->kind == HD_PROOF_EXHAUSTIVE ? hd_engine_find(r->engine) : NULL;
}

bool hd_holds_in_time(const hd_program *q, const hd_task *t, const hd_recheck *how, const hd_budget *b,
                      const heddle_result *r, const char **label)
{
  hd_task task = *t;
  hd_recheck recheck = *how;
  hd_confirm confirm = {hd_recheck_answer, &recheck};
  hd_result found;
  const char *who = NULL;
  bool defect = false;
  task.property = recheck.property = HD_PROP_UNREACH_CALL;
  memset(task.may_raise, 0, sizeof task.may_raise);
  hd_result_init(&found);
  hd_auto_run(searcher_of(r), q, &task, &confirm, b, &found, &who, &defect);
  bool holds = found.verdict == HD_SAFE;
  *label = found.verdict == HD_UNSAFE ? hd_edge_get(q, hd_vec_last(&found.trace->steps).edge)->label : NULL;
  hd_result_clear(&found);
  return holds;
}

/* Takes out what was reached, until nothing is. False: that cannot be told in time. */
static bool none_is_reached(goals *g, const hd_task *t, const hd_recheck *how, const hd_budget *b,
                            const heddle_result *r)
{
  while (g->list.len) {
    hd_program *q = goals_as_violations(g);
    const char *label;
    bool none = hd_holds_in_time(q, t, how, b, r, &label);
    uint32_t reached = label ? (uint32_t)strtoul(label, NULL, 10) : 0;
    hd_program_free(q);
    if (none) return true;
    if (!label) return false;
    hd_vec_clear(&g->list.data[reached].locs);
    g->list.data[reached] = g->list.data[--g->list.len];
  }
  return true;
}

static void index_in(goals *g)
{
  g->in = hd_alloc(g->p->locs.len + 1, sizeof *g->in);
  g->seen = hd_alloc(g->p->locs.len + 1, sizeof *g->seen);
  for (uint32_t i = 0; i < g->p->edges.len; i++) hd_vec_push(&g->in[g->p->edges.data[i].to.id], i);
}

static void clear_goals(goals *g)
{
  for (uint32_t i = 0; i < g->p->locs.len; i++) hd_vec_clear(&g->in[i]);
  for (uint32_t i = 0; i < g->list.len; i++) hd_vec_clear(&g->list.data[i].locs);
  hd_vec_clear(&g->list);
  free(g->in);
  free(g->seen);
}

void hd_find_unreached(const hd_task *t, const hd_recheck *how, const hd_met *met, const hd_budget *b, heddle_result *r)
{
  goals g = {.p = r->program, .met = met, .stops = &r->stops};
  index_in(&g);
  if (r->stops.list.len) push_checks(&g);
  push_threads(&g);
  push_functions(&g);
  if (none_is_reached(&g, t, how, b, r))
    for (uint32_t i = 0; i < g.list.len; i++) hd_vec_push(&r->stops.unreached, g.list.data[i].what);
  clear_goals(&g);
}
