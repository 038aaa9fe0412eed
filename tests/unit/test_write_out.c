/* Loops that count are written out, and nothing else is. */
#include "program_text.h"

#include "program/write_out.h"
#include "trace/certificate.h"
#include "oracle/systematic.h"

#define HEAD                                      \
  "program pointer 64 little\n"                   \
  "thread main entry L0 instances 1\n"            \
  "var main::k : bv32 local main user signed = 0\n" \
  "var main::x : bv32 local main user signed = 0\n" \
  "var a : bv32[4] shared user signed = 0\n"      \
  "var n : bv32 shared user signed = 3\n"

/* for (k = 0; k < 3; k++) a[k] = x; then x is any value. */
#define COUNTED                                               \
  HEAD "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n" \
       "edge L0 -> L1 do main::k := 0:32\n"                   \
       "edge L1 -> L2 when (slt main::k 3:32) do a[main::k] := main::x\n" \
       "edge L2 -> L1 do main::k := (add main::k 1:32)\n"     \
       "edge L1 -> L3 when (not (slt main::k 3:32)) do main::x := any\n"

/* The same up to a shared number: that is no counter of this thread alone. */
#define FROM_SHARED                                          \
  HEAD "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n" \
       "edge L0 -> L1 do main::k := n\n"                     \
       "edge L1 -> L2 when (slt main::k 3:32) do a[main::k] := main::x\n" \
       "edge L2 -> L1 do main::k := (add main::k 1:32)\n"    \
       "edge L1 -> L3 when (not (slt main::k 3:32)) do main::x := any\n"

/* It counts, and never ends. */
#define ENDLESS                                            \
  HEAD "loc L0 main\nloc L1 main\nloc L2 main\n"           \
       "edge L0 -> L1 do main::k := 0:32\n"                \
       "edge L1 -> L2 do a[main::k] := main::x\n"          \
       "edge L2 -> L1 do main::k := (add main::k 1:32)\n"

static hd_program *indexed(const char *text)
{
  hd_program *p = program_of(text);
  hd_program_index(p);
  return p;
}

static void a_counted_loop_is_written_out(void **state)
{
  (void)state;
  hd_program *p = indexed(COUNTED);
  hd_written_out *w = hd_write_out(p);
  assert_non_null(w);
  assert_well_formed(w->program);
  assert_int_equal(w->program->locs.len, 1 + 4 + 3 + 1);
  uint32_t numbers = 0;
  for (uint32_t i = 0; i < w->program->edges.len; i++) {
    const hd_edge_info *e = &w->program->edges.data[i];
    const hd_edge_info *was = &p->edges.data[w->edge[i].id];
    assert_int_equal(w->loc[e->from.id].id, was->from.id);
    assert_int_equal(w->loc[e->to.id].id, was->to.id);
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (hd_term_is(e->assigns[k].index)) numbers += hd_term_is_const(p->terms, e->assigns[k].index, NULL);
    assert_false(hd_term_is(e->guard));
  }
  assert_int_equal(numbers, 3);
  hd_written_out_free(w);
  hd_program_free(p);
}

static void both_have_the_same_states(void **state)
{
  (void)state;
  hd_program *p = indexed(COUNTED);
  hd_written_out *w = hd_write_out(p);
  hd_explore_options options = {.max_states = 1000};
  hd_exploration a = hd_explore_all(p, HD_PROP_UNREACH_CALL, &options);
  hd_exploration b = hd_explore_all(w->program, HD_PROP_UNREACH_CALL, &options);
  assert_int_equal(a.verdict, b.verdict);
  assert_int_equal(a.states, b.states);
  hd_written_out_free(w);
  hd_program_free(p);
}

static void what_others_decide_stays_a_loop(void **state)
{
  (void)state;
  hd_program *p = indexed(FROM_SHARED);
  assert_null(hd_write_out(p));
  hd_program_free(p);
}

static void a_loop_without_end_stays_a_loop(void **state)
{
  (void)state;
  hd_program *p = indexed(ENDLESS);
  assert_null(hd_write_out(p));
  hd_program_free(p);
}

/* A proof about the written-out program is printed and read as such; of another program it is refused. */
static void a_proof_may_be_about_it(void **state)
{
  (void)state;
  hd_program *p = indexed(COUNTED), *q = indexed(ENDLESS);
  hd_certificate *c = hd_certificate_new(HD_PROOF_MODULAR, "modular");
  hd_certificate_set_written_out(c, p);
  hd_loc last = {hd_certificate_program(p, c)->locs.len - 1};
  hd_party party = {HD_MAIN, 0};
  hd_certificate_add_fact(c, hd_certificate_add_clause(c, &party, 1, true), &last, hd_term_true(p->terms));
  assert_true(last.id >= p->locs.len);
  assert_true(hd_certificate_check_form(p, c));
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_certificate_print(out, p, c, NULL);
  fclose(out);
  hd_diags diags;
  hd_diags_init(&diags);
  hd_certificate *again = hd_certificate_parse(text, size, "proof", p, &diags);
  assert_non_null(again);
  assert_non_null(again->about);
  assert_int_equal(again->clauses.data[0].facts.data[0].at[0].id, last.id);
  assert_null(hd_certificate_parse(text, size, "proof", q, &diags));
  hd_diags_clear(&diags);
  free(text);
  hd_certificate_free(again);
  hd_certificate_free(c);
  hd_program_free(q);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_counted_loop_is_written_out), cmocka_unit_test(both_have_the_same_states),
      cmocka_unit_test(what_others_decide_stays_a_loop), cmocka_unit_test(a_loop_without_end_stays_a_loop),
      cmocka_unit_test(a_proof_may_be_about_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
