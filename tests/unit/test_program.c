/* test_program.c - building the model, choosing a property's checks, pruning, showing values. */
#include "program/checks.h"
#include "program_text.h"

#define MAIN "program pointer 32 little\nthread main entry L0 instances 1\n"

/* --- building -------------------------------------------------------------------------------- */

static void a_name_that_is_taken_gets_a_number(void **state)
{
  (void)state;
  hd_program *p = hd_program_new();
  hd_var_info info = {.name = "x", .thread = HD_NO_THREAD, .sort = HD_BV(8), .pos = HD_NO_POS};
  const char *const expected[] = {"x", "x#2", "x#3", "x#4"};
  for (unsigned i = 0; i < HD_COUNT(expected); i++) {
    hd_var v = hd_program_add_var(p, info);
    assert_string_equal(hd_var_get(p, v)->name, expected[i]);
    assert_int_equal(hd_program_find_var(p, expected[i]).id, i);
  }
  assert_int_equal(hd_program_find_var(p, "y").id, HD_NONE);
  assert_int_equal(hd_program_find_thread(p, "x").id, HD_NONE);
  hd_program_free(p);
}

static void what_infos_point_to_is_copied(void **state)
{
  (void)state;
  hd_program *p = hd_program_new();
  char name[] = "count", label[] = "lock(m)", reason[] = "assembly";
  uint64_t init[] = {7, 8};
  hd_assign assign = {.var = {0}, .index = hd_term_bv(p->terms, 32, 1)};
  hd_program_add_var(p, (hd_var_info){.name = name, .sort = HD_BV(8), .count = 2, .init = init});
  hd_program_add_loc(p, (hd_loc_info){.kind = HD_LOC_UNSUPPORTED, .reason = reason});
  hd_program_add_edge(p, (hd_edge_info){.label = label, .assigns = &assign, .n_assigns = 1});
  name[0] = label[0] = reason[0] = '?';
  init[1] = 0;
  assign.var.id = 9;
  assert_string_equal(p->vars.data[0].name, "count");
  assert_string_equal(p->locs.data[0].reason, "assembly");
  assert_string_equal(p->edges.data[0].label, "lock(m)");
  assert_int_equal(hd_var_init(p, (hd_var){0}, 1), 8);
  assert_int_equal(p->edges.data[0].assigns[0].var.id, 0);
  hd_program_free(p);
}

static void files_are_listed_once(void **state)
{
  (void)state;
  hd_program *p = hd_program_new();
  assert_int_equal(hd_program_add_file(p, "a.c"), 0);
  assert_int_equal(hd_program_add_file(p, "b.c"), 1);
  assert_int_equal(hd_program_add_file(p, "a.c"), 0);
  hd_place place = hd_program_place(p, (hd_pos){1, 2, 3});
  assert_string_equal(place.file, "b.c");
  assert_int_equal(place.line, 2);
  assert_null(hd_program_place(p, HD_NO_POS).file);
  hd_program_free(p);
}

static void the_index_lists_edges_in_their_order(void **state)
{
  (void)state;
  hd_program *p = program_of(MAIN "loc L0 main\nloc L1 main\nloc L2 main\n"
                                  "edge L2 -> L0\nedge L0 -> L1\nedge L2 -> L1\nedge L0 -> L2\n");
  static const uint32_t expected[3][2] = {{1, 3}, {0, 0}, {0, 2}};
  static const uint32_t counts[] = {2, 0, 2};
  hd_program_index(p);
  for (uint32_t l = 0; l < 3; l++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
    assert_int_equal(n, counts[l]);
    for (uint32_t i = 0; i < n; i++) assert_int_equal(out[i], expected[l][i]);
  }
  hd_program_add_loc(p, (hd_loc_info){.pos = HD_NO_POS, .frame = HD_NONE});
  assert_null(p->out_first);
  uint32_t n;
  hd_program_index(p);
  hd_loc_out(p, (hd_loc){3}, &n);
  assert_int_equal(n, 0);
  hd_program_free(p);
}

static void a_variables_term_has_its_sort(void **state)
{
  (void)state;
  hd_program *p = program_of(MAIN "var x : bv7\nvar a : bv8[3]\nloc L0 main\n");
  hd_term element = hd_program_element(p, (hd_var){1}, hd_term_bv(p->terms, 32, 2));
  assert_true(hd_sort_same(hd_term_sort(p->terms, hd_program_var_term(p, (hd_var){0})), HD_BV(7)));
  assert_true(hd_sort_same(hd_term_sort(p->terms, hd_program_var_term(p, (hd_var){1})), HD_ARRAY(32, 8)));
  assert_true(hd_sort_same(hd_term_sort(p->terms, element), HD_BV(8)));
  hd_program_free(p);
}

/* --- selecting ------------------------------------------------------------------------------- */

#define CHECKS                            \
  "var b : bool shared user bool = 0\n"   \
  "var x : bv32 shared user signed = 0\n" \
  "loc L0 main\n"                         \
  "loc L1 main\n"

static void every_row_of_the_tables_is_complete(void **state)
{
  (void)state;
  for (unsigned i = 0; i < HD_PROP_COUNT; i++) {
    hd_property found = HD_PROP_COUNT;
    const hd_property_info *row = &hd_property_table[i];
    assert_true(hd_property_find(row->name, &found) && found == i);
    assert_true(hd_property_find_formula(row->formulas[0], &found) && found == i);
    bool asked = false; /* a property that asks for nothing holds of everything */
    for (unsigned k = 0; k < HD_CHECK_COUNT; k++) {
      if (!hd_property_asks((hd_property)i, (hd_check_kind)k)) continue;
      asked = true;
      assert_int_equal(hd_violated_by((hd_property)i, HD_BY_CHECK), k < HD_CHECK_EDGES);
    }
    assert_true(asked);
  }
  for (unsigned k = 0; k < HD_CHECK_COUNT; k++) {
    const hd_check_kind_info *row = &hd_check_table[k];
    assert_true(*row->word && *row->rule && *row->failed && row->cwe);
  }
}

/* The first two are copies of one check; the others differ from it in place, text or kind. */
static void copies_of_an_edge_are_one_check(void **state)
{
  (void)state;
  hd_program *p = program_of(MAIN "file 0 \"f.c\"\nvar b : bool any\nloc L0 main\nloc L1 main\n"
                                  "edge L0 -> L1 assert sync b label \"a\" @0:3:1\n"
                                  "edge L0 -> L1 assert sync (not b) label \"a\" @0:3:1\n"
                                  "edge L0 -> L1 assert sync b label \"a\" @0:3:2\n"
                                  "edge L0 -> L1 assert sync b label \"b\" @0:3:1\n"
                                  "edge L0 -> L1 assert undefined b label \"a\" @0:3:1\n"
                                  "edge L0 -> L1 assert sync b @0:3:1\n"
                                  "edge L0 -> L1 label \"a\" @0:3:1\n");
  static const uint32_t expected[] = {0, 0, 1, 2, 3, 4, HD_NONE};
  hd_checks *checks = hd_checks_new(p);
  assert_int_equal(checks->list.len, 5);
  assert_int_equal(checks->list.data[0].n_edges, 2);
  for (uint32_t e = 0; e < HD_COUNT(expected); e++) assert_int_equal(checks->of_edge[e].id, expected[e]);
  hd_checks_free(checks);
  hd_program_free(p);
}

static void each_property_keeps_its_checks(void **state)
{
  (void)state;
  static const struct {
    hd_property property;
    unsigned kept; /* a bit a check */
  } table[] = {
      {HD_PROP_UNREACH_CALL, 1},  {HD_PROP_NO_OVERFLOW, 2}, {HD_PROP_VALID_MEMSAFETY, 4 + 8 + 16},
      {HD_PROP_NO_DATA_RACE, 0},  {HD_PROP_NO_DEADLOCK, 0}, {HD_PROP_VALID_SYNC, 32},
      {HD_PROP_DEF_BEHAVIOR, 64},
  };
  for (unsigned i = 0; i < HD_COUNT(table); i++) {
    hd_program *p = program_of(MAIN CHECKS "edge L0 -> L1 assert assertion b\nedge L0 -> L1 assert overflow b\n"
                                           "edge L0 -> L1 assert deref b\nedge L0 -> L1 assert free b\n"
                                           "edge L0 -> L1 assert leak b\nedge L0 -> L1 assert sync b\n"
                                           "edge L0 -> L1 assert undefined b\n");
    hd_program_select(p, table[i].property);
    assert_well_formed(p);
    unsigned kept = 0;
    for (uint32_t e = 0; e < p->edges.len; e++)
      if (p->edges.data[e].kind == HD_EDGE_ASSERT) kept |= 1u << p->edges.data[e].check;
    assert_int_equal(kept, table[i].kept);
    hd_program_free(p);
  }
}

static void properties_have_names(void **state)
{
  (void)state;
  for (unsigned i = 0; i < HD_PROP_COUNT; i++) {
    hd_property found;
    assert_true(hd_property_find(hd_property_name((hd_property)i), &found));
    assert_int_equal(found, i);
  }
  hd_property none;
  assert_false(hd_property_find("no-such", &none));
}

static void assert_selected(const char *before, const char *after)
{
  hd_program *p = program_of(before);
  hd_program_select(p, HD_PROP_UNREACH_CALL);
  assert_well_formed(p);
  assert_text(p, after);
  hd_program_free(p);
}

static void a_check_that_is_dropped_ends_the_execution_where_it_fails(void **state)
{
  (void)state;
  assert_selected(MAIN CHECKS
                  "edge L0 -> L1 when (ult x 9:32) assert overflow b do x := 1:32 access atomic label \"l\"\n",
                  MAIN CHECKS "loc L2 main exit\n"
                              "edge L0 -> L1 when (and b (ult x 9:32)) do x := 1:32 access atomic\n"
                              "edge L0 -> L2 when (and (ult x 9:32) (not b)) access atomic label \"l\"\n");
}

static void a_check_that_is_kept_stays_as_it_is(void **state)
{
  (void)state;
  static const char text[] = MAIN CHECKS "edge L0 -> L1 when (ult x 9:32) assert assertion b do x := 1:32\n";
  assert_selected(text, text);
}

static void a_check_that_always_holds_leaves_no_trace(void **state)
{
  (void)state;
  assert_selected(MAIN CHECKS "edge L0 -> L1 assert overflow true\n", MAIN CHECKS "edge L0 -> L1\n");
}

static void a_check_that_never_holds_becomes_the_end(void **state)
{
  (void)state;
  assert_selected(MAIN CHECKS "edge L0 -> L1 assert overflow false do x := 1:32\n",
                  MAIN CHECKS "loc L2 main exit\nedge L0 -> L2\n");
}

static void ends_are_shared_by_place_and_thread(void **state)
{
  (void)state;
  hd_program *p = program_of("program pointer 32 little\nfile 0 \"a.c\"\nthread main entry L0\nthread t entry L1\n"
                             "var b : bool\nloc L0 main\nloc L1 t\n"
                             "edge L0 -> L0 assert deref b @0:1:1\nedge L0 -> L0 assert overflow b @0:1:1\n"
                             "edge L0 -> L0 assert deref b @0:2:1\nedge L1 -> L1 assert deref b @0:1:1\n");
  hd_program_select(p, HD_PROP_NO_DEADLOCK);
  assert_well_formed(p);
  assert_int_equal(p->locs.len, 5);
  assert_int_equal(p->edges.len, 8);
  assert_int_equal(p->edges.data[4].to.id, p->edges.data[5].to.id);
  assert_int_equal(p->locs.data[3].pos.line, 2);
  assert_int_equal(p->locs.data[4].thread.id, 1);
  hd_program_free(p);
}

/* --- pruning --------------------------------------------------------------------------------- */

static void what_cannot_be_reached_or_is_not_mentioned_goes(void **state)
{
  (void)state;
  hd_program *p = program_of("program pointer 32 little\n"
                             "thread main entry L2\n"
                             "thread t entry L5 instances 2 self self status status\n"
                             "var gone : bv8\n"
                             "var i : bv32\n"
                             "var gone2 : bv8[4]\n"
                             "var arr : bv8[4]\n"
                             "var self : bv32 local t\n"
                             "var status : bv8[2]\n"
                             "var arg : bool\n"
                             "var dead : bool\n"
                             "var cond : bool\n"
                             "var written : bv8\n"
                             "var alive : bv8\n"
                             "object o heap base 16 size 8 alive alive\n"
                             "  slot \"a[]\" at 0 width 8 times 4 step 1 var gone2\n"
                             "  slot \"b[]\" at 4 width 8 times 4 step 1 var arr\n"
                             "loc L0 main\n"
                             "loc L1 main atomic\n"
                             "loc L2 main\n"
                             "loc L3 main end\n"
                             "loc L4 main\n"
                             "loc L5 t\n"
                             "edge L0 -> L2 when dead\n"
                             "edge L2 -> L4 when (and dead (not dead))\n"
                             "edge L4 -> L0\n"
                             "edge L2 -> L1 do arr[(add i 1:32)] := any, written := 3:8\n"
                             "edge L1 -> L3 assert assertion cond\n"
                             "edge L1 -> L2 when arg\n");
  hd_program_prune(p);
  assert_well_formed(p);
  assert_text(p, "program pointer 32 little\n"
                 "thread main entry L1 instances 1\n"
                 "thread t entry L3 instances 2 status status\n"
                 "var i : bv32 shared user signed = 0\n"
                 "var arr : bv8[4] shared user signed = 0\n"
                 "var status : bv8[2] shared user signed = 0\n"
                 "var arg : bool shared user bool = 0\n"
                 "var cond : bool shared user bool = 0\n"
                 "var written : bv8 shared user signed = 0\n"
                 "object o heap base 0x10 size 8 stride 8 copies 1\n"
                 "  slot \"a[]\" at 0 width 8 signed times 4 step 1\n"
                 "  slot \"b[]\" at 4 width 8 signed times 4 step 1 var arr\n"
                 "loc L0 main atomic\n"
                 "loc L1 main\n"
                 "loc L2 main end\n"
                 "loc L3 t\n"
                 "edge L1 -> L0 do arr[(add i 1:32)] := any, written := 3:8\n"
                 "edge L0 -> L2 assert assertion cond\n"
                 "edge L0 -> L1 when arg\n");
  assert_int_equal(hd_program_find_var(p, "gone").id, HD_NONE);
  assert_int_equal(hd_program_find_var(p, "written").id, 5);
  hd_program_free(p);
}

static void pruning_twice_changes_nothing(void **state)
{
  (void)state;
  static const char text[] = MAIN "var x : bv32 shared user signed = 0\nloc L0 main\nloc L1 main end\n"
                                  "edge L0 -> L1 when (= x 0:32)\n";
  hd_program *p = program_of(text);
  hd_program_prune(p);
  hd_program_prune(p);
  assert_text(p, text);
  hd_program_free(p);
}

/* --- showing --------------------------------------------------------------------------------- */

static const char shown[] =
    "program pointer 32 little\n"
    "thread main entry L0\n"
    "thread w entry L1 instances 2 status st\n"
    "var s : bv8 signed\nvar u : bv8 unsigned\nvar b : bv8 bool\nvar t : bool\nvar c : bv8 char\n"
    "var f : bv32 float\nvar d : bv64 float\nvar p : bv32 pointer\n"
    "var buf : bv32[10]\nvar items[].key : bv16[6]\nvar m : bv8[6]\nvar node.next : bv32[3]\nvar plain : "
    "bv8[4]\n"
    "var e[].x : bv8[2]\nvar st : bv8[2] status\nvar loc : bv8[2] local w\n"
    "object buf global base 4096 size 40\n"
    "  slot \"[]\" at 0 width 32 signed times 10 step 4 var buf\n"
    "object items global base 8192 size 24\n"
    "  slot \"[].key\" at 0 width 16 times 3 step 8\n"
    "  slot \"[].val\" at 4 width 32 times 3 step 8\n"
    "object items2 global base 12288 size 24 stride 32 copies 2\n"
    "  slot \"[].key\" at 0 width 16 times 3 step 8 var items[].key\n"
    "object m global base 16384 size 6\n"
    "  slot \"[][]\" at 0 width 8 times 2 step 3 times 3 step 1 var m\n"
    "object node heap base 20480 size 8 stride 16 copies 3\n"
    "  slot \".val\" at 0 width 32\n"
    "  slot \".next\" at 4 width 32 pointer var node.next\n"
    "object f function base 24576 size 1\n"
    "object w thread base 28672 size 1 stride 4 copies 2\n"
    "object g local base 32768 size 2 stride 4 copies 2\n"
    "  slot \"[]\" at 0 width 8 times 2 step 1 var loc\n"
    "loc L0 main\nloc L1 w\n";

static void assert_value(const hd_program *p, const char *var, uint64_t value, const char *expected)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_program_print_value(out, p, hd_program_find_var(p, var), value);
  fclose(out);
  assert_string_equal(text, expected);
  free(text);
}

static void assert_target(const hd_program *p, const char *var, uint64_t index, const char *expected)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_program_print_target(out, p, hd_program_find_var(p, var), index);
  fclose(out);
  assert_string_equal(text, expected);
  free(text);
}

static void values_are_shown_as_the_user_writes_them(void **state)
{
  (void)state;
  hd_program *p = program_of(shown);
  assert_value(p, "s", 255, "-1");
  assert_value(p, "u", 255, "255");
  assert_value(p, "b", 1, "true");
  assert_value(p, "b", 0, "false");
  assert_value(p, "b", 2, "2");
  assert_value(p, "t", 1, "true");
  assert_value(p, "c", 'a', "'a'");
  assert_value(p, "c", '\n', "'\\n'");
  assert_value(p, "c", 0, "'\\0'");
  assert_value(p, "c", '\'', "'\\''");
  assert_value(p, "c", 200, "-56");
  assert_value(p, "c", 1, "1");
  assert_value(p, "f", 0x3dcccccd, "0.1");
  assert_value(p, "d", UINT64_C(0x4000000000000000), "2");
  assert_value(p, "d", UINT64_C(0xfff0000000000000), "-inf");
  hd_program_free(p);
}

static void pointers_are_shown_by_what_they_point_to(void **state)
{
  (void)state;
  hd_program *p = program_of(shown);
  assert_value(p, "p", 0, "NULL");
  assert_value(p, "p", 4096, "&buf[0]");
  assert_value(p, "p", 4096 + 12, "&buf[3]");
  assert_value(p, "p", 4096 + 40, "&buf[10]");
  assert_value(p, "p", 4096 + 41, "0x1029");
  assert_value(p, "p", 4096 + 13, "&buf+13");
  assert_value(p, "p", 8192 + 16, "&items[2]");
  assert_value(p, "p", 8192 + 20, "&items[2].val");
  assert_value(p, "p", 12288 + 32 + 8, "&items2#2[1]");
  assert_value(p, "p", 16384 + 5, "&m[1][2]");
  assert_value(p, "p", 20480, "&node#1");
  assert_value(p, "p", 20480 + 16 + 4, "&node#2.next");
  assert_value(p, "p", 20480 + 32 + 8, "&node#3+8");
  assert_value(p, "p", 24576, "&f");
  assert_value(p, "p", 28672 + 4, "w#2");
  assert_value(p, "p", 7, "0x7");
  hd_program_free(p);
}

static void elements_are_named_through_their_object(void **state)
{
  (void)state;
  hd_program *p = program_of(shown);
  assert_target(p, "s", 0, "s");
  assert_target(p, "plain", 3, "plain[3]");
  assert_target(p, "e[].x", 1, "e[1].x");
  assert_target(p, "buf", 7, "buf[7]");
  assert_target(p, "items[].key", 2, "items2#1[2].key");
  assert_target(p, "items[].key", 4, "items2#2[1].key");
  assert_target(p, "m", 5, "m[1][2]");
  assert_target(p, "node.next", 1, "node#2.next");
  assert_target(p, "loc", 1, "g[1]");
  hd_program_free(p);
}

static void the_graph_is_drawn(void **state)
{
  (void)state;
  hd_program *p = program_of(MAIN "var x : bv32\nloc L0 main atomic\nloc L1 main unsupported \"a \\\"b\\\"\"\n"
                                  "edge L0 -> L1 when (= x 0:32) do x := 1:32 label \"lock(\\\"m\\\")\"\n");
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_program_print_dot(out, p);
  fclose(out);
  assert_non_null(strstr(text, "subgraph cluster_0 {\n    label=\"main\";"));
  assert_non_null(strstr(text, "L1 [label=\"L1\\na \\\"b\\\"\", shape=octagon"));
  assert_non_null(strstr(text, "L0 -> L1 [label=\"lock(\\\"m\\\")\\l[(= x 0:32)]\\lx := 1:32\\l\"];"));
  free(text);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_that_is_taken_gets_a_number),
      cmocka_unit_test(what_infos_point_to_is_copied),
      cmocka_unit_test(files_are_listed_once),
      cmocka_unit_test(the_index_lists_edges_in_their_order),
      cmocka_unit_test(a_variables_term_has_its_sort),
      cmocka_unit_test(every_row_of_the_tables_is_complete),
      cmocka_unit_test(copies_of_an_edge_are_one_check),
      cmocka_unit_test(each_property_keeps_its_checks),
      cmocka_unit_test(properties_have_names),
      cmocka_unit_test(a_check_that_is_dropped_ends_the_execution_where_it_fails),
      cmocka_unit_test(a_check_that_is_kept_stays_as_it_is),
      cmocka_unit_test(a_check_that_always_holds_leaves_no_trace),
      cmocka_unit_test(a_check_that_never_holds_becomes_the_end),
      cmocka_unit_test(ends_are_shared_by_place_and_thread),
      cmocka_unit_test(what_cannot_be_reached_or_is_not_mentioned_goes),
      cmocka_unit_test(pruning_twice_changes_nothing),
      cmocka_unit_test(values_are_shown_as_the_user_writes_them),
      cmocka_unit_test(pointers_are_shown_by_what_they_point_to),
      cmocka_unit_test(elements_are_named_through_their_object),
      cmocka_unit_test(the_graph_is_drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
