#include "cooperative.h"

#include <stdbool.h>

enum { N_EVENTS = 3, N_VALUES = 3 };

typedef struct {
  FILE *out;
  uint64_t state;
  bool systemc;
  unsigned n_threads;
  unsigned self;
  bool method;    /* of SystemC: it must not wait */
  bool orders;    /* of FairThreads: stop, suspend, resume */
  unsigned alike; /* so many of the first threads run the same routine; 1: none */
  bool in_loop;   /* .. and are created in a loop */
} text;

static unsigned pick(text *t, unsigned n)
{
  t->state = t->state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(t->state >> 33) % n;
}

static char variable(text *t)
{
  return "xy"[pick(t, 2)];
}

static unsigned other_thread(text *t)
{
  return (t->self + 1 + pick(t, t->n_threads - 1)) % t->n_threads;
}

static void data_statement(text *t)
{
  char v = variable(t);
  switch (pick(t, 4)) {
  case 0: fprintf(t->out, "%c = (%c + 1) %% %d;", v, v, N_VALUES); break;
  case 1: fprintf(t->out, "%c = %u;", v, pick(t, N_VALUES)); break;
  case 2: fprintf(t->out, "x = y;"); break;
  default: fprintf(t->out, "%c = heddle_uint_range(0, 1);", v); break;
  }
}

static void fair_order(text *t)
{
  static const char *const orders[] = {"stop", "suspend", "resume", "resume"};
  if (t->orders)
    fprintf(t->out, "ft_scheduler_%s(t%u);", orders[pick(t, 4)], other_thread(t));
  else
    fprintf(t->out, "ft_scheduler_broadcast(e%u);", pick(t, N_EVENTS));
}

static void fair_statement(text *t)
{
  unsigned e = pick(t, N_EVENTS), u = other_thread(t);
  switch (pick(t, 12)) {
  case 0:
  case 1:
  case 2: fprintf(t->out, "ft_thread_generate(e%u);", e); break;
  case 3:
  case 4: fprintf(t->out, "ft_thread_await(e%u);", e); break;
  case 5: fprintf(t->out, "x = (unsigned)ft_thread_await_n(e%u, %u);", e, 1 + pick(t, 2)); break;
  case 6: fprintf(t->out, "ft_thread_cooperate();"); break;
  case 7: fprintf(t->out, "ft_thread_cooperate_n(%u);", 1 + pick(t, 2)); break;
  case 8: fprintf(t->out, "ft_thread_join(t%u);", u); break;
  case 9: fprintf(t->out, "y = (unsigned)ft_thread_join_n(t%u, %u);", u, 1 + pick(t, 2)); break;
  case 10: fair_order(t); break;
  default:
    fprintf(t->out, "x = (unsigned)choose(pair%u, mask%u, e%u, e%u);", t->self, t->self, e, pick(t, N_EVENTS));
    break;
  }
}

static void systemc_notify(text *t)
{
  unsigned e = pick(t, N_EVENTS);
  switch (pick(t, 6)) {
  case 0:
  case 1: fprintf(t->out, "sc_notify(&e%u);", e); break;
  case 2: fprintf(t->out, "sc_notify_delta(&e%u);", e); break;
  case 3: fprintf(t->out, "sc_notify_at(&e%u, %u);", e, pick(t, 3)); break;
  case 4: fprintf(t->out, "sc_cancel(&e%u);", e); break;
  default: fprintf(t->out, "sc_signal_write(&s, (int)%c);", variable(t)); break;
  }
}

static void systemc_statement(text *t)
{
  unsigned e = pick(t, N_EVENTS), f = pick(t, N_EVENTS);
  switch (t->method ? 9 : pick(t, 10)) {
  case 0:
  case 1: fprintf(t->out, "sc_wait_event(&e%u);", e); break;
  case 2: fprintf(t->out, "sc_wait_time(%u);", pick(t, 3)); break;
  case 3: fprintf(t->out, "x = (unsigned)sc_wait_time_event(%u, &e%u);", 1 + pick(t, 2), e); break;
  case 4: fprintf(t->out, "sc_wait_either(&e%u, &e%u);", e, f); break;
  case 5: fprintf(t->out, "sc_wait_both(&e%u, &e%u);", e, f); break;
  case 6: fprintf(t->out, "sc_wait();"); break;
  case 7: fprintf(t->out, "y = (unsigned)sc_signal_read(&s);"); break;
  default: systemc_notify(t); break;
  }
}

static void statement(text *t, unsigned depth)
{
  unsigned kind = pick(t, 10);
  if (kind < 3) {
    data_statement(t);
  } else if (kind == 3 && depth) {
    fprintf(t->out, "if (%c == %u) { ", variable(t), pick(t, N_VALUES));
    statement(t, depth - 1);
    fprintf(t->out, " }");
  } else if (kind == 4) {
    fprintf(t->out, "heddle_assert(%c != %u || %c != %u);", variable(t), pick(t, N_VALUES), variable(t),
            pick(t, N_VALUES));
  } else if (t->systemc) {
    systemc_statement(t);
  } else {
    fair_statement(t);
  }
}

static void routine(text *t)
{
  unsigned n = 2 + pick(t, 3);
  bool loops = pick(t, 3) == 0 && !t->method;
  fprintf(t->out, "void thread%u(void *unused)\n{\n  (void)unused;\n", t->self);
  if (loops) fprintf(t->out, "  for (%s) {\n", pick(t, 2) ? ";;" : "int i = 0; i < 2; i++");
  for (unsigned i = 0; i < n; i++) {
    fprintf(t->out, "  ");
    statement(t, 1);
    fprintf(t->out, "\n");
  }
  if (loops) fprintf(t->out, "  %s\n  }\n", t->systemc ? "sc_wait_time(1);" : "ft_thread_cooperate();");
  fprintf(t->out, "}\n\n");
}

static void fair_main(text *t)
{
  fprintf(t->out, "int main(void)\n{\n  ft_scheduler_t s = ft_scheduler_create();\n");
  for (unsigned i = 0; i < N_EVENTS; i++) fprintf(t->out, "  e%u = ft_event_create(s);\n", i);
  if (t->in_loop)
    fprintf(t->out, "  for (int i = 0; i < %u; i++) t0 = ft_thread_create(s, thread0, 0, 0);\n", t->alike);
  for (unsigned i = t->in_loop ? t->alike : 0; i < t->n_threads; i++)
    fprintf(t->out, "  t%u = ft_thread_create(s, thread%u, 0, 0);\n", i, i < t->alike ? 0 : i);
  fprintf(t->out, "  ft_scheduler_start(s);\n  ft_exit();\n}\n");
}

static void systemc_main(text *t, unsigned methods)
{
  fprintf(t->out, "int main(void)\n{\n  sc_process p;\n");
  for (unsigned i = 0; i < t->n_threads; i++) {
    unsigned same = i < t->alike ? 0 : i;
    fprintf(t->out, "  p = sc_%s(thread%u, 0);\n", methods >> same & 1 ? "method" : "thread", same);
    fprintf(t->out, "  sc_sensitive(p, &%s);\n", t->alike > 1 || pick(t, 3) ? "e0" : "s.changed");
    if (pick(t, 4) == 0 && t->alike == 1) fprintf(t->out, "  sc_dont_initialize(p);\n");
  }
  fprintf(t->out, "  sc_start();\n  heddle_assert(x != %u || y != %u);\n}\n", pick(t, N_VALUES), pick(t, N_VALUES));
}

void write_cooperative(FILE *out, uint64_t seed)
{
  text t = {.out = out, .state = seed * 0x9e3779b97f4a7c15u + 1};
  unsigned methods = 0;
  t.systemc = pick(&t, 2);
  t.n_threads = 2 + pick(&t, 2);
  t.orders = pick(&t, 4) == 0;
  t.alike = pick(&t, 3) ? 1 : 2 + pick(&t, t.n_threads - 1);
  t.in_loop = t.alike > 1 && !t.systemc && pick(&t, 2);
  fprintf(out, "#include <heddle/%s.h>\nunsigned x, y;\n", t.systemc ? "systemc" : "fairthreads");
  for (unsigned i = 0; i < N_EVENTS; i++) fprintf(out, "%s e%u;\n", t.systemc ? "sc_event" : "ft_event_t", i);
  for (unsigned i = 0; i < t.n_threads && !t.systemc; i++)
    fprintf(out, "ft_thread_t t%u;\nft_event_t pair%u[2];\nint mask%u[2];\n", i, i, i);
  if (t.systemc)
    fprintf(out, "sc_signal s;\n\n");
  else
    fprintf(out, "\nstatic inline int choose(ft_event_t *pair, int *mask, ft_event_t a, ft_event_t b)\n{\n"
                 "  pair[0] = a;\n  pair[1] = b;\n  ft_thread_select(2, pair, mask);\n  return mask[0];\n}\n\n");
  for (t.self = 0; t.self < t.n_threads; t.self++) {
    if (t.self && t.self < t.alike) continue;
    t.method = t.systemc && pick(&t, 5) == 0;
    methods |= (unsigned)t.method << t.self;
    routine(&t);
  }
  if (t.systemc)
    systemc_main(&t, methods);
  else
    fair_main(&t);
}
