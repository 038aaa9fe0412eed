/* known_mutex.c - mutexes and condition variables, for POSIX and C11 alike.
 *
 * A mutex's first word is 0 or the number of the thread instance that holds it. Its kind and
 * the count of a recursive one lie where glibc's initializers put them; they are looked at
 * only in programs that can have a mutex of another kind than normal, because every word that
 * a step reads is one more word of every state.
 *
 * For valid-sync, a mutex or read-write lock that is held, and a semaphore, has its own address in it where the program
 * copies memory: a copy has another one.
 *
 * Unlocking a normal mutex that another thread holds is undefined: valid-sync finds it, and for other
 * properties the mutex becomes free. */
#include "frontend/c/known.h"

const hd_codes hd_codes_posix = {.busy = 16, .timeout = 110, .deadlock = 35, .permission = 1};
static const hd_codes codes_c11 = {.busy = 1, .timeout = 4, .deadlock = 2, .permission = 2};

enum { OWNER = 0, COUNT = 4, HOME = 8 };

/* A call that locks or unlocks: on what, what it says, and where it says it. */
typedef struct {
  hd_term mutex;
  const hd_codes *codes;
  hd_var result;
  const char *label;
  bool waits; /* for a condition, and unlocks the mutex meanwhile */
} lock_info;

/* Does a constant hold a glibc mutex whose kind is not 0? */
static bool initializes_kind(LLVMValueRef value, unsigned field)
{
  if (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value)) return false;
  LLVMTypeRef type = LLVMTypeOf(value);
  unsigned n = (unsigned)LLVMGetNumOperands(value);
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    const char *name = LLVMGetStructName(type);
    if (name && strcmp(name, "struct.__pthread_mutex_s") == 0)
      return field < n && !LLVMIsNull(LLVMGetOperand(value, field));
  }
  for (unsigned i = 0; i < n; i++)
    if (initializes_kind(LLVMGetOperand(value, i), field)) return true;
  return false;
}

static bool global_initializes_kind(const hd_cursor *c, unsigned field)
{
  for (LLVMValueRef g = LLVMGetFirstGlobal(hd_lower_module(c->lower)); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef init = LLVMGetInitializer(g);
    if (init && initializes_kind(init, field)) return true;
  }
  return false;
}

/* Is there a mtx_init that may ask for a recursive mutex? */
static bool c11_recursive(const hd_cursor *c)
{
  LLVMValueRef function = LLVMGetNamedFunction(hd_lower_module(c->lower), "mtx_init");
  for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) < 2) return true;
    LLVMValueRef type = LLVMGetOperand(call, 1);
    if (!LLVMIsAConstantInt(type) || (LLVMConstIntGetZExtValue(type) & 1)) return true;
  }
  return false;
}

/* The size of the first type of these names that the program has; 0: it has none of them. */
static uint64_t type_size(const hd_cursor *c, const char *const *names, size_t n)
{
  LLVMContextRef context = LLVMGetModuleContext(hd_lower_module(c->lower));
  for (size_t i = 0; i < n; i++) {
    LLVMTypeRef type = LLVMGetTypeByName2(context, names[i]);
    if (type && !LLVMIsOpaqueStruct(type)) return hd_lower_type_size(c->lower, type);
  }
  return 0;
}

/* Where a mutex's kind stands, or 0 when every mutex of the program is a normal one. */
static uint64_t kind_offset(const hd_cursor *c)
{
  static const char *const names[] = {"union.pthread_mutex_t", "union.mtx_t"};
  uint64_t size = type_size(c, names, HD_COUNT(names));
  if (size < 24) return 0;
  bool wide = size >= 40; /* glibc's layout for LP64 has the number of users before the kind */
  if (hd_known_uses(c, "pthread_mutexattr_settype") || c11_recursive(c) || global_initializes_kind(c, wide ? 4 : 3))
    return wide ? 16 : 12;
  return 0;
}

/* A copy of memory that may have a lock or a semaphore in it. Initializers are copied from constants. */
static bool copies_object(LLVMValueRef call)
{
  enum { SMALLEST = 16 }; /* a semaphore of ILP32 */
  LLVMValueRef from = LLVMGetOperand(call, 1), size = LLVMGetOperand(call, 2);
  if (LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from)) return false;
  return !LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) >= SMALLEST;
}

/* By the way in which arguments are passed. */
static bool is_given_copies(LLVMValueRef function)
{
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = 1; i <= LLVMCountParams(function); i++)
    if (LLVMGetEnumAttributeAtIndex(function, i, byval)) return true;
  return false;
}

/* Are there copies that could be told from their originals? */
static bool has_copies(const hd_cursor *c)
{
  if (!hd_lower_checks_sync(c->lower)) return false;
  if (hd_known_uses(c, "realloc") || hd_known_uses(c, "reallocarray")) return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(hd_lower_module(c->lower)); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (is_given_copies(f)) return true;
    if (!strstr(name, "memcpy") && !strstr(name, "memmove")) continue;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
      if (!LLVMIsACallInst(LLVMGetUser(u)) || copies_object(LLVMGetUser(u))) return true;
  }
  return false;
}

const char hd_misused_object[] = "use of an object that is not initialized or was destroyed";

static hd_term both_hold(const hd_cursor *c, hd_term a, hd_term b)
{
  return hd_term_2(hd_known_terms(c), HD_OP_AND, a, b);
}

static hd_term negate_condition(const hd_cursor *c, hd_term a)
{
  return hd_term_1(hd_known_terms(c), HD_OP_NOT, a);
}

hd_term hd_known_is_destroyed(const hd_cursor *c, hd_term object)
{
  return hd_term_eq_bv(hd_known_terms(c), hd_known_word(c, object, 0), hd_destroyed);
}

void hd_known_need_object(const hd_cursor *c, hd_term object)
{
  hd_cursor_misuse(c, hd_known_is_destroyed(c, object), hd_misused_object);
}

static hd_term home_of(const hd_cursor *c, hd_term object)
{
  return hd_term_to(hd_known_terms(c), HD_OP_DEREF, hd_lower_pointer_width(c->lower), hd_known_at(c, object, HOME));
}

void hd_known_need_lock(const hd_cursor *c, hd_term lock, const char *copied)
{
  hd_known_need_object(c, lock);
  if (!has_copies(c)) return;
  hd_terms *T = hd_known_terms(c);
  hd_term held = negate_condition(c, hd_term_eq_bv(T, hd_known_word(c, lock, OWNER), 0));
  hd_term alive = negate_condition(c, hd_known_is_destroyed(c, lock));
  hd_cursor_misuse(c, both_hold(c, both_hold(c, held, alive), hd_term_ne(T, home_of(c, lock), lock)), copied);
}

void hd_known_need_semaphore(const hd_cursor *c, hd_term semaphore)
{
  hd_known_need_object(c, semaphore);
  if (!has_copies(c)) return;
  hd_terms *T = hd_known_terms(c);
  hd_term home = home_of(c, semaphore), alive = negate_condition(c, hd_known_is_destroyed(c, semaphore));
  hd_term set = hd_term_ne(T, home, hd_known_null(c)); /* one of zeros was never initialized */
  hd_term copied = both_hold(c, set, hd_term_ne(T, home, semaphore));
  hd_cursor_misuse(c, both_hold(c, alive, copied), "use of a copy of a semaphore");
}

void hd_known_keep_home(const hd_cursor *c, hd_action *step, hd_term object)
{
  if (has_copies(c)) hd_action_store(step, hd_known_at(c, object, HOME), object, hd_lower_pointer_width(c->lower));
}

static void need_mutex(const hd_cursor *c, hd_term mutex)
{
  hd_known_need_lock(c, mutex, "use of a copy of a mutex that was held");
}

/* What is true of a mutex before a step. */
typedef struct {
  hd_term free, mine;
  hd_term recursive, errorcheck; /* of this kind */
  bool kinds;
} mutex_state;

static mutex_state look_at_mutex(hd_cursor *c, hd_term mutex)
{
  hd_terms *T = hd_known_terms(c);
  hd_term owner = hd_known_word(c, mutex, OWNER);
  uint64_t offset = kind_offset(c);
  mutex_state s = {.free = hd_term_eq_bv(T, owner, 0),
                   .mine = hd_term_2(T, HD_OP_EQ, owner, hd_cursor_tid(c)),
                   .recursive = hd_term_false(T),
                   .errorcheck = hd_term_false(T),
                   .kinds = offset != 0};
  if (offset) {
    hd_term kind = hd_known_word(c, mutex, offset);
    s.recursive = hd_term_eq_bv(T, kind, HD_MUTEX_RECURSIVE);
    s.errorcheck = hd_term_eq_bv(T, kind, HD_MUTEX_ERRORCHECK);
  }
  return s;
}

void hd_mutex_init(hd_cursor *c, hd_term mutex, hd_term kind, const char *label)
{
  uint64_t offset = kind_offset(c);
  hd_action s = hd_action_when(HD_NO_TERM, label);
  hd_action_word(&s, c, mutex, OWNER, hd_known_u32(c, 0));
  if (offset) hd_action_word(&s, c, mutex, COUNT, hd_known_u32(c, 0));
  if (offset) hd_action_word(&s, c, mutex, offset, kind);
  hd_action_take(c, &s);
}

HD_HANDLER(hd_known_lock_destroy)
{
  hd_terms *T = hd_known_terms(c);
  if (!hd_lower_checks_sync(c->lower)) return hd_known_u32(c, 0);
  hd_term held = negate_condition(c, hd_term_eq_bv(T, hd_known_word(c, args[0], OWNER), 0));
  hd_known_need_object(c, args[0]);
  hd_cursor_misuse(c, both_hold(c, held, negate_condition(c, hd_known_is_destroyed(c, args[0]))),
                   "destroy of a lock that is held");
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "destroy", call, 0));
  hd_action_word(&s, c, args[0], OWNER, hd_known_u32(c, hd_destroyed));
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

static void relock_steps(hd_cursor *c, const lock_info *l, const mutex_state *m, hd_patience patience, hd_loc to)
{
  hd_terms *T = hd_known_terms(c);
  hd_term count = hd_known_word(c, l->mutex, COUNT);
  hd_action again = hd_action_when(both_hold(c, m->mine, m->recursive), l->label);
  hd_action_word(&again, c, l->mutex, COUNT, hd_term_2(T, HD_OP_ADD, count, hd_known_u32(c, 1)));
  hd_action_result(&again, c, l->result, 0);
  hd_action_add(c, &again, to);
  hd_action refused = hd_action_when(both_hold(c, m->mine, m->errorcheck), l->label);
  hd_action_result(&refused, c, l->result, patience == HD_TRY ? l->codes->busy : l->codes->deadlock);
  hd_action_add(c, &refused, to);
}

static void mutex_lock(hd_cursor *c, const lock_info *l, hd_patience patience)
{
  hd_terms *T = hd_known_terms(c);
  mutex_state m = look_at_mutex(c, l->mutex);
  need_mutex(c, l->mutex);
  if (l->codes == &codes_c11 && patience == HD_WAIT) /* POSIX's deadlocks, or says so */
    hd_cursor_misuse(c, both_hold(c, m.mine, negate_condition(c, m.recursive)),
                     "lock of a mutex that the thread holds already");
  hd_loc to = hd_cursor_loc(c);
  hd_action take = hd_action_when(m.free, l->label);
  hd_action_word(&take, c, l->mutex, OWNER, hd_cursor_tid(c));
  hd_known_keep_home(c, &take, l->mutex);
  if (m.kinds) hd_action_word(&take, c, l->mutex, COUNT, hd_known_u32(c, 1));
  hd_action_result(&take, c, l->result, 0);
  hd_action_add(c, &take, to);
  if (m.kinds) relock_steps(c, l, &m, patience, to);
  if (patience != HD_WAIT) {
    hd_term special = both_hold(c, m.mine, hd_term_2(T, HD_OP_OR, m.recursive, m.errorcheck));
    hd_action fail = hd_action_when(both_hold(c, negate_condition(c, m.free), negate_condition(c, special)), l->label);
    hd_action_result(&fail, c, l->result, patience == HD_TRY ? l->codes->busy : l->codes->timeout);
    hd_action_add(c, &fail, to);
  }
  c->at = to;
}

/* Who holds it must be the thread itself, unless the mutex is of a kind that answers. C11 has no such kind. */
static void need_held(hd_cursor *c, const lock_info *l, const mutex_state *m)
{
  hd_terms *T = hd_known_terms(c);
  hd_term answers = l->waits ? m->errorcheck : hd_term_2(T, HD_OP_OR, m->recursive, m->errorcheck);
  if (l->codes == &codes_c11) answers = hd_term_false(T);
  hd_term wrong = both_hold(c, negate_condition(c, m->mine), negate_condition(c, answers));
  need_mutex(c, l->mutex);
  hd_cursor_misuse(c, both_hold(c, wrong, negate_condition(c, hd_known_is_destroyed(c, l->mutex))),
                   l->waits ? "wait with a mutex that the thread does not hold"
                            : "unlock of a mutex that the thread does not hold");
}

static void mutex_unlock(hd_cursor *c, const lock_info *l)
{
  hd_terms *T = hd_known_terms(c);
  mutex_state m = look_at_mutex(c, l->mutex);
  hd_term special = hd_term_2(T, HD_OP_OR, m.recursive, m.errorcheck);
  hd_term refuse = both_hold(c, special, negate_condition(c, m.mine));
  hd_term nested = hd_term_false(T);
  need_held(c, l, &m);
  if (m.kinds)
    nested = both_hold(c, both_hold(c, m.recursive, m.mine),
                       hd_term_2(T, HD_OP_ULT, hd_known_u32(c, 1), hd_known_word(c, l->mutex, COUNT)));
  hd_loc to = hd_cursor_loc(c);
  hd_term give = both_hold(c, negate_condition(c, refuse), negate_condition(c, nested));
  hd_action release = hd_action_when(hd_term_is_true(T, give) ? HD_NO_TERM : give, l->label);
  hd_action_word(&release, c, l->mutex, OWNER, hd_known_u32(c, 0));
  hd_action_result(&release, c, l->result, 0);
  hd_action_add(c, &release, to);
  if (m.kinds) {
    hd_action inner = hd_action_when(nested, l->label);
    hd_action_word(&inner, c, l->mutex, COUNT,
                   hd_term_2(T, HD_OP_SUB, hd_known_word(c, l->mutex, COUNT), hd_known_u32(c, 1)));
    hd_action_result(&inner, c, l->result, 0);
    hd_action_add(c, &inner, to);
    hd_action refused = hd_action_when(refuse, l->label);
    hd_action_result(&refused, c, l->result, l->codes->permission);
    hd_action_add(c, &refused, to);
  }
  c->at = to;
}

/* --- condition variables ----------------------------------------------------------------------- */

/* A thread that waits may wake up at any time, as POSIX allows. Where deadlocks are not asked for, nothing else need be
 * known of it: whatever a signal makes it do, it may do by itself.
 *
 * But it may not be relied on to wake up: a state that only a spurious wake-up could leave is a deadlock. So a thread
 * chooses when it begins to wait: either it will wake up by itself, and is in no one's way, or it enters the waiting
 * set, and leaves it by a signal only. Every execution is one of those: in it, each wait ends spuriously or not. And a
 * state in which no thread can move is one in which those who wait had to be woken. */
static bool spurious(const hd_cursor *c)
{
  return hd_lower_options(c->lower)->spurious_wakeups;
}

static bool signals_matter(const hd_cursor *c)
{
  hd_property property = hd_lower_options(c->lower)->property;
  return !spurious(c) || hd_violated_by(property, HD_BY_DEADLOCK) || hd_property_asks(property, HD_CHECK_SYNC);
}

/* Where glibc's condition variables have room for the mutex that those who wait have given; 0: not known. */
static uint64_t cond_mutex_offset(const hd_cursor *c)
{
  static const char *const names[] = {"union.pthread_cond_t", "union.cnd_t"};
  if (type_size(c, names, HD_COUNT(names)) < 48) return 0;
  return hd_lower_pointer_width(c->lower) == 64 ? 8 : 16;
}

/* Notes the mutex of the threads that wait, if a check needs it. */
static void note_mutex(hd_cursor *c, hd_action *s, hd_term cond, hd_term mutex)
{
  unsigned width = hd_lower_pointer_width(c->lower);
  if (!hd_lower_checks_sync(c->lower) || !cond_mutex_offset(c)) return;
  hd_action_store(s, hd_known_at(c, cond, cond_mutex_offset(c)), hd_known_bits(c, mutex, width), width);
}

/* No thread waits any more: a new condition variable, or one whose threads are all woken. */
static hd_term clear_waiting(hd_cursor *c, hd_term cond, const char *label)
{
  hd_term zero = hd_known_u32(c, 0);
  if (!signals_matter(c)) return zero;
  hd_action s = hd_action_when(HD_NO_TERM, label);
  hd_action_word(&s, c, cond, 0, zero);
  note_mutex(c, &s, cond, zero);
  hd_action_take(c, &s);
  return zero;
}

/* The waiting set has no thread 0: that bit says that the condition variable is none. */
static hd_term is_no_cond(hd_cursor *c, hd_term cond)
{
  hd_terms *T = hd_known_terms(c);
  return hd_term_ne(T, hd_term_2(T, HD_OP_BAND, hd_known_word(c, cond, 0), hd_known_u32(c, 1)), hd_known_u32(c, 0));
}

static void need_cond(hd_cursor *c, hd_term cond)
{
  hd_cursor_misuse(c, is_no_cond(c, cond), hd_misused_object);
}

/* Does a thread wait for it? */
static hd_term is_awaited(hd_cursor *c, hd_term cond)
{
  return both_hold(c, negate_condition(c, hd_term_eq_bv(hd_known_terms(c), hd_known_word(c, cond, 0), 0)),
                   negate_condition(c, is_no_cond(c, cond)));
}

HD_HANDLER(hd_known_cond_destroy)
{
  if (!hd_lower_checks_sync(c->lower)) return hd_known_u32(c, 0);
  need_cond(c, args[0]);
  hd_cursor_misuse(c, is_awaited(c, args[0]), "destroy of a condition variable that a thread waits for");
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "destroy", call, 0));
  hd_action_word(&s, c, args[0], 0, hd_known_u32(c, 1));
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

HD_HANDLER(hd_known_cond_init)
{
  return clear_waiting(c, args[0], hd_known_label(c, "init", call, 0));
}

HD_HANDLER(hd_known_cond_broadcast)
{
  need_cond(c, args[0]);
  return clear_waiting(c, args[0], hd_known_label(c, "broadcast", call, 0));
}

/* The waiting instance's own bit in the condition variable's word. */
static hd_term waiting_bit(hd_cursor *c)
{
  hd_terms *T = hd_known_terms(c);
  hd_cursor beyond = hd_cursor_split(c, hd_term_2(T, HD_OP_ULT, hd_cursor_tid(c), hd_known_u32(c, 32)));
  if (!hd_cursor_dead(&beyond)) hd_cursor_unsupported(&beyond, "more than 31 threads that a signal must wake up");
  return hd_term_2(T, HD_OP_SHL, hd_known_u32(c, 1), hd_cursor_tid(c));
}

/* All who wait for a condition at once give the same mutex. */
static void need_same_mutex(hd_cursor *c, hd_term cond, hd_term mutex)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_lower_pointer_width(c->lower);
  if (!hd_lower_checks_sync(c->lower)) return;
  if (!cond_mutex_offset(c)) {
    hd_cursor_unsupported(c, "a condition variable whose type is not known");
    return;
  }
  hd_term given = hd_term_to(T, HD_OP_DEREF, width, hd_known_at(c, cond, cond_mutex_offset(c)));
  hd_cursor_misuse(c, both_hold(c, is_awaited(c, cond), hd_term_ne(T, given, hd_known_bits(c, mutex, width))),
                   "two mutexes of threads that wait for one condition variable");
}

/* A thread that is cancelled while it waits has the mutex again when its handlers run. `leave`: how it stops
 * waiting. */
static void end_waiting_if(hd_cursor *c, hd_term due, hd_action leave, const lock_info *l)
{
  if (!hd_term_is(due)) return;
  hd_cursor path = *c;
  lock_info again = *l;
  again.label = "wait: lock again";
  leave.edge.guard = due;
  leave.edge.label = "cancelled";
  hd_action_take(&path, &leave);
  mutex_lock(&path, &again, HD_WAIT);
  hd_known_end_cancelled(&path);
}

/* Enters the waiting set and releases the mutex in one go; then waits to be taken out. */
static void wait_for_signal(hd_cursor *c, hd_term cond, const lock_info *l, hd_patience patience, hd_var result,
                            hd_term due)
{
  hd_terms *T = hd_known_terms(c);
  hd_term bit = waiting_bit(c), word = hd_known_word(c, cond, 0);
  hd_action enter = hd_action_when(HD_NO_TERM, "wait");
  hd_action_word(&enter, c, cond, 0, hd_term_2(T, HD_OP_BOR, word, bit));
  note_mutex(c, &enter, cond, l->mutex);
  c->atomic = true;
  hd_action_take(c, &enter);
  c->atomic = false;
  mutex_unlock(c, l);
  hd_known_need_object(c, l->mutex);
  hd_action leave = hd_action_when(HD_NO_TERM, NULL);
  hd_action_word(&leave, c, cond, 0, hd_term_2(T, HD_OP_BAND, word, hd_term_1(T, HD_OP_BNOT, bit)));
  end_waiting_if(c, due, leave, l);
  hd_loc woken = hd_cursor_loc(c);
  hd_action wake = hd_action_when(hd_term_eq_bv(T, hd_term_2(T, HD_OP_BAND, word, bit), 0), "wake up");
  hd_action_result(&wake, c, result, 0);
  hd_action_add(c, &wake, woken);
  if (patience == HD_TIMED) {
    hd_action late = hd_action_when(HD_NO_TERM, "time out");
    hd_action_word(&late, c, cond, 0, hd_term_2(T, HD_OP_BAND, word, hd_term_1(T, HD_OP_BNOT, bit)));
    hd_action_result(&late, c, result, l->codes->timeout);
    hd_action_add(c, &late, woken);
  }
  c->at = woken;
}

/* Only the mutex is given away meanwhile. */
static void wait_spuriously(hd_cursor *c, const lock_info *l, hd_patience patience, hd_var result, hd_term due)
{
  mutex_unlock(c, l);
  end_waiting_if(c, due, hd_action_when(HD_NO_TERM, NULL), l);
  if (result.id == HD_NONE) return;
  hd_loc woken = hd_cursor_loc(c);
  hd_action wake = hd_action_when(HD_NO_TERM, "wake up");
  hd_action_result(&wake, c, result, 0);
  hd_action_add(c, &wake, woken);
  if (patience == HD_TIMED) {
    hd_action late = hd_action_when(HD_NO_TERM, "time out");
    hd_action_result(&late, c, result, l->codes->timeout);
    hd_action_add(c, &late, woken);
  }
  c->at = woken;
}

static void cond_wait(hd_cursor *c, hd_term cond, const lock_info *lock, hd_patience patience)
{
  if (c->atomic) {
    hd_cursor_unsupported(c, "waiting for a condition inside an atomic section");
    return;
  }
  /* The result is decided by the wake-up, not by the mutex. */
  hd_var result = patience == HD_TIMED ? lock->result : HD_NO_VAR;
  lock_info l = *lock;
  l.result = HD_NO_VAR;
  l.waits = true;
  l.label = "wait: unlock";
  need_cond(c, cond);
  need_same_mutex(c, cond, l.mutex);
  if (hd_cursor_dead(c)) return;
  hd_term due = hd_known_cancel_due(c);
  hd_cursor by_itself = *c;
  if (signals_matter(c))
    wait_for_signal(c, cond, &l, patience, result, due);
  else
    c->at = HD_NO_LOC;
  if (spurious(c)) {
    if (signals_matter(c)) l.label = "wait: unlock, and wake up spuriously";
    wait_spuriously(&by_itself, &l, patience, result, due);
    hd_cursor_join(c, by_itself);
  }
  l.label = "wait: lock again";
  mutex_lock(c, &l, HD_WAIT);
}

/* Takes any one thread out of the waiting set: walks over its bits, and may stop at each. */
static void wake_one(hd_cursor *c, hd_term cond, const char *label)
{
  hd_terms *T = hd_known_terms(c);
  hd_term word = hd_known_word(c, cond, 0);
  hd_loc done = hd_cursor_loc(c);
  hd_action no_waiter = hd_action_when(hd_term_eq_bv(T, word, 0), label);
  hd_action_add(c, &no_waiter, done);

  hd_var var = hd_known_var(c, "signal.rest", HD_BV(32));
  hd_term rest = hd_program_var_term(hd_lower_program(c->lower), var);
  hd_term lowest = hd_term_2(T, HD_OP_BAND, rest, hd_term_1(T, HD_OP_NEG, rest));
  hd_term others = hd_term_2(T, HD_OP_BAND, rest, hd_term_2(T, HD_OP_SUB, rest, hd_known_u32(c, 1)));
  hd_cursor walk = *c;
  walk.atomic = true;
  hd_action begin = hd_action_when(hd_term_ne(T, word, hd_known_u32(c, 0)), label);
  hd_action_set(&begin, var, word);
  hd_action_take(&walk, &begin);
  hd_action choose = hd_action_when(HD_NO_TERM, NULL);
  hd_action_word(&choose, c, cond, 0, hd_term_2(T, HD_OP_BAND, word, hd_term_1(T, HD_OP_BNOT, lowest)));
  hd_action_add(&walk, &choose, done);
  hd_action next = hd_action_when(hd_term_ne(T, others, hd_known_u32(c, 0)), NULL);
  hd_action_set(&next, var, others);
  hd_action_add(&walk, &next, walk.at);
  c->at = done;
}

HD_HANDLER(hd_known_cond_signal)
{
  need_cond(c, args[0]);
  if (signals_matter(c)) wake_one(c, args[0], hd_known_label(c, "signal", call, 0));
  return hd_known_u32(c, 0);
}

/* --- the calls ------------------------------------------------------------------------------------ */

static lock_info describe_lock(hd_cursor *c, const hd_known *row, LLVMValueRef call, hd_term mutex, const char *label)
{
  return (lock_info){.mutex = mutex,
                     .codes = row->data & HD_C11 ? &codes_c11 : &hd_codes_posix,
                     .result = hd_known_result(c, call, "result"),
                     .label = label};
}

static hd_patience patience_of(const hd_known *row)
{
  return (hd_patience)(row->data & ~(unsigned)HD_C11);
}

HD_HANDLER(hd_known_mutex_lock)
{
  const char *verb = patience_of(row) == HD_TRY ? "trylock" : "lock";
  lock_info l = describe_lock(c, row, call, args[0], hd_known_label(c, verb, call, 0));
  mutex_lock(c, &l, patience_of(row));
  return hd_known_result_term(c, l.result);
}

HD_HANDLER(hd_known_mutex_unlock)
{
  lock_info l = describe_lock(c, row, call, args[0], hd_known_label(c, "unlock", call, 0));
  mutex_unlock(c, &l);
  return hd_known_result_term(c, l.result);
}

HD_HANDLER(hd_known_cond_wait)
{
  lock_info l = describe_lock(c, row, call, args[1], NULL);
  if (patience_of(row) != HD_TIMED) l.result = HD_NO_VAR;
  cond_wait(c, args[0], &l, patience_of(row));
  return hd_known_result_term(c, l.result);
}
