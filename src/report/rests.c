/* rests.c - finds the calls on a trace whose values decide something. */
#include "report/rests.h"

#include <stdio.h>

#include "program/text.h"
#include "trace/rests.h"

static bool stands_at(const hd_program *p, hd_pos pos, hd_place place)
{
  hd_place at = hd_program_place(p, pos);
  return at.file && place.file && strcmp(at.file, place.file) == 0 && at.line == place.line &&
         at.column == place.column;
}

/* Of the step's own inputs: those of a function that is called here are not the caller's. */
static bool is_input_at(const hd_program *p, const hd_step *step, hd_place place)
{
  return step->n_inputs && stands_at(p, hd_edge_get(p, step->edge)->pos, place);
}

/* The function that was given to the call, and runs because of it; NULL: the step belongs to no such one. */
static const char *called_back(const hd_program *p, const hd_step *step, hd_place place)
{
  for (uint32_t f = hd_edge_get(p, step->edge)->frame; f != HD_NONE; f = p->frames.data[f].parent)
    if (stands_at(p, p->frames.data[f].call, place)) return p->frames.data[f].function;
  return NULL;
}

static const char *value_text(const hd_program *p, hd_var v, uint64_t value, hd_arena *arena)
{
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return "a value";
  hd_program_print_value(f, p, v, value);
  fclose(f);
  const char *copy = hd_arena_printf(arena, "%s", text);
  free(text);
  return copy;
}

/* The first input of a step. A truth says of a pointer to memory of the function's own whether it is none. */
static const char *deed(const hd_program *p, const hd_step *step, hd_arena *arena)
{
  const hd_edge_info *e = hd_edge_get(p, step->edge);
  uint32_t i = 0;
  while (hd_term_is(e->assigns[i].value)) i++;
  const hd_var_info *v = hd_var_get(p, e->assigns[i].var);
  if (v->sort.kind == HD_SORT_BOOL) return step->inputs[0] ? "returns NULL" : "does not return NULL";
  const char *value = value_text(p, e->assigns[i].var, step->inputs[0], arena);
  if (v->role == HD_ROLE_TEMP) return hd_arena_printf(arena, "returns %s", value);
  return hd_arena_printf(arena, "writes %s to %s", value, v->name);
}

/* What the call did last on the way: a loop may call it more than once. */
static const char *last_deed(const hd_program *p, const hd_trace *t, const bool *from, hd_arena *arena)
{
  uint32_t i = t->steps.len;
  while (!from[--i]) continue;
  return deed(p, &t->steps.data[i], arena);
}

static bool push_callback(const hd_program *p, const hd_trace *t, const hd_assumption *a, hd_arena *arena,
                          hd_rests *out)
{
  const char *callback = NULL;
  for (uint32_t i = 0; i < t->steps.len && !callback; i++) callback = called_back(p, &t->steps.data[i], a->place);
  if (!callback) return false;
  const char *what = hd_arena_printf(arena, "calls `%s`", callback);
  hd_vec_push(out, (hd_rest){.function = a->what, .what = what, .place = a->place});
  return true;
}

static void look_at_call(const hd_program *p, const hd_trace *t, hd_property property, const hd_assumption *a,
                         hd_arena *arena, hd_rests *out)
{
  if (push_callback(p, t, a, arena, out)) return;
  bool *from = hd_alloc(t->steps.len + 1, sizeof *from), any = false;
  for (uint32_t i = 0; i < t->steps.len; i++) any |= from[i] = is_input_at(p, &t->steps.data[i], a->place);
  if (any && hd_trace_rests(p, t, property, from))
    hd_vec_push(out, (hd_rest){.function = a->what, .what = last_deed(p, t, from, arena), .place = a->place});
  free(from);
}

void hd_rests_find(const hd_program *p, const hd_trace *t, hd_property property, const hd_assumptions *a,
                   hd_arena *arena, hd_rests *out)
{
  for (uint32_t i = 0; i < a->list.len; i++)
    if (a->list.data[i].kind == HD_ASSUMES_BODY) look_at_call(p, t, property, &a->list.data[i], arena, out);
  uint32_t missing = out->len;
  for (uint32_t i = 0; i < a->results.len; i++) look_at_call(p, t, property, &a->results.data[i], arena, out);
  for (uint32_t i = missing; i < out->len; i++) out->data[i].library = true;
}

const char *hd_rest_text(const hd_rest *r, hd_arena *arena)
{
  const char *why = r->library ? "whose result is any value here" : "which has no body";
  return hd_arena_printf(arena, "the violation rests on `%s`, %s: it %s at %s:%u:%u", r->function, why, r->what,
                         r->place.file, r->place.line, r->place.column);
}
