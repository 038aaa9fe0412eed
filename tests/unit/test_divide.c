/* test_divide.c - a question divided among workers has the answer of one process, even if workers die. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/divide.h"

/* The question: is there a number of CHOICES bits that is one of the solutions? A part with more than FEW open bits is
 * hard, more often the more there are. */
enum { CHOICES = 7, FEW = 2, WORKERS = 3, NEVER = 1000 };

static const hd_budget unlimited = {.jobs = 1};
static bool solutions[1 << CHOICES];

typedef struct {
  uint32_t tried;    /* parts, so far */
  uint32_t again;    /* how often it was asked to go on with the last one, */
  uint32_t last;     /* which had so many decisions */
  uint32_t dies_at;  /* when it is given that part */
  uint32_t raves_at; /* what it says about that part makes no sense */
} worker;

static bool agrees(uint32_t bits, const hd_decisions *d)
{
  for (uint32_t i = 0; i < d->len; i++) {
    int32_t x = d->data[i];
    uint32_t choice = (uint32_t)(x < 0 ? -x : x) - 1;
    if ((bits >> choice & 1) != (x > 0)) return false;
  }
  return true;
}

static uint32_t find_solution(const hd_decisions *d)
{
  for (uint32_t bits = 0; bits < 1 << CHOICES; bits++)
    if (solutions[bits] && agrees(bits, d)) return bits;
  return HD_NONE;
}

static void tell_solution(uint32_t bits, hd_bytes *answer)
{
  hd_decisions decided = {0};
  for (int32_t i = 0; i < CHOICES; i++) hd_vec_push(&decided, bits >> i & 1 ? i + 1 : -(i + 1));
  hd_part_find(answer, &decided);
  hd_put(answer, bits);
  hd_vec_clear(&decided);
}

/* What is closed does not need its last decision when nothing is there without it either. */
static void tell_closed(hd_decisions *d, hd_bytes *answer)
{
  while (d->len) {
    int32_t last = hd_vec_pop(d);
    if (find_solution(d) == HD_NONE) continue;
    hd_vec_push(d, last);
    break;
  }
  hd_part_close(answer, d);
}

static void rave(hd_bytes *answer)
{
  hd_decisions other = {0};
  for (int32_t i = 1; i <= CHOICES; i++) hd_vec_push(&other, i);
  hd_part_close(answer, &other); /* it was not given so many */
  hd_vec_clear(&other);
}

static void work(void *context, hd_reader *question, hd_bytes *answer)
{
  worker *w = context;
  hd_question_part part;
  assert_true(hd_part_get(question, CHOICES, &part));
  if (w->tried == w->dies_at) kill(getpid(), SIGKILL);
  uint32_t bits = find_solution(&part.decisions);
  w->again = w->last == part.decisions.len ? w->again + 1 : 0;
  w->last = part.decisions.len;
  if (w->tried++ == w->raves_at)
    rave(answer);
  else if (part.effort == 0 || part.decisions.len + w->again < CHOICES - FEW)
    hd_part_divide(answer, part.decisions.len);
  else if (bits != HD_NONE)
    tell_solution(bits, answer);
  else
    tell_closed(&part.decisions, answer);
  hd_vec_clear(&part.decisions);
}

static hd_division divide(worker *contexts, uint32_t n)
{
  hd_helper *workers[WORKERS] = {0};
  hd_division found;
  for (uint32_t i = 0; i < n; i++) {
    workers[i] = hd_helper_start(work, &contexts[i], &unlimited);
    assert_non_null(workers[i]);
  }
  hd_divide(workers, n, CHOICES, 1, &unlimited, &found);
  for (uint32_t i = 0; i < n; i++) hd_helper_drop(workers[i]);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
  return found;
}

static void start_over(worker *contexts)
{
  memset(solutions, 0, sizeof solutions);
  for (uint32_t i = 0; i < WORKERS; i++) contexts[i] = (worker){.last = HD_NONE, .dies_at = NEVER, .raves_at = NEVER};
}

static void a_question_without_solution_is_closed_in_all_parts(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= WORKERS; n++) {
    worker contexts[WORKERS];
    start_over(contexts);
    hd_division d = divide(contexts, n);
    assert_int_equal(d.answer, HD_PART_CLOSED);
    assert_true(hd_division_covers(&d));
    assert_int_equal(d.lost, 0);
    assert_true(d.divided.len > 0);
    hd_division_clear(&d);
  }
}

static void each_solution_is_found(void **state)
{
  (void)state;
  for (uint32_t bits = 0; bits < 1 << CHOICES; bits += 3) {
    worker contexts[WORKERS];
    start_over(contexts);
    solutions[bits] = true;
    hd_division d = divide(contexts, WORKERS);
    assert_int_equal(d.answer, HD_PART_FOUND);
    assert_false(d.disagree);
    hd_reader in = {d.evidence.data, d.evidence.data + d.evidence.len, false};
    assert_int_equal(hd_get(&in), bits);
    hd_division_clear(&d);
  }
}

/* With and without a solution, a worker dies at each of its parts. */
static void a_dead_worker_leaves_its_part_to_the_others(void **state)
{
  (void)state;
  for (uint32_t at = 0; at < 6; at++) {
    for (uint32_t solution = 0; solution < 2; solution++) {
      worker contexts[WORKERS];
      start_over(contexts);
      contexts[at % 2].dies_at = at / 2;
      solutions[77] = solution;
      hd_division d = divide(contexts, 2);
      assert_int_equal(d.answer, solution ? HD_PART_FOUND : HD_PART_CLOSED);
      assert_true(solution || hd_division_covers(&d));
      assert_true(d.lost <= 1 && (at >= 2 || d.lost == 1)); /* each of them gets a first part */
      hd_division_clear(&d);
    }
  }
}

static void without_workers_there_is_no_answer(void **state)
{
  (void)state;
  worker contexts[WORKERS];
  start_over(contexts);
  for (uint32_t i = 0; i < WORKERS; i++) contexts[i].dies_at = i;
  hd_division d = divide(contexts, WORKERS);
  assert_int_equal(d.answer, HD_PART_GIVEN_UP);
  assert_int_equal(d.lost, WORKERS);
  hd_division_clear(&d);
}

static void a_worker_that_makes_no_sense_is_not_believed(void **state)
{
  (void)state;
  worker contexts[WORKERS];
  start_over(contexts);
  solutions[5] = true;
  contexts[0].raves_at = 0;
  hd_division d = divide(contexts, WORKERS);
  assert_int_equal(d.answer, HD_PART_FOUND);
  assert_int_equal(d.lost, 1);
  hd_division_clear(&d);
}

static hd_decisions decisions_of(const int32_t *data, uint32_t n)
{
  hd_decisions d = {0};
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&d, data[i]);
  return d;
}

/* Divided by 1 and, where that is so, by 2: three parts. */
static hd_division three_parts(void)
{
  hd_division d = {0};
  hd_vec_push(&d.divided, (hd_divided_part){{0}, 0});
  hd_vec_push(&d.divided, (hd_divided_part){decisions_of((int32_t[]){1}, 1), 1});
  hd_vec_push(&d.closed, decisions_of((int32_t[]){-1}, 1));
  hd_vec_push(&d.closed, decisions_of((int32_t[]){1, 2}, 2));
  return d;
}

static void a_part_that_nobody_closed_is_not_covered(void **state)
{
  (void)state;
  hd_division d = three_parts();
  assert_false(hd_division_covers(&d));
  hd_vec_push(&d.closed, decisions_of((int32_t[]){-2}, 1));
  assert_true(hd_division_covers(&d));
  hd_division_clear(&d);
}

static void what_is_found_in_a_closed_part_is_noticed(void **state)
{
  (void)state;
  hd_division d = three_parts();
  hd_decisions inside = decisions_of((int32_t[]){1, 2, -3}, 3), outside = decisions_of((int32_t[]){1, -2, -3}, 3);
  assert_true(hd_division_closes(&d, &inside));
  assert_false(hd_division_closes(&d, &outside));
  hd_vec_clear(&inside);
  hd_vec_clear(&outside);
  hd_division_clear(&d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_question_without_solution_is_closed_in_all_parts),
      cmocka_unit_test(each_solution_is_found),
      cmocka_unit_test(a_dead_worker_leaves_its_part_to_the_others),
      cmocka_unit_test(without_workers_there_is_no_answer),
      cmocka_unit_test(a_worker_that_makes_no_sense_is_not_believed),
      cmocka_unit_test(a_part_that_nobody_closed_is_not_covered),
      cmocka_unit_test(what_is_found_in_a_closed_part_is_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
