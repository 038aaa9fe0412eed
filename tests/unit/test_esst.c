/* test_esst.c - explicit scheduler, symbolic threads: verdicts, proofs, what is explicit, reductions, bounds. */
#include "engine/esst/esst.h"
#include "evidence/check.h"
#include "trace_programs.h"
#include "cause_text.h"

/* A token goes around: each station waits for its turn, which is the scheduler's, and adds one to what is symbolic. */
#define STATION(name, entry, at, turn, next)                           \
  "loc " entry " " name "\nloc " at " " name " atomic\n"               \
  "edge " entry " -> " at " when (= turn " turn ":8) do turn := 9:8\n" \
  "edge " at " -> " entry " do token := (add token 1:32), turn := " next ":8\n"
#define RING(expected)                                                                                             \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread a entry L4 instances 1\nthread b entry L6 " \
  "instances 1\n"                                                                                                  \
  "var turn : bv8 shared sched unsigned = 0\nvar token : bv32 shared user unsigned = 0\n"                          \
  "var first : bv32 shared user unsigned = 0\nvar in : bv32 local main temp unsigned = 0\n"                        \
  "loc L0 main\nloc L1 main atomic\nloc L2 main\nloc L3 main atomic\n"                                             \
  "edge L0 -> L1 when (= turn 0:8) do in := any\n"                                                                 \
  "edge L1 -> L2 do token := in, first := in, turn := 1:8\n"                                                       \
  "edge L2 -> L3 when (= turn 3:8)\n"                                                                              \
  "edge L3 -> L0 do turn := 0:8 assert assertion (= token (add first " expected                                    \
  ":32))\n" STATION("a", "L4", "L5", "1", "2") STATION("b", "L6", "L7", "2", "3")

/* Threads that have nothing to do with each other, and one that looks at the end. */
#define ALONE(t, v, l0, l1) \
  "loc " l0 " " t "\nloc " l1 " " t " end\nedge " l0 " -> " l1 " when (= go 1:8) do " v " := 1:32\n"
#define CROWD                                                                                                      \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread a entry L2 instances 1\nthread b entry L4 " \
  "instances 1\n"                                                                                                  \
  "thread c entry L6 instances 1\n"                                                                                \
  "var go : bv8 shared sched unsigned = 1\nvar x : bv32 shared user unsigned = 0\n"                                \
  "var y : bv32 shared user unsigned = 0\nvar z : bv32 shared user unsigned = 0\n"                                 \
  "loc L0 main\nloc L1 main end\nedge L0 -> L1 assert assertion (ule x 1:32)\n" ALONE("a", "x", "L2", "L3")        \
      ALONE("b", "y", "L4", "L5") ALONE("c", "z", "L6", "L7")

/* The scheduler's next state depends on an input. */
#define CHOICE(value, check)                                                                     \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread a entry L3 instances 1\n" \
  "var next : bv8 shared sched unsigned = 0\nvar x : bv32 shared user unsigned = 0\n"            \
  "var in : bv8 local main user unsigned = 0\n"                                                  \
  "loc L0 main\nloc L1 main atomic\nloc L2 main end\n"                                           \
  "edge L0 -> L1 do in := any\nedge L1 -> L2 do next := " value "\n"                             \
  "loc L3 a\nloc L4 a\nloc L5 a end\n"                                                           \
  "edge L3 -> L4 when (ult 1:8 next) do x := (zext 32 next)\n"                                   \
  "edge L4 -> L5 assert assertion " check "\n"

/* Instances that nothing tells apart, and a bound that `limit` of them cannot reach. */
#define ALIKE(limit)                                                                                       \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread w entry L2 instances 3 self self\n" \
  "var x : bv32 shared user unsigned = 0\nvar self : bv32 local w self unsigned = 0\n"                     \
  "var seen : bv32 local w user unsigned = 0\n"                                                            \
  "loc L0 main\nloc L1 main end\nedge L0 -> L1 assert assertion (ule x " limit ":32)\n"                    \
  "loc L2 w\nloc L3 w atomic\nloc L4 w\nloc L5 w end\nedge L2 -> L3 do seen := x\n"                        \
  "edge L3 -> L4 do x := (add seen 1:32)\nedge L4 -> L5 do x := (add x 1:32)\n"

/* Three threads with the same code: a lock names its owner. The last one may add something else. */
#define LOCKER(t, id, l0, l1, l2, l3, plus)                                      \
  "loc " l0 " " t "\nloc " l1 " " t "\nloc " l2 " " t "\nloc " l3 " " t " end\n" \
  "edge " l0 " -> " l1 " when (= m 0:8) do m := " id ":8\n"                      \
  "edge " l1 " -> " l2 " do x := (add x " plus ":32)\n"                          \
  "edge " l2 " -> " l3 " when (= m " id ":8) do m := 0:8\n"
#define LOCKERS(limit, plus)                                                                                       \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread a entry L2 instances 1\nthread b entry L6 " \
  "instances 1\nthread c entry L10 instances 1\n"                                                                  \
  "var m : bv8 shared sync unsigned = 0\nvar x : bv32 shared user unsigned = 0\n"                                  \
  "loc L0 main\nloc L1 main end\nedge L0 -> L1 assert assertion (ule x " limit                                     \
  ":32)\n" LOCKER("a", "2", "L2", "L3", "L4", "L5", "1") LOCKER("b", "3", "L6", "L7", "L8", "L9", "1")             \
      LOCKER("c", "4", "L10", "L11", "L12", "L13", plus)

/* Cooperative threads with the same code: each waits at its own place of a signal, the scheduler fires it. */
#define WAITER(t, l0, l1, l2)                                  \
  "loc " l0 " " t "\nloc " l1 " " t "\nloc " l2 " " t " end\n" \
  "edge " l0 " -> " l1 " do " t ".waits := 1:8\n"              \
  "edge " l1 " -> " l2 " when (= " t ".ready 1:8) do " t ".ready := 0:8, x := (add x 1:32)\n"
#define WAITING(t) "var " t ".waits : bv8 shared sched unsigned = 0\nvar " t ".ready : bv8 shared sched unsigned = 0\n"
#define FIRED(t) t ".ready := (ite (= " t ".waits 0:8) " t ".ready 1:8), " t ".waits := 0:8"
#define WAITERS(limit)                                                                                             \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread a entry L3 instances 1\nthread b entry L6 " \
  "instances 1\nthread c entry L9 instances 1\n" WAITING("a") WAITING("b")                                         \
      WAITING("c") "var x : bv32 shared user unsigned = 0\nloc L0 main\nloc L1 main\nloc L2 main end\n"            \
                   "edge L0 -> L1 do " FIRED("a") ", " FIRED("b") ", " FIRED(                                      \
                       "c") "\nedge L1 -> L0\n"                                                                    \
                            "edge L1 -> L2 assert assertion (ule x " limit ":32)\n" WAITER("a", "L3", "L4", "L5")  \
                                WAITER("b", "L6", "L7", "L8") WAITER("c", "L9", "L10", "L11")

/* main waits inside an atomic section for what another then cannot give back. */
#define STUCK_INSIDE                                                                             \
  "program pointer 64 little\nthread main entry L0 instances 1\nthread a entry L3 instances 1\n" \
  "var m : bv8 shared sync unsigned = 0\nloc L0 main\nloc L1 main atomic\nloc L2 main end\n"     \
  "edge L0 -> L1\nedge L1 -> L2 when (= m 0:8)\n"                                                \
  "loc L3 a\nloc L4 a\nloc L5 a end\nedge L3 -> L4 do m := 1:8\nedge L4 -> L5 do m := 0:8\n"

static const hd_engine *esst(void)
{
  return hd_engine_find("esst");
}

static hd_task task_of(hd_por por, hd_labels labels)
{
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  task.reduction = HD_REDUCTION_NONE;
  task.symmetry = false;
  task.por = por;
  task.labels = labels;
  return task;
}

static void check_proof(const hd_program *p, hd_property property, const hd_result *r)
{
  hd_checked checked;
  hd_budget budget = {.jobs = 1};
  assert_non_null(r->certificate);
  hd_certificate_check(p, r->certificate, property, NULL, &budget, &checked);
  assert_int_equal(checked.verdict, HD_PROOF_HOLDS);
  hd_checked_clear(&checked);
}

static hd_result run(const char *text, hd_task task)
{
  hd_program *p = parse_program(text);
  hd_budget budget = {.jobs = 1};
  hd_result r;
  hd_result_init(&r);
  hd_program_select(p, task.property);
  hd_program_index(p);
  esst()->run(p, &task, &budget, &r);
  hd_end end = task.property == HD_PROP_NO_DEADLOCK ? HD_END_DEADLOCK : HD_END_VIOLATION;
  if (r.verdict == HD_UNSAFE) assert_int_equal(hd_trace_replay(p, r.trace, task.property).end, end);
  if (r.verdict == HD_SAFE) check_proof(p, task.property, &r);
  hd_certificate_free(r.certificate);
  r.certificate = NULL;
  hd_program_free(p);
  return r;
}

static double stat_of(const hd_result *r, const char *name)
{
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (strcmp(r->stats.data[i].name, name) == 0) return r->stats.data[i].value;
  return 0;
}

static double states_of(const char *text, hd_task task, hd_verdict verdict)
{
  hd_result r = run(text, task);
  double n = stat_of(&r, "states");
  assert_int_equal(r.verdict, verdict);
  assert_int_equal((int)stat_of(&r, "reduction.missed"), 0);
  hd_result_clear(&r);
  return n;
}

/* In every way that there is. */
static void expect(const char *text, hd_verdict verdict)
{
  for (unsigned por = HD_POR_NONE; por <= HD_POR_BOTH; por++)
    for (unsigned labels = HD_LABELS_AUTO; labels <= HD_LABELS_INTERPOLANTS; labels++)
      states_of(text, task_of((hd_por)por, (hd_labels)labels), verdict);
}

static void a_symbolic_token_goes_around(void **state)
{
  (void)state;
  expect(RING("2"), HD_SAFE);
  expect(RING("3"), HD_UNSAFE);
}

static void the_scheduler_needs_no_predicates(void **state)
{
  (void)state;
  hd_result r = run(RING("2"), task_of(HD_POR_BOTH, HD_LABELS_PREDICATES));
  assert_true(stat_of(&r, "predicates") <= 4);
  assert_true(stat_of(&r, "refinements") <= 3);
  hd_result_clear(&r);
}

static void a_reduction_explores_less(void **state)
{
  (void)state;
  double all = states_of(CROWD, task_of(HD_POR_NONE, HD_LABELS_AUTO), HD_SAFE);
  double sleeping = states_of(CROWD, task_of(HD_POR_SLEEP, HD_LABELS_AUTO), HD_SAFE);
  double few = states_of(CROWD, task_of(HD_POR_PERSISTENT, HD_LABELS_AUTO), HD_SAFE);
  assert_true(sleeping < all);
  assert_true(few * 2 < all);
  expect(CROWD, HD_SAFE);
}

static void a_choice_of_the_scheduler_is_enumerated(void **state)
{
  (void)state;
  expect(CHOICE("(band in 3:8)", "(ule x 3:32)"), HD_SAFE);
  expect(CHOICE("(band in 3:8)", "(ule x 2:32)"), HD_UNSAFE);
}

static void what_has_too_many_values_becomes_symbolic(void **state)
{
  (void)state;
  expect(CHOICE("in", "(ule x 255:32)"), HD_SAFE);
  expect(CHOICE("in", "(ule x 254:32)"), HD_UNSAFE);
}

static void a_bounded_search_proves_nothing(void **state)
{
  (void)state;
  hd_task task = task_of(HD_POR_BOTH, HD_LABELS_AUTO);
  task.contexts = 1;
  hd_result r = run(RING("3"), task);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_string_equal(cause_text(&r.cause), "bounded: 1 context switches");
  hd_result_clear(&r);
  task.contexts = 3;
  states_of(RING("3"), task, HD_UNSAFE);
  task.contexts = HD_NONE;
  task.depth = 2;
  r = run(RING("3"), task);
  assert_string_equal(cause_text(&r.cause), "bounded: depth 2");
  hd_result_clear(&r);
}

static void identical_instances_are_interchangeable(void **state)
{
  (void)state;
  double states[2];
  for (unsigned por = HD_POR_NONE; por <= HD_POR_BOTH; por++) {
    for (unsigned on = 0; on < 2; on++) {
      hd_task task = task_of((hd_por)por, HD_LABELS_PREDICATES);
      task.symmetry = on;
      states[on] = states_of(ALIKE("6"), task, HD_SAFE);
      states_of(ALIKE("5"), task, HD_UNSAFE);
      states_of(LOST_UPDATE, task, HD_UNSAFE); /* these are told apart by who waits for them */
    }
    assert_true(states[1] * 1.5 < states[0]);
  }
}

/* With and without: the same verdicts, and fewer states for those that are alike. */
static void expect_images(const char *safe, const char *unsafe, unsigned from, double less)
{
  for (unsigned por = from; por <= HD_POR_BOTH; por++) {
    double states[2];
    for (unsigned on = 0; on < 2; on++) {
      hd_task task = task_of((hd_por)por, HD_LABELS_PREDICATES);
      task.symmetry = on;
      states[on] = states_of(safe, task, HD_SAFE);
      states_of(unsafe, task, HD_UNSAFE);
    }
    assert_true(states[1] * less < states[0]);
  }
}

static void threads_with_the_same_code_are_alike(void **state)
{
  (void)state;
  expect_images(LOCKERS("3", "1"), LOCKERS("2", "1"), HD_POR_SLEEP, 1.5);
  expect_images(WAITERS("3"), WAITERS("2"), HD_POR_SLEEP, 1.5);
}

static void one_that_does_something_else_is_not(void **state)
{
  (void)state;
  expect_images(LOCKERS("4", "2"), LOCKERS("3", "2"), HD_POR_BOTH, 1.1); /* two of them are alike */
  hd_task task = task_of(HD_POR_BOTH, HD_LABELS_PREDICATES);
  task.symmetry = true;
  task.property = HD_PROP_NO_DEADLOCK;
  states_of(LOCKERS("3", "1"), task, HD_SAFE);
  states_of(WAITERS("3"), task, HD_UNSAFE); /* no thread fires after the end of main */
}

/* Checks the proof as it is, or with something else said about who is alike. */
static hd_checked_verdict recheck(const hd_program *p, const hd_certificate *c)
{
  hd_checked checked;
  hd_budget budget = {.jobs = 1};
  hd_certificate_check(p, c, HD_PROP_UNREACH_CALL, NULL, &budget, &checked);
  hd_checked_verdict verdict = checked.verdict;
  hd_checked_clear(&checked);
  return verdict;
}

static void the_recheck_shows_an_exchange_by_itself(void **state)
{
  (void)state;
  hd_program *p = parse_program(LOCKERS("3", "1"));
  hd_task task = task_of(HD_POR_BOTH, HD_LABELS_PREDICATES);
  hd_budget budget = {.jobs = 1};
  hd_result r;
  task.symmetry = true;
  hd_result_init(&r);
  hd_program_index(p);
  esst()->run(p, &task, &budget, &r);
  hd_certificate *c = r.certificate;
  assert_true(c && c->images.len && c->alike.len == 1);
  assert_int_equal(recheck(p, c), HD_PROOF_HOLDS);
  hd_alike_parties *a = &c->alike.data[0];
  a->ids.data[0] ^= 1; /* the owner has another name */
  assert_int_equal(recheck(p, c), HD_PROOF_FAILS);
  a->ids.data[0] ^= 1;
  a->names.len = a->ids.len = 0;
  assert_int_equal(recheck(p, c), HD_PROOF_FAILS);
  a->names.len = 1;
  a->ids.len = 3;
  uint8_t *to = (uint8_t *)c->images.data[0].to, party = to[1];
  to[1] = to[0]; /* no permutation */
  assert_int_equal(recheck(p, c), HD_PROOF_FAILS);
  to[1] = party;
  assert_int_equal(recheck(p, c), HD_PROOF_HOLDS);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* The chosen value of `next` may let no thread wait, or let a wait for ever. */
static void a_deadlock_is_found_or_excluded(void **state)
{
  (void)state;
  for (unsigned por = HD_POR_NONE; por <= HD_POR_BOTH; por++)
    for (unsigned labels = HD_LABELS_PREDICATES; labels <= HD_LABELS_INTERPOLANTS; labels++) {
      hd_task task = task_of((hd_por)por, (hd_labels)labels);
      task.property = HD_PROP_NO_DEADLOCK;
      states_of(RING("2"), task, HD_SAFE);
      states_of(CHOICE("(bor in 2:8)", "true"), task, HD_SAFE);
      states_of(CHOICE("(band in 3:8)", "true"), task, HD_UNSAFE);
      states_of(STUCK_INSIDE, task, HD_UNSAFE);
    }
}

static void what_it_cannot_treat_it_refuses(void **state)
{
  (void)state;
  const char *why_not = NULL;
  hd_program *p = parse_program(RING("2"));
  hd_task task = task_of(HD_POR_BOTH, HD_LABELS_AUTO);
  assert_true(hd_engine_accepts(esst(), p, &task, &why_not));
  task.property = HD_PROP_NO_DATA_RACE;
  assert_false(hd_engine_accepts(esst(), p, &task, &why_not));
  assert_non_null(why_not);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_symbolic_token_goes_around),
      cmocka_unit_test(the_scheduler_needs_no_predicates),
      cmocka_unit_test(a_reduction_explores_less),
      cmocka_unit_test(a_choice_of_the_scheduler_is_enumerated),
      cmocka_unit_test(what_has_too_many_values_becomes_symbolic),
      cmocka_unit_test(a_bounded_search_proves_nothing),
      cmocka_unit_test(threads_with_the_same_code_are_alike),
      cmocka_unit_test(one_that_does_something_else_is_not),
      cmocka_unit_test(the_recheck_shows_an_exchange_by_itself),
      cmocka_unit_test(identical_instances_are_interchangeable),
      cmocka_unit_test(a_deadlock_is_found_or_excluded),
      cmocka_unit_test(what_it_cannot_treat_it_refuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
