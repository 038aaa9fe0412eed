/* explain.c - finds the operands, the object and its life in the term that failed. */
#include "report/explain.h"

#include <inttypes.h>

#include "report/bounds.h"
#include "report/conclude.h"
#include "report/names.h"
#include "trace/state.h"

/* Addresses below are said to be NULL's; an index may lead so far. */
enum { NULL_PAGE = 4096 };

/* --- terms -------------------------------------------------------------------------------------------- */

typedef bool test(const hd_program *p, hd_term t);

static hd_term search_term(const hd_program *p, hd_term t, test *is_it, hd_map *seen)
{
  if (!hd_term_is(t) || hd_map_find(seen, t.id)) return HD_NO_TERM;
  hd_map_put(seen, t.id, 1);
  if (is_it(p, t)) return t;
  hd_term found = HD_NO_TERM;
  for (unsigned i = 0; i < hd_term_arity(p->terms, t) && !hd_term_is(found); i++)
    found = search_term(p, hd_term_arg(p->terms, t, i), is_it, seen);
  return found;
}

/* The first part of the guard, or of the condition, that passes the test. */
static hd_term find_term(const hd_program *p, const hd_edge_info *e, test *is_it)
{
  hd_map seen = {0};
  hd_term found = search_term(p, e->guard, is_it, &seen);
  if (!hd_term_is(found)) found = search_term(p, e->cond, is_it, &seen);
  hd_map_clear(&seen);
  return found;
}

static bool is_overflow(const hd_program *p, hd_term t)
{
  hd_op op = hd_term_op(p->terms, t);
  return op == HD_OP_SADDO || op == HD_OP_SSUBO || op == HD_OP_SMULO;
}

static bool is_number(const hd_program *p, hd_term t)
{
  uint64_t value;
  return hd_term_is_const(p->terms, t, &value);
}

static uint64_t number_in(const hd_program *p, hd_term t)
{
  uint64_t value = 0;
  for (unsigned i = 0; i < 2; i++)
    if (hd_term_is_const(p->terms, hd_term_arg(p->terms, t, i), &value)) return value;
  return value;
}

/* Of an address and a number. */
static bool is_of_address(const hd_program *p, hd_term t, hd_op op)
{
  if (hd_term_op(p->terms, t) != op) return false;
  hd_term a = hd_term_arg(p->terms, t, 0), b = hd_term_arg(p->terms, t, 1);
  hd_sort sort = hd_term_sort(p->terms, a);
  return sort.kind == HD_SORT_BV && sort.width == p->pointer_width && is_number(p, a) != is_number(p, b);
}

/* A distance from where an object begins: a sum of the address and minus that place. */
static bool is_distance(const hd_program *p, hd_term t)
{
  if (!is_of_address(p, t, HD_OP_ADD)) return false;
  uint64_t base = (0 - number_in(p, t)) & hd_mask(p->pointer_width);
  for (uint32_t i = 0; i < p->objects.len; i++)
    if (p->objects.data[i].base == base) return true;
  return false;
}

/* An address that is compared with a place in an object. */
static bool is_comparison(const hd_program *p, hd_term t)
{
  if (!is_of_address(p, t, HD_OP_EQ)) return false;
  uint64_t place = number_in(p, t);
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    if (place >= o->base && place - o->base < o->stride * o->copies) return true;
  }
  return false;
}

/* --- what the address is ------------------------------------------------------------------------------------ */

typedef enum { ERROR_OTHER, ERROR_NULL, ERROR_UNDEFINED, ERROR_DEAD, ERROR_OUTSIDE, ERROR_INSIDE } error_kind;

typedef struct {
  error_kind kind;
  uint32_t object;
  uint64_t copy, offset;
} memory_error;

/* Memory that the failing step has found not to be there. */
static bool find_dead(const hd_story *s, const hd_events *reads, memory_error *error)
{
  for (uint32_t i = 0; i < reads->len; i++)
    for (uint32_t k = 0; k < s->p->objects.len; k++) {
      const hd_event *e = &reads->data[i];
      if (s->p->objects.data[k].alive.id != e->var.id || e->value == 1) continue;
      *error = (memory_error){ERROR_DEAD, k, e->index, 0};
      return true;
    }
  return false;
}

static bool find_address(const hd_story *s, const hd_step *step, const hd_state *end, uint64_t *address, bool *exact)
{
  const hd_edge_info *e = hd_edge_get(s->p, step->edge);
  hd_term at = find_term(s->p, e, is_distance);
  *exact = hd_term_is(at);
  if (!*exact) at = find_term(s->p, e, is_comparison);
  if (!hd_term_is(at)) return false;
  hd_term a = hd_term_arg(s->p->terms, at, 0);
  *address = hd_state_eval(end, step->instance, is_number(s->p, a) ? hd_term_arg(s->p->terms, at, 1) : a);
  return true;
}

/* Nothing is where it leads, whatever it is: then it is the pointer that was read last. */
static const hd_story_words *last_pointer(const hd_story *s, const hd_step *step, uint64_t *value)
{
  const hd_edge_info *e = hd_edge_get(s->p, step->edge);
  const hd_story_line *l = s->lines.len ? &hd_vec_last(&s->lines) : NULL;
  if (!l || hd_term_is(e->guard) || !hd_term_is_false(s->p->terms, e->cond)) return NULL;
  for (uint32_t i = l->events.len; i-- > 0;) {
    *value = l->events.data[i].value;
    if (hd_var_get(s->p, l->events.data[i].var)->show == HD_SHOW_POINTER) return &l->words.data[i];
  }
  return NULL;
}

static error_kind kind_of_pointer(const hd_story *s, const hd_step *step)
{
  uint64_t value;
  const hd_story_words *w = last_pointer(s, step, &value);
  if (!w) return ERROR_OTHER;
  return w->undefined ? ERROR_UNDEFINED : value < NULL_PAGE ? ERROR_NULL : ERROR_OTHER;
}

static memory_error find_error(const hd_story *s, const hd_step *step, const hd_state *end)
{
  memory_error error = {.kind = ERROR_OTHER, .object = HD_NONE};
  uint64_t address;
  bool exact;
  hd_outside outside;
  if (hd_bounds_find(s->p, step, end, &outside))
    return (memory_error){ERROR_OUTSIDE, outside.object, 0, (uint64_t)outside.offset};
  if (!find_address(s, step, end, &address, &exact)) {
    error.kind = kind_of_pointer(s, step);
    return error;
  }
  if (address < NULL_PAGE) {
    error.kind = ERROR_NULL;
    return error;
  }
  error.object = hd_namer_find(s->namer, address, NULL_PAGE, &error.copy, &error.offset);
  if (error.object == HD_NONE) return error;
  const hd_object_info *o = &s->p->objects.data[error.object];
  error.kind = exact && error.offset >= o->size ? ERROR_OUTSIDE : ERROR_INSIDE;
  return error;
}

static memory_error memory_error_of(const hd_story *s, const hd_step *step, const hd_state *end)
{
  hd_events reads = {0};
  memory_error error;
  hd_state_plan(end, step, &reads);
  bool deref = hd_edge_get(s->p, step->edge)->check == HD_CHECK_DEREF;
  if (!deref || !find_dead(s, &reads, &error)) error = find_error(s, step, end);
  if (!deref && error.kind == ERROR_INSIDE) {
    const hd_object_info *o = &s->p->objects.data[error.object];
    bool dead = o->alive.id != HD_NONE && hd_state_read(end, o->alive, step->instance, error.copy) != 1;
    if (dead && !error.offset) error.kind = ERROR_DEAD;
  }
  hd_vec_clear(&reads);
  return error;
}

/* --- words -------------------------------------------------------------------------------------------------- */

/* The last line that made it so; NULL: none did. */
static const hd_story_line *last_life(const hd_story *s, const memory_error *error, bool begins)
{
  hd_var alive = s->p->objects.data[error->object].alive;
  for (uint32_t i = s->lines.len; i-- > 0;)
    for (uint32_t k = 0; k < s->lines.data[i].events.len; k++) {
      const hd_event *e = &s->lines.data[i].events.data[k];
      bool its = e->write && e->var.id == alive.id && e->index == error->copy;
      if (its && (e->value == 1) == begins && (e->before == 1) != begins) return &s->lines.data[i];
    }
  return NULL;
}

/* ` by main at uaf.c:8 (step 5)`. */
static const char *by_whom(hd_story *s, const hd_story_line *l)
{
  const char *step = l->number ? hd_arena_printf(&s->arena, " (step %u)", l->number) : "";
  return hd_arena_printf(&s->arena, " by %s at %s%s", hd_story_name(s, l->who), hd_sources_where(&s->sources, l->pos),
                         step);
}

/* `block 2 (16 bytes)`, and where it comes from. */
static void say_object(hd_story *s, const memory_error *error)
{
  const hd_object_info *o = &s->p->objects.data[error->object];
  const char *name = hd_namer_object(s->namer, error->object, error->copy);
  const hd_story_line *begins = last_life(s, error, true), *ends = last_life(s, error, false);
  bool heap = o->kind == HD_OBJ_HEAP;
  if (begins && heap) hd_story_say(s, "%s (%" PRIu64 " bytes) was allocated%s", name, o->size, by_whom(s, begins));
  if (ends && heap && error->kind == ERROR_DEAD) hd_story_say(s, "and freed%s", by_whom(s, ends));
  if (ends && !heap && error->kind == ERROR_DEAD) hd_story_say(s, "%s ended%s", name, by_whom(s, ends));
}

static void explain_overflow(hd_story *s, const hd_step *step, const hd_state *end)
{
  hd_terms *T = s->p->terms;
  hd_term t = find_term(s->p, hd_edge_get(s->p, step->edge), is_overflow);
  if (!hd_term_is(t)) return;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  unsigned width = hd_term_sort(T, a).width;
  int64_t left = hd_signed(hd_state_eval(end, step->instance, a), width);
  int64_t right = hd_signed(hd_state_eval(end, step->instance, b), width);
  hd_op op = hd_term_op(T, t);
  const char *sign = op == HD_OP_SADDO ? "+" : op == HD_OP_SSUBO ? "-" : "*";
  int64_t most = (int64_t)(hd_mask(width) >> 1);
  hd_story_say(s, "%" PRId64 " %s %" PRId64 " is not between %" PRId64 " and %" PRId64, left, sign, right, -most - 1,
               most);
}

static void explain_memory(hd_story *s, const memory_error *error)
{
  if (error->object == HD_NONE) return;
  const hd_object_info *o = &s->p->objects.data[error->object];
  const char *name = hd_namer_object(s->namer, error->object, error->copy);
  int64_t offset = (int64_t)error->offset;
  if (error->kind == ERROR_OUTSIDE && offset >= 0)
    hd_story_say(s, "at byte %" PRId64 " of %s, which has %" PRIu64 " (from 0 on)", offset, name, o->size);
  if (error->kind == ERROR_OUTSIDE && offset < 0)
    hd_story_say(s, "%" PRId64 " bytes before the start of %s", -offset, name);
  if (error->kind == ERROR_INSIDE && offset) hd_story_say(s, "at byte %" PRId64 " of %s", offset, name);
  say_object(s, error);
}

static void explain_label(hd_story *s, const hd_step *step)
{
  const char *label = hd_edge_get(s->p, step->edge)->label;
  if (label) hd_story_say(s, "%s", label);
}

/* Memory that nothing leads to any more: the check reads that it is allocated. */
static void explain_leak(hd_story *s, const hd_step *step, const hd_state *end)
{
  const char *label = hd_edge_get(s->p, step->edge)->label;
  hd_events reads = {0};
  hd_state_plan(end, step, &reads);
  for (uint32_t i = 0; i < reads.len && label; i++)
    for (uint32_t k = 0; k < s->p->objects.len; k++) {
      const hd_object_info *o = &s->p->objects.data[k];
      bool its = o->alive.id == reads.data[i].var.id && reads.data[i].value == 1 && strstr(label, o->name);
      if (!its) continue;
      hd_story_say(s, "no pointer leads to %s any more", hd_namer_object(s->namer, k, reads.data[i].index));
      say_object(s, &(memory_error){ERROR_OTHER, k, reads.data[i].index, 0});
    }
  hd_vec_clear(&reads);
}

const char *hd_story_error_kind(hd_story *s, const hd_step *step, const hd_state *end)
{
  hd_check_kind check = hd_edge_get(s->p, step->edge)->check;
  if (check != HD_CHECK_DEREF && check != HD_CHECK_FREE) return NULL;
  memory_error error = memory_error_of(s, step, end);
  bool heap = error.object != HD_NONE && s->p->objects.data[error.object].kind == HD_OBJ_HEAP;
  if (check == HD_CHECK_FREE) {
    if (error.kind == ERROR_DEAD) return "double free";
    if (error.kind != ERROR_INSIDE) return "not allocated";
    return !heap ? "not memory of the heap" : error.offset ? "not the start of a block" : NULL;
  }
  switch (error.kind) {
  case ERROR_NULL: return "NULL";
  case ERROR_UNDEFINED: return "a pointer that was never written";
  case ERROR_DEAD:
    if (!heap) return "use after its end";
    return last_life(s, &error, false) ? "use after free" : NULL;
  case ERROR_OUTSIDE: return "out of bounds";
  default: return NULL;
  }
}

void hd_story_explain(hd_story *s, const hd_step *step, const hd_state *end)
{
  hd_check_kind check = hd_edge_get(s->p, step->edge)->check;
  memory_error error;
  switch (check) {
  case HD_CHECK_OVERFLOW: explain_overflow(s, step, end); break;
  case HD_CHECK_LEAK: explain_leak(s, step, end); break;
  case HD_CHECK_DEREF:
  case HD_CHECK_FREE:
    error = memory_error_of(s, step, end);
    explain_memory(s, &error);
    if (check == HD_CHECK_FREE && error.object == HD_NONE) explain_label(s, step);
    break;
  default: break;
  }
}
