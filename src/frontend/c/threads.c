/* threads.c - creating threads and waiting for them.
 *
 * Each place that creates a thread, on each call path and for each routine it may start, is
 * a thread of the model with a status for each instance: 0 unborn, 1 running, 2 finished. A
 * place takes its instances in order. Who joins a handle waits for the status of the
 * instance whose address the handle is; those steps are added when all threads are known. */
#include "frontend/c/core.h"
#include "program/lifetimes.h"

enum { MAX_INSTANCES = 256 };

hd_routine *hd_routine_of(hd_cursor *c)
{
  return c->lower->routines.data[c->thread.id];
}

static hd_var shared_var(hd_lower *L, const hd_routine *r, const char *name, hd_sort sort, hd_role role)
{
  const char *thread = hd_thread_get(L->p, r->thread)->name;
  return hd_program_add_var(L->p, (hd_var_info){.name = hd_arena_printf(&L->arena, "%s.%s", thread, name),
                                                .thread = HD_NO_THREAD,
                                                .sort = sort,
                                                .count = r->instances > 1 ? r->instances : 0,
                                                .role = role,
                                                .show = HD_SHOW_UNSIGNED,
                                                .pos = HD_NO_POS});
}

/* The signals that a thread blocks (library/signals.h), where the program can block any: a thread begins with those
 * of the one that creates it. */
static LLVMValueRef signal_mask(const hd_lower *L)
{
  LLVMValueRef mask = LLVMGetNamedGlobal(L->unit->module, "heddle_blocked");
  return mask && LLVMIsThreadLocal(mask) ? mask : NULL;
}

static void make_vars(hd_lower *L, hd_routine *r)
{
  hd_thread_info *info = hd_thread_get(L->p, r->thread);
  if (r->instances > 1)
    r->self = hd_program_add_var(L->p, (hd_var_info){.name = hd_arena_printf(&L->arena, "%s::self", info->name),
                                                     .thread = r->thread,
                                                     .sort = HD_BV(32),
                                                     .role = HD_ROLE_SELF,
                                                     .show = HD_SHOW_UNSIGNED,
                                                     .pos = HD_NO_POS});
  if (r->creator) {
    r->status = shared_var(L, r, "status", HD_BV(8), HD_ROLE_STATUS);
    r->arg = shared_var(L, r, "argument", HD_BV(L->ptr), HD_ROLE_TEMP);
    r->result = shared_var(L, r, "result", HD_BV(L->ptr), HD_ROLE_TEMP);
    if (signal_mask(L)) r->mask = shared_var(L, r, "mask", HD_BV(64), HD_ROLE_TEMP);
  }
  if (r->creator && !r->coop) r->handle = shared_var(L, r, "handle", HD_BV(8), HD_ROLE_MEMORY);
  if (hd_lower_checks_sync(L)) r->claimed = shared_var(L, r, "claimed", HD_BV(8), HD_ROLE_SYNC);
  bool cancels = LLVMGetNamedFunction(L->unit->module, "pthread_cancel");
  if (r->creator && cancels) r->cancelled = shared_var(L, r, "cancelled", HD_BV(8), HD_ROLE_SYNC);
  if (hd_is_cooperative(r)) r->ready = shared_var(L, r, "ready", HD_BV(8), HD_ROLE_SCHED);
  info->self = r->self;
  info->status = r->status;
}

/* What handles point to: nothing that is read, or a cooperative thread's record. */
static hd_object make_object(hd_lower *L, const hd_routine *r)
{
  hd_slots slots = {0};
  if (r->coop) hd_layout_elements(L, r->coop->hint.debug, r->coop->hint.type, r->coop->size, &slots);
  hd_object_info info = {.name = hd_arena_printf(&L->arena, "thread %s", hd_thread_get(L->p, r->thread)->name),
                         .kind = r->coop ? HD_OBJ_GLOBAL : HD_OBJ_THREAD,
                         .size = r->coop ? r->coop->size : 1,
                         .copies = r->instances,
                         .slots = slots.data,
                         .n_slots = slots.len,
                         .constant = !r->coop,
                         .alive = r->handle,
                         .pos = r->coop ? r->coop->pos : HD_NO_POS};
  hd_object o = hd_object_make(L, info);
  hd_vec_clear(&slots);
  return o;
}

hd_routine *hd_routine_new(hd_lower *L, LLVMValueRef function, hd_routine *creator, uint32_t instances, bool replicated,
                           const hd_coop *coop)
{
  hd_routine *r = hd_arena_alloc(&L->arena, sizeof *r);
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  *r = (hd_routine){.thread = {L->p->threads.len},
                    .function = function,
                    .creator = creator,
                    .instances = instances,
                    .replicated = replicated,
                    .self = HD_NO_VAR,
                    .status = HD_NO_VAR,
                    .arg = HD_NO_VAR,
                    .result = HD_NO_VAR,
                    .coop = coop,
                    .handle = HD_NO_VAR,
                    .claimed = HD_NO_VAR,
                    .cancelled = HD_NO_VAR,
                    .mask = HD_NO_VAR,
                    .ready = HD_NO_VAR,
                    .end = HD_NO_LOC};
  hd_loc entry = hd_program_add_loc(L->p, (hd_loc_info){.thread = r->thread, .pos = HD_NO_POS, .frame = HD_NONE});
  hd_loc_state_of(L, entry)->pinned = true;
  hd_program_add_thread(L->p, (hd_thread_info){.name = name,
                                               .entry = entry,
                                               .instances = instances,
                                               .replicated = replicated,
                                               .self = HD_NO_VAR,
                                               .status = HD_NO_VAR,
                                               .pos = HD_NO_POS});
  make_vars(L, r);
  r->tid = L->next_tid + 1;
  L->next_tid += instances;
  r->object = make_object(L, r);
  hd_vec_push(&L->routines, r);
  return r;
}

hd_term hd_routine_element(hd_lower *L, const hd_routine *r, hd_var var, hd_term index)
{
  return r->instances > 1 ? hd_program_element(L->p, var, index) : hd_program_var_term(L->p, var);
}

hd_assign hd_routine_set(const hd_routine *r, hd_var var, hd_term index, hd_term value)
{
  return (hd_assign){.var = var, .index = r->instances > 1 ? index : HD_NO_TERM, .value = value};
}

static hd_term handle_of(hd_lower *L, const hd_routine *r, uint32_t instance)
{
  const hd_object_info *o = hd_object_get(L->p, r->object);
  return hd_term_bv(L->T, L->ptr, o->base + instance * o->stride);
}

hd_term hd_lower_self_handle(hd_cursor *c)
{
  return hd_object_address(c, hd_routine_of(c)->object);
}

/* --- creation -------------------------------------------------------------------------------------- */

static hd_routine *make_site(hd_cursor *c, LLVMValueRef call, LLVMValueRef function, const hd_coop *coop)
{
  hd_lower *L = c->lower;
  hd_routine *creator = hd_routine_of(c);
  uint32_t limit = L->options.limits[HD_LIMIT_THREADS], times = L->act ? hd_act_times(L->act, call) : 1;
  times = creator->replicated ? HD_MANY : hd_times(times, creator->instances);
  bool replicated = times == HD_MANY;
  bool enough = times <= MAX_INSTANCES;
  if (times == 0) times = 1;
  if (!enough) times = limit ? limit : 1;
  hd_routine *r = hd_routine_new(L, function, creator, times, replicated, coop);
  r->enough = enough;
  return r;
}

static hd_routine *find_site(hd_cursor *c, LLVMValueRef call, LLVMValueRef function, hd_term arg, const hd_coop *coop)
{
  hd_lower *L = c->lower;
  const char *text =
      hd_arena_printf(&L->arena, "thread %p %p %p %d", (void *)L->act, (void *)call, (void *)function, c->atomic);
  uint32_t key = hd_strings_add(&L->names, text);
  uint64_t *known = hd_map_find(&L->sites, key);
  if (known) {
    hd_routine *same = L->routines.data[*known];
    if (hd_term_is(same->constant_arg) && !hd_term_same(same->constant_arg, arg))
      hd_cursor_unsupported(c, "a thread that is created here with different arguments");
    return same;
  }
  hd_routine *r = make_site(c, call, function, coop);
  if (hd_term_op(L->T, arg) == HD_OP_CONST) r->constant_arg = arg;
  hd_map_put(&L->sites, key, r->thread.id);
  return r;
}

/* A routine that creates threads of itself does so to a limited depth. */
static bool may_create(hd_cursor *c, LLVMValueRef function)
{
  uint32_t depth = 0, limit = c->lower->options.limits[HD_LIMIT_RECURSION];
  size_t n;
  for (const hd_routine *r = hd_routine_of(c); r; r = r->creator) depth += r->function == function;
  if (depth > limit)
    hd_cursor_bound(c, HD_LIMIT_RECURSION, "`%s` creates threads of itself more than %u deep",
                    LLVMGetValueName2(function, &n), limit);
  return !hd_cursor_dead(c);
}

/* What a thread gets from the one that creates it. */
typedef struct {
  hd_term arg, mask;
} hd_given;

/* The step that starts an instance: argument, status and handle at once. */
static void start_instance(hd_cursor at, const hd_routine *r, uint32_t i, bool once, hd_given given, hd_var handle,
                           hd_loc to)
{
  hd_lower *L = at.lower;
  hd_term index = hd_term_bv(L->T, 32, i), before = hd_term_bv(L->T, 32, i - 1);
  hd_term guard = once ? HD_NO_TERM : hd_term_eq_bv(L->T, hd_routine_element(L, r, r->status, index), 0);
  if (i > 0) /* the first that is unborn: those before it have been taken in order */
    guard = hd_term_2(L->T, HD_OP_AND, guard,
                      hd_term_1(L->T, HD_OP_NOT, hd_term_eq_bv(L->T, hd_routine_element(L, r, r->status, before), 0)));
  hd_assign assigns[7] = {hd_routine_set(r, r->status, index, hd_term_bv(L->T, 8, 1))};
  uint32_t n = 1;
  if (r->handle.id != HD_NONE) assigns[n++] = hd_routine_set(r, r->handle, index, hd_term_bv(L->T, 8, HD_LIFE_ALIVE));
  if (r->instances > 1) assigns[n++] = (hd_assign){.var = handle, .value = handle_of(L, r, i)};
  if (!hd_term_is(r->constant_arg)) assigns[n++] = hd_routine_set(r, r->arg, index, given.arg);
  if (hd_term_is(given.mask)) assigns[n++] = hd_routine_set(r, r->mask, index, given.mask);
  n += hd_coop_start(L, r, i, assigns + n);
  const char *label = hd_arena_printf(&L->arena, "create %s", hd_thread_get(L->p, r->thread)->name);
  hd_cursor_edge(
      &at, (hd_edge_info){.guard = guard, .assigns = assigns, .n_assigns = n, .access = HD_ACCESS_SYNC, .label = label},
      to);
}

static hd_term create(hd_cursor *c, LLVMValueRef call, LLVMValueRef function, hd_term arg, const hd_coop *coop)
{
  hd_lower *L = c->lower;
  size_t n;
  if (LLVMCountBasicBlocks(function) == 0) {
    hd_cursor_unsupported(c, "a thread whose routine `%s` has no body", LLVMGetValueName2(function, &n));
    return hd_term_bv(L->T, L->ptr, 0);
  }
  if (!may_create(c, function)) return hd_term_bv(L->T, L->ptr, 0);
  hd_routine *r = find_site(c, call, function, arg, coop);
  if (hd_cursor_dead(c)) return hd_term_bv(L->T, L->ptr, 0);
  bool once = hd_act_times(L->act, call) <= 1 && hd_routine_of(c)->instances == 1;
  hd_var handle = r->instances > 1 ? hd_cursor_var(c, "handle", HD_BV(L->ptr)) : HD_NO_VAR;
  hd_given given = {arg, HD_NO_TERM};
  if (signal_mask(L)) given.mask = hd_cursor_load(c, hd_global_address(c, signal_mask(L)), 64, HD_ACCESS_PLAIN);
  hd_loc to = hd_cursor_loc(c);
  for (uint32_t i = 0; i < r->instances; i++) start_instance(*c, r, i, once, given, handle, to);
  hd_term last = hd_routine_element(L, r, r->status, hd_term_bv(L->T, 32, r->instances - 1));
  hd_cursor full = *c;
  if (!r->enough) {
    hd_cursor_edge(
        &full,
        (hd_edge_info){.guard = hd_term_1(L->T, HD_OP_NOT, hd_term_eq_bv(L->T, last, 0)), .access = HD_ACCESS_SYNC},
        HD_NO_LOC);
    hd_cursor_bound(&full, HD_LIMIT_THREADS, "more than %u threads of `%s` are created here", r->instances,
                    LLVMGetValueName2(function, &n));
  }
  c->at = to;
  return r->instances > 1 ? hd_program_var_term(L->p, handle) : handle_of(L, r, 0);
}

static bool is_routine(LLVMValueRef f)
{
  return LLVMCountBasicBlocks(f) > 0 && LLVMCountParamTypes(LLVMGlobalGetValueType(f)) <= 1;
}

/* A routine that is only known at run time: each one that it may be. */
static hd_term create_some(hd_cursor *c, LLVMValueRef call, hd_term routine, hd_term arg, const hd_coop *coop)
{
  hd_lower *L = c->lower;
  HD_VEC(hd_return) paths = {0};
  for (uint32_t i = 0; i < L->taken.len && !hd_cursor_dead(c); i++) {
    LLVMValueRef f = L->taken.data[i];
    if (!is_routine(f)) continue;
    hd_cursor path = *c;
    *c = hd_cursor_split(&path, hd_term_eq_bv(L->T, routine, hd_function_address(L, f)));
    if (hd_cursor_dead(&path)) continue;
    hd_term handle = create(&path, call, f, arg, coop);
    if (!hd_cursor_dead(&path)) hd_vec_push(&paths, (hd_return){path, hd_value_of(L, handle)});
  }
  hd_cursor_unsupported(c, "a thread whose routine is not a function of the program");
  hd_value v = hd_merge_values(c, paths.data, paths.len, "handle");
  hd_vec_clear(&paths);
  return v.n ? v.parts[0] : hd_term_bv(L->T, L->ptr, 0);
}

hd_term hd_routine_create(hd_cursor *c, LLVMValueRef call, hd_term routine, hd_term arg, const hd_coop *coop)
{
  hd_lower *L = c->lower;
  uint64_t address;
  if (hd_cursor_dead(c)) return hd_term_bv(L->T, L->ptr, 0);
  arg = hd_bv_of(L, arg, L->ptr);
  LLVMValueRef f = hd_term_is_const(L->T, routine, &address) ? hd_function_at(L, address) : NULL;
  return f ? create(c, call, f, arg, coop) : create_some(c, call, hd_bv_of(L, routine, L->ptr), arg, coop);
}

hd_term hd_lower_create(hd_cursor *c, LLVMValueRef call, hd_term routine, hd_term arg)
{
  return hd_routine_create(c, call, routine, arg, NULL);
}

/* --- running ---------------------------------------------------------------------------------------- */

/* Of a detached thread the handle ends with it. */
static hd_assign let_handle_go(hd_cursor *c, const hd_routine *r)
{
  hd_lower *L = c->lower;
  hd_term now = hd_routine_element(L, r, r->handle, hd_cursor_self(c));
  hd_term leaving = hd_term_eq_bv(L->T, now, HD_LIFE_LEAVING), gone = hd_term_bv(L->T, 8, HD_LIFE_GONE);
  return hd_routine_set(r, r->handle, hd_cursor_self(c), hd_term_3(L->T, HD_OP_ITE, leaving, gone, now));
}

static void end_with_result(hd_cursor *c, hd_term value)
{
  hd_lower *L = c->lower;
  hd_routine *r = hd_routine_of(c);
  L->repeating++;
  hd_known_thread_end(c);
  L->repeating--;
  if (!r->creator || hd_cursor_dead(c)) {
    hd_lifetime_leave_main(c);
    hd_cursor_end_thread(c);
    return;
  }
  if (r->end.id == HD_NONE) r->end = hd_cursor_loc_of_kind(c, HD_LOC_END, 0, NULL);
  hd_assign assigns[3] = {hd_routine_set(r, r->status, hd_cursor_self(c), hd_term_bv(L->T, 8, 2)),
                          hd_routine_set(r, r->result, hd_cursor_self(c), value)};
  uint32_t n = 2;
  if (r->handle.id != HD_NONE) assigns[n++] = let_handle_go(c, r);
  hd_cursor_edge(c,
                 (hd_edge_info){.assigns = assigns, .n_assigns = n, .access = HD_ACCESS_SYNC, .label = "end of thread"},
                 r->end);
  c->at = HD_NO_LOC;
}

/* After main's pthread_exit the last thread to end would run what atexit was given. */
static bool has_handlers(hd_lower *L)
{
  return LLVMGetNamedFunction(L->unit->module, "__heddle_at_exit") ||
         LLVMGetNamedGlobal(L->unit->module, "llvm.global_dtors");
}

void hd_lower_exit_thread(hd_cursor *c, hd_term value)
{
  if (!hd_routine_of(c)->creator && has_handlers(c->lower)) {
    hd_cursor_unsupported(c, "pthread_exit of main in a program with functions that run at its end");
    return;
  }
  if (!hd_routine_of(c)->coop) hd_cursor_set_atomic(c, false);
  hd_lifetime_leave(c);
  if (!hd_cursor_dead(c)) end_with_result(c, hd_bv_of(c->lower, value, c->lower->ptr));
}

/* Waits to be created, and takes the argument. */
static hd_value begin_thread(hd_cursor *c, hd_routine *r)
{
  hd_lower *L = c->lower;
  hd_assign take = {.value = hd_routine_element(L, r, r->arg, hd_cursor_self(c))};
  hd_term born = hd_term_eq_bv(L->T, hd_routine_element(L, r, r->status, hd_cursor_self(c)), 1);
  LLVMValueRef param = LLVMGetFirstParam(r->function);
  bool takes = param && LLVMGetFirstUse(param) && !hd_term_is(r->constant_arg);
  size_t n;
  hd_term arg = hd_term_is(r->constant_arg) ? r->constant_arg : hd_term_bv(L->T, L->ptr, 0);
  if (takes) {
    const char *name = LLVMGetValueName2(param, &n);
    take.var =
        hd_cursor_var(c, hd_arena_printf(&L->arena, "%s::%s", LLVMGetValueName2(r->function, &n), name), HD_BV(L->ptr));
    arg = hd_program_var_term(L->p, take.var);
  }
  hd_edge_info start = {
      .guard = born, .assigns = &take, .n_assigns = takes, .access = HD_ACCESS_SYNC, .label = "start of thread"};
  if (r->coop)
    hd_coop_begin(c, start);
  else
    hd_cursor_edge(c, start, HD_NO_LOC);
  if (signal_mask(L))
    hd_cursor_store(c, hd_global_address(c, signal_mask(L)), hd_routine_element(L, r, r->mask, hd_cursor_self(c)),
                    HD_ACCESS_PLAIN);
  return hd_value_of(L, arg);
}

/* Functions that run before main, or after it: `__attribute__((constructor))`. LLVM lists
 * them with priorities, lowest first. */
static void run_listed(hd_cursor *c, const char *list)
{
  hd_lower *L = c->lower;
  LLVMValueRef global = LLVMGetNamedGlobal(L->unit->module, list);
  LLVMValueRef entries = global ? LLVMGetInitializer(global) : NULL;
  uint64_t n = entries ? LLVMGetArrayLength2(LLVMTypeOf(entries)) : 0, done = 0;
  for (uint64_t priority = 0; done < n && priority <= 65535;) {
    uint64_t next = UINT64_MAX;
    for (unsigned i = 0; i < n; i++) {
      LLVMValueRef entry = LLVMGetAggregateElement(entries, i);
      uint64_t own = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
      if (own > priority && own < next) next = own;
      if (own != priority) continue;
      LLVMValueRef f = LLVMGetAggregateElement(entry, 1);
      if (LLVMIsAFunction(f)) hd_inline(c, f, NULL, 0, NULL);
      done++;
    }
    priority = next;
  }
}

void hd_routine_lower(hd_lower *L, hd_routine *r)
{
  hd_cursor c = {
      .lower = L, .thread = r->thread, .at = hd_thread_get(L->p, r->thread)->entry, .frame = HD_NONE, .pos = HD_NO_POS};
  hd_value args[3] = {{0}};
  if (r->creator)
    args[0] = begin_thread(&c, r);
  else
    hd_main_arguments(&c, args), run_listed(&c, "llvm.global_ctors");
  hd_value result;
  if (hd_is_cooperative(r)) {
    args[1] = args[0];
    args[0] = hd_value_of(L, hd_term_bv(L->T, L->ptr, hd_function_address(L, r->function)));
    result = hd_inline(&c, r->coop->body, args, 2, NULL);
  } else {
    result = hd_inline(&c, r->function, args, r->creator ? 1 : 3, NULL);
  }
  if (hd_cursor_dead(&c)) return;
  if (c.atomic && !r->coop) hd_cursor_set_atomic(&c, false);
  if (!r->creator) {
    hd_lower_finish(&c);
    hd_lower_exit(&c, "return from main", true);
    return;
  }
  hd_term value =
      result.n && hd_term_is(result.parts[0]) ? hd_bv_of(L, result.parts[0], L->ptr) : hd_term_bv(L->T, L->ptr, 0);
  end_with_result(&c, value);
}

/* Before the process ends: what atexit was given (its body is in include/heddle/library), then destructors. */
void hd_lower_finish(hd_cursor *c)
{
  LLVMValueRef handlers = LLVMGetNamedFunction(c->lower->unit->module, "__heddle_at_exit");
  if (handlers && !hd_cursor_dead(c)) hd_inline(c, handlers, NULL, 0, NULL);
  if (!hd_cursor_dead(c)) run_listed(c, "llvm.global_dtors");
}

/* --- joining ---------------------------------------------------------------------------------------- */

/* Steps that depend on which thread the handle is: they are added when all threads are known. */
static void postpone_steps(hd_cursor *c, hd_pending p, hd_term handle)
{
  hd_lower *L = c->lower;
  p.at = *c;
  p.to = hd_cursor_loc(c);
  p.address = hd_bv_of(L, handle, L->ptr);
  hd_loc_state_of(L, c->at)->pinned = true;
  hd_loc_state_of(L, p.to)->pinned = true;
  hd_vec_push(&L->pending, p);
  c->at = p.to;
}

hd_term hd_lower_join(hd_cursor *c, hd_term handle)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return hd_term_bv(L->T, L->ptr, 0);
  hd_var result = hd_cursor_var(c, "joined", HD_BV(L->ptr));
  postpone_steps(c, (hd_pending){.kind = HD_PENDING_JOIN, .result = result}, handle);
  return hd_program_var_term(L->p, result);
}

void hd_lower_claim(hd_cursor *c, hd_term handle)
{
  if (hd_lower_checks_sync(c->lower) && !hd_cursor_dead(c))
    postpone_steps(c, (hd_pending){.kind = HD_PENDING_CLAIM}, handle);
}

static void claim_instance(hd_lower *L, const hd_pending *p, const hd_routine *r, uint32_t i, hd_term is_it)
{
  hd_term index = hd_term_bv(L->T, 32, i);
  hd_term open = hd_term_eq_bv(L->T, hd_routine_element(L, r, r->claimed, index), 0);
  if (r->creator) { /* what was not created yet has no handle */
    hd_term unborn = hd_term_eq_bv(L->T, hd_routine_element(L, r, r->status, index), 0);
    open = hd_term_2(L->T, HD_OP_AND, open, hd_term_1(L->T, HD_OP_NOT, unborn));
  }
  hd_assign claim = hd_routine_set(r, r->claimed, index, hd_term_bv(L->T, 8, 1));
  hd_cursor at = p->at;
  hd_cursor_edge(&at,
                 (hd_edge_info){.guard = hd_term_2(L->T, HD_OP_AND, is_it, open),
                                .assigns = &claim,
                                .n_assigns = 1,
                                .access = HD_ACCESS_SYNC},
                 p->to);
  hd_cursor_misuse(&p->at, hd_term_2(L->T, HD_OP_AND, is_it, hd_term_1(L->T, HD_OP_NOT, open)),
                   "join or detach of a thread that was joined or detached");
}

void hd_finish_claim(hd_lower *L, const hd_pending *p)
{
  hd_term none = hd_term_true(L->T);
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    for (uint32_t i = 0; i < r->instances; i++) {
      hd_term is_it = hd_term_2(L->T, HD_OP_EQ, p->address, handle_of(L, r, i));
      claim_instance(L, p, r, i, is_it);
      none = hd_term_2(L->T, HD_OP_AND, none, hd_term_1(L->T, HD_OP_NOT, is_it));
    }
  }
  hd_cursor_misuse(&p->at, none, "join or detach of something that is not a thread");
}

void hd_lower_cancel(hd_cursor *c, hd_term handle)
{
  if (!hd_cursor_dead(c)) postpone_steps(c, (hd_pending){.kind = HD_PENDING_CANCEL}, handle);
}

hd_term hd_lower_cancelled(hd_cursor *c)
{
  const hd_routine *r = hd_routine_of(c);
  if (r->cancelled.id == HD_NONE) return HD_NO_TERM;
  return hd_term_ne(c->lower->T, hd_routine_element(c->lower, r, r->cancelled, hd_cursor_self(c)),
                    hd_term_bv(c->lower->T, 8, 0));
}

/* A handle of what is no thread is undefined: valid-sync finds it, and for other properties the execution ends
 * there. */
static void add_misused_handle(hd_cursor at, hd_term when, const char *label)
{
  hd_edge_info misuse = {.kind = HD_EDGE_ASSERT,
                         .guard = when,
                         .cond = hd_term_false(at.lower->T),
                         .check = HD_CHECK_SYNC,
                         .access = HD_ACCESS_SYNC,
                         .label = label};
  hd_cursor_edge(&at, misuse, hd_cursor_loc_of_kind(&at, HD_LOC_EXIT, 0, NULL));
}

static void add_handle_of_main(hd_cursor at, hd_term when, const char *what)
{
  hd_cursor_edge(&at, (hd_edge_info){.guard = when, .access = HD_ACCESS_SYNC}, HD_NO_LOC);
  hd_cursor_unsupported(&at, "%s", what);
}

static hd_term is_handle_of_main(hd_lower *L, hd_term handle)
{
  return hd_term_2(L->T, HD_OP_EQ, handle, handle_of(L, L->routines.data[HD_MAIN.id], 0));
}

void hd_finish_cancel(hd_lower *L, const hd_pending *p)
{
  hd_term is_main = is_handle_of_main(L, p->address), none = hd_term_1(L->T, HD_OP_NOT, is_main);
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    const char *label = hd_arena_printf(&L->arena, "cancel %s", hd_thread_get(L->p, r->thread)->name);
    for (uint32_t i = 0; r->creator && i < r->instances; i++) {
      hd_term is_it = hd_term_2(L->T, HD_OP_EQ, p->address, handle_of(L, r, i));
      hd_assign set = hd_routine_set(r, r->cancelled, hd_term_bv(L->T, 32, i), hd_term_bv(L->T, 8, 1));
      hd_edge_info tell = {.guard = is_it, .assigns = &set, .n_assigns = 1, .access = HD_ACCESS_SYNC, .label = label};
      hd_cursor at = p->at;
      hd_cursor_edge(&at, tell, p->to);
      none = hd_term_2(L->T, HD_OP_AND, none, hd_term_1(L->T, HD_OP_NOT, is_it));
    }
  }
  add_handle_of_main(p->at, is_main, "cancelling main");
  add_misused_handle(p->at, none, "cancel of something that is not a thread");
}

/* Can two handles be compared? */
static bool is_wide_comparison(hd_lower *L, LLVMValueRef i)
{
  if (!LLVMIsAICmpInst(i) || LLVMIsConstant(LLVMGetOperand(i, 0)) || LLVMIsConstant(LLVMGetOperand(i, 1))) return false;
  return hd_lower_type_size(L, LLVMTypeOf(LLVMGetOperand(i, 0))) == L->ptr / 8;
}

bool hd_lower_compares_handles(hd_lower *L)
{
  static const char *const names[] = {"pthread_equal", "thrd_equal"};
  for (size_t i = 0; i < HD_COUNT(names); i++)
    if (LLVMGetNamedFunction(L->unit->module, names[i])) return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(L->unit->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_wide_comparison(L, i)) return true;
  return false;
}

void hd_lower_detach(hd_cursor *c, hd_term handle)
{
  if (!hd_cursor_dead(c) && hd_lower_compares_handles(c->lower))
    postpone_steps(c, (hd_pending){.kind = HD_PENDING_DETACH}, handle);
}

/* The handle of a thread that has ended is gone, and that of another one will go with it. */
void hd_finish_detach(hd_lower *L, const hd_pending *p)
{
  hd_term none = hd_term_true(L->T);
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    for (uint32_t i = 0; r->handle.id != HD_NONE && i < r->instances; i++) {
      hd_term index = hd_term_bv(L->T, 32, i), is_it = hd_term_2(L->T, HD_OP_EQ, p->address, handle_of(L, r, i));
      hd_term over = hd_term_eq_bv(L->T, hd_routine_element(L, r, r->status, index), 2);
      hd_term life =
          hd_term_3(L->T, HD_OP_ITE, over, hd_term_bv(L->T, 8, HD_LIFE_GONE), hd_term_bv(L->T, 8, HD_LIFE_LEAVING));
      hd_assign a = hd_routine_set(r, r->handle, index, life);
      hd_cursor at = p->at;
      hd_edge_info step = {.guard = is_it, .assigns = &a, .n_assigns = 1, .access = HD_ACCESS_SYNC};
      hd_cursor_edge(&at, step, p->to);
      none = hd_term_2(L->T, HD_OP_AND, none, hd_term_1(L->T, HD_OP_NOT, is_it));
    }
  }
  hd_cursor at = p->at;
  hd_cursor_edge(&at, (hd_edge_info){.guard = none, .access = HD_ACCESS_SYNC}, p->to);
}

void hd_finish_join(hd_lower *L, const hd_pending *p)
{
  hd_term none = hd_term_true(L->T);
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    const char *label = hd_arena_printf(&L->arena, "join %s", hd_thread_get(L->p, r->thread)->name);
    for (uint32_t i = 0; r->creator && i < r->instances; i++) {
      hd_term index = hd_term_bv(L->T, 32, i);
      hd_term is_it = hd_term_2(L->T, HD_OP_EQ, p->address, handle_of(L, r, i));
      hd_term done = hd_term_eq_bv(L->T, hd_routine_element(L, r, r->status, index), 2);
      hd_assign get[2] = {{.var = p->result, .value = hd_routine_element(L, r, r->result, index)}};
      if (r->handle.id != HD_NONE) get[1] = hd_routine_set(r, r->handle, index, hd_term_bv(L->T, 8, HD_LIFE_GONE));
      hd_cursor at = p->at;
      hd_cursor_edge(&at,
                     (hd_edge_info){.guard = hd_term_2(L->T, HD_OP_AND, is_it, done),
                                    .assigns = get,
                                    .n_assigns = r->handle.id != HD_NONE ? 2 : 1,
                                    .access = HD_ACCESS_SYNC,
                                    .label = label},
                     p->to);
      none = hd_term_2(L->T, HD_OP_AND, none, hd_term_1(L->T, HD_OP_NOT, is_it));
    }
  }
  hd_term is_main = is_handle_of_main(L, p->address);
  add_handle_of_main(p->at, is_main, "waiting for main");
  none = hd_term_2(L->T, HD_OP_AND, none, hd_term_1(L->T, HD_OP_NOT, is_main));
  add_misused_handle(p->at, none, "join of something that is not a thread");
}
