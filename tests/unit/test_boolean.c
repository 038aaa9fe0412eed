/* The interpreter of Boolean programs: what it executes, and what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boolean/explore.h"
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
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
