/* test_modular_audit.c - the modular engine's audits: each lets the truth pass, and fires when it is broken. */
#ifndef HD_AUDIT /* then the library has no audits: here are some */
#define HD_AUDIT 1
#include "engine/modular/audit.c"
#endif

#include "program_text.h"

#include <sys/wait.h>
#include <unistd.h>

#include "engine/modular/audit.h"

/* main asserts that x, which the other one counts up to 1, is less than 2. */
static const char *const text = "program pointer 64 little\nthread main entry L0\nthread other entry L2\n"
                                "var x : bv32 shared user signed\nloc L0 main\nloc L1 main end\nloc L2 other\n"
                                "loc L3 other end\nedge L0 -> L1 assert assertion (slt x 2:32)\n"
                                "edge L2 -> L3 do x := (add x 1:32)\n";

typedef struct {
  hd_program *p;
  hd_task task;
  hd_budget budget;
  hd_modular_run *u;
  hd_hierarchy h;
  hd_term x, old; /* after an environment move, and before it */
} fixture;

static void open_it(fixture *f)
{
  *f = (fixture){.p = program_of(text), .task = hd_task_unbounded(HD_PROP_UNREACH_CALL), .budget = {.jobs = 1}};
  hd_program_index(f->p);
  f->task.without = "all";
  f->u = hd_modular_run_new(f->p, &f->task, &f->budget);
  hd_hierarchy_init(&f->h, f->u, (hd_thread){0}, HD_JOIN_NONE);
  hd_var x = hd_program_find_var(f->u->p, "x");
  f->x = hd_program_var_term(f->u->p, x);
  f->old = hd_program_var_term(f->u->p, hd_modular_run_copy(f->u, x));
}

static void close_it(fixture *f)
{
  hd_hierarchy_clear(&f->h);
  hd_modular_run_free(f->u);
  hd_program_free(f->p);
}

static hd_term less(const fixture *f, uint64_t bound)
{
  return hd_term_2(f->u->p->terms, HD_OP_SLT, f->x, hd_term_bv(f->u->p->terms, 32, bound));
}

/* An environment move from x = 0 to x = after, which is not possible and was learned from. */
static void end_move(const fixture *f, uint64_t after)
{
  uint32_t n = f->u->p->vars.len;
  hd_audit_move m = {hd_alloc(n, sizeof *m.values), hd_alloc(f->u->first_copy, 1)};
  m.values[hd_term_symbol(f->u->p->terms, f->x)] = after;
  memset(m.vars, 1, f->u->first_copy);
  hd_audit_end(&f->h, &f->h.levels[0], m, false);
}

static void promise_if(const fixture *f, hd_term psi)
{
  hd_promise promise = {.psi = psi, .cut = {0}};
  hd_vec_push(&promise.moves, ((hd_mod_move){{0}, {0}}));
  hd_audit_promise(&f->h, &f->h.levels[0], &promise);
  hd_vec_clear(&promise.moves);
}

/* --- what is done -------------------------------------------------------------------------------------------- */

static void promises(fixture *f)
{
  promise_if(f, hd_term_1(f->u->p->terms, HD_OP_NOT, less(f, 2)));
}

static void promises_too_much(fixture *f)
{
  promise_if(f, hd_term_1(f->u->p->terms, HD_OP_NOT, less(f, 1)));
}

static void refines(fixture *f)
{
  hd_level_add_fact(&f->h.levels[0], less(f, 2));
  end_move(f, 5);
}

/* The other thread does change x. */
static void refines_too_much(fixture *f)
{
  hd_level_add_fact(&f->h.levels[0], hd_term_2(f->u->p->terms, HD_OP_EQ, f->x, f->old));
  end_move(f, 5);
}

static void refines_in_vain(fixture *f)
{
  hd_level_add_fact(&f->h.levels[0], less(f, 2));
  end_move(f, 1);
}

static void knows_an_invariant(fixture *f)
{
  hd_vec_push(&f->h.invariants, less(f, 2));
  end_move(f, 5);
}

static void knows_a_wrong_invariant(fixture *f)
{
  hd_vec_push(&f->h.invariants, less(f, 1));
  end_move(f, 5);
}

/* --- whether the fault is noticed ------------------------------------------------------------------------------ */

/* In a process of its own, which a defect ends. */
static int status_of(void (*what)(fixture *))
{
  int status = 0;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    fixture f;
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    open_it(&f);
    what(&f);
    close_it(&f);
    _exit(0);
  }
  assert_true(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void the_truth_passes(void **unused)
{
  (void)unused;
  assert_int_equal(status_of(promises), 0);
  assert_int_equal(status_of(refines), 0);
  assert_int_equal(status_of(knows_an_invariant), 0);
}

static void a_promise_that_is_none_is_noticed(void **unused)
{
  (void)unused;
  assert_int_equal(status_of(promises_too_much), HD_EXIT_DEFECT);
}

static void an_environment_that_is_too_small_is_noticed(void **unused)
{
  (void)unused;
  assert_int_equal(status_of(refines_too_much), HD_EXIT_DEFECT);
  assert_int_equal(status_of(knows_a_wrong_invariant), HD_EXIT_DEFECT);
}

static void a_refinement_without_effect_is_noticed(void **unused)
{
  (void)unused;
  assert_int_equal(status_of(refines_in_vain), HD_EXIT_DEFECT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_truth_passes),
      cmocka_unit_test(a_promise_that_is_none_is_noticed),
      cmocka_unit_test(an_environment_that_is_too_small_is_noticed),
      cmocka_unit_test(a_refinement_without_effect_is_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
