/* instruction.c - one handler for each opcode. */
#include "frontend/c/core.h"

void hd_lower_fallback(hd_cursor *c, LLVMValueRef i)
{
  hd_cursor_unsupported(c, "the instruction `%s`", hd_value_text(c->lower, i));
}

static bool check_type(hd_cursor *c, LLVMTypeRef type)
{
  const hd_leaves *leaves = hd_lower_leaves(c->lower, type);
  if (!leaves->unsupported) return true;
  hd_cursor_unsupported(c, "a value of type %s", hd_type_text(c->lower, leaves->unsupported));
  return false;
}

/* The promoted local that an address operand is, or HD_NONE. */
static uint32_t promoted_local(hd_lower *L, LLVMValueRef address)
{
  const hd_body *b = L->act->body;
  if (!LLVMIsAAllocaInst(address)) return HD_NONE;
  uint32_t number = hd_body_number(b, address);
  if (number == HD_NONE || b->local_of[number] == HD_NONE) return HD_NONE;
  return b->locals.data[b->local_of[number]].promoted ? number : HD_NONE;
}

/* Bits in memory as a value of the sort, and back. */
static hd_term from_memory(hd_lower *L, hd_term bits, hd_sort sort)
{
  if (sort.kind == HD_SORT_BOOL) return hd_term_to_bool(L->T, hd_term_extract(L->T, bits, 0, 1));
  return hd_term_resize(L->T, bits, sort.width, false);
}

static unsigned memory_width(hd_sort sort)
{
  return (sort.width + 7u) / 8 * 8;
}

static hd_term offset_address(hd_lower *L, hd_term address, uint64_t offset)
{
  return hd_term_2(L->T, HD_OP_ADD, address, hd_term_bv(L->T, L->ptr, offset));
}

static void lower_local_load(hd_cursor *c, LLVMValueRef i, uint32_t number)
{
  hd_lower *L = c->lower;
  hd_term term = L->act->aliases[number];
  bool used = LLVMGetFirstUse(i); /* `(void)envp` asks for nothing */
  if (used && hd_term_is(term) && hd_term_same(term, L->environment)) {
    hd_cursor_unsupported(c, "the environment of the program");
    return;
  }
  if (!hd_term_is(term)) term = hd_program_var_term(L->p, hd_act_local(c, L->act, number));
  hd_define_term(c, i, from_memory(L, term, hd_lower_sort(L, LLVMTypeOf(i))));
}

static void lower_load(hd_cursor *c, LLVMValueRef i)
{
  hd_lower *L = c->lower;
  LLVMTypeRef type = LLVMTypeOf(i);
  uint32_t local = promoted_local(L, LLVMGetOperand(i, 0));
  if (!check_type(c, type)) return;
  if (local != HD_NONE) {
    lower_local_load(c, i, local);
    return;
  }
  hd_term address = hd_operand_term(c, LLVMGetOperand(i, 0));
  const hd_leaves *leaves = hd_lower_leaves(L, type);
  if (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic) {
    hd_define_term(c, i, from_memory(L, hd_lower_atomic(c, i, &address, NULL), leaves->data[0].sort));
    return;
  }
  hd_value v = hd_value_new(L, leaves->n);
  for (uint32_t k = 0; k < leaves->n; k++) {
    hd_term at = offset_address(L, address, leaves->data[k].offset);
    hd_sort sort = leaves->data[k].sort;
    hd_term bits = hd_whole_load(c, LLVMGetOperand(i, 0), address, leaves->data[k].offset, memory_width(sort));
    if (!hd_term_is(bits)) bits = hd_cursor_load(c, at, memory_width(sort), HD_ACCESS_PLAIN);
    v.parts[k] = from_memory(L, bits, sort);
  }
  hd_define(c, i, v);
}

/* Moves values that mention the variable, and are used after this instruction, out of the
 * way of a store to it. */
static bool protect_values(hd_cursor *c, hd_var var, uint32_t now)
{
  hd_act *act = c->lower->act;
  bool moved = false;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < act->live.len; k++) {
    uint32_t number = act->live.data[k];
    hd_value *v = &act->values[number];
    bool mentions = false;
    if (act->body->last_use[number] <= now) continue;
    act->live.data[kept++] = number;
    for (uint32_t i = 0; i < v->n && !mentions; i++)
      mentions = hd_term_is(v->parts[i]) && hd_term_mentions(c->lower->T, v->parts[i], var.id);
    if (mentions) hd_value_settle(c, v, "old");
    moved = moved || mentions;
  }
  act->live.len = kept;
  return moved;
}

/* Once is enough where a copy runs once, since variables start so. */
void hd_lower_declaration(hd_cursor *c, LLVMValueRef declare)
{
  hd_lower *L = c->lower;
  hd_act *act = L->act;
  LLVMValueRef address;
  LLVMMetadataRef variable;
  if (!hd_debug_is_declare(declare, &address, &variable) || hd_act_times(act, declare) == 1) return;
  uint32_t number = hd_body_number(act->body, address);
  if (number == HD_NONE || act->body->local_of[number] == HD_NONE) return;
  const hd_local *local = &act->body->locals.data[act->body->local_of[number]];
  if (!local->uninit) return;
  if (local->promoted) {
    hd_var var = hd_act_local(c, act, number);
    protect_values(c, var, hd_body_number(act->body, declare));
    hd_cursor_assign(c, var, HD_NO_TERM);
    return;
  }
  LLVMTypeRef type = LLVMGetAllocatedType(address);
  hd_lower_forget(c, hd_alloca_address(c, act, address), hd_lower_type_size(L, type),
                  (hd_hint){hd_debug_type(L, variable), type});
}

/* `t = load x; store t, local`: one step, when nothing else needs t. */
static bool fuse(hd_cursor *c, LLVMValueRef stored, hd_var var, hd_term value)
{
  hd_lower *L = c->lower;
  LLVMUseRef use = LLVMGetFirstUse(stored);
  if (L->fresh_edge.id == HD_NONE || !LLVMIsAInstruction(stored) || !use || LLVMGetNextUse(use)) return false;
  if (!hd_term_is(value) || hd_term_op(L->T, value) != HD_OP_VAR) return false;
  if (hd_term_symbol(L->T, value) != L->fresh_var.id) return false;
  hd_edge_info *e = hd_edge_get(L->p, L->fresh_edge);
  if (e->to.id != c->at.id || e->n_assigns != 1 || e->assigns[0].var.id != L->fresh_var.id) return false;
  e->assigns[0].var = var;
  return true;
}

/* May a parameter stand for its argument's term? An argument stays what it is during the
 * call. Addresses are worth it even when they are computed: then accesses through them are
 * accesses to a known object. */
static bool is_alias(hd_lower *L, const hd_local *local, hd_term value)
{
  if (!local->param || !hd_term_is(value)) return false;
  hd_op op = hd_term_op(L->T, value);
  if (op == HD_OP_CONST || op == HD_OP_VAR) return true;
  bool pointer = hd_debug_show(L, hd_debug_type(L, local->variable)) == HD_SHOW_POINTER;
  return pointer && hd_term_size(L->T, value) <= 8;
}

static void lower_local_store(hd_cursor *c, LLVMValueRef i, uint32_t number)
{
  hd_lower *L = c->lower;
  hd_act *act = L->act;
  LLVMValueRef stored = LLVMGetOperand(i, 0);
  const hd_local *local = &act->body->locals.data[act->body->local_of[number]];
  hd_value v = hd_operand(c, stored);
  if (hd_cursor_dead(c) || v.n != 1) return;
  hd_term value = v.parts[0];
  if (hd_term_is(value)) value = hd_bv_of(L, value, local->width);
  if (is_alias(L, local, value)) {
    act->aliases[number] = value;
    return;
  }
  hd_var var = hd_act_local(c, act, number);
  if (protect_values(c, var, hd_body_number(act->body, i)) || !fuse(c, stored, var, value))
    hd_cursor_assign(c, var, value);
}

static void store_part(hd_cursor *c, hd_term address, hd_term value, hd_sort sort)
{
  hd_lower *L = c->lower;
  hd_assign assign = {.var = HD_NO_VAR, .index = address, .width = (uint8_t)memory_width(sort)};
  if (hd_term_is(value)) assign.value = hd_bv_of(L, value, assign.width);
  hd_cursor_edge(c, (hd_edge_info){.assigns = &assign, .n_assigns = 1}, HD_NO_LOC);
}

static void store_leaf(hd_cursor *c, LLVMValueRef operand, hd_term address, hd_term value, const hd_leaf *leaf)
{
  hd_term at = offset_address(c->lower, address, leaf->offset);
  bool bits = hd_term_is(value) && leaf->sort.kind == HD_SORT_BV && leaf->sort.width == memory_width(leaf->sort);
  if (!bits || !hd_whole_store(c, operand, address, leaf->offset, value)) store_part(c, at, value, leaf->sort);
}

static void lower_store(hd_cursor *c, LLVMValueRef i)
{
  hd_lower *L = c->lower;
  LLVMValueRef stored = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(stored);
  uint32_t local = promoted_local(L, LLVMGetOperand(i, 1));
  if (!check_type(c, type)) return;
  if (local != HD_NONE) {
    lower_local_store(c, i, local);
    return;
  }
  hd_term address = hd_operand_term(c, LLVMGetOperand(i, 1));
  const hd_leaves *leaves = hd_lower_leaves(L, type);
  if (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic) {
    hd_term value = hd_operand_term(c, stored);
    hd_lower_atomic(c, i, (hd_term[]){hd_bv_of(L, value, memory_width(leaves->data[0].sort)), address}, NULL);
    return;
  }
  hd_value v = hd_operand(c, stored);
  for (uint32_t k = 0; k < leaves->n && k < v.n; k++)
    store_leaf(c, LLVMGetOperand(i, 1), address, v.parts[k], &leaves->data[k]);
}

static void lower_binary(hd_cursor *c, LLVMValueRef i)
{
  if (!check_type(c, LLVMTypeOf(i))) return;
  hd_term a = hd_operand_term(c, LLVMGetOperand(i, 0)), b = hd_operand_term(c, LLVMGetOperand(i, 1));
  if (hd_cursor_dead(c)) return;
  hd_term result = hd_binary(c, i, LLVMGetInstructionOpcode(i), a, b);
  if (hd_term_is(result))
    hd_define_term(c, i, result);
  else
    hd_lower_fallback(c, i);
}

static void lower_fneg(hd_cursor *c, LLVMValueRef i)
{
  if (!check_type(c, LLVMTypeOf(i))) return;
  hd_term a = hd_operand_term(c, LLVMGetOperand(i, 0));
  if (!hd_cursor_dead(c)) hd_define_term(c, i, hd_term_1(c->lower->T, HD_OP_FNEG, a));
}

static hd_term cast_from_bool(hd_lower *L, LLVMOpcode op, hd_term a, unsigned width)
{
  hd_terms *T = L->T;
  switch (op) {
  case LLVMSExt: return hd_term_3(T, HD_OP_ITE, a, hd_term_bv(T, width, hd_mask(width)), hd_term_bv(T, width, 0));
  case LLVMUIToFP: return hd_term_to(T, HD_OP_UITOF, width, hd_term_from_bool(T, a, 8));
  default: return hd_term_from_bool(T, a, width);
  }
}

hd_term hd_cast(hd_lower *L, LLVMOpcode op, hd_term a, LLVMTypeRef from, LLVMTypeRef to)
{
  hd_terms *T = L->T;
  hd_sort source = hd_lower_sort(L, from), target = hd_lower_sort(L, to);
  if (!source.width || !target.width) return HD_NO_TERM;
  if (source.kind == HD_SORT_BOOL) return target.kind == HD_SORT_BOOL ? a : cast_from_bool(L, op, a, target.width);
  if (target.kind == HD_SORT_BOOL)
    return op == LLVMTrunc || op == LLVMPtrToInt ? hd_term_to_bool(T, hd_term_extract(T, a, 0, 1)) : HD_NO_TERM;
  switch (op) {
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr: return hd_term_resize(T, a, target.width, false);
  case LLVMSExt: return hd_term_resize(T, a, target.width, true);
  case LLVMBitCast:
  case LLVMAddrSpaceCast: return source.width == target.width ? a : HD_NO_TERM;
  case LLVMFPTrunc:
  case LLVMFPExt: return hd_term_to(T, HD_OP_FTOF, target.width, a);
  case LLVMFPToSI: return hd_term_to(T, HD_OP_FTOSI, target.width, a);
  case LLVMFPToUI: return hd_term_to(T, HD_OP_FTOUI, target.width, a);
  case LLVMSIToFP: return hd_term_to(T, HD_OP_SITOF, target.width, a);
  case LLVMUIToFP: return hd_term_to(T, HD_OP_UITOF, target.width, a);
  default: return HD_NO_TERM;
  }
}

static void lower_cast(hd_cursor *c, LLVMValueRef i)
{
  LLVMValueRef operand = LLVMGetOperand(i, 0);
  if (!check_type(c, LLVMTypeOf(i)) || !check_type(c, LLVMTypeOf(operand))) return;
  hd_term a = hd_operand_term(c, operand);
  if (hd_cursor_dead(c)) return;
  if (LLVMGetInstructionOpcode(i) == LLVMPtrToInt) a = hd_address_seen(c, a);
  hd_term result = hd_cast(c->lower, LLVMGetInstructionOpcode(i), a, LLVMTypeOf(operand), LLVMTypeOf(i));
  if (hd_term_is(result))
    hd_define_term(c, i, result);
  else
    hd_lower_fallback(c, i);
}

static bool is_constant(hd_cursor *c, hd_term t)
{
  uint64_t value;
  return hd_term_is_const(c->lower->T, t, &value) && value;
}

static void lower_compare(hd_cursor *c, LLVMValueRef i)
{
  if (!check_type(c, LLVMTypeOf(LLVMGetOperand(i, 0))) || !check_type(c, LLVMTypeOf(i))) return;
  hd_term a = hd_operand_term(c, LLVMGetOperand(i, 0)), b = hd_operand_term(c, LLVMGetOperand(i, 1));
  if (hd_cursor_dead(c)) return;
  if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMPointerTypeKind && is_constant(c, b))
    a = hd_address_seen(c, a);
  if (LLVMGetInstructionOpcode(i) == LLVMICmp)
    hd_define_term(c, i, hd_compare_int(c->lower, LLVMGetICmpPredicate(i), a, b));
  else
    hd_define_term(c, i, hd_compare_real(c->lower, LLVMGetFCmpPredicate(i), a, b));
}

static void lower_gep(hd_cursor *c, LLVMValueRef i)
{
  if (check_type(c, LLVMTypeOf(i))) hd_define_term(c, i, hd_gep(c, i));
}

static void lower_select(hd_cursor *c, LLVMValueRef i)
{
  hd_lower *L = c->lower;
  if (!check_type(c, LLVMTypeOf(i)) || !check_type(c, LLVMTypeOf(LLVMGetOperand(i, 0)))) return;
  hd_term cond = hd_operand_term(c, LLVMGetOperand(i, 0));
  hd_value a = hd_operand(c, LLVMGetOperand(i, 1)), b = hd_operand(c, LLVMGetOperand(i, 2));
  if (hd_cursor_dead(c)) return;
  hd_value v = hd_value_new(L, a.n);
  for (uint32_t k = 0; k < a.n; k++) { /* of an undefined side, the other is as good as any */
    bool both = hd_term_is(a.parts[k]) && hd_term_is(b.parts[k]);
    v.parts[k] = both                     ? hd_term_3(L->T, HD_OP_ITE, cond, a.parts[k], b.parts[k])
                 : hd_term_is(a.parts[k]) ? a.parts[k]
                                          : b.parts[k];
  }
  hd_define(c, i, v);
}

static void lower_freeze(hd_cursor *c, LLVMValueRef i)
{
  if (!check_type(c, LLVMTypeOf(i))) return;
  hd_value v = hd_operand(c, LLVMGetOperand(i, 0));
  hd_value fixed = hd_any_value(c, LLVMTypeOf(i));
  for (uint32_t k = 0; k < v.n && k < fixed.n; k++)
    if (hd_term_is(v.parts[k])) fixed.parts[k] = v.parts[k];
  hd_define(c, i, fixed);
}

/* The scalars that a path of indices selects in an aggregate. */
static uint32_t first_leaf(hd_lower *L, LLVMTypeRef type, const unsigned *indices, unsigned n, LLVMTypeRef *inner)
{
  uint32_t first = 0;
  for (unsigned k = 0; k < n; k++) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      for (unsigned i = 0; i < indices[k]; i++) first += hd_lower_leaves(L, LLVMStructGetTypeAtIndex(type, i))->n;
      type = LLVMStructGetTypeAtIndex(type, indices[k]);
    } else {
      type = LLVMGetElementType(type);
      first += indices[k] * hd_lower_leaves(L, type)->n;
    }
  }
  *inner = type;
  return first;
}

static void lower_extract_value(hd_cursor *c, LLVMValueRef i)
{
  hd_lower *L = c->lower;
  LLVMValueRef whole = LLVMGetOperand(i, 0);
  LLVMTypeRef inner;
  if (!check_type(c, LLVMTypeOf(whole))) return;
  hd_value v = hd_operand(c, whole);
  uint32_t first = first_leaf(L, LLVMTypeOf(whole), LLVMGetIndices(i), LLVMGetNumIndices(i), &inner);
  uint32_t n = hd_lower_leaves(L, inner)->n;
  if (hd_cursor_dead(c) || first + n > v.n) return;
  hd_define(c, i, (hd_value){v.parts + first, n});
}

static void lower_insert_value(hd_cursor *c, LLVMValueRef i)
{
  hd_lower *L = c->lower;
  LLVMValueRef whole = LLVMGetOperand(i, 0);
  LLVMTypeRef inner;
  if (!check_type(c, LLVMTypeOf(i))) return;
  hd_value v = hd_operand(c, whole), part = hd_operand(c, LLVMGetOperand(i, 1));
  if (hd_cursor_dead(c)) return;
  hd_value result = hd_value_new(L, v.n);
  uint32_t first = first_leaf(L, LLVMTypeOf(whole), LLVMGetIndices(i), LLVMGetNumIndices(i), &inner);
  memcpy(result.parts, v.parts, v.n * sizeof *v.parts);
  for (uint32_t k = 0; k < part.n && first + k < v.n; k++) result.parts[first + k] = part.parts[k];
  hd_define(c, i, result);
}

static void lower_atomic(hd_cursor *c, LLVMValueRef i)
{
  hd_lower *L = c->lower;
  hd_term operands[4] = {HD_NO_TERM};
  unsigned n = (unsigned)LLVMGetNumOperands(i);
  if (!check_type(c, LLVMTypeOf(i))) return;
  for (unsigned k = 0; k < n && k < HD_COUNT(operands); k++) operands[k] = hd_operand_term(c, LLVMGetOperand(i, k));
  if (hd_cursor_dead(c)) return;
  hd_term done = HD_NO_TERM, before = hd_lower_atomic(c, i, operands, &done);
  if (LLVMGetInstructionOpcode(i) != LLVMAtomicCmpXchg) {
    hd_define_term(c, i, before);
  } else if (hd_term_is(done)) {
    hd_value pair = hd_value_new(L, 2);
    pair.parts[0] = before;
    pair.parts[1] = done;
    hd_define(c, i, pair);
  }
}

static LLVMBasicBlockRef block_of(LLVMValueRef i)
{
  return LLVMGetInstructionParent(i);
}

static void lower_branch(hd_cursor *c, LLVMValueRef i)
{
  LLVMBasicBlockRef on = LLVMGetSuccessor(i, 0);
  if (!LLVMIsConditional(i) || hd_lower_guarded(c, i, &on)) {
    hd_act_goto(c, block_of(i), on);
    return;
  }
  hd_term cond = hd_operand_term(c, LLVMGetCondition(i));
  if (hd_cursor_dead(c)) return;
  hd_cursor other = hd_cursor_split(c, cond);
  hd_act_goto(c, block_of(i), LLVMGetSuccessor(i, 0));
  hd_act_goto(&other, block_of(i), LLVMGetSuccessor(i, 1));
}

/* Operands: condition, default, then a value and a block for each case. */
static void lower_switch(hd_cursor *c, LLVMValueRef i)
{
  hd_lower *L = c->lower;
  hd_term value = hd_operand_term(c, LLVMGetOperand(i, 0)), none = hd_term_true(L->T);
  if (hd_cursor_dead(c)) return;
  for (unsigned k = 2; k + 1 < (unsigned)LLVMGetNumOperands(i); k += 2) {
    hd_term match = hd_term_2(L->T, HD_OP_EQ, value, hd_operand_term(c, LLVMGetOperand(i, k)));
    hd_cursor taken = *c;
    hd_cursor_edge(&taken, (hd_edge_info){.guard = match}, HD_NO_LOC);
    hd_act_goto(&taken, block_of(i), LLVMValueAsBasicBlock(LLVMGetOperand(i, k + 1)));
    none = hd_term_2(L->T, HD_OP_AND, none, hd_term_1(L->T, HD_OP_NOT, match));
  }
  hd_cursor_edge(c, (hd_edge_info){.guard = none}, HD_NO_LOC);
  hd_act_goto(c, block_of(i), LLVMGetSwitchDefaultDest(i));
}

static void lower_return(hd_cursor *c, LLVMValueRef i)
{
  hd_act *act = c->lower->act;
  hd_value v = {0};
  if (LLVMGetNumOperands(i)) {
    if (!check_type(c, LLVMTypeOf(LLVMGetOperand(i, 0)))) return;
    v = hd_operand(c, LLVMGetOperand(i, 0));
  }
  if (!hd_cursor_dead(c)) hd_vec_push(&act->returns, (hd_return){*c, v});
  c->at = HD_NO_LOC;
}

/* What comes after a call that does not return, though we do not know the function; or __builtin_unreachable. */
static void lower_unreachable(hd_cursor *c, LLVMValueRef i)
{
  LLVMValueRef before = LLVMGetPreviousInstruction(i);
  if (before && LLVMIsACallInst(before))
    hd_cursor_exit(c, "code that is never reached");
  else
    hd_cursor_check(c, HD_CHECK_UNDEFINED, hd_term_false(c->lower->T), "code that is never reached");
}

static void lower_nothing(hd_cursor *c, LLVMValueRef i)
{
  (void)c;
  (void)i;
}

static void lower_alloca(hd_cursor *c, LLVMValueRef i)
{
  const hd_body *b = c->lower->act->body;
  if (b->locals.data[b->local_of[hd_body_number(b, i)]].dynamic) hd_lower_alloca(c, i);
}

typedef void handler(hd_cursor *c, LLVMValueRef i);
static handler *const handlers[] = {
    [LLVMRet] = lower_return,
    [LLVMBr] = lower_branch,
    [LLVMSwitch] = lower_switch,
    [LLVMUnreachable] = lower_unreachable,
    [LLVMFNeg] = lower_fneg,
    [LLVMAdd] = lower_binary,
    [LLVMFAdd] = lower_binary,
    [LLVMSub] = lower_binary,
    [LLVMFSub] = lower_binary,
    [LLVMMul] = lower_binary,
    [LLVMFMul] = lower_binary,
    [LLVMUDiv] = lower_binary,
    [LLVMSDiv] = lower_binary,
    [LLVMFDiv] = lower_binary,
    [LLVMURem] = lower_binary,
    [LLVMSRem] = lower_binary,
    [LLVMFRem] = lower_binary,
    [LLVMShl] = lower_binary,
    [LLVMLShr] = lower_binary,
    [LLVMAShr] = lower_binary,
    [LLVMAnd] = lower_binary,
    [LLVMOr] = lower_binary,
    [LLVMXor] = lower_binary,
    [LLVMAlloca] = lower_alloca,
    [LLVMLoad] = lower_load,
    [LLVMStore] = lower_store,
    [LLVMGetElementPtr] = lower_gep,
    [LLVMTrunc] = lower_cast,
    [LLVMZExt] = lower_cast,
    [LLVMSExt] = lower_cast,
    [LLVMFPToUI] = lower_cast,
    [LLVMFPToSI] = lower_cast,
    [LLVMUIToFP] = lower_cast,
    [LLVMSIToFP] = lower_cast,
    [LLVMFPTrunc] = lower_cast,
    [LLVMFPExt] = lower_cast,
    [LLVMPtrToInt] = lower_cast,
    [LLVMIntToPtr] = lower_cast,
    [LLVMBitCast] = lower_cast,
    [LLVMAddrSpaceCast] = lower_cast,
    [LLVMICmp] = lower_compare,
    [LLVMFCmp] = lower_compare,
    [LLVMPHI] = lower_nothing, /* set on the edges that enter the block */
    [LLVMCall] = hd_lower_call_instruction,
    [LLVMSelect] = lower_select,
    [LLVMFreeze] = lower_freeze,
    [LLVMExtractValue] = lower_extract_value,
    [LLVMInsertValue] = lower_insert_value,
    [LLVMFence] = lower_atomic,
    [LLVMAtomicCmpXchg] = lower_atomic,
    [LLVMAtomicRMW] = lower_atomic,
};

void hd_lower_instruction(hd_cursor *c, LLVMValueRef i)
{
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  handler *handle = (size_t)op < HD_COUNT(handlers) ? handlers[op] : NULL;
  (handle ? handle : hd_lower_fallback)(c, i);
}
