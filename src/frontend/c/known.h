/* known.h - what the tables of known functions share: steps on the words of a library object.
 *
 * A primitive of a library is a few guarded steps on the memory of the user's own object (a
 * mutex's first word holds its owner, a semaphore's its value), so that objects in structures,
 * arrays and on the heap need nothing special. Alternatives are steps out of one location that
 * lead to one location; a step that waits is simply one whose guard does not hold yet.
 *
 * A step touches the words of one object only, at constant offsets from one address. */
#ifndef HD_FRONTEND_C_KNOWN_H
#define HD_FRONTEND_C_KNOWN_H

#include "frontend/c/lower.h"

hd_terms *hd_known_terms(const hd_cursor *c);
hd_term hd_known_u32(const hd_cursor *c, uint32_t value);
hd_term hd_known_null(const hd_cursor *c);
bool hd_known_is_null(const hd_cursor *c, hd_term t);    /* the constant 0 */
bool hd_known_is_address(const hd_cursor *c, hd_term t); /* as wide as a pointer */
/* A Boolean or bit-vector as a bit-vector of the width (unsigned). */
hd_term hd_known_bits(const hd_cursor *c, hd_term t, unsigned width);
/* The value's width as the model has it: integers, pointers, float, double; otherwise 0. */
unsigned hd_known_width(const hd_cursor *c, LLVMTypeRef type);
/* address + offset, and the 32-bit word there as a guard or a value reads it. */
hd_term hd_known_at(const hd_cursor *c, hd_term address, uint64_t offset);
hd_term hd_known_word(const hd_cursor *c, hd_term address, uint64_t offset);
/* base + index * size, the index of any width. */
hd_term hd_known_element(const hd_cursor *c, hd_term base, hd_term index, uint64_t size);

/* A fresh local of the cursor's thread, not yet set; role TEMP. */
hd_var hd_known_var(hd_cursor *c, const char *name, hd_sort sort);
/* The variable that takes a call's result when steps decide it, or HD_NO_VAR when nothing
 * asks for the result; and the result's term: the variable's, or 0. */
hd_var hd_known_result(hd_cursor *c, LLVMValueRef call, const char *name);
hd_term hd_known_result_term(const hd_cursor *c, hd_var result);
/* `lock(m)`, when the argument is the address of a variable m; otherwise `lock`. */
const char *hd_known_label(const hd_cursor *c, const char *verb, LLVMValueRef call, unsigned argument);
/* The text of a constant C string that a call is given, or NULL. */
const char *hd_known_string(LLVMValueRef call, unsigned argument);
/* Does the module call (or otherwise use) a function of this name? */
bool hd_known_uses(const hd_cursor *c, const char *function);

/* A step under construction: a guarded action. SYNC by default. */
typedef struct {
  hd_edge_info edge;
  hd_assign assigns[6];
} hd_action;
hd_action hd_action_when(hd_term guard, const char *label); /* HD_NO_TERM: always */
void hd_action_store(hd_action *s, hd_term address, hd_term value, unsigned width);
void hd_action_word(hd_action *s, const hd_cursor *c, hd_term address, uint64_t offset, hd_term value);
void hd_action_set(hd_action *s, hd_var var, hd_term value); /* nothing when var is HD_NO_VAR */
void hd_action_result(hd_action *s, const hd_cursor *c, hd_var result, uint32_t value);
/* Adds the step from the cursor, which stays: alternatives are added one after the other. */
void hd_action_add(const hd_cursor *c, hd_action *s, hd_loc to);
/* Adds the step and moves the cursor to a fresh location. */
void hd_action_take(hd_cursor *c, hd_action *s);

/* The number of bytes before a text ends, at most `limit` when there is one (of a pointer's width). */
hd_term hd_known_length(hd_cursor *c, hd_term text, hd_term limit);
/* A text that is given is read to its end. */
void hd_known_read_text(hd_cursor *c, hd_term text);
/* Any value of the type; a pointer is NULL or points to memory outside the program (missing.c). */
hd_term hd_lower_any_result(hd_cursor *c, LLVMTypeRef type);
/* Where a property asks for accesses (races, memory), a known function also makes those that its steps leave out: of
 * times, attributes, and objects whose contents do not matter. */
bool hd_known_reads_count(const hd_cursor *c);
void hd_known_touch(hd_cursor *c, const char *function, const hd_term *args, unsigned n_args);

/* Sets errno when the program can see it. */
void hd_known_set_errno(hd_cursor *c, uint32_t value);
hd_term hd_known_errno(hd_cursor *c); /* its address */

/* What a call says when it does not simply succeed: POSIX and C11 differ. */
typedef struct {
  uint32_t busy, timeout, deadlock, permission;
} hd_codes;
extern const hd_codes hd_codes_posix;

typedef enum { HD_WAIT, HD_TRY, HD_TIMED } hd_patience;

/* Mutexes: {owner, count, .., kind}, as glibc's initializers have them. */
enum { HD_MUTEX_NORMAL = 0, HD_MUTEX_RECURSIVE = 1, HD_MUTEX_ERRORCHECK = 2 };
void hd_mutex_init(hd_cursor *c, hd_term mutex, hd_term kind, const char *label);

/* What valid-sync asks for. The first word of a lock or a semaphore that was destroyed is this number, which is no
 * owner and no value; memory that was not initialized holds any number, and so this one, too. Zeros are an object that
 * is initialized, as they are on Linux. */
static const uint32_t hd_destroyed = UINT32_MAX;
hd_term hd_known_is_destroyed(const hd_cursor *c, hd_term object);
/* The call needs an object that is initialized. */
void hd_known_need_object(const hd_cursor *c, hd_term object);
extern const char hd_misused_object[]; /* what it says of one that is not */
/* The same, and that it is no copy: of a lock that was held, of a semaphore. */
void hd_known_need_lock(const hd_cursor *c, hd_term lock, const char *copied);
void hd_known_need_semaphore(const hd_cursor *c, hd_term semaphore);
/* From this step on it can be told from its copies, where there are any. */
void hd_known_keep_home(const hd_cursor *c, hd_action *step, hd_term object);

/* The head of a handler, an hd_known_fn: few of them need all their arguments. */
#define HD_HANDLER(name)                                                                               \
  hd_term name(__attribute__((unused)) hd_cursor *c, __attribute__((unused)) const hd_known *row,      \
               __attribute__((unused)) LLVMValueRef call, __attribute__((unused)) const hd_term *args, \
               __attribute__((unused)) unsigned n_args)

/* Handlers that POSIX's and C11's rows share. A row's data is the patience, and this for C11: */
enum { HD_C11 = 4 };
hd_known_fn hd_known_create; /* the routine's and its argument's places in the call tell them apart */
hd_known_fn hd_known_join, hd_known_detach, hd_known_exit_thread, hd_known_self, hd_known_equal;
hd_known_fn hd_known_mutex_lock, hd_known_mutex_unlock, hd_known_once;
hd_known_fn hd_known_lock_destroy; /* of any lock whose first word is 0 while no thread holds it */
hd_known_fn hd_known_cond_destroy;
hd_known_fn hd_known_cond_init, hd_known_cond_wait, hd_known_cond_signal, hd_known_cond_broadcast;
hd_known_fn hd_known_key_create, hd_known_key_delete, hd_known_key_set, hd_known_key_get;

/* Cancellation (known_cancel.c): before a call of this function, which may be a cancellation point; whether the thread
 * is to end at its next one (HD_NO_TERM: it is never cancelled); and its end. */
void hd_known_cancel_point(hd_cursor *c, const char *function);
hd_term hd_known_cancel_due(hd_cursor *c);
void hd_known_end_cancelled(hd_cursor *c);

/* Rows that many tables need. */
hd_known_fn hd_known_zero;        /* no effect, returns 0 */
hd_known_fn hd_known_any;         /* no effect, returns any value */
hd_known_fn hd_known_unsupported; /* ends in UNSUPPORTED */

#endif
