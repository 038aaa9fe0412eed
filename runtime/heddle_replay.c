/* heddle_replay.c - makes a program take the steps of a counterexample, in their order.
 *
 * The program was instrumented: before each step that the schedule may name it calls hd_step or hd_access with the
 * step's number, its site. There is one token. A thread that arrives at its next step of the schedule gives the token
 * back, since only then its previous step is finished, and waits for its turn. So one thread runs at a time, and the
 * run is the same every time. Sites that the schedule does not expect next are passed. Locks, condition variables,
 * semaphores, barriers and joins are simulated: no thread waits in the kernel, and a deadlock can be told.
 *
 * schedule.h, generated, has the steps. Exit status: 10 the check failed, 11 both accesses of a race were enabled at
 * once, 12 deadlock, 20 the run went another way, 21 it ended without a failure. In a debugger, stop in hd_violation.
 *
 * With HD_SANITIZER the failing step is not judged here but taken, so that the sanitizer that the program is linked
 * with sees it (`make sanitize'). This file itself is not instrumented. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

enum { HD_MODE_CHECK, HD_MODE_RACE, HD_MODE_DEADLOCK };
enum { HD_STEP, HD_CONTINUES, HD_START, HD_END };
enum { HD_FAILED = 10, HD_RACED = 11, HD_DEADLOCKED = 12, HD_DIVERGED = 20, HD_NO_FAILURE = 21 };

typedef struct {
  int thread;
  unsigned site;
  int kind;
  int child;  /* the thread that the step creates; -1: none */
  int inputs; /* how many the step takes: 0 or 1 */
  unsigned long long input;
  const char *where; /* file:line: text */
} hd_entry;

typedef struct {
  const char *name; /* argv[1], or of a variable of the environment */
  const char *text;
  size_t size;               /* of its memory, which may be more than the text needs */
  unsigned long long number; /* in the text, where the program asks for nothing else */
} hd_given;

#include "schedule.h"

enum { STEPS = sizeof hd_schedule / sizeof *hd_schedule };

typedef struct {
  pthread_t handle;
  void *(*routine)(void *);
  int (*c11)(void *);
  void *argument, *result;
  int created, ended;
  int next;    /* its next step in the schedule, or STEPS */
  int last;    /* the one that it took last, or -1 */
  int current; /* the step that it has arrived at last, or -1: at another site */
  const char *blocked;
  unsigned site;
  const char *address;
  unsigned size;
  int writes, at_race;
} thread;

static thread threads[HD_THREADS + 1];
static int later[STEPS + 1]; /* by step: the next one of the same thread */
static int position, running, passed;
static int own_steps_done[STEPS + 1];
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Thread_local int self;
static _Thread_local int inside; /* the runtime itself: a signal there is its own fault */

/* --- the end ---------------------------------------------------------------------------------------- */

void hd_violation(void);
__attribute__((noinline)) void hd_violation(void)
{
  fflush(NULL);
  __asm__ volatile("" ::: "memory");
}

static void finish(int status, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));
static void finish(int status, const char *format, ...)
{
  va_list args;
  fflush(stdout);
  fputs("heddle-replay: ", stderr);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr, "\nheddle-replay: %d of %d steps taken\n", position, (int)STEPS);
  hd_violation();
  _exit(status);
}

static const char *step_text(int step)
{
  return step < STEPS ? hd_schedule[step].where : "the end";
}

static void diverge(const char *why) __attribute__((noreturn));
static void diverge(const char *why)
{
  finish(HD_DIVERGED, "diverged before step %d (%s of %s): %s", position + 1,
         position < STEPS ? hd_schedule[position].where : "the end",
         position < STEPS ? hd_thread_names[hd_schedule[position].thread] : "all threads", why);
}

/* --- sanitizers --------------------------------------------------------------------------------------- */

#ifndef HD_SANITIZER
#define HD_SANITIZER 0
#endif
enum { HD_NO_SANITIZER, HD_ADDRESS, HD_THREAD, HD_UNDEFINED };

#if HD_SANITIZER == 2
void AnnotateIgnoreSyncBegin(const char *file, int line);
void AnnotateIgnoreSyncEnd(const char *file, int line);
void __tsan_acquire(const void *address);
void __tsan_release(const void *address);
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "exitcode=11:halt_on_error=1"; }
#else
static void AnnotateIgnoreSyncBegin(const char *file, int line) { (void)file; (void)line; }
static void AnnotateIgnoreSyncEnd(const char *file, int line) { (void)file; (void)line; }
static void __tsan_acquire(const void *address) { (void)address; }
static void __tsan_release(const void *address) { (void)address; }
#endif

/* ThreadSanitizer must not take the hand-over of the token for synchronization of the program's own. */
static void enter(void)
{
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  pthread_mutex_lock(&big);
}

static void leave(void)
{
  pthread_mutex_unlock(&big);
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
}

/* What the program synchronizes by, and is simulated here, it has to be told. Inside of enter and leave. */
static void acquired(const void *address)
{
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
  __tsan_acquire(address);
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
}

static void released(const void *address)
{
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
  __tsan_release(address);
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
}

#if HD_SANITIZER == 1
/* A report counts when it is about the last step. What is left may be rounds of a loop in a library's function, which
 * is one step here. */
static int only_rounds_are_left(void)
{
  int next = position, at = threads[self].last;
  while (next < STEPS && at >= 0 && hd_schedule[next].thread == self && hd_schedule[next].site == hd_schedule[at].site) next++;
  return next == STEPS;
}

const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "exitcode=10:detect_leaks=0:detect_stack_use_after_return=1"; }
void __asan_loadN(uintptr_t address, size_t size);
void __asan_on_error(void);
void __asan_on_error(void)
{
  if (!only_rounds_are_left()) finish(HD_DIVERGED, "AddressSanitizer reports before step %d", position + 1);
}
#endif

/* --- turns -------------------------------------------------------------------------------------------- */

static void give_token(void)
{
  if (running == self) running = -1;
  pthread_cond_broadcast(&changed);
}

static void skip_done(void)
{
  while (position < STEPS && own_steps_done[position]) position++;
}

static void wait_for_turn(int step)
{
  give_token();
  while (running != -1 || position != step) pthread_cond_wait(&changed, &big);
  running = self;
  own_steps_done[step] = 1;
  skip_done();
  threads[self].next = later[step];
  threads[self].current = threads[self].last = step;
}

static void wait_for_ever(void) __attribute__((noreturn));
static void wait_for_ever(void)
{
  give_token();
  for (;;) pthread_cond_wait(&changed, &big);
}

/* Who comes here has done all its steps. */
static int others_are_done(void)
{
  return position >= STEPS;
}

static int race_is_on; /* for ThreadSanitizer: both racing threads take their accesses */

static void report_race(void)
{
  const thread *a = &threads[hd_race_threads[0]], *b = &threads[hd_race_threads[1]];
  if (!a->at_race || !b->at_race) return;
  int overlap = a->address && b->address && a->address < b->address + b->size && b->address < a->address + a->size;
  if (a->address && b->address && !overlap) diverge("the two accesses are to different memory");
  if (HD_SANITIZER == HD_THREAD) {
    race_is_on = 1;
    return;
  }
  finish(HD_RACED, "data race: %s and %s are both about to access the same memory%s\n  %s: %s\n  %s: %s",
         hd_thread_names[hd_race_threads[0]], hd_thread_names[hd_race_threads[1]],
         overlap ? "" : " (addresses not compared)", hd_thread_names[hd_race_threads[0]], hd_race_places[0],
         hd_thread_names[hd_race_threads[1]], hd_race_places[1]);
}

/* A racing thread that has taken its access. When both have, ThreadSanitizer has had its chance. */
static void pass_race(void)
{
  static int both;
  if (!race_is_on || !threads[self].at_race) return;
  threads[self].at_race = 0;
  if (++both == 2) finish(HD_NO_FAILURE, "both accesses were taken, and ThreadSanitizer reports nothing");
  wait_for_ever();
}

/* A racing thread stops at its access, where it is seen together with the other. False: it goes on. */
static int stop_at_race(unsigned site)
{
  pass_race();
  for (int i = 0; i < 2; i++) {
    if (hd_race_threads[i] != self) continue;
    if (hd_race_sites[i] != site) return 0;
    threads[self].at_race = 1;
    report_race();
    give_token();
    while (!race_is_on) pthread_cond_wait(&changed, &big);
    return 0;
  }
  wait_for_ever();
}

/* The thread has no more steps in the schedule. */
static void beyond_schedule(unsigned site)
{
  if (HD_MODE == HD_MODE_RACE && !stop_at_race(site)) return;
  if (HD_MODE == HD_MODE_DEADLOCK) { /* one after the other they go on, until each of them waits */
    if (others_are_done() && running == self) return;
    give_token();
    while (running != -1 || !others_are_done()) pthread_cond_wait(&changed, &big);
    running = self;
    return;
  }
  if (others_are_done() && running == self) {
    if (hd_schedule[STEPS - 1].thread == self) return; /* it may have to come to the place once more */
    finish(HD_NO_FAILURE, "all steps were taken, but %s goes on: the check did not fail", hd_thread_names[self]);
  }
  wait_for_ever();
}

/* An instruction is one step here, also where the schedule has several. */
static void drop_continuations(thread *t)
{
  while (t->next < STEPS && hd_schedule[t->next].kind == HD_CONTINUES) {
    own_steps_done[t->next] = 1;
    t->next = later[t->next];
  }
  skip_done();
}

/* A function of the library is one instruction here, also where the schedule goes round a loop in it: steps at the
 * last one's place are over when the thread comes to the place of the step after them. */
static void drop_rounds(thread *t, int kind, unsigned site)
{
  int after = t->next;
  if (t->last < 0) return;
  unsigned place = hd_schedule[t->last].site;
  while (after < STEPS && hd_schedule[after].kind == HD_STEP && hd_schedule[after].site == place) after = later[after];
  if (place == site || after >= STEPS || hd_schedule[after].kind != kind || hd_schedule[after].site != site) return;
  for (; t->next != after; t->next = later[t->next]) own_steps_done[t->next] = 1;
  skip_done();
}

static void arrive(unsigned site)
{
  thread *t = &threads[self];
  enter();
  inside++;
  t->site = site;
  t->current = -1;
  drop_continuations(t);
  drop_rounds(t, HD_STEP, site);
  if (t->next >= STEPS)
    beyond_schedule(site);
  else if (hd_schedule[t->next].kind == HD_STEP && hd_schedule[t->next].site == site)
    wait_for_turn(t->next);
  else
    passed++;
  inside--;
  leave();
}

void hd_step(unsigned site)
{
  threads[self].address = NULL;
  arrive(site);
}

/* --- memory --------------------------------------------------------------------------------------------- */

typedef struct block {
  char *start;
  size_t size;
  int freed;
  int given; /* not the program's to free */
  struct block *before;
} block;
static block *blocks;

static block *find_block(const void *address, int past)
{
  for (block *b = blocks; b; b = b->before)
    if ((const char *)address >= b->start && (const char *)address < b->start + b->size + (size_t)past) return b;
  return NULL;
}

/* The steps are over, and the thread of the last one stands at its place, for the first time or once more. */
static int at_last_step(void)
{
  const hd_entry *last = &hd_schedule[STEPS - 1];
  return position >= STEPS && last->thread == self && threads[self].site == last->site;
}

/* Is this the access that the counterexample ends in? Then say what is wrong with it. */
static void judge_access(const void *place, unsigned size)
{
  const char *address = place;
  const block *b = find_block(address, 64);
  if (HD_SANITIZER == HD_ADDRESS || HD_MODE != HD_MODE_CHECK || !at_last_step()) return;
  if ((uintptr_t)address < 4096)
    finish(HD_FAILED, "invalid dereference of NULL%s in %s at %s", address ? " (with an offset)" : "", hd_thread_names[self],
           step_text(STEPS - 1));
  if (b && b->freed)
    finish(HD_FAILED, "use after free in %s at %s: byte %zu of a block of %zu", hd_thread_names[self], step_text(STEPS - 1),
           (size_t)(address - b->start), b->size);
  if (b && address + size > b->start + b->size)
    finish(HD_FAILED, "access out of bounds in %s at %s: byte %zu of a block of %zu", hd_thread_names[self],
           step_text(STEPS - 1), (size_t)(address - b->start), b->size);
}

/* An object that the program only hands over to a function of the runtime. */
static void judge_object(const void *place)
{
  judge_access(place, 1);
#if HD_SANITIZER == 1
  __asan_loadN((uintptr_t)place, 1);
#endif
}

void hd_access(unsigned site, const char *address, unsigned size, int writes)
{
  thread *t = &threads[self];
  t->address = address;
  t->size = size;
  t->writes = writes;
  arrive(site);
  judge_access(address, size);
}

enum { ADD = 8, SUB = 10, MUL = 12, SDIV = 15, SREM = 18, SHL = 20 }; /* LLVM's numbers of operations */

/* Does the result not fit, or is there none? */
static int is_undefined(unsigned opcode, unsigned width, long long a, long long b)
{
  long long r = 0, most = (long long)(~0ull >> (65 - width));
  int wrong = 0;
  switch (opcode) {
  case ADD: wrong = __builtin_add_overflow(a, b, &r); break;
  case SUB: wrong = __builtin_sub_overflow(a, b, &r); break;
  case MUL: wrong = __builtin_mul_overflow(a, b, &r); break;
  case SHL: return b < 0 || b >= (int)width || a < 0 || a > most >> b;
  case SDIV:
  case SREM: return b == 0 || (b == -1 && a == -most - 1);
  }
  return wrong || r > most || r < -most - 1;
}

static void hd_undefined(unsigned opcode, unsigned width, long long a, long long b);

void hd_arithmetic(unsigned opcode, unsigned width, long long a, long long b)
{
  if (!at_last_step()) return;
  const char *sign = opcode == 8 ? "+" : opcode == 10 ? "-" : opcode == 12 ? "*" : opcode == 20 ? "<<" : "/";
  if (!is_undefined(opcode, width, a, b)) return;
  if (HD_SANITIZER == HD_UNDEFINED) hd_undefined(opcode, width, a, b);
  finish(HD_FAILED, "undefined arithmetic in %s at %s: %lld %s %lld in %u bits", hd_thread_names[self],
         step_text(STEPS - 1), a, sign, b, width);
}

static void *new_block(size_t size)
{
  block *b = malloc(sizeof *b);
  char *start = calloc(1, size || HD_SANITIZER == HD_ADDRESS ? size : 1);
  if (!b || !start) finish(HD_DIVERGED, "out of memory");
  enter();
  *b = (block){start, size, 0, 0, blocks};
  blocks = b;
  leave();
  return start;
}

void *hd_malloc(size_t size) { return new_block(size); }
void *hd_calloc(size_t n, size_t size) { return new_block(n * size); }
void *hd_aligned_alloc(size_t alignment, size_t size) { (void)alignment; return new_block(size); }

/* Freed memory is never used again: a late access finds it as it was. (AddressSanitizer sees to that itself.) */
void hd_free(void *address)
{
  if (!address) return;
  block *b = find_block(address, 1);
  int last = HD_MODE == HD_MODE_CHECK && at_last_step();
  int good = b && b->start == address && !b->freed && !b->given;
  if (!good && last && HD_SANITIZER != HD_ADDRESS)
    finish(HD_FAILED, "invalid free in %s at %s: %s", hd_thread_names[self], step_text(STEPS - 1),
           b && b->freed ? "the block was freed before" : "not the start of a block");
  if (!good && !last) diverge("free of what is no allocated block");
  if (b) b->freed = 1;
  if (HD_SANITIZER == HD_ADDRESS) free(address);
}

void *hd_realloc(void *address, size_t size)
{
  block *b = address ? find_block(address, 1) : NULL;
  void *fresh = new_block(size);
  if (b) memcpy(fresh, address, b->size < size ? b->size : size);
  if (address) hd_free(address);
  return fresh;
}

/* --- what the program says to the verifier ------------------------------------------------------------ */

static void failed(const char *what) __attribute__((noreturn));
static void failed(const char *what)
{
  if (position < STEPS) diverge(what);
  finish(HD_FAILED, "%s in %s at %s", what, hd_thread_names[self], step_text(STEPS - 1));
}

void hd_reach_error(void) { failed("reach_error was called"); }
void hd___VERIFIER_error(void) { failed("__VERIFIER_error was called"); }
void hd_heddle_error(void) { failed("heddle_error was called"); }
void hd_heddle_assert(int condition)
{
  if (!condition) failed("assertion failed");
}
void hd___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
  char what[400];
  snprintf(what, sizeof what, "assertion failed: %s:%u: %s: %s", file, line, function ? function : "", text);
  failed(what);
}
static void assume(int condition)
{
  if (!condition) diverge("an assumption does not hold");
}
void hd_heddle_assume(int condition) { assume(condition); }
void hd___VERIFIER_assume(int condition) { assume(condition); }
void hd___VERIFIER_atomic_begin(void) {}
void hd___VERIFIER_atomic_end(void) {}
void hd_abort(void) { diverge("abort was called"); }

unsigned long long hd_input(void)
{
  int current = threads[self].current;
  return current >= 0 && hd_schedule[current].inputs ? hd_schedule[current].input : 0;
}

/* --- arguments and environment ------------------------------------------------------------------------- */

enum { NO_ARGUMENT = 8 }; /* an address where nothing is: that of an argument behind NULL */
static char **arguments;
static char *variables[sizeof hd_environment / sizeof *hd_environment];

static void *new_given_block(size_t size)
{
  void *start = new_block(size);
  blocks->given = 1;
  return start;
}

static char *new_text(const hd_given *g)
{
  char *text = new_given_block(g->size);
  memcpy(text, g->text, g->size);
  return text;
}

static void make_given(void)
{
  arguments = new_given_block((HD_ARGUMENTS + 1) * sizeof *arguments);
  for (int i = 0; i <= HD_ARGUMENTS; i++) {
    if (i != HD_ARGC) arguments[i] = (char *)NO_ARGUMENT;
    if (i < HD_ARGC && i < HD_ARGUMENTS) arguments[i] = new_text(&hd_arguments[i]);
  }
  for (int i = 0; hd_environment[i].name; i++) variables[i] = new_text(&hd_environment[i]);
}

int hd_argc(void) { return HD_ARGC; }
char **hd_argv(void) { return arguments; }

/* The program reads the number in the text and nothing else. */
long long hd___heddle_number(const char *text)
{
  judge_object(text);
  for (int i = 0; i < HD_ARGUMENTS; i++)
    if (arguments[i] == text) return (long long)hd_arguments[i].number;
  diverge("a number is read from what is no argument");
}

char *hd___heddle_environment(const char *name)
{
  for (int i = 0; hd_environment[i].name; i++)
    if (strcmp(hd_environment[i].name, name) == 0) return variables[i];
  return NULL;
}

/* --- objects of synchronization ----------------------------------------------------------------------- */

typedef struct object {
  const void *address;
  int owner; /* 1 + thread; 0: free */
  int count; /* of a lock: how often; of a semaphore: its value; of a barrier: who waits */
  int limit; /* of a barrier */
  int readers;
  unsigned signals, rounds;
  struct object *before;
} object;
static object *objects;

static object *object_at(const void *address)
{
  for (object *o = objects; o; o = o->before)
    if (o->address == address) return o;
  object *o = calloc(1, sizeof *o);
  o->address = address;
  o->before = objects;
  return objects = o;
}

static object *object_new(const void *address)
{
  object *o = object_at(address), *before = o->before;
  *o = (object){.address = address, .before = before};
  return o;
}

static void report_deadlock(void)
{
  char text[4000] = "";
  for (int i = 0; i <= HD_THREADS; i++) {
    const thread *t = &threads[i];
    if (!t->created || t->ended) continue;
    if (!t->blocked) return;
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "\n  %s waits for %s", hd_thread_names[i], t->blocked);
  }
  finish(HD_DEADLOCKED, "deadlock: no thread can go on%s", text);
}

static void block_on(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void block_on(const char *format, ...)
{
  static char texts[HD_THREADS + 1][200];
  va_list args;
  va_start(args, format);
  vsnprintf(texts[self], sizeof texts[self], format, args);
  va_end(args);
  if (threads[self].next < STEPS) diverge(texts[self]);
  threads[self].blocked = texts[self];
  if (HD_MODE == HD_MODE_DEADLOCK) report_deadlock();
  wait_for_ever();
}

/* The call goes on with its next part, where the schedule has one. */
static int next_part(void)
{
  thread *t = &threads[self];
  if (t->next >= STEPS || hd_schedule[t->next].kind != HD_CONTINUES) return 0;
  wait_for_turn(t->next);
  return 1;
}

static const char *owner_of(const object *o)
{
  return o->owner ? hd_thread_names[o->owner - 1] : o->readers ? "readers" : "no thread";
}

static int take_lock(const void *address, int kind, int wait)
{
  object *o = object_at(address);
  if (o->owner == self + 1 && kind == PTHREAD_MUTEX_RECURSIVE) return o->count++, 0;
  if (o->owner == self + 1 && kind == PTHREAD_MUTEX_ERRORCHECK) return wait ? EDEADLK : EBUSY;
  if (o->owner || o->readers) {
    if (!wait) return EBUSY;
    block_on("a lock that %s holds", owner_of(o));
  }
  o->owner = self + 1;
  o->count = 1;
  acquired(address);
  return 0;
}

static int give_lock(const void *address)
{
  object *o = object_at(address);
  released(address);
  if (o->readers && !o->owner)
    o->readers--;
  else if (--o->count <= 0)
    o->owner = 0;
  return 0;
}

static int with_big(int (*f)(const void *, int, int), const void *address, int kind, int wait)
{
  judge_object(address);
  enter();
  int result = f(address, kind, wait);
  while (next_part()) continue;
  leave();
  return result;
}

static int kind_of(const pthread_mutex_t *m) { return m->__data.__kind & 3; }
static int release(const void *address, int kind, int wait) { (void)kind; (void)wait; return give_lock(address); }
static int share(const void *address, int kind, int wait)
{
  object *o = object_at(address);
  (void)kind;
  if (o->owner && !wait) return EBUSY;
  if (o->owner) block_on("a lock that %s holds", owner_of(o));
  o->readers++;
  acquired(address);
  return 0;
}

int hd_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a)
{
  enter();
  object_new(m);
  leave();
  return pthread_mutex_init(m, a);
}
int hd_pthread_mutex_destroy(pthread_mutex_t *m) { (void)m; return 0; }
int hd_pthread_mutex_lock(pthread_mutex_t *m) { return with_big(take_lock, m, kind_of(m), 1); }
int hd_pthread_mutex_trylock(pthread_mutex_t *m) { return with_big(take_lock, m, kind_of(m), 0); }
int hd_pthread_mutex_unlock(pthread_mutex_t *m) { return with_big(release, m, 0, 0); }
int hd_pthread_spin_init(pthread_spinlock_t *m, int shared) { (void)shared; *m = 0; return 0; }
int hd_pthread_spin_destroy(pthread_spinlock_t *m) { (void)m; return 0; }
int hd_pthread_spin_lock(pthread_spinlock_t *m) { return with_big(take_lock, (const void *)m, 0, 1); }
int hd_pthread_spin_trylock(pthread_spinlock_t *m) { return with_big(take_lock, (const void *)m, 0, 0); }
int hd_pthread_spin_unlock(pthread_spinlock_t *m) { return with_big(release, (const void *)m, 0, 0); }
int hd_pthread_rwlock_init(pthread_rwlock_t *m, const pthread_rwlockattr_t *a) { return pthread_rwlock_init(m, a); }
int hd_pthread_rwlock_destroy(pthread_rwlock_t *m) { (void)m; return 0; }
int hd_pthread_rwlock_wrlock(pthread_rwlock_t *m) { return with_big(take_lock, m, 0, 1); }
int hd_pthread_rwlock_trywrlock(pthread_rwlock_t *m) { return with_big(take_lock, m, 0, 0); }
int hd_pthread_rwlock_rdlock(pthread_rwlock_t *m) { return with_big(share, m, 0, 1); }
int hd_pthread_rwlock_tryrdlock(pthread_rwlock_t *m) { return with_big(share, m, 0, 0); }
int hd_pthread_rwlock_unlock(pthread_rwlock_t *m) { return with_big(release, m, 0, 0); }
int hd_mtx_init(mtx_t *m, int kind) { return mtx_init(m, kind); }
void hd_mtx_destroy(mtx_t *m) { (void)m; }
int hd_mtx_lock(mtx_t *m) { return with_big(take_lock, m, kind_of((pthread_mutex_t *)m), 1) ? thrd_error : thrd_success; }
int hd_mtx_trylock(mtx_t *m) { return with_big(take_lock, m, kind_of((pthread_mutex_t *)m), 0) ? thrd_busy : thrd_success; }
int hd_mtx_unlock(mtx_t *m) { return with_big(release, m, 0, 0), thrd_success; }

/* Is the thread's access of the race still to come? */
static int goes_on_to_race(void)
{
  for (int i = 0; i < 2; i++)
    if (HD_MODE == HD_MODE_RACE && hd_race_threads[i] == self) return hd_race_sites[i] != threads[self].site;
  return 0;
}

/* The wait is the parts of the call that the schedule has; the lock is taken again at the end. */
static int wait_on(const void *cond, const void *lock, int timed)
{
  judge_object(cond);
  judge_object(lock);
  enter();
  object *c = object_at(cond);
  unsigned before = c->signals;
  give_lock(lock);
  /* One that is not interrupted between waiting and waking up has no other part. */
  if (!next_part() && threads[self].next >= STEPS && !goes_on_to_race()) block_on("a signal");
  while (next_part()) continue;
  judge_object(lock); /* it may be gone when the thread wakes up */
  take_lock(lock, 0, 1);
  int result = timed && c->signals == before ? ETIMEDOUT : 0;
  leave();
  return result;
}

static int signal_all(const void *address, int kind, int wait)
{
  (void)kind;
  (void)wait;
  object_at(address)->signals++;
  return 0;
}

int hd_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) { return pthread_cond_init(c, a); }
int hd_pthread_cond_destroy(pthread_cond_t *c) { (void)c; return 0; }
int hd_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return wait_on(c, m, 0); }
int hd_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t)
{
  (void)t;
  return wait_on(c, m, 1);
}
int hd_pthread_cond_signal(pthread_cond_t *c) { return with_big(signal_all, c, 0, 0); }
int hd_pthread_cond_broadcast(pthread_cond_t *c) { return with_big(signal_all, c, 0, 0); }
int hd_cnd_init(cnd_t *c) { return cnd_init(c); }
void hd_cnd_destroy(cnd_t *c) { (void)c; }
int hd_cnd_wait(cnd_t *c, mtx_t *m) { return wait_on(c, m, 0), thrd_success; }
int hd_cnd_signal(cnd_t *c) { return with_big(signal_all, c, 0, 0), thrd_success; }
int hd_cnd_broadcast(cnd_t *c) { return with_big(signal_all, c, 0, 0), thrd_success; }

static int take_semaphore(const void *address, int kind, int wait)
{
  object *o = object_at(address);
  (void)kind;
  if (!o->count && !wait) return errno = EAGAIN, -1;
  if (!o->count) block_on("a semaphore of value 0");
  o->count--;
  acquired(address);
  return 0;
}
static int post_semaphore(const void *address, int kind, int wait)
{
  (void)kind;
  (void)wait;
  released(address);
  object_at(address)->count++;
  return 0;
}
int hd_sem_init(sem_t *s, int shared, unsigned value)
{
  (void)shared;
  enter();
  object_new(s)->count = (int)value;
  leave();
  return 0;
}
int hd_sem_destroy(sem_t *s) { (void)s; return 0; }
int hd_sem_wait(sem_t *s) { return with_big(take_semaphore, s, 0, 1); }
int hd_sem_trywait(sem_t *s) { return with_big(take_semaphore, s, 0, 0); }
int hd_sem_post(sem_t *s) { return with_big(post_semaphore, s, 0, 0); }
int hd_sem_getvalue(sem_t *s, int *value) { *value = object_at(s)->count; return 0; }

int hd_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned n)
{
  (void)a;
  enter();
  object_new(b)->limit = (int)n;
  leave();
  return 0;
}
int hd_pthread_barrier_destroy(pthread_barrier_t *b) { (void)b; return 0; }
int hd_pthread_barrier_wait(pthread_barrier_t *b)
{
  judge_object(b);
  enter();
  object *o = object_at(b);
  unsigned round = o->rounds;
  int last = ++o->count == o->limit;
  released(b);
  if (last) {
    o->count = 0;
    o->rounds++;
  }
  while (next_part()) continue;
  if (!last && o->rounds == round) block_on("the others at a barrier");
  acquired(b);
  leave();
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int hd_pthread_once(pthread_once_t *once, void (*routine)(void))
{
  int first = *once == PTHREAD_ONCE_INIT;
  if (first) *once = 1;
  if (first) routine();
  __tsan_release(once);
  __tsan_acquire(once);
  return 0;
}

/* --- threads -------------------------------------------------------------------------------------------- */

static void end_thread(void)
{
  thread *t = &threads[self];
  enter();
  pass_race();
  released(t);
  drop_continuations(t);
  if (t->next < STEPS && hd_schedule[t->next].kind != HD_END) drop_rounds(t, HD_END, 0);
  if (t->next < STEPS && hd_schedule[t->next].kind == HD_END)
    wait_for_turn(t->next);
  else if (t->next < STEPS)
    diverge("the thread ends, but it has more steps to take");
  else if (HD_MODE == HD_MODE_CHECK) /* what it does from here on is beyond the schedule */
    beyond_schedule(0);
  t->ended = 1;
  give_token();
  if (HD_MODE == HD_MODE_DEADLOCK && position >= STEPS) report_deadlock();
  leave();
}

static void *run_thread(void *argument)
{
  thread *t = argument;
  self = (int)(t - threads);
  enter();
  if (t->next >= STEPS || hd_schedule[t->next].kind != HD_START) wait_for_ever();
  wait_for_turn(t->next);
  leave();
  t->result = t->routine ? t->routine(t->argument) : (void *)(intptr_t)t->c11(t->argument);
  end_thread();
  return t->result;
}

/* A thread that the schedule does not know is none that matters: it never runs. */
static int start_thread(void *(*routine)(void *), int (*c11)(void *), void *argument, pthread_t *handle)
{
  enter();
  int current = threads[self].current, child = current >= 0 ? hd_schedule[current].child : -1;
  while (child < 0 && next_part()) child = hd_schedule[threads[self].current].child;
  if (child < 0) return leave(), memset(handle, 0, sizeof *handle), 0;
  thread *t = &threads[child];
  t->routine = routine;
  t->c11 = c11;
  t->argument = argument;
  t->created = 1;
  leave();
  int result = pthread_create(&t->handle, NULL, run_thread, t);
  *handle = t->handle;
  return result;
}

int hd_pthread_create(pthread_t *handle, const pthread_attr_t *a, void *(*routine)(void *), void *argument)
{
  (void)a;
  return start_thread(routine, NULL, argument, handle);
}
int hd_thrd_create(thrd_t *handle, int (*routine)(void *), void *argument)
{
  return start_thread(NULL, routine, argument, handle) ? thrd_error : thrd_success;
}

static void *join(pthread_t handle)
{
  void *result = NULL;
  for (int i = 1; i <= HD_THREADS; i++) {
    thread *t = &threads[i];
    if (!t->created || !pthread_equal(t->handle, handle)) continue;
    enter();
    if (!t->ended) block_on("the end of %s", hd_thread_names[i]);
    acquired(t);
    while (next_part()) continue;
    leave();
    result = t->result;
  }
  return result;
}

int hd_pthread_join(pthread_t handle, void **result)
{
  void *value = join(handle);
  if (result) *result = value;
  return 0;
}
int hd_thrd_join(thrd_t handle, int *result)
{
  void *value = join(handle);
  if (result) *result = (int)(intptr_t)value;
  return thrd_success;
}
int hd_pthread_detach(pthread_t handle) { (void)handle; return 0; }
void hd_pthread_exit(void *result)
{
  threads[self].result = result;
  end_thread();
  pthread_exit(result);
}
void hd_thrd_exit(int result)
{
  hd_pthread_exit((void *)(intptr_t)result);
}
unsigned hd_sleep(unsigned seconds) { (void)seconds; return 0; }
int hd_usleep(unsigned microseconds) { (void)microseconds; return 0; }
int hd_sched_yield(void) { return 0; }

/* --- beginning ------------------------------------------------------------------------------------------ */

static void on_signal(int number)
{
  int last = position >= STEPS && hd_schedule[STEPS - 1].thread == self;
  if (!inside && last && HD_MODE == HD_MODE_CHECK)
    finish(HD_FAILED, "signal %d (%s) in %s at %s", number, strsignal(number), hd_thread_names[self], step_text(STEPS - 1));
  finish(HD_DIVERGED, "signal %d (%s) in %s before step %d: %s", number, strsignal(number), hd_thread_names[self],
         position + 1, step_text(position));
}

enum { PATIENCE = 12 }; /* rounds of five seconds in which a thread may go round a loop without a step of the schedule */

/* Nothing has moved for a while: who is running, and what is expected? */
static void *watch(void *unused)
{
  (void)unused;
  for (int last = -1, seen = -1, rounds = 0;;) {
    sleep(5);
    enter();
    rounds = last == position ? rounds + 1 : 0;
    if (last == position && (seen == passed || rounds > PATIENCE) && running >= 0)
      finish(HD_DIVERGED, "stuck before step %d: %s runs without coming to it; expected: %s: %s", position + 1,
             hd_thread_names[running], position < STEPS ? hd_thread_names[hd_schedule[position].thread] : "no thread",
             step_text(position));
    if (last == position && running < 0) {
      int want = position < STEPS ? hd_schedule[position].thread : 0;
      finish(HD_DIVERGED, "stuck before step %d (%s: %s): it waits%s%s", position + 1, hd_thread_names[want],
             step_text(position), threads[want].blocked ? " for " : "", threads[want].blocked ? threads[want].blocked : "");
    }
    last = position;
    seen = passed;
    leave();
  }
  return NULL;
}

static void at_end(void)
{
  thread *t = &threads[self];
  enter();
  pass_race();
  drop_continuations(t);
  if (t->next < STEPS) diverge("the program ends");
  if (position < STEPS || HD_MODE == HD_MODE_RACE) wait_for_ever(); /* the end is beyond the schedule, the others are not */
  if (HD_MODE == HD_MODE_CHECK && threads[self].current == STEPS - 1)
    for (const block *b = blocks; b; b = b->before)
      if (!b->freed && !b->given)
        finish(HD_FAILED, "memory lost at the end of the program: a block of %zu bytes (%s)", b->size, step_text(STEPS - 1));
  finish(HD_NO_FAILURE, "the program ends without a failure");
}

__attribute__((constructor)) static void begin(void)
{
  int last[HD_THREADS + 1];
  for (int i = 0; i <= HD_THREADS; i++) last[i] = STEPS;
  for (int i = STEPS; i-- > 0;) {
    later[i] = last[hd_schedule[i].thread];
    last[hd_schedule[i].thread] = i;
  }
  for (int i = 0; i <= HD_THREADS; i++) threads[i].next = last[i];
  threads[0].created = 1;
  threads[0].handle = pthread_self();
  threads[0].current = -1;
  for (int i = 0; i <= HD_THREADS; i++) threads[i].last = -1;
  running = 0;
  make_given();
  static const int faults[] = {SIGSEGV, SIGFPE, SIGBUS};
  for (int i = 0; i < 3 && HD_SANITIZER != HD_ADDRESS; i++) signal(faults[i], on_signal);
  atexit(at_end);
  pthread_t watcher;
  pthread_create(&watcher, NULL, watch, NULL);
}

/* Locals begin with zeros. Byte by byte: sanitizers look into memset, and would find a local whose block has not
 * begun. */
void hd_clear(volatile char *local, size_t size)
{
  while (size-- > 0) *local++ = 0;
}

#define HD_COMPUTE(TYPE)                                                                                                 \
  {                                                                                                                    \
    TYPE x = (TYPE)a, y = (TYPE)b;                                                                                     \
    volatile TYPE r = opcode == ADD ? x + y : opcode == SUB ? x - y : opcode == MUL ? x * y : opcode == SHL ? x << y   \
                    : opcode == SDIV ? x / y : x % y;                                                                  \
    (void)r;                                                                                                           \
  }

/* For UBSan, whose report is about the line that the operation stands in. */
#line HD_CHECK_LINE HD_CHECK_FILE
static void hd_undefined(unsigned opcode, unsigned width, long long a, long long b) { if (width == 64) HD_COMPUTE(long long) else HD_COMPUTE(int) }
