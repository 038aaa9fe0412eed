/* known_libc.c - the C library, as far as programs about concurrency use it.
 *
 * What comes from outside is any value; strings are walked byte by byte, each access a step. What cannot be followed
 * is unsupported where it is reached. */
#include "frontend/c/known.h"

/* Some non-negative int. */
static HD_HANDLER(non_negative)
{
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  if (!width) return HD_NO_TERM;
  if (!LLVMGetFirstUse(call)) return hd_term_bv(hd_known_terms(c), width, 0);
  return hd_known_bits(c, hd_cursor_temp(c, "any", HD_BV(width > 1 ? width - 1 : 1), HD_NO_TERM), width);
}

static HD_HANDLER(errno_location)
{
  return hd_known_errno(c);
}

/* A body in include/heddle/library that meets what it does not know. */
static HD_HANDLER(stop)
{
  const char *what = hd_known_string(call, 0);
  hd_cursor_unsupported(c, "%s", what ? what : "this call");
  return HD_NO_TERM;
}

static HD_HANDLER(swap_elements)
{
  hd_lower_swap(c, args[0], args[1], args[2]);
  return HD_NO_TERM;
}

/* The number that stands for an argument's text (numbers.c). */
static HD_HANDLER(number_of_argument)
{
  return hd_cursor_load(c, args[0], 64, HD_ACCESS_PLAIN);
}

static HD_HANDLER(environment)
{
  const char *name = hd_lower_text(c->lower, args[0]);
  if (name) return hd_lower_environment(c, name);
  hd_cursor_unsupported(c, "getenv of a name that is computed");
  return hd_known_null(c);
}

static HD_HANDLER(note_one_object)
{
  hd_cursor_note(c, HD_ASSUMES_ENTRY, "--entry");
  return HD_NO_TERM;
}

static HD_HANDLER(note_no_signals)
{
  hd_cursor_note(c, HD_ASSUMES_SIGNALS, "signal");
  return HD_NO_TERM;
}

/* A number of bytes: prototypes of the program's own may have other integers than size_t. */
static hd_term number_of_bytes(hd_cursor *c, hd_term t)
{
  return hd_known_bits(c, t, hd_lower_pointer_width(c->lower));
}

/* --- the heap -------------------------------------------------------------------------------------------
 * Allocation always succeeds, or with --malloc-may-fail perhaps not. */

typedef struct {
  hd_cursor failed; /* dead: it does not fail */
  hd_var address;
} attempt;

/* The cursor goes on where there is memory. */
static attempt attempt_begin(hd_cursor *c, LLVMValueRef call)
{
  hd_terms *T = hd_known_terms(c);
  size_t length = 0;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  attempt a = {.failed = *c, .address = HD_NO_VAR};
  a.failed.at = HD_NO_LOC;
  if (!hd_lower_options(c->lower)->malloc_may_fail) {
    hd_cursor_note(c, HD_ASSUMES_ALLOCATION, LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "malloc");
    return a;
  }
  a.address = hd_known_var(c, "allocated", HD_BV(hd_lower_pointer_width(c->lower)));
  hd_term fails = hd_cursor_temp(c, "fails", HD_BOOL, HD_NO_TERM);
  a.failed = hd_cursor_split(c, hd_term_1(T, HD_OP_NOT, fails));
  return a;
}

static hd_term attempt_end(hd_cursor *c, attempt *a, hd_term address)
{
  if (a->address.id == HD_NONE) return address;
  if (!hd_cursor_dead(c)) hd_cursor_assign(c, a->address, address);
  hd_cursor_assign(&a->failed, a->address, hd_known_null(c));
  hd_cursor_join(c, a->failed);
  return hd_program_var_term(hd_lower_program(c->lower), a->address);
}

static hd_term perhaps_allocate(hd_cursor *c, hd_term size, bool zeroed, LLVMValueRef call)
{
  attempt a = attempt_begin(c, call);
  return attempt_end(c, &a, hd_lower_allocate(c, size, zeroed, call));
}

static HD_HANDLER(allocate)
{
  return perhaps_allocate(c, args[row->data], false, call);
}

static HD_HANDLER(allocate_zeroed)
{
  hd_term size = hd_term_2(hd_known_terms(c), HD_OP_MUL, number_of_bytes(c, args[0]), number_of_bytes(c, args[1]));
  return perhaps_allocate(c, size, true, call);
}

/* New memory, with what fits of the old contents. Of size 0 it may be anything, or nothing. */
static HD_HANDLER(reallocate)
{
  hd_terms *T = hd_known_terms(c);
  if (hd_known_is_null(c, args[0])) return perhaps_allocate(c, args[1], false, call);
  hd_term zero = hd_term_bv(T, hd_term_sort(T, args[1]).width, 0);
  hd_cursor nothing = hd_cursor_split(c, hd_term_ne(T, args[1], zero));
  hd_cursor_unsupported(&nothing, "realloc to a size of 0");
  attempt a = attempt_begin(c, call);
  return attempt_end(c, &a, hd_lower_reallocate(c, args[0], args[1], call));
}

static HD_HANDLER(allocate_into)
{
  enum { OUT_OF_MEMORY = 12 };
  attempt a = attempt_begin(c, call);
  hd_term address = hd_lower_allocate(c, args[2], false, call);
  if (!hd_cursor_dead(c)) hd_cursor_store(c, args[0], address, HD_ACCESS_PLAIN);
  address = attempt_end(c, &a, address);
  hd_term none = hd_term_2(hd_known_terms(c), HD_OP_EQ, address, hd_known_null(c));
  return hd_term_3(hd_known_terms(c), HD_OP_ITE, none, hd_known_u32(c, OUT_OF_MEMORY), hd_known_u32(c, 0));
}

/* mmap: memory of its own, zero when it is no file's (of which the flag may not be known). */
static HD_HANDLER(map_memory)
{
  enum { OF_NO_FILE = 0x20 };
  hd_terms *T = hd_known_terms(c);
  uint64_t flags;
  bool zeroed = hd_term_is_const(T, args[3], &flags) && (flags & OF_NO_FILE);
  if (!hd_known_is_null(c, args[0])) return hd_known_unsupported(c, row, call, args, n_args);
  hd_term address = perhaps_allocate(c, args[1], zeroed, call);
  hd_term failed = hd_term_bv(T, hd_lower_pointer_width(c->lower), hd_mask(hd_lower_pointer_width(c->lower)));
  return hd_term_3(T, HD_OP_ITE, hd_term_2(T, HD_OP_EQ, address, hd_known_null(c)), failed, address);
}

/* munmap: a part of a block may go. Whether memory is alive is asked for valid-memsafety alone. */
static HD_HANDLER(unmap_memory)
{
  if (hd_lower_options(c->lower)->lifetimes) return hd_known_unsupported(c, row, call, args, n_args);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(release)
{
  hd_lower_free(c, args[0]);
  return HD_NO_TERM;
}

/* --- bytes ------------------------------------------------------------------------------------------------
 */

static HD_HANDLER(copy_apart)
{
  hd_lower_copy_apart(c, args[0], args[1], args[2], call);
  return args[0];
}

static HD_HANDLER(copy)
{
  hd_lower_copy(c, args[0], args[1], args[2], call);
  return args[0];
}

static HD_HANDLER(fill)
{
  hd_lower_fill(c, args[0], hd_known_bits(c, args[1], 8), args[2], call);
  return args[0];
}

/* A loop over positions 0, 1, ...: `at` is where it starts again. */
typedef struct {
  hd_var var;
  hd_term position; /* pointer width */
  hd_loc at;
} walk;

static walk walk_begin(hd_cursor *c)
{
  unsigned width = hd_lower_pointer_width(c->lower);
  walk w = {.var = hd_known_var(c, "position", HD_BV(width))};
  w.position = hd_program_var_term(hd_lower_program(c->lower), w.var);
  hd_cursor_assign(c, w.var, hd_term_bv(hd_known_terms(c), width, 0));
  w.at = c->at;
  return w;
}

/* The cursor's path goes round again; nothing follows it. */
static void walk_next(hd_cursor *c, const walk *w)
{
  hd_action s = hd_action_when(HD_NO_TERM, NULL);
  hd_action_set(&s, w->var, hd_known_at(c, w->position, 1));
  hd_action_add(c, &s, w->at);
  c->at = HD_NO_LOC;
}

static hd_term byte_at(hd_cursor *c, hd_term text, const walk *w)
{
  hd_term address = hd_term_2(hd_known_terms(c), HD_OP_ADD, text, w->position);
  return hd_cursor_load(c, address, 8, HD_ACCESS_PLAIN);
}

static void put_at(hd_cursor *c, hd_term text, const walk *w, hd_term byte)
{
  hd_cursor_store(c, hd_term_2(hd_known_terms(c), HD_OP_ADD, text, w->position), byte, HD_ACCESS_PLAIN);
}

hd_term hd_known_length(hd_cursor *c, hd_term text, hd_term limit)
{
  hd_terms *T = hd_known_terms(c);
  hd_cursor full = *c;
  full.at = HD_NO_LOC;
  walk w = walk_begin(c);
  if (hd_term_is(limit)) full = hd_cursor_split(c, hd_term_2(T, HD_OP_ULT, w.position, limit));
  hd_term byte = byte_at(c, text, &w);
  hd_cursor end = hd_cursor_split(c, hd_term_ne(T, byte, hd_term_bv(T, 8, 0)));
  walk_next(c, &w);
  *c = end;
  hd_cursor_join(c, full);
  return w.position;
}

static HD_HANDLER(string_length)
{
  return hd_known_length(c, args[0], row->data ? number_of_bytes(c, args[1]) : HD_NO_TERM);
}

/* Copies a text with its end; the destination starts at `to`. */
static void copy_text(hd_cursor *c, hd_term to, hd_term from)
{
  hd_terms *T = hd_known_terms(c);
  walk w = walk_begin(c);
  hd_term byte = byte_at(c, from, &w);
  put_at(c, to, &w, byte);
  hd_cursor end = hd_cursor_split(c, hd_term_ne(T, byte, hd_term_bv(T, 8, 0)));
  walk_next(c, &w);
  *c = end;
}

static HD_HANDLER(string_copy)
{
  copy_text(c, args[0], args[1]);
  return args[0];
}

static HD_HANDLER(string_append)
{
  hd_term length = hd_known_length(c, args[0], HD_NO_TERM);
  copy_text(c, hd_term_2(hd_known_terms(c), HD_OP_ADD, args[0], length), args[1]);
  return args[0];
}

/* Bytes up to the first difference, or to the limit; texts also end at 0. The result is the
 * difference of the last two bytes looked at: its sign is what the standard promises. */
static HD_HANDLER(compare)
{
  enum { LIMITED = 1, TEXT = 2 }; /* bits of the row's data */
  hd_terms *T = hd_known_terms(c);
  hd_program *p = hd_lower_program(c->lower);
  hd_var result = hd_known_var(c, "difference", HD_BV(32));
  hd_cursor_assign(c, result, hd_known_u32(c, 0));
  hd_cursor full = *c;
  full.at = HD_NO_LOC;
  walk w = walk_begin(c);
  if (row->data & LIMITED) full = hd_cursor_split(c, hd_term_2(T, HD_OP_ULT, w.position, number_of_bytes(c, args[2])));
  hd_term a = byte_at(c, args[0], &w), b = byte_at(c, args[1], &w);
  hd_cursor_assign(c, result, hd_term_2(T, HD_OP_SUB, hd_known_bits(c, a, 32), hd_known_bits(c, b, 32)));
  hd_term more = hd_term_2(T, HD_OP_EQ, a, b);
  if (row->data & TEXT) more = hd_term_2(T, HD_OP_AND, more, hd_term_ne(T, a, hd_term_bv(T, 8, 0)));
  hd_cursor end = hd_cursor_split(c, more);
  walk_next(c, &w);
  *c = end;
  hd_cursor_join(c, full);
  return hd_program_var_term(p, result);
}

/* Where a byte is, or NULL. A text ends with 0, which is part of it; other memory at the limit. */
static HD_HANDLER(find_byte)
{
  enum { LIMITED = 1, LAST = 2 }; /* bits of the row's data */
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_lower_pointer_width(c->lower);
  hd_var result = hd_known_var(c, "found", HD_BV(width));
  hd_term wanted = hd_known_bits(c, args[1], 8);
  hd_cursor_assign(c, result, hd_term_bv(T, width, 0));
  hd_cursor end = *c;
  end.at = HD_NO_LOC;
  walk w = walk_begin(c);
  if (row->data & LIMITED) end = hd_cursor_split(c, hd_term_2(T, HD_OP_ULT, w.position, number_of_bytes(c, args[2])));
  hd_term byte = byte_at(c, args[0], &w);
  hd_cursor other = hd_cursor_split(c, hd_term_2(T, HD_OP_EQ, byte, wanted));
  hd_cursor_assign(c, result, hd_term_2(T, HD_OP_ADD, args[0], w.position));
  if (row->data & LAST)
    hd_cursor_join(c, other);
  else
    hd_cursor_join(&end, *c), *c = other;
  if (!(row->data & LIMITED)) hd_cursor_join(&end, hd_cursor_split(c, hd_term_ne(T, byte, hd_term_bv(T, 8, 0))));
  walk_next(c, &w);
  *c = end;
  return hd_program_var_term(hd_lower_program(c->lower), result);
}

/* At most so many bytes of a text, and zeros for those that it does not have. */
static HD_HANDLER(string_copy_some)
{
  hd_terms *T = hd_known_terms(c);
  hd_var ended = hd_known_var(c, "ended", HD_BOOL);
  hd_term has_ended = hd_program_var_term(hd_lower_program(c->lower), ended);
  hd_cursor_assign(c, ended, hd_term_false(T));
  walk w = walk_begin(c);
  hd_cursor end = hd_cursor_split(c, hd_term_2(T, HD_OP_ULT, w.position, number_of_bytes(c, args[2])));
  hd_cursor text = hd_cursor_split(c, has_ended);
  put_at(c, args[0], &w, hd_term_bv(T, 8, 0));
  hd_term byte = byte_at(&text, args[1], &w);
  put_at(&text, args[0], &w, byte);
  hd_cursor_assign(&text, ended, hd_term_eq_bv(T, byte, 0));
  hd_cursor_join(c, text);
  walk_next(c, &w);
  *c = end;
  return args[0];
}

static HD_HANDLER(string_duplicate)
{
  hd_term size = hd_known_at(c, hd_known_length(c, args[0], HD_NO_TERM), 1);
  attempt a = attempt_begin(c, call);
  hd_term copy = hd_lower_allocate(c, size, false, call);
  if (!hd_cursor_dead(c)) copy_text(c, copy, args[0]);
  return attempt_end(c, &a, copy);
}

/* --- numbers and characters
 * ---------------------------------------------------------------------------------- */

static HD_HANDLER(absolute)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  hd_term zero = hd_term_bv(T, width, 0), x = hd_known_bits(c, args[0], width);
  hd_term overflow = hd_term_2(T, HD_OP_SSUBO, zero, x);
  hd_cursor_check(c, HD_CHECK_OVERFLOW, hd_term_1(T, HD_OP_NOT, overflow), "overflow");
  return hd_term_3(T, HD_OP_ITE, hd_term_2(T, HD_OP_SLT, x, zero), hd_term_1(T, HD_OP_NEG, x), x);
}

static hd_term between(hd_cursor *c, hd_term x, char low, char high)
{
  hd_terms *T = hd_known_terms(c);
  return hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_SLE, hd_known_u32(c, (uint32_t)low), x),
                   hd_term_2(T, HD_OP_SLE, x, hd_known_u32(c, (uint32_t)high)));
}

enum { DIGIT = 1, UPPER = 2, LOWER = 4, SPACE = 8 };

/* Does the program only ask whether the call's result is 0? */
static bool is_asked_for_zero(LLVMValueRef call)
{
  for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAICmpInst(user) || !LLVMIsNull(LLVMGetOperand(user, 1))) return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(user);
    if (predicate != LLVMIntEQ && predicate != LLVMIntNE) return false;
  }
  return true;
}

/* What is true of a character is any number but 0. */
static hd_term as_truth(hd_cursor *c, hd_term holds, LLVMValueRef call)
{
  hd_terms *T = hd_known_terms(c);
  if (is_asked_for_zero(call)) return hd_term_from_bool(T, holds, 32);
  hd_term any = hd_cursor_temp(c, "nonzero", HD_BV(32), HD_NO_TERM), zero = hd_known_u32(c, 0);
  hd_term nonzero = hd_term_3(T, HD_OP_ITE, hd_term_eq_bv(T, any, 0), hd_known_u32(c, 1), any);
  return hd_term_3(T, HD_OP_ITE, holds, nonzero, zero);
}

/* Of a body in include/heddle/library, which is asked for its truth. */
static HD_HANDLER(some_truth)
{
  return as_truth(c, hd_term_true(hd_known_terms(c)), call);
}

/* Is args[0] one of the classes in the row's data, in the "C" locale? */
static HD_HANDLER(is_class)
{
  hd_terms *T = hd_known_terms(c);
  hd_term x = hd_known_bits(c, args[0], 32), in = hd_term_false(T);
  if (row->data & DIGIT) in = hd_term_2(T, HD_OP_OR, in, between(c, x, '0', '9'));
  if (row->data & UPPER) in = hd_term_2(T, HD_OP_OR, in, between(c, x, 'A', 'Z'));
  if (row->data & LOWER) in = hd_term_2(T, HD_OP_OR, in, between(c, x, 'a', 'z'));
  if (row->data & SPACE) {
    in = hd_term_2(T, HD_OP_OR, in, between(c, x, '\t', '\r'));
    in = hd_term_2(T, HD_OP_OR, in, hd_term_eq_bv(T, x, ' '));
  }
  return as_truth(c, in, call);
}

/* toupper and tolower: the row's data is the class that changes. */
static HD_HANDLER(change_case)
{
  hd_terms *T = hd_known_terms(c);
  hd_term x = hd_known_bits(c, args[0], 32);
  bool up = row->data == LOWER;
  hd_term changes = up ? between(c, x, 'a', 'z') : between(c, x, 'A', 'Z');
  hd_term other = hd_term_2(T, up ? HD_OP_SUB : HD_OP_ADD, x, hd_known_u32(c, 'a' - 'A'));
  return hd_term_3(T, HD_OP_ITE, changes, other, x);
}

/* A byte, or EOF. */
static HD_HANDLER(read_char)
{
  hd_terms *T = hd_known_terms(c);
  hd_term end = hd_cursor_temp(c, "eof", HD_BOOL, HD_NO_TERM);
  hd_term byte = hd_cursor_temp(c, "byte", HD_BV(8), HD_NO_TERM);
  return hd_term_3(T, HD_OP_ITE, end, hd_known_u32(c, UINT32_MAX), hd_known_bits(c, byte, 32));
}

/* Seconds since 1970: any number that clocks show, as far as the type goes. A program that adds some to it does not
 * overflow before 2242, or 2038. */
static hd_term any_moment(hd_cursor *c, unsigned width)
{
  enum { MOST_BITS = 33 };
  unsigned bits = width > MOST_BITS ? MOST_BITS : width - 1;
  return hd_known_bits(c, hd_cursor_temp(c, "time", HD_BV(bits), HD_NO_TERM), width);
}

/* time(&t): any moment, or -1. */
static HD_HANDLER(current_time)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  if (!width) return HD_NO_TERM;
  hd_term fails = hd_cursor_temp(c, "fails", HD_BOOL, HD_NO_TERM);
  hd_term now = hd_term_3(T, HD_OP_ITE, fails, hd_term_bv(T, width, UINT64_MAX), any_moment(c, width));
  hd_cursor none = hd_cursor_split(c, hd_term_ne(T, args[0], hd_known_null(c)));
  if (!hd_cursor_dead(c)) hd_cursor_store(c, args[0], now, HD_ACCESS_PLAIN);
  hd_cursor_join(c, none);
  return now;
}

/* rand_r(&seed): any number that is not negative, and the seed is another one. */
static HD_HANDLER(next_random)
{
  hd_cursor_load(c, args[0], 32, HD_ACCESS_PLAIN);
  hd_cursor_store(c, args[0], hd_cursor_temp(c, "seed", HD_BV(32), HD_NO_TERM), HD_ACCESS_PLAIN);
  return non_negative(c, row, call, args, n_args);
}

/* Any positive number of at most so many bits, the same one always. */
static hd_term fixed_number(hd_cursor *c, const char *name, unsigned bits)
{
  hd_program *p = hd_lower_program(c->lower);
  hd_var number = hd_program_find_var(p, name);
  if (number.id == HD_NONE)
    number = hd_program_add_var(p, (hd_var_info){.name = name,
                                                 .thread = HD_NO_THREAD,
                                                 .sort = HD_BV(bits),
                                                 .any = true,
                                                 .role = HD_ROLE_TEMP,
                                                 .show = HD_SHOW_UNSIGNED,
                                                 .pos = HD_NO_POS});
  hd_term least = hd_known_bits(c, hd_program_var_term(p, number), 32);
  return hd_term_2(hd_known_terms(c), HD_OP_ADD, least, hd_known_u32(c, 1));
}

static HD_HANDLER(process_number)
{
  return fixed_number(c, "(process)", 30);
}

/* As Linux has it: that of the first thread is the process's. The others are apart by an unknown distance. */
static HD_HANDLER(thread_number)
{
  hd_terms *T = hd_known_terms(c);
  hd_term first = process_number(c, row, call, args, n_args);
  hd_term distance = fixed_number(c, "(between threads)", 12);
  hd_term before = hd_term_2(T, HD_OP_SUB, hd_cursor_tid(c), hd_known_u32(c, 1));
  return hd_term_2(T, HD_OP_ADD, first, hd_term_2(T, HD_OP_MUL, before, distance));
}

/* A stream that is given a buffer writes there whenever it likes. */
static HD_HANDLER(give_buffer)
{
  if (!hd_known_is_null(c, args[1])) return hd_known_unsupported(c, row, call, args, n_args);
  return hd_known_zero(c, row, call, args, n_args);
}

/* Fills a struct timespec or timeval with any moment; nothing in the model depends on time. Its second part is a
 * fraction of a second. */
static void fill_moment(hd_cursor *c, hd_term object, uint64_t second)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_lower_pointer_width(c->lower);
  hd_term any = hd_cursor_temp(c, "time", HD_BV(width), HD_NO_TERM);
  hd_term fraction = hd_term_2(T, HD_OP_UREM, any, hd_term_bv(T, width, second));
  hd_cursor_store(c, object, any_moment(c, width), HD_ACCESS_PLAIN);
  hd_cursor_store(c, hd_known_at(c, object, width / 8), fraction, HD_ACCESS_PLAIN);
}

static HD_HANDLER(time_into)
{
  hd_term object = args[row->data];
  if (!hd_known_is_null(c, object))
    fill_moment(c, object, strcmp(row->name, "gettimeofday") == 0 ? 1000000 : 1000000000);
  return hd_known_u32(c, 0);
}

/* timespec_get(&t, base): gives the base, or 0 when it cannot. */
static HD_HANDLER(time_by_base)
{
  hd_terms *T = hd_known_terms(c);
  hd_term fails = hd_cursor_temp(c, "fails", HD_BOOL, HD_NO_TERM);
  hd_cursor failed = hd_cursor_split(c, hd_term_1(T, HD_OP_NOT, fails));
  if (!hd_cursor_dead(c)) fill_moment(c, args[0], 1000000000);
  hd_cursor_join(c, failed);
  return hd_term_3(T, HD_OP_ITE, fails, hd_known_u32(c, 0), hd_known_bits(c, args[1], 32));
}

/* Does the program create no threads? */
static HD_HANDLER(has_one_thread)
{
  bool creates = hd_known_uses(c, "pthread_create") || hd_known_uses(c, "thrd_create");
  return hd_term_bv(hd_known_terms(c), hd_known_width(c, LLVMTypeOf(call)), !creates);
}

#define SOME(function)                       \
  {                                          \
    .name = function, .handle = non_negative \
  }
#define NOTHING(function)                     \
  {                                           \
    .name = function, .handle = hd_known_zero \
  }
#define ANY(function)                        \
  {                                          \
    .name = function, .handle = hd_known_any \
  }
#define BEYOND(function)                             \
  {                                                  \
    .name = function, .handle = hd_known_unsupported \
  }

const hd_known hd_known_libc[] = {
    {.name = "malloc", .n_args = 1, .handle = allocate},
    {.name = "valloc", .n_args = 1, .handle = allocate},
    {.name = "aligned_alloc", .n_args = 2, .handle = allocate, .data = 1},
    {.name = "memalign", .n_args = 2, .handle = allocate, .data = 1},
    {.name = "calloc", .n_args = 2, .handle = allocate_zeroed},
    {.name = "realloc", .n_args = 2, .handle = reallocate},
    {.name = "posix_memalign", .n_args = 3, .handle = allocate_into},
    {.name = "free", .n_args = 1, .handle = release},
    {.name = "memcpy", .n_args = 3, .handle = copy_apart},
    {.name = "memmove", .n_args = 3, .handle = copy},
    {.name = "memset", .n_args = 3, .handle = fill},
    {.name = "memcmp", .n_args = 3, .handle = compare, .data = 1},
    {.name = "strcmp", .n_args = 2, .handle = compare, .data = 2},
    {.name = "strncmp", .n_args = 3, .handle = compare, .data = 3},
    {.name = "strlen", .n_args = 1, .handle = string_length},
    {.name = "strnlen", .n_args = 2, .handle = string_length, .data = 1},
    {.name = "strcpy", .n_args = 2, .handle = string_copy},
    {.name = "strcat", .n_args = 2, .handle = string_append},
    {.name = "strncpy", .n_args = 3, .handle = string_copy_some},
    {.name = "strchr", .n_args = 2, .handle = find_byte},
    {.name = "strrchr", .n_args = 2, .handle = find_byte, .data = 2},
    {.name = "memchr", .n_args = 3, .handle = find_byte, .data = 1},
    {.name = "strdup", .n_args = 1, .handle = string_duplicate},
    BEYOND("strstr"),
    BEYOND("strncat"),
    BEYOND("strtok"),
    BEYOND("strtok_r"),
    BEYOND("strndup"),
    {.name = "setbuf", .n_args = 2, .handle = give_buffer},
    {.name = "setvbuf", .n_args = 2, .handle = give_buffer},
    BEYOND("sprintf"),
    BEYOND("snprintf"),
    BEYOND("vsprintf"),
    BEYOND("vsnprintf"),
    BEYOND("scanf"),
    BEYOND("fscanf"),
    BEYOND("sscanf"),
    BEYOND("__isoc99_*"),
    BEYOND("__isoc23_scanf"),
    BEYOND("__isoc23_fscanf"),
    BEYOND("__isoc23_sscanf"),
    BEYOND("fgets"),
    BEYOND("gets"),
    BEYOND("fread"),
    BEYOND("read"),
    BEYOND("getline"),
    {.name = "getchar", .handle = read_char},
    {.name = "getc", .handle = read_char},
    {.name = "fgetc", .handle = read_char},
    SOME("rand"),
    SOME("random"),
    {.name = "rand_r", .n_args = 1, .handle = next_random},
    NOTHING("srand"),
    NOTHING("srandom"),
    {.name = "getpid", .handle = process_number},
    {.name = "gettid", .handle = thread_number},
    ANY("clock"),
    ANY("sysconf"),
    {.name = "time", .n_args = 1, .handle = current_time},
    {.name = "clock_gettime", .n_args = 2, .handle = time_into, .data = 1},
    {.name = "gettimeofday", .n_args = 1, .handle = time_into},
    {.name = "timespec_get", .n_args = 2, .handle = time_by_base},
    NOTHING("sleep"),
    NOTHING("usleep"),
    NOTHING("nanosleep"),
    NOTHING("clock_nanosleep"),
    {.name = "abs", .n_args = 1, .handle = absolute},
    {.name = "labs", .n_args = 1, .handle = absolute},
    {.name = "llabs", .n_args = 1, .handle = absolute},
    {.name = "imaxabs", .n_args = 1, .handle = absolute},
    {.name = "isdigit", .n_args = 1, .handle = is_class, .data = DIGIT},
    {.name = "isalpha", .n_args = 1, .handle = is_class, .data = UPPER | LOWER},
    {.name = "isalnum", .n_args = 1, .handle = is_class, .data = DIGIT | UPPER | LOWER},
    {.name = "isupper", .n_args = 1, .handle = is_class, .data = UPPER},
    {.name = "islower", .n_args = 1, .handle = is_class, .data = LOWER},
    {.name = "isspace", .n_args = 1, .handle = is_class, .data = SPACE},
    {.name = "toupper", .n_args = 1, .handle = change_case, .data = LOWER},
    {.name = "tolower", .n_args = 1, .handle = change_case, .data = UPPER},
    {.name = "__errno_location", .handle = errno_location},
    {.name = "__heddle_number", .n_args = 1, .handle = number_of_argument},
    {.name = "__heddle_environment", .n_args = 1, .handle = environment},
    {.name = "__heddle_one_object", .handle = note_one_object},
    {.name = "__heddle_no_signals", .handle = note_no_signals},
    {.name = "__heddle_has_one_thread", .handle = has_one_thread},
    {.name = "__heddle_swap", .n_args = 3, .handle = swap_elements},
    {.name = "__heddle_true", .handle = some_truth},
    {.name = "__heddle_unsupported", .n_args = 1, .handle = stop},
    BEYOND("getenv"),
    BEYOND("setenv"),
    BEYOND("putenv"),
    BEYOND("unsetenv"),
    BEYOND("clearenv"),
    BEYOND("__ctype_b_loc"),
    BEYOND("__ctype_tolower_loc"),
    BEYOND("__ctype_toupper_loc"),
    BEYOND("fork"),
    BEYOND("vfork"),
    BEYOND("execve"),
    BEYOND("execvp"),
    BEYOND("signal"),
    BEYOND("sigaction"),
    BEYOND("sigprocmask"),
    BEYOND("sigwait"),
    BEYOND("raise"),
    BEYOND("kill"),
    BEYOND("alarm"),
    BEYOND("pause"),
    BEYOND("atexit"),
    BEYOND("at_quick_exit"),
    {.name = "mmap", .n_args = 6, .handle = map_memory},
    {.name = "mmap64", .n_args = 6, .handle = map_memory},
    {.name = "munmap", .n_args = 2, .handle = unmap_memory},
    BEYOND("qsort"),
    BEYOND("bsearch"),
    BEYOND("atoi"),
    BEYOND("atol"),
    BEYOND("atoll"),
    BEYOND("strtol"),
    BEYOND("strtoul"),
    BEYOND("strtoll"),
    BEYOND("strtoull"),
    BEYOND("strtod"),
    BEYOND("strtof"),
    BEYOND("strtold"),
    BEYOND("strcspn"),
    BEYOND("strspn"),
    BEYOND("strpbrk"),
    BEYOND("strsep"),
    BEYOND("strcoll"),
    BEYOND("strcasecmp"),
    BEYOND("strncasecmp"),
    BEYOND("stpcpy"),
    BEYOND("memmem"),
    BEYOND("memccpy"),
    BEYOND("bcopy"),
    BEYOND("bcmp"),
    BEYOND("bzero"),
    BEYOND("wcslen"),
    BEYOND("wcscpy"),
    BEYOND("wcscmp"),
    BEYOND("wmemcpy"),
    BEYOND("wmemset"),
    BEYOND("mbstowcs"),
    BEYOND("wcstombs"),
    BEYOND("div"),
    BEYOND("ldiv"),
    BEYOND("lldiv"),
    BEYOND("isxdigit"),
    BEYOND("isprint"),
    BEYOND("ispunct"),
    BEYOND("iscntrl"),
    BEYOND("isgraph"),
    BEYOND("sem_open"),
    BEYOND("shm_open"),
    BEYOND("getopt"),
    BEYOND("getopt_long"),
    BEYOND("qsort_r"),
    BEYOND("lsearch"),
    BEYOND("lfind"),
    BEYOND("tsearch"),
    BEYOND("wait"),
    BEYOND("waitpid"),
    /* What no table knows of these does something to threads: it is not to be taken for nothing. */
    BEYOND("pthread_*"),
    BEYOND("__pthread_*"),
    BEYOND("sem_*"),
    BEYOND("thrd_*"),
    BEYOND("mtx_*"),
    BEYOND("cnd_*"),
    BEYOND("tss_*"),
    BEYOND("ft_*"),
    BEYOND("GOMP_*"),
    BEYOND("__kmpc_*"),
    BEYOND("clone"),
    {0}};
