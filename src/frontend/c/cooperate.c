/* cooperate.c - what a scheduler of cooperative threads is made of (include/heddle/scheduler.h).
 *
 * A cooperative thread is inside one atomic section for its whole life, but for the places where
 * it gives up its turn: there it stands until its `ready` is set, and goes on by resetting it.
 * No step writes which thread runs: the next turn is the model's own choice, so two turns conflict only
 * where they touch the same memory.
 *
 * A signal is memory with a byte for each thread instance: 1 while that thread waits for it.
 * Firing it makes those threads ready and forgets them. The scheduler is a thread of its own
 * that moves when no thread is ready; it is lowered last, when all threads and all listed
 * objects are known.
 *
 * Turns in a ring. Each turn goes to the ready thread that comes next after the last one, the pointer, in an order that
 * never changes. Only some threads need be in order; then the model has every execution of the ring of all of them, and
 * more. For take an execution of the ring of all, and a turn of b, which is in order. The model knows the pointer at
 * the last turn before it of a thread in order, at z. Let a be in order, too, ready since that turn, and stand between
 * z and b. From z on the pointer goes from ready thread to ready thread and cannot pass a, so a has its turn before b.
 * That is all the model asks for. What a thread out of order wakes is LATE: the pointer may have passed it already, so
 * no thread has to wait for it, until the next turn of a thread in order, which says where the pointer is. With all
 * threads in order nothing is ever LATE, and the model is the ring. */
#include "frontend/c/core.h"
#include "frontend/c/known.h"

enum { PLACES = 40 }; /* of a heddle_signal: HEDDLE_SCHED_THREADS */

enum { WAITS, READY, LATE }; /* values of `ready` */

static hd_term byte_at(hd_lower *L, hd_term address, uint64_t offset)
{
  return hd_term_2(L->T, HD_OP_ADD, address, hd_term_bv(L->T, L->ptr, offset));
}

static hd_assign store_byte(hd_term address, hd_term value)
{
  return (hd_assign){.var = HD_NO_VAR, .index = address, .value = value, .width = 8};
}

static hd_term ready_of(hd_lower *L, const hd_routine *r, hd_term index)
{
  return hd_routine_element(L, r, r->ready, index);
}

static bool some_are_late(hd_lower *L)
{
  uint64_t in_order = hd_lower_options(L)->in_order;
  return in_order && in_order != HD_ALL_IN_ORDER;
}

bool hd_is_in_order(hd_lower *L, const hd_routine *r)
{
  return hd_is_cooperative(r) && r->thread.id < 64 && hd_lower_options(L)->in_order >> r->thread.id & 1;
}

/* May the instance take its turn? */
static hd_term is_ready(hd_lower *L, const hd_routine *r, hd_term index)
{
  hd_term ready = ready_of(L, r, index);
  if (!some_are_late(L) || !hd_is_in_order(L, r)) return hd_term_eq_bv(L->T, ready, READY);
  return hd_term_1(L->T, HD_OP_NOT, hd_term_eq_bv(L->T, ready, WAITS));
}

/* What `ready` of the woken thread becomes. */
static hd_term woken_by(hd_lower *L, const hd_routine *waker, const hd_routine *woken)
{
  bool known = !some_are_late(L) || !hd_is_in_order(L, woken) || hd_is_scheduler(waker) || hd_is_in_order(L, waker);
  return hd_term_bv(L->T, 8, known ? READY : LATE);
}

/* --- threads ------------------------------------------------------------------------------------------ */

uint32_t hd_coop_start(hd_lower *L, const hd_routine *r, uint32_t instance, hd_assign *assigns)
{
  uint64_t signal = 0;
  hd_term one = hd_term_bv(L->T, 8, 1);
  hd_term ready = hd_term_bv(L->T, 8, some_are_late(L) && hd_is_in_order(L, r) ? LATE : READY);
  if (!hd_is_cooperative(r)) return 0;
  bool known = hd_term_is_const(L->T, r->coop->signal, &signal);
  if (known && !signal)
    assigns[0] = hd_routine_set(r, r->ready, hd_term_bv(L->T, 32, instance), ready);
  else
    assigns[0] = store_byte(byte_at(L, r->coop->signal, r->tid + instance), one);
  return 1;
}

/* --- turns by rank: the first byte of a thread's record ------------------------------------------------- */

static hd_term rank_of(hd_lower *L, const hd_routine *r, hd_term instance)
{
  const hd_object_info *o = hd_object_get(L->p, r->object);
  hd_term offset =
      hd_term_2(L->T, HD_OP_MUL, hd_term_to(L->T, HD_OP_ZEXT, L->ptr, instance), hd_term_bv(L->T, L->ptr, o->stride));
  return hd_term_to(L->T, HD_OP_DEREF, 8, hd_term_2(L->T, HD_OP_ADD, hd_term_bv(L->T, L->ptr, o->base), offset));
}

/* The byte after which a ring starts; HD_NO_TERM when the greatest rank goes first. */
static hd_term ring_of(hd_lower *L)
{
  return L->ring ? hd_term_to(L->T, HD_OP_DEREF, 8, hd_term_bv(L->T, L->ptr, L->ring)) : HD_NO_TERM;
}

/* How far behind the last of the ring the rank lies; all in 8 bits, so that the ring is one. */
static hd_term distance_in_ring(hd_lower *L, hd_term rank)
{
  hd_term next = hd_term_2(L->T, HD_OP_ADD, ring_of(L), hd_term_bv(L->T, 8, 1));
  return hd_term_2(L->T, HD_OP_SUB, rank, next);
}

static hd_term goes_before(hd_lower *L, hd_term other, hd_term own)
{
  if (!L->ring) return hd_term_2(L->T, HD_OP_ULT, own, other);
  return hd_term_2(L->T, HD_OP_ULT, distance_in_ring(L, other), distance_in_ring(L, own));
}

/* Has the instance to be waited for by those that come later in the ring, or have a lower rank? */
static bool is_ranked(hd_lower *L, const hd_routine *r)
{
  return hd_is_cooperative(r) && (!L->ring || hd_is_in_order(L, r));
}

/* No thread is ready that goes before the one with this rank, which does not go before itself. */
static hd_term is_first(hd_lower *L, hd_term own)
{
  hd_term first = hd_term_true(L->T);
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    for (uint32_t i = 0; is_ranked(L, r) && i < r->instances; i++) {
      hd_term instance = hd_term_bv(L->T, 32, i);
      hd_term ready = hd_term_eq_bv(L->T, ready_of(L, r, instance), READY);
      hd_term greater = goes_before(L, rank_of(L, r, instance), own);
      first = hd_term_2(L->T, HD_OP_AND, first, hd_term_1(L->T, HD_OP_NOT, hd_term_2(L->T, HD_OP_AND, ready, greater)));
    }
  }
  return first;
}

typedef HD_VEC(hd_assign) assign_list;

/* A turn in the ring: from now on those that were late have to be waited for. */
static void await_late(hd_lower *L, hd_cursor *mover, assign_list *list)
{
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    for (uint32_t i = 0; hd_is_in_order(L, r) && i < r->instances; i++) {
      hd_term index = hd_term_bv(L->T, 32, i), ready = ready_of(L, r, index);
      hd_term late = hd_term_eq_bv(L->T, ready, LATE);
      hd_term after = hd_term_3(L->T, HD_OP_ITE, late, hd_term_bv(L->T, 8, READY), ready);
      if (r == hd_routine_of(mover)) {
        hd_term own = hd_term_2(L->T, HD_OP_EQ, hd_cursor_self(mover), index);
        after = hd_term_3(L->T, HD_OP_ITE, own, hd_term_bv(L->T, 8, WAITS), after);
      }
      hd_vec_push(list, hd_routine_set(r, r->ready, index, after));
    }
  }
}

void hd_finish_turn(hd_lower *L, const hd_pending *p)
{
  hd_cursor at = p->at;
  hd_edge_info edge = *p->edge;
  hd_term rank = rank_of(L, hd_routine_of(&at), hd_cursor_self(&at));
  if (!L->ring && !hd_known_uses(&at, "heddle_sched_ranked")) {
    hd_cursor_edge(&at, edge, p->to);
    return;
  }
  edge.guard = hd_term_2(L->T, HD_OP_AND, edge.guard, is_first(L, rank));
  assign_list list = {0};
  bool late = some_are_late(L);
  for (uint32_t i = 0; i < edge.n_assigns; i++)
    if (!late || edge.assigns[i].var.id != hd_routine_of(&at)->ready.id) hd_vec_push(&list, edge.assigns[i]);
  if (L->ring) hd_vec_push(&list, store_byte(hd_term_bv(L->T, L->ptr, L->ring), rank));
  if (late) await_late(L, &at, &list);
  edge.assigns = list.data;
  edge.n_assigns = list.len;
  hd_cursor_edge(&at, edge, p->to);
  hd_vec_clear(&list);
}

/* --- turns -------------------------------------------------------------------------------------------- */

/* A step that needs to know all threads. */
static void postpone(hd_cursor *c, hd_pending p)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  p.at = *c;
  p.to = hd_cursor_loc(c);
  hd_loc_state_of(L, c->at)->pinned = true;
  hd_loc_state_of(L, p.to)->pinned = true;
  hd_vec_push(&L->pending, p);
  c->at = p.to;
}

static void postpone_turn(hd_cursor *c, hd_edge_info edge)
{
  hd_lower *L = c->lower;
  edge.assigns = hd_arena_copy(&L->arena, edge.assigns, edge.n_assigns * sizeof *edge.assigns);
  hd_edge_info *copy = hd_arena_copy(&L->arena, &edge, sizeof edge);
  postpone(c, (hd_pending){.kind = HD_PENDING_TURN, .edge = copy});
}

/* Takes the turn: ready, and ready no more. */
static void take_turn(hd_cursor *c, hd_edge_info edge)
{
  hd_lower *L = c->lower;
  hd_routine *r = hd_routine_of(c);
  hd_assign assigns[2];
  hd_term may = is_ready(L, r, hd_cursor_self(c));
  HD_CHECK(edge.n_assigns <= 1);
  if (edge.n_assigns) assigns[0] = edge.assigns[0];
  assigns[edge.n_assigns++] = hd_routine_set(r, r->ready, hd_cursor_self(c), hd_term_bv(L->T, 8, WAITS));
  edge.assigns = assigns;
  edge.guard = hd_term_is(edge.guard) ? hd_term_2(L->T, HD_OP_AND, edge.guard, may) : may;
  if (hd_known_uses(c, "heddle_sched_ranked") || hd_is_in_order(L, r))
    postpone_turn(c, edge);
  else
    hd_cursor_edge(c, edge, HD_NO_LOC);
}

void hd_coop_begin(hd_cursor *c, hd_edge_info edge)
{
  c->atomic = true;
  if (hd_is_cooperative(hd_routine_of(c)))
    take_turn(c, edge);
  else
    hd_cursor_edge(c, edge, HD_NO_LOC);
}

static HD_HANDLER(create)
{
  hd_lower *L = c->lower;
  uint64_t size, body;
  hd_coop *coop = hd_arena_alloc(&L->arena, sizeof *coop);
  bool known = hd_term_is_const(L->T, args[0], &size) && hd_term_is_const(L->T, args[1], &body);
  *coop = (hd_coop){.body = known ? hd_function_at(L, body) : NULL,
                    .size = known ? size : 1,
                    .hint = hd_hint_allocated(L, L->act, call),
                    .pos = c->pos,
                    .signal = hd_bv_of(L, args[4], L->ptr),
                    .extra = hd_bv_of(L, args[5], L->ptr)};
  if (!coop->body) hd_cursor_unsupported(c, "a cooperative thread whose body is not a known function");
  hd_term record = hd_routine_create(c, call, args[2], args[3], coop);
  if (L->next_tid >= PLACES) hd_cursor_unsupported(c, "more than %d threads with a cooperative scheduler", PLACES - 1);
  return record;
}

static HD_HANDLER(serve)
{
  hd_lower *L = c->lower;
  hd_coop *coop = hd_arena_alloc(&L->arena, sizeof *coop);
  *coop = (hd_coop){.size = 1, .pos = c->pos};
  hd_routine_create(c, call, args[0], hd_known_null(c), coop);
  return HD_NO_TERM;
}

/* The record of the thread itself; NULL in a thread that no scheduler runs. */
static HD_HANDLER(self)
{
  hd_routine *r = hd_routine_of(c);
  return hd_is_cooperative(r) ? hd_object_address(c, r->object) : hd_known_null(c);
}

static HD_HANDLER(extra)
{
  hd_routine *r = hd_routine_of(c);
  if (!hd_is_cooperative(r)) return hd_known_null(c);
  if (hd_term_op(c->lower->T, r->coop->extra) == HD_OP_CONST) return r->coop->extra;
  hd_cursor_unsupported(c, "a function of a cooperative thread that is only known when the program runs");
  return hd_known_null(c);
}

static HD_HANDLER(number)
{
  return hd_cursor_tid(c);
}

/* --- waiting for a signal -------------------------------------------------------------------------------- */

typedef void at_place(hd_cursor *c, hd_term place, hd_assign how);

/* Each instance has its own path to its own place: an address that is a known distance from the signal's keeps what
 * surrounds the signal out of it. */
static void at_own_place(hd_cursor *c, hd_term signal, uint32_t instance, at_place *act, hd_assign how)
{
  hd_lower *L = c->lower;
  const hd_routine *r = hd_routine_of(c);
  hd_term place = byte_at(L, signal, r->tid + instance);
  if (instance + 1 >= r->instances) {
    act(c, place, how);
    return;
  }
  hd_cursor others = hd_cursor_split(c, hd_term_eq_bv(L->T, hd_cursor_self(c), instance));
  act(c, place, how);
  at_own_place(&others, signal, instance + 1, act, how);
  hd_cursor_join(c, others);
}

static void write_place(hd_cursor *c, hd_term place, hd_assign how)
{
  hd_cursor_store(c, place, how.value, HD_ACCESS_SYNC);
}

static void read_place(hd_cursor *c, hd_term place, hd_assign how)
{
  hd_cursor_assign(c, how.var, hd_cursor_load(c, place, 8, HD_ACCESS_SYNC));
}

/* The row's data: 1, the thread waits for the signal; 0, no more. */
static HD_HANDLER(arm)
{
  hd_term signal = hd_bv_of(c->lower, args[0], c->lower->ptr), value = hd_term_bv(c->lower->T, 8, (uint64_t)row->data);
  at_own_place(c, signal, 0, write_place, (hd_assign){.value = value});
  return HD_NO_TERM;
}

static HD_HANDLER(armed)
{
  hd_lower *L = c->lower;
  hd_var waits = hd_cursor_var(c, row->name, HD_BV(8));
  at_own_place(c, hd_bv_of(L, args[0], L->ptr), 0, read_place, (hd_assign){.var = waits});
  return hd_term_to(L->T, HD_OP_ZEXT, 32, hd_program_var_term(L->p, waits));
}

/* --- turns -------------------------------------------------------------------------------------------- */

static HD_HANDLER(block)
{
  if (!hd_is_cooperative(hd_routine_of(c))) {
    hd_cursor_unsupported(c, "waiting in a thread that no cooperative scheduler runs");
    return HD_NO_TERM;
  }
  hd_cursor_set_atomic(c, false);
  c->atomic = true;
  if (!hd_cursor_dead(c)) take_turn(c, (hd_edge_info){.access = HD_ACCESS_SYNC});
  return HD_NO_TERM;
}

/* From here on, until it blocks again, the thread goes on by itself: others may move between its steps. */
static HD_HANDLER(detach)
{
  if (hd_is_cooperative(hd_routine_of(c)) && !hd_cursor_dead(c)) {
    hd_cursor_set_atomic(c, false);
    hd_cursor_edge(c, (hd_edge_info){.access = HD_ACCESS_SYNC, .label = hd_known_string(call, 0)}, HD_NO_LOC);
  }
  return HD_NO_TERM;
}

/* Known here, since a place in the program is one or the other. */
static HD_HANDLER(attached)
{
  return hd_known_u32(c, hd_is_cooperative(hd_routine_of(c)) && c->atomic);
}

/* A preemptive thread waits for a flag, or a scheduler, which gives way there. */
static HD_HANDLER(until)
{
  hd_lower *L = c->lower;
  if (c->atomic && !hd_cursor_dead(c)) {
    hd_cursor_set_atomic(c, false);
    c->atomic = true;
  }
  hd_term flag = hd_term_to(L->T, HD_OP_DEREF, 8, hd_bv_of(L, args[0], L->ptr));
  hd_action wait = hd_action_when(hd_term_1(L->T, HD_OP_NOT, hd_term_eq_bv(L->T, flag, 0)), NULL);
  hd_action_take(c, &wait);
  return HD_NO_TERM;
}

static HD_HANDLER(leave)
{
  hd_lower_exit_thread(c, hd_known_null(c));
  return HD_NO_TERM;
}

static HD_HANDLER(fire)
{
  hd_lower *L = c->lower;
  postpone(c, (hd_pending){.kind = HD_PENDING_FIRE, .address = hd_bv_of(L, args[0], L->ptr)});
  return HD_NO_TERM;
}

/* An instance that waits for the signal is ready, and waits no more. */
static void wake_waiting(hd_lower *L, assign_list *list, const hd_routine *waker, const hd_routine *r,
                         uint32_t instance, hd_term signal)
{
  hd_term index = hd_term_bv(L->T, 32, instance);
  hd_term address = byte_at(L, signal, r->tid + instance);
  hd_term waits = hd_term_to_bool(L->T, hd_term_to(L->T, HD_OP_DEREF, 8, address));
  hd_term ready = hd_term_3(L->T, HD_OP_ITE, waits, woken_by(L, waker, r), ready_of(L, r, index));
  hd_vec_push(list, store_byte(address, hd_term_bv(L->T, 8, 0)));
  hd_vec_push(list, hd_routine_set(r, r->ready, index, ready));
}

static void emit_wakes(hd_cursor *c, assign_list *list, hd_loc to)
{
  hd_cursor_edge(c, (hd_edge_info){.assigns = list->data, .n_assigns = list->len, .access = HD_ACCESS_SYNC}, to);
  list->len = 0;
}

/* One step when it is known which signal it is; otherwise one for each thread, since resolving
 * goes through all combinations of what the addresses of a step may be. */
void hd_finish_fire(hd_lower *L, const hd_pending *p)
{
  hd_cursor at = p->at;
  uint64_t address;
  bool known = hd_term_is_const(L->T, p->address, &address);
  assign_list list = {0};
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    for (uint32_t i = 0; hd_is_cooperative(r) && i < r->instances; i++) {
      wake_waiting(L, &list, hd_routine_of(&at), r, i, p->address);
      if (!known) emit_wakes(&at, &list, HD_NO_LOC);
    }
  }
  emit_wakes(&at, &list, p->to);
  hd_vec_clear(&list);
}

static HD_HANDLER(idle)
{
  if (!hd_is_scheduler(hd_routine_of(c))) {
    hd_cursor_unsupported(c, "waiting for all threads outside of a scheduler");
    return HD_NO_TERM;
  }
  hd_cursor_set_atomic(c, false);
  c->atomic = true;
  hd_edge_info *edge = hd_arena_alloc(&c->lower->arena, sizeof *edge);
  *edge = (hd_edge_info){.access = HD_ACCESS_SYNC, .label = hd_known_string(call, 0)};
  postpone(c, (hd_pending){.kind = HD_PENDING_IDLE, .edge = edge});
  return HD_NO_TERM;
}

/* Is some cooperative thread's instance ready, or (status) alive? All threads are known in a scheduler. */
static hd_term some_is(hd_lower *L, bool status)
{
  hd_term some = hd_term_false(L->T);
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    for (uint32_t i = 0; hd_is_cooperative(r) && i < r->instances; i++) {
      hd_term index = hd_term_bv(L->T, 32, i), alive = hd_routine_element(L, r, r->status, index);
      some = hd_term_2(L->T, HD_OP_OR, some, status ? hd_term_eq_bv(L->T, alive, 1) : is_ready(L, r, index));
    }
  }
  return some;
}

void hd_finish_idle(hd_lower *L, const hd_pending *p)
{
  hd_cursor at = p->at;
  hd_term none = hd_term_1(L->T, HD_OP_NOT, some_is(L, false));
  hd_edge_info edge = *p->edge;
  edge.guard = none;
  hd_cursor_edge(&at, edge, p->to);
}

/* The row's data: whether to ask for threads that live rather than for ready ones. */
static HD_HANDLER(some)
{
  hd_lower *L = c->lower;
  if (!hd_is_scheduler(hd_routine_of(c))) {
    hd_cursor_unsupported(c, "asking for all threads outside of a scheduler");
    return hd_known_u32(c, 0);
  }
  return hd_cursor_temp(c, row->name, HD_BV(32), hd_bv_of(L, some_is(L, row->data), 32));
}

/* --- what a program uses ---------------------------------------------------------------------------------- */

static HD_HANDLER(uses)
{
  const char *name = hd_known_string(call, 0);
  return hd_known_u32(c, name && hd_known_uses(c, name));
}

static HD_HANDLER(asks)
{
  const char *name = hd_known_string(call, 0);
  hd_property property;
  bool asked = name && hd_property_find(name, &property) && property == hd_lower_options(c->lower)->property;
  return hd_known_u32(c, asked);
}

static HD_HANDLER(fixed_order)
{
  return hd_known_u32(c, hd_lower_options(c->lower)->in_order != 0);
}

static HD_HANDLER(ring)
{
  hd_lower *L = c->lower;
  if (!hd_term_is_const(L->T, hd_bv_of(L, args[0], L->ptr), &L->ring)) hd_cursor_unsupported(c, "a ring of threads");
  return HD_NO_TERM;
}

/* How many threads are in order, each of which could have been created. */
static HD_HANDLER(count)
{
  hd_lower *L = c->lower;
  uint32_t n = 0;
  for (uint32_t k = 0; k < L->routines.len; k++)
    if (hd_is_in_order(L, L->routines.data[k])) n += L->routines.data[k]->instances;
  if (!hd_is_scheduler(hd_routine_of(c))) hd_cursor_unsupported(c, "counting threads outside of a scheduler");
  return hd_known_u32(c, n);
}

static HD_HANDLER(not_supported)
{
  const char *what = hd_known_string(call, 0);
  hd_cursor_unsupported(c, "%s", what ? what : "the scheduler");
  return HD_NO_TERM;
}

const hd_known hd_known_scheduler[] = {{.name = "heddle_sched_create", .n_args = 6, .handle = create},
                                       {.name = "heddle_sched_serve", .n_args = 1, .handle = serve},
                                       {.name = "heddle_sched_self", .handle = self},
                                       {.name = "heddle_sched_extra", .handle = extra},
                                       {.name = "heddle_sched_number", .handle = number},
                                       {.name = "heddle_sched_arm", .n_args = 1, .handle = arm, .data = 1},
                                       {.name = "heddle_sched_disarm", .n_args = 1, .handle = arm},
                                       {.name = "heddle_sched_armed", .n_args = 1, .handle = armed},
                                       {.name = "heddle_sched_block", .handle = block},
                                       {.name = "heddle_sched_detach", .n_args = 1, .handle = detach},
                                       {.name = "heddle_sched_attached", .handle = attached},
                                       {.name = "heddle_sched_until", .n_args = 1, .handle = until},
                                       {.name = "heddle_sched_leave", .handle = leave},
                                       {.name = "heddle_sched_fire", .n_args = 1, .handle = fire},
                                       {.name = "heddle_sched_idle", .n_args = 1, .handle = idle},
                                       {.name = "heddle_sched_ready", .handle = some},
                                       {.name = "heddle_sched_alive", .handle = some, .data = 1},
                                       {.name = "heddle_sched_unsupported", .n_args = 1, .handle = not_supported},
                                       {.name = "heddle_sched_uses", .n_args = 1, .handle = uses},
                                       {.name = "heddle_sched_asks", .n_args = 1, .handle = asks},
                                       {.name = "heddle_sched_ranked", .handle = hd_known_zero},
                                       {.name = "heddle_sched_ring", .n_args = 1, .handle = ring},
                                       {.name = "heddle_sched_fixed_order", .handle = fixed_order},
                                       {.name = "heddle_sched_count", .handle = count},
                                       {0}};
