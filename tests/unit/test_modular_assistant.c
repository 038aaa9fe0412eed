/* test_modular_assistant.c - the modular engine's second process: what it is told, what it says, and what if it does not. */
#include "program_text.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/modular/assistant.h"
#include "engine/modular/paths.h"
#include "engine/modular/share.h"
#include "program/pack.h"

/* main asserts that x, which the other one counts up to 1, is less than 2. */
static const char *const text = "program pointer 64 little\nthread main entry L0\nthread other entry L2\n"
                                "var x : bv32 shared user signed\nvar y : bv32 shared user signed\n"
                                "var a : bv8[4] shared user\n"
                                "loc L0 main\nloc L1 main end\nloc L2 other\nloc L3 other end\n"
                                "edge L0 -> L1 assert assertion (slt x 2:32)\n"
                                "edge L2 -> L3 do x := (add x 1:32)\n";

typedef struct {
  hd_program *p;
  hd_task task;
  hd_budget budget;
  hd_modular_run *u;
  hd_hierarchy h;
  hd_terms *T;
  hd_term x;
} fixture;

static void open_it(fixture *f)
{
  *f = (fixture){.p = program_of(text),
                 .task = hd_task_unbounded(HD_PROP_UNREACH_CALL),
                 .budget = {.jobs = 2, .divides_early = true}};
  hd_program_index(f->p);
  f->task.without = "prefix,modules,samples,properties";
  f->u = hd_modular_run_new(f->p, &f->task, &f->budget);
  hd_hierarchy_init(&f->h, f->u, (hd_thread){0}, HD_JOIN_NONE);
  f->T = f->u->p->terms;
  f->x = hd_program_var_term(f->u->p, hd_program_find_var(f->u->p, "x"));
}

static void close_it(fixture *f)
{
  hd_hierarchy_clear(&f->h);
  hd_modular_run_free(f->u);
  hd_program_free(f->p);
}

static hd_term less(const fixture *f, uint64_t bound)
{
  return hd_term_2(f->T, HD_OP_SLT, f->x, hd_term_bv(f->T, 32, bound));
}

static hd_term more(const fixture *f, uint64_t bound)
{
  return hd_term_1(f->T, HD_OP_NOT, less(f, bound));
}

/* --- terms --------------------------------------------------------------------------------------------- */

static void a_term_arrives_as_it_was(void **state)
{
  (void)state;
  fixture f;
  open_it(&f);
  hd_term a = hd_program_var_term(f.u->p, hd_program_find_var(f.u->p, "a"));
  hd_term element = hd_term_2(f.T, HD_OP_SELECT, a, hd_term_bv(f.T, 32, 2));
  hd_term wide = hd_term_to(f.T, HD_OP_SEXT, 32, element);
  hd_term all[] = {HD_NO_TERM,
                   hd_term_true(f.T),
                   f.x,
                   a,
                   wide,
                   hd_term_2(f.T, HD_OP_AND, less(&f, 7), more(&f, 3)),
                   hd_term_2(f.T, HD_OP_EQ, hd_term_2(f.T, HD_OP_MUL, f.x, wide), hd_term_bv(f.T, 32, UINT32_MAX))};
  hd_bytes b = {0};
  for (unsigned i = 0; i < HD_COUNT(all); i++) hd_put_term(&b, f.u->p, all[i]);
  hd_reader in = {b.data, b.data + b.len, false};
  for (unsigned i = 0; i < HD_COUNT(all); i++) assert_int_equal(hd_get_term(&in, f.u->p).id, all[i].id);
  assert_true(!in.bad && in.at == in.end);
  hd_vec_clear(&b);
  close_it(&f);
}

static void what_is_no_term_is_refused(void **state)
{
  (void)state;
  fixture f;
  open_it(&f);
  static const char *const texts[] = {"v99999", "x", "(add v0", "(add v0 7:32) ", "v", "v00000000001", "(nothing v0)"};
  for (unsigned i = 0; i < HD_COUNT(texts); i++) {
    hd_bytes b = {0};
    hd_put_text(&b, texts[i]);
    hd_reader in = {b.data, b.data + b.len, false};
    assert_false(hd_term_is(hd_get_term(&in, f.u->p)));
    assert_true(in.bad);
    hd_vec_clear(&b);
  }
  close_it(&f);
}

/* --- what was learned ---------------------------------------------------------------------------------- */

/* What one hierarchy tells another of the same universe. */
static bool tell(hd_hierarchy *from, hd_share *known_there, hd_hierarchy *to, hd_share *known_here, uint32_t first)
{
  hd_bytes b = {0};
  hd_share_put(known_there, &b, from);
  hd_reader in = {b.data, b.data + b.len, false};
  bool good = hd_share_get(known_here, &in, to, first) && in.at == in.end;
  hd_vec_clear(&b);
  return good;
}

static void what_one_has_learned_the_other_knows(void **state)
{
  (void)state;
  fixture f;
  hd_hierarchy other;
  hd_share here = {{0}}, there = {{0}};
  open_it(&f);
  hd_hierarchy_init(&other, f.u, (hd_thread){0}, HD_JOIN_NONE);
  hd_level_add_fact(&f.h.levels[0], less(&f, 9));
  hd_level_add_fact(&other.levels[0], less(&f, 9));
  hd_share_note(&here, &f.h);
  hd_share_note(&there, &other);
  hd_level_add_fact(&f.h.levels[0], less(&f, 5));
  hd_hierarchy_add_invariant(&f.h, 0, less(&f, 4));
  assert_true(tell(&f.h, &here, &other, &there, 0));
  assert_int_equal(other.levels[0].facts.len, 2);
  assert_int_equal(other.levels[0].facts.data[1].id, less(&f, 5).id);
  assert_int_equal(other.invariants.len, 1);
  hd_level_add_fact(&other.levels[0], less(&f, 3));
  assert_true(tell(&other, &there, &f.h, &here, 0)); /* only that, not what came from there */
  assert_int_equal(f.h.levels[0].facts.len, 3);
  assert_int_equal(f.h.invariants.len, 1);
  hd_level_add_fact(&f.h.levels[0], less(&f, 2));
  assert_true(tell(&f.h, &here, &other, &there, 1)); /* not above that level */
  assert_int_equal(other.levels[0].facts.len, 3);
  hd_share_clear(&here);
  hd_share_clear(&there);
  hd_hierarchy_clear(&other);
  close_it(&f);
}

static void what_is_cut_short_is_refused(void **state)
{
  (void)state;
  fixture f;
  open_it(&f);
  hd_share share = {{0}};
  hd_bytes b = {0};
  hd_level_add_fact(&f.h.levels[0], less(&f, 5));
  hd_hierarchy_add_invariant(&f.h, 0, less(&f, 4));
  hd_share_put(&share, &b, &f.h);
  for (uint32_t n = 0; n <= b.len; n++) {
    hd_reader in = {b.data, b.data + n, false};
    assert_int_equal(hd_share_get(&share, &in, &f.h, 0), n == b.len);
  }
  assert_int_equal(f.h.levels[0].facts.len, 1);
  hd_vec_clear(&b);
  hd_share_clear(&share);
  close_it(&f);
}

/* --- the process --------------------------------------------------------------------------------------- */

/* Kills all children of this process. */
static void kill_helpers(void)
{
  char path[64];
  int pid;
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  while (fscanf(in, "%d", &pid) == 1) kill(pid, SIGKILL);
  fclose(in);
}

static void attempts_are_made_aside(void **state)
{
  (void)state;
  fixture f;
  open_it(&f);
  bool excluded;
  hd_term alpha, beta, psi;
  hd_mod_moves moves;
  uint32_t ticket;
  assert_null(hd_assistant_attempt(&f.h));
  assert_false(hd_assistant_attempted(&f.h, true, &excluded, &alpha, &beta));
  for (uint64_t bound = 1; bound <= 3; bound++) {
    assert_true(hd_assistant_ask(&f.h, &(hd_question){HD_ASSISTANT_ATTEMPT, 1, less(&f, 1), more(&f, bound)}));
    assert_non_null(hd_assistant_attempt(&f.h));
    assert_true(hd_assistant_attempted(&f.h, true, &excluded, &alpha, &beta));
    assert_int_equal(excluded, bound > 1); /* it counts to 1, and not further */
    assert_null(hd_assistant_attempt(&f.h));
  }
  assert_int_equal(f.h.levels[1].paths.len, 1); /* of the one that failed */
  assert_true(hd_paths_refute(&f.h.levels[1], less(&f, 1), more(&f, 1)));
  assert_int_equal(f.u->counts.aside_checks, 3);
  assert_int_equal(f.u->counts.checks, 0);
  ticket = hd_assistant_ask(&f.h, &(hd_question){HD_ASSISTANT_QUERY, 1, less(&f, 1), more(&f, 1)});
  assert_true(ticket);
  assert_true(hd_assistant_reached(&f.h, ticket, &psi, &moves));
  assert_false(hd_term_is_false(f.T, psi));
  assert_int_equal(moves.len, 1);
  hd_vec_clear(&moves);
  ticket = hd_assistant_ask(&f.h, &(hd_question){HD_ASSISTANT_QUERY, 1, less(&f, 1), more(&f, 2)});
  assert_true(ticket);
  assert_true(hd_assistant_reached(&f.h, ticket, &psi, &moves));
  assert_true(hd_term_is_false(f.T, psi));
  assert_true(f.h.levels[0].facts.len + f.h.invariants.len > 0); /* and that was learned */
  hd_vec_clear(&moves);
  close_it(&f);
}

static void without_it_the_work_is_done_here(void **state)
{
  (void)state;
  fixture f;
  open_it(&f);
  bool excluded;
  hd_term alpha, beta;
  hd_mod_moves moves = {0};
  assert_true(hd_assistant_ask(&f.h, &(hd_question){HD_ASSISTANT_ATTEMPT, 1, less(&f, 1), more(&f, 2)}));
  kill_helpers();
  bool answered = hd_assistant_attempted(&f.h, true, &excluded, &alpha, &beta); /* unless it was faster */
  assert_true(!answered || excluded);
  while (hd_assistant_is_free(&f.h)) {
    hd_assistant_ask(&f.h, &(hd_question){HD_ASSISTANT_ATTEMPT, 1, less(&f, 1), more(&f, 2)});
    usleep(10000);
  }
  assert_int_equal(hd_hierarchy_check(&f.h, &moves), HD_CHECK_SAFE);
  hd_vec_clear(&moves);
  close_it(&f);
}

static void no_question_is_asked_without_a_core_or_with_emitted_programs(void **state)
{
  (void)state;
  fixture f;
  open_it(&f);
  f.budget.jobs = 1;
  assert_false(hd_assistant_is_free(&f.h));
  f.budget.spare = hd_spare_cores_new();
  assert_false(hd_assistant_is_free(&f.h));
  atomic_store(f.budget.spare, 1);
  f.task.emit_sequential = "somewhere";
  assert_false(hd_assistant_is_free(&f.h));
  f.task.emit_sequential = NULL;
  assert_true(hd_assistant_is_free(&f.h));
  hd_spare_cores_free(f.budget.spare);
  f.budget.spare = NULL;
  close_it(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_term_arrives_as_it_was),
      cmocka_unit_test(what_is_no_term_is_refused),
      cmocka_unit_test(what_one_has_learned_the_other_knows),
      cmocka_unit_test(what_is_cut_short_is_refused),
      cmocka_unit_test(attempts_are_made_aside),
      cmocka_unit_test(without_it_the_work_is_done_here),
      cmocka_unit_test(no_question_is_asked_without_a_core_or_with_emitted_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
