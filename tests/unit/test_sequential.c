/* test_sequential.c - the sequential checkers: verdicts, proofs, traces, and what sessions keep. */
#include "program_text.h"

#include "sequential/external.h"
#include "sequential/passed_facts.h"
#include "sequential/sequential.h"
#include "trace/interp.h"

/* x counts up to 10 as long as an input says so; then it is compared. L1 is the loop head. */
#define COUNTER(assertion, more)                                                            \
  "program pointer 64 little\nthread main entry L0\nvar x : bv32 local main\n"              \
  "var in : bool local main\nloc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n" more \
  "edge L0 -> L1 do x := 0:32, in := any\n"                                                 \
  "edge L1 -> L1 when (and in (slt x 10:32)) do x := (add x 1:32), in := any\n"             \
  "edge L1 -> L2 when (or (not in) (not (slt x 10:32)))\n"                                  \
  "edge L2 -> L3 assert assertion " assertion "\n"

typedef struct {
  hd_program *p;
  hd_seq_session *session;
  hd_seq_result result;
  hd_budget budget;
} fixture;

static void open_it(fixture *f, const char *text)
{
  f->p = program_of(text);
  hd_program_index(f->p);
  hd_seq_task task = {.property = HD_PROP_UNREACH_CALL, .unwind = HD_NONE};
  f->session = hd_seq_open(f->p, &task);
  hd_seq_result_init(&f->result);
}

static void close_it(fixture *f)
{
  hd_seq_result_clear(&f->result);
  hd_seq_close(f->session);
  hd_program_free(f->p);
}

static hd_seq_verdict ask(fixture *f, const char *how)
{
  f->budget = (hd_budget){.jobs = 1};
  hd_seq_check(f->session, how, &f->budget, &f->result);
  return f->result.verdict;
}

static hd_edge assertion(const fixture *f)
{
  for (uint32_t i = 0; i < f->p->edges.len; i++)
    if (f->p->edges.data[i].kind == HD_EDGE_ASSERT) return (hd_edge){i};
  fail_msg("no assertion");
  return (hd_edge){0};
}

static hd_term less(const fixture *f, hd_op op, uint64_t bound)
{
  hd_term x = hd_program_var_term(f->p, hd_program_find_var(f->p, "x"));
  return hd_term_2(f->p->terms, op, x, hd_term_bv(f->p->terms, 32, bound));
}

static void each_checker_proves(void **unused)
{
  (void)unused;
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    fixture f;
    open_it(&f, COUNTER("(slt x 11:32)", ""));
    assert_int_equal(ask(&f, hd_seq_checkers[i]->name), HD_SEQ_SAFE);
    assert_string_equal(f.result.checker, hd_seq_checkers[i]->name);
    assert_null(f.result.trace);
    close_it(&f);
  }
}

static void each_checker_refutes(void **unused)
{
  (void)unused;
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    fixture f;
    open_it(&f, COUNTER("(slt x 3:32)", ""));
    assert_int_equal(ask(&f, hd_seq_checkers[i]->name), HD_SEQ_UNSAFE);
    assert_int_equal(hd_trace_replay(f.p, f.result.trace, HD_PROP_UNREACH_CALL).end, HD_END_VIOLATION);
    close_it(&f);
  }
}

/* An invariant at the loop head that implies the assertion's bound there. */
static void a_proof_has_an_invariant_at_the_loop_head(void **unused)
{
  (void)unused;
  fixture f;
  open_it(&f, COUNTER("(slt x 11:32)", ""));
  assert_int_equal(ask(&f, "pdr"), HD_SEQ_SAFE);
  assert_true(f.result.has_proof);
  assert_int_equal(f.result.invariants.len, 1);
  assert_int_equal(f.result.invariants.data[0].loc.id, 1);
  hd_smt *s = hd_smt_new(f.p->terms, HD_ARITH_BV, NULL, &f.budget);
  assert_int_equal(hd_smt_refutes(s, &f.result.invariants.data[0].formula, 1, less(&f, HD_OP_SLT, 11)), HD_UNSAT);
  hd_smt_free(s);
  close_it(&f);
}

/* The invariant of one assertion's proof is tried on another's: it suffices for a weaker one, not for a stronger. */
static void a_proof_is_tried_again(void **unused)
{
  (void)unused;
  fixture f;
  hd_seq_result again;
  open_it(&f, COUNTER("(slt x 11:32)", ""));
  assert_int_equal(ask(&f, "pdr"), HD_SEQ_SAFE);
  hd_seq_session *other = hd_seq_open(f.p, hd_seq_get_task(f.session));
  for (uint64_t bound = 10; bound <= 12; bound++) {
    hd_seq_result_init(&again);
    hd_seq_expect(other, assertion(&f), less(&f, HD_OP_SLT, bound));
    bool proved = hd_seq_reprove(other, f.result.invariants.data, f.result.invariants.len, &f.budget, &again);
    assert_int_equal(proved, bound > 10);
    assert_int_equal(again.verdict, proved ? HD_SEQ_SAFE : HD_SEQ_UNKNOWN);
    hd_seq_result_clear(&again);
  }
  hd_seq_close(other);
  close_it(&f);
}

/* Where the assertion is passed, x is below 12, as the invariant says; whether it is below 5 is open. */
static void what_holds_behind_a_proof_is_told(void **unused)
{
  (void)unused;
  fixture f;
  open_it(&f, COUNTER("(slt x 11:32)", "var a : bool local main\nvar b : bool local main\n"
                                       "var c : bool local main\n"));
  assert_int_equal(ask(&f, "pdr"), HD_SEQ_SAFE);
  hd_term formulas[] = {less(&f, HD_OP_SLT, 12), less(&f, HD_OP_SLT, 5), HD_NO_TERM};
  formulas[2] = hd_term_1(f.p->terms, HD_OP_NOT, formulas[1]);
  hd_var names[] = {hd_program_find_var(f.p, "a"), hd_program_find_var(f.p, "b"), hd_program_find_var(f.p, "c")};
  hd_edge edge = assertion(&f);
  hd_term was = hd_edge_get(f.p, edge)->cond;
  uint8_t holds[3];
  hd_seq_holding question = {.invariants = f.result.invariants.data,
                             .n_invariants = f.result.invariants.len,
                             .edges = &edge,
                             .n_edges = 1,
                             .when = hd_term_true(f.p->terms),
                             .formulas = formulas,
                             .names = names,
                             .n = HD_COUNT(names)};
  hd_seq_find_holding(f.session, &question, &f.budget, holds);
  assert_true(holds[0]);
  assert_false(holds[1]);
  assert_false(holds[2]);
  assert_true(hd_term_same(hd_edge_get(f.p, edge)->cond, was));
  close_it(&f);
}

/* Something beyond that can be reached is no proof; one that cannot is no obstacle. */
static void what_is_beyond_counts_where_it_is_reached(void **unused)
{
  (void)unused;
  char reached[2000], missed[2000];
  snprintf(reached, sizeof reached, "%sedge L2 -> L4 when (= x 7:32)\n",
           COUNTER("(slt x 11:32)", "loc L4 main unsupported \"magic\"\n"));
  snprintf(missed, sizeof missed, "%sedge L2 -> L4 when (= x 77:32)\n",
           COUNTER("(slt x 11:32)", "loc L4 main unsupported \"magic\"\n"));
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    fixture f;
    open_it(&f, reached);
    assert_int_equal(ask(&f, hd_seq_checkers[i]->name), HD_SEQ_UNKNOWN);
    assert_int_equal(f.result.end.id, 4);
    assert_int_equal(f.result.cause.kind, HD_CAUSE_UNSUPPORTED);
    assert_string_equal(f.result.cause.what, "magic");
    close_it(&f);
    open_it(&f, missed);
    assert_int_equal(ask(&f, hd_seq_checkers[i]->name), HD_SEQ_SAFE);
    close_it(&f);
  }
}

/* The violation goes away with a stronger guard, and comes back with a stronger assertion. */
static void a_session_follows_changes(void **unused)
{
  (void)unused;
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    const char *name = hd_seq_checkers[i]->name;
    fixture f;
    open_it(&f, COUNTER("(slt x 8:32)", ""));
    assert_int_equal(ask(&f, name), HD_SEQ_UNSAFE);
    hd_seq_strengthen(f.session, (hd_edge){1}, less(&f, HD_OP_SLT, 5));
    assert_int_equal(ask(&f, name), HD_SEQ_SAFE);
    hd_edge e = assertion(&f);
    hd_seq_expect(f.session, e, hd_term_2(f.p->terms, HD_OP_AND, hd_edge_get(f.p, e)->cond, less(&f, HD_OP_SLT, 5)));
    assert_int_equal(ask(&f, name), HD_SEQ_UNSAFE);
    hd_seq_expect(f.session, e, less(&f, HD_OP_SLT, 6));
    assert_int_equal(ask(&f, name), HD_SEQ_SAFE);
    close_it(&f);
  }
}

/* It has not gone on as if there were nothing. */
static void who_is_asked_again_says_the_same(void **unused)
{
  (void)unused;
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    fixture f;
    open_it(&f, "program pointer 64 little\nthread main entry L0\nvar x : bv32 local main\nloc L0 main\nloc L1 main\n"
                "loc L2 main end\nedge L0 -> L1 do x := any\nedge L1 -> L2 assert assertion (ult x 9:32)\n");
    for (int times = 0; times < 3; times++) assert_int_equal(ask(&f, hd_seq_checkers[i]->name), HD_SEQ_UNSAFE);
    close_it(&f);
  }
}

/* Behind an assertion x is small only as long as the assertion is there. */
static void a_weaker_assertion_lets_more_through(void **unused)
{
  (void)unused;
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    fixture f;
    open_it(&f, "program pointer 64 little\nthread main entry L0\nvar x : bv32 local main\nloc L0 main\nloc L1 main\n"
                "loc L2 main\nloc L3 main end\nedge L0 -> L1 do x := any\nedge L1 -> L2 assert assertion (ult x "
                "9:32)\n"
                "edge L2 -> L2 when (ult x 9:32)\nedge L2 -> L3 assert assertion (ult x 9:32)\n");
    assert_int_equal(ask(&f, hd_seq_checkers[i]->name), HD_SEQ_UNSAFE);
    hd_seq_expect(f.session, (hd_edge){1}, hd_term_true(f.p->terms));
    assert_int_equal(ask(&f, hd_seq_checkers[i]->name), HD_SEQ_UNSAFE);
    assert_int_equal(hd_vec_last(&f.result.trace->steps).edge.id, 3);
    close_it(&f);
  }
}

static void several_threads_are_not_accepted(void **unused)
{
  (void)unused;
  fixture f;
  const char *why_not;
  open_it(&f, "program pointer 64 little\nthread main entry L0\nthread t entry L1 status t.status\n"
              "var t.status : bv8 shared status = 1\nloc L0 main end\nloc L1 t end\n");
  hd_seq_task task = {.property = HD_PROP_UNREACH_CALL};
  assert_false(hd_seq_accepts(f.p, &task, &why_not));
  assert_non_null(strstr(why_not, "thread"));
  assert_int_equal(ask(&f, NULL), HD_SEQ_UNKNOWN);
  close_it(&f);
}

static void an_ended_budget_is_no_answer(void **unused)
{
  (void)unused;
  fixture f;
  open_it(&f, COUNTER("(slt x 11:32)", ""));
  f.budget = (hd_budget){.deadline = hd_now() - 1, .jobs = 1};
  for (size_t i = 0; hd_seq_checkers[i]; i++) {
    hd_seq_run(f.session, hd_seq_checkers[i], &f.budget, &f.result);
    assert_int_equal(f.result.verdict, HD_SEQ_UNKNOWN);
    assert_int_equal(f.result.cause.kind, HD_CAUSE_TIME);
  }
  assert_int_equal(ask(&f, NULL), HD_SEQ_SAFE);
  close_it(&f);
}

static void commands_and_names_are_known(void **unused)
{
  (void)unused;
  const char *why_not = NULL;
  assert_true(hd_seq_knows("all", &why_not));
  assert_true(hd_seq_knows("pdr", &why_not));
  assert_true(hd_seq_knows("cbmc", &why_not));
  assert_true(hd_seq_knows("my-tool --fast %s", &why_not));
  assert_false(hd_seq_knows("my-tool", &why_not));
  assert_non_null(why_not);
}

/* Quotes keep words together, %s is the file, and patterns decide. */
static void a_tool_gets_its_words(void **unused)
{
  (void)unused;
  fixture f;
  open_it(&f, COUNTER("(slt x 11:32)", ""));
  assert_int_equal(ask(&f, "echo 'a  b' \"c\" %s | safe: ^a  b c /.*program[.]c$ | unsafe: ^never"), HD_SEQ_SAFE);
  assert_int_equal(ask(&f, "test -s %s | safe: . | unsafe: ."), HD_SEQ_UNKNOWN);
  assert_int_equal(ask(&f, "grep -c reach_error %s | safe: ^[1-9] | unsafe: ^0"), HD_SEQ_SAFE);
  assert_false(f.result.has_proof);
  assert_non_null(strstr(f.result.searched, "grep"));
  close_it(&f);
}

/* part_0 keeps x small; part_1 is about y, which is not compared. */
static const char parts[] =
    "program pointer 64 little\nthread main entry L0\nvar x : bv32 local main\nvar y : bv32 local main\n"
    "var part_0 : bool local main = 1\nvar part_1 : bool local main = 1\n"
    "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\nedge L0 -> L1 do x := 0:32\n"
    "edge L1 -> L1 when (or (not part_0) (slt x 5:32)) do x := (add x 1:32)\n"
    "edge L1 -> L1 when (or (not part_1) (slt y x)) do y := any\n"
    "edge L1 -> L2\nedge L2 -> L3 assert assertion (slt x 6:32)\n";

static void a_proof_says_what_it_rests_on(void **unused)
{
  (void)unused;
  static const char *const checkers[] = {"bounded", "pdr", "lazy"};
  for (size_t i = 0; i < HD_COUNT(checkers); i++) {
    fixture f = {.p = program_of(parts)};
    hd_var supposed[2] = {hd_program_find_var(f.p, "part_0"), hd_program_find_var(f.p, "part_1")};
    hd_program_index(f.p);
    hd_seq_task task = {
        .property = HD_PROP_UNREACH_CALL, .unwind = HD_NONE, .supposed = supposed, .n_supposed = HD_COUNT(supposed)};
    f.session = hd_seq_open(f.p, &task);
    hd_seq_result_init(&f.result);
    assert_int_equal(ask(&f, checkers[i]), HD_SEQ_SAFE);
    assert_true(f.result.has_needed);
    assert_int_equal(f.result.needed.len, 1);
    assert_int_equal(f.result.needed.data[0].id, supposed[0].id);
    close_it(&f);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_proof_says_what_it_rests_on),
      cmocka_unit_test(each_checker_proves),
      cmocka_unit_test(each_checker_refutes),
      cmocka_unit_test(a_proof_has_an_invariant_at_the_loop_head),
      cmocka_unit_test(what_is_beyond_counts_where_it_is_reached),
      cmocka_unit_test(a_session_follows_changes),
      cmocka_unit_test(who_is_asked_again_says_the_same),
      cmocka_unit_test(a_proof_is_tried_again),
      cmocka_unit_test(what_holds_behind_a_proof_is_told),
      cmocka_unit_test(a_weaker_assertion_lets_more_through),
      cmocka_unit_test(several_threads_are_not_accepted),
      cmocka_unit_test(an_ended_budget_is_no_answer),
      cmocka_unit_test(commands_and_names_are_known),
      cmocka_unit_test(a_tool_gets_its_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
