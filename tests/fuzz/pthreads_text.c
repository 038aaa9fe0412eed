#include "pthreads.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { N_THREADS = 3, DEEPEST = 2 };

typedef struct {
  FILE *out;
  uint64_t state;
  unsigned depth;    /* of nested statements */
  unsigned left;     /* statements that this function may still have */
  unsigned loops;    /* variables of loops so far */
  unsigned self;     /* the function being written; N_THREADS: main */
  bool locked;       /* within a section of mutex m0 */
  bool atomic;       /* within a section that no thread interrupts */
  unsigned features; /* a bit for each kind of statement that this program has */
} text;

static unsigned pick(text *t, unsigned n)
{
  t->state = t->state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(t->state >> 33) % n;
}

static const char *one_of(text *t, const char *const *words, unsigned n)
{
  return words[pick(t, n)];
}

#define ONE_OF(t, ...) \
  one_of(t, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* --- expressions ------------------------------------------------------------------------------------- */

static const char *place(text *t)
{
  return ONE_OF(t, "x", "y", "b", "h", "u", "w.word", "v[0]", "v[x & 1]", "s.a", "s.c", "r->a", "r->c", "*p", "local",
                "mine");
}

static void value(text *t, unsigned depth);

static void operation(text *t, unsigned depth)
{
  fputs("(", t->out);
  value(t, depth);
  fprintf(t->out, " %s ", ONE_OF(t, "+", "-", "*", "&", "|", "^", "==", "!=", "<", ">=", "&&", "||"));
  value(t, depth);
  fputs(")", t->out);
}

static void value(text *t, unsigned depth)
{
  unsigned kind = pick(t, 10);
  if (depth > 0 && kind < 3) {
    operation(t, depth - 1);
  } else if (depth > 0 && kind == 3) {
    fprintf(t->out, "%s", ONE_OF(t, "(unsigned char)", "(short)", "(unsigned)", "!", "-", "~"));
    value(t, 0);
  } else if (depth > 0 && kind == 4) {
    fprintf(t->out, "(%s %s %u)", place(t), ONE_OF(t, "<<", ">>", "%", "/"), 1 + pick(t, 3));
  } else if (kind < 7) {
    fputs(place(t), t->out);
  } else if (kind == 7) {
    fputs(ONE_OF(t, "atomic_load(&q)", "f.low", "f.high", "(p == &x)", "tls", "__VERIFIER_nondet_bool()"), t->out);
  } else {
    fprintf(t->out, "%u", pick(t, 4));
  }
}

static void condition(text *t)
{
  fprintf(t->out, "%s %s ", place(t), ONE_OF(t, "==", "!=", "<", ">"));
  value(t, 1);
}

/* --- statements -------------------------------------------------------------------------------------- */

static void statement(text *t);

static void block(text *t, unsigned most)
{
  fputs("{ ", t->out);
  t->depth++;
  for (unsigned n = 1 + pick(t, most); n > 0; n--) statement(t);
  t->depth--;
  fputs("} ", t->out);
}

/* What is stored is small, so that there are few states. */
static void assign(text *t)
{
  fprintf(t->out, "%s = (", place(t));
  value(t, 2);
  fprintf(t->out, ") & %u; ", pick(t, 2) ? 3u : 1u);
}

static void update(text *t)
{
  switch (pick(t, 6)) {
  case 0: fprintf(t->out, "%s++; ", ONE_OF(t, "x", "y", "b", "h", "s.c", "local")); break;
  case 1: fprintf(t->out, "%s -= %u; ", ONE_OF(t, "x", "u", "h", "local"), pick(t, 3)); break;
  case 2: fputs("f.low++; ", t->out); break;
  case 3: fprintf(t->out, "f.high = %u; ", pick(t, 4)); break;
  case 4: fprintf(t->out, "w.half[%u] = %u; ", pick(t, 2), pick(t, 3)); break;
  default: fputs("tls = (tls + 1) & 3; ", t->out); break;
  }
}

static void use_atomic(text *t)
{
  switch (pick(t, 5)) {
  case 0: fprintf(t->out, "atomic_fetch_add(&q, %u); ", 1 + pick(t, 2)); break;
  case 1: fprintf(t->out, "atomic_store(&q, %u); ", pick(t, 3)); break;
  case 2:
    fprintf(t->out, "{ int old = %u; local = atomic_compare_exchange_strong(&q, &old, %u); } ", pick(t, 2), pick(t, 3));
    break;
  case 3: fputs("local = atomic_exchange(&q, 1); ", t->out); break;
  default: fputs("local = __sync_fetch_and_add(&y, 1) & 3; ", t->out); break;
  }
}

static void use_pointers(text *t)
{
  switch (pick(t, 9)) {
  case 0: fprintf(t->out, "p = &%s; ", ONE_OF(t, "x", "y", "s.a", "v[1]")); break;
  case 1: fprintf(t->out, "r = %s; ", ONE_OF(t, "&s", "&z")); break;
  case 2: fprintf(t->out, "%s; ", ONE_OF(t, "z = s", "s = z", "*r = z")); break;
  case 3: fputs("memcpy(v, &s, sizeof v); ", t->out); break;
  case 4: fprintf(t->out, "memset(v, %u, sizeof v); ", pick(t, 2)); break;
  case 5:
    fprintf(t->out, "{ struct node *n = malloc(sizeof *n); if (n) { n->v = (%s) & 3; n->next = top; top = n; } } ",
            place(t));
    break;
  case 6: fputs("if (top) local = top->v; ", t->out); break;
  case 7: fprintf(t->out, "calls[(%s) & 1](%u); ", place(t), pick(t, 3)); break;
  default: fputs("{ int *k = malloc(sizeof *k); if (k) { *k = x; local = *k & 3; free(k); } } ", t->out); break;
  }
}

static void use_list(text *t)
{
  fputs(pick(t, 2)
            ? "pthread_mutex_lock(&m1); { struct node *n = top; if (n) { top = n->next; local = n->v; free(n); } } "
              "pthread_mutex_unlock(&m1); "
            : "{ struct node *n = top; if (n) { top = n->next; free(n); } } ",
        t->out);
}

static void lock(text *t)
{
  static const char *const takes[] = {"pthread_mutex_lock(&m1); ",
                                      "pthread_mutex_lock(&m2); ",
                                      "pthread_rwlock_rdlock(&rw); ",
                                      "pthread_rwlock_wrlock(&rw); ",
                                      "pthread_spin_lock(&spin); ",
                                      "sem_wait(&sem); ",
                                      "if (pthread_mutex_trylock(&m1) == 0) { ",
                                      "while (atomic_flag_test_and_set(&flag)) ; "};
  static const char *const gives[] = {"pthread_mutex_unlock(&m1); ",   "pthread_mutex_unlock(&m2); ",
                                      "pthread_rwlock_unlock(&rw); ",  "pthread_rwlock_unlock(&rw); ",
                                      "pthread_spin_unlock(&spin); ",  "sem_post(&sem); ",
                                      "pthread_mutex_unlock(&m1); } ", "atomic_flag_clear(&flag); "};
  unsigned kind = pick(t, 8);
  fputs(takes[kind], t->out);
  block(t, 2);
  if (pick(t, 12) > 0 || kind == 6) fputs(gives[kind], t->out);
}

static void use_condition(text *t)
{
  if (t->locked) {
    fprintf(t->out, "%s ", ONE_OF(t, "pthread_cond_signal(&cond);", "pthread_cond_broadcast(&cond);"));
    return;
  }
  fputs("pthread_mutex_lock(&m0); ", t->out);
  t->locked = true;
  if (pick(t, 2)) {
    fprintf(t->out, "%s (", pick(t, 4) ? "while" : "if");
    condition(t);
    fputs(") pthread_cond_wait(&cond, &m0); ", t->out);
  }
  block(t, 2);
  if (pick(t, 2)) fputs("pthread_cond_signal(&cond); ", t->out);
  t->locked = false;
  fputs("pthread_mutex_unlock(&m0); ", t->out);
}

static void section(text *t)
{
  t->atomic = true;
  fputs("__VERIFIER_atomic_begin(); ", t->out);
  assign(t);
  update(t);
  fputs("__VERIFIER_atomic_end(); ", t->out);
  t->atomic = false;
}

static void branch(text *t)
{
  fputs("if (", t->out);
  condition(t);
  fputs(") ", t->out);
  block(t, 2);
  if (pick(t, 2)) {
    fputs("else ", t->out);
    block(t, 2);
  }
}

static void loop(text *t)
{
  unsigned i = t->loops++;
  switch (pick(t, 3)) {
  case 0: fprintf(t->out, "for (unsigned char i%u = 0; i%u < %u; i%u++) ", i, i, 1 + pick(t, 2), i); break;
  case 1:
    fprintf(t->out, "for (int i%u = 0; i%u < 2 && ", i, i);
    condition(t);
    fprintf(t->out, "; i%u++) ", i);
    break;
  default: fprintf(t->out, "for (int i%u = %u; i%u-- > 0;) ", i, 1 + pick(t, 2), i); break;
  }
  block(t, 2);
}

static void cases(text *t)
{
  fprintf(t->out, "switch (%s) { case 0: ", place(t));
  assign(t);
  if (pick(t, 2)) fputs("break; ", t->out);
  fputs("case 2: ", t->out);
  update(t);
  fputs("break; default: ", t->out);
  assign(t);
  fputs("} ", t->out);
}

/* Only later functions are created, so that the number of threads is bounded. */
static void create(text *t)
{
  if (t->self + 1 >= N_THREADS || t->loops > 0 || t->depth > 1) {
    assign(t);
    return;
  }
  fprintf(t->out, "{ pthread_t c; void *got = 0; pthread_create(&c, 0, t%u, (void *)%uL); ", t->self + 1, pick(t, 3));
  assign(t);
  if (pick(t, 3)) fputs("pthread_join(c, &got); local = (int)(long)got; ", t->out);
  fputs("} ", t->out);
}

static void claim(text *t)
{
  fputs("assert(", t->out);
  for (unsigned n = pick(t, 4); n > 0; n--) {
    condition(t);
    fputs(" || ", t->out);
  }
  condition(t);
  fputs("); ", t->out);
}

static void statement(text *t)
{
  static void (*const kinds[])(text *) = {use_atomic,    use_pointers, use_pointers, lock, lock,
                                          use_condition, section,      branch,       loop, use_condition,
                                          create,        use_list,     cases};
  enum { N_KINDS = sizeof kinds / sizeof kinds[0] };
  if (t->left == 0) return;
  t->left--;
  unsigned kind = pick(t, N_KINDS + 4);
  bool nested = kind < N_KINDS && (t->features >> kind & 1) && t->depth <= DEEPEST;
  if (nested)
    kinds[kind](t);
  else if (kind == N_KINDS)
    claim(t);
  else if (kind % 3 > 0)
    assign(t);
  else
    update(t);
}

/* --- the program ------------------------------------------------------------------------------------- */

static void head(text *t)
{
  fputs("#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n"
        "#include <stdbool.h>\n#include <stdlib.h>\n#include <string.h>\n"
        "extern bool __VERIFIER_nondet_bool(void);\n"
        "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
        "struct node { int v; struct node *next; } *top;\n"
        "struct pair { int a; short c; unsigned char d; } s, z = {1, 2, 3}, *r = &s;\n"
        "struct bits { unsigned low : 2, high : 3; } f;\n"
        "union { unsigned word; unsigned short half[2]; } w;\n",
        t->out);
  fprintf(t->out, "int x = %u, y, v[2], *p = &%s;\n", pick(t, 2), pick(t, 2) ? "x" : "y");
  fputs("unsigned u; unsigned char b; short h; atomic_int q; atomic_flag flag = ATOMIC_FLAG_INIT;\n"
        "_Thread_local int tls;\n"
        "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER, m2 = "
        "PTHREAD_MUTEX_INITIALIZER;\n"
        "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; pthread_cond_t cond = PTHREAD_COND_INITIALIZER;\n"
        "pthread_spinlock_t spin; sem_t sem;\n"
        "static void raise_x(int by) { x = (x + by) & 3; }\nstatic void copy_to_y(int by) { y = by; }\n"
        "static void (*calls[2])(int) = {raise_x, copy_to_y};\n",
        t->out);
}

static void body(text *t, unsigned self, unsigned statements)
{
  t->self = self;
  t->depth = t->loops = 0;
  t->left = statements;
  fputs("  int local = 0, mine = (int)(long)arg; (void)mine; (void)local;\n  ", t->out);
  while (t->left > 0) statement(t);
}

static void write_main(text *t, unsigned n)
{
  fputs("int main(void)\n{\n  void *arg = 0, *got = 0; (void)got;\n  pthread_t id[4];\n", t->out);
  fprintf(t->out, "  pthread_spin_init(&spin, 0); sem_init(&sem, 0, %u);\n", pick(t, 3));
  for (unsigned i = 0; i < n; i++)
    fprintf(t->out, "  pthread_create(&id[%u], 0, t%u, (void *)%uL);\n", i, pick(t, 3) ? i : 0, pick(t, 2));
  body(t, N_THREADS, 1 + pick(t, 3));
  fputs("\n", t->out);
  for (unsigned i = 0; i < n; i++)
    if (pick(t, 4)) fprintf(t->out, "  pthread_join(id[%u], &got); local = (int)(long)got;\n", i);
  fputs("  ", t->out);
  claim(t);
  fputs("\n  return 0;\n}\n", t->out);
}

void write_pthreads(FILE *out, uint64_t seed)
{
  text t = {.out = out, .state = seed * 0x9e3779b97f4a7c15u + 1};
  t.features = 0;
  for (unsigned i = 0; i < 5; i++) t.features |= 1u << pick(&t, 13);
  if (pick(&t, 3) == 0) t.features = ~0u;
  head(&t);
  for (unsigned i = N_THREADS; i-- > 0;) {
    fprintf(out, "static void *t%u(void *arg)\n{\n", i);
    body(&t, i, 2 + pick(&t, 4));
    fprintf(out, "\n  return (void *)(long)(%s);\n}\n", place(&t));
  }
  write_main(&t, 1 + pick(&t, 2));
}
