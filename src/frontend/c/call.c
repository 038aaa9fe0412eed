/* call.c - what is called: a known function, a body, inline assembly, or a pointer. */
#include <ctype.h>

#include "frontend/c/core.h"
#include "frontend/c/known.h"

/* The function behind casts and aliases, or the value itself. */
static LLVMValueRef strip_casts(LLVMValueRef v)
{
  for (;;) {
    if (LLVMIsAGlobalAlias(v))
      v = LLVMAliasGetAliasee(v);
    else if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMBitCast)
      v = LLVMGetOperand(v, 0);
    else
      return v;
  }
}

LLVMValueRef hd_call_callee(LLVMValueRef call)
{
  return strip_casts(LLVMGetCalledValue(call));
}

static bool has_body(LLVMValueRef f)
{
  return LLVMCountBasicBlocks(f) > 0;
}

/* Paths that end with different values become one, with the values in temporaries. */
hd_value hd_merge_values(hd_cursor *into, hd_return *paths, uint32_t n, const char *name)
{
  hd_lower *L = into->lower;
  into->at = HD_NO_LOC;
  if (n == 0) return (hd_value){0};
  if (n == 1) {
    *into = paths[0].at;
    return paths[0].value;
  }
  hd_value merged = hd_value_new(L, paths[0].value.n);
  HD_VEC(hd_assign) assigns = {0};
  for (uint32_t k = 0; k < merged.n; k++) {
    hd_term first = paths[0].value.parts[k];
    bool same = hd_term_is(first);
    hd_sort sort = hd_term_is(first) ? hd_term_sort(L->T, first) : HD_BV(0);
    for (uint32_t i = 1; i < n; i++) {
      hd_term part = paths[i].value.n > k ? paths[i].value.parts[k] : HD_NO_TERM;
      same = same && hd_term_same(part, first);
      if (!sort.width && hd_term_is(part)) sort = hd_term_sort(L->T, part);
    }
    if (same || !sort.width)
      merged.parts[k] = first;
    else
      merged.parts[k] = hd_program_var_term(L->p, hd_cursor_var(into, name, sort));
  }
  for (uint32_t i = 0; i < n; i++) {
    assigns.len = 0;
    for (uint32_t k = 0; k < merged.n; k++) {
      hd_term part = paths[i].value.n > k ? paths[i].value.parts[k] : HD_NO_TERM;
      if (hd_term_is(merged.parts[k]) && !hd_term_same(part, merged.parts[k]))
        hd_vec_push(&assigns, (hd_assign){.var = {hd_term_symbol(L->T, merged.parts[k])}, .value = part});
    }
    if (assigns.len)
      hd_cursor_edge(&paths[i].at, (hd_edge_info){.assigns = assigns.data, .n_assigns = assigns.len}, HD_NO_LOC);
    hd_cursor_join(into, paths[i].at);
  }
  hd_vec_clear(&assigns);
  return merged;
}

static hd_term single(hd_cursor *c, hd_value v)
{
  hd_lower *L = c->lower;
  if (v.n == 1 && !hd_term_is(v.parts[0])) return hd_cursor_temp(c, "undefined", HD_BV(L->ptr), HD_NO_TERM);
  return v.n ? v.parts[0] : hd_term_bv(L->T, L->ptr, 0);
}

static hd_value call_known(hd_cursor *c, const hd_known *row, const char *name, const hd_value *args, unsigned n,
                           LLVMValueRef call)
{
  hd_lower *L = c->lower;
  hd_term few[16], *terms = n <= HD_COUNT(few) ? few : hd_arena_alloc(&L->arena, n * sizeof *terms);
  for (unsigned i = 0; i < n; i++) terms[i] = single(c, args[i]);
  if (hd_cursor_dead(c)) return (hd_value){0};
  hd_known_touch(c, name, terms, n);
  hd_term result = row->handle(c, row, call, terms, n);
  return hd_term_is(result) ? hd_value_of(L, result) : (hd_value){0};
}

/* Tables are looked through once for each function. */
static const hd_known *known_row(hd_lower *L, LLVMValueRef f, const char *name)
{
  const uint64_t *found = hd_map_find(&L->known, (uintptr_t)f);
  if (found) return (const hd_known *)(uintptr_t)*found;
  const hd_known *row = hd_known_find(name);
  hd_map_put(&L->known, (uintptr_t)f, (uintptr_t)row);
  return row;
}

hd_value hd_call_function(hd_cursor *c, LLVMValueRef f, const hd_value *args, unsigned n, LLVMValueRef call)
{
  size_t length;
  const char *name = LLVMGetValueName2(f, &length);
  if (strncmp(name, "llvm.", 5) == 0) return hd_lower_intrinsic(c, f, args, n, call);
  const hd_known *row = known_row(c->lower, f, name);
  hd_known_cancel_point(c, name);
  if (hd_cursor_dead(c)) return (hd_value){0};
  /* A header's inline version of a library function is no better than what is known about it. */
  bool own = has_body(f) && LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage;
  if (row && n >= row->n_args && (row->even_if_defined || !own)) return call_known(c, row, name, args, n, call);
  return has_body(f) ? hd_inline(c, f, args, n, call) : hd_call_missing(c, f, args, n, call);
}

bool hd_call_fits(LLVMValueRef f, LLVMTypeRef type, unsigned n_args)
{
  LLVMTypeRef own = LLVMGlobalGetValueType(f);
  unsigned n = LLVMCountParamTypes(own);
  if (n != n_args && !(LLVMIsFunctionVarArg(own) && n <= n_args) && !LLVMIsFunctionVarArg(type)) return false;
  bool is_void = LLVMGetTypeKind(LLVMGetReturnType(own)) == LLVMVoidTypeKind;
  return !is_void || LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
}

typedef struct {
  hd_term pointer;
  LLVMValueRef operand; /* of the call that it is; NULL: it comes from a library model */
  LLVMTypeRef type;
  const hd_value *args;
  unsigned n_args;
  LLVMValueRef call;
} pointer_call;

/* What a call does with a function whose address is taken. */
typedef enum { CANDIDATE, UNEXPECTED, MISFIT } suitability;

static suitability suits(hd_lower *L, const pointer_call *p, LLVMValueRef f)
{
  if (!hd_call_fits(f, p->type, p->n_args)) return MISFIT;
  return hd_targets_expect(L->targets, p->operand, f) ? CANDIDATE : UNEXPECTED;
}

static bool has_candidate(hd_lower *L, const pointer_call *p)
{
  for (uint32_t i = 0; i < L->taken.len; i++)
    if (suits(L, p, L->taken.data[i]) == CANDIDATE) return true;
  return false;
}

static hd_value call_candidate(hd_cursor *c, LLVMValueRef f, const pointer_call *p)
{
  hd_value v = hd_call_function(c, f, p->args, p->n_args, p->call);
  return v.n ? hd_value_coerce(c, v, LLVMGetReturnType(p->type)) : v;
}

static hd_term is_function(hd_lower *L, hd_term pointer, LLVMValueRef f)
{
  return hd_term_eq_bv(L->T, pointer, hd_function_address(L, f));
}

/* Other functions than the candidates are called: those of another type, which is undefined but done, or those
 * whose address took a way that was not followed. */
static void call_others(hd_cursor *c, const pointer_call *p, suitability which, const char *what)
{
  hd_lower *L = c->lower;
  hd_term others = hd_term_false(L->T);
  for (uint32_t i = 0; i < L->taken.len; i++)
    if (suits(L, p, L->taken.data[i]) == which)
      others = hd_term_2(L->T, HD_OP_OR, others, is_function(L, p->pointer, L->taken.data[i]));
  if (hd_term_is_false(L->T, others)) return;
  hd_cursor path = *c;
  hd_cursor_edge(&path, (hd_edge_info){.guard = others}, HD_NO_LOC);
  hd_cursor_unsupported(&path, "%s", what);
}

static void check_pointer(hd_cursor *c, const pointer_call *p)
{
  hd_lower *L = c->lower;
  hd_term any_of = hd_term_false(L->T);
  for (uint32_t i = 0; i < L->taken.len; i++)
    any_of = hd_term_2(L->T, HD_OP_OR, any_of, is_function(L, p->pointer, L->taken.data[i]));
  hd_cursor_check(c, HD_CHECK_DEREF, any_of, "call through a pointer to no function");
}

static hd_value call_pointer(hd_cursor *c, pointer_call *p)
{
  hd_lower *L = c->lower;
  uint64_t address;
  if (!has_candidate(L, p)) p->operand = NULL;
  LLVMValueRef known = hd_term_is_const(L->T, p->pointer, &address) ? hd_function_at(L, address) : NULL;
  if (known) return call_candidate(c, known, p);
  HD_VEC(hd_return) paths = {0};
  check_pointer(c, p);
  if (hd_cursor_dead(c)) return (hd_value){0};
  call_others(c, p, MISFIT, "a call through a pointer to a function of another type");
  call_others(c, p, UNEXPECTED, "a call through a pointer whose value cannot be followed");
  for (uint32_t i = 0; i < L->taken.len; i++) {
    LLVMValueRef f = L->taken.data[i];
    if (suits(L, p, f) != CANDIDATE) continue;
    hd_cursor path = *c;
    hd_cursor_edge(&path, (hd_edge_info){.guard = is_function(L, p->pointer, f)}, HD_NO_LOC);
    hd_value v = call_candidate(&path, f, p);
    if (!hd_cursor_dead(&path)) hd_vec_push(&paths, (hd_return){path, v});
  }
  hd_value v = hd_merge_values(c, paths.data, paths.len, "result");
  hd_vec_clear(&paths);
  return v;
}

static LLVMValueRef current_call(hd_lower *L)
{
  return L->act && LLVMIsACallInst(L->act->instruction) ? L->act->instruction : NULL;
}

static hd_term first_part(hd_value v)
{
  return v.n ? v.parts[0] : HD_NO_TERM;
}

static hd_value *as_values(hd_lower *L, const hd_term *args, unsigned n)
{
  hd_value *values = hd_arena_alloc(&L->arena, (n + 1) * sizeof *values);
  for (unsigned i = 0; i < n; i++) values[i] = hd_value_of(L, args[i]);
  return values;
}

hd_term hd_lower_call(hd_cursor *c, LLVMValueRef f, const hd_term *args, unsigned n)
{
  hd_lower *L = c->lower;
  f = strip_casts(f);
  if (!LLVMIsAFunction(f)) return HD_NO_TERM;
  if (!has_body(f)) return first_part(hd_call_missing(c, f, as_values(L, args, n), n, NULL));
  return first_part(hd_inline(c, f, as_values(L, args, n), n, current_call(L)));
}

hd_term hd_lower_call_pointer(hd_cursor *c, hd_term pointer, LLVMTypeRef type, const hd_term *args, unsigned n)
{
  hd_lower *L = c->lower;
  pointer_call p = {pointer, NULL, type, as_values(L, args, n), n, current_call(L)};
  return first_part(call_pointer(c, &p));
}

/* Assembly that only orders or delays: nothing to do in a sequentially consistent model. */
static const char *const idle[] = {"",
                                   "nop",
                                   "pause",
                                   "rep; nop",
                                   "rep;nop",
                                   "mfence",
                                   "lfence",
                                   "sfence",
                                   "lock; addl $$0,0(%esp)",
                                   "lock; addl $$0,0(%rsp)"};

static bool is_idle(const char *text)
{
  while (isspace((unsigned char)*text)) text++;
  size_t n = strlen(text);
  while (n && (isspace((unsigned char)text[n - 1]) || text[n - 1] == ';')) n--;
  for (size_t i = 0; i < HD_COUNT(idle); i++)
    if (strlen(idle[i]) == n && memcmp(idle[i], text, n) == 0) return true;
  return false;
}

static void lower_assembly(hd_cursor *c, LLVMValueRef call, LLVMValueRef code)
{
  hd_lower *L = c->lower;
  size_t n, m;
  const char *text = LLVMGetInlineAsmAsmString(code, &n);
  const char *constraints = LLVMGetInlineAsmConstraintString(code, &m);
  char *copy = hd_arena_strndup(&L->arena, text, n);
  if (!is_idle(copy) || strstr(hd_arena_strndup(&L->arena, constraints, m), "=*")) {
    hd_cursor_unsupported(c, "the inline assembly \"%.100s\"", copy);
    return;
  }
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) hd_define(c, call, hd_any_value(c, LLVMTypeOf(call)));
}

static bool is_ignored(LLVMValueRef f)
{
  size_t n;
  const char *name = LLVMIsAFunction(f) ? LLVMGetValueName2(f, &n) : "";
  return strncmp(name, "llvm.dbg.", 9) == 0 || strncmp(name, "llvm.lifetime.", 14) == 0;
}

void hd_lower_call_instruction(hd_cursor *c, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  LLVMValueRef callee = hd_call_callee(call);
  if (is_ignored(callee)) {
    hd_lower_declaration(c, call);
    return;
  }
  if (LLVMIsAInlineAsm(callee)) {
    lower_assembly(c, call, callee);
    return;
  }
  unsigned n = LLVMGetNumArgOperands(call);
  hd_value *args = hd_arena_alloc(&L->arena, (n + 1) * sizeof *args);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef operand = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMMetadataTypeKind) args[i] = hd_operand(c, operand);
  }
  hd_value v;
  if (LLVMIsAFunction(callee)) {
    v = hd_call_function(c, callee, args, n, call);
  } else {
    pointer_call p = {hd_operand_term(c, callee), callee, LLVMGetCalledFunctionType(call), args, n, call};
    v = call_pointer(c, &p);
  }
  LLVMTypeRef type = LLVMTypeOf(call);
  if (hd_cursor_dead(c) || LLVMGetTypeKind(type) == LLVMVoidTypeKind || !LLVMGetFirstUse(call)) return;
  hd_define(c, call, v.n ? hd_value_coerce(c, v, type) : hd_any_value(c, type));
}
