/* What happens to an engine's process costs that engine's answer and nothing more. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cause_text.h"
#include "engine/isolate.h"
#include "engine/wire.h"

static hd_program *small_program(void)
{
  hd_program *p = hd_program_new();
  hd_thread t = hd_program_add_thread(
      p, (hd_thread_info){.name = "main", .instances = 1, .self = HD_NO_VAR, .status = HD_NO_VAR, .pos = HD_NO_POS});
  hd_loc_info loc = {.thread = t, .pos = HD_NO_POS, .frame = HD_NONE};
  hd_loc from = hd_program_add_loc(p, loc), to = hd_program_add_loc(p, loc);
  hd_thread_get(p, t)->entry = from;
  hd_program_add_edge(p, (hd_edge_info){.from = from, .to = to, .pos = HD_NO_POS, .frame = HD_NONE});
  return p;
}

static bool accepts(const hd_program *p, const hd_task *t, const char **why_not)
{
  (void)p, (void)t, (void)why_not;
  return true;
}

static void answers(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  (void)p, (void)t, (void)b;
  uint64_t input = 42;
  out->verdict = HD_UNSAFE;
  out->trace = hd_trace_new();
  hd_trace_push(out->trace, HD_MAIN, 0, (hd_edge){0}, &input, 1);
  hd_result_stat(out, "states", 3);
}

static void reaches_a_bound(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  (void)p, (void)t, (void)b;
  hd_cause c = {.kind = HD_CAUSE_BOUND, .by = "somebody", .what = "more than 4 copies", .pos = {0, 12, 3}};
  c.at_bound = true;
  c.limit = HD_LIMIT_HEAP;
  hd_cover(&c.covered, HD_MEASURE_UNWIND, 0);
  hd_cover(&c.covered, HD_MEASURE_STATES, UINT64_C(1) << 40);
  hd_result_give_up(out, c);
}

static void crashes(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  (void)p, (void)t, (void)b, (void)out;
  signal(SIGABRT, SIG_DFL);
  abort();
}

static void runs_out_of_memory(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  (void)p, (void)t, (void)b, (void)out;
  if (!freopen("/dev/null", "w", stderr)) _exit(1);
  hd_out_of_memory();
}

static void is_killed(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  (void)p, (void)t, (void)b, (void)out;
  raise(SIGKILL);
}

static void leaves_without_an_answer(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  (void)p, (void)t, (void)b, (void)out;
  _exit(0);
}

static bool run(void (*engine)(const hd_program *, const hd_task *, const hd_budget *, hd_result *), hd_result *out)
{
  hd_engine e = {.name = "test", .accepts = accepts, .run = engine};
  hd_program *p = small_program();
  hd_task task = {0};
  hd_budget budget = {.jobs = 1};
  bool defect = false;
  hd_result_init(out);
  hd_engine_run_isolated(&e, p, &task, &budget, out, &defect);
  hd_program_free(p);
  return defect;
}

static void a_result_arrives_whole(void **state)
{
  (void)state;
  hd_result r;
  assert_false(run(answers, &r));
  assert_int_equal(r.verdict, HD_UNSAFE);
  assert_int_equal(r.trace->steps.len, 1);
  assert_int_equal(r.trace->steps.data[0].inputs[0], 42);
  assert_string_equal(r.stats.data[0].name, "states");
  assert_true(r.stats.data[0].value == 3.0);
  hd_result_clear(&r);
}

static void a_bound_arrives_with_its_place(void **state)
{
  (void)state;
  hd_result r;
  assert_false(run(reaches_a_bound, &r));
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_int_equal(r.cause.kind, HD_CAUSE_BOUND);
  assert_string_equal(r.cause.by, "somebody");
  assert_int_equal(r.cause.pos.line, 12);
  assert_true(r.cause.at_bound);
  assert_int_equal(r.cause.limit, HD_LIMIT_HEAP);
  assert_string_equal(cause_text(&r.cause), "bounded: more than 4 copies: 1099511627776 states, unwind 0");
  hd_result_clear(&r);
}

static hd_certificate *small_proof(const hd_program *p)
{
  hd_certificate *c = hd_certificate_new(HD_PROOF_MODULAR, "test");
  hd_certificate_add_clause(c, NULL, 0, true);
  hd_certificate_add_fact(c, 0, NULL, hd_term_true(p->terms));
  return c;
}

static void proves(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  (void)t, (void)b;
  out->verdict = HD_SAFE;
  out->certificate = small_proof(p);
}

static void a_proof_arrives_with_its_terms(void **state)
{
  (void)state;
  hd_result r;
  assert_false(run(proves, &r));
  assert_int_equal(r.verdict, HD_SAFE);
  assert_non_null(r.certificate);
  assert_int_equal(r.certificate->kind, HD_PROOF_MODULAR);
  assert_string_equal(r.certificate->engine, "test");
  assert_int_equal(r.certificate->clauses.data[0].facts.len, 1);
  hd_result_clear(&r);
}

static void a_crash_is_unknown_and_a_defect(void **state)
{
  (void)state;
  hd_result r;
  assert_true(run(crashes, &r));
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_int_equal(r.cause.kind, HD_CAUSE_FAILED);
  assert_non_null(strstr(cause_text(&r.cause), "crashed"));
  hd_result_clear(&r);
}

static void no_memory_is_unknown_and_no_defect(void **state)
{
  (void)state;
  hd_result r;
  assert_false(run(runs_out_of_memory, &r));
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_int_equal(r.cause.kind, HD_CAUSE_MEMORY);
  assert_string_equal(cause_text(&r.cause), "memory limit");
  hd_result_clear(&r);
  assert_false(run(is_killed, &r));
  assert_int_equal(r.verdict, HD_UNKNOWN);
  hd_result_clear(&r);
}

static void a_child_without_an_answer_is_not_believed(void **state)
{
  (void)state;
  hd_result r;
  assert_true(run(leaves_without_an_answer, &r));
  assert_int_equal(r.verdict, HD_UNKNOWN);
  hd_result_clear(&r);
}

static void a_result_cut_short_anywhere_is_refused(void **state)
{
  (void)state;
  hd_program *p = small_program();
  hd_result r;
  hd_result_init(&r);
  answers(p, NULL, NULL, &r);
  r.certificate = small_proof(p);
  size_t size = 0;
  unsigned char *data = hd_wire_pack(&r, p, &size);
  hd_result_clear(&r);
  for (size_t n = 0; n <= size; n++) {
    unsigned char *part = hd_alloc(n, 1);
    memcpy(part, data, n);
    hd_result_init(&r);
    assert_int_equal(hd_wire_unpack(part, n, p, &r), n == size);
    hd_result_clear(&r);
    free(part);
  }
  free(data);
  hd_program_free(p);
}

/* --- races ------------------------------------------------------------------------------------------ */

typedef struct {
  unsigned n;
  int order[8];
} finish;

static atomic_uint *has_ended; /* so many contestants; the processes share it */

/* Answers when so many others have ended. It computes until then: shares are processor time; to sleep costs none. */
static void answer_after(void *context, hd_result *out)
{
  while (atomic_load(has_ended) < *(unsigned *)context) continue;
  hd_result_stat(out, "pid", (double)getpid());
  hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "after %u others", *(unsigned *)context);
}

static void answer_slowly(void *context, hd_result *out)
{
  usleep(60000);
  answer_after(context, out);
}

static void crash_at_once(void *context, hd_result *out)
{
  (void)context, (void)out;
  signal(SIGABRT, SIG_DFL);
  abort();
}

static bool note_end(void *context, uint32_t i, hd_result *r, double seconds, bool defect)
{
  finish *f = context;
  assert_true(seconds >= 0);
  atomic_fetch_add(has_ended, 1);
  f->order[f->n++] = defect ? -1 : (int)i;
  return r->stats.len > 0 && i == 1;
}

static void the_first_answer_that_counts_ends_a_race(void **state)
{
  (void)state;
  hd_program *p = small_program();
  unsigned none = 0, two = 2, never = HD_NONE;
  hd_budget b = {.jobs = 1};
  hd_contestant all[] = {{"soon", answer_after, &none, &b, 0},
                         {"later", answer_after, &two, &b, 0},
                         {"crash", crash_at_once, NULL, &b, 0},
                         {"never", answer_after, &never, &b, 0}};
  finish f = {.n = 0};
  atomic_store(has_ended, 0);
  hd_contest(all, HD_COUNT(all), HD_COUNT(all), p, note_end, &f);
  assert_int_equal(f.n, 3);
  assert_int_equal(f.order[2], 1);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left */
  hd_program_free(p);
}

static void one_at_a_time_they_run_in_their_order(void **state)
{
  (void)state;
  hd_program *p = small_program();
  unsigned none = 0;
  hd_budget b = {.jobs = 1};
  hd_contestant all[] = {
      {"a", answer_slowly, &none, &b, 0}, {"b", crash_at_once, NULL, &b, 0}, {"c", answer_after, &none, &b, 0}};
  finish f = {.n = 0};
  atomic_store(has_ended, 0);
  hd_contest(all, HD_COUNT(all), 1, p, note_end, &f);
  assert_int_equal(f.n, 3);
  assert_int_equal(f.order[0], 0);
  assert_int_equal(f.order[1], -1);
  assert_int_equal(f.order[2], 2);
  hd_program_free(p);
}

static void who_does_not_stop_is_stopped(void **state)
{
  (void)state;
  hd_program *p = small_program();
  unsigned never = HD_NONE;
  hd_budget b = {.jobs = 1};
  hd_contestant one = {"never", answer_after, &never, &b, 0.05};
  finish f = {.n = 0};
  atomic_store(has_ended, 0);
  hd_contest(&one, 1, 1, p, note_end, &f);
  assert_int_equal(f.n, 1);
  hd_program_free(p);
}

static void nobody_starts_after_the_deadline(void **state)
{
  (void)state;
  hd_program *p = small_program();
  unsigned first = 0;
  hd_budget b = {.jobs = 1, .deadline = hd_now() - 1};
  hd_result r;
  bool defect = false;
  hd_result_init(&r);
  hd_run_isolated("late", answer_after, &first, p, &b, &r, &defect);
  assert_int_equal(r.verdict, HD_UNKNOWN);
  assert_int_equal(r.cause.kind, HD_CAUSE_TIME);
  assert_false(defect);
  hd_result_clear(&r);
  hd_program_free(p);
}

/* It never asks what time it is: the deadline of its budget has long passed when it is killed. */
static void who_does_not_look_at_the_clock_is_stopped(void **state)
{
  (void)state;
  hd_program *p = small_program();
  unsigned never = HD_NONE;
  hd_budget b = {.jobs = 1, .deadline = hd_now() + 0.05};
  hd_contestant one = {"never", answer_after, &never, &b, 0};
  finish f = {.n = 0};
  atomic_store(has_ended, 0);
  hd_contest(&one, 1, 1, p, note_end, &f);
  assert_int_equal(f.n, 1);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_result_arrives_whole),
      cmocka_unit_test(a_bound_arrives_with_its_place),
      cmocka_unit_test(a_proof_arrives_with_its_terms),
      cmocka_unit_test(a_crash_is_unknown_and_a_defect),
      cmocka_unit_test(no_memory_is_unknown_and_no_defect),
      cmocka_unit_test(a_child_without_an_answer_is_not_believed),
      cmocka_unit_test(a_result_cut_short_anywhere_is_refused),
      cmocka_unit_test(the_first_answer_that_counts_ends_a_race),
      cmocka_unit_test(one_at_a_time_they_run_in_their_order),
      cmocka_unit_test(who_does_not_stop_is_stopped),
      cmocka_unit_test(nobody_starts_after_the_deadline),
      cmocka_unit_test(who_does_not_look_at_the_clock_is_stopped),
  };
  has_ended = hd_spare_cores_new();
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  hd_spare_cores_free(has_ended);
  return failures;
}
