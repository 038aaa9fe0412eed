/* random.c - random programs of one thread: the checkers against the explicit engine.
 *
 *   random [-v] [-t SECONDS] [-c CHANGES] [-o CHECKER] FIRST LAST
 *
 * A program is a random graph over a few small variables, with inputs, choices, arrays that are split and
 * arrays that are not, assertions and every kind of end. Where the explicit engine knows, no checker may
 * contradict: one may not know, but `safe` and `unsafe` have to be right, under both arithmetics. Then the
 * program is changed a little and asked about again in the same session, as often as it stays interesting. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/explicit/explicit.h"
#include "program/validate.h"
#include "sequential/sequential.h"
#include "trace/interp.h"

typedef struct {
  uint64_t state;
  hd_program *p;
  hd_var scalars[4], flag, small, large;
  hd_loc locs[14];
  uint32_t n_locs;
} maker;

static uint32_t roll(maker *m, uint32_t n)
{
  return (uint32_t)(hd_roll(&m->state) % n);
}

/* --- programs --------------------------------------------------------------------------------- */

static hd_term value(maker *m, unsigned depth);

static hd_term index_of(maker *m)
{
  return hd_term_to(m->p->terms, HD_OP_ZEXT, 32, value(m, 0));
}

static hd_term leaf(maker *m)
{
  switch (roll(m, 8)) {
  case 0:
  case 1: return hd_term_bv(m->p->terms, 3, roll(m, 8));
  case 2: return hd_program_element(m->p, m->small, index_of(m));
  case 3: return roll(m, 2) ? hd_program_element(m->p, m->large, index_of(m)) : hd_term_bv(m->p->terms, 3, 1);
  default: return hd_program_var_term(m->p, m->scalars[roll(m, 4)]);
  }
}

static hd_term cond(maker *m)
{
  static const hd_op ops[] = {HD_OP_EQ, HD_OP_ULT, HD_OP_ULE, HD_OP_SLT, HD_OP_SLE, HD_OP_SADDO};
  hd_terms *T = m->p->terms;
  if (roll(m, 8) == 0) return hd_program_var_term(m->p, m->flag);
  hd_term c = hd_term_2(T, ops[roll(m, HD_COUNT(ops))], value(m, 1), value(m, 1));
  return roll(m, 3) ? c : hd_term_1(T, HD_OP_NOT, c);
}

static hd_term value(maker *m, unsigned depth)
{
  static const hd_op ops[] = {HD_OP_ADD,  HD_OP_ADD, HD_OP_SUB,  HD_OP_MUL,  HD_OP_BAND,
                              HD_OP_BXOR, HD_OP_SHL, HD_OP_UDIV, HD_OP_SREM, HD_OP_LSHR};
  if (depth == 0 || roll(m, 2)) return depth == 0 ? hd_program_var_term(m->p, m->scalars[roll(m, 4)]) : leaf(m);
  if (roll(m, 6) == 0) return hd_term_3(m->p->terms, HD_OP_ITE, cond(m), leaf(m), leaf(m));
  return hd_term_2(m->p->terms, ops[roll(m, HD_COUNT(ops))], leaf(m), leaf(m));
}

static uint32_t assigns(maker *m, hd_assign *out)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < 3; i++)
    if (roll(m, 3) == 0) out[n++] = (hd_assign){.var = m->scalars[i], .value = roll(m, 7) ? value(m, 1) : HD_NO_TERM};
  if (roll(m, 6) == 0) out[n++] = (hd_assign){.var = m->flag, .value = roll(m, 3) ? cond(m) : HD_NO_TERM};
  if (roll(m, 5) == 0) out[n++] = (hd_assign){.var = m->small, .index = index_of(m), .value = value(m, 1)};
  if (roll(m, 7) == 0) out[n++] = (hd_assign){.var = m->large, .index = index_of(m), .value = value(m, 1)};
  return n;
}

static void add_edge(maker *m, hd_loc from, hd_loc to, hd_term guard)
{
  hd_assign list[8];
  hd_edge_info e = {.from = from, .to = to, .guard = guard, .pos = HD_NO_POS, .frame = HD_NONE, .assigns = list};
  e.n_assigns = assigns(m, list);
  if (roll(m, 6) == 0) {
    e.kind = HD_EDGE_ASSERT;
    e.cond = roll(m, 2) ? cond(m) : hd_term_2(m->p->terms, HD_OP_OR, cond(m), cond(m));
  }
  hd_program_add_edge(m->p, e);
}

static void add_edges(maker *m, uint32_t i)
{
  hd_loc a = m->locs[roll(m, m->n_locs)], b = m->locs[i + 1 < m->n_locs ? i + 1 : roll(m, m->n_locs)];
  hd_term guard = cond(m);
  switch (roll(m, 4)) {
  case 0: add_edge(m, m->locs[i], b, HD_NO_TERM); break;
  case 1: /* a free choice */
    add_edge(m, m->locs[i], a, HD_NO_TERM);
    add_edge(m, m->locs[i], b, guard);
    break;
  default: add_edge(m, m->locs[i], a, guard); add_edge(m, m->locs[i], b, hd_term_1(m->p->terms, HD_OP_NOT, guard));
  }
}

static hd_var variable(maker *m, const char *name, hd_sort sort, uint32_t count)
{
  uint64_t init[32] = {0};
  for (uint32_t i = 0; i < 32; i++) init[i] = roll(m, sort.kind == HD_SORT_BOOL ? 2 : 8);
  return hd_program_add_var(m->p, (hd_var_info){.name = name,
                                                .thread = roll(m, 2) ? HD_MAIN : HD_NO_THREAD,
                                                .sort = sort,
                                                .count = count,
                                                .any = roll(m, 6) == 0 && count == 0,
                                                .init = roll(m, 2) ? init : NULL,
                                                .show = roll(m, 2) ? HD_SHOW_SIGNED : HD_SHOW_UNSIGNED,
                                                .pos = HD_NO_POS});
}

static hd_program *generate(uint64_t seed, maker *m)
{
  *m = (maker){.state = seed * 1000003, .p = hd_program_new()};
  hd_program *p = m->p;
  p->pointer_width = 64;
  p->little_endian = true;
  m->n_locs = 4 + roll(m, 10);
  hd_program_add_thread(
      p, (hd_thread_info){.name = "main", .instances = 1, .self = HD_NO_VAR, .status = HD_NO_VAR, .pos = HD_NO_POS});
  m->scalars[0] = variable(m, "a", HD_BV(3), 0);
  m->scalars[1] = variable(m, "b", HD_BV(3), 0);
  m->scalars[2] = variable(m, "c", HD_BV(3), 0);
  m->scalars[3] = variable(m, "d", HD_BV(3), 0);
  m->flag = variable(m, "flag", HD_BOOL, 0);
  m->small = variable(m, "small", HD_BV(3), 2);
  m->large = variable(m, "large", HD_BV(3), 17);
  for (uint32_t i = 0; i < m->n_locs; i++) {
    hd_loc_info l = {.thread = HD_MAIN, .pos = HD_NO_POS, .frame = HD_NONE};
    uint32_t kind = i == 0 ? 99 : roll(m, 30);
    if (kind < 3) l.kind = kind == 0 ? HD_LOC_END : HD_LOC_EXIT;
    if (kind == 3) l.kind = HD_LOC_UNSUPPORTED;
    if (kind == 4) l.kind = HD_LOC_BOUND;
    if (kind == 3 || kind == 4) l.reason = "for the test";
    m->locs[i] = hd_program_add_loc(p, l);
  }
  p->threads.data[0].entry = m->locs[0];
  for (uint32_t i = 0; i < m->n_locs; i++)
    if (hd_loc_get(p, m->locs[i])->kind == HD_LOC_NORMAL) add_edges(m, i);
  hd_program_select(p, HD_PROP_UNREACH_CALL);
  hd_program_index(p);
  return p;
}

/* --- comparing -------------------------------------------------------------------------------- */

enum { ATTEMPTS = 8 };

typedef struct {
  bool verbose;
  double seconds;
  unsigned changes; /* so often is a program asked about */
  const char *only; /* the checker, or NULL: all */
  unsigned asked, known, others, tried, failures;
} tally;

static const char *const words[] = {"safe", "unsafe", "unknown"}; /* hd_verdict and hd_seq_verdict */

/* What is true; HD_UNKNOWN with a place: something beyond can be reached. False: the engine did not finish.
 */
static bool explore(const hd_program *p, hd_verdict *truth)
{
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  hd_budget budget = {.deadline = hd_now() + 2, .jobs = 1};
  hd_result r;
  hd_result_init(&r);
  hd_engine_explicit.run(p, &task, &budget, &r);
  *truth = r.verdict;
  bool finished = r.verdict != HD_UNKNOWN || r.cause.kind == HD_CAUSE_UNSUPPORTED;
  hd_result_clear(&r);
  return finished;
}

/* Are the other violations of the same check violations, each of something else? */
static bool has_good_others(tally *t, hd_seq_session *s, const hd_budget *b, const hd_trace *first)
{
  hd_program *p = hd_seq_program(s);
  uint8_t *seen = hd_alloc(p->edges.len, 1);
  bool good = true;
  seen[hd_vec_last(&first->steps).edge.id] = true;
  for (hd_trace *other; good && (other = hd_seq_more(s, b)); hd_trace_free(other)) {
    hd_edge last = hd_vec_last(&other->steps).edge;
    good = hd_trace_replay(p, other, HD_PROP_UNREACH_CALL).end == HD_END_VIOLATION;
    t->others += !seen[last.id];
    seen[last.id] = true;
  }
  free(seen);
  return good;
}

static void compare(tally *t, uint64_t seed, unsigned change, hd_seq_session *s, const hd_seq_checker *checker,
                    hd_verdict truth)
{
  hd_budget budget = {.deadline = hd_now() + t->seconds, .jobs = 1};
  hd_seq_result r;
  hd_seq_result_init(&r);
  hd_seq_run(s, checker, &budget, &r);
  bool wrong = r.verdict != HD_SEQ_UNKNOWN && (int)r.verdict != (int)truth;
  wrong |= r.verdict == HD_SEQ_UNKNOWN && r.end.id != HD_NONE && truth == HD_SAFE;
  wrong |= r.verdict == HD_SEQ_UNKNOWN && r.cause.kind == HD_CAUSE_FAILED && !hd_budget_spent(&budget);
  wrong |= r.verdict == HD_SEQ_UNSAFE && !has_good_others(t, s, &budget, r.trace);
  t->asked++;
  t->known += r.verdict != HD_SEQ_UNKNOWN || r.end.id != HD_NONE;
  t->failures += wrong;
  if (wrong || t->verbose)
    printf("%sseed %lu change %u %s %s: %s instead of %s (%s)\n", wrong ? "FAILED " : "", (unsigned long)seed, change,
           checker->name, hd_arith_name(hd_seq_get_task(s)->arith), words[r.verdict], words[truth],
           r.cause.what ? r.cause.what : "");
  hd_seq_result_clear(&r);
}

/* In a process of its own: Spacer has been seen to crash when its time is over. */
static void compare_apart(tally *t, uint64_t seed, unsigned change, hd_seq_session *s, const hd_seq_checker *checker,
                          hd_verdict truth)
{
  tally before = *t;
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    compare(t, seed, change, s, checker, truth);
    fflush(stdout);
    _exit((t->known > before.known ? 1 : 0) + (t->failures > before.failures ? 2 : 0));
  }
  t->asked++;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return;
  t->known += WEXITSTATUS(status) & 1 ? 1 : 0;
  t->failures += WEXITSTATUS(status) & 2 ? 1 : 0;
}

/* A random edge gets a stronger guard, or an assertion a stronger or another condition. */
static void change(maker *m, hd_seq_session **sessions, hd_program **programs, unsigned n)
{
  uint32_t e = roll(m, m->p->edges.len);
  hd_term fact = cond(m);
  bool asserts = m->p->edges.data[e].kind == HD_EDGE_ASSERT && roll(m, 3);
  if (asserts && roll(m, 3)) fact = hd_term_2(m->p->terms, HD_OP_AND, m->p->edges.data[e].cond, fact);
  for (unsigned i = 0; i < n; i++) {
    hd_term *map = hd_alloc(hd_terms_count(m->p->terms) + 1, sizeof *map);
    hd_term own = hd_term_import(programs[i]->terms, m->p->terms, fact, NULL, map);
    free(map);
    if (asserts)
      hd_seq_expect(sessions[i], (hd_edge){e}, own);
    else
      hd_seq_strengthen(sessions[i], (hd_edge){e}, own);
  }
  hd_edge_info *info = hd_edge_get(m->p, (hd_edge){e});
  if (asserts)
    info->cond = fact;
  else
    info->guard = hd_term_is(info->guard) ? hd_term_2(m->p->terms, HD_OP_AND, info->guard, fact) : fact;
}

/* An assertion of the program gets stronger for once, in the session of its clone and in itself. */
static void try_similar(tally *t, maker *m, hd_seq_session *s, uint64_t seed)
{
  hd_budget budget = {.deadline = hd_now() + t->seconds, .jobs = 1};
  hd_program *p = hd_seq_program(s);
  hd_edge e = {roll(m, m->p->edges.len)};
  hd_edge_info *info = hd_edge_get(m->p, e);
  hd_term extra = cond(m), was = info->cond;
  if (info->kind != HD_EDGE_ASSERT) return;
  hd_term *map = hd_alloc(hd_terms_count(m->p->terms) + 1, sizeof *map);
  hd_term own = hd_term_import(p->terms, m->p->terms, extra, NULL, map);
  free(map);
  hd_term part = hd_term_2(p->terms, HD_OP_OR, own, hd_term_1(p->terms, HD_OP_NOT, hd_edge_get(p, e)->cond));
  uint8_t kept = 0, needed = 0;
  hd_seq_attempt a = {&kept, &e, 1, hd_term_true(p->terms), &part, 1, &needed};
  hd_seq_result r;
  hd_verdict truth;
  hd_seq_result_init(&r);
  bool known = hd_seq_try(s, &a, &budget, &r);
  info->cond = hd_term_2(m->p->terms, HD_OP_AND, was, hd_term_1(m->p->terms, HD_OP_NOT, extra));
  if (known && explore(m->p, &truth)) {
    t->tried++;
    t->failures += (int)r.verdict != (int)truth;
    if ((int)r.verdict != (int)truth)
      printf("FAILED seed %lu: attempt: %s instead of %s\n", (unsigned long)seed, words[r.verdict], words[truth]);
  }
  info->cond = was;
  hd_seq_result_clear(&r);
}

static void run_seed(tally *t, uint64_t seed)
{
  static const hd_arith ariths[] = {HD_ARITH_BV, HD_ARITH_INT};
  maker m;
  hd_program *p = generate(seed, &m), *clones[HD_COUNT(ariths)];
  hd_seq_session *sessions[HD_COUNT(ariths)];
  hd_verdict truth;
  for (unsigned i = 0; i < HD_COUNT(ariths); i++) {
    clones[i] = hd_program_clone(p);
    sessions[i] =
        hd_seq_open(clones[i], &(hd_seq_task){.property = HD_PROP_UNREACH_CALL, .arith = ariths[i], .unwind = HD_NONE});
  }
  for (unsigned k = 0; k < t->changes && explore(p, &truth); k++) {
    for (unsigned i = 0; i < HD_COUNT(ariths); i++)
      for (size_t c = 0; hd_seq_checkers[c]; c++) {
        bool apart = strcmp(hd_seq_checkers[c]->name, "spacer") == 0;
        if (t->only && strcmp(hd_seq_checkers[c]->name, t->only) != 0) continue;
        (apart ? compare_apart : compare)(t, seed, k, sessions[i], hd_seq_checkers[c], truth);
      }
    for (unsigned i = 0; i < ATTEMPTS && truth == HD_SAFE; i++)
      try_similar(t, &m, sessions[i % HD_COUNT(ariths)], seed);
    change(&m, sessions, clones, HD_COUNT(ariths));
  }
  for (unsigned i = 0; i < HD_COUNT(ariths); i++) {
    hd_seq_close(sessions[i]);
    hd_program_free(clones[i]);
  }
  hd_program_free(p);
}

int main(int argc, char **argv)
{
  tally t = {.seconds = 1, .changes = 3};
  uint64_t range[2] = {1, 20};
  unsigned n = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0)
      t.verbose = true;
    else if (strcmp(argv[i], "-t") == 0 && i + 1 < argc)
      t.seconds = atof(argv[++i]);
    else if (strcmp(argv[i], "-c") == 0 && i + 1 < argc)
      t.changes = (unsigned)strtoul(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
      t.only = argv[++i];
    else if (n < 2)
      range[n++] = strtoull(argv[i], NULL, 10);
  }
  for (uint64_t seed = range[0]; seed <= range[1]; seed++) run_seed(&t, seed);
  printf("%u answers asked for, %u given, %u other violations, %u attempts, %u wrong\n", t.asked, t.known, t.others,
         t.tried, t.failures);
  return t.failures != 0;
}
