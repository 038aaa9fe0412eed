/* function.c - a copy of a function's body in the graph of a thread. */
#include "frontend/c/core.h"

/* Each call takes some of our own stack. */
enum { MAX_DEPTH = 2500 };

uint32_t hd_act_times(const hd_act *act, LLVMValueRef instruction)
{
  uint32_t block = hd_body_block(act->body, LLVMGetInstructionParent(instruction));
  return hd_times(act->repeats, act->body->times[block]);
}

/* The model's variable for a promoted local; made when it is first needed. */
hd_var hd_act_local(hd_cursor *c, hd_act *act, uint32_t number)
{
  hd_lower *L = c->lower;
  if (act->vars[number].id != HD_NONE) return act->vars[number];
  const hd_local *local = &act->body->locals.data[act->body->local_of[number]];
  const char *name = hd_debug_name(L, local->variable);
  size_t n;
  hd_var_info info = {.thread = c->thread,
                      .sort = HD_BV(local->width),
                      .any = local->uninit,
                      .role = name ? HD_ROLE_USER : HD_ROLE_TEMP,
                      .show = hd_debug_show(L, hd_debug_type(L, local->variable)),
                      .pos = hd_debug_variable_pos(L, local->variable)};
  info.name = hd_arena_printf(&L->arena, "%s::%s", act->body->name, name ? name : LLVMGetValueName2(local->alloca, &n));
  act->vars[number] = hd_program_add_var(L->p, info);
  return act->vars[number];
}

/* The terms of a block's phis: variables that the edges into the block set. */
static hd_value phi_value(hd_cursor *c, hd_act *act, LLVMValueRef phi)
{
  hd_lower *L = c->lower;
  uint32_t number = hd_body_number(act->body, phi);
  if (act->values[number].n) return act->values[number];
  const hd_leaves *leaves = hd_lower_leaves(L, LLVMTypeOf(phi));
  hd_value v = hd_value_new(L, leaves->n);
  size_t n;
  const char *name = LLVMGetValueName2(phi, &n);
  for (uint32_t i = 0; i < leaves->n; i++)
    v.parts[i] = hd_program_var_term(L->p, hd_cursor_var(c, n ? name : "phi", leaves->data[i].sort));
  act->values[number] = v;
  return v;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
    if (LLVMGetIncomingBlock(phi, k) == from) return LLVMGetIncomingValue(phi, k);
  return NULL;
}

/* All phis of a block are set at once. */
static void set_phis(hd_cursor *c, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
  hd_lower *L = c->lower;
  HD_VEC(hd_assign) assigns = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    if (hd_lower_leaves(L, LLVMTypeOf(i))->unsupported)
      hd_cursor_unsupported(c, "a value of type %s", hd_type_text(L, LLVMTypeOf(i)));
    if (!LLVMGetFirstUse(i) || hd_cursor_dead(c)) continue;
    hd_value target = phi_value(c, L->act, i), value = hd_operand(c, incoming(i, from));
    for (uint32_t k = 0; k < target.n && k < value.n; k++)
      if (!hd_term_same(target.parts[k], value.parts[k]))
        hd_vec_push(&assigns, (hd_assign){.var = {hd_term_symbol(L->T, target.parts[k])}, .value = value.parts[k]});
  }
  if (assigns.len) hd_cursor_edge(c, (hd_edge_info){.assigns = assigns.data, .n_assigns = assigns.len}, HD_NO_LOC);
  hd_vec_clear(&assigns);
}

void hd_act_goto(hd_cursor *c, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
  hd_lower *L = c->lower;
  hd_act *act = L->act;
  if (from) set_phis(c, from, to);
  if (hd_cursor_dead(c)) return;
  uint32_t entry = 2 * hd_body_block(act->body, to) + c->atomic;
  if (act->entries[entry].id != HD_NONE) {
    hd_cursor_goto(c, act->entries[entry]);
    return;
  }
  if (hd_loc_get(L->p, c->at)->atomic != c->atomic) hd_cursor_edge(c, (hd_edge_info){0}, HD_NO_LOC);
  act->entries[entry] = c->at;
  hd_loc_state_of(L, c->at)->pinned = true;
  hd_vec_push(&act->work, entry);
}

static void lower_block(hd_cursor c, hd_act *act, uint32_t entry)
{
  hd_lower *L = c.lower;
  c.at = act->entries[entry];
  c.atomic = entry % 2;
  act->live.len = 0;
  L->fresh_edge = (hd_edge){HD_NONE};
  for (LLVMValueRef i = LLVMGetFirstInstruction(act->body->blocks[entry / 2]); i && !hd_cursor_dead(&c);
       i = LLVMGetNextInstruction(i)) {
    hd_pos pos = hd_debug_pos(L, i);
    if (pos.file != HD_NONE) c.pos = pos;
    c.site = act->body->first_site + hd_body_number(act->body, i);
    act->instruction = i;
    if (hd_watch_spent(L->p->watch)) return;
    hd_lifetime_at(&c, act, i);
    hd_lower_instruction(&c, i);
  }
}

static hd_act *act_new(hd_cursor *c, LLVMValueRef function, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  hd_act *act = hd_arena_alloc(&L->arena, sizeof *act);
  act->body = hd_body_of(L, function);
  act->caller = L->act;
  act->routine = hd_routine_of(c);
  act->depth = act->caller ? act->caller->depth + 1 : 0;
  act->repeats = act->caller && call ? hd_act_times(act->caller, call) : 1;
  if (L->repeating) act->repeats = HD_MANY;
  act->frame = hd_program_add_frame(
      L->p, (hd_frame){.function = hd_program_text(L->p, act->body->name), .call = c->pos, .parent = c->frame});
  uint32_t n = act->body->n_values + 1;
  act->values = hd_arena_alloc(&L->arena, n * sizeof *act->values);
  act->weights = hd_arena_alloc(&L->arena, n * sizeof *act->weights);
  act->vars = hd_arena_alloc(&L->arena, n * sizeof *act->vars);
  act->aliases = hd_arena_alloc(&L->arena, n * sizeof *act->aliases);
  act->objects = hd_arena_alloc(&L->arena, n * sizeof *act->objects);
  for (uint32_t i = 0; i < n; i++) act->vars[i] = HD_NO_VAR;
  for (uint32_t i = 0; i < n; i++) act->objects[i] = (hd_object){HD_NONE};
  act->entries = hd_arena_alloc(&L->arena, 2 * act->body->n_blocks * sizeof *act->entries);
  for (uint32_t i = 0; i < 2 * act->body->n_blocks; i++) act->entries[i] = HD_NO_LOC;
  return act;
}

/* A structure passed by value is the callee's own copy. */
static hd_value copy_by_value(hd_cursor *c, hd_act *act, LLVMValueRef param, LLVMTypeRef type, hd_value from)
{
  hd_lower *L = c->lower;
  hd_slots slots = {0};
  LLVMMetadataRef debug = hd_debug_struct(L, type);
  size_t n;
  hd_layout(L, debug, type, &slots);
  uint64_t size = LLVMABISizeOfType(L->unit->data, type);
  bool pooled = L->options.frames || (L->options.lifetimes && hd_address_escapes(L, param, NULL));
  hd_object o = hd_object_passed(c, act, LLVMGetValueName2(param, &n), size, &slots, pooled);
  hd_term to = pooled ? hd_pool_take(c, o, HD_NO_VAR, HD_NO_TERM, NULL) : hd_object_address(c, o);
  if (from.n == 1 && hd_term_is(from.parts[0])) hd_lower_copy_typed(c, to, from.parts[0], size, (hd_hint){debug, type});
  return hd_value_of(L, to);
}

static void bind_arguments(hd_cursor *c, hd_act *act, const hd_value *args, unsigned n)
{
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), k = 0;
  for (LLVMValueRef p = LLVMGetFirstParam(act->body->function); p; p = LLVMGetNextParam(p), k++) {
    hd_value v = hd_value_coerce(c, k < n ? args[k] : (hd_value){0}, LLVMTypeOf(p));
    LLVMAttributeRef copied = LLVMGetEnumAttributeAtIndex(act->body->function, k + 1, byval);
    if (copied) v = copy_by_value(c, act, p, LLVMGetTypeAttributeValue(copied), v);
    act->values[hd_body_number(act->body, p)] = v;
  }
  act->area = (hd_object){HD_NONE};
  if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(act->body->function)) || n <= k) return;
  act->n_extra = n - k;
  act->extra = hd_arena_copy(&c->lower->arena, args + k, act->n_extra * sizeof *args);
}

/* What may be read before it is written, and is not declared on all ways to it (a jump leads past the
 * declaration), is any value again at each entry. */
static void forget_locals(hd_cursor *c, hd_act *act)
{
  HD_VEC(hd_assign) assigns = {0};
  for (uint32_t i = 0; act->repeats != 1 && i < act->body->locals.len; i++) {
    const hd_local *local = &act->body->locals.data[i];
    if (!local->promoted || !local->uninit) continue;
    hd_var var = hd_act_local(c, act, hd_body_number(act->body, local->alloca));
    hd_vec_push(&assigns, (hd_assign){.var = var});
  }
  if (assigns.len) hd_cursor_edge(c, (hd_edge_info){.assigns = assigns.data, .n_assigns = assigns.len}, HD_NO_LOC);
  hd_vec_clear(&assigns);
}

/* A call counts as a step, or functions without any would be copied for ever. */
static uint32_t steps_of_thread(const hd_lower *L)
{
  return L->p->edges.len + L->n_acts - L->began;
}

/* Recursion gets half of the steps at most: what comes after it is to be lowered, too. */
static bool exceeds_steps(const hd_lower *L, LLVMValueRef function)
{
  uint32_t most = L->options.limits[HD_LIMIT_INLINING], steps = steps_of_thread(L);
  return steps > most || (steps > most / 2 && hd_recursion_is_inside(L, function));
}

static bool may_enter(hd_cursor *c, LLVMValueRef function)
{
  hd_lower *L = c->lower;
  uint32_t depth = 0, limit = L->options.limits[HD_LIMIT_RECURSION];
  for (const hd_act *a = L->act; a; a = a->caller) depth += a->body->function == function;
  size_t n;
  if (depth > limit)
    hd_cursor_bound(c, HD_LIMIT_RECURSION, "`%s` calls itself more than %u deep", LLVMGetValueName2(function, &n),
                    limit);
  else if (exceeds_steps(L, function))
    hd_cursor_bound(c, HD_LIMIT_INLINING, "a thread of more than %u steps, with this call of `%s`",
                    L->options.limits[HD_LIMIT_INLINING], LLVMGetValueName2(function, &n));
  else if (L->act && L->act->depth >= MAX_DEPTH)
    hd_cursor_bound(c, HD_LIMIT_INLINING, "calls nested more than %d deep", MAX_DEPTH);
  L->n_acts++;
  return !hd_cursor_dead(c);
}

/* The ways out of a body become one. Those that leave it inside an atomic section cannot
 * meet those that do not. */
static hd_value join_returns(hd_cursor *c, hd_act *act)
{
  uint32_t kept = 0, like_before = 0;
  for (uint32_t i = 0; i < act->returns.len; i++) like_before += act->returns.data[i].at.atomic == c->atomic;
  bool atomic = like_before ? c->atomic : !c->atomic;
  for (uint32_t i = 0; i < act->returns.len; i++) {
    hd_return *r = &act->returns.data[i];
    if (r->at.atomic == atomic)
      act->returns.data[kept++] = *r;
    else
      hd_cursor_unsupported(&r->at, "a return from `%s` inside an atomic section on some paths only", act->body->name);
  }
  hd_cursor before = *c;
  c->at = HD_NO_LOC;
  hd_value v = hd_merge_values(c, act->returns.data, kept, "result");
  if (before.frame != HD_NONE) { /* a thread's routine returns to nowhere */
    c->frame = before.frame;
    c->pos = before.pos;
    c->site = before.site;
  }
  return v;
}

hd_value hd_inline(hd_cursor *c, LLVMValueRef function, const hd_value *args, unsigned n, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c) || !may_enter(c, function)) return (hd_value){0};
  hd_act *act = act_new(c, function, call), *caller = L->act;
  hd_cursor inside = *c;
  inside.frame = act->frame;
  L->act = act;
  bind_arguments(&inside, act, args, n);
  forget_locals(&inside, act);
  hd_lifetime_begin(&inside, act);
  hd_act_goto(&inside, NULL, act->body->blocks[0]);
  while (act->work.len) lower_block(inside, act, hd_vec_pop(&act->work));
  L->act = caller;
  hd_value v = join_returns(c, act);
  hd_lifetime_end(c, act);
  hd_vec_clear(&act->work);
  hd_vec_clear(&act->live);
  hd_vec_clear(&act->returns);
  return v;
}
