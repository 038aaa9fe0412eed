/* The interpreter of Boolean programs: what it executes, and what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boolean/explore.h"
#include "engine/fixpoint/fixpoint.h"
#include "evidence/summaries.h"
#include "frontend/bp/bp.h"

static const char two_threads[] =
    "decl g, h;\n"
    "void init() begin g, h := F, F; end\n"
    "bool turn(x) begin decl y; y := !x; return y; end\n"
    "thread void a() begin decl r; r := F; r := turn(r); g := r; atomic_begin; h := T; h := F; atomic_end; "
    "end\n"
    "thread void b() begin decl s; s := F; assume(g); s := turn(s); assert(h); end\n";

static const char started[] = "decl g;\n"
                              "void t(x) begin assert(!x); end\n"
                              "void main() begin g := T; start_thread t(g); end\n";

static hd_bp *parse(const char *text)
{
  hd_diags diags;
  hd_diags_init(&diags);
  hd_bp *p = hd_bp_parse(text, strlen(text), "test", &(hd_bp_options){.dialect = HD_BP_BOPPO}, &diags);
  assert_non_null(p);
  hd_diags_clear(&diags);
  return p;
}

typedef struct {
  hd_bp *p;
  bool *targets;
  hd_bp_trace *t;
} run;

static run find_run(const char *text)
{
  run r = {.p = parse(text)};
  hd_bp_limits limits = {.contexts = HD_NONE, .rounds = HD_NONE, .frames = 8, .threads = 6, .states = 100000};
  r.targets = hd_alloc(r.p->locs.len, sizeof *r.targets);
  hd_bp_targets(r.p, NULL, r.targets);
  hd_bp_found found = hd_bp_explore_threads(r.p, r.targets, &limits);
  assert_true(found.reached);
  r.t = found.trace;
  return r;
}

static void free_run(run *r)
{
  hd_bp_trace_free(r->t);
  free(r->targets);
  hd_bp_free(r->p);
}

static bool reached(const run *r)
{
  return hd_bp_replay(r->p, r->t, r->targets).reached;
}

static void a_run_of_two_threads_is_executed(void **state)
{
  (void)state;
  run r = find_run(two_threads);
  assert_true(reached(&r));
  assert_true(hd_bp_trace_switches(r.t) >= 1);
  free_run(&r);
}

/* After init everything is determined, so no other value is right. */
static void another_value_of_a_global_is_refused(void **state)
{
  (void)state;
  run r = find_run(two_threads);
  for (uint32_t i = 3; i < r.t->steps.len; i++)
    for (uint32_t k = 0; k < r.p->globals.len; k++) {
      if (r.p->vars.data[r.p->globals.data[k]].internal) continue;
      uint8_t *value = (uint8_t *)(uintptr_t)&r.t->steps.data[i].globals[k];
      *value ^= 1;
      assert_false(reached(&r));
      *value ^= 1;
    }
  assert_true(reached(&r));
  free_run(&r);
}

static void a_missing_step_is_refused(void **state)
{
  (void)state;
  run r = find_run(two_threads);
  for (uint32_t i = 0; i < r.t->steps.len; i++) {
    hd_bp_step saved = r.t->steps.data[i];
    memmove(&r.t->steps.data[i], &r.t->steps.data[i + 1], (r.t->steps.len - i - 1) * sizeof saved);
    r.t->steps.len--;
    assert_false(reached(&r));
    r.t->steps.len++;
    memmove(&r.t->steps.data[i + 1], &r.t->steps.data[i], (r.t->steps.len - i - 1) * sizeof saved);
    r.t->steps.data[i] = saved;
  }
  assert_true(reached(&r));
  free_run(&r);
}

static void a_step_of_the_wrong_thread_is_refused(void **state)
{
  (void)state;
  run r = find_run(two_threads);
  for (uint32_t i = 0; i < r.t->steps.len; i++) {
    hd_bp_step *s = &r.t->steps.data[i];
    uint32_t actor = s->actor;
    for (s->actor = 0; s->actor < r.t->actors.len; s->actor++)
      if (s->actor != actor) assert_false(reached(&r));
    s->actor = actor;
  }
  free_run(&r);
}

static void an_edge_from_elsewhere_is_refused(void **state)
{
  (void)state;
  run r = find_run(two_threads);
  for (uint32_t i = 0; i < r.t->steps.len; i++) {
    hd_bp_step *s = &r.t->steps.data[i];
    if (s->move != HD_BP_TAKE) continue;
    uint32_t edge = s->edge;
    s->edge = (edge + 1) % r.p->edges.len;
    assert_false(reached(&r));
    s->edge = edge;
  }
  free_run(&r);
}

/* h is 1 only inside the atomic section of a: there b cannot look. */
static void an_atomic_section_is_not_entered_by_others(void **state)
{
  (void)state;
  run r = find_run(two_threads);
  bool inside = false;
  for (uint32_t i = 0; i < r.t->steps.len; i++) {
    bool other = r.t->actors.data[r.t->steps.data[i].actor].of != 0;
    if (r.t->actors.data[r.t->steps.data[i].actor].kind == HD_BP_ACTOR_LISTED && inside) assert_false(other);
    inside = r.p->atomic != HD_NONE && r.t->steps.data[i].globals[r.p->vars.data[r.p->atomic].slot];
  }
  free_run(&r);
}

static void a_started_thread_has_the_arguments_it_was_given(void **state)
{
  (void)state;
  run r = find_run(started);
  assert_true(reached(&r));
  for (uint32_t i = 0; i < r.t->steps.len; i++) {
    hd_bp_step *s = &r.t->steps.data[i];
    if (s->move != HD_BP_BEGIN || r.t->actors.data[s->actor].kind != HD_BP_ACTOR_SPAWNED) continue;
    uint8_t *x = (uint8_t *)(uintptr_t)&s->locals[0];
    *x ^= 1;
    assert_false(reached(&r));
    *x ^= 1;
  }
  free_run(&r);
}

static void an_unfolded_program_is_a_program(void **state)
{
  (void)state;
  hd_bp *p = parse(started);
  hd_diags diags;
  hd_diags_init(&diags);
  for (uint32_t copies = 0; copies < 3; copies++) {
    bool complete;
    hd_bp *q = hd_bp_unfold(p, copies, &complete);
    assert_int_equal(hd_bp_check(q, &diags), HD_OK);
    assert_false(hd_bp_has_spawn(q));
    assert_true(complete);
    hd_bp_free(q);
  }
  hd_diags_clear(&diags);
  hd_bp_free(p);
}

static void a_program_without_calls_is_a_program(void **state)
{
  (void)state;
  hd_bp *p = parse(two_threads);
  hd_u32s origin = {0}, joined = {0};
  hd_diags diags;
  hd_diags_init(&diags);
  hd_bp *q = hd_bp_inline(p, 1000, &origin);
  assert_non_null(q);
  assert_int_equal(hd_bp_check(q, &diags), HD_OK);
  uint32_t before = q->locs.len;
  bool *keep = hd_alloc(q->locs.len, sizeof *keep);
  hd_bp_compress(q, keep, &joined);
  assert_int_equal(hd_bp_check(q, &diags), HD_OK);
  assert_true(q->locs.len < before);
  free(keep);
  hd_vec_clear(&origin);
  hd_vec_clear(&joined);
  hd_bp_free(q);
  hd_bp_free(p);
  hd_diags_clear(&diags);
}

/* --- calls that are repeated ---------------------------------------------------------------------------- */

static const char doubling[] = "decl a, b;\n"
                               "void main() begin a, b := F, F; f(); f(); f(); assert(a); end\n"
                               "void f() begin g(); g(); end\n"
                               "void g() begin b := !b; end\n";

/* Its counterexample, with each repeated call as one step. */
static run find_folded(const char *text)
{
  run r = {.p = parse(text)};
  hd_task task = hd_task_unbounded(HD_PROP_UNREACH_CALL);
  task.algorithm = "checker";
  hd_budget budget = {.jobs = 1};
  hd_result found;
  hd_result_init(&found);
  r.targets = hd_alloc(r.p->locs.len, sizeof *r.targets);
  hd_bp_targets(r.p, NULL, r.targets);
  hd_fixpoint_run(r.p, &task, 1, &budget, &found);
  assert_int_equal(found.verdict, HD_UNSAFE);
  r.t = found.bp_trace;
  found.bp_trace = NULL;
  hd_result_clear(&found);
  return r;
}

/* The first call of f calls g twice, with b = 0 and with b = 1; f itself is called again with b = 0. */
static void a_repeated_call_is_one_step(void **state)
{
  (void)state;
  run r = find_folded(doubling);
  uint32_t again = 0;
  for (uint32_t i = 0; i < r.t->steps.len; i++) again += r.t->steps.data[i].move == HD_BP_AGAIN;
  assert_int_equal(again, 2);
  assert_true(reached(&r));
  free_run(&r);
}

static void a_repetition_of_another_call_is_refused(void **state)
{
  (void)state;
  run r = find_folded(doubling);
  for (uint32_t i = 0; i < r.t->steps.len; i++) {
    hd_bp_step *s = &r.t->steps.data[i];
    if (s->move != HD_BP_AGAIN) continue;
    uint32_t first = s->starts;
    for (s->starts = 0; s->starts <= r.t->steps.len; s->starts++)
      if (s->starts != first) assert_false(reached(&r));
    s->starts = first;
    uint8_t *b = (uint8_t *)(uintptr_t)&s->globals[1];
    *b ^= 1;
    assert_false(reached(&r));
    *b ^= 1;
  }
  assert_true(reached(&r));
  free_run(&r);
}

/* The last call of g repeats the first: b becomes 1. Were it the second, or the one of h, it would become 0. */
static void what_is_repeated_has_to_begin_in_the_same_way(void **state)
{
  (void)state;
  run r = find_folded("decl a, b;\n"
                      "void main() begin a, b := F, F; h(); g(); g(); g(); assert(a); end\n"
                      "void g() begin b := !b; end\n"
                      "void h() begin skip; end\n");
  uint32_t at = 0, calls[3], n = 0;
  for (uint32_t i = 0; i < r.t->steps.len; i++) {
    const hd_bp_step *s = &r.t->steps.data[i];
    if (s->move == HD_BP_AGAIN) at = i;
    if (s->move == HD_BP_TAKE && r.p->edges.data[s->edge].kind == HD_BP_CALL) calls[n++] = i;
  }
  assert_int_equal(n, 3);
  assert_int_equal(r.t->steps.data[at].starts, calls[1]);
  for (uint32_t i = at; i < r.t->steps.len; i++) *(uint8_t *)(uintptr_t)&r.t->steps.data[i].globals[1] = 0;
  for (uint32_t i = 0; i < n; i++) {
    r.t->steps.data[at].starts = calls[i];
    assert_false(reached(&r));
  }
  free_run(&r);
}

/* f finds h only because of what b does meanwhile; alone it does not do so again. */
static const char meddled[] = "decl g, h, inside;\n"
                              "void init() begin g, h, inside := F, F, F; end\n"
                              "void f() begin inside := T; if (g) then h := T; fi inside := F; end\n"
                              "thread void a() begin f(); assume(h & !g); h := F; ERROR: f(); end\n"
                              "thread void b() begin assume(inside); g := T; g := F; end\n";

static void a_call_with_a_switch_in_it_is_not_repeated(void **state)
{
  (void)state;
  run r = {.p = parse(meddled)};
  hd_bp_limits limits = {.contexts = HD_NONE, .rounds = HD_NONE, .frames = 8, .threads = 6, .states = 100000};
  r.targets = hd_alloc(r.p->locs.len, sizeof *r.targets);
  assert_true(hd_bp_targets(r.p, NULL, r.targets));
  r.t = hd_bp_explore_threads(r.p, r.targets, &limits).trace;
  assert_true(reached(&r));
  const hd_bp_step *last = &hd_vec_last(&r.t->steps);
  uint32_t first = 0, at = r.p->edges.data[last->edge].to, call = r.p->locs.data[at].out.data[0];
  while (r.t->steps.data[first].move != HD_BP_TAKE || r.p->edges.data[r.t->steps.data[first].edge].kind != HD_BP_CALL)
    first++;
  assert_int_equal(r.p->edges.data[call].kind, HD_BP_CALL);
  uint8_t after[3] = {0, 1, 0};
  hd_bp_step again = {last->actor, HD_BP_AGAIN, call, first, after, last->locals};
  hd_bp_trace_push(r.t, r.p, &again, r.p->locs.data[at].proc);
  hd_bp_replay_result refused = hd_bp_replay(r.p, r.t, NULL);
  assert_false(refused.reached);
  assert_string_equal(refused.why, "a call that has not returned before");
  free_run(&r);
}

/* --- certificates ------------------------------------------------------------------------------------------ */

/* Closed under every step, and without a target: what is missing is an initial state. */
static void a_proof_without_an_initial_state_is_refused(void **state)
{
  (void)state;
  hd_bp *p = parse("decl g;\nvoid main() begin assert(!g); end\n");
  hd_bp_proof_vars n = hd_bp_proof_count(p);
  hd_bp_proof proof = {.nodes = {0}};
  bool *targets = hd_alloc(p->locs.len, sizeof *targets);
  hd_budget budget = {.jobs = 1};
  hd_bp_targets(p, NULL, targets);
  hd_vec_push(&proof.nodes, (hd_bp_proof_node){n.globals + n.locals, 1, 0}); /* g is 0 now ... */
  hd_vec_push(&proof.nodes, (hd_bp_proof_node){0, 2, 0});                    /* ... and was at the begin */
  for (uint32_t i = 0; i < p->locs.len; i++) hd_vec_push(&proof.sets, targets[i] ? 0 : 3);
  hd_summaries_result r = hd_summaries_check(p, targets, &proof, &budget);
  assert_false(r.holds);
  assert_string_equal(r.why, "an initial state is missing");
  hd_bp_proof_clear(&proof);
  free(targets);
  hd_bp_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_of_two_threads_is_executed),
      cmocka_unit_test(another_value_of_a_global_is_refused),
      cmocka_unit_test(a_missing_step_is_refused),
      cmocka_unit_test(a_step_of_the_wrong_thread_is_refused),
      cmocka_unit_test(an_edge_from_elsewhere_is_refused),
      cmocka_unit_test(an_atomic_section_is_not_entered_by_others),
      cmocka_unit_test(a_started_thread_has_the_arguments_it_was_given),
      cmocka_unit_test(an_unfolded_program_is_a_program),
      cmocka_unit_test(a_program_without_calls_is_a_program),
      cmocka_unit_test(a_repeated_call_is_one_step),
      cmocka_unit_test(a_repetition_of_another_call_is_refused),
      cmocka_unit_test(what_is_repeated_has_to_begin_in_the_same_way),
      cmocka_unit_test(a_call_with_a_switch_in_it_is_not_repeated),
      cmocka_unit_test(a_proof_without_an_initial_state_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
