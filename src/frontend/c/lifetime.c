/* lifetime.c - where objects end: locals when their block or their function does, and all memory when
 * the process does. Only lowered when the property asks for it (options.lifetimes), the ends of locals also where the
 * program compares addresses of those that have ended (options.frames).
 *
 * A local that has an address is alive from each entry of its function to the return, and one of an
 * inner block only while the instructions are those of the block: debug information says which are. What
 * is allocated when the process ends must still be found, from a global through any number
 * of heap objects: otherwise it is lost. Where something else might point to it (a thread that
 * runs, bytes that are not followed) that is not decided. */
#include "frontend/c/core.h"

enum { MAX_CELLS = 256, MAX_BLOCKS = 64 };

/* --- locals ------------------------------------------------------------------------------------------ */

/* main's own are there to the end of the process, unless it leaves by pthread_exit. */
bool hd_act_is_main(const hd_act *act)
{
  return !act->caller && !act->routine->creator;
}

bool hd_locals_end(const hd_lower *L)
{
  return L->options.lifetimes || L->options.frames;
}

static hd_var alive_var(hd_lower *L, hd_object object, bool from_start)
{
  const hd_object_info o = *hd_object_get(L->p, object);
  const uint64_t yes = 1;
  if (o.alive.id != HD_NONE) return o.alive;
  hd_var alive = hd_program_add_var(L->p, (hd_var_info){.name = hd_arena_printf(&L->arena, "%s.alive", o.name),
                                                        .thread = HD_NO_THREAD,
                                                        .sort = HD_BV(8),
                                                        .count = o.copies > 1 ? o.copies : 0,
                                                        .init = from_start ? &yes : NULL,
                                                        .role = HD_ROLE_MEMORY,
                                                        .show = HD_SHOW_BOOL,
                                                        .pos = o.pos});
  hd_object_get(L->p, object)->alive = alive;
  return alive;
}

/* Where ways meet, a local may have begun already. */
static void begin_in_pool(hd_cursor *c, hd_object o, hd_var address)
{
  hd_cursor begun = hd_cursor_split(c, hd_term_1(c->lower->T, HD_OP_NOT, hd_pool_holds_any(c, o)));
  hd_pool_take(c, o, address, HD_NO_TERM, NULL);
  hd_cursor_join(c, begun);
}

static void add_alive(hd_cursor *c, hd_act *act, const hd_local *local, bool value, hd_assigns *out)
{
  hd_lower *L = c->lower;
  if (local->promoted || local->dynamic) return;
  hd_alloca_address(c, act, local->alloca);
  uint32_t number = hd_body_number(act->body, local->alloca);
  hd_object o = act->objects[number];
  if (hd_pool_get(L, o)) {
    if (value)
      begin_in_pool(c, o, act->vars[number]);
    else
      hd_pool_end(c, o, out);
    return;
  }
  bool from_start = hd_act_is_main(act) && !local->scope;
  hd_assign a = {.var = alive_var(L, o, from_start), .value = hd_term_bv(L->T, 8, value)};
  if (hd_object_get(L->p, o)->copies > 1) a.index = hd_cursor_self(c);
  hd_vec_push(out, a);
}

/* All of them in one step. */
static void set_all(hd_cursor *c, hd_assigns *list)
{
  hd_edge_info e = {.assigns = list->data, .n_assigns = list->len, .access = HD_ACCESS_SYNC};
  if (list->len) hd_cursor_edge(c, e, HD_NO_LOC);
  hd_vec_clear(list);
}

static void set_function(hd_cursor *c, hd_act *act, bool value)
{
  hd_assigns list = {0};
  if (hd_cursor_dead(c) || !hd_locals_end(c->lower)) return;
  for (uint32_t i = 0; i < act->body->locals.len; i++)
    if (!value || !act->body->locals.data[i].scope) add_alive(c, act, &act->body->locals.data[i], value, &list);
  set_all(c, &list);
}

/* Ends what a call was handed over, and what its allocas and arrays of variable length have made; or one array. */
static void end_made(hd_cursor *c, const hd_act *act, const hd_local *array)
{
  bool any = array != NULL;
  for (uint32_t i = 0; i < act->body->locals.len; i++) any = any || act->body->locals.data[i].dynamic;
  for (uint32_t i = 0; i < c->lower->made.len; i++) any = any || c->lower->made.data[i].act == act;
  if (any && !hd_cursor_dead(c)) hd_put_off(c, (hd_pending){.kind = HD_PENDING_END, .act = act, .local = array});
}

void hd_lifetime_end_array(hd_cursor *c, const hd_act *act, const hd_local *array)
{
  if (hd_locals_end(c->lower)) end_made(c, act, array);
}

void hd_finish_end(hd_lower *L, const hd_pending *p)
{
  hd_cursor at = p->at;
  hd_assigns list = {0};
  for (uint32_t i = 0; i < L->made.len; i++) {
    const hd_made *m = &L->made.data[i];
    if (m->act == p->act && (!p->local || m->local == p->local) && hd_pool_get(L, m->object))
      hd_pool_end(&at, m->object, &list);
  }
  set_all(&at, &list);
  hd_cursor_goto(&at, p->to);
}

void hd_lifetime_begin(hd_cursor *c, hd_act *act)
{
  if (!hd_act_is_main(act)) set_function(c, act, true);
}

void hd_lifetime_end(hd_cursor *c, hd_act *act)
{
  if (hd_act_is_main(act)) return;
  set_function(c, act, false);
  end_made(c, act, NULL);
}

void hd_lifetime_leave(hd_cursor *c)
{
  for (hd_act *a = c->lower->act; a; a = a->caller) {
    set_function(c, a, false);
    end_made(c, a, NULL);
  }
}

/* --- inner blocks ------------------------------------------------------------------------------------ */

static LLVMMetadataRef scope_of(LLVMValueRef instruction)
{
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
  return at ? LLVMDILocationGetScope(at) : NULL;
}

static bool is_inside(hd_lower *L, LLVMMetadataRef scope, LLVMMetadataRef block)
{
  for (; scope; scope = hd_debug_block_parent(L, scope))
    if (scope == block) return true;
  return false;
}

static bool names_value(LLVMValueRef instruction, LLVMValueRef value)
{
  for (int k = 0; k < LLVMGetNumOperands(instruction); k++)
    if (LLVMGetOperand(instruction, (unsigned)k) == value) return true;
  return false;
}

/* What is executed after an instruction, if it is always the same. */
static LLVMValueRef instruction_after(LLVMValueRef i)
{
  if (LLVMIsABranchInst(i) && !LLVMIsConditional(i)) return LLVMGetFirstInstruction(LLVMGetSuccessor(i, 0));
  return LLVMGetNextInstruction(i);
}

/* Is the instruction part of the local's life? What runs when its block is left, a destructor or a function of
 * __attribute__((cleanup)), has the place of the block's end, which lies outside, but names the local. */
static bool is_in_life(hd_lower *L, LLVMValueRef i, const hd_local *local)
{
  enum { MOST_BRANCHES = 4 }; /* of one end of a block; an empty loop has as many as it likes */
  if (is_inside(L, scope_of(i), local->scope)) return true;
  LLVMMetadataRef end = LLVMInstructionGetDebugLoc(i);
  unsigned branches = 0;
  for (LLVMValueRef k = i; end && k && LLVMInstructionGetDebugLoc(k) == end; k = instruction_after(k)) {
    if (LLVMIsACallInst(k) && names_value(k, local->alloca)) return true;
    if (LLVMIsABranchInst(k) && ++branches > MOST_BRANCHES) return false;
  }
  return false;
}

/* Has what was executed just before, on any way, another place than this one? A call begins outside of all blocks. */
static bool changes_block(hd_lower *L, LLVMValueRef i, const hd_local *local, bool inside)
{
  for (LLVMValueRef p = LLVMGetPreviousInstruction(i); p; p = LLVMGetPreviousInstruction(p))
    if (scope_of(p)) return is_in_life(L, p, local) != inside;
  LLVMBasicBlockRef here = LLVMGetInstructionParent(i);
  if (inside && here == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(here))) return true;
  for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(LLVMGetInstructionParent(i))); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef jump = LLVMGetUser(u);
    if (!LLVMIsATerminatorInst(jump) || !scope_of(jump) || is_in_life(L, jump, local) != inside) return true;
  }
  return false;
}

void hd_lifetime_return_to(hd_cursor *c, hd_act *act, LLVMValueRef instruction)
{
  hd_assigns list = {0};
  if (hd_cursor_dead(c) || !hd_locals_end(c->lower)) return;
  for (uint32_t i = 0; i < act->body->locals.len; i++) {
    const hd_local *local = &act->body->locals.data[i];
    if (local->scope && !is_inside(c->lower, scope_of(instruction), local->scope))
      add_alive(c, act, local, false, &list);
  }
  set_all(c, &list);
}

/* How often one instance of the thread may come to the local's beginning. */
uint32_t hd_lifetime_times(hd_lower *L, const hd_act *act, const hd_local *local)
{
  uint32_t times = 0;
  if (!local->scope) return act->repeats;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(act->body->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!scope_of(i) || !is_inside(L, scope_of(i), local->scope) || !changes_block(L, i, local, true)) continue;
      uint32_t more = hd_act_times(act, i);
      times = more == HD_MANY || times > HD_MANY - more ? HD_MANY : times + more;
    }
  return times ? times : HD_MANY;
}

/* Those that begin here, or those that end. */
static void change_lives(hd_cursor *c, hd_act *act, LLVMValueRef i, bool begin)
{
  hd_lower *L = c->lower;
  hd_assigns list = {0};
  LLVMMetadataRef scope = hd_locals_end(L) ? scope_of(i) : NULL;
  for (uint32_t k = 0; scope && k < act->body->locals.len; k++) {
    const hd_local *local = &act->body->locals.data[k];
    if (!local->scope || local->promoted) continue;
    bool inside = begin ? is_inside(L, scope, local->scope) : is_in_life(L, i, local);
    if (inside != begin || !changes_block(L, i, local, inside)) continue;
    if (!local->dynamic)
      add_alive(c, act, local, inside, &list);
    else if (!inside)
      hd_lifetime_end_array(c, act, local);
  }
  set_all(c, &list);
}

/* What ends makes room for what begins. */
void hd_lifetime_at(hd_cursor *c, hd_act *act, LLVMValueRef i)
{
  change_lives(c, act, i, false);
  change_lives(c, act, i, true);
}

/* --- the end of the process -------------------------------------------------------------------------- */

static void later(hd_cursor *c, hd_pending p)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c) || !L->options.lifetimes) return;
  p.kind = HD_PENDING_LOSS;
  p.at = *c;
  p.to = hd_cursor_loc(c);
  hd_loc_state_of(L, c->at)->pinned = true;
  hd_loc_state_of(L, p.to)->pinned = true;
  hd_vec_push(&L->pending, p);
  c->at = p.to;
}

void hd_lower_exit(hd_cursor *c, const char *label, bool returns)
{
  later(c, (hd_pending){.returns = returns});
  hd_cursor_exit(c, label);
}

void hd_lifetime_leave_main(hd_cursor *c)
{
  later(c, (hd_pending){.goes_on = true});
}

/* A copy of a heap object, and what the search at the end says of it. */
typedef struct {
  uint32_t object, number;
  hd_var held, followed; /* something points to it; what it points to is held */
  bool opaque;           /* it may hold addresses where none is looked for */
} block;

typedef struct {
  hd_lower *L;
  HD_VEC(uint64_t) roots; /* addresses of what globals hold that may be an address */
  HD_VEC(block) blocks;
  bool elsewhere; /* memory may hold an address where none is looked for */
} search;
typedef HD_VEC(uint64_t) addresses;

static void add_cells(const hd_slot *s, unsigned dim, uint64_t at, addresses *out)
{
  if (out->len > MAX_CELLS) return;
  if (dim == s->n_dims || dim == HD_MAX_DIMS) {
    hd_vec_push(out, at);
    return;
  }
  for (uint32_t i = 0; i < s->dims[dim].count && out->len <= MAX_CELLS; i++)
    add_cells(s, dim + 1, at + i * s->dims[dim].stride, out);
}

/* The cells of a copy that may hold an address; bytes are not put together. False: there may be more. */
static bool find_cells(search *f, const hd_object_info *o, uint32_t copy, addresses *out)
{
  bool bytes = o->n_slots == 0;
  for (uint32_t k = 0; k < o->n_slots; k++) {
    const hd_slot *s = &o->slots[k];
    if (s->width == f->L->ptr) add_cells(s, 0, o->base + copy * o->stride + s->offset, out);
    bytes |= s->width == 8 && s->n_dims;
  }
  return !(bytes && o->size >= f->L->ptr / 8) && out->len <= MAX_CELLS;
}

static void find_blocks(search *f, hd_cursor *c)
{
  for (uint32_t i = 0; i < f->L->p->objects.len; i++) {
    const hd_object_info o = f->L->p->objects.data[i];
    addresses cells = {0};
    bool is_own = hd_map_find(&f->L->gone, i), is_lock = hd_map_find(&f->L->locks, i);
    bool is_root = o.kind == HD_OBJ_GLOBAL && !o.constant && !is_own && !is_lock;
    for (uint32_t k = 0; is_root && k < o.copies; k++) f->elsewhere |= !find_cells(f, &o, k, &cells);
    for (uint32_t k = 0; k < cells.len; k++) hd_vec_push(&f->roots, cells.data[k]);
    hd_vec_clear(&cells);
    for (uint32_t k = 0; o.kind == HD_OBJ_HEAP && k < o.copies; k++)
      hd_vec_push(&f->blocks,
                  (block){i, k, hd_cursor_var(c, "held", HD_BOOL), hd_cursor_var(c, "followed", HD_BOOL), false});
  }
  if (f->roots.len > MAX_CELLS || f->blocks.len > MAX_BLOCKS) f->elsewhere = true;
}

static hd_term is_alive(hd_lower *L, const block *b)
{
  const hd_object_info *o = &L->p->objects.data[b->object];
  hd_term alive = o->copies > 1 ? hd_program_element(L->p, o->alive, hd_term_bv(L->T, 32, b->number))
                                : hd_program_var_term(L->p, o->alive);
  return hd_term_eq_bv(L->T, alive, 1);
}

static hd_term points_to(hd_lower *L, hd_term pointer, const block *b)
{
  const hd_object_info *o = &L->p->objects.data[b->object];
  hd_term base = hd_term_bv(L->T, L->ptr, o->base + b->number * o->stride);
  hd_term size = hd_term_bv(L->T, L->ptr, o->size ? o->size : 1); /* a block of no bytes has an address all the same */
  return hd_term_2(L->T, HD_OP_ULT, hd_term_2(L->T, HD_OP_SUB, pointer, base), size);
}

/* Holds what the pointer at this address points to. */
static void follow_pointer(search *f, hd_cursor *c, uint64_t address)
{
  hd_lower *L = f->L;
  HD_VEC(hd_assign) assigns = {0};
  hd_term pointer = hd_cursor_load(c, hd_term_bv(L->T, L->ptr, address), L->ptr, HD_ACCESS_SYNC);
  for (uint32_t i = 0; i < f->blocks.len; i++) {
    const block *b = &f->blocks.data[i];
    hd_term now = hd_term_2(L->T, HD_OP_AND, is_alive(L, b), points_to(L, pointer, b));
    hd_term held = hd_term_2(L->T, HD_OP_OR, hd_program_var_term(L->p, b->held), now);
    hd_vec_push(&assigns, (hd_assign){.var = b->held, .value = held});
  }
  hd_cursor_edge(c, (hd_edge_info){.assigns = assigns.data, .n_assigns = assigns.len, .access = HD_ACCESS_SYNC},
                 HD_NO_LOC);
  hd_vec_clear(&assigns);
}

/* From the globals through the heap: each copy that is held is followed once. */
static void find_held(search *f, hd_cursor *c)
{
  hd_lower *L = f->L;
  for (uint32_t i = 0; i < f->roots.len; i++) follow_pointer(f, c, f->roots.data[i]);
  hd_loc again = hd_cursor_loc(c);
  hd_loc_state_of(L, again)->pinned = true;
  hd_cursor_goto(c, again);
  for (uint32_t i = 0; i < f->blocks.len; i++) {
    block *b = &f->blocks.data[i];
    addresses cells = {0};
    b->opaque = !find_cells(f, &L->p->objects.data[b->object], b->number, &cells);
    if (cells.len) {
      hd_term followed = hd_program_var_term(L->p, b->followed), held = hd_program_var_term(L->p, b->held);
      hd_cursor path = *c;
      *c = hd_cursor_split(&path, hd_term_2(L->T, HD_OP_AND, held, hd_term_1(L->T, HD_OP_NOT, followed)));
      hd_cursor_assign(&path, b->followed, hd_term_true(L->T));
      for (uint32_t k = 0; k < cells.len; k++) follow_pointer(f, &path, cells.data[k]);
      hd_cursor_goto(&path, again);
    }
    hd_vec_clear(&cells);
  }
}

/* Does a thread other than main run? */
static hd_term others_run(hd_lower *L)
{
  hd_term any_of = hd_term_false(L->T);
  for (uint32_t k = 0; k < L->routines.len; k++) {
    const hd_routine *r = L->routines.data[k];
    for (uint32_t i = 0; r->creator && i < r->instances; i++) {
      hd_term status = r->instances > 1 ? hd_program_element(L->p, r->status, hd_term_bv(L->T, 32, i))
                                        : hd_program_var_term(L->p, r->status);
      any_of = hd_term_2(L->T, HD_OP_OR, any_of, hd_term_eq_bv(L->T, status, 1));
    }
  }
  return any_of;
}

/* Is memory held that may hold other memory where it is not looked for? */
static hd_term opaque_held(const search *f)
{
  hd_terms *T = f->L->T;
  hd_term any_of = hd_term_false(T);
  for (uint32_t i = 0; i < f->blocks.len; i++)
    if (f->blocks.data[i].opaque)
      any_of = hd_term_2(T, HD_OP_OR, any_of, hd_program_var_term(f->L->p, f->blocks.data[i].held));
  return any_of;
}

/* Each copy is lost, perhaps lost, or neither. */
static void check_loss(hd_cursor *c, const block *b, hd_term undecided)
{
  hd_lower *L = c->lower;
  const char *name = L->p->objects.data[b->object].name;
  hd_term freed = hd_term_1(L->T, HD_OP_NOT, is_alive(L, b));
  hd_term fine = hd_term_2(L->T, HD_OP_OR, freed, hd_program_var_term(L->p, b->held));
  hd_cursor_check(c, HD_CHECK_LEAK, hd_term_2(L->T, HD_OP_OR, undecided, fine),
                  hd_arena_printf(&L->arena, "memory of %s is lost", name));
  hd_cursor open = hd_cursor_split(c, fine);
  hd_cursor_unsupported(&open, "deciding whether the memory of %s, still allocated at the end, is lost", name);
}

void hd_finish_loss(hd_lower *L, const hd_pending *p)
{
  hd_cursor at = p->at;
  search f = {.L = L};
  find_blocks(&f, &at);
  if (p->goes_on && f.blocks.len) {
    hd_cursor_unsupported(&at, "deciding whether memory is lost after main has ended while other threads go on");
  } else if (f.blocks.len) {
    at.atomic = true; /* no thread moves while the process ends */
    hd_cursor_edge(&at, (hd_edge_info){.access = HD_ACCESS_SYNC}, HD_NO_LOC);
    if (f.roots.len <= MAX_CELLS && f.blocks.len <= MAX_BLOCKS) find_held(&f, &at);
    hd_term undecided = hd_term_true(L->T);
    if (p->returns && !f.elsewhere) undecided = hd_term_2(L->T, HD_OP_OR, others_run(L), opaque_held(&f));
    for (uint32_t i = 0; i < f.blocks.len; i++) check_loss(&at, &f.blocks.data[i], undecided);
  }
  hd_cursor_goto(&at, p->to);
  hd_vec_clear(&f.roots);
  hd_vec_clear(&f.blocks);
}
