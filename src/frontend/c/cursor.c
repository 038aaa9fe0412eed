/* cursor.c - building a thread's graph step by step. */
#include <stdarg.h>
#include <stdio.h>

#include "frontend/c/core.h"

hd_loc_state *hd_loc_state_of(hd_lower *L, hd_loc l)
{
  while (L->locs.len <= l.id) hd_vec_push(&L->locs, (hd_loc_state){.last_in = HD_NONE});
  return &L->locs.data[l.id];
}

hd_loc hd_cursor_loc_of_kind(hd_cursor *c, hd_loc_kind kind, hd_limit limit, const char *reason)
{
  return hd_program_add_loc(c->lower->p, (hd_loc_info){.thread = c->thread,
                                                       .kind = kind,
                                                       .atomic = c->atomic && kind == HD_LOC_NORMAL,
                                                       .limit = limit,
                                                       .reason = reason,
                                                       .pos = c->pos,
                                                       .frame = c->frame});
}

hd_loc hd_cursor_loc(hd_cursor *c)
{
  return hd_cursor_loc_of_kind(c, HD_LOC_NORMAL, 0, NULL);
}

static void count_edge(hd_lower *L, hd_edge e, hd_loc from, hd_loc to)
{
  hd_loc_state_of(L, from)->out++;
  hd_loc_state *state = hd_loc_state_of(L, to);
  state->in++;
  state->last_in = e.id;
}

void hd_cursor_edge(hd_cursor *c, hd_edge_info edge, hd_loc to)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  if (hd_term_is(edge.guard) && hd_term_is_false(L->T, edge.guard)) {
    c->at = HD_NO_LOC;
    return;
  }
  if (hd_term_is(edge.guard) && hd_term_is_true(L->T, edge.guard)) edge.guard = HD_NO_TERM;
  if (to.id == HD_NONE) to = hd_cursor_loc(c);
  if (hd_loc_state_of(L, c->at)->out == 0) { /* a location stands where its next step does */
    hd_loc_info *from = hd_loc_get(L->p, c->at);
    from->pos = c->pos;
    from->frame = c->frame;
  }
  if (c->atomic && edge.n_assigns && edge.access == HD_ACCESS_PLAIN) edge.access = HD_ACCESS_ATOMIC;
  edge.from = c->at;
  edge.to = to;
  edge.pos = c->pos;
  edge.frame = c->frame;
  edge.site = c->site;
  hd_edge e = hd_program_add_edge(L->p, edge);
  count_edge(L, e, edge.from, to);
  L->fresh_edge = (hd_edge){HD_NONE};
  c->at = to;
}

/* May the only edge into `at` lead to `to` instead, so that `at` need not be? */
static bool can_skip(hd_lower *L, hd_loc at, hd_loc to)
{
  const hd_loc_state *s = hd_loc_state_of(L, at);
  if (s->in != 1 || s->out != 0 || s->pinned || s->last_in == HD_NONE) return false;
  if (!hd_loc_get(L->p, at)->atomic && hd_loc_get(L->p, to)->atomic) return false;
  return hd_edge_get(L->p, (hd_edge){s->last_in})->to.id == at.id;
}

void hd_cursor_goto(hd_cursor *c, hd_loc to)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  hd_loc at = c->at;
  if (at.id == to.id || !can_skip(L, at, to)) {
    hd_cursor_edge(c, (hd_edge_info){0}, to);
    return;
  }
  uint32_t e = hd_loc_state_of(L, at)->last_in;
  hd_loc_state_of(L, at)->in = 0;
  hd_edge_get(L->p, (hd_edge){e})->to = to;
  hd_loc_state *state = hd_loc_state_of(L, to);
  state->in++;
  state->last_in = e;
  c->at = to;
}

void hd_cursor_note(hd_cursor *c, hd_assumption_kind kind, const char *what)
{
  hd_lower *L = c->lower;
  if (L->options.assumptions && !hd_cursor_dead(c))
    hd_assumptions_add(L->options.assumptions, kind, what, hd_program_place(L->p, c->pos));
}

void hd_cursor_note_result(hd_cursor *c, const char *function)
{
  hd_lower *L = c->lower;
  if (L->options.assumptions && !hd_cursor_dead(c))
    hd_assumptions_add_result(L->options.assumptions, function, hd_program_place(L->p, c->pos));
}

hd_cursor hd_cursor_split(hd_cursor *c, hd_term cond)
{
  hd_terms *T = c->lower->T;
  hd_cursor other = *c;
  if (hd_term_is_true(T, cond)) {
    other.at = HD_NO_LOC;
  } else if (hd_term_is_false(T, cond)) {
    c->at = HD_NO_LOC;
  } else {
    hd_cursor_edge(c, (hd_edge_info){.guard = cond}, HD_NO_LOC);
    hd_cursor_edge(&other, (hd_edge_info){.guard = hd_term_1(T, HD_OP_NOT, cond)}, HD_NO_LOC);
  }
  return other;
}

void hd_cursor_join(hd_cursor *a, hd_cursor b)
{
  if (hd_cursor_dead(&b)) return;
  if (hd_cursor_dead(a)) {
    *a = b;
    return;
  }
  if (a->at.id != b.at.id) hd_cursor_goto(&b, a->at);
  a->lower->fresh_edge = (hd_edge){HD_NONE};
}

void hd_cursor_assign(hd_cursor *c, hd_var var, hd_term value)
{
  hd_assign assign = {.var = var, .value = value};
  hd_cursor_edge(c, (hd_edge_info){.assigns = &assign, .n_assigns = 1}, HD_NO_LOC);
}

hd_var hd_cursor_var(hd_cursor *c, const char *name, hd_sort sort)
{
  hd_lower *L = c->lower;
  const char *full = L->act ? hd_arena_printf(&L->arena, "%s::%s", L->act->body->name, name) : name;
  return hd_program_add_var(L->p, (hd_var_info){.name = full,
                                                .thread = c->thread,
                                                .sort = sort,
                                                .role = HD_ROLE_TEMP,
                                                .show = sort.kind == HD_SORT_BOOL ? HD_SHOW_BOOL : HD_SHOW_SIGNED,
                                                .pos = c->pos});
}

static void note_fresh(hd_cursor *c, hd_var var)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  L->fresh_edge = (hd_edge){L->p->edges.len - 1};
  L->fresh_var = var;
}

hd_term hd_cursor_temp(hd_cursor *c, const char *name, hd_sort sort, hd_term value)
{
  hd_var var = hd_cursor_var(c, name, sort);
  hd_cursor_assign(c, var, value);
  note_fresh(c, var);
  return hd_program_var_term(c->lower->p, var);
}

/* A load from memory that never changes is no step: its value is known. */
static hd_term constant_load(hd_lower *L, hd_term address, unsigned width)
{
  uint64_t at, value = 0;
  if (!hd_term_is_const(L->T, address, &at)) return HD_NO_TERM;
  hd_object o = hd_object_at(L, at);
  if (o.id == HD_NONE) return HD_NO_TERM;
  const hd_object_info *info = hd_object_get(L->p, o);
  uint64_t offset = at - info->base, bytes = width / 8;
  if (!info->constant || info->any || info->copies != 1 || offset + bytes > info->size) return HD_NO_TERM;
  if (info->init)
    for (uint64_t i = 0; i < bytes; i++) value |= (uint64_t)info->init[offset + i] << (8 * i);
  return hd_term_bv(L->T, width, value);
}

hd_term hd_cursor_load(hd_cursor *c, hd_term address, unsigned width, hd_access access)
{
  hd_lower *L = c->lower;
  hd_term known = constant_load(L, address, width);
  if (hd_term_is(known)) return known;
  hd_var var = hd_cursor_var(c, "load", HD_BV(width));
  hd_assign assign = {.var = var, .value = hd_term_to(L->T, HD_OP_DEREF, width, address)};
  hd_cursor_edge(c, (hd_edge_info){.assigns = &assign, .n_assigns = 1, .access = access}, HD_NO_LOC);
  note_fresh(c, var);
  return hd_program_var_term(L->p, var);
}

void hd_cursor_store(hd_cursor *c, hd_term address, hd_term value, hd_access access)
{
  hd_terms *T = c->lower->T;
  if (hd_term_sort(T, value).kind == HD_SORT_BOOL) value = hd_term_from_bool(T, value, 8);
  hd_assign assign = {.var = HD_NO_VAR, .index = address, .value = value, .width = hd_term_sort(T, value).width};
  hd_cursor_edge(c, (hd_edge_info){.assigns = &assign, .n_assigns = 1, .access = access}, HD_NO_LOC);
}

void hd_cursor_check(hd_cursor *c, hd_check_kind check, hd_term cond, const char *label)
{
  if (hd_term_is_true(c->lower->T, cond)) return;
  bool fails = hd_term_is_false(c->lower->T, cond);
  if (hd_cursor_dead(c)) return;
  hd_loc to = fails ? hd_cursor_loc_of_kind(c, HD_LOC_EXIT, 0, NULL) : HD_NO_LOC;
  hd_cursor_edge(c, (hd_edge_info){.kind = HD_EDGE_ASSERT, .cond = cond, .check = check, .label = label}, to);
  if (fails) c->at = HD_NO_LOC;
}

bool hd_lower_checks_sync(hd_lower *L)
{
  return hd_property_asks(L->options.property, HD_CHECK_SYNC);
}

void hd_cursor_misuse(const hd_cursor *c, hd_term when, const char *what)
{
  hd_terms *T = c->lower->T;
  if (!hd_lower_checks_sync(c->lower) || hd_cursor_dead(c) || hd_term_is_false(T, when)) return;
  hd_cursor at = *c;
  hd_edge_info edge = {.kind = HD_EDGE_ASSERT,
                       .guard = hd_term_is_true(T, when) ? HD_NO_TERM : when,
                       .cond = hd_term_false(T),
                       .check = HD_CHECK_SYNC,
                       .access = HD_ACCESS_SYNC,
                       .label = what};
  hd_cursor_edge(&at, edge, hd_cursor_loc_of_kind(&at, HD_LOC_EXIT, 0, NULL));
}

bool hd_cursor_set_atomic(hd_cursor *c, bool atomic)
{
  bool before = c->atomic;
  c->atomic = atomic;
  if (hd_cursor_dead(c) || atomic || !hd_loc_get(c->lower->p, c->at)->atomic) return before;
  hd_loc_state *s = hd_loc_state_of(c->lower, c->at);
  if (s->out == 0 && !s->pinned)
    hd_loc_get(c->lower->p, c->at)->atomic = false;
  else
    hd_cursor_edge(c, (hd_edge_info){0}, HD_NO_LOC);
  return before;
}

void hd_cursor_end_thread(hd_cursor *c)
{
  hd_lower *L = c->lower;
  hd_routine *r = hd_routine_of(c);
  if (hd_cursor_dead(c)) return;
  if (r->end.id == HD_NONE) r->end = hd_cursor_loc_of_kind(c, HD_LOC_END, 0, NULL);
  hd_assign assign = {.var = r->status, .value = hd_term_bv(L->T, 8, 2)};
  if (r->instances > 1) assign.index = hd_cursor_self(c);
  bool has_status = r->status.id != HD_NONE;
  hd_cursor_edge(c,
                 (hd_edge_info){.assigns = has_status ? &assign : NULL,
                                .n_assigns = has_status,
                                .access = HD_ACCESS_SYNC,
                                .label = "end of thread"},
                 r->end);
  c->at = HD_NO_LOC;
}

static void stop_here(hd_cursor *c, hd_stop stop, const char *label)
{
  if (hd_cursor_dead(c)) return;
  hd_loc to = hd_cursor_loc_of_kind(c, HD_LOC_EXIT, 0, NULL);
  hd_cursor_edge(c, (hd_edge_info){.access = HD_ACCESS_SYNC, .label = label, .stop = stop}, to);
  c->at = HD_NO_LOC;
}

void hd_cursor_exit(hd_cursor *c, const char *label)
{
  stop_here(c, HD_STOP_ORDERLY, label);
}

void hd_cursor_block(hd_cursor *c, const char *label)
{
  stop_here(c, HD_STOP_ASSUMED, label);
}

static void end_with_reason(hd_cursor *c, hd_loc_kind kind, hd_limit limit, const char *format, va_list args)
{
  char text[500] = "not supported: ";
  size_t start = kind == HD_LOC_UNSUPPORTED ? strlen(text) : 0;
  if (hd_cursor_dead(c)) return;
  vsnprintf(text + start, sizeof text - start, format, args);
  hd_cursor_goto(c, hd_cursor_loc_of_kind(c, kind, limit, text));
  c->at = HD_NO_LOC;
}

void hd_cursor_unsupported(hd_cursor *c, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  end_with_reason(c, HD_LOC_UNSUPPORTED, 0, format, args);
  va_end(args);
}

void hd_cursor_bound(hd_cursor *c, hd_limit limit, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  end_with_reason(c, HD_LOC_BOUND, limit, format, args);
  va_end(args);
}

hd_term hd_cursor_self(hd_cursor *c)
{
  hd_lower *L = c->lower;
  hd_routine *r = hd_routine_of(c);
  return r->self.id == HD_NONE ? hd_term_bv(L->T, 32, 0) : hd_program_var_term(L->p, r->self);
}

hd_term hd_cursor_tid(hd_cursor *c)
{
  hd_terms *T = c->lower->T;
  return hd_term_2(T, HD_OP_ADD, hd_cursor_self(c), hd_term_bv(T, 32, hd_routine_of(c)->tid));
}
