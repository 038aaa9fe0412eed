/* missing_bodies.c - finds the calls on a trace whose results or writes decide something. */
#include "report/missing_bodies.h"

#include <stdio.h>

#include "program/text.h"
#include "trace/input_dependence.h"

static bool stands_at(const hd_program *p, hd_pos pos, hd_place place)
{
  hd_place at = hd_program_place(p, pos);
  return at.file && place.file && strcmp(at.file, place.file) == 0 && at.line == place.line &&
         at.column == place.column;
}

/* Does the step itself, not a function that is called here, have an input? */
static bool is_input_at(const hd_program *p, const hd_step *step, hd_place place)
{
  return step->n_inputs && stands_at(p, hd_edge_get(p, step->edge)->pos, place);
}

/* The function that was passed to the call and that this step belongs to; NULL: none. */
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

/* What the first input of the step stands for. A Boolean says whether a pointer to memory of the function is NULL. */
static const char *call_effect(const hd_program *p, const hd_step *step, hd_arena *arena)
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

/* The effect of the last call on the trace: a loop may make several. */
static const char *last_effect(const hd_program *p, const hd_trace *t, const bool *from, hd_arena *arena)
{
  uint32_t i = t->steps.len;
  while (!from[--i]) continue;
  return call_effect(p, &t->steps.data[i], arena);
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
  if (any && hd_trace_depends_on_inputs(p, t, property, from))
    hd_vec_push(out, (hd_rest){.function = a->what, .what = last_effect(p, t, from, arena), .place = a->place});
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
