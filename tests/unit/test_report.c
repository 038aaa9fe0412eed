/* test_report.c - what a trace looks like: lanes, values, the end; JSON there and back; the recheck. */
#include <unistd.h>

#include "evidence/replay.h"
#include "report/json.h"
#include "report/story.h"
#include "report/text.h"
#include "trace_programs.h"

static const planned lost[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 6}, {1, 0, 7}, {1, 1, 6}, {1, 1, 7}, {1, 1, 8},
                               {1, 1, 9}, {1, 0, 8}, {1, 0, 9}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, STOP};

static char *text_report(const hd_program *p, const hd_trace *t, hd_property property, hd_text_options options)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_report_trace(out, p, t, property, &options);
  fclose(out);
  return text;
}

static void assert_report(const char *program, const planned *steps, hd_property property, hd_text_options options,
                          const char *expected)
{
  hd_program *p = parse_program(program);
  hd_trace *t = make_trace(steps);
  char *text = text_report(p, t, property, options);
  assert_string_equal(text, expected);
  free(text);
  hd_trace_free(t);
  hd_program_free(p);
}

static void a_line_tells_thread_place_and_values(void **unused)
{
  (void)unused;
  assert_report(LOST_UPDATE, lost, HD_PROP_UNREACH_CALL, (hd_text_options){0},
                "step  main  worker  worker/2  where      what\n"
                "   1  main                    lost.c:11  create worker  starts worker\n"
                "   2  main  |                 lost.c:12  create worker  starts worker/2\n"
                "   3  |     worker  |         lost.c:5                  worker::seen = 0  [x = 0]\n"
                "   4  |     |       worker/2  lost.c:5                  worker::seen = 0  [x = 0]\n"
                "   5  |     |       worker/2  lost.c:6                  x = 1 (was 0)\n"
                "   6  |     |       worker/2  lost.c:7   return         ends\n"
                "   7  |     worker            lost.c:6                  x = 1\n"
                "   8  |     worker            lost.c:7   return         ends\n"
                "   9  main                    lost.c:13  join worker\n"
                "  10  main                    lost.c:14  join worker\n"
                "  11  main                    lost.c:15                 [x = 1]\n"
                "assertion failed in main at lost.c:15\n");
}

static void a_race_names_both_accesses(void **unused)
{
  (void)unused;
  assert_report(LOST_UPDATE, (planned[]){{0, 0, 0}, {0, 0, 1}, {1, 0, 6}, {1, 0, 7}, {1, 1, 6}, STOP},
                HD_PROP_NO_DATA_RACE, (hd_text_options){0},
                "step  main  worker  worker/2  where      what\n"
                "   1  main                    lost.c:11  create worker  starts worker\n"
                "   2  main  |                 lost.c:12  create worker  starts worker/2\n"
                "   3  |     worker  |         lost.c:5                  worker::seen = 0  [x = 0]\n"
                "data race on x\n"
                "  worker writes it at lost.c:6\n"
                "    holding no lock\n"
                "  worker/2 reads it at lost.c:5\n"
                "    holding no lock\n");
}

static void a_deadlock_tells_who_holds_what(void **unused)
{
  (void)unused;
  assert_report(LOCK_ORDER, (planned[]){{0, 0, 0}, {0, 0, 1}, {1, 0, 4}, {1, 0, 5}, STOP}, HD_PROP_NO_DEADLOCK,
                (hd_text_options){0},
                "step  main  other  where       what\n"
                "   1  main         order.c:20  create other  starts other\n"
                "   2  main  |      order.c:21  lock(a)\n"
                "   3  |     other  order.c:9   lock(b)\n"
                "deadlock: no thread can go on\n"
                "  main waits at order.c:22: lock(b)\n"
                "    for b, held by other since step 3\n"
                "  other waits at order.c:10: lock(a)\n"
                "    for a, held by main since step 2\n"
                "  in a circle: main waits for other, which waits for main\n");
}

/* A program of one thread whose steps are written at these lines of a file. */
#define AT_LINES(file)                                                                              \
  HEAD "file 0 \"" file "\"\nthread main entry L0\nvar x : bv8\nvar t : bv8 local main temp\n"      \
       "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"                      \
       "edge L0 -> L1 do t := x @0:2:3\nedge L1 -> L2 do x := (add t 1:8) @0:2:5\n"                 \
       "edge L2 -> L0 when (ult x 2:8) @0:2:9\nedge L2 -> L3 when (ule 2:8 x) do t := 9:8 @0:3:1\n" \
       "edge L3 -> L4 assert assertion (= x 0:8) @0:4:1\n"

static const planned twice[] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 0}, {0, 0, 1}, {0, 0, 3}, {0, 0, 4}, STOP};

static void source_lines_are_shown_and_merged(void **unused)
{
  (void)unused;
  char path[] = "/tmp/heddle-report-XXXXXX", program[2048];
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  const char source[] =
      "int main()\n  while (++x <\t 2);\n ;\n  assert(!x);  // a comment that goes on and on and on for ever";
  assert_int_equal(write(fd, source, sizeof source - 1), sizeof source - 1);
  const char *pattern = AT_LINES("%s");
  snprintf(program, sizeof program, pattern, path);
  hd_program *p = parse_program(program);
  hd_trace *t = make_trace(twice);
  char *text = text_report(p, t, HD_PROP_UNREACH_CALL, (hd_text_options){0}), expected[1024];
  const char *name = strrchr(path, '/') + 1;
  snprintf(expected, sizeof expected,
           "step  main  where%*s  what\n"
           "   1  main  %s:2  while (++x < 2);%38sx = 1 (was 0)\n"
           "   2  main  %s:2  while (++x < 2);%38sx = 2 (was 1)\n"
           "   3  main  %s:3  ;%53s[x = 2]\n"
           "   4  main  %s:4  assert(!x);%43s[x = 2]\n"
           "assertion failed in main at %s:4: assert(!x); // a comment that goes on and on and on for ever\n",
           (int)strlen(name) + 2 - 5, "", name, "", name, "", name, "", name, "", name);
  assert_string_equal(text, expected);
  free(text);
  hd_trace_free(t);
  hd_program_free(p);
  close(fd);
  unlink(path);
}

static void all_steps_show_temporaries_one_by_one(void **unused)
{
  (void)unused;
  assert_report(AT_LINES("gone.c"), twice, HD_PROP_UNREACH_CALL, (hd_text_options){.all_steps = true},
                "step  main  where     what\n"
                "   1  main  gone.c:2    t = 0  [x = 0]\n"
                "   2  main  gone.c:2    x = 1 (was 0)  [t = 0]\n"
                "   3  main  gone.c:2    [x = 1]\n"
                "   4  main  gone.c:2    t = 1 (was 0)  [x = 1]\n"
                "   5  main  gone.c:2    x = 2 (was 1)  [t = 1]\n"
                "   6  main  gone.c:3    t = 9 (was 1)  [x = 2]\n"
                "   7  main  gone.c:4    [x = 2]\n"
                "assertion failed in main at gone.c:4\n");
}

#define MANY_VALUES                                                                                   \
  HEAD "thread main entry L0\nvar alpha : bv32\nvar beta : bv32\nvar gamma : bv32\nloc L0 main\n"     \
       "loc L1 main end\nedge L0 -> L1 do alpha := 1000:32, beta := 2000:32, gamma := 3000:32 label " \
       "\"set\"\n"

static void values_wrap_at_the_width(void **unused)
{
  (void)unused;
  assert_report(MANY_VALUES, (planned[]){{0, 0, 0}, STOP}, HD_PROP_UNREACH_CALL, (hd_text_options){.width = 50},
                "step  main  what\n"
                "   1  main  set  alpha = 1000 (was 0)\n"
                "                 beta = 2000 (was 0)\n"
                "                 gamma = 3000 (was 0)  ends\n");
}

static void many_threads_share_narrow_lanes(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread a_thread_with_a_long_name entry L1 instances 9\n"
                                     "var x : bv8\nloc L0 main end\nloc L1 a_thread_with_a_long_name\n"
                                     "loc L2 a_thread_with_a_long_name end\nedge L1 -> L2 do x := (add x 1:8)\n");
  hd_trace *t = make_trace((planned[]){{1, 0, 0}, {1, 3, 0}, {1, 8, 0}, STOP});
  char *text = text_report(p, t, HD_PROP_UNREACH_CALL, (hd_text_options){0});
  assert_string_equal(text, "step        thread                       what\n"
                            "   1  * | | a_thread_with_a_long_name      x = 1 (was 0)  ends\n"
                            "   2    * | a_thread_with_a_long_name/4    x = 2 (was 1)  ends\n"
                            "   3      * a_thread_with_a_long_name/9    x = 3 (was 2)  ends\n");
  free(text);
  hd_trace_free(t);
  hd_program_free(p);
}

static void only_steps_that_matter_are_shown_in_brief(void **unused)
{
  (void)unused;
  assert_report(LOST_UPDATE, lost, HD_PROP_UNREACH_CALL, (hd_text_options){.brief = true},
                "step  main  worker  worker/2  where      what\n"
                "   1  main                    lost.c:11  create worker  starts worker\n"
                "   2  |     worker  |         lost.c:5                  worker::seen = 0  [x = 0]\n"
                "   3  |     worker            lost.c:6                  x = 1\n"
                "   4  main                    lost.c:15                 [x = 1]\n"
                "7 lines are not shown; --full shows them\n"
                "assertion failed in main at lost.c:15\n");
}

/* One thread waits, the other lets it go. */
#define WAITING                                                                                                 \
  HEAD "file 0 \"w.c\"\nthread main entry L0\nthread other entry L4 status o.status\n"                          \
       "var go : bv8\nvar o.status : bv8 status\n"                                                              \
       "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\nloc L4 other\nloc L5 other\nloc L6 other end\n" \
       "edge L0 -> L1 do o.status := 1:8 access sync label \"create other\" @0:1:1\n"                           \
       "edge L1 -> L1 when (= go 0:8) @0:2:1\nedge L1 -> L2 when (= go 1:8) @0:3:1\n"                           \
       "edge L2 -> L3 assert assertion (= go 0:8) @0:4:1\n"                                                     \
       "edge L4 -> L5 when (= o.status 1:8) access sync label \"start\" @0:8:1\n"                               \
       "edge L5 -> L6 do go := 1:8 @0:9:1\nedge L1 -> L3 when (= go 2:8) @0:5:1\n"

static void a_wait_is_one_line(void **unused)
{
  (void)unused;
  const planned steps[] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {1, 0, 4},
                           {1, 0, 5}, {0, 0, 2}, {0, 0, 3}, STOP};
  assert_report(WAITING, steps, HD_PROP_UNREACH_CALL, (hd_text_options){.brief = true},
                "step  main  other  where  what\n"
                "   1  main         w.c:1  create other  starts other\n"
                "   2  main  |      w.c:2                [go = 0]  (3 times)\n"
                "   3  |     other  w.c:9                go = 1 (was 0)  ends\n"
                "   4  main         w.c:3                [go = 1]\n"
                "   5  main         w.c:4                [go = 1]\n"
                "assertion failed in main at w.c:4\n");
}

static void calls_and_locals_are_told_as_in_the_source(void **unused)
{
  (void)unused;
  assert_report(HEAD "file 0 \"a.c\"\nfile 1 \"b.c\"\nframe 0 \"main\"\nframe 1 \"f\" @0:9:3 in 0\n"
                     "frame 2 \"g\" @1:4:3 in 1\nthread main entry L0\nvar f::i#2 : bv8[3] local main\n"
                     "var g::k : bv8 local main\nloc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"
                     "edge L0 -> L1 do f::i#2[1:32] := 5:8 @1:3:1 frame 1\n"
                     "edge L1 -> L2 do g::k := 7:8, f::i#2[2:32] := 6:8 @1:7:1 frame 2\n"
                     "edge L2 -> L3 assert assertion (= g::k 0:8) label \"assertion fails: k == 0\" @1:8:1 frame 2\n",
                (planned[]){{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, STOP}, HD_PROP_UNREACH_CALL, (hd_text_options){0},
                "step  main  where  what\n"
                "   1  main  b.c:3          i[1] = 5\n"
                "   2  main  b.c:7          k = 7  f::i#2[2] = 6\n"
                "   3  main  b.c:8  k == 0\n"
                "assertion failed in main at b.c:8: k == 0\n"
                "  called at b.c:4\n"
                "  called at a.c:9\n");
}

/* --- JSON ---------------------------------------------------------------------------------------------- */

static char *json_of(const hd_program *p, const hd_trace *t, hd_property property)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_json_result r = {.program = p,
                      .file = "a \"b\".c",
                      .verdict = "unsafe",
                      .engine = "explicit",
                      .property = property,
                      .limits = {3, 5, 7},
                      .n_stats = 2,
                      .stat_names = (const char *[]){"states", "time.total"},
                      .stat_values = (double[]){12, 0.5},
                      .trace = t};
  assert_true(hd_report_json(out, &r, 1, NULL));
  fclose(out);
  return text;
}

static void a_trace_reads_back_from_json(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(HEAD "thread main entry L0\nthread w entry L2 instances 2\nvar x : bv64\n"
                                     "var y : bv64 any\nloc L0 main\nloc L1 main end\nloc L2 w\nloc L3 w end\n"
                                     "edge L0 -> L1 assert assertion (= x y)\nedge L2 -> L3 do x := any\n");
  hd_trace *t = hd_trace_new();
  hd_vec_push(&t->initial, (hd_initial){.var = {1}, .value = UINT64_MAX - 1});
  hd_trace_push(t, (hd_thread){1}, 1, (hd_edge){1}, (uint64_t[]){UINT64_MAX - 2}, 1);
  hd_trace_push(t, HD_MAIN, 0, (hd_edge){0}, NULL, 0);
  char *text = json_of(p, t, HD_PROP_UNREACH_CALL);
  assert_non_null(strstr(text, "\"before\":\t\"0\""));
  assert_non_null(strstr(text, "\"file\":\t\"a \\\"b\\\".c\""));
  assert_non_null(strstr(text, "assertion failed in main"));

  hd_diags diags;
  hd_diags_init(&diags);
  hd_property property = HD_PROP_NO_DEADLOCK;
  uint32_t limits[HD_LIMIT_COUNT] = {0};
  bool fixed_order = false;
  assert_int_equal(hd_report_parse_header(text, "t.json", NULL, &property, limits, &fixed_order, &diags), HD_OK);
  assert_false(fixed_order);
  assert_int_equal(property, HD_PROP_UNREACH_CALL);
  assert_int_equal(limits[HD_LIMIT_THREADS], 3);
  assert_int_equal(limits[HD_LIMIT_RECURSION], 7);
  hd_trace *again = hd_report_parse_trace(text, "t.json", p, property, &diags);
  assert_non_null(again);
  assert_int_equal(again->steps.len, 2);
  assert_int_equal(again->steps.data[0].instance, 1);
  assert_int_equal(again->steps.data[0].n_inputs, 1);
  assert_true(again->steps.data[0].inputs[0] == UINT64_MAX - 2);
  assert_true(again->initial.data[0].value == UINT64_MAX - 1);
  assert_true(hd_evidence_confirm(p, again, property));
  hd_trace_free(again);
  hd_diags_clear(&diags);
  free(text);
  hd_trace_free(t);
  hd_program_free(p);
}

static void json_that_is_no_trace_gets_a_message(void **unused)
{
  (void)unused;
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"", "this is not JSON"},
      {"{\"trace\": ", "this is not JSON"},
      {"{\"verdict\": \"safe\"}", "there is no trace in this file"},
      {"[1, 2]", "there is no trace in this file"},
      {"{\"trace\": {\"steps\": [{}]}}", "step 1 of the trace: it lacks"},
      {"{\"trace\": {\"steps\": [{\"thread\": \"no\", \"instance\": 0, \"edge\": 0}]}}", "its thread is not in"},
      {"{\"trace\": {\"steps\": [{\"thread\": \"worker\", \"instance\": 2, \"edge\": 0}]}}", "its thread is not in"},
      {"{\"trace\": {\"steps\": [{\"thread\": \"main\", \"instance\": 0, \"edge\": 99}]}}", "its edge is not in"},
      {"{\"trace\": {\"steps\": [{\"thread\": \"main\", \"instance\": -1, \"edge\": 0}]}}", "it lacks"},
      {"{\"trace\": {\"steps\": [{\"thread\": \"main\", \"instance\": 0, \"edge\": 0, \"inputs\": [3]}]}}",
       "an input is not a number"},
      {"{\"trace\": {\"steps\": [], \"initial\": [{\"variable\": \"q\"}]}}", "an initial value of the trace"},
      {"{\"trace\": {\"steps\": [], \"initial\": [{\"variable\": \"q\", \"instance\": 0, \"index\": 0, "
       "\"value\": \"1\"}]}}",
       "variable is not in this program"},
  };
  hd_program *p = parse_program(LOST_UPDATE);
  for (unsigned i = 0; i < HD_COUNT(rows); i++) {
    hd_diags diags;
    hd_diags_init(&diags);
    assert_null(hd_report_parse_trace(rows[i].text, "t.json", p, HD_PROP_UNREACH_CALL, &diags));
    assert_int_equal(diags.list.len, 1);
    assert_non_null(strstr(diags.list.data[0].message, rows[i].message));
    hd_diags_clear(&diags);
  }
  hd_program_free(p);
}

/* --- the recheck ---------------------------------------------------------------------------------------- */

static void only_a_trace_that_ends_in_the_violation_is_confirmed(void **unused)
{
  (void)unused;
  hd_program *p = parse_program(LOST_UPDATE);
  hd_trace *t = make_trace(lost);
  assert_true(hd_evidence_confirm(p, t, HD_PROP_UNREACH_CALL));
  assert_null(hd_evidence_why_not(p, t, HD_PROP_UNREACH_CALL));
  assert_false(hd_evidence_confirm(p, t, HD_PROP_NO_DEADLOCK));
  hd_trace_push(t, HD_MAIN, 0, (hd_edge){5}, NULL, 0); /* goes on after the violation */
  assert_false(hd_evidence_confirm(p, t, HD_PROP_UNREACH_CALL));
  t->steps.len = 12;
  assert_false(hd_evidence_confirm(p, t, HD_PROP_UNREACH_CALL));
  assert_string_equal(hd_evidence_why_not(p, t, HD_PROP_UNREACH_CALL), "it ends without a violation");
  t->steps.data[3].edge.id = 9;
  assert_false(hd_evidence_confirm(p, t, HD_PROP_UNREACH_CALL));
  assert_string_equal(hd_evidence_why_not(p, t, HD_PROP_UNREACH_CALL), "step 4 cannot be taken");
  hd_trace_free(t);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_tells_thread_place_and_values),
      cmocka_unit_test(a_race_names_both_accesses),
      cmocka_unit_test(a_deadlock_tells_who_holds_what),
      cmocka_unit_test(source_lines_are_shown_and_merged),
      cmocka_unit_test(all_steps_show_temporaries_one_by_one),
      cmocka_unit_test(values_wrap_at_the_width),
      cmocka_unit_test(many_threads_share_narrow_lanes),
      cmocka_unit_test(only_steps_that_matter_are_shown_in_brief),
      cmocka_unit_test(a_wait_is_one_line),
      cmocka_unit_test(calls_and_locals_are_told_as_in_the_source),
      cmocka_unit_test(a_trace_reads_back_from_json),
      cmocka_unit_test(json_that_is_no_trace_gets_a_message),
      cmocka_unit_test(only_a_trace_that_ends_in_the_violation_is_confirmed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
