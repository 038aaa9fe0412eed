/* select.c - keeps the checks of one property; the others' failures end the execution. */
#include "program/program.h"

/* EXIT locations made so far, by a hash of what they stand for. */
typedef struct {
  hd_program *p;
  hd_map made;
} selection;

static bool same_end(const hd_loc_info *a, const hd_loc_info *b)
{
  return a->kind == b->kind && a->thread.id == b->thread.id && a->frame == b->frame && a->pos.file == b->pos.file &&
         a->pos.line == b->pos.line && a->pos.column == b->pos.column;
}

static hd_loc exit_for(selection *s, const hd_edge_info *e)
{
  hd_loc_info end = {
      .thread = hd_loc_get(s->p, e->from)->thread, .kind = HD_LOC_EXIT, .pos = e->pos, .frame = e->frame};
  uint32_t parts[] = {end.thread.id, end.frame, end.pos.file, end.pos.line, end.pos.column};
  uint64_t key = hd_hash_bytes(parts, sizeof parts, 0);
  const uint64_t *known = hd_map_find(&s->made, key);
  if (known && same_end(hd_loc_get(s->p, (hd_loc){(uint32_t)*known}), &end)) return (hd_loc){(uint32_t)*known};
  hd_loc made = hd_program_add_loc(s->p, end);
  hd_map_put(&s->made, key, made.id);
  return made;
}

static hd_term conjoin_guard(hd_terms *T, hd_term a, hd_term b)
{
  hd_term both = hd_term_is(a) ? hd_term_2(T, HD_OP_AND, a, b) : b;
  return hd_term_is_true(T, both) ? HD_NO_TERM : both;
}

/* A failed assertion and lost memory are faults, but C says what happens. */
static hd_stop stop_of(hd_check_kind check)
{
  return check == HD_CHECK_ASSERTION || check == HD_CHECK_LEAK ? HD_STOP_ORDERLY : HD_STOP_UNDEFINED;
}

/* Where the check fails the execution ends; where it holds the step is as it was. */
static void drop_check(selection *s, hd_edge id)
{
  hd_terms *T = s->p->terms;
  hd_edge_info e = *hd_edge_get(s->p, id);
  hd_edge_info end = {.from = e.from, .access = e.access, .pos = e.pos, .frame = e.frame, .label = e.label};
  end.stop = stop_of(e.check);
  if (end.stop == HD_STOP_UNDEFINED) end.check = e.check;
  end.guard = conjoin_guard(T, e.guard, hd_term_1(T, HD_OP_NOT, e.cond));
  e.guard = conjoin_guard(T, e.guard, e.cond);
  e.kind = HD_EDGE_STEP;
  e.cond = HD_NO_TERM;
  e.check = (hd_check_kind)0;
  e.label = NULL; /* it says what fails */
  bool never_holds = hd_term_is(e.guard) && hd_term_is_false(T, e.guard);
  bool never_fails = hd_term_is(end.guard) && hd_term_is_false(T, end.guard);
  if (!never_fails) end.to = exit_for(s, &end);
  *hd_edge_get(s->p, id) = never_holds && !never_fails ? end : e;
  if (!never_holds && !never_fails) hd_program_add_edge(s->p, end);
}

void hd_program_select(hd_program *p, hd_property property)
{
  selection s = {.p = p};
  uint32_t n = p->edges.len;
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    if (e->kind == HD_EDGE_ASSERT && !hd_property_asks(property, e->check)) drop_check(&s, (hd_edge){i});
  }
  hd_map_clear(&s.made);
  hd_program_unindex(p);
}
