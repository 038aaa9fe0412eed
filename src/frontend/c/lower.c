/* lower.c - one lowering of a unit: main first, then each thread that was created on the
 * way, then the steps that had to wait until all threads and objects are known. */
#include "frontend/c/core.h"
#include "program/calls.h"
#include "program/validate.h"

hd_program *hd_lower_program(hd_lower *L)
{
  return L->p;
}

const hd_c_options *hd_lower_options(hd_lower *L)
{
  return &L->options;
}

unsigned hd_lower_pointer_width(hd_lower *L)
{
  return L->ptr;
}

LLVMModuleRef hd_lower_module(hd_lower *L)
{
  return L->unit->module;
}

/* Calling a function, or starting a thread with it, does not make its address a value that
 * could turn up elsewhere. */
static bool takes_address(LLVMValueRef function, LLVMValueRef user)
{
  if (!LLVMIsACallInst(user)) return true;
  LLVMValueRef callee = LLVMGetCalledValue(user);
  size_t n;
  const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
  if (strcmp(name, "pthread_create") == 0 || strcmp(name, "thrd_create") == 0) return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
    if (LLVMGetOperand(user, i) == function) return true;
  return false;
}

static void find_taken(hd_lower *L)
{
  for (LLVMValueRef f = LLVMGetFirstFunction(L->unit->module); f; f = LLVMGetNextFunction(f)) {
    bool taken = false;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u && !taken; u = LLVMGetNextUse(u))
      taken = takes_address(f, LLVMGetUser(u));
    if (taken) hd_vec_push(&L->taken, f);
  }
}

static void finish_step(hd_lower *L, const hd_pending *p)
{
  switch (p->kind) {
  case HD_PENDING_JOIN: hd_finish_join(L, p); break;
  case HD_PENDING_CLAIM: hd_finish_claim(L, p); break;
  case HD_PENDING_CANCEL: hd_finish_cancel(L, p); break;
  case HD_PENDING_DETACH: hd_finish_detach(L, p); break;
  case HD_PENDING_FREE: hd_finish_free(L, p); break;
  case HD_PENDING_MOVE: hd_finish_move(L, p); break;
  case HD_PENDING_TOUCH: hd_finish_touch(L, p); break;
  case HD_PENDING_LOSS: hd_finish_loss(L, p); break;
  case HD_PENDING_END: hd_finish_end(L, p); break;
  case HD_PENDING_FIRE: hd_finish_fire(L, p); break;
  case HD_PENDING_IDLE: hd_finish_idle(L, p); break;
  case HD_PENDING_TURN: hd_finish_turn(L, p); break;
  }
}

/* HD_STAGE_COUNT: those of all stages, in their order. */
static void finish_stage(hd_lower *L, hd_stage stage)
{
  hd_watch_begin(L->p->watch, "listing what steps may touch");
  for (uint32_t i = 0; i < L->pending.len && !hd_watch_spent(L->p->watch); i++) {
    const hd_pending p = L->pending.data[i];
    if (stage == HD_STAGE_COUNT || hd_pending_stage(&p) == stage) finish_step(L, &p);
  }
}

/* Where pointers are followed, steps that go by them come last: all others must be there. */
static void finish_pending(hd_lower *L)
{
  if (!hd_alternatives_are_many(L)) {
    finish_stage(L, HD_STAGE_COUNT);
    return;
  }
  for (hd_stage stage = HD_STAGE_THREADS; stage < HD_STAGE_COUNT; stage++) {
    if (stage != HD_STAGE_THREADS) hd_alternatives_ask(L, stage);
    finish_stage(L, stage);
    hd_alternatives_forget(L);
  }
}

/* A scheduler comes last: it knows all threads and events. */
static void lower_threads(hd_lower *L, LLVMValueRef main)
{
  hd_routine_new(L, main, NULL, 1, false, NULL);
  for (unsigned scheduler = 0; scheduler <= 1; scheduler++) {
    for (uint32_t i = 0; i < L->routines.len; i++) {
      L->act = NULL;
      L->began = L->p->edges.len + L->n_acts;
      if (hd_is_scheduler(L->routines.data[i]) == scheduler) hd_routine_lower(L, L->routines.data[i]);
    }
  }
  L->act = NULL;
  finish_pending(L);
}

/* --- temporaries that nothing reads ----------------------------------------------------------------- */

typedef struct {
  const hd_terms *T;
  uint32_t *reads; /* by variable */
  bool deref;
} reading;

static void note_read(void *context, hd_term leaf)
{
  reading *r = context;
  if (hd_term_op(r->T, leaf) == HD_OP_VAR)
    r->reads[hd_term_symbol(r->T, leaf)]++;
  else
    r->deref = true;
}

static void count_term(reading *r, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(r->T, t, note_read, r);
}

static void count_reads(const hd_program *p, reading *r)
{
  memset(r->reads, 0, p->vars.len * sizeof *r->reads);
  for (uint32_t i = 0; i < p->edges.len && !hd_watch_spent(p->watch); i++) {
    const hd_edge_info *e = &p->edges.data[i];
    count_term(r, e->guard);
    count_term(r, e->cond);
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      count_term(r, e->assigns[k].index);
      count_term(r, e->assigns[k].value);
    }
  }
}

/* A value that reads memory stays: the access itself counts. */
static bool is_useless(const hd_program *p, reading *r, const hd_assign *a)
{
  if (a->var.id == HD_NONE || hd_var_get(p, a->var)->role != HD_ROLE_TEMP || r->reads[a->var.id]) return false;
  r->deref = false;
  if (hd_term_is(a->value)) hd_term_visit_leaves(r->T, a->value, note_read, r);
  return !r->deref;
}

static bool drop_useless(hd_program *p, reading *r)
{
  bool dropped = false;
  count_reads(p, r);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_edge_info *e = &p->edges.data[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (!is_useless(p, r, &e->assigns[k])) e->assigns[kept++] = e->assigns[k];
    dropped = dropped || kept != e->n_assigns;
    e->n_assigns = kept;
  }
  return dropped;
}

static void tidy_program(hd_program *p)
{
  reading r = {.T = p->terms, .reads = hd_alloc(p->vars.len + 1, sizeof *r.reads)};
  for (int round = 0; round < 4 && !hd_watch_spent(p->watch) && drop_useless(p, &r); round++) continue;
  free(r.reads);
  hd_program_prune(p);
}

/* --- the whole --------------------------------------------------------------------------------------- */

static void clear_lower(hd_lower *L)
{
  for (uint32_t i = 0; i < L->bodies.cap; i++) {
    if (!L->bodies.used[i]) continue;
    hd_body *b = (hd_body *)(uintptr_t)L->bodies.values[i];
    hd_map_clear(&b->numbers);
    hd_map_clear(&b->block_numbers);
    hd_vec_clear(&b->locals);
  }
  hd_map *maps[] = {&L->numbered, &L->known, &L->paddings, &L->gone,      &L->pool_of, &L->bodies,  &L->leaves,
                    &L->objects,  &L->sites, &L->files,    &L->functions, &L->warned,  &L->structs, &L->locks};
  for (size_t i = 0; i < HD_COUNT(maps); i++) hd_map_clear(maps[i]);
  hd_targets_clear(L->targets);
  hd_calls_free(L->calls);
  hd_strings_clear(&L->names);
  hd_vec_clear(&L->locs);
  hd_vec_clear(&L->routines);
  hd_vec_clear(&L->pending);
  hd_vec_clear(&L->taken);
  hd_vec_clear(&L->unfilled);
  hd_vec_clear(&L->typed);
  hd_vec_clear(&L->pools);
  hd_vec_clear(&L->made);
  hd_vec_clear(&L->landings);
  hd_vec_clear(&L->listed);
  hd_arena_clear(&L->arena);
}

/* Nothing can be said about a program that starts with values which are not known: its first step leads
 * nowhere. */
static void refuse_start(hd_lower *L)
{
  const hd_object_info *o = hd_object_get(L->p, L->no_bytes);
  hd_loc_info start = {.thread = HD_MAIN, .pos = o->pos, .frame = HD_NONE}, nowhere = start;
  nowhere.kind = HD_LOC_UNSUPPORTED;
  nowhere.reason = hd_arena_printf(&L->arena, "not supported: the initial value of `%s`", o->name);
  hd_edge_info e = {.from = hd_program_add_loc(L->p, start), .pos = o->pos, .frame = HD_NONE};
  e.to = hd_program_add_loc(L->p, nowhere);
  hd_program_add_edge(L->p, e);
  hd_thread_get(L->p, HD_MAIN)->entry = e.from;
}

static hd_status lower_all(hd_lower *L)
{
  LLVMValueRef main = LLVMGetNamedFunction(L->unit->module, "main");
  if (!main || LLVMCountBasicBlocks(main) == 0) {
    hd_diags_add(L->diags, HD_ERROR, (hd_place){0}, "the program has no function `main`")->hint =
        "`--entry NAME` starts with another one";
    return HD_BAD_INPUT;
  }
  if (hd_watch_begin(L->p->watch, "inlining calls")) return HD_EXHAUSTED;
  hd_debug_collect_structs(L);
  find_taken(L);
  L->targets = hd_targets_new(L);
  hd_recursion_find(L);
  lower_threads(L, main);
  if (L->next_address > hd_mask(L->ptr) / 2) {
    hd_diags_add(L->diags, HD_ERROR, (hd_place){0}, "the program's objects need more memory than its pointers reach");
    return HD_UNSUPPORTED;
  }
  if (hd_watch_begin(L->p->watch, "making the model smaller")) return HD_EXHAUSTED;
  hd_lower_localize(L);
  if (L->no_bytes.id != HD_NONE) refuse_start(L);
  tidy_program(L->p);
  return hd_watch_spent(L->p->watch) ? HD_EXHAUSTED : hd_program_check(L->p, L->diags);
}

hd_status hd_c_lower(const hd_c_unit *unit, const hd_c_options *options, hd_diags *diags, hd_program **out)
{
  hd_lower L = {.unit = unit, .options = *options, .diags = diags, .p = hd_program_new()};
  L.T = L.p->terms;
  L.ptr = 8 * LLVMPointerSize(unit->data);
  L.fresh_edge = (hd_edge){HD_NONE};
  L.no_bytes = L.outside = (hd_object){HD_NONE};
  L.apart = HD_NO_VAR;
  if (!L.options.limits[HD_LIMIT_INLINING]) L.options.limits[HD_LIMIT_INLINING] = HD_MOST_STEPS;
  L.p->watch = options->watch;
  L.p->raw = true;
  L.p->pointer_width = L.ptr;
  L.p->little_endian = true;
  hd_arena_init(&L.arena);
  hd_strings_init(&L.names);
  hd_status status = lower_all(&L);
  clear_lower(&L);
  if (status == HD_OK)
    *out = L.p;
  else
    hd_program_free(L.p);
  return status;
}
