/* test_orders.c - the recheck of what a partial-order reduction leaves out: what it believes, and what it does not. */
#include "evidence/check.h"
#include "trace_programs.h"

/* Two threads of one step each; main does nothing. */
#define PAIR(step_a, step_b)                                                                              \
  HEAD "thread main entry L0 instances 1\nthread a entry L1 instances 1\nthread b entry L3 instances 1\n" \
       "var x : bv8 shared user unsigned = 0\nvar y : bv8 shared user unsigned = 0\n"                     \
       "var z : bv8 shared user unsigned any\nvar s : bv8 shared sched unsigned = 0\n"                    \
       "loc L0 main\nloc L1 a\nloc L2 a end\nloc L3 b\nloc L4 b end\n"                                    \
       "edge L1 -> L2 " step_a "\nedge L3 -> L4 " step_b "\n"

enum { A = 1, B = 2 }; /* parties */

typedef struct {
  hd_program *p;
  hd_certificate *c;
} proof;

static uint32_t fact(proof *t, uint32_t a, uint32_t b, const char *holds)
{
  const hd_loc at[] = {{0}, {a}, {b}};
  hd_term s = hd_program_var_term(t->p, hd_program_find_var(t->p, "s"));
  hd_term is = holds ? hd_term_eq_bv(t->p->terms, s, (uint64_t)(*holds - '0')) : hd_term_true(t->p->terms);
  return hd_certificate_add_fact(t->c, 0, at, is);
}

static void link(proof *t, uint32_t from, uint32_t party, uint32_t to)
{
  hd_vec_push(&t->c->links, (hd_link){from, party, to});
}

static void order(proof *t, uint32_t node, uint64_t asleep, uint64_t alone)
{
  hd_vec_push(&t->c->orders, (hd_fact_order){node, asleep, alone});
}

static proof begin(const char *text)
{
  proof t = {parse_program(text), hd_certificate_new(HD_PROOF_GRAPH, "test")};
  hd_program_select(t.p, HD_PROP_UNREACH_CALL);
  hd_program_index(t.p);
  hd_certificate_add_product(t.c, t.p);
  t.c->relies = HD_RELIES_ORDERS;
  return t;
}

/* The proof holds in any case; were its orders shown? */
static bool is_shown(proof *t)
{
  hd_checked checked;
  hd_budget budget = {.jobs = 1};
  hd_certificate_check(t->p, t->c, HD_PROP_UNREACH_CALL, NULL, &budget, &checked);
  if (checked.cause.what) print_message("%s\n", checked.cause.what);
  assert_int_equal(checked.verdict, HD_PROOF_HOLDS);
  bool shown = !(checked.relied & HD_RELIES_ORDERS);
  hd_checked_clear(&checked);
  hd_certificate_free(t->c);
  hd_program_free(t->p);
  return shown;
}

/* First a, then b; that b could be first is left out. */
static bool one_order_is_enough(const char *text)
{
  proof t = begin(text);
  uint32_t both = fact(&t, 1, 3, NULL), then = fact(&t, 2, 3, NULL), last = fact(&t, 2, 4, NULL);
  link(&t, both, A, then);
  link(&t, both, B, HD_NONE);
  link(&t, then, B, last);
  order(&t, both, 0, 1 << A);
  return is_shown(&t);
}

static void independent_steps_need_one_order(void **state)
{
  (void)state;
  assert_true(one_order_is_enough(PAIR("do x := 1:8", "do y := 1:8")));
  assert_true(one_order_is_enough(PAIR("do x := z", "do y := z")));
}

static void steps_that_conflict_need_both(void **state)
{
  (void)state;
  assert_false(one_order_is_enough(PAIR("do x := 1:8", "do x := 2:8")));
  assert_false(one_order_is_enough(PAIR("do x := 1:8", "do y := x")));
  assert_false(one_order_is_enough(PAIR("do x := y", "do y := 1:8")));
  assert_false(one_order_is_enough(PAIR("do x := 1:8", "when (= x 1:8) do y := 1:8")));
}

static void a_seed_must_finish(void **state)
{
  (void)state;
  assert_false(one_order_is_enough(PAIR("when (= z 0:8) do x := 1:8", "do y := 1:8")));
}

/* b goes first, and then a sleeps, since it was explored before. */
static bool one_may_sleep(const char *text, uint64_t asleep_at_start)
{
  proof t = begin(text);
  uint32_t both = fact(&t, 1, 3, NULL), then = fact(&t, 2, 3, NULL), other = fact(&t, 1, 4, NULL);
  uint32_t last = fact(&t, 2, 4, NULL);
  link(&t, both, A, then);
  link(&t, both, B, other);
  link(&t, then, B, last);
  link(&t, other, A, HD_NONE);
  order(&t, both, asleep_at_start, 0);
  order(&t, other, 1 << A, 0);
  return is_shown(&t);
}

static void who_was_explored_before_may_sleep(void **state)
{
  (void)state;
  assert_true(one_may_sleep(PAIR("do x := 1:8", "do y := 1:8"), 0));
  assert_false(one_may_sleep(PAIR("do x := 1:8", "do y := x"), 0));
}

static void no_party_sleeps_at_the_start(void **state)
{
  (void)state;
  assert_false(one_may_sleep(PAIR("do x := 1:8", "do y := 1:8"), 1 << A));
}

/* Who cannot move yet must not sleep through the step that lets it. */
static void who_is_woken_by_a_step_does_not_sleep(void **state)
{
  (void)state;
  proof t = begin(PAIR("when (= s 1:8) do x := 1:8", "do s := 1:8"));
  uint32_t both = fact(&t, 1, 3, "0"), other = fact(&t, 1, 4, "1");
  link(&t, both, B, other);
  link(&t, other, A, HD_NONE);
  order(&t, other, 1 << A, 0);
  assert_false(is_shown(&t));
}

/* Two can't each be explored before the other. */
static void sleepers_have_an_order(void **state)
{
  (void)state;
  proof t = begin(PAIR("do x := 1:8", "do y := 1:8"));
  uint32_t both = fact(&t, 1, 3, NULL), then = fact(&t, 2, 3, NULL), other = fact(&t, 1, 4, NULL);
  link(&t, both, A, then);
  link(&t, both, B, other);
  link(&t, then, B, HD_NONE);
  link(&t, other, A, HD_NONE);
  order(&t, then, 1 << B, 0);
  order(&t, other, 1 << A, 0);
  assert_false(is_shown(&t));
}

/* A thread that goes round for ever must not keep another from its step. */
static void going_round_hides_nobody(void **state)
{
  (void)state;
  proof t =
      begin(HEAD "thread main entry L0 instances 1\nthread a entry L1 instances 1\nthread b entry L2 instances 1\n"
                 "var x : bv8 shared user unsigned = 0\nvar s : bv8 shared user unsigned = 0\n"
                 "loc L0 main\nloc L1 a\nloc L2 b\nloc L3 b end\n"
                 "edge L1 -> L1 do x := (bnot x)\nedge L2 -> L3 do s := 0:8\n");
  uint32_t once = fact(&t, 1, 2, NULL), again = fact(&t, 1, 2, NULL);
  link(&t, once, A, again);
  link(&t, once, B, HD_NONE);
  order(&t, once, 0, 1 << A);
  t.c->clauses.data[0].facts.data[again].covered = once;
  assert_false(is_shown(&t));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(independent_steps_need_one_order),
      cmocka_unit_test(steps_that_conflict_need_both),
      cmocka_unit_test(a_seed_must_finish),
      cmocka_unit_test(who_was_explored_before_may_sleep),
      cmocka_unit_test(no_party_sleeps_at_the_start),
      cmocka_unit_test(who_is_woken_by_a_step_does_not_sleep),
      cmocka_unit_test(sleepers_have_an_order),
      cmocka_unit_test(going_round_hides_nobody),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
