/* known_cancel.c - how a thread ends before its routine returns: jumps, cleanup handlers, cancellation.
 *
 * What pthread_cleanup_push expands to is a setjmp into a buffer that is then registered; pthread_cleanup_pop
 * takes it off and runs the handler by the program's own code. A thread that ends in between jumps to the latest
 * buffer, where the program runs the handler and asks for the next one. Buffers are a list through their last members,
 * as in glibc; its head is the thread's own.
 *
 * pthread_cancel sets a flag of the thread, which looks at it at cancellation points: before calls that POSIX lists,
 * and while it waits in one. Where POSIX leaves it open whether a call is one, both happen. Asynchronous cancellation
 * is not supported. */
#include "frontend/c/known.h"

/* --- jumps ------------------------------------------------------------------------------------------------------ */

static bool has_cleanup(const hd_cursor *c)
{
  return hd_known_uses(c, "__pthread_register_cancel") || hd_known_uses(c, "__pthread_register_cancel_defer");
}

static bool has_cancel(const hd_cursor *c)
{
  return hd_known_uses(c, "pthread_cancel");
}

/* Can a call of setjmp return twice? */
static bool has_jumps(const hd_cursor *c)
{
  static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
  for (size_t i = 0; i < HD_COUNT(names); i++)
    if (hd_known_uses(c, names[i])) return true;
  return has_cleanup(c) && (has_cancel(c) || hd_known_uses(c, "pthread_exit"));
}

static HD_HANDLER(set_jump)
{
  return has_jumps(c) ? hd_lower_landing(c, args[0]) : hd_known_u32(c, 0);
}

/* Out of a handler of a signal, the mask would have to be that of before. */
static bool has_handlers_of_signals(const hd_cursor *c)
{
  return hd_known_uses(c, "signal") || hd_known_uses(c, "sigaction");
}

static HD_HANDLER(jump)
{
  hd_terms *T = hd_known_terms(c);
  hd_term value = hd_known_bits(c, args[1], 32);
  hd_term one = hd_known_u32(c, 1), zero = hd_term_eq_bv(T, value, 0);
  if (has_handlers_of_signals(c))
    hd_cursor_unsupported(c, "longjmp in a program with handlers of signals");
  else
    hd_lower_jump(c, args[0], hd_term_3(T, HD_OP_ITE, zero, one, value));
  return HD_NO_TERM;
}

/* --- cleanup handlers ------------------------------------------------------------------------------------------- */

/* Where glibc's buffer has the one that was registered before it. */
static hd_term previous_of(hd_cursor *c, hd_term buffer)
{
  return hd_known_at(c, buffer, hd_lower_pointer_width(c->lower) == 64 ? 72 : 28);
}

static hd_term latest_buffer(hd_cursor *c)
{
  return hd_cursor_hidden(c, "cleanup.latest", hd_lower_pointer_width(c->lower) / 8);
}

static hd_term load_pointer(hd_cursor *c, hd_term address)
{
  return hd_cursor_load(c, address, hd_lower_pointer_width(c->lower), HD_ACCESS_SYNC);
}

static HD_HANDLER(register_buffer)
{
  if (!has_jumps(c)) return HD_NO_TERM;
  hd_cursor_store(c, previous_of(c, args[0]), load_pointer(c, latest_buffer(c)), HD_ACCESS_SYNC);
  hd_cursor_store(c, latest_buffer(c), args[0], HD_ACCESS_SYNC);
  return HD_NO_TERM;
}

static HD_HANDLER(unregister_buffer)
{
  if (!has_jumps(c)) return HD_NO_TERM;
  hd_cursor_store(c, latest_buffer(c), load_pointer(c, previous_of(c, args[0])), HD_ACCESS_SYNC);
  return HD_NO_TERM;
}

static hd_term result_of_end(hd_cursor *c)
{
  return hd_cursor_hidden(c, "cleanup.result", hd_lower_pointer_width(c->lower) / 8);
}

/* The next handler, or the end. */
static void unwind_handlers(hd_cursor *c)
{
  if (hd_cursor_dead(c)) return;
  hd_term latest = load_pointer(c, latest_buffer(c));
  hd_cursor none = hd_cursor_split(c, hd_term_ne(hd_known_terms(c), latest, hd_known_null(c)));
  if (!hd_cursor_dead(c)) {
    hd_cursor_store(c, latest_buffer(c), load_pointer(c, previous_of(c, latest)), HD_ACCESS_SYNC);
    hd_lower_jump(c, latest, hd_known_u32(c, 1));
  }
  if (!hd_cursor_dead(&none)) hd_lower_exit_thread(&none, load_pointer(&none, result_of_end(&none)));
  c->at = HD_NO_LOC;
}

static void end_thread(hd_cursor *c, hd_term value)
{
  if (!has_cleanup(c)) {
    hd_lower_exit_thread(c, value);
    return;
  }
  hd_cursor_store(c, result_of_end(c), value, HD_ACCESS_SYNC);
  unwind_handlers(c);
}

HD_HANDLER(hd_known_exit_thread)
{
  end_thread(c, hd_known_bits(c, args[0], hd_lower_pointer_width(c->lower)));
  return HD_NO_TERM;
}

static HD_HANDLER(unwind_next)
{
  unwind_handlers(c);
  return HD_NO_TERM;
}

/* --- cancellation ----------------------------------------------------------------------------------------------- */

static hd_term cancel_disabled(hd_cursor *c)
{
  return hd_cursor_hidden(c, "cancel.disabled", 4);
}

hd_term hd_known_cancel_due(hd_cursor *c)
{
  hd_terms *T = hd_known_terms(c);
  if (!has_cancel(c) || hd_cursor_dead(c)) return HD_NO_TERM;
  hd_term due = hd_lower_cancelled(c);
  if (!hd_term_is(due) || !hd_known_uses(c, "pthread_setcancelstate")) return due;
  hd_term disabled = hd_cursor_load(c, cancel_disabled(c), 32, HD_ACCESS_SYNC);
  return hd_term_2(T, HD_OP_AND, due, hd_term_eq_bv(T, disabled, 0));
}

void hd_known_end_cancelled(hd_cursor *c)
{
  unsigned width = hd_lower_pointer_width(c->lower);
  end_thread(c, hd_term_bv(hd_known_terms(c), width, hd_mask(width)));
}

/* A step beside those that come next, as long as they do not. */
static void may_end_here(hd_cursor *c, hd_term due)
{
  hd_cursor path = *c;
  hd_action end = hd_action_when(due, "cancelled");
  hd_action_take(&path, &end);
  hd_known_end_cancelled(&path);
}

/* What POSIX lists; what waits in the model, too; and what may be one. */
typedef enum { NO_POINT, MUST, WAITS, MAY } point_kind;
static const struct {
  const char *name;
  point_kind kind;
} points[] = {
    {"pthread_testcancel", MUST},
    {"sleep", MUST},
    {"usleep", MUST},
    {"nanosleep", MUST},
    {"clock_nanosleep", MUST},
    {"pthread_join", WAITS},
    {"sem_wait", WAITS},
    {"sem_timedwait", MUST},
    {"pthread_cond_wait", MUST},
    {"pthread_cond_timedwait", MUST},
    {"pthread_cond_clockwait", MUST},
    {"read", MUST},
    {"write", MUST},
    {"pread", MUST},
    {"pwrite", MUST},
    {"readv", MUST},
    {"writev", MUST},
    {"open", MUST},
    {"openat", MUST},
    {"creat", MUST},
    {"close", MUST},
    {"fcntl", MUST},
    {"fsync", MUST},
    {"accept", MUST},
    {"connect", MUST},
    {"recv", MUST},
    {"recvfrom", MUST},
    {"recvmsg", MUST},
    {"send", MUST},
    {"sendto", MUST},
    {"sendmsg", MUST},
    {"poll", MUST},
    {"ppoll", MUST},
    {"select", MUST},
    {"pselect", MUST},
    {"epoll_wait", MUST},
    {"msgrcv", MUST},
    {"msgsnd", MUST},
    {"mq_receive", MUST},
    {"mq_send", MUST},
    {"pause", MUST},
    {"sigsuspend", MUST},
    {"sigwait", MUST},
    {"sigwaitinfo", MUST},
    {"sigtimedwait", MUST},
    {"system", MUST},
    {"wait", MUST},
    {"waitpid", MUST},
    {"printf", MAY},
    {"fprintf", MAY},
    {"vprintf", MAY},
    {"vfprintf", MAY},
    {"dprintf", MAY},
    {"puts", MAY},
    {"fputs", MAY},
    {"putchar", MAY},
    {"putc", MAY},
    {"fputc", MAY},
    {"fwrite", MAY},
    {"fflush", MAY},
    {"perror", MAY},
    {"scanf", MAY},
    {"fscanf", MAY},
    {"fgets", MAY},
    {"fread", MAY},
    {"getc", MAY},
    {"fgetc", MAY},
    {"getchar", MAY},
    {"getline", MAY},
    {"fopen", MAY},
    {"fclose", MAY},
    {"fseek", MAY},
    {"syslog", MAY},
    {"getaddrinfo", MAY},
    {"pthread_rwlock_rdlock", MAY},
    {"pthread_rwlock_wrlock", MAY},
    {"ioctl", MAY},
    {"opendir", MAY},
    {"readdir", MAY},
    {"localtime", MAY},
    {"ctime", MAY},
    {"strerror", MAY},
    {"remove", MAY},
    {"unlink", MAY},
    {"rename", MAY},
};

static point_kind kind_of_point(const char *name)
{
  for (size_t i = 0; i < HD_COUNT(points); i++)
    if (strcmp(points[i].name, name) == 0) return points[i].kind;
  return NO_POINT;
}

void hd_known_cancel_point(hd_cursor *c, const char *function)
{
  if (!has_cancel(c) || hd_cursor_dead(c)) return;
  point_kind kind = kind_of_point(function);
  hd_term due = kind == NO_POINT ? HD_NO_TERM : hd_known_cancel_due(c);
  if (!hd_term_is(due)) return;
  if (kind != MAY) {
    hd_cursor path = *c;
    *c = hd_cursor_split(&path, due);
    if (!hd_cursor_dead(&path)) hd_known_end_cancelled(&path);
  }
  if (kind != MUST && !hd_cursor_dead(c)) may_end_here(c, due);
}

static HD_HANDLER(cancel)
{
  hd_lower_cancel(c, hd_known_bits(c, args[0], hd_lower_pointer_width(c->lower)));
  return hd_known_u32(c, 0);
}

/* *old := what it was, unless that is NULL. */
static void tell_old(hd_cursor *c, hd_term to, hd_term old)
{
  if (hd_known_is_null(c, to) || hd_cursor_dead(c)) return;
  hd_cursor null = hd_cursor_split(c, hd_term_ne(hd_known_terms(c), to, hd_known_null(c)));
  if (!hd_cursor_dead(c)) hd_cursor_store(c, to, old, HD_ACCESS_PLAIN);
  hd_cursor_join(c, null);
}

static HD_HANDLER(set_state)
{
  hd_term old = hd_cursor_load(c, cancel_disabled(c), 32, HD_ACCESS_SYNC);
  hd_cursor_store(c, cancel_disabled(c), hd_known_bits(c, args[0], 32), HD_ACCESS_SYNC);
  tell_old(c, args[1], old);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(set_type)
{
  hd_term deferred = hd_term_eq_bv(hd_known_terms(c), hd_known_bits(c, args[0], 32), 0);
  hd_cursor other = *c;
  if (has_cancel(c)) {
    other = hd_cursor_split(c, deferred);
    if (!hd_cursor_dead(&other)) hd_cursor_unsupported(&other, "asynchronous cancellation");
  }
  if (!hd_cursor_dead(c)) tell_old(c, args[1], hd_known_u32(c, 0));
  return hd_known_u32(c, 0);
}

const hd_known hd_known_cancellation[] = {
    {.name = "pthread_exit", .n_args = 1, .handle = hd_known_exit_thread},
    {.name = "pthread_cancel", .n_args = 1, .handle = cancel},
    {.name = "pthread_testcancel", .handle = hd_known_zero},
    {.name = "pthread_setcancelstate", .n_args = 2, .handle = set_state},
    {.name = "pthread_setcanceltype", .n_args = 2, .handle = set_type},
    {.name = "setjmp", .n_args = 1, .handle = set_jump},
    {.name = "_setjmp", .n_args = 1, .handle = set_jump},
    {.name = "sigsetjmp", .n_args = 1, .handle = set_jump},
    {.name = "__sigsetjmp", .n_args = 1, .handle = set_jump},
    {.name = "longjmp", .n_args = 2, .handle = jump},
    {.name = "_longjmp", .n_args = 2, .handle = jump},
    {.name = "siglongjmp", .n_args = 2, .handle = jump},
    {.name = "__longjmp_chk", .n_args = 2, .handle = jump},
    {.name = "__pthread_register_cancel", .n_args = 1, .handle = register_buffer},
    {.name = "__pthread_unregister_cancel", .n_args = 1, .handle = unregister_buffer},
    {.name = "__pthread_register_cancel_defer", .n_args = 1, .handle = register_buffer},
    {.name = "__pthread_unregister_cancel_restore", .n_args = 1, .handle = unregister_buffer},
    {.name = "__pthread_unwind_next", .handle = unwind_next},
    {.name = "_pthread_cleanup_*", .handle = hd_known_unsupported},
    {0}};
