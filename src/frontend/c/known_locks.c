/* known_locks.c - POSIX locks of every kind, condition variables, barriers, semaphores, once. */
#include "frontend/c/known.h"

/* --- mutexes ------------------------------------------------------------------------------------ */

static HD_HANDLER(mutex_init)
{
  hd_terms *T = hd_known_terms(c);
  const char *label = hd_known_label(c, "init", call, 0);
  hd_term attr = n_args > 1 ? args[1] : hd_known_null(c);
  hd_cursor plain = *c;
  plain.at = HD_NO_LOC;
  if (!hd_known_is_null(c, attr) && hd_known_uses(c, "pthread_mutexattr_settype")) {
    plain = hd_cursor_split(c, hd_term_ne(T, attr, hd_known_null(c)));
    if (!hd_cursor_dead(c)) hd_mutex_init(c, args[0], hd_cursor_load(c, attr, 32, HD_ACCESS_SYNC), label);
    if (!hd_cursor_dead(&plain)) hd_mutex_init(&plain, args[0], hd_known_u32(c, HD_MUTEX_NORMAL), label);
    hd_cursor_join(c, plain);
  } else {
    hd_mutex_init(c, args[0], hd_known_u32(c, HD_MUTEX_NORMAL), label);
  }
  return hd_known_u32(c, 0);
}

/* The attribute's first word is the kind that mutexes made with it get. */
static HD_HANDLER(attr_init)
{
  if (hd_known_uses(c, "pthread_mutexattr_settype"))
    hd_cursor_store(c, args[0], hd_known_u32(c, HD_MUTEX_NORMAL), HD_ACCESS_SYNC);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(attr_settype)
{
  hd_cursor_store(c, args[0], hd_known_bits(c, args[1], 32), HD_ACCESS_SYNC);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(attr_gettype)
{
  hd_term kind = hd_known_u32(c, HD_MUTEX_NORMAL);
  if (hd_known_uses(c, "pthread_mutexattr_settype")) kind = hd_cursor_load(c, args[0], 32, HD_ACCESS_SYNC);
  hd_cursor_store(c, args[1], kind, HD_ACCESS_PLAIN);
  return hd_known_u32(c, 0);
}

/* --- spin locks: an int that holds its owner ------------------------------------------------------ */

static HD_HANDLER(store_zero)
{
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "init", call, 0));
  hd_action_word(&s, c, args[0], 0, hd_known_u32(c, 0));
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

/* One word, decided in one step: `taken` when `possible`, and what a failure says otherwise. A spin lock has no room
 * for its address. */
static hd_term acquire(hd_cursor *c, LLVMValueRef call, hd_term object, hd_term possible, hd_term taken,
                       hd_patience patience, bool home, const char *label)
{
  hd_var result = hd_known_result(c, call, "lock.result");
  hd_loc to = hd_cursor_loc(c);
  hd_action take = hd_action_when(possible, label);
  hd_action_word(&take, c, object, 0, taken);
  if (home) hd_known_keep_home(c, &take, object);
  hd_action_result(&take, c, result, 0);
  hd_action_add(c, &take, to);
  if (patience != HD_WAIT) {
    hd_action fail = hd_action_when(hd_term_1(hd_known_terms(c), HD_OP_NOT, possible), label);
    hd_action_result(&fail, c, result, patience == HD_TRY ? hd_codes_posix.busy : hd_codes_posix.timeout);
    hd_action_add(c, &fail, to);
  }
  c->at = to;
  return hd_known_result_term(c, result);
}

/* A thread that holds a spin lock must not lock it, and who unlocks it must hold it. */
static void need_holder(hd_cursor *c, hd_term lock, bool holds, const char *otherwise)
{
  hd_terms *T = hd_known_terms(c);
  hd_term mine = hd_term_2(T, HD_OP_EQ, hd_known_word(c, lock, 0), hd_cursor_tid(c));
  hd_term wrong = holds ? hd_term_1(T, HD_OP_NOT, mine) : mine;
  hd_known_need_object(c, lock);
  hd_cursor_misuse(c, hd_term_2(T, HD_OP_AND, wrong, hd_term_1(T, HD_OP_NOT, hd_known_is_destroyed(c, lock))),
                   otherwise);
}

static HD_HANDLER(spin_lock)
{
  if (row->data == HD_WAIT)
    need_holder(c, args[0], false, "lock of a spin lock that the thread holds already");
  else
    hd_known_need_object(c, args[0]);
  hd_term is_free = hd_term_eq_bv(hd_known_terms(c), hd_known_word(c, args[0], 0), 0);
  return acquire(c, call, args[0], is_free, hd_cursor_tid(c), (hd_patience)row->data, false,
                 hd_known_label(c, row->data == HD_TRY ? "trylock" : "lock", call, 0));
}

static HD_HANDLER(spin_unlock)
{
  need_holder(c, args[0], true, "unlock of a spin lock that the thread does not hold");
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "unlock", call, 0));
  hd_action_word(&s, c, args[0], 0, hd_known_u32(c, 0));
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

/* --- read-write locks: 0, a writer's number, or the top bit and the number of readers ---------------
 * A thread that asks again for what it holds as a writer waits for itself, as POSIX allows.
 *
 * Where misuse is looked for, it matters who the readers are: a bit each, the first of which no thread has, instead of
 * their number. */

static const uint32_t readers = UINT32_C(1) << 31;
static const char copied_rwlock[] = "use of a copy of a read-write lock that was held";

static hd_term reader_bit(hd_cursor *c)
{
  hd_terms *T = hd_known_terms(c);
  hd_cursor beyond = hd_cursor_split(c, hd_term_2(T, HD_OP_ULT, hd_cursor_tid(c), hd_known_u32(c, 31)));
  if (!hd_cursor_dead(&beyond)) hd_cursor_unsupported(&beyond, "more than 30 threads that use read-write locks");
  return hd_term_2(T, HD_OP_SHL, hd_known_u32(c, 1), hd_cursor_tid(c));
}

static hd_term is_reading(const hd_cursor *c, hd_term word, hd_term bit)
{
  hd_terms *T = hd_known_terms(c);
  hd_term zero = hd_known_u32(c, 0), own = hd_term_2(T, HD_OP_BAND, word, bit);
  return hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_SLT, word, zero), hd_term_ne(T, own, zero));
}

/* The word with this thread among the readers; a bit cannot tell how often it is. */
static hd_term add_reader(hd_cursor *c, hd_term lock)
{
  hd_terms *T = hd_known_terms(c);
  hd_term word = hd_known_word(c, lock, 0), bit = reader_bit(c);
  hd_known_need_lock(c, lock, copied_rwlock);
  hd_cursor twice = *c;
  hd_action again = hd_action_when(is_reading(c, word, bit), NULL);
  hd_action_take(&twice, &again);
  hd_cursor_unsupported(&twice, "a thread that has locked a read-write lock for reading, and does so again");
  return hd_term_2(T, HD_OP_BOR, word, hd_term_2(T, HD_OP_BOR, hd_known_u32(c, readers), bit));
}

static hd_term count_reader(hd_cursor *c, hd_term lock)
{
  hd_terms *T = hd_known_terms(c);
  hd_term word = hd_known_word(c, lock, 0);
  return hd_term_3(T, HD_OP_ITE, hd_term_eq_bv(T, word, 0), hd_known_u32(c, readers | 1),
                   hd_term_2(T, HD_OP_ADD, word, hd_known_u32(c, 1)));
}

static HD_HANDLER(rw_read)
{
  hd_terms *T = hd_known_terms(c);
  hd_term word = hd_known_word(c, args[0], 0), zero = hd_known_u32(c, 0);
  hd_term possible = hd_term_2(T, HD_OP_OR, hd_term_2(T, HD_OP_EQ, word, zero), hd_term_2(T, HD_OP_SLT, word, zero));
  hd_term taken = (hd_lower_checks_sync(c->lower) ? add_reader : count_reader)(c, args[0]);
  return acquire(c, call, args[0], possible, taken, (hd_patience)row->data, true,
                 hd_known_label(c, row->data == HD_TRY ? "try read lock" : "read lock", call, 0));
}

static HD_HANDLER(rw_write)
{
  hd_known_need_lock(c, args[0], copied_rwlock);
  hd_term is_free = hd_term_eq_bv(hd_known_terms(c), hd_known_word(c, args[0], 0), 0);
  return acquire(c, call, args[0], is_free, hd_cursor_tid(c), (hd_patience)row->data, true,
                 hd_known_label(c, row->data == HD_TRY ? "try write lock" : "write lock", call, 0));
}

/* The word without this thread, which must hold the lock. */
static hd_term drop_holder(hd_cursor *c, hd_term lock)
{
  hd_terms *T = hd_known_terms(c);
  hd_term word = hd_known_word(c, lock, 0), zero = hd_known_u32(c, 0), bit = reader_bit(c);
  hd_term reads = is_reading(c, word, bit), writes = hd_term_2(T, HD_OP_EQ, word, hd_cursor_tid(c));
  hd_term fine = hd_term_2(T, HD_OP_OR, hd_term_2(T, HD_OP_OR, reads, writes), hd_known_is_destroyed(c, lock));
  hd_known_need_lock(c, lock, copied_rwlock);
  hd_cursor_misuse(c, hd_term_1(T, HD_OP_NOT, fine), "unlock of a read-write lock that the thread does not hold");
  hd_term rest = hd_term_2(T, HD_OP_BAND, word, hd_term_1(T, HD_OP_BNOT, bit));
  hd_term others = hd_term_2(T, HD_OP_AND, reads, hd_term_ne(T, rest, hd_known_u32(c, readers)));
  return hd_term_3(T, HD_OP_ITE, others, rest, zero);
}

static hd_term count_down(hd_cursor *c, hd_term lock)
{
  hd_terms *T = hd_known_terms(c);
  hd_term word = hd_known_word(c, lock, 0);
  hd_term stays = hd_term_2(T, HD_OP_ULT, hd_known_u32(c, readers | 1), word);
  return hd_term_3(T, HD_OP_ITE, stays, hd_term_2(T, HD_OP_SUB, word, hd_known_u32(c, 1)), hd_known_u32(c, 0));
}

static HD_HANDLER(rw_unlock)
{
  hd_term left = (hd_lower_checks_sync(c->lower) ? drop_holder : count_down)(c, args[0]);
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "unlock", call, 0));
  hd_action_word(&s, c, args[0], 0, left);
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

/* --- barriers ------------------------------------------------------------------------------------------
 * {count, arrived, leaving}. The last to arrive lets the others leave; who comes for the next round
 * while some still have to leave waits for them, so that a round's places go to its own threads.
 * Threads that leave are never blocked, so nothing is lost by that. The last to arrive is the
 * serial thread: a program cannot see in which order threads arrive, so it can be any of them.
 * A count of 0 is no barrier: there is none for that many threads, and a barrier has no initializer. */

enum { BARRIER_COUNT = 0, BARRIER_ARRIVED = 4, BARRIER_LEAVING = 8, ERRNO_EINVAL = 22 };

static HD_HANDLER(barrier_init)
{
  hd_terms *T = hd_known_terms(c);
  hd_term count = hd_known_bits(c, args[2], 32);
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "init", call, 0));
  hd_action_word(&s, c, args[0], BARRIER_COUNT, count);
  hd_action_word(&s, c, args[0], BARRIER_ARRIVED, hd_known_u32(c, 0));
  hd_action_word(&s, c, args[0], BARRIER_LEAVING, hd_known_u32(c, 0));
  hd_action_take(c, &s);
  return hd_term_3(T, HD_OP_ITE, hd_term_eq_bv(T, count, 0), hd_known_u32(c, ERRNO_EINVAL), hd_known_u32(c, 0));
}

static hd_term is_no_barrier(const hd_cursor *c, hd_term barrier)
{
  return hd_term_eq_bv(hd_known_terms(c), hd_known_word(c, barrier, BARRIER_COUNT), 0);
}

/* Those who leave are let go first, as glibc does. */
static HD_HANDLER(barrier_destroy)
{
  hd_terms *T = hd_known_terms(c);
  if (!hd_lower_checks_sync(c->lower)) return hd_known_u32(c, 0);
  hd_term no_arrivals = hd_term_eq_bv(T, hd_known_word(c, args[0], BARRIER_ARRIVED), 0);
  hd_term none = is_no_barrier(c, args[0]);
  hd_cursor_misuse(c, none, hd_misused_object);
  hd_cursor_misuse(c, hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_OR, none, no_arrivals)),
                   "destroy of a barrier that a thread waits at");
  hd_action s = hd_action_when(hd_term_eq_bv(T, hd_known_word(c, args[0], BARRIER_LEAVING), 0),
                               hd_known_label(c, "destroy", call, 0));
  hd_action_word(&s, c, args[0], BARRIER_COUNT, hd_known_u32(c, 0));
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(barrier_wait)
{
  hd_terms *T = hd_known_terms(c);
  hd_cursor_misuse(c, is_no_barrier(c, args[0]), hd_misused_object);
  const char *label = hd_known_label(c, "barrier", call, 0);
  hd_var result = hd_known_result(c, call, "barrier.result");
  hd_term zero = hd_known_u32(c, 0), one = hd_known_u32(c, 1);
  hd_term count = hd_known_word(c, args[0], BARRIER_COUNT), leaving = hd_known_word(c, args[0], BARRIER_LEAVING);
  hd_term arrived = hd_term_2(T, HD_OP_ADD, hd_known_word(c, args[0], BARRIER_ARRIVED), one);
  hd_term settled = hd_term_2(T, HD_OP_EQ, leaving, zero);
  hd_term more = hd_term_2(T, HD_OP_ULT, arrived, count);
  hd_loc waiting = hd_cursor_loc(c), done = hd_cursor_loc(c);

  hd_action wait = hd_action_when(hd_term_2(T, HD_OP_AND, settled, more), label);
  hd_action_word(&wait, c, args[0], BARRIER_ARRIVED, arrived);
  hd_action_add(c, &wait, waiting);
  hd_action open = hd_action_when(hd_term_2(T, HD_OP_AND, settled, hd_term_1(T, HD_OP_NOT, more)), label);
  hd_action_word(&open, c, args[0], BARRIER_ARRIVED, zero);
  hd_action_word(&open, c, args[0], BARRIER_LEAVING, hd_term_2(T, HD_OP_SUB, count, one));
  hd_action_result(&open, c, result, UINT32_MAX); /* PTHREAD_BARRIER_SERIAL_THREAD */
  hd_action_add(c, &open, done);

  c->at = waiting;
  hd_action leave = hd_action_when(hd_term_1(T, HD_OP_NOT, settled), label);
  hd_action_word(&leave, c, args[0], BARRIER_LEAVING, hd_term_2(T, HD_OP_SUB, leaving, one));
  hd_action_result(&leave, c, result, 0);
  hd_action_add(c, &leave, done);
  c->at = done;
  return hd_known_result_term(c, result);
}

/* --- semaphores: the value is the first word --------------------------------------------------------- */

enum { ERRNO_EAGAIN = 11, ERRNO_ETIMEDOUT = 110 };

static HD_HANDLER(sem_init)
{
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "init", call, 0));
  hd_action_word(&s, c, args[0], 0, hd_known_bits(c, args[2], 32));
  hd_known_keep_home(c, &s, args[0]);
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(sem_destroy)
{
  if (!hd_lower_checks_sync(c->lower)) return hd_known_u32(c, 0);
  hd_known_need_semaphore(c, args[0]);
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "destroy", call, 0));
  hd_action_word(&s, c, args[0], 0, hd_known_u32(c, hd_destroyed));
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(sem_wait)
{
  hd_known_need_semaphore(c, args[0]);
  hd_terms *T = hd_known_terms(c);
  const char *label = hd_known_label(c, row->data == HD_TRY ? "trywait" : "wait", call, 0);
  hd_term value = hd_known_word(c, args[0], 0);
  hd_term none = hd_term_eq_bv(T, value, 0);
  hd_var result = hd_known_result(c, call, "sem.result");
  hd_cursor fail = *c;
  hd_action take = hd_action_when(hd_term_1(T, HD_OP_NOT, none), label);
  hd_action_word(&take, c, args[0], 0, hd_term_2(T, HD_OP_SUB, value, hd_known_u32(c, 1)));
  hd_action_result(&take, c, result, 0);
  hd_action_take(c, &take);
  if (row->data != HD_WAIT) {
    hd_action miss = hd_action_when(none, label);
    hd_action_result(&miss, c, result, UINT32_MAX);
    hd_action_take(&fail, &miss);
    hd_known_set_errno(&fail, row->data == HD_TRY ? ERRNO_EAGAIN : ERRNO_ETIMEDOUT);
    hd_cursor_join(c, fail);
  }
  return hd_known_result_term(c, result);
}

static HD_HANDLER(sem_post)
{
  hd_known_need_semaphore(c, args[0]);
  hd_action s = hd_action_when(HD_NO_TERM, hd_known_label(c, "post", call, 0));
  hd_term value = hd_known_word(c, args[0], 0);
  hd_action_word(&s, c, args[0], 0, hd_term_2(hd_known_terms(c), HD_OP_ADD, value, hd_known_u32(c, 1)));
  hd_action_take(c, &s);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(sem_getvalue)
{
  hd_known_need_semaphore(c, args[0]);
  hd_term value = hd_cursor_load(c, args[0], 32, HD_ACCESS_SYNC);
  hd_cursor_store(c, args[1], value, HD_ACCESS_PLAIN);
  return hd_known_u32(c, 0);
}

/* --- once: 0 not yet, 1 running, 2 done; all callers return only when it is done ----------------------- */

HD_HANDLER(hd_known_once)
{
  hd_term flag = args[0], routine = args[1];
  const char *label = hd_known_label(c, "once", call, 0);
  hd_terms *T = hd_known_terms(c);
  hd_term word = hd_known_word(c, flag, 0);
  LLVMContextRef context = LLVMGetModuleContext(hd_lower_module(c->lower));
  hd_cursor later = *c;
  hd_action first = hd_action_when(hd_term_eq_bv(T, word, 0), label);
  hd_action_word(&first, c, flag, 0, hd_known_u32(c, 1));
  hd_action_take(c, &first);
  hd_lower_call_pointer(c, routine, LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false), NULL, 0);
  hd_action finish = hd_action_when(HD_NO_TERM, NULL);
  hd_action_word(&finish, c, flag, 0, hd_known_u32(c, 2));
  hd_action_take(c, &finish);
  hd_action done = hd_action_when(hd_term_eq_bv(T, word, 2), label);
  hd_action_take(&later, &done);
  hd_cursor_join(c, later);
  return hd_known_u32(c, 0);
}

const hd_known hd_known_locks[] = {
    {.name = "pthread_mutex_init", .n_args = 1, .handle = mutex_init},
    {.name = "pthread_mutex_lock", .n_args = 1, .handle = hd_known_mutex_lock, .data = HD_WAIT},
    {.name = "pthread_mutex_trylock", .n_args = 1, .handle = hd_known_mutex_lock, .data = HD_TRY},
    {.name = "pthread_mutex_timedlock", .n_args = 1, .handle = hd_known_mutex_lock, .data = HD_TIMED},
    {.name = "pthread_mutex_clocklock", .n_args = 1, .handle = hd_known_mutex_lock, .data = HD_TIMED},
    {.name = "pthread_mutex_unlock", .n_args = 1, .handle = hd_known_mutex_unlock},
    {.name = "pthread_mutex_destroy", .n_args = 1, .handle = hd_known_lock_destroy},
    {.name = "pthread_mutex_consistent", .n_args = 1, .handle = hd_known_zero},
    {.name = "pthread_mutexattr_init", .n_args = 1, .handle = attr_init},
    {.name = "pthread_mutexattr_settype", .n_args = 2, .handle = attr_settype},
    {.name = "pthread_mutexattr_gettype", .n_args = 2, .handle = attr_gettype},
    {.name = "pthread_mutexattr_get*", .handle = hd_known_unsupported},
    {.name = "pthread_mutexattr_setrobust*", .handle = hd_known_unsupported},
    {.name = "pthread_mutexattr_*", .handle = hd_known_zero},
    {.name = "pthread_spin_init", .n_args = 1, .handle = store_zero},
    {.name = "pthread_spin_lock", .n_args = 1, .handle = spin_lock, .data = HD_WAIT},
    {.name = "pthread_spin_trylock", .n_args = 1, .handle = spin_lock, .data = HD_TRY},
    {.name = "pthread_spin_unlock", .n_args = 1, .handle = spin_unlock},
    {.name = "pthread_spin_destroy", .n_args = 1, .handle = hd_known_lock_destroy},
    {.name = "pthread_rwlock_init", .n_args = 1, .handle = store_zero},
    {.name = "pthread_rwlock_rdlock", .n_args = 1, .handle = rw_read, .data = HD_WAIT},
    {.name = "pthread_rwlock_tryrdlock", .n_args = 1, .handle = rw_read, .data = HD_TRY},
    {.name = "pthread_rwlock_timedrdlock", .n_args = 1, .handle = rw_read, .data = HD_TIMED},
    {.name = "pthread_rwlock_clockrdlock", .n_args = 1, .handle = rw_read, .data = HD_TIMED},
    {.name = "pthread_rwlock_clockwrlock", .n_args = 1, .handle = rw_write, .data = HD_TIMED},
    {.name = "pthread_rwlock_wrlock", .n_args = 1, .handle = rw_write, .data = HD_WAIT},
    {.name = "pthread_rwlock_trywrlock", .n_args = 1, .handle = rw_write, .data = HD_TRY},
    {.name = "pthread_rwlock_timedwrlock", .n_args = 1, .handle = rw_write, .data = HD_TIMED},
    {.name = "pthread_rwlock_unlock", .n_args = 1, .handle = rw_unlock},
    {.name = "pthread_rwlock_destroy", .n_args = 1, .handle = hd_known_lock_destroy},
    {.name = "pthread_rwlockattr_get*", .handle = hd_known_unsupported},
    {.name = "pthread_rwlockattr_*", .handle = hd_known_zero},
    {.name = "pthread_cond_init", .n_args = 1, .handle = hd_known_cond_init},
    {.name = "pthread_cond_wait", .n_args = 2, .handle = hd_known_cond_wait, .data = HD_WAIT},
    {.name = "pthread_cond_timedwait", .n_args = 2, .handle = hd_known_cond_wait, .data = HD_TIMED},
    {.name = "pthread_cond_clockwait", .n_args = 2, .handle = hd_known_cond_wait, .data = HD_TIMED},
    {.name = "pthread_cond_signal", .n_args = 1, .handle = hd_known_cond_signal},
    {.name = "pthread_cond_broadcast", .n_args = 1, .handle = hd_known_cond_broadcast},
    {.name = "pthread_cond_destroy", .n_args = 1, .handle = hd_known_cond_destroy},
    {.name = "pthread_condattr_get*", .handle = hd_known_unsupported},
    {.name = "pthread_condattr_*", .handle = hd_known_zero},
    {.name = "pthread_barrier_init", .n_args = 3, .handle = barrier_init},
    {.name = "pthread_barrier_wait", .n_args = 1, .handle = barrier_wait},
    {.name = "pthread_barrier_destroy", .n_args = 1, .handle = barrier_destroy},
    {.name = "pthread_barrierattr_get*", .handle = hd_known_unsupported},
    {.name = "pthread_barrierattr_*", .handle = hd_known_zero},
    {.name = "sem_init", .n_args = 3, .handle = sem_init},
    {.name = "sem_wait", .n_args = 1, .handle = sem_wait, .data = HD_WAIT},
    {.name = "sem_trywait", .n_args = 1, .handle = sem_wait, .data = HD_TRY},
    {.name = "sem_timedwait", .n_args = 1, .handle = sem_wait, .data = HD_TIMED},
    {.name = "sem_clockwait", .n_args = 1, .handle = sem_wait, .data = HD_TIMED},
    {.name = "sem_post", .n_args = 1, .handle = sem_post},
    {.name = "sem_getvalue", .n_args = 2, .handle = sem_getvalue},
    {.name = "sem_destroy", .n_args = 1, .handle = sem_destroy},
    {.name = "sem_open", .handle = hd_known_unsupported},
    {.name = "sem_close", .handle = hd_known_unsupported},
    {.name = "sem_unlink", .handle = hd_known_unsupported},
    {.name = "pthread_once", .n_args = 2, .handle = hd_known_once},
    {0}};
