/* The fixed-point language: small systems whose results are known, in both ways of evaluation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "mu/mu.h"

typedef struct {
  hd_diags diags;
  hd_mu *m;
} fixture;

static void open_system(fixture *f, const char *text, bool literal)
{
  hd_diags_init(&f->diags);
  hd_bdd_start(NULL);
  f->m = hd_mu_new(&f->diags);
  hd_mu_set_options(f->m, &(hd_mu_options){.literal = literal, .keep_rings = true});
  hd_status status = hd_mu_add_text(f->m, "test", text);
  if (status == HD_OK) status = hd_mu_check(f->m);
  for (uint32_t i = 0; i < f->diags.list.len; i++) {
    const hd_diag *d = &f->diags.list.data[i];
    if (d->severity == HD_ERROR) print_message("%u:%u: %s\n", d->place.line, d->place.column, d->message);
  }
  assert_int_equal(status, HD_OK);
}

static void close_system(fixture *f)
{
  hd_mu_free(f->m);
  hd_bdd_stop();
  hd_diags_clear(&f->diags);
}

/* Every closed formula of the text is true, evaluated either way. */
static void all_hold(const char *text)
{
  for (int literal = 0; literal < 2; literal++) {
    fixture f;
    open_system(&f, text, literal);
    assert_true(hd_mu_query_count(f.m) > 0);
    for (uint32_t i = 0; i < hd_mu_query_count(f.m); i++) {
      hd_bdd answer = hd_mu_answer(f.m, i);
      if (!hd_bdd_is_true(answer))
        print_message("%s: %d %s\n", literal ? "literal" : "optimized", answer.node, hd_mu_query_get(f.m, i).text);
      assert_true(hd_bdd_is_true(answer));
    }
    close_system(&f);
  }
}

static void connectives_and_comparisons_mean_what_they_say(void **state)
{
  (void)state;
  all_hold("enum Color { red, green, blue };\n"
           "enum Small { 2..5 };\n"
           "struct Pair { Small a; bit[3] b; };\n"
           "true; !false; true & !false; false | true; false -> false; true <-> true; true <+> false;\n"
           "true <- false; if (true) true else false; !(if (false) true else false);\n"
           "forall Color c. c = red | c = green | c = blue;\n"
           "red < blue; !(green < red); exists Color c. c > red & c < blue;\n"
           "forall Small s. s >= 2 & s <= 5;\n"
           "!(exists Small s. s = 6); !(exists Small s. s < 2);\n"
           "exists Small s. s + 1 = 6; !(exists Small s. s + 1 = 7); !(exists Small s. s - 1 = 0);\n"
           "exists Small s, Small t. s - t = 3 & s = 5; !(exists Small s, t. s - t = 4);\n"
           "exists Small s, t. t - s < 0;\n"
           "forall bit[3] b. b < 8; !(forall bit[3] b. b < 7);\n"
           "forall Pair p, q. p = q <-> (p.a = q.a & p.b = q.b);\n"
           "exists Pair p. p.a = p.b & p.a + p.b = 10;\n"
           "forall bool x, y. (x = y) <-> (x <-> y); exists bool x. x = 1; exists bool x. !x & x = 0;\n"
           "case false: false; true: true; esac; !case false: true; esac;\n"
           "forall Color c. exists Color d. c != d;\n");
}

static void arrays_are_indexed_by_numbers_and_by_variables(void **state)
{
  (void)state;
  all_hold("param K = 3;\n"
           "enum Index { 0..K };\n"
           "struct R { bool f; bit[2] n; };\n"
           "exists bit[2] a[K]. a[0] = 1 & a[1] = 2 & a[K - 1] = 3;\n"
           "forall bit[2] a[K], Index i. a[i] = 2 -> i != 3;\n"
           "forall bit[2] a[K]. (forall Index i. i < K -> a[i] = 1) <-> (a[0] = 1 & a[1] = 1 & a[2] = 1);\n"
           "forall R a[K], Index i, j. a[i] = a[j] -> a[i].n = a[j].n;\n"
           "exists R a[K], Index i. a[i].f & a[i].n = i & i = 2;\n"
           "!(exists R a[K]. exists Index i. a[i].f != a[i].f);\n"
           "forall Index i. !(exists bool b[K]. b[i + 1] & i >= 2);\n"
           "exists Index i, bool b[K]. b[i + 1] & i = 1;\n");
}

static const char *const graph = "enum Node { 0..9 };\n"
                                 "bool Edge(Node x, Node y) (x < 7 & y = x + 1) | (x = 3 & y = 0);\n"
                                 "mu bool Reach(Node y) y = 2 | exists Node x. Reach(x) & Edge(x, y);\n"
                                 "mu bool Path(Node x, Node y) Edge(x, y) | exists Node z. Path(x, z) & Path(z, y);\n"
                                 "nu bool Live(Node x) exists Node y. Edge(x, y) & Live(y);\n";

static void reachability_paths_and_cycles_are_found(void **state)
{
  (void)state;
  char text[2000];
  snprintf(text, sizeof text,
           "%sforall Node x. Reach(x) <-> x <= 7;\n"
           "forall Node x, y. Path(x, y) <-> ((x < y & y <= 7) | (x <= 3 & y <= 3));\n"
           "forall Node x. Live(x) <-> x <= 3;\n",
           graph);
  all_hold(text);
}

static void mutual_recursion_has_its_least_solution(void **state)
{
  (void)state;
  all_hold("enum N { 0..12 };\n"
           "mu bool Odd(N x);\n"
           "mu bool Even(N x) x = 0 | exists N y. Odd(y) & x = y + 1;\n"
           "mu bool Odd(N x) exists N y. Even(y) & x = y + 1;\n"
           "forall N x. Even(x) <-> (x=0|x=2|x=4|x=6|x=8|x=10|x=12);\n"
           "forall N x. Odd(x) <-> !Even(x);\n");
}

/* Winning positions of a game: least and greatest fixed points that depend on each other. */
static void alternation_is_nested_iteration(void **state)
{
  (void)state;
  all_hold("enum N { 0..5 };\n"
           "bool E(N x, N y) (x<4 & y=x+1) | (x=4 & y=0) | (x=2 & y=5) | (x=5 & y=5);\n"
           "bool P(N x) x = 5;\n"
           "// Some path visits P infinitely often.\n"
           "mu bool Some(N x);\n"
           "nu bool Often(N x) Some(x);\n"
           "mu bool Some(N x) exists N y. E(x, y) & ((P(y) & Often(y)) | Some(y));\n"
           "forall N x. Often(x);\n"
           "bool Q(N x) x = 9 | (x = 1 & false);\n"
           "nu bool OftenQ(N x) SomeQ(x);\n"
           "mu bool SomeQ(N x) exists N y. E(x, y) & ((Q(y) & OftenQ(y)) | SomeQ(y));\n"
           "!(exists N x. OftenQ(x));\n");
}

static void quantifiers_shadow_and_siblings_share_names(void **state)
{
  (void)state;
  all_hold("enum N { 0..4 };\n"
           "bool Less(N x, N y) x < y;\n"
           "bool Middle(N x) (exists N y. Less(y, x)) & (exists N y. Less(x, y));\n"
           "forall N x. Middle(x) <-> (x > 0 & x < 4);\n"
           "bool Shadow(N x) x = 1 & (exists N x. x = 2 & Less(x, x + 1)) & x = 1;\n"
           "forall N x. Shadow(x) <-> x = 1;\n"
           "bool Same(N x, N y) Less(y, x) | Less(x, y) | x = y;\n"
           "forall N y, x. Same(x, x) & Same(y, x);\n"
           "!(exists N x. Less(x, x));\n"
           "bool Swap(N y, N x) Less(x, y);\n"
           "forall N a, b. Swap(a, b) <-> Less(b, a);\n"
           "exists N x. Less(3, x); !(exists N x. Less(x, 0)); !Less(7, 9);\n"
           "!(exists N x. Less(4, x)); exists N x. Less(x + 3, 4);\n");
}

static void a_system_that_is_not_monotone_warns_and_may_converge(void **state)
{
  (void)state;
  fixture f;
  /* Old is what was there before the last round: the slides' Summary(0, ..) in small. */
  open_system(&f,
              "enum N { 0..20 };\n"
              "mu bool S(bool fr, N x) (fr & x = 0) | S(1, x) | (fr & New(x));\n"
              "bool Fresh(N x) S(1, x) & !S(0, x);\n"
              "bool New(N x) exists N y. Fresh(y) & S(1, y) & x = y + 1;\n"
              "forall N x. S(1, x) & S(0, x);\n",
              false);
  assert_int_equal(f.diags.list.len, 1);
  assert_int_equal(f.diags.list.data[0].severity, HD_WARNING);
  assert_non_null(strstr(f.diags.list.data[0].message, "not monotone"));
  assert_true(hd_bdd_is_true(hd_mu_answer(f.m, 0)));
  close_system(&f);
}

static void an_iteration_that_comes_back_is_reported(void **state)
{
  (void)state;
  for (int literal = 0; literal < 2; literal++) {
    fixture f;
    open_system(&f, "mu bool Flip(bool x) !Flip(x);\nexists bool x. Flip(x);\n", literal);
    assert_false(hd_bdd_ok(hd_mu_answer(f.m, 0)));
    const hd_diag *last = &f.diags.list.data[f.diags.list.len - 1];
    assert_int_equal(last->severity, HD_ERROR);
    assert_non_null(strstr(last->message, "does not converge"));
    assert_false(hd_bdd_ok(hd_mu_value(f.m, "Flip")));
    close_system(&f);
  }
}

/* --- the interface for engines ------------------------------------------------------------------------- */

static const char *const machine = "struct Global { bool a; bool b; };\n"
                                   "enum PC { 0..4 };\n"
                                   "struct State { PC pc; Global g; };\n"
                                   "input bool Step(State x, State y);\n"
                                   "input bool Start(State y);\n"
                                   "mu bool Reach(State y) Start(y) | exists State x. Reach(x) & Step(x, y);\n"
                                   "exists State y. Reach(y) & y.pc = 4;\n";

static hd_bdd number(hd_mu_bits b, uint32_t value)
{
  hd_bdd r = HD_BDD_TRUE;
  for (uint32_t i = 0; i < b.n; i++)
    r = hd_bdd_and(r, value >> (b.n - 1 - i) & 1 ? hd_bdd_var(b.vars[i]) : hd_bdd_not_var(b.vars[i]));
  return r;
}

/* pc 0: a := 1; 1: b := a; 2: a := 0; 3: assume b; 4. */
static void supply_machine(hd_mu *m)
{
  hd_mu_bits xpc = hd_mu_bits_of(m, "Step", "x.pc"), ypc = hd_mu_bits_of(m, "Step", "y.pc");
  uint32_t xa = hd_mu_bits_of(m, "Step", "x.g.a").vars[0], xb = hd_mu_bits_of(m, "Step", "x.g.b").vars[0];
  uint32_t ya = hd_mu_bits_of(m, "Step", "y.g.a").vars[0], yb = hd_mu_bits_of(m, "Step", "y.g.b").vars[0];
  hd_bdd step[4];
  for (uint32_t i = 0; i < 4; i++) step[i] = hd_bdd_and(number(xpc, i), number(ypc, i + 1));
  const uint32_t keep_a[1][2] = {{xa, ya}}, keep_b[1][2] = {{yb, xb}}, keep[2][2] = {{xa, ya}, {xb, yb}};
  hd_mu_part parts[] = {
      {hd_bdd_or(hd_bdd_and(step[0], hd_bdd_var(ya)), hd_bdd_and(step[2], hd_bdd_not_var(ya))), keep_b, 1},
      {hd_bdd_and(step[1], hd_bdd_iff(hd_bdd_var(yb), hd_bdd_var(xa))), keep_a, 1},
      {hd_bdd_and(step[3], hd_bdd_var(xb)), keep, 2},
  };
  hd_mu_supply(m, "Step", parts, 3);
  assert_string_equal(hd_mu_missing(m), "Start");
  hd_mu_supply_set(m, "Start", number(hd_mu_bits_of(m, "Start", "y.pc"), 0));
}

static void input_relations_come_in_parts_with_frames(void **state)
{
  (void)state;
  for (int literal = 0; literal < 2; literal++) {
    fixture f;
    open_system(&f, machine, literal);
    assert_string_equal(hd_mu_missing(f.m), "Step");
    supply_machine(f.m);
    assert_null(hd_mu_missing(f.m));
    assert_true(hd_bdd_is_true(hd_mu_answer(f.m, 0)));
    /* pc 0: all four; 1: a, b free; 2: a and b; 3: b without a; 4: the same. */
    assert_true(hd_mu_count(f.m, "Reach") == 4 + 2 + 1 + 1 + 1);
    uint32_t rings = hd_mu_ring_count(f.m, "Reach");
    assert_int_equal(rings, 5);
    for (uint32_t i = 1; i < rings; i++) {
      hd_bdd less = hd_mu_ring(f.m, "Reach", i - 1), more = hd_mu_ring(f.m, "Reach", i);
      assert_true(hd_bdd_is_false(hd_bdd_minus(less, more)) && !hd_bdd_same(less, more));
      assert_true(hd_mu_ring_time(f.m, "Reach", i) > hd_mu_ring_time(f.m, "Reach", i - 1));
    }
    assert_true(hd_bdd_same(hd_mu_ring(f.m, "Reach", rings - 1), hd_mu_value(f.m, "Reach")));
    /* Another input, another answer. */
    hd_mu_supply_set(f.m, "Start", HD_BDD_FALSE);
    assert_true(hd_bdd_is_false(hd_mu_answer(f.m, 0)));
    assert_true(hd_mu_count(f.m, "Reach") == 0);
    close_system(&f);
  }
}

static void a_query_ends_the_iteration_when_it_is_true(void **state)
{
  (void)state;
  fixture f;
  open_system(&f,
              "enum N { 0..1000 };\n"
              "mu bool R(N x) x = 0 | exists N y. R(y) & x = y + 1;\n"
              "exists N x. R(x) & x = 10;\n",
              false);
  assert_true(hd_bdd_is_true(hd_mu_answer(f.m, 0)));
  assert_int_equal(hd_mu_ring_count(f.m, "R"), 11);
  assert_true(hd_mu_count(f.m, "R") == 1001);
  close_system(&f);
}

static void parameters_are_overridden_from_outside(void **state)
{
  (void)state;
  hd_diags diags;
  hd_diags_init(&diags);
  hd_bdd_start(NULL);
  hd_mu *m = hd_mu_new(&diags);
  hd_mu_set_param(m, "K", 7);
  assert_int_equal(hd_mu_add_text(m, "t", "param K = 2; enum N { 0..K }; bool All(N x) true;"), HD_OK);
  assert_int_equal(hd_mu_check(m), HD_OK);
  assert_true(hd_mu_count(m, "All") == 8);
  hd_mu_free(m);
  hd_bdd_stop();
  hd_diags_clear(&diags);
}

static void tables_show_values_by_name(void **state)
{
  (void)state;
  fixture f;
  open_system(&f,
              "enum Color { red, green };\nstruct P { Color c; bit[2] n[2]; };\n"
              "bool R(bool b, P p) p.c = green & p.n[0] = 2 & p.n[1] > 1 & !b;\n",
              false);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  hd_mu_print_table(out, f.m, "R", hd_mu_value(f.m, "R"), 10);
  hd_mu_print_table(out, f.m, "R", hd_mu_value(f.m, "R"), 1);
  fclose(out);
  assert_string_equal(text, "b  p\n"
                            "0  {c=green n=[2 2]}\n"
                            "0  {c=green n=[2 3]}\n"
                            "b  p\n"
                            "0  {c=green n=[2 2]}\n"
                            "... and 1 more\n");
  free(text);
  close_system(&f);
}

static void hints_decide_the_order_of_variables(void **state)
{
  (void)state;
  fixture f;
  open_system(&f,
              "struct S { bit[2] n; bool f; };\n"
              "bool R(S a, S b, bit[3] c, bit[3] d) order b < a, c ~+ d, d < a true;\n",
              false);
  hd_mu_bits a = hd_mu_bits_of(f.m, "R", "a.n"), b = hd_mu_bits_of(f.m, "R", "b.n");
  hd_mu_bits c = hd_mu_bits_of(f.m, "R", "c"), d = hd_mu_bits_of(f.m, "R", "d");
  for (uint32_t i = 0; i < 3; i++) assert_int_equal(hd_bdd_level(d.vars[i]), hd_bdd_level(c.vars[i]) + 1);
  for (uint32_t i = 0; i < 2; i++) assert_int_equal(hd_bdd_level(a.vars[i]), hd_bdd_level(b.vars[i]) + 1);
  assert_true(hd_bdd_level(d.vars[2]) < hd_bdd_level(b.vars[0]));
  assert_null(hd_mu_bits_of(f.m, "R", "a.x").vars);
  assert_null(hd_mu_bits_of(f.m, "R", "e").vars);
  assert_null(hd_mu_bits_of(f.m, "Q", "a").vars);
  close_system(&f);
}

static void a_spent_budget_gives_none(void **state)
{
  (void)state;
  hd_diags diags;
  hd_diags_init(&diags);
  hd_budget budget = {.deadline = hd_now() - 1, .jobs = 1};
  hd_bdd_start(&budget);
  hd_mu *m = hd_mu_new(&diags);
  assert_int_equal(hd_mu_add_text(m, "t",
                                  "enum N { 0..1000000 };\n"
                                  "mu bool R(N x) x = 0 | exists N y. R(y) & x = y + 1;\n"
                                  "exists N x. R(x) & x = 1000000;\n"),
                   HD_OK);
  assert_int_equal(hd_mu_check(m), HD_OK);
  assert_false(hd_bdd_ok(hd_mu_answer(m, 0)));
  assert_int_equal(hd_bdd_exhausted(), HD_CAUSE_TIME);
  assert_false(hd_bdd_ok(hd_mu_value(m, "R")));
  hd_mu_free(m);
  hd_bdd_stop();
  hd_diags_clear(&diags);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(connectives_and_comparisons_mean_what_they_say),
      cmocka_unit_test(arrays_are_indexed_by_numbers_and_by_variables),
      cmocka_unit_test(reachability_paths_and_cycles_are_found),
      cmocka_unit_test(mutual_recursion_has_its_least_solution),
      cmocka_unit_test(alternation_is_nested_iteration),
      cmocka_unit_test(quantifiers_shadow_and_siblings_share_names),
      cmocka_unit_test(a_system_that_is_not_monotone_warns_and_may_converge),
      cmocka_unit_test(an_iteration_that_comes_back_is_reported),
      cmocka_unit_test(input_relations_come_in_parts_with_frames),
      cmocka_unit_test(a_query_ends_the_iteration_when_it_is_true),
      cmocka_unit_test(parameters_are_overridden_from_outside),
      cmocka_unit_test(tables_show_values_by_name),
      cmocka_unit_test(hints_decide_the_order_of_variables),
      cmocka_unit_test(a_spent_budget_gives_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
