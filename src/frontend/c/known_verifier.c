/* known_verifier.c - the verification vocabulary: errors, assumptions, inputs, atomic sections.
 *
 * An assumption that fails and an orderly end of the process both end the execution: what
 * happened until then stays, nothing follows, and no thread is left waiting. */
#include "frontend/c/known.h"

#include <stdio.h>

/* The execution fails here. */
static HD_HANDLER(fail)
{
  const char *label = "error";
  char text[256];
  const char *condition = row->data ? hd_known_string(call, row->data - 1) : NULL;
  if (condition) {
    snprintf(text, sizeof text, "assertion fails: %s", condition);
    label = text;
  }
  hd_cursor_check(c, HD_CHECK_ASSERTION, hd_term_false(hd_known_terms(c)), label);
  if (!hd_cursor_dead(c)) hd_cursor_exit(c, NULL);
  return HD_NO_TERM;
}

static HD_HANDLER(check)
{
  hd_cursor_check(c, HD_CHECK_ASSERTION, hd_term_to_bool(hd_known_terms(c), args[0]), "assertion");
  return HD_NO_TERM;
}

static HD_HANDLER(assume)
{
  hd_cursor otherwise = hd_cursor_split(c, hd_term_to_bool(hd_known_terms(c), args[0]));
  if (!hd_cursor_dead(&otherwise)) hd_cursor_block(&otherwise, "the assumption does not hold");
  return HD_NO_TERM;
}

enum { AT_ONCE = 1, ORDERLY };

static HD_HANDLER(end_process)
{
  if (row->data == ORDERLY) hd_lower_finish(c);
  if (hd_cursor_dead(c)) return HD_NO_TERM;
  if (row->data)
    hd_lower_exit(c, row->name, false);
  else
    hd_cursor_exit(c, row->name);
  return HD_NO_TERM;
}

/* --- inputs ------------------------------------------------------------------------------------------ */

static hd_term input(hd_cursor *c, const char *name, hd_sort sort, hd_show show)
{
  hd_var var = hd_known_var(c, name, sort);
  hd_program *p = hd_lower_program(c->lower);
  hd_var_get(p, var)->show = show;
  hd_cursor_assign(c, var, HD_NO_TERM);
  return hd_program_var_term(p, var);
}

/* The row's data is an hd_show; the width is the call's own. */
static HD_HANDLER(nondet)
{
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return HD_NO_TERM;
  unsigned width = hd_known_width(c, type);
  if (!width) return hd_known_unsupported(c, row, call, args, n_args);
  if (!LLVMGetFirstUse(call)) return hd_term_bv(hd_known_terms(c), width, 0);
  if (row->data == HD_SHOW_BOOL || width == 1) return hd_known_bits(c, input(c, "input", HD_BOOL, HD_SHOW_BOOL), width);
  return input(c, "input", HD_BV(width), (hd_show)row->data);
}

static unsigned bits_for(uint64_t largest)
{
  unsigned bits = 1;
  while (largest > hd_mask(bits)) bits++;
  return bits;
}

/* low <= result <= high. Constant limits make an input of just enough bits, which is what an
 * engine that tries all values has to try. The row's data says whether the numbers are signed. */
static HD_HANDLER(range)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  if (!width) return hd_known_unsupported(c, row, call, args, n_args);
  hd_term low = hd_known_bits(c, args[0], width), high = hd_known_bits(c, args[1], width);
  hd_op order = row->data == HD_SHOW_SIGNED ? HD_OP_SLE : HD_OP_ULE;
  hd_term span = hd_term_2(T, HD_OP_SUB, high, low);
  uint64_t largest;
  if (!hd_term_is_const(T, span, &largest)) largest = hd_mask(width);
  hd_term offset = hd_known_bits(c, input(c, "input", HD_BV(bits_for(largest)), HD_SHOW_UNSIGNED), width);
  hd_term holds = hd_term_2(T, HD_OP_AND, hd_term_2(T, order, low, high), hd_term_2(T, HD_OP_ULE, offset, span));
  hd_cursor outside = hd_cursor_split(c, holds);
  if (!hd_cursor_dead(&outside)) hd_cursor_block(&outside, "no value of the range");
  return hd_term_2(T, HD_OP_ADD, low, offset);
}

/* --- atomic sections ----------------------------------------------------------------------------------- */

static HD_HANDLER(atomic_begin)
{
  hd_cursor_set_atomic(c, true);
  return HD_NO_TERM;
}

static HD_HANDLER(atomic_end)
{
  hd_cursor_set_atomic(c, false);
  return HD_NO_TERM;
}

/* A function whose whole body is one atomic section; one inside another adds nothing. */
static HD_HANDLER(atomic_function)
{
  LLVMValueRef function = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(function) || LLVMCountBasicBlocks(function) == 0)
    return hd_known_unsupported(c, row, call, args, n_args);
  bool outer = hd_cursor_set_atomic(c, true);
  hd_term value = hd_lower_call(c, function, args, n_args);
  if (!hd_cursor_dead(c)) hd_cursor_set_atomic(c, outer);
  return value;
}

#define INPUT(type, show)                                              \
  {.name = "__VERIFIER_nondet_" type, .handle = nondet, .data = show}, \
  {                                                                    \
    .name = "heddle_nondet_" type, .handle = nondet, .data = show      \
  }

const hd_known hd_known_verifier[] = {
    {.name = "reach_error", .handle = fail, .even_if_defined = true},
    {.name = "__VERIFIER_error", .handle = fail, .even_if_defined = true},
    {.name = "heddle_error", .handle = fail},
    /* data: one more than the argument that holds the condition's text */
    {.name = "__assert_fail", .n_args = 1, .handle = fail, .data = 1},
    {.name = "__assert_perror_fail", .n_args = 1, .handle = fail},
    {.name = "__assert", .n_args = 1, .handle = fail, .data = 1},
    {.name = "__assert_rtn", .n_args = 4, .handle = fail, .data = 4},
    {.name = "__VERIFIER_assert", .n_args = 1, .handle = check},
    {.name = "heddle_assert", .n_args = 1, .handle = check},
    {.name = "__VERIFIER_assume", .n_args = 1, .handle = assume},
    {.name = "assume_abort_if_not", .n_args = 1, .handle = assume},
    {.name = "heddle_assume", .n_args = 1, .handle = assume},
    {.name = "abort", .handle = end_process},
    {.name = "_ZSt9terminatev", .handle = end_process},
    {.name = "__cxa_pure_virtual", .handle = end_process},
    {.name = "exit", .handle = end_process, .data = ORDERLY},
    {.name = "_exit", .handle = end_process, .data = AT_ONCE},
    {.name = "_Exit", .handle = end_process, .data = AT_ONCE},
    {.name = "quick_exit", .handle = end_process, .data = AT_ONCE},
    {.name = "__VERIFIER_atomic_begin", .handle = atomic_begin, .even_if_defined = true},
    {.name = "__VERIFIER_atomic_end", .handle = atomic_end, .even_if_defined = true},
    {.name = "heddle_atomic_begin", .handle = atomic_begin},
    {.name = "heddle_atomic_end", .handle = atomic_end},
    {.name = "__VERIFIER_atomic_*", .handle = atomic_function, .even_if_defined = true},
    INPUT("bool", HD_SHOW_BOOL),
    INPUT("_Bool", HD_SHOW_BOOL),
    INPUT("char", HD_SHOW_CHAR),
    INPUT("schar", HD_SHOW_SIGNED),
    INPUT("uchar", HD_SHOW_UNSIGNED),
    INPUT("float", HD_SHOW_FLOAT),
    INPUT("double", HD_SHOW_FLOAT),
    INPUT("pointer", HD_SHOW_POINTER),
    INPUT("u*", HD_SHOW_UNSIGNED), /* ushort, uint, ulong, ulonglong, unsigned, u8 .. u64 */
    INPUT("size_t", HD_SHOW_UNSIGNED),
    {.name = "__VERIFIER_nondet_memory", .handle = hd_known_unsupported},
    INPUT("*", HD_SHOW_SIGNED),
    {.name = "heddle_int_range", .n_args = 2, .handle = range, .data = HD_SHOW_SIGNED},
    {.name = "heddle_uint_range", .n_args = 2, .handle = range, .data = HD_SHOW_UNSIGNED},
    {0}};
