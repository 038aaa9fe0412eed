/* value.c - what an operand is at the cursor, and where a result is kept. */
#include "frontend/c/core.h"

enum { MAX_WEIGHT = 100 };

static hd_value local_value(hd_cursor *c, LLVMValueRef v)
{
  hd_act *act = c->lower->act;
  uint32_t number = hd_body_number(act->body, v);
  if (number == HD_NONE) {
    hd_cursor_unsupported(c, "the operand %s", hd_value_text(c->lower, v));
    return (hd_value){0};
  }
  uint32_t local = act->body->local_of[number];
  if (local != HD_NONE && !act->body->locals.data[local].dynamic)
    return hd_value_of(c->lower, hd_alloca_address(c, act, v));
  hd_value value = act->values[number];
  return value.n ? value : hd_any_value(c, LLVMTypeOf(v));
}

/* What clang makes of an operator on constants that C leaves undefined: 1 / 0, 1 << 40, INT_MIN / -1. It does not say
 * which it was, so that it cannot be told whether no-overflow asks for it; where it can, clang's own check comes
 * before. */
static void stop_at_poison(hd_cursor *c, LLVMValueRef v)
{
  hd_lower *L = c->lower;
  if (!LLVMIsPoison(v) || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind) return;
  if (hd_property_asks(L->options.property, HD_CHECK_OVERFLOW))
    hd_cursor_unsupported(c, "an operator on constants that C leaves undefined");
  else
    hd_cursor_check(c, HD_CHECK_UNDEFINED, hd_term_false(L->T), "an operator on constants");
}

hd_value hd_operand(hd_cursor *c, LLVMValueRef v)
{
  stop_at_poison(c, v);
  if (LLVMIsAGlobalVariable(v) && LLVMIsThreadLocal(v)) return hd_value_of(c->lower, hd_global_address(c, v));
  if (LLVMIsConstant(v)) return hd_constant_value(c, v);
  return local_value(c, v);
}

hd_term hd_operand_term(hd_cursor *c, LLVMValueRef v)
{
  hd_lower *L = c->lower;
  hd_value value = hd_operand(c, v);
  hd_sort sort = hd_lower_sort(L, LLVMTypeOf(v));
  if (value.n == 1 && hd_term_is(value.parts[0])) return value.parts[0];
  if (value.n == 1) return hd_cursor_temp(c, "undefined", sort, HD_NO_TERM);
  hd_cursor_unsupported(c, "a scalar value of type %s", hd_type_text(L, LLVMTypeOf(v)));
  return hd_term_const(L->T, sort.width ? sort : HD_BV(L->ptr), 0);
}

hd_term hd_address_seen(hd_cursor *c, hd_term address)
{
  hd_lower *L = c->lower;
  uint64_t at;
  if (!hd_term_is_const(L->T, address, &at) || at < 4096) return address;
  return hd_cursor_temp(c, "address", hd_term_sort(L->T, address), address);
}

static const char *name_of(hd_lower *L, LLVMValueRef v)
{
  size_t n;
  const char *name = LLVMGetValueName2(v, &n);
  (void)L;
  return n ? name : "value";
}

/* Is this the temporary that the latest step just set? */
static bool is_fresh(hd_lower *L, hd_term t)
{
  return L->fresh_edge.id != HD_NONE && hd_term_is(t) && hd_term_op(L->T, t) == HD_OP_VAR &&
         hd_term_symbol(L->T, t) == L->fresh_var.id;
}

void hd_value_settle(hd_cursor *c, hd_value *v, const char *name)
{
  hd_lower *L = c->lower;
  hd_value settled = hd_value_new(L, v->n);
  hd_assign few[8], *assigns = v->n <= HD_COUNT(few) ? few : hd_alloc(v->n, sizeof *assigns);
  uint32_t n = 0;
  for (uint32_t i = 0; i < v->n; i++) {
    hd_term part = v->parts[i];
    if (hd_term_is(part) && hd_term_op(L->T, part) == HD_OP_CONST) {
      settled.parts[i] = part;
      continue;
    }
    hd_var var = hd_cursor_var(c, name, hd_term_is(part) ? hd_term_sort(L->T, part) : HD_BV(L->ptr));
    settled.parts[i] = hd_program_var_term(L->p, var);
    assigns[n++] = (hd_assign){.var = var, .value = part};
  }
  if (n) hd_cursor_edge(c, (hd_edge_info){.assigns = assigns, .n_assigns = n}, HD_NO_LOC);
  if (assigns != few) free(assigns);
  *v = settled;
}

/* A value that other blocks use lives in variables of its own, the same ones wherever
 * (inside an atomic section or not) its block is lowered. */
static void define_across(hd_cursor *c, hd_value *kept, hd_value value, LLVMValueRef instruction)
{
  hd_lower *L = c->lower;
  const hd_leaves *leaves = hd_lower_leaves(L, LLVMTypeOf(instruction));
  if (!kept->n && value.n == 1 && is_fresh(L, value.parts[0])) {
    *kept = value;
    return;
  }
  if (!kept->n) {
    *kept = hd_value_new(L, value.n);
    for (uint32_t i = 0; i < value.n; i++)
      kept->parts[i] = hd_program_var_term(L->p, hd_cursor_var(c, name_of(L, instruction), leaves->data[i].sort));
  }
  hd_assign few[8], *assigns = value.n <= HD_COUNT(few) ? few : hd_alloc(value.n, sizeof *assigns);
  for (uint32_t i = 0; i < value.n; i++)
    assigns[i] = (hd_assign){.var = {hd_term_symbol(L->T, kept->parts[i])}, .value = value.parts[i]};
  hd_cursor_edge(c, (hd_edge_info){.assigns = assigns, .n_assigns = value.n}, HD_NO_LOC);
  if (assigns != few) free(assigns);
}

/* About how many nodes the value's terms have, from what they were made of. */
static uint32_t weigh(const hd_act *act, LLVMValueRef instruction)
{
  uint32_t sum = 1;
  if (LLVMIsALoadInst(instruction) || LLVMIsACallInst(instruction)) return sum;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
    uint32_t number = hd_body_number(act->body, LLVMGetOperand(instruction, i));
    if (number != HD_NONE) sum += act->weights[number];
  }
  return sum;
}

void hd_define(hd_cursor *c, LLVMValueRef instruction, hd_value value)
{
  hd_act *act = c->lower->act;
  if (hd_cursor_dead(c) || !value.n || !LLVMGetFirstUse(instruction)) return;
  uint32_t number = hd_body_number(act->body, instruction);
  act->weights[number] = weigh(act, instruction);
  if (act->weights[number] > MAX_WEIGHT) { /* a long expression is computed in pieces */
    hd_value_settle(c, &value, name_of(c->lower, instruction));
    act->weights[number] = 1;
  }
  if (act->body->last_use[number] == HD_NONE) {
    define_across(c, &act->values[number], value, instruction);
    return;
  }
  act->values[number] = value;
  hd_vec_push(&act->live, number);
}

void hd_define_term(hd_cursor *c, LLVMValueRef instruction, hd_term value)
{
  if (hd_term_is(value)) hd_define(c, instruction, hd_value_of(c->lower, value));
}

static hd_term index_term(hd_cursor *c, LLVMValueRef index)
{
  return hd_term_resize(c->lower->T, hd_operand_term(c, index), c->lower->ptr, true);
}

hd_term hd_gep(hd_cursor *c, LLVMValueRef gep)
{
  hd_lower *L = c->lower;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  hd_term address = hd_operand_term(c, LLVMGetOperand(gep, 0));
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    uint64_t offset;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      offset = LLVMOffsetOfElement(L->unit->data, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      address = hd_term_2(L->T, HD_OP_ADD, address, hd_term_bv(L->T, L->ptr, offset));
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    hd_term scale = hd_term_bv(L->T, L->ptr, LLVMABISizeOfType(L->unit->data, type));
    address = hd_term_2(L->T, HD_OP_ADD, address, hd_term_2(L->T, HD_OP_MUL, index_term(c, index), scale));
  }
  return address;
}
