/* vacuity.c - looks for executions that reach an end; where there are none, says what stops them. */
#include "api/vacuity.h"

#include "api/unreached.h"
#include "trace/interp.h"

enum { RUNS = 16, STEPS = 4000 };

/* --- some executions ---------------------------------------------------------------------------------- */

static void add_stop(hd_stops *s, const hd_edge_info *e, hd_thread thread)
{
  for (uint32_t i = 0; i < s->list.len; i++) {
    const hd_stop_place *known = &s->list.data[i];
    if (known->stop == e->stop && known->check == e->check && known->pos.file == e->pos.file &&
        known->pos.line == e->pos.line && known->pos.column == e->pos.column)
      return;
  }
  hd_vec_push(&s->list, (hd_stop_place){e->stop, e->check, e->pos, thread});
}

/* Does the execution stop before an end of the program? One that is too long to tell counts as one that does not. */
static bool stops_before(const hd_program *p, const hd_trace *t, const hd_replay *how, hd_stops *s)
{
  if (!t->steps.len || how->end != HD_END_NOWHERE || how->at >= STEPS) return false;
  const hd_edge_info *last = hd_edge_get(p, hd_vec_last(&t->steps).edge);
  if (hd_loc_get(p, last->to)->kind != HD_LOC_EXIT || last->stop == HD_STOP_ORDERLY) return false;
  add_stop(s, last, hd_vec_last(&t->steps).thread);
  return true;
}

/* Looks at some executions; true when all of them stop. */
static bool look_at_some(const heddle_result *r, const hd_budget *b, hd_met *met, hd_stops *s)
{
  bool all = true;
  for (uint64_t seed = 1; seed <= RUNS && !hd_budget_spent(b); seed++) {
    hd_replay how;
    hd_trace *t = hd_random_run(r->program, r->property, seed, STEPS, &how);
    bool stops = stops_before(r->program, t, &how, s);
    all &= stops;
    hd_met_add(met, r->program, t, stops);
    hd_trace_free(t);
  }
  return all && s->list.len;
}

/* --- all executions ------------------------------------------------------------------------------------- */

static bool is_end(const hd_program *p, const hd_edge_info *e)
{
  hd_loc_kind to = hd_loc_get(p, e->to)->kind;
  return e->kind == HD_EDGE_STEP && (to == HD_LOC_END || (to == HD_LOC_EXIT && e->stop == HD_STOP_ORDERLY));
}

/* The program in which reaching an end is the violation. Its own checks hold, as the verdict says. */
static hd_program *ends_as_violations(const hd_program *p)
{
  hd_program *q = hd_program_clone(p);
  for (uint32_t i = 0; i < q->edges.len; i++) {
    hd_edge_info *e = &q->edges.data[i];
    if (e->kind == HD_EDGE_ASSERT && e->check == HD_CHECK_ASSERTION) e->check = HD_CHECK_UNDEFINED;
    if (!is_end(q, e)) continue;
    e->kind = HD_EDGE_ASSERT;
    e->check = HD_CHECK_ASSERTION;
    e->cond = hd_term_false(q->terms);
  }
  hd_program_select(q, HD_PROP_UNREACH_CALL);
  hd_program_prune(q);
  hd_program_index(q);
  return q;
}

static bool none_ends(const hd_task *t, const hd_recheck *how, const hd_budget *b, const heddle_result *r)
{
  hd_program *q = ends_as_violations(r->program);
  const char *label;
  bool none = hd_holds_in_time(q, t, how, b, r, &label);
  hd_program_free(q);
  return none;
}

static bool is_asked(const heddle_input *in, const hd_stop_place *place)
{
  for (uint32_t i = 0; place->stop == HD_STOP_UNDEFINED && i < in->asked.len; i++)
    if (in->asked.data[i].property == hd_check_table[place->check].property) return true;
  return false;
}

/* A place whose property has an answer of its own beside this one needs no line. */
static void leave_out_asked(const heddle_input *in, hd_stops *s)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->list.len; i++)
    if (!is_asked(in, &s->list.data[i])) s->list.data[kept++] = s->list.data[i];
  s->list.len = kept;
}

void hd_find_stops(const heddle_input *in, const hd_task *t, const hd_recheck *how, const hd_budget *b,
                   heddle_result *r)
{
  if (r->inner.verdict != HD_SAFE || !r->program) return;
  if (r->room) return; /* a model with so many elements is not executed */
  hd_budget brief = hd_budget_part(b, 0.1, 2);
  hd_met met = hd_met_new(r->program);
  r->stops.all = look_at_some(r, &brief, &met, &r->stops) && none_ends(t, how, &brief, r);
  if (!r->stops.all) {
    hd_find_unreached(t, how, &met, &brief, r);
    leave_out_asked(in, &r->stops);
  }
  hd_met_clear(&met);
}
