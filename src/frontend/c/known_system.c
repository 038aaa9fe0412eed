/* known_system.c - calls of the kernel by number: futexes, barriers of memory.
 *
 * Who waits at a futex may wake up at any time, as Linux allows, and then looks again: nothing need be known of who
 * waits. But it may not be relied on to wake up, so that for deadlocks waiting is not supported. */
#include "frontend/c/known.h"

enum { ERRNO_EINTR = 4, ERRNO_EAGAIN = 11 };
enum { FUTEX_WAIT = 0, FUTEX_WAKE = 1, FUTEX_REQUEUE = 3, FUTEX_WAIT_BITSET = 9, FUTEX_WAKE_BITSET = 10 };
enum { FUTEX_COMMANDS = 127 }; /* what the operation is, without its flags */

typedef enum { SYSTEM_OTHER, SYSTEM_FUTEX, SYSTEM_YIELD, SYSTEM_BARRIER } system_kind;

/* Numbers of x86-64 and of i386. */
static const struct {
  uint16_t wide, narrow;
  system_kind kind;
} numbers[] = {{202, 240, SYSTEM_FUTEX}, {24, 158, SYSTEM_YIELD}, {324, 375, SYSTEM_BARRIER}};

static system_kind kind_of_call(hd_cursor *c, hd_term number)
{
  uint64_t value;
  bool wide = hd_lower_pointer_width(c->lower) == 64;
  if (!hd_term_is_const(hd_known_terms(c), number, &value)) return SYSTEM_OTHER;
  for (size_t i = 0; i < HD_COUNT(numbers); i++)
    if (value == (wide ? numbers[i].wide : numbers[i].narrow)) return numbers[i].kind;
  return SYSTEM_OTHER;
}

static hd_term failure(hd_cursor *c, LLVMValueRef call)
{
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  return hd_term_bv(hd_known_terms(c), width, hd_mask(width));
}

/* Fails when the word has another value already; otherwise it waits, and wakes up, or a signal came. */
static hd_term wait_at_futex(hd_cursor *c, LLVMValueRef call, hd_term word, hd_term expected)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  hd_var var = hd_known_var(c, "futex.result", HD_BV(width));
  hd_term seen = hd_cursor_load(c, word, 32, HD_ACCESS_ATOMIC);
  hd_cursor other = hd_cursor_split(c, hd_term_2(T, HD_OP_EQ, seen, hd_known_bits(c, expected, 32)));
  hd_cursor interrupted = *c;
  if (!hd_cursor_dead(c)) hd_cursor_assign(c, var, hd_term_bv(T, width, 0));
  if (!hd_cursor_dead(&interrupted)) {
    hd_cursor_assign(&interrupted, var, failure(c, call));
    hd_known_set_errno(&interrupted, ERRNO_EINTR);
  }
  if (!hd_cursor_dead(&other)) {
    hd_cursor_assign(&other, var, failure(c, call));
    hd_known_set_errno(&other, ERRNO_EAGAIN);
  }
  hd_cursor_join(c, interrupted);
  hd_cursor_join(c, other);
  return hd_program_var_term(hd_lower_program(c->lower), var);
}

static hd_term call_futex(hd_cursor *c, const hd_known *row, LLVMValueRef call, const hd_term *args, unsigned n_args)
{
  uint64_t command = FUTEX_COMMANDS;
  if (n_args >= 4) hd_term_is_const(hd_known_terms(c), args[2], &command);
  switch (command & FUTEX_COMMANDS) {
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
  case FUTEX_REQUEUE: return hd_known_any(c, row, call, args, n_args);
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    if (!hd_violated_by(hd_lower_options(c->lower)->property, HD_BY_DEADLOCK))
      return wait_at_futex(c, call, args[1], args[3]);
    hd_cursor_unsupported(c, "waiting at a futex, where deadlocks are asked for");
    return HD_NO_TERM;
  default: hd_cursor_unsupported(c, "this operation on a futex"); return HD_NO_TERM;
  }
}

static HD_HANDLER(call_system)
{
  switch (kind_of_call(c, args[0])) {
  case SYSTEM_FUTEX: return call_futex(c, row, call, args, n_args);
  case SYSTEM_YIELD:
  case SYSTEM_BARRIER: return hd_known_zero(c, row, call, args, n_args);
  case SYSTEM_OTHER: break;
  }
  hd_cursor_unsupported(c, "syscall");
  return HD_NO_TERM;
}

const hd_known hd_known_system[] = {{.name = "syscall", .n_args = 1, .handle = call_system}, {0}};
