/* session.c - opens checkers, shares what they learn, and tells them what has changed. */
#include "sequential/session.h"

#include <stdarg.h>
#include <stdio.h>

#include "logic/formula.h"
#include "sequential/guess.h"
#include "sequential/needed.h"
#include "sequential/shrink.h"
#include "trace/interp.h"

enum { MOST_CHECKERS = 8 };

struct hd_seq_session {
  hd_program *p;
  hd_seq_task task;
  hd_loc *marks;
  hd_cutgraph *graph;
  bool stale; /* the graph is older than the last change */
  bool guessed;
  hd_term *facts;              /* by cut */
  void *states[MOST_CHECKERS]; /* by place in the table */
  hd_covered covered;          /* how far they have come */
};

/* --- results ----------------------------------------------------------------------------- */

void hd_seq_result_init(hd_seq_result *r)
{
  *r = (hd_seq_result){.verdict = HD_SEQ_UNKNOWN, .cause = HD_NO_CAUSE, .end = HD_NO_LOC};
  hd_arena_init(&r->arena);
}

void hd_seq_result_clear(hd_seq_result *r)
{
  hd_trace_free(r->trace);
  hd_vec_clear(&r->invariants);
  hd_vec_clear(&r->needed);
  hd_vec_clear(&r->stats);
  hd_arena_clear(&r->arena);
  *r = (hd_seq_result){.verdict = HD_SEQ_UNKNOWN, .cause = HD_NO_CAUSE, .end = HD_NO_LOC};
}

void hd_seq_give_up(hd_seq_result *r, hd_cause cause)
{
  hd_trace_free(r->trace);
  r->trace = NULL;
  r->invariants.len = 0;
  r->has_proof = false;
  r->verdict = HD_SEQ_UNKNOWN;
  r->cause = hd_cause_copy(&cause, &r->arena);
  r->end = HD_NO_LOC;
}

void hd_seq_unknown(hd_seq_result *r, hd_cause_kind kind, const char *format, ...)
{
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  hd_seq_give_up(r, (hd_cause){.kind = kind, .what = text, .pos = HD_NO_POS});
}

void hd_seq_beyond(hd_seq_result *r, const hd_program *p, hd_loc end)
{
  hd_seq_give_up(r, hd_cause_beyond(p, end));
  r->end = end;
}

void hd_seq_stat_set(hd_seq_result *r, const char *name, double value)
{
  for (uint32_t i = 0; i < r->stats.len; i++) {
    if (strcmp(r->stats.data[i].name, name) != 0) continue;
    r->stats.data[i].value = value;
    return;
  }
  hd_vec_push(&r->stats, (hd_seq_stat){name, value});
}

void hd_seq_set_unsafe(hd_seq_result *out, hd_trace *trace)
{
  out->verdict = HD_SEQ_UNSAFE;
  out->trace = trace;
}

void hd_seq_set_searched(hd_seq_result *out, const char *format, ...)
{
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  out->verdict = HD_SEQ_SAFE;
  out->has_proof = false;
  out->searched = hd_arena_strdup(&out->arena, text);
}

void hd_seq_set_safe(hd_seq_session *s, const hd_term *invariants, hd_seq_result *out)
{
  hd_cutgraph *g = s->graph;
  out->verdict = HD_SEQ_SAFE;
  out->has_proof = true;
  out->invariants.len = 0;
  hd_term *few = hd_alloc(g->cuts.len, sizeof *few);
  memcpy(few, invariants, g->cuts.len * sizeof *few);
  hd_seq_shrink(g, few);
  uint8_t *needed = hd_alloc(g->task.n_supposed + 1, 1);
  if (g->task.n_supposed && hd_seq_find_needed(g, few, true, needed)) hd_seq_say_needed(&g->task, needed, out);
  free(needed);
  for (uint32_t i = 1; i < g->cuts.len; i++) {
    hd_seq_invariant v = {g->cuts.data[i], hd_cutgraph_to_program(g, few[i])};
    if (hd_loc_get(g->p, v.loc)->kind == HD_LOC_NORMAL) hd_vec_push(&out->invariants, v);
  }
  free(few);
}

/* --- sessions ---------------------------------------------------------------------------- */

bool hd_seq_accepts(const hd_program *p, const hd_seq_task *t, const char **why_not)
{
  *why_not = NULL;
  if (p->raw) *why_not = "memory is not resolved to variables";
  if (p->threads.len != 1 || p->threads.data[0].instances != 1) *why_not = "the program has more than one thread";
  if (!hd_violated_by(t->property, HD_BY_CHECK)) *why_not = "the property is not about assertions";
  return !*why_not;
}

hd_seq_session *hd_seq_open(hd_program *p, const hd_seq_task *t)
{
  hd_seq_session *s = hd_alloc(1, sizeof *s);
  s->p = p;
  s->task = *t;
  hd_program_index(p);
  return s;
}

static void close_checker(hd_seq_session *s, size_t i)
{
  if (s->states[i]) hd_seq_checkers[i]->close(s->states[i]);
  s->states[i] = NULL;
}

void hd_seq_close(hd_seq_session *s)
{
  if (!s) return;
  for (size_t i = 0; hd_seq_checkers[i]; i++) close_checker(s, i);
  hd_cutgraph_free(s->graph);
  free(s->facts);
  free(s);
}

hd_program *hd_seq_program(const hd_seq_session *s)
{
  return s->p;
}

const hd_seq_task *hd_seq_get_task(const hd_seq_session *s)
{
  return &s->task;
}

hd_cutgraph *hd_seq_graph(hd_seq_session *s, const hd_budget *b)
{
  if (!s->graph) {
    s->graph = hd_cutgraph_new(s->p, &s->task, b);
    s->facts = hd_alloc(s->graph->cuts.len, sizeof *s->facts);
    for (uint32_t i = 0; i < s->graph->cuts.len; i++) s->facts[i] = hd_term_true(s->p->terms);
  } else if (s->stale) {
    hd_cutgraph_refresh(s->graph);
  }
  s->stale = false;
  hd_smt_set_budget(s->graph->smt, b);
  return s->graph;
}

const hd_term *hd_seq_facts(hd_seq_session *s, const hd_budget *b)
{
  hd_cutgraph *g = hd_seq_graph(s, b);
  if (!s->guessed) s->guessed = hd_guess_facts(g, b, s->facts);
  return s->facts;
}

static void tell_checkers(hd_seq_session *s, hd_edge e, hd_term fact)
{
  s->stale = true;
  s->guessed = false; /* a stronger guard may make more of the guesses true */
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    if (!s->states[i]) continue;
    if (hd_seq_checkers[i]->changed)
      hd_seq_checkers[i]->changed(s->states[i], e, fact);
    else
      close_checker(s, i);
  }
}

void hd_seq_strengthen(hd_seq_session *s, hd_edge e, hd_term fact)
{
  hd_edge_info *info = hd_edge_get(s->p, e);
  info->guard = hd_term_is(info->guard) ? hd_term_2(s->p->terms, HD_OP_AND, info->guard, fact) : fact;
  tell_checkers(s, e, fact);
}

/* Executions go on behind an assertion where it holds: one that is not stronger than the one before
 * lets more of them through, and nothing that was learned is certain any more. */
static void forget_learned(hd_seq_session *s)
{
  for (size_t i = 0; hd_seq_checkers[i]; i++) close_checker(s, i);
  for (uint32_t i = 0; s->graph && i < s->graph->cuts.len; i++) s->facts[i] = hd_term_true(s->p->terms);
}

void hd_seq_expect(hd_seq_session *s, hd_edge e, hd_term cond)
{
  hd_edge_info *info = hd_edge_get(s->p, e);
  HD_CHECK(info->kind == HD_EDGE_ASSERT);
  if (!hd_term_same(hd_term_2(s->p->terms, HD_OP_AND, info->cond, cond), cond)) forget_learned(s);
  info->cond = cond;
  tell_checkers(s, e, HD_NO_TERM);
}

/* Is every variable of the formula alive there? Others have no particular value (blocks.h). */
typedef struct {
  const hd_cutgraph *g;
  hd_loc loc;
  bool all;
} aliveness;

static void look_for_dead(void *context, hd_term leaf)
{
  aliveness *a = context;
  uint32_t v = hd_term_symbol(a->g->p->terms, leaf);
  a->all = a->all && v < a->g->p->vars.len && hd_is_live(a->g->live, a->loc, (hd_var){v});
}

hd_term *hd_seq_placed(hd_cutgraph *g, const hd_seq_invariant *list, uint32_t n)
{
  hd_terms *T = g->p->terms;
  hd_term *placed = hd_alloc(g->cuts.len, sizeof *placed);
  for (uint32_t i = 0; i < g->cuts.len; i++) placed[i] = hd_term_true(T);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t cut = list[i].loc.id < g->p->locs.len ? g->number[list[i].loc.id] : HD_NONE;
    hd_term_list parts = {0};
    if (cut != HD_NONE) hd_formula_conjuncts(T, list[i].formula, &parts);
    for (uint32_t k = 0; k < parts.len; k++) {
      aliveness a = {g, list[i].loc, true};
      hd_term_visit_leaves(T, parts.data[k], look_for_dead, &a);
      hd_term holds = hd_cells_apply(g->cells, g->state, parts.data[k]);
      if (a.all) placed[cut] = hd_term_2(T, HD_OP_AND, placed[cut], holds);
    }
    hd_vec_clear(&parts);
  }
  return placed;
}

bool hd_seq_reprove(hd_seq_session *s, const hd_seq_invariant *list, uint32_t n, const hd_budget *b, hd_seq_result *out)
{
  hd_cutgraph *g = hd_seq_graph(s, b);
  hd_term *invariants = hd_seq_placed(g, list, n);
  uint8_t *needed = hd_alloc(g->task.n_supposed + 1, 1);
  bool proved = hd_seq_find_needed(g, invariants, true, needed);
  if (proved) hd_seq_set_safe(s, invariants, out);
  free(invariants);
  free(needed);
  return proved;
}

/* --- running ----------------------------------------------------------------------------- */

/* Does the trace run into a violation? Then it ends there. */
static bool fails(const hd_seq_session *s, hd_trace *t)
{
  hd_replay r = hd_trace_replay(s->p, t, s->task.property);
  if (r.end != HD_END_VIOLATION) return false;
  if (t->steps.len > r.at + 1) t->steps.len = r.at + 1;
  return true;
}

/* A checker whose violation is none begins anew when it is asked again: it may believe to have seen all the rest. */
static void confirm(hd_seq_session *s, size_t checker, hd_seq_result *out)
{
  if (out->verdict != HD_SEQ_UNSAFE || s->task.proofs_only) return;
  if (out->trace && fails(s, out->trace)) return;
  close_checker(s, checker);
  hd_seq_unknown(out, HD_CAUSE_FAILED, "checker %s gave a trace that does not run into the violation", out->checker);
}

hd_trace *hd_seq_more(hd_seq_session *s, const hd_budget *b)
{
  hd_trace *t = NULL;
  for (size_t i = 0; hd_seq_checkers[i] && !t; i++)
    if (s->states[i] && hd_seq_checkers[i]->more) t = hd_seq_checkers[i]->more(s->states[i], b);
  if (!t || fails(s, t)) return t;
  hd_trace_free(t);
  return NULL;
}

bool hd_seq_try(hd_seq_session *s, const hd_seq_attempt *a, const hd_budget *b, hd_seq_result *out)
{
  bool known = false;
  for (size_t i = 0; hd_seq_checkers[i] && !known; i++)
    if (s->states[i] && hd_seq_checkers[i]->attempt) known = hd_seq_checkers[i]->attempt(s->states[i], a, b, out);
  return known;
}

static void note_covered(hd_seq_session *s, size_t checker, const hd_seq_result *r)
{
  hd_measure m = hd_seq_checkers[checker]->covers;
  for (uint32_t i = 0; m && i < r->stats.len; i++)
    if (strcmp(r->stats.data[i].name, hd_measure_names[m]) == 0 && r->stats.data[i].value > 0)
      hd_cover(&s->covered, m, (uint64_t)r->stats.data[i].value);
}

void hd_seq_say_spent(hd_seq_session *s, const hd_budget *b, hd_seq_result *out)
{
  hd_cause c = hd_cause_spent(b, "no answer");
  if (c.kind != HD_CAUSE_REFUSED) c.covered = s->covered;
  hd_seq_give_up(out, c);
}

void hd_seq_run(hd_seq_session *s, const hd_seq_checker *checker, const hd_budget *b, hd_seq_result *out)
{
  size_t i = 0;
  while (hd_seq_checkers[i] && hd_seq_checkers[i] != checker) i++;
  HD_CHECK(hd_seq_checkers[i] && i < MOST_CHECKERS);
  hd_seq_result_clear(out);
  hd_arena_init(&out->arena);
  const char *why_not;
  out->checker = checker->name;
  if (!hd_seq_accepts(s->p, &s->task, &why_not)) {
    hd_seq_unknown(out, HD_CAUSE_REFUSED, "%s", why_not);
    return;
  }
  if (!s->states[i]) s->states[i] = checker->open(s);
  checker->run(s->states[i], b, out);
  confirm(s, i, out);
  note_covered(s, i, out);
  if (out->verdict != HD_SEQ_UNKNOWN || out->end.id != HD_NONE) return;
  if (hd_budget_spent(b) || out->cause.kind == HD_CAUSE_NONE) hd_seq_say_spent(s, b, out);
}
