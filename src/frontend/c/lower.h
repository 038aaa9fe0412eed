/* lower.h - inside the C front end: building threads' graphs from bitcode.
 *
 * The core (core.h) walks functions, inlining along call paths; what a call to a known
 * name means stands in tables of hd_known rows (known_*.c: threads, locks, atomics, the
 * verification vocabulary, libc). Both build edges through a cursor: the place in a
 * thread's graph where the next step goes.
 *
 * SSA values are terms over model variables. A value is computed at its definition, so a
 * term must not mention a variable that changes before the value's last use: the core
 * materializes values into temporaries where that could happen. A handler in known_*.c
 * returns terms over constants, arguments and temporaries it made itself. */
#ifndef HD_FRONTEND_C_LOWER_H
#define HD_FRONTEND_C_LOWER_H

#include <llvm-c/Core.h>

#include "frontend/c/c.h"

typedef struct hd_lower hd_lower; /* one lowering of one unit */

/* Where the next edge starts. Copied freely; a branch is two cursors. */
typedef struct {
  hd_lower *lower;
  hd_thread thread;
  hd_loc at; /* HD_NO_LOC: nothing is reachable here any more */
  uint32_t frame;
  hd_pos pos;    /* given to new edges and locations */
  uint32_t site; /* given to new edges */
  bool atomic;   /* inside an atomic section: new locations are atomic */
} hd_cursor;

/* What the core offers. */
hd_program *hd_lower_program(hd_lower *L);
const hd_c_options *hd_lower_options(hd_lower *L);
/* The model rests on this, here. */
void hd_cursor_note(hd_cursor *c, hd_assumption_kind kind, const char *what);
/* In the model the function returns any value here, although it really returns only some. */
void hd_cursor_note_result(hd_cursor *c, const char *function);
unsigned hd_lower_pointer_width(hd_lower *L);
LLVMModuleRef hd_lower_module(hd_lower *L);
uint64_t hd_lower_type_size(hd_lower *L, LLVMTypeRef type);

/* A fresh location of the cursor's thread, atomic as the cursor is. */
hd_loc hd_cursor_loc(hd_cursor *c);
/* Adds an edge from the cursor to `to` (HD_NO_LOC: a fresh location) and moves the cursor
 * there. The edge's from, pos and frame are the cursor's; the rest is as given, but a plain
 * access inside an atomic section is an atomic one. */
void hd_cursor_edge(hd_cursor *c, hd_edge_info edge, hd_loc to);
/* Splits: *c goes on where cond holds, the result where it does not; `cond` is decided in
 * one step from the cursor. A constant condition gives a dead cursor on one side. */
hd_cursor hd_cursor_split(hd_cursor *c, hd_term cond);
/* Brings b's path together with a's: afterwards *a stands where both meet. */
void hd_cursor_join(hd_cursor *a, hd_cursor b);
/* var := value (HD_NO_TERM: any value). */
void hd_cursor_assign(hd_cursor *c, hd_var var, hd_term value);
/* A fresh TEMP local of the cursor's thread, set to the value (or any); its term. */
hd_term hd_cursor_temp(hd_cursor *c, const char *name, hd_sort sort, hd_term value);
/* Reads / writes memory in one step; access says how it counts for races. */
hd_term hd_cursor_load(hd_cursor *c, hd_term address, unsigned width, hd_access access);
void hd_cursor_store(hd_cursor *c, hd_term address, hd_term value, hd_access access);
/* A check that undefined behaviour or the property does not happen here. */
void hd_cursor_check(hd_cursor *c, hd_check_kind check, hd_term cond, const char *label);
/* Misuse of synchronization, when the condition holds at the cursor: a step beside the others from here. Nothing
 * unless the property asks for it (hd_lower_checks_sync); then library objects remember more than their calls need. */
void hd_cursor_misuse(const hd_cursor *c, hd_term when, const char *what);
bool hd_lower_checks_sync(hd_lower *L);
/* Begins or ends an atomic section here: sets c->atomic, and when it ends, makes sure that
 * the place reached allows a context switch. Returns what was in force before, to restore. */
bool hd_cursor_set_atomic(hd_cursor *c, bool atomic);
/* Ends: the cursor is dead afterwards. */
void hd_cursor_end_thread(hd_cursor *c);
void hd_cursor_exit(hd_cursor *c, const char *label);
void hd_cursor_block(hd_cursor *c, const char *label); /* the same, since an assumption does not hold */
/* The same where the program means it to end: memory should not be lost (lifetime.c). */
void hd_lower_exit(hd_cursor *c, const char *label, bool returns);
/* What runs before that, after exit or main's return: atexit's functions, destructors. */
void hd_lower_finish(hd_cursor *c);
void hd_cursor_unsupported(hd_cursor *c, const char *format, ...) HD_PRINTF(2, 3);
void hd_cursor_bound(hd_cursor *c, hd_limit limit, const char *format, ...) HD_PRINTF(3, 4);
static inline bool hd_cursor_dead(const hd_cursor *c)
{
  return c->at.id == HD_NONE;
}

/* The instance's number of the cursor's thread (a constant 0 when it has one instance),
 * in 32 bits; and a number different for every thread instance of the program and never
 * 0, in 32 bits: what a lock word holds. */
hd_term hd_cursor_self(hd_cursor *c);
hd_term hd_cursor_tid(hd_cursor *c);

/* Calls a function body with these argument terms, inlined at the cursor. Returns the
 * returned value's term, or HD_NO_TERM. Used for callbacks: once routines, key destructors. */
hd_term hd_lower_call(hd_cursor *c, LLVMValueRef function, const hd_term *args, unsigned n_args);
/* Calls through a pointer value: every function it may be, decided at run time. */
hd_term hd_lower_call_pointer(hd_cursor *c, hd_term pointer, LLVMTypeRef type, const hd_term *args, unsigned n_args);

/* The address term of a named global of the tool's own making, of this size, zeroed and
 * never shown to the user: hidden state of a library model (pthread keys' values, ...). */
hd_term hd_lower_hidden(hd_lower *L, const char *name, uint64_t size);
/* The same, one for each thread instance, as a _Thread_local global is (errno, ...). */
hd_term hd_cursor_hidden(hd_cursor *c, const char *name, uint64_t size);
/* A heap object allocated here: a site in the source on this call path, `size` bytes a
 * copy (a constant; otherwise unsupported or an upper bound), contents zero or any.
 * Returns the address term. */
hd_term hd_lower_allocate(hd_cursor *c, hd_term size, bool zeroed, LLVMValueRef call);
/* free(address): its copy is not alive any more; NULL does nothing, anything else fails
 * HD_CHECK_FREE. One step; every heap object of the finished program is considered. */
void hd_lower_free(hd_cursor *c, hd_term address);
/* realloc: another block with the old one's contents, as far as they fit; the old one is freed. The new one is where it
 * was, or elsewhere. */
hd_term hd_lower_reallocate(hd_cursor *c, hd_term old, hd_term size, LLVMValueRef call);
/* memcpy/memmove and memset: cell by cell as the operands' types suggest (operands 0 and 1
 * of the call instruction are asked), each read and each write a step of its own. */
/* As memcpy and assignment of structures: blocks that overlap, and are not the same, are undefined. */
void hd_lower_copy_apart(hd_cursor *c, hd_term to, hd_term from, hd_term size, LLVMValueRef call);
void hd_lower_copy(hd_cursor *c, hd_term to, hd_term from, hd_term size, LLVMValueRef call);
/* Exchanges two elements of the array that the function being lowered was given first. */
void hd_lower_swap(hd_cursor *c, hd_term a, hd_term b, hd_term size);
/* Reads memory as the type of the call's operand suggests. */
void hd_lower_read(hd_cursor *c, hd_term from, hd_term size, LLVMValueRef call, unsigned operand);
void hd_lower_fill(hd_cursor *c, hd_term to, hd_term byte, hd_term size, LLVMValueRef call);

/* The text at a constant address of memory that never changes, or NULL; and the arguments beyond the parameters of the
 * nearest function on the call path that takes any number of them. */
const char *hd_lower_text(hd_lower *L, hd_term address);
const hd_term *hd_lower_extra(hd_cursor *c, unsigned *n);

/* A variable of the environment (arguments.c): NULL, or a text; the same one for a name always. */
hd_term hd_lower_environment(hd_cursor *c, const char *name);

/* Threads. The core keeps, for each creation site on each call path (one in a loop counts
 * as one site), a thread of the model; a routine's argument and result travel through
 * shared variables of that thread, indexed by instance. `call` is the create call: it
 * identifies the site. Returns the handle (address of the thread object's copy) in a temp,
 * after setting argument and status in one atomic sequence. Beyond the limit: BOUND. */
hd_term hd_lower_create(hd_cursor *c, LLVMValueRef call, hd_term routine, hd_term arg);
/* Waits until the thread of this handle has finished; returns its result (pointer width).
 * An invalid handle is unsupported where reached. */
hd_term hd_lower_join(hd_cursor *c, hd_term handle);
/* A thread can be joined or detached once. Nothing unless the property asks for it. */
void hd_lower_claim(hd_cursor *c, hd_term handle);
bool hd_lower_compares_handles(hd_lower *L); /* perhaps */
void hd_lower_detach(hd_cursor *c, hd_term handle);
hd_term hd_lower_self_handle(hd_cursor *c); /* pthread_self; main has a handle too */
/* pthread_exit(value) from any depth: result, key destructors, end. In main: main's thread
 * ends, the process goes on. */
void hd_lower_exit_thread(hd_cursor *c, hd_term value);
/* pthread_cancel: the thread of this handle has to end. Has the cursor's own thread been cancelled? HD_NO_TERM: it
 * never is. */
void hd_lower_cancel(hd_cursor *c, hd_term handle);
hd_term hd_lower_cancelled(hd_cursor *c);
/* setjmp: marks the buffer; 0, or what a jump gives. longjmp: to the call whose mark the buffer has. */
hd_term hd_lower_landing(hd_cursor *c, hd_term buffer);
void hd_lower_jump(hd_cursor *c, hd_term buffer, hd_term value);
/* In known_threads.c, called by the core where a thread other than main is about to end, by
 * return or by pthread_exit: runs destructors of thread-specific keys, if there are any. */
void hd_known_thread_end(hd_cursor *c);

/* A known function. `call` is the call instruction, args its arguments as terms.
 * Returns the value's term (HD_NO_TERM for void). `data` is the row's. Where LLVM's type is i1,
 * arguments and results may be Booleans or bit-vectors of one bit: handlers and core take both. */
typedef struct hd_known hd_known;
typedef hd_term hd_known_fn(hd_cursor *c, const hd_known *row, LLVMValueRef call, const hd_term *args, unsigned n_args);
struct hd_known {
  const char *name; /* a trailing * matches any ending */
  uint8_t n_args;   /* at least so many arguments; a call with fewer is treated as unknown */
  hd_known_fn *handle;
  unsigned data;
  const char *clause; /* of a function that changes no memory: which clause of its standard says so; else NULL */
  /* Wins over a body in the program (reach_error, __VERIFIER_atomic_begin). */
  bool even_if_defined;
};
/* Tables, each ended by a row without a name. Looked up in this order. */
extern const hd_known hd_known_verifier[], hd_known_scheduler[], hd_known_lists[], hd_known_cancellation[],
    hd_known_system[], hd_known_threads[], hd_known_locks[], hd_known_c11[], hd_known_atomics[], hd_known_output[],
    hd_known_libc[], hd_known_effectless[], hd_known_cxx[];
const hd_known *hd_known_find(const char *name);

/* Atomic read-modify-write instructions and the like, from LLVM's own instructions (known_atomics.c): load/store with
 * an ordering, cmpxchg, atomicrmw, fence. They warn once for each place where the source asks for less than sequential
 * consistency. The operands stand in LLVM's order (store: value, address). Returns what was in memory before (load,
 * cmpxchg, atomicrmw); *done: whether a cmpxchg succeeded, untouched (and may be NULL) otherwise. */
hd_term hd_lower_atomic(hd_cursor *c, LLVMValueRef instruction, const hd_term *operands, hd_term *done);

#endif
