/* known.c - steps on library objects, and the search through the tables of known names. */
#include "frontend/c/known.h"

#include <stdio.h>

hd_terms *hd_known_terms(const hd_cursor *c)
{
  return hd_lower_program(c->lower)->terms;
}

hd_term hd_known_u32(const hd_cursor *c, uint32_t value)
{
  return hd_term_bv(hd_known_terms(c), 32, value);
}

hd_term hd_known_null(const hd_cursor *c)
{
  return hd_term_bv(hd_known_terms(c), hd_lower_pointer_width(c->lower), 0);
}

bool hd_known_is_null(const hd_cursor *c, hd_term t)
{
  uint64_t value;
  return hd_term_is_const(hd_known_terms(c), t, &value) && value == 0;
}

hd_term hd_known_bits(const hd_cursor *c, hd_term t, unsigned width)
{
  hd_terms *T = hd_known_terms(c);
  if (hd_term_sort(T, t).kind == HD_SORT_BOOL) return hd_term_from_bool(T, t, width);
  return hd_term_resize(T, t, width, false);
}

unsigned hd_known_width(const hd_cursor *c, LLVMTypeRef type)
{
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) <= 64 ? LLVMGetIntTypeWidth(type) : 0;
  case LLVMPointerTypeKind: return hd_lower_pointer_width(c->lower);
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  default: return 0;
  }
}

hd_term hd_known_at(const hd_cursor *c, hd_term address, uint64_t offset)
{
  hd_terms *T = hd_known_terms(c);
  return hd_term_2(T, HD_OP_ADD, address, hd_term_bv(T, hd_lower_pointer_width(c->lower), offset));
}

hd_term hd_known_word(const hd_cursor *c, hd_term address, uint64_t offset)
{
  return hd_term_to(hd_known_terms(c), HD_OP_DEREF, 32, hd_known_at(c, address, offset));
}

hd_term hd_known_element(const hd_cursor *c, hd_term base, hd_term index, uint64_t size)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_lower_pointer_width(c->lower);
  hd_term bytes = hd_term_2(T, HD_OP_MUL, hd_known_bits(c, index, width), hd_term_bv(T, width, size));
  return hd_term_2(T, HD_OP_ADD, base, bytes);
}

hd_var hd_known_var(hd_cursor *c, const char *name, hd_sort sort)
{
  return hd_program_add_var(hd_lower_program(c->lower),
                            (hd_var_info){.name = name,
                                          .thread = c->thread,
                                          .sort = sort,
                                          .role = HD_ROLE_TEMP,
                                          .show = sort.kind == HD_SORT_BOOL ? HD_SHOW_BOOL : HD_SHOW_SIGNED,
                                          .pos = c->pos});
}

hd_var hd_known_result(hd_cursor *c, LLVMValueRef call, const char *name)
{
  return LLVMGetFirstUse(call) ? hd_known_var(c, name, HD_BV(32)) : HD_NO_VAR;
}

hd_term hd_known_result_term(const hd_cursor *c, hd_var result)
{
  if (result.id == HD_NONE) return hd_known_u32(c, 0);
  return hd_program_var_term(hd_lower_program(c->lower), result);
}

const char *hd_known_label(const hd_cursor *c, const char *verb, LLVMValueRef call, unsigned argument)
{
  LLVMValueRef value = LLVMGetOperand(call, argument);
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  bool named = LLVMIsAGlobalVariable(value) || LLVMIsAAllocaInst(value);
  if (!named || !length) return verb;
  const char *dot = memchr(name, '.', length); /* a static local is called function.name */
  char text[160];
  snprintf(text, sizeof text, "%s(%s)", verb, dot ? dot + 1 : name);
  return hd_program_text(hd_lower_program(c->lower), text);
}

const char *hd_known_string(LLVMValueRef call, unsigned argument)
{
  LLVMValueRef value = LLVMGetOperand(call, argument);
  if (!LLVMIsAGlobalVariable(value) || !LLVMIsGlobalConstant(value)) return NULL;
  LLVMValueRef init = LLVMGetInitializer(value);
  if (!init) return NULL;
  if (LLVMIsAConstantAggregateZero(init)) return ""; /* which LLVMIsConstantString does not survive */
  if (!LLVMIsAConstantDataSequential(init) || !LLVMIsConstantString(init)) return NULL;
  size_t length;
  const char *text = LLVMGetAsString(init, &length);
  return length && memchr(text, '\0', length) ? text : NULL;
}

bool hd_known_uses(const hd_cursor *c, const char *function)
{
  LLVMValueRef value = LLVMGetNamedFunction(hd_lower_module(c->lower), function);
  return value && LLVMGetFirstUse(value);
}

hd_action hd_action_when(hd_term guard, const char *label)
{
  return (hd_action){.edge = {.guard = guard, .access = HD_ACCESS_SYNC, .label = label}};
}

static void push_assign(hd_action *s, hd_assign assign)
{
  HD_CHECK(s->edge.n_assigns < HD_COUNT(s->assigns));
  s->assigns[s->edge.n_assigns++] = assign;
}

void hd_action_store(hd_action *s, hd_term address, hd_term value, unsigned width)
{
  push_assign(s, (hd_assign){.var = HD_NO_VAR, .index = address, .value = value, .width = (uint8_t)width});
}

void hd_action_word(hd_action *s, const hd_cursor *c, hd_term address, uint64_t offset, hd_term value)
{
  hd_action_store(s, hd_known_at(c, address, offset), value, 32);
}

void hd_action_set(hd_action *s, hd_var var, hd_term value)
{
  if (var.id != HD_NONE) push_assign(s, (hd_assign){.var = var, .value = value});
}

void hd_action_result(hd_action *s, const hd_cursor *c, hd_var result, uint32_t value)
{
  hd_action_set(s, result, hd_known_u32(c, value));
}

void hd_action_add(const hd_cursor *c, hd_action *s, hd_loc to)
{
  if (hd_cursor_dead(c)) return;
  if (hd_term_is(s->edge.guard) && hd_term_is_false(hd_known_terms(c), s->edge.guard)) return;
  hd_cursor copy = *c;
  s->edge.assigns = s->assigns;
  hd_cursor_edge(&copy, s->edge, to);
}

void hd_action_take(hd_cursor *c, hd_action *s)
{
  if (hd_cursor_dead(c)) return;
  s->edge.assigns = s->assigns;
  hd_cursor_edge(c, s->edge, HD_NO_LOC);
}

hd_term hd_known_errno(hd_cursor *c)
{
  return hd_cursor_hidden(c, "errno", 4);
}

void hd_known_set_errno(hd_cursor *c, uint32_t value)
{
  if (!hd_known_uses(c, "__errno_location")) return;
  hd_cursor_store(c, hd_known_errno(c), hd_known_u32(c, value), HD_ACCESS_SYNC);
}

/* A constant of the call's type; HD_NO_TERM for void and for what is no scalar. */
static hd_term zero_of(hd_cursor *c, LLVMValueRef call)
{
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  return width ? hd_term_bv(hd_known_terms(c), width, 0) : HD_NO_TERM;
}

HD_HANDLER(hd_known_zero)
{
  return zero_of(c, call);
}

/* As the source has it: the headers of glibc give some functions other names. */
static const char *source_name(const char *name)
{
  static const char *const prefixes[] = {"__isoc99_", "__isoc23_"};
  for (size_t i = 0; i < HD_COUNT(prefixes); i++)
    if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return name + strlen(prefixes[i]);
  return name;
}

HD_HANDLER(hd_known_unsupported)
{
  size_t length = 0;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : row->name;
  hd_cursor_unsupported(c, "%s", source_name(name));
  return zero_of(c, call);
}

HD_HANDLER(hd_known_any)
{
  if (!LLVMGetFirstUse(call)) return zero_of(c, call);
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  if (!width) return hd_known_unsupported(c, row, call, args, n_args);
  return hd_cursor_temp(c, "any", HD_BV(width), HD_NO_TERM);
}

static bool pattern_matches(const char *pattern, const char *name)
{
  size_t length = strlen(pattern);
  if (pattern[length - 1] == '*') return strncmp(pattern, name, length - 1) == 0;
  return strcmp(pattern, name) == 0;
}

const hd_known *hd_known_find(const char *name)
{
  static const hd_known *const tables[] = {
      hd_known_verifier,   hd_known_scheduler, hd_known_lists, hd_known_cancellation, hd_known_system,
      hd_known_threads,    hd_known_locks,     hd_known_c11,   hd_known_atomics,      hd_known_output,
      hd_known_effectless, hd_known_libc,      hd_known_cxx};
  for (size_t i = 0; i < HD_COUNT(tables); i++)
    for (const hd_known *row = tables[i]; row->name; row++)
      if (pattern_matches(row->name, name)) return row;
  return NULL;
}
