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
#include "engine/fixpoint/fixpoint.h"
#include "engine/isolate.h"
#include "engine/wire.h"
#include "frontend/bp/bp.h"

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
  hd_cause c = {.kind = HD_CAUSE_BOUND, .by = "bmc", .what = "more than 4 copies", .pos = {0, 12, 3}};
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
  hd_engine_run_isolated(&e, hd_subject_program(p), &task, &budget, out, &defect);
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
  assert_string_equal(r.cause.by, "bmc");
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
  unsigned char *data = hd_wire_pack(&r, hd_subject_program(p), &size);
  hd_result_clear(&r);
  for (size_t n = 0; n <= size; n++) {
    unsigned char *part = hd_alloc(n, 1);
    memcpy(part, data, n);
    hd_result_init(&r);
    assert_int_equal(hd_wire_unpack(part, n, hd_subject_program(p), &r), n == size);
    hd_result_clear(&r);
    free(part);
  }
  free(data);
  hd_program_free(p);
}

/* --- Boolean programs ------------------------------------------------------------------------------- */

static hd_bp *boolean_program(hd_diags *diags)
{
  static const char text[] = "decl a;\nvoid main() begin decl b; a, b := F, T; f(); assert(!a); end\n"
                             "void f() begin a := !a; end\n";
  hd_bp *p = hd_bp_parse(text, sizeof text - 1, "a.bp", &(hd_bp_options){.dialect = HD_BP_BOPPO}, diags);
  assert_non_null(p);
  return p;
}

/* Its counterexample, with a message beside it. */
static void decide_boolean(const hd_bp *p, hd_diags *diags, hd_result *out)
{
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  hd_budget budget = {.jobs = 1};
  bool defect = true;
  hd_engine_run_isolated(&hd_engine_fixpoint, hd_subject_boolean(p), &task, &budget, out, &defect);
  assert_false(defect);
  hd_diags_add(diags, HD_WARNING, (hd_place){"a.mu", 3, 4}, "a message")->hint = "a hint";
  hd_diags_append(&out->messages, diags);
}

static void a_counterexample_of_a_boolean_program_arrives_whole(void **state)
{
  (void)state;
  hd_result r;
  hd_diags diags;
  hd_diags_init(&diags);
  hd_result_init(&r);
  hd_bp *p = boolean_program(&diags);
  decide_boolean(p, &diags, &r);
  bool *targets = hd_alloc(p->locs.len + 1, sizeof *targets);
  hd_bp_targets(p, NULL, targets);
  assert_int_equal(r.verdict, HD_UNSAFE);
  assert_string_equal(r.algorithm, "summaries");
  assert_true(hd_bp_replay(p, r.bp_trace, targets).reached);
  free(targets);
  hd_result_clear(&r);
  hd_bp_free(p);
  hd_diags_clear(&diags);
}

static void a_boolean_result_cut_short_anywhere_is_refused(void **state)
{
  (void)state;
  hd_result r;
  hd_diags diags;
  size_t size = 0;
  hd_diags_init(&diags);
  hd_result_init(&r);
  hd_bp *p = boolean_program(&diags);
  decide_boolean(p, &diags, &r);
  unsigned char *data = hd_wire_pack(&r, hd_subject_boolean(p), &size);
  hd_result_clear(&r);
  for (size_t n = 0; n <= size; n++) {
    hd_result_init(&r);
    assert_int_equal(hd_wire_unpack(data, n, hd_subject_boolean(p), &r), n == size);
    if (n == size) assert_string_equal(hd_vec_last(&r.messages.list).hint, "a hint");
    hd_result_clear(&r);
  }
  /* Nor is it an answer about a program of the other kind. */
  hd_program *other = small_program();
  hd_result_init(&r);
  assert_false(hd_wire_unpack(data, size, hd_subject_program(other), &r));
  hd_result_clear(&r);
  hd_program_free(other);
  free(data);
  hd_bp_free(p);
  hd_diags_clear(&diags);
}

static void an_engine_for_boolean_programs_refuses_others(void **state)
{
  (void)state;
  hd_program *p = small_program();
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  const char *why_not = NULL;
  assert_ptr_equal(hd_engine_for(HD_KIND_BOOLEAN), hd_engine_find("fixpoint"));
  assert_false(hd_engine_accepts(hd_engine_find("fixpoint"), p, &task, &why_not));
  assert_string_equal(why_not, "the engine is for Boolean programs");
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
  hd_contest(all, HD_COUNT(all), HD_COUNT(all), hd_subject_program(p), note_end, &f);
  assert_int_equal(f.n, 3);
  assert_int_equal(f.order[2], 1);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no process is left */
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
  hd_contest(all, HD_COUNT(all), 1, hd_subject_program(p), note_end, &f);
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
  hd_contest(&one, 1, 1, hd_subject_program(p), note_end, &f);
  assert_int_equal(f.n, 1);
  hd_program_free(p);
}

static void no_engine_starts_after_the_deadline(void **state)
{
  (void)state;
  hd_program *p = small_program();
  unsigned first = 0;
  hd_budget b = {.jobs = 1, .deadline = hd_now() - 1};
  hd_result r;
  bool defect = false;
  hd_result_init(&r);
  hd_run_isolated("late", answer_after, &first, hd_subject_program(p), &b, &r, &defect);
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
  hd_contest(&one, 1, 1, hd_subject_program(p), note_end, &f);
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
      cmocka_unit_test(a_counterexample_of_a_boolean_program_arrives_whole),
      cmocka_unit_test(a_boolean_result_cut_short_anywhere_is_refused),
      cmocka_unit_test(an_engine_for_boolean_programs_refuses_others),
      cmocka_unit_test(the_first_answer_that_counts_ends_a_race),
      cmocka_unit_test(one_at_a_time_they_run_in_their_order),
      cmocka_unit_test(who_does_not_stop_is_stopped),
      cmocka_unit_test(no_engine_starts_after_the_deadline),
      cmocka_unit_test(who_does_not_look_at_the_clock_is_stopped),
  };
  has_ended = hd_spare_cores_new();
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  hd_spare_cores_free(has_ended);
  return failures;
}
