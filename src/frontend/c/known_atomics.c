/* known_atomics.c - atomic accesses: LLVM's instructions and the __atomic library calls.
 *
 * Every atomic access is one step and sequentially consistent. A program that asks for less
 * may have executions that are not among those; it is told so where it asks. (Where an order matters in itself, for
 * data races, the program is looked at once more with loads that may tell nothing: hd_c_options.doubts.) A failing
 * compare-and-exchange only reads, and fails only when the values differ, or any time if weak. */
#include "frontend/c/known.h"
#include "frontend/c/unit.h"

static void note_weak(hd_cursor *c, const char *order)
{
  hd_cursor_note(c, HD_ASSUMES_ORDER, order);
}

static bool is_relaxed(LLVMAtomicOrdering order)
{
  return order == LLVMAtomicOrderingUnordered || order == LLVMAtomicOrderingMonotonic;
}

/* Is it relaxed? */
static bool note_llvm_order(hd_cursor *c, LLVMAtomicOrdering order)
{
  switch (order) {
  case LLVMAtomicOrderingUnordered:
  case LLVMAtomicOrderingMonotonic: note_weak(c, "memory_order_relaxed"); return true;
  case LLVMAtomicOrderingAcquire: note_weak(c, "memory_order_acquire"); break;
  case LLVMAtomicOrderingRelease: note_weak(c, "memory_order_release"); break;
  case LLVMAtomicOrderingAcquireRelease: note_weak(c, "memory_order_acq_rel"); break;
  default: break;
  }
  return false;
}

/* C's numbers for the orders, as library calls get them. */
static bool note_c_order(hd_cursor *c, hd_term order)
{
  static const char *const names[] = {"memory_order_relaxed", "memory_order_consume", "memory_order_acquire",
                                      "memory_order_release", "memory_order_acq_rel"};
  uint64_t value;
  bool known = hd_term_is_const(hd_known_terms(c), order, &value);
  if (!known)
    note_weak(c, "a variable memory order");
  else if (value < HD_COUNT(names))
    note_weak(c, names[value]);
  return !known || value < 2;
}

/* Whether what an access reads can be relied on is decided when it is known who else writes there. HD_NO_TERM: it is
 * not asked. */
static hd_term new_doubt(hd_cursor *c)
{
  if (!hd_lower_options(c->lower)->doubts) return HD_NO_TERM;
  hd_program *p = hd_lower_program(c->lower);
  hd_var doubt = hd_known_var(c, "doubt", HD_BOOL);
  hd_var_get(p, doubt)->any = true;
  return hd_program_var_term(p, doubt);
}

static void mark_order(hd_edge_info *e, bool relaxed, hd_term doubt)
{
  e->relaxed = relaxed;
  e->doubt = doubt;
}

static hd_term told_value(hd_cursor *c, hd_term value, unsigned width, hd_term doubt)
{
  if (!hd_term_is(doubt) || !hd_term_is(value)) return value;
  hd_term any = hd_cursor_temp(c, "told", HD_BV(width), HD_NO_TERM);
  return hd_term_3(hd_known_terms(c), HD_OP_ITE, doubt, any, value);
}

/* The steps from `first` on are the access. */
static void mark_steps(hd_cursor *c, uint32_t first, bool relaxed, hd_term doubt)
{
  hd_program *p = hd_lower_program(c->lower);
  for (uint32_t i = first; i < p->edges.len; i++) mark_order(&p->edges.data[i], relaxed, doubt);
}

/* What is constant takes no step. */
static hd_term load_atomic(hd_cursor *c, hd_term address, unsigned width, bool relaxed)
{
  const hd_program *p = hd_lower_program(c->lower);
  uint32_t first = p->edges.len;
  hd_term value = hd_cursor_load(c, address, width, HD_ACCESS_ATOMIC);
  if (p->edges.len == first) return value;
  hd_term doubt = new_doubt(c);
  mark_steps(c, first, relaxed, doubt);
  return told_value(c, value, width, doubt);
}

static void store_atomic(hd_cursor *c, hd_term address, hd_term value, bool relaxed)
{
  uint32_t first = hd_lower_program(c->lower)->edges.len;
  hd_cursor_store(c, address, value, HD_ACCESS_ATOMIC);
  mark_steps(c, first, relaxed, HD_NO_TERM);
}

static hd_term deref(const hd_cursor *c, hd_term address, unsigned width)
{
  return hd_term_to(hd_known_terms(c), HD_OP_DEREF, width, address);
}

static hd_term choose_extreme(hd_terms *T, hd_op less, hd_term a, hd_term b, bool smaller)
{
  hd_term cond = hd_term_2(T, less, a, b);
  return smaller ? hd_term_3(T, HD_OP_ITE, cond, a, b) : hd_term_3(T, HD_OP_ITE, cond, b, a);
}

/* The smaller or larger of two floating-point numbers; one that is no number loses. */
static hd_term choose_float(hd_terms *T, hd_term a, hd_term b, bool smaller)
{
  hd_term b_is_nan = hd_term_2(T, HD_OP_FUNO, b, b), a_is_nan = hd_term_2(T, HD_OP_FUNO, a, a);
  hd_term first = smaller ? hd_term_2(T, HD_OP_FLT, a, b) : hd_term_2(T, HD_OP_FLT, b, a);
  hd_term number = hd_term_3(T, HD_OP_ITE, hd_term_2(T, HD_OP_OR, b_is_nan, first), a, b);
  return hd_term_3(T, HD_OP_ITE, a_is_nan, b, number);
}

/* Increments to b and starts again at 0; decrements from b, to which 0 and what is above go. */
static hd_term wrap(hd_terms *T, hd_term a, hd_term b, unsigned width, bool up)
{
  hd_term zero = hd_term_bv(T, width, 0), one = hd_term_bv(T, width, 1);
  if (up) return hd_term_3(T, HD_OP_ITE, hd_term_2(T, HD_OP_ULT, a, b), hd_term_2(T, HD_OP_ADD, a, one), zero);
  hd_term reset = hd_term_2(T, HD_OP_OR, hd_term_2(T, HD_OP_EQ, a, zero), hd_term_2(T, HD_OP_ULT, b, a));
  return hd_term_3(T, HD_OP_ITE, reset, b, hd_term_2(T, HD_OP_SUB, a, one));
}

/* The new value; HD_NO_TERM for an operation that is not known. */
static hd_term combine_atomic(hd_terms *T, LLVMAtomicRMWBinOp op, hd_term a, hd_term b, unsigned width)
{
  switch (op) {
  case LLVMAtomicRMWBinOpXchg: return b;
  case LLVMAtomicRMWBinOpAdd: return hd_term_2(T, HD_OP_ADD, a, b);
  case LLVMAtomicRMWBinOpSub: return hd_term_2(T, HD_OP_SUB, a, b);
  case LLVMAtomicRMWBinOpAnd: return hd_term_2(T, HD_OP_BAND, a, b);
  case LLVMAtomicRMWBinOpNand: return hd_term_1(T, HD_OP_BNOT, hd_term_2(T, HD_OP_BAND, a, b));
  case LLVMAtomicRMWBinOpOr: return hd_term_2(T, HD_OP_BOR, a, b);
  case LLVMAtomicRMWBinOpXor: return hd_term_2(T, HD_OP_BXOR, a, b);
  case LLVMAtomicRMWBinOpMax: return choose_extreme(T, HD_OP_SLT, a, b, false);
  case LLVMAtomicRMWBinOpMin: return choose_extreme(T, HD_OP_SLT, a, b, true);
  case LLVMAtomicRMWBinOpUMax: return choose_extreme(T, HD_OP_ULT, a, b, false);
  case LLVMAtomicRMWBinOpUMin: return choose_extreme(T, HD_OP_ULT, a, b, true);
  case LLVMAtomicRMWBinOpFAdd: return hd_term_2(T, HD_OP_FADD, a, b);
  case LLVMAtomicRMWBinOpFSub: return hd_term_2(T, HD_OP_FSUB, a, b);
  case LLVMAtomicRMWBinOpFMax: return choose_float(T, a, b, false);
  case LLVMAtomicRMWBinOpFMin: return choose_float(T, a, b, true);
  case LLVMAtomicRMWBinOpUIncWrap: return wrap(T, a, b, width, true);
  case LLVMAtomicRMWBinOpUDecWrap: return wrap(T, a, b, width, false);
  default: return HD_NO_TERM;
  }
}

/* old := *p, *p := old op value, in one step; the old value's term. */
static hd_term modify(hd_cursor *c, LLVMAtomicRMWBinOp op, hd_term address, hd_term value, unsigned width, bool relaxed)
{
  hd_term doubt = new_doubt(c);
  hd_term now = deref(c, address, width);
  hd_term next = combine_atomic(hd_known_terms(c), op, now, value, width);
  hd_var old = hd_known_var(c, "old", HD_BV(width));
  if (!hd_term_is(next)) {
    hd_cursor_unsupported(c, "this atomic operation");
    return hd_program_var_term(hd_lower_program(c->lower), old);
  }
  hd_action s = hd_action_when(HD_NO_TERM, NULL);
  s.edge.access = HD_ACCESS_ATOMIC;
  mark_order(&s.edge, relaxed, doubt);
  hd_action_set(&s, old, now);
  hd_action_store(&s, address, next, width);
  hd_action_take(c, &s);
  return told_value(c, hd_program_var_term(hd_lower_program(c->lower), old), width, doubt);
}

typedef struct {
  hd_term address, expected, desired;
  unsigned width;
  bool relaxed, fails_relaxed; /* the orders */
  hd_term doubt, fails_doubt;  /* that the values agree, and about what is there if they do not */
  hd_var old, done;            /* what was there; whether it was exchanged, HD_NO_VAR where `old` shows that */
} exchange;

/* One of the ways that it goes, from the cursor to `to`. */
static void one_way(hd_cursor *c, const exchange *x, hd_term guard, bool done, hd_loc to)
{
  hd_terms *T = hd_known_terms(c);
  hd_action way = hd_action_when(guard, NULL);
  way.edge.access = HD_ACCESS_ATOMIC;
  mark_order(&way.edge, done ? x->relaxed : x->fails_relaxed, done ? x->doubt : x->fails_doubt);
  hd_action_set(&way, x->old, done ? x->expected : deref(c, x->address, x->width));
  if (x->done.id != HD_NONE) hd_action_set(&way, x->done, done ? hd_term_true(T) : hd_term_false(T));
  if (done) hd_action_store(&way, x->address, x->desired, x->width);
  hd_action_add(c, &way, to);
}

/* The old value's term; *done: whether the exchange took place. A weak one may fail
 * although the values agree. */
static hd_term compare_exchange(hd_cursor *c, exchange x, bool weak, hd_term *done)
{
  hd_terms *T = hd_known_terms(c);
  hd_program *p = hd_lower_program(c->lower);
  hd_term same = hd_term_2(T, HD_OP_EQ, deref(c, x.address, x.width), x.expected);
  x.doubt = new_doubt(c);
  x.fails_doubt = new_doubt(c);
  bool doubted = hd_term_is(x.doubt);
  x.old = hd_known_var(c, "old", HD_BV(x.width));
  x.done = weak || doubted ? hd_known_var(c, "exchanged", HD_BOOL) : HD_NO_VAR;
  hd_loc to = hd_cursor_loc(c);
  one_way(c, &x, doubted ? hd_term_2(T, HD_OP_OR, x.doubt, same) : same, true, to);
  one_way(c, &x, hd_term_1(T, HD_OP_NOT, same), false, to);
  if (weak)
    one_way(c, &x, same, false, to);
  else if (doubted)
    one_way(c, &x, hd_term_2(T, HD_OP_AND, x.fails_doubt, same), false, to);
  c->at = to;
  hd_term old = hd_program_var_term(p, x.old);
  *done = weak || doubted ? hd_program_var_term(p, x.done) : hd_term_2(T, HD_OP_EQ, old, x.expected);
  return doubted ? hd_term_3(T, HD_OP_ITE, *done, old, told_value(c, old, x.width, x.fails_doubt)) : old;
}

static hd_term unsupported_width(hd_cursor *c, LLVMValueRef instruction)
{
  hd_cursor_unsupported(c, "an atomic access of this size");
  (void)instruction;
  return hd_known_u32(c, 0);
}

static bool is_instruction_relaxed(LLVMValueRef i)
{
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicRMW: return is_relaxed(LLVMGetOrdering(i));
  case LLVMAtomicCmpXchg:
    return is_relaxed(LLVMGetCmpXchgSuccessOrdering(i)) || is_relaxed(LLVMGetCmpXchgFailureOrdering(i));
  default: return false;
  }
}

/* Calls of the library have their orders as last arguments, two of them when they compare. */
static bool is_called_relaxed(LLVMValueRef f)
{
  bool compares = strncmp(LLVMGetValueName(f), "__atomic_compare", 16) == 0;
  if (strncmp(LLVMGetValueName(f), "__atomic_", 9) != 0 || strstr(LLVMGetValueName(f), "lock_free")) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    unsigned n = LLVMIsACallInst(call) ? LLVMGetNumArgOperands(call) : 0;
    if (n < 2) return true;
    for (unsigned k = n - (compares ? 2 : 1); k < n; k++) {
      LLVMValueRef order = LLVMIsAConstantInt(LLVMGetOperand(call, k));
      if (!order || LLVMConstIntGetZExtValue(order) < 2) return true;
    }
  }
  return false;
}

bool hd_c_unit_is_relaxed(const hd_c_unit *unit)
{
  for (LLVMValueRef f = LLVMGetFirstFunction(unit->module); f; f = LLVMGetNextFunction(f)) {
    if (is_called_relaxed(f)) return true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_instruction_relaxed(i)) return true;
  }
  return false;
}

hd_term hd_lower_atomic(hd_cursor *c, LLVMValueRef instruction, const hd_term *operands, hd_term *done)
{
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (opcode == LLVMFence) return HD_NO_TERM;
  bool is_store = opcode == LLVMStore, is_cas = opcode == LLVMAtomicCmpXchg;
  LLVMValueRef sized = opcode == LLVMLoad ? instruction : LLVMGetOperand(instruction, is_store ? 0 : 1);
  unsigned width = hd_known_width(c, LLVMTypeOf(sized));
  if (!width) return unsupported_width(c, instruction);
  if (is_cas) {
    exchange x = {.relaxed = note_llvm_order(c, LLVMGetCmpXchgSuccessOrdering(instruction)),
                  .fails_relaxed = is_relaxed(LLVMGetCmpXchgFailureOrdering(instruction)),
                  .address = operands[0],
                  .expected = hd_known_bits(c, operands[1], width),
                  .desired = hd_known_bits(c, operands[2], width),
                  .width = width};
    return compare_exchange(c, x, LLVMGetWeak(instruction), done);
  }
  bool relaxed = note_llvm_order(c, LLVMGetOrdering(instruction));
  if (opcode == LLVMLoad) return load_atomic(c, operands[0], width, relaxed);
  if (is_store) {
    store_atomic(c, operands[1], hd_known_bits(c, operands[0], width), relaxed);
    return HD_NO_TERM;
  }
  HD_CHECK(opcode == LLVMAtomicRMW);
  hd_term value = hd_known_bits(c, operands[1], width);
  return modify(c, LLVMGetAtomicRMWBinOp(instruction), operands[0], value, width, relaxed);
}

/* --- library calls -----------------------------------------------------------------------------------
 * The row's data is the number of bytes; the generic calls (0) get it as their first argument
 * and pass values through pointers. */

/* The access's width, and the remaining arguments in *args; 0 (and a dead cursor) when it
 * cannot be treated as one value. */
static unsigned library_width(hd_cursor *c, const hd_known *row, const hd_term **args)
{
  if (row->data) return row->data * 8;
  uint64_t bytes;
  bool fits = hd_term_is_const(hd_known_terms(c), (*args)[0], &bytes) && bytes >= 1 && bytes <= 8;
  if (!fits) hd_cursor_unsupported(c, "an atomic access of this size");
  *args += 1;
  return fits ? (unsigned)bytes * 8 : 0;
}

static HD_HANDLER(library_load)
{
  unsigned width = library_width(c, row, &args);
  if (!width) return HD_NO_TERM;
  bool relaxed = note_c_order(c, args[row->data ? 1 : 2]);
  hd_term value = load_atomic(c, args[0], width, relaxed);
  if (row->data) return value;
  hd_cursor_store(c, args[1], value, HD_ACCESS_PLAIN);
  return HD_NO_TERM;
}

static HD_HANDLER(library_store)
{
  unsigned width = library_width(c, row, &args);
  if (!width) return HD_NO_TERM;
  bool relaxed = note_c_order(c, args[2]);
  hd_term value = row->data ? args[1] : hd_cursor_load(c, args[1], width, HD_ACCESS_PLAIN);
  store_atomic(c, args[0], hd_known_bits(c, value, width), relaxed);
  return HD_NO_TERM;
}

static HD_HANDLER(library_exchange)
{
  unsigned width = library_width(c, row, &args);
  if (!width) return HD_NO_TERM;
  bool relaxed = note_c_order(c, args[row->data ? 2 : 3]);
  hd_term value = row->data ? args[1] : hd_cursor_load(c, args[1], width, HD_ACCESS_PLAIN);
  hd_term old = modify(c, LLVMAtomicRMWBinOpXchg, args[0], hd_known_bits(c, value, width), width, relaxed);
  if (row->data) return old;
  hd_cursor_store(c, args[2], old, HD_ACCESS_PLAIN);
  return HD_NO_TERM;
}

/* bool f(object *, expected *, desired, success, failure). */
static HD_HANDLER(library_compare)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = library_width(c, row, &args);
  if (!width) return hd_term_bv(T, 1, 0);
  bool relaxed = note_c_order(c, args[3]), fails_relaxed = note_c_order(c, args[4]);
  hd_term desired = row->data ? args[2] : hd_cursor_load(c, args[2], width, HD_ACCESS_PLAIN);
  hd_term expected = hd_cursor_load(c, args[1], width, HD_ACCESS_PLAIN);
  exchange x = {.address = args[0],
                .expected = expected,
                .desired = hd_known_bits(c, desired, width),
                .width = width,
                .relaxed = relaxed,
                .fails_relaxed = fails_relaxed};
  hd_term done, old = compare_exchange(c, x, false, &done);
  hd_cursor failed = hd_cursor_split(c, done);
  if (!hd_cursor_dead(&failed)) hd_cursor_store(&failed, args[1], old, HD_ACCESS_PLAIN);
  hd_cursor_join(c, failed);
  unsigned bits = hd_known_width(c, LLVMTypeOf(call));
  return hd_term_from_bool(T, done, bits ? bits : 1);
}

/* data: bytes, and the operation above them. */
#define OPERATION(op, bytes) ((unsigned)LLVMAtomicRMWBinOp##op << 8 | (bytes))

static HD_HANDLER(library_fetch)
{
  unsigned width = (row->data & 0xff) * 8;
  bool relaxed = note_c_order(c, args[2]);
  hd_term value = hd_known_bits(c, args[1], width);
  return modify(c, (LLVMAtomicRMWBinOp)(row->data >> 8), args[0], value, width, relaxed);
}

/* Code that takes a lock for large objects asks this first: what fits a word needs none. */
static HD_HANDLER(is_lock_free)
{
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  hd_terms *T = hd_known_terms(c);
  hd_term small = hd_term_2(T, HD_OP_ULE, hd_known_bits(c, args[0], 64), hd_term_bv(T, 64, 8));
  return hd_term_from_bool(T, small, width ? width : 1);
}

#define SIZES(prefix, args, handler)                                       \
  {.name = prefix "_1", .n_args = args, .handle = handler, .data = 1},     \
      {.name = prefix "_2", .n_args = args, .handle = handler, .data = 2}, \
      {.name = prefix "_4", .n_args = args, .handle = handler, .data = 4}, \
  {                                                                        \
    .name = prefix "_8", .n_args = args, .handle = handler, .data = 8      \
  }
#define FETCHES(prefix, op)                                                                  \
  {.name = prefix "_1", .n_args = 3, .handle = library_fetch, .data = OPERATION(op, 1)},     \
      {.name = prefix "_2", .n_args = 3, .handle = library_fetch, .data = OPERATION(op, 2)}, \
      {.name = prefix "_4", .n_args = 3, .handle = library_fetch, .data = OPERATION(op, 4)}, \
  {                                                                                          \
    .name = prefix "_8", .n_args = 3, .handle = library_fetch, .data = OPERATION(op, 8)      \
  }

const hd_known hd_known_atomics[] = {SIZES("__atomic_load", 2, library_load),
                                     SIZES("__atomic_store", 3, library_store),
                                     SIZES("__atomic_exchange", 3, library_exchange),
                                     SIZES("__atomic_compare_exchange", 5, library_compare),
                                     FETCHES("__atomic_fetch_add", Add),
                                     FETCHES("__atomic_fetch_sub", Sub),
                                     FETCHES("__atomic_fetch_and", And),
                                     FETCHES("__atomic_fetch_or", Or),
                                     FETCHES("__atomic_fetch_xor", Xor),
                                     FETCHES("__atomic_fetch_nand", Nand),
                                     {.name = "__atomic_load", .n_args = 4, .handle = library_load},
                                     {.name = "__atomic_store", .n_args = 4, .handle = library_store},
                                     {.name = "__atomic_exchange", .n_args = 5, .handle = library_exchange},
                                     {.name = "__atomic_compare_exchange", .n_args = 6, .handle = library_compare},
                                     {.name = "__atomic_is_lock_free", .n_args = 1, .handle = is_lock_free},
                                     {.name = "atomic_thread_fence", .n_args = 1, .handle = hd_known_zero},
                                     {.name = "atomic_signal_fence", .n_args = 1, .handle = hd_known_zero},
                                     {.name = "__sync_synchronize", .handle = hd_known_zero},
                                     {0}};
