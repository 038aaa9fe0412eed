/* z3_context.c - the one context, its error handler, and the thread that interrupts it. */
#include "logic/z3_context.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static Z3_context context;
static char *error_text;
static HD_VEC(Z3_ast) kept;

/* What the watching thread sees, under the lock. */
static struct {
  pthread_mutex_t lock;
  pid_t pid;               /* of the process whose thread watches; a forked child has none */
  const hd_budget *budget; /* of the search that runs, or NULL */
  bool interrupted;
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void note_error(Z3_context c, Z3_error_code code)
{
  free(error_text);
  error_text = hd_strdup(Z3_get_error_msg(c, code));
}

Z3_context hd_z3(void)
{
  if (context) return context;
  Z3_config config = Z3_mk_config();
  context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context, note_error);
  return context;
}

const char *hd_z3_error(void)
{
  static char *last;
  free(last);
  last = error_text;
  error_text = NULL;
  return last;
}

uint32_t hd_z3_mark(void)
{
  return kept.len;
}

Z3_ast hd_z3_keep(Z3_ast a)
{
  if (!a && Z3_get_error_code(hd_z3()) == Z3_MEMOUT_FAIL) hd_out_of_memory();
  HD_CHECK(a);
  Z3_inc_ref(context, a);
  hd_vec_push(&kept, a);
  return a;
}

void hd_z3_release(uint32_t mark)
{
  while (kept.len > mark) Z3_dec_ref(context, hd_vec_pop(&kept));
}

enum { POLL_NANOSECONDS = 10 * 1000 * 1000 };

static void *watch_budget(void *unused)
{
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&watch.lock);
    if (watch.budget && hd_budget_spent(watch.budget)) {
      watch.interrupted = true;
      Z3_interrupt(context);
    }
    pthread_mutex_unlock(&watch.lock);
    nanosleep(&(struct timespec){.tv_nsec = POLL_NANOSECONDS}, NULL);
  }
  return NULL;
}

/* The thread takes no signals: they are for who installed their handlers. */
static void start_watching(void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all, before;
  sigfillset(&all);
  pthread_mutex_init(&watch.lock, NULL);
  watch.budget = NULL;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&thread, &attributes, watch_budget, NULL)) hd_out_of_memory();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  watch.pid = getpid();
}

bool hd_z3_begin(const hd_budget *b)
{
  if (b && ((b->cancel && *b->cancel) || hd_budget_is_over(b))) return false;
  hd_z3();
  if (watch.pid != getpid()) start_watching();
  pthread_mutex_lock(&watch.lock);
  watch.budget = b;
  watch.interrupted = false;
  pthread_mutex_unlock(&watch.lock);
  return true;
}

/* An interruption stays with the context until a solver is asked, and would end every tactic at once. */
static void forget_interruption(void)
{
  Z3_solver solver = Z3_mk_simple_solver(context);
  Z3_solver_inc_ref(context, solver);
  Z3_solver_check(context, solver);
  Z3_solver_dec_ref(context, solver);
}

bool hd_z3_end(void)
{
  pthread_mutex_lock(&watch.lock);
  watch.budget = NULL;
  bool interrupted = watch.interrupted;
  pthread_mutex_unlock(&watch.lock);
  if (interrupted) forget_interruption();
  return interrupted;
}

static Z3_ast conjunction_of_goal(Z3_goal goal)
{
  Z3_ast all = hd_z3_keep(Z3_mk_true(context));
  for (unsigned i = 0; i < Z3_goal_size(context, goal); i++) {
    Z3_ast both[2] = {all, hd_z3_keep(Z3_goal_formula(context, goal, i))};
    all = hd_z3_keep(Z3_mk_and(context, 2, both));
  }
  return all;
}

Z3_ast hd_z3_apply(Z3_tactic tactic, Z3_ast formula)
{
  Z3_context c = hd_z3();
  Z3_ast left = NULL;
  Z3_goal goal = Z3_mk_goal(c, false, false, false);
  Z3_goal_inc_ref(c, goal);
  Z3_goal_assert(c, goal, formula);
  Z3_apply_result result = Z3_tactic_apply(c, tactic, goal);
  if (result) Z3_apply_result_inc_ref(c, result);
  if (!hd_z3_error() && result && Z3_apply_result_get_num_subgoals(c, result) == 1) {
    Z3_goal part = Z3_apply_result_get_subgoal(c, result, 0);
    Z3_goal_inc_ref(c, part);
    left = conjunction_of_goal(part);
    Z3_goal_dec_ref(c, part);
  }
  if (result) Z3_apply_result_dec_ref(c, result);
  Z3_goal_dec_ref(c, goal);
  return left;
}
