/* gen_threads.c - threads whose result does not depend on the schedule: one after the other, or adding up, or
 * waiting for each other. */
#include "gen.h"

static unsigned n_threads;

/* Runs before the next is created, so that one thing happens after the other. */
static void print_thread(void)
{
  unsigned before = n_vars, k = n_threads++;
  begin_function(150, 50);
  line("struct order%u { int in; long long out; %s; };", k, declare(&records[0].type, "record"));
  line("static pthread_mutex_t lock%u = PTHREAD_MUTEX_INITIALIZER;", k);
  open_block(text("static void *thread%u(void *argument)", k));
  line("struct order%u *order = argument;", k);
  context c = {.times = 1};
  local_variables(&c, 1 + pick(2));
  line("pthread_mutex_lock(&lock%u);", k);
  statements(&c, 2 + pick(3));
  line("own_by_thread += order->in;");
  line("pthread_mutex_unlock(&lock%u);", k);
  line("order->out = %s ^ own_by_thread;", any_int(2).text);
  line("order->record = %s;", value_of(&records[0].type));
  if (chance(50))
    line("return (void *)(long)(%s);", fit(any_int(2), 0, 1000).text);
  else
    line("pthread_exit(&order->in);");
  close_block("");
  n_vars = before;
}

static void run_thread(const context *c, unsigned k)
{
  open_block("");
  line("pthread_t handle;\n    void *result;");
  line("struct order%u order = {.in = %s};", k, fit(any_int(2), -1000, 1000).text);
  line("pthread_create(&handle, 0, thread%u, &order);", k);
  line("pthread_join(handle, &result);");
  line("MIX(result == &order.in ? -1 : (int)(long)result);");
  mix(c, "order.out");
  mix_all(c, &records[0].type, "order.record");
  mix(c, "own_by_thread");
  close_block("");
}

/* Threads that run at once, but add up to the same in every order: the sum is guarded in one of several ways.
 */
static const char *const guards[][2] = {
    {"pthread_mutex_lock(&sum_lock);", "pthread_mutex_unlock(&sum_lock);"},
    {"while (pthread_mutex_trylock(&sum_lock)) ;", "pthread_mutex_unlock(&sum_lock);"},
    {"pthread_rwlock_wrlock(&sum_rwlock);", "pthread_rwlock_unlock(&sum_rwlock);"},
    {"while (atomic_flag_test_and_set(&sum_flag)) ;", "atomic_flag_clear(&sum_flag);"},
};

static void print_adders(void)
{
  const char *const *guard = guards[pick(HD_COUNT(guards))];
  line("static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;");
  line("static pthread_rwlock_t sum_rwlock = PTHREAD_RWLOCK_INITIALIZER;");
  line("static atomic_flag sum_flag = ATOMIC_FLAG_INIT;");
  line("static unsigned sum;\nstatic atomic_uint sum_atomic;");
  line("struct job { unsigned n; unsigned parts[4]; };");
  open_block("static void *adder(void *argument)");
  line("struct job *job = argument;");
  open_block("for (unsigned i = 0; i < job->n; i++)");
  line("%s", guard[0]);
  line("sum += i * job->n + %u;", pick(100));
  line("%s", guard[1]);
  line("job->parts[i] = i * 7 + job->n;");
  line("%s;", chance(50) ? "atomic_fetch_add(&sum_atomic, i + 1)" : "sum_atomic += i + 1");
  close_block("");
  line("unsigned *result = malloc(sizeof *result);");
  line("*result = job->parts[0] * 3;");
  line("return result;");
  close_block("");
}

static void run_adders(void)
{
  unsigned n = 2 + pick(2);
  open_block("");
  line("pthread_t handles[%u];\n    struct job jobs[%u];\n    unsigned *results[%u];", n, n, n);
  for (unsigned i = 0; i < n; i++) line("jobs[%u] = (struct job){.n = %u, {%u}};", i, pick(4), pick(9));
  if (chance(50)) {
    line("for (int i = 0; i < %u; i++) pthread_create(&handles[i], 0, adder, &jobs[i]);", n);
    line("for (int i = 0; i < %u; i++) pthread_join(handles[i], (void **)&results[i]);", n);
  } else {
    for (unsigned i = 0; i < n; i++) line("pthread_create(&handles[%u], 0, adder, &jobs[%u]);", i, i);
    for (unsigned i = 0; i < n; i++) line("pthread_join(handles[%u], (void **)&results[%u]);", i, i);
  }
  line("MIX(sum);\n    MIX(sum_atomic);");
  for (unsigned i = 0; i < n; i++)
    line("MIX(*results[%u]);\n    free(results[%u]);\n    MIX(jobs[%u].parts[%u]);", i, i, i, pick(4));
  close_block("");
}

/* Two threads that take turns, kept in step by one of several means. */
static const struct {
  const char *state, *wait, *pass;
} turns[] = {
    {"static pthread_cond_t turn_changed = PTHREAD_COND_INITIALIZER;",
     "pthread_mutex_lock(&turn_lock);\n    while (turn != who) pthread_cond_wait(&turn_changed, &turn_lock);",
     "turn = !who;\n    pthread_cond_broadcast(&turn_changed);\n    pthread_mutex_unlock(&turn_lock);"},
    {"static sem_t turn_of[2];", "sem_wait(&turn_of[who]);", "sem_post(&turn_of[!who]);"},
    {"static atomic_int turn_now;", "while (atomic_load(&turn_now) != who) ;",
     "atomic_store(&turn_now, !who);"},
};
static unsigned turn_way;

static void print_players(void)
{
  turn_way = pick(HD_COUNT(turns));
  line("static pthread_mutex_t turn_lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int turn;\nstatic unsigned "
       "score;");
  line("static pthread_once_t prepared = PTHREAD_ONCE_INIT;\nstatic void prepare(void) { score += %u; }",
       pick(100));
  line("%s", turns[turn_way].state);
  open_block("static void *player(void *argument)");
  line("int who = *(int *)argument;\n  pthread_once(&prepared, prepare);");
  open_block("for (int i = 0; i < 2; i++)");
  line("%s", turns[turn_way].wait);
  line("score = score * 3 + (unsigned)(who * 5 + i);");
  line("%s", turns[turn_way].pass);
  close_block("");
  line("return argument;");
  close_block("");
}

static void run_players(void)
{
  open_block("");
  line("pthread_t a, b;\n    int first = 0, second = 1;\n    void *result;");
  if (turn_way == 1) line("sem_init(&turn_of[0], 0, 1);\n    sem_init(&turn_of[1], 0, 0);");
  line("pthread_create(&a, 0, player, &first);\n    pthread_create(&b, 0, player, &second);");
  line("pthread_join(b, &result);\n    pthread_join(a, 0);");
  line("MIX(score + (result == &second));");
  close_block("");
}

static bool with_adders, with_players;

void print_threads(void)
{
  if (chance(40)) {
    line("static _Thread_local int own_by_thread = %u;", pick(50));
    for (unsigned i = 1 + pick(3); i > 0; i--) print_thread();
  }
  with_adders = chance(25);
  with_players = chance(20);
  if (with_adders) print_adders();
  if (with_players) print_players();
}

void run_threads(context *c)
{
  for (unsigned i = 0; i < n_threads; i++) {
    run_thread(c, i);
    statements(c, 1);
  }
  if (with_adders) run_adders();
  if (with_players) run_players();
}
