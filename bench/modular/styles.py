#!/usr/bin/env python3
r"""Prints a program of the evaluations' families in one of the styles in which such programs are written.

    bench/modular/styles.py [-u] [-w WAIT] [-s STORE] [-k NUMBER] KIND N
    bench/modular/styles.py --sample SEED COUNT

KIND   mat, pas, long, ring, chain: as in program.sh; pipe, endless: N stages that pass values on, NUMBER times or for ever;
       token: a token goes round NUMBER times, and its holder counts; seqlock: N writers and a reader; prodcons: N producers
       and N consumers of NUMBER items by a buffer of two; peterson, dekker: NUMBER rounds, 0: endless
WAIT   how a thread waits for another: assume, spin, atomic, poll (a loop under a mutex), cond (a condition variable)
STORE  where the data is: global (arrays), struct (an array of structures with their locks), heap (allocated rows, sizes
       in variables), nodes (pointers to allocated structures)

NUMBER is 2 unless given. -u: some execution violates the assertion. --sample prints COUNT random choices of arguments, a
line each, for families.sh -g:

    bench/modular/styles.py --sample 1 40 | xargs -d '\n' bench/modular/families.sh -g bench/modular/styles.py HEDDLE
"""
import argparse
import random
import sys

WAITS = ["assume", "spin", "atomic", "poll", "cond"]
STORES = ["global", "struct", "heap", "nodes"]

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
void assume_abort_if_not(int c) { if (!c) abort(); }
"""

ACCESS = """#define cell(i, j) cell_[i][j]
#define ready(i) ready_[i]
#define lock(i) lock_[i]
#define more(i) more_[i]
"""

INIT_LOCKS = "    pthread_mutex_init(&lock(i), 0);\n    pthread_cond_init(&more(i), 0);\n"


def parse():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("-u", dest="unsafe", action="store_true")
    a.add_argument("-w", dest="wait", default="cond", choices=WAITS)
    a.add_argument("-s", dest="store", default="struct", choices=STORES)
    a.add_argument("-k", dest="k", type=int, default=2)
    a.add_argument("kind", choices=sorted(KINDS))
    a.add_argument("n", type=int)
    return a.parse_args()


def flag_type(o):
    return {"atomic": "atomic_int", "spin": "volatile int"}.get(o.wait, "int")


# --- a line of N workers, each with cells and a number of those that are ready --------------------------------------


def arrays(o, cells, init):
    locks = "pthread_mutex_t lock_[N + 1];\npthread_cond_t more_[N + 1];\n" if init else ""
    loop = f"  for (int i = 0; i <= N; i++) {{\n{init}  }}\n" if init else ""
    return (f"#define N {o.n}\n#define M {cells}\nint cell_[N + 1][M];\n{flag_type(o)} ready_[N + 1];\n{locks}{ACCESS}"
            f"void setup(void)\n{{\n{loop}}}\n")


def structures(o, cells, init):
    locks = "  pthread_mutex_t lock;\n  pthread_cond_t more;\n" if init else ""
    rows, row = ("row *rows[N + 1];", "rows[i]->") if o.store == "nodes" else ("row rows[N + 1];", "rows[i].")
    make = ("    rows[i] = malloc(sizeof(row));\n    if (!rows[i]) abort();\n"
            "    for (int j = 0; j < M; j++) rows[i]->cell[j] = 0;\n    rows[i]->ready = 0;\n") if o.store == "nodes" else ""
    names = "".join(f"#define {n} {row}{f}\n" for n, f in (("cell(i, j)", "cell[j]"), ("ready(i)", "ready"),
                                                           ("lock(i)", "lock"), ("more(i)", "more")))
    loop = f"  for (int i = 0; i <= N; i++) {{\n{make}{init}  }}\n" if make + init else ""
    return (f"#define N {o.n}\n#define M {cells}\ntypedef struct {{\n  int cell[M];\n  {flag_type(o)} ready;\n{locks}}} row;\n"
            f"{rows}\n{names}void setup(void)\n{{\n{loop}}}\n")


def allocated(o, cells, init):
    locks = "pthread_mutex_t *lock_;\npthread_cond_t *more_;\n" if init else ""
    make = "  lock_ = malloc((N + 1) * sizeof *lock_);\n  more_ = malloc((N + 1) * sizeof *more_);\n" if init else ""
    return (f"int N = {o.n}, M = {cells};\nint **cell_;\n{flag_type(o)} *ready_;\n{locks}{ACCESS}void setup(void)\n{{\n"
            f"  cell_ = malloc((N + 1) * sizeof *cell_);\n  ready_ = calloc(N + 1, sizeof *ready_);\n{make}"
            f"  for (int i = 0; i <= N; i++) {{\n    cell_[i] = calloc(M, sizeof(int));\n{init}  }}\n}}\n")


def storage(o, cells):
    make = {"global": arrays, "heap": allocated}.get(o.store, structures)
    return make(o, cells, INIT_LOCKS if o.wait in ("poll", "cond") else "")


def waiting(o):
    wait = {
        "assume": "  assume_abort_if_not(ready(i) >= k);\n",
        "spin": "  while (ready(i) < k)\n    ;\n",
        "atomic": "  while (atomic_load(&ready(i)) < k) {}\n",
        "poll": "  for (;;) {\n    pthread_mutex_lock(&lock(i));\n    int r = ready(i);\n    pthread_mutex_unlock(&lock(i));\n"
                "    if (r >= k) break;\n  }\n",
        "cond": "  pthread_mutex_lock(&lock(i));\n  while (ready(i) < k) pthread_cond_wait(&more(i), &lock(i));\n"
                "  pthread_mutex_unlock(&lock(i));\n",
    }[o.wait]
    signal = "  pthread_cond_broadcast(&more(i));\n" if o.wait == "cond" else ""
    publish = "  ready(i) = k;\n"
    if o.wait in ("poll", "cond"):
        publish = f"  pthread_mutex_lock(&lock(i));\n{publish}{signal}  pthread_mutex_unlock(&lock(i));\n"
    return f"void wait_for(int i, int k)\n{{\n{wait}}}\nvoid publish(int i, int k)\n{{\n{publish}}}\n"


def line(o, body, before, after):
    return (f"void *worker(void *arg)\n{{\n  int i = *(int *)arg;\n{body}  return NULL;\n}}\n"
            f"int main(void)\n{{\n  setup();\n{before}  pthread_t tid[{o.n}];\n  int id[{o.n}];\n"
            "  for (int i = 0; i < N; i++) {\n    id[i] = i;\n    pthread_create(&tid[i], NULL, worker, &id[i]);\n  }\n"
            f"  for (int i = 0; i < N; i++) pthread_join(tid[i], NULL);\n{after}  return 0;\n}}\n")


def mat(o):
    skip = f" && i != {(o.n - 2) // 2}" if o.unsafe else ""
    body = f"""  int row = 0;
  for (int j = M - 1; j >= 0; --j) {{
    row += given[i][j];
    if (i + 1 < N{skip}) wait_for(i + 1, M - j);
    cell(i, j) = row + cell(i + 1, j);
    publish(i, M - j);
  }}
"""
    before = """  int sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      int x = __VERIFIER_nondet_int();
      assume_abort_if_not(x >= -1000 && x <= 1000);
      given[i][j] = x;
      sum += x;
    }
"""
    return (storage(o, o.k) + waiting(o) + f"int given[{o.n}][{o.k}];\n" +
            line(o, body, before, "  if (cell(0, 0) != sum) reach_error();\n"))


def pas(o):
    body = f"""  for (int j = 0; j <= i; j++) {{
    if (j == 0 || j == i)
      cell(i, j) = 1;
    else {{
      {"if (i < N - 1) " if o.unsafe else ""}wait_for(i - 1, j + 1);
      cell(i, j) = cell(i - 1, j - 1) + cell(i - 1, j);
    }}
    publish(i, j + 1);
  }}
"""
    after = ("  int sum = 0;\n  for (int j = 0; j < N; j++) sum += cell(N - 1, j);\n"
             f"  if (sum != {2 ** (o.n - 1)}) reach_error();\n")
    return storage(o, o.n) + waiting(o) + line(o, body, "", after)


def long(o):
    body = f"""  int best = 0;
  for (int j = 0; j < i; j++) {{
    {"if (i < N - 1) " if o.unsafe else ""}wait_for(j, 1);
    if (given[j] < given[i] && cell(j, 0) > best) best = cell(j, 0);
  }}
  cell(i, 0) = best + 1;
  publish(i, 1);
"""
    before = ("  for (int i = 0; i < N; i++) {\n    given[i] = __VERIFIER_nondet_int();\n"
              "    assume_abort_if_not(0 <= given[i] && given[i] < N);\n  }\n")
    after = f"""  int found = 0, max = 0, length[{o.n}];
  for (int i = 0; i < N; i++) {{
    if (cell(i, 0) > found) found = cell(i, 0);
    length[i] = 1;
    for (int j = 0; j < i; j++)
      if (given[j] < given[i] && length[j] + 1 > length[i]) length[i] = length[j] + 1;
    if (length[i] > max) max = length[i];
  }}
  if (found != max) reach_error();
"""
    return storage(o, 1) + waiting(o) + f"int given[{o.n}];\n" + line(o, body, before, after)


# Two rounds each. Under two mutexes, in ascending order, an addition is one step.
def fib(o):
    ring = o.kind == "ring"
    bound = 8 if ring and o.n == 2 else 2 ** (o.n + 1) - 1
    step = "    cell(i, 0) = cell(i, 0) + cell(o, 0);\n"
    if o.wait in ("poll", "cond"):
        step = ("    int low = i < o ? i : o, high = i < o ? o : i;\n    pthread_mutex_lock(&lock(low));\n"
                f"    pthread_mutex_lock(&lock(high));\n{step}    pthread_mutex_unlock(&lock(high));\n"
                "    pthread_mutex_unlock(&lock(low));\n")
    body = f"  for (int k = 0; k < 2; k++) {{\n    int o = {'(i + 1) % N' if ring else 'i + 1'};\n{step}  }}\n"
    return storage(o, 1) + line(o, body, "  for (int i = 0; i <= N; i++) cell(i, 0) = 1;\n",
                                f"  if (cell(0, 0) > {bound - o.unsafe}) reach_error();\n")


def slot(o, full):
    """Waits until the slot is full or empty, and has it to itself then; how it is left."""
    test = "ready(i)" if full else "!ready(i)"
    if o.wait == "cond":
        return (f"  pthread_mutex_lock(&lock(i));\n  while (!({test})) pthread_cond_wait(&more(i), &lock(i));\n",
                "  pthread_cond_broadcast(&more(i));\n  pthread_mutex_unlock(&lock(i));\n")
    if o.wait == "poll":
        return (f"  for (;;) {{\n    pthread_mutex_lock(&lock(i));\n    if ({test}) break;\n    pthread_mutex_unlock(&lock(i));\n"
                "  }\n", "  pthread_mutex_unlock(&lock(i));\n")
    return f"  assume_abort_if_not({test});\n" if o.wait == "assume" else f"  while (!({test}))\n    ;\n", ""


def pipe(o):
    (empty, left), (full, taken) = slot(o, False), slot(o, True)
    loop = "while (1)" if o.kind == "endless" else f"for (int k = 0; k < {o.k}; k++)"
    body = f"""  {loop} {{
    int x;
    if (i == 0) {{
      x = __VERIFIER_nondet_int();
      assume_abort_if_not(x >= 0 && x < 1000);
    }} else
      x = get(i - 1) + 1;
    if (i < N - 1)
      put(i, x{" + (i == 0)" if o.unsafe else ""});
    else if (x > 999 + N - 1)
      reach_error();
  }}
"""
    return (storage(o, 1) + f"void put(int i, int x)\n{{\n{empty}  cell(i, 0) = x;\n  ready(i) = 1;\n{left}}}\n"
            f"int get(int i)\n{{\n{full}  int x = cell(i, 0);\n  ready(i) = 0;\n{taken}  return x;\n}}\n" + line(o, body, "", ""))


def token(o):
    body = f"""  for (int k = 1; k <= {o.k}; k++) {{
    {"if (k > 1) " if o.unsafe else ""}wait_for(i, k);
    int c = counter;
    counter = c + 1;
    publish((i + 1) % N, i == N - 1 ? k + 1 : k);
  }}
"""
    return (storage(o, 1) + waiting(o) + "int counter;\n" +
            line(o, body, "  ready(0) = 1;\n", f"  if (counter != N * {o.k}) reach_error();\n"))


# --- others -------------------------------------------------------------------------------------------------------------


def seqlock(o):
    return f"""{"atomic_uint" if o.wait == "atomic" else "volatile unsigned"} seq;
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *writer(void *arg)
{{
  for (int k = 0; k < {o.k}; k++) {{
    pthread_mutex_lock(&m);
{"" if o.unsafe else "    seq++;" + chr(10)}    x++;
    y++;
    seq++;
    pthread_mutex_unlock(&m);
  }}
  return 0;
}}
void *reader(void *arg)
{{
  unsigned s;
  int a, b;
  do {{
    while ((s = seq) & 1)
      ;
    a = x;
    b = y;
  }} while (s != seq);
  if (a != b) reach_error();
  return 0;
}}
int main(void)
{{
  pthread_t w[{o.n}], r;
  for (int i = 0; i < {o.n}; i++) pthread_create(&w[i], 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  for (int i = 0; i < {o.n}; i++) pthread_join(w[i], 0);
  pthread_join(r, 0);
  return 0;
}}
"""


def queue(o):
    fields = "int buffer[2], in, out, count;\npthread_mutex_t m;\npthread_cond_t not_full, not_empty;\n"
    if o.store == "global":
        return fields, "", ""
    struct = "typedef struct {\n" + "".join(f"  {f}\n" for f in fields.splitlines()) + "} queue;\n"
    if o.store == "struct":
        return struct + "queue one, *q = &one;\n", "q->", ""
    return struct + "queue *q;\n", "q->", "  q = malloc(sizeof *q);\n  if (!q) return 1;\n  q->in = q->out = q->count = 0;\n"


def prodcons(o):
    data, q, make = queue(o)
    wait = "if" if o.unsafe else "while"
    return f"""enum {{ SIZE = 2, ITEMS = {o.k}, N = {o.n} }};
{data}int sum;
pthread_mutex_t sums = PTHREAD_MUTEX_INITIALIZER;
void put(int x)
{{
  pthread_mutex_lock(&{q}m);
  {wait} ({q}count == SIZE) pthread_cond_wait(&{q}not_full, &{q}m);
  {q}buffer[{q}in] = x;
  {q}in = ({q}in + 1) % SIZE;
  {q}count++;
  pthread_cond_signal(&{q}not_empty);
  pthread_mutex_unlock(&{q}m);
}}
int get(void)
{{
  pthread_mutex_lock(&{q}m);
  {wait} ({q}count == 0) pthread_cond_wait(&{q}not_empty, &{q}m);
  int x = {q}buffer[{q}out];
  {q}out = ({q}out + 1) % SIZE;
  {q}count--;
  if ({q}count < 0) reach_error();
  pthread_cond_signal(&{q}not_full);
  pthread_mutex_unlock(&{q}m);
  return x;
}}
void *producer(void *arg)
{{
  for (int i = 1; i <= ITEMS; i++) put(i);
  return 0;
}}
void *consumer(void *arg)
{{
  int s = 0;
  for (int i = 0; i < ITEMS; i++) s += get();
  pthread_mutex_lock(&sums);
  sum += s;
  pthread_mutex_unlock(&sums);
  return 0;
}}
int main(void)
{{
  pthread_t p[N], c[N];
{make}  pthread_mutex_init(&{q}m, 0);
  pthread_cond_init(&{q}not_full, 0);
  pthread_cond_init(&{q}not_empty, 0);
  for (int i = 0; i < N; i++) pthread_create(&p[i], 0, producer, 0);
  for (int i = 0; i < N; i++) pthread_create(&c[i], 0, consumer, 0);
  for (int i = 0; i < N; i++) pthread_join(p[i], 0);
  for (int i = 0; i < N; i++) pthread_join(c[i], 0);
  if (sum != N * ITEMS * (ITEMS + 1) / 2) reach_error();
  return 0;
}}
"""


def exclusion(o):
    kind = "atomic_int" if o.wait == "atomic" else "volatile int"
    claim, turn = "    flag[me] = 1;\n", "    turn = other;\n"
    if o.kind == "peterson":
        enter = (turn + claim if o.unsafe else claim + turn) + "    while (flag[other] && turn == other)\n      ;\n"
        leave = ""
    else:
        enter = claim + ("    while (flag[other]) {\n      if (turn != me) {\n        flag[me] = 0;\n        while (turn != me)\n"
                         "          ;\n        flag[me] = 1;\n" + ("        break;\n" if o.unsafe else "") + "      }\n    }\n")
        leave = turn
    loop = f"for (int k = 0; k < {o.k}; k++)" if o.k else "while (1)"
    return f"""{kind} flag[2], turn;
int inside;
void *process(void *arg)
{{
  int me = (int)(long)arg, other = 1 - me;
  {loop} {{
{enter}    inside++;
    if (inside != 1) reach_error();
    inside--;
{leave}    flag[me] = 0;
  }}
  return 0;
}}
int main(void)
{{
  pthread_t a, b;
  pthread_create(&a, 0, process, (void *)0L);
  pthread_create(&b, 0, process, (void *)1L);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}}
"""


KINDS = {"mat": mat, "pas": pas, "long": long, "ring": fib, "chain": fib, "pipe": pipe, "endless": pipe, "token": token,
         "seqlock": seqlock, "prodcons": prodcons, "peterson": exclusion, "dekker": exclusion}

SMALL = {"seqlock": [1, 2, 3], "prodcons": [1, 2, 3], "peterson": [2], "dekker": [2], "pas": [3, 4, 5, 6, 7, 8, 10, 12]}


def sample(seed, count):
    r = random.Random(seed)
    for _ in range(count):
        kind = r.choice(sorted(KINDS))
        n = r.choice(SMALL.get(kind, [2, 3, 4, 5, 6, 7, 8, 10, 12]))
        k = r.choice([0, 0, 2, 3] if kind in ("peterson", "dekker") else [2, 2, 3])
        unsafe = "-u " if r.random() < 0.4 else ""
        print(f"{unsafe}-w {r.choice(WAITS)} -s {r.choice(STORES)} -k {k} {kind} {n}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--sample"] and len(sys.argv) == 4:
        sample(int(sys.argv[2]), int(sys.argv[3]))
        sys.exit(0)
    options = parse()
    print(HEAD + KINDS[options.kind](options), end="")
